"""A kernel as its annotations and its code declare it: its types, its symbol, and the kernels that it calls.

What a kernel refers to stands in its code: Python names every global and every attribute there, once functions within
it are refused. So nothing has to be declared twice, as the arguments of a decorator would, and nothing is guessed: a
name too many makes a kernel depend on what it does not use, and none is missed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from functools import cached_property, update_wrapper
from pathlib import Path
from types import CodeType
from typing import Any, get_type_hints

from wordle_compiler.kernels.context import ContextType, Type, type_of, what_is_read
from wordle_compiler.kernels.layout import Layout
from wordle_compiler.machine.cache_folder import PACKAGE

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


class Declaration:
    """What is known of a kernel without compiling it, and where its machine code is."""

    __name__: str

    def __init__(self, function: Callable[..., Any], when: str | None = None) -> None:
        """Takes the function; `when` names what a layout must be if it has anything to do there (None: always)."""
        self.function = function
        update_wrapper(self, function)
        self.names = names_in(function)
        self._when = when
        self._types: dict[Layout, tuple[Types, Type]] = {}
        self._symbols: dict[Layout, str] = {}
        # Of the machine code that this process has loaded, by symbol.
        self.addresses: dict[str, int] = {}

    def __call__(self, *arguments: Any) -> Any:
        """Runs the Python function; `Kernel` runs the machine code."""
        return self.function(*arguments)

    def is_loaded(self, layout: Layout) -> bool:
        """Returns whether this process has loaded the kernel."""
        return self.symbol(layout) in self.addresses

    def leaves_out(self, callee: Declaration, layout: Layout) -> bool:
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
            hints = dict(self._hints)
            result = type_of(hints.pop("return"), layout)
            self._types[layout] = tuple(type_of(hint, layout) for hint in hints.values()), result
        return self._types[layout]

    @cached_property
    def reads(self) -> frozenset[str]:
        """The names of all fields that the kernel reads of contexts; `generation` refuses any other.

        Those of the functions that numba links into it are among them.
        """
        return _names_with_inlined(self)

    @cached_property
    def _hints(self) -> dict[str, Any]:
        """The annotations of the parameters, in order, and of the result."""
        return get_type_hints(self.function, include_extras=True)

    @cached_property
    def callees(self) -> tuple[Declaration, ...]:
        """The kernels that this one calls; `generation` refuses a call of any other."""
        found = map(self.function.__globals__.get, self.names)
        return tuple(dict.fromkeys(other for other in found if isinstance(other, Declaration)))

    def with_callees(self, layout: Layout) -> Iterator[Declaration]:
        """Yields all kernels that a call of this one may run, each after the kernels it calls."""
        done: set[Declaration] = set()

        def visit(kernel: Declaration) -> Iterator[Declaration]:
            if kernel in done:
                return
            done.add(kernel)
            for other in kernel.callees:
                if not kernel.leaves_out(other, layout):
                    yield from visit(other)
            yield kernel

        yield from visit(self)

    def symbol(self, layout: Layout) -> str:
        """Returns the kernel's symbol for the linker, by which it is also stored.

        Layouts share it where they share the machine code: what the kernel reads has the same types, and so have the
        kernels that it calls.
        """
        if layout not in self._symbols:
            file = Path(self.function.__code__.co_filename)
            # The source of the kernels in the package determines the kernel folder.
            source = b"" if PACKAGE in file.parents else file.read_bytes()
            read = [what_is_read(kind, self.reads) for kind in self.types(layout)[0]]
            called = [c.symbol(layout) for c in self.callees if c is not self and not self.leaves_out(c, layout)]
            digest = hashlib.sha256(repr((read, called)).encode() + source).hexdigest()[:16]
            self._symbols[layout] = f"wordle_tree.{self.function.__module__}.{self.__name__}.{digest}"
        return self._symbols[layout]


def _names_with_inlined(declared: Declaration | Inlined) -> frozenset[str]:
    others = map(declared.function.__globals__.get, declared.names)
    linked = (_names_with_inlined(other) for other in others if isinstance(other, Inlined))
    return frozenset(declared.names).union(*linked)
