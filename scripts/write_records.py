"""Writes the table of records in docs/open-problem.md from benchmarks/results/records.csv."""

from __future__ import annotations

import csv
from pathlib import Path

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "open-problem.md"
RECORDS = ROOT / "benchmarks" / "results" / "records.csv"
HEADING = "## Records\n"
_HIDDEN = "tree"
_CODE = "command"


def read_records() -> list[dict[str, str]]:
    """Returns the records, a row each, by column."""
    with RECORDS.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def with_table(page: str) -> str:
    """Returns the page with the table of records after its heading, up to the next heading or the end."""
    before, heading, after = page.partition(HEADING)
    assert heading, f"{PAGE.name} has no heading {HEADING!r}"
    introduction, _, _ = after.partition("\n| ")
    _, _, rest = after.partition("\n## ")
    titles = [title for title in read_records()[0] if title != _HIDDEN]
    rows = [[f"`{row[title]}`" if title == _CODE else row[title] for title in titles] for row in read_records()]
    lines = ["| " + " | ".join(cells) + " |" for cells in (titles, ["---"] * len(titles), *rows)]
    table = "\n".join(lines)
    return f"{before}{heading}{introduction}\n{table}\n" + (f"\n## {rest}" if rest else "")


if __name__ == "__main__":
    PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
