// The kinds of game: what a guess gets, in numbers, in words and in pictures.

const MARKS = ["grey", "yellow", "green"];

/** Makes an element; children are elements, or text, which is never read as markup. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

function counted(count, noun, plural = `${noun}s`) {
  return `${count} ${count === 1 ? noun : plural}`;
}

/** Returns the marks of a feedback of kind wordle, 0 grey, 1 yellow, 2 green, from the first place on. */
function marksOf(code, length) {
  return Array.from({ length }, (_, place) => Math.floor(code / 3 ** (length - 1 - place)) % 3);
}

function codeOfMarks(marks) {
  return marks.reduce((code, mark) => code * 3 + mark, 0);
}

/** Returns the tiles of a word, which read from right to left where its letters do. */
function drawWord(word, marks) {
  const letters = Array.from(word);
  const tiles = letters.map((letter, place) => (
    make("span", { class: "tile", "data-mark": marks[place] ?? "plain" }, letter)));
  return make("span", { class: "word", dir: "auto", "aria-hidden": "true" }, ...tiles);
}

/** What a guess gets: an answer's letter colours one letter of the guess at most, greens first, then from the left. */
function colours(guess, answer) {
  const [played, hidden] = [Array.from(guess), Array.from(answer)];
  const spare = hidden.filter((letter, place) => letter !== played[place]);
  return codeOfMarks(played.map((letter, place) => {
    if (letter === hidden[place]) return 2;
    const found = spare.indexOf(letter);
    if (found < 0) return 0;
    spare.splice(found, 1);
    return 1;
  }));
}

/** What a code gets: `blacks * (length + 1) + whites`. */
function pegs(guess, answer) {
  const [played, hidden] = [Array.from(guess), Array.from(answer)];
  const blacks = played.filter((symbol, place) => symbol === hidden[place]).length;
  const spare = [...hidden];
  const shared = played.filter((symbol) => {
    const found = spare.indexOf(symbol);
    if (found >= 0) spare.splice(found, 1);
    return found >= 0;
  }).length;
  return blacks * (played.length + 1) + shared - blacks;
}

/** Returns the black and the white pegs of a feedback of kind mastermind. */
function pegsOf(code, length) {
  return [Math.floor(code / (length + 1)), code % (length + 1)];
}

function drawPegs(code, length) {
  const [blacks, whites] = pegsOf(code, length);
  const drawn = (peg, count) => Array.from({ length: count }, () => make("span", { class: "peg", "data-peg": peg }));
  return make("span", { class: "pegs", "aria-hidden": "true" },
    ...drawn("black", blacks), ...drawn("white", whites), ...drawn("none", length - blacks - whites));
}

/**
 * The kinds by the names that the tree file has for them.
 *
 * count: the number that every feedback is below, the last one wins. feedback: what a guess gets. described: a feedback
 * for the ear. drawn: a guess and its feedback for the eye. asked: the question for it. Entry: where a player gives it.
 */
const KINDS = {
  wordle: {
    count: (length) => 3 ** length,
    feedback: colours,
    described: (code, length) => marksOf(code, length).map((mark) => MARKS[mark]).join(", "),
    drawn: (guess, code) => [drawWord(guess, marksOf(code, Array.from(guess).length).map((mark) => MARKS[mark]))],
    get Entry() { return TileEntry; },
  },
  mastermind: {
    count: (length) => length * (length + 1) + 1,
    feedback: pegs,
    described: (code, length) => pegsOf(code, length).map((count, i) => `${count} ${["black", "white"][i]}`).join(", "),
    drawn: (guess, code) => [drawWord(guess, []), drawPegs(code, Array.from(guess).length)],
    get Entry() { return PegEntry; },
  },
};
