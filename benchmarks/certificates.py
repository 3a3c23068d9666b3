"""Optimality certificates: how large they are, how long they take to write, and how long to check.

    python benchmarks/certificates.py --only mastermind --only salet-any
    python benchmarks/certificates.py --save benchmarks/results/certificates.md

Each row is a tree that is compiled without a certificate, then with one, and checked. `--keep FOLDER` keeps the files.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from measuring import FailedProcessError, ProcessRun, command_of, run_process
from reporting import describe_machine, make_parser, n_usable_cores, publish, run_benchmark, tell
from tables import Column, Table, duration, megabytes

from wordle_compiler import load_list

_CANDIDATES = ("--rule", "candidates", "--allowed", "original-answers")
_MASTERMIND = ("--game", "mastermind")
_TINY = ("--game", "mastermind", "--pegs", "2", "--colours", "3")
_EACH_FOR_WARM_UP = 15
_KINDS_OF_PROOF = ((), ("--objective", "worst-case"))


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
    Case(
        "mastermind-5", "Mastermind 4x6 within 5: 5626", (*_MASTERMIND, "--max-guesses", "5"), 5626, aim="1 MB, 1 min"
    ),
    Case("hard", "8122, hard, all 12,972 openers", ("--rule", "hard"), 8122, aim="report"),
    Case(
        "worst-case",
        "no tree for 2315 answers within 4 guesses, any",
        ("--objective", "worst-case"),
        None,
        worst_case=5,
        aim="report",
    ),
)


def measure(case: Case, folder: Path, n_workers: int, *, is_quick: bool = False) -> dict[str, Any]:
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
        "compile": without.wall_seconds,
        "write": written.wall_seconds,
        "write_peak": written.peak_bytes,
        "check": checked.wall_seconds,
        "check_peak": checked.peak_bytes,
        "sha256": hashlib.sha256(data).hexdigest(),
    }


def warm_up(folder: Path, n_workers: int) -> None:
    """Compiles the kernels of both programs, for codes and for words of every rule, or finds them in their caches."""
    words = folder / "words.txt"
    some = load_list("original-answers").words[::_EACH_FOR_WARM_UP]
    words.write_text("".join(f"{word}\n" for word in some), encoding="utf-8")
    tiny = [_TINY]
    for rule in ("any", "hard", "candidates"):
        tiny += [("--answers", str(words), "--allowed", str(words), "--rule", rule, *more) for more in _KINDS_OF_PROOF]
    for options in tiny:
        measure(Case("warm-up", "", options, None), folder, n_workers)


def _lemmas_in(run: ProcessRun) -> int:
    """Reads off the checker's output how many lemmas it checked."""
    found = re.search(r"([\d,]+) lemma", run.output)
    if found is None:
        raise FailedProcessError(f"wordle-check does not say how many lemmas there are: {run.output!a}")
    return int(found[1].replace(",", ""))


def main() -> int:
    """Measures, prints, and returns the exit status: 1 where a row failed."""
    parser = make_parser(__doc__)
    parser.add_argument(
        "--only", action="append", choices=[case.name for case in CASES], help="only this row; may be repeated"
    )
    parser.add_argument("--keep", metavar="FOLDER", type=Path, help="where trees and certificates stay")
    arguments = parser.parse_args()
    table = Table(
        "Optimality certificates",
        (
            Column("name", "name", is_text=True),
            Column("work", "proven", is_text=True),
            Column("bytes", "bytes", "{:,}".format),
            Column("lemmas", "lemmas", "{:,}".format),
            Column("compile", "compile", duration),
            Column("write", "with certificate", duration),
            Column("write_peak", "peak memory", megabytes),
            Column("check", "check", duration),
            Column("check_peak", "peak memory", megabytes),
            Column("aim", "aim", is_text=True),
            Column("sha256", "SHA-256", is_text=True),
        ),
        f"Whole processes with {n_usable_cores()} workers and cached kernels: `wordle-compile` without and with "
        "`--certificate`, then `wordle-check`. The aim is for the certificate's size and the time to check it.",
    )
    machine = describe_machine()
    with tempfile.TemporaryDirectory(prefix="wordle-tree-bench-") as temporary:
        folder = arguments.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        if not arguments.quick:
            warm_up(Path(temporary), n_usable_cores())
        for case in CASES:
            if arguments.only and case.name not in arguments.only:
                continue
            row: dict[str, Any] = {"name": case.name, "work": case.work, "aim": case.aim}
            tell(f"{case.work} ...")
            try:
                row |= measure(case, folder, n_usable_cores(), is_quick=arguments.quick)
                tell(f"{row['bytes']:,} bytes, checked in {duration(row['check'])}")
            except FailedProcessError as error:
                tell(f"benchmarks/certificates.py: {case.name}: {error}")
                row["failed"] = str(error)
            table.rows.append(row)
    publish([table], arguments, machine)
    return 1 if any("failed" in row for row in table.rows) else 0


if __name__ == "__main__":
    sys.exit(run_benchmark(main))
