"""The strategies, by name. To add a strategy, write a class, and add it to `_STRATEGIES`."""

from __future__ import annotations

from wordle_compiler.machine.errors import InputError
from wordle_compiler.strategies.cell_scores import Entropy, ExpectedSize, Minimax, MostParts
from wordle_compiler.strategies.heuristic import FirstCandidate, RandomCandidate
from wordle_compiler.strategies.letter_scores import (
    ApproxEliminations,
    LetterEntropy,
    LetterFrequency,
    LocatedLetters,
    PositionalFrequency,
)
from wordle_compiler.strategies.optimal import Optimal
from wordle_compiler.strategies.shortlist import Shortlist
from wordle_compiler.strategies.strategy import Order, Status, Strategy
from wordle_compiler.strategies.two_step import TwoStep

__all__ = ["Order", "Status", "Strategy", "get_strategy", "strategy_names"]

_BY_CELLS = (ExpectedSize(), Entropy(), MostParts(), Minimax())
_BY_LETTERS = (LetterEntropy(), ApproxEliminations(), LetterFrequency(), PositionalFrequency(), LocatedLetters())

_STRATEGIES: dict[str, Strategy] = {
    strategy.name: strategy
    for strategy in (
        Optimal(),
        *_BY_CELLS,
        TwoStep(),
        Shortlist(cheap=(*_BY_LETTERS, *_BY_CELLS), expensive=(*_BY_CELLS, *_BY_LETTERS)),
        *_BY_LETTERS,
        RandomCandidate(),
        FirstCandidate(),
    )
}


def strategy_names() -> tuple[str, ...]:
    """Returns the names of all strategies."""
    return tuple(_STRATEGIES)


def get_strategy(name: str) -> Strategy:
    """Returns the strategy with a name.

    Raises:
        InputError: There is no such strategy; the message lists all strategies.
    """
    strategy = _STRATEGIES.get(name)
    if strategy is None:
        raise InputError(f"there is no strategy {name!a}: choose one of {', '.join(_STRATEGIES)}")
    return strategy
