"""Workers killed and added, a scheduler or a client killed: the command ends with the same table. Real processes."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from benchmarks.fleet.processes import Fleet
from processes import ENVIRONMENT
from small_games import large_game
from waiting import SECONDS, wait_until

from wordle_compiler import Game, InputError, Rule, rank_openers
from wordle_compiler.cluster.opening import open_cluster
from wordle_compiler.solver.journal import Journal
from wordle_compiler.solver.objective import Objective, Question

pytestmark = [pytest.mark.variant, pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")]

TASKS = {"slice_seconds": 0.02}


def game_for_faults(rule: Rule) -> Game:
    """Returns a game; each test has a rule of its own, so that no worker has met its game before."""
    return large_game(4, n_answers=(20, 24), n_allowed=(40, 48)).under(rule)


def test_an_interrupt_ends_the_command_in_one_line(tmp_path: Path, fleet: Fleet) -> None:
    path = tmp_path / "proof.db"
    lists = ("openers", "all", "--answers", "original-answers", "--allowed", "original-answers")
    # Whoever runs the tests in the background has the interrupt ignored.
    start = (
        "import signal, sys; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from wordle_compiler.entry_points import analyze_command; sys.exit(analyze_command())"
    )
    command = [sys.executable, "-c", start, *lists, "--journal", str(path), "--cluster", fleet.address, "--quiet"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", start_new_session=True
    )
    try:
        wait_until(lambda: path.exists() and b"opener 6 " in path.read_bytes(), process=process)
        os.killpg(process.pid, signal.SIGINT)
        output, errors = process.communicate(timeout=SECONDS)
    finally:
        process.kill()
        process.communicate()

    assert (process.returncode, output) == (130, "")
    # Other lines say which workers joined, or are lost.
    (last,) = (line for line in errors.splitlines() if ": worker tcp://" not in line)
    assert ": stopped; " in last
    assert [worker.poll() for worker in fleet.workers] == [None, None]


SCRIPT = """
import sys
from small_games import large_game
from wordle_compiler import Rule, rank_openers
from wordle_compiler.solver import journal
from wordle_compiler.cluster.opening import open_cluster
journal.WRITE_SECONDS = 0.0
def progress(done, total, note):
    if note.startswith("openers"):
        print(done, flush=True)
        if done >= 20:
            sys.stdin.read()
game = large_game(4, n_answers=(20, 24), n_allowed=(40, 48)).under(Rule.HARD)
with open_cluster(sys.argv[1], slice_seconds=0.02) as cluster:
    rank_openers(game, journal=sys.argv[2], progress=progress, cluster=cluster)
"""


def test_a_killed_client_goes_on_with_its_journal(tmp_path: Path, fleet: Fleet) -> None:
    path = tmp_path / "proof.db"
    game = game_for_faults(Rule.HARD)
    command = [sys.executable, "-c", SCRIPT, fleet.address, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ENVIRONMENT) as client:
        assert client.stdout is not None
        for line in client.stdout:
            if int(line) >= 20:
                break
        client.send_signal(signal.SIGKILL)
    assert client.returncode == -signal.SIGKILL
    with Journal(path, Question(game, 6, Objective.TOTAL)) as records:
        known = len(records.known(6))
    assert 20 <= known < len(game.allowed)

    notes: list[str] = []
    with open_cluster(fleet.address, **TASKS) as cluster:
        table = rank_openers(game, journal=path, cluster=cluster, progress=lambda _done, _all, note: notes.append(note))

    # What the journal has is not searched again.
    searched = [int(note.split(" by bound, ")[1].split()[0]) for note in notes if note.startswith("openers")]
    assert max(searched) <= len(game.allowed) - known
    assert [worker.poll() for worker in fleet.workers] == [None, None]
    assert table.rows == rank_openers(game).rows


OTHER = """
from wordle_compiler.cluster import worker_side
worker_side.own_version = lambda: "9.9 (sources 0)"
"""


def test_killed_added_and_refused_workers_are_told_and_change_nothing(
    fleet: Fleet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = game_for_faults(Rule.ANY)
    expected = rank_openers(game).rows
    both = list(fleet.workers)
    other = tmp_path / "other_version.py"
    other.write_text(OTHER, encoding="utf-8")
    told: list[str] = []

    def progress(done: int, _total: int, note: str) -> None:
        if note.startswith("openers") and done >= 10 and fleet.workers == both and cluster._sent:
            # What it was sent is lost with it, and goes to the one that joins, but not to that of another version.
            # One result is there, and has not been fetched.
            wait_until(lambda: any(task.done() for task in cluster._sent))
            both[0].send_signal(signal.SIGSTOP)
            fleet.start_worker(1, "--preload", str(other))
            wait_until(lambda: cluster.n_slots == 2 and len(told) == 4)
            for worker in both:
                fleet.kill(worker)
            wait_until(lambda: cluster.n_slots == 0)
            fleet.start_worker()

    with open_cluster(fleet.address, **TASKS, note=told.append) as cluster:
        send = cluster.client.register_plugin

        def die_and_send(plugin: Any) -> None:
            """One worker dies before the scheduler sends it the question, which only then notices."""
            both[1].send_signal(signal.SIGKILL)
            send(plugin)

        monkeypatch.setattr(cluster.client, "register_plugin", die_and_send)
        assert rank_openers(game, cluster=cluster, progress=progress).rows == expected
    *joined, lost, refused, last, added = (re.sub(r"tcp://127\.0\.0\.1:[0-9]+", "NAME", line) for line in told)
    assert joined == ["worker NAME joined (1 now)", "worker NAME joined (2 now)"]
    assert refused.startswith("worker NAME is refused: it has wordle-tree 9.9 (sources 0), but this is ")
    assert (lost, last, added) == (
        "worker NAME lost (1 left)",
        "worker NAME lost (0 left)",
        "worker NAME joined (1 now)",
    )


def test_a_killed_scheduler_ends_the_command_in_one_line_and_its_journal_goes_on(fleet: Fleet, tmp_path: Path) -> None:
    game = game_for_faults(Rule.CANDIDATES)
    path = tmp_path / "proof.db"

    def progress(done: int, _total: int, note: str) -> None:
        if note.startswith("openers") and done >= 10:
            fleet.kill(fleet.scheduler)

    with (
        pytest.raises(
            InputError, match=r"the scheduler .* is lost: start it again, then `.*`; with --journal it goes on$"
        ),
        open_cluster(fleet.address, **TASKS) as cluster,
    ):
        rank_openers(game, journal=path, cluster=cluster, progress=progress)
    with Journal(path, Question(game, 6, Objective.TOTAL)) as records:
        assert 10 <= len(records.known(6)) < len(game.answers)

    assert rank_openers(game, journal=path).rows == rank_openers(game).rows
