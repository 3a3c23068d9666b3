"""The interface through which the solver keeps what it proves, for a later run of the same search."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from wordle_compiler.solver.leaderboard import OpenerResult
from wordle_compiler.solver.remote import OpenCellTask, SolvedCell


class Records(Protocol):
    """Supplies the results of earlier runs and keeps new ones. Called only from the thread that starts the searches."""

    def known(self, max_guesses: int) -> Mapping[int, OpenerResult]:
        """Returns the openers' proven bounds within a limit of guesses, by opener number."""

    def record(self, max_guesses: int, result: OpenerResult) -> None:
        """Records a new result of an opener."""

    def known_cell(self, max_guesses: int, task: OpenCellTask) -> SolvedCell | None:
        """Returns what a task about a cell gave within a limit of guesses for the game, or None if that is not known.

        With weights, the units of totals depend on that limit.
        """

    def record_cell(self, max_guesses: int, task: OpenCellTask, solved: SolvedCell) -> None:
        """Records what a task about a cell gave: an optimal tree, or that there is none."""

    def write_if_due(self) -> None:
        """Writes pending results if it is time to; called a few times a second while no result arrives."""
