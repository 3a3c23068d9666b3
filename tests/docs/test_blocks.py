"""README and docs are true: every console and Python block runs, page by page, and prints what it shows."""

import doctest
import io
import os
import re
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest
from command_runs import wordle_analyze, wordle_compile, wordle_tree
from embedded_programs import FORMS, command_of, output_of
from waiting import SECONDS

from wordle_runtime.next.command import main

ROOT = Path(__file__).parent.parent.parent
PAGES = ("README.md", *sorted(f"docs/{page.name}" for page in (ROOT / "docs").glob("*.md")))
# Times and the width of their column depend on the machine; a new one compiles kernels, and a slow one says that it
# searches. Nothing else may differ.
VARYING = (
    (re.compile(r" *\b\d+\.\d s\b"), " N s"),
    (re.compile(r" +time$", re.MULTILINE), " time"),
    (re.compile(r'"seconds": \d+\.\d+'), '"seconds": N'),
    (
        re.compile(
            r"^(?:wordle-check: )?compiling [a-z ,]+(?:once per kind of search|kept for later checks) ...\n", re.M
        ),
        "",
    ),
    (re.compile(r"^wordle-next: searching.* \.\.\.\n", re.M), ""),
)
PROGRESS = re.compile(r".* \d+(/\d+)?\n")
"""A line that a command writes once a minute where standard error is not a terminal."""
# Already done where this test runs; `.ci/run` runs the whole line in a fresh environment.
INSTALL = re.compile(r"^pip install '\.\[\w+\]' && ")
# A command that needs a shell for `head` at most runs within this process; those of the README never do.
PLAIN = re.compile(r"(wordle-(?:analyze|compile|next|tree)\b[\w./:,@=\"' -]*?)(?: \| head -n (\d+))?")
LANGUAGES = frozenset({"", "console", "python", "text", "bash", "zsh", "fish", "yaml", *FORMS})
NOT_RUN = frozenset({"docs/cluster.md"})
"""Pages whose Python blocks need more than one machine; they are compiled, not run."""


SLOW = {
    "docs/analyze.md": (
        *("wordle-analyze openers all", "head -n 5 openers.csv", "printf '%s\\n' slant", "wordle-analyze pairs"),
        *("wordle-analyze strategies entropy expected-size@candidates", "wordle-tree journal proof.db"),
        "wordle-analyze game 1122:1b1w",
    ),
    "docs/compile.md": (
        *("wordle-compile --answers nyt-2023-answers --also nyt-2022-allowed", "wordle-compile --start plate"),
        *("wordle-compile --start slate", "wordle-compile --strategy entropy", "wordle-compile --strategy random"),
    ),
    "docs/games.md": ("wordle-compile --start aiery", "wordle-tree play absurdle"),
    "docs/index.md": ("wordle-compile", "wordle-next --tree plate.optimal"),
    "docs/trees.md": ("wordle-compile", "wordle-tree diff"),
}
"""How commands begin, by their page, that run with the slow tests, each after those whose files it reads.

One takes most of a minute; the others take seconds, and resemble other commands of the pages. `.ci/run` runs them."""


class Block(NamedTuple):
    """A fenced block: its page, its language, the line of its first content, and the content."""

    page: str
    language: str
    line: int
    text: str

    @property
    def place(self) -> str:
        """Where it stands."""
        return f"{self.page}:{self.line}"


def blocks(*languages: str) -> list[Block]:
    every = []
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        found = re.finditer(r"^( *)```(\w*)\n(.*?)^\1```$", text, re.MULTILINE | re.DOTALL)
        every += [Block(page, match[2], text.count("\n", 0, match.start()) + 2, match[3]) for match in found]
    return [block for block in every if block.language in languages]


def commands(block: Block) -> list[tuple[str, str]]:
    """Splits a console block into commands and the output that each shows."""
    parts = re.split(r"^\$ (.*)\n", block.text, flags=re.MULTILINE)
    assert parts[0] == "", f"{block.place}: a console block begins with a command"
    return list(zip(parts[1::2], parts[2::2], strict=True))


def normalised(text: str) -> str:
    for pattern, replacement in VARYING:
        text = pattern.sub(replacement, text)
    return text


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A folder for each page, in which its blocks run one after the other: later ones use what earlier ones wrote."""
    return {page: tmp_path_factory.mktemp("page") for page in PAGES}


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment whose PATH begins with the project's commands, installed or not, on this very interpreter."""
    bin_folder = tmp_path_factory.mktemp("bin")
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
    for name, target in scripts.items():
        module, _, function = target.partition(":")
        script = bin_folder / name
        script.write_text(f"#!{sys.executable}\nfrom {module} import {function}\nraise SystemExit({function}())\n")
        script.chmod(0o755)
    # A link would not find the libraries of a virtual environment.
    python = bin_folder / "python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    return os.environ | {"PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}"}


def output_here(name: str, *arguments: str) -> str:
    """Runs a command within this process; returns what it prints, on either stream."""
    if name == "wordle-next":
        main(arguments, io.StringIO(), printed := io.StringIO(), printed)
        return printed.getvalue()
    commands = {"wordle-analyze": wordle_analyze, "wordle-compile": wordle_compile, "wordle-tree": wordle_tree}
    return commands[name](*arguments).output


@pytest.mark.parametrize(
    ("page", "command", "shown"),
    [
        pytest.param(
            block.page,
            *shown,
            id=f"{block.place}: {shown[0]}",
            marks=[pytest.mark.slow] if shown[0].startswith(SLOW.get(block.page, ())) else [],
        )
        for block in blocks("console")
        for shown in commands(block)
        if not shown[0].endswith("pytest")
    ],
)
def test_console_block(
    page: str,
    command: str,
    shown: str,
    folders: dict[str, Path],
    environment: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if (plain := PLAIN.fullmatch(command)) and page != "README.md":
        monkeypatch.chdir(folders[page])
        written = "".join(output_here(*shlex.split(plain[1])).splitlines(keepends=True)[: plain[2] and int(plain[2])])
    else:
        written = subprocess.run(
            ["bash", "-c", INSTALL.sub("", command)],
            cwd=folders[page],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            encoding="utf-8",
            timeout=SECONDS,
            check=False,
        ).stdout

    # On a slow machine a command may take minutes.
    lines = written.splitlines(keepends=True)
    printed = "".join(line for line in lines if line in shown or not PROGRESS.fullmatch(line))
    assert normalised(printed) == normalised(shown)


@pytest.mark.parametrize(
    "block", [pytest.param(block, id=block.place) for block in blocks("python") if block.page not in NOT_RUN]
)
def test_python_block(block: Block, folders: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folders[block.page])
    if "to_dataframe" in block.text:
        pytest.importorskip("pandas", reason="needs the extra notebook")
    names = PYTHON_NAMES.setdefault(block.page, {})
    test = doctest.DocTestParser().get_doctest(block.text, names, block.page, str(ROOT / block.page), block.line - 1)
    runner = doctest.DocTestRunner(verbose=False)
    report: list[str] = []

    # A copy would hide what one block defines for the next.
    runner.run(test, out=report.append, clear_globs=False)
    names.update(test.globs)

    assert test.examples
    assert not report, "".join(report)


PYTHON_NAMES: dict[str, dict[str, object]] = {}
"""What the blocks of each page have defined so far."""


@pytest.mark.parametrize(
    "block", [pytest.param(block, id=block.place) for block in blocks("python") if block.page in NOT_RUN]
)
def test_python_block_that_needs_a_cluster_names_what_there_is(block: Block) -> None:
    imports = [line for line in block.text.splitlines() if line.startswith(("from ", "import "))]

    compile(block.text, block.place, "exec")
    exec("\n".join(imports), {})

    assert imports


@pytest.mark.parametrize("block", [pytest.param(block, id=block.place) for block in blocks(*FORMS)])
def test_source_block(block: Block, folders: dict[str, Path]) -> None:
    """It prints what the comments at the ends of its lines say."""
    printed = output_of(command_of(block.language, block.text, folders[block.page]))

    assert printed.splitlines() == re.findall(r"; +// (.*)$", block.text, re.MULTILINE)
    assert printed


def test_every_block_is_run() -> None:
    """A block in another language is plain text; it must not look like a command."""
    for page in PAGES:
        fences = re.findall(r"^ *```(\w*)$", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE)
        assert LANGUAGES.issuperset(fences), f"{page}: {set(fences) - LANGUAGES}"
    for block in blocks(*(LANGUAGES - {"console", "python"})):
        assert not re.search(r"^ *(\$|>>>) ", block.text, re.MULTILINE), f"{block.place} is not run"
    assert len(blocks("console")) >= 30
    assert len(blocks("python")) >= 10
