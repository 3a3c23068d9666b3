"""The decorator `kernel`: numba compiles the function once per layout, and its callers do not compile it again.

A kernel's machine code exists once in a process, under a symbol that the linker knows, and its callers refer to that
symbol. So a kernel's types must be known without compiling it; its annotations declare them. Where the kernel folder
has the machine code, numba is not even loaded.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, overload

import numpy as np

from wordle_compiler.kernels import machine_code
from wordle_compiler.kernels.compiling import load, prepare
from wordle_compiler.kernels.context import Context, dtype_of
from wordle_compiler.kernels.declaration import Declaration, Inlined
from wordle_compiler.kernels.layout import IS_PLAIN, Layout
from wordle_compiler.machine.cache_folder import name_of_state

if not IS_PLAIN:
    # The sources are looked at once, when they are imported.
    name_of_state()

Function = TypeVar("Function", bound=Callable[..., Any])


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
        call = self._ready.get(layout)
        if call is None:
            prepare([(self, layout)])
            call = machine_code.callable_at(load(self, layout), self.__name__, *self.types(layout))
            self._ready[layout] = call
        return call(*arguments)

    def _layout_of(self, arguments: tuple[Any, ...]) -> Layout:
        """Returns the layout of a call: that of a context, or the one inferred from the arrays' dtypes."""
        codes, is_weighted = "uint8", False
        for hint, argument in zip(self._hints.values(), arguments, strict=False):
            if isinstance(argument, Context) and argument.has_layout:
                return argument.layout
            dtype = dtype_of(hint)
            if dtype == "codes":
                codes = argument.dtype.name
            is_weighted |= dtype == "values" and argument.dtype == np.int64
        return Layout(codes, is_weighted=is_weighted)


def inlined(function: Function) -> Function:
    """Marks a function of a few lines that numba links into each kernel that calls it."""
    made: Any = function if IS_PLAIN else Inlined(function)
    return made  # type: ignore[no-any-return]


@overload
def kernel(function: Function, /) -> Function: ...


@overload
def kernel(*, when: str) -> Callable[[Function], Function]: ...


def kernel(function: Callable[..., Any] | None = None, /, *, when: str | None = None) -> Any:
    """Makes a function a kernel.

    Its parameters and its result must be annotated with integers, booleans, contexts, or the array types of `layout`.

    Args:
        function: The function.
        when: The property that a layout must have if the kernel has anything to do for it, such as `is_few`; None means
            it always has. See `Declaration.leaves_out`.
    """
    if IS_PLAIN:
        return function if function is not None else lambda later: later
    if function is None:
        return lambda later: Kernel(later, when)
    return Kernel(function, when)
