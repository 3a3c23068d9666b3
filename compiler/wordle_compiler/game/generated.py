"""Games that are made by a rule, not from word lists: one small file a game."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordle_compiler.game.words import WordList


@cache
def generate_list(name: str) -> WordList:
    """Makes one of `words.GENERATED`; kept, so that asking for it twice costs nothing.

    Raises:
        KeyError: There is no such list.
    """
    from wordle_compiler.game.equations import equations
    from wordle_compiler.game.primes import primes

    return {"primes-5": primes, "equations-8": equations}[name]()
