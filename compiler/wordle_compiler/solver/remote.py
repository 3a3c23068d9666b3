"""Search on other machines: what goes there and comes back, and how the solver's two jobs become tasks.

The jobs are openers to settle, and cells whose trees are wanted. Who runs the tasks the solver does not know; the
package `cluster` runs them on Dask. Results do not depend on it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.stopping import Deadline
from wordle_compiler.solver.fixed_openers import OpenCell, SolvedCell
from wordle_compiler.solver.leaderboard import Leaderboard, OpenerResult
from wordle_compiler.solver.objective import Question
from wordle_compiler.solver.relaxation import GuessesTried, describe

_POLL_SECONDS = 0.1
_MOST_PIECES = 200
_TASKS_PER_SLOT = 4
"""What is left is cut into so many tasks for each slot, so that all slots finish at about the same time."""


class OpenerPiece(NamedTuple):
    """An opener to settle.

    Attributes:
        opener: Its number among the allowed words.
        bound: A known lower bound for its total; 0 if none is known.
        cutoff: The total that it must stay below to matter, as of sending.
    """

    opener: int
    bound: int
    cutoff: int


class CellPiece(NamedTuple):
    """A cell whose optimal tree is wanted.

    Attributes:
        number: Its place among the cells of the search.
        members: Its candidates, ascending.
        constraint: What rule hard demands there; see `OpenCell`.
        guesses_left: The guesses left there.
        cutoff: The total that it must stay below to matter, as of sending.
        patience: The seconds of search after which it comes back as its guesses; None means never.
    """

    number: int
    members: NDArray[np.uint16]
    constraint: NDArray[np.uint16]
    guesses_left: int
    cutoff: int
    patience: float | None


class GuessPiece(NamedTuple):
    """One guess of a cell that came back as its guesses: the cell with the guess's cutoff, its place, its number."""

    cell: CellPiece
    place: int
    guess: int


Piece = OpenerPiece | CellPiece | GuessPiece


Outcome = OpenerResult | tuple[int, TreeNode | None] | list[int]
"""An opener's result; or the smallest total of a cell, or of a cell with a given guess, with its tree, which is None if
the total reaches the cutoff; or the guesses of a cell that may stay below its cutoff, in `Extractor.order`."""


class Cluster(Protocol):
    """Machines that run tasks. Use it from one thread only.

    Attributes:
        patience: The seconds of search after which a cell comes back as its guesses. What a worker proves while it
            tries one guess helps it with the next one, but no other worker.
    """

    patience: float

    @property
    def n_slots(self) -> int:
        """How many tasks the machines run at once, at least one; it changes as machines join and leave."""

    def register(self, question: Question) -> str:
        """Makes a question known to all machines; returns its name for `submit`."""

    def submit(self, question: str, pieces: Sequence[Piece]) -> Any:
        """Begins a task and returns a handle of it."""

    def wait(self, tasks: Sequence[Any], seconds: float) -> list[tuple[Any, list[Outcome]]]:
        """Returns the tasks that have finished, waiting for the first for at most `seconds`.

        Each comes with the outcomes of its first pieces, at least one; the rest of them were not begun.
        """

    def cancel(self, tasks: Sequence[Any]) -> None:
        """Ends tasks soon."""


class RemoteWorkers:
    """A cluster that is ready for one question. Use it from one thread only.

    Attributes:
        cluster: The cluster.
        patience: Its patience; see `CellPiece`.
    """

    def __init__(self, cluster: Cluster, question: Question, deadline: Deadline) -> None:
        """Sends the question to the cluster; every search for it ends at the deadline."""
        self.cluster = cluster
        # The result of a search of limited width depends on what its worker searched before.
        self.patience = cluster.patience if question.width == 0 else None
        self._name = cluster.register(question)
        self._deadline = deadline
        self._source: OpenerSource | CellSource | None = None

    def run(self, source: OpenerSource | CellSource, idle: Callable[[], None]) -> Iterator[Any]:
        """Yields the results of a source as they arrive; leaving the loop early ends the running searches.

        Every piece carries the cutoff of the moment in which it is sent. So only as many tasks are out as the machines
        run at once. `idle` is called a few times a second while no result arrives.

        Raises:
            StoppedError: The deadline has passed.
        """
        self._source = source
        cluster = self.cluster
        out: dict[Any, list[Piece]] = {}
        try:
            while True:
                self._deadline.check()
                n_slots = cluster.n_slots
                while len(out) < n_slots and (pieces := source.next_pieces(n_slots)):
                    out[cluster.submit(self._name, pieces)] = pieces
                if not out:
                    return
                finished = cluster.wait(list(out), _POLL_SECONDS)
                for task, outcomes in finished:
                    pieces = out.pop(task)
                    source.put_back(pieces[len(outcomes) :])
                    for piece, outcome in zip(pieces, outcomes, strict=False):
                        yield from source.take(piece, outcome)
                if not finished:
                    idle()
        finally:
            cluster.cancel(list(out))

    def describe(self) -> str:
        """Returns how far `run` is at the largest cell whose guesses are tried one by one."""
        return describe(self._source.guesses_tried()) if isinstance(self._source, CellSource) else ""


class OpenerSource:
    """Hands out openers with the board's cutoffs, until every opener has its total or a bound."""

    def __init__(self, openers: Sequence[int], known: Mapping[int, OpenerResult], board: Leaderboard[int]) -> None:
        """Takes the openers, the most promising first, results already known, none of them exact, and the board."""
        self._left = deque(openers)
        self._known = known
        self._board = board

    def next_pieces(self, n_slots: int) -> list[Piece]:
        """Returns the next openers."""
        return [self._piece(self._left.popleft()) for _ in range(_share(len(self._left), n_slots))]

    def put_back(self, pieces: Sequence[Any]) -> None:
        """Takes back openers."""
        self._left.extendleft(piece.opener for piece in reversed(pieces))

    def take(self, _piece: Any, outcome: Any) -> Iterator[OpenerResult]:
        """Enters an exact total on the board, and yields the result."""
        if outcome.is_exact:
            self._board.enter(outcome.total, outcome.opener)
        yield outcome

    def _piece(self, opener: int) -> OpenerPiece:
        bound = self._known[opener].total if opener in self._known else 0
        return OpenerPiece(opener, bound, self._board.cutoff(opener))


@dataclass(eq=False)
class SplitCell:
    """A cell whose guesses are tried one by one.

    Its total is the smallest total of its guesses. The smallest so far is the cutoff for all others. Of guesses with
    the same total, the first in the cell's order is played, as in a search that is not split.

    Attributes:
        cell: The cell, with the cutoff of the search.
        n_guesses: How many guesses it has.
        left: Those that are not out, by their places in the cell's order and their numbers.
        best: The smallest total so far and the place of its guess; at first the cutoff of the search.
        n_tried: How many have been tried.
        node: The tree with the smallest total, if there is one.
    """

    cell: CellPiece
    n_guesses: int
    left: deque[tuple[int, int]]
    best: tuple[int, int]
    n_tried: int = 0
    node: TreeNode | None = None

    def next_guesses(self, n_slots: int) -> list[Piece]:
        """Returns the next guesses to try; one until a tree is known, because that helps all others."""
        guesses = [self.left.popleft() for _ in range(_share(len(self.left), n_slots) if self.node else 1)]
        total, first = self.best
        # An earlier guess with the same total would be played instead.
        return [GuessPiece(self.cell._replace(cutoff=total + (at < first)), at, guess) for at, guess in guesses]

    def learn(self, place: int, total: int, node: TreeNode | None) -> None:
        """Records what became of a guess."""
        self.n_tried += 1
        if node is not None and (total, place) < self.best:
            self.best, self.node = (total, place), node


class CellSource:
    """Hands out the cells whose trees are wanted, in order, and the guesses of those that take too long.

    It makes a `SolvedCell` of each.
    """

    def __init__(self, cells: Sequence[OpenCell], patience: float | None) -> None:
        """Takes the cells; see `CellPiece.patience`."""
        self._cells = cells
        self._patience = patience
        self._left = deque(range(len(cells)))
        self._split: dict[int, SplitCell] = {}

    def next_pieces(self, n_slots: int) -> list[Piece]:
        """Returns guesses of the first split cell that has some left, or the next cells."""
        for split in self._split.values():
            if split.left:
                return split.next_guesses(n_slots)
        # A single worker gains nothing from trying guesses one by one.
        patience = self._patience if n_slots > 1 else None
        return [self._piece(self._left.popleft(), patience) for _ in range(_share(len(self._left), n_slots))]

    def put_back(self, pieces: Sequence[Any]) -> None:
        """Takes back cells or guesses."""
        for piece in reversed(pieces):
            if isinstance(piece, CellPiece):
                self._left.appendleft(piece.number)
            else:
                self._split[piece.cell.number].left.appendleft((piece.place, piece.guess))

    def take(self, piece: Any, outcome: Any) -> Iterator[SolvedCell]:
        """Yields a cell if it is solved, or has no tree."""
        cell = piece if isinstance(piece, CellPiece) else piece.cell
        if isinstance(outcome, list):
            self._split[cell.number] = SplitCell(cell, len(outcome), deque(enumerate(outcome)), (cell.cutoff, -1))
        elif isinstance(piece, GuessPiece):
            self._split[cell.number].learn(piece.place, *outcome)
        else:
            total, node = outcome
            yield SolvedCell(self._cells[cell.number], node, total)
            return
        split = self._split[cell.number]
        if split.n_tried == split.n_guesses:
            del self._split[cell.number]
            yield SolvedCell(self._cells[cell.number], split.node, split.best[0])

    def guesses_tried(self) -> list[GuessesTried]:
        """Returns how far each cell is whose guesses are tried one by one."""
        return [GuessesTried(one.n_tried, one.n_guesses, len(one.cell.members)) for one in self._split.values()]

    def _piece(self, number: int, patience: float | None) -> CellPiece:
        cell = self._cells[number]
        members = cell.candidates.astype(np.uint16)
        return CellPiece(number, members, cell.constraint, cell.guesses_left, cell.largest_total + 1, patience)


def _share(n_left: int, n_slots: int) -> int:
    """Returns how many of `n_left` pieces the next task gets."""
    return min(n_left, max(1, min(_MOST_PIECES, n_left // (_TASKS_PER_SLOT * n_slots))))
