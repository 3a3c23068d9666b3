"""Search on other machines: what goes there and comes back, and how the solver's two jobs become tasks.

The jobs are openers to settle, and cells whose trees are wanted. Who runs the tasks the solver does not know; the
package `cluster` runs them on Dask. Results do not depend on it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.problem import EVERY_GUESS
from wordle_compiler.search.stopping import Deadline
from wordle_compiler.solver.fixed_openers import OpenCell, SolvedCell
from wordle_compiler.solver.leaderboard import Leaderboard, OpenerResult
from wordle_compiler.solver.objective import Objective, Question

_POLL_SECONDS = 0.1
_MOST_PIECES = 200
_TASKS_PER_SLOT = 4
"""What is left is cut into so many tasks for each slot, so that all slots finish at about the same time."""


class OpenerPiece(NamedTuple):
    """An opener to settle."""

    opener: int  # Its number among the allowed words.
    bound: int  # A known lower bound for its total; 0 if none is known.
    cutoff: int  # The total that it must stay below to matter, as of sending.


class CellPiece(NamedTuple):
    """A cell whose optimal tree is wanted, or that of the trees that begin with a guess."""

    number: int  # Its place among the cells of the search.
    cell: OpenCell  # Its largest total is that of sending.
    patience: float | None  # The seconds of search after which it comes back as its guesses; None means never.
    guess: int = EVERY_GUESS  # One of these guesses.
    place: int = -1  # The place of the guess among them.


Piece = OpenerPiece | CellPiece


Outcome = OpenerResult | tuple[int, TreeNode | None] | list[int]
"""An opener's result; or the smallest total of a cell, or of a cell with a given guess, with its tree, which is None if
the total reaches the cutoff; or the guesses of a cell that may stay below its cutoff, in `Extractor.order`."""


class Cluster(Protocol):
    """Machines that run tasks. Use it from one thread only."""

    # The seconds of search after which a cell comes back as its guesses. What a worker proves while it tries one guess
    # helps it with the next one, but no other worker.
    patience: float

    @property
    def n_slots(self) -> int:
        """How many tasks the machines run at once; it changes as machines join and leave, and may be 0 for a while."""

    def register(self, question: Question) -> str:
        """Makes a question known to all machines; returns its name for `submit`."""

    def submit(self, question: str, pieces: Sequence[Piece]) -> Any:
        """Begins a task and returns a handle of it."""

    def wait(self, tasks: Sequence[Any], seconds: float) -> list[tuple[Any, list[Outcome]]]:
        """Returns the tasks that have finished, waiting for the first for at most `seconds`.

        Each comes with the outcomes of its first pieces; the rest were not begun, or are lost with their machine.
        """

    def cancel(self, tasks: Sequence[Any]) -> None:
        """Ends tasks soon."""


class RemoteWorkers:
    """A cluster that is ready for one question. Use it from one thread only."""

    def __init__(self, cluster: Cluster, question: Question, deadline: Deadline) -> None:
        """Sends the question to the cluster; every search for it ends at the deadline."""
        self.cluster = cluster
        # See `CellPiece`. The result of a search of limited width depends on what its worker searched before; which
        # guess permits the smallest worst case, one guess does not tell.
        is_splittable = question.width == 0 and question.objective is not Objective.TOTAL_THEN_WORST_CASE
        self.patience = cluster.patience if is_splittable else None
        self._name = cluster.register(question)
        self._deadline = deadline

    def run(self, source: OpenerSource | CellSource, idle: Callable[[], None]) -> Iterator[Any]:
        """Yields the results of a source as they arrive; leaving the loop early ends the running searches.

        Every piece carries the cutoff of the moment in which it is sent. So only as many tasks are out as the machines
        run at once. `idle` is called a few times a second while no result arrives.

        Raises:
            StoppedError: The deadline has passed.
        """
        cluster, left = self.cluster, source.left
        out: dict[Any, list[Any]] = {}
        try:
            while True:
                self._deadline.check()
                n_slots = cluster.n_slots
                while left and len(out) < n_slots:
                    pieces = [source.ready(left.popleft(), n_slots) for _ in range(source.share(n_slots))]
                    out[cluster.submit(self._name, pieces)] = pieces
                if not out and not left:
                    return
                finished = cluster.wait(list(out), _POLL_SECONDS)
                for task, outcomes in finished:
                    pieces = out.pop(task)
                    left.extendleft(reversed(pieces[len(outcomes) :]))
                    for piece, outcome in zip(pieces, outcomes, strict=False):
                        yield from source.take(piece, outcome)
                if not finished:
                    idle()
        finally:
            cluster.cancel(list(out))


class _Source:
    """Hands out pieces, the most promising first; `left` holds the pieces that no task has yet."""

    def __init__(self, pieces: Iterable[Piece]) -> None:
        self.left: deque[Any] = deque(pieces)

    def share(self, n_slots: int) -> int:
        """Returns how many of the remaining pieces the next task gets."""
        n_left = len(self.left)
        return min(n_left, max(1, min(_MOST_PIECES, n_left // (_TASKS_PER_SLOT * n_slots))))


class OpenerSource(_Source):
    """Hands out openers with the board's cutoffs, until every opener has its total or a bound."""

    def __init__(self, openers: Sequence[int], known: Mapping[int, OpenerResult], board: Leaderboard[int]) -> None:
        """Takes the openers, the most promising first, results already known, none of them exact, and the board."""
        super().__init__(OpenerPiece(one, known[one].total if one in known else 0, 0) for one in openers)
        self._board = board

    def ready(self, piece: OpenerPiece, _n_slots: int) -> OpenerPiece:
        """Returns a piece with the cutoff of this moment."""
        return piece._replace(cutoff=self._board.cutoff(piece.opener))

    def take(self, _piece: Any, outcome: Any) -> Iterator[OpenerResult]:
        """Enters an exact total on the board, and yields the result."""
        if outcome.is_exact:
            self._board.enter(outcome.total, outcome.opener)
        yield outcome


@dataclass(eq=False)
class SplitCell:
    """A cell whose guesses are tried one by one.

    Its total is the smallest total of its guesses. The smallest so far is the cutoff for all others. Of guesses with
    the same total, the first in the cell's order is played, as in a search that is not split.
    """

    n_left: int  # How many guesses are not tried yet.
    best: tuple[int, int]  # The smallest total so far and the place of its guess; at first the cutoff of the search.
    node: TreeNode | None = None  # The tree with the smallest total, if there is one.


class CellSource(_Source):
    """Hands out the cells whose trees are wanted, in order, and first the guesses of those that take too long.

    It makes a `SolvedCell` of each; `split` has those whose guesses are tried one by one, by their numbers.
    """

    def __init__(self, cells: Sequence[OpenCell], patience: float | None) -> None:
        """Takes the cells; see `CellPiece.patience`."""
        # The parents stay here.
        alone = (replace(cell, parent=TreeNode("", solves=False)) for cell in cells)
        super().__init__(CellPiece(number, cell, patience) for number, cell in enumerate(alone))
        self._cells = cells
        self.split: dict[int, SplitCell] = {}

    def share(self, n_slots: int) -> int:
        """Returns how many pieces the next task gets: one guess until a tree is known, since that helps all others."""
        first = self.left[0]
        return 1 if first.guess != EVERY_GUESS and self.split[first.number].node is None else super().share(n_slots)

    def ready(self, piece: CellPiece, n_slots: int) -> CellPiece:
        """Returns a cell, or a guess with the largest total that is of use at this moment."""
        if piece.guess == EVERY_GUESS:
            # A single worker gains nothing from trying guesses one by one.
            return piece if n_slots > 1 else piece._replace(patience=None)
        total, first = self.split[piece.number].best
        # An earlier guess with the same total would be played instead.
        return piece._replace(cell=replace(piece.cell, largest_total=total - (piece.place > first)))

    def take(self, piece: Any, outcome: Any) -> Iterator[SolvedCell]:
        """Yields a cell if it is solved, or has no tree."""
        cell = self._cells[piece.number]
        if isinstance(outcome, list):
            split = self.split[piece.number] = SplitCell(len(outcome), (cell.largest_total + 1, -1))
            guesses = reversed([*enumerate(outcome)])
            self.left.extendleft(piece._replace(guess=guess, place=place) for place, guess in guesses)
        else:
            total, node = outcome
            if piece.guess == EVERY_GUESS:
                yield SolvedCell(cell, node, total)
                return
            split = self.split[piece.number]
            split.n_left -= 1
            if node is not None and (total, piece.place) < split.best:
                split.best, split.node = (total, piece.place), node
        if split.n_left == 0:
            del self.split[piece.number]
            yield SolvedCell(cell, split.node, split.best[0])
