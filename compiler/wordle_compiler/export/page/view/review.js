// Review: a finished game is entered, and every guess of it judged.

/** A game that was played elsewhere. The words are typed or pasted; the answer gives their colours. */
class Review {
  asksMarks = false;
  suggestion = null;

  /** Takes what the views share: tree, engine, advice, judge, desk. */
  constructor(shared) {
    Object.assign(this, shared);
    const { desk } = shared;
    this.restart();
    const finish = () => desk.attempt(() => {
      if (desk.typed.length) desk.enter();
      this.finish(lowered(byId("hidden-word").value.trim()));
      desk.goOn();
    });
    onClick(byId("judge"), finish);
    onSubmit("lost", finish);
  }

  restart() {
    this.turns = [];
    this.isOver = false;
    this.number = (this.number ?? 0) + 1;
    byId("hidden-word").value = "";
  }

  whyNot(word) {
    return this.engine.whyUnknown(word);
  }

  consider() {}

  anew() { this.restart(); }

  /** With pasted squares each word has its feedback at once, and the last one ends the game. */
  enter(word, code) {
    this.set([...this.turns, { guess: word, code }]);
    this.isOver = this.desk.pending.length === 1;
  }

  back() {
    if (this.isOver && !this.desk.rows.length) this.turns = this.turns.map(({ guess }) => ({ guess, code: null }));
    else this.turns = this.turns.slice(0, -1);
    this.isOver = false;
    this.number += 1;
  }

  /** Ends the game: the answer is the one given, or the last word. */
  finish(given) {
    const { tree, turns, engine } = this;
    if (!turns.length) throw new Refusal(`Type the ${tree.kind.noun}s that were played first.`);
    const answer = given || turns.at(-1).guess;
    const number = engine.numbers.get(answer);
    if (number === undefined || number >= tree.nAnswers) {
      throw new Refusal(`\t${answer}\t is not one of the answers` + (given ? "" : `: was another ${tree.kind.noun} hidden?`));
    }
    if (turns.slice(0, -1).some(({ guess }) => guess === answer)) throw new Refusal("The row that wins is the last.");
    this.set(turns.map(({ guess }) => ({ guess, code: tree.kind.feedback(guess, answer) })));
  }

  /** Takes turns with their feedbacks, and says which is the first that the rule forbids or that cannot be. */
  set(turns) {
    turns.forEach(({ guess, code }, i) => {
      const reason = code !== null && this.engine.whyNot(turns.slice(0, i), guess);
      if (reason) throw new Refusal(`Row ${i + 1}: ${reason}`);
    });
    const impossible = turns.findIndex((turn, i) => (
      turn.code !== null && !this.engine.candidates(turns.slice(0, i + 1)).length));
    if (impossible >= 0) {
      throw new Refusal(`Turn ${impossible + 1} is impossible: no answer that is left gets these colours.`);
    }
    this.turns = turns;
    this.isOver = true;
  }

  /** Words alone, of which the last is the answer. */
  pastesWords(words) {
    const unknown = words.map((word) => this.whyNot(word)).find(Boolean);
    if (unknown) throw new Refusal(unknown);
    this.restart();
    const isLost = words.length > this.tree.limit;
    this.turns = words.slice(0, isLost ? -1 : undefined).map((guess) => ({ guess, code: null }));
    this.finish(words.at(-1));
    this.desk.goOn();
  }

  pastes(turns) {
    const unknown = turns.map(({ guess }) => this.whyNot(guess)).find(Boolean);
    if (unknown) throw new Refusal(unknown);
    this.restart();
    this.set(turns);
    this.desk.goOn();
  }

  show() {
    const { turns, tree, number } = this;
    byId("advice").dataset.state = "solved";
    byId("source").textContent = "";
    byId("trap").hidden = true;
    this.advice.show(turns, null, { isHidden: true });
    for (const id of ["next", "judge", "lost"]) byId(id).hidden = this.isOver;
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
