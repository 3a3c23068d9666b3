// What the page asks about positions off the tree: candidates, cells, good guesses, and a finished game's skill and
// luck.
//
// The same script is loaded by the page and, from a blob, by a worker. The page asks its own engine what takes a
// millisecond, and the worker what takes longer.

/** Of more candidates than these an even sample is compared with all words, to find those worth comparing in full. */
const MOST_COMPARED = 256;
const N_SHORTLISTED = 300;
const N_RANKED = 10;

/** Answers questions about positions. A position is its turns, each `{ guess, code }`. */
class Engine {
  /**
   * @param game kind (a name of `KINDS`), rule, length; limit, the guesses of a game; words, the allowed words, the
   *   answers first; nAnswers; likely, the numbers of the likely answers, or null; weights, the answers' or null;
   *   isComplete, whether the words are all that are allowed.
   */
  constructor(game) {
    this.game = game;
    this.kind = KINDS[game.kind];
    this.winning = this.kind.count(game.length) - 1;
    this.lexicon = new Lexicon(this.kind, game.length, game.words);
    this.numbers = new Map(game.words.map((word, number) => [word, number]));
    this.isLikely = game.likely && new Uint8Array(game.words.length);
    game.likely?.forEach((number) => { this.isLikely[number] = 1; });
    this.answers = new Cells(this.lexicon, Int32Array.from({ length: game.nAnswers }, (_, i) => i));
    this.known = new Map();
  }

  /** Returns the numbers of the candidates after some turns, likely or not. */
  candidates(turns) {
    if (!turns.length) return this.answers.candidates;
    const key = turns.map(({ guess, code }) => `${guess}:${code}`).join();
    if (!this.known.has(key)) {
      const before = this.candidates(turns.slice(0, -1));
      const { guess, code } = turns[turns.length - 1];
      const codes = (turns.length === 1 ? this.answers : new Cells(this.lexicon, before)).codes(guess);
      this.known.set(key, before.filter((_, i) => codes[i] === code));
    }
    return this.known.get(key);
  }

  /** Returns the candidates that count: the likely ones, or all where none is likely. */
  counting(candidates) {
    const likely = this.isLikely ? candidates.filter((number) => this.isLikely[number]) : candidates;
    return likely.length ? likely : candidates;
  }

  /** Returns an entry for each word, 1 where the rule allows it; null where it allows all. */
  legal(turns) {
    const { rule, words } = this.game;
    if (rule === "any") return null;
    const isCandidate = new Uint8Array(words.length);
    for (const number of this.candidates(turns)) isCandidate[number] = 1;
    if (rule === "candidates") return isCandidate;
    return Uint8Array.from(words, (word) => !whyIllegal(this.game, turns, word));
  }

  /** Returns why a word cannot be played, as a sentence; nothing where it can. */
  whyNot(turns, word) {
    return this.whyUnknown(word)
      || whyIllegal(this.game, turns, word, this.candidates(turns).includes(this.numbers.get(word)));
  }

  /** Returns why a word is none of the game's, as a sentence; nothing where it is, or where they are not known. */
  whyUnknown(word) {
    return this.numbers.has(word) || !this.game.isComplete ? ""
      : `${word} is not in the list of allowed ${this.kind.noun}s.`;
  }

  /**
   * Returns the cells of a word, the largest first, each `{ code, members, size }`; `size` counts what `counting` does.
   */
  cells(turns, word) {
    const candidates = this.candidates(turns);
    const counts = new Set(this.counting(candidates));
    const codes = new Cells(this.lexicon, candidates).codes(word);
    const cells = new Map();
    candidates.forEach((number, i) => {
      const code = codes[i];
      if (!cells.has(code)) cells.set(code, { code, members: [], size: 0 });
      cells.get(code).members.push(number);
      cells.get(code).size += counts.has(number);
    });
    return [...cells.values()].sort((one, other) => (
      other.size - one.size || other.members.length - one.members.length || one.code - other.code));
  }

  /** Returns the weights of some candidates, or null where they count alike. */
  weightsOf(candidates) {
    const weights = this.game.weights && Array.from(candidates, (number) => this.game.weights[number]);
    return weights && weights.some(Boolean) ? weights : null;
  }

  guessesLeft(turns) {
    return Math.max(1, this.game.limit - turns.length);
  }

  /**
   * Returns good guesses at a position, and how they were found.
   *
   * @param patience The milliseconds after which an exact search is given up.
   * @returns `{ exact, ranked, nCounting, nLegal }`. `exact` is null, or the word that the search found, its `value`
   *   (the sum of the guesses of the candidates that count, each times its weight), their `weight`, `limit`, the
   *   guesses within which all are solved, and `isBeyond`, whether these are more than the game has left. `ranked` are
   *   the words with the fewest expected candidates left, each with its sum of squares and whether it may be the
   *   answer; those that may come first among equals.
   */
  rank(turns, patience) {
    const isLegal = this.legal(turns);
    const counting = this.counting(this.candidates(turns));
    const ranked = this.ranked(counting, isLegal, "squares").map(({ number, sum, isCandidate }) => (
      { word: this.game.words[number], squares: sum, isCandidate }));
    return {
      exact: this.evident(turns, counting, ranked[0]) ?? this.searched(turns, counting, isLegal, patience),
      ranked,
      nCounting: counting.length,
      nLegal: isLegal ? isLegal.reduce((sum, one) => sum + one, 0) : this.game.words.length,
    };
  }

  /** Returns the words with the smallest sum of a worth of `Cells`, each `{ number, sum, isCandidate }`. */
  ranked(counting, isLegal, worth) {
    const isCandidate = new Set(counting);
    const { words } = this.game;
    const best = (sums, count) => {
      // Most words are far from the best: they are left out before the rest is put in order.
      const enough = sums.slice().sort()[Math.min(count, sums.length) - 1];
      return Array.from(sums.keys()).filter((number) => sums[number] <= enough && sums[number] < Infinity)
        .sort((one, other) => (sums[one] - sums[other] || isCandidate.has(other) - isCandidate.has(one)
          || (words[one] < words[other] ? -1 : 1)))
        .slice(0, count);
    };
    const step = Math.ceil(counting.length / MOST_COMPARED);
    const compared = new Cells(this.lexicon, counting.filter((_, i) => i % step === 0));
    let sums = compared.sums(isLegal, compared[worth]);
    if (step > 1) {
      const isShortlisted = new Uint8Array(words.length);
      for (const number of best(sums, N_SHORTLISTED)) isShortlisted[number] = 1;
      const all = new Cells(this.lexicon, counting);
      sums = all.sums(isShortlisted, all[worth]);
    }
    return best(sums, N_RANKED).map((number) => ({ number, sum: sums[number], isCandidate: isCandidate.has(number) }));
  }

  /**
   * Returns what needs no search, in the form of `searched`: a word that tells all candidates apart.
   *
   * One of them that does so needs 2n - 1 guesses, and nothing needs fewer; another word that does needs 2n, and only
   * one of the candidates that does so, which would have come first, needs fewer.
   */
  evident(turns, counting, first) {
    const n = counting.length;
    if (!first || n > MOST_COMPARED || first.squares > n) return null;
    if (!this.game.isComplete || this.weightsOf(counting)) return null;
    const limit = n === 1 && first.isCandidate ? 1 : 2;
    const isBeyond = limit > this.guessesLeft(turns);
    return { word: first.word, value: first.isCandidate ? 2 * n - 1 : 2 * n, weight: n, limit, isBeyond };
  }

  /** Returns what an exact search finds; null where it was not tried or not finished. */
  searched(turns, counting, isLegal, patience) {
    try {
      const search = this.search(counting, isLegal, patience, this.weightsOf(counting));
      if (!search) return null;
      for (let limit = this.guessesLeft(turns); ; limit++) {
        const found = search.best(limit);
        if (!found) continue;
        const weight = search.weights.reduce((sum, one) => sum + one, 0);
        const isBeyond = limit > this.guessesLeft(turns);
        return { ...found, word: this.game.words[found.word], weight, limit, isBeyond };
      }
    } catch (error) {
      if (error instanceof OutOfTime) return null;
      throw error;
    }
  }

  /** Returns a search, or null where there are too many candidates or not all allowed words are known. */
  search(counting, isLegal, patience, weights = null) {
    if (!counting.length || counting.length > MOST_SEARCHED || !this.game.isComplete) return null;
    const { game, lexicon } = this;
    const deadline = performance.now() + patience;
    return new Search({ game, lexicon, candidates: counting, isLegal, weights, deadline });
  }
}
