"""Exported source code: the size of a tree as a C header and as an object file, and the time of a step in C and Python.

    python -m benchmarks embedded --save benchmarks/results/embedded.md

Needs gcc.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import wordle_trees
from benchmarks.lookups_in_process import Steps
from benchmarks.measuring import run_process, tell, time_calls
from benchmarks.registry import measurement
from benchmarks.tables import Seconds, Table
from wordle_compiler.export.embedded import to_source
from wordle_runtime import load

_TREES = ("salet", "salet-hard", "nyt", "tarns", "mastermind")
_LOOPS = 100
_GCC = ("gcc", "-std=c99", "-O2")
_OBJECT = """\
#include "tree.h"

const char *next_guess(const int32_t *feedbacks, size_t n) { return wt_next(feedbacks, n); }
"""
_TIMING = """\
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <time.h>
#include "tree.h"

/* The feedbacks of every game but the last of each; -1 ends a game. */
static const int32_t feedbacks[] = {FEEDBACKS};

int main(void) {
    volatile unsigned sum = 0;
    for (int loop = -1; loop < N_LOOPS; loop++) {
        struct timespec began, ended;
        int32_t position = WT_START;
        unsigned letters = 0;
        clock_gettime(CLOCK_MONOTONIC, &began);
        for (size_t i = 0; i < sizeof feedbacks / sizeof *feedbacks; i++) {
            position = feedbacks[i] < 0 ? WT_START : wt_step(position, feedbacks[i]);
            letters += (unsigned char)*wt_guess(position);
        }
        clock_gettime(CLOCK_MONOTONIC, &ended);
        sum = letters;
        double seconds = (double)(ended.tv_sec - began.tv_sec);
        if (loop >= 0) printf("%.0f\\n", seconds * 1e9 + (double)(ended.tv_nsec - began.tv_nsec));
    }
    return sum == 0;
}
"""


def measure_tree(name: str, n_loops: int) -> dict[str, Any]:
    """Measures one bundled tree.

    Raises:
        FailedProcessError: gcc does not compile the header.
    """
    tree = load(name)
    header = to_source(tree, "c")
    games = [[code for _, code in node.path] for node in tree.walk() if node.solves and node.path]
    with tempfile.TemporaryDirectory(prefix="wordle-tree-bench-") as place:
        folder = Path(place)
        (folder / "tree.h").write_text(header, encoding="ascii")
        (folder / "tree.c").write_text(_OBJECT, encoding="ascii")
        run_process([*_GCC, "-c", "tree.c"], folder=folder)
        n_object_bytes = (folder / "tree.o").stat().st_size
        in_c = _time_in_c(folder, games, n_loops)
    steps = Steps(tree, games)
    in_python = time_calls(steps.play, steps.n_steps, n_loops, steps.prepare).fastest_seconds
    return {
        "tree": name,
        "nodes": len(tree.nodes.guess),
        "tree file, bytes": len(wordle_trees.read(name)),
        "C header, bytes": len(header),
        "object file, bytes": n_object_bytes,
        "steps a loop": steps.n_steps,
        "a step in C": Seconds(in_c),
        "a step in Python": Seconds(in_python),
        "ratio": round(in_python / in_c),
    }


def _time_in_c(folder: Path, games: list[list[int]], n_loops: int) -> float:
    """Returns the seconds of a step, in the fastest loop over all games."""
    feedbacks = ",".join(str(code) for game in games for code in (*game, -1))
    text = _TIMING.replace("FEEDBACKS", feedbacks).replace("N_LOOPS", str(n_loops))
    (folder / "timing.c").write_text(text, encoding="ascii")
    run_process([*_GCC, "timing.c", "-o", "timing"], folder=folder)
    loops = run_process([str(folder / "timing")]).output.split()
    return min(map(int, loops)) / 1e9 / sum(map(len, games))


@measurement()
def measure(*, quick: bool) -> list[Table]:
    """Measures the bundled trees."""
    table = Table(
        "Exported source code",
        f"The compiler is `{' '.join(_GCC)}`. The object file holds the tree and one function. A step is `wt_step` and "
        "`wt_guess` in C, and `Session.step` with an integer in Python, over all feedbacks of each game but the last. "
        f"Both times are those of the fastest of {_LOOPS} loops over all games.",
    )
    for name in _TREES[:1] if quick else _TREES:
        tell(name)
        table.rows.append(measure_tree(name, n_loops=1 if quick else _LOOPS))
    return [table]
