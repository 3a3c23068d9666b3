"""Reads fields from the maps of a tree file, each with the type and range that FORMAT.md requires."""

from wordle_runtime.errors import TreeError, quoted
from wordle_runtime.layout import MAX_GUESSES, MAX_NAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_TYPE_NAMES = {dict: "a map", list: "an array", str: "text", bytes: "bytes", int: "an integer", bool: "a boolean"}


class Fields:
    """A map of the file that holds exactly the keys of the format, in the format's order.

    Every method returns one field, and raises `TreeError` if its type or range is wrong.
    """

    __slots__ = ("_entries", "_may_hold_more", "_where")

    def __init__(self, entries: object, keys: "Sequence[str]", where: str, *, may_hold_more: bool) -> None:
        """Checks the keys.

        Args:
            entries: The decoded value; must be a map.
            keys: The keys of the format.
            where: The name of the map in messages; empty for the file.
            may_hold_more: Whether to skip other keys, as in a file of a newer minor version.
        """
        name = where or "the file"
        if not isinstance(entries, dict):
            raise TreeError(f"{name} is {_named(entries)}, not a map")
        known = [key for key in entries if key in keys] if may_hold_more else list(entries)
        if known != list(keys):
            found = ", ".join(key if key in keys else quoted(key) for key in known[: len(keys) + 1])
            raise TreeError(f"{name} has the keys {found or 'of an empty map'} where {', '.join(keys)} are called for")
        self._entries = entries
        self._may_hold_more = may_hold_more
        self._where = where

    def map(self, key: str, keys: "Sequence[str]") -> "Fields":
        """Returns a map within this one, which holds exactly `keys`."""
        where = f"{self._where}.{key}".removeprefix(".")
        return Fields(self._entries[key], keys, where, may_hold_more=self._may_hold_more)

    def raw(self, key: str) -> object:
        """Returns the decoded field, unchecked."""
        return self._entries[key]

    def uint(self, key: str, least: int = 0, most: int = 2**64) -> int:
        """Returns an integer within the limits, both included. A boolean is not an integer."""
        value = self._entries[key]
        if type(value) is not int:
            raise self._wrong(key, "an integer")
        if not least <= value <= most:
            raise TreeError(f"{self._where}.{key} is {value}, not from {least} to {most}")
        return value

    def text(self, key: str) -> str:
        """Returns text without control characters, which could control the terminal that shows it."""
        value = self._entries[key]
        if type(value) is not str:
            raise self._wrong(key, "text")
        check_printable(value, f"{self._where}.{key}")
        return value

    def name(self) -> str:
        """Returns the field `name`: a name for people, at most 255 code points."""
        name = self.text("name")
        if len(name) > MAX_NAME:
            raise TreeError(f"{self._where}.name has more than {MAX_NAME} characters")
        return name

    def one_of(self, key: str, values: "Sequence[str]") -> str:
        """Returns text that is one of `values`."""
        value = self.text(key)
        if value not in values:
            raise TreeError(f"{self._where}.{key} is {quoted(value)}, which this version does not know")
        return value

    def bytes(self, key: str, size: int | None = None) -> bytes:
        """Returns bytes, exactly `size` of them if it is given."""
        value = self._entries[key]
        if type(value) is not bytes:
            raise self._wrong(key, "bytes")
        if size is not None and len(value) != size:
            raise TreeError(f"{self._where}.{key} has {len(value)} bytes, not {size}")
        return value

    def uints(self, key: str, most: int) -> tuple[int, ...]:
        """Returns an array of at most `most` non-negative integers."""
        value = self._entries[key]
        if type(value) is not list:
            raise self._wrong(key, "an array")
        if len(value) > most:
            raise TreeError(f"{self._where}.{key} has {len(value)} entries, more than {most}")
        if any(type(entry) is not int or entry < 0 for entry in value):
            raise self._wrong(key, "an array of non-negative integers")
        return tuple(value)

    def check(self, source: str, **counted: "int | tuple[int, ...]") -> None:
        """Raises `TreeError` if a field differs from its counted value; the message says that `source` was counted."""
        for key, value in counted.items():
            if isinstance(value, tuple):
                if self.uints(key, MAX_GUESSES) != value:
                    raise TreeError(f"{self._where}.{key} is not what {source} add up to")
            elif self.uint(key) != value:
                raise TreeError(f"{self._where}.{key} is {self.uint(key)}, {source} add up to {value}")

    def _wrong(self, key: str, expected: str) -> TreeError:
        return TreeError(f"{self._where}.{key} is {_named(self._entries[key])}, not {expected}")


def check_printable(text: str, where: str) -> None:
    """Raises `TreeError` if text has a control character (U+0000 to U+001F, U+007F to U+009F)."""
    if text.isascii():
        # The usual case, and the one that matters for the load time: all words pass through here.
        has_control = len(text.encode().translate(None, _ASCII_CONTROLS)) < len(text)
    else:
        has_control = not _CONTROLS.isdisjoint(text)
    if has_control:
        raise TreeError(f"{where} has a control character")


_ASCII_CONTROLS = bytes([*range(0x20), 0x7F])
_CONTROLS = frozenset(map(chr, [*range(0x20), *range(0x7F, 0xA0)]))


def _named(value: object) -> str:
    return "nil" if value is None else _TYPE_NAMES[type(value)]
