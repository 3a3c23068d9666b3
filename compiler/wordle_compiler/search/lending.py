"""Calls of compiled kernels by address, with arrays that are lent to them: nobody counts references to those.

numba counts how often each array is referred to, by atomic instructions, and a kernel that calls itself passes on some
fifty arrays: on sets of few candidates that took half of a search's time, and more of a proof's. The caller of a kernel
holds all its arrays until it is done, so the counts are of no use. An array without an owner has none.

And a kernel that is called by its address is not compiled once more into each that calls it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from numba import njit, typeof
from numba.core import cgutils, config, types
from numba.extending import intrinsic

from wordle_compiler.errors import CompilerError

Value = TypeVar("Value")

_uncompiled: list[Callable[..., int]] = []
"""The kernels that were asked for where numba's compiler is switched off."""

if TYPE_CHECKING:
    # As a kernel, `call_at` takes two arguments.
    def call_at(address: int, arguments: tuple[Any, ...]) -> int:
        """Calls the kernel at an address, which must be one for these types of arguments and return an int64."""

    def lent(value: Value) -> Value:
        """Returns an array, or a tuple that may hold arrays, without its owners; must not outlive them."""

elif config.DISABLE_JIT:
    # Nothing is compiled, so there are no addresses: a kernel's place in `_uncompiled` stands for one.
    def call_at(address, arguments):
        """Calls the kernel that `address_of` gave this number."""
        return _uncompiled[address - 1](*arguments)

    def lent(value):
        """Returns what it is given."""
        return value

else:

    @intrinsic
    def call_at(_context, address, arguments):
        """Calls the kernel at an address."""

        def generate(context, builder, signature, values):
            argument_types = list(signature.args[1])
            function = context.call_conv.get_function_type(types.int64, argument_types)
            status, result = context.call_conv.call_function(
                builder,
                builder.inttoptr(values[0], function.as_pointer()),
                types.int64,
                argument_types,
                cgutils.unpack_tuple(builder, values[1], len(argument_types)),
            )
            with cgutils.if_unlikely(builder, status.is_error):
                context.call_conv.return_status_propagate(builder, status)
            return result

        return types.int64(address, arguments), generate

    @intrinsic
    def lent(_context, value):
        """Returns an array, or a tuple that may hold arrays, without its owners."""

        def generate(context, builder, signature, values):
            return _without_owner(context, builder, signature.args[0], values[0])

        return value(value), generate

    def _without_owner(context, builder, kind, value):
        if isinstance(kind, types.BaseTuple):
            for i, part in enumerate(kind):
                inner = _without_owner(context, builder, part, builder.extract_value(value, i))
                value = builder.insert_value(value, inner, i)
        elif isinstance(kind, types.Array):
            model = context.data_model_manager[kind]
            for field in ("meminfo", "parent"):
                place = model.get_field_position(field)
                owner = builder.extract_value(value, place)
                value = builder.insert_value(value, cgutils.get_null_value(owner.type), place)
        return value


@njit(cache=True, nogil=True)
def call_lent(address: int, arguments: tuple[Any, ...]) -> int:
    """Calls the kernel at an address as `call_at` does, with the arrays among the arguments lent to it.

    Their types must be just those that `address_of` was asked for: nothing checks them, and others are read as garbage.
    """
    return call_at(address, lent(arguments))


def address_of(kernel: Callable[..., int], arguments: tuple[Any, ...]) -> int:
    """Returns where a compiled kernel for arguments of these types begins, for as long as the process runs."""
    if config.DISABLE_JIT:  # type: ignore[attr-defined]
        if kernel not in _uncompiled:
            _uncompiled.append(kernel)
        return _uncompiled.index(kernel) + 1
    signature = tuple(typeof(argument) for argument in arguments)  # type: ignore[no-untyped-call]
    kernel.compile(signature)  # type: ignore[attr-defined]
    compiled = kernel.overloads[signature]  # type: ignore[attr-defined]
    address = int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))
    if address == 0:
        raise CompilerError(f"internal error: the kernel {kernel.__name__} has no address")
    return address
