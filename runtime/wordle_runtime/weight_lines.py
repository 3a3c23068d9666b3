"""Reads the lines of a file of weights: a word and a number each."""

import re

from wordle_runtime.words import ListError, normal_form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from fractions import Fraction

_NUMBER = re.compile(r"(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,2})?", re.ASCII)
_SEPARATORS = re.compile(r"[\s,;]+")
_LONGEST_NUMBER = 40


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
        if len(weight) > _LONGEST_NUMBER or not _NUMBER.fullmatch(weight):
            raise ListError(
                f"{where}: {weight[:_LONGEST_NUMBER]!a} is not a weight: write a number, 0 or more, such as 12 or 0.25"
            )
        if word not in wanted:
            continue
        if word in weights:
            raise ListError(f"{where}: {word!a} has a weight already: remove one of the two")
        weights[word] = Fraction(weight)
    return weights
