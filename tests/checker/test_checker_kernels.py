"""How the checker's kernels are kept: by all that they depend on, in a folder of the user's own, with digests."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from wordle_checker.errors import LibraryError
from wordle_checker.fast import compiling
from wordle_checker.fast.compiling import _Files, check_libraries, compiled, take_all


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], tuple[Path | None, object]]]:
    """Calls a kernel as a new process does, with a folder of its own; returns the folder taken, and the result."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))

    def call() -> tuple[Path | None, object]:
        compiling._folder.cache_clear()
        arrays = [np.ones(4, np.int32), np.ones((2, 3), np.uint8), np.ones(4, np.uint16), np.ones((2, 3), np.int64)]
        return compiling._folder(), compiled(take_all)(*arrays, np.array([True, False]), 3, True)

    yield call
    compiling._folder.cache_clear()


def test_a_damaged_kernel_is_compiled_again_and_an_open_folder_is_not_used(call, tmp_path: Path) -> None:
    folder, result = first = call()
    (stored,) = tmp_path.rglob("*.nbc")
    content = stored.read_bytes()
    assert len(list(tmp_path.rglob("checked-*"))) == 1

    for damaged in (content[:-1], content[:40] + bytes([content[40] ^ 1]) + content[41:]):
        stored.write_bytes(damaged)
        assert call() == first
        assert stored.read_bytes() != damaged

    assert tmp_path in folder.parents
    assert result == (23, 4, True)
    if os.name == "posix":
        folder.chmod(0o777)
        assert tmp_path not in call()[0].parents


def test_different_code_never_has_one_name_and_a_file_that_others_may_write_is_not_read(tmp_path: Path) -> None:
    files = _Files(tmp_path, "kernel")
    for key in ("int64", "int32"):
        files.save(key, [key])

    assert [files.load(key) for key in ("int64", "int32", "int16")] == [["int64"], ["int32"], None]
    first, _ = tmp_path.iterdir()
    if os.name == "posix":
        first.chmod(0o666)
        assert sorted(files.load(key) is None for key in ("int64", "int32")) == [False, True]


def test_libraries_that_compile_otherwise_are_named() -> None:
    check_libraries()

    with pytest.raises(
        LibraryError, match=r"^numba \S+, llvmlite \S+ and numpy \S+ do not compile as wordle-check exp"
    ):
        check_libraries(lambda *arguments: (*take_all(*arguments)[:2], True))
