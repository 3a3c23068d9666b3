"""Lists that a rule makes: primes for games such as Primel, equations for games such as Nerdle, with Wordle's rules."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from wordle_compiler.game.words import WordList

_LENGTH = 8
"""The characters of an equation."""


def primes() -> WordList:
    """Makes the list `primes-5`: the 8363 prime numbers with five digits, without leading 0."""
    first, limit = 10**4, 10**5
    is_prime = np.ones(limit, np.bool_)
    is_prime[:2] = False
    for number in range(2, int(limit**0.5) + 1):
        if is_prime[number]:
            is_prime[number * number :: number] = False
    return WordList("primes-5", tuple(str(first + number) for number in np.flatnonzero(is_prime[first:])))


def equations() -> WordList:
    """Makes the list `equations-8`: 17,723 equations such as `12+46=58`.

    The left side consists of numbers joined by at least one of the operators + - * /. Multiplication and division bind
    tighter than addition and subtraction, and operators of one kind apply from left to right. The right side is one
    integer without a sign. No number has a leading 0. A number on the left cannot be 0, but the right side can:
    `12-3*4=0`. The left side is evaluated exactly, and an intermediate quotient need not be an integer. So both
    `3/6*18=9` and `18*3/6=9` count; with integer quotients only there would be 17,447 equations. The order of the
    operands matters: `12+46=58` and `46+12=58` are two equations.
    """
    found = []
    for n_right in range(1, _LENGTH - 3):
        smallest = 10 ** (n_right - 1) if n_right > 1 else 0
        for text, total, numerator, denominator in _left_sides(_LENGTH - 1 - n_right):
            value, rest = divmod(total * denominator + numerator, denominator)
            if rest == 0 and smallest <= value < 10**n_right and not text.isdigit():
                found.append(f"{text}={value}")
    return WordList("equations-8", tuple(sorted(found)))


def _left_sides(n: int) -> Iterator[tuple[str, int, int, int]]:
    """Yields every left side of n characters: the sum of all but its last product, and that product as a fraction.

    Includes single numbers. A product that is not an integer never occurs in a sum here: it would need another such
    product to make up for it; with the operator between them, that takes seven characters, and a left side has at most
    six.
    """
    for number in _numbers(n):
        yield str(number), 0, number, 1
    for n_before in range(1, n - 1):
        for text, total, numerator, denominator in _left_sides(n_before):
            for number in _numbers(n - 1 - n_before):
                yield f"{text}*{number}", total, numerator * number, denominator
                yield f"{text}/{number}", total, numerator, denominator * number
                if numerator % denominator == 0:
                    yield f"{text}+{number}", total + numerator // denominator, number, 1
                    yield f"{text}-{number}", total + numerator // denominator, -number, 1


def _numbers(n_digits: int) -> range:
    """Returns the positive numbers with `n_digits` digits."""
    return range(10 ** (n_digits - 1), 10**n_digits)
