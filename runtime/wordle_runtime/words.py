"""Parses words and word lists from files, standard input or a caller.

The runtime and the compiler share this reader. Bundled lists are found by digest.

A list is UTF-8 with one word a line, or a JSON array of words. Its words are kept in the form that FORMAT.md's digests
are defined for (`normal_form`), each once, all of one length. What else it holds is told: all faults in one error, and
what is left out in one note. The checker deliberately has its own code to compare letters.
"""

import io
import os
import re
import sys
import unicodedata
from collections import Counter
from contextlib import suppress
from functools import cache

import wordle_trees
from wordle_runtime.errors import WordleError, counted, printable, quoted
from wordle_runtime.feedback import JOINER, KEPT, graphemes, shown
from wordle_runtime.layout import MAX_FILE_BYTES as MAX_BYTES
from wordle_runtime.layout import MAX_LENGTH, MAX_NAME, MAX_POINTS, MIN_LENGTH, sha256
from wordle_runtime.notation import AROUND_WORDS
from wordle_runtime.reader import read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
    from typing import IO

    from wordle_runtime.header import GameInfo
    from wordle_runtime.nodes import Nodes

    Note = Callable[[str], object]

MAX_WORDS = 1_000_000

# NFC composes at most four code points into one, and each of them can be folded to another. A longer word stays too
# long when it is normalised, and a hostile line of a million combining marks, which NFC sorts in quadratic time, is
# refused before it is normalised.
_MAX_RAW_LENGTH = 16 * MAX_LENGTH

_AROUND_CELLS = re.compile(r"""^(?:[^"'`]*[\[({]\s*(?=["'`]|$)|[\[({]|(?:[-*•]|\d+[.)])\s)|(?<![])}])[])}]+[,;]*$""")
_CELL = re.compile(r"""\s*(?:(["'`])((?:(?!\1).)*)\1|([^,;\t]*))\s*(?:[,;\t]|$)""")
"""A line of a spreadsheet, of a list or of source code has cells, perhaps quoted. Beside a word, numbers are none."""
_NO_WORD = re.compile(r"""[][(){}<>|,;:"`]|^#|^'.*'$""")
"""What only tables and source code have."""
_LETTERS = re.compile(r"#\s*letters:(.*)")
"""A comment that says which letters of a list have several code points, or that a final sigma is one of them."""
_MOST_TOLD = 10
_NAMED = 5

_ACCENTS = re.compile(r"(?<![nN])\u0303|(?<![иИ])\u0306|[\u0300-\u0302\u0304\u0305\u0307-\u034e\u0350-\u036f]")
"""All marks on Latin, Greek and Cyrillic letters, except those that make the letters ñ and й."""


class ListError(WordleError):
    """Words, a list of them or weights that cannot be used."""


@cache
def words_of(digest: bytes) -> frozenset[str] | None:
    """Returns the words of the bundled list with this SHA-256, or None if there is none.

    A list that is missing or altered on disk counts as none: the name in a file proves nothing. Each list is read once.
    """
    for name in wordle_trees.list_names():
        if wordle_trees.list_sha256(name) == digest:
            with suppress(OSError):
                text = wordle_trees.read_list(name)
                return frozenset(text.decode("utf-8").split()) if sha256(text).digest() == digest else None
    return None


def words_allowed_in(game: "GameInfo", nodes: "Nodes") -> frozenset[str] | None:
    """Returns the allowed words of a tree's game, if they are its own answers or a bundled list.

    The answers count only if they have the digest in the header, which `verify` checks.
    """
    if game.allowed.sha256 == game.answers.sha256:
        return frozenset(nodes.words[: nodes.n_answers])
    return words_of(game.allowed.sha256)


def read_words(spec: str) -> tuple[str, ...]:
    """Returns the words of a list, ascending: a bundled one by its name, else a file, else standard input for `-`.

    Raises:
        ListError: The list cannot be read, or is not a list. The message says where.
    """
    if spec not in (names := wordle_trees.list_names()):
        return read_list(spec, names)[1]
    if (bundled := words_of(wordle_trees.list_sha256(spec))) is None:
        raise ListError(f"the bundled list {spec} is missing or altered: reinstall wordle-tree")
    return tuple(sorted(bundled))


def read_changes(
    specs: "Mapping[str, str]", length: int, known: "Collection[str]", note: "Note"
) -> dict[str, tuple[str, ...]]:
    """Returns the words of the lists for a game whose words have this length, by their roles, such as `exclude`.

    A list may be empty, and then changes nothing. Excluded words that are not `known`, if any are, are noted.

    Raises:
        ListError: A list cannot be read, or has words of another length.
    """
    words = {role: read_words(spec) for role, spec in specs.items()}
    for role, spec in specs.items():
        if words[role] and (n_letters := len(graphemes(words[role][0]))) != length:
            raise ListError(f"{printable(spec)} has words of {n_letters} letters, the game's have {length}")
    if known and (strange := sorted({*words.get("exclude", ())}.difference(known, words.get("include", ())))):
        said = f"has {counted(len(strange), 'word')} that the game does not: {printable(shown(', '.join(strange)))}"
        note(f"{printable(specs['exclude'])} {said}")
    return words


def read_list(
    spec: str, names: "Sequence[str]" = (), stdin: "IO[bytes] | IO[str] | None" = None, note: "Note" = bool
) -> tuple[str, tuple[str, ...]]:
    """Returns the name of a file, or of standard input for `-`, and the words that it lists; see `parse_words`.

    Raises:
        ListError: It cannot be read, or is not a list. The message names all faults.
    """
    label, name, lines = read_lines(spec, names, stdin)
    entries: Iterable[str] = lines
    if lines.read(64).lstrip().startswith(("[", "{")):
        import json

        lines.seek(0)
        with suppress(ValueError, RecursionError):
            found = json.load(lines)
            values = found.values() if isinstance(found, dict) else [found]
            (entries,) = (value for value in values if isinstance(value, list))
    lines.seek(0)
    return name, parse_words(entries, label, "line" if entries is lines else "word", note, heading_of(lines, _cells))


def _cells(line: str) -> list[str]:
    """Returns what stands on a line of a list: its text, or the cells that it has without their quotes, if any."""
    if (line := line.strip()).isalpha():
        return [line]
    return [cell for _, said, bare in _CELL.findall(_AROUND_CELLS.sub("", line)) if (cell := said or bare.strip())]


def heading_of(lines: "IO[str]", cells_of: "Callable[[str], list[str]]") -> str:
    """Returns the first line of a file if it has words, and full rows a column of numbers, else nothing; rewinds it."""
    rows = (line for line in lines if line.strip() and not line.lstrip().startswith("#"))
    n_cells = len(cells_of(first := next(rows, ""))) * (not re.search(r"\d", first))
    full = (cells for cells in map(cells_of, rows if n_cells > 1 else ()) if len(cells) >= n_cells)
    shapes = {tuple(cell.lstrip("+-.")[:1].isdigit() for cell in cells) for cells in full}
    lines.seek(0)
    return first if any(map(all, zip(*shapes, strict=False))) else ""


def normal_form(word: str) -> str:
    """Returns the normal form of a word: NFC and case-folded, with as many letters as before.

    A letter whose folded form is longer (`ß` becomes `ss`) is only lower-cased, `İ` becomes `i`, and a conjoining jamo,
    which NFC would join to a syllable, becomes the jamo that stands alone. A sigma at the end is written `ς`. NFC comes
    first, and once more at the end. The result is a fixed point. A word that no list can hold is only folded.
    """
    if word.isascii() or len(word) > _MAX_RAW_LENGTH:
        return word.casefold()
    points = unicodedata.normalize("NFC", "".join(map(_alone, word)))
    word = unicodedata.normalize("NFC", "".join(map(_folded, points))).rstrip(JOINER)
    return re.sub(r"σ\Z", "ς", re.sub("ς(?!\ufe00)", "σ", word)) if "ς" in word or word.endswith("σ") else word


def _alone(point: str) -> str:
    """Returns a conjoining jamo as the one that stands alone, if there is one; any other code point as it is."""
    if "\u1100" <= point <= "\u11ff":
        with suppress(KeyError, ValueError):
            return unicodedata.lookup(f"HANGUL LETTER {unicodedata.name(point).rpartition(' ')[2]}")
    return point


def _folded(point: str) -> str:
    """Returns one code point, folded."""
    if point in "İς" or unicodedata.combining(point):
        # U+0345, a mark, would become a letter.
        return "i" if point == "İ" else point
    fold = point.casefold()
    return fold if len(fold) == 1 else point.lower()


def fold_accents(text: str) -> str:
    """Returns a text in NFC without accents: `été` becomes `ete`. `ñ` and `й` stay, as letters that merely look so."""
    return unicodedata.normalize("NFC", _ACCENTS.sub("", unicodedata.normalize("NFD", text)))


def speller(words: "Collection[str]") -> "Callable[[str], str]":
    """Returns a function that spells what a player types as a game's words are spelled; each call takes microseconds.

    A capital I is a dotless one if that makes a word, in a game that has it; accents are dropped where no word has any;
    letters of several code points may be joined; syllables may stand for jamo. A word that it lacks is in normal form.
    """
    known, spelled = frozenset(words), {shown(word): word for word in words}
    is_dotless = any("ı" in word for word in words)
    is_plain = bool(words) and all(word.isascii() or fold_accents(word) == word for word in words)

    def spell(typed: str) -> str:
        word = normal_form(typed.replace("I", "ı") if is_dotless else typed)
        if word.isascii() or len(word) > _MAX_RAW_LENGTH or word in known:
            return spelled.get(word, word)
        if is_plain:
            word = fold_accents(word)
        # Syllables may be meant as jamo, jamo as syllables, `ǉ`, one code point, as `lj`, and a capital I as i.
        forms = word, *(unicodedata.normalize(form, typed) for form in ("NFD", "NFC", "NFKC"))
        return next(filter(None, (spelled.get(shown(normal_form(form))) for form in forms)), word)

    return spell


def spelled(typed: str, words: "Collection[str]") -> str:
    """Returns what a player types as a game's words are spelled, × as *, without signs around it; mostly soon done."""
    if (word := normal_form(typed)) in words and "I" not in typed:
        return word
    spell, bare = speller(words), typed.strip().strip(AROUND_WORDS)
    forms = typed, bare, bare.replace("×", "*").replace("÷", "/")
    return next(filter(words.__contains__, map(spell, forms)), spell(typed))


def normalise_word(raw: object, where: str, join: "Callable[[str], str]" = str, *, is_cell: bool = False) -> str:
    """Returns the normal form of one word, in which `join` joins what the list has as one letter.

    `is_cell` tells that the word is from a file, where what only source code has may stand.

    Raises:
        ListError: It is not a word of 2 to 12 letters; the message begins with `where` it stands.
    """
    if not isinstance(raw, str):
        raise ListError(f"{where}: a value of type {type(raw).__name__} is not a word: use text")
    if raw.isascii() and raw.isalpha() and raw.islower() and MIN_LENGTH <= len(raw) <= MAX_LENGTH:
        # What follows takes three times as long, and most words do without.
        return join(raw)
    word = raw.strip()
    if len(word.split()) > 1 or (is_cell and _NO_WORD.search(word)):
        raise ListError(f"{where}: {quoted(word)} is not one word: put one word on a line, nothing else")
    if not word.isprintable():
        code = next(ord(char) for char in word if not char.isprintable())
        raise ListError(f"{where}: {quoted(word)} has the unprintable character U+{code:04X}: remove it")
    if (n_letters := len(word)) <= _MAX_RAW_LENGTH:
        n_letters = len(graphemes(word := join(normal_form(word))))
    if not MIN_LENGTH <= n_letters <= MAX_LENGTH:
        use = f"use words of {MIN_LENGTH} to {MAX_LENGTH} letters"
        raise ListError(f"{where}: {quoted(word)} has {counted(n_letters, 'letter')}: {use}")
    if len(word) > MAX_POINTS * n_letters or unicodedata.category(word[0])[0] == "M":
        raise ListError(f"{where}: {quoted(word)} has too many combining marks, or begins with one: remove some")
    return word


def parse_words(items: "Iterable[str]", label: str, unit: str, note: "Note" = bool, head: str = "") -> tuple[str, ...]:
    """Returns the words among a list's entries, normalised, each once, ascending; not blank ones and the heading.

    If the unit is `line`, not `word`, an entry may also be a comment, which begins with `#`, or hold words in quotes or
    before commas. Messages begin with the label; `note` is called with a line about what is left out, if any is.

    Raises:
        ListError: Some entries are invalid; the message has the number and the fault of each of the first ten.
    """
    numbers: dict[str, int] = {}
    repeated: dict[str, int] = {}
    faults: list[tuple[int, str]] = []
    n_faults = n_comments = 0
    join: Callable[[str], str] = str
    for number, entry in enumerate(items, start=1):
        if isinstance(entry, str) and (entry == head or not entry.strip()):
            continue
        if unit == "line" and entry.lstrip().startswith("#"):
            if found := _LETTERS.match(entry.strip()):
                join = _joining(found[1])
            n_comments += not found
            continue
        cells = _cells(entry) if unit == "line" else [entry]
        for raw in [cell for cell in cells if len(cells) == 1 or cell.strip("0123456789.:/ -")] or cells[:1]:
            try:
                word = normalise_word(raw, f"{unit} {number}", join, is_cell=unit == "line")
            except ListError as error:
                if (n_faults := n_faults + 1) <= _MOST_TOLD:
                    faults.append((number, str(error)))
                continue
            if word in numbers:
                repeated[word] = repeated.get(word, 0) + 1
            elif len(numbers) == MAX_WORDS:
                raise ListError(f"{label} has more than {MAX_WORDS:,} words: use a smaller list")
            else:
                numbers[word] = number
    lengths = {word: len(graphemes(word)) for word in numbers}
    # That of most words; if two are as frequent, that of the first word.
    usual = Counter(lengths.values()).most_common(1)[0][0] if lengths else 0
    wrong = [word for word, length in lengths.items() if length != usual]
    for word in wrong[:_MOST_TOLD]:
        has = f"has {counted(lengths[word], 'letter')}, but others have {usual}: keep to words of one length"
        faults.append((numbers[word], f"{unit} {numbers[word]}: {quoted(word)} {has}"))
    n_more = n_faults + len(wrong) - _MOST_TOLD
    if faults:
        told = "; ".join(fault for _, fault in sorted(faults)[:_MOST_TOLD])
        raise ListError(f"{label}, {told}" + (f"; and {counted(n_more, 'more fault')}" if n_more > 0 else ""))
    notes = [f"the heading {quoted(head.strip())} left out"] if head else []
    notes += [f"{counted(n_comments, 'line')} with # left out as comments"] if n_comments else []
    if repeated:
        some = ", ".join([*repeated][:_NAMED]) + (", ..." if len(repeated) > _NAMED else "")
        notes.append(f"{counted(sum(repeated.values()), 'repeated word')} left out ({some})")
    if notes:
        note(f"{label}: {'; '.join(notes)}")
    return tuple(sorted(numbers))


def _joining(letters: str) -> "Callable[[str], str]":
    """Returns the function that joins the code points of the given letters in a word, the longest letters first."""
    known = sorted(map(normal_form, letters.split()), key=len, reverse=True)
    several = re.compile("|".join(re.escape(letter) for letter in known if len(graphemes(letter)) > 1) or "(?!)")
    # A letter of one sigma is a final one, as every word's last.
    end = f"ς{KEPT}" if "ς" in known else "ς"
    return lambda word: several.sub(lambda found: JOINER.join(graphemes(found[0])), re.sub(r"ς\Z", end, word))


def read_lines(
    spec: str, names: "Sequence[str]" = (), stdin: "IO[bytes] | IO[str] | None" = None
) -> "tuple[str, str, io.TextIOWrapper]":
    """Reads a text file by its path, or for `-` standard input (or `stdin`) to its end: UTF-8, at most 64 MiB.

    Returns its label in messages, its name, printable and at most 255 characters, and its lines. The message on a
    missing file lists `names`, those of the lists that the caller knows.

    Raises:
        ListError: It cannot be read, or is not UTF-8. One line: where, why, what to do.
    """
    use = f"use {'one of ' if names else ''}{', '.join([*names, 'a path'])}, or - for standard input"
    if not spec:
        raise ListError(f"the name of the {'list' if names else 'file'} is empty: {use}")
    label = "standard input" if (is_stdin := spec == "-") else printable(spec)
    base = "stdin" if is_stdin else os.path.basename(spec)  # noqa: PTH119 - importing pathlib costs more than reading
    try:
        content = _read_stdin(sys.stdin if stdin is None else stdin) if is_stdin else read_file(spec)
    except (OSError, ValueError) as error:
        if isinstance(error, (FileNotFoundError, NotADirectoryError)):
            not_found = "neither a list's name nor a file of words" if names else "not a file"
            raise ListError(f"{label} is {not_found}: {use}") from None
        reason = getattr(error, "strerror", None) or " ".join(str(error).split()) or type(error).__name__
        raise ListError(f"cannot read {label}: {reason}") from None
    if len(content) > MAX_BYTES:
        raise ListError(f"{label} has more than {MAX_BYTES // 1024**2} MiB: use a smaller list")
    name = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in base)
    return label, name[:MAX_NAME], _open_lines(content, label)


def _read_stdin(stream: "IO[bytes] | IO[str] | None") -> bytes:
    """Reads standard input to its end or just beyond the limit, bypassing its text layer if it has one."""
    if stream is None:
        raise OSError("it is closed: redirect a word list to it, or name a file")
    stream, content = getattr(stream, "buffer", stream), bytearray()
    while len(content) <= MAX_BYTES and (chunk := stream.read(1024 * 1024)):
        content += chunk.encode("utf-8", "surrogatepass") if isinstance(chunk, str) else chunk
    if chunk is None:
        # A non-blocking stream without data yet: taking what there is would cut the list short.
        raise OSError("it has no data yet: write the list to a file and name that")
    return bytes(content)


def _open_lines(content: bytes, label: str) -> io.TextIOWrapper:
    """Checks that a file is UTF-8, and returns its lines, decoded one by one: a list of them can take gigabytes.

    Lines end with LF, CR LF or CR alone. In a file with a Turkish ı or İ, I is the capital of ı.
    """
    content = content.removeprefix(b"\xef\xbb\xbf")
    if content.startswith(b"PK\3\4"):
        raise ListError(f"{label} is a spreadsheet or an archive: save its words as text, CSV or one a line")
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ListError(f"{label} is UTF-16 text: save it as UTF-8")
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = 1 + len(re.findall(rb"\r\n?|\n", content[: error.start]))
        byte = f"byte 0x{content[error.start]:02x} is not UTF-8 text: save the list as UTF-8"
        raise ListError(f"{label}, line {line}: {byte}") from None
    if "ı".encode() in content or "İ".encode() in content:
        content = content.replace(b"I", "ı".encode())
    return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8", newline=None)
