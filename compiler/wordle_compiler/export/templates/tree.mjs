/*
{{heading}}
 *
{{wordle
 * A feedback is a base-3 number, the first letter the most significant: 0 grey, 1 yellow, 2 green; {{winning}} is all
 * green. `marks` makes it from text.
}}
{{mastermind
 * A feedback is blacks * {{base}} + whites; {{winning}} is all black. `pegs` makes it from the two counts.
}}
 *
 *     let position = START;
 *     console.log(guess(position));
 *     position = step(position, {{example}});
 */

// A position is a number. At 0 or above there is a guess to play; below 0 there is none.

/** The position of the first guess. */
export const START = 0;
/** The last feedback was the winning one. */
export const SOLVED = -1;
/** No answer gives the last feedback, or the tree has no guess left for those that do. */
export const NOT_IN_TREE = -2;
/** A value was no feedback or no position, or a feedback came after the winning one. */
export const BAD_INPUT = -3;

/** The feedback that solves the game. */
export const WINNING = {{winning}};
export const LENGTH = {{length}};
/** No game takes more. */
export const MAX_GUESSES = {{max_guesses}};

// Entry i is the feedback that leads to position i; it ascends among the positions after one guess.
const FEEDBACKS = new {{feedbacks_type}}([
{{feedbacks}}
]);

// The positions after the guess at i are CHILDREN[i] up to, but excluding, CHILDREN[i + 1].
const CHILDREN = new {{children_type}}([
{{children}}
]);

// Twice the place of the guess in WORDS, and 1 more if the guess may be the answer.
const GUESSES = new {{guesses_type}}([
{{guesses}}
]);

const WORDS = [
{{words}}
];

{{wordle
// Grey, yellow and green: letters, signs, digits, and squares, those of high contrast and purple included.
const MARKS = [
  "bx_.-0\u{2b1b}\u{2b1c}\u{26ab}\u{26aa}", "y1\u{1f7e8}\u{1f7e6}\u{1f7ea}\u{1f7e1}\u{1f535}\u{1f7e3}",
  "g2+\u{1f7e9}\u{1f7e7}\u{1f7e2}\u{1f7e0}",
];

/**
 * Returns the feedback that marks such as "__g_y" denote, one a letter: b x _ . - 0 or a black or white square or
 * circle is grey, y 1 or a yellow, blue or purple one yellow, g 2 + or a green or orange one green. So are grey, gray,
 * black, yellow and green by their names. All are in either case; white space, commas, quotes, brackets and what nobody
 * sees are ignored. Returns
 * BAD_INPUT for any other text, and where blue or - could mean two things: blue without a grey mark or orange, and -
 * beside +.
 *
 * @param {string} text
 * @returns {number}
 */
export function marks(text) {
  if (typeof text !== "string") return BAD_INPUT;
  const narrow = text.replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0));
  const named = narrow.toLowerCase().replace(/gr[ea]y|black/g, "b").replace(/yellow|green/g, (name) => name[0]);
  const ignored = /[ ,;!|"'()[\]{}\t\r\n\xa0\u2018\u2019\u201c\u201d\ufe0e\ufe0f\p{Cf}]/gu;
  const signs = Array.from(named.replace(ignored, ""));
  if (signs.length === LENGTH + 1 && signs[LENGTH] === ".") signs.pop(); // a full stop may end what is said
  const found = signs.map((sign) => MARKS.findIndex((all) => all.includes(sign)));
  const has = (sign) => signs.includes(sign);
  const hasBlue = has("\u{1f7e6}") || has("\u{1f535}");
  const isUnclear = (hasBlue && !found.includes(0) && !has("\u{1f7e7}") && !has("\u{1f7e0}")) || (has("+") && has("-"));
  if (signs.length !== LENGTH || found.includes(-1) || isUnclear) return BAD_INPUT;
  return found.reduce((code, mark) => code * 3 + mark, 0);
}
}}
{{mastermind
/**
 * Returns the feedback of so many black and white pegs, BAD_INPUT if no guess can get it.
 *
 * @param {number} blacks
 * @param {number} whites
 * @returns {number}
 */
export function pegs(blacks, whites) {
  const areCounts = Number.isInteger(blacks) && Number.isInteger(whites) && blacks >= 0 && whites >= 0;
  if (!areCounts || blacks + whites > LENGTH) return BAD_INPUT;
  if (blacks === LENGTH - 1 && whites) return BAD_INPUT; // the last symbol has no other place to go
  return blacks * (LENGTH + 1) + whites;
}
}}

/** @param {number} value */
function isPosition(value) {
  return Number.isInteger(value) && value >= 0 && value < GUESSES.length;
}

/**
 * Returns the position after a feedback to the guess at `position`; NOT_IN_TREE and BAD_INPUT stay.
 *
 * @param {number} position
 * @param {number} feedback
 * @returns {number}
 */
export function step(position, feedback) {
  if (position === NOT_IN_TREE) return NOT_IN_TREE;
  if (!isPosition(position) || !Number.isInteger(feedback) || feedback < 0 || feedback > WINNING) return BAD_INPUT;
  let low = CHILDREN[position];
  const end = CHILDREN[position + 1];
  for (let high = end; low < high;) {
    const middle = (low + high) >> 1;
    if (FEEDBACKS[middle] < feedback) low = middle + 1;
    else high = middle;
  }
  if (low < end && FEEDBACKS[low] === feedback) return low;
  return feedback === WINNING && GUESSES[position] & 1 ? SOLVED : NOT_IN_TREE;
}

/**
 * Returns the guess to play at a position: "" if it is SOLVED, null if there is none.
 *
 * @param {number} position
 * @returns {string | null}
 */
export function guess(position) {
  if (position === SOLVED) return "";
  return isPosition(position) ? WORDS[GUESSES[position] >> 1] : null;
}

/**
 * Returns the guess after some feedbacks, each to the guess that the tree plays: the first guess after none, "" if the
 * last feedback wins, null if one is not in the tree or is no feedback; the position from `step` says which.
 *
 * @param {Iterable<number>} feedbacks
 * @returns {string | null}
 */
export function next(feedbacks) {
  let position = START;
  for (const feedback of feedbacks) position = step(position, feedback);
  return guess(position);
}

/**
 * Returns the words that may be the answer at a position, those that the tree finds soonest first: all that are left
 * but those that it does not solve, none where there is no guess. Its time is that of looking at every position below.
 *
 * @param {number} position
 * @returns {string[]}
 */
export function candidates(position) {
  const words = [];
  let [first, end] = isPosition(position) ? [position, position + 1] : [0, 0];
  while (first < end) {
    for (let i = first; i < end; i++) if (GUESSES[i] & 1) words.push(WORDS[GUESSES[i] >> 1]);
    [first, end] = [CHILDREN[first], CHILDREN[end]];
  }
  return words;
}
