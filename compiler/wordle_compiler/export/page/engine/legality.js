// Which guesses a rule allows, and why it does not allow one.

/** Returns why a rule forbids a word after some turns, as a sentence for `spoken`; nothing where it allows it. */
function whyIllegal(game, turns, word, isCandidate) {
  if (game.rule === "candidates" && !isCandidate) {
    return `The rule allows only ${KINDS[game.kind].noun}s that are still possible, and \t${word}\t is not.`;
  }
  if (game.rule !== "hard") return "";
  const letters = lettersOf(word);
  for (const { guess, code } of turns) {
    const played = lettersOf(guess);
    const marks = marksOf(code, game.length);
    const moved = played.findIndex((letter, place) => marks[place] === 2 && letters[place] !== letter);
    if (moved >= 0) {
      return `The hard rule: letter ${moved + 1} must be \t${played[moved]}\t, which was green in \t${guess}\t.`;
    }
    const nShown = (letter) => played.filter((other, place) => other === letter && marks[place]).length;
    const nUsed = (letter) => letters.filter((other) => other === letter).length;
    const dropped = played.find((letter) => nUsed(letter) < nShown(letter));
    if (dropped) {
      const times = nShown(dropped) > 1 ? ` ${nShown(dropped)} times` : "";
      return `The hard rule: \t${word}\t must use \t${dropped}\t${times}, which \t${guess}\t has shown.`;
    }
  }
  return "";
}
