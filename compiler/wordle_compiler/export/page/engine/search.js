// Exact search where few candidates are left: the fewest guesses on average, proven by trying everything else.
//
// The value of some candidates is the smallest sum, over them, of the guesses that each needs, times its weight. A
// guess is bounded from below by its cells: one candidate of a cell needs at least one more guess, every other at least
// two. Guesses are tried in the order of their bounds until a bound reaches the best value. A search ends, or it is
// given up at its deadline; then nothing of it is used.

/** More candidates than these are not searched: a set of them is a key of the memo, a number of at most 53 bits. */
const MOST_SEARCHED = 53;

/** The deadline came before the end of the search. */
class OutOfTime extends Error {}

/** The search below one set of candidates. */
class Search {
  /**
   * @param game The game's kind, rule and length.
   * @param lexicon The words.
   * @param candidates The numbers of the candidates, at most MOST_SEARCHED.
   * @param isLegal An entry for each word; null where every word is legal.
   * @param weights The weight of each candidate; null where all count alike.
   * @param deadline The time of `performance.now()` at which to give up.
   */
  constructor({ game, lexicon, candidates, isLegal, weights, deadline }) {
    this.game = game;
    this.lexicon = lexicon;
    this.deadline = deadline;
    this.cells = new Cells(lexicon, candidates);
    this.winning = this.cells.nCodes - 1;
    this.weights = weights ?? new Array(candidates.length).fill(1);
    this.members = Array.from({ length: candidates.length }, (_, i) => i);
    this.memo = new Map();
    /** By feedback, the weight of a cell and that of its heaviest candidate; all zero between two calls of `bound`. */
    this.cellWeight = new Float64Array(this.cells.nCodes);
    this.cellHeaviest = new Float64Array(this.cells.nCodes);
    this.rows = this.gathered(isLegal);
  }

  /** Returns the guesses with their feedbacks. Where the rule is any, one is enough of those that divide alike. */
  gathered(isLegal) {
    const rows = [];
    const known = new Map();
    const { words } = this.lexicon;
    const names = new Uint8Array(this.cells.nCodes);
    this.cells.forEach(isLegal, (word, padded) => {
      if (word % 256 === 0 && performance.now() > this.deadline) throw new OutOfTime();
      const codes = padded.slice(0, this.members.length);
      const row = { word, codes, wins: codes.indexOf(this.winning) };
      const shape = this.game.rule === "any" ? this.shapeOf(codes, names) : word;
      const same = known.get(shape);
      if (!same) rows.push(row);
      else if (words[word] < words[same.word]) same.word = word;
      known.set(shape, same ?? row);
    });
    return rows;
  }

  /** Returns a text that is the same for guesses that divide the candidates alike. `names` is zero before and after. */
  shapeOf(codes, names) {
    let nNames = 1;
    names[this.winning] = 1;
    const shape = codes.map((code) => names[code] || (names[code] = ++nNames));
    for (const code of codes) names[code] = 0;
    names[this.winning] = 0;
    return String.fromCharCode(...shape);
  }

  /**
   * Returns the best guess within a limit as `{ word, value }`; null where no play solves every candidate. First of equals
   * are, in the time that is left, candidates, then the first of the alphabet; two rows before the end the most cells.
   */
  best(nGuesses, hasTwoLeft) {
    const { members, rows, lexicon: { words } } = this;
    const { value, row } = this.solve(members, nGuesses, rows);
    const key = ({ codes, wins, word }) => `${hasTwoLeft ? 99 - new Set(codes).size : ""}${wins < 0}${words[word]}`;
    let first = row;
    try {
      for (const other of row ? rows : []) {
        if (key(other) < key(first) && this.bound(members, other.codes) <= value
          && this.valueBelow(members, other, nGuesses, rows, value + 0.5) <= value) first = other;
      }
    } catch (error) {
      if (!(error instanceof OutOfTime)) throw error;
    }
    return first && { word: first.word, value };
  }

  /**
   * Returns `{ value, row }`, the smallest value and the guess that has it; `row` is null where the value is Infinity.
   */
  solve(members, nGuesses, rows) {
    let best = { value: Infinity, row: null };
    if (!nGuesses) return best;
    // Candidates one after another are legal under every rule, so more guesses than candidates are never needed.
    const limit = Math.min(nGuesses, members.length);
    const key = this.game.rule === "hard" ? null : members.reduce((sum, member) => sum + 2 ** member, 0) + "/" + limit;
    if (this.memo.has(key)) return this.memo.get(key);
    if (performance.now() > this.deadline) throw new OutOfTime();
    const tried = rows
      .map((row) => ({ row, bound: this.bound(members, row.codes) }))
      .filter(({ bound }) => bound < Infinity)
      .sort((one, other) => one.bound - other.bound || (other.row.wins >= 0) - (one.row.wins >= 0));
    for (const { row, bound } of tried) {
      if (bound >= best.value) break;
      const value = this.valueBelow(members, row, limit, rows, best.value);
      if (value < best.value) best = { value, row };
    }
    if (key !== null) this.memo.set(key, best);
    return best;
  }

  /** Returns the value of a guess, or Infinity once it is known to be at least `enough`. */
  valueBelow(members, row, nGuesses, rows, enough) {
    const cells = new Map();
    let sum = 0;
    for (const member of members) {
      const code = row.codes[member];
      sum += this.weights[member];
      if (code === this.winning) continue;
      if (cells.has(code)) cells.get(code).push(member);
      else cells.set(code, [member]);
    }
    if (cells.size === 1 && [...cells.values()][0].length === members.length) return Infinity;
    const inOrder = [...cells].sort(([, one], [, other]) => one.length - other.length);
    let bound = sum + inOrder.reduce((all, [, cell]) => all + this.atLeast(cell), 0);
    for (const [code, cell] of inOrder) {
      if (bound >= enough) return Infinity;
      const value = this.valueOfCell(cell, nGuesses - 1, () => this.rowsAfter(rows, row, code, cell));
      bound += value - this.atLeast(cell);
    }
    return bound < enough ? bound : Infinity;
  }

  /** Returns the value of a cell; one or two candidates need no look at the guesses, made by `findRows`. */
  valueOfCell(cell, nGuesses, findRows) {
    if (cell.length > nGuesses && nGuesses < 2) return Infinity;
    return cell.length <= 2 ? this.atLeast(cell) : this.solve(cell, nGuesses, findRows()).value;
  }

  /** Returns the guesses that are legal after another one. */
  rowsAfter(rows, row, code, cell) {
    const { rule } = this.game;
    if (rule === "any") return rows;
    if (rule === "candidates") return rows.filter((next) => cell.some((member) => next.codes[member] === this.winning));
    const turn = [{ guess: this.lexicon.words[row.word], code }];
    return rows.filter((next) => !whyIllegal(this.game, turn, this.lexicon.words[next.word]));
  }

  /** Returns what some candidates need at least, if the next guess is one of them and tells the others apart. */
  atLeast(members) {
    let sum = 0;
    let heaviest = 0;
    for (const member of members) {
      sum += 2 * this.weights[member];
      heaviest = Math.max(heaviest, this.weights[member]);
    }
    return sum - heaviest;
  }

  /** Returns a value that a guess cannot stay below; Infinity where it tells nothing. */
  bound(members, codes) {
    const { cellWeight, cellHeaviest, weights, winning } = this;
    const first = codes[members[0]];
    let isUseless = first !== winning;
    let sum = 0;
    for (const member of members) {
      const code = codes[member];
      const weight = weights[member];
      if (code !== first) isUseless = false;
      sum += weight;
      cellWeight[code] += weight;
      if (weight > cellHeaviest[code]) cellHeaviest[code] = weight;
    }
    cellWeight[winning] = cellHeaviest[winning] = 0;
    for (const member of members) {
      const code = codes[member];
      sum += 2 * cellWeight[code] - cellHeaviest[code];
      cellWeight[code] = cellHeaviest[code] = 0;
    }
    return isUseless ? Infinity : sum;
  }
}
