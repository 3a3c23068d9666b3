"""The frames of the search and of the certificate's proofs: what a caller asks of a set, and what is found so far.

A recursion passes its arguments in frames, one for each depth, since the steps of a call are functions of their own and
share all of it. A search and a proof have fields of their own after the same head. Both lie in `Scratch.frames`, where
a proof calls searches at the depth below.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from wordle_compiler.kernels.context import AtAddress, Record

EVERY_GUESS = -1
"""A value of `Head.only`: search over all guesses."""

WHOLE_VIEW = -1
"""A value of `Frame.n_legal`: there is no list of legal columns, so the whole view is legal (rule hard: unfiltered)."""


class Head(Record):
    """A set, what is asked of it, and the guess that is looked at. The caller writes the fields up to `only`.

    Attributes:
        depth: The row of the by-depth scratch arrays that belongs to this call.
        low: Where the set begins on the stack.
        high: Where the set ends on the stack.
        top: Where the free part of the stack begins.
        key: The set's hash: the XOR of its members' hashes.
        guesses_left: The limit for this set. A set that no tree solves within it costs `INFEASIBLE`.
        only: The guess to play here (its best continuation is searched), or `EVERY_GUESS`.
        bound: A lower bound of the total. A search writes it, and leaves its result there once a step has settled it;
            of a proof it is asked.
        n_columns: How many columns of the view are legal.
        n_legal_below: `Frame.n_legal` of the frame below.
        n_cells: How many cells the current guess has.
        total: A lower bound of the total with the current guess.
    """

    depth: int
    low: int
    high: int
    top: int
    key: np.uint64
    guesses_left: int
    only: int
    bound: int
    n_columns: int
    n_legal_below: int
    n_cells: int
    total: int


class Frame(Head):
    """One call of the search. The caller writes the fields up to `only_below`; the steps of `exact.search` do the rest.

    Attributes:
        beta: The cutoff; totals of at least `beta` need not be distinguished. Step 1 may raise it.
        is_bound_only: Whether the caller wants the best one-ply bound, and no guess tried.
        n_legal: How many columns of the view the parent's `legal` list holds, or `WHOLE_VIEW`.
        only_below: `only` of the frame below; a single candidate is guessed at once. `EVERY_GUESS` without `only`.
        weight: The weight of the candidates, or their number; step 1.
        heaviest: The weight of the heaviest candidate, or 1; step 1.
        memo_key: The key of the memo entry: `key` with the guesses left and (rule hard) the constraint; step 1.
        best_value: The highest value of a guess, see `rating`; steps 4 and 5.
        has_perfect: Whether a candidate tells all candidates apart; step 4.
        highest: The highest bucket of guesses not tried yet; steps 4 and 9.
        n_rounds: How many rounds of guesses were tried; step 9.
        n_order: How many guesses the round has; step 9.
        twins_after: At how many nodes the round looks for twins, see `twins`; steps 9 and 12.
        has_sets: Whether the node has counted its letter sets, see `cell_bounds`; step 9.
        best: The smallest total found, or `beta`; step 11.
        n_turns: How many turns the cells of the current guess have had, see `playing.next_cell`; steps 10 and 11.
        cell: The cell whose total is asked of the frame below; step 11.
    """

    beta: int
    is_bound_only: bool
    n_legal: int
    only_below: int
    weight: int
    heaviest: int
    memo_key: np.uint64
    best_value: int
    has_perfect: bool
    highest: int
    n_rounds: int
    n_order: int
    twins_after: int
    has_sets: bool
    best: int
    n_turns: int
    cell: int


class ProofFrame(Head):
    """One proof of the certificate: that the set costs at least `bound`, which is more than the checker derives alone.

    `bound` is `INFEASIBLE` if the set cannot be solved; with `only`, the entries of that guess alone are written.

    Attributes:
        is_relaxed: Whether searches may ignore the limit, since totals without one are enough. The caller writes it.
        last: The guess of the previous entry, or `EVERY_GUESS` if there is none. The caller writes it first.
        guess: The guess whose cells are looked at.
    """

    is_relaxed: bool
    last: int
    guess: int


FRAME_WORDS = max(Frame.n_words, ProofFrame.n_words)
"""The size of a row of `Scratch.frames`."""

frame_at: Any = AtAddress(Frame, Frame)
"""Returns the search's frame in a row of `Scratch.frames`."""

proof_at: Any = AtAddress(ProofFrame, ProofFrame)
"""Returns the proof's frame in such a row."""
