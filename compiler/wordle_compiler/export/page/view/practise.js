// Practise: the page hides a word, which the seed in the address chooses, and gives hints only when asked.

const N_SEEDS = 1_000_000;

/** Returns the place, below a count, that a seed chooses: the same on every machine, and scattered. */
function scattered(seed, count) {
  let bits = seed ^ 0x9e3779b9;
  for (const factor of [0x85ebca6b, 0xc2b2ae35]) bits = Math.imul(bits ^ (bits >>> 16), factor) ^ (bits >>> 13);
  return (bits >>> 0) % count;
}

/** A game against the page. */
class Practise {
  asksMarks = false;
  suggestion = null;

  constructor(tree, engine, advice, judge, desk) {
    Object.assign(this, { tree, engine, advice, judge, desk });
    const hidden = Array.from(engine.counting(engine.answers.candidates), (number) => tree.words[number]);
    /** What may be hidden: the likely answers, ascending, so that a seed means one word with every tree of a game. */
    this.hiddenWords = hidden.sort(byCodePoint);
    this.begin(Math.floor(Math.random() * N_SEEDS));
  }

  begin(seed) {
    this.seed = seed;
    this.answer = this.hiddenWords[scattered(seed, this.hiddenWords.length)];
    this.turns = [];
    this.hasGivenUp = false;
  }

  get isSolved() { return this.turns.length > 0 && this.turns[this.turns.length - 1].code === this.tree.winning; }

  get isOver() { return this.isSolved || this.hasGivenUp || this.turns.length >= this.tree.limit; }

  get nRows() { return Math.min(this.tree.limit, Math.max(6, this.turns.length + 1)); }

  /** What the hidden word is called while it is hidden. */
  get name() { return `${this.tree.kind === KINDS.wordle ? "Word" : "Code"} ${this.seed}`; }

  whyNot(word) { return this.engine.whyNot(this.turns, word); }

  consider() {}

  enter(word) {
    this.turns = [...this.turns, { guess: word, code: this.tree.kind.feedback(word, this.answer) }];
  }

  restart() {
    this.begin(Math.floor(Math.random() * N_SEEDS));
    history.replaceState(null, "", address("practise", this.seed));
  }

  giveUp() { this.hasGivenUp = true; }

  paste({ words }) {
    if (words.length) this.desk.type(words[0]);
  }

  show() {
    const { advice, turns, tree } = this;
    byId("advice").dataset.state = this.isOver ? "solved" : "asked";
    byId("source").textContent = "";
    byId("trap").hidden = true;
    for (const id of ["next", "give-up"]) byId(id).hidden = this.isOver;
    byId("restart").classList.toggle("main", this.isOver);
    if (!this.isOver) {
      byId("question").replaceChildren(`Guess ${turns.length + 1}`);
      byId("left").textContent = `${this.name} is hidden. Hints are below, if you want one.`;
      byId("finished").hidden = byId("verdict").hidden = true;
      advice.show(turns, null, { isClosed: true });
      return;
    }
    byId("question").replaceChildren(...(this.isSolved ? [`Found with ${counted(turns.length, "guess", "guesses")}`]
      : ["It was ", make("bdi", {}, this.answer)]));
    byId("left").textContent = `${this.name}. Whoever opens this address looks for the same one.`;
    byId("finished").hidden = !turns.length;
    byId("copy").textContent = "Copy";
    byId("squares").rows = turns.length + 1;
    byId("squares").value = squaresOf(tree, turns, `wordle-tree ${this.seed}`);
    advice.show(turns, null, { isHidden: true });
    if (!turns.length) return;
    const seed = this.seed;
    showVerdict({ tree, oracle: this.judge, turns, isCurrent: () => this.desk.mode === this && this.seed === seed });
  }
}
