// Review: a finished game is entered, and every guess of it judged.

/** A game that was played elsewhere. The words are typed or pasted; the answer gives their colours. */
class Review {
  asksMarks = false;
  suggestion = null;

  constructor(tree, engine, advice, judge, desk) {
    Object.assign(this, { tree, engine, advice, judge, desk });
    this.restart();
    const finish = () => desk.attempt(() => {
      if (desk.typed.length) desk.enter();
      this.finish(byId("hidden-word").value.trim().normalize("NFC").toLowerCase());
      desk.goOn();
    });
    byId("judge").addEventListener("click", finish);
    byId("review").addEventListener("submit", (event) => {
      event.preventDefault();
      finish();
    });
  }

  restart() {
    this.turns = [];
    this.isOver = false;
    this.number = (this.number ?? 0) + 1;
    byId("hidden-word").value = "";
  }

  get nRows() { return Math.min(this.tree.limit, Math.max(6, this.turns.length)); }

  whyNot(word) {
    return this.engine.whyUnknown(word);
  }

  consider() {}

  enter(word) { this.turns = [...this.turns, { guess: word, code: null }]; }

  back() {
    if (this.isOver) this.turns = this.turns.map(({ guess }) => ({ guess, code: null }));
    else this.turns = this.turns.slice(0, -1);
    this.isOver = false;
    this.number += 1;
  }

  /** Ends the game: the answer is the one given, or the last word. */
  finish(given) {
    const { tree, turns, engine } = this;
    if (!turns.length) throw new Refusal(`Type the ${tree.kind.noun}s that were played first.`);
    const answer = given || turns[turns.length - 1].guess;
    const number = engine.numbers.get(answer);
    if (number === undefined || number >= tree.nAnswers) {
      throw new Refusal(`${answer} is not one of the answers${given ? "" : `: was another ${tree.kind.noun} hidden?`}`);
    }
    this.set(turns.map(({ guess }) => ({ guess, code: tree.kind.feedback(guess, answer) })));
  }

  set(turns) {
    this.turns = turns;
    this.isOver = true;
  }

  /**
   * Words with a row of squares each, or words alone, of which the last is the answer; squares alone tell too little.
   */
  paste({ codes, words }) {
    if (!words.length) {
      throw new Refusal("The squares tell how, not what: paste or type the guesses, too. The last one is the answer.");
    }
    if (codes.length && codes.length !== words.length) {
      throw new Refusal(`${counted(codes.length, "feedback")} and ${counted(words.length, this.tree.kind.noun)}: `
        + `there must be a ${this.tree.kind.noun} for each feedback.`);
    }
    const unknown = words.map((word) => this.whyNot(word)).find(Boolean);
    if (unknown) throw new Refusal(unknown);
    this.restart();
    const { tree } = this;
    const isLost = words.length > tree.limit;
    const answer = words[words.length - 1];
    if (codes.length) this.set(words.map((guess, i) => ({ guess, code: codes[i] })));
    else {
      this.turns = words.slice(0, isLost ? -1 : undefined).map((guess) => ({ guess, code: null }));
      this.finish(answer);
    }
    this.desk.goOn();
    const impossible = this.turns.findIndex((_, i) => !this.engine.candidates(this.turns.slice(0, i + 1)).length);
    if (impossible < 0) return;
    throw new Refusal(`Turn ${impossible + 1} is impossible: no answer that is left gets these colours.`);
  }

  show() {
    const { turns, tree, number } = this;
    byId("advice").dataset.state = "solved";
    byId("source").textContent = "";
    byId("trap").hidden = true;
    this.advice.show(turns, null, { isHidden: true });
    for (const id of ["next", "judge", "review"]) byId(id).hidden = this.isOver;
    byId("back").disabled = byId("restart").disabled = !turns.length;
    byId("verdict").hidden = !this.isOver;
    byId("question").replaceChildren(this.isOver ? "Your game" : "Enter your game");
    byId("left").textContent = this.isOver ? ""
      : `Type the ${tree.kind.noun}s that were played; the last is the answer.`;
    if (!this.isOver) return;
    const isCurrent = () => this.desk.mode === this && this.number === number;
    showVerdict({ tree, oracle: this.judge, turns, isCurrent });
  }
}
