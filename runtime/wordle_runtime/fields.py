"""Decodes the MessagePack of a tree file, and reads fields from its maps, each with the type and range of FORMAT.md.

The msgpack library decodes single values and the heads of arrays and maps; this module assembles them. Given the whole
file, the library would reserve the size in each head before it sees the entries (`msgpack.unpackb` of msgpack 1.0.5
takes 520 MB for 73 KB of arrays within arrays), and it has no limit on the number of values. Its compiled decoder and
the one in Python give the same values here and refuse the same bytes.
"""

from itertools import count

import msgpack  # type: ignore[import-untyped]

from wordle_runtime.errors import TreeError, quoted
from wordle_runtime.layout import MAX_NAME

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeVar

    _Type = TypeVar("_Type")

_MAX_VALUES = 65_536
_MAX_DEPTH = 16

_ARRAY_HEADS = frozenset([*range(0x90, 0xA0), 0xDC, 0xDD])
_MAP_HEADS = frozenset([*range(0x80, 0x90), 0xDE, 0xDF])
_REFUSED_HEADS = frozenset([0xC1, *range(0xC7, 0xCC), *range(0xD4, 0xD9)])
"""The one that MessagePack never uses, extension types, and floats."""
_TYPE_NAMES = {dict: "a map", list: "an array", str: "text", bytes: "bytes", int: "an integer", bool: "a boolean"}


def unpack(data: bytes) -> object:
    """Decodes bytes that are one MessagePack value with the types of a tree file.

    Arrays become lists and maps become dicts, which keep the order of the keys.

    Raises:
        TreeError: The bytes end early or go on after the value, hold a type, key or size that no tree file has, a key
            twice, or bad UTF-8.
    """
    unpacker = msgpack.Unpacker(max_buffer_size=len(data))
    # Stands before the next value, where its `tell` says; no length beyond its buffer is ever reserved.
    unpacker.feed(data)
    numbers = count(1)

    def value(depth: int) -> object:
        if next(numbers) > _MAX_VALUES or depth > _MAX_DEPTH:
            raise TreeError(f"more than {_MAX_VALUES} values, or nested deeper than {_MAX_DEPTH}")
        start = unpacker.tell()
        head = data[start] if start < len(data) else None
        if head in _REFUSED_HEADS:
            raise TreeError(f"byte {start} is {head:#04x}, which begins no MessagePack value that a tree file has")
        try:
            if head in _ARRAY_HEADS:
                return [value(depth + 1) for _ in range(unpacker.read_array_header())]
            return entries(depth) if head in _MAP_HEADS else unpacker.unpack()
        except TreeError:
            raise
        except UnicodeDecodeError:
            raise TreeError(f"the text at byte {start} is not UTF-8") from None
        except (msgpack.OutOfData, ValueError):
            # ValueError: a length above `max_buffer_size`, which the library's Python decoder looks at first.
            raise TreeError(f"truncated: the value at byte {start} goes on beyond the end of the file") from None

    def entries(depth: int) -> dict[str, object]:
        found: dict[str, object] = {}
        for _ in range(unpacker.read_map_header()):
            start = unpacker.tell()
            key = value(depth + 1)
            if type(key) is not str:
                raise TreeError(f"the key at byte {start} is not text")
            if key in found:
                raise TreeError(f"the key {quoted(key)} at byte {start} stands twice")
            found[key] = value(depth + 1)
        return found

    whole = value(0)
    end = unpacker.tell()
    if end != len(data):
        raise TreeError(f"{len(data) - end} bytes follow the end of the tree")
    return whole


class Fields:
    """A map of the file that holds exactly the keys of the format, in the format's order.

    Every method returns one field, and raises `TreeError` if its type or range is wrong.
    """

    __slots__ = ("_entries", "_may_hold_more", "_where")

    def __init__(self, entries: dict[str, object], keys: "Sequence[str]", where: str, *, may_hold_more: bool) -> None:
        """Checks the keys.

        Args:
            entries: The decoded map.
            keys: The keys of the format.
            where: The name of the map in messages; empty for the file.
            may_hold_more: Whether to skip other keys, as in a file of a newer minor version.
        """
        known = [key for key in entries if key in keys] if may_hold_more else list(entries)
        if known != list(keys):
            found = (
                ", ".join(key if key in keys else quoted(key) for key in known[: len(keys) + 1]) or "of an empty map"
            )
            raise TreeError(f"{where or 'the file'} has the keys {found} where {', '.join(keys)} are called for")
        self._entries = entries
        self._may_hold_more = may_hold_more
        self._where = where

    def map(self, key: str, keys: "Sequence[str]") -> "Fields":
        """Returns a map within this one, which holds exactly `keys`."""
        entries = self.value(key, dict)
        return Fields(entries, keys, f"{self._where}.{key}".removeprefix("."), may_hold_more=self._may_hold_more)

    def value(self, key: str, kind: "type[_Type]") -> "_Type":
        """Returns a field of this very type: a boolean is not an integer."""
        value = self._entries[key]
        if type(value) is not kind:
            found = "nil" if value is None else _TYPE_NAMES[type(value)]
            where = f"{self._where}.{key}".removeprefix(".")
            raise TreeError(f"{where} is {found}, not {_TYPE_NAMES[kind]}")
        return value

    def uint(self, key: str, least: int = 0, most: int = 2**64) -> int:
        """Returns an integer within the limits, both included."""
        value = self.value(key, int)
        if not least <= value <= most:
            raise TreeError(f"{self._where}.{key} is {value}, not from {least} to {most}")
        return value

    def text(self, key: str) -> str:
        """Returns text without control characters, which could control the terminal that shows it."""
        value = self.value(key, str)
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
            raise TreeError(f"{self._where}.{key} is {quoted(value)}, which this version does not know in such a file")
        return value

    def bytes(self, key: str, size: int | None = None) -> bytes:
        """Returns bytes, exactly `size` of them if it is given."""
        value = self.value(key, bytes)
        if size is not None and len(value) != size:
            raise TreeError(f"{self._where}.{key} has {len(value)} bytes, not {size}")
        return value

    def check(self, source: str, **counted: "int | tuple[int, ...]") -> None:
        """Raises `TreeError` if a field differs from its counted value; the message says that `source` was counted."""
        for key, value in counted.items():
            if isinstance(value, tuple):
                found = self.value(key, list)
                if found != list(value) or any(type(entry) is not int for entry in found):
                    raise TreeError(f"{self._where}.{key} is not what {source} add up to")
            elif self.uint(key) != value:
                raise TreeError(f"{self._where}.{key} is {self.uint(key)}, {source} add up to {value}")


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
