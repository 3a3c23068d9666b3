// What the page asks about positions off the tree: candidates, cells, good guesses, and a finished game's skill and
// luck.
//
// The same script is loaded by the page and, from a blob, by a worker. The page asks its own engine what takes a
// millisecond, and the worker what takes longer.

/** Of more candidates than these an even sample is compared with all words, to find those worth comparing in full. */
const MOST_COMPARED = 256;
const N_SHORTLISTED = 300;
/** Added to the number of a guess of the table after which some answer comes too late. */
const LATE = 0x8000;
const N_RANKED = 10;

/** Answers questions about positions. A position is its turns, each `{ guess, code }`. */
class Engine {
  /**
   * @param game kind (a name of `KINDS`), rule, length; limit, the guesses of a game; words, the allowed words, the
   *   answers first; nAnswers; likely, the numbers of the likely answers, or null; weights, the answers' or null;
   *   replies, the table of best second guesses that the exporter wrote, by trees that may take more than the limit; isComplete, whether the words are all that are
   *   allowed.
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
    /** Words that the player says are newer than the list. */
    this.newer = new Set();
    /** By opener: `guesses`, the best second ones, `above`, what totals have above 2n - 1, and `isLate`, not in time. */
    this.replies = new Map();
    const { replies, words } = game;
    for (let at = 1; at < replies.length;) {
      const [opener, own, count] = replies.slice(at, at + 3);
      const [guesses, above] = [at + 3, at + 3 + count].map((start) => replies.slice(start, start + count));
      this.replies.set(words[opener % LATE], { isLate: opener >= LATE, guesses, above: [own, ...above] });
      at += 3 + 2 * count;
    }
  }

  /** Returns the numbers of the candidates after some turns, likely or not. */
  candidates(turns) {
    if (!turns.length) return this.answers.candidates;
    const key = turns.map(({ guess, code }) => `${guess}:${code}`).join();
    if (!this.known.has(key)) {
      const before = this.candidates(turns.slice(0, -1));
      const { guess, code } = turns.at(-1);
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

  /** Returns what the candidates that count are called. */
  nounOf(turns) {
    if (!this.isLikely) return this.kind === KINDS.wordle ? "answer" : "code";
    return this.isLikely[this.counting(this.candidates(turns))[0]] ? "likely answer" : "other word";
  }

  /** Returns how many candidates are expected after a word with these cells. */
  expectedLeft(cells) {
    const total = cells.reduce((sum, cell) => sum + cell.size, 0);
    return cells.reduce((sum, cell) => sum + (cell.code === this.winning ? 0 : cell.size ** 2), 0) / total;
  }

  /** Returns the words that count where one row is left and several may be it, in alphabetical order; elsewhere none. */
  lastWords(turns) {
    const { words, limit } = this.game;
    const candidates = this.candidates(turns);
    if (this.kind !== KINDS.wordle || turns.length + 1 !== limit || candidates.length < 2) return [];
    return Array.from(this.counting(candidates), (number) => words[number]).sort();
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
    if (this.numbers.has(word) || this.newer.has(word) || !this.game.isComplete) return "";
    return `\t${word}\t is not in the list of allowed ${this.kind.noun}s${this.near(word)}`;
  }

  /** Returns how a sentence ends: it asks for up to three words with two letters swapped, or one changed, left out or added. */
  near(word) {
    const letters = graphemesOf(word);
    const inOrder = (own) => [...own].sort().join();
    const [swapped, others] = [[], []];
    for (const other of this.kind === KINDS.wordle ? this.game.words : []) {
      const own = graphemesOf(other);
      const [short, long] = own.length < letters.length ? [own, letters] : [letters, own];
      const start = [...short, ""].findIndex((letter, i) => letter !== long[i]);
      const rest = long.slice(start + 1).join();
      if ([start, start + 1].some((from) => short.slice(from).join() === rest)) others.push(other);
      else if (own.filter((letter, i) => letter !== letters[i]).length === 2 && inOrder(own) === inOrder(letters)) swapped.push(other);
    }
    const near = [...swapped, ...others].slice(0, 3);
    return near.length ? `: is it \t${near.join("\t or \t")}\t?` : ".";
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
   * @returns `{ exact, ranked, nCounting, nLegal }`. `exact` is null, or what `exact` returns. `ranked` are the words
   *   with the fewest expected candidates left, each with its sum of squares and whether it may be the answer; those
   *   that may come first among equals.
   */
  rank(turns, patience) {
    const isLegal = this.legal(turns);
    const counting = this.counting(this.candidates(turns));
    const ranked = this.ranked(counting, isLegal);
    return {
      exact: this.exact(turns, patience, this.weightsOf(counting), { isLegal, counting, first: ranked[0] }),
      ranked,
      nCounting: counting.length,
      nLegal: isLegal ? isLegal.reduce((sum, one) => sum + one, 0) : this.game.words.length,
    };
  }

  /**
   * Returns the best guess at a position off the tree, where it is known: from the table, without a search, or by one.
   *
   * @returns null, or `word`; its `value`, the sum of the guesses of the candidates that count, each times its weight;
   *   their `weight`; `limit`, the guesses within which all are solved, null where it is only that of the game;
   *   `isBeyond`, whether these are more than the game has left; and `isLate`, whether that is so by the table, which
   *   does not tell whether another word would be in time.
   */
  exact(turns, patience, weights, known = {}) {
    const counting = known.counting ?? this.counting(this.candidates(turns));
    const n = counting.length;
    if (!n || !this.game.isComplete) return null;
    const reply = turns.length === 1 && !weights && this.opened(turns[0].guess)?.replies.get(turns[0].code);
    if (reply) return { ...reply, weight: n, limit: null, isBeyond: reply.isLate };
    const isLegal = known.isLegal ?? this.legal(turns);
    if (!weights && n <= MOST_COMPARED) {
      const evident = this.evident(turns, counting, isLegal, known.first);
      if (evident) return evident;
    }
    return this.searched(turns, counting, isLegal, patience, weights);
  }

  /** Returns `{ total, replies }` of an opener of the table, `replies` by feedback as `{ word, value }`; else null. */
  opened(guess) {
    const found = this.replies.get(guess);
    if (!found || found.replies) return found ?? null;
    const { words, replies } = this.game;
    const [own, ...above] = found.above;
    const cells = this.cells([], guess).filter(({ size }) => size > replies[0])
      .sort((one, other) => one.code - other.code);
    found.total = 2 * this.counting(this.answers.candidates).length - 1 + own;
    found.replies = new Map(cells.map(({ code, size }, i) => (
      [code, { word: words[found.guesses[i] % LATE], value: 2 * size - 1 + above[i], isLate: found.guesses[i] >= LATE }])));
    return found;
  }

  /** Returns the value of a guess at a position, as `priced` does; null also where the guesses may not be enough. */
  valueOf(turns, guess, patience) {
    const found = this.priced(turns, guess, patience);
    return found && !found.isBeyond ? found.value : null;
  }

  /**
   * Returns `{ value, isBeyond }` of a guess at a position, with all counting alike, as `exact` does of the best; null
   * where it is not known: cells are too large or too many for the time.
   */
  priced(turns, guess, patience) {
    if (!this.game.isComplete) return null;
    const found = turns.length ? null : this.opened(guess);
    if (found) return { value: found.total, isBeyond: found.isLate };
    const deadline = performance.now() + patience;
    let value = this.counting(this.candidates(turns)).length;
    let isBeyond = false;
    for (const { code, size } of this.cells(turns, guess)) {
      if (code === this.winning || !size) continue;
      const left = deadline - performance.now();
      const found = left > 0 ? this.exact([...turns, { guess, code }], left, null) : null;
      if (!found) return null;
      isBeyond ||= found.isBeyond || turns.length + 1 >= this.game.limit;
      value += found.value;
    }
    return { value, isBeyond };
  }

  /** Returns the words that leave the fewest, each `{ word, squares, isCandidate }`; candidates first among equals. */
  ranked(counting, isLegal) {
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
    let sums = compared.sums(isLegal, compared.squares);
    if (step > 1) {
      const isShortlisted = new Uint8Array(words.length);
      for (const number of best(sums, N_SHORTLISTED)) isShortlisted[number] = 1;
      const all = new Cells(this.lexicon, counting);
      sums = all.sums(isShortlisted, all.squares);
    }
    return best(sums, N_RANKED).map((number) => (
      { word: words[number], squares: sums[number], isCandidate: isCandidate.has(number) }));
  }

  /**
   * Returns what needs no search, in the form of `exact`: a word that tells all candidates apart.
   *
   * One of them that does so needs 2n - 1 guesses, and nothing needs fewer; another word that does needs 2n, and only
   * one of the candidates that does so, which would have come first, needs fewer.
   *
   * @param first The word with the fewest expected candidates left, if it is known.
   */
  evident(turns, counting, isLegal, first) {
    const n = counting.length;
    const isCertain = { word: this.game.words[counting[0]], squares: n - 1, isCandidate: true };
    let best = first ?? (n <= 2 ? isCertain : this.ranked(counting, isLegal)[0]);
    if (!best || best.squares > n) return null;
    let limit = n === 1 && best.isCandidate ? 1 : 2;
    if (!best.isCandidate && this.guessesLeft(turns) > 2) {
      // A candidate that leaves but one pair needs as many, and is first of equals.
      const own = this.ranked(counting, Uint8Array.from(this.game.words, (_, number) => counting.includes(number)))[0];
      if (own.squares === n + 1) [best, limit] = [{ ...own, isCandidate: false }, 3];
    }
    const isBeyond = limit > this.guessesLeft(turns);
    return { word: best.word, value: best.isCandidate ? 2 * n - 1 : 2 * n, weight: n, limit, isBeyond };
  }

  /** Returns what an exact search finds; null where it was not tried or not finished. */
  searched(turns, counting, isLegal, patience, weights) {
    try {
      const search = this.search(counting, isLegal, patience, weights);
      if (!search) return null;
      for (let limit = this.guessesLeft(turns); ; limit++) {
        const found = search.best(limit, turns.length + 2 === this.game.limit);
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
