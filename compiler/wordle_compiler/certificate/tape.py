"""The tape to which a chapter is written: unsigned numbers in LEB128; see CERTIFICATE.md, "A chapter"."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.context import Context
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.machine.errors import CompilerError
from wordle_compiler.search.problem import INFEASIBLE

END, USED_END, PART, CELL, USE = 0, 1, 3, 4, 5
"""The tokens before the pieces of a frame; `2 * step` is added to the last two."""

LARGEST_TAPE = 1 << 26
"""The most bytes of a chapter's content."""

_LONGEST = 10
"""An upper bound for the bytes that a number takes."""


class Tape(Context):
    """A chapter's content; `state` is [bytes written, lemmas ended]."""

    data: NDArray[np.uint8]
    state: NDArray[np.int64]


def new_tape() -> Tape:
    """Makes an empty tape; memory is touched only as it is written."""
    return Tape(None, np.empty(LARGEST_TAPE, np.uint8), np.zeros(2, np.int64))


def has_room(tape: Tape) -> bool:
    """Returns whether another number can be written."""
    return bool(tape.state[0] + _LONGEST <= len(tape.data))


def too_long() -> CompilerError:
    """Returns the error of a chapter that does not fit."""
    return CompilerError(f"the certificate would need a chapter of more than {LARGEST_TAPE >> 20} MiB")


@kernel
def write(tape: Tape, number: int) -> bool:
    """Writes a number of at least 0; returns whether there was room."""
    at = tape.state[0]
    if at + _LONGEST > len(tape.data):
        return False
    rest = np.int64(number)
    while rest >= 128:
        tape.data[at] = np.uint8(rest & 127 | 128)
        rest >>= 7
        at += 1
    tape.data[at] = np.uint8(rest)
    tape.state[0] = at + 1
    return True


@kernel
def write_array(tape: Tape, numbers: NDArray[np.int64]) -> bool:
    """Writes numbers of at least 0, one after the other; returns whether there was room."""
    for number in numbers:  # noqa: SIM110 - numba has no generators
        if not write(tape, number):
            return False
    return True


def write_all(tape: Tape, *numbers: int | NDArray[np.int64]) -> None:
    """Writes some numbers and arrays of numbers.

    Raises:
        CompilerError: There is no room.
    """
    if not write_array(tape, np.hstack(numbers).astype(np.int64)):
        raise too_long()


@kernel
def write_end(tape: Tape, n_candidates: int, bound: int) -> int:
    """Writes the end of a frame and counts its lemma; returns where the end stands, or -1 if there was no room."""
    at = tape.state[0]
    excess = 0 if bound >= INFEASIBLE else bound - (2 * n_candidates - 1) + 1
    if not write(tape, END) or not write(tape, excess):
        return -1
    tape.state[1] += 1
    return at


@kernel
def mark_used(tape: Tape, end: int) -> None:
    """Marks the lemma whose end stands at `end`, so that the checker keeps it."""
    tape.data[end] = USED_END
