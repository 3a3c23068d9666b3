// The board, and the hand that writes on it: keys of both keyboards, clicks on tiles, pasted text.
//
// What is done with a word depends on the mode (solve, practise or review), an object with
//   turns        the rows above, each `{ guess, code }`; `code` is null while it is not known
//   isOver       whether there is nothing left to type
//   asksMarks    whether the player says what a guess got
//   suggestion   the word that stands in the row until another is typed, or null
//   whyNot(word) why a word cannot be played, or nothing
//   consider(word)     another word stands in the row; null: the suggestion does
//   enter(word, code)  a row is finished; may throw a Refusal
//   pastes(turns, isMore), pastesWords(words)   pasted text has these, `isMore` where a game goes on with them; may
//                throw a Refusal; missing where it is not for these
//   anew()       begins a game of which only the feedbacks are known; missing where there can be none
//   entitle()    shows what the row is about
//   show()       shows what stands beside the board

/** A board shows so many rows at most before they are played. */
const MOST_EMPTY = 10;

/** The board of whichever mode is chosen. */
class Desk {
  constructor(tree, letters) {
    this.tree = tree;
    this.isWord = (word) => tree.engine.numbers.has(word);
    // A digraph is typed as its parts.
    this.letters = new Set([...letters, ...digraphs.map((letter) => letter[0])]);
    this.current = make("li", { class: "turn current" });
    this.marking = new MARKINGS[tree.file.game.kind](this.current, byId("below"), tree);
    this.keyboard = new Keyboard(byId("keyboard"), letters, (key) => this.press(key));
    this.forget();
    document.addEventListener("keydown", (event) => this.keyDown(event));
    document.addEventListener("paste", (event) => this.paste(event));
    // Where there is no key to paste with, a phone's menu needs a field.
    const read = () => {
      byId("unread").replaceChildren(...spoken(this.takeShared(byId("pasted").value)));
      if (byId("unread").textContent) return;
      byId("pasted").value = "";
      byId("tabs").scrollIntoView();
    };
    onClick(byId("read"), read);
    byId("pasted").addEventListener("input", ({ inputType }) => {
      if (inputType === "insertFromPaste") read();
    });
    onSubmit("answer", () => {
      this.attempt(() => this.enter());
    });
    this.current.addEventListener("click", ({ target }) => {
      this.hasMarks = true;
      const tapped = target.closest(".tile");
      if (!tapped || !this.mode.asksMarks || !this.isWhole || this.isAccepted) return;
      // A click on a tile says what the word got, so it is the word that was played.
      const place = [...tapped.parentNode.children].indexOf(tapped);
      this.attempt(() => this.accept());
      if (this.isAccepted) this.marking.tiles?.[place].click();
    }, { capture: true });
  }

  forget() {
    /** The letters typed into the row; none where the suggestion stands there. */
    this.typed = [];
    /** Whether the word that stands there cannot be played: the next letter begins another. */
    this.isRefused = false;
    this.isAccepted = false;
    this.hasMarks = false;
    /** Whether it was asked if a row without colours is all grey. */
    this.isAsked = false;
    /** The letters that were typed as marks of the row: the next letter may show that they begin a word. */
    this.strokes = [];
  }

  use(mode) {
    this.mode = mode;
    /** Feedbacks that were pasted without words: each word that is typed takes the next. */
    this.pending = [];
    /** All feedbacks of that paste, also of rows whose words are known. */
    this.rows = [];
    this.forget();
    this.say("");
    this.show();
  }

  say(text, { isFault = true } = {}) {
    byId("message").replaceChildren(...spoken(text));
    byId("message").classList.toggle("told", !isFault);
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
    if (this.typed.length || this.pending.length) return this.isWhole ? spelled(this.typed.join(""), this.isWord) : null;
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
    while (rows.length < Math.min(tree.limit, MOST_EMPTY)) {
      rows.push(make("li", { class: "turn empty", "aria-hidden": "true" }, drawWord(BLANK.repeat(tree.length), [])));
    }
    byId("turns").replaceChildren(...rows);
    root.style.setProperty("--rows", Math.max(rows.length, 6));
    const known = mode.turns.filter(({ code }) => code !== null);
    if (tree.kind === KINDS.wordle) this.keyboard.colour(marksOfLetters(known, tree.length));
    this.showRow();
    mode.show();
    if (this.pending.length) byId("restart").disabled = false;
    // A page that is loaded again, as phones do with those in the background, goes on with its game.
    history.replaceState(mode.pastesWords ? null : { of: `${tree.file.checksum}`, turns: mode.turns, taken: mode.wasTakenBack }, "");
  }

  /** Returns the row of a turn that was played; a new one turns its tiles. */
  row(guess, code, isNew) {
    const { tree } = this;
    if (code === null) {
      return make("li", { class: "turn" }, drawWord(guess, []), make("span", { class: "heard" }, guess));
    }
    const won = code === tree.winning ? " won" : "";
    const drawn = drawTurn(tree.kind, tree.length, guess, code);
    return make("li", { class: `turn known${isNew ? " new" + won : ""}` }, ...drawn);
  }

  /** Shows the row that is being written. */
  showRow() {
    const { mode, word } = this;
    this.current.classList.toggle("pegged", this.pending.length > 0);
    const isAsking = mode.asksMarks && word !== null && !mode.isOver && !this.pending.length;
    const marks = isAsking && (this.isAccepted || !this.typed.length);
    byId("below").hidden = !marks;
    byId("message").dataset.hint = this.pending.length
      ? `Row ${mode.turns.length + 1}: which ${this.tree.kind.noun} got this?`
      : !marks ? "" : this.tree.kind === KINDS.wordle ? "Tap tiles to colour them. The rest is grey."
        : `Choose how many ${isBulls ? "bulls and cows" : "pegs"} it got.`;
    mode.entitle?.();
    byId("keyboard").hidden = mode.isOver;
    byId("restart").classList.toggle("main", mode.isOver);
    this.current.classList.toggle("suggested", marks && !this.typed.length);
    this.current.classList.remove("refused");
    if (marks) {
      this.marking.show(word, certainMarks(word, mode.candidates, this.tree));
      return;
    }
    const letters = Array.from({ length: this.tree.length }, (_, place) => this.typed[place] ?? BLANK);
    const [code] = this.pending;
    const given = code !== undefined && this.tree.kind === KINDS.wordle ? marksOf(code, this.tree.length) : [];
    const tiles = letters.map((letter, place) => {
      const drawn = tile(letter, MARKS[given[place]]);
      if (letter !== BLANK) drawn.classList.add("typed");
      if (place === this.typed.length) drawn.classList.add("next");
      return drawn;
    });
    this.current.replaceChildren(
      make("span", { class: "word", dir: "auto", "aria-hidden": "true" }, ...tiles),
      ...(code === undefined || given.length ? [] : [drawPegs(code, this.tree.length)]),
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
    if (this.mode.isOver) {
      if (this.letters.has(lowered(name))) this.say("This game is over: start a new one.");
      return false;
    }
    const key = Array.from(name).length === 1 ? lowered(name) : name;
    const isWriting = this.typed.length > 0 && !this.isAccepted;
    // An l and a j are one letter where the alphabet has that.
    const joined = `${this.typed.at(-1)}\u034f${key}`;
    // Only an Enter at once plays a word that is not in the list.
    if (key !== "Enter") this.tree.engine.newer.delete(this.news);
    if (key === "Enter") this.attempt(() => this.enter());
    else if (isWriting && this.isRefused && this.letters.has(key)) this.write([key]);
    else if (isWriting && key === "Backspace") this.write(this.typed.slice(0, -1));
    else if (isWriting && this.letters.has(joined)) this.write([...this.typed.slice(0, -1), joined]);
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
    if (!this.mode.asksMarks || this.word === null || this.pending.length) return false;
    if (isWriting) {
      const isMark = this.isWhole && this.tree.kind === KINDS.wordle && MARK_OF_SIGN.has(key);
      if (!isMark || this.letters.has(key)) return false;
      this.attempt(() => this.accept());
      if (!this.isAccepted) return true;
    }
    if (this.letters.has(key) && !"bxyg".includes(key)) return false;
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
    const word = this.playable();
    this.isAccepted = true;
    this.showRow();
    this.mode.consider(word);
    this.marking.focus();
  }

  /** Finishes the row with what it got. */
  finish(word, code) {
    this.mode.enter(word, code);
    this.pending = this.pending.slice(1);
    this.goOn();
  }

  /** Returns the word in the row; says why it cannot be played. */
  playable() {
    const { word } = this;
    const { length, engine, kind: { noun } } = this.tree;
    if (word === null) {
      throw new Refusal(this.typed.length ? `A ${noun} has ${length} ${noun === "word" ? "letters" : "places"}.`
        : `Type the ${noun} that you play.`);
    }
    const reason = this.mode.whyNot(word);
    this.isRefused = !!reason;
    // Where the page hides the word, it is in the list.
    this.news = reason && this.mode.anew && noun === "word" && engine.whyUnknown(word) ? word : null;
    if (this.news) engine.newer.add(word);
    if (reason) throw new Refusal(`${reason}${this.news ? " If it is newer, press Enter again." : ""}`);
    return word;
  }

  enter() {
    const { mode } = this;
    this.strokes = [];
    const word = this.playable();
    if (this.pending.length) this.finish(word, this.pending[0]);
    else if (!mode.asksMarks) this.finish(word, null);
    else if (this.typed.length && !this.isAccepted) this.accept();
    else if (this.marking.isBlank && !this.isAsked) {
      this.isAsked = true;
      throw new Refusal(this.tree.kind === KINDS.wordle ? `No tile of \t${word}\t has a colour. If all are grey, go on.`
        : `${isBulls ? "Nothing" : "No peg"} is chosen for \t${word}\t. If it got none, go on.`);
    } else this.finish(word, this.marking.code());
  }

  /** After a turn or its undoing: an empty row, and the focus where the player goes on. */
  goOn() {
    this.forget();
    this.show();
    // An Enter too many begins no other game.
    if (this.mode.isOver) byId("question").focus({ preventScroll: true });
    else if (this.mode.asksMarks && this.mode.suggestion) this.marking.focus(0);
    else document.activeElement?.blur();
  }

  paste(event) {
    if (byId("play").hidden || event.target.matches("input[type=text], textarea")) return;
    const reason = this.takeShared(event.clipboardData.getData("text"));
    if (reason) this.say(reason);
    event.preventDefault();
  }

  /** Takes a text that was pasted, or typed as if it were. Returns why it cannot be taken; nothing where it was. */
  takeShared(text) {
    const { tree, mode } = this;
    const { noun } = tree.kind;
    const { length } = tree;
    const game = { kind: tree.file.game.kind, noun, length, alphabet: tree.alphabet, isWord: this.isWord,
      near: (word) => tree.engine.near(word) };
    const isOther = tree.file.game.rule === "any" && /(?<!\S)[\dx?]\/6\*/iu.test(text);
    const [, score, most] = /(?<!\S)([1-9x])\/([5-9])\*?(?!\S)/iu.exec(text) ?? [];
    const note = (n, nSaid = Number(score) || Number(most)) => (isOther ? " The * says hard mode: this page judges by the normal rule." : "")
      + (most && nSaid !== n ? ` The title says ${counted(nSaid, "row", "rows")}, the paste has ${n}.` : "");
    this.say("");
    try {
      const { turns, codes, words, lacking, known = [] } = readShared(text, game);
      if (codes.length === 1 && mode.asksMarks && this.word !== null) this.marking.set(codes[0]);
      else if ((codes.length || turns.length) && !mode.anew) {
        throw new Refusal("A game that is pasted can be solved or reviewed, not practised.");
      } else if (codes.length) {
        mode.anew();
        if (mode.asksMarks) mode.pastes(known);
        this.rows = codes;
        this.pending = codes.slice(mode.turns.length);
        this.goOn();
        this.say(`The rows lack their ${noun}s: type them.${note(codes.length)}`, { isFault: false });
      } else if (turns.length) {
        const { guess: answer, code: last } = turns.at(-1);
        const gets = ({ guess }) => tree.kind.feedback(guess, answer);
        const wrong = last === tree.winning && turns.find((turn) => turn.code !== gets(turn));
        if (wrong) {
          const due = tree.kind.described(gets(wrong), length);
          throw new Refusal(`Row ${turns.indexOf(wrong) + 1}: \t${wrong.guess}\t gets ${due} if \t${answer}\t is the answer.`);
        }
        this.pending = this.rows = [];
        // A row alone is the next one.
        mode.pastes(turns, turns.length < 2 && !most && !lacking && !mode.isOver);
        const played = mode.turns.map(({ guess, code }) => guess + code);
        const twin = played.findIndex((turn, i) => turn === played[i - 1]);
        this.say(note(turns.length) + (twin > 0 ? ` Turn ${twin + 1} repeats turn ${twin}.` : ""), { isFault: false });
      } else if (words.length && mode.pastesWords) mode.pastesWords(words);
      else if (words.length) {
        this.type(words[0]);
        if (words.length === 2 && noun === "word" && !this.isWord(words[1])) {
          const marks = Object.entries(NOTATION).map(([name, signs]) => `${[...signs].join(" ")} for ${name}`);
          throw new Refusal(`\t${words[1]}\t is no feedback: write ${marks.join(", ")}.`);
        }
        if (words.length > 1) throw new Refusal(`Only \t${words[0]}\t is taken: one ${noun} at a time, or each with its feedback.`);
      } else if (!lacking) {
        const unit = noun === "word" ? "letters" : "places";
        const [, row] = byId("pasted").placeholder.split("\n");
        return `The text has no ${noun}s of ${length} ${unit} with their feedback, such as ${row}.`;
      }
      return lacking ? `Turn ${turns.length + 1}: \t${lacking}\t has no feedback.` : "";
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return error.message;
    }
  }
}
