// Asks the worker, which runs the engine's script from a blob: a page from disk can load nothing else.

/** Answers with promises what takes longer than a frame. Where there is no worker, the page's own engine answers. */
class Oracle {
  constructor(engine) {
    this.engine = engine;
    this.asked = new Map();
    this.nAsked = 0;
    this.isReady = false;
  }

  /** Makes the worker, which takes a moment: before the first question, or with it. */
  prepare() {
    if (this.isReady) return;
    this.isReady = true;
    try {
      const source = new Blob([byId("engine").textContent], { type: "text/javascript" });
      this.worker = new Worker(URL.createObjectURL(source));
      this.worker.onmessage = ({ data }) => this.settle(data.id, data.answer);
      this.worker.onerror = () => this.doWithout();
      this.worker.postMessage(this.engine.game);
    } catch {
      this.worker = null;
    }
  }

  /** Ranks twice before a player asks: the first times take twice as long, as the browser compiles the engine. */
  warm(tree) {
    if (!this.worker) return;
    const guess = tree.word(0);
    for (const { code } of this.engine.cells([], guess).slice(0, 2)) {
      this.ask("rank", { turns: [{ guess, code }], patience: 0 });
    }
  }

  /** Returns a promise of the answer to one of `QUESTIONS`. */
  ask(question, details) {
    this.prepare();
    const id = this.nAsked++;
    return new Promise((resolve) => {
      this.asked.set(id, { resolve, question, details });
      if (this.worker) this.worker.postMessage({ id, question, ...details });
      else setTimeout(() => this.answer(id));
    });
  }

  settle(id, answer) {
    this.asked.get(id).resolve(answer);
    this.asked.delete(id);
  }

  answer(id) {
    const { question, details } = this.asked.get(id);
    this.settle(id, QUESTIONS[question](this.engine, details));
  }

  doWithout() {
    this.worker = null;
    for (const id of [...this.asked.keys()]) this.answer(id);
  }
}
