"""The base of the runtime's values: immutable, comparable, with a readable repr.

It does what a frozen dataclass does; importing `dataclasses` would slow down the start of `wordle-next`.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self


class Value:
    """An immutable value whose fields are its `__slots__`, given by name. Safe to share between threads."""

    __slots__: tuple[str, ...] = ()

    def __init__(self, **fields: object) -> None:
        for name in self.__slots__:
            object.__setattr__(self, name, fields.pop(name))
        if fields:
            raise TypeError(f"{type(self).__name__} has no field {', '.join(fields)}")

    def _fields(self) -> dict[str, object]:
        return {name: getattr(self, name) for name in self.__slots__}

    def replace(self, **fields: object) -> "Self":
        """Returns the value with some fields replaced."""
        return type(self)(**self._fields() | fields)

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash((type(self), *self._fields().values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in self._fields().items())})"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: cannot set {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: cannot delete {name}")

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuilt, (type(self), self._fields())


def _rebuilt(kind: type[Value], fields: dict[str, object]) -> Value:
    """Rebuilds a copied or unpickled value; the default way would set its fields one by one."""
    return kind(**fields)
