"""Writes docs/published.md from benchmarks/results/published.csv: each published figure, and what this program finds.

A time is in the results file that column `measured in` names, where `write_times.py` reads it in the line that column
`row` gives, with `{}` in its place; or else it was measured for this table, and column `seconds` has it. Column `clock`
is `processor` or `wall`, perhaps followed by what else the page has to say of the time. A source that
has an entry in docs/references.md links there.
"""

from __future__ import annotations

import csv

from write_times import RESULTS, ROOT, measured, round_time

PAGE = ROOT / "docs" / "published.md"
HERE = "set here"
TITLES = ("source", "game", "claim", "total", "worst case", "time", "certificate", "command")
TEMPLATE = """\
# Published results

You want to know which published figures this program reproduces and which are its own, with the command for each.
The fewest answers that must stay unsolved within a limit stand among the [records](open-problem.md#records), with the
figure published before; [unsolved.md](../benchmarks/results/unsolved.md) has their openers, totals and times. The best
[pair of first guesses](analyze.md#the-best-pairs-of-first-guesses) and the shortest sure win in
[Absurdle](games.md#absurdle-and-anti-wordle) have places of their own, and [the open problem](open-problem.md) says
more about the game with all 12,972 words as answers. The tables are made from
[published.csv](../benchmarks/results/published.csv) by `python scripts/write_published.py`.

Words used here: the **opener** is the first guess; the **total** is the sum of guesses over all answers, and the
**mean** is the total divided by their number, since the trees below solve every answer; the **worst case** is the
most guesses that any answer needs. A game of words is written as its number of answers and of allowed words; its
[lists](games.md#the-lists-that-come-with-the-program) are those of the original game unless the command names others.
The total is left out where the claim is about the worst case alone, and so is the limit. Where the claim is a mean,
divide the total by the number of answers: 5696 by 1296, the codes of 4 pegs and 6 colours, is 4.395.

Our totals are the smallest within the limit that is named. Some sources name no limit: their totals are the smallest of
any tree, and where ours is the same, the limit does not cost a guess.

Times are for whole processes with the kernels already compiled, on two cores of an AMD EPYC: elapsed on an idle
machine, or with "CPU" processor time on a busy one. The first commands compile their kernels, which takes some seconds
more. A certificate with the name of a tree is bundled, and `wordle-check NAME` checks it.

## Reproduced

"Not on record" stands where the figure has been published, but this project does not know by whom.

{reproduced}

## Set here

No earlier figure was found for these, except that the best tree published for 12,972 answers took 52896 guesses.

{here}

## To cite this project

[The references](references.md) begin with an entry for BibTeX, made from `CITATION.cff` at the root of the
repository. Name the commit too, which `wordle-compile --version` prints and a
journal keeps; a tree does not say which version made it, and the address of the repository is the one you cloned.
`wordle-tree info FILE` prints what else to name: the claim with its objective, limit and rule, and the lists with their
SHA-256; with `--json` a program can read them.
"""


def read_published() -> list[dict[str, str]]:
    """Returns the figures, a row each, by column."""
    with (RESULTS / "published.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def make_page() -> str:
    """Returns the page."""
    rows = read_published()
    return TEMPLATE.format(
        reproduced=_table(TITLES, [row for row in rows if row["source"] != HERE]),
        here=_table(TITLES[1:], [row for row in rows if row["source"] == HERE]),
    )


def _table(titles: tuple[str, ...], rows: list[dict[str, str]]) -> str:
    lines = [titles, ("---",) * len(titles), *(tuple(_cells(row)[title] for title in titles) for row in rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _cells(row: dict[str, str]) -> dict[str, str]:
    """Returns the cells of a row by their titles."""
    references = (ROOT / "docs" / "references.md").read_text(encoding="utf-8")
    source = row["source"]
    if f"\n### {source}\n" in references:
        source = f"[{source}](references.md#{source.lower().replace(' ', '-')})"
    time = measured(row["measured in"], row["row"]) if row["row"] else ""
    if row["seconds"]:
        time = round_time(float(row["seconds"]))
    return row | {
        "source": source,
        "game": ", ".join([row["game"], f"rule {row['rule']}", *[f"within {row['limit']}"] * bool(row["limit"])]),
        "time": f"{time} CPU" if row["clock"] == "processor" else time + row["clock"].removeprefix("wall"),
        "command": f"`{' '.join(['wordle-compile', *row['options'].split()])}`",
    }


if __name__ == "__main__":
    PAGE.write_text(make_page(), encoding="utf-8")
