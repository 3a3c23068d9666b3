// Skill and luck of a finished game, from 0 to 99 each, by the definitions of `wordle-analyze game`.
//
// The skill of a guess is 99 for a best guess, less what it costs: 99 * (1 - cost), where the cost is the guesses that
// it needs on average beyond the best guess. A guess is risky if it is not sure to find the answer in time where another
// is: it counts as one more guess for one candidate. A guess whose cost is not known is not judged. The luck of a turn is the
// share of the candidates that would have left more of them; those that would have left as many count half.

/** Of how many candidates it is said that the best guess tells them apart. */
const MOST_APART = 10;

/** Returns the mean of the shares that are known, times a scale, rounded down; null where none is. */
function meanOf(shares, scale) {
  const known = shares.filter((share) => share !== null);
  // A hair more, so that thirds that add up to one are not rounded down.
  return known.length ? Math.floor((scale * known.reduce((sum, share) => sum + share, 0)) / known.length + 1e-9) : null;
}

/** Judges the turns of a game. Weights count in neither. */
class Judge {
  /**
   * @param engine The engine of the game.
   * @param patience The milliseconds for the search of one turn.
   */
  constructor(engine, patience) {
    this.engine = engine;
    this.patience = patience;
  }

  /**
   * Returns one entry for each turn up to an impossible one.
   *
   * @param known For each turn what the tree proves to be the best there, as `{ word, value }`; null elsewhere.
   * @returns Each entry has `before` and `after`, the candidates that count; `best`, a best guess, or null; `cost`, in
   *   guesses, and `skill`, null where they are not known; `isRisky`; `apart`; `luck`; and as fractions of 99 and 100
   *   `skillShare` and `luckShare`.
   */
  judge(turns, known) {
    const judged = [];
    for (let i = 0; i < turns.length; i++) {
      const before = turns.slice(0, i);
      if (!this.engine.candidates(turns.slice(0, i + 1)).length) break;
      const isWon = turns[i].code === this.engine.winning;
      judged.push({ ...this.skill(before, turns[i].guess, known[i], isWon), ...this.luck(before, turns[i]) });
    }
    return judged;
  }

  /** Returns the luck of a turn, and how much is left after it. */
  luck(before, { guess, code }) {
    const { engine } = this;
    const cells = engine.cells(before, guess);
    const hit = cells.find((cell) => cell.code === code);
    // A hidden word that was not likely: then all candidates count.
    const sizeOf = (cell) => (hit.size ? cell.size : cell.members.length);
    const leftBy = (cell) => (cell.code === engine.winning ? 0 : sizeOf(cell));
    let [larger, same, all] = [0, 0, 0];
    for (const cell of cells) {
      all += sizeOf(cell);
      if (leftBy(cell) > leftBy(hit)) larger += sizeOf(cell);
      else if (leftBy(cell) === leftBy(hit)) same += sizeOf(cell);
    }
    const twice = 2 * larger + same;
    return { luck: Math.floor((50 * twice) / all), luckShare: twice / (2 * all), after: leftBy(hit), isOther: !hit.size };
  }

  /**
   * Returns the skill of a guess, also before rounding as the fraction `skillShare` of 99.
   *
   * On the last row a word that may be the answer costs nothing, and any other the whole guess.
   */
  skill(before, guess, known, isWon) {
    const { engine, patience } = this;
    const n = engine.counting(engine.candidates(before)).length;
    const last = engine.lastWords(before);
    if (last.length) {
      const isBest = isWon || last.includes(guess) || guess === known?.word;
      const skillShare = Number(isBest);
      return { before: n, best: isBest ? guess : last[0], cost: 1 - skillShare, isLast: true, skill: 99 * skillShare, skillShare };
    }
    const best = known ?? engine.exact(before, patience, null);
    // Nothing is better on the last row than to win.
    const isBestWord = guess === best?.word || (isWon && before.length + 1 === engine.game.limit);
    const own = best && (isBestWord ? best : engine.priced(before, guess, patience));
    // Where a tree with this opener may be late, the page does not know what it plays later, nor if another word is in time.
    const isUnknown = own && own !== best && (best.isLate
      || (own.isBeyond && !best.isBeyond && before.length && engine.opened(before[0].guess)?.isLate));
    if (!own || isUnknown) return { before: n, best: best && best.word, cost: null, skill: null, skillShare: null };
    const lost = own.value - best.value;
    const isRisky = Boolean(own.isBeyond && !best.isBeyond);
    // A risky guess loses at least one candidate.
    const kept = Math.max(0, n - Math.max(0, lost) - isRisky);
    const isBest = !lost && !isRisky;
    return {
      before: n, best: isBest ? guess : best.word, cost: lost / n, isRisky, skill: Math.floor((99 * kept) / n),
      skillShare: kept / n, apart: isBest || n < 3 || n > MOST_APART ? [] : this.apart(before, guess, best.word),
    };
  }

  /** Returns the candidates where the best guess tells all of them apart and the one played does not; else none. */
  apart(before, guess, best) {
    const { engine } = this;
    const counting = engine.counting(engine.candidates(before));
    const [own, other] = [guess, best].map((word) => engine.cells(before, word).filter(({ size }) => size).length);
    return own < other && other === counting.length ? Array.from(counting, (number) => engine.game.words[number]).sort() : [];
  }
}
