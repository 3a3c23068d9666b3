"""The list of prime numbers of a given length, for games such as Primel: Wordle's rules, with digits for letters."""

from __future__ import annotations

import numpy as np

from wordle_compiler.game.words import WordList
from wordle_compiler.machine.errors import InputError

DEFAULT_DIGITS = 5
_FEWEST_DIGITS, _MOST_DIGITS = 2, 7


def primes(digits: int = DEFAULT_DIGITS) -> WordList:
    """Makes the list of all prime numbers with `digits` digits, without leading 0; `primes-5` has 8363 of them.

    Args:
        digits: How many digits the numbers have, 2 to 7; the list's name contains it.

    Raises:
        InputError: The number of digits is out of range.
    """
    if not _FEWEST_DIGITS <= digits <= _MOST_DIGITS:
        raise InputError(f"primes have {_FEWEST_DIGITS} to {_MOST_DIGITS} digits here, not {digits}")
    limit = 10**digits
    is_prime = np.ones(limit, np.bool_)
    is_prime[:2] = False
    for number in range(2, int(limit**0.5) + 1):
        if is_prime[number]:
            is_prime[number * number :: number] = False
    first = limit // 10
    return WordList(f"primes-{digits}", tuple(str(first + number) for number in np.flatnonzero(is_prime[first:])))
