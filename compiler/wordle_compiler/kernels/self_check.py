"""Checks that the installed libraries compile kernels as this program expects, before they compile any for a search.

A kernel that takes every kind of argument is compiled, linked and run, and compared with its plain twin. This happens
once for each kernel folder and state of the libraries; where it has happened, the folder has a file that says so.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels import machine_code
from wordle_compiler.kernels.context import AtAddress, Context, Record
from wordle_compiler.kernels.declaration import Declaration
from wordle_compiler.kernels.layout import Codes, Int64Matrix, Layout, Static, ValueMatrix
from wordle_compiler.machine.errors import InputError

_LIBRARIES = ("numba", "llvmlite", "numpy")
_LAYOUT = Layout("uint16", rule=2)
_CHECKED = "checked"
"""The name under which the folder keeps that the check was passed."""


class Row(Record):
    """A context that kernels change."""

    number: int
    is_on: bool
    key: np.uint64


class Inner(Context):
    """A context within another one."""

    kinds: NDArray[np.int8]


class Outer(Context):
    """A context with every kind of field."""

    codes: Codes
    values: ValueMatrix
    inner: Inner
    offset: int
    is_on: bool
    rule: Static


row_at: Any = AtAddress(Row, Row)


@Declaration
def mark(numbers: Int64Matrix, number: int) -> None:
    """Returns nothing."""
    numbers[1, 2] += number


@Declaration
def take_all(
    outer: Outer, row: NDArray[np.int64], numbers: Int64Matrix, codes: Codes, number: int, key: np.uint64, is_on: bool
) -> tuple[int, np.uint64, bool]:
    """Reads and writes every kind of argument, and calls a kernel and itself."""
    record = row_at(row)
    record.number += number
    record.key = record.key ^ key
    record.is_on = not record.is_on
    mark(numbers, number)
    total = outer.offset + 3 * outer.rule + 2 * number + len(codes) + 5 * numbers.shape[0] + 7 * np.int64(codes[2])
    total += 11 * np.int64(outer.codes[1]) + 13 * np.int64(outer.values[1, 2]) + 17 * np.int64(outer.inner.kinds[1])
    if outer.is_on and not is_on:
        total += 19
    if number > 0:
        total += take_all(outer, row, numbers, codes, number - 1, key, is_on)[0]
    return total, record.key, record.is_on


def are_checked() -> bool:
    """Returns whether the kernel folder says that these libraries were checked."""
    return machine_code.read(_CHECKED) is not None


def check_libraries(load: Callable[[Declaration, Layout], int]) -> None:
    """Compares a compiled kernel with its plain twin, unless the kernel folder says that this was done.

    `load` compiles a kernel for a layout, loads it, and returns its address.

    Raises:
        InputError: They differ, or the kernel cannot be compiled. The message names the libraries' versions.
    """
    if are_checked():
        return
    results = []
    try:
        compiled = machine_code.callable_at(load(take_all, _LAYOUT), take_all.__name__, *take_all.types(_LAYOUT))
        for function in (compiled, take_all.function):
            row, numbers = np.arange(3, dtype=np.int64), np.arange(1, 7, dtype=np.int64).reshape(2, 3)
            codes, values = np.arange(40_000, 40_004, dtype=np.uint16), np.arange(-9, -3, dtype=np.int32).reshape(2, 3)
            outer = Outer(_LAYOUT, codes, values, Inner(None, np.array([1, -2], np.int8)), 10**12, True)
            found = function(outer, row, numbers, codes, 2, np.uint64((1 << 64) - 5), False)
            results.append((*map(int, found), row.tolist(), numbers.tolist()))
        difference = "" if results[0] == results[1] else f"a kernel gives {results[0]}, not {results[1]}"
    except Exception as error:
        # Changed internals fail in any way.
        difference = f"{type(error).__name__}: {error}"
    if difference:
        # Takes longer to load than all the rest of this file.
        from importlib.metadata import version

        raise InputError(
            f"{', '.join(f'{name} {version(name)}' for name in _LIBRARIES)} do not compile as wordle-tree expects: "
            f"install versions that its pyproject.toml allows ({' '.join(difference.split())[:200]})"
        )
    machine_code.store(_CHECKED, machine_code.MachineCode("", b""))
