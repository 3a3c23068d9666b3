"""Rule *part* as a kernel: reads the answers and the guesses left of a part. It does not read the part's frame."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_checker.fast.compiling import compiled, int64
from wordle_checker.fast.faults import NO_ANSWER, NONE, NOT_ASCENDING, PART_LIMIT, PART_SIZE
from wordle_checker.fast.leb128 import read_number

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@compiled
def read_part(
    content: NDArray[np.uint8],
    at: int,
    limit: int,
    n_answers: int,
    answers: NDArray[np.int32],
    details: NDArray[np.int64],
) -> tuple[int, int, int, int]:
    """Reads a part up to its frame.

    Args:
        content: The chapter's content.
        at: Where the part continues after its tag.
        limit: The most guesses that may be left.
        n_answers: How many answers the game has.
        answers: Receives the part's answers; long enough for all answers.
        details: Receives the numbers in a fault's message.

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
