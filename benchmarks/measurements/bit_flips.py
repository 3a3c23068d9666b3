"""The bundled trees damaged in every smallest way: the reader must refuse each.

    python -m benchmarks bit_flips --save benchmarks/results/bit-flips.md

Every single bit of each file is flipped in turn; each file is cut at every length; and every byte, and 1 to 256 zeros,
are put after its end. A file that still loads is named on standard error, and the exit status is 1.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

import wordle_trees
from benchmarks.measuring import FailedProcessError, tell
from benchmarks.registry import measurement
from benchmarks.tables import Seconds, Table
from wordle_runtime import TreeError, load

_QUICK_BYTES = 20


@measurement()
def measure(*, quick: bool) -> list[Table]:
    """Damages every bundled tree."""
    table = Table(
        "Damaged trees that are refused",
        "Each damaged file goes through `load` alone. A flip that is not in the column `by the "
        "checksum` was refused before the checksum was compared: the file was no longer MessagePack, or had another "
        "magic or version.",
    )
    for name in wordle_trees.names():
        tell(f"damaging {name}")
        table.rows.append(damage(name, _QUICK_BYTES if quick else None))
    return [table]


def damage(name: str, most_bytes: int | None) -> dict[str, Any]:
    """Damages one tree, its first bytes alone where `most_bytes` is given.

    Raises:
        FailedProcessError: A damaged file loads.
    """
    data = wordle_trees.read(name)
    n_bytes = min(len(data), most_bytes or len(data))
    began = time.perf_counter()
    flips = refusals(name, flipped(data, n_bytes))
    cuts = refusals(name, ((f"cut to {size} bytes", data[:size]) for size in range(n_bytes)))
    appended = refusals(name, with_more(data))
    return {
        "tree": name,
        "bytes": len(data),
        "bits flipped": 8 * n_bytes,
        "flips refused": flips.total(),
        "by the checksum": flips["damaged: the checksum differs"],
        "cut short": n_bytes,
        "cuts refused": cuts.total(),
        "appended to": 512,
        "these refused": appended.total(),
        "time": Seconds(time.perf_counter() - began),
    }


def flipped(data: bytes, n_bytes: int) -> Iterator[tuple[str, bytes]]:
    """Yields the file with each bit of its first bytes flipped in turn."""
    for place in range(n_bytes):
        for bit in range(8):
            damaged = bytearray(data)
            damaged[place] ^= 1 << bit
            yield f"bit {bit} of byte {place}", bytes(damaged)


def with_more(data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yields the file with every byte, and with 1 to 256 zeros, after its end."""
    for value in range(256):
        yield f"byte {value} after the end", data + bytes([value])
        yield f"{value + 1} zeros after the end", data + bytes(value + 1)


def refusals(name: str, files: Iterator[tuple[str, bytes]]) -> Counter[str]:
    """Returns what the reader said, and how often.

    Raises:
        FailedProcessError: A damaged file loads.
    """
    said: Counter[str] = Counter()
    for what, damaged in files:
        try:
            load(damaged)
        except TreeError as error:
            said[str(error)] += 1
        else:
            raise FailedProcessError(f"{name} loads with {what}")
    return said
