"""Contexts: many arrays passed to a kernel as one argument, the address of a block of their addresses.

In Python, a context is an object with arrays, integers and other contexts as attributes. In a kernel, `context.name` is
the array or integer. Arrays have no owner in a kernel, so there is no reference counting, and the argument is one word
however many fields there are. A context must outlive every call that uses it.

A `Record` is a context of integers in a row of an array, which Python and kernels also write: `record.name = 3`.
"""

# numba is only partly typed.
# mypy: disable-error-code="no-untyped-call, untyped-decorator, misc, import-untyped, arg-type, override, attr-defined"

from __future__ import annotations

import hashlib
from functools import cache
from typing import Annotated, Any, ClassVar, Self, get_args, get_origin, get_type_hints

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils, config
from numba.core.typeconv import Conversion
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    NativeValue,
    infer_getattr,
    intrinsic,
    lower_cast,
    lower_getattr_generic,
    lower_setattr_generic,
    models,
    register_model,
    typeof_impl,
    unbox,
)
from numba.np.arrayobj import make_array, populate_array
from numba.np.numpy_support import from_dtype
from numpy.typing import NDArray

from wordle_compiler.kernels.layout import Layout, Of, Static

_WORD = ir.IntType(64)


class Context:
    """The base of all contexts. A subclass names its fields by annotations, in the order of its constructor.

    Attributes:
        layout: The properties of the game that determine the fields' types; meaningless unless `has_layout`.
        context_type: The context's type in kernels.
        is_fixed: Whether the words of the block never change, so that a kernel may read each of them once.
    """

    is_fixed: ClassVar[bool] = True

    def __init__(self, layout: Layout | None, *values: Any) -> None:
        """Takes the layout (None if no field depends on it) and the values of the fields that are not static.

        Values are arrays (C-contiguous, with exactly the declared types), integers, or contexts.

        Raises:
            TypeError: A value does not have its field's declared type.
        """
        self.has_layout = layout is not None
        self.layout = layout or _NO_LAYOUT
        self.context_type = type(self).type_for(self.layout)
        words: list[int] = []
        rest = iter(values)
        for name, field in self.context_type.fields:
            if isinstance(field, int):
                setattr(self, name, field)
                continue
            value = next(rest)
            setattr(self, name, value)
            if isinstance(field, types.Array):
                check_array(value, field, f"{type(self).__name__}.{name}")
                words += [value.ctypes.data, *value.shape]
            else:
                words.append(value.address if isinstance(field, ContextType) else int(value))
        self._block = np.array(words, np.int64)
        self.address: int = self._block.ctypes.data

    @classmethod
    def type_for(cls, layout: Layout) -> ContextType:
        """Returns the context's type in kernels."""
        return _context_type(cls, layout)

    def replaced(self, **changes: Any) -> Self:
        """Returns a copy with other values in some fields."""
        fields = [name for name, field in self.context_type.fields if not isinstance(field, int)]
        layout = self.layout if self.has_layout else None
        return type(self)(layout, *(changes[name] if name in changes else getattr(self, name) for name in fields))


class Record(Context):
    """The base of contexts that consist of integers, flags and hashes in a row of an array, and that can be changed."""

    is_fixed = False

    def __init__(self, words: NDArray[np.int64]) -> None:
        """Takes the row, which holds one word for each field; it is neither copied nor cleared."""
        self.has_layout = False
        self.layout = _NO_LAYOUT
        self.context_type = type(self).type_for(_NO_LAYOUT)
        self._block = words
        self.address = words.ctypes.data

    def __init_subclass__(cls) -> None:
        """Makes each annotated field a property that reads and writes its word."""
        cls.n_words = len(cls.__annotations__)
        for place, (name, hint) in enumerate(cls.__annotations__.items()):
            setattr(cls, name, _word(place, hint))

    n_words: ClassVar[int] = 0
    """The number of words in a row."""


_NO_LAYOUT = Layout("uint8")
"""Stands for the layout of a context whose fields do not depend on one."""

_MASK = (1 << 64) - 1


def _word(place: int, hint: str) -> property:
    """Returns the property for the field at `place`, annotated as `hint`."""
    convert: Any = {"int": np.int64, "bool": bool, "np.uint64": lambda word: np.uint64(int(word) & _MASK)}[hint]

    def read(record: Record) -> Any:
        return convert(record._block[place])

    def write(record: Record, value: Any) -> None:
        record._block[place] = value.astype(np.int64) if isinstance(value, np.uint64) else value

    return property(read, write)


def record_at(cls: type[Record]) -> Any:
    """Returns the function by which a kernel views a row of words as a record of class `cls`."""
    if config.DISABLE_JIT:
        return cls

    @intrinsic
    def at(_context, words):  # type: ignore[no-untyped-def]
        def generate(context, builder, signature, values):  # type: ignore[no-untyped-def]
            block = make_array(signature.args[0])(context, builder, values[0])
            return builder.ptrtoint(block.data, _WORD)

        return cls.type_for(_NO_LAYOUT)(words), generate

    return at


def check_array(value: Any, kind: types.Array, name: str) -> None:
    """Raises `TypeError` if a value is not an array of the given type; a kernel would read the wrong memory."""
    if not (
        isinstance(value, np.ndarray)
        and from_dtype(value.dtype) == kind.dtype
        and value.ndim == kind.ndim
        and value.flags.c_contiguous
    ):
        raise TypeError(f"{name} must be {kind}, not {getattr(value, 'dtype', type(value))}")


def dtype_of(hint: Any) -> str:
    """Returns the dtype in an annotation from `layout`, or an empty string for other annotations."""
    arguments = get_args(hint)
    return arguments[1].dtype if get_origin(hint) is Annotated and isinstance(arguments[1], Of) else ""


def numba_type(hint: Any, layout: Layout) -> types.Type:
    """Returns the numba type of an annotation for a layout."""
    simple = {int: types.int64, bool: types.boolean, np.uint64: types.uint64, type(None): types.none}
    if hint in simple:
        return simple[hint]
    if isinstance(hint, type) and issubclass(hint, Context):
        return hint.type_for(layout)
    origin, arguments = get_origin(hint), get_args(hint)
    if name := dtype_of(hint):
        dtype = getattr(layout, name) if name in {"codes", "values"} else name
        return types.Array(from_dtype(np.dtype(dtype)), arguments[1].n_dimensions, "C")
    if origin is np.ndarray or origin is NDArray:
        # From Python 3.12 on, NumPy 2.5 has an alias that stands for itself, not for an ndarray with two arguments.
        dtype = arguments[0] if origin is NDArray else get_args(arguments[1])[0]
        return types.Array(from_dtype(np.dtype(dtype)), 1, "C")
    if origin is tuple:
        return types.Tuple([numba_type(part, layout) for part in arguments])
    raise TypeError(f"a kernel cannot take {hint}")


class ContextType(types.Type):
    """The type of a context in kernels.

    `fields` pairs names with numba types, or with integers for static fields. Contexts with the same `block` differ
    only in their static fields.
    """

    def __init__(self, name: str, fields: tuple[tuple[str, Any], ...], *, is_fixed: bool) -> None:
        self.fields = fields
        self.is_fixed = is_fixed
        self.places: dict[str, tuple[int, Any]] = {}
        place = 0
        for field, kind in fields:
            self.places[field] = (place, kind)
            place += 0 if isinstance(kind, int) else 1 + (kind.ndim if isinstance(kind, types.Array) else 0)
        self.block = f"{name}_{_digest([field for field in fields if not isinstance(field[1], int)])}"
        super().__init__(name=f"{name}_{_digest(fields)}")

    def can_convert_to(self, _context: Any, other: types.Type) -> Any:
        """Allows a conversion if the types differ only in static fields, which the block does not contain."""
        return Conversion.safe if isinstance(other, ContextType) and other.block == self.block else None


def _digest(fields: object) -> str:
    return hashlib.sha256(repr(fields).encode()).hexdigest()[:8]


@lower_cast(ContextType, ContextType)
def _cast(_context: Any, _builder: Any, _from: ContextType, _to: ContextType, value: Any) -> Any:
    return value


@cache
def _context_type(cls: type[Context], layout: Layout) -> ContextType:
    fields = []
    for name, hint in get_type_hints(cls, include_extras=True).items():
        if get_origin(hint) is ClassVar:
            continue
        kind: Any = int(getattr(layout, name)) if hint == Static else numba_type(hint, layout)
        fields.append((name, kind))
    return ContextType(cls.__name__, tuple(fields), is_fixed=cls.is_fixed)


@register_model(ContextType)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: ContextType) -> None:
        super().__init__(manager, kind, _WORD)


@infer_getattr
class _Attributes(AttributeTemplate):
    key = ContextType

    def generic_resolve(self, kind: ContextType, attribute: str) -> Any:
        if attribute not in kind.places:
            return None
        field = kind.places[attribute][1]
        return types.int64 if isinstance(field, int) else field


@lower_getattr_generic(ContextType)
def _load(context: Any, builder: Any, kind: ContextType, value: Any, attribute: str) -> Any:
    place, field = kind.places[attribute]
    if isinstance(field, int):
        return ir.Constant(_WORD, field)
    block = builder.inttoptr(value, _WORD.as_pointer())

    def read(i: int) -> Any:
        word = builder.load(cgutils.gep_inbounds(builder, block, place + i))
        if kind.is_fixed:
            word.set_metadata("invariant.load", builder.module.add_metadata([]))
        return word

    if field == types.boolean:
        return builder.icmp_signed("!=", read(0), ir.Constant(_WORD, 0))
    if not isinstance(field, types.Array):
        return read(0)
    array = make_array(field)(context, builder)
    data_type = context.get_data_type(field.dtype)
    itemsize = context.get_abi_sizeof(data_type)
    shape = [read(1 + axis) for axis in range(field.ndim)]
    strides = [ir.Constant(_WORD, itemsize)]
    for extent in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], extent))
    populate_array(
        array,
        data=builder.inttoptr(read(0), data_type.as_pointer()),
        shape=cgutils.pack_array(builder, shape),
        strides=cgutils.pack_array(builder, strides),
        itemsize=ir.Constant(_WORD, itemsize),
        meminfo=None,
    )
    return array._getvalue()


@lower_setattr_generic(ContextType)
def _store(_context: Any, builder: Any, signature: Any, values: Any, attribute: str) -> None:
    kind, field = signature.args
    place = kind.places[attribute][0]
    block = builder.inttoptr(values[0], _WORD.as_pointer())
    word = builder.zext(values[1], _WORD) if field == types.boolean else values[1]
    builder.store(word, cgutils.gep_inbounds(builder, block, place))


@unbox(ContextType)
def _unbox(_kind: ContextType, instance: Any, c: Any) -> NativeValue:
    address = c.pyapi.object_getattr_string(instance, "address")
    value = c.pyapi.long_as_longlong(address)
    c.pyapi.decref(address)
    return NativeValue(value, is_error=cgutils.is_not_null(c.builder, c.pyapi.err_occurred()))


@typeof_impl.register(Context)
def _typeof(value: Context, _c: object) -> ContextType:
    return value.context_type
