// Games as text: the squares that players send each other, read and written.

const SQUARES = { wordle: "⬛🟨🟩", contrast: "⬛🟦🟧" };
/** Squares and pegs by the names that chats have for them. */
const CHAT_CODES = {
  black: "⬛", white: "⬜", yellow: "🟨", blue: "🟦", purple: "🟪", green: "🟩", orange: "🟧",
  black_circle: "⚫", white_circle: "⚪", red_circle: "🔴", heavy_minus_sign: "➖",
  "🟡": "🟨", "🔵": "🟦", "🟣": "🟪", "🟢": "🟩", "🟠": "🟧",
};
/** What begins a line of a list, calls a bot, joins a word to its marks, or stands between a guess and its feedback. */
const AROUND_TURNS =
  /^[ \t]*(?:\p{L}+:\s+(?=\p{L}+\s+[⬛⬜🟦-🟫])|(?:[-*>•]|\/[a-z]+)\s+(?=\S\S)|(?:(?:guess|row|try) +\d\d?:|\d\d?[.)])\s+(?=\S))|(?<=\p{L})(?:[-=]?>|[=,;])(?=\S)|(?<=\S)[ \t]+(?:[-=]>[ \t]*|[-=>→:,][ \t]+)(?=\S\S)|(?<=\d\w )[1-9][.)] (?=\d)/gmu;
/** What ends a title; out of fewer it may be pegs. */
const SCORE = /(?<!\S)[\dx?]\d?\/(?:[5-9]|\d\d)\*?(?!\S)/u;
const IS_SQUARE = /[⬛⬜🟦-🟫]/u;
const IS_DRAWN = /[⬛⬜🟦-🟫⚫⚪●○🔴➖]/u;

/**
 * Returns what is in a text: `turns`, each `{ guess, code }`; or `codes`, where words for them are missing, and
 * perhaps `known`, the turns before the first that lacks its word; or `words` alone. Titles and prose are left out; what is none of the three is empty. The turns end before a word without a
 * feedback, and `lacking` is that word.
 *
 * A word belongs to the feedback on its line. Where no line has both, words and feedbacks are taken in their order.
 *
 * @param game kind, noun, length, and alphabet, the symbols of a word; isWord tells a word from five letters that are marks,
 *   near asks for words like one.
 */
function readShared(text, game) {
  const signs = game.kind === "wordle"
    ? spelledOut(plain(text, game).replaceAll("⚫", "⬛").replaceAll("⚪", "⬜"), game.length) : plain(text, game);
  const isClear = /[🟧⬛⬜]/u.test(signs);
  // A title ends with its score or its number, and is no turn.
  const lines = signs.split(/\r?\n/u).flatMap((line) => {
    if (/^\W*wordle\W+\d[\d.,]*\s*$/u.test(line)) return "\f";
    const parts = line.split(SCORE);
    const kept = parts.map((said, i) => (i + 1 === parts.length || endsWithTurn(said) ? said : said.trim() && "\f"));
    return kept.join(" ").split(/(\f)/u);
  });
  const hasSquares = IS_SQUARE.test(signs);
  const found = lines.map((line) => READ_LINE[game.kind](line, game, isClear, hasSquares));
  // Beside squares, words are on the side where another row has none: others are comments.
  const sides = new Set(found.flatMap(({ at, codes }) => (codes.length === 1 && new Set(at).size === 1 ? at[0] : [])));
  const [side] = sides;
  for (const line of hasSquares && sides.size === 1 ? found : []) {
    const own = line.words.filter((_, i) => line.at[i] === side);
    if (line.codes.length === 1 && own[0]) [line.words, line.nBefore] = [[own.at(side - 1)]];
  }
  const codes = found.flatMap((line) => line.codes);
  const won = KINDS[game.kind].count(game.length) - 1;
  const isDrawn = IS_DRAWN.test(signs);
  // A line has rows (1), and words (2); a title, words, or prose, as two words beside squares may be.
  const shape = found.map(({ words, codes, isProse }, i) => (codes.length ? 1 + !!words.length
    : lines[i] === "\f" ? "t" : words.length && !isProse && !(isDrawn && words.length === 2) ? "w" : " ")).join("");
  // A game's rows stand below each other, or each alone, and the last wins.
  if (isDrawn && /\d.*t.*\d|\d\D.*\d\d|\d\d.*\D\d/u.test(shape)) throw new Refusal("Paste one game, its rows below each other.");
  if (codes.slice(0, -1).includes(won)) throw new Refusal("The row that wins is the last: paste one game.");
  if (found.some(({ words, codes, isProse }) => isProse && codes.length > words.length)) {
    throw new Refusal(`A row has no word of ${game.length} letters beside it.`);
  }
  if (codes.length > 255) throw new Refusal("A game has at most 255 turns.");
  // Beside squares, words alone are comments above the game, and below it once it is over.
  const around = codes.length > 5 || codes.at(-1) === won ? /^\D+|\D+$/gu : /^\D+/u;
  const played = isDrawn ? shape.replace(around, (said) => " ".repeat(said.length)) : shape;
  const isBeside = shape.includes(2);
  const isMeant = ({ words, codes }, i) => played[i] > "0" && (codes.length || !isDrawn || words.length < 2);
  const used = isBeside ? found.filter(isMeant) : found;
  const words = used.flatMap((line) => line.words);
  const none = { words: [], codes: [], turns: [] };
  if (!codes.length) return { ...none, words: found.some(({ isProse }) => isProse) ? [] : words };
  const turns = words.map((guess, i) => ({ guess, code: codes[i] }));
  const odd = used.find((line) => line.words.length !== line.codes.length);
  // Away from rows, a word may be a comment, and so may words on both sides of them.
  if (isBeside ? !odd : words.length === codes.length
    && (!isDrawn || /^((w1){2,}|(1w){2,}|w+11+|11+w+)$/u.test(shape.replace(/[t ]/gu, "")))) return { ...none, turns };
  if (isDrawn && !isBeside && words.length && codes.length < 2) {
    throw new Refusal(`Write the ${KINDS[game.kind].noun} beside its row.`);
  }
  if (!isBeside) return { ...none, codes };
  const nBefore = used.slice(0, used.indexOf(odd)).flatMap((line) => line.codes).length;
  if (odd.words.length < odd.codes.length) return { ...none, codes, known: turns.slice(0, nBefore) };
  const nWhole = nBefore + (odd.nBefore ?? odd.codes.length);
  return { ...none, turns: turns.slice(0, nWhole), lacking: words[nWhole] };
}

/**
 * Returns a text without what nobody sees or stands around words and marks, with squares for names and circles, and with
 * the letters of a word, or the signs of an equation, side by side, × as the game writes it.
 */
function plain(text, { alphabet }) {
  const joined = (said) => said.replace(/\s/gu, "")
    .replace(/[×÷]/gu, (sign) => (alphabet.includes(sign) ? sign : "*/"[Number(sign > "×")]));
  return lowered(text.replace(/[\p{Cf}\ufe0e\ufe0f]/gu, "")
    .replace(/[！-～Ǆ-ǌ]/gu, (sign) => sign.normalize("NFKC")).replace(/[‐-―]/gu, "-")
    .replace(/[🟡🔵🟣🟢🟠]/gu, (sign) => CHAT_CODES[sign]))
    .replace(/:(?:large_)?([a-z_]+?)(?:_large)?(_square|_circle|_sign):/gu,
      (code, name, shape) => CHAT_CODES[name + shape] ?? CHAT_CODES[name] ?? "🟥")
    .replace(/\d+(?:\s?[-+*/×÷]\s?\d+)+\s?=\s?\d/gu, joined)
    .replace(/["“”`[\]({}|]|(?<!\S)[*~]+|[*~]+(?!\S)|(?<!\p{L})['‘’]|['‘’!](?!\p{L})/gu, " ").replace(AROUND_TURNS, " ").replaceAll(")", " ")
    .replace(/(?<!\S)(?:\p{L}\u034f?\p{L}[ \t]+(?!\d))?[\p{L}\d](?:[ \t]+(?:\p{L}\u034f?\p{L}[ \t]+(?!\d))?[\p{L}\d](?!\S))+(?!\S)/gu, joined);
}

/** Whether a text ends with a guess and its feedback, as a title with its number does not. */
function endsWithTurn(text) {
  const [said, before = ""] = text.replaceAll(":", " ").trim().split(/\s+/u).reverse();
  return IS_DRAWN.test(text) || /^(black|red|white|bull|cow)s?$/u.test(said) || (/^[bxygacw\d_.,+-]+$/u.test(said)
    && (/[^\d.,]/u.test(said) || (before.length >= said.length && (isMarks(said) || /^\d+$/u.test(before)))));
}

/** Returns a text with the marks of a word side by side that have names or spaces in it, after a guess or alone. */
function spelledOut(text, length) {
  const names = ["gr[ea]y", "black|green", "yellow"];
  const mark = `(?:${names.join("|")}|[${Object.values(NOTATION).join("").replace("-", "\\-")}])`;
  const marks = `${mark}(?:(?:[ \\t,]|and)*${mark}){${length - 1}}`;
  // A name too many is not the word of another row.
  const noWord = `(?:${names.filter((_, i) => i + 4 !== length).join("|")})`;
  const bare = (said) => said.replace(/gr[ea]y|black/gu, "b").replace(/(?<=y)ellow|(?<=g)reen|and|[\s,]/gu, "");
  return text.replace(RegExp(`(\\S(?<!${noWord})[\\s:,;]+)(${marks})(?=[\\s,;]|$)(?!\\s+${noWord})|^[ \\t]*${marks}(?=\\s+\\p{L}{3}|\\s*$)`, "gmu"),
    (said, before, after) => (before ? before + bare(after) : bare(said)));
}

/** By kind: `{ words, codes }` of a line, and where a word follows another that has no feedback, the codes before. */
const READ_LINE = {
  wordle: (line, game, isClear, hasSquares) => {
    const { length } = game;
    const words = [];
    const codes = [];
    /** How many rows are before each word. */
    const at = [];
    let isProse, nBefore, odd;
    /** Says why what stands in a word's place is none. */
    const noWord = (said) => {
      const count = lettersOf(said).length;
      return new Refusal(`\t${said}\t ` + (count === length ? "is not understood."
        : `has ${counted(count, /\p{L}/u.test(said) ? "letter" : "sign")}, the game's ${game.noun}s have ${length}${game.near?.(said.toLowerCase()) ?? "."}`));
    };
    const parts = line.replace(/(?<=[⬛⬜🟦-🟫])\s+(?=[⬛⬜🟦-🟫])/gu, "")
      // What is no word may be a name.
      .replace(/^\s*(\p{L}+):(?=\s+[⬛⬜🟦-🟫]+\s+\p{L})/u, (said, name) => (game.isWord(name) ? said : "")).split(/[\s:,;]+/u)
      .flatMap((part) => (isMarks(part) ? part : part.split(/([⬛⬜🟥-🟫]+)/u)));
    for (const said of parts.filter(Boolean)) {
      // A full stop may end what is said.
      const part = said.endsWith(".") && Array.from(said).length === length + 1 ? said.slice(0, -1) : said;
      const signs = Array.from(part);
      const word = wordIn(part, game);
      const isRow = IS_SQUARE.test(part) && isMarks(part);
      if (!isRow && word && (game.isWord(word) || !isMarks(part))) {
        if (words.length > codes.length) nBefore ??= codes.length;
        words.push(word);
        at.push(codes.length);
      } else if (signs.length === length && !isMarks(part)
        && (/^\p{Extended_Pictographic}+$/u.test(part) || (IS_SQUARE.test(line) && /\d/u.test(part) && /[\p{L}=]/u.test(part)))) {
        throw /[\p{L}=]/u.test(part) ? noWord(part)
          : new Refusal(`${part} has the unknown mark ${signs.find((sign) => !MARK_OF_SIGN.has(sign))}.`);
      } else if (!isMarks(part)) {
        odd = /[\p{L}=]/u.test(part) ? part : "";
        isProse ||= odd;
        continue;
        // A number such as 2.001 is no marks, unless a word waits for them or nothing else is there.
      } else if (isRow || words.length === codes.length + 1
        || (hasSquares ? /[^\d.-]/u.test(part) : isMarks(line.replace(/\s/gu, "")))) {
        const isWhole = signs.length % length === 0;
        if (!isWhole && odd && line.includes(odd + part)) throw noWord(odd);
        if (!isWhole && (isRow || (!hasSquares && signs.length > 1 && /[^\d.-]/u.test(part)))) {
          const many = isRow ? counted(signs.length, "square", "squares") : `${signs.length} marks`;
          throw new Refusal(`${part} has ${many}; a word has ${length} letters.`);
        }
        for (let i = 0; isWhole && i < signs.length; i += length) codes.push(codeOfSigns(signs.slice(i, i + length), isClear));
      } else if (signs.length === length && /[^\d.-]/u.test(part)) {
        throw odd ? noWord(odd) : new Refusal(`Write ${part} after its word.`);
      }
      odd = "";
    }
    return { words, codes, at, isProse, nBefore };
  },
  mastermind: (line, game) => {
    const codes = [];
    const words = [];
    let nBefore;
    const parts = line.split(/([^\s:,;]+)/u);
    const places = parts.flatMap((part, i) => (wordIn(part, game) ? [i] : []));
    const read = (from, to) => {
      const said = parts.slice(from, to).join("").replace(/^[\s:,;]+|[\s:;]+$|(?<=\d\w)\.\s*$/gu, "");
      if (said) codes.push(codeOfPegs(said, game.length));
    };
    for (const i of places) words.push(parts[i]);
    const [, odd] = /^\s*(\w*\d{3}\w*|[a-z]+(?=\s+\d[ab]\d))([\s:,;]+[\dabcw⚫⚪●○🔴➖\s,+/:-]+)?$/u.exec(line) ?? [];
    if (odd && !places.length) throw new Refusal(`${odd} is no code: write ${game.length} of ${game.alphabet.join(" ")}.`);
    if (places.length) read(0, places[0]);
    if (places.length || /^([\s\d⚫⚪●○🔴➖]+|\s*\d[ab]\d[bcw]\s*)$/u.test(line)) {
      (places.length ? places : [-1]).forEach((place, i) => {
        read(place + 1, places[i + 1] ?? parts.length);
        if (i >= codes.length) nBefore ??= codes.length;
      });
    }
    return { words, codes, nBefore };
  },
};

function isMarks(text) {
  return Array.from(text).every((sign) => MARK_OF_SIGN.has(sign));
}

/** Returns the word that a part of a text is, without the signs around it; nothing where it is none. */
function wordIn(part, { length, alphabet, isWord }) {
  const bare = part.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, "");
  const word = [part, bare].find((text) => {
    const signs = lettersOf(text);
    return signs.length === length && signs.every((sign) => alphabet.includes(sign));
  });
  return word && spelled(word, isWord);
}

/** Returns the number of some marks. `isClear` tells whether blue is known to be misplaced. */
function codeOfSigns(signs, isClear) {
  if ((signs.includes("🟦") && !isClear) || (signs.includes("+") && signs.includes("-"))) {
    throw new Refusal("Blue and - mean two things: write b for absent, y for misplaced, g for right.");
  }
  return codeOfMarks(signs.map((sign) => MARK_OF_SIGN.get(sign)));
}

/** Returns the number of some pegs: 2b1w, 2A1B, 2 bulls and 1 cow, 21, bbw, ●●○. */
function codeOfPegs(text, length) {
  const said = text.replace(/[●⚫🔴]/gu, "b").replace(/[○⚪]/gu, "w").replace(/[➖._]/gu, "-");
  const isBulls = /\d\s*a/u.test(said);
  let counts = [0, 0];
  const rest = said.replace(/^([bw])(\d+)(?:\s*([bw])(\d+))?$/u, "$2$1$4$3")
    .replace(/(\d+)\s*(bulls?|black|reds?|cows?|white|[abcrw])/gu, (_, count, name) => {
      counts[/^(w|c)/u.test(name) || (name === "b" && isBulls) ? 1 : 0] += Number(count);
      return "";
    });
  const digits = rest.match(/^\s*(\d)[\s,+/:-]*(\d)?\s*$/u);
  if (rest === said && digits && (digits[2] || digits[1] === "0")) {
    counts = [digits[1], digits[2] ?? 0].map(Number);
  } else if (rest === said && /^[bw\s-]+$/u.test(said)) {
    counts = ["b", "w"].map((sign) => said.split(sign).length - 1);
  } else if (rest === said || !/^(\s|,|and)*$/u.test(rest)) {
    throw new Refusal(`${text} is not understood: write the ${isBulls ? "bulls and the cows as 2A1B"
      : "black and the white pegs as 2b1w, 2A1B"} or 2,1.`);
  }
  return codeOfCounts(counts, length);
}

/** Returns the number of black and white pegs that can be. */
function codeOfCounts([blacks, whites], length) {
  // With all pegs but one black, the last symbol has no other place to be in.
  if (blacks + whites > length || (blacks === length - 1 && whites)) {
    const [all, right, wrong] = isBulls ? ["Bulls and cows", "bulls", "cow"] : ["Black and white pegs", "black", "white"];
    throw new Refusal(`${all} add up to at most ${length}, and ${length - 1} ${right} with 1 ${wrong} cannot be.`);
  }
  return blacks * (length + 1) + whites;
}

/** Returns a finished game as squares, a line a turn. */
function squaresOf(tree, turns, title) {
  const isContrast = root.dataset.colours === "contrast";
  const lines = turns.map(({ code }) => {
    if (isBulls) return bullsOf(code, tree.length);
    if (tree.kind !== KINDS.wordle) {
      const [blacks, whites] = pegsOf(code, tree.length);
      return "⚫".repeat(blacks) + "⚪".repeat(whites) + "➖".repeat(tree.length - blacks - whites);
    }
    const signs = Array.from(isContrast ? SQUARES.contrast : SQUARES.wordle);
    return marksOf(code, tree.length).map((mark) => signs[mark]).join("");
  });
  const isSolved = turns.at(-1)?.code === tree.winning;
  return `${title} ${isSolved ? turns.length : "X"}/${tree.limit}\n${lines.join("\n")}`;
}
