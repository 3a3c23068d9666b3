"""Reads the word lists and weights that `wordle-tree verify` is given, without the compiler.

A file is UTF-8 with one word a line. What a list means is FORMAT.md's: words in NFC and case-folded, each once. A line
that does not fit is an error with its number, and nothing is repaired silently. The compiler reads the same files with
code of its own, so that a mistake in one shows as a digest that differs.
"""

import io
import os
import stat
import sys
import unicodedata

from wordle_runtime import layout
from wordle_runtime.errors import quoted
from wordle_runtime.lists import words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from typing import BinaryIO, TextIO

_STANDARD_INPUT = "-"
_MOST_BYTES = 64 * 1024 * 1024
_MOST_WORDS = 1_000_000
_LONGEST_LINE = 400
"""Code points. Normalising takes quadratic time on a long row of marks, so what is longer is refused before."""
_LONGEST_NUMBER = 40
_MOST_DECIMALS = 99


class ListError(Exception):
    """A word list or a file of weights that cannot be used. The message is one line and safe to print."""


def read_words(spec: str) -> tuple[str, ...]:
    """Returns the words of a list: an embedded one by its name, else a file by its path, else standard input for `-`.

    Args:
        spec: The name, the path or `-`.

    Raises:
        ListError: It cannot be read, or is no list: a line is no single printable word, the words differ in length, or
            one stands twice. The message says where.
    """
    import wordle_trees

    if spec in wordle_trees.list_names():
        embedded = words_of(wordle_trees.list_sha256(spec))
        if embedded is None:
            raise ListError(f"the embedded list {spec} is missing or altered: reinstall wordle-tree")
        return tuple(sorted(embedded))
    numbers: dict[str, int] = {}
    length = 0
    for number, line in _lines(spec):
        where = f"{_label(spec)}, line {number}"
        word = _word(line, where)
        length = length or len(word)
        if len(word) != length:
            raise ListError(f"{where}: {quoted(word)} has {len(word)} letters, the words before it have {length}")
        if word in numbers:
            raise ListError(f"{where}: {quoted(word)} stands on line {numbers[word]} already")
        if len(numbers) == _MOST_WORDS:
            raise ListError(f"{_label(spec)} has more than {_MOST_WORDS:,} words, which no tree was made for")
        numbers[word] = number
    if not numbers:
        raise ListError(f"{_label(spec)} is empty: give it at least one word")
    return tuple(sorted(numbers))


def read_weights(spec: str, answers: "Collection[str]") -> dict[str, int]:
    """Returns the weight of each answer, decimals multiplied by the smallest number that makes all of them whole.

    A line is a word and a number, with white space, a comma or a semicolon between them. Words that are no answers are
    left out.

    Args:
        spec: A path, or `-` for standard input.
        answers: The words that need a weight.

    Raises:
        ListError: It cannot be read, a line is no such pair, or an answer has no weight or two.
    """
    from fractions import Fraction
    from math import lcm

    exact: dict[str, Fraction] = {}
    wanted = frozenset(answers)
    for number, line in _lines(spec):
        where = f"{_label(spec)}, line {number}"
        parts = line.replace(",", " ").replace(";", " ").split()
        if len(parts) != 2:
            raise ListError(f"{where}: it has {len(parts)} parts: write a word and its weight, such as crane 12")
        word, weight = _normal_form(parts[0]), parts[1]
        if not _is_number(weight):
            raise ListError(f"{where}: {quoted(weight)} is no number from 0 on, such as 12 or 0.25")
        if word in exact:
            raise ListError(f"{where}: {quoted(word)} has a weight already")
        if word in wanted:
            exact[word] = Fraction(weight)
    missing = sorted(wanted.difference(exact))
    if missing:
        raise ListError(f"{_label(spec)} has no weight for {len(missing)} answers, such as {quoted(missing[0])}")
    factor = lcm(*(weight.denominator for weight in exact.values()))
    return {word: int(weight * factor) for word, weight in exact.items()}


def _is_number(text: str) -> bool:
    """Returns whether a text is a number as FORMAT.md's weights are written: `12`, `0.25`, `.5`, `1.5e-6`."""
    mantissa, has_exponent, exponent = text.casefold().partition("e")
    whole, _, decimals = mantissa.partition(".")
    exponent = exponent[1:] if exponent[:1] in ("+", "-") else exponent
    parts = (whole + decimals, exponent) if has_exponent else (whole + decimals,)
    is_plain = all(part.isascii() and part.isdigit() for part in parts)
    return is_plain and len(text) <= _LONGEST_NUMBER and (not has_exponent or int(exponent) <= _MOST_DECIMALS)


def _lines(spec: str) -> "Iterator[tuple[int, str]]":
    """Yields the lines of a file or of standard input that are not blank, each with its number."""
    content = _read(spec)
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        n_before = content.count(b"\n", 0, error.start)
        raise ListError(f"{_label(spec)}, line {n_before + 1}: it is not UTF-8 text: save it as UTF-8") from None
    # Line by line: 64 MiB of short lines in one list of texts would take gigabytes.
    text = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8-sig", newline=None)
    for number, line in enumerate(text, 1):
        if len(line) > _LONGEST_LINE:
            raise ListError(f"{_label(spec)}, line {number}: it is too long for a word")
        if not line.isspace():
            yield number, line


def _read(spec: str) -> bytes:
    """Reads a regular file, or standard input, of at most 64 MiB. What is no regular file is not even opened."""
    try:
        if spec == _STANDARD_INPUT:
            stream: TextIO | None = sys.stdin
            if stream is None:
                raise ListError("standard input is closed: redirect a list to it, or name a file")
            content = _read_all(stream.buffer if hasattr(stream, "buffer") else stream)
        else:
            mode = os.stat(spec).st_mode  # noqa: PTH116 - importing pathlib costs more than the reading
            if not stat.S_ISREG(mode):
                kind = "a directory" if stat.S_ISDIR(mode) else "no regular file"
                raise ListError(f"{_label(spec)} is {kind}: name a file with one word a line")
            with open(spec, "rb") as file:  # noqa: PTH123
                content = _read_all(file)
    except FileNotFoundError:
        raise ListError(f"{_label(spec)} is neither an embedded list's name nor a file") from None
    except (OSError, ValueError) as error:
        raise ListError(f"cannot read {_label(spec)}: {getattr(error, 'strerror', None) or error}") from None
    if len(content) > _MOST_BYTES:
        raise ListError(f"{_label(spec)} has more than {_MOST_BYTES // 1024**2} MiB, which no list has")
    return content


def _read_all(stream: "BinaryIO | TextIO") -> bytes:
    content = stream.read(_MOST_BYTES + 1)
    if content is None:
        raise ValueError("no data yet")
    return content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content


def _word(line: str, where: str) -> str:
    word = line.strip()
    if len(word.split()) != 1 or not word.isprintable():
        raise ListError(f"{where}: {quoted(word)} is not one printable word")
    word = _normal_form(word)
    if not layout.MIN_LENGTH <= len(word) <= layout.MAX_LENGTH:
        raise ListError(
            f"{where}: {quoted(word)} has {len(word)} letters, not {layout.MIN_LENGTH} to {layout.MAX_LENGTH}"
        )
    return word


def _normal_form(word: str) -> str:
    """Returns a word as lists have it; NFC once more at the end, for case-folding takes some letters apart."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", word).casefold())


def _label(spec: str) -> str:
    if spec == _STANDARD_INPUT:
        return "standard input"
    return spec if spec and spec.isprintable() else ascii(spec)
