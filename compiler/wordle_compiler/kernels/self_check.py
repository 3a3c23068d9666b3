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
from wordle_compiler.kernels.declaration import Declaration, Inlined
from wordle_compiler.kernels.layout import (
    BoolMatrix,
    Codes,
    Int32Matrix,
    Int64Matrix,
    Layout,
    Static,
    UInt8Matrix,
    UInt16Matrix,
    UInt64Matrix,
    ValueMatrix,
)
from wordle_compiler.machine.errors import InputError

_LIBRARIES = ("numba", "llvmlite", "numpy")
_LAYOUT = Layout("uint16", rule=2)
_CHECKED = "checked"
"""The name under which the folder keeps that the check was passed."""


class Inner(Context):
    """A context within another one."""

    kinds: NDArray[np.int8]


class Row(Record):
    """A context that kernels change."""

    number: int
    is_on: bool
    key: np.uint64


class Outer(Context):
    """A context with every kind of field."""

    codes: Codes
    values: ValueMatrix
    inner: Inner
    offset: int
    is_on: bool
    rule: Static


row_at: Any = AtAddress(Row, Row)


@Inlined
def twice(number: int) -> int:
    """Is linked into its caller."""
    return 2 * number


@Declaration
def mark(numbers: Int64Matrix, number: int) -> None:
    """Returns nothing."""
    numbers[1, 2] += number


@Declaration
def take_all(
    outer: Outer,
    row: NDArray[np.int64],
    numbers: Int64Matrix,
    small: UInt8Matrix,
    wide: UInt16Matrix,
    signed: Int32Matrix,
    hashes: UInt64Matrix,
    flags: BoolMatrix,
    codes: Codes,
    number: int,
    key: np.uint64,
    is_on: bool,
) -> tuple[int, np.uint64, bool]:
    """Reads and writes every kind of argument, and calls a kernel and itself."""
    record = row_at(row)
    record.number += number
    record.key = record.key ^ key
    record.is_on = not record.is_on
    mark(numbers, number)
    total = outer.offset + 3 * outer.rule + twice(number) + len(codes) + signed.shape[0]
    total += 5 * np.int64(small[1, 2]) + 7 * np.int64(wide[1, 2]) + 11 * np.int64(signed[1, 2])
    total += 13 * np.int64(outer.codes[1]) + 17 * np.int64(outer.values[1, 2])
    total += 19 * np.int64(codes[2]) + 23 * np.int64(outer.inner.kinds[1])
    if outer.is_on and not is_on:
        total += 29
        flags[1, 2] = not flags[1, 2]
    hashes[1, 2] ^= key
    if number > 0:
        below, _, _ = take_all(
            outer, row, numbers, small, wide, signed, hashes, flags, codes, number - 1, hashes[1, 1], is_on
        )
        total += below
    return total, hashes[1, 2], flags[1, 2]


def find_difference(load: Callable[[Declaration, Layout], int]) -> str | None:
    """Returns how the compiled kernel differs from its plain twin; None if it does not."""
    compiled = machine_code.callable_at(load(take_all, _LAYOUT), take_all.__name__, *take_all.types(_LAYOUT))
    results = []
    for function in (compiled, take_all.function):
        row, numbers, hashes, flags, *rest = [
            np.arange(3, dtype=np.int64),
            *(np.arange(1, 7).reshape(2, 3).astype(dtype) for dtype in ("int64", "uint64", "bool")),
            *(np.arange(-9, -3).reshape(2, 3).astype(dtype) for dtype in ("uint8", "uint16", "int32")),
            np.arange(40_000, 40_004, dtype=np.uint16),
        ]
        outer = Outer(_LAYOUT, rest[-1], rest[2], Inner(None, np.array([1, -2], np.int8)), 10**12, True)
        key = np.uint64((1 << 64) - 5)
        result = function(outer, row, numbers, rest[0], rest[1], rest[2], hashes, flags, rest[3], 2, key, False)
        results.append((*map(int, result), [array.tolist() for array in (row, numbers, hashes, flags, *rest)]))
    return None if results[0] == results[1] else f"a kernel gives {results[0]}, not {results[1]}"


def are_checked() -> bool:
    """Returns whether the kernel folder says that these libraries were checked."""
    return machine_code.read(_CHECKED) is not None


def check_libraries(load: Callable[[Declaration, Layout], int]) -> None:
    """Compares a compiled kernel with its plain twin, unless the kernel folder says that this was done.

    Args:
        load: Compiles a kernel for a layout, loads it, and returns its address.

    Raises:
        InputError: They differ, or the kernel cannot be compiled. The message names the libraries' versions.
    """
    if are_checked():
        return
    try:
        difference = find_difference(load)
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
