"""The coverage-guided half of the fuzzing: libFuzzer, through atheris, with the reader's code instrumented.

Started by `python -m benchmarks fuzz` with libFuzzer's options and a folder for the corpus, as a process of its own,
because libFuzzer ends it itself. What it makes gets a right checksum, and half of its changes go into an inflated
stream: otherwise no chance would ever get past SHA-256 and zlib.
"""

import random
import sys
import zlib

import atheris
import msgpack

with atheris.instrument_imports(include=["wordle_runtime"]):
    # All that `load`, lookups and `verify` import when they are first used.
    import wordle_runtime.feedback
    import wordle_runtime.fields
    import wordle_runtime.header
    import wordle_runtime.nodes
    import wordle_runtime.notation
    import wordle_runtime.position
    import wordle_runtime.reader
    import wordle_runtime.session
    import wordle_runtime.tree
    import wordle_runtime.verification
    import wordle_runtime.words  # noqa: F401

from reader_property import check_in_time
from tree_model import pack_entries, seal

_MOST_INFLATED = 4096


def target(data: bytes) -> None:
    """Checks one input."""
    check_in_time(seal(data) if len(data) > 34 else data)


def mutate(data: bytes, max_size: int, seed: int) -> bytes:
    """Changes an input: as bytes, or one of its streams, where it still is a file with streams."""
    chance = random.Random(seed)
    if chance.random() < 0.5:
        return atheris.Mutate(data, max_size)
    try:
        entries = msgpack.unpackb(data)
        name = chance.choice(("words", "nodes", "weights"))
        inner = entries[name]
        key = chance.choice([key for key in inner if type(inner[key]) is bytes])
        content = zlib.decompressobj().decompress(inner[key], _MOST_INFLATED)
        inner[key] = zlib.compress(atheris.Mutate(content, _MOST_INFLATED), 1)
        changed = pack_entries(entries)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, zlib.error, RecursionError):
        return atheris.Mutate(data, max_size)
    return changed if len(changed) <= max_size else data


if __name__ == "__main__":
    atheris.Setup(sys.argv, target, custom_mutator=mutate)
    atheris.Fuzz()
