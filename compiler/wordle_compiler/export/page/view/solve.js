// Solve: what do I type next? The tree's word stands in the row; any other allowed word may be typed in its place.

/** Solves a game that is played elsewhere. */
class Solve {
  asksMarks = true;

  /** Takes what the views share: tree, engine, advice, judge, desk. */
  constructor(shared) {
    Object.assign(this, shared);
    this.game = new Game(this.tree, this.engine);
    /** The word of the search where the tree has none; null until it is found. */
    this.found = null;
  }

  get turns() { return this.game.turns; }

  /** Whether the rows of a game of words were not enough, solved though it may be in a later one. */
  get isLost() { return this.tree.kind === KINDS.wordle && this.turns.length + !this.game.isSolved > this.tree.limit; }

  /** Rows without their words may be more than the game has. */
  get isOver() { return this.game.isSolved || (this.isLost && !this.desk.pending.length); }

  get candidates() { return this.game.candidates; }

  get suggestion() { return this.game.guess ?? this.found?.word ?? null; }

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

  anew() { this.restart(); }

  pastes(turns, isMore) {
    const unknown = turns.map(({ guess }) => this.engine.whyUnknown(guess)).find(Boolean);
    if (unknown) throw new Refusal(unknown);
    if (!isMore) this.restart();
    try {
      for (const { guess, code } of turns) {
        const reason = this.whyNot(guess);
        if (reason) throw new Refusal(reason);
        this.game.step(code, guess);
      }
    } catch (error) {
      if (error instanceof Refusal) throw new Refusal(`Row ${this.turns.length + 1}: ${error.message}`);
      throw error;
    } finally {
      this.desk.goOn();
    }
  }

  show() {
    const { game, advice, isOver, isLost } = this;
    byId("advice").dataset.state = isOver ? "solved" : "asked";
    for (const id of ["next", "solved"]) byId(id).hidden = isOver;
    byId("back").disabled = byId("restart").disabled = !game.turns.length;
    byId("restart").textContent = isOver ? "New game" : "Restart";
    byId("verdict").hidden = true;
    this.explainEnd();
    if (isOver) {
      byId("question").replaceChildren(isLost ? "Lost: the rows are used up." : "Solved");
      byId("source").textContent = "";
      byId("left").replaceChildren(...(isLost ? this.whatItWas()
        : [`Found with ${counted(game.turns.length, "guess", "guesses")}.`]));
      advice.show(game.turns, null, { isHidden: true });
      const { turns } = game;
      // What is newer than the lists cannot be judged.
      if (game.candidates.length) showVerdict({
        tree: this.tree, oracle: this.judge, turns, isCurrent: () => this.desk.mode === this && this.turns === turns,
      });
      return;
    }
    if (this.desk.pending.length) {
      // The game was played elsewhere: there is nothing to advise.
      byId("solved").hidden = true;
      for (const id of ["left", "source"]) byId(id).textContent = "";
      advice.show(game.turns, null, { isHidden: true });
      return;
    }
    this.consider(this.desk.isAccepted ? this.desk.word : null);
    byId("source").replaceChildren(...(this.candidates.length < 2 ? ["Nothing else fits."] : game.guess !== null ? [large(game.guess), " is ", claimOf(this.tree, game.node, this.engine)]
      : this.found?.source ?? []));
    if (!this.suggestion) this.search();
  }

  /** Says which word the row is about, the one that is advised or the player's own, and what is left. */
  entitle() {
    const { desk, suggestion, tree: { limit } } = this;
    if (this.isOver) return;
    const own = desk.typed.length && desk.isWhole ? desk.word : null;
    const guess = large(own ?? suggestion ?? "");
    const { noun } = this.tree.kind;
    const nTurns = this.turns.length;
    if (!desk.pending.length) {
      const left = (nTurns < limit ? "" : `The limit of ${counted(limit, "guess", "guesses")} is reached. `)
        + this.whatIsLeft(desk.typed.length > 0 && own !== suggestion);
      // What is the same is not said again.
      if (byId("left").textContent !== left) byId("left").textContent = left;
    }
    byId("question").replaceChildren(`Guess ${nTurns + 1}: `, ...(own ? [guess]
      : desk.typed.length || desk.pending.length ? [`your own ${noun}`]
        : suggestion ? ["play ", guess] : [`comparing all ${noun}s …`]));
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
    const last = this.engine.lastWords(this.turns);
    const chance = `${last.length} ${this.engine.nounOf(this.turns)}s`;
    const source = last.length > 1 ? ["The last row: ", large(last[0]), ` wins for 1 of ${chance}.`]
      : howItWasFound(exact, nLegal, nCounting, this.tree.kind.noun);
    const word = last[0] ?? exact?.word ?? ranked[0].word;
    const isNews = word !== this.found?.word || source.length !== this.found.source.length;
    this.found = { word, source, needs: last.length < 2 && exact && exact.value / exact.weight };
    if (!isNews) return;
    if (this.desk.typed.length) this.show();
    else this.desk.goOn();
  }

  /** Returns how many words are left, and, but for the player's own guess, how many guesses they need. */
  whatIsLeft(isOwn) {
    const { tree, game, engine } = this;
    const left = engine.candidates(game.turns);
    const counting = engine.counting(left);
    const nOthers = left.length - counting.length;
    const noun = engine.nounOf(game.turns);
    if (left.length === 1) return `1 ${noun} left${isOwn ? "" : ": this is it"}.`;
    const others = nOthers ? `and ${counted(nOthers, "other word")}` : "left";
    const said = `${counted(counting.length, noun)} ${others}`;
    const mean = (needs) => `${said},\n${rounded(needs)} ${game.turns.length ? "more " : ""}guesses on average`;
    if (isOwn) return said;
    if (game.node === null) return this.found?.needs ? mean(this.found.needs) : said;
    const { sum, weight } = tree.expected(game.node);
    return `${weight ? mean(sum / weight) : said}${this.limits(counting.length, nOthers)}`;
  }

  /** Returns by which row the words are found: likely ones, and others where they differ. */
  limits(nLikely, nOthers) {
    const { tree, game: { node, turns } } = this;
    const by = turns.length ? "by\xa0guess" : "within";
    const most = turns.length + tree.mostGuessesLeft(node);
    const nUnsolved = tree.unsolved(node).length;
    if (nUnsolved) return `; ${nUnsolved} of them are not found in time, the rest ${by} ${most}`;
    const left = nOthers ? tree.mostForLikely(node) : 0;
    const likely = turns.length + left;
    if (!nOthers || likely === most) return `, all\xa0${by}\xa0${most}`;
    const n = tree.levels(node).slice(0, left).reduce((sum, [start, end]) => sum + tree.rank[end] - tree.rank[start], 0);
    const others = n > nLikely ? `${counted(n - nLikely, "other")} too, ` : "";
    return `; likely\xa0ones\xa0${by}\xa0${likely},\n${others}the rest ${by} ${most}`;
  }

  /** Returns which word a lost game had, or may have had. */
  whatItWas() {
    const { engine, turns, game } = this;
    const fitting = engine.candidates(turns);
    const word = large(engine.game.words[engine.counting(fitting)[0]]);
    if (game.isSolved) return ["X/6: it was ", word, `, guess ${turns.length}.`];
    const nOthers = fitting.length - 1;
    return [...(nOthers ? ["It may have been ", word, ` (${counted(nOthers, "other fits", "others fit")})`] : ["It was ", word]),
      ". Back takes the last row back."];
  }

  /** Says why a game under a strict rule may be lost from here. */
  explainEnd() {
    const { game, tree } = this;
    const note = byId("trap");
    const given = game.givenUp;
    const trap = game.isSolved ? "" : trapOf(tree, game);
    note.hidden = !given.length && !trap;
    note.replaceChildren(...(given.length
      ? ["The plan ends here, and gives up ", ...listed(given), ". ", trap]
      : [trap]));
  }
}

function listed(words) {
  const few = words.slice(0, 8).flatMap((word, i) => [i ? ", " : "", make("bdi", {}, word)]);
  return words.length > 8 ? [...few, ` and ${words.length - 8} more`] : few;
}

/** Returns what the tree claims of its guess at a node, to follow the word and "is". */
function claimOf(tree, node, engine) {
  const { proof } = tree.file;
  if (!isProven(tree, node)) return "what this page plays. It is not proven to be the best.";
  const likely = engine.isLikely ? " for a likely answer" : tree.weights ? " by weight" : "";
  const measure = { t: "needs fewer guesses on average", w: "has a better worst case", u: "leaves fewer unsolved" }[
    proof.objective.replace("likely ", "")[0]];
  return `proven: no other ${tree.kind.noun} ${measure}${likely}.`;
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
