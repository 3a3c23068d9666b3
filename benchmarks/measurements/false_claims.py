"""The checker asked about false claims, in both its modes: none may be accepted.

    python -m benchmarks false_claims --n 100000 --save benchmarks/results/false-claims.md

The claims are those of `tests/support/hostile_claims.py`: games of every kind, certificates with true and false
statements by an author of its own, and an oracle that knows by brute force which are which. Processes ask about a range
of games each; one that dies is a finding, and the next game goes on in a new one.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import click

from benchmarks.measuring import tell
from benchmarks.registry import measurement
from benchmarks.tables import Bytes, Seconds, Table

HOSTILE = Path(__file__).parent.parent.parent / "tests" / "support"
_GAMES_AT_ONCE = 20
_N_SPOILT = 120
"""How many claims of a game are spoilt ones."""

_MOST_FAULTS = 40


@measurement(
    click.option("--n", type=click.IntRange(1), default=100_000, show_default=True, help="How many false claims."),
    click.option("--first", type=click.IntRange(0), default=0, show_default=True, help="The number of the first game."),
    click.option("-j", "n_processes", type=click.IntRange(1), default=2, show_default=True, help="How many processes."),
)
def measure(*, quick: bool, n: int, first: int, n_processes: int) -> list[Table]:
    """Asks until there were enough false claims."""
    run = Run(1 if quick else n, first, 4 if quick else _GAMES_AT_ONCE)
    with ThreadPoolExecutor(n_processes) as pool:
        list(pool.map(lambda _: run.ask(), range(n_processes)))
    note = (
        f"Games {first} to {run.next_game - 1}: kinds wordle and mastermind, lengths 2 to 12, 2 to 40 symbols, all "
        f"rules and objectives, with likely answers and without. {run.n_wide} games have codes that need two bytes or "
        f"four, and at most {run.n_codes} codes occur in one game. The slowest verdict took {Seconds(run.slowest)} of "
        f"processor time with the compilation of kernels, and no process more than {Bytes(run.peak)} of memory."
    )
    rows: list[dict[str, Any]] = [
        {"claims": kind, "said": said, "count": run.counts[f"{kind}: {said}"]}
        for kind, said in sorted(key.split(": ") for key in run.counts)
    ]
    rows += [{"claims": "wrong verdicts", "said": "", "count": len(run.faults), "failed": None}]
    rows += [{"failed": fault} for fault in run.faults[:_MOST_FAULTS]]
    return [Table("True and false claims", note, rows)]


class Run:
    """What all processes found. A game is asked about once."""

    def __init__(self, n_wanted: int, first: int, n_games: int) -> None:
        self.counts: Counter[str] = Counter()
        self.faults: list[str] = []
        self.slowest = 0.0
        self.peak = self.n_codes = self.n_wide = 0
        self.next_game = first
        self._n_wanted = n_wanted
        self._n_games = n_games
        self._lock = threading.Lock()

    def n_false(self) -> int:
        """Returns how many false claims the checker was asked about."""
        return sum(count for key, count in self.counts.items() if key.startswith("false"))

    def ask(self) -> None:
        """Asks about ranges of games until there were enough."""
        while True:
            with self._lock:
                if self.n_false() >= self._n_wanted:
                    return
                first = self.next_game
                self.next_game = end = first + self._n_games
                tell(f"false_claims: {self.n_false():,} false claims, {len(self.faults)} wrong verdicts")
            while first < end:
                first = self._ask_about(first, end)

    def _ask_about(self, first: int, end: int) -> int:
        """Asks about games in a process of its own; returns the game to go on with."""
        command = [sys.executable, str(HOSTILE / "hostile_verdicts.py"), str(first), str(end), str(_N_SPOILT)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        with self._lock:
            for line in done.stdout.splitlines():
                found = json.loads(line)
                if "begins" in found:
                    first = found["begins"]
                    continue
                self.counts.update(found["counts"])
                self.faults += found["faults"]
                self.slowest = max(self.slowest, found["slowest"])
                self.peak = max(self.peak, found["peak"])
                self.n_codes = max(self.n_codes, found["n_codes"])
                self.n_wide += first % 11 > 3 and first // 11 % 4 != 3
            if done.returncode:
                last = (done.stderr.splitlines() or [""])[-1]
                self.faults.append(f"game {first}: the process ended with {done.returncode}: {last}")
                return first + 1
        return end
