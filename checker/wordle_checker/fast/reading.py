"""Reads the numbers of a chapter as kernels, as `varints.py` does in plain Python; and a part, down to its frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_checker.fast.compiling import compiled, inner, int64
from wordle_checker.fast.faults import (
    CUT_OFF,
    MANY_COPIES,
    NO_ANSWER,
    NO_SYMBOL,
    NONE,
    NOT_ASCENDING,
    PART_LIMIT,
    PART_SIZE,
    TOO_LONG,
    TOO_WIDE,
)
from wordle_checker.limits import LONGEST_NUMBER

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@inner
def read_number(content: NDArray[np.uint8], at: int) -> tuple[int, int]:
    """Returns a number and where the next one begins; or a fault, and -1."""
    number = int64(0)
    for place in range(LONGEST_NUMBER):
        if at + place >= len(content):
            return int64(CUT_OFF), int64(-1)
        byte = int64(content[at + place])
        number |= (byte & 0x7F) << (7 * place)
        if byte < 0x80:
            if byte == 0 and place > 0:
                return int64(TOO_LONG), int64(-1)
            return number, int64(at + place + 1)
    return int64(TOO_WIDE), int64(-1)


@compiled
def read_numbers(content: NDArray[np.uint8], at: int, numbers: NDArray[np.int64]) -> tuple[int, int]:
    """Fills an array with numbers; returns 0 and where the next one begins, or a fault and -1."""
    for i in range(len(numbers)):
        numbers[i], at = read_number(content, at)
        if at < 0:
            return numbers[i], at
    return int64(NONE), at


@inner
def read_part(
    content: NDArray[np.uint8],
    at: int,
    limit: int,
    n_answers: int,
    answers: NDArray[np.int32],
    details: NDArray[np.int64],
) -> tuple[int, int, int, int]:
    """Reads a part up to its frame, from where it continues after its tag: rule *part*.

    At most `limit` guesses may be left. `answers`, long enough for all `n_answers` of the game, receives those of the
    part, and `details` the numbers in a fault's message.

    Returns:
        A fault or 0; where the frame begins; the guesses left; the number of answers.
    """
    n_left, at = read_number(content, at)
    if at < 0:
        return n_left, at, int64(0), int64(0)
    if n_left < 1 or n_left > limit:
        details[0], details[1] = n_left, limit
        return int64(PART_LIMIT), at, n_left, int64(0)
    n, at = read_number(content, at)
    if at < 0:
        return n, at, n_left, int64(0)
    # Checked before any answer is written.
    if n < 1 or n > n_answers:
        details[0], details[1] = n, n_answers
        return int64(PART_SIZE), at, n_left, int64(0)
    last = int64(0)
    for i in range(n):
        step, at = read_number(content, at)
        if at < 0:
            return step, at, n_left, int64(0)
        if i > 0 and step == 0:
            return int64(NOT_ASCENDING), at, n_left, int64(0)
        # Compared as a difference, because the sum of two numbers below 2^63 might overflow.
        if step >= n_answers - last:
            return int64(NO_ANSWER), at, n_left, int64(0)
        last += step
        answers[i] = last
    return int64(NONE), at, n_left, n


@inner
def read_demands(
    content: NDArray[np.uint8], at: int, length: int, demands: NDArray[np.int32], details: NDArray[np.int64]
) -> tuple[int, int]:
    """Reads the demands of a part, as `frames.Demands` has them; returns 0 and where its frame begins, or a fault.

    `length` is that of the words; `details` receives the numbers in a fault's message.
    """
    n_symbols = len(demands) - length
    for i in range(len(demands)):
        number, at = read_number(content, at)
        if at < 0:
            return number, at
        if i < length and number > n_symbols:
            return int64(NO_SYMBOL), at
        if i >= length and number > length:
            details[0], details[1] = number, length
            return int64(MANY_COPIES), at
        demands[i] = number
    return int64(NONE), at
