"""Skill and luck as whole numbers between 0 and 99, of one turn and of a whole game; exact, without floats.

- **Skill** of a turn is floor(99 * max(0, 1 - cost)), where cost is how many more guesses the guess needs on average
  than the best one. So 99 is a best guess and nothing else is, and a guess that costs a whole guess has none.
- **Luck** of a turn counts the candidates before the guess. A feedback leaves the candidates of its cell, and none if
  it wins. Luck is floor(100 * (W + T / 2) / n): of the n candidates, W would have left more candidates than the hidden
  word did, and T as many, itself included. So 50 is neutral, and so is a feedback that was certain.
- A whole game has the floor of the means of these values before they are rounded. Turns whose cost is unknown have no
  skill, and are left out.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST = 99


def exact_skill(cost: Fraction) -> Fraction:
    """Returns the skill of a turn before it is rounded."""
    return _MOST * max(Fraction(0), 1 - cost)


def exact_luck(codes: Sequence[int], code: int, win: int) -> Fraction:
    """Returns the luck of a turn before it is rounded.

    Args:
        codes: The feedback that each candidate before the guess gives to it.
        code: The feedback that it got; one of `codes`.
        win: The feedback that wins.
    """
    cells = Counter(codes)
    size = 0 if code == win else cells[code]
    n_worse = n_equal = 0
    for other, n_words in cells.items():
        left = 0 if other == win else n_words
        n_worse += n_words * (left > size)
        n_equal += n_words * (left == size)
    return Fraction(100 * (2 * n_worse + n_equal), 2 * len(codes))


def mean_score(values: Sequence[Fraction | None]) -> int | None:
    """Returns the floor of the mean of the known values; None if there are none."""
    known = [value for value in values if value is not None]
    return floor(sum(known, Fraction(0)) / len(known)) if known else None
