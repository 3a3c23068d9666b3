// The board, and the hand that writes on it: keys of both keyboards, clicks on tiles, pasted text.
//
// What is done with a word depends on the mode (solve, practise or review), an object with
//   turns        the rows above, each `{ guess, code }`; `code` is null while it is not known
//   nRows        how many rows the board has at least
//   isOver       whether there is nothing left to type
//   asksMarks    whether the player says what a guess got
//   suggestion   the word that stands in the row until another is typed, or null
//   whyNot(word) why a word cannot be played, or nothing
//   consider(word)     another word stands in the row; null: the suggestion does
//   enter(word, code)  a row is finished; may throw a Refusal
//   paste(shared)      what `readShared` found in pasted text; may throw a Refusal
//   show()       shows what stands beside the board

/** The board of whichever mode is chosen. */
class Desk {
  constructor(tree, letters) {
    this.tree = tree;
    this.letters = new Set(letters);
    this.current = make("li", { class: "turn current" });
    this.marking = new MARKINGS[tree.file.game.kind](this.current, byId("below"), tree);
    this.keyboard = new Keyboard(byId("keyboard"), letters, (key) => this.press(key));
    this.forget();
    document.addEventListener("keydown", (event) => this.keyDown(event));
    document.addEventListener("paste", (event) => this.paste(event));
    // Where there is no key to paste with, a phone's menu needs a field.
    byId("pasted").addEventListener("input", ({ target, inputType }) => {
      if (!this.takeShared(target.value, { isWhole: inputType === "insertFromPaste" })) return;
      target.value = "";
      byId("tabs").scrollIntoView();
    });
    byId("answer").addEventListener("submit", (event) => {
      event.preventDefault();
      this.attempt(() => this.enter());
    });
    this.current.addEventListener("click", (event) => {
      this.hasMarks = true;
      // A click on a tile says what the word got, so it is the word that was played.
      if (event.target.closest(".tile") && this.isWhole && !this.isAccepted) this.attempt(() => this.accept());
    }, { capture: true });
  }

  forget() {
    /** The letters typed into the row; none where the suggestion stands there. */
    this.typed = [];
    this.isAccepted = false;
    this.hasMarks = false;
    /** The letters that were typed as marks of the row: the next letter may show that they begin a word. */
    this.strokes = [];
  }

  use(mode) {
    this.mode = mode;
    this.forget();
    this.say("");
    this.show();
  }

  say(text) {
    byId("message").textContent = text;
  }

  get isWhole() {
    return this.typed.length === this.tree.length;
  }

  /** Whether nothing has been typed into the row nor said of its word. */
  get isUntouched() {
    return !this.typed.length && !this.strokes.length && !this.hasMarks;
  }

  /** The word that stands in the row; null while it is not whole. */
  get word() {
    if (this.typed.length) return this.isWhole ? this.typed.join("") : null;
    return this.mode.suggestion;
  }

  /** Does something, then shows it; or says why it cannot be. */
  attempt(change) {
    this.say("");
    try {
      change();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.say(error.message);
      this.current.classList.remove("refused");
      // The animation starts anew only once the class has been away for a layout.
      void this.current.offsetWidth;
      this.current.classList.add("refused");
    }
  }

  show() {
    const { mode, tree } = this;
    const shown = byId("turns").querySelectorAll(".turn.known").length;
    const rows = mode.turns.map(({ guess, code }, i) => this.row(guess, code, i >= shown));
    if (!mode.isOver) rows.push(this.current);
    while (rows.length < mode.nRows) {
      rows.push(make("li", { class: "turn empty", "aria-hidden": "true" }, drawWord(BLANK.repeat(tree.length), [])));
    }
    byId("turns").replaceChildren(...rows);
    const known = mode.turns.filter(({ code }) => code !== null);
    if (tree.kind === KINDS.wordle) this.keyboard.colour(marksOfLetters(known, tree.length));
    this.showRow();
    delete byId("message").dataset.hint;
    mode.show();
  }

  /** Returns the row of a turn that was played; a new one turns its tiles. */
  row(guess, code, isNew) {
    const { tree } = this;
    if (code === null) {
      return make("li", { class: "turn" }, drawWord(guess, []), make("span", { class: "heard" }, guess));
    }
    const won = code === tree.winning ? " won" : "";
    const drawn = drawTurn(tree.kind, tree.length, guess, code);
    return make("li", { class: `turn known${isNew ? ` new${won}` : ""}` }, ...drawn);
  }

  /** Shows the row that is being written. */
  showRow() {
    const { mode, word } = this;
    const marks = mode.asksMarks && word !== null && !mode.isOver && (this.isAccepted || !this.typed.length);
    byId("below").hidden = !marks;
    byId("keyboard").hidden = mode.isOver;
    this.current.classList.toggle("suggested", marks && !this.typed.length);
    this.current.classList.remove("refused");
    if (marks) {
      this.marking.show(word, certainMarks(word, mode.candidates, this.tree));
      return;
    }
    const letters = Array.from({ length: this.tree.length }, (_, place) => this.typed[place] ?? BLANK);
    const tiles = letters.map((letter, place) => {
      const drawn = tile(letter);
      if (letter !== BLANK) drawn.classList.add("typed");
      if (place === this.typed.length) drawn.classList.add("next");
      return drawn;
    });
    this.current.replaceChildren(
      make("span", { class: "word", dir: "auto", "aria-hidden": "true" }, ...tiles),
      make("span", { class: "heard" }, this.typed.length ? `typed: ${this.typed.join("")}` : "empty row"));
  }

  /** Puts a word into the row, as if it had been typed. */
  type(word) {
    this.forget();
    this.typed = graphemesOf(word);
    this.showRow();
  }

  keyDown(event) {
    if (byId("play").hidden || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    const owner = event.target;
    if (owner.matches("input[type=text], textarea, select, dialog *")) return;
    const isControl = owner.matches("button, summary, a, input") && !this.current.contains(owner);
    // Enter and the space bar belong to the control that has the focus.
    if (isControl && [" ", "Enter"].includes(event.key) && owner.type !== "radio") return;
    if (event.key === " " || event.key === "Tab" || !this.press(event.key)) return;
    event.preventDefault();
    // Who types is at the board: the next Enter is for the row.
    if (isControl) owner.blur();
  }

  /** Takes a key of either keyboard, by its name. Returns whether it did something. */
  press(name) {
    if (this.mode.isOver) return false;
    const key = Array.from(name).length === 1 ? name.normalize("NFC").toLowerCase() : name;
    const isWriting = this.typed.length > 0 && !this.isAccepted;
    if (key === "Enter") this.attempt(() => this.enter());
    else if (isWriting && key === "Backspace") this.write(this.typed.slice(0, -1));
    else if (isWriting && !this.isWhole && this.letters.has(key)) this.write([...this.typed, key]);
    else if (this.marks(key, isWriting)) return true;
    else if (this.letters.has(key) && !isWriting) {
      this.write(this.strokes.length < this.tree.length ? [...this.strokes, key] : [key]);
    } else if (key === "Escape" || key === "Backspace") this.write([]);
    else return false;
    return true;
  }

  /** Lets the row take a key as what the word got. */
  marks(key, isWriting) {
    if (!this.mode.asksMarks || this.word === null) return false;
    if (isWriting) {
      const isMark = this.isWhole && this.tree.kind === KINDS.wordle && MARK_OF_SIGN.has(key);
      if (!isMark || this.letters.has(key)) return false;
      this.attempt(() => this.accept());
      if (!this.isAccepted) return true;
    }
    if (this.letters.has(key) && !"byg".includes(key)) return false;
    if (!this.marking.takes(key)) return false;
    this.hasMarks = true;
    if (this.letters.has(key) && this.strokes.length < this.tree.length) this.strokes.push(key);
    else this.strokes = [];
    return true;
  }

  write(letters) {
    const wasConsidered = this.isAccepted;
    this.forget();
    this.typed = letters;
    this.say("");
    this.showRow();
    if (wasConsidered) this.mode.consider(null);
  }

  /** Takes the typed word as the one that was played; now it is asked what it got. */
  accept() {
    const { word } = this;
    const reason = this.mode.whyNot(word);
    if (reason) throw new Refusal(reason);
    this.isAccepted = true;
    this.showRow();
    this.mode.consider(word);
    this.marking.focus();
  }

  enter() {
    const { mode, word } = this;
    const { noun } = this.tree.kind;
    this.strokes = [];
    if (word === null) {
      const { length } = this.tree;
      throw new Refusal(this.typed.length ? `A ${noun} has ${length} ${noun === "word" ? "letters" : "places"}.`
        : `Type the ${noun} that you play.`);
    }
    if (mode.asksMarks && this.typed.length && !this.isAccepted) {
      this.accept();
      return;
    }
    const reason = mode.whyNot(word);
    if (reason) throw new Refusal(reason);
    mode.enter(word, mode.asksMarks ? this.marking.code() : null);
    this.goOn();
  }

  /** After a turn or its undoing: an empty row, and the focus where the player goes on. */
  goOn() {
    this.forget();
    this.show();
    if (this.mode.isOver) byId("restart").focus({ preventScroll: true });
    else if (this.mode.asksMarks && this.mode.suggestion) this.marking.focus(0);
    else document.activeElement?.blur();
  }

  paste(event) {
    if (byId("play").hidden || event.target.matches("input[type=text], textarea")) return;
    if (this.takeShared(event.clipboardData.getData("text"), { isWhole: true })) event.preventDefault();
  }

  /**
   * Takes a text that was pasted. Returns whether there is something of a game in it.
   *
   * @param isWhole Whether no more of it will come, so that it can be said that there is nothing.
   */
  takeShared(text, { isWhole }) {
    const shared = readShared(text, this.tree);
    if (!shared.codes.length && !shared.words.length) {
      const { length, kind } = this.tree;
      if (isWhole) this.say(`The pasted text has no ${kind.noun} of length ${length} and no feedback to one.`);
      return false;
    }
    this.attempt(() => this.mode.paste(shared));
    return true;
  }
}
