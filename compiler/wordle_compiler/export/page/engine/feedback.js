// The kinds of game: what a guess gets, in numbers and in words.

const MARKS = ["grey", "yellow", "green"];

/** Returns the marks of a feedback of kind wordle, 0 grey, 1 yellow, 2 green, from the first place on. */
function marksOf(code, length) {
  return Array.from({ length }, (_, place) => Math.floor(code / 3 ** (length - 1 - place)) % 3);
}

function codeOfMarks(marks) {
  return marks.reduce((code, mark) => code * 3 + mark, 0);
}

/** Returns a word's letters as it spells them: code points, each with its marks and what U+034F joins to it. */
function graphemesOf(word) {
  return /\p{M}/u.test(word) ? word.match(/.(?:\u034f.|\p{M})*/gsu) : Array.from(word);
}

/** Returns a word's letters as feedbacks compare them: the ς that ends a Greek word is a σ. */
function lettersOf(word) {
  return graphemesOf(word).map((letter) => (letter === "ς" ? "σ" : letter));
}

/** What a guess gets: an answer's letter colours one letter of the guess at most, greens first, then from the left. */
function colours(guess, answer) {
  const [played, hidden] = [lettersOf(guess), lettersOf(answer)];
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
  const [played, hidden] = [lettersOf(guess), lettersOf(answer)];
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

function bitCount(bits) {
  let count = 0;
  for (let rest = bits; rest; rest &= rest - 1) count += 1;
  return count;
}

/** Returns what one letter adds to a feedback of kind wordle; see `term` of `KINDS`. */
function termOfColours(played, hidden, length) {
  let spare = bitCount(hidden & ~played);
  let sum = 0;
  for (let place = 0; place < length; place++) {
    if (!(played >> place & 1)) continue;
    if (hidden >> place & 1) sum += 2 * 3 ** (length - 1 - place);
    else if (spare-- > 0) sum += 3 ** (length - 1 - place);
  }
  return sum;
}

/** Returns what one symbol adds to a feedback of kind mastermind; see `term` of `KINDS`. */
function termOfPegs(played, hidden, length) {
  return bitCount(played & hidden) * length + Math.min(bitCount(played), bitCount(hidden));
}

/**
 * The kinds by the names that the tree file has for them.
 *
 * noun: what is guessed.
 * count: the number that every feedback is below, the last one wins. feedback: what a guess gets. term: what one letter
 * adds to it, from the sets of places, as bits, at which guess and answer have the letter; a feedback is the sum over
 * the different letters of the guess. described: a feedback for the ear.
 */
const KINDS = {
  wordle: {
    noun: "word",
    count: (length) => 3 ** length,
    feedback: colours,
    term: termOfColours,
    described: (code, length) => marksOf(code, length).map((mark) => MARKS[mark]).join(", "),
  },
  mastermind: {
    noun: "code",
    count: (length) => length * (length + 1) + 1,
    feedback: pegs,
    term: termOfPegs,
    described: (code, length) => pegsOf(code, length).map((count, i) => `${count} ${["black", "white"][i]}`).join(", "),
  },
};
