"""Hostile files: whatever the bytes, the checker ends with its one error, soon and in little memory."""

from __future__ import annotations

import hashlib
import io
import random
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path

import msgpack  # type: ignore[import-untyped]
import pytest
from checker_writer import (
    BruteForce,
    Case,
    Certificate,
    Entry,
    Frame,
    Style,
    TinyGame,
    leb128,
    make_case,
    outermost,
)
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_checker import CertificateError, Reason, check, limits
from wordle_checker.checking import game_of
from wordle_compiler.artifact.writer import encode_tree
from wordle_compiler.decision_tree import Node
from wordle_compiler.weights import Weights
from wordle_runtime import GameInfo, ListInfo

FAMILY = ("batch", "catch", "hatch", "match", "patch")
GAME = TinyGame("wordle", "any", FAMILY, tuple(sorted((*FAMILY, "azzzz", "zazzz", "zzazz"))))
"""Each of the family is told from the others by itself alone, and leaves them with 02222, which is 80: 15 guesses."""

LIMIT = 6
MAYBE = make_case(GAME, "total", LIMIT, None, Style(everything=True, chapter_length=2))
assert MAYBE is not None
CASE: Case = MAYBE
GOOD = CASE.certificate.encode()
CODES = make_case(
    TinyGame("mastermind", "any", ("11", "12", "21", "22"), ("11", "12", "21", "22")),
    "total",
    4,
    None,
    Style(everything=True, symmetric=True),
)


def verdict(data: bytes, case: Case = CASE, *, plain: bool = True) -> tuple[str, str]:
    try:
        proof = check(case.tree, io.BytesIO(data), case.game.answers, case.game.allowed, plain=plain)
    except CertificateError as error:
        return error.reason, str(error)
    return "proven", proof.sentence


def refusal(data: bytes, case: Case = CASE) -> tuple[str, str]:
    """Returns the kind of an error and its text, which both checkers must give alike."""
    found = verdict(data, case)

    assert verdict(data, case, plain=False) == found
    assert found[0] != "proven"
    assert "\n" not in found[1]

    return found


def sealed(header_bytes: bytes, chapters: bytes = b"") -> bytes:
    data = header_bytes + chapters
    return data + bytes(msgpack.packb([None, hashlib.sha256(data).digest()]))


def with_header(**changes: object) -> bytes:
    values = CASE.certificate.header() | changes
    return sealed(msgpack.packb({key: value for key, value in values.items() if value != "gone"}), chapters_of(GOOD))


def chapters_of(data: bytes) -> bytes:
    return data[len(msgpack.packb(CASE.certificate.header())) : -len(msgpack.packb([None, bytes(32)]))]


def with_content(
    content: bytes, *, size: int | None = None, packed: bytes | None = None, n_lemmas: int | None = None
) -> bytes:
    """Returns a certificate with one chapter, of any content."""
    body = zlib.compress(content) if packed is None else packed
    chapter = msgpack.packb([0, len(content) if size is None else size, body])
    header_values = CASE.certificate.header()
    if n_lemmas is not None:
        header_values["lemmas"] = n_lemmas
    return sealed(msgpack.packb(header_values), chapter)


BATCH, REST = leb128(4 + 2), leb128(80)
"""The entry of a frame for batch as the first guess, and the feedback of the others."""


def one_chapter() -> tuple[bytes, int]:
    """Returns the content of a true certificate in one chapter, and its number of lemmas."""
    case = make_case(GAME, "total", LIMIT, None, Style(everything=True))
    assert case is not None
    ((_, entries),) = case.certificate.chapters
    return b"".join(map(leb128, outermost(entries))), len(case.certificate.frames())


ONE_CHAPTER, N_LEMMAS = one_chapter()


def test_certificate_that_is_spoilt_here_is_good() -> None:
    assert len(CASE.certificate.chapters) > 1
    assert verdict(GOOD)[0] == verdict(GOOD, plain=False)[0] == "proven"


def test_shortest_and_longest_pieces() -> None:
    """Every beginning of the file is cut off; nothing may follow its end."""
    for length in range(len(GOOD)):
        assert verdict(GOOD[:length])[0] == Reason.FILE

    assert refusal(GOOD + b"\0") == (Reason.FILE, "no certificate: something follows its end")


def test_each_byte_counts() -> None:
    for place in range(len(GOOD)):
        spoilt = bytearray(GOOD)
        spoilt[place] ^= 1 << place % 8

        assert verdict(bytes(spoilt))[0] != "proven", f"byte {place}"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"magic": "wordle-tree"}, "magic"),
        ({"version": [1, 0]}, "version 1.0"),
        ({"version": [3, 0]}, "version 3.0"),
        ({"version": [0, 9]}, "version 0.9"),
        ({"version": [1]}, "version has 1 values"),
        ({"fingerprint": bytes(31)}, "31 bytes"),
        ({"tree": bytes(33)}, "33 bytes"),
        ({"openers": [0, 1]}, "2 openers"),
        ({"claims": [[5, 1], [4, 1], [3, 1]]}, "3 claims"),
        ({"claims": [[5]]}, "claim has 1 values"),
        ({"claims": [[5, "x"]]}, "unsigned integer is missing"),
        ({"claims": [[None, 5]]}, "unsigned integer is missing"),
        ({"claims": [[5, -1]]}, "unsigned integer is missing"),
        ({"claims": [[5, 9.5]]}, "unsigned integer is missing"),
        ({"symmetries": [[[0, 1, 2, 3, 4]]]}, "symmetry has 1 values"),
        ({"symmetries": [[[0, 1], [0, 1]]]}, "places of a symmetry has 2 values"),
        ({"lemmas": "many"}, "unsigned integer is missing"),
        ({"lemmas": "gone"}, "7 keys"),
        ({"more": 1}, "9 keys"),
        ({"tree": None}, "byte string is missing"),
        ({"magic": "x" * 300}, "a string of 300 bytes"),
    ],
    ids=str,
)
def test_header_of_other_types(changes: dict[str, object], message: str) -> None:
    reason, text = refusal(with_header(**changes))

    assert reason == Reason.FILE
    assert message in text


def test_keys_in_another_order() -> None:
    values = CASE.certificate.header()
    data = sealed(msgpack.packb(dict(reversed(values.items()))), chapters_of(GOOD))

    assert refusal(data)[1] == "no certificate: its header has no key 'magic' where one must stand"


@pytest.mark.parametrize(
    "more",
    [
        1,
        -1,
        None,
        True,
        1.5,
        "text",
        b"bytes",
        [1, [2, {"x": [None]}]],
        {"a": {"b": [[]]}},
        msgpack.ExtType(5, b"x" * 9),
    ],
    ids=repr,
)
def test_newer_minor_version_may_add_keys(more: object) -> None:
    assert verdict(with_header(version=[2, 1], more=more, even_more="x" * 300))[0] == "proven"
    assert verdict(with_header(version=[2, 1], more=more)[:-40])[0] == Reason.FILE


def test_header_that_counts_fewer_keys_than_it_has() -> None:
    values = CASE.certificate.header() | {"version": [2, 1]}
    packed = msgpack.packb(values)
    assert packed[0] == 0x88

    assert refusal(sealed(b"\x87" + packed[1:], chapters_of(GOOD))) == (
        Reason.FILE,
        "no certificate: its header has 7 keys",
    )


def test_chapters_stand_in_the_order_of_their_claims() -> None:
    case = make_case(GAME, "worst-case,total", LIMIT, None, Style(everything=True))
    assert case is not None
    assert [claim for claim, _ in case.certificate.chapters] == [0, 1]
    assert verdict(case.certificate.encode(), case)[0] == "proven"

    case.certificate.chapters.append(case.certificate.chapters[0])

    assert refusal(case.certificate.encode(), case) == (
        Reason.FILE,
        "no certificate: a chapter belongs to claim 0, which is not its turn",
    )


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"fingerprint": bytes(32)}, "another game"),
        ({"tree": bytes(32)}, "another tree"),
        ({"claims": []}, "claims are not those of the objective total"),
        ({"claims": [[LIMIT, 1]]}, "claims are not those"),
        ({"claims": [[5, CASE.certificate.claims[0][1]]]}, "claims are not those"),
        ({"claims": [[LIMIT, None]]}, "claims are not those"),
        ({"openers": [2]}, "opener is not batch"),
        ({"openers": [8]}, "opener is not batch"),
    ],
    ids=str,
)
def test_header_of_another_game(changes: dict[str, object], message: str) -> None:
    reason, text = refusal(with_header(**changes))

    assert reason == Reason.GAME
    assert message in text


def test_symmetries_where_none_may_stand() -> None:
    assert refusal(with_header(symmetries=[[list(range(5)), list(range(len(set("".join(GAME.allowed)))))]])) == (
        Reason.SYMMETRY,
        "there is no symmetry in kind wordle",
    )


def test_symmetries_beside_an_opener() -> None:
    codes = ("11", "12", "21", "22")
    case = make_case(TinyGame("mastermind", "any", codes, codes), "total", 4, "11", Style(everything=True))
    assert case is not None
    assert verdict(case.certificate.encode(), case)[0] == "proven"

    # Nothing moves, so it is a symmetry of every set.
    case.certificate.symmetries.append(((0, 1), (0, 1)))

    assert refusal(case.certificate.encode(), case) == (
        Reason.SYMMETRY,
        "there are no symmetries where an opener is named",
    )


@pytest.mark.parametrize(
    ("key", "array", "message"),
    [
        (b"version", b"\x92\x02\x00", "version has 3 values, not 2"),
        (b"claims", b"\x91\x92", "claim has 3 values, not 2"),
    ],
    ids=str,
)
def test_arrays_that_count_one_value_more_than_they_have(key: bytes, array: bytes, message: str) -> None:
    header = msgpack.packb(CASE.certificate.header())
    assert header.count(key + array) == 1
    more = array.replace(b"\x92", b"\x93")

    data = sealed(header.replace(key + array, key + more), chapters_of(GOOD))

    assert refusal(data) == (Reason.FILE, f"no certificate: {message}")


@pytest.mark.parametrize("key", ["fingerprint", "tree"])
def test_byte_strings_that_are_too_long_are_not_read(key: str) -> None:
    reason, text = refusal(with_header(**{key: bytes(33)}))

    assert reason == Reason.FILE
    assert "a byte string of 33 bytes where at most 32 may stand" in text


def test_one_entry_in_two_chapters() -> None:
    case = make_case(GAME, "total", LIMIT, None, Style(everything=True, chapter_length=2))
    assert case is not None
    case.certificate.chapters.append(case.certificate.chapters[0])

    reason, text = refusal(case.certificate.encode(), case)

    assert reason == Reason.ENTRY
    assert text.startswith("a second entry of claim 0 for ")


@pytest.mark.parametrize("more", [-1, 1])
def test_lemmas_are_as_many_as_the_header_says(more: int) -> None:
    n_lemmas = len(CASE.certificate.frames())

    assert refusal(with_header(lemmas=n_lemmas + more)) == (
        Reason.COUNT,
        f"it has {n_lemmas} lemmas, its header says {n_lemmas + more}",
    )


def test_integers_that_are_longer_than_they_need_to_be() -> None:
    plain = msgpack.packb(CASE.certificate.header())
    n_lemmas = msgpack.packb(CASE.certificate.header()["lemmas"])
    assert plain.endswith(n_lemmas)
    assert len(n_lemmas) == 1
    for wide in (b"\xcc", b"\xcd\0", b"\xce\0\0\0", b"\xcf" + bytes(7)):
        data = sealed(plain[:-1] + wide + n_lemmas, chapters_of(GOOD))

        assert "longer than it needs to be" in refusal(data)[1]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (with_content(b"\x03", size=0), "0 bytes of content"),
        (with_content(b"\x03", size=1 << 40), "1099511627776 bytes of content"),
        (with_content(b"\x03", size=2), "does not inflate to just the 2 bytes"),
        (with_content(b"\x03\x03", size=1), "does not inflate to just the 1 bytes"),
        (with_content(b"\x03", packed=b"no zlib"), "stream is damaged"),
        (with_content(b"\x03", packed=zlib.compress(b"\x03")[:-1]), "does not inflate"),
        (with_content(b"\x03", packed=zlib.compress(b"\x03") + b"\0"), "does not inflate"),
        (with_content(b"\x03", packed=b""), "does not inflate"),
        (sealed(msgpack.packb(CASE.certificate.header()), msgpack.packb([1, 1, b""])), "belongs to claim 1"),
        (sealed(msgpack.packb(CASE.certificate.header()), msgpack.packb([None, 1, b""])), "neither a chapter"),
        (sealed(msgpack.packb(CASE.certificate.header()), msgpack.packb([0, b""])), "neither a chapter"),
        (sealed(msgpack.packb(CASE.certificate.header()), msgpack.packb([])), "unsigned integer is missing"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_chapters_that_are_none(data: bytes, message: str) -> None:
    reason, text = refusal(data)

    assert reason == Reason.FILE
    assert message in text


@pytest.mark.parametrize(
    ("content", "reason", "message"),
    [
        (b"\x80", Reason.FILE, "cut off"),
        (b"\x04", Reason.FILE, "cut off"),
        (b"\x83\x00", Reason.FILE, "longer than it needs to be"),
        (b"\xff" * 8 + b"\x01", Reason.ENTRY, "there is no guess"),
        (b"\xff" * 9 + b"\x01", Reason.FILE, "more than 9 bytes"),
        (b"\x00", Reason.ENTRY, "entries, parts and nothing else"),
        (b"\x01\x01", Reason.ENTRY, "entries, parts and nothing else"),
        (b"\x02\x00", Reason.ENTRY, "entries, parts and nothing else"),
        (leb128(4 + 2 * 8), Reason.ENTRY, "there is no guess 8"),
        (BATCH + leb128(242), Reason.ENTRY, "nothing is left to prove where batch wins"),
        (BATCH + b"\x00", Reason.ENTRY, "no candidate gives batch the feedback 0"),
        (BATCH + leb128(10**17), Reason.ENTRY, "no candidate gives batch"),
        (leb128(5 + 2) + REST + b"\x00", Reason.USE, "lemma 0 was not kept"),
        (leb128(5 + 2) + REST + leb128(10**17), Reason.USE, "was not kept"),
        (BATCH + REST + b"\x00" + leb128(1 << 32), Reason.FILE, "more than 32 bits"),
        (BATCH + REST + b"\x00\x01\x00", Reason.ENTRY, "entries, parts and nothing else"),
        (BATCH + REST + b"\x00\x00", Reason.LEMMA, "that there is no strategy"),
        (BATCH + REST + b"\x02\x01" + bytes(20), Reason.SYMMETRY, "no symmetry in kind wordle"),
        (BATCH + REST + b"\x02\x00", Reason.SYMMETRY, "0 symmetries"),
        (BATCH + REST + b"\x02" + leb128(1 << 20), Reason.SYMMETRY, "1048576 symmetries"),
        (BATCH + REST + b"\x00\x01" + b"\x04" + REST + b"\x00\x01", Reason.ENTRY, "a second entry for batch 02222"),
    ],
    ids=lambda value: value.hex() if isinstance(value, bytes) else "",
)
def test_content_that_is_wrong(content: bytes, reason: Reason, message: str) -> None:
    found, text = refusal(with_content(content))

    assert (found, message in text) == (reason, True), text
    assert text.startswith("chapter 0, lemma ")


@pytest.mark.parametrize(
    ("rule", "content"),
    [
        ("candidates", leb128(4) + leb128(81) + b"\x00\x01"),
        ("candidates", BATCH + REST + BATCH + leb128(80) + b"\x00\x01" + b"\x00\x01"),
        ("hard", BATCH + REST + leb128(4) + leb128(81) + b"\x00\x01" + b"\x00\x01"),
    ],
    ids=["no candidate", "no candidate any more", "green letters moved"],
)
def test_entry_for_a_guess_that_is_not_legal(rule: str, content: bytes) -> None:
    case = make_case(TinyGame("wordle", rule, GAME.answers, GAME.allowed), "total", LIMIT)
    assert case is not None
    chapter = msgpack.packb([0, len(content), zlib.compress(content)])

    reason, text = refusal(sealed(msgpack.packb(case.certificate.header()), chapter), case)

    assert (reason, text.endswith(" is not legal there")) == (Reason.ENTRY, True), text


def test_symmetries_after_an_entry_or_twice() -> None:
    assert CODES is not None
    frame = Frame(2, 3, symmetries=[((1, 0), (0, 1))])
    entries = [Entry(0, 3, frame)]
    made = Certificate(
        CODES.certificate.fingerprint, CODES.certificate.tree, [], CODES.certificate.claims, [], [(0, entries)]
    )
    content = b"".join(map(leb128, outermost(entries)))
    again = content.replace(bytes([2, 1, 1, 0, 0, 1]), bytes([2, 1, 1, 0, 0, 1, 2, 1, 1, 0, 0, 1]))

    assert verdict(made.encode(), CODES)[0] != Reason.SYMMETRY
    assert again != content

    data = sealed(msgpack.packb(made.header()), msgpack.packb([0, len(again), zlib.compress(again)]))

    assert refusal(data, CODES)[0] == Reason.SYMMETRY


def test_lemma_that_is_false_is_told_with_its_path_and_guess() -> None:
    case = make_case(GAME, "total", LIMIT, None, Style(everything=True))
    assert case is not None
    frames = case.certificate.frames()
    assert (frames[-1].n, frames[-1].bound) == (4, 10)
    frames[-1].bound += 1

    reason, text = refusal(case.certificate.encode(), case)

    assert reason == Reason.LEMMA
    assert text == (
        f"chapter 0, lemma {len(frames) - 1}: after patch 02222, with 4 candidates and 5 guesses left, "
        "it claims a total of 11; but batch is only known to cost 10"
    )


def test_claim_that_does_not_follow_is_told_with_its_opener() -> None:
    made = Certificate(CASE.certificate.fingerprint, CASE.certificate.tree, [], CASE.certificate.claims)

    reason, text = refusal(made.encode())

    assert reason == Reason.CLAIM
    assert text == (
        "claim 0: for 5 answers and 6 guesses it claims a total of 15; but the opener batch is only known to cost 14"
    )


@pytest.mark.parametrize("change", ["answers", "allowed", "letter", "both"])
def test_other_lists(change: str) -> None:
    answers, allowed = GAME.answers, GAME.allowed
    if change == "answers":
        answers = answers[1:]
    elif change == "allowed":
        allowed = allowed[:-1]
    elif change == "letter":
        allowed = (*allowed[:-1], "zzazy")
    else:
        answers, allowed = allowed, answers

    with pytest.raises(CertificateError) as caught:
        check(CASE.tree, io.BytesIO(GOOD), answers, allowed, plain=True)

    assert caught.value.reason == Reason.GAME


def test_tree_that_is_none_or_another() -> None:
    other = make_case(GAME, "worst-case", 5)
    assert other is not None
    for tree in (b"", CASE.tree[:-1], other.tree):
        with pytest.raises(CertificateError) as caught:
            check(tree, io.BytesIO(GOOD), GAME.answers, GAME.allowed, plain=True)

        assert caught.value.reason == Reason.GAME


def test_tree_that_leaves_an_answer_unsolved_has_nothing_to_claim() -> None:
    tree = encode_tree(
        GAME.product(),
        Node("batch", True),
        strategy="first",
        options={},
        objective="total",
        status="heuristic",
        max_guesses=LIMIT,
    )

    with pytest.raises(CertificateError, match="does not solve every answer") as caught:
        check(tree, io.BytesIO(GOOD), GAME.answers, GAME.allowed, plain=True)

    assert caught.value.reason == Reason.GAME


def test_weighted_tree_has_nothing_to_claim() -> None:
    brute = BruteForce(GAME)
    assert brute.cost(frozenset(FAMILY), LIMIT) == 15
    tree = encode_tree(
        GAME.product(),
        brute.tree(LIMIT),
        strategy="optimal",
        options={},
        objective="total",
        status="optimal",
        max_guesses=LIMIT,
        weights=Weights("twos", FAMILY, (2, 2, 2, 2, 2)),
    )

    with pytest.raises(CertificateError, match="have weights") as caught:
        check(tree, io.BytesIO(GOOD), GAME.answers, GAME.allowed, plain=True)

    assert caught.value.reason == Reason.GAME


@pytest.mark.parametrize(
    ("answers", "allowed", "length", "message"),
    [
        (("ab", "ba"), ("ab", "bb"), 2, "an answer is not in the allowed list"),
        (("ab",), ("ab", "abc"), 2, "not all 2 letters"),
        (("ab",), ("ab",), 3, "not all 3 letters"),
        (("ab",), ("ab", "bb"), 2, "lists are not those"),
    ],
)
def test_lists_that_are_no_game_or_another(
    answers: tuple[str, ...], allowed: tuple[str, ...], length: int, message: str
) -> None:
    words = ListInfo(name="x", count=1, sha256=bytes(32))
    info = GameInfo(
        kind="wordle",
        rule="any",
        length=length,
        max_guesses=6,
        answers=words,
        allowed=words,
        fingerprint=bytes(32),
    )

    with pytest.raises(CertificateError, match=message) as caught:
        game_of(info, answers, allowed)

    assert caught.value.reason == Reason.GAME


def test_path_instead_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "certificate"
    path.write_bytes(GOOD)

    for given_path in (path, str(path)):
        assert check(CASE.tree, given_path, GAME.answers, GAME.allowed, plain=True).n_bytes == len(GOOD)


def test_progress_is_told_up_to_the_last_byte() -> None:
    for plain in (True, False):
        calls: list[tuple[int, int, str]] = []
        check(
            CASE.tree,
            io.BytesIO(GOOD),
            GAME.answers,
            GAME.allowed,
            plain=plain,
            progress=lambda done, total, what, calls=calls: calls.append((done, total, what)),
        )

        assert calls
        assert all(done <= len(GOOD) for done, total, _ in calls if not total)


def nested(depth: int) -> bytes:
    """Returns a chapter of frames in frames: the guess azzzz tells nothing, and its cell is the set itself."""
    return (leb128(4) + leb128(81)) * depth + b"\0\1" * depth


def test_frames_as_deep_as_guesses_are_left() -> None:
    deep = make_case(GAME, "total", 255)
    assert deep is not None

    def certificate(depth: int) -> bytes:
        content = nested(depth)
        values = deep.certificate.header() | {"lemmas": depth}
        return sealed(msgpack.packb(values), msgpack.packb([0, len(content), zlib.compress(content)]))

    assert verdict(certificate(254), deep)[0] in ("proven", Reason.CLAIM)
    assert verdict(certificate(254), deep, plain=False) == verdict(certificate(254), deep)
    assert refusal(certificate(255), deep)[1].endswith("frames are nested deeper than guesses are left")


def test_lemmas_to_keep_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    # The cells of batch, catch and hatch: four members each.
    content = (BATCH + REST + b"\x01\x01") * 3

    monkeypatch.setattr(limits, "MOST_KEPT", 12)
    assert refusal(with_content(content))[0] != Reason.COUNT

    monkeypatch.setattr(limits, "MOST_KEPT", 11)
    assert refusal(with_content(content)) == (
        Reason.COUNT,
        "chapter 0, lemma 2: the lemmas to keep have more than 11 members",
    )


def peak_of(action: Callable[[], object]) -> int:
    tracemalloc.start()
    try:
        action()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_bombs_take_no_memory() -> None:
    """Sizes that are only declared, and a stream that would inflate to 128 megabytes."""
    packer = zlib.compressobj(9)
    bomb = b"".join([*(packer.compress(bytes(1 << 20)) for _ in range(1 << 7)), packer.flush()])
    hostile = [
        with_content(b"", size=1000, packed=bomb),
        sealed(msgpack.packb(CASE.certificate.header()), b"\x93\x00\x01\xc6\xff\xff\xff\xff"),
        b"\xdf\xff\xff\xff\xff",
        msgpack.packb(CASE.certificate.header())[:1] + b"\xdb\xff\xff\xff\xff",
        with_header(version=[2, 1], more=0)[:-42] + b"\xdd\xff\xff\xff\xff" * 1000,
    ]
    for data in hostile:
        assert peak_of(lambda data=data: verdict(data)) < (4 << 20)
        assert verdict(data)[0] == Reason.FILE


def test_content_is_no_longer_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    content = ONE_CHAPTER
    monkeypatch.setattr(limits, "LARGEST_CHAPTER", len(content))
    assert verdict(with_content(content, n_lemmas=N_LEMMAS))[0] == "proven"

    monkeypatch.setattr(limits, "LARGEST_CHAPTER", len(content) - 1)
    assert refusal(with_content(content, n_lemmas=N_LEMMAS))[0] == Reason.FILE


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    assert verdict(data)[0] == Reason.FILE


@settings(max_examples=200, deadline=None)
@given(st.binary(min_size=1, max_size=60))
def test_any_content(content: bytes) -> None:
    refusal(with_content(content))


@settings(max_examples=200, deadline=None)
@given(st.lists(st.one_of(st.integers(0, 30), st.sampled_from([24, 26, 8, 2**31, 2**62])), min_size=1, max_size=30))
def test_any_numbers(numbers: list[int]) -> None:
    refusal(with_content(b"".join(map(leb128, numbers))))


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_some_bytes_of_a_good_content_changed(data: st.DataObject) -> None:
    """The checksum is made anew, so that what is behind it is reached; plain and fast say the same."""
    content = bytearray(ONE_CHAPTER)
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(content) - 1))
        action = data.draw(st.sampled_from(("change", "drop", "insert")))
        if action == "change":
            content[place] = data.draw(st.integers(0, 127))
        elif action == "drop" and len(content) > 1:
            del content[place]
        else:
            content.insert(place, data.draw(st.integers(0, 127)))
    spoilt = with_content(bytes(content), n_lemmas=N_LEMMAS)

    assert verdict(spoilt) == verdict(spoilt, plain=False)


@settings(max_examples=200, deadline=None)
@given(st.integers(0, len(GOOD) - 40), st.binary(min_size=1, max_size=8), st.integers(0, 3))
def test_some_bytes_changed_below_a_good_checksum(place: int, new: bytes, n_dropped: int) -> None:
    body = GOOD[: -len(msgpack.packb([None, bytes(32)]))]

    found = verdict(sealed(body[:place] + new + body[place + n_dropped :]))

    assert found[0] in {"proven", *Reason}


def test_noise_of_every_length_is_refused() -> None:
    dice = random.Random("noise")
    for length in (0, 1, 10, 1000, 100_000):
        assert verdict(dice.randbytes(length))[0] == Reason.FILE
