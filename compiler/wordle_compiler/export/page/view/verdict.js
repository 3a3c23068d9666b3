// The verdict on a finished game: skill and luck, turn by turn, and what would have been better.

/** Milliseconds that the exact search of one turn may take in a verdict. */
const PATIENCE_OF_VERDICT = 1500;

/** Fills the element `verdict` with the verdict on some turns; `isCurrent` tells whether it is still wanted. */
async function showVerdict({ tree, oracle, turns: all, isCurrent }) {
  // A row too many only says what the answer was.
  const turns = tree.kind === KINDS.wordle ? all.slice(0, tree.limit) : all;
  const place = byId("verdict");
  place.hidden = false;
  place.replaceChildren(make("p", { class: "note", role: "status" }, "Judging each guess …"));
  const known = turns.map((turn, i) => bestOfTree(tree, turns.slice(0, i)));
  const judged = await oracle.ask("judge", { turns, known, patience: PATIENCE_OF_VERDICT });
  if (!isCurrent()) return;
  if (!judged.length) {
    place.replaceChildren();
    return;
  }
  const skill = meanOf(judged.map((turn) => turn.skillShare), 99);
  const luck = meanOf(judged.map((turn) => turn.luckShare), 100);
  const nJudged = judged.filter((turn) => turn.skill !== null).length;
  const isWhole = nJudged === judged.length;
  place.replaceChildren(
    make("div", { class: "scores" }, score(isWhole ? "Skill" : `Skill of ${counted(nJudged, "guess", "guesses")}`, skill), score("Luck", luck)),
    make("ol", { class: "judged" }, ...judged.map((turn, i) => judgedTurn(tree, turns[i], turn))),
    make("p", { class: "note" },
      "Skill is 99 for a best guess, and less by 99 for each guess that it costs on average. ",
      ...(isWhole ? [] : ["A guess whose cost is not known is not judged, and not counted. "]),
      "Luck is the share of the possible answers that would have left more; 50 is what was to be expected."));
}

/** Returns what the tree proves to be the best after some turns, as `{ word, value }`; null where it does not. */
function bestOfTree(tree, before) {
  let node = 0;
  for (const turn of before) {
    if (turn.guess !== tree.word(node)) return null;
    node = tree.child(node, turn.code);
    if (!node) return null;
  }
  const isTotal = tree.file.proof.objective.replace("likely ", "").startsWith("total");
  if (!isTotal || tree.weights || !isProven(tree, node) || tree.unsolved(node).length) return null;
  return { word: tree.word(node), value: tree.expected(node).sum };
}

function score(name, value) {
  const element = make("div", { class: "score" }, make("span", { class: "value" }, `${value ?? "–"}`),
    make("span", { class: "name" }, name), make("span", { class: "meter", "aria-hidden": "true" }));
  element.style.setProperty("--share", (value ?? 0) / 99);
  return element;
}

/** Returns the list entry of a turn: what it got, what it left, and the better guess with what this one cost. */
function judgedTurn(tree, { guess, code }, turn) {
  const isSolved = code === tree.winning;
  const noun = tree.kind === KINDS.wordle ? "answer" : "code";
  const left = isSolved ? `${counted(turn.before, noun)} possible` : `${turn.before} → ${counted(turn.after, turn.isOther ? "other word" : noun)} left`;
  return make("li", {},
    make("div", { class: "row" }, ...drawTurn(tree.kind, tree.length, guess, code)),
    make("div", { class: "marks" },
      make("span", {}, make("span", { class: "note" }, "skill "), `${turn.skill ?? "–"}`),
      make("span", {}, make("span", { class: "note" }, "luck "), `${turn.luck}`)),
    make("p", {}, `${left}. `, ...compared(guess, turn)));
}

function compared(guess, { best, cost, isRisky, isLast, apart }) {
  if (apart?.length && cost > 0) {
    return [large(best), " keeps ", ...listed(apart), ` apart: this one cost ${rounded(cost)} guesses.`];
  }
  if (isLast && cost) return [large(best), " could be it, this one could not."];
  if (isRisky) return [large(best), " was sure to be in time, this one was not."];
  if (cost === 0) return ["No guess was better."];
  if (!best) return ["Not judged: the best guess is not known here."];
  const better = large(best);
  if (cost === null) return ["Not judged. A best guess was ", better, "."];
  return [better, cost < 0.005 ? " was a little better." : ` was better: this one cost ${rounded(cost)} guesses.`];
}
