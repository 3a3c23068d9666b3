"""Word lists: the embedded and the generated ones by name, and a user's own from a file, standard input or Python.

Every list ends up in the same form: NFC, case-folded, ascending by code point, distinct, one word length. Nothing is
repaired silently: a word that does not fit is an error that names it and where it stands.
"""

from __future__ import annotations

import codecs
import hashlib
import importlib.resources
import io
import stat
import sys
import unicodedata
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import IO, TYPE_CHECKING

from wordle_compiler.machine.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

MIN_LENGTH = 2
MAX_LENGTH = 12
MAX_WORDS = 1_000_000
MAX_BYTES = 64 * 1024 * 1024
MAX_NAME_LENGTH = 255

EMBEDDED: tuple[str, ...] = (
    "original-answers",
    "original-allowed",
    "nyt-2022-answers",
    "nyt-2022-allowed",
    "nyt-2023-answers",
)
"""The names of the embedded lists; their provenance stands beside them, in `wordle_trees/lists/<name>.json`."""

GENERATED: tuple[str, ...] = ("primes-5", "equations-8")
"""The names of the lists that a rule makes when they are asked for; see `wordle_compiler.game.generated`."""

LIST_NAMES = (*EMBEDDED, *GENERATED)
_SPECS = f"{', '.join(LIST_NAMES)}, a path, or - for standard input"

# NFC puts at most 4 code points into one, twice here, and case-folding never shortens a word. So a word longer than
# this is too long after normalising as well, and a hostile line of millions of marks (which NFC sorts in quadratic
# time) is refused before it is normalised.
_MAX_RAW_LENGTH = 16 * MAX_LENGTH
_MAX_SHOWN = 40
_CHUNK_BYTES = 1024 * 1024


@dataclass(frozen=True)
class WordList:
    """Words of one length, in the one form that a list's digest is defined for (FORMAT.md).

    Lists are equal when their words are; the name is for people and does not count.

    Attributes:
        name: An embedded list's name, a file's name, or what the caller calls it: printable, 1 to 255 code points.
        words: In NFC, case-folded, ascending by code point, distinct, at least one, all of one length from 2 to 12.

    Raises:
        InputError: The name or the words are not in this form; `from_words` brings words into it.
    """

    name: str = field(compare=False)
    words: tuple[str, ...] = field(repr=False)

    def __post_init__(self) -> None:
        if not (self.name.isprintable() and 1 <= len(self.name) <= MAX_NAME_LENGTH):
            raise InputError(
                f"{_quote(self.name)} cannot name a word list: use 1 to {MAX_NAME_LENGTH} printable characters"
            )
        if _parse(self.words, self.name, "word") != self.words:
            raise InputError(f"the words of {self.name} are not normalised and ascending: use WordList.from_words")

    @classmethod
    def from_words(cls, words: Iterable[str], name: str) -> WordList:
        """Makes a list from words in any order and case, under the same rules as a file, and stops at the first fault.

        Blank words are ignored, as blank lines are.

        Raises:
            InputError: The words are no list; says which word, counted from 1, and what to do.
        """
        return cls(name, _parse(words, name, "word"))

    @property
    def length(self) -> int:
        """The code points in every word."""
        return len(self.words[0])

    @cached_property
    def sha256(self) -> bytes:
        """The SHA-256 of the list's UTF-8 text, each word followed by one line feed: 32 bytes."""
        return hashlib.sha256("".join(f"{word}\n" for word in self.words).encode("utf-8")).digest()

    def __len__(self) -> int:
        return len(self.words)


def load_list(spec: str, *, stdin: IO[bytes] | IO[str] | None = None) -> WordList:
    """Loads an embedded or generated list by its name, else a file by its path, else standard input for `-`.

    A file is UTF-8 with one word a line, in any order and case; a byte order mark, blank lines and white space around
    words are ignored. A file that is called like such a list is reached as `./original-answers`.

    Args:
        spec: One of `EMBEDDED` or `GENERATED`, a path, or `-`.
        stdin: What `-` reads to its end instead of `sys.stdin`.

    Raises:
        InputError: There is no such list, or it cannot be read, or it is no list. One line: where, why, what to do.
    """
    if spec in EMBEDDED:
        return _load_embedded(spec)
    if spec in GENERATED:
        from wordle_compiler.game.generated import generate_list

        return generate_list(spec)
    label, name, lines = read_lines(spec, stdin=stdin)
    return WordList(name, _parse(lines, label, "line"))


def is_list_name(spec: str) -> bool:
    """Tells whether `spec` names an embedded or a generated list."""
    return spec in LIST_NAMES


def read_lines(spec: str, *, stdin: IO[bytes] | IO[str] | None = None) -> tuple[str, str, Iterable[str]]:
    """Reads a text file by its path, or standard input for `-`: UTF-8, within the limits of a list.

    Returns:
        What messages call it, a printable name of at most 255 characters, and its lines.

    Raises:
        InputError: It cannot be read, or is not UTF-8. One line: where, why, what to do.
    """
    if not spec:
        raise InputError(f"the word list's name is empty: use one of {_SPECS}")
    if spec == "-":
        name = "stdin"
        label = "standard input"
        content = _read_stdin(stdin)
    else:
        path = Path(spec)
        name = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in path.name)
        label = spec if spec.isprintable() else ascii(spec)
        content = _read_file(path, label)
    return label, name[:MAX_NAME_LENGTH], _open_lines(content, label)


def _load_embedded(name: str) -> WordList:
    """Loads one of `EMBEDDED`; its digest is checked by the tests, not at each load."""
    try:
        file = importlib.resources.files("wordle_trees") / "lists" / f"{name}.txt"
        text = file.read_text(encoding="utf-8")
    except (OSError, ValueError, ImportError) as error:
        raise InputError(f"the embedded list {name} cannot be read ({error}): reinstall wordle-tree") from None
    return WordList(name, tuple(text.split()))


def _read_file(path: Path, label: str) -> bytes:
    """Reads a regular file within the limit; anything else is refused before it is opened."""
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise InputError(f"{label} is a directory: name a file with one word a line")
        if not stat.S_ISREG(mode):
            raise InputError(f"{label} is not a regular file: use - and redirect it to standard input")
        with path.open("rb") as file:
            return _read_all(file, label)
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(f"{label} is neither a list's name nor a file: use one of {_SPECS}") from None
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read {label}: {_reason(error)}") from None


def _read_stdin(stdin: IO[bytes] | IO[str] | None) -> bytes:
    """Reads standard input within the limit, past its text layer where it has one."""
    stream = sys.stdin if stdin is None else stdin
    if stream is None:
        raise InputError("standard input is closed: redirect a word list to it, or name a file")
    try:
        return _read_all(getattr(stream, "buffer", stream), "standard input")
    except (OSError, ValueError) as error:
        raise InputError(f"cannot read standard input: {_reason(error)}") from None


def _read_all(stream: IO[bytes] | IO[str], label: str) -> bytes:
    """Reads a stream to its end, or one chunk beyond the limit."""
    content = bytearray()
    while chunk := stream.read(_CHUNK_BYTES):
        content += chunk.encode("utf-8", "surrogatepass") if isinstance(chunk, str) else chunk
        if len(content) > MAX_BYTES:
            raise InputError(f"{label} has more than {MAX_BYTES // 1024**2} MiB: use a smaller list")
    if chunk is None:
        # A non-blocking stream without data yet: taking what there is would cut the list short.
        raise InputError(f"{label} has no data yet: write the list to a file and name that")
    return bytes(content)


def _reason(error: Exception) -> str:
    """Says why reading failed, on one line."""
    return getattr(error, "strerror", None) or " ".join(str(error).split()) or type(error).__name__


def _open_lines(content: bytes, label: str) -> Iterable[str]:
    """Checks that a file is UTF-8, and returns its lines: decoded one by one, for a list of them can take gigabytes.

    Lines end with LF, CR LF or CR; `str.splitlines` would also split at characters that have no place in a list.
    """
    content = content.removeprefix(codecs.BOM_UTF8)
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line = 1 + before.count(b"\n") + before.count(b"\r") - before.count(b"\r\n")
        raise InputError(
            f"{label}, line {line}: byte 0x{content[error.start]:02x} is not UTF-8 text: save the list as UTF-8"
        ) from None
    return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8", newline=None)


def _parse(entries: Iterable[str], label: str, unit: str) -> tuple[str, ...]:
    """Returns the words among a list's entries, normalised and ascending; raises at the first that does not fit.

    Args:
        entries: Words or blanks, in any order.
        label: What messages call the list.
        unit: What messages call an entry: `line` or `word`.
    """
    numbers: dict[str, int] = {}
    first = ""
    for number, entry in enumerate(entries, start=1):
        if isinstance(entry, str) and (not entry or entry.isspace()):
            continue
        where = f"{label}, {unit} {number}"
        if not isinstance(entry, str):
            raise InputError(f"{where}: a value of type {type(entry).__name__} is not a word: use text")
        word = _normalise(entry, where)
        first = first or word
        if len(word) != len(first):
            raise InputError(
                f"{where}: {_quote(word)} has {len(word)} letters, but {_quote(first)} ({unit} {numbers[first]}) "
                f"has {len(first)}: keep to words of one length"
            )
        if word in numbers:
            raise InputError(f"{where}: {_quote(word)} stands on {unit} {numbers[word]} already: remove one of the two")
        if len(numbers) == MAX_WORDS:
            raise InputError(f"{label} has more than {MAX_WORDS:,} words: use a smaller list")
        numbers[word] = number
    if not numbers:
        raise InputError(f"{label} is empty: give it at least one word")
    return tuple(sorted(numbers))


def _normalise(raw: str, where: str) -> str:
    """Returns a word in NFC and case-folded, or raises an error that begins with `where` it stands.

    NFC comes first because case-folding turns U+0345 into a letter of its own, wherever it stands among the marks, and
    once more at the end because case-folding takes some letters apart. The result is a fixed point.
    """
    word = raw.strip()
    if len(word.split()) > 1:
        raise InputError(f"{where}: {_quote(word)} has white space inside: put one word on a line, nothing else")
    if not word.isprintable():
        code = next(ord(char) for char in word if not char.isprintable())
        raise InputError(f"{where}: {_quote(word)} has the unprintable character U+{code:04X}: remove it")
    if len(word) <= _MAX_RAW_LENGTH:
        word = unicodedata.normalize("NFC", unicodedata.normalize("NFC", word).casefold())
    if not MIN_LENGTH <= len(word) <= MAX_LENGTH:
        raise InputError(
            f"{where}: {_quote(word)} has {len(word)} letter{'' if len(word) == 1 else 's'}: "
            f"use words of {MIN_LENGTH} to {MAX_LENGTH} letters"
        )
    return word


def normalise_word(text: str, where: str) -> str:
    """Returns one word (an opener, say) in the form that the lists have.

    Raises:
        InputError: It is no word of 2 to 12 letters; the message begins with `where` it stands.
    """
    return _normalise(text, where)


def _quote(word: str) -> str:
    """Shows a word in a message: quoted, unprintable characters escaped, cut where it is long."""
    return repr(word) if len(word) <= _MAX_SHOWN else f"{word[:_MAX_SHOWN]!r}..."
