"""The runtime's own speed, measured inside one process: loading a tree, the first answer, steps, whole histories."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from typing import Any

import wordle_trees
from benchmarks.measuring import time_calls
from benchmarks.tables import Seconds, Table
from wordle_runtime import Session, Tree, format_feedback, load

_TURNS = 3
_LOAD_AND_ANSWER_SECONDS = Seconds(2e-3)
_STEP_SECONDS = Seconds(1e-6)
_HISTORY_SECONDS = Seconds(5e-6)
_QUICK = ("nyt", "mastermind")
_AIM_ANSWERS = 2315
"""The aim for loading is for trees of up to so many answers."""


def measure_lookups(*, is_quick: bool) -> Table:
    """Measures every bundled tree (one of words and one of pegs where it is quick), and returns the table."""
    table = Table(
        "Runtime, in one process",
        f"Time of one call, from loops over many. `step` and `next_guess` go over the answers of the tree: every "
        f"feedback of every game but the last, and the first {_TURNS} turns of every game that is longer. Files are in "
        f"the page cache. The aim for loading is for {_AIM_ANSWERS} answers.",
    )
    for name in _QUICK if is_quick else wordle_trees.names():
        table.rows += _measure_tree(name, n_loops=1 if is_quick else 25, n_loads=3 if is_quick else 40)
    return table


def _measure_tree(name: str, *, n_loops: int, n_loads: int) -> list[dict[str, Any]]:
    tree = load(name)
    load_aim = _LOAD_AND_ANSWER_SECONDS if tree.guarantee.n_answers <= _AIM_ANSWERS else None
    games = [node.path for node in tree.walk() if node.solves and node.path]
    written = [
        [(guess, format_feedback(code, tree.length, kind=tree.info.game.kind)) for guess, code in game]
        for game in games
    ]
    histories = [game[:_TURNS] for game in written if len(game) >= _TURNS]
    texts = [" ".join(f"{guess} {marks}" for guess, marks in history) for history in histories]
    codes = [game[:_TURNS] for game in games if len(game) >= _TURNS]
    rows: list[dict[str, Any]] = []

    def add(
        work: str,
        loop: Callable[[], object],
        n_calls: int,
        aim: Seconds | None,
        prepare: Callable[[], object] = lambda: None,
    ) -> None:
        calls = time_calls(loop, n_calls, n_loops, prepare)
        row = {"tree": name, "work": work, "calls a loop": n_calls, "median": Seconds(calls.median_seconds)}
        row["fastest"] = Seconds(calls.fastest_seconds)
        rows.append(row if aim is None else row | {"aim, below": aim, "met": row["median"] < aim})

    add("load", lambda: _exhaust(load(name) for _ in range(n_loads)), n_loads, None)
    add("load, opener", lambda: _exhaust(load(name).next_guess() for _ in range(n_loads)), n_loads, load_aim)
    # Another history for each load: nothing of the one before may help.
    add(
        f"load, answer to {_TURNS} turns",
        lambda: _exhaust(load(name).next_guess(text) for text in islice(texts, n_loads)),
        min(n_loads, len(texts)),
        load_aim,
    )
    for form, played in (("code", games), ("text", written)):
        steps = Steps(tree, [[feedback for _, feedback in game] for game in played])
        add(f"session.step(feedback as {form})", steps.play, steps.n_steps, _STEP_SECONDS, steps.prepare)
    for form, arguments in (("codes", codes), ("pairs of text", histories), ("one text", texts)):
        add(
            f"next_guess({_TURNS} turns as {form})",
            partial(_ask_all, tree, arguments),
            len(arguments),
            _HISTORY_SECONDS,
        )
    return rows


class Steps:
    """A session for every game, made off the clock, and all the steps of all games."""

    def __init__(self, tree: Tree, games: list[list[Any]]) -> None:
        self._tree = tree
        self._games = games
        self._sessions: list[Session] = []
        self.n_steps = sum(map(len, games))

    def prepare(self) -> None:
        """Makes the sessions."""
        self._sessions = [self._tree.session() for _ in self._games]

    def play(self) -> None:
        """Takes all steps."""
        for session, feedbacks in zip(self._sessions, self._games, strict=True):
            for feedback in feedbacks:
                session.step(feedback)


def _ask_all(tree: Tree, histories: Iterable[Any]) -> None:
    _exhaust(map(tree.next_guess, histories))


def _exhaust(results: Iterable[object]) -> None:
    """Goes through all results as fast as Python can, and keeps none."""
    deque(results, maxlen=0)
