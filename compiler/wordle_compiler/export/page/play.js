// The view that plays: the guess, what it got, what is left.

/** Plays a tree in the elements of the page. */
class Play {
  constructor(tree) {
    this.game = new Game(tree);
    this.entry = new tree.kind.Entry(byId("entry"), tree);
    this.candidates = [];
    byId("answer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.attempt(() => this.game.step(this.entry.code()));
    });
    byId("solved").addEventListener("click", () => this.attempt(() => this.game.step(tree.winning)));
    byId("back").addEventListener("click", () => this.attempt(() => this.game.back()));
    byId("restart").addEventListener("click", () => this.attempt(() => this.game.restart()));
    byId("candidates").addEventListener("toggle", () => this.listCandidates());
    this.show();
  }

  /** Does something to the game, then shows it and goes to where the player goes on; or says why it cannot be. */
  attempt(change) {
    try {
      change();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      byId("message").textContent = error.message;
      return;
    }
    this.show();
    this.focus();
  }

  focus() {
    if (this.game.isSolved) byId("restart").focus();
    else this.entry.focus();
  }

  show() {
    const { game } = this;
    byId("message").textContent = "";
    byId("turns").replaceChildren(...game.turns.map((_, i) => this.turn(i)));
    for (const id of ["entry", "next", "solved"]) byId(id).hidden = game.isSolved;
    for (const id of ["back", "restart"]) byId(id).disabled = !game.turns.length;
    byId("candidates").hidden = game.isSolved;
    if (game.isSolved) {
      byId("question").replaceChildren("Solved");
      byId("left").textContent = `Found with ${counted(game.turns.length, "guess", "guesses")}.`;
      return;
    }
    this.candidates = game.tree.candidates(game.node);
    byId("question").replaceChildren(`Guess ${game.turns.length + 1}: play `, make("bdi", {}, game.guess));
    byId("left").textContent = this.whatIsLeft();
    byId("candidates").querySelector("summary").textContent = counted(this.candidates.length, "answer") + " left";
    this.entry.show(game.guess, this.candidates);
    this.listCandidates();
  }

  whatIsLeft() {
    const { tree, node } = this.game;
    const nUnsolved = tree.unsolved(node).length;
    if (this.candidates.length === 1 && tree.solves(node)) return "1 answer left: this is it.";
    const most = counted(tree.mostGuessesLeft(node), "guess", "guesses");
    const likely = tree.howManyLikely(this.candidates);
    return `${counted(this.candidates.length, "answer")} left${likely}, at most ${most}, this one included`
      + (nUnsolved ? `; ${nUnsolved} of them the tree does not solve.` : ".");
  }

  /** Returns the list entry of a turn that was played. */
  turn(number) {
    const { tree, turns, node } = this.game;
    const played = turns[number];
    const after = number + 1 < turns.length ? turns[number + 1].node : node;
    const left = after === null ? "solved" : `${tree.nCandidates(after)} left`;
    const guess = tree.word(played.node);
    return make("li", {}, ...tree.kind.drawn(guess, played.code),
      make("span", { class: "heard" }, `${guess}: ${tree.kind.described(played.code, tree.length)};`),
      make("span", { class: "note" }, left));
  }

  /** Fills the list of candidates, only while it is open: it may have thousands. */
  listCandidates() {
    const list = byId("candidates");
    list.querySelector(".words").replaceChildren(...(list.open ? wordList(this.candidates) : []));
  }
}

function byId(id) {
  return document.getElementById(id);
}

/** Returns words as elements, each isolated: one that reads from right to left leaves its neighbours in place. */
function wordList(words) {
  return words.flatMap((word) => [make("bdi", {}, word), " "]);
}
