"""Decodes the MessagePack of a tree file with the msgpack library, within the limits of FORMAT.md.

The library decodes single values and the heads of arrays and maps; this module assembles them. Given the whole file, it
would reserve the size in each head before it sees the entries (`msgpack.unpackb` of msgpack 1.0.5 takes 520 MB for
73 KB of arrays within arrays), and it has no limit on the number of values. Its compiled decoder and the one in Python
give the same values here and refuse the same bytes.
"""

import msgpack  # type: ignore[import-untyped]

from wordle_runtime.errors import TreeError, quoted

_MAX_VALUES = 65_536
_MAX_DEPTH = 16

_ARRAY_HEADS = frozenset([*range(0x90, 0xA0), 0xDC, 0xDD])
_MAP_HEADS = frozenset([*range(0x80, 0x90), 0xDE, 0xDF])
_REFUSED_HEADS = frozenset([0xC1, *range(0xC7, 0xCC), *range(0xD4, 0xD9)])
"""The one that MessagePack never uses, extension types, and floats."""


def unpack(data: bytes) -> object:
    """Decodes bytes that are one MessagePack value with the types of a tree file.

    Arrays become lists and maps become dicts, which keep the order of the keys.

    Raises:
        TreeError: The bytes end early or go on after the value, hold a type, key or size that no tree file has, a key
            twice, or bad UTF-8.
    """
    decoder = _Decoder(data)
    value = decoder.value(0)
    end = decoder.unpacker.tell()
    if end != len(data):
        raise TreeError(f"{len(data) - end} bytes follow the end of the tree")
    return value


class _Decoder:
    __slots__ = ("data", "n_left", "unpacker")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.unpacker = msgpack.Unpacker(max_buffer_size=len(data))
        """Stands before the next value, where its `tell` says; no length beyond its buffer is ever reserved."""
        self.unpacker.feed(data)
        self.n_left = _MAX_VALUES

    def value(self, depth: int) -> object:
        self.n_left -= 1
        if self.n_left < 0 or depth > _MAX_DEPTH:
            raise TreeError(f"more than {_MAX_VALUES} values, or nested deeper than {_MAX_DEPTH}")
        start = self.unpacker.tell()
        head = self.data[start] if start < len(self.data) else None
        if head in _REFUSED_HEADS:
            raise TreeError(f"byte {start} is {head:#04x}, which begins no MessagePack value that a tree file has")
        try:
            if head in _ARRAY_HEADS:
                return self.array(self.unpacker.read_array_header(), depth)
            if head in _MAP_HEADS:
                return self.map(self.unpacker.read_map_header(), depth)
            return self.unpacker.unpack()
        except TreeError:
            raise
        except UnicodeDecodeError:
            raise TreeError(f"the text at byte {start} is not UTF-8") from None
        except (msgpack.OutOfData, ValueError):
            # ValueError: a length above `max_buffer_size`, which the library's Python decoder looks at first.
            raise TreeError(f"truncated: the value at byte {start} goes on beyond the end of the file") from None

    def array(self, size: int, depth: int) -> list[object]:
        return [self.value(depth + 1) for _ in range(size)]

    def map(self, size: int, depth: int) -> dict[str, object]:
        entries: dict[str, object] = {}
        for _ in range(size):
            start = self.unpacker.tell()
            key = self.value(depth + 1)
            if type(key) is not str:
                raise TreeError(f"the key at byte {start} is not text")
            if key in entries:
                raise TreeError(f"the key {quoted(key)} at byte {start} stands twice")
            entries[key] = self.value(depth + 1)
        return entries
