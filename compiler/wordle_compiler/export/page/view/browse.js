// The view that browses: every cell of every guess, opened one by one, and the way to an answer.

/** More candidates than these are folded away, and so are more cells. */
const MOST_SHOWN = 24;
const MOST_CELLS = 15;

/** Shows a tree's cells in the elements of the page. */
class Browse {
  constructor(tree) {
    this.tree = tree;
    onSubmit("find", () => {
      byId("found").replaceChildren(...this.find(byId("sought").value));
    });
  }

  /** Fills the view, when it is first looked at. */
  fillOnce() {
    if (byId("cells").childElementCount) return;
    const { tree } = this;
    byId("opening").replaceChildren("After ", large(tree.word(0)));
    byId("legend").textContent = `What it gets, how many ${tree.engine.nounOf([])}s are left, and what to play then.`;
    byId("cells").replaceWith(this.cells(0, { id: "cells" }));
  }

  /** Returns the element with a node's cells, the largest first; of many, the rest is shown when it is asked for. */
  cells(node, attributes = {}) {
    const { tree } = this;
    const cells = tree.engine.cells(tree.path(node), tree.word(node)).map((cell) => this.cell(node, cell));
    const element = make("div", { class: "cells", ...attributes }, ...cells);
    if (cells.length <= MOST_CELLS) return element;
    element.classList.add("short");
    const more = make("button", { type: "button", class: "more" }, `Show all ${cells.length}`);
    onClick(more, () => {
      element.classList.remove("short");
      more.remove();
    });
    element.append(more);
    return element;
  }

  /** Returns the element of a cell; one that can be opened is filled when it is. */
  cell(node, { code, members, size }) {
    const { tree } = this;
    const guess = tree.word(node);
    const child = tree.child(node, code);
    const label = [
      ...DRAWN[tree.file.game.kind].feedback(guess, code),
      make("span", { class: "heard" }, `${heardOf(tree.kind, code, tree.length)}:`),
      make("span", { class: "outcome" }, ...this.outcome(child, size, members, code === tree.winning)),
    ];
    if (!child || (members.length === 1 && tree.solves(child))) {
      return make("div", { class: "cell", "data-code": code }, make("div", { class: "row" }, ...label));
    }
    const details = make("details", { class: "cell", "data-code": code }, make("summary", { class: "row" }, ...label));
    details.addEventListener("toggle", () => this.fill(details, child));
    details.fill = () => this.fill(details, child);
    return details;
  }

  /** Returns what stands behind a feedback: how many are left, what is guessed next, how long it may take. */
  outcome(child, size, members, isWinning) {
    if (isWinning) return [make("span", { class: "note" }, "solved")];
    const left = make("strong", {}, size ? `${size} ${this.tree.likely ? "likely" : "left"}` : `${members.length} unlikely`);
    const { tree } = this;
    if (!child) return [left, ", no guess left: ", ...wordList(Array.from(members, (number) => tree.words[number]))];
    const next = ["→ ", large(tree.word(child))];
    if (members.length === 1 && tree.solves(child)) return next;
    return [left, " ", ...next, make("span", { class: "note most" }, `, at most ${tree.mostGuessesLeft(child)} more`)];
  }

  /** Puts a cell's candidates and its own cells into it, the first time that it is opened. */
  fill(details, node) {
    if (details.querySelector(":scope > .inside")) return;
    const { tree } = this;
    const candidates = tree.candidates(node);
    const nLikely = tree.likely && candidates.filter((word) => tree.likely.has(word)).length;
    const noun = tree.engine.nounOf([]);
    const others = tree.likely ? `${counted(nLikely, noun)}, ${counted(candidates.length - nLikely, "other word")}`
      : counted(candidates.length, noun);
    const list = make("details", { class: "candidates" }, make("summary", {}, others),
      make("p", { class: "words" }, ...wordList(candidates)));
    list.open = candidates.length <= MOST_SHOWN;
    details.append(make("div", { class: "inside" }, list, this.cells(node)));
  }

  /** Opens the way to an answer, and returns what to say of it. */
  find(text) {
    const { tree } = this;
    const answer = lowered(text.trim());
    for (const marked of document.querySelectorAll(".sought")) marked.classList.remove("sought");
    const place = tree.words.indexOf(answer);
    if (place < 0) return [make("bdi", {}, answer || "That"), " is not one of the answers."];
    if (place >= tree.nAnswers) return [make("bdi", {}, answer), " is played in this tree, but is no answer."];
    if (place >= tree.nSolved) return ["Not found in time: ", make("bdi", {}, answer), "."];
    const guesses = [];
    let cells = byId("cells");
    let cell = null;
    for (let node = 0; ;) {
      guesses.push(tree.word(node));
      const code = tree.kind.feedback(tree.word(node), answer);
      const isFound = code === tree.winning;
      // At a guess with a cell of its own, the answer is shown in that cell; it needs no green row after it.
      if (isFound && cell && !(cell instanceof HTMLDetailsElement)) break;
      cell = [...cells.children].find((element) => element.dataset.code === String(code));
      if (isFound) break;
      node = tree.child(node, code);
      if (cell instanceof HTMLDetailsElement) {
        cell.fill();
        cell.open = true;
        cells = cell.querySelector(":scope > .inside > .cells");
      }
    }
    cell.classList.add("sought");
    cell.scrollIntoView({ block: "center" });
    const way = guesses.flatMap((guess, i) => [i ? ", " : "", make("bdi", {}, guess)]);
    return [`${counted(guesses.length, "guess", "guesses")}: `, ...way, "."];
  }
}
