"""Reads the numbers of a chapter as kernels, as `varints.py` does in plain Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_checker.fast.compiling import compiled, int64
from wordle_checker.fast.faults import CUT_OFF, NONE, TOO_LONG, TOO_WIDE
from wordle_checker.limits import LONGEST_NUMBER

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@compiled
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
