"""The search on a cluster of real worker processes: the same tables and bytes as on one machine; and the command."""

from __future__ import annotations

import itertools
import socket
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from benchmarks.fleet.processes import Fleet
from command_runs import compile_lists
from sampled import sampled
from small_games import draw_weights, families_game, large_game, small_game
from waiting import wait_until

from wordle_compiler import Game, InputError, Rule, Weights, WordList, compile_tree, load_list, rank_openers
from wordle_compiler.cluster.opening import open_cluster
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.mastermind import mastermind
from wordle_compiler.search.stopping import Deadline, StoppedError
from wordle_compiler.solver.objective import Objective
from wordle_compiler.solver.solver import ExactSolver
from wordle_compiler.solver.worker_threads import Worker

if TYPE_CHECKING:
    from wordle_compiler.cluster.connection import Connection


@pytest.fixture(scope="module")
def cluster(fleet: Fleet) -> Iterator[Connection]:
    """Two worker processes. Tasks are short, and cells come back as their guesses at once."""
    with open_cluster(fleet.address, slice_seconds=0.05, patience=0.0) as opened:
        wait_until(lambda: opened.n_slots == 3)
        yield opened


@pytest.mark.parametrize("rule", sampled([Rule.HARD, Rule.ANY, Rule.CANDIDATES], 1), ids=str)
def test_tables_are_those_of_one_machine(cluster: Connection, rule: Rule) -> None:
    game = large_game(2, n_answers=(10, 12), n_allowed=(14, 18)).under(rule)
    plain = {n_best: rank_openers(game, n_best=n_best).rows for n_best in (1, 3)}
    for n_best, rows in plain.items():
        assert rank_openers(game, n_best=n_best, cluster=cluster).rows == rows
    below = plain[3][2].total
    assert rank_openers(game, below=below, cluster=cluster).rows == rank_openers(game, below=below).rows


@pytest.mark.parametrize(
    ("objective", "has_opener"),
    # By default in turn with an opener and without.
    sampled(
        [(objective, (number + turn) % 2 == 0) for turn in range(2) for number, objective in enumerate(Objective)],
        len(Objective),
    ),
    ids=str,
)
def test_bytes_are_those_of_one_machine(cluster: Connection, objective: Objective, has_opener: bool) -> None:
    game = families_game(69).under(Rule.HARD)
    opener = game.answers.words[0] if has_opener else None
    plain = compile_tree(game, max_guesses=8, objective=objective, opener=opener)
    on_cluster = compile_tree(game, max_guesses=8, objective=objective, opener=opener, cluster=cluster)

    assert on_cluster.data == plain.data


def test_weights_effort_and_codes_give_the_same_bytes(cluster: Connection) -> None:
    small = large_game(4, n_answers=(20, 24), n_allowed=(30, 40))
    game = small.under(Rule.ANY)
    weights = Weights.of(draw_weights(small, 4), game.answers)
    codes = mastermind(3, 3)

    assert compile_tree(game, weights=weights, cluster=cluster).data == compile_tree(game, weights=weights).data
    effort = {"effort": 3}
    assert compile_tree(codes, options=effort, cluster=cluster).data == compile_tree(codes, options=effort).data


def test_a_time_limit_ends_the_search(cluster: Connection) -> None:
    # Proven in time, it is the tree that is found without a limit.
    game = families_game(69).under(Rule.HARD)
    tree = compile_tree(game, options={"time_limit": 3600}, cluster=cluster)

    assert tree.tree.info.status == "optimal"
    assert tree.histogram == compile_tree(game).histogram

    # All exact totals of this game take much longer than 20 looks at the clock.
    some = WordList("some", load_list("original-answers").words[::20])
    words = Game(some, some, Rule.ANY)
    matrix = FeedbackMatrix.of(words)
    solver = ExactSolver(words, matrix, 6, cluster=cluster, deadline=Deadline(20, itertools.count().__next__))
    with pytest.raises(StoppedError):
        solver.rank_openers(solver.legal_openers())


def test_a_tree_that_is_stopped_goes_on_with_the_cells_in_its_journal(
    cluster: Connection, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = large_game(4, n_answers=(40, 50), n_allowed=(80, 100)).under(Rule.ANY)
    opener, path = game.answers.words[0], tmp_path / "proof.db"

    def progress(done: int, total: int, note: str) -> None:
        if note.endswith(f" {opener}") and 2 * done >= total:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        compile_tree(game, opener=opener, journal=path, cluster=cluster, progress=progress)
    plain = compile_tree(game, opener=opener).data

    assert compile_tree(game, opener=opener, journal=path, cluster=cluster).data == plain
    # Now that the journal has every cell, this machine searches none.
    monkeypatch.delattr(Worker, "solve")
    assert compile_tree(game, opener=opener, journal=path).data == plain


def test_a_strategy_that_does_not_search_takes_no_cluster(cluster: Connection) -> None:
    with pytest.raises(InputError, match="strategy entropy does not search"):
        compile_tree(families_game(3).under(Rule.ANY), "entropy", cluster=cluster)


def test_a_scheduler_or_task_of_another_version_is_refused_in_one_line(cluster: Connection) -> None:
    """It is this process that has another version."""
    said = (
        r"(the scheduler|worker) tcp://127\.0\.0\.1:\d+ has wordle-tree \S+ \(commit \S+, sources \w+\), but this is "
        r"9\.9 \(sources 0\): install the same version on all machines$"
    )
    from wordle_compiler.cluster.connection import Connection

    connection = Connection(cluster._address)
    assert connection.n_slots == 3
    connection.version = "9.9 (sources 0)"
    try:
        with pytest.raises(InputError, match=said):
            connection._check_scheduler()
        with pytest.raises(InputError, match=said):
            rank_openers(small_game(1).under(Rule.ANY), cluster=connection)
    finally:
        connection.close()


@pytest.mark.parametrize("host", ["127.0.0.1", "no-such-host.invalid"])
@pytest.mark.usefixtures("folder")
def test_a_scheduler_that_does_not_answer_is_one_line(host: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wordle_compiler.cluster.connection.CONNECT_SECONDS", 0.5)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        address = f"tcp://{host}:{probe.getsockname()[1]}"
        result = compile_lists("--cluster", address)

    assert result.exit_code == 2
    assert result.stderr == (
        f"wordle-compile: the scheduler {address} does not answer: start it with `dask scheduler` and give its "
        "address as tls://HOST:PORT, or tcp://HOST:PORT without keys\n"
    )


@pytest.mark.usefixtures("folder")
def test_without_the_extra_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = compile_lists("--cluster", "tls://host:8786")

    assert result.exit_code == 2
    assert result.stderr == (
        "wordle-compile: a cluster needs dask.distributed: pip install 'wordle-tree[distributed]'\n"
    )
