// The verdict on a finished game: skill and luck, turn by turn, and what would have been better.

/** Milliseconds that the exact search of one turn may take in a verdict. */
const PATIENCE_OF_VERDICT = 1500;

/** Fills the element `verdict` with the verdict on some turns; `isCurrent` tells whether it is still wanted. */
async function showVerdict({ tree, oracle, turns, isCurrent }) {
  const place = byId("verdict");
  place.hidden = false;
  place.replaceChildren(make("p", { class: "note", role: "status" }, "Judging each guess …"));
  const isOwn = turns.map((turn, i) => isBestOfTree(tree, turns.slice(0, i), turn.guess));
  const judged = await oracle.ask("judge", { turns, isOwn, patience: PATIENCE_OF_VERDICT });
  if (!isCurrent()) return;
  if (!judged.length) {
    place.replaceChildren();
    return;
  }
  const isEstimate = judged.some((turn) => turn.cost === null);
  const skill = meanOf(judged.map((turn) => turn.skillShare), 99);
  const luck = meanOf(judged.map((turn) => turn.luckShare), 100);
  place.replaceChildren(
    make("div", { class: "scores" }, score("Skill", skill, isEstimate), score("Luck", luck, false)),
    make("ol", { class: "judged" }, ...judged.map((turn, i) => judgedTurn(tree, turns[i], turn))),
    make("p", { class: "note" },
      "Skill is 99 for a best guess, and less by 99 for each guess that it costs on average. ",
      ...(isEstimate ? ["With ≈ it is estimated from the bits that a guess tells. "] : []),
      `Luck is the share of the ${tree.kind.noun}s that would have left more; 50 is what was to be expected.`));
}

/** Tells whether a guess is that of the tree, on the tree, where that is known to cost nothing. */
function isBestOfTree(tree, before, guess) {
  let node = 0;
  for (const turn of before) {
    if (turn.guess !== tree.word(node)) return false;
    node = tree.child(node, turn.code);
    if (!node) return false;
  }
  const isTotal = tree.file.proof.objective.replace("likely ", "").startsWith("total");
  return guess === tree.word(node) && isTotal && !tree.weights && isProven(tree, node);
}

function score(name, value, isEstimate) {
  const element = make("div", { class: "score" }, make("span", { class: "value" }, `${isEstimate ? "≈ " : ""}${value}`),
    make("span", { class: "name" }, name), make("span", { class: "meter", "aria-hidden": "true" }));
  element.style.setProperty("--share", value / 99);
  return element;
}

/** Returns the list entry of a turn: what it got, what it left, and the better guess with what this one cost. */
function judgedTurn(tree, { guess, code }, turn) {
  const isSolved = code === tree.winning;
  const left = isSolved ? `${counted(turn.before, tree.kind.noun)} possible`
    : `${turn.before} → ${counted(turn.after, tree.kind.noun)} left`;
  return make("li", {},
    make("div", { class: "row" }, ...drawTurn(tree.kind, tree.length, guess, code)),
    make("div", { class: "marks" },
      make("span", {}, make("span", { class: "note" }, "skill "), `${turn.cost === null ? "≈ " : ""}${turn.skill}`),
      make("span", {}, make("span", { class: "note" }, "luck "), `${turn.luck}`)),
    make("p", {}, `${left}. `, ...compared(guess, turn, tree.kind.noun)));
}

function compared(guess, { best, cost, told, mostTold }, noun) {
  if (cost === 0) return ["No guess was better."];
  const better = make("bdi", { class: "guess" }, best);
  if (cost !== null) return [better, ` was better: this one cost ${rounded(cost)} guesses.`];
  if (best === guess) return [`No ${noun} tells more.`];
  if (rounded(told) === rounded(mostTold)) return [better, " tells hardly more."];
  return [better, ` tells more: ${rounded(mostTold)} bits, this one ${rounded(told)}.`];
}
