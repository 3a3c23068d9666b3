"""How each command ends: after its answer, with a refusal, on a signal at a random moment; and what it leaves behind.

    python -m benchmarks endings --save benchmarks/results/endings.md

Every run is a process in a session of its own, with an empty folder, an empty `TMPDIR`, and a small game under rule
hard, whose kernels are kept; the rows `without kernels` begin with an empty kernel folder, so that a signal hits the
compiler of kernels. A signal comes at a moment between the start and somewhat after the end of an undisturbed run; the
moments come from a seed. A run is wrong if its status is not one that docs/options.md states for that end, if it shows
a traceback, if a process of its session is alive half a second after its end, or if a file is left that is neither its
whole answer nor a stored kernel. A process that dies of a signal may leave the hidden file that it was writing
(`.part`). While Python itself starts, Ctrl-C gets Python's traceback, before any program
can say otherwise; those runs have a column of their own.

Ends with status 1 if a run was wrong. Linux only, because it looks for processes in `/proc`.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from benchmarks.measuring import command_of, tell
from benchmarks.registry import measurement
from benchmarks.tables import Table
from wordle_compiler import load_list

_N_ANSWERS, _N_ALLOWED = 60, 400
_LONGER_THAN_A_RUN = 1.1
_ENDS_WITHIN_SECONDS = 600
_PATIENCE_SECONDS = 0.5
"""A child that ends with its parent may be seen for a moment."""
_SIGNALS = {"Ctrl-C": signal.SIGINT, "TERM": signal.SIGTERM, "HUP": signal.SIGHUP}
_CALL = "sys.exit("
"""What every traceback out of the program shows: the last line of its script."""
_LISTS = ("--answers", "{game}/answers", "--allowed", "{game}/allowed")
_FIXED = {
    "wordle-compile": (*_LISTS, "--rule", "hard", "--quiet", "-o", "out.tree", "--certificate", "out.proof"),
    "wordle-analyze": ("openers", "all", *_LISTS, "--rule", "hard", "--quiet"),
    "wordle-tree": ("verify", "{game}/tree", *_LISTS),
    "wordle-check": ("{game}/tree", "{game}/proof", *_LISTS),
    "wordle-next": ("--tree", "{game}/tree"),
}
_REFUSED = {
    "wordle-compile": (2, ("--answers", "{game}/nothing", "-o", "out.tree")),
    "wordle-analyze": (2, ("openers", "none-of-them", *_LISTS)),
    "wordle-tree": (2, ("verify", "{game}/answers")),
    "wordle-check": (1, ("{game}/tree", "{game}/false-proof", *_LISTS)),
    "wordle-next": (2, ("--tree", "{game}/tree", "zzzzz:ggggg")),
}


@dataclass(frozen=True)
class End:
    """A command, how it is to end, and which statuses are right then."""

    command: str
    how: str
    arguments: tuple[str, ...]
    statuses: frozenset[int]
    signal: signal.Signals | None = None
    is_cold: bool = False


def all_ends() -> list[End]:
    """Returns every end of every command; a command that a signal reaches too late ends with its answer."""
    ends = []
    for command, arguments in _FIXED.items():
        status, refused = _REFUSED[command]
        ends.append(End(command, "answer", arguments, frozenset({0})))
        ends.append(End(command, "refusal", refused, frozenset({status})))
        for how, number in _SIGNALS.items():
            # A shell shows 128 + the signal for a process that died of it; SIGTERM may be taken for Ctrl-C.
            statuses = frozenset({0, -number, 128 + number, *([130] if how == "TERM" else [])})
            ends.append(End(command, how, arguments, statuses, number))
            if command in ("wordle-compile", "wordle-check") and how != "HUP":
                ends.append(End(command, f"{how}, without kernels", arguments, statuses, number, is_cold=True))
    return ends


def make_game(folder: Path, seed: int) -> None:
    """Writes the lists of a game, its tree, its certificate, and a damaged certificate.

    Raises:
        subprocess.CalledProcessError: The game cannot be compiled.
    """
    dice = random.Random(seed)
    answers = dice.sample(load_list("original-answers").words, _N_ANSWERS)
    others = sorted(set(load_list("original-allowed").words).difference(answers))
    for name, words in (("answers", answers), ("allowed", [*answers, *dice.sample(others, _N_ALLOWED - _N_ANSWERS)])):
        (folder / name).write_text("\n".join(words), encoding="utf-8")
    command = [*command_of("wordle-compile"), *_filled(_FIXED["wordle-compile"], folder)]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    (folder / "out.tree").rename(folder / "tree")
    data = (folder / "out.proof").read_bytes()
    (folder / "out.proof").rename(folder / "proof")
    (folder / "false-proof").write_bytes(data[: len(data) // 2])


def _filled(arguments: tuple[str, ...], game: Path) -> list[str]:
    return [argument.format(game=game) for argument in arguments]


def run_once(end: End, game: Path, at: float | None) -> tuple[int, str | None, bool, float]:
    """Runs a command to its end; returns its status, what is wrong with it, whether Python began, and the seconds.

    Args:
        end: The command.
        game: The folder of the game.
        at: After how many seconds the signal is sent; None for never.
    """
    with tempfile.TemporaryDirectory() as name:
        folder, scratch = Path(name) / "run", Path(name) / "tmp"
        folder.mkdir()
        scratch.mkdir()
        environment = os.environ | {"TMPDIR": str(scratch)}
        if end.is_cold:
            kernels = Path(name) / "kernels"
            kernels.mkdir(mode=0o700)
            environment["NUMBA_CACHE_DIR"] = str(kernels)
        command = [*command_of(end.command), *_filled(end.arguments, game)]
        began = time.perf_counter()
        with (
            tempfile.TemporaryFile() as output,
            tempfile.TemporaryFile() as errors,
            subprocess.Popen(
                command,
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=errors,
                start_new_session=True,
                preexec_fn=_take_signals,
            ) as process,
        ):
            if at is not None and end.signal is not None:
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(at)
                with contextlib.suppress(ProcessLookupError):
                    process.send_signal(end.signal)
            try:
                status = process.wait(_ENDS_WITHIN_SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                return process.wait(), "does not end", False, time.perf_counter() - began
            seconds = time.perf_counter() - began
            errors.seek(0)
            said = errors.read().decode("utf-8", "replace")
        wrong = None
        is_early = end.signal == signal.SIGINT and "KeyboardInterrupt" in said and _CALL not in said
        if status not in end.statuses and not (is_early and status == 1):
            wrong = f"status {status}: {said.strip().splitlines()[-3:]}"
        elif "Traceback" in said and not is_early:
            wrong = f"a traceback: {said.strip().splitlines()[-3:]}"
        elif left := _alive_in_session(process.pid):
            wrong = f"leaves processes: {left}"
        elif left := _left_files(folder, scratch, died_of_signal=status < 0):
            wrong = f"leaves {left}"
        return status, wrong, is_early, seconds


def _take_signals() -> None:
    """Undoes what the session inherited: a shell's background jobs ignore Ctrl-C, `nohup` ignores HUP."""
    for number in _SIGNALS.values():
        signal.signal(number, signal.SIG_DFL)


def _alive_in_session(session: int) -> list[str]:
    until = time.perf_counter() + _PATIENCE_SECONDS
    while True:
        found = []
        for path in Path("/proc").glob("[0-9]*/stat"):
            with contextlib.suppress(OSError):
                name, _, rest = path.read_text(encoding="utf-8", errors="replace").rpartition(")")
                fields = rest.split()
                if int(fields[3]) == session and fields[0] != "Z":
                    found.append(name)
        if not found or time.perf_counter() > until:
            return found
        time.sleep(0.02)


def _left_files(folder: Path, scratch: Path, *, died_of_signal: bool) -> list[str]:
    left = [path.name for path in scratch.iterdir()]
    for path in folder.iterdir():
        if path.name == "out.tree":
            from wordle_runtime import load

            load(path)
        elif path.name != "out.proof" and not (died_of_signal and path.name.endswith(".part")):
            left.append(path.name)
    return left


@measurement(
    click.option("--runs", type=click.IntRange(1), default=200, show_default=True, help="Runs of each end."),
    click.option("--cold-runs", type=click.IntRange(1), default=25, show_default=True, help="The same, cold."),
    click.option("--seed", type=int, default=11, show_default=True, help="What chooses words and moments."),
)
def measure(*, quick: bool, runs: int, cold_runs: int, seed: int) -> list[Table]:
    """Ends every command in every way."""
    table = Table(
        "How the commands end",
        f"A game of {_N_ANSWERS} answers and {_N_ALLOWED} allowed words, rule hard. A signal comes at a random "
        f"moment, up to {_LONGER_THAN_A_RUN} times the median of five undisturbed runs after the start; a run that "
        "was over by then has status 0, and a process that dies of a signal before Python listens to it is shown "
        "by a shell as 128 + its number (130 Ctrl-C, 143 TERM, 129 HUP).",
    )
    with tempfile.TemporaryDirectory() as name:
        game = Path(name)
        make_game(game, seed)
        for end in all_ends():
            table.rows.append(_measure_end(end, game, 2 if quick else cold_runs if end.is_cold else runs, seed))
    return [table]


def _measure_end(end: End, game: Path, n_runs: int, seed: int) -> dict[str, Any]:
    dice = random.Random(f"{seed} {end.command} {end.how}")
    usual = sorted(run_once(end, game, None)[-1] for _ in range(1 if end.is_cold else 5))
    statuses: Counter[int] = Counter()
    faults: Counter[str] = Counter()
    n_early = 0
    for _ in range(n_runs):
        at = dice.uniform(0, _LONGER_THAN_A_RUN * usual[len(usual) // 2]) if end.signal else None
        status, wrong, is_early, _ = run_once(end, game, at)
        n_early += is_early
        statuses[128 - status if status < 0 else status] += 1
        if wrong:
            faults[wrong] += 1
    tell(f"{end.command}, {end.how}: {dict(statuses)} {dict(faults) or ''}")
    row: dict[str, Any] = {
        "command": end.command,
        "end": end.how,
        "runs": n_runs,
        "statuses": ", ".join(f"{status}: {count}" for status, count in sorted(statuses.items())),
        "while Python starts": n_early or None,
        "wrong": sum(faults.values()),
    }
    if faults:
        row["failed"] = "; ".join(f"{count} times {what}" for what, count in faults.items())
    return row
