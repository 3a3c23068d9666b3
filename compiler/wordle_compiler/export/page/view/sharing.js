// Games as text: the squares that players send each other, read and written.

const SQUARES = { wordle: "⬛🟨🟩", contrast: "⬛🟦🟧" };

/**
 * Returns `{ codes, words }`: the feedbacks in a text, as squares or as `wordle-next` takes them, and its words that
 * have the right length.
 */
function readShared(text, tree) {
  const codes = [];
  const words = [];
  // Some keyboards and copied texts put a variation selector after a square.
  for (const token of text.normalize("NFC").toLowerCase().replace(/[\ufe0e\ufe0f]/gu, "").split(/[\s:,;]+/u)) {
    const signs = Array.from(token);
    const code = tree.engine.numbers.has(token) ? null : READ[tree.file.game.kind](token, signs, tree.length);
    if (code !== null) codes.push(code);
    else if (signs.length === tree.length && signs.every((sign) => tree.alphabet.includes(sign))) words.push(token);
  }
  return { codes, words };
}

/** By kind: the number of the feedback that a text is, or null. */
const READ = {
  wordle: (_, signs, length) => (signs.length === length && signs.every((sign) => MARK_OF_SIGN.has(sign))
    ? codeOfMarks(signs.map((sign) => MARK_OF_SIGN.get(sign))) : null),
  mastermind: (text, _, length) => {
    const found = text.match(/^(\d)b(\d)w$/);
    return found && Number(found[1]) * (length + 1) + Number(found[2]);
  },
};

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
