"""The arrays that the exact search reads (`Problem`, shared by all workers) and writes (`Scratch`, one per worker)."""

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.feedback_matrix import FeedbackMatrix, feedback_dtype, letter_codes, letter_counts_of
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.legality import pack_words
from wordle_compiler.game.mastermind import place_permutations
from wordle_compiler.kernels.context import Context
from wordle_compiler.kernels.layout import (
    Array,
    CodeMatrix,
    Codes,
    Int64Matrix,
    Layout,
    Sized,
    Static,
    UInt8Matrix,
    UInt16Matrix,
    Values,
)
from wordle_compiler.machine.errors import InputError
from wordle_compiler.search.frame import FRAME_WORDS
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

VIEW_WORDS = 8
"""The size of a `View` as a context: an address and two lengths for `codes`, an address and a length for `guesses` and
`n_cells` each, and `end`."""

_SEED = 20_151_018
_RULE_NUMBERS = {Rule.ANY: 0, Rule.HARD: 1, Rule.CANDIDATES: 2}
ANY, HARD, CANDIDATES = 0, 1, 2

NODES, SWEEPS, VIEWS_MADE, LAST_MARK, LAST_SEEN, MOST_NODES, SETS_DEPTH = range(7)
"""The entries of `Scratch.counters`."""

NO_DEPTH = 1 << 16
"""In place of the depth of the node that has letter sets: there is none."""

MOST_SET_BYTES = 1 << 23
"""A node's letter sets take no more; games that need more do without (see `cell_bounds`)."""

_MAX_FEEDBACKS = 255
"""With more feedbacks, a number of cells may not fit in a byte of `letter_sets`."""

UNLIMITED = 256
"""The number of guesses left in a search without a limit; a guess does not lower it."""


class Problem(Context):
    """A game as arrays. Nothing writes to it, so threads share it.

    Attributes:
        by_guess: The feedback matrix by guess, shape (n_allowed, n_answers).
        by_answer: The feedback matrix by answer, shape (n_answers, n_allowed).
        answer_as_guess: Each answer's number among the allowed words, shape (n_answers,).
        guess_as_answer: Each guess's number among the answers, -1 if it is not an answer; shape (n_allowed,).
        answer_hash: A random number per answer, shape (n_answers,). A set's hash is the XOR of its members' numbers.
        depth_hash: A random number per number of guesses left, shape (`UNLIMITED` + 1,).
        letter_hash: A random number per entry and value of a constraint; see `known_totals.constraint_hash`.
        letters: Each allowed word as letter numbers, shape (n_allowed, length).
        letter_counts: How often each allowed word contains each letter, shape (n_allowed, n_letters).
        packed_places: `letters` packed for fast legality tests (see `legality.pack_words`), shape (n_allowed,); empty
            if the words do not fit.
        packed_letters: `letter_counts` packed, likewise.
        expected_total: The estimated total of a set by its size, in 256ths, shape (n_answers + 1,). Used only to order
            guesses.
        weights: The answers' weights, above 0 and descending, shape (n_answers,); empty if every answer counts once.
        least_total: The smallest total that the number of feedbacks permits, by number of candidates; see
            `capacities`.
        capacity: The most candidates that a tree can solve, by number of guesses left; see `capacities`.
        few_max: Sets of at most this many candidates are searched as in other games; see `few_feedbacks`.
        feedback_codes: The feedbacks that occur, except "won"; empty unless `is_few`.
        permutations: The permutations of the places, shape (n, length); n is 0 if the game has no symmetry. See
            `mastermind`.
        n_feedbacks: The number of feedback codes; the last code is "won".
        width: How many guesses are tried at a node; 0 means all that matter.
        has_letters: Whether feedbacks are about letters, so that letter sets can bound cells; see `letter_sets`.
        rule: The rule's number; kernels are compiled for it.
        is_weighted: Whether answers have weights; kernels are compiled for it.
        is_few: Whether `few_feedbacks` searches the game; kernels are compiled for it.
    """

    by_guess: CodeMatrix
    by_answer: CodeMatrix
    answer_as_guess: NDArray[np.int32]
    guess_as_answer: NDArray[np.int32]
    answer_hash: NDArray[np.uint64]
    depth_hash: NDArray[np.uint64]
    letter_hash: NDArray[np.uint64]
    letters: UInt16Matrix
    letter_counts: UInt8Matrix
    packed_places: NDArray[np.uint64]
    packed_letters: NDArray[np.uint64]
    expected_total: NDArray[np.int64]
    weights: NDArray[np.int64]
    least_total: NDArray[np.int64]
    capacity: NDArray[np.int64]
    few_max: int
    feedback_codes: Codes
    permutations: Int64Matrix
    n_feedbacks: int
    width: int
    has_letters: bool
    rule: Static
    is_weighted: Static
    is_few: Static


class Scratch(Context):
    """A worker's memory for one search.

    Arrays "by depth" have one row per depth of the recursion, because a deeper call must not disturb them.
    `make_scratch` allocates what the fields declare, and `solver.planning` adds it up.

    Attributes:
        answers: A stack of candidates: a set is a slice, and its cells are pushed above it.
        rows: The candidates' rows in the current view, parallel to `answers`.
        stamp: The last mark at each feedback; working memory for counting cells.
        counts: A counter for each feedback, all zero between uses.
        n_cells: The number of cells of each column of the view, by depth.
        candidate_value: The value of each candidate as a guess (see `rating`), by depth.
        n_of_value: How many guesses have each value, by depth.
        order: The guesses in the order in which they are tried, by depth.
        bounds: The lower bound of each guess, by depth; used by `few_feedbacks` only.
        cell_start: Where each cell of the current guess starts on the stack, by depth.
        cell_stop: Where each cell stops on the stack, by depth.
        cell_code: Each cell's feedback code, by depth.
        cell_bound: A lower bound for each cell's total, by depth.
        cell_key: Each cell's hash, by depth.
        cell_exact: Whether the entry of `cell_bound` is exact, by depth.
        cell_bounded: Whether the memo supplied the entry of `cell_bound`, by depth.
        legal: The legal columns of the view under rule hard, by depth. `extract` owns the last row.
        constraint: The guesses left (entry 0), then what rule hard demands or, in games with symmetry, the guesses so
            far; by depth.
        codes: The feedbacks of the views that the search makes; see `views`.
        view_guesses: The guesses of those views, by depth.
        view_cells: The numbers of cells of those views, by depth.
        view_blocks: Those views as contexts of `VIEW_WORDS` words, by depth.
        ranks: Working memory for ordering guesses.
        keys: Sort keys.
        spare_keys: Working memory for sorting.
        spare_guesses: Working memory for sorting.
        picked: The picked columns of a view, side by side; for sweeps of some columns.
        counted: The number of cells of each legal column, while a view is made.
        block_counts: The counts of one block; for sweeps of some columns.
        bitmaps: Working memory for the counting kernels.
        least: A bound for each guess's number of cells; for `letter_sets`.
        starts: Bucket starts; for `letter_sets`.
        set_rows: The letter sets that contain a cell, one per place, then what each two of them share; for
            `cell_bounds`.
        set_counts: The number of cells of each column of a view on each letter set of a node; empty if the game has
            none. For `cell_bounds`.
        column_of: The column of each candidate of that node; for `cell_bounds`.
        set_sizes: How many candidates each of these sets has; for `cell_bounds`.
        pair_most: The most cells that a guess can have on what two of these sets share.
        pair_most_of_candidates: The same, of the guesses that are candidates in both sets.
        images: Where each permutation of the places maps the colours; for `symmetry`.
        fitting: The permutations that keep the guesses so far; for `symmetry`.
        colours: Working memory by colour; for `symmetry`.
        seen: The last mark at each code; for `symmetry`.
        legal_after: Which guesses are legal after a guess at a candidate; for `twins` under rule hard.
        control: One entry, shared by all workers; the search stops when it is not 0.
        frames: The frames of the calls, by depth; see `frame`.
        counters: How many nodes were searched, sweeps done and views made; the last marks in `stamp` and in `seen`; how
            many nodes may be searched before the search stops; the depth of the node that has letter sets.
    """

    answers: Annotated[Array, Sized("uint16", "answers * (depths + 1)", fill=0)]
    rows: Annotated[Array, Sized("int32", "answers * (depths + 1)", fill=0)]
    stamp: Annotated[Array, Sized("int64", "feedbacks", fill=-1)]
    counts: Annotated[Array, Sized("int32", "feedbacks", fill=0)]
    n_cells: Annotated[Array, Sized("values", "depths", "order")]
    candidate_value: Annotated[Array, Sized("values", "depths", "answers")]
    n_of_value: Annotated[Array, Sized("int32", "depths", "answers + 2")]
    order: Annotated[Array, Sized("int32", "depths", "order + answers")]
    bounds: Annotated[Array, Sized("int64", "depths", "bounded")]
    cell_start: Annotated[Array, Sized("int32", "depths", "cells")]
    cell_stop: Annotated[Array, Sized("int32", "depths", "cells")]
    cell_code: Annotated[Array, Sized("int32", "depths", "cells")]
    cell_bound: Annotated[Array, Sized("int64", "depths", "cells")]
    cell_key: Annotated[Array, Sized("uint64", "depths", "cells")]
    cell_exact: Annotated[Array, Sized("bool", "depths", "cells")]
    cell_bounded: Annotated[Array, Sized("bool", "depths", "cells")]
    legal: Annotated[Array, Sized("int32", "depths + 1", "legal")]
    constraint: Annotated[Array, Sized("uint16", "depths + 1", "1 + 2 * length", fill=0)]
    codes: Annotated[Array, Sized("codes", "viewed")]
    view_guesses: Annotated[Array, Sized("int32", "depths", "view")]
    view_cells: Annotated[Array, Sized("values", "depths", "view")]
    view_blocks: Annotated[Array, Sized("int64", "depths", VIEW_WORDS, fill=0)]
    ranks: Annotated[Array, Sized("int32", "order + answers")]
    keys: Annotated[Array, Sized("int64", "order + answers")]
    spare_keys: Annotated[Array, Sized("int64", "order + answers")]
    spare_guesses: Annotated[Array, Sized("int32", "order + answers")]
    picked: Annotated[Array, Sized("codes", "answers", BLOCK)]
    counted: Annotated[Array, Sized("values", "order")]
    block_counts: Annotated[Array, Sized("values", BLOCK)]
    bitmaps: Annotated[Array, Sized("uint64", 5, BLOCK)]
    least: Annotated[Array, Sized("uint8", "allowed")]
    starts: Annotated[Array, Sized("int64", 258)]
    set_rows: Annotated[Array, Sized("int64", "length * (length + 1) // 2")]
    set_counts: Annotated[Array, Sized("uint8", "sets", "allowed")]
    column_of: Annotated[Array, Sized("int32", "answers")]
    set_sizes: Annotated[Array, Sized("int32", "sets")]
    pair_most: Annotated[Array, Sized("uint8", "sets", "sets")]
    pair_most_of_candidates: Annotated[Array, Sized("uint8", "sets", "sets")]
    images: Annotated[Array, Sized("int64", "permutations", "colours")]
    fitting: Annotated[Array, Sized("int64", "permutations")]
    colours: Annotated[Array, Sized("int64", 4, "colours")]
    seen: Annotated[Array, Sized("int64", "colours**length if permutations else 0", fill=0)]
    legal_after: Annotated[Array, Sized("bool", "hard_twins", MOST_TWINS, MOST_TWINS)]
    control: NDArray[np.int64]
    frames: Annotated[Array, Sized("int64", "depths + 1", FRAME_WORDS, fill=0)]
    counters: NDArray[np.int64]


class View(Context):
    """The guesses that still split the candidates of a large node, with their feedbacks side by side.

    Attributes:
        codes: The feedbacks by candidate, shape (n_candidates, n_guesses).
        guesses: The guesses' numbers, by descending number of cells at the node.
        n_cells: Each guess's number of cells at the node, which no subset of the candidates can exceed. With weights,
            the sum of the cells' heaviest weights; no subset exceeds that either.
        end: Where views for deeper nodes may begin in `Scratch.codes`.
    """

    is_fixed = False

    codes: CodeMatrix
    guesses: NDArray[np.int32]
    n_cells: Values
    end: int


def make_problem(
    game: Game,
    matrix: FeedbackMatrix,
    *,
    weights: NDArray[np.int64] | None = None,
    width: int = 0,
) -> Problem:
    """Lays a game out for the search.

    Args:
        game: The game.
        matrix: The game's feedback matrix.
        weights: The weight of each answer of the matrix, above 0 and descending. Totals are then weighted.
        width: How many guesses are tried at a node. Above 0, totals are upper bounds and no longer exact.

    Raises:
        InputError: The game has more than `MAX_ANSWERS` answers.
    """
    check_n_answers(matrix.n_answers)
    guess_as_answer = np.full(matrix.n_allowed, -1, np.int32)
    guess_as_answer[matrix.answer_as_guess] = np.arange(matrix.n_answers, dtype=np.int32)
    letters = letter_codes(game.allowed.words)
    counts = letter_counts_of(letters)
    n_letters = counts.shape[1]
    packed = pack_words(letters, counts) or (np.zeros(0, np.uint64), np.zeros(0, np.uint64))
    random = np.random.Generator(np.random.PCG64(_SEED))

    layout = likely_layout(game, is_weighted=weights is not None, width=width)
    codes = np.zeros(0, matrix.by_guess.dtype)
    branching = matrix.n_answers
    if layout.is_few:
        # The feedbacks that occur, except "won".
        codes = np.unique(matrix.by_guess)
        codes = codes[codes != matrix.n_feedbacks - 1]
        branching = len(codes)
    least_total, capacity = capacities(matrix.n_answers, branching)

    def hashes(n: int) -> NDArray[np.uint64]:
        return random.integers(1, 1 << 64, n, np.uint64)

    return Problem(
        layout,
        by_guess=matrix.by_guess,
        by_answer=matrix.by_answer,
        answer_as_guess=matrix.answer_as_guess,
        guess_as_answer=guess_as_answer,
        answer_hash=hashes(matrix.n_answers),
        depth_hash=hashes(UNLIMITED + 1),
        letter_hash=hashes(2 * letters.shape[1] * (n_letters + 1)),
        letters=letters,
        letter_counts=counts,
        packed_places=packed[0],
        packed_letters=packed[1],
        expected_total=_expected_totals(matrix.n_answers, is_few=layout.is_few),
        weights=np.zeros(0, np.int64) if weights is None else np.ascontiguousarray(weights),
        least_total=least_total,
        capacity=capacity,
        few_max=branching + 1,
        feedback_codes=codes,
        permutations=place_permutations(game),
        n_feedbacks=matrix.n_feedbacks,
        width=width,
        has_letters=game.kind == WORDLE,
    )


def with_full_width(problem: Problem) -> Problem:
    """Returns a problem that shares everything with another one, whose searches are not cut short."""
    fields = {name: getattr(problem, name) for name, kind in problem.context_type.fields if not isinstance(kind, int)}
    return Problem(problem.layout, **(fields | {"width": 0}))


def likely_layout(game: Game, *, is_weighted: bool = False, width: int = 0) -> Layout:
    """Returns the layout of a game; its feedbacks need not be known."""
    is_few = game.n_feedbacks <= min(FEW_FEEDBACKS, len(game.answers) - 1)
    is_few = is_few and not width and not is_weighted and game.rule != Rule.HARD
    return Layout(feedback_dtype(game.n_feedbacks).name, _RULE_NUMBERS[game.rule], is_weighted, is_few)


def check_n_answers(n_answers: int) -> None:
    """Raises `InputError` if a game has more than `MAX_ANSWERS` answers."""
    if n_answers > MAX_ANSWERS:
        raise InputError(
            f"the exact search supports at most {MAX_ANSWERS:,} answers, but this game has {n_answers:,}: "
            "use a heuristic strategy"
        )


def has_letter_sets(problem: Problem) -> bool:
    """Checks whether letter sets can bound cells: not under rule candidates, with weights, or with large codes."""
    is_of_use = problem.rule != CANDIDATES and problem.n_feedbacks <= _MAX_FEEDBACKS and not len(problem.weights)
    return is_of_use and problem.has_letters


def n_letter_sets(problem: Problem) -> int:
    """Returns how many letter sets a game has; see `letter_sets`."""
    return int(problem.letter_counts.shape[1] * (2 * problem.letters.shape[1] + 1))


def scratch_lengths(
    layout: Layout,
    shape: tuple[int, int],
    n_feedbacks: int,
    word: tuple[int, int],
    max_guesses: int,
    *,
    few_max: int = 0,
    n_permutations: int = 0,
    has_letters: bool = True,
) -> dict[str, int]:
    """Returns the lengths on which the arrays of `Scratch` depend.

    Args:
        layout: The layout of the game.
        shape: The numbers of allowed words and of answers.
        n_feedbacks: The number of feedback codes.
        word: The length of a word, and the number of letters.
        max_guesses: The limit of guesses.
        few_max: See `Problem.few_max`.
        n_permutations: The number of the places' permutations.
        has_letters: See `Problem.has_letters`.
    """
    (n_allowed, n_answers), (length, n_letters) = shape, word
    order = max(n_allowed, n_answers)
    n_viewed = 0 if layout.rule == CANDIDATES else n_allowed
    n_sets = n_letters * (2 * length + 1)
    has_sets = has_letters and layout.rule != CANDIDATES and not layout.is_few
    has_sets = has_sets and 3**length <= _MAX_FEEDBACKS and n_sets * (2 * n_sets + n_allowed) <= MOST_SET_BYTES
    return {
        "allowed": n_allowed,
        "answers": n_answers,
        "feedbacks": n_feedbacks,
        "length": length,
        "depths": min(max_guesses, n_answers) + 2,
        "order": order,
        "cells": min(n_feedbacks, n_answers),
        "legal": n_allowed + 1 if layout.rule == HARD else 1,
        "hard_twins": MOST_TWINS if layout.rule == HARD else 0,
        "bounded": n_allowed if layout.is_few else 1,
        "view": n_viewed,
        "viewed": 2 * (few_max if layout.is_few else n_answers) * n_viewed,
        "sets": n_sets if has_sets else 0,
        "permutations": n_permutations,
        "colours": n_letters if n_permutations else 0,
    }


def make_scratch(problem: Problem, max_guesses: int, control: NDArray[np.int64]) -> Scratch:
    """Allocates a worker's memory: about 40 bytes per allowed word and guess of the limit, plus its views."""
    lengths = scratch_lengths(
        problem.layout,
        problem.by_guess.shape,
        problem.n_feedbacks,
        (problem.letters.shape[1], problem.letter_counts.shape[1]),
        max_guesses,
        few_max=problem.few_max,
        n_permutations=len(problem.permutations),
        has_letters=problem.has_letters,
    )
    counters = np.array([0, 0, 0, 0, 0, np.iinfo(np.int64).max, NO_DEPTH])
    return Scratch.allocate(problem.layout, lengths, control=control, counters=counters)


def capacities(n_answers: int, branching: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
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
    depth_of_next = np.searchsorted(capacity, np.arange(n_answers), side="right")
    return np.concatenate(([0], np.cumsum(depth_of_next))), capacity


def _expected_totals(n_answers: int, *, is_few: bool) -> NDArray[np.int64]:
    """Estimates the optimal total of n candidates, in 256ths, for n = 0 to `n_answers`.

    The formulas are fitted to real trees. In Wordle the mean grows by about a fifth of a guess with each doubling of
    the set, slightly less for large sets; in games with few feedbacks it grows by a third.
    """
    sizes = np.arange(n_answers + 1)
    bits = np.log2(np.maximum(sizes, 1))
    in_words = np.where(bits < 3.3, 1.42 + 0.22 * bits, np.where(bits < 6.6, 1.55 + 0.18 * bits, 1.76 + 0.148 * bits))
    mean = 1.05 + 0.32 * bits if is_few else in_words
    totals = np.rint(256 * sizes * mean).astype(np.int64)
    totals[: min(3, len(totals))] = [0, 256, 3 * 256][: min(3, len(totals))]
    return totals
