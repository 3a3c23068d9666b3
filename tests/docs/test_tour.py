"""The notebook runs, and shows what is committed."""

import re
import shutil
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

TOUR = Path(__file__).parents[2] / "docs" / "tour.ipynb"
TIMES = re.compile(r"seconds=[\d.e-]+|\d+\.\d s\b")
"""Times in a repr and in the table of a comparison."""


def shown(output: Any) -> str:
    """What a reader sees of an output: its words, whatever the versions of Graphviz, pandas and matplotlib."""
    if output.output_type == "stream":
        return str(output.text)
    if (svg := output.data.get("image/svg+xml")) is not None:
        return " ".join(
            sorted(element.text or "" for element in ElementTree.fromstring(svg).iter() if "text" in element.tag)
        )
    if (html := output.data.get("text/html")) is not None:
        return TIMES.sub("", " ".join(re.sub(r"<style.*?</style>|<[^>]+>", " ", html, flags=re.DOTALL).split()))
    return str(output.data["text/plain"])


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz draws a picture of the tour")
@pytest.mark.usefixtures("without_browser")
def test_the_tour_shows_what_is_committed(tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat", reason="needs the extra notebook")
    pytest.importorskip("nbclient", reason="needs the extra dev")
    from run_tour import run_tour

    committed = nbformat.read(TOUR, as_version=4)
    run = run_tour(tmp_path)

    outputs = [[shown(output) for output in cell.get("outputs", ())] for cell in run.cells]
    assert outputs == [[shown(output) for output in cell.get("outputs", ())] for cell in committed.cells]
    # Every cell of code shows something.
    assert all(cell.outputs for cell in run.cells if cell.cell_type == "code")
    assert list(tmp_path.iterdir()) == []


def test_the_tour_holds_nothing_of_the_machine_that_ran_it() -> None:
    text = TOUR.read_text(encoding="utf-8")

    assert len(text) < 300_000
    assert not re.search(r"/home/|/root/|/tmp/|Traceback|stderr", text)
