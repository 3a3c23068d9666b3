"""README and guide are true: every console and Python block runs, in order, and prints what it shows."""

import doctest
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent.parent
PAGES = (
    "README.md",
    *(f"docs/{name}.md" for name in ("index", "play", "compile", "analyze", "trees", "games", "proofs", "options")),
)
"""In the order in which they are read: each goes on where the one before ended."""
# Times depend on the machine. Nothing else may differ.
VARYING = (
    (re.compile(r"\b\d+\.\d s\b"), "N s"),
    (re.compile(r'"seconds": \d+\.\d+'), '"seconds": N'),
)
# Already done where this test runs; `.ci/run` runs the whole line in a fresh environment.
INSTALL = re.compile(r"^pip install '\.\[\w+\]' && ")


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
        found = re.finditer(r"^```(\w*)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        every += [Block(page, match[1], text.count("\n", 0, match.start()) + 2, match[2]) for match in found]
    return [block for block in every if block.language in languages]


def commands(block: Block) -> list[tuple[str, str]]:
    """Splits a console block into commands and the output that each shows."""
    parts = re.split(r"^\$ (.*)\n", block.text, flags=re.MULTILINE)
    assert parts[0] == "", f"{block.place}: a console block begins with a command"
    return list(zip(parts[1::2], parts[2::2], strict=True))


def normalised(text: str) -> str:
    # Where no test has compiled them before.
    text = text.replace("compiling kernels, once per installation ...\n", "")
    for pattern, replacement in VARYING:
        text = pattern.sub(replacement, text)
    return text


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that all blocks run in, one after the other: later ones use what earlier ones wrote."""
    return tmp_path_factory.mktemp("readme")


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
    return os.environ | {"PATH": f"{bin_folder}{os.pathsep}{os.environ['PATH']}"}


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        pytest.param(*shown, id=f"{block.place}: {shown[0]}")
        for block in blocks("console")
        for shown in commands(block)
        if not shown[0].endswith("pytest")
    ],
)
def test_console_block(command: str, shown: str, folder: Path, environment: dict[str, str]) -> None:
    done = subprocess.run(
        ["bash", "-c", INSTALL.sub("", command)],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        encoding="utf-8",
        timeout=280,
        check=False,
    )

    assert normalised(done.stdout) == normalised(shown)


@pytest.mark.parametrize("block", [pytest.param(block, id=block.place) for block in blocks("python")])
def test_python_block(block: Block, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    test = doctest.DocTestParser().get_doctest(
        block.text, PYTHON_NAMES, block.page, str(ROOT / block.page), block.line - 1
    )
    runner = doctest.DocTestRunner(verbose=False)
    report: list[str] = []

    # A copy would hide what one block defines for the next.
    runner.run(test, out=report.append, clear_globs=False)
    PYTHON_NAMES.update(test.globs)

    assert test.examples
    assert not report, "".join(report)


PYTHON_NAMES: dict[str, object] = {}


def test_every_block_is_run() -> None:
    """A block in another language is plain text; it must not look like a command."""
    for block in blocks(""):
        assert not re.search(r"^(\$|>>>) ", block.text, re.MULTILINE), f"{block.place} is not run"
    assert len(blocks("console")) >= 2
    assert len(blocks("python")) >= 1
