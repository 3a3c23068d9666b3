"""Damages the shipped trees in every smallest way and counts what the reader refuses: it must be all.

    python benchmarks/bit_flips.py --save benchmarks/results/bit-flips.md

Every single bit of each file is flipped in turn; each file is cut at every length; and every byte, and 1 to 256 zeros,
are put after its end. A file that still loads is named on standard error, and the exit status is 1.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterator
from typing import Any

from measuring import FailedProcessError
from reporting import describe_machine, make_parser, publish, run_benchmark, tell
from tables import Column, Table, duration

import wordle_trees
from wordle_runtime import TreeError, load

_QUICK_BYTES = 50


def main() -> int:
    """Damages, prints, and returns the exit status."""
    arguments = make_parser(__doc__).parse_args()
    machine = describe_machine()
    table = Table(
        "Damaged trees that are refused",
        (
            Column("tree", "tree", is_text=True),
            Column("n_bytes", "bytes", _thousands),
            Column("n_flips", "bits flipped", _thousands),
            Column("flips_refused", "refused", _thousands),
            Column("by_checksum", "by the checksum", _thousands),
            Column("n_cuts", "cut short", _thousands),
            Column("cuts_refused", "refused", _thousands),
            Column("n_appended", "appended to", _thousands),
            Column("appended_refused", "refused", _thousands),
            Column("seconds", "time", duration),
        ),
        "Each damaged file goes through `load` alone. A flip that the checksum does not report was refused before it: "
        "it is no MessagePack any more, or has another magic or version.",
    )
    for name in wordle_trees.names():
        tell(f"damaging {name}")
        table.rows.append(damage(name, _QUICK_BYTES if arguments.quick else None))
    publish([table], arguments, machine)
    return 0


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
        "n_bytes": len(data),
        "n_flips": 8 * n_bytes,
        "flips_refused": flips.total(),
        "by_checksum": flips["damaged: the checksum differs"],
        "n_cuts": n_bytes,
        "cuts_refused": cuts.total(),
        "n_appended": 512,
        "appended_refused": appended.total(),
        "seconds": time.perf_counter() - began,
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


def _thousands(number: int) -> str:
    return f"{number:,}"


if __name__ == "__main__":
    sys.exit(run_benchmark(main))
