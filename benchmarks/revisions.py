"""Measures another commit in turn with the working tree: other, this, this, other."""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from importlib.metadata import distributions
from pathlib import Path
from typing import Any, TypeVar

from benchmarks.measuring import ProcessRun, command_of, in_turn, run_process, summarise, tell

_CLONE = Path(__file__).resolve().parent.parent

T = TypeVar("T")
Start = Callable[[str], list[str]]
"""Returns how to start the program of a name, as `command_of` does for the one beside this interpreter."""


@dataclass(frozen=True)
class Programs:
    """The project's commands as the working tree has them, and as another commit does.

    "The working tree" is what is installed beside the interpreter, as an editable installation is.
    """

    other: Start | None = None

    def in_turn(
        self, command: Sequence[str], n_rounds: int, run: Callable[[Sequence[str]], T]
    ) -> tuple[list[T], list[T]]:
        """Runs a command of this tree, and of the other commit in turn; returns the results of both.

        A commit that lacks the program has no results.
        """
        starts: list[Start] = [command_of]
        if self.other is not None and Path(self.other(command[0])[0]).exists():
            starts.append(self.other)
        this, *other = in_turn(n_rounds, *(partial(run, [*start(command[0]), *command[1:]]) for start in starts))
        return this, other[0] if other else []


THIS_TREE = Programs()


def compare(this: Sequence[ProcessRun], other: Sequence[ProcessRun]) -> dict[str, Any]:
    """Returns the values of a row: those of `summarise` and, if there are others, theirs and the ratios to them.

    A ratio below 1 says that this tree is the cheaper one; it is the median of the pairs' ratios, so a machine that
    slows down for a while slows down both.
    """
    row = summarise(this)
    if other:
        their = summarise(other)
        pairs = list(zip(this, other, strict=True))
        ratio = statistics.median(ours.wall_seconds / theirs.wall_seconds for ours, theirs in pairs)
        cpu_ratio = statistics.median(ours.cpu_seconds / theirs.cpu_seconds for ours, theirs in pairs)
        row |= {"other": their["wall"], "ratio": ratio, "other CPU": their["CPU"], "CPU ratio": cpu_ratio}
    return row


@contextmanager
def comparing_with(revision: str) -> Iterator[Programs]:
    """Installs another commit of this repository in an environment of its own, which ends with the context.

    Its libraries have the versions that this interpreter's have, since compiling depends most on numba's.

    Raises:
        FailedProcessError: There is no such commit, or it cannot be installed.
    """
    with tempfile.TemporaryDirectory(prefix="wordle-tree-bench-") as name:
        folder = Path(name)
        tell(f"installing {revision}")
        archive, source, programs = folder / "source.tar", folder / "source", folder / "environment" / "bin"
        run_process(["git", "-C", str(_CLONE), "archive", "-o", str(archive), revision])
        shutil.unpack_archive(archive, source, filter="data")
        versions = folder / "versions.txt"
        libraries = {found.name: found.version for found in distributions() if found.name != "wordle-tree"}
        versions.write_text("".join(f"{name}=={version}\n" for name, version in libraries.items()), encoding="utf-8")
        run_process([sys.executable, "-m", "venv", str(programs.parent)])
        pip = [str(programs / "python"), "-m", "pip", "install", "--quiet", "--constraint", str(versions)]
        run_process([*pip, f"{source}[compiler,checker]"])
        yield Programs(lambda program: [str(programs / program)])


def describe_commits(revision: str) -> str:
    """Names the working tree's commit and the other one."""
    return f"{_git('describe', '--always', '--dirty')} against {_git('rev-parse', '--verify', '--short', revision)}"


def _git(*arguments: str) -> str:
    return run_process(["git", "-C", str(_CLONE), *arguments]).output.strip()
