"""Hostile tree files: whatever the bytes, the reader ends with its one error, soon and in little memory."""

import contextlib
import sys
import tracemalloc
import zlib
from collections import Counter
from itertools import islice, product
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgpack
import msgpack.fallback
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reader_property import check_bytes
from sampled import sampled
from spoilt_trees import CHAIN, LIKELY, OUTSIDE, WEIGHTED, changed, put, refusal
from tree_model import TreeModel, pack_entries, unpack_file
from tree_mutations import Mutator

from wordle_runtime import TreeError, layout, load
from wordle_runtime.fields import unpack

DECODERS = [pytest.param(msgpack.Unpacker, id="compiled"), pytest.param(msgpack.fallback.Unpacker, id="in Python")]


def test_more_than_64_mib_is_refused() -> None:
    assert refusal(bytes(64 * 1024 * 1024 + 1)) == "more than 64 MiB, which no tree file has"


@pytest.fixture(scope="module")
def bomb() -> bytes:
    return zlib.compress(bytes(64_000_000), 9)


@pytest.mark.parametrize("path", ["words.answers", "words.others", "nodes.feedback", "nodes.children", "nodes.guess"])
def test_bomb_is_not_inflated(path: str, bomb: bytes) -> None:
    data = changed(path, bomb)
    tracemalloc.start()
    try:
        assert "inflates to more than the" in refusal(data)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert peak < 2_000_000


def peak_of(data: bytes) -> int:
    """The most memory that loading takes at once, whether or not it succeeds."""
    tracemalloc.start()
    try:
        with contextlib.suppress(TreeError):
            load(data)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_file_of_a_kilobyte_takes_little_memory() -> None:
    """The worst that is known: a chain of 210,000 nodes, which only the words give away as no tree."""
    n_nodes = 210_000
    entries = put(unpack_file(OUTSIDE), "nodes.count", n_nodes)
    entries = put(entries, "nodes.feedback", zlib.compress(bytes(n_nodes - 1), 9))
    entries = put(entries, "nodes.children", zlib.compress(b"\1" * (n_nodes - 1) + b"\0", 9))
    entries = put(entries, "nodes.guess", zlib.compress(b"", 9))
    data = pack_entries(put(entries, "words.answers", zlib.compress(b"", 9)))

    assert "words.answers inflates to 0 letters" in refusal(data)
    assert len(data) <= 1024
    assert 10_000_000 < peak_of(data) < 32_000_000


@pytest.mark.parametrize("extra", ["plain", "marks", "weights", "likely"])
@pytest.mark.parametrize("n_others", sampled([2000, 0], 1), ids=["others too", "answers"])
def test_memory_is_within_what_the_format_states(n_others: int, extra: str) -> None:
    """Words of twelve letters beyond the first plane, the largest that there are, in some KB of file."""
    n_answers = 2000
    tree = TreeModel.of({"weights": WEIGHTED, "likely": LIKELY}.get(extra, CHAIN))
    tree.game.update(length=12, max_guesses=255)
    mark = "\U0001e8d0" if extra == "marks" else ""
    symbols = [chr(0x1F600 + i) + mark for i in range(64)]
    endings = [symbols[i // 64**2] + symbols[i // 64 % 64] + symbols[i % 64] for i in range(n_answers)]
    tree.answers = [f"\U0001f5fe{mark * 2}" * 9 + ending for ending in endings]
    tree.others = [f"\U0001f5ff{mark * 2}" * 9 + ending for ending in endings[:n_others]]
    n_nodes = max(n_others, 200)
    tree.children = [100] + [1] * (n_nodes - 101) + [0] * 100
    tree.feedback, tree.guess = list(range(100)) + [1] * (n_nodes - 101), [1] * n_nodes
    tree.weights = [100_000] * n_answers if extra == "weights" else None
    tree.likely = [1] * n_answers if extra == "likely" else None
    data = tree.recount().pack()

    assert load(data).guarantee.unsolved == tuple(tree.answers)
    assert len(data) < 16_000
    count = n_nodes + n_answers + n_others
    each = (750 if mark else 300) * count + 150 * n_answers * (extra in ("weights", "likely"))
    assert peak_of(data) < 4 * len(data) + 100_000 + each


def long_chain(n_unsolved: int) -> bytes:
    """Guesses of a and b, 255 one after the other, that tell nothing about answers of c to z."""
    tree = TreeModel.of(CHAIN)
    tree.game.update(length=8, max_guesses=255)
    tree.answers = ["".join(letters) for letters in islice(product("cdefghijkl", repeat=8), n_unsolved)]
    tree.others = ["".join(letters) for letters in islice(product("ab", repeat=8), 255)]
    tree.children, tree.feedback = [1] * 254 + [0], [0] * 254
    tree.guess = [n_unsolved + 1 + i for i in range(255)]
    return tree.recount().pack()


def test_work_of_a_small_file_is_bounded() -> None:
    """What plays all answers or visits all nodes ends in a minute: a few KB could call for 267 million feedbacks."""
    n_most = (layout.MAX_TURNS - sum(range(256))) // 255

    assert len(load(long_chain(n_most)).guarantee.unsolved) == n_most
    data = long_chain(n_most + 1)
    assert refusal(data) == f"its nodes and unsolved answers take 2097375 turns, more than {layout.MAX_TURNS}"
    assert len(data) < 4000


def test_unsolved_answers_are_played_once_for_all_nodes() -> None:
    tree = load(long_chain(30))
    counts: Counter[str] = Counter()
    sys.setprofile(lambda frame, event, _: counts.update([frame.f_code.co_name] if event == "call" else []))
    try:
        n_left = [node.n_candidates for node in tree.walk()]
    finally:
        sys.setprofile(None)

    assert n_left == [30] * 255
    assert counts["feedback"] == 30 * 255


def test_text_is_not_decoded_before_it_is_counted() -> None:
    """One symbol beyond the first plane makes all letters of a text 4 bytes: 29 MB where 7.2 MB were inflated."""
    n_nodes = 50_000
    tree = TreeModel.of(CHAIN)
    tree.game["length"] = 12
    tree.answers = ["abcdefghijkl"]
    tree.children = [400] + [1] * (n_nodes - 401) + [0] * 400
    tree.feedback, tree.guess = list(range(400)) + [1] * (n_nodes - 401), [1] * n_nodes
    entries = tree.recount().put_back()
    entries["words"]["others"] = zlib.compress(("a" * (144 * n_nodes - 4) + "\U0001f600").encode())

    assert "words.others inflates to 7199997 letters" in refusal(pack_entries(entries))
    assert peak_of(pack_entries(entries)) < 20_000_000


@pytest.mark.parametrize("key", ["k" * 100_000, "é" * 5000, "a\x1b[2J", "\u202e"])
def test_strange_key_is_a_short_line(key: str) -> None:
    entries = unpack_file(OUTSIDE)
    message = refusal(pack_entries({**entries, "proof": {key: 1, **entries["proof"]}}))

    assert len(message) < 300
    assert message.isprintable()


PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.text(max_size=40)
    | st.binary(max_size=40)
    | st.sampled_from(["a" * 40, "a" * 300, "a" * 70_000, b"a" * 300, b"a" * 70_000, [0] * 20, [0] * 2_000]),
    lambda inner: st.lists(inner, max_size=20) | st.dictionaries(st.text(max_size=5), inner, max_size=20),
    max_leaves=20,
)


@given(PLAIN)
@settings(max_examples=20)
def test_what_msgpack_packs_is_unpacked(value: Any) -> None:
    assert unpack(msgpack.packb(value)) == value


def unpacked(data: bytes, decoder: type) -> object:
    """What one of the library's two decoders makes of bytes, or the error's type."""
    with patch("msgpack.Unpacker", decoder):
        try:
            return unpack(data)
        except TreeError as error:
            return type(error)


@given(st.binary(max_size=20) | PLAIN.map(msgpack.packb), st.data())
@settings(max_examples=100)
def test_both_decoders_of_the_library_give_the_same(data: bytes, chance: st.DataObject) -> None:
    place = chance.draw(st.integers(0, len(data)))
    changed = data[:place] + chance.draw(st.binary(max_size=6)) + data[place + chance.draw(st.integers(0, 6)) :]

    assert unpacked(changed, msgpack.Unpacker) == unpacked(changed, msgpack.fallback.Unpacker)


@pytest.mark.parametrize("decoder", DECODERS)
def test_every_head_is_a_value_or_the_one_error(decoder: type) -> None:
    """After each head: nothing, ones, and the largest lengths and codes."""
    for head in range(256):
        for rest in (b"", b"\1", b"\1" * 40, b"\xff" * 3, b"\xff" * 40, bytes(40)):
            # No head is longer than nine bytes with what it says of a length or a number.
            for size in {*range(min(len(rest), 10) + 1), len(rest)}:
                value = unpacked(bytes([head]) + rest[:size], decoder)

                assert value is TreeError or type(value) in (int, str, bytes, bool, list, dict, type(None)), hex(head)


@pytest.mark.parametrize("decoder", DECODERS)
@pytest.mark.parametrize(
    "head", [b"\xdc\xff\xff", b"\xde\x80\x00\xa0", b"\xdd\0\1\0\0"], ids=["arrays", "maps", "long arrays"]
)
def test_lengths_are_not_reserved_before_their_entries_are_there(head: bytes, decoder: type) -> None:
    """Each head calls for as many entries as there are bytes after it, a thousand times over."""
    data = head * 1000 + b"\xc0" * 70_000
    with patch("msgpack.Unpacker", decoder):
        assert peak_of(data) < 500_000


@pytest.mark.parametrize("decoder", DECODERS)
@pytest.mark.parametrize("n_values", [65_535, 65_536, 65_537, 200_000])
def test_values_are_counted_keys_included(n_values: int, decoder: type) -> None:
    """In an array of maps, each of which counts as three values; the array counts too."""
    n_maps, n_nils = divmod(n_values - 1, 3)
    data = msgpack.packb([{"k": None}] * n_maps + [None] * n_nils)

    assert (unpacked(data, decoder) is TreeError) == (n_values > 65_536)


@pytest.mark.parametrize("decoder", DECODERS)
@pytest.mark.parametrize("depth", [16, 17, 1000, 100_000])
@pytest.mark.parametrize("level", [b"\x91", b"\x81\xa1k"], ids=["arrays", "maps"])
def test_values_are_nested_sixteen_deep_below_the_first(level: bytes, depth: int, decoder: type) -> None:
    assert (unpacked(level * depth + b"\xc0", decoder) is TreeError) == (depth > 16)


@pytest.mark.parametrize("decoder", DECODERS)
@pytest.mark.parametrize("path", ["strategy.name", "strategy.options"])
def test_text_takes_what_the_format_states(path: str, decoder: type) -> None:
    """One symbol beyond the first plane makes every letter of a text 4 bytes."""
    text = "a" * 1_000_000 + "\U0001f600"
    data = changed(path, text if path == "strategy.name" else {"a": text})
    with patch("msgpack.Unpacker", decoder):
        # The file itself counts once.
        assert peak_of(data) < 7 * len(data) + 100_000
        assert load(data).info


ROOT = Path(__file__).parent.parent.parent
BASES = [path.read_bytes() for path in sorted((ROOT / "tests" / "fixtures").glob("format-1.*.tree"))]


@pytest.mark.parametrize("seed", sampled(range(4), 2))
def test_files_damaged_by_structure_are_refused_or_can_be_trusted(seed: int) -> None:
    mutator = Mutator(BASES, seed)
    sites: Counter[str] = Counter()
    found = Counter(check_bytes(mutator.next(), sites) for _ in range(1000))

    # The mutator gets behind the checksum, and to all three ends; else this test would show nothing.
    assert min(found["refused"], found["wrong"], found["holds"]) >= 10, found
    assert len(sites) >= 25


@pytest.mark.parametrize("base", range(len(BASES)))
def test_undamaged_files_hold(base: int) -> None:
    assert check_bytes(BASES[base]) == "holds"
