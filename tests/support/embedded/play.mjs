// Does with the ES module what play.c does with the header.
import { readFileSync } from "node:fs";
import { guess, MAX_GUESSES, next, NOT_IN_TREE, SOLVED, START, step } from "./tree.mjs";

function feedbackToWord(played, answer) {
  const spare = [...answer].filter((letter, i) => letter !== played[i]);
  return [...played].reduce((code, letter, i) => {
    if (letter === answer[i]) return code * 3 + 2;
    const place = spare.indexOf(letter);
    if (place >= 0) spare.splice(place, 1);
    return code * 3 + (place >= 0 ? 1 : 0);
  }, 0);
}

function feedbackToCode(played, answer) {
  const blacks = [...played].filter((symbol, i) => symbol === answer[i]).length;
  const count = (text, symbol) => text.split(symbol).length - 1;
  const pegs = [...new Set(played)].reduce((sum, symbol) => sum + Math.min(count(played, symbol), count(answer, symbol)), 0);
  return blacks * (played.length + 1) + pegs - blacks;
}

function ask(line) {
  const feedbacks = line.split(" ").filter(Boolean).map(Number);
  const position = feedbacks.reduce(step, START);
  if (next(feedbacks) !== guess(position)) process.exit(1);
  const names = { [SOLVED]: "solved", [NOT_IN_TREE]: "not in tree" };
  return position >= 0 ? guess(position) : names[position] ?? "bad input";
}

const lines = readFileSync(0, "utf8").split("\n").slice(0, -1);
if (process.argv[2] === "ask") {
  process.stdout.write(lines.map((line) => `${ask(line)}\n`).join(""));
} else {
  const feedback = process.argv[2] === "wordle" ? feedbackToWord : feedbackToCode;
  const histogram = Array(MAX_GUESSES).fill(0);
  let nUnsolved = 0;
  for (const answer of lines) {
    let [position, nGuesses] = [START, 0];
    for (; position >= 0; nGuesses++) position = step(position, feedback(guess(position), answer));
    if (position === SOLVED) histogram[nGuesses - 1]++;
    else nUnsolved++;
  }
  console.log([...histogram, "unsolved", nUnsolved].join(" "));
}
