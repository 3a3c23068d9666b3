"""Fixtures of the tests of `wordle-compile`; those of other commands have their own under these names."""

from pathlib import Path

import pytest
from compile_runs import Compile, invoke, write_lists


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """An empty folder to run in, with three word lists in a folder beside it."""
    write_lists(tmp_path / "lists")
    current = tmp_path / "current"
    current.mkdir()
    return current


@pytest.fixture
def run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Compile:
    monkeypatch.chdir(folder)
    return invoke
