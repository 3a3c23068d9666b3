"""Writes docs/strategies.md: every strategy on the original lists, beside what the sources of the strategies published.

`python scripts/compare_strategies.py` runs all comparisons again, a minute on two cores, and writes the page and its
picture. With `--check` nothing is written, and the exit status is 1 where a figure other than a time differs.
"""

from __future__ import annotations

import argparse
import datetime
import os
import platform
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from wordle_compiler import Game, load_list
from wordle_compiler.commands.analyze import render_comparison
from wordle_compiler.export.histograms import draw_histograms
from wordle_compiler.machine.atomic import write_atomically
from wordle_compiler.rankings.comparison import Comparison, compare_strategies

FOLDER = Path(__file__).resolve().parent.parent / "docs"
PAGE = FOLDER / "strategies.md"
PICTURE = FOLDER / "strategies.svg"
LARGE_LIMIT = 10

CANDIDATES_ONLY = (
    *("expected-size@candidates", "entropy@candidates", "most-parts@candidates", "minimax@candidates"),
    *("shortlist@candidates", "letter-entropy@candidates", "approx-eliminations@candidates"),
    *("letter-frequency@candidates", "positional-frequency@candidates", "located-letters@candidates"),
)

PUBLISHED = (
    ("first candidate, from RAISE", "97.84 % solved", ("first:raise",)),
    ("a heuristic, from RAISE", "98.86 % solved", ("letter-entropy@candidates:raise", "letter-entropy:raise")),
    (
        "LEARN, then SIGHT",
        "100 % solved, mean 3.769",
        ("letter-entropy@candidates:learn,sight", "letter-entropy:learn,sight"),
    ),
    (
        "shortlist of 50, from RAISE",
        "99.70 % solved, mean 3.634, in 15 minutes",
        ("shortlist@candidates:raise", "shortlist:raise"),
    ),
    (
        "expected size, words still possible",
        "mean 3.95 on another list of about 4600 words",
        ("expected-size@candidates",),
    ),
    ("expected size", "mean 3.78 on that list; 3.71 on the 2315 answers, in 20.6 s", ("expected-size",)),
)
"""What is played, what was published of it, and the entries that come next to it."""

PUBLISHED_LARGE = (
    ("minimax:serai", "8 guesses: 1, 66, 1740, 6412, 4059, 652, 38, 4"),
    ("minimax:lares", "7 guesses"),
    ("minimax:cares", "8 guesses"),
)

TEMPLATE = """\
# The strategies compared

Every row is a tree that was compiled and then checked by replaying every answer from its bytes; see
[Analyze](analyze.md#compare-strategies) for the command. This page and its picture are written by

    python scripts/compare_strategies.py

Run on {date}: {machine}; {minutes} in all.
Other work on the machine makes the times longer.

A tree has 6 guesses for each answer ({limit} in the last section); an answer that it does not find within them counts as
unsolved. `solved` is the number of answers that it solves; `total`, `mean` and `sd` are the sum of guesses over these answers,
its mean and its standard deviation; `worst` is the most guesses that a solved answer needs. Then come the
numbers of answers that need 1, 2, ... guesses, and the time to compile and check, without the start of the command, which
takes half a second more. Rows are sorted by unsolved answers, then by the sum of guesses, best first. An entry reads `STRATEGY@OPTION:OPENER`, where the opener
is the first guess; with `@candidates` every guess is a word that is still possible.

## All strategies

`wordle-analyze strategies`: the 2315 answers of the original game, its 12,972 allowed guesses, rule any. Each strategy picks
its own opener; `two-step`, which looks two steps ahead where more than 100 candidates are left, gets that of
`expected-size`, because choosing its own takes 90 s of processor time.

{everything}

![The histograms of the table above, one panel per strategy](strategies.svg)

## With only words that are still possible

The game is the same; the first column holds the entries that `wordle-analyze strategies` was given.

{candidates}

## Compared with published figures

By whom these figures were published is not on record. The first four come from a solver whose feedback is simpler and, for
repeated letters, slightly wrong, so small differences are expected. All that is known of its play is in the first column. This page assumes that its
heuristic, after LEARN and SIGHT as well, is `letter-entropy`. The solver may have guessed only words that are still possible,
or any word, so both are here. Its means may count an unsolved answer in another way. The published list of about 4600
words is not available, so the last two entries use the 2315 answers, with all 12,972 guesses.

{published}

## Minimax on all 12,972 words

`wordle-analyze strategies minimax:serai minimax:lares minimax:cares --answers original-allowed --max-guesses {limit}`: every
allowed word may be hidden. The times that were published for this game, by whom is not on record, are 2 minutes on
16 threads in C++, and 5 minutes in Python.

{large}

| entry | published: worst case, and how many answers need 1, 2, ... guesses | measured here |
| --- | --- | --- |
{large_published}
"""  # noqa: E501 - the lines of the page


def describe_machine() -> str:
    """Returns the processor, how many cores there are, the interpreter, and how busy others keep the cores."""
    model = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.is_file() and (found := re.search(r"^model name\s*:\s*(.+)$", info.read_text(), re.MULTILINE)):
        model = found[1]
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    load = f", load average {os.getloadavg()[0]:.1f} at the start" if hasattr(os, "getloadavg") else ""
    return f"{model}, {cores} cores, {platform.python_implementation()} {platform.python_version()}{load}"


def published_rows(comparison: Comparison) -> str:
    """Returns the table of the published figures and the trees beside them."""
    by_entry = {str(row.entry): row for row in comparison.rows}
    lines = [
        "| what is played | published | entry | solved | mean | time |",
        "| --- | --- | --- | ---: | ---: | ---: |",
    ]
    for played, claim, entries in PUBLISHED:
        for place, entry in enumerate(entries):
            row = by_entry[entry]
            assert row.tree is not None
            head = f"{played} | {claim}" if place == 0 else " | "
            # Rounded down, so that only a full solution shows 100 %.
            found = row.tree.guarantee
            whole, hundredths = divmod(10_000 * found.n_solved // found.n_answers, 100)
            figures = f"{whole}.{hundredths:02} % | {found.mean:.3f} | {row.seconds:.1f} s"
            lines.append(f"| {head} | `{entry}` | {figures} |")
    return "\n".join(lines)


def large_rows(comparison: Comparison) -> str:
    """Returns a line for each published figure of the large game, and what it is here."""
    by_entry = {str(row.entry): row for row in comparison.rows}
    lines = []
    for entry, claim in PUBLISHED_LARGE:
        tree = by_entry[entry].tree
        assert tree is not None
        counts = ", ".join(str(count) for _, count in sorted(tree.histogram.items()))
        lines.append(f"| `{entry}` | {claim} | {tree.guarantee.worst_case} guesses: {counts} |")
    return "\n".join(lines)


def make_page() -> tuple[str, bytes]:
    """Runs every comparison and returns the page and its picture."""
    began, machine = time.perf_counter(), describe_machine()
    answers, allowed = load_list("original-answers"), load_list("original-allowed")
    original, large = Game(answers, allowed), Game(allowed, allowed)

    def compare(game: Game, entries: Sequence[str], max_guesses: int | None = None) -> Comparison:
        return compare_strategies(game, entries, max_guesses=max_guesses)

    everything = compare(original, ())
    candidates = compare(original, CANDIDATES_ONLY)
    published = compare(original, [entry for _, _, entries in PUBLISHED for entry in entries])
    minimax = compare(large, [entry for entry, _ in PUBLISHED_LARGE], LARGE_LIMIT)
    page = TEMPLATE.format(
        date=datetime.datetime.now(tz=datetime.UTC).date().isoformat(),
        machine=machine,
        everything=render_comparison(everything, markdown=True),
        candidates=render_comparison(candidates, markdown=True),
        published=published_rows(published),
        limit=LARGE_LIMIT,
        large=render_comparison(minimax, markdown=True),
        large_published=large_rows(minimax),
        minutes=f"{time.perf_counter() - began:.0f} s",
    )
    return page, draw_histograms(everything)


def without_times(page: str) -> str:
    """Returns a page without what another run may change."""
    return re.sub(r"^Run on .*$|\d+\.\d s\b", "", page, flags=re.MULTILINE)


def main() -> int:
    """Writes the page, or checks it; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    check = parser.parse_args().check
    page, picture = make_page()
    if not check:
        FOLDER.mkdir(exist_ok=True)
        write_atomically(PAGE, page.encode("utf-8"))
        write_atomically(PICTURE, picture)
        return 0
    same = without_times(PAGE.read_text(encoding="utf-8")) == without_times(page) and PICTURE.read_bytes() == picture
    print(f"{PAGE.name} {'is what the comparisons say' if same else 'differs: run this without --check'}")
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
