"""Runs docs/tour.ipynb and writes it with its outputs: `python scripts/run_tour.py`, in seconds with compiled kernels.

A test runs the notebook again and compares what it shows, so the outputs are real, as those of every page are.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

TOUR = Path(__file__).resolve().parent.parent / "docs" / "tour.ipynb"


def run_tour(folder: Path) -> Any:
    """Returns the notebook with the outputs of a run in a folder, and nothing of this machine."""
    notebook = nbformat.read(TOUR, as_version=4)
    NotebookClient(notebook, timeout=None, record_timing=False, resources={"metadata": {"path": str(folder)}}).execute()
    # The run adds the version of the interpreter.
    notebook.metadata.language_info = {"name": "python"}
    return notebook


if __name__ == "__main__":
    nbformat.write(run_tour(TOUR.parent), TOUR)
