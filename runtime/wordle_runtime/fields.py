"""Decodes the MessagePack of a tree file, and checks its maps, whose fields have the types and ranges of FORMAT.md.

The msgpack library decodes single values and the heads of arrays and maps; this module assembles them. Given the whole
file, the library would reserve the size in each head before it sees the entries (`msgpack.unpackb` of msgpack 1.0.5
takes 520 MB for 73 KB of arrays within arrays), and it has no limit on the number of values. Its compiled decoder and
the one in Python give the same values here and refuse the same bytes.
"""

from itertools import count

import msgpack  # type: ignore[import-untyped]

from wordle_runtime.errors import TreeError, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MAX_VALUES = 65_536
_MAX_DEPTH = 16

_ARRAY_HEADS = frozenset([*range(0x90, 0xA0), 0xDC, 0xDD])
_MAP_HEADS = frozenset([*range(0x80, 0x90), 0xDE, 0xDF])
_REFUSED_HEADS = frozenset([0xC1, *range(0xC7, 0xCC), *range(0xD4, 0xD9)])
"""The one that MessagePack never uses, extension types, and floats."""
_TYPE_OF = {dict: dict, range: int, tuple: str, slice: str, int: bytes}  # of the values of each kind of field
_TYPE_NAMES = {dict: "a map", list: "an array", str: "text", bytes: "bytes", int: "an integer", bool: "a boolean"}


def unpack(data: bytes) -> object:
    """Decodes bytes that are one MessagePack value with the types of a tree file.

    Arrays become lists and maps become dicts, which keep the order of the keys.

    Raises:
        TreeError: The bytes are too few or too many; a type, key or size is wrong, a key comes twice, or UTF-8 is bad.
    """
    unpacker = msgpack.Unpacker(max_buffer_size=len(data))
    # Stands before the next value, where its `tell` says; no length beyond its buffer is ever reserved.
    unpacker.feed(data)
    numbers = count(1)

    def value(depth: int) -> object:
        if next(numbers) > _MAX_VALUES or depth > _MAX_DEPTH:
            raise TreeError(f"more than {_MAX_VALUES} values, or nested deeper than {_MAX_DEPTH}")
        head = data[start] if (start := unpacker.tell()) < len(data) else None
        if head in _REFUSED_HEADS:
            raise TreeError(f"byte {start} is {head:#04x}, which begins no MessagePack value that a tree file has")
        try:
            if head not in _ARRAY_HEADS and head not in _MAP_HEADS:
                return unpacker.unpack()
            n_entries = unpacker.read_array_header() if head in _ARRAY_HEADS else unpacker.read_map_header()
        except UnicodeDecodeError:
            raise TreeError(f"the text at byte {start} is not UTF-8") from None
        except (msgpack.OutOfData, ValueError):
            # ValueError: a length above `max_buffer_size`, which the library's Python decoder looks at first.
            raise TreeError(f"truncated: the value at byte {start} goes on beyond the end of the file") from None
        if head in _ARRAY_HEADS:
            return [value(depth + 1) for _ in range(n_entries)]
        found: dict[str, object] = {}
        for _ in range(n_entries):
            start, key = unpacker.tell(), value(depth + 1)
            if type(key) is not str:
                raise TreeError(f"the key at byte {start} is not text")
            if key in found:
                raise TreeError(f"the key {quoted(key)} at byte {start} stands twice")
            found[key] = value(depth + 1)
        return found

    whole = value(0)
    if (end := unpacker.tell()) != len(data):
        raise TreeError(f"{len(data) - end} bytes follow the end of the tree")
    return whole


def check_fields(
    entries: "dict[str, Any]", kinds: "dict[str, Any]", where: str = "", *, may_hold_more: bool
) -> "dict[str, Any]":
    """Returns the fields of a map that holds exactly the given keys, in their order, each with a value of its kind.

    Args:
        entries: The decoded map.
        kinds: The kind of each field: a type for any value of this very type (a boolean is not an integer); a range
            for an integer in it; a tuple for one of its texts; a slice for a text of at most so many code points; a
            number for so many bytes; keys and kinds for a map. No text has control characters.
        where: The name of the map in messages; empty for the file.
        may_hold_more: Whether to skip other keys, as in a file of a newer minor version.

    Raises:
        TreeError: A key or a value is another.
    """
    known = [key for key in entries if key in kinds] if may_hold_more else list(entries)
    if known != list(kinds):
        found = ", ".join(key if key in kinds else quoted(key) for key in known[: len(kinds) + 1]) or "of an empty map"
        raise TreeError(f"{where or 'the file'} has the keys {found} where {', '.join(kinds)} are called for")
    fields = {}
    for key, kind in kinds.items():
        value: Any = entries[key]
        name = f"{where}.{key}".removeprefix(".")
        expected: Any = kind if isinstance(kind, type) else _TYPE_OF[type(kind)]
        if type(value) is not expected:
            is_now = "nil" if value is None else _TYPE_NAMES[type(value)]
            raise TreeError(f"{name} is {is_now}, not {_TYPE_NAMES[expected]}")
        if expected is str:
            check_printable(value, name)
        if isinstance(kind, dict):
            value = check_fields(value, kind, name, may_hold_more=may_hold_more)
        elif isinstance(kind, range) and value not in kind:
            raise TreeError(f"{name} is {value}, not from {kind[0]} to {kind[-1]}")
        elif isinstance(kind, tuple) and value not in kind:
            raise TreeError(f"{name} is {quoted(value)}, which this version does not know in such a file")
        elif isinstance(kind, slice) and len(value) > kind.stop:
            raise TreeError(f"{name} has more than {kind.stop} characters")
        elif isinstance(kind, int) and len(value) != kind:
            raise TreeError(f"{name} has {len(value)} bytes, not {kind}")
        fields[key] = value
    return fields


def check_counts(where: str, claimed: "dict[str, Any]", source: str, counted: dict[str, object]) -> None:
    """Raises `TreeError` if a claimed number is not the counted one; the message says that `source` was counted."""
    for key, value in counted.items():
        found = claimed[key]
        if isinstance(value, tuple):
            if found != list(value) or any(type(entry) is not int for entry in found):
                raise TreeError(f"{where}.{key} is not what {source} add up to")
        elif found != value:
            raise TreeError(f"{where}.{key} is {found}, {source} add up to {value}")


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
