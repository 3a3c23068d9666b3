"""How the cost of an exact search grows with the number of answers, and what a larger one would take from there.

    python benchmarks/growth.py --most-seconds 600

Random subsets of the 12,972 words are the answers, all of them the allowed words, the opener is fixed, the rule is any
and the limit 6 guesses. A size that would take more than three times --most-seconds is extrapolated from the last two
that were measured, as a power of the size; one that is left after --most-seconds is named as such.
"""

from __future__ import annotations

import math
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

from jobs import Job, open_bench
from measuring import FailedProcessError
from reporting import describe_machine, make_parser, n_usable_cores, publish, run_benchmark, tell
from tables import Column, Table, duration, megabytes

import wordle_trees

SIZES = (500, 1000, 2315, 3158, 6000, 8000, 10_000, 12_972)
OPENER = "tares"
_SEED = 2022


def draw_answers(size: int) -> list[str]:
    """Returns a random subset of the 12,972 words: the same one each time."""
    words = wordle_trees.read_list("original-allowed").decode().split()
    return sorted(random.Random(f"{_SEED} {size}").sample(words, size))


def extrapolate(measured: list[tuple[int, float]], size: int) -> float:
    """Returns the seconds for `size` answers: the power of the size that goes through the last two measurements."""
    (small, seconds_small), (large, seconds_large) = measured[-2:]
    exponent = math.log(seconds_large / seconds_small) / math.log(large / small)
    return seconds_large * (size / large) ** exponent


def main() -> int:
    """Measures, prints, and returns the exit status."""
    parser = make_parser(__doc__)
    parser.add_argument("--opener", default=OPENER, metavar="WORD", help=f"the fixed first guess [default: {OPENER}]")
    parser.add_argument("--workers", metavar="N", type=int, default=n_usable_cores(), help="threads")
    parser.add_argument(
        "--most-seconds", metavar="S", type=int, default=600, help="leave a size after so long [default: 600]"
    )
    arguments = parser.parse_args()
    if min(arguments.workers, arguments.most_seconds) < 1:
        parser.error("--workers and --most-seconds must be at least 1")
    table = Table(
        f"Growth, opener {arguments.opener.upper()}",
        (
            Column("size", "answers"),
            Column("total", "total"),
            Column("wall", "wall", duration),
            Column("cpu", "CPU", duration),
            Column("peak", "peak memory", megabytes),
            Column("how", "how", is_text=True),
        ),
        f"The exact search below a fixed opener; answers are random subsets (seed {_SEED}) of the 12,972 words, all of "
        "which are allowed, rule any, at most 6 guesses. Whole processes with cached kernels, "
        f"{arguments.workers} workers. What is extrapolated follows the power of the size through the last two that "
        "were measured.",
    )
    machine = describe_machine()
    measured: list[tuple[int, float]] = []
    with open_bench(is_quick=arguments.quick) as bench, tempfile.TemporaryDirectory() as folder:
        for size in SIZES[:2] if arguments.quick else SIZES:
            row: dict[str, Any] = {"size": size}
            table.rows.append(row)
            if len(measured) >= 2 and extrapolate(measured, size) > 3 * arguments.most_seconds:
                row |= {"wall": extrapolate(measured, size), "how": "extrapolated"}
                continue
            answers = Path(folder) / f"{size}.txt"
            answers.write_text("".join(f"{word}\n" for word in draw_answers(size)), encoding="utf-8")
            tell(f"{size} answers")
            job = Job(str(size), str(size), ("--start", arguments.opener), str(answers))
            try:
                row |= bench.run(job, 1, arguments.workers, most_seconds=arguments.most_seconds)
            except FailedProcessError as error:
                row["how"] = str(error)
                if len(measured) >= 2:
                    row["how"] += f"; the power of the last two would say {duration(extrapolate(measured, size))}"
                continue
            row["how"] = "measured"
            measured.append((size, row["wall"]))
            tell(f"{size} answers: {duration(row['wall'])}")
    publish([table], arguments, machine)
    return 0


if __name__ == "__main__":
    sys.exit(run_benchmark(main))
