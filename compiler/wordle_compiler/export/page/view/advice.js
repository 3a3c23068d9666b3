// What stands beside the board: how a word divides the candidates, the candidates, and other good guesses.
//
// Each is folded, and filled only while it is open: a list may have thousands of words, and a hint that nobody has
// asked for is not given.

/** Cells of which a bar is shown before the rest is asked for, and candidates likewise. */
const N_BARS = 10;
const N_LISTED = 60;
/** Milliseconds that an exact search may take while the player waits for a word, and once there is one. */
const PATIENCE = 100;
const PATIENCE_FOR_PROOF = 1500;
/** The same for each guess of the table of good guesses. */
const PATIENCE_FOR_VALUE = 400;

/** The folded parts, for one position at a time. */
class Advice {
  constructor(tree, engine, oracle, judge) {
    Object.assign(this, { tree, engine, oracle, judge });
    this.onChoice = () => {};
    this.turns = [];
    this.word = null;
    for (const id of ["split", "candidates", "others"]) byId(id).addEventListener("toggle", () => this.fill(id));
  }

  /**
   * Goes to a position.
   *
   * @param word The word whose cells are shown; null for the best one that is found.
   * @param suggestion The word to compare it with, or null.
   */
  show(turns, word, { suggestion = null, isHidden = false, isClosed = false } = {}) {
    this.turns = turns;
    this.word = word;
    this.suggestion = suggestion;
    this.ranked = null;
    this.areAllShown = new Set();
    for (const id of ["split", "candidates", "others"]) {
      byId(id).hidden = isHidden;
      if (isClosed) byId(id).open = false;
      this.fill(id);
    }
  }

  /** Returns the good guesses at the position, asked for once. */
  rank() {
    this.ranked ??= this.oracle.ask("rank", { turns: this.turns, patience: PATIENCE });
    return this.ranked;
  }

  /** Returns the same, with a search that may take longer where the first one has not ended. */
  async prove() {
    const found = await this.rank();
    if (found.exact || found.nCounting > MOST_SEARCHED || !this.engine.game.isComplete) return found;
    this.ranked = this.oracle.ask("rank", { turns: this.turns, patience: PATIENCE_FOR_PROOF });
    return this.ranked;
  }

  fill(id) {
    const part = byId(id);
    const inside = part.querySelector(".inside");
    if (!part.open || part.hidden) inside.replaceChildren();
    else if (id === "split") this.fillSplit(inside);
    else if (id === "candidates") this.fillCandidates(inside);
    else this.fillOthers(inside);
  }

  /** Shows the cells of the word as bars; a click on one says that it is what the word got. */
  async fillSplit(inside) {
    const { turns } = this;
    const word = this.word ?? (await this.rank()).ranked[0]?.word;
    if (turns !== this.turns || !word) return;
    const cells = this.engine.cells(turns, word);
    const isShort = !this.areAllShown.has("split") && cells.length > N_BARS + 1;
    const total = cells.reduce((sum, cell) => sum + cell.size, 0);
    const list = make("ul", { class: "bars" }, ...(isShort ? cells.slice(0, N_BARS) : cells).map((cell) => (
      make("li", {}, this.bar(word, cell, cells[0].size, total)))));
    const noun = `${this.engine.nounOf(turns)}s`;
    inside.replaceChildren(
      make("p", {}, large(word), cells.length === 1 ? " can give one feedback only"
        : ` gives one of ${cells.length} feedbacks`, " and leaves "
        + `${rounded(this.engine.expectedLeft(cells))} ${noun} on average.`, ...this.compared(turns, word)),
      make("p", { class: "split note", "aria-hidden": "true" }, make("span", {}, "if it gets"), make("span", {}),
        make("span", {}, "left"), make("span", {}, "chance")),
      list, ...(isShort ? [this.more("split", inside, `Show all ${cells.length}`)] : []));
  }

  /** Says what the word leaves that the row would have had. */
  compared(turns, word) {
    if (!this.suggestion || word === this.suggestion) return [];
    const cells = this.engine.cells(turns, this.suggestion);
    return [" ", large(this.suggestion), ` leaves ${rounded(this.engine.expectedLeft(cells))}.`];
  }

  bar(word, cell, largest, total) {
    const { tree } = this;
    const other = cell.members.length - cell.size;
    const count = cell.size ? `${cell.size}` : `${other} unlikely`;
    const share = `${((100 * cell.size) / total).toFixed(cell.size * 10 < total ? 1 : 0)} %`;
    const bar = make("span", { class: "bar" });
    bar.style.setProperty("--share", cell.size / largest);
    const left = cell.code === this.engine.winning ? "right" : count;
    const button = make("button", { type: "button", class: "split" },
      ...DRAWN[tree.file.game.kind].feedback(word, cell.code),
      make("span", { class: "heard" }, `${heardOf(tree.kind, cell.code, tree.length)}: `),
      bar, make("span", { class: cell.size ? "count" : "count wide" }, left), make("span", { class: "note" }, cell.size ? share : ""));
    onClick(button, () => this.onChoice(word, cell.code));
    return button;
  }

  more(id, inside, label) {
    const button = make("button", { type: "button" }, label);
    onClick(button, () => {
      this.areAllShown.add(id);
      this.fill(id);
    });
    return make("p", {}, button);
  }

  /** Lists the candidates, the likelier ones first, and says how likely they are. */
  fillCandidates(inside) {
    const { engine, tree } = this;
    const candidates = engine.candidates(this.turns);
    const weights = engine.weightsOf(candidates);
    const counting = new Set(engine.counting(candidates));
    const isLikely = (number) => counting.size < candidates.length && counting.has(number);
    const weightOf = new Map(Array.from(candidates, (number, i) => (
      [number, weights ? weights[i] : Number(counting.has(number))])));
    const inOrder = Array.from(candidates).sort((one, other) => (
      weightOf.get(other) - weightOf.get(one) || byCodePoint(tree.words[one], tree.words[other])));
    const sum = weights ? weights.reduce((all, weight) => all + weight, 0) : counting.size;
    const isShort = !this.areAllShown.has("candidates") && inOrder.length > N_LISTED;
    const listed = isShort ? inOrder.slice(0, N_LISTED) : inOrder;
    const words = listed.map((number) => make("li", isLikely(number) ? { class: "likely" } : {},
      make("bdi", {}, tree.words[number]),
      ...(weights ? [make("span", { class: "note" }, ` ${((100 * weightOf.get(number)) / sum).toFixed(1)} %`)] : [])));
    inside.replaceChildren(make("p", { class: "note" }, this.howLikely(candidates.length, counting.size, weights)),
      make("ul", { class: "words" }, ...words),
      ...(isShort ? [this.more("candidates", inside, `Show all ${inOrder.length}`)] : []));
  }

  howLikely(nAll, nCounting, weights) {
    if (weights) return "Each with how likely it is, by the tree's weights.";
    const each = `${(100 / nCounting).toFixed(nCounting > 20 ? 2 : 1)} %`;
    if (nCounting < nAll) {
      return `${counted(nCounting, "likely answer")}${nCounting > 1 ? ", " + each + " each" : ""}. `
        + `The ${counted(nAll - nCounting, "other is", "others are")} allowed, `
        + "but the game has hardly ever hidden such a word.";
    }
    if (this.engine.isLikely && !this.engine.isLikely[this.engine.candidates(this.turns)[0]]) {
      return "No likely answer fits. These are allowed, but the game has hardly ever hidden such a word.";
    }
    return nAll === 1 ? "It is certain." : `All are as likely: ${each} each.`;
  }

  /**
   * Compares the best guess, others that leave few, and before the first guess the openers of the table; a click on one
   * puts it into the row. What each needs is added when it is known, and those with less stand first.
   */
  async fillOthers(inside) {
    const { turns, engine } = this;
    inside.replaceChildren(make("p", { class: "note" }, `Comparing all ${engine.kind.noun}s …`));
    const { exact, ranked, nCounting, nLegal } = await this.rank();
    const isCurrent = () => turns === this.turns && byId("others").open;
    if (!isCurrent()) return;
    const last = engine.lastWords(turns);
    if (last.length) {
      this.showOthers(inside, last.map((word) => ({ word, needs: null })), null, 0);
      return;
    }
    const best = bestOfTree(this.tree, turns) ?? exact;
    const openers = turns.length ? [] : [...engine.replies.keys()].filter((word) => !engine.opened(word).isLate);
    const words = openers.length ? openers : ranked.map(({ word }) => word);
    const rows = [...new Set(best ? [best.word, ...words] : words)].map((word) => ({ word, needs: null }));
    if (best) rows[0].needs = best.value / (best.weight ?? nCounting);
    const show = () => this.showOthers(inside, rows, best, nLegal);
    show();
    if (engine.weightsOf(engine.candidates(turns))) return;
    const rest = rows.filter(({ needs }) => needs === null);
    const patience = PATIENCE_FOR_VALUE;
    const values = await this.judge.ask("values", { turns, words: rest.map(({ word }) => word), patience });
    if (!isCurrent()) return;
    rest.forEach((row, i) => { row.needs = values[i] && values[i] / nCounting; });
    const counting = new Set(engine.counting(engine.candidates(turns)));
    const isCounting = ({ word }) => counting.has(engine.numbers.get(word));
    rows.sort((one, other) => (
      (one.needs ?? Infinity) - (other.needs ?? Infinity) || isCounting(other) - isCounting(one)));
    show();
  }

  showOthers(inside, rows, best, nLegal) {
    const { engine, turns } = this;
    const { noun } = engine.kind;
    const candidates = engine.candidates(turns);
    const counting = new Set(engine.counting(candidates));
    const drawn = rows.slice(0, N_RANKED).map(({ word, needs }) => {
      const choose = make("button", { type: "button", class: "choice" }, large(word));
      onClick(choose, () => this.onWord(word));
      const number = engine.numbers.get(word);
      return make("tr", {}, make("td", {}, choose), make("td", {}, needs === null ? "–" : rounded(needs)),
        make("td", {}, rounded(engine.expectedLeft(engine.cells(turns, word)))),
        make("td", {}, counting.has(number) ? "yes" : candidates.includes(number) ? "hardly" : "no"));
    });
    const names = ["guess", "guesses needed", `${engine.nounOf(turns)}s left`, "can be it"];
    inside.replaceChildren(
      make("p", { class: "note" }, best ? `Proven: no ${noun} needs fewer guesses on average than the first.`
        : nLegal ? `By a rule of thumb, of all ${nLegal} ${noun}s: the fewest ${noun}s left on average.`
          : "The last row: each of these can be it."),
      make("table", {}, make("thead", {}, make("tr", {}, ...names.map((name) => make("th", { scope: "col" }, name)))),
        make("tbody", {}, ...drawn)));
  }
}

/** Returns what a ranking of the engine claims, and what it does not, as text and elements. */
function howItWasFound(exact, nLegal, nCounting, noun) {
  if (!exact) {
    return [`A rule of thumb: of all ${nLegal} ${noun}s, it leaves the fewest on average. `
      + "It is not proven to be the best."];
  }
  const all = nCounting === 1 ? "the one answer" : nCounting === 2 ? "both" : `all ${nCounting}`;
  return ["Proven: ", large(exact.word),
    ` needs ${rounded(exact.value / exact.weight)} guesses on average, and no other ${noun} needs fewer.`
    + (exact.limit ? ` It finds ${all} within ${counted(exact.limit, "more guess", "more guesses")}` : "")
    + (exact.isLate ? " Some words may come too late." : exact.isBeyond ? "; no play is sure to do it with the guesses that are left." : exact.limit ? "." : "")];
}
