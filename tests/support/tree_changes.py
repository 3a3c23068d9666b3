"""One small change of a valid tree file, with everything around it made right again; see `wrong_trees`."""

import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgpack
from spoilt_trees import put
from tree_model import TreeModel, pack_entries, seal, with_fingerprint

FIXTURES = Path(__file__).parent.parent / "fixtures"

Y = ("bumpy", "dumpy", "jumpy")
CODES = tuple(a + b for a in "123" for b in "123")
LONG = tuple(f"äbcdefghijk{letter}" for letter in "lmn")
PLAIN, UNSOLVED, WEIGHED, PEGS, HARD, LIKELY = (
    f"format-{name}.tree" for name in ("1.0", "1.0-unsolved", "1.1-weights", "1.1-mastermind", "1.0-long", "1.2-likely")
)
LISTS: dict[str, dict[str, Any]] = {
    PLAIN: {"answers": Y, "allowed": ("bodge", *Y)},
    UNSOLVED: {"answers": Y, "allowed": ("bodge", *Y)},
    WEIGHED: {"answers": Y, "allowed": ("bodge", *Y), "weights": {"bumpy": 300, "dumpy": 0, "jumpy": 7}},
    PEGS: {"answers": CODES, "allowed": CODES},
    HARD: {"answers": LONG, "allowed": LONG},
    LIKELY: {"answers": Y, "allowed": ("bodge", *Y), "likely": ("bumpy", "jumpy")},
}
PARTS = ("answers", "others", "feedback", "children", "guess", "weights", "likely")


@dataclass(frozen=True)
class WrongTree:
    """One kind.

    Attributes:
        words: What is wrong.
        base: The file that it is made from.
        change: What is put where: a part of `TreeModel`, or a dotted path into the file's map, to a value or to a
            function of the old one. Parts are put in before the header is made right again, paths after.
        reason: What the refusal or one of the verifier's reasons must say.
        lists: What the verifier is given, where it is not what the base was made for.
    """

    words: str
    base: str
    change: dict[str, Any]
    reason: str
    lists: dict[str, Any] = field(default_factory=dict)

    def pack(self) -> bytes:
        """Makes the file."""
        model = TreeModel.of((FIXTURES / self.base).read_bytes())
        for part in PARTS:
            if part in self.change:
                setattr(model, part, self.change[part])
        model.recount()
        entries = model.put_back()
        after: Callable[[bytes], bytes] = seal
        for path, value in self.change.items():
            if path == "bytes":
                after = value
            elif path not in PARTS:
                entries = put(entries, path, value)
        if any(path.startswith("game.") and path != "game.fingerprint" for path in self.change):
            entries = with_fingerprint(entries)
        return after(pack_entries(entries))


def deflated(content: bytes) -> bytes:
    return zlib.compress(content)


def beside_weights(data: bytes) -> bytes:
    """Puts weights beside the likely answers."""
    entries = msgpack.unpackb(data)
    return pack_entries({**entries, "weights": {}})
