// Elements, words as tiles, feedback as colours or pegs.

const root = document.documentElement;

function byId(id) {
  return document.getElementById(id);
}

function onClick(element, act) {
  element.addEventListener("click", act);
}

/** Does something in place of sending a form. */
function onSubmit(id, act) {
  byId(id).addEventListener("submit", (event) => {
    event.preventDefault();
    act();
  });
}

/** Makes an element; children are elements, or text: without marks that nobody sees, and never read as markup. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (wordLanguage && (tag === "bdi" || "data-hue" in attributes)) element.lang = wordLanguage;
  element.append(...children.map((child) => child.replaceAll?.(/[\u034f\ufe00]/gu, "") ?? child));
  return element;
}

function counted(count, noun, plural = `${noun}s`) {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** Returns a number with some digits behind the point, rounded half to even, as the commands write it. */
function rounded(number, places = 2) {
  // Quotients of whole numbers are this close to a half only where they are one.
  const exact = Math.round(number * 10 ** places * 1e9) / 1e9;
  const near = Math.round(exact);
  return ((near - (near - exact === 0.5 && near % 2)) / 10 ** places).toFixed(places);
}

/** Returns words as elements, each isolated: one that reads from right to left leaves its neighbours in place. */
function wordList(words) {
  return words.flatMap((word) => [make("bdi", {}, word), " "]);
}

/** Whether the game is Bulls and Cows: feedbacks are 1A1B, and digits have no colours. */
let isBulls = false;

/** Returns an attribute that tells symbols of codes apart by colour; the symbol itself is drawn as well. */
function hue(symbol) {
  if (isBulls) return {};
  const digit = "0123456789abcdefghijklmnopqrstuvwxyz".indexOf(symbol);
  return { "data-hue": (digit < 0 ? symbol.codePointAt(0) : digit) % 10 };
}

/** The language of words in which i and ı are two letters: it alone has a large İ. Otherwise undefined. */
let wordLanguage;

/** Whether no letter of the game has an accent: one that is typed is dropped. */
let isPlain = false;

/** The letters of several code points, the longest first: their parts are typed one by one. */
let digraphs = [];

/** Whether words are written in jamo: a syllable that is typed is taken apart. */
let isJamo = false;

/** The jamo that end a syllable, as they stand alone; all but 11 of them, and 3 more, begin one. */
const LAST_JAMO = "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ";
const FIRST_JAMO = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ";

/** Returns the jamo of a syllable: Unicode has them in the order of the first, the vowel and the last, which may be none. */
function jamoOf(syllable) {
  const number = syllable.charCodeAt() - 0xac00;
  const vowel = String.fromCharCode(0x314f + (Math.floor(number / 28) % 21));
  return FIRST_JAMO[Math.floor(number / 588)] + vowel + (LAST_JAMO[(number % 28) - 1] ?? "");
}

function lowered(text) {
  const bare = isPlain ? text.normalize("NFD").replace(/\p{Mn}/gu, "") : text;
  const small = bare.normalize("NFC").toLocaleLowerCase(wordLanguage ?? "en");
  return digraphs.reduce((joined, letter) => joined.replaceAll(letter.replaceAll("\u034f", ""), letter),
    isJamo ? small.replace(/[가-힣]/gu, jamoOf) : small);
}

/** Returns a word as the game spells it: a sigma ends it as ς, and a large I that makes no word as ı is an i. */
function spelled(typed, isWord) {
  const word = typed.replace(/σ$/u, "ς");
  const dotted = word.replaceAll("ı", "i");
  return !isWord(word) && isWord(dotted) ? dotted : word;
}

/** Stands for the letter of a tile that has none. */
const BLANK = "\u00a0";

/** Returns letters for a style sheet to show them large: it would make two letters of a large ß. */
function face(letters) {
  return letters.replaceAll("ß", "ẞ");
}

/** Returns a word that is shown in large letters. */
function large(word) {
  return make("bdi", { class: "guess" }, face(word));
}

/** Returns a message whose words stand between tabs. */
function spoken(text) {
  return text.split("\t").map((part, i) => (i % 2 ? large(part) : part));
}

function tile(letter, mark) {
  const attributes = letter === BLANK ? {} : hue(letter);
  return make("span", { class: "tile", "data-mark": mark ?? "plain", ...attributes }, face(letter));
}

/** Returns the tiles of a word, which read from right to left where its letters do. */
function drawWord(word, marks) {
  const tiles = graphemesOf(word).map((letter, place) => tile(letter, marks[place]));
  return make("span", { class: "word", dir: "auto", "aria-hidden": "true" }, ...tiles);
}

/** Returns a feedback as Bulls and Cows has it. */
function bullsOf(code, length) {
  const [bulls, cows] = pegsOf(code, length);
  return `${bulls}A${cows}B`;
}

function drawPegs(code, length) {
  const [blacks, whites] = pegsOf(code, length);
  if (isBulls) return make("span", { class: "pegs", "aria-hidden": "true" }, bullsOf(code, length));
  const drawn = (peg, count) => Array.from({ length: count }, () => make("span", { class: "peg", "data-peg": peg }));
  return make("span", { class: "pegs", "aria-hidden": "true" },
    ...drawn("black", blacks), ...drawn("white", whites), ...drawn("none", length - blacks - whites));
}

/** By kind: `turn`, a guess and its feedback for the eye; `feedback`, the feedback alone. */
const DRAWN = {
  wordle: {
    turn: (guess, code) => [drawWord(guess, marksOf(code, graphemesOf(guess).length).map((mark) => MARKS[mark]))],
    feedback: (guess, code) => DRAWN.wordle.turn(guess, code),
  },
  mastermind: {
    turn: (guess, code) => [drawWord(guess, []), drawPegs(code, graphemesOf(guess).length)],
    feedback: (guess, code) => [drawPegs(code, graphemesOf(guess).length)],
  },
};

/** Returns a turn as elements for eye and ear. */
function drawTurn(kind, length, guess, code) {
  const name = kind === KINDS.wordle ? "wordle" : "mastermind";
  return [...DRAWN[name].turn(guess, code),
    make("span", { class: "heard" }, `${guess}: ${heardOf(kind, code, length)}`)];
}

/** Returns a feedback for the ear. */
function heardOf(kind, code, length) {
  return isBulls ? pegsOf(code, length).map((count, i) => counted(count, ["bull", "cow"][i])).join(", ")
    : kind.described(code, length);
}
