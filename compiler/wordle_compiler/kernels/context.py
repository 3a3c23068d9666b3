"""Contexts: many arrays passed to a kernel as one argument, the address of a block of their addresses.

In Python, a context is an object with arrays, integers and other contexts as attributes. In a kernel, `context.name` is
the array or integer. Arrays have no owner in a kernel, so there is no reference counting, and the argument is one word
however many fields there are. A context must outlive every call that uses it.

A `Record` is a context of integers in a row of an array, which Python and kernels also write: `record.name = 3`.

Types are described here without numba, which takes longer to load than most searches take; `generation` has numba's.
"""

# mypy: disable-error-code="arg-type"

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable
from copy import copy
from functools import cache
from typing import Annotated, Any, ClassVar, NamedTuple, Self, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.layout import Layout, Of, Sized, Static


class ArrayType(NamedTuple):
    """The type of a C-contiguous array in kernels."""

    dtype: np.dtype[Any]
    n_dimensions: int

    def __str__(self) -> str:
        return f"{self.n_dimensions}-dimensional {self.dtype.name}"

    def __repr__(self) -> str:
        """Returns what tells the type apart in symbols of kernels; numpy's text of a dtype takes 20 times as long."""
        return f"ArrayType({self.dtype.str}, {self.n_dimensions})"

    def holds(self, value: object) -> bool:
        """Returns whether a value is such an array; with any other value, a kernel would read the wrong memory."""
        return (
            isinstance(value, np.ndarray)
            and (value.dtype, value.ndim) == (self.dtype, self.n_dimensions)
            and value.flags.c_contiguous
        )


class ContextType(NamedTuple):
    """The type of a context in kernels.

    `fields` pairs names with types, or with integers for static fields. Contexts with the same `block` differ only in
    their static fields; `heads` are the blocks with which this one begins, those of the classes above a `Record`.
    """

    name: str
    fields: tuple[tuple[str, Any], ...]
    is_fixed: bool
    block: str
    heads: tuple[str, ...] = ()

    def begins_like(self, other: ContextType) -> bool:
        """Returns whether a kernel that expects the other type may read this one."""
        return other.block == self.block or other.block in self.heads

    def __str__(self) -> str:
        return f"{self.name}_{_digest(self.fields)}"

    def holds(self, value: object) -> bool:
        """Returns whether a value is a context whose memory has the layout of this type."""
        return isinstance(value, Context) and value.context_type.begins_like(self)


Type = str | ArrayType | ContextType | tuple[Any, ...]
"""The type of an argument or a result: an array, a context, a tuple of types, or int64, uint64, bool, or none."""


class Context:
    """The base of all contexts. A subclass names its fields by annotations, in the order of its constructor.

    The layout has what determines the fields' types; it is `NO_LAYOUT` if nothing does.
    """

    is_fixed: ClassVar[bool] = True
    """Whether the words of the block never change, so that a kernel may read each of them once."""

    def __init__(self, layout: Layout | None, *values: Any, **named: Any) -> None:
        """Takes the layout (None if no field depends on it) and the values of the fields that are not static.

        Values are arrays (C-contiguous, with exactly the declared types), integers, or contexts; all in order, or all
        by name.

        Raises:
            TypeError: A value does not have its field's declared type.
        """
        self.layout = layout or NO_LAYOUT
        self.context_type = type(self).type_for(self.layout)
        words: list[int] = []
        rest = iter(values)
        for name, field in self.context_type.fields:
            if isinstance(field, int):
                setattr(self, name, field)
                continue
            value = named[name] if named else next(rest)
            setattr(self, name, value)
            if isinstance(field, ArrayType):
                if not field.holds(value):
                    raise TypeError(f"{type(self).__name__}.{name} must be {field}, not {describe(value)}")
                words += [value.ctypes.data, *value.shape]
            else:
                words.append(value.address if isinstance(field, ContextType) else int(value))
        self._block = np.array(words, np.int64)
        self.address: int = self._block.ctypes.data

    def replaced(self, **changes: Any) -> Self:
        """Returns a copy with other values in some fields."""
        fields = {name: getattr(self, name) for name, kind in self.context_type.fields if not isinstance(kind, int)}
        other = copy(self)
        Context.__init__(other, self.layout, **(fields | changes))
        return other

    @classmethod
    @cache
    def type_for(cls, layout: Layout) -> ContextType:
        """Returns the context's type in kernels."""
        fields: list[tuple[str, Any]] = []
        for name, hint in get_type_hints(cls, include_extras=True).items():
            if get_origin(hint) is not ClassVar:
                fields.append((name, int(getattr(layout, name)) if hint == Static else type_of(hint, layout)))
        in_memory = [field for field in fields if not isinstance(field[1], int)]
        above = [base for base in cls.__mro__[1:] if issubclass(base, Record) and base is not Record]
        heads = tuple(base.type_for(layout).block for base in above)
        return ContextType(cls.__name__, tuple(fields), cls.is_fixed, f"{cls.__name__}_{_digest(in_memory)}", heads)

    @classmethod
    def allocate(cls, layout: Layout | None, lengths: dict[str, int], **given: Any) -> Self:
        """Makes a context whose `Sized` fields are new arrays; `given` has the other fields."""
        for name, (shape, dtype, fill) in cls.arrays(layout, lengths).items():
            # The system gives zeros away: untouched pages take no memory, so nothing is filled with them.
            given[name] = np.zeros(shape, dtype) if fill == 0 else np.empty(shape, dtype)
            if fill:
                given[name].fill(fill)
        return cls(layout, **given)

    @classmethod
    def n_bytes(cls, layout: Layout | None, lengths: dict[str, int]) -> dict[str, int]:
        """Returns the size of each array that `allocate` makes."""
        arrays = cls.arrays(layout, lengths)
        return {name: math.prod(shape) * dtype.itemsize for name, (shape, dtype, _) in arrays.items()}

    @classmethod
    def arrays(cls, layout: Layout | None, lengths: dict[str, int]) -> dict[str, tuple[list[int], np.dtype[Any], Any]]:
        """Returns the shape, the dtype and the first value of each `Sized` field."""
        kinds = dict(cls.type_for(layout or NO_LAYOUT).fields)
        return {name: (each.shape(lengths), kinds[name].dtype, each.fill) for name, each in _sized(cls).items()}


class Record(Context):
    """The base of contexts that consist of integers, flags and hashes in a row of an array, and that can be changed."""

    is_fixed = False

    def __init__(self, words: NDArray[np.int64]) -> None:
        """Takes the row, which holds one word for each field; it is neither copied nor cleared."""
        self.layout = NO_LAYOUT
        self.context_type = type(self).type_for(NO_LAYOUT)
        self._block = words
        self.address = words.ctypes.data

    def __init_subclass__(cls) -> None:
        """Makes each annotated field a property that reads and writes its word."""
        # Those of the classes above come first, so that a kernel may take any row with that head.
        cls.n_words = cls.n_words + len(cls.__annotations__)
        for place, (name, hint) in enumerate(cls.__annotations__.items(), cls.n_words - len(cls.__annotations__)):
            setattr(cls, name, _word(place, hint))

    n_words: ClassVar[int] = 0
    """The number of words in a row."""


NO_LAYOUT = Layout("uint8")
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


class AtAddress:
    """A function by which a kernel views a row of words as a context; `plain` is the same function in Python."""

    def __init__(self, plain: Callable[..., Any], record: type[Record] | None = None) -> None:
        """Takes the class of the context; None if the function's first argument is a context of the same type."""
        self.plain = plain
        self.record = record

    def __call__(self, *arguments: Any) -> Any:
        """Views a row in Python."""
        return self.plain(*arguments)


def describe(value: Any) -> str:
    """Describes the type of a value for a message."""
    if isinstance(value, Context):
        return str(value.context_type)
    if isinstance(value, np.ndarray):
        return f"{ArrayType(value.dtype, value.ndim)}{'' if value.flags.c_contiguous else ', with gaps'}"
    return type(value).__name__


@cache
def dtype_of(hint: Any) -> str:
    """Returns the dtype in an annotation from `layout`, or an empty string for other annotations."""
    arguments = get_args(hint)
    return arguments[1].dtype if get_origin(hint) is Annotated and isinstance(arguments[1], Of) else ""


def type_of(hint: Any, layout: Layout) -> Type:
    """Returns the type that an annotation means for a layout."""
    simple = {int: "int64", bool: "bool", np.uint64: "uint64", type(None): "none"}
    if hint in simple:
        return simple[hint]
    if isinstance(hint, type) and issubclass(hint, Context):
        return hint.type_for(layout)
    origin, arguments = get_origin(hint), get_args(hint)
    if name := dtype_of(hint):
        dtype = getattr(layout, name) if name in {"codes", "values"} else name
        return ArrayType(np.dtype(dtype), arguments[1].n_dimensions)
    if origin is np.ndarray or origin is NDArray:
        # From Python 3.12 on, NumPy 2.5 has an alias that stands for itself, not for an ndarray with two arguments.
        dtype = arguments[0] if origin is NDArray else get_args(arguments[1])[0]
        return ArrayType(np.dtype(dtype), 1)
    if origin is tuple:
        return tuple(type_of(part, layout) for part in arguments)
    raise TypeError(f"a kernel cannot take {hint}")


def what_is_read(kind: Type, names: frozenset[str]) -> Any:
    """Returns what the machine code that reads no fields but those with these names depends on in a type."""
    if not isinstance(kind, ContextType):
        return kind
    return [(name, what_is_read(field, names)) for name, field in kind.fields if name in names]


def _digest(fields: object) -> str:
    return hashlib.sha256(repr(fields).encode()).hexdigest()[:8]


@cache
def _sized(cls: type[Context]) -> dict[str, Sized]:
    hints = get_type_hints(cls, include_extras=True).items()
    said = {name: get_args(hint)[1] for name, hint in hints if get_origin(hint) is Annotated}
    return {name: each for name, each in said.items() if isinstance(each, Sized)}
