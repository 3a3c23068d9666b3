"""The list of equations of eight characters, for games such as Nerdle: Wordle's rules, with digits, + - * / and =."""

from __future__ import annotations

from collections.abc import Iterator

from wordle_compiler.game.words import WordList

NAME = "equations-8"
_LENGTH = 8


def equations() -> WordList:
    """Makes the list `equations-8`: 17,723 equations such as `12+46=58`.

    On the left stand numbers with at least one of the operators + - * / between them; products and quotients come
    before sums and differences, each from the left. On the right stands one whole number, without a sign. No number
    begins with 0, and none on the left is 0; the right side may be: `12-3*4=0`. The value of the left side is exact; a
    quotient on the way there need not be whole, so that `3/6*18=9` and `18*3/6=9` both count (with whole quotients only
    there would be 17,447). The order of the operands counts: `12+46=58` and `46+12=58` are two equations.

    Costs about half a second.
    """
    found = []
    for n_right in range(1, _LENGTH - 3):
        smallest = 10 ** (n_right - 1) if n_right > 1 else 0
        below = 10**n_right
        for text, value in _sums(_LENGTH - 1 - n_right):
            if smallest <= value < below and not text.isdigit():
                found.append(f"{text}={value}")
    return WordList(NAME, tuple(sorted(found)))


def _sums(n: int) -> Iterator[tuple[str, int]]:
    """Yields every left side of n characters with its value, where that is whole; single numbers too.

    A product with a value that is not whole is never part of a sum here: it takes another such to make up for it,
    which with the operator between them is seven characters, and a left side has at most six.
    """
    yield from _whole_products(n)
    for n_before in range(1, n - 1):
        products = list(_whole_products(n - 1 - n_before))
        for text, value in _sums(n_before):
            for product, factor in products:
                yield f"{text}+{product}", value + factor
                yield f"{text}-{product}", value - factor


def _whole_products(n: int) -> Iterator[tuple[str, int]]:
    for text, numerator, denominator in _products(n):
        if numerator % denominator == 0:
            yield text, numerator // denominator


def _products(n: int) -> Iterator[tuple[str, int, int]]:
    """Yields every number, product and quotient of n characters, with its value as numerator and denominator."""
    for number in _numbers(n):
        yield str(number), number, 1
    for n_before in range(1, n - 1):
        numbers = _numbers(n - 1 - n_before)
        for text, numerator, denominator in _products(n_before):
            for number in numbers:
                yield f"{text}*{number}", numerator * number, denominator
                yield f"{text}/{number}", numerator, denominator * number


def _numbers(n_digits: int) -> range:
    """Returns the numbers of so many digits: none is 0 or begins with it."""
    return range(10 ** (n_digits - 1), 10**n_digits)
