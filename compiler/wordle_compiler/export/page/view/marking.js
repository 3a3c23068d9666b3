// Where the player says what a guess got: tiles to colour, or numbers of pegs.
//
// Each kind has `show(word, marks)`, `code()`, `focus()`, `set(code)` and `takes(key)`, which tells whether a key that
// was pressed says something of the feedback, and does what it says. `isBlank` tells that nothing was said yet.

const NOTATION = { grey: "bx×_.-0⬛⬜", yellow: "y1🟨🟦🟪", green: "g2+🟩🟧" };
const MARK_OF_SIGN = new Map(MARKS.flatMap((name, mark) => Array.from(NOTATION[name], (sign) => [sign, mark])));

/**
 * Kind wordle: a click, or the space bar, gives a tile its next colour; a letter or digit colours it and goes on. A
 * tile without a colour looks like none, and counts as grey once others have one.
 */
class TileMarking {
  constructor(row, below, tree) {
    this.row = row;
    this.tree = tree;
    below.replaceChildren();
    this.place = 0;
    this.row.addEventListener("focusin", (event) => {
      if (this.tiles?.includes(event.target)) this.place = this.tiles.indexOf(event.target);
    });
  }

  /** Shows a word; marks that are certain are set already. */
  show(word, marks) {
    this.letters = graphemesOf(word);
    this.place = 0;
    this.tiles = this.letters.map((letter, place) => {
      const button = make("button", { type: "button", class: "tile", ...hue(letter) }, face(letter));
      onClick(button, () => this.mark(place, ((this.marks[place] ?? 0) + 1) % MARKS.length));
      return button;
    });
    this.marks = [];
    this.isBlank = true;
    this.row.replaceChildren(make("span", { class: "word", dir: "auto", role: "group",
      "aria-label": "Which colours did it get?" }, ...this.tiles));
    marks.forEach((mark, place) => this.mark(place, mark || null));
    this.isBlank = !marks.some(Boolean);
  }

  set(code) {
    marksOf(code, this.tree.length).forEach((mark, place) => this.mark(place, mark));
  }

  focus(place = this.place) {
    this.place = Math.max(0, Math.min(place, this.tiles.length - 1));
    this.tiles[this.place].focus({ preventScroll: true });
  }

  code() {
    return codeOfMarks(this.marks.map((mark) => mark ?? 0));
  }

  mark(place, mark) {
    this.marks[place] = mark;
    this.isBlank = false;
    this.tiles[place].dataset.mark = MARKS[mark] ?? "plain";
    const name = MARKS[mark] ?? "no colour";
    this.tiles[place].setAttribute("aria-label", `${this.letters[place]}, place ${place + 1}: ${name}`);
  }

  /** Takes a key; those that move among the tiles only where one of them has the focus. */
  takes(key) {
    const sign = key.toLowerCase();
    if (MARK_OF_SIGN.has(sign)) {
      this.mark(this.place, MARK_OF_SIGN.get(sign));
      this.focus(this.place + 1);
      return true;
    }
    if (!this.tiles.includes(document.activeElement)) return false;
    const forward = getComputedStyle(this.row.firstChild).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    const back = forward === "ArrowLeft" ? "ArrowRight" : "ArrowLeft";
    const to = { [forward]: this.place + 1, [back]: this.place - 1, Backspace: this.place - 1, Home: 0,
      End: this.tiles.length - 1 }[key];
    if (to !== undefined) this.focus(to);
    return to !== undefined;
  }
}

/** Kind mastermind: two numbers, each chosen from a row of buttons. */
class PegMarking {
  constructor(row, below, tree) {
    this.row = row;
    this.tree = tree;
    const group = (peg, name) => make("fieldset", { class: "counts" },
      make("legend", {},
        ...(isBulls ? [] : [make("span", { class: "peg", "data-peg": peg, "aria-hidden": "true" })]), name),
      ...Array.from({ length: tree.length + 1 }, (_, count) => make("label", {},
        make("input", { type: "radio", name: peg, value: count }), make("span", {}, `${count}`))));
    this.groups = [group("black", `${isBulls ? "Bulls" : "Black"}: right place`),
      group("white", `${isBulls ? "Cows" : "White"}: wrong place`)];
    below.replaceChildren(...this.groups);
  }

  show(word) {
    this.row.replaceChildren(drawWord(word, []), make("span", { class: "heard" }, word));
    for (const input of this.groups.flatMap((group) => [...group.querySelectorAll("input")])) input.checked = false;
  }

  get isBlank() {
    return !this.groups.some((group) => group.querySelector("input:checked"));
  }

  set(code) {
    pegsOf(code, this.tree.length).forEach((count, i) => {
      this.groups[i].querySelectorAll("input")[count].checked = true;
    });
  }

  focus() {
    const [group] = this.groups;
    (group.querySelector("input:checked") ?? group.querySelector("input")).focus({ preventScroll: true });
  }

  code() {
    const { length } = this.tree;
    const counts = this.groups.map((group) => Number(group.querySelector("input:checked")?.value ?? 0));
    return codeOfCounts(counts, length);
  }

  takes() {
    return false;
  }
}

const MARKINGS = { wordle: TileMarking, mastermind: PegMarking };

/** Returns the marks that all candidates give to a word, grey where they differ. */
function certainMarks(word, candidates, tree) {
  if (tree.kind !== KINDS.wordle || !candidates.length) return new Array(tree.length).fill(0);
  const same = marksOf(tree.kind.feedback(word, candidates[0]), tree.length);
  for (const candidate of candidates) {
    const marks = marksOf(tree.kind.feedback(word, candidate), tree.length);
    marks.forEach((mark, place) => { if (mark !== same[place]) same[place] = 0; });
    if (!same.some(Boolean)) break;
  }
  return same;
}
