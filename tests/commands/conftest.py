"""What the tests of `wordle-compile` run; those of other commands have their own under this name."""

from pathlib import Path

import pytest
from command_runs import Run, compile_lists


@pytest.fixture
def run(folder: Path) -> Run:
    del folder
    return compile_lists
