"""How the time of an exact search grows with the number of answers.

    python -m benchmarks growth --most-seconds 600

Random subsets of the 12,972 words are the answers, all of them the allowed words, the opener is fixed, the rule is any
and the limit 6 guesses. A size that would take more than three times --most-seconds is extrapolated from the last two
that were measured, as a power of the size; one that is left after --most-seconds is named as such.
"""

from __future__ import annotations

import math
import random
import tempfile
from pathlib import Path
from typing import Any

import click

import wordle_trees
from benchmarks.jobs import Job, open_bench
from benchmarks.machine import n_usable_cores
from benchmarks.measuring import FailedProcessError, tell
from benchmarks.registry import measurement
from benchmarks.tables import Seconds, Table

SIZES = (500, 1000, 2315, 3158, 6000, 8000, 10_000, 12_972)
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


@measurement(
    click.option("--opener", metavar="WORD", default="tares", show_default=True, help="The fixed first guess."),
    click.option("--workers", type=click.IntRange(1), default=n_usable_cores, help="Threads.  [default: cores]"),
    click.option(
        "--most-seconds", type=click.IntRange(1), default=600, show_default=True, help="Leave a size after so long."
    ),
)
def measure(*, quick: bool, opener: str, workers: int, most_seconds: int) -> list[Table]:
    """Measures each size, or extrapolates it."""
    table = Table(
        f"Growth, opener {opener.upper()}",
        f"The exact search below a fixed opener; answers are random subsets (seed {_SEED}) of the 12,972 words, all of "
        f"which are allowed, rule any, at most 6 guesses. Whole processes with cached kernels, {workers} workers. An "
        "extrapolated time assumes that the time grows with a power of the size, the one that fits the last two "
        "measurements.",
    )
    measured: list[tuple[int, float]] = []
    with open_bench(is_quick=quick) as bench, tempfile.TemporaryDirectory() as folder:
        for size in SIZES[:2] if quick else SIZES:
            row: dict[str, Any] = {"answers": size}
            table.rows.append(row)
            if len(measured) >= 2 and extrapolate(measured, size) > 3 * most_seconds:
                row |= {"wall": Seconds(extrapolate(measured, size)), "how": "extrapolated"}
                continue
            answers = Path(folder) / f"{size}.txt"
            answers.write_text("".join(f"{word}\n" for word in draw_answers(size)), encoding="utf-8")
            tell(f"{size} answers")
            try:
                job = Job(str(size), str(size), ("--start", opener), str(answers))
                row |= bench.run(job, 1, workers, most_seconds=most_seconds)
            except FailedProcessError as error:
                row["how"] = str(error)
                if len(measured) >= 2:
                    row["how"] += f"; the power of the last two would say {Seconds(extrapolate(measured, size))}"
                continue
            row["how"] = "measured"
            measured.append((size, row["wall"]))
            tell(f"{size} answers: {row['wall']}")
    return [table]
