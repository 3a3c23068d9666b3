"""`scripts/checker_mutations.toml`: its texts stand in the checker of today, and each weakened module is Python."""

import ast
import builtins
import keyword
import re

import pytest
from mutate_checker import PACKAGE, read_table

MUTATIONS = read_table()
SOURCES = {
    path.relative_to(PACKAGE).with_suffix("").as_posix(): path.read_text(encoding="utf-8")
    for path in PACKAGE.rglob("*.py")
}
OF_PYTHON = {*keyword.kwlist, *dir(builtins)}


def test_each_condition_stands_in_its_module_just_once() -> None:
    found = {(mutation.file, mutation.original): mutation.count for mutation in MUTATIONS}

    assert {text: count for text, count in found.items() if count != 1} == {}


def test_each_weakened_module_is_python() -> None:
    for file, original, weakened, _ in MUTATIONS:
        before, after = SOURCES[file], SOURCES[file].replace(original, weakened)
        # Two empty lines separate functions and classes; only those that change are parsed.
        unchanged = set(before.split("\n\n\n"))
        changed = [piece for piece in after.split("\n\n\n") if piece not in unchanged]

        assert changed
        try:
            ast.parse("\n\n\n".join(changed))
        except SyntaxError as error:
            pytest.fail(f"{file}.py with {weakened!r}: {error}")


def test_each_weakened_condition_uses_names_of_its_module() -> None:
    """With a name that is gone, the module would crash, and any test would notice that."""
    unknown = {
        (file, name)
        for file, _, weakened, _ in MUTATIONS
        for name in re.findall(r"[A-Za-z_]\w*", weakened)
        if name not in OF_PYTHON and name not in SOURCES[file]
    }

    assert unknown == set()


def test_module_that_is_not_there_has_no_text() -> None:
    assert MUTATIONS[0]._replace(file="fast/gone").count == 0
