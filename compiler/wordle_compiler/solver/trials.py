"""How far a search is at a set whose guesses it tries one by one, in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Trial(NamedTuple):
    """A set whose guesses are tried one by one: how many of them have been tried, and of how many answers it is."""

    n_tried: int
    n_guesses: int
    n_answers: int


def describe(trials: Iterable[Trial]) -> str:
    """Returns how far the trial with the most answers is; an empty text if there is none."""
    largest = max(trials, key=lambda trial: trial.n_answers, default=None)
    if largest is None:
        return ""
    return f"{largest.n_tried} of {largest.n_guesses} guesses tried in a cell of {largest.n_answers}"
