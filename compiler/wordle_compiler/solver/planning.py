"""Estimates the memory of an exact search before anything is allocated, and sizes the memo to fit beside it.

A smaller memo is emptied sooner, which costs time but changes no exact result. The result of a search of limited width,
however, depends on what its memo holds, so such a search gets the standard memo or is refused.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from wordle_compiler.game.feedback_matrix import basic_parts, layout_bytes
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.machine.memory import require_memory
from wordle_compiler.search.memo import Memo
from wordle_compiler.search.problem import Scratch, check_n_answers, likely_layout, scratch_lengths
from wordle_runtime.errors import counted
from wordle_runtime.layout import MASTERMIND, WORDLE

MEMO_SLOTS = 1 << 20
MEMO_POOL = 1 << 25
"""A worker's memo has 30 MB of slots and 64 MB of sets, touched only as they fill; less if memory is limited."""

_LEAST_SLOTS = 1 << 14
_SLOTS_A_SET = 16
"""The slots for each set of a small game's answers, of which few are ever used. With a million slots, compiling a game
of eight answers took an eighth longer.
"""

_NODE_BYTES = 2048
"""The memory per answer for the trees that are built and the openers' results."""


class MemoSize(NamedTuple):
    """The size of a worker's memo.

    Attributes:
        slots: The number of its slots.
        pool: The number of 2-byte words in its pool.
        spare: The bytes of the limit that all workers together leave.
    """

    slots: int
    pool: int
    spare: int = 0


def plan_memo(
    game: Game,
    max_guesses: int,
    n_workers: int,
    *,
    slots: int | None = None,
    pool: int | None = None,
    is_weighted: bool = False,
    is_cut_short: bool = False,
) -> MemoSize:
    """Returns the size of each worker's memo: as requested (by default, as `MEMO_SLOTS`), or less if memory is short.

    Call it before computing the feedbacks, which it counts as well.

    Raises:
        InputError: The game has too many answers for the search, or the search does not fit even with the smallest
            memo. The message is one line and gives the estimate.
    """
    slots, pool = slots or MEMO_SLOTS, pool or MEMO_POOL
    check_n_answers(len(game.answers))
    least = slots if is_cut_short else min(slots, _LEAST_SLOTS)
    most = min(slots, max(least, _SLOTS_A_SET << min(len(game.answers), 64)))
    parts = basic_parts(game, n_beside=2 if is_weighted else 0)
    # Totals without a limit are searched as deep again; see `worker_threads.Worker`.
    deepest = max_guesses if game.rule == Rule.CANDIDATES or is_weighted else 2 * max_guesses
    each = worker_bytes(game, deepest) + _memo_bytes(least, slots, pool)
    threads = counted(n_workers, "worker")
    parts |= {threads: n_workers * each, "trees": _NODE_BYTES * len(game.answers)}
    advice = "use smaller lists" if n_workers == 1 else "use fewer workers (-j) or smaller lists"
    left = require_memory(parts, advice) // n_workers + _memo_bytes(least, slots, pool)
    fitting = most
    while fitting > least and _memo_bytes(fitting, slots, pool) > left:
        fitting //= 2
    spare = n_workers * (left - _memo_bytes(fitting, slots, pool))
    return MemoSize(fitting, pool * fitting // slots, spare)


def worker_bytes(game: Game, max_guesses: int) -> int:
    """Returns the bytes that a worker takes besides its memo: the arrays of `problem.Scratch`, including its views."""
    # With weights, numbers of cells are wider.
    layout = likely_layout(game)._replace(is_weighted=True)
    lengths = scratch_lengths(
        layout,
        (len(game.allowed), len(game.answers)),
        game.n_feedbacks,
        (game.length, len(set("".join(game.allowed.words)))),
        max_guesses,
        n_permutations=math.factorial(game.length) if game.kind == MASTERMIND else 0,
        has_letters=game.kind == WORDLE,
    )
    sizes = Scratch.n_bytes(layout, lengths)
    # Memory for views, and for columns picked from them, is taken as it is used: the worst opener leaves about half of
    # the candidates in one cell, and deeper views cover parts of that cell.
    return sum(sizes.values()) - sizes["codes"] - sizes["picked"] + layout_bytes(game) // 2


def _memo_bytes(slots: int, standard: int, pool: int) -> int:
    return sum(Memo.n_bytes(None, {"slots": slots, "pool": pool * slots // standard}).values())
