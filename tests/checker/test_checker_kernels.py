"""How the checker's kernels are kept: by all that they depend on, in a folder of the user's own, with digests."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from waiting import SECONDS

from wordle_checker.errors import LibraryError
from wordle_checker.fast.compiling import _Files, check_libraries, take_all

CALL = """
from wordle_checker.fast import compiling
import numpy as np
print(compiling._folder())
print(compiling.compiled(compiling.take_all)(
    *(np.ones(4, np.int32), np.ones((2, 3), np.uint8), np.ones(4, np.uint16), np.ones((2, 3), np.int64)),
    *(np.array([True, False]), 3, True)
))
"""


def call(folder: Path) -> list[str]:
    """Calls a kernel in another process, with a folder for kernels; returns the folder that it took, and the result."""
    done = subprocess.run(
        [sys.executable, "-c", CALL],
        env=os.environ | {"NUMBA_CACHE_DIR": str(folder), "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=True,
    )
    return done.stdout.splitlines()


def test_a_damaged_kernel_is_compiled_again_and_an_open_folder_is_not_used(tmp_path: Path) -> None:
    first = call(tmp_path)
    (stored,) = tmp_path.rglob("*.nbc")
    content = stored.read_bytes()
    assert len(list(tmp_path.rglob("checked-*"))) == 1

    for damaged in (content[:-1], content[:40] + bytes([content[40] ^ 1]) + content[41:]):
        stored.write_bytes(damaged)
        assert call(tmp_path) == first
        assert stored.read_bytes() != damaged

    assert first[0].startswith(str(tmp_path))
    assert first[1] == "(23, 4, True)"
    if os.name == "posix":
        Path(first[0]).chmod(0o777)
        assert not call(tmp_path)[0].startswith(str(tmp_path))


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
