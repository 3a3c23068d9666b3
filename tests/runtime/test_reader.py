"""The reader is total: a valid tree or a `TreeError`, for every refusal of FORMAT.md."""

import hashlib
import zlib
from typing import Any

import msgpack
import pytest
from sampled import sampled
from spoilt_trees import CHAIN, OUTSIDE, UNSOLVED, WEIGHTED, changed, put, refusal
from tree_model import pack_entries, seal, unpack_file
from tree_strategies import chain_game, encode, make_game, outside_game, weighted_file

import wordle_trees
from wordle_compiler.search.decision_tree import TreeNode
from wordle_runtime import TreeError, load
from wordle_runtime.reader import read_tree


def test_what_was_written_is_read() -> None:
    tree = load(OUTSIDE)

    assert tree.info.game.fingerprint == outside_game().fingerprint
    assert tree.info.checksum == OUTSIDE[-32:]
    assert tree.nodes.first_child == (1, 4, 4, 4, 4)
    assert [tree.nodes.word(number) for number in range(4)] == ["bodge", "jumpy", "dumpy", "bumpy"]
    # The count of allowed words is for `verify` to check.
    assert load(changed("game.allowed.count", 2**64 - 1)).opener == "bodge"


@pytest.mark.parametrize("data", [OUTSIDE, CHAIN, UNSOLVED, WEIGHTED], ids=["outside", "chain", "unsolved", "weighted"])
def test_every_truncation_is_refused(data: bytes) -> None:
    for length in range(len(data)):
        refusal(data[:length])


SHIPPED = [(wordle_trees.read("mastermind"), first, 8) for first in range(8)]


@pytest.mark.parametrize(("data", "first", "step"), [(OUTSIDE, 0, 1), (WEIGHTED, 0, 1), *sampled(SHIPPED, 1)])
def test_every_flipped_bit_is_refused(data: bytes, first: int, step: int) -> None:
    """An eighth of those of the smallest shipped tree; `python -m benchmarks bit_flips` does all, and damages more."""
    for place in range(len(data)):
        for bit in range((first + place) % step, 8, step):
            damaged = bytearray(data)
            damaged[place] ^= 1 << bit
            refusal(bytes(damaged))


def test_damage_is_called_damage() -> None:
    damaged = bytearray(OUTSIDE)
    damaged[OUTSIDE.index(b"some-answers")] = ord("S")

    assert refusal(bytes(damaged)) == "damaged: the checksum differs"
    assert refusal(OUTSIDE + b"\0") == "1 bytes follow the end of the tree"
    assert refusal(OUTSIDE[:-1]).startswith("truncated: ")


def test_checksum_must_end_the_file() -> None:
    entries = unpack_file(OUTSIDE)
    first = {"checksum": entries.pop("checksum"), **entries}

    assert refusal(msgpack.packb(first)) == "the file does not end with its checksum"


HEADER = [
    ("magic", "wordle-treE", "not a tree file"),
    ("magic", b"wordle-tree", "not a tree file"),
    ("version", [2, 0], "version 2.0 of the format; this reader knows 1.x"),
    ("version", [0, 9], "version 0.9"),
    ("version", [1], "the version is not an array of two non-negative integers"),
    ("version", [1, -1], "the version is not an array of two non-negative integers"),
    ("version", [True, 0], "the version is not an array of two non-negative integers"),
    ("version", "1.0", "the version is not an array of two non-negative integers"),
    ("game", [], "game is an array, not a map"),
    ("game.kind", "mastermind", "game.kind is 'mastermind', which this version does not know in such a file"),
    ("game.rule", "easy", "game.rule is 'easy'"),
    ("game.rule", 1, "game.rule is an integer, not text"),
    ("game.length", 1, "game.length is 1, not from 2 to 12"),
    ("game.length", 13, "game.length is 13, not from 2 to 12"),
    ("game.length", 4, "nodes.feedback has 162, but below 80 are all that lead on"),
    ("game.length", True, "game.length is a boolean, not an integer"),
    ("game.length", "5", "game.length is text, not an integer"),
    ("game.max_guesses", 0, "game.max_guesses is 0, not from 1 to 255"),
    ("game.max_guesses", 256, "game.max_guesses is 256, not from 1 to 255"),
    ("game.max_guesses", 1, "a node lies deeper than max_guesses, 1"),
    ("game.answers", None, "game.answers is nil, not a map"),
    ("game.answers.name", "x" * 256, "game.answers.name has more than 255 characters"),
    ("game.answers.name", "a\x1b[2Jb", "game.answers.name has a control character"),
    ("game.answers.name", "a\x9bb", "game.answers.name has a control character"),
    ("game.answers.count", 0, "game.answers.count is 0, not from 1 to 1048576"),
    ("game.answers.count", 1_048_577, "game.answers.count is 1048577"),
    ("game.answers.count", -3, "game.answers.count is -3"),
    ("game.answers.count", 2, "words.answers inflates to"),
    ("game.answers.count", 4, "words.answers inflates to 15 letters, which are not 4 to 4 words of 5"),
    ("game.answers.sha256", bytes(31), "game.answers.sha256 has 31 bytes, not 32"),
    ("game.answers.sha256", b"", "game.answers.sha256 has 0 bytes"),
    ("game.fingerprint", bytes(32), "game.fingerprint is not that of the game"),
    ("strategy.name", b"x", "strategy.name is bytes, not text"),
    ("strategy.options", [], "strategy.options is an array, not a map"),
    ("strategy.options", {"b": 1, "a": 1}, "strategy.options does not ascend"),
    ("strategy.options", {"a": []}, "the option 'a' is not text, an integer, a boolean or nil"),
    ("strategy.options", {"a": b"x"}, "the option 'a' is not text"),
    ("strategy.options", {"a": "x\ny"}, "an option's value has a control character"),
    ("strategy.options", {"a\n": "x"}, "an option's name has a control character"),
    ("proof.status", "proven", "proof.status is 'proven'"),
    ("proof.objective", "worst case", "proof.objective is 'worst case'"),
    # Known since version 1.2.
    (
        "proof.objective",
        "unsolved,total",
        "proof.objective is 'unsolved,total', which this version does not know in such a file",
    ),
    ("guarantee.total", 7, "guarantee.total is 7, the nodes add up to 6"),
    ("guarantee.total", True, "guarantee.total is a boolean"),
    ("guarantee.worst_case", 3, "guarantee.worst_case is 3, the nodes add up to 2"),
    ("guarantee.histogram", [0, 3, 0], "guarantee.histogram is not what the nodes add up to"),
    ("guarantee.histogram", [0, 2], "guarantee.histogram is not"),
    ("guarantee.histogram", [False, 3], "guarantee.histogram is not what the nodes add up to"),
    ("guarantee.histogram", [0, -3], "guarantee.histogram is not what the nodes add up to"),
    ("guarantee.histogram", {}, "guarantee.histogram is a map, not an array"),
    ("guarantee.histogram", [0] * 256, "guarantee.histogram is not what the nodes add up to"),
    ("guarantee.unsolved", 1, "guarantee.unsolved is 1, the nodes add up to 0"),
    ("words.answers", "text", "words.answers is text, not bytes"),
    ("nodes.count", 0, "nodes.count is 0, not from 1 to 1048576"),
    ("nodes.count", 1_048_577, "nodes.count is 1048577"),
    ("nodes.count", 3, "nodes.feedback inflates to more than the 2 bytes"),
    ("nodes.count", 5, "nodes.feedback inflates to 3 bytes, not 4"),
    ("nodes.guess", [], "nodes.guess is an array, not bytes"),
    ("nodes.guess", b"", "nodes.guess is a zlib stream without an end"),
    ("nodes.guess", b"\x78\x9c\xff", "nodes.guess is not a zlib stream"),
    ("nodes.guess", zlib.compress(bytes(8))[:-1], "nodes.guess is a zlib stream without an end"),
    ("nodes.guess", zlib.compress(bytes([4, *bytes(7)])) + b"\0", "nodes.guess goes on after its zlib stream"),
    ("nodes.guess", zlib.compress(bytes([4, *bytes(7)]))[:-1] + b"\xff", "nodes.guess is not a zlib stream"),
    ("nodes.guess", zlib.compress(bytes(6)), "nodes.guess inflates to 6 bytes, not 8"),
    ("nodes.children", zlib.compress(bytes(3)), "nodes.children inflates to 3 bytes, not 4"),
]


def weight_bytes(*values: int) -> bytes:
    return zlib.compress(b"".join(value.to_bytes(4, "little") for value in values))


IN_WEIGHTS: list[tuple[str, Any, str]] = [
    ("weights", None, "weights is nil, not a map"),
    ("weights", [], "weights is an array, not a map"),
    ("weights.name", b"mine", "weights.name is bytes, not text"),
    ("weights.name", "x" * 256, "weights.name has more than 255 characters"),
    ("weights.name", "a\nb", "weights.name has a control character"),
    ("weights.sha256", bytes(32), "weights.sha256 is not that of the weights"),
    ("weights.sha256", bytes(31), "weights.sha256 has 31 bytes, not 32"),
    ("weights.sha256", "x" * 32, "weights.sha256 is text, not bytes"),
    ("weights.solved", 306, "weights.solved is 306, the nodes add up to 307"),
    ("weights.solved", True, "weights.solved is a boolean"),
    ("weights.solved", -1, "weights.solved"),
    ("weights.solved", 307.0, "0xcb, which begins no MessagePack value that a tree file has"),
    ("weights.total", 322, "weights.total is 322, the nodes add up to 321"),
    ("weights.total", "321", "weights.total is text"),
    ("weights.values", [300, 0, 7], "weights.values is an array, not bytes"),
    ("weights.values", b"", "weights.values is a zlib stream without an end"),
    ("weights.values", b"\x78\x9c\xff", "weights.values is not a zlib stream"),
    ("weights.values", weight_bytes(300, 0), "weights.values inflates to 8 bytes, not 12"),
    ("weights.values", weight_bytes(300, 0, 7, 0), "weights.values inflates to more than the 12 bytes"),
    ("weights.values", weight_bytes(300, 0, 7) + b"x", "weights.values goes on after its zlib stream"),
    ("weights.values", zlib.compress(bytes(10**6)), "weights.values inflates to more than the 12 bytes"),
    ("weights.values", weight_bytes(0, 0, 0), "weights.values add up to 0, not to 1 to 4294967295"),
    ("weights.values", weight_bytes(2**32 - 1, 1, 0), "weights.values add up to 4294967296, not to 1 to 4294967295"),
    ("weights.values", weight_bytes(300, 7, 0), "weights.sha256 is not that of the weights"),
    ("weights.values", weight_bytes(301, 0, 7), "weights.sha256 is not that of the weights"),
]


@pytest.mark.parametrize("values", [(300, 7, 0), (301, 0, 7), (0, 0, 1)])
def test_other_weights_with_their_own_digest_do_not_pass_for_the_totals(values: tuple[int, ...]) -> None:
    text = "".join(f"{word} {value}\n" for word, value in zip(("bumpy", "dumpy", "jumpy"), values, strict=True))
    data = changed("weights.values", weight_bytes(*values), WEIGHTED)

    assert "the nodes add up to" in refusal(changed("weights.sha256", hashlib.sha256(text.encode()).digest(), data))


def test_weights_belong_to_their_version_and_place() -> None:
    entries = unpack_file(WEIGHTED)
    refusal(pack_entries({**entries, "version": [1, 0]}))
    last = {key: value for key, value in entries.items() if key not in ("weights", "checksum")}
    refusal(pack_entries({**last, "weights": entries["weights"]}))
    refusal(pack_entries({**entries, "more": 1, "checksum": entries["checksum"]}))

    # But what it names must be right there too.
    assert "weights.total is 1" in refusal(changed("weights.total", 1, pack_entries({**entries, "version": [1, 3]})))


def test_nothing_has_no_weighted_mean() -> None:
    weighted = {"bumpy": 300, "dumpy": 0, "jumpy": 7}
    weights = load(weighted_file(chain_game(), TreeNode("dumpy", True), weighted, max_guesses=1)).guarantee.weights

    assert weights is not None
    assert (weights.solved, weights.total, weights.mean) == (0, 0, None)


ARRAYS = [
    ("nodes.children", [2, 1, 0], 1, CHAIN, "nodes.children does not number every node once"),
    # TreeNode 1 would be a child of node 1.
    ("nodes.children", [0, 2, 0], 1, CHAIN, "nodes.children does not number every node once, each after its parent"),
    ("nodes.children", [1, 0, 1], 1, CHAIN, "nodes.children does not number every node once, each after its parent"),
    ("nodes.children", [1, 1, 1], 1, CHAIN, "nodes.children does not number every node once"),
    ("nodes.children", [1, 0, 0], 1, CHAIN, "nodes.children does not number every node once"),
    ("nodes.children", [255, 255, 255], 1, CHAIN, "nodes.children does not number every node once"),
    ("nodes.feedback", [0, 9, 242], 1, OUTSIDE, "nodes.feedback has 242, but below 242 are all that lead on"),
    ("nodes.feedback", [0, 9, 255], 1, OUTSIDE, "nodes.feedback has 255"),
    ("nodes.feedback", [0, 9, 9], 1, OUTSIDE, "nodes.feedback does not ascend among the children of a node"),
    ("nodes.feedback", [9, 0, 162], 1, OUTSIDE, "nodes.feedback does not ascend"),
    ("nodes.guess", [5, 0, 0, 0], 2, OUTSIDE, "nodes.guess calls for word 5 of 4"),
    ("nodes.guess", [65535, 0, 0, 0], 2, OUTSIDE, "nodes.guess calls for word 65535 of 4"),
    ("nodes.guess", [0, 0, 0, 0], 2, OUTSIDE, "nodes.guess solves 4 answers of 3"),
    ("nodes.guess", [4, 4, 0, 0], 2, OUTSIDE, "guarantee.total is 6, the nodes add up to 4"),
]


def test_feedback_may_descend_from_one_family_to_the_next() -> None:
    game = make_game("aa ab ba bb")
    # aa is answered 0 by bb, 20 (6) by ab, 02 (2) by ba.
    root = TreeNode("aa", True, {2: TreeNode("ba", True), 6: TreeNode("ab", True, {1: TreeNode("bb", True)})})

    # Not Wordle's feedbacks throughout, but a tree: what it plays is for `verify` to say.
    assert load(encode(game, root)).guarantee.histogram == (1, 2, 1)


WORDS = [
    ("words.answers", b"jdbuuummmpppyy", "words.answers inflates to 14 letters"),
    ("words.answers", b"jdbuuummmpppyyyz", "words.answers inflates to 16 letters"),
    ("words.answers", b"jjbuuummmpppyyy", "words: a word stands twice"),
    ("words.answers", b"jd\xffuuummmpppyyy", "words.answers is not UTF-8"),
    ("words.answers", b"jd\nuuummmpppyyy", "words.answers has a control character"),
    ("words.answers", "jd\x85uuummmpppyyy".encode(), "words.answers has a control character"),
    ("words.answers", b"x" * 181, "words.answers inflates to more than the 180 bytes that the counts call for"),
    ("words.others", b"bumpy", "words: a word stands twice"),
    ("words.others", b"bodg", "words.others inflates to 4 letters, which are not 0 to 4 words of 5"),
    ("words.others", b"ca" + b"aa" * 4, "words.others does not ascend"),
    ("words.others", b"abcde" + b"aaaaa" * 4, "words.others inflates to 25 letters, which are not 0 to 4"),
]


FIELDS = [
    *((OUTSIDE, *row) for row in HEADER),
    *((WEIGHTED, *row) for row in IN_WEIGHTS),
    *((OUTSIDE, path, zlib.compress(content), message) for path, content, message in WORDS),
    *(
        (data, path, zlib.compress(b"".join(value.to_bytes(width, "little") for value in values)), message)
        for path, values, width, data, message in ARRAYS
    ),
    (UNSOLVED, "words.answers", zlib.compress(b"djbuuummmpppyyy"), "the unsolved answers do not ascend"),
]


@pytest.mark.parametrize(("data", "path", "value", "message"), FIELDS, ids=lambda value: str(value)[:60])
def test_field_that_is_wrong_is_refused(data: bytes, path: str, value: Any, message: str) -> None:
    assert message in refusal(changed(path, value, data))


def keys_of(entries: dict[str, Any], path: str) -> dict[str, Any]:
    for key in path.split(".") if path else []:
        entries = entries[key]
    return entries


MAPS = ["", "game", "game.answers", "game.allowed", "strategy", "guarantee", "proof", "words", "nodes"]


@pytest.mark.parametrize("path", MAPS)
def test_unknown_missing_and_misplaced_keys_are_refused(path: str) -> None:
    entries = unpack_file(OUTSIDE)
    content = keys_of(entries, path)
    more = {"aaaa": 1, **content}
    fewer = dict(list(content.items())[1:])
    swapped = {key: content[key] for key in [*list(content)[1::-1], *list(content)[2:]]}

    for wrong in (more, fewer, swapped):
        if path:
            refusal(pack_entries(put(entries, path, wrong)))
        elif "magic" in wrong:
            assert "the file has the keys" in refusal(pack_entries(wrong))


def test_key_that_stands_twice_is_refused() -> None:
    start = OUTSIDE.index(b"\xa5magic")
    pair = b"\xa5magic\xabwordle-tree"
    twice = b"\x8a" + OUTSIDE[1 : start + len(pair)] + pair + OUTSIDE[start + len(pair) :]

    assert "the key 'magic'" in refusal(seal(twice))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        pytest.param(b"", "truncated: the value at byte 0 goes on beyond the end", id="empty"),
        pytest.param(b"\xc1", "begins no MessagePack value", id="never used"),
        pytest.param(b"\xca\0\0\0\0", "begins no MessagePack value", id="float"),
        pytest.param(b"\xcb" + bytes(8), "begins no MessagePack value", id="double"),
        pytest.param(b"\xd4\0\0", "begins no MessagePack value", id="extension"),
        pytest.param(b"\xc7\0\0", "begins no MessagePack value", id="empty extension"),
        pytest.param(b"\xc9\xff\xff\xff\xff\0", "begins no MessagePack value", id="huge extension"),
        pytest.param(b"\xd6\xff\0\0\0\0", "begins no MessagePack value", id="timestamp"),
        pytest.param(b"\xc6\xff\xff\xff\xff", "truncated: the value at byte 0", id="huge bin"),
        pytest.param(b"\xdb\xff\xff\xff\xff", "truncated: the value at byte 0", id="huge text"),
        pytest.param(b"\xdd\xff\xff\xff\xff", "truncated", id="huge array"),
        pytest.param(b"\xdd\0\1\x86\x9f" + b"\xc0" * 99_999, "more than 65536 values", id="long array"),
        pytest.param(b"\xdf\xff\xff\xff\xff", "truncated", id="huge map"),
        pytest.param(b"\x91" * 100_000, "nested deeper than 16", id="deep arrays"),
        pytest.param(b"\x81\xa1a" * 100_000, "nested deeper than 16", id="deep maps"),
        pytest.param(b"\x81\x01\x01", "the key at byte 1 is not text", id="integer key"),
        pytest.param(b"\x81\x90\x01", "the key at byte 1 is not text", id="array key"),
        pytest.param(b"\xa1\xff", "the text at byte 0 is not UTF-8", id="bad UTF-8"),
        pytest.param(b"\xa3\xed\xa0\x80", "the text at byte 0 is not UTF-8", id="surrogate"),
        pytest.param(b"crane\n", "not a tree file: `wordle-compile --answers FILE` makes one of a list", id="list"),
        pytest.param(b"\x89PNG\r\n\x1a\n", "not a tree file", id="picture"),
        pytest.param(b"PK\x03\x04", "not a tree file", id="zip"),
        pytest.param(b"\x80", "not a tree file", id="empty map"),
        pytest.param(b"\x93\x01\x02\x03", "not a tree file", id="array"),
        pytest.param(b"\x81\xa5magic\xabwordle-tree", "the version is not an array", id="magic alone"),
    ],
)
def test_other_msgpack_is_refused(data: bytes, message: str) -> None:
    """What has no magic is just no tree; the error's cause says what stopped the reader."""
    with pytest.raises(TreeError) as caught:
        read_tree(data)

    assert str(caught.value).startswith("not a tree file") or caught.value.__cause__ is None
    assert message in f"{caught.value}: {caught.value.__cause__}"
