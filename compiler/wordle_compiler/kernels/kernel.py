"""The decorator `kernel`: numba compiles the function once per layout, and its callers do not compile it again.

numba links a compiled function into each caller and optimises it there again. A kernel's machine code exists once,
under a symbol that the process's linker knows, and its callers refer to that symbol. So a kernel's types must be known
without compiling it; its annotations declare them.
"""

# numba is only partly typed.
# mypy: disable-error-code="no-untyped-call, misc, import-untyped, attr-defined, call-overload, no-any-return"

from __future__ import annotations

import hashlib
import itertools
import threading
from collections.abc import Callable, Iterator
from typing import Any, TypeVar, get_type_hints, overload

import llvmlite.binding
import numpy as np
from numba import njit, types
from numba.core import cgutils, config
from numba.core.errors import TypingError
from numba.core.typing import signature
from numba.extending import lower_builtin, models, register_model, typeof_impl
from numba.np.numpy_support import as_dtype

from wordle_compiler.kernels.compiling import prepare
from wordle_compiler.kernels.context import Context, ContextType, dtype_of, numba_type
from wordle_compiler.kernels.layout import STATICS, Layout
from wordle_compiler.machine.cache_folder import ensure_cache_folder
from wordle_compiler.machine.errors import CompilerError

ensure_cache_folder()

_lock = threading.RLock()
"""Guards `_compiling`, and every kernel's compiled code while it is being added."""

_compiling: list[tuple[Kernel | None, Layout]] = []
"""The kernels that the thread holding the lock is compiling, innermost last."""

_NOWHERE = 1
"""Stands for an address that is never called."""

Function = TypeVar("Function", bound=Callable[..., Any])

Types = tuple[types.Type, ...]
Ready = tuple[Callable[..., Any], list[Any]]


class Kernel:
    """A function that numba compiles; see the module docstring. Thread-safe.

    Attributes:
        function: The Python function.
        is_entry: Whether Python can call the kernel directly. Otherwise a call from Python compiles a wrapper first;
            only tests do so.
    """

    def __init__(self, function: Callable[..., Any], *, is_entry: bool, when: Callable[[Layout], bool] | None) -> None:
        self.function = function
        self.is_entry = is_entry
        self.__name__ = function.__name__
        self.__doc__ = function.__doc__
        self.__wrapped__ = function
        self._when = when
        self._dispatcher = njit(cache=True, nogil=True, no_cfunc_wrapper=True, no_cpython_wrapper=not is_entry)(
            function
        )
        self._hints: dict[str, Any] = {}
        self._types: dict[Layout, tuple[Types, types.Type]] = {}
        self._ready: dict[Layout, Ready] = {}
        self._entries: dict[Types, Callable[..., Any]] = {}
        self._addresses: dict[Types, int] = {}
        self._callees: tuple[Kernel, ...] | None = None
        self._looks_at: frozenset[str] | None = None
        lower_builtin(self, types.VarArg(types.Any))(self._generate)

    def __call__(self, *arguments: Any) -> Any:
        """Calls the kernel from Python.

        Raises:
            TypeError: An argument does not have the declared type.
        """
        layout = self._layout_of(arguments)
        entry, declared = self._ready.get(layout) or self._make_ready(layout)
        for value, wanted in zip(arguments, declared, strict=True):
            if wanted is None:
                continue
            if isinstance(wanted, ContextType):
                is_right = isinstance(value, Context) and value.context_type.block == wanted.block
            else:
                is_right = isinstance(value, np.ndarray) and (value.dtype, value.ndim) == wanted
                is_right = is_right and value.flags.c_contiguous
            if not is_right:
                raise TypeError(f"an argument of {self.__name__} must be {wanted}, not {_describe(value)}")
        return entry(*arguments)

    def _make_ready(self, layout: Layout) -> Ready:
        """Returns what a call needs for a layout: the entry function, and the required type of each argument."""
        kinds, _ = self.types(layout)
        declared = [
            (as_dtype(kind.dtype), kind.ndim) if isinstance(kind, types.Array)
            else kind if isinstance(kind, ContextType)
            else None
            for kind in kinds
        ]  # fmt: skip
        entry = self._entries.get(kinds) or self._entry(layout, kinds)
        self._ready[layout] = entry, declared
        return entry, declared

    def leaves_out(self, callee: Kernel, layout: Layout) -> bool:
        """Returns whether calls of `callee` are replaced by 0, because it has nothing to do in games of this layout.

        Only a kernel whose own types distinguish layouts, through a context's static fields, may leave out a callee;
        the machine code of any other kernel serves all layouts.
        """
        if callee._when is None or callee._when(layout):
            return False
        contexts = [kind for kind in self.types(layout)[0] if isinstance(kind, ContextType)]
        return any(isinstance(field, int) for kind in contexts for _, field in kind.fields)

    def types(self, layout: Layout) -> tuple[Types, types.Type]:
        """Returns the types of the arguments and of the result."""
        if layout not in self._types:
            # Statics that the kernel does not use are set to one value, so that layouts share its machine code.
            same = {name: values[0] for name, values in STATICS.items() if name not in self.looks_at()}
            common = layout._replace(**same)
            hints = dict(self.hints())
            result = numba_type(hints.pop("return"), common)
            self._types[layout] = tuple(numba_type(hint, common) for hint in hints.values()), result
        return self._types[layout]

    def looks_at(self) -> frozenset[str]:
        """Returns the names in `STATICS` on which the kernel, or a kernel that it calls, depends."""
        if self._looks_at is None:
            # Assigned only when complete, because other threads may read it.
            found = {name for name in STATICS if name in self.function.__code__.co_names}
            for callee in self.callees():
                if callee is not self:
                    found |= callee.looks_at() | callee.wanted_by()
            # The dtypes of some arrays depend on weights.
            dtypes = [
                [numba_type(hint, Layout("uint8", is_weighted=value)) for hint in self.hints().values()]
                for value in STATICS["is_weighted"]
            ]
            if [_block(kind) for kind in dtypes[0]] != [_block(kind) for kind in dtypes[1]]:
                found.add("is_weighted")
            self._looks_at = frozenset(found)
        return self._looks_at

    def wanted_by(self) -> frozenset[str]:
        """Returns the names in `STATICS` that decide whether the kernel has anything to do; see `leaves_out`."""
        if self._when is None:
            return frozenset()
        layouts = [
            Layout("uint8", *values)
            for values in itertools.product(*STATICS.values())
        ]  # fmt: skip
        return frozenset(
            name
            for name, values in STATICS.items()
            for layout in layouts
            if len({self._when(layout._replace(**{name: value})) for value in values}) > 1
        )

    def hints(self) -> dict[str, Any]:
        """Returns the annotations of the parameters, in order, and of the result."""
        if not self._hints:
            self._hints = get_type_hints(self.function, include_extras=True)
        return self._hints

    def callees(self) -> tuple[Kernel, ...]:
        """Returns the kernels that this one calls."""
        if self._callees is None:
            names = self.function.__code__.co_names
            found = (self.function.__globals__.get(name) for name in names)
            self._callees = tuple(other for other in found if isinstance(other, Kernel))
        return self._callees

    def callees_in(self, layout: Layout) -> list[Kernel]:
        """Returns the kernels that this one calls for a layout."""
        return [other for other in self.callees() if not self.leaves_out(other, layout)]

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

    @property
    def stats(self) -> Any:
        """Numba's counters: `cache_misses` counts compilations, and `cache_hits` counts loads."""
        return self._dispatcher.stats

    def is_loaded(self, layout: Layout) -> bool:
        """Returns whether this process has loaded the kernel."""
        return self.types(layout)[0] in self._addresses

    def is_cached(self, layout: Layout) -> bool:
        """Returns whether the kernel folder seems to hold the kernel; its file may still turn out to be unusable."""
        with _lock:
            index = self._dispatcher._cache._cache_file._load_index()
            kinds, result = self.types(layout)
            codegen = self._dispatcher.targetctx.codegen()
            key = self._dispatcher._cache._index_key(signature(result, *kinds), codegen)
            return key in index

    def load(self, layout: Layout) -> int:
        """Compiles the kernel and its callees, or loads them from the folder; returns the kernel's address."""
        with _lock:
            for kernel in self.with_callees(layout):
                kernel.load_alone(layout)
            return self._addresses[self.types(layout)[0]]

    def compile_alone(self, layout: Layout) -> None:
        """Compiles the kernel into the folder without its callees; this process must never run it."""
        with _lock:
            for callee in self.callees():
                if not callee.is_loaded(layout):
                    # The linker needs some address; the folder stores the code before linking.
                    llvmlite.binding.add_symbol(callee.symbol(layout), _NOWHERE)
            self._compile(layout)

    def load_alone(self, layout: Layout) -> None:
        """Does what `load` does, if the kernel's callees are loaded already."""
        kinds, _ = self.types(layout)
        if kinds in self._addresses:
            return
        compiled = self._compile(layout)
        address = int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))
        if address == 0:
            raise CompilerError(f"internal error: the kernel {self.__name__} has no address")
        llvmlite.binding.add_symbol(self.symbol(layout), address)
        self._addresses[kinds] = address
        if self.is_entry:
            self._entries[kinds] = compiled.entry_point

    def _compile(self, layout: Layout) -> Any:
        kinds, result = self.types(layout)
        _compiling.append((self, layout))
        try:
            self._dispatcher.compile(signature(result, *kinds))
        finally:
            _compiling.pop()
        return self._dispatcher.overloads[kinds]

    def _entry(self, layout: Layout, kinds: Types) -> Callable[..., Any]:
        """Returns the function that Python calls."""
        prepare([(self, layout)])
        with _lock:
            self.load(layout)
            if kinds not in self._entries:
                kernel = self

                @njit(nogil=True)
                def call(arguments):  # type: ignore[no-untyped-def]
                    return kernel(*arguments)

                together = (types.Tuple(kinds),)
                _compiling.append((None, layout))
                try:
                    call.compile(together)
                finally:
                    _compiling.pop()
                compiled = call.overloads[together].entry_point
                # Keep the function: its machine code is freed with it.
                self._entries[kinds] = lambda *arguments, _kept=call: compiled(arguments)
            return self._entries[kinds]

    def _layout_of(self, arguments: tuple[Any, ...]) -> Layout:
        """Returns the layout of a call: that of a context, or the one inferred from the arrays' dtypes."""
        if isinstance(arguments[0], Context) and arguments[0].has_layout:
            return arguments[0].layout
        codes, is_weighted = "uint8", False
        for hint, argument in zip(self.hints().values(), arguments, strict=False):
            if isinstance(argument, Context) and argument.has_layout:
                return argument.layout
            dtype = dtype_of(hint)
            if dtype == "codes":
                codes = argument.dtype.name
            is_weighted |= dtype == "values" and argument.dtype == np.int64
        return Layout(codes, is_weighted=is_weighted)

    def symbol(self, layout: Layout) -> str:
        """Returns the kernel's symbol for the linker; different types have different symbols."""
        kinds, _ = self.types(layout)
        digest = hashlib.sha256(repr(kinds).encode()).hexdigest()[:16]
        return f"wordle_tree.{self.function.__module__}.{self.__name__}.{digest}"

    def _generate(self, context: Any, builder: Any, call: Any, values: Any) -> Any:
        """Generates the code of a call to the kernel from another kernel."""
        caller, layout = _compiling[-1]
        if caller is not None and caller.leaves_out(self, layout):
            return context.get_constant_null(call.return_type)
        kinds = list(call.args)
        function_type = context.call_conv.get_function_type(call.return_type, kinds)
        if caller is self:
            function = builder.function
        else:
            function = cgutils.get_or_insert_function(builder.module, function_type, self.symbol(layout))
        status, result = context.call_conv.call_function(builder, function, call.return_type, kinds, values)
        with cgutils.if_unlikely(builder, status.is_error):
            context.call_conv.return_status_propagate(builder, status)
        return result


def _block(kind: types.Type) -> object:
    """Returns the part of a type that determines its memory layout."""
    return kind.block if isinstance(kind, ContextType) else kind


def _describe(value: Any) -> str:
    """Describes the type of an argument for a message."""
    if isinstance(value, Context):
        return str(value.context_type)
    if isinstance(value, np.ndarray):
        return f"{value.ndim}-dimensional {value.dtype}{'' if value.flags.c_contiguous else ', with gaps'}"
    return type(value).__name__


class _KernelType(types.Callable, types.Opaque):
    """The type of a kernel inside another kernel."""

    def __init__(self, kernel: Kernel) -> None:
        self.kernel = kernel
        super().__init__(f"kernel {kernel.function.__module__}.{kernel.__name__}")

    def get_call_type(self, _context: Any, arguments: Any, _keywords: Any) -> Any:
        kinds, result = self.kernel.types(_compiling[-1][1])
        if len(arguments) != len(kinds):
            raise TypingError(f"{self.kernel.__name__} takes {len(kinds)} arguments, not {len(arguments)}")
        for i, (kind, given) in enumerate(zip(kinds, arguments, strict=True)):
            is_wrong = isinstance(kind, types.Array) and kind != given
            if isinstance(kind, ContextType):
                is_wrong = not isinstance(given, ContextType) or given.block != kind.block
            if is_wrong:
                raise TypingError(f"argument {i} of {self.kernel.__name__} must be {kind}, not {given}")
        return signature(result, *kinds)

    def get_call_signatures(self) -> tuple[tuple[()], bool]:
        return (), True

    def get_impl_key(self, _signature: Any) -> Kernel:
        return self.kernel


register_model(_KernelType)(models.OpaqueModel)


@typeof_impl.register(Kernel)
def _typeof(value: Kernel, _c: object) -> _KernelType:
    return _KernelType(value)


def inlined(function: Function) -> Function:
    """Marks a function of a few lines that numba links into each kernel that calls it."""
    made: Function = njit(nogil=True, no_cfunc_wrapper=True, no_cpython_wrapper=True)(function)
    return made


@overload
def kernel(function: Function, /) -> Function: ...


@overload
def kernel(
    *, is_entry: bool = False, when: Callable[[Layout], bool] | None = None
) -> Callable[[Function], Function]: ...


def kernel(
    function: Callable[..., Any] | None = None,
    /,
    *,
    is_entry: bool = False,
    when: Callable[[Layout], bool] | None = None,
) -> Any:
    """Makes a function a kernel.

    Its parameters and its result must be annotated with integers, booleans, contexts, or the array types of `layout`.

    Args:
        function: The function.
        is_entry: Whether Python can call the kernel directly; see `Kernel`.
        when: Returns whether the kernel has anything to do for a layout; None means it always has. See
            `Kernel.leaves_out`.
    """
    if config.DISABLE_JIT:
        return function if function is not None else lambda later: later
    if function is None:
        return lambda later: Kernel(later, is_entry=is_entry, when=when)
    return Kernel(function, is_entry=is_entry, when=when)
