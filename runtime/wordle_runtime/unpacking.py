"""Decodes the part of MessagePack that a tree file uses: nil, bool, integers, str, bin, arrays and maps.

Written out here for the start-up: importing the msgpack library takes 3 to 4 ms where the interpreter itself takes 7,
and decoding 70 values, all that a tree has, 0.04. `verify` and the tests hold it against the library. It is total: any
bytes give a value or a `TreeError`. It decodes at most 65,536 values, nested 16 deep, and copies no more bytes than
the file has.
"""

from wordle_runtime.errors import TreeError

_MAX_VALUES = 65_536
_MAX_DEPTH = 16

# Head byte -> width of the length or of the integer that follows it.
_UINT = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8}
_INT = {0xD0: 1, 0xD1: 2, 0xD2: 4, 0xD3: 8}
_STR = {0xD9: 1, 0xDA: 2, 0xDB: 4}
_BIN = {0xC4: 1, 0xC5: 2, 0xC6: 4}
_ARRAY = {0xDC: 2, 0xDD: 4}
_MAP = {0xDE: 2, 0xDF: 4}
_CONSTANT = {0xC0: None, 0xC2: False, 0xC3: True}


def unpack(data: bytes) -> object:
    """Decodes bytes that are one MessagePack value of the types above.

    Arrays become lists and maps become dicts, which keep the order of the keys.

    Raises:
        TreeError: The bytes end early or go on after the value, hold a type, key or size that no tree file has, a key
            twice, or bad UTF-8.
    """
    decoder = _Decoder(data)
    value = decoder.value(0)
    if decoder.at != len(data):
        raise TreeError(f"{len(data) - decoder.at} bytes follow the end of the tree")
    return value


class _Decoder:
    __slots__ = ("at", "data", "n_left")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0
        """Where the next byte is read; never beyond the end."""
        self.n_left = _MAX_VALUES

    def take(self, size: int) -> bytes:
        """Reads the next `size` bytes; checked before anything is copied, so that a huge length costs nothing."""
        start = self.at
        if size > len(self.data) - start:
            raise TreeError(f"truncated: byte {start} calls for {size} more bytes, there are {len(self.data) - start}")
        self.at = start + size
        return self.data[start : self.at]

    def uint(self, width: int) -> int:
        return int.from_bytes(self.take(width), "big")

    def value(self, depth: int) -> object:
        self.n_left -= 1
        if self.n_left < 0 or depth > _MAX_DEPTH:
            raise TreeError(f"more than {_MAX_VALUES} values, or nested deeper than {_MAX_DEPTH}")
        head = self.take(1)[0]
        if head < 0x80:
            return head
        if head < 0x90:
            return self.map(head & 0x0F, depth)
        if head < 0xA0:
            return self.array(head & 0x0F, depth)
        if head < 0xC0:
            return self.text(head & 0x1F)
        if head >= 0xE0:
            return head - 0x100
        if head in _CONSTANT:
            return _CONSTANT[head]
        if head in _UINT:
            return self.uint(_UINT[head])
        if head in _INT:
            return int.from_bytes(self.take(_INT[head]), "big", signed=True)
        if head in _BIN:
            return self.take(self.uint(_BIN[head]))
        if head in _STR:
            return self.text(self.uint(_STR[head]))
        if head in _ARRAY:
            return self.array(self.uint(_ARRAY[head]), depth)
        if head in _MAP:
            return self.map(self.uint(_MAP[head]), depth)
        raise TreeError(f"byte {self.at - 1} is {head:#04x}, which begins no MessagePack value that a tree file has")

    def text(self, size: int) -> str:
        start = self.at
        try:
            return self.take(size).decode("utf-8")
        except UnicodeDecodeError:
            raise TreeError(f"the text at byte {start} is not UTF-8") from None

    def array(self, size: int, depth: int) -> list[object]:
        return [self.value(depth + 1) for _ in range(size)]

    def map(self, size: int, depth: int) -> dict[str, object]:
        entries: dict[str, object] = {}
        for _ in range(size):
            start = self.at
            key = self.value(depth + 1)
            if type(key) is not str:
                raise TreeError(f"the key at byte {start} is not text")
            if key in entries:
                raise TreeError(f"the key {key[:40]!r} at byte {start} stands twice")
            entries[key] = self.value(depth + 1)
        return entries
