"""The decorator `kernel`: numba compiles the function once per layout, and its callers do not compile it again.

A kernel's machine code exists once in a process, under a symbol that the linker knows, and its callers refer to that
symbol. So a kernel's types must be known without compiling it; its annotations declare them. Where the kernel folder
has the machine code, numba is not even loaded.

`prepare` compiles the kernels of a run that are missing from the folder, in several processes in parallel. Each takes
the next kernel out of a pipe that all share, and stores its code in the folder. If a process fails, its kernel is
compiled on first use, like any other kernel. A helper ends when its standard input does, so none outlives this process,
whatever ends that. On Windows, where processes cannot share a pipe in this way, there are no helpers.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar, cast

import numpy as np

from wordle_compiler.kernels import machine_code
from wordle_compiler.kernels.context import NO_LAYOUT, Context, dtype_of
from wordle_compiler.kernels.declaration import Declaration, Inlined
from wordle_compiler.kernels.layout import IS_PLAIN, Layout
from wordle_compiler.kernels.self_check import are_checked, check_libraries
from wordle_compiler.machine.cache_folder import ensure_cache_folder, name_of_state
from wordle_compiler.machine.progress import tell_of_kernels
from wordle_compiler.machine.workers import default_workers

if not IS_PLAIN:
    # The sources are looked at once, when they are imported.
    name_of_state()

Function = TypeVar("Function", bound=Callable[..., Any])
Request = tuple[Callable[..., Any], Layout]
"""A kernel, and the layout to compile it for."""

_MOST_PROCESSES = 4
_FEWEST_KERNELS = 4
"""The number of missing kernels that justifies another process, which takes most of a second to start."""

_PLACE_BYTES = 2
"""The size of a kernel's place in the shared pipe."""

_HELPER = f"""\
import os, pickle, sys, threading
kernels = pickle.load(sys.stdin.buffer)
# Not by `sys.stdin`, whose lock the interpreter wants when it ends.
threading.Thread(target=lambda: os.read(0, 1) or os._exit(1), daemon=True).start()
from {__name__} import help_to_compile
help_to_compile(int(sys.argv[1]), kernels)
"""
"""The program of a helper. It ends when its input ends, which is when the process that started it ends, by whatever
signal: it looks for that before it imports anything, which takes seconds on a busy machine."""

_preparing = threading.Lock()
"""Held by the one thread of this process that prepares kernels."""

_lock = threading.RLock()
"""Held while kernels are compiled or linked."""


def prepare(requests: Iterable[Request], n_processes: int | None = None) -> None:
    """Makes sure that the folder holds the requested kernels and everything they call, for their layouts.

    Cheap if nothing is missing; otherwise it notifies the listeners of `progress.telling_of_kernels`, and `n_processes`
    compile, this one included; None means one for each processor, up to 4.

    Raises:
        InputError: The first time that the installed libraries compile: they do not compile as this program expects.
    """
    if IS_PLAIN:
        return
    # Only one thread compiles at a time; the others wait and then find the kernels.
    with _preparing:
        needed: dict[str, tuple[Declaration, Layout]] = {}
        for request, layout in requests:
            kernel = cast("Declaration", request)
            if not kernel.is_loaded(layout):
                needed |= {each.symbol(layout): (each, layout) for each in kernel.with_callees(layout)}

        def missing() -> list[tuple[Declaration, Layout]]:
            return [item for item in needed.values() if not is_there(*item)]

        if needed and not (are_checked() and not missing()):
            with contextlib.ExitStack() as stack:
                # Other processes wait, and then find most of their kernels in the folder. Without locks (Windows, some
                # network folders) each process compiles for itself.
                with contextlib.suppress(ImportError, OSError):
                    import fcntl

                    folder = os.open(ensure_cache_folder(), os.O_RDONLY)
                    stack.callback(os.close, folder)
                    fcntl.flock(folder, fcntl.LOCK_EX)
                _compile(missing(), n_processes or min(default_workers(), _MOST_PROCESSES))


def is_there(kernel: Declaration, layout: Layout) -> bool:
    """Returns whether a kernel need not be compiled; its file may still turn out to be damaged."""
    return kernel.is_loaded(layout) or machine_code.is_stored(kernel.symbol(layout))


def load(kernel: Declaration, layout: Layout) -> int:
    """Loads a kernel and its callees, or compiles them; returns the kernel's address."""
    with _lock:
        for each in kernel.with_callees(layout):
            if not each.is_loaded(layout):
                symbol = each.symbol(layout)
                code = machine_code.read(symbol) or _compile_alone(each, layout)
                each.addresses[symbol] = machine_code.link(symbol, code)
        return kernel.addresses[kernel.symbol(layout)]


def _compile_alone(kernel: Declaration, layout: Layout) -> machine_code.MachineCode:
    """Compiles a kernel into the kernel folder, without its callees, and without loading it."""
    # Loading numba takes longer than most searches.
    from wordle_compiler.kernels.generation import generate

    with _lock:
        code: machine_code.MachineCode = generate(kernel, layout)
        machine_code.store(kernel.symbol(layout), code)
        return code


def _compile(missing: list[tuple[Declaration, Layout]], n_processes: int) -> None:
    """Checks the libraries, and compiles kernels into the folder."""
    # The largest kernels take longest, so they come first; their callees need not be compiled yet.
    missing.sort(key=lambda item: -len(item[0].function.__code__.co_code))
    message = pickle.dumps([(each.function.__module__, each.__name__, tuple(layout)) for each, layout in missing])
    n_helpers = min(n_processes - 1, len(missing) // _FEWEST_KERNELS) if os.name == "posix" else 0
    with contextlib.ExitStack() as stack:
        # The collector looks at all the objects that numba makes and finds next to nothing: a tenth of the time.
        if gc.isenabled():
            gc.disable()
            stack.callback(gc.enable)
        queue, end = os.pipe()
        stack.callback(os.close, queue)
        os.write(end, b"".join(place.to_bytes(_PLACE_BYTES) for place in range(len(missing))))
        os.close(end)
        helpers = [stack.enter_context(_helper(queue, message)) for _ in range(n_helpers)]
        # While the helpers start.
        check_libraries(load)
        tell_of_kernels(0, len(missing))
        for place in _taken(queue):
            _compile_alone(*missing[place])
            tell_of_kernels(sum(is_there(*item) for item in missing), len(missing))
        for helper in helpers:
            helper.wait()
            tell_of_kernels(sum(is_there(*item) for item in missing), len(missing))


def _taken(queue: int) -> Iterator[int]:
    """Takes places out of the shared pipe, each of which one process gets, until none is left."""
    while place := os.read(queue, _PLACE_BYTES):
        yield int.from_bytes(place)


@contextlib.contextmanager
def _helper(queue: int, message: bytes) -> Iterator[subprocess.Popen[bytes]]:
    """Runs a helper, which gets the kernels on its standard input; that stays open as long as this process wants it."""
    helper = subprocess.Popen(
        [sys.executable, "-P", "-c", _HELPER, str(queue)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=[queue],
    )
    assert helper.stdin is not None
    try:
        # A helper that has already exited leaves its work to the others.
        with contextlib.suppress(OSError):
            helper.stdin.write(message)
            helper.stdin.flush()
        yield helper
    finally:
        helper.kill()
        with contextlib.suppress(OSError):
            helper.stdin.close()
        helper.wait()


def help_to_compile(queue: int, kernels: list[tuple[str, str, tuple[Any, ...]]]) -> None:
    """Runs in a helper process: compiles every kernel that it can take."""
    gc.disable()
    for place in _taken(queue):
        module, name, layout = kernels[place]
        _compile_alone(getattr(importlib.import_module(module), name), Layout(*layout))


class Kernel(Declaration):
    """A function that numba compiles; see the module docstring. Thread-safe."""

    def __init__(self, function: Callable[..., Any], when: str | None = None) -> None:
        super().__init__(function, when)
        self._ready: dict[Layout, Callable[..., Any]] = {}

    def __call__(self, *arguments: Any) -> Any:
        """Calls the kernel from Python.

        Raises:
            TypeError: An argument does not have the declared type.
        """
        layout = self._layout_of(arguments)
        if (call := self._ready.get(layout)) is None:
            prepare([(self, layout)])
            call = machine_code.callable_at(load(self, layout), self.__name__, *self.types(layout))
            self._ready[layout] = call
        return call(*arguments)

    def _layout_of(self, arguments: tuple[Any, ...]) -> Layout:
        """Returns the layout of a call: that of a context, or the one inferred from the arrays' dtypes."""
        codes, is_weighted = "uint8", False
        for hint, argument in zip(self._hints.values(), arguments, strict=False):
            if isinstance(argument, Context) and argument.layout is not NO_LAYOUT:
                return argument.layout
            dtype = dtype_of(hint)
            if dtype == "codes":
                codes = argument.dtype.type.__name__
            is_weighted |= dtype == "values" and argument.dtype == np.int64
        return Layout(codes, is_weighted=is_weighted)


def inlined(function: Function) -> Function:
    """Marks a function of a few lines that numba links into each kernel that calls it."""
    made: Any = function if IS_PLAIN else Inlined(function)
    return made  # type: ignore[no-any-return]


def kernel(function: Function) -> Function:
    """Makes a function a kernel.

    Its parameters and its result must be annotated with integers, booleans, contexts, or the array types of `layout`.
    """
    made: Any = function if IS_PLAIN else Kernel(function)
    return made  # type: ignore[no-any-return]


def kernel_when(condition: str) -> Callable[[Function], Function]:
    """Makes a function a kernel that has something to do only for layouts with a property, such as `is_few`.

    See `Declaration.leaves_out`.
    """
    made: Any = (lambda function: function) if IS_PLAIN else (lambda function: Kernel(function, condition))
    return made  # type: ignore[no-any-return]
