"""The machine code of kernels: kept in the kernel folder, linked into the process, and called from Python.

A kernel's function has numba's calling convention, in which every argument is spread into words:

    int32 f(result *, exception **, argument, ...)   0: the result is written; -2: it is None; others: it failed

    argument   words
    array      owner (null), parent (null), n items, item size, address, one extent per axis, one stride per axis
    context    the address of its block, in which a field is an integer, the address of another block, or of an array
               the address and the extents
    the rest   one

Nothing but this file and `generation` knows it; `generation` compares it with numba's own description when it is
imported, and `self_check` with what a compiled kernel does. All of this file needs llvmlite, but not numba, which takes
longer to load than most searches take.
"""

# llvmlite is not typed.
# mypy: disable-error-code="import-untyped, no-any-return"

from __future__ import annotations

import contextlib
import ctypes
import hashlib
import importlib.util
import operator
import os
import secrets
import stat
import sys
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import llvmlite.binding
import numpy as np

from wordle_compiler.kernels.context import ArrayType, ContextType, Type, describe
from wordle_compiler.machine.cache_folder import ensure_cache_folder, is_private, is_up_to_date, name_of_state
from wordle_compiler.machine.errors import CompilerError

_DIGEST = hashlib.sha256
_DIGEST_SIZE = 32

ARRAY_WORDS = ("meminfo", "parent", "nitems", "itemsize", "data", "shape", "strides")
"""The words of an array by numba's names, in the order of the drawing above."""

SUCCEEDED = (0, -2)
"""The statuses that numba's functions return on success: with a value, and with None."""


class MachineCode(NamedTuple):
    """A kernel's object file, and the name of its function in it."""

    function: str
    content: bytes


def is_stored(symbol: str) -> bool:
    """Returns whether the kernel folder has a kernel that can be read; it may still turn out to be damaged."""
    return os.access(_file_of(symbol), os.R_OK)


def read(symbol: str) -> MachineCode | None:
    """Reads a kernel from the kernel folder; returns None if it is not there, is damaged, or others can write to it."""
    try:
        with _file_of(symbol).open("rb") as file:
            stored = file.read() if is_private(os.fstat(file.fileno())) else b""
    except OSError:
        return None
    digest, content = stored[:_DIGEST_SIZE], stored[_DIGEST_SIZE:]
    if _DIGEST(content).digest() != digest:
        return None
    name, function, code = content.split(b"\n", 2)
    return MachineCode(function.decode(), code) if name == _label(symbol) else None


def store(symbol: str, code: MachineCode) -> None:
    """Stores a kernel in the kernel folder, if that is writable, and if the sources have not changed meanwhile.

    Otherwise the code of this process, which has the old sources, would be taken for that of the new ones.
    """
    if not is_up_to_date():
        return
    content = b"\n".join((_label(symbol), code.function.encode(), code.content))
    file = _file_of(symbol)
    part = file.with_suffix(f".{secrets.token_hex(8)}.part")
    # Where it cannot be written, the next process compiles the kernel again. A file that a power cut damages does not
    # have its digest, so nothing waits for the disk.
    with contextlib.suppress(OSError):
        try:
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
            with os.fdopen(os.open(part, flags, stat.S_IRUSR | stat.S_IWUSR), "wb") as target:
                target.write(_DIGEST(content).digest() + content)
            part.replace(file)
        except BaseException:
            part.unlink()
            raise


def _label(symbol: str) -> bytes:
    """Returns what a kernel's file begins with: a file of other sources, or of another kernel, is not taken for it."""
    return f"{name_of_state()} {symbol}".encode()


def link(symbol: str, code: MachineCode) -> int:
    """Links a kernel, whose callees are linked already; returns its address. Not thread-safe.

    A symbol that is missing ends the process: LLVM treats it as fatal.
    """
    engine = _engine()
    engine.add_object_file(llvmlite.binding.ObjectFileRef.from_data(code.content))
    engine.finalize_object()
    address = int(engine.get_function_address(code.function))
    llvmlite.binding.add_symbol(symbol, address)
    return address


def callable_at(address: int, name: str, arguments: Sequence[Type], result: Type) -> Callable[..., Any]:
    """Returns the function at an address as a Python function, which checks the types of its arguments.

    The module docstring draws numba's convention.
    """
    words = [word for declared in arguments for word in words_of(declared)]
    function = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, *words)(address)
    # That of a tuple is a structure.
    parts = [(f"field{i}", _SIMPLE[part]) for i, part in enumerate(result)] if isinstance(result, tuple) else []
    result_type: Any = type("Result", (ctypes.Structure,), {"_fields_": parts}) if parts else _SIMPLE[str(result)]

    def call(*values: Any) -> Any:
        given: list[Any] = []
        for declared, value in zip(arguments, values, strict=True):
            if not isinstance(declared, ArrayType | ContextType):
                given.append(operator.index(value))
            elif not declared.holds(value):
                raise TypeError(f"an argument of {name} must be {declared}, not {describe(value)}")
            elif isinstance(declared, ContextType):
                given.append(value.address)
            else:
                given += (None, None, value.size, value.itemsize, value.ctypes.data, *value.shape, *value.strides)
        written, exception = result_type(), ctypes.c_void_p()
        status = function(ctypes.addressof(written), ctypes.addressof(exception), *given)
        if status not in SUCCEEDED:
            raise CompilerError(
                f"internal error: the kernel {name} failed with status {status}; NUMBA_DISABLE_JIT=1 shows where"
            )
        if parts:
            return tuple(getattr(written, field) for field, _ in parts)
        return None if result == "none" else written.value

    return call


_SIMPLE: Any = {"int64": ctypes.c_int64, "uint64": ctypes.c_uint64, "bool": ctypes.c_bool, "none": ctypes.c_void_p}


def words_of(declared: Type) -> list[Any]:
    """Returns the C types of the words of an argument."""
    if isinstance(declared, ArrayType):
        sizes = [ctypes.c_int64] * (2 * declared.n_dimensions)
        return [*[ctypes.c_void_p] * 2, *[ctypes.c_int64] * 2, ctypes.c_void_p, *sizes]
    return [ctypes.c_int64 if isinstance(declared, ContextType) else _SIMPLE[str(declared)]]


@cache
def _engine() -> Any:
    """Returns the linker of this process."""
    binding = llvmlite.binding
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    triple = binding.get_process_triple()
    machine = binding.Target.from_triple(triple).create_target_machine()
    empty = binding.parse_assembly("")
    # The format of the object files that numba makes: on Windows it is not the system's own.
    empty.triple = triple + ("-elf" if sys.platform == "win32" else "")
    return binding.create_mcjit_compiler(empty, machine)


def _file_of(symbol: str) -> Path:
    return ensure_cache_folder() / f"{symbol}.{_digest_of_platform()}.kernel"


@cache
def _digest_of_platform() -> str:
    """Returns a digest of what machine code depends on besides the sources.

    That is the processor, the libraries, and numba's settings in the environment.
    """
    settings = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_") and "CACHE" not in item[0])
    host = (
        llvmlite.binding.get_process_triple(),
        llvmlite.binding.get_host_cpu_name(),
        llvmlite.binding.get_host_cpu_features().flatten(),
    )
    numba = importlib.util.find_spec("numba")
    # Without importing numba.
    version = Path(numba.origin).with_name("_version.py").read_bytes() if numba and numba.origin else b""
    facts = (settings, version, llvmlite.__version__, np.__version__, sys.version, host)
    return _DIGEST(repr(facts).encode()).hexdigest()[:8]
