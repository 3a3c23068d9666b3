"""The frame of a lemma that is being proven: what is to be proven, and the guess that the proof is at."""

from __future__ import annotations

import numpy as np

from wordle_compiler.kernels.context import Record, record_at


class ProofFrame(Record):
    """A set of candidates and the bound to prove for it. The caller writes the fields up to `last`.

    Attributes:
        depth: The row of the by-depth arrays of `Scratch` and `Lemmas` that belongs to this frame.
        low: Where the set begins on the stack.
        high: Where the set ends on the stack.
        top: Where the free part of the stack begins.
        key: The set's hash.
        guesses_left: The limit for this set.
        bound: The bound to prove, higher than the set's `one`; `INFEASIBLE` if the set cannot be solved.
        is_relaxed: Whether the search may ignore the limit, since its totals without one are enough for the bound.
        only: A guess whose entries alone are written, without an end; or `EVERY_GUESS`.
        last: The guess of the previous entry, or `EVERY_GUESS` if there is none.
        guess: The guess whose cells are looked at.
        n_cells: How many cells it has.
        total: The sum of what is known of its cells, and the number of candidates.
    """

    depth: int
    low: int
    high: int
    top: int
    key: np.uint64
    guesses_left: int
    bound: int
    is_relaxed: bool
    only: int
    last: int
    guess: int
    n_cells: int
    total: int


proof_frame_at = record_at(ProofFrame)
"""Returns the frame in a row of `Lemmas.frames`."""
