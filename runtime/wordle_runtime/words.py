"""Parses words, word lists and weights from files, standard input or a caller.

The runtime and the compiler share this reader. Bundled lists are found by digest.

A list is UTF-8 with one word a line. Its words are kept in the form that FORMAT.md's digests are defined for
(`normal_form`), each once, all of one length. Nothing is repaired silently: the first invalid entry is an error that
names the entry and its location. The checker deliberately has its own code to read lists.
"""

import io
import os
import re
import sys
import unicodedata
from contextlib import contextmanager
from functools import cache
from operator import lt

import wordle_trees
from wordle_runtime.errors import WordleError, counted, printable, quoted
from wordle_runtime.layout import MAX_FILE_BYTES as MAX_BYTES
from wordle_runtime.layout import MAX_LENGTH, MAX_NAME, MIN_LENGTH, sha256
from wordle_runtime.reader import read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from fractions import Fraction
    from typing import IO

    from wordle_runtime.header import GameInfo
    from wordle_runtime.nodes import Nodes

MAX_WORDS = 1_000_000

_STANDARD_INPUT = "-"
# NFC composes at most four code points into one, and each of them can be folded to another. A longer word stays too
# long when it is normalised, and a hostile line of a million combining marks, which NFC sorts in quadratic time, is
# refused before it is normalised.
_MAX_RAW_LENGTH = 16 * MAX_LENGTH
_CHUNK_BYTES = 1024 * 1024

_WEIGHT = re.compile(r"(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,2})?", re.ASCII)
_SEPARATORS = re.compile(r"[\s,;]+")
_LONGEST_WEIGHT = 40


class ListError(WordleError):
    """A word list or a file of weights that cannot be used."""


@cache
def words_of(digest: bytes) -> frozenset[str] | None:
    """Returns the words of the bundled list with this SHA-256, or None if there is none.

    A list that is missing or altered on disk counts as none: the name in a file proves nothing. Each list is read once.
    """
    for name in wordle_trees.list_names():
        if wordle_trees.list_sha256(name) == digest:
            try:
                text = wordle_trees.read_list(name)
            except OSError:
                return None
            return frozenset(text.decode("utf-8").split()) if sha256(text).digest() == digest else None
    return None


def words_allowed_in(game: "GameInfo", nodes: "Nodes") -> frozenset[str] | None:
    """Returns the allowed words of a tree's game, if they are its own answers or a bundled list.

    The answers count only if they have the digest in the header, which `verify` checks.
    """
    if game.allowed.sha256 == game.answers.sha256:
        return frozenset(nodes.words[: nodes.n_answers])
    return words_of(game.allowed.sha256)


def lists_with(word: str) -> list[str]:
    """Returns the names of the bundled lists that contain a word."""
    names = wordle_trees.list_names()
    return [name for name in names if word in (words_of(wordle_trees.list_sha256(name)) or ())]


def read_words(spec: str) -> tuple[str, ...]:
    """Returns the words of a list, ascending: a bundled one by its name, else a file, else standard input for `-`.

    Raises:
        ListError: The list cannot be read, or is not a list. The message says where.
    """
    names = wordle_trees.list_names()
    if spec in names:
        bundled = words_of(wordle_trees.list_sha256(spec))
        if bundled is None:
            raise ListError(f"the bundled list {spec} is missing or altered: reinstall wordle-tree")
        return tuple(sorted(bundled))
    label, _, lines = read_lines(spec, names)
    return parse_words(lines, label, "line")


def normal_form(word: str) -> str:
    """Returns the normal form of a word: NFC and case-folded, letter by letter.

    A letter whose folded form is longer (`ß` becomes `ss`) is only lower-cased, so that words keep their
    length. NFC comes first, since folding turns U+0345 into a letter of its own, and once more at the end. The result
    is a fixed point. A word that no list can hold is only folded.
    """
    if word.isascii() or len(word) > _MAX_RAW_LENGTH:
        return word.casefold()
    letters = unicodedata.normalize("NFC", word)
    folded = (letter.casefold() for letter in letters)
    kept = (fold if len(fold) == 1 else letter.lower() for letter, fold in zip(letters, folded, strict=True))
    return unicodedata.normalize("NFC", "".join(kept))


def normalise_word(raw: str, where: str) -> str:
    """Returns the normal form of one word.

    Raises:
        ListError: It is not a word of 2 to 12 letters; the message begins with `where` it stands.
    """
    word = raw.strip()
    if len(word.split()) > 1:
        raise ListError(f"{where}: {quoted(word)} has white space inside: put one word on a line, nothing else")
    if not word.isprintable():
        code = next(ord(char) for char in word if not char.isprintable())
        raise ListError(f"{where}: {quoted(word)} has the unprintable character U+{code:04X}: remove it")
    if len(word) <= _MAX_RAW_LENGTH:
        word = normal_form(word)
    if not MIN_LENGTH <= len(word) <= MAX_LENGTH:
        raise ListError(
            f"{where}: {quoted(word)} has {counted(len(word), 'letter')}: "
            f"use words of {MIN_LENGTH} to {MAX_LENGTH} letters"
        )
    return word


def _is_plain(entries: "tuple[str, ...]") -> bool:
    """Checks in bulk whether entries are ASCII words in normal form, of one length and ascending, as most lists are.

    A check word by word takes about ten times as long. Other lists may be just as valid.
    """
    try:
        text = "".join(entries)
    except TypeError:
        return False
    return (
        text.isascii()
        and text.isalpha()
        and text.islower()
        and len(entries) <= MAX_WORDS
        and set(map(len, entries)) == {len(entries[0])}
        and MIN_LENGTH <= len(entries[0]) <= MAX_LENGTH
        and all(map(lt, entries, entries[1:]))
    )


def parse_words(entries: "Iterable[str]", label: str, unit: str) -> tuple[str, ...]:
    """Returns the words among a list's entries, normalised and ascending. Blank entries are ignored.

    Args:
        entries: Words or blanks, in any order.
        label: The name of the list in messages.
        unit: The name of an entry in messages: `line` or `word`.

    Raises:
        ListError: An entry is invalid; the message gives the number of the first one.
    """
    if isinstance(entries, tuple) and _is_plain(entries):
        return entries
    numbers: dict[str, int] = {}
    first = ""
    for number, entry in enumerate(entries, start=1):
        if isinstance(entry, str) and (not entry or entry.isspace()):
            continue
        where = f"{label}, {unit} {number}"
        if not isinstance(entry, str):
            raise ListError(f"{where}: a value of type {type(entry).__name__} is not a word: use text")
        word = normalise_word(entry, where)
        first = first or word
        if len(word) != len(first):
            raise ListError(
                f"{where}: {quoted(word)} has {len(word)} letters, but {quoted(first)} ({unit} {numbers[first]}) "
                f"has {len(first)}: keep to words of one length"
            )
        if word in numbers:
            raise ListError(f"{where}: {quoted(word)} is on {unit} {numbers[word]} already: remove one of the two")
        if len(numbers) == MAX_WORDS:
            raise ListError(f"{label} has more than {MAX_WORDS:,} words: use a smaller list")
        numbers[word] = number
    if not numbers:
        raise ListError(f"{label} is empty: give it at least one word")
    return tuple(sorted(numbers))


def read_lines(
    spec: str, names: "Sequence[str]" = (), stdin: "IO[bytes] | IO[str] | None" = None
) -> "tuple[str, str, Iterable[str]]":
    """Reads a text file by its path, or standard input for `-`: UTF-8, at most 64 MiB.

    Args:
        spec: The path, or `-`.
        names: The names of lists that the caller knows; the message on a missing file lists them.
        stdin: What `-` reads to its end instead of `sys.stdin`.

    Returns:
        The name of the file in messages, printable and at most 255 characters, and its lines.

    Raises:
        ListError: It cannot be read, or is not UTF-8. One line: where, why, what to do.
    """
    use = f"use {'one of ' if names else ''}{', '.join([*names, 'a path'])}, or - for standard input"
    if not spec:
        raise ListError(f"the name of the {'list' if names else 'file'} is empty: {use}")
    if spec == _STANDARD_INPUT:
        name = "stdin"
        label = "standard input"
        content = _read_stdin(stdin)
    else:
        base = os.path.basename(spec)  # noqa: PTH119 - importing pathlib costs more than the reading
        name = "".join(char if char.isprintable() else "\N{REPLACEMENT CHARACTER}" for char in base)
        label = printable(spec)
        not_found = "neither a list's name nor a file" if names else "not a file"
        with _told(label, f"{label} is {not_found}: {use}"):
            content = read_file(spec)
    if len(content) > MAX_BYTES:
        raise ListError(f"{label} has more than {MAX_BYTES // 1024**2} MiB: use a smaller list")
    return label, name[:MAX_NAME], _open_lines(content, label)


def parse_weights(lines: "Iterable[str]", label: str, answers: "Iterable[str]") -> "dict[str, Fraction]":
    """Returns the weights of those answers that have a line.

    A line is a word and its weight, with white space, a comma or a semicolon between them. Blank lines and words that
    are not answers are left out.

    Raises:
        ListError: A line has another form, or an answer has two weights. The message says where.
    """
    from fractions import Fraction

    wanted = frozenset(answers)
    weights: dict[str, Fraction] = {}
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = f"{label}, line {number}"
        parts = _SEPARATORS.split(line.strip())
        if len(parts) != 2:
            raise ListError(f"{where}: it has {len(parts)} parts: write a word and its weight, such as crane 12")
        word, weight = normal_form(parts[0]), parts[1]
        if len(weight) > _LONGEST_WEIGHT or not _WEIGHT.fullmatch(weight):
            raise ListError(
                f"{where}: {weight[:_LONGEST_WEIGHT]!a} is not a weight: write a number, 0 or more, such as 12 or 0.25"
            )
        if word not in wanted:
            continue
        if word in weights:
            raise ListError(f"{where}: {word!a} has a weight already: remove one of the two")
        weights[word] = Fraction(weight)
    return weights


@contextmanager
def _told(label: str, not_found: str = "") -> "Iterator[None]":
    """Turns an error of reading into one line about what is read."""
    try:
        yield
    except (OSError, ValueError) as error:
        if not_found and isinstance(error, (FileNotFoundError, NotADirectoryError)):
            raise ListError(not_found) from None
        reason = getattr(error, "strerror", None) or " ".join(str(error).split()) or type(error).__name__
        raise ListError(f"cannot read {label}: {reason}") from None


def _read_stdin(stdin: "IO[bytes] | IO[str] | None") -> bytes:
    """Reads standard input to its end or just beyond the limit, bypassing its text layer if it has one."""
    stream = sys.stdin if stdin is None else stdin
    if stream is None:
        raise ListError("standard input is closed: redirect a word list to it, or name a file")
    stream = getattr(stream, "buffer", stream)
    content = bytearray()
    with _told("standard input"):
        while len(content) <= MAX_BYTES and (chunk := stream.read(_CHUNK_BYTES)):
            content += chunk.encode("utf-8", "surrogatepass") if isinstance(chunk, str) else chunk
    if chunk is None:
        # A non-blocking stream without data yet: taking what there is would cut the list short.
        raise ListError("standard input has no data yet: write the list to a file and name that")
    return bytes(content)


def _open_lines(content: bytes, label: str) -> "Iterable[str]":
    """Checks that a file is UTF-8, and returns its lines, decoded one by one: a list of them can take gigabytes.

    Lines end with LF, CR LF or CR; `str.splitlines` would also split at characters that have no place in a list.
    """
    content = content.removeprefix(b"\xef\xbb\xbf")
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line = 1 + before.count(b"\n") + before.count(b"\r") - before.count(b"\r\n")
        raise ListError(
            f"{label}, line {line}: byte 0x{content[error.start]:02x} is not UTF-8 text: save the list as UTF-8"
        ) from None
    return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8", newline=None)
