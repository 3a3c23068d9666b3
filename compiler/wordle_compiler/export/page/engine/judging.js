// Skill and luck of a finished game, from 0 to 99 each.
//
// The skill of a guess is 99 for a best guess, less what it costs: 99 * (1 - cost), where the cost is the guesses that
// it needs on average beyond the best guess. Where the cost is not known, skill is estimated from what the guess tells,
// in bits, and said to be. The luck of a turn is the share of the candidates that would have left more of them; those
// that would have left as many count half.

/** Returns the mean of the shares of some turns, times a scale, rounded down. */
function meanOf(shares, scale) {
  // A hair more, so that thirds that add up to one are not rounded down.
  return Math.floor((scale * shares.reduce((sum, share) => sum + share, 0)) / shares.length + 1e-9);
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
   * @param isOwn For each turn, whether the guess is that of a tree that is optimal there: then it costs nothing.
   * @returns Each entry has `before` and `after`, the candidates that count; `best`, a best guess; `cost`, in guesses,
   *   null where it is unknown and the skill an estimate, of `told` and `mostTold`, the bits that the guess and the
   *   best one tell; `skill` and `luck`; and as fractions of 99 and 100 `skillShare` and `luckShare`.
   */
  judge(turns, isOwn) {
    const judged = [];
    for (let i = 0; i < turns.length; i++) {
      const before = turns.slice(0, i);
      if (!this.engine.candidates(turns.slice(0, i + 1)).length) break;
      judged.push({ ...this.skill(before, turns[i], isOwn[i]), ...this.luck(before, turns[i]) });
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
    return { luck: Math.floor((50 * twice) / all), luckShare: twice / (2 * all), after: leftBy(hit) };
  }

  /** Returns the skill of a guess, also before rounding as the fraction `skillShare` of 99. */
  skill(before, { guess }, isOwn) {
    const { engine } = this;
    const counting = engine.counting(engine.candidates(before));
    const isLegal = engine.legal(before);
    const n = counting.length;
    const found = isOwn ? { best: guess, lost: 0 } : this.searched(guess, counting, isLegal);
    if (found) {
      const kept = Math.max(0, n - found.lost);
      const skill = Math.floor((99 * kept) / n);
      return { before: n, best: found.best, cost: found.lost / n, skill, skillShare: kept / n };
    }
    const [first] = engine.ranked(counting, isLegal, "bits");
    const cells = new Cells(engine.lexicon, counting);
    const toldBy = (bitsLeft) => Math.log2(n) - bitsLeft / n;
    const told = toldBy(cells.sumOf(cells.codes(guess), cells.bits));
    const mostTold = Math.max(told, toldBy(first.sum));
    const share = mostTold ? told / mostTold : 1;
    const best = told < mostTold ? engine.game.words[first.number] : guess;
    return { before: n, best, cost: null, skill: Math.floor(99 * share), skillShare: share, told, mostTold };
  }

  /**
   * Returns a best guess, and how many guesses another one loses to it, over all candidates; null where it is unknown.
   */
  searched(guess, counting, isLegal) {
    try {
      const search = this.engine.search(counting, isLegal, this.patience);
      if (!search) return null;
      // Without a limit: what a guess costs does not depend on how late it comes.
      const unlimited = counting.length + 1;
      const best = search.best(unlimited);
      const value = search.valueOf(guess, unlimited);
      const lost = value === Infinity ? counting.length : value - best.value;
      return { best: lost ? this.engine.game.words[best.word] : guess, lost };
    } catch (error) {
      if (error instanceof OutOfTime) return null;
      throw error;
    }
  }
}
