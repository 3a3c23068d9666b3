"""Parses `--strategy`: the name of a strategy and its options."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_compiler.machine.errors import InputError

if TYPE_CHECKING:
    from wordle_compiler.strategies.entry import Entry

OPTIMAL = "optimal"


def read_strategy(text: str) -> Entry:
    """Returns the strategy with its options, such as `two-step@two-step-limit=50`.

    Raises:
        InputError: There is no such strategy, it has no such option, or an opener is named.
    """
    from wordle_compiler.strategies.entry import Entry

    entry = Entry.parse(text)
    if entry.opener is not None:
        raise InputError(f"--strategy takes no opener: leave out {f':{entry.opener}'!a}")
    return entry
