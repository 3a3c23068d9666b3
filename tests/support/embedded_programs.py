"""Programs made of an exported tree with the real tools: gcc, node and rustc, as strict as they can be."""

import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest
from waiting import SECONDS

from wordle_compiler.export.formats import export_tree
from wordle_runtime import Tree

DRIVERS = Path(__file__).parent / "embedded"
SUFFIXES = {"c": "h", "js": "mjs", "rust": "rs"}
FORMS = tuple(SUFFIXES)
_WARNINGS = "-std=c99 -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Werror"
_BUILDING = {
    "c": f"gcc {_WARNINGS} -Wshadow",
    "avr": f"avr-gcc {_WARNINGS} -Os",
    "js": "node",
    "rust": "rustc --edition 2021 -D warnings",
}


def program(form: str, tree: Tree, folder: Path, source: str | None = None) -> list[str]:
    """Exports a tree to `tree.h`, `tree.mjs` or `tree.rs`, and returns the command of a program that uses it.

    Args:
        form: `c`, `js` or `rust`.
        tree: A loaded tree.
        folder: Where all files go.
        source: The program; `play` of tests/support/embedded where None.
    """
    (folder / f"tree.{SUFFIXES[form]}").write_bytes(export_tree(tree, form))
    play = f"play.{'c' if form == 'c' else SUFFIXES[form]}"
    return command_of(form, source or (DRIVERS / play).read_text(encoding="utf-8"), folder)


def command_of(form: str, source: str, folder: Path) -> list[str]:
    """Makes a program in a folder that holds what it includes, and returns the command that runs it."""
    main = folder / f"main.{'c' if form == 'c' else SUFFIXES[form]}"
    main.write_text(source, encoding="utf-8")
    if form == "js":
        # Node checks the syntax before it runs anything.
        return [*_tool(form), str(main)]
    build(form, str(main), "-o", str(folder / "main"))
    return [str(folder / "main")]


def build(form: str, *arguments: str) -> None:
    """Runs the tool of a form, which must say nothing."""
    command = [*_tool(form), *arguments]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, timeout=SECONDS)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", ""), done.stderr


def _tool(form: str) -> list[str]:
    """Returns how the tool of a form begins; skips the test where the machine does not have it."""
    tool, *options = _BUILDING[form].split()
    if not _runs(tool):
        pytest.skip(f"no {tool} that runs on the PATH: source code of format {form} cannot be checked")
    return [tool, *options]


@cache
def _runs(tool: str) -> bool:
    """Whether a tool is there and runs: rustup's `rustc` is there for users who have no compiler behind it."""
    return shutil.which(tool) is not None and not subprocess.run([tool, "--version"], capture_output=True).returncode


def output_of(command: list[str], stdin: str = "") -> str:
    """Returns what a program prints; nothing may be said of it, such as a warning of node about what it imports."""
    done = subprocess.run(command, input=stdin, capture_output=True, encoding="utf-8", check=False, timeout=SECONDS)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout
