"""The arrays that the exact search reads (`Problem`) and writes (`Scratch`): made once, shared or one a worker."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.feedback_matrix import FeedbackMatrix, feedback_dtype, letter_codes, letter_counts_of
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.legality import pack_words
from wordle_compiler.kernels.context import Context
from wordle_compiler.kernels.layout import (
    BoolMatrix,
    CodeMatrix,
    Codes,
    Int32Matrix,
    Int64Matrix,
    Layout,
    Static,
    UInt8Matrix,
    UInt16Matrix,
    UInt64Matrix,
    ValueMatrix,
    Values,
)
from wordle_compiler.machine.errors import InputError
from wordle_compiler.search.permutations import place_permutations
from wordle_runtime.layout import WORDLE

MAX_ANSWERS = 1 << 16
"""Sets of candidates are stored as 16-bit numbers."""

INFEASIBLE = 1 << 46
"""The total of a set that no tree solves within the guesses left: more than twice every real total (`weights` sees to
that), and as many of it as there are answers may be added up."""

FEW_FEEDBACKS = 64
"""Games with no more feedbacks than these are searched by `few_feedbacks`."""

BLOCK = 1024
"""Guesses that the counting kernels handle at a time: the block of every candidate stays in the first-level cache."""

VIEW_WORDS = 8
"""What a `View` takes as a context: an address and two numbers for its codes, an address and a number for the rest."""

_SEED = 20_151_018
_RULE_NUMBERS = {Rule.ANY: 0, Rule.HARD: 1, Rule.CANDIDATES: 2}
ANY, HARD, CANDIDATES = 0, 1, 2

PRUNES = (
    "memo",
    "perfect candidate",
    "one pair",
    "views",
    "bound cells first",
    "parent order",
    "letter sets",
    "symmetry",
)
"""The prunes that a test may switch off, in the order of `Problem.switches`."""

MEMO, PERFECT, ONE_PAIR, VIEWS, BOUND_FIRST, PARENT_ORDER, LETTER_SETS, SYMMETRY = range(8)


class Problem(Context):
    """A game as arrays; never written to, so threads share it.

    Fields: the two layouts of the feedback matrix; `answer_as_guess` (n_answers) and `guess_as_answer` (n_allowed, -1
    where the guess is no answer); random 64-bit numbers for sets (`answer_hash`) and for the guesses left
    (`depth_hash`); each allowed word as letter numbers (n_allowed, length) and how often it holds each letter
    (n_allowed, n_letters), and both packed for fast tests of legality (empty where they do not fit, see
    `legality.pack_words`); a guess at the total of a set by its size, in 256ths, for ordering alone; `weights`
    (n_answers), above 0 and descending, or empty where every answer counts once; what few feedbacks allow at most (see
    `_capacities`): `least_total` by the number of candidates and `capacity` by guesses left, and `few_max`;
    `permutations` of the places, none without symmetry (see `permutations`); how many feedbacks there
    are; how many guesses are tried at a node (0: all that matter); `switches`: which prunes are on; and what kernels
    are compiled for: the rule's number, whether answers have weights, whether `few_feedbacks` searches the game.
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
    permutations: Int64Matrix
    n_feedbacks: int
    width: int
    switches: NDArray[np.bool_]
    rule: Static
    is_weighted: Static
    is_few: Static


class Scratch(Context):
    """A worker's memory for one search, by depth where a deeper call must not disturb it.

    `answers` and `rows` are stacks of candidates: a set is a slice, its cells are pushed above it. `control` is shared
    by all workers: [stop when not 0]. `visited` is [nodes, sweeps, views, last mark in `stamp`, last in `seen`].
    `codes`, `view_guesses` and `view_cells` hold the views that the search makes, and `view_blocks` what they are as
    contexts, by depth: see `views`. `ranks`, `keys`, `spare_keys` and `spare_guesses` are for sorting; `picked` and
    `block_counts` for sweeps of some columns, `bitmaps` for counting; `least`, `starts` and `set_rows` for
    `letter_sets`; `rated` is what `few_feedbacks` says of a guess; `images`, `fitting`, `colours` and `seen` are for
    symmetries.
    """

    answers: NDArray[np.uint16]
    rows: NDArray[np.int32]
    stamp: NDArray[np.int64]
    counts: NDArray[np.int32]
    n_cells: ValueMatrix
    candidate_value: ValueMatrix
    n_of_value: Int32Matrix
    order: Int32Matrix
    bounds: Int64Matrix
    cell_start: Int32Matrix
    cell_stop: Int32Matrix
    cell_code: Int32Matrix
    cell_bound: Int64Matrix
    cell_key: UInt64Matrix
    cell_exact: BoolMatrix
    cell_bounded: BoolMatrix
    legal: Int32Matrix
    constraint: UInt16Matrix
    codes: Codes
    view_guesses: Int32Matrix
    view_cells: ValueMatrix
    view_blocks: Int64Matrix
    ranks: NDArray[np.int32]
    keys: NDArray[np.int64]
    spare_keys: NDArray[np.int64]
    spare_guesses: NDArray[np.int32]
    picked: CodeMatrix
    counted: Values
    block_counts: Values
    bitmaps: UInt64Matrix
    least: NDArray[np.uint8]
    starts: NDArray[np.int64]
    set_rows: NDArray[np.int64]
    rated: NDArray[np.int64]
    images: Int64Matrix
    fitting: NDArray[np.int64]
    colours: Int64Matrix
    seen: NDArray[np.int64]
    control: NDArray[np.int64]
    visited: NDArray[np.int64]


class View(Context):
    """The guesses that still differ at a large node, with their feedbacks for its candidates side by side.

    `codes` (n_candidates, n_guesses) is by candidate; `guesses` are the guesses' numbers, by descending number of
    cells at that node; `n_cells` is that number, which no subset of the candidates can exceed. With weights it is the
    sum of the cells' heaviest weights, of which the same is true. `end` is where the views that a search makes for the
    nodes below may begin in `Scratch.codes`.
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
    switched_off: tuple[str, ...] = (),
) -> Problem:
    """Lays a game out for the search. With a `width` above 0 totals are upper bounds, no longer exact.

    With `weights`, one for each answer of the matrix, above 0 and descending, totals are weighted.

    Raises:
        InputError: More than `MAX_ANSWERS` answers.
    """
    check_n_answers(matrix.n_answers)
    guess_as_answer = np.full(matrix.n_allowed, -1, np.int32)
    guess_as_answer[matrix.answer_as_guess] = np.arange(matrix.n_answers, dtype=np.int32)
    letters = letter_codes(game.allowed.words)
    counts = letter_counts_of(letters)
    n_letters = counts.shape[1]
    packed = pack_words(letters, counts) or (np.zeros(0, np.uint64), np.zeros(0, np.uint64))
    random = np.random.Generator(np.random.PCG64(_SEED))

    # Letters tell cells apart in Wordle alone.
    off = {*switched_off, *(() if game.kind == WORDLE else (PRUNES[LETTER_SETS],))}
    branching = _count_feedbacks(matrix) - 1
    is_few = branching >= 0 and not width and weights is None and game.rule != Rule.HARD
    is_few = is_few and matrix.n_answers > branching + 1
    least_total, capacity = _capacities(matrix.n_answers, branching if is_few else matrix.n_answers)

    def hashes(n: int) -> NDArray[np.uint64]:
        return random.integers(1, 1 << 64, n, np.uint64)

    layout = Layout(str(matrix.by_guess.dtype), _RULE_NUMBERS[game.rule], weights is not None, is_few)
    return Problem(
        layout,
        matrix.by_guess,
        matrix.by_answer,
        matrix.answer_as_guess,
        guess_as_answer,
        hashes(matrix.n_answers),
        hashes(256),
        hashes(2 * letters.shape[1] * (n_letters + 1)),
        letters,
        counts,
        *packed,
        _expected_totals(matrix.n_answers, is_few=is_few),
        np.zeros(0, np.int64) if weights is None else np.ascontiguousarray(weights),
        least_total,
        capacity,
        branching + 1,
        place_permutations(game, letters),
        matrix.n_feedbacks,
        width,
        np.array([name not in off for name in PRUNES]),
    )


def likely_layout(game: Game, *, is_weighted: bool = False, width: int = 0) -> Layout:
    """Returns the layout that `make_problem` will find, as far as can be said without the feedbacks."""
    is_few = game.n_feedbacks <= min(FEW_FEEDBACKS, len(game.answers) - 1)
    is_few = is_few and not width and not is_weighted and game.rule != Rule.HARD
    return Layout(feedback_dtype(game.n_feedbacks).name, _RULE_NUMBERS[game.rule], is_weighted, is_few)


def check_n_answers(n_answers: int) -> None:
    """Raises `InputError` where a game has more than `MAX_ANSWERS` answers."""
    if n_answers > MAX_ANSWERS:
        raise InputError(
            f"the exact search takes at most {MAX_ANSWERS:,} answers, this game has {n_answers:,}: "
            "use a heuristic strategy"
        )


def make_scratch(problem: Problem, max_guesses: int, control: NDArray[np.int64]) -> Scratch:
    """Allocates a worker's memory: about 40 bytes for each allowed word and guess of the limit, and its views."""
    n_allowed, n_answers = problem.by_guess.shape
    depths = min(max_guesses, n_answers) + 2
    width = min(problem.n_feedbacks, n_answers)
    order = max(n_allowed, n_answers)
    length = problem.letters.shape[1]
    codes, values = np.dtype(problem.layout.codes), np.dtype(problem.layout.values)
    n_colours = problem.letter_counts.shape[1] if len(problem.permutations) else 0
    n_viewed = 0 if problem.rule == CANDIDATES else n_allowed
    # `np.empty` where nothing is read before it is written: memory is only taken where it is touched.
    return Scratch(
        problem.layout,
        np.zeros(n_answers * (depths + 1), np.uint16),
        np.zeros(n_answers * (depths + 1), np.int32),
        np.full(problem.n_feedbacks, -1, np.int64),
        np.zeros(problem.n_feedbacks, np.int32),
        np.empty((depths, order), values),
        np.empty((depths, n_answers), values),
        np.empty((depths, n_answers + 2), np.int32),
        np.empty((depths, order + n_answers), np.int32),
        np.empty((depths, order + n_answers if problem.is_few else 1), np.int64),
        np.empty((depths, width), np.int32),
        np.empty((depths, width), np.int32),
        np.empty((depths, width), np.int32),
        np.empty((depths, width), np.int64),
        np.empty((depths, width), np.uint64),
        np.empty((depths, width), np.bool_),
        np.empty((depths, width), np.bool_),
        np.empty((depths + 1, n_allowed + 1 if problem.rule == HARD else 1), np.int32),
        np.zeros((depths + 1, 1 + 2 * length), np.uint16),
        np.empty(2 * (problem.few_max if problem.is_few else n_answers) * n_viewed, codes),
        np.empty((depths, n_viewed), np.int32),
        np.empty((depths, n_viewed), values),
        np.zeros((depths, VIEW_WORDS), np.int64),
        np.empty(order + n_answers, np.int32),
        np.empty(order + n_answers, np.int64),
        np.empty(order + n_answers, np.int64),
        np.empty(order + n_answers, np.int32),
        np.empty((n_answers, BLOCK), codes),
        np.empty(order, values),
        np.empty(BLOCK, values),
        np.empty((5, BLOCK), np.uint64),
        np.empty(n_allowed, np.uint8),
        np.empty(258, np.int64),
        np.empty(length, np.int64),
        np.zeros(2, np.int64),
        np.empty((len(problem.permutations), n_colours), np.int64),
        np.empty(len(problem.permutations), np.int64),
        np.empty((4, n_colours), np.int64),
        np.zeros(n_colours**length if len(problem.permutations) else 0, np.int64),
        control,
        np.zeros(5, np.int64),
    )


def _count_feedbacks(matrix: FeedbackMatrix) -> int:
    """Returns how many feedbacks occur in a game of few feedbacks; 0 in one of many."""
    if matrix.n_feedbacks > FEW_FEEDBACKS:
        return 0
    return int(np.count_nonzero(np.bincount(matrix.by_guess.ravel(), minlength=matrix.n_feedbacks)))


def _capacities(n_answers: int, branching: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Returns what a tree of at most `branching` children a node can do at best.

    The smallest total of n candidates, for n = 0 to `n_answers`, and the most candidates that some number of guesses
    solves, for 0 to 256: one with the first guess, `branching` with two, its square with three, and so on.
    """
    capacity = np.zeros(257, np.int64)
    level = 1
    for guesses in range(1, 257):
        capacity[guesses] = min(capacity[guesses - 1] + level, MAX_ANSWERS)
        level = min(level * max(branching, 1), MAX_ANSWERS)
    depth_of_next = np.searchsorted(capacity, np.arange(n_answers), side="right")
    return np.concatenate(([0], np.cumsum(depth_of_next))), capacity


def _expected_totals(n_answers: int, *, is_few: bool) -> NDArray[np.int64]:
    """Estimates the optimal total of `n` candidates, in 256ths, for n = 0 to `n_answers`; read off real trees.

    In Wordle the mean grows by about a fifth of a guess with each doubling of the set, a little less for large ones; in
    games of few feedbacks by a third.
    """
    sizes = np.arange(n_answers + 1)
    bits = np.log2(np.maximum(sizes, 1))
    in_words = np.where(bits < 3.3, 1.42 + 0.22 * bits, np.where(bits < 6.6, 1.55 + 0.18 * bits, 1.76 + 0.148 * bits))
    mean = 1.05 + 0.32 * bits if is_few else in_words
    totals = np.rint(256 * sizes * mean).astype(np.int64)
    totals[: min(3, len(totals))] = [0, 256, 3 * 256][: min(3, len(totals))]
    return totals
