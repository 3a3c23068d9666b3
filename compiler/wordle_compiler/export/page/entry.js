// Where the player says what the guess got: tiles to colour, or numbers of pegs.
//
// Each kind of entry has `show(word, candidates)`, `focus()` and `code()`, the feedback as it was entered.

const NOTATION = { grey: "b_.-0⬛⬜", yellow: "y1🟨🟦", green: "g2🟩🟧" };
const MARK_OF_SIGN = new Map(MARKS.flatMap((name, mark) => Array.from(NOTATION[name], (sign) => [sign, mark])));

/** Kind wordle: a click, or the space bar, gives a tile its next colour; a letter or digit colours it and goes on. */
class TileEntry {
  constructor(container, tree) {
    this.tree = tree;
    this.marks = [];
    this.tiles = [];
    this.row = make("div", { class: "word", dir: "auto" });
    const hint = make("p", { class: "note", id: "hint" },
      "Click a tile to change its colour, or type b, y or g for grey, yellow or green. Enter goes on.");
    container.replaceChildren(make("fieldset", { "aria-describedby": "hint" },
      make("legend", {}, "Which colours did it get?"), this.row), hint);
    this.row.addEventListener("keydown", (event) => this.press(event));
    this.row.addEventListener("paste", (event) => this.paste(event));
  }

  /** Shows a word. Marks that every candidate gives it are set already: they are certain. */
  show(word, candidates) {
    this.letters = Array.from(word);
    this.marks = certainMarks(word, candidates, this.tree);
    this.tiles = this.letters.map((letter, place) => {
      const tile = make("button", { type: "button", class: "tile" }, letter);
      tile.addEventListener("click", () => this.set(place, (this.marks[place] + 1) % MARKS.length));
      return tile;
    });
    this.row.replaceChildren(...this.tiles);
    this.marks.forEach((mark, place) => this.set(place, mark));
  }

  focus(place = 0) {
    this.tiles[Math.max(0, Math.min(place, this.tiles.length - 1))].focus();
  }

  code() {
    return codeOfMarks(this.marks);
  }

  set(place, mark) {
    this.marks[place] = mark;
    this.tiles[place].dataset.mark = MARKS[mark];
    this.tiles[place].setAttribute("aria-label", `${this.letters[place]}, place ${place + 1}: ${MARKS[mark]}`);
  }

  press(event) {
    const place = this.tiles.indexOf(event.target);
    if (place < 0 || event.ctrlKey || event.altKey || event.metaKey) return;
    const forward = getComputedStyle(this.row).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    if (MARK_OF_SIGN.has(event.key.toLowerCase())) {
      this.set(place, MARK_OF_SIGN.get(event.key.toLowerCase()));
      this.focus(place + 1);
    } else if (event.key === "Backspace") this.focus(place - 1);
    else if (event.key === forward) this.focus(place + 1);
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") this.focus(place - 1);
    else if (event.key === "Home") this.focus(0);
    else if (event.key === "End") this.focus(this.tiles.length - 1);
    else if (event.key === "Enter") this.row.closest("form").requestSubmit();
    else return;
    event.preventDefault();
  }

  /** Takes a whole feedback, such as 🟩⬛⬛🟨⬛ out of a shared result. */
  paste(event) {
    // Some keyboards and copied texts put a variation selector after a square.
    const signs = Array.from(event.clipboardData.getData("text").trim().toLowerCase().replace(/[\ufe0e\ufe0f]/gu, ""));
    if (signs.length !== this.tiles.length || !signs.every((sign) => MARK_OF_SIGN.has(sign))) return;
    signs.forEach((sign, place) => this.set(place, MARK_OF_SIGN.get(sign)));
    event.preventDefault();
  }
}

/** Returns the marks that all candidates give to a word, grey where they differ. */
function certainMarks(word, candidates, tree) {
  const same = marksOf(tree.kind.feedback(word, candidates[0]), tree.length);
  for (const candidate of candidates) {
    const marks = marksOf(tree.kind.feedback(word, candidate), tree.length);
    marks.forEach((mark, place) => { if (mark !== same[place]) same[place] = 0; });
    if (!same.some(Boolean)) break;
  }
  return same;
}

/** Kind mastermind: two numbers. */
class PegEntry {
  constructor(container, tree) {
    this.tree = tree;
    this.word = make("div");
    const field = (id, name) => {
      const input = make("input", { id, type: "number", inputmode: "numeric", min: 0, max: tree.length, step: 1 });
      return [input, make("div", {}, make("label", { for: id }, name), input)];
    };
    const [blacks, blackField] = field("blacks", "Black: right place");
    const [whites, whiteField] = field("whites", "White: wrong place");
    this.inputs = [blacks, whites];
    container.replaceChildren(this.word, make("fieldset", {}, make("legend", {}, "What did it get?"),
      make("div", { class: "counts" }, blackField, whiteField)));
  }

  show(word) {
    this.word.replaceChildren(drawWord(word, []));
    for (const input of this.inputs) input.value = "0";
  }

  focus() {
    this.inputs[0].focus();
    this.inputs[0].select();
  }

  code() {
    const { length } = this.tree;
    const [blacks, whites] = this.inputs.map((input) => (/^\d+$/.test(input.value) ? Number(input.value) : NaN));
    // With all pegs but one black, the last symbol has no other place to be in.
    if (!(blacks + whites <= length) || (blacks === length - 1 && whites)) {
      throw new Refusal(`Black and white pegs are whole numbers, together at most ${length}; `
        + `with ${length - 1} black there is no white one.`);
    }
    return blacks * (length + 1) + whites;
  }
}
