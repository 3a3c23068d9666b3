"""Optimality certificates: how large they are, how long they take to write, and how long to check.

    python -m benchmarks certificates --only mastermind --only salet-any
    python -m benchmarks certificates --save benchmarks/results/certificates.md

Each row is a tree that is compiled without a certificate, then with one, and checked. `--keep FOLDER` keeps the files.
"""

from __future__ import annotations

import hashlib
import json
import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from benchmarks.machine import n_usable_cores
from benchmarks.measuring import FailedProcessError, ProcessRun, command_of, run_process, tell
from benchmarks.registry import measurement
from benchmarks.tables import Bytes, Seconds, Table
from wordle_compiler import load_list

_CANDIDATES = ("--rule", "candidates", "--allowed", "original-answers")
_MASTERMIND = ("--game", "mastermind")
_WITHIN_5 = (*_MASTERMIND, "--max-guesses", "5")
_TINY = ("--game", "mastermind", "--pegs", "2", "--colours", "3")
_EACH_FOR_WARM_UP = 15
_WORST_CASE = ("--objective", "worst-case")


@dataclass(frozen=True)
class Case:
    """A tree to certify.

    Attributes:
        name: What `--only` takes.
        work: What is proven, for people.
        options: Those of `wordle-compile`.
        total: The tree's total, known from elsewhere; None where only its worst case is claimed.
        worst_case: Its worst case; None where it is not claimed.
        aim: The project's aim for size and time.
    """

    name: str
    work: str
    options: tuple[str, ...]
    total: int | None
    worst_case: int | None = None
    aim: str = ""


# The totals are the published ones; within 4 guesses no tree for the 2315 answers is known.
CASES = (
    Case("candidates", "PLATE 8227, candidates only, all 2315 openers", _CANDIDATES, 8227, aim="30 MB, 2 min"),
    Case("salet-any", "SALET 7920, any, below the opener", ("--start", "salet"), 7920, aim="2 MB, 1 min"),
    Case("any", "7920, any, all 12,972 openers", (), 7920, aim="100 MB, 30 min"),
    Case("mastermind", "Mastermind 4x6: 5625", _MASTERMIND, 5625, aim="1 MB, 1 min"),
    Case("mastermind-within-5", "Mastermind 4x6 within 5: 5626", _WITHIN_5, 5626, aim="1 MB, 1 min"),
    Case("hard", "8122, hard, all 12,972 openers", ("--rule", "hard"), 8122, aim="report"),
    Case("worst-case", "no tree for 2315 answers within 4 guesses, any", _WORST_CASE, None, 5, "report"),
)


def certify(case: Case, folder: Path, n_workers: int, *, is_quick: bool = False) -> dict[str, Any]:
    """Returns a case's row.

    Raises:
        FailedProcessError: A run failed, the tree is not the known one, or the checker refuses the certificate.
    """
    options = _TINY if is_quick else case.options
    tree, proof = folder / f"{case.name}.tree", folder / f"{case.name}.proof"
    workers = ("--workers", str(n_workers))
    compiling = [*command_of("wordle-compile"), *options, *workers, "--json", "--quiet", "-o", str(tree)]
    without = run_process(compiling)
    written = run_process([*compiling, "--certificate", str(proof)])
    report = json.loads(written.output)
    found = (case.total and report["total"], case.worst_case and report["worst_case"])
    if not is_quick and found != (case.total, case.worst_case):
        raise FailedProcessError(f"the tree has total and worst case {found}, not {case.total, case.worst_case}")
    checked = run_process([*command_of("wordle-check"), str(tree), str(proof), "--workers", str(n_workers)])
    data = proof.read_bytes()
    return {
        "bytes": len(data),
        "lemmas": _lemmas_in(checked),
        "compile": Seconds(without.wall_seconds),
        "with certificate": Seconds(written.wall_seconds),
        "peak memory": Bytes(written.peak_bytes),
        "check": Seconds(checked.wall_seconds),
        "its peak memory": Bytes(checked.peak_bytes),
        "SHA-256": hashlib.sha256(data).hexdigest(),
    }


def warm_up(folder: Path, n_workers: int) -> None:
    """Compiles the kernels of both programs, for codes and for words of every rule, or finds them in their caches."""
    words = folder / "words.txt"
    some = load_list("original-answers").words[::_EACH_FOR_WARM_UP]
    words.write_text("".join(f"{word}\n" for word in some), encoding="utf-8")
    tiny = [_TINY]
    for rule in ("any", "hard", "candidates"):
        tiny += [
            ("--answers", str(words), "--allowed", str(words), "--rule", rule, *more) for more in ((), _WORST_CASE)
        ]
    for options in tiny:
        certify(Case("warm-up", "", options, None), folder, n_workers)


def _lemmas_in(run: ProcessRun) -> int:
    """Reads off the checker's output how many lemmas it checked."""
    found = re.search(r"([\d,]+) lemma", run.output)
    if found is None:
        raise FailedProcessError(f"wordle-check does not say how many lemmas there are: {run.output!a}")
    return int(found[1].replace(",", ""))


@measurement(
    click.option("--keep", type=click.Path(path_type=Path), help="The folder where trees and certificates stay."),
    rows=CASES,
)
def measure(*, quick: bool, rows: list[Case], keep: Path | None) -> list[Table]:
    """Measures each case."""
    table = Table(
        "Optimality certificates",
        f"Whole processes with {n_usable_cores()} workers and cached kernels: `wordle-compile` without and with "
        "`--certificate`, then `wordle-check`. The aim is for the certificate's size and the time to check it.",
    )
    with tempfile.TemporaryDirectory(prefix="wordle-tree-bench-") as temporary:
        folder = keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        if not quick:
            warm_up(Path(temporary), n_usable_cores())
        for case in rows:
            row: dict[str, Any] = {"name": case.name, "proven": case.work, "aim": case.aim}
            tell(f"{case.work} ...")
            try:
                row |= certify(case, folder, n_usable_cores(), is_quick=quick)
                tell(f"{row['bytes']:,} bytes, checked in {row['check']}")
            except FailedProcessError as error:
                row["failed"] = str(error)
            table.rows.append(row)
    return [table]
