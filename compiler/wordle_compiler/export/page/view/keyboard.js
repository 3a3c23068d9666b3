// The keyboard on the screen: the keys of the tree's alphabet, coloured by what is known of each letter.

const LATIN_ROWS = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
/** What a letter stands after on the keyboards of those who write it; others stand after the one without the accent. */
const NEIGHBOURS = { ñ: "l", å: "p", ü: "p", ğ: "p", ö: "l", ä: "l", æ: "l", ø: "l", ş: "l", ç: "m", ı: "u" };
const KEYS_IN_A_ROW = 10;
/** Keys that leave room for Enter and Backspace beside them on a phone. */
const MOST_BESIDE_ENTER = 8;

/** Draws the keys, and calls `press` with the name of the key that is clicked. */
class Keyboard {
  constructor(place, letters, press) {
    this.keys = new Map();
    const rows = rowsOfKeys(letters).map((row) => row.map((letter) => this.key(letter, letter, face(letter), press)));
    if (rows.at(-1).length > MOST_BESIDE_ENTER) rows.push([]);
    rows.at(-1).unshift(this.key("Enter", "Enter", "↵", press));
    rows.at(-1).push(this.key("Backspace", "Delete the last letter", "⌫", press));
    place.replaceChildren(...rows.map((row) => make("div", { class: "keys" }, ...row)));
    root.style.setProperty("--key-rows", rows.length);
    // A click on a key leaves the focus where the player goes on.
    place.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  key(name, label, shown, press) {
    const isLetter = name === label;
    const key = make("button", { type: "button", tabindex: -1, class: isLetter && name !== "Enter" ? "key" : "key wide",
      "data-key": name, ...(isLetter && name !== "Enter" ? hue(name) : { "aria-label": label }) }, shown);
    onClick(key, () => press(name));
    this.keys.set(name, key);
    return key;
  }

  /** Colours each key by the best mark that its letter got; `marks` has numbers by letter. */
  colour(marks) {
    for (const [name, key] of this.keys) {
      const mark = marks.get(name);
      if (mark === undefined) delete key.dataset.mark;
      else key.dataset.mark = MARKS[mark];
      if (key.classList.contains("wide")) continue;
      key.setAttribute("aria-label", mark === undefined ? name : `${name}: ${MARKS[mark]}`);
    }
  }
}

/**
 * Returns the letters in rows: as on a typewriter where they are Latin, with other letters beside their neighbours
 * while there is room; otherwise in their order.
 */
function rowsOfKeys(letters) {
  // Hidden letters of the typewriter are no guesses of this game.
  const latin = LATIN_ROWS.map((row) => Array.from(row).filter((letter) => letters.includes(letter)))
    .filter((row) => row.length);
  const rest = letters.filter((letter) => {
    const neighbour = NEIGHBOURS[letter] ?? letter.normalize("NFD")[0];
    const row = latin.find((keys) => keys.includes(neighbour));
    if (row?.includes(letter)) return false;
    if (!row || row.length >= (row === latin[2] ? MOST_BESIDE_ENTER : KEYS_IN_A_ROW + 1)) return true;
    row.splice(row.indexOf(neighbour) + 1, 0, letter);
    return false;
  });
  const least = latin.length || rest.length <= MOST_BESIDE_ENTER ? 1 : 2;
  const size = Math.ceil(rest.length / Math.max(Math.ceil(rest.length / KEYS_IN_A_ROW), least));
  const rows = [];
  for (let i = 0; i < rest.length; i += size) rows.push(rest.slice(i, i + size));
  return [...rows, ...latin];
}

/** Returns the best mark that each letter got in some turns of kind wordle. */
function marksOfLetters(turns, length) {
  const best = new Map();
  for (const { guess, code } of turns) {
    const marks = marksOf(code, length);
    lettersOf(guess).forEach((letter, place) => best.set(letter, Math.max(best.get(letter) ?? 0, marks[place])));
  }
  return best;
}
