"""A chapter so far: the tape to which it is written, its lemmas, and the bounds that its prover knows.

The tape holds unsigned numbers in LEB128; see CERTIFICATE.md, "A chapter".
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.context import Context
from wordle_compiler.kernels.kernel import inlined, kernel
from wordle_compiler.kernels.layout import Answers, Array, Constraint, Int64s, Sized
from wordle_compiler.machine.errors import CompilerError
from wordle_compiler.search.known_totals import find_set, store_set
from wordle_compiler.search.memo import LOWER, Memo, new_memo
from wordle_compiler.search.problem import INFEASIBLE, Problem, capacities

END, USED_END, SYMMETRIES, PART, CELL, USE = range(6)
"""The tokens before the pieces of a frame; `2 * step` is added to the last two."""

LARGEST_TAPE = 1 << 26
"""The most bytes of a chapter's content."""

LONGEST = 10
"""An upper bound for the bytes that a number takes."""


class Tape(Context):
    """A chapter's content; `state` is [bytes written, lemmas ended]."""

    data: NDArray[np.uint8]
    state: Int64s


def new_tape() -> Tape:
    """Makes an empty tape; memory is touched only as it is written."""
    return Tape(None, np.empty(LARGEST_TAPE, np.uint8), np.zeros(2, np.int64))


@inlined
def is_full(tape: Tape) -> bool:
    """Returns whether there is no room for another number; then nothing more is written, and the chapter is void."""
    return tape.state[0] + LONGEST > len(tape.data)


def check_room(tape: Tape) -> None:
    """Raises `CompilerError` if a chapter did not fit."""
    if is_full(tape):
        raise CompilerError(f"the certificate would need a chapter of more than {LARGEST_TAPE >> 20} MiB")


@kernel
def write(tape: Tape, number: int) -> None:
    """Writes a number of at least 0."""
    at = tape.state[0]
    if is_full(tape):
        return
    rest = np.int64(number)
    while rest >= 128:
        tape.data[at] = np.uint8(rest & 127 | 128)
        rest >>= 7
        at += 1
    tape.data[at] = np.uint8(rest)
    tape.state[0] = at + 1


@kernel
def write_array(tape: Tape, numbers: Int64s) -> None:
    """Writes numbers of at least 0, one after the other."""
    for number in numbers:
        write(tape, number)


def write_all(tape: Tape, *numbers: int | Int64s) -> None:
    """Writes some numbers and arrays of numbers.

    Raises:
        CompilerError: There is no room.
    """
    write_array(tape, np.hstack(numbers).astype(np.int64))
    check_room(tape)


@kernel
def mark_used(tape: Tape, end: int) -> None:
    """Marks the lemma whose end stands at `end`, so that the checker keeps it."""
    tape.data[end] = USED_END


_SLOTS = 1 << 18
_POOL = 1 << 23


class Lemmas(Context):
    """The lemmas of a chapter and the bounds of sets."""

    # The lemmas as a memo; by its slots, each lemma's number, and where its end stands on the tape.
    proven: Memo
    number: Annotated[Array, Sized("int64", "slots", fill=0)]
    end: Annotated[Array, Sized("int64", "slots", fill=0)]
    bounds: Memo  # A memo of the sets' one-ply bounds.
    least: Int64s  # The least cost of a set by its size, shape (n_answers + 1,).
    capacity: Int64s  # The most answers that any tree solves, by number of guesses left; shape (257,).
    # By depth, for each cell of a guess: the cost that is known, and what the checker derives of it without a lemma.
    known: Annotated[Array, Sized("int64", "depths", "feedbacks", fill=0)]
    alone: Annotated[Array, Sized("int64", "depths", "feedbacks", fill=0)]


def new_lemmas(problem: Problem, n_depths: int) -> Lemmas:
    """Makes an empty record of at most 50 MB, touched only as it fills."""
    lengths = {"slots": _SLOTS, "depths": n_depths, "feedbacks": problem.n_feedbacks}
    proven, bounds = new_memo(_SLOTS, _POOL), new_memo(_SLOTS, _POOL)
    least, capacity = sizes(problem)
    return Lemmas.allocate(None, lengths, proven=proven, bounds=bounds, least=least, capacity=capacity)


@lru_cache(maxsize=1)
def sizes(problem: Problem) -> tuple[Int64s, Int64s]:
    """Returns `least` and `capacity` of a game, by the rule of size in CERTIFICATE.md."""
    occurs = np.zeros(problem.n_feedbacks, np.bool_)
    for row in problem.by_guess:
        occurs[row] = True
    return capacities(problem.by_guess.shape[1], int(np.count_nonzero(occurs[:-1])))


@kernel
def least_cost(lemmas: Lemmas, size: int, guesses_left: int) -> int:
    """Returns the least cost of a set of this size: `least` of CERTIFICATE.md."""
    return INFEASIBLE if size > lemmas.capacity[guesses_left] else lemmas.least[size]


@kernel
def end_lemma(
    problem: Problem, lemmas: Lemmas, tape: Tape, members: Answers, key: np.uint64, constraint: Constraint, bound: int
) -> None:
    """Writes the end of a frame and keeps its lemma; if the memory has no room for it, it is simply proven again."""
    end, number = tape.state[0], tape.state[1]
    write(tape, END)
    write(tape, 0 if bound >= INFEASIBLE else bound - (2 * len(members) - 1) + 1)
    tape.state[1] += 1
    if is_full(tape):
        return
    store_set(problem, lemmas.proven, constraint, key, members, bound, LOWER)
    slot = find_set(problem, lemmas.proven, constraint, key, members)
    if slot >= 0:
        lemmas.number[slot] = number
        lemmas.end[slot] = end
