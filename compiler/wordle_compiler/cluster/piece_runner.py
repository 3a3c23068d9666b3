"""Finds out about pieces on a worker, and ends a search that takes too long or that nobody wants any more."""

from __future__ import annotations

import contextlib
import math
import threading
import time
from collections.abc import Callable, Sequence
from typing import Self

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.machine.memory import limit_memory
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.extract import CandidateSet
from wordle_compiler.search.letter_sets import LetterSets
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.search.stopping import StoppedError
from wordle_compiler.solver import remote
from wordle_compiler.solver.objective import Question
from wordle_compiler.solver.openers import search_opener
from wordle_compiler.solver.worker_threads import Worker, lay_out

_POLL_SECONDS = 0.1
_PAIRS_OPENERS = 100
"""A slot to which so many are sent at once gets some four times as many in all. With fewer, counting pairs of letter
sets, which takes 3 s, would take more time than they save.
"""


class QuestionData:
    """A question laid out for the search. Threads share it; each has a `Worker` of its own."""

    def __init__(self, question: Question, matrix: FeedbackMatrix, n_threads: int, memory_limit: int | None) -> None:
        """Lays the question out; all threads together may take `memory_limit` bytes, None means all memory.

        Raises:
            InputError: The search needs more memory than the machine or the limit has.
        """
        with limit_memory(memory_limit):
            _, self._threads = lay_out(question, matrix, n_threads)
        self._lock = threading.Lock()
        # Guarded by `_lock` until it is built.
        self._sets: LetterSets | None = None

    def worker(self) -> Worker:
        """Returns the calling thread's worker."""
        return self._threads.worker(has_own_flag=True)

    def letter_sets(self, n_openers: int) -> LetterSets | None:
        """Returns the table for bounding openers, built for a task of `n_openers`, or None if it would not help."""
        with self._lock:
            self._sets = self._sets or self._threads.letter_sets(n_openers, _PAIRS_OPENERS)
            return self._sets


class Watch:
    """A thread that stops one thread's searches when nobody wants their results, or when their time is up."""

    def __init__(self, worker: Worker, is_wanted: Callable[[], bool]) -> None:
        """Takes whose searches to stop, and a function that returns whether anybody still waits for the results."""
        self._control = worker.scratch.control
        self._is_wanted = is_wanted
        self._ended = threading.Event()
        self._lock = threading.Lock()
        # Guarded by `_lock`, like every write to `_control`.
        self._until = math.inf
        self._is_over = False

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._keep_looking, daemon=True, name="wordle-tree-watch")
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def begin(self, patience: float | None = None) -> None:
        """Lets the next search run, for at most `patience` seconds; None means for as long as its result is wanted.

        Raises:
            StoppedError: Nobody wants its result.
        """
        with self._lock:
            if self._is_over:
                raise StoppedError
            self._until = math.inf if patience is None else time.monotonic() + patience
            self._control[0] = 0

    def _keep_looking(self) -> None:
        while not self._ended.wait(_POLL_SECONDS):
            with self._lock:
                self._is_over = self._is_over or not self._is_wanted()
                if self._is_over or time.monotonic() >= self._until:
                    self._control[0] = 1


def run_pieces(
    data: QuestionData, pieces: Sequence[remote.Piece], slice_seconds: float, is_wanted: Callable[[], bool]
) -> list[remote.Outcome]:
    """Returns what is found out about the first pieces: at least one, and no further one after `slice_seconds`.

    Raises:
        StoppedError: Nobody wants the outcomes any more.
    """
    began = time.monotonic()
    worker = data.worker()
    outcomes: list[remote.Outcome] = []
    with Watch(worker, is_wanted) as watch:
        for piece in pieces:
            watch.begin()
            if isinstance(piece, remote.OpenerPiece):
                sets = data.letter_sets(len(pieces)) if piece.cutoff < INFEASIBLE else None
                outcomes.append(search_opener(worker, piece.opener, piece.bound, piece.cutoff, sets))
            elif isinstance(piece, remote.CellPiece):
                outcomes.append(_solve_cell(worker, piece, watch))
            else:
                outcomes.append(_try_guess(worker, piece))
            if worker.is_stopped():
                raise StoppedError
            if time.monotonic() - began >= slice_seconds:
                break
    return outcomes


def _solve_cell(worker: Worker, piece: remote.CellPiece, watch: Watch) -> tuple[int, TreeNode | None] | list[int]:
    """Returns a cell's total and tree, or its guesses if that takes too long."""
    members = CandidateSet.of(piece.members, worker.view, piece.constraint)
    # The totals of one or two candidates follow from their number.
    patience = piece.patience if len(members) > 2 else None
    if patience != 0:
        watch.begin(patience)
        with contextlib.suppress(StoppedError):
            found = worker.solve(members, piece.guesses_left, piece.cutoff)
            watch.begin()
            return found
    watch.begin()
    return worker.open_guesses(members, piece.guesses_left, piece.cutoff)


def _try_guess(worker: Worker, piece: remote.GuessPiece) -> tuple[int, TreeNode | None]:
    cell = piece.cell
    members = worker.extractor.focus(CandidateSet.of(cell.members, worker.view, cell.constraint))
    return worker.solve_with(piece.guess, members, cell.guesses_left, cell.cutoff)
