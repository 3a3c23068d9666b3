"""Strategy `shortlist`: a cheap strategy picks the best few guesses, and an expensive one chooses among them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.strategies.heuristic import DecisionPoint, Heuristic, Scored
from wordle_compiler.strategies.options import GUESS_FROM, read_choice, read_whole
from wordle_compiler.strategies.strategy import OptionValue

SIZE = "shortlist_size"
CHEAP = "shortlist_by"
EXPENSIVE = "shortlist_for"

DEFAULT_SIZE = 50


class Shortlist(Heuristic):
    """Ranks the guesses by a cheap strategy and lets an expensive one choose among the best of them.

    The shortlist is the `shortlist_size` (50) guesses with the best scores of strategy `shortlist_by` (the first of
    `cheap`, letter-entropy). If scores are equal, candidates come first, then the alphabet decides. Strategy
    `shortlist_for` (the first of `expensive`, expected-size) sees only these guesses.

    Source: the solvers that take the 50 best words by p (1 - p) and try each of them on every candidate.
    """

    name = "shortlist"
    summary = "a cheap strategy's 50 best guesses, among which an expensive one chooses"
    option_names = (GUESS_FROM, SIZE, CHEAP, EXPENSIVE)

    def __init__(self, cheap: Sequence[Scored], expensive: Sequence[Heuristic]) -> None:
        """Takes the strategies to choose from; the first of each list is the default."""
        self._cheap = {strategy.name: strategy for strategy in cheap}
        self._expensive = {strategy.name: strategy for strategy in expensive}

    def check_options(self, options: Mapping[str, OptionValue]) -> None:
        """Raises `InputError` if an option has an invalid value."""
        super().check_options(options)
        self._read(options)

    def choose(self, position: DecisionPoint) -> int:
        """Returns the guess."""
        size, cheap, expensive = self._read(position.options)
        if size < len(position.legal):
            position = position.among(_best(cheap.scores(position), position, size))
        return expensive.choose(position)

    def _read(self, options: Mapping[str, OptionValue]) -> tuple[int, Scored, Heuristic]:
        """Returns the size of the shortlist and the two strategies."""
        size = read_whole(options, SIZE, DEFAULT_SIZE)
        cheap = read_choice(options, CHEAP, next(iter(self._cheap)), list(self._cheap))
        expensive = read_choice(options, EXPENSIVE, next(iter(self._expensive)), list(self._expensive))
        return size, self._cheap[cheap], self._expensive[expensive]


def _best(scores: NDArray[np.int64], position: DecisionPoint, size: int) -> NDArray[np.int32]:
    """Returns the best guesses by score, then candidates first, then alphabetically; in ascending order."""
    is_other = ~np.isin(position.legal, position.candidate_guesses, assume_unique=True)
    # The last key counts most; guesses that are equal in both keys stay in alphabetical order.
    order = np.lexsort((is_other, scores))
    return np.sort(position.legal[order[:size]])
