"""What the exact search reads (`Problem`, which all workers share) and writes (`Scratch`, one per worker).

A recursion passes its arguments in frames, one for each depth, since the steps of a call are functions of their own and
share all of it. A search and a proof of the certificate have fields of their own after the same head. Both lie in
`Scratch.frames`, where a proof calls searches at the depth below.
"""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np

from wordle_compiler.game.feedback_matrix import FeedbackMatrix, feedback_dtype, letter_codes, letter_counts_of
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.mastermind import place_permutations
from wordle_compiler.kernels.context import AtAddress, Context, Record
from wordle_compiler.kernels.layout import (
    Array,
    CodeMatrix,
    Codes,
    Guesses,
    Int32s,
    Int64Matrix,
    Int64s,
    Layout,
    Sized,
    Static,
    UInt8Matrix,
    UInt16Matrix,
    UInt64s,
    Values,
)
from wordle_runtime.layout import WORDLE

MAX_ANSWERS = 1 << 16
"""Candidates are stored as 16-bit numbers."""

INFEASIBLE = 1 << 46
"""The total of a set that no tree solves within the guesses left.

It exceeds twice any real total (`weights` guarantees it), and summing it once per answer does not overflow.
"""

FEW_FEEDBACKS = 64
"""Games with at most this many feedbacks are searched by `few_feedbacks`."""

BLOCK = 1024
"""How many guesses the counting kernels handle at a time, so one candidate's block stays in a cache."""

MOST_TWINS = 128
"""Twins are looked for among at most so many guesses; see `twins`."""

VIEW_WORDS = 9
"""The size of a `View` as a context: an address and two lengths for `codes`, an address and a length for `guesses` and
`n_cells` each, `end` and `is_numbered`."""

_SEED = 20_151_018
_RULE_NUMBERS = {Rule.ANY: 0, Rule.HARD: 1, Rule.CANDIDATES: 2}
ANY, HARD, CANDIDATES = 0, 1, 2

NO_DEPTH = 1 << 16
"""A value of `Counters.sets_depth`: there is no such node."""

MOST_SET_BYTES = 1 << 23
"""A node's letter sets take no more; games that need more do without (see `cell_bounds`)."""

MAX_SET_FEEDBACKS = 255
"""With more feedbacks, a number of cells may not fit in a byte of `letter_sets`."""

UNLIMITED = 256
"""The number of guesses left in a search without a limit; a guess does not lower it."""

EVERY_GUESS = -1
"""A value of `Head.only`: search over all guesses."""

WHOLE_VIEW = -1
"""A value of `Frame.n_legal`: there is no list of legal columns, so the whole view is legal (rule hard: unfiltered)."""


class Head(Record):
    """A set, what is asked of it, and the guess that is looked at. The caller writes the fields up to `only`."""

    depth: int  # The row of the by-depth scratch arrays that belongs to this call.
    low: int  # Where the set begins on the stack.
    high: int  # Where the set ends on the stack.
    top: int  # Where the free part of the stack begins.
    key: np.uint64  # The set's hash: the XOR of its members' hashes.
    guesses_left: int  # The limit for this set. A set that no tree solves within it costs `INFEASIBLE`.
    only: int  # The guess to play here (its best continuation is searched), or `EVERY_GUESS`.
    # A lower bound of the total. A search writes it, and leaves its result there once a step has settled it; of a proof
    # it is asked.
    bound: int
    n_columns: int  # How many columns of the view are legal.
    n_legal_below: int  # `Frame.n_legal` of the frame below.
    n_cells: int  # How many cells the current guess has.
    total: int  # A lower bound of the total with the current guess.


class Frame(Head):
    """One call of the search. The caller writes the fields up to `only_below`; the steps of `exact.search` do the rest.

    The comments end with the steps that write a field.
    """

    beta: int  # The cutoff; totals of at least `beta` need not be distinguished. Step 1 may raise it.
    is_bound_only: bool  # Whether the caller wants the best one-ply bound, and no guess tried.
    n_legal: int  # How many columns of the view the parent's `legal` list holds, or `WHOLE_VIEW`.
    only_below: int  # `only` of the frame below; a single candidate is guessed at once. `EVERY_GUESS` without `only`.
    weight: int  # The weight of the candidates, or their number; step 1.
    heaviest: int  # The weight of the heaviest candidate, or 1; step 1.
    best_value: int  # The highest value of a guess, see `known_totals`; steps 4 and 5.
    has_perfect: bool  # Whether a candidate tells all candidates apart; step 4.
    highest: int  # The highest bucket of guesses not tried yet; steps 4 and 9.
    n_rounds: int  # How many rounds of guesses were tried; step 9.
    n_order: int  # How many guesses the round has; step 9.
    twins_after: int  # At how many nodes the round looks for twins, see `twins`; steps 9 and 12.
    has_sets: bool  # Whether the node has counted its letter sets, see `cell_bounds`; step 9.
    best: int  # The smallest total found, or `beta`; step 11.
    n_turns: int  # How many turns the cells of the current guess have had, see `playing.next_cell`; steps 10 and 11.
    cell: int  # The cell whose total is asked of the frame below; step 11.


class ProofFrame(Head):
    """One proof of the certificate: that the set costs at least `bound`, which is more than the checker derives alone.

    `bound` is `INFEASIBLE` if the set cannot be solved; with `only`, the entries of that guess alone are written. The
    caller writes the fields up to `last`, at first.
    """

    is_relaxed: bool  # Whether searches may ignore the limit, since totals without one are enough.
    last: int  # The guess of the previous entry, or 0 if there is none.
    guess: int  # The guess whose cells are looked at.


FRAME_WORDS = max(Frame.n_words, ProofFrame.n_words)
"""The size of a row of `Scratch.frames`."""

frame_at: Any = AtAddress(Frame, Frame)
proof_at: Any = AtAddress(ProofFrame, ProofFrame)
"""Return the search's frame, or the proof's, in a row of `Scratch.frames`."""


class Problem(Context):
    """A game as arrays. Nothing writes to it, so threads share it."""

    def __init__(self, game: Game, layout: Layout, *, is_shallow: bool = False, **fields: Any) -> None:
        """Takes what kernels do not see as well: the game, and whether trees break ties by the worst case."""
        super().__init__(layout, **fields)
        self.game = game
        self.is_shallow = is_shallow

    # The feedback matrix by guess, shape (n_allowed, n_answers); and by answer, shape (n_answers, n_allowed).
    by_guess: CodeMatrix
    by_answer: CodeMatrix
    # Each answer's number among the allowed words; each guess's number among the answers, -1 if it is not an answer.
    answer_as_guess: Int32s
    guess_as_answer: Int32s
    # A random number per answer (a set's hash is the XOR of its members' numbers), per number of guesses left up to
    # `UNLIMITED`, and per entry and value of a constraint (see `known_totals.hash_of`).
    answer_hash: UInt64s
    depth_hash: UInt64s
    letter_hash: UInt64s
    letters: UInt16Matrix  # Each allowed word as letter numbers, shape (n_allowed, length).
    letter_counts: UInt8Matrix  # How often each allowed word contains each letter, shape (n_allowed, n_letters).
    expected_total: Int64s  # The estimated total of a set by its size, in 256ths. It only orders guesses.
    weights: Int64s  # The answers' weights, above 0 and descending; empty if every answer counts once.
    # By number of candidates, the smallest total that the number of feedbacks permits; by number of guesses left, the
    # most candidates that a tree can solve. See `capacities`.
    least_total: Int64s
    capacity: Int64s
    few_max: int  # Sets of at most this many candidates are searched as in other games; see `few_feedbacks`.
    feedback_codes: Codes  # The feedbacks that occur, except "won"; empty unless `is_few`.
    permutations: Int64Matrix  # Of the places, by row; none without symmetry (see `mastermind`), or with weights.
    n_feedbacks: int  # The number of feedback codes; the last code is "won".
    width: int  # How many guesses are tried at a node; 0 means all that matter.
    has_letters: bool  # Whether feedbacks are about letters, so that letter sets can bound cells; see `letter_sets`.
    rule: int  # The rule's number.
    # Kernels are compiled for these: the rule allows other guesses, answers have weights, `few_feedbacks` searches.
    has_others: Static
    is_weighted: Static
    is_few: Static


class Counters(Record):
    """What a worker counts over all its searches."""

    nodes: int  # How many nodes were searched.
    sweeps: int  # How many sweeps over the guesses of a view were done.
    last_mark: int  # The last mark in `Scratch.stamp`.
    last_seen: int  # The last mark in `Scratch.seen`.
    most_nodes: int  # How many nodes may be searched before the search stops.
    sets_depth: int  # The depth of the node that has letter sets, or `NO_DEPTH`.


class Scratch(Context):
    """A worker's memory for one search.

    Arrays whose first axis is "depths" have a row for each depth of the recursion, since a deeper call must not disturb
    them. `make_scratch` allocates what the fields declare, and `memo.plan_memo` adds it up.
    """

    # A stack of candidates: a set is a slice, and its cells are pushed above it. Parallel to it, the candidates' rows
    # in the current view, and a bound for each candidate's number of cells as a guess, from a set that contains this.
    answers: Annotated[Array, Sized("uint16", "answers * (depths + 1)", fill=0)]
    rows: Annotated[Array, Sized("int32", "answers * (depths + 1)", fill=0)]
    most_cells: Annotated[Array, Sized("values", "answers * (depths + 1)")]
    # For counting cells: the last mark at each feedback, and a counter for each, which is zero between uses.
    stamp: Annotated[Array, Sized("int64", "feedbacks", fill=-1)]
    counts: Annotated[Array, Sized("int32", "feedbacks", fill=0)]
    # The guesses of a node: how many cells each column of the view has, the value of each candidate (see
    # `known_totals`), how many guesses have each value, the order in which they are tried, and their lower bounds
    # (`few_feedbacks` only).
    n_cells: Annotated[Array, Sized("values", "depths", "order")]
    candidate_value: Annotated[Array, Sized("values", "depths", "answers")]
    n_of_value: Annotated[Array, Sized("int32", "depths", "answers + 2")]
    order: Annotated[Array, Sized("int32", "depths", "order + answers")]
    bounds: Annotated[Array, Sized("int64", "depths", "bounded")]
    # The cells of the current guess: where each starts and stops on the stack, its feedback, a lower bound for its
    # total, its hash, whether the bound is exact, and whether the memo supplied it.
    cell_start: Annotated[Array, Sized("int32", "depths", "cells")]
    cell_stop: Annotated[Array, Sized("int32", "depths", "cells")]
    cell_code: Annotated[Array, Sized("int32", "depths", "cells")]
    cell_bound: Annotated[Array, Sized("int64", "depths", "cells")]
    cell_key: Annotated[Array, Sized("uint64", "depths", "cells")]
    cell_exact: Annotated[Array, Sized("bool", "depths", "cells")]
    cell_bounded: Annotated[Array, Sized("bool", "depths", "cells")]
    # The legal columns of the view under rule hard, by depth; `extract` owns the last row.
    legal: Annotated[Array, Sized("int32", "depths + 1", "legal")]
    # By depth, the guesses left (entry 0), then what rule hard demands or, in games with symmetry, the guesses so far.
    constraint: Annotated[Array, Sized("uint16", "depths + 1", "1 + 2 * length", fill=0)]
    # The views that the search makes (see `rounds`): their feedbacks, guesses and numbers of cells, and the views
    # themselves as contexts of `VIEW_WORDS` words.
    codes: Annotated[Array, Sized("codes", "viewed")]
    view_guesses: Annotated[Array, Sized("int32", "depths", "view")]
    view_cells: Annotated[Array, Sized("values", "depths", "view")]
    view_blocks: Annotated[Array, Sized("int64", "depths", VIEW_WORDS, fill=0)]
    # Working memory for ordering and sorting guesses.
    ranks: Annotated[Array, Sized("int32", "order + answers")]
    keys: Annotated[Array, Sized("int64", "order + answers + 258")]
    spare_keys: Annotated[Array, Sized("int64", "order + answers")]
    spare_guesses: Annotated[Array, Sized("int32", "order + answers")]
    # For sweeps: the picked columns of a view side by side, the cells of each legal column while a view is made, the
    # counts of one block, and the counting kernels' own memory.
    picked: Annotated[Array, Sized("codes", "answers", BLOCK)]
    counted: Annotated[Array, Sized("values", "order")]
    block_counts: Annotated[Array, Sized("values", BLOCK)]
    bitmaps: Annotated[Array, Sized("uint64", 8, BLOCK)]
    # For `cell_bounds`: a bound for each guess's number of cells; the letter sets that contain a cell, one per place,
    # then what each two of them share.
    least: Annotated[Array, Sized("uint8", "allowed")]
    set_rows: Annotated[Array, Sized("int64", "length * (length + 1) // 2")]
    # The letter sets of a node, empty if the game has none: the cells of each column of a view, the column of each
    # candidate, the sets' sizes, those that hold one candidate, the most cells of a guess on what two sets share, and
    # of a candidate of both.
    set_counts: Annotated[Array, Sized("uint8", "sets", "allowed")]
    column_of: Annotated[Array, Sized("int32", "answers")]
    set_sizes: Annotated[Array, Sized("int32", "sets")]
    own_sets: Annotated[Array, Sized("int32", "sets + 1")]
    pair_most: Annotated[Array, Sized("uint8", "sets", "sets")]
    pair_most_of_candidates: Annotated[Array, Sized("uint8", "sets", "sets")]
    # For symmetry: where each permutation of the places maps the colours, the permutations that keep the guesses so
    # far, working memory by colour, and the last mark at each code.
    images: Annotated[Array, Sized("int64", "permutations", "colours")]
    fitting: Annotated[Array, Sized("int64", "permutations")]
    colours: Annotated[Array, Sized("int64", 4, "colours")]
    seen: Annotated[Array, Sized("int64", "colours**length if permutations else 0", fill=0)]
    # Which guesses are legal after a guess at a candidate; for `twins` under rule hard.
    legal_after: Annotated[Array, Sized("bool", "hard_twins", MOST_TWINS, MOST_TWINS)]
    control: Int64s  # One entry, shared by all workers; the search stops when it is not 0.
    frames: Annotated[Array, Sized("int64", "depths + 1", FRAME_WORDS, fill=0)]  # Of the calls; see `Head`.
    counters: Counters


class View(Context):
    """The guesses that still split the candidates of a large node, with their feedbacks side by side."""

    is_fixed = False

    # The feedbacks by candidate, shape (n_candidates, n_guesses); if the view `is_numbered`, numbers in their place.
    codes: CodeMatrix
    guesses: Guesses  # The guesses' numbers, by descending number of cells at the node.
    # Each guess's number of cells at the node (with weights, the sum of the cells' heaviest weights): no subset of the
    # candidates can exceed it.
    n_cells: Values
    end: int  # Where views for deeper nodes may begin in `Scratch.codes`.
    # Whether the codes of each column are numbers below 64, or below its number of cells; see `partition.number_codes`.
    is_numbered: int


def make_problem(
    game: Game, matrix: FeedbackMatrix, *, weights: Int64s | None = None, width: int = 0, is_shallow: bool = False
) -> Problem:
    """Lays a game out for the search.

    `weights` are those of the matrix's answers, above 0 and descending; totals are then weighted. With a width above 0,
    totals are upper bounds and no longer exact. If it `is_shallow`, trees break ties by the worst case; see `extract`.
    The game has at most `MAX_ANSWERS` answers; see `memo.plan_memo`.
    """
    guess_as_answer = np.full(matrix.n_allowed, -1, np.int32)
    guess_as_answer[matrix.answer_as_guess] = np.arange(matrix.n_answers, dtype=np.int32)
    letters = letter_codes(game.allowed.words)
    counts = letter_counts_of(letters)
    n_letters = counts.shape[1]
    random = np.random.Generator(np.random.PCG64(_SEED))

    layout = likely_layout(game, is_weighted=weights is not None, width=width)
    codes = np.zeros(0, matrix.by_guess.dtype)
    branching = matrix.n_answers
    if layout.is_few:
        codes = np.unique(matrix.by_guess)
        codes = codes[codes != matrix.n_feedbacks - 1]
        branching = len(codes)
    least_total, capacity = capacities(matrix.n_answers, branching)

    def hashes(n: int) -> UInt64s:
        return random.integers(1, 1 << 64, n, np.uint64)

    return Problem(
        game,
        layout,
        is_shallow=is_shallow,
        rule=layout.rule,
        by_guess=matrix.by_guess,
        by_answer=matrix.by_answer,
        answer_as_guess=matrix.answer_as_guess,
        guess_as_answer=guess_as_answer,
        answer_hash=hashes(matrix.n_answers),
        depth_hash=hashes(UNLIMITED + 1),
        letter_hash=hashes(2 * letters.shape[1] * (n_letters + 1)),
        letters=letters,
        letter_counts=counts,
        expected_total=_expected_totals(matrix.n_answers, is_few=layout.is_few),
        weights=np.zeros(0, np.int64) if weights is None else np.ascontiguousarray(weights),
        least_total=least_total,
        capacity=capacity,
        few_max=branching + 1,
        feedback_codes=codes,
        permutations=place_permutations(game)[: None if weights is None else 0],
        n_feedbacks=matrix.n_feedbacks,
        width=width,
        has_letters=game.kind == WORDLE and matrix.is_own,
    )


def likely_layout(game: Game, *, is_weighted: bool = False, width: int = 0) -> Layout:
    """Returns the layout of a game; its feedbacks need not be known."""
    is_few = game.n_feedbacks <= min(FEW_FEEDBACKS, len(game.answers) - 1)
    is_few = is_few and not width and not is_weighted and game.rule != Rule.HARD
    return Layout(feedback_dtype(game.n_feedbacks).name, _RULE_NUMBERS[game.rule], is_weighted, is_few)


def scratch_lengths(
    game: Game, layout: Layout, max_guesses: int, n_permutations: int, *, has_letters: bool, few_max: int = 0
) -> dict[str, int]:
    """Returns the lengths on which the arrays of `Scratch` depend; see `Problem` for what has the same name.

    `n_permutations` is the number of the places' permutations.
    """
    n_allowed, n_answers, length = len(game.allowed), len(game.answers), game.length
    n_letters = len(set("".join(game.allowed.words)))
    order = max(n_allowed, n_answers)
    n_viewed = 0 if layout.rule == CANDIDATES else n_allowed
    n_sets = n_letters * (2 * length + 1)
    has_sets = has_letters and layout.rule != CANDIDATES and not layout.is_few
    has_sets = has_sets and 3**length <= MAX_SET_FEEDBACKS and n_sets * (2 * n_sets + n_allowed) <= MOST_SET_BYTES
    return {
        "allowed": n_allowed,
        "answers": n_answers,
        "feedbacks": game.n_feedbacks,
        "length": length,
        "depths": min(max_guesses, n_answers) + 2,
        "order": order,
        "cells": min(game.n_feedbacks, n_answers),
        "legal": n_allowed + 1 if layout.rule == HARD else 1,
        "hard_twins": MOST_TWINS if layout.rule == HARD else 0,
        "bounded": n_allowed if layout.is_few else 1,
        "view": n_viewed,
        "viewed": 2 * (few_max if layout.is_few else n_answers) * n_viewed,
        "sets": n_sets if has_sets else 0,
        "permutations": n_permutations,
        "colours": n_letters if n_permutations else 0,
    }


def make_scratch(problem: Problem, max_guesses: int, control: Int64s, *, has_views: bool = True) -> Scratch:
    """Allocates a worker's memory: about 40 bytes per allowed word and guess of the limit, plus its views."""
    n_permutations, is_of_words, few_max = len(problem.permutations), problem.has_letters, problem.few_max
    lengths = scratch_lengths(
        problem.game, problem.layout, max_guesses, n_permutations, has_letters=is_of_words, few_max=few_max
    )
    lengths |= {} if has_views else {"view": 0, "viewed": 0}
    counters = Counters(np.array([0, 0, 0, 0, np.iinfo(np.int64).max, NO_DEPTH]))
    return Scratch.allocate(problem.layout, lengths, control=control, counters=counters)


def capacities(n_answers: int, branching: int) -> tuple[Int64s, Int64s]:
    """Returns the best that a tree with at most `branching` children per node can do.

    The first array is the smallest total of n candidates, for n = 0 to `n_answers`. The second is the most candidates
    that g guesses can solve, for g = 0 to 256: one with the first guess, `branching` more with the second, its square
    more with the third, and so on.
    """
    capacity = np.full(257, MAX_ANSWERS, np.int64)
    n_solved, level = 0, 1
    for guesses in range(257):
        capacity[guesses] = n_solved
        n_solved += level
        level *= max(branching, 1)
        if n_solved >= MAX_ANSWERS:
            break
    return np.concatenate(([0], np.cumsum(np.searchsorted(capacity, np.arange(n_answers), side="right")))), capacity


def _expected_totals(n_answers: int, *, is_few: bool) -> Int64s:
    """Estimates the optimal total of n candidates, in 256ths, for n = 0 to `n_answers`.

    The formulas are fitted to real trees. In Wordle the mean grows by about a fifth of a guess with each doubling of
    the set, slightly less for large sets; in games with few feedbacks it grows by a third.
    """
    sizes = np.arange(n_answers + 1)
    bits = np.log2(np.maximum(sizes, 1))
    in_words = np.where(bits < 3.3, 1.42 + 0.22 * bits, np.where(bits < 6.6, 1.55 + 0.18 * bits, 1.76 + 0.148 * bits))
    totals = np.rint(256 * sizes * (1.05 + 0.32 * bits if is_few else in_words)).astype(np.int64)
    totals[: min(3, len(totals))] = [0, 256, 3 * 256][: min(3, len(totals))]
    return totals
