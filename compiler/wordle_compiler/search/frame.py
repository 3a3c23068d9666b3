"""The frame of one call of the search: what its caller asks, and what the call has found so far.

The recursion passes its arguments in frames, one for each depth, since the steps of a call are functions of their own
and share all of it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from wordle_compiler.kernels.context import AtAddress, Record

EVERY_GUESS = -1
"""A value of `Frame.only`: search over all guesses."""

WHOLE_VIEW = -1
"""A value of `Frame.n_legal`: there is no list of legal columns, so the whole view is legal (rule hard: unfiltered)."""


class Frame(Record):
    """One call of the search. The caller writes the fields up to `n_legal`; the steps of the call write the rest.

    A proof of the certificate is a frame, too. Its caller writes the set, its limit, the `bound` to prove (higher than
    what the checker derives alone; `INFEASIBLE` if the set cannot be solved), `only` (a guess whose entries alone are
    written, or `EVERY_GUESS`) and `last`; the last three fields are for proofs alone.

    Attributes:
        depth: The row of the by-depth scratch arrays that belongs to this call.
        low: Where the set begins on the stack.
        high: Where the set ends on the stack.
        top: Where the free part of the stack begins.
        key: The set's hash: the XOR of its members' hashes.
        guesses_left: The limit for this set. A set that no tree solves within it costs `INFEASIBLE`.
        beta: The cutoff; totals of at least `beta` need not be distinguished.
        only: The guess to play here (its best continuation is searched), or `EVERY_GUESS`.
        is_bound_only: Whether the caller wants the best one-ply bound, and no guess tried.
        n_legal: How many columns of the view the parent's `legal` list holds, or `WHOLE_VIEW`.
        n_legal_below: `n_legal` of the frame below.
        weight: The weight of the candidates, or their number.
        heaviest: The weight of the heaviest candidate, or 1.
        memo_key: The key of the memo entry: `key` with the guesses left and (rule hard) the constraint.
        bound: A lower bound of the total; the result, once a step has settled it.
        best_value: The highest value of a guess; see `rating`.
        has_perfect: Whether a candidate tells all candidates apart.
        n_columns: How many columns of the view are legal.
        highest: The highest bucket of guesses not tried yet.
        n_rounds: How many rounds of guesses were tried.
        n_order: How many guesses the round has.
        twins_after: At how many nodes the node looks for twins among the guesses of the round; see `twins`.
        has_sets: Whether the node has counted its letter sets; see `cell_bounds`.
        best: The smallest total found, or `beta`.
        n_cells: How many cells the current guess has.
        total: A lower bound of the total with the current guess.
        n_turns: How many turns the cells of the current guess have had; see `playing.next_cell`.
        cell: The cell whose total is asked of the frame below.
        is_relaxed: Whether a proof's search may ignore the limit, since its totals without one are enough.
        last: The guess of a proof's previous entry, or `EVERY_GUESS` if there is none.
        guess: The guess whose cells a proof looks at.
    """

    depth: int
    low: int
    high: int
    top: int
    key: np.uint64
    guesses_left: int
    beta: int
    only: int
    is_bound_only: bool
    n_legal: int
    n_legal_below: int
    weight: int
    heaviest: int
    memo_key: np.uint64
    bound: int
    best_value: int
    has_perfect: bool
    n_columns: int
    highest: int
    n_rounds: int
    n_order: int
    twins_after: int
    has_sets: bool
    best: int
    n_cells: int
    total: int
    n_turns: int
    cell: int
    is_relaxed: bool
    last: int
    guess: int


frame_at: Any = AtAddress(Frame, Frame)
"""Returns the frame in a row of `Scratch.frames`."""
