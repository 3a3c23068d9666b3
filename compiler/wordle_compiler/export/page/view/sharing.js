// Games as text: the squares that players send each other, read and written.

const SQUARES = { wordle: "⬛🟨🟩", contrast: "⬛🟦🟧" };
const MARK_OF_SQUARE = new Map(Object.entries({ "⬛": 0, "⬜": 0, "🟨": 1, "🟦": 1, "🟩": 2, "🟧": 2 }));

/** Returns `{ codes, words }`: the rows of squares in a text, and its words that have the right length. */
function readShared(text, tree) {
  const codes = [];
  const words = [];
  // Some keyboards and copied texts put a variation selector after a square.
  for (const token of text.normalize("NFC").toLowerCase().replace(/[\ufe0e\ufe0f]/gu, "").split(/[\s:,;]+/u)) {
    const signs = Array.from(token);
    if (signs.length !== tree.length) continue;
    if (signs.every((sign) => MARK_OF_SQUARE.has(sign))) {
      codes.push(codeOfMarks(signs.map((sign) => MARK_OF_SQUARE.get(sign))));
    } else if (signs.every((sign) => tree.alphabet.includes(sign))) words.push(token);
  }
  return { codes: tree.kind === KINDS.wordle ? codes : [], words };
}

/** Returns a finished game as squares, a line a turn. */
function squaresOf(tree, turns, title) {
  const isContrast = document.documentElement.dataset.colours === "contrast";
  const lines = turns.map(({ code }) => {
    if (tree.kind !== KINDS.wordle) {
      const [blacks, whites] = pegsOf(code, tree.length);
      return "⚫".repeat(blacks) + "⚪".repeat(whites) + "➖".repeat(tree.length - blacks - whites);
    }
    const signs = Array.from(isContrast ? SQUARES.contrast : SQUARES.wordle);
    return marksOf(code, tree.length).map((mark) => signs[mark]).join("");
  });
  const isSolved = turns.length && turns[turns.length - 1].code === tree.winning;
  return `${title} ${isSolved ? turns.length : "X"}/${tree.limit}\n${lines.join("\n")}`;
}
