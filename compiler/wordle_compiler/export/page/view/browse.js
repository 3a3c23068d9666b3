// The view that browses: every cell of every guess, opened one by one, and the way to an answer.

/** More candidates than these are folded away. */
const MOST_SHOWN = 24;

/** Shows a tree's cells in the elements of the page. */
class Browse {
  constructor(tree) {
    this.tree = tree;
    byId("find").addEventListener("submit", (event) => {
      event.preventDefault();
      byId("found").replaceChildren(...this.find(byId("sought").value));
    });
  }

  /** Fills the view, when it is first looked at. */
  fillOnce() {
    if (byId("cells").childElementCount) return;
    const { tree } = this;
    const cells = tree.cells(0);
    const largest = Math.max(...cells.map((cell) => cell.size));
    byId("opening").replaceChildren(make("bdi", {}, tree.word(0)),
      ` divides ${counted(tree.nAnswers, "answer")} into ${counted(cells.length, "cell")}, the largest of ${largest}`);
    byId("cells").replaceChildren(...cells.map((cell) => this.cell(0, cell)));
  }

  /** Returns the element of a cell; one that can be opened is filled when it is. */
  cell(node, { code, child, size, words }) {
    const { tree } = this;
    const guess = tree.word(node);
    const label = [
      ...DRAWN[tree.file.game.kind].turn(guess, code),
      make("span", { class: "heard" }, `${tree.kind.described(code, tree.length)}:`),
      make("span", { class: "outcome" }, ...this.outcome(child, size, words, code === tree.winning)),
    ];
    if (!child || (size === 1 && tree.solves(child))) {
      return make("div", { class: "cell", "data-code": code }, make("div", { class: "row" }, ...label));
    }
    const details = make("details", { class: "cell", "data-code": code }, make("summary", { class: "row" }, ...label));
    details.addEventListener("toggle", () => this.fill(details, child));
    details.fill = () => this.fill(details, child);
    return details;
  }

  /** Returns what stands behind a feedback: how many are left, what is guessed next, how long it may take. */
  outcome(child, size, words, isWinning) {
    if (isWinning) return [make("span", { class: "note" }, "solved")];
    if (!child) return [make("strong", {}, `${size} left`), ", no guess left: ", ...wordList(words)];
    const next = ["→ ", make("bdi", {}, this.tree.word(child))];
    if (size === 1 && this.tree.solves(child)) return next;
    const most = make("span", { class: "note" }, `at most ${this.tree.mostGuessesLeft(child)} more`);
    return [make("strong", {}, `${size} left`), " ", ...next, ", ", most];
  }

  /** Puts a cell's candidates and its own cells into it, the first time that it is opened. */
  fill(details, node) {
    if (details.querySelector(":scope > .inside")) return;
    const candidates = this.tree.candidates(node);
    const list = make("details", { class: "candidates" },
      make("summary", {}, counted(candidates.length, "candidate") + this.tree.howManyLikely(candidates)),
      make("p", { class: "words" }, ...wordList(candidates)));
    list.open = candidates.length <= MOST_SHOWN;
    const cells = this.tree.cells(node).map((cell) => this.cell(node, cell));
    details.append(make("div", { class: "inside" }, list, make("div", { class: "cells" }, ...cells)));
  }

  /** Opens the way to an answer, and returns what to say of it. */
  find(text) {
    const { tree } = this;
    const answer = text.trim().normalize("NFC").toLowerCase();
    for (const marked of document.querySelectorAll(".sought")) marked.classList.remove("sought");
    const place = tree.words.indexOf(answer);
    if (place < 0) return [make("bdi", {}, answer || "That"), " is not one of the answers."];
    if (place >= tree.nAnswers) return [make("bdi", {}, answer), " is played in this tree, but is no answer."];
    if (place >= tree.nSolved) return ["The tree does not solve ", make("bdi", {}, answer), "."];
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
