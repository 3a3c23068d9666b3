// Solve: what do I type next? The tree's word stands in the row; any other allowed word may be typed in its place.

/** Solves a game that is played elsewhere. */
class Solve {
  asksMarks = true;

  constructor(tree, engine, advice, judge, desk) {
    Object.assign(this, { tree, engine, advice, judge, desk });
    this.game = new Game(tree, engine);
    /** The word of the search where the tree has none; null until it is found. */
    this.found = null;
  }

  get turns() { return this.game.turns; }

  get isOver() { return this.game.isSolved; }

  get candidates() { return this.game.candidates; }

  get suggestion() { return this.game.guess ?? this.found?.word ?? null; }

  get nRows() {
    return Math.max(Math.min(this.tree.limit, 6), this.turns.length);
  }

  whyNot(word) {
    return word === this.suggestion ? "" : this.engine.whyNot(this.turns, word);
  }

  consider(word) {
    this.advice.show(this.turns, word ?? this.suggestion, { suggestion: this.suggestion });
  }

  enter(word, code) {
    this.game.step(code, word);
    this.found = null;
  }

  back() {
    this.game.back();
    this.found = null;
  }

  restart() {
    this.game.restart();
    this.found = null;
  }

  /** Pasted squares: those of this row, or of a whole game in which the words are given, or were the tree's. */
  paste({ codes, words }) {
    if (codes.length === 1 && !words.length && this.desk.word !== null) {
      this.desk.marking.set(codes[0]);
      return;
    }
    if (!codes.length) {
      this.desk.type(words[0]);
      return;
    }
    if (words.length && words.length !== codes.length) {
      throw new Refusal(`${counted(codes.length, "feedback")} and ${counted(words.length, this.tree.kind.noun)}: `
        + `there must be a ${this.tree.kind.noun} for each feedback, or none.`);
    }
    const unknown = words.map((word) => this.engine.whyUnknown(word)).find(Boolean);
    if (unknown) throw new Refusal(unknown);
    this.restart();
    codes.forEach((code, i) => {
      const word = words[i] ?? this.game.guess;
      if (!word) {
        throw new Refusal(`Row ${i + 1}: the tree was not played here. Paste the ${this.tree.kind.noun}s as well.`);
      }
      try {
        this.game.step(code, word);
      } catch (error) {
        this.desk.goOn();
        throw new Refusal(`Row ${i + 1}: ${error.message}`);
      }
    });
    this.desk.goOn();
  }

  show() {
    const { game, advice } = this;
    const isSolved = game.isSolved;
    byId("advice").dataset.state = isSolved ? "solved" : "asked";
    for (const id of ["next", "solved"]) byId(id).hidden = isSolved;
    byId("back").disabled = byId("restart").disabled = !game.turns.length;
    byId("verdict").hidden = true;
    this.explainEnd();
    if (isSolved) {
      byId("question").replaceChildren("Solved");
      byId("source").textContent = "";
      byId("left").textContent = `Found with ${counted(game.turns.length, "guess", "guesses")}.`;
      advice.show(game.turns, null, { isHidden: true });
      const { turns } = game;
      showVerdict({
        tree: this.tree, oracle: this.judge, turns, isCurrent: () => this.desk.mode === this && this.turns === turns,
      });
      return;
    }
    if (!game.turns.length && this.tree.kind === KINDS.wordle) {
      byId("message").dataset.hint = "Tap tiles to colour them, or type a word.";
    }
    byId("left").textContent = this.whatIsLeft();
    this.consider(this.desk.isAccepted ? this.desk.word : null);
    if (game.guess !== null) {
      this.ask(game.guess);
      byId("source").textContent = claimOf(this.tree, game.node, this.engine);
    } else if (this.found) {
      this.ask(this.found.word);
      byId("source").replaceChildren(...this.found.source);
    } else {
      byId("question").replaceChildren(`Guess ${game.turns.length + 1}: comparing all ${this.tree.kind.noun}s …`);
      byId("source").textContent = "";
      this.search();
    }
  }

  ask(word) {
    byId("question").replaceChildren(`Guess ${this.turns.length + 1}: play `, make("bdi", {}, word));
  }

  /** Finds a word off the tree, unless the player has gone on meanwhile. */
  async search() {
    const { turns, advice, desk } = this;
    const isCurrent = () => turns === this.turns && desk.mode === this;
    this.find(await advice.rank(), isCurrent);
    // What the player has begun to say of the first word is not taken away by a better one.
    if (isCurrent()) this.find(await advice.prove(), () => isCurrent() && desk.isUntouched);
  }

  find({ exact, ranked, nLegal, nCounting }, isWanted) {
    if (!isWanted() || !ranked.length) return;
    const source = ["Off the tree. ", ...howItWasFound(exact, nLegal, nCounting, this.tree.kind.noun)];
    const word = exact?.word ?? ranked[0].word;
    const isNews = word !== this.found?.word || source.length !== this.found.source.length;
    this.found = { word, source };
    if (!isNews) return;
    if (this.desk.typed.length) this.show();
    else this.desk.goOn();
  }

  whatIsLeft() {
    const { tree, game, engine } = this;
    const left = engine.candidates(game.turns);
    if (left.length === 1) return "1 answer left: this is it.";
    const nLikely = engine.isLikely && left.filter((number) => engine.isLikely[number]).length;
    const likely = engine.isLikely ? ` (${nLikely} likely)` : "";
    if (game.node === null) return `${counted(left.length, "answer")} left${likely}`;
    const { sum, weight } = tree.expected(game.node);
    const nUnsolved = tree.unsolved(game.node).length;
    return `${counted(left.length, "answer")} left${likely}, ${rounded(sum / weight)} guesses expected, `
      + `at most ${tree.mostGuessesLeft(game.node)}`
      + (nUnsolved ? `; ${nUnsolved} of them the tree does not solve` : "");
  }

  /** Says why a game under a strict rule may be lost from here. */
  explainEnd() {
    const { game, tree } = this;
    const note = byId("trap");
    const given = game.givenUp;
    const trap = game.isSolved ? "" : trapOf(tree, game);
    note.hidden = !given.length && !trap;
    note.replaceChildren(...(given.length
      ? ["The tree ends here: it has no guess left, and gives up ", ...listed(given), ". ", trap]
      : [trap]));
  }
}

function listed(words) {
  const few = words.slice(0, 8).flatMap((word, i) => [i ? ", " : "", make("bdi", {}, word)]);
  return words.length > 8 ? [...few, ` and ${words.length - 8} more`] : few;
}

/** Returns what the tree claims of its guess at a node. */
function claimOf(tree, node, engine) {
  const { proof } = tree.file;
  if (!isProven(tree, node)) return "From the tree. Not proven to be the best.";
  const likely = engine.isLikely ? " over the likely answers" : "";
  const isTotal = proof.objective.replace("likely ", "").startsWith("total");
  const measure = isTotal ? "needs fewer guesses on average" : "has a better worst case";
  return `From the tree. Proven: no other ${tree.kind.noun} ${measure}${likely}.`;
}

/** Tells whether no other guess at a node is better by the tree's objective: then so is the tree below it. */
function isProven(tree, node) {
  const { status, objective } = tree.file.proof;
  // Below the opener a tree for the worst case may be worse than its best, as long as it is good enough.
  if (node && !objective.replace("likely ", "").startsWith("total")) return false;
  if (tree.likely && !tree.candidates(node).some((word) => tree.likely.has(word))) return false;
  return status === "optimal" || (status === "optimal below opener" && node > 0 && isOneOpener(tree));
}

/** Tells whether only the first guess was fixed; several may be, as `opener` names them. */
function isOneOpener(tree) {
  return !String(tree.file.strategy.options.opener ?? "").includes(",");
}

/** Returns why a strict rule makes a position hard, where it does: all candidates share nearly all letters. */
function trapOf(tree, game) {
  const { rule } = tree.file.game;
  const left = game.candidates;
  if (rule === "any" || left.length < 4 || tree.kind !== KINDS.wordle) return "";
  const letters = left.map(graphemesOf);
  const pattern = letters[0].map((letter, place) => letters.every((word) => word[place] === letter) ? letter : "_");
  const isGreen = (place) => game.turns.some(({ code }) => marksOf(code, tree.length)[place] === 2);
  if (pattern.filter((letter, place) => letter === "_" || !isGreen(place)).length > 1) return "";
  return `A dead end of the ${rule === "hard" ? "hard rule" : "rule"}: the ${left.length} answers left are all `
    + `${pattern.join("").toUpperCase()}, and every guess must keep these letters, so a guess rules out little more `
    + "than itself. Where any word may be played, one with several of the missing letters tells them apart.";
}
