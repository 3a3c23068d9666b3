// Practise: the page hides a word, which the seed in the address chooses, and gives hints only when asked. It counts
// the games that were played to their end, each seed once, and none in which a guess was taken back.

const N_SEEDS = 1_000_000;
/** Words that were looked for are counted once, as long as they are remembered. */
const N_REMEMBERED = 500;

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

  /** Takes what the views share: tree, engine, advice, judge, desk. */
  constructor(shared) {
    Object.assign(this, shared);
    const { tree, engine } = shared;
    const hidden = Array.from(engine.counting(engine.answers.candidates), (number) => tree.words[number]);
    /** What may be hidden: the likely answers, ascending, so that a seed means one word with every tree of a game. */
    this.hiddenWords = hidden.sort(byCodePoint);
    this.begin(Math.floor(Math.random() * N_SEEDS));
  }

  begin(seed) {
    this.seed = seed;
    this.answer = this.hiddenWords[scattered(seed, this.hiddenWords.length)];
    this.turns = [];
    this.hasGivenUp = this.wasTakenBack = false;
  }

  get isSolved() { return this.turns.at(-1)?.code === this.tree.winning; }

  get isOver() { return this.isSolved || this.hasGivenUp || this.turns.length >= this.tree.limit; }

  /** What the game is called: its number begins it. */
  get name() { return `Puzzle ${this.seed}`; }

  whyNot(word) {
    // A word that was newer in another view cannot be the hidden one.
    this.engine.newer.clear();
    return this.engine.whyNot(this.turns, word);
  }

  consider() {}

  enter(word) {
    this.turns = [...this.turns, { guess: word, code: this.tree.kind.feedback(word, this.answer) }];
    this.count();
  }

  back() {
    this.turns = this.turns.slice(0, -1);
    this.wasTakenBack = true;
  }

  restart() {
    this.begin(Math.floor(Math.random() * N_SEEDS));
    history.replaceState(null, "", address("practise", this.seed));
  }

  giveUp() {
    this.hasGivenUp = true;
    this.count();
  }

  /** What was played: `counts` by number of guesses, 0 for games that were lost; `streak`, `longest`, `seeds`. */
  get statistics() {
    return { counts: {}, streak: 0, longest: 0, seeds: [], ...JSON.parse(remembered(this.shelf)) };
  }

  get shelf() {
    const { answers, rule } = this.tree.file.game;
    return `statistics ${answers.name} ${rule}`;
  }

  count() {
    const { statistics, turns, seed } = this;
    if (!this.isOver || !turns.length || this.wasTakenBack || statistics.seeds.includes(seed)) return;
    const nGuesses = this.isSolved ? turns.length : 0;
    const streak = nGuesses ? statistics.streak + 1 : 0;
    remember(this.shelf, JSON.stringify({
      counts: { ...statistics.counts, [nGuesses]: (statistics.counts[nGuesses] ?? 0) + 1 },
      streak, longest: Math.max(streak, statistics.longest), seeds: [...statistics.seeds, seed].slice(-N_REMEMBERED),
    }));
  }

  showStatistics() {
    const { counts, streak, longest } = this.statistics;
    const nPlayed = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const nFound = nPlayed - (counts[0] ?? 0);
    byId("statistics").hidden = !nPlayed;
    const figures = [[nPlayed, "played"], [`${Math.round((100 * nFound) / nPlayed)} %`, "found"], [streak, "streak"],
      [longest, "longest"]];
    const most = Math.max(...Object.values(counts));
    const now = this.isOver ? `${this.isSolved ? this.turns.length : 0}` : "";
    const rows = [...Array.from({ length: this.tree.limit }, (_, i) => `${i + 1}`), "0"].map((name) => {
      const bar = make("span", { class: name === now ? "bar now" : "bar" });
      bar.style.setProperty("--share", (counts[name] ?? 0) / most);
      return make("li", {}, make("span", {}, name === "0" ? "✕" : name), bar, make("span", {}, `${counts[name] ?? 0}`));
    });
    byId("statistics").querySelector(".inside").replaceChildren(
      make("div", { class: "figures" }, ...figures.map(([value, name]) => (
        make("div", {}, make("span", { class: "value" }, `${value}`), make("span", { class: "name" }, name))))),
      make("ol", { class: "histogram" }, ...rows));
  }

  show() {
    const { advice, turns, tree } = this;
    byId("advice").dataset.state = this.isOver ? "solved" : "asked";
    byId("source").textContent = "";
    byId("trap").hidden = true;
    for (const id of ["next", "give-up", "back"]) byId(id).hidden = this.isOver;
    byId("back").disabled = !turns.length;
    this.showStatistics();
    if (!this.isOver) {
      byId("question").replaceChildren(`Guess ${turns.length + 1}`);
      byId("left").textContent = `${this.name}: find the ${this.tree.kind.noun}.`;
      byId("finished").hidden = byId("verdict").hidden = true;
      advice.show(turns, null, { isClosed: true });
      return;
    }
    byId("question").replaceChildren(...(this.isSolved ? [`Found with ${counted(turns.length, "guess", "guesses")}`]
      : ["It was ", large(this.answer)]));
    byId("left").textContent = `${this.name}. Whoever opens this address gets the same one.`;
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
