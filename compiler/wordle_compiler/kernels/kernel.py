"""The decorator `kernel`: numba compiles the function once per layout, and its callers do not compile it again.

A kernel's machine code exists once in a process, under a symbol that the linker knows, and its callers refer to that
symbol. So a kernel's types must be known without compiling it; its annotations declare them. Where the kernel folder
has the machine code, numba is not even loaded.

What a kernel refers to stands in its code: Python names every global and every attribute there, once functions within
it are refused. So nothing has to be declared twice, as the arguments of a decorator would, and nothing is guessed: a
name too many makes a kernel depend on what it does not use, and none is missed.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Callable, Iterator
from functools import cached_property, update_wrapper
from pathlib import Path
from types import CodeType
from typing import Any, TypeVar, get_type_hints, overload

import numpy as np

from wordle_compiler.kernels.context import Context, ContextType, Type, dtype_of, type_of
from wordle_compiler.kernels.layout import IS_PLAIN, STATICS, Layout
from wordle_compiler.machine.cache_folder import PACKAGE, name_of_state

if not IS_PLAIN:
    # The sources are looked at once, when they are imported.
    name_of_state()

Function = TypeVar("Function", bound=Callable[..., Any])
Types = tuple[Type, ...]


def names_in(function: Callable[..., Any]) -> tuple[str, ...]:
    """Returns the names of all globals and attributes in a function.

    Raises:
        TypeError: Some are hidden, by a function within it (a comprehension in Python 3.11), or by one around it.
    """
    code = function.__code__
    if code.co_freevars or any(isinstance(part, CodeType) for part in code.co_consts):
        raise TypeError(f"{function.__name__} is a kernel: it cannot have functions within it or around it")
    return code.co_names


class Inlined:
    """A function of a few lines that numba links into each kernel that calls it."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self.function = function
        self.names = names_in(function)
        update_wrapper(self, function)

    def __call__(self, *arguments: Any) -> Any:
        """Runs the Python function."""
        return self.function(*arguments)


class Kernel:
    """A function that numba compiles; what is known of it without compiling it, and where its machine code is.

    Thread-safe.

    Attributes:
        function: The Python function.
        names: The names of all globals and attributes in it.
        addresses: The addresses of the machine code that this process has loaded, by the types of the arguments.
    """

    __name__: str

    def __init__(self, function: Callable[..., Any], when: str | None = None) -> None:
        """Takes the function; `when` names what a layout must be if it has anything to do there (None: always)."""
        self.function = function
        update_wrapper(self, function)
        self.names = names_in(function)
        self._when = when
        self._types: dict[Layout, tuple[Types, Type]] = {}
        self._symbols: dict[Layout, str] = {}
        self._ready: dict[Layout, Callable[..., Any]] = {}
        self.addresses: dict[Types, int] = {}

    def __call__(self, *arguments: Any) -> Any:
        """Calls the kernel from Python.

        Raises:
            TypeError: An argument does not have the declared type.
        """
        layout = self._layout_of(arguments)
        call = self._ready.get(layout)
        if call is None:
            # It imports this file.
            from wordle_compiler.kernels import compiling, machine_code

            compiling.prepare([(self, layout)])
            call = machine_code.callable_at(compiling.load(self, layout), self.__name__, *self.types(layout))
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

    def is_loaded(self, layout: Layout) -> bool:
        """Returns whether this process has loaded the kernel."""
        return self.types(layout)[0] in self.addresses

    def leaves_out(self, callee: Kernel, layout: Layout) -> bool:
        """Returns whether calls of `callee` are replaced by 0, because it has nothing to do in games of this layout.

        Only a kernel whose own types distinguish layouts, through a context's static fields, may leave out a callee;
        the machine code of any other kernel serves all layouts.
        """
        if callee._when is None or getattr(layout, callee._when):
            return False
        contexts = [kind for kind in self.types(layout)[0] if isinstance(kind, ContextType)]
        return any(isinstance(field, int) for kind in contexts for _, field in kind.fields)

    def types(self, layout: Layout) -> tuple[Types, Type]:
        """Returns the types of the arguments and of the result."""
        if layout not in self._types:
            # Statics that the kernel does not use are set to one value, so that layouts share its machine code.
            same = {name: STATICS[name][0] for name in STATICS.keys() - self.looks_at}
            common = layout._replace(**same)
            hints = dict(self._hints)
            result = type_of(hints.pop("return"), common)
            self._types[layout] = tuple(type_of(hint, common) for hint in hints.values()), result
        return self._types[layout]

    @cached_property
    def looks_at(self) -> frozenset[str]:
        """The names in `STATICS` on which the kernel, or a kernel that it calls, depends.

        `generation` refuses to read any other.
        """
        found = STATICS.keys() & set(self.names)
        for callee in self.callees:
            if callee is not self:
                found |= callee.looks_at | callee.wanted_by()
        return frozenset(found)

    def wanted_by(self) -> frozenset[str]:
        """Returns the names in `STATICS` that decide whether the kernel has anything to do; see `leaves_out`."""
        if self._when is None:
            return frozenset()
        layouts = [Layout("uint8", rule, is_few=is_few) for rule, is_few in itertools.product(*STATICS.values())]
        return frozenset(
            name
            for name, values in STATICS.items()
            for layout in layouts
            if getattr(layout, self._when) != getattr(layout._replace(**{name: values[0]}), self._when)
        )

    @cached_property
    def _hints(self) -> dict[str, Any]:
        """The annotations of the parameters, in order, and of the result."""
        return get_type_hints(self.function, include_extras=True)

    @cached_property
    def callees(self) -> tuple[Kernel, ...]:
        """The kernels that this one calls; `generation` refuses a call of any other."""
        found = map(self.function.__globals__.get, self.names)
        return tuple(dict.fromkeys(other for other in found if isinstance(other, Kernel)))

    def callees_in(self, layout: Layout) -> list[Kernel]:
        """Returns the kernels that this one calls for a layout."""
        return [other for other in self.callees if not self.leaves_out(other, layout)]

    def with_callees(self, layout: Layout) -> Iterator[Kernel]:
        """Yields all kernels that a call of this one may run, each after the kernels it calls."""
        done: set[Kernel] = set()

        def visit(kernel: Kernel) -> Iterator[Kernel]:
            if kernel in done:
                return
            done.add(kernel)
            for other in kernel.callees_in(layout):
                yield from visit(other)
            yield kernel

        yield from visit(self)

    def symbol(self, layout: Layout) -> str:
        """Returns the kernel's symbol for the linker, by which it is also stored; it differs for different types."""
        if layout not in self._symbols:
            digest = hashlib.sha256(repr(self.types(layout)[0]).encode() + self._source()).hexdigest()[:16]
            self._symbols[layout] = f"wordle_tree.{self.function.__module__}.{self.__name__}.{digest}"
        return self._symbols[layout]

    def _source(self) -> bytes:
        """Returns the source of a kernel outside the package; that of the others determines the kernel folder."""
        file = Path(self.function.__code__.co_filename)
        return b"" if PACKAGE in file.parents else file.read_bytes()


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
            it always has. See `Kernel.leaves_out`.
    """
    if IS_PLAIN:
        return function if function is not None else lambda later: later
    if function is None:
        return lambda later: Kernel(later, when)
    return Kernel(function, when)
