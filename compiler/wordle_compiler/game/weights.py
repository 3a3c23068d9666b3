"""How often each answer is hidden: weights from a file or from Python, as integers.

With weights, the total is the sum of weight times guesses. Weights are stored as integers: decimal numbers are
multiplied by the smallest number that makes all of them integers, which does not change the mean.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import IO

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.lists import LIST_NAMES
from wordle_compiler.game.words import WordList, as_input_error, name_some
from wordle_compiler.machine.errors import InputError
from wordle_runtime.layout import MAX_NAME, MAX_WEIGHT, digest_of
from wordle_runtime.words import heading_of, read_lines, speller

_MAX_WEIGHTED_TOTAL = 1 << 44
"""Totals of the search are below this; see `search.problem.INFEASIBLE`."""
_NUMBER = re.compile(r"(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,2})?", re.ASCII)
_LONGEST_NUMBER = 40


@dataclass(frozen=True)
class Weights:
    """A weight for every answer of a list.

    Raises:
        InputError: The weights are not of this form, or add up to more than `MAX_WEIGHT`.
    """

    name: str = field(compare=False)
    """A name for messages, such as a file's name."""
    answers: tuple[str, ...] = field(repr=False)
    """The answers, ascending."""
    values: tuple[int, ...] = field(repr=False)
    """The answers' weights: integers of at least 0, not all 0. An answer of weight 0 must still be solved within the
    limit."""

    def __post_init__(self) -> None:
        if not (self.name.isprintable() and 1 <= len(self.name) <= MAX_NAME):
            raise InputError(f"the name of the weights must be 1 to {MAX_NAME} printable characters")
        # Compare types, because True and 1.0 equal 1 but would be stored differently.
        is_whole = all(type(value) is int and value >= 0 for value in self.values)
        if len(self.values) != len(self.answers) or not is_whole:
            raise InputError(f"the weights {self.name} must have an integer, at least 0, for each answer")
        if not any(self.values):
            raise InputError(f"the weights {self.name} are all 0: give some answer a weight")
        if self.total > MAX_WEIGHT:
            raise self._too_large("they may add up to", MAX_WEIGHT)

    @classmethod
    def of(cls, weights: Mapping[str, int | Fraction], answers: WordList, name: str = "weights") -> Weights:
        """Takes the weights of `answers` from a mapping; other words in it are ignored.

        Raises:
            InputError: An answer has no weight, or the weights cannot be used.
        """
        if missing := [word for word in answers.words if word not in weights]:
            raise InputError(
                f"{name} has no weight for {len(missing)} of the {len(answers)} answers ({name_some(missing)}): "
                "give every answer one, 0 for a word that hardly occurs; wordle-compile takes a --default-weight"
            )
        try:
            exact = [Fraction(weights[word]) for word in answers.words]
        except (TypeError, ValueError, ArithmeticError):
            raise InputError(f"{name} has a weight that is not a number: use numbers of at least 0") from None
        factor = math.lcm(*(number.denominator for number in exact))
        return cls(name, answers.words, tuple(int(number * factor) for number in exact))

    @property
    def total(self) -> int:
        """The sum of all weights."""
        return sum(self.values)

    @cached_property
    def by_word(self) -> dict[str, int]:
        """The weights by answer."""
        return dict(zip(self.answers, self.values, strict=True))

    @cached_property
    def sha256(self) -> bytes:
        """The SHA-256 of the lines `answer weight` in the order of the answers: 32 bytes (FORMAT.md)."""
        return digest_of([f"{word} {value}" for word, value in zip(self.answers, self.values, strict=True)])

    def unit(self, max_guesses: int) -> int:
        """Returns the `search_unit` of these answers.

        Raises:
            InputError: The totals would not fit in the search's integers.
        """
        unit = search_unit(len(self.answers), max_guesses)
        most = _MAX_WEIGHTED_TOTAL // (unit * min(max_guesses, len(self.answers) + 1)) - 1
        if self.total > most:
            where = f"for {len(self.answers):,} answers within {max_guesses} guesses the exact search supports"
            raise self._too_large(where, most)
        return unit

    def _too_large(self, where: str, most: int) -> InputError:
        # A huge number is shown only by its size.
        total = f"{self.total:,}" if self.total < 10**15 else "more than 10^15"
        said = f"the weights {self.name} add up to {total} (decimals made whole)"
        return InputError(f"{said}: {where} at most {most:,}: round them")

    def in_units(self, max_guesses: int) -> NDArray[np.int64]:
        """Returns the weights in the search's units, in the order of the answers; see `unit`."""
        return np.array(self.values, np.int64) * self.unit(max_guesses) + 1


def search_unit(n_answers: int, max_guesses: int) -> int:
    """Returns how many of the search's units a weight of 1 is: more than any plain total within the limit.

    The search adds 1 to each weight in these units. So no weight in the search is 0, and among trees with the smallest
    weighted total it finds one with the smallest plain total. `divmod` by the unit yields both totals.
    """
    # A tree wastes at most one guess: the one whose total the caller asks for.
    return n_answers * min(max_guesses, n_answers + 1) + 1


def load_weights(
    spec: str, answers: WordList, *, default: Fraction | None = None, stdin: IO[bytes] | IO[str] | None = None
) -> Weights:
    """Reads weights from a file, or from standard input for `-`.

    A line is a word and its weight, a whole or a decimal number such as `3`, `0.25` or `1.5e-6`, with white space, a
    comma or a semicolon between them. A heading, blank lines, comments after `#` and words that are no answers are left
    out; every answer needs a weight, unless there is a `default` for the rest.

    Raises:
        InputError: The file cannot be read, it is not a list of weights, or an answer has none or two. One line: where,
            why, what to do.
    """
    if spec in LIST_NAMES:
        raise InputError(f"{spec} is a word list without weights: name a file with a word and its weight on each line")
    with as_input_error():
        label, name, lines = read_lines(spec, (), stdin)
    heading = heading_of(lines, lambda line: re.split(r"[\s,;]+", line.strip()))
    spell, rest = speller(answers.words), set(answers.words)
    weights = {} if default is None else dict.fromkeys(answers.words, default)
    for number, line in enumerate(lines, 1):
        if not line.strip() or line.startswith("#") or line == heading:
            continue
        parts = re.split(r"[\s,;]+", line.strip())
        if len(parts) != 2:
            use = "write a word and its weight, such as crane 12"
            raise InputError(f"{label}, line {number}: it has {len(parts)} parts: {use}")
        word, weight = spell(parts[0]), parts[1]
        if len(weight) > _LONGEST_NUMBER or not _NUMBER.fullmatch(weight):
            use = "write a number, 0 or more, such as 12 or 0.25"
            raise InputError(f"{label}, line {number}: {weight[:_LONGEST_NUMBER]!a} is not a weight: {use}")
        if word in answers:
            if word not in rest:
                raise InputError(f"{label}, line {number}: {word!a} has a weight already: remove one of the two")
            rest.remove(word)
            weights[word] = Fraction(weight)
    return Weights.of(weights, answers, name)
