"""The strategies, by name, and as users write them. docs/extend.md says how to add one, here or in another package."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wordle_compiler.machine.errors import InputError
from wordle_compiler.strategies.cell_scores import CLASSICS, TwoStep
from wordle_compiler.strategies.heuristic import FirstCandidate, RandomCandidate, Shortlist
from wordle_compiler.strategies.letter_scores import LETTER_SCORES
from wordle_compiler.strategies.optimal import Optimal
from wordle_compiler.strategies.strategy import GuessFrom, OptionValue, Order, Status, Strategy

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

__all__ = ["OPTION_HELP", "Entry", "Order", "Status", "Strategy", "get_strategy", "strategy_names"]

_MOST_DIGITS = 20
OPTION_HELP = {
    "candidates": "guess only words that are still possible (every heuristic except first and random, which do so "
    "anyway)",
    "sample=N": "for huge lists: if more than N candidates are left, judge guesses by N of them, drawn at random "
    "(expected-size, entropy, most-parts, minimax)",
    "seed=N": "the seed of random and of a sample; equal seeds give equal trees [default: 0]",
    "two-step-limit=N": "if at most N candidates are left, two-step looks only one step ahead [default: 100]",
    "shortlist-size=N": "how many guesses shortlist keeps [default: 50]",
    "shortlist-by=NAME": "the cheap strategy that ranks guesses for the shortlist [default: letter-entropy]",
    "shortlist-for=NAME": "the expensive strategy that chooses from it [default: expected-size]",
}
"""The strategies' own options as an entry spells them, and their meanings."""

_STRATEGIES: dict[str, Strategy] = {
    strategy.name: strategy
    for strategy in (
        Optimal(),
        *CLASSICS,
        TwoStep(),
        Shortlist(cheap=(*LETTER_SCORES, *CLASSICS), expensive=(*CLASSICS, *LETTER_SCORES)),
        *LETTER_SCORES,
        RandomCandidate(),
        FirstCandidate(),
    )
}


def strategy_names() -> tuple[str, ...]:
    """Returns the names of all strategies, those of other packages last."""
    return (*_STRATEGIES, *_added())


def get_strategy(name: str) -> Strategy:
    """Returns the strategy with a name. That of another package is imported now; only then are packages looked at.

    Raises:
        InputError: There is no such strategy, and the message lists all; or another package's cannot be loaded.
    """
    if (known := _STRATEGIES.get(name)) is not None:
        return known
    added = _added()
    if name not in added:
        raise InputError(f"there is no strategy {name!a}: choose one of {', '.join((*_STRATEGIES, *added))}")
    try:
        loaded = added[name].load()
        strategy = loaded() if isinstance(loaded, type) else loaded
        if not isinstance(strategy, Strategy) or strategy.name != name:
            raise TypeError(f"it is not a Strategy whose name is {name!a}")
    except Exception as error:
        said = f"{type(error).__name__}: {error}"
        raise InputError(f"strategy {name!a} of {added[name].value} cannot be loaded ({said}): mend it") from error
    return strategy


def _added() -> dict[str, EntryPoint]:
    # A look at all packages takes milliseconds, which what names a known strategy does not wait for.
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=__name__) if point.name not in _STRATEGIES}


@dataclass(frozen=True)
class Entry:
    """A strategy with its options and its fixed first guesses."""

    strategy: str  # Its name.
    options: Mapping[str, OptionValue] = field(default_factory=dict)  # The strategy's own options.
    opener: str | None = None  # The fixed first guess, or several separated by commas; None if the strategy picks it.

    @classmethod
    def parse(cls, text: str) -> Entry:
        """Reads `STRATEGY[@OPTION...][:WORD[,WORD...]]`, such as `expected-size@candidates:learn,sight`.

        An option is `candidates` or `allowed`, the words to guess from, or `NAME=VALUE` with one of the strategy's own
        options.

        Raises:
            InputError: There is no such strategy, or it has no such option.
        """
        chosen, colon, opener = text.partition(":")
        name, *parts = chosen.split("@")
        known = dict(get_strategy(name).options)
        options: dict[str, OptionValue] = {}
        for part in parts:
            option, equals, value = part.partition("=")
            if not equals and option in list(GuessFrom):
                option, value = "guess_from", option
            option = option.replace("-", "_")
            if option not in known or not value:
                choices = ", ".join(_spell_option(option, None) for option in known) or "none"
                raise InputError(f"{text!a}: {part!a} is not an option of strategy {name}; it has: {choices}")
            if option in options:
                raise InputError(f"{text!a}: the option {option} is given twice: give it once")
            is_number = value.isascii() and value.isdigit() and len(value) <= _MOST_DIGITS
            options[option] = int(value) if is_number else value
        if colon and not opener:
            raise InputError(f"{text!a} ends with a colon: name an opener after it, or leave it out")
        return cls(name, options, opener or None)

    def __str__(self) -> str:
        """Returns the text that `parse` reads as this entry."""
        options = "".join(f"@{_spell_option(name, value)}" for name, value in self.options.items())
        return f"{self.strategy}{options}" + (f":{self.opener}" if self.opener is not None else "")


def _spell_option(name: str, value: OptionValue) -> str:
    """Returns an option as an entry has it; of a value that is None, what stands for it in messages."""
    if name == "guess_from":
        return str(value or GuessFrom.CANDIDATES)
    return f"{name.replace('_', '-')}={'VALUE' if value is None else value}"
