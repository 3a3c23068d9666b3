"""Chapters that are none, or whose entries are wrong: the error, and its place."""

import zlib

import msgpack  # type: ignore[import-untyped]
import pytest
from checker_writer import Style, case_of_tree, make_case
from hostile_files import Chapter, Entry, Frame, TreeFile, leb128
from spoilt_certificates import BATCH, CASE, CODES, GAME, LIMIT, REST, both, refusal, sealed, verdict, with_content
from tiny_games import TinyGame, brute_force_of

from wordle_checker import chapters


def test_one_entry_in_two_chapters() -> None:
    case = make_case(GAME, "total", LIMIT, None, Style(everything=True, chapter_length=2))
    case.certificate.chapters.append(case.certificate.chapters[0])

    text = refusal(case.certificate.encode(), case)

    assert text.startswith("claim 0 has a second entry for ")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (with_content(b"\x03", size=0), "0 bytes of content"),
        (with_content(b"\x03", size=1 << 40), "1099511627776 bytes of content"),
        (with_content(b"\x03", size=2), "does not inflate to exactly the 2 bytes"),
        (with_content(b"\x03\x03", size=1), "does not inflate to exactly the 1 bytes"),
        (with_content(b"\x03", packed=b"no zlib"), "stream is damaged"),
        (with_content(b"\x03", packed=zlib.compress(b"\x03")[:-1]), "does not inflate"),
        (with_content(b"\x03", packed=zlib.compress(b"\x03") + b"\0"), "does not inflate"),
        (with_content(b"\x03", packed=b""), "does not inflate"),
        (sealed(msgpack.packb(CASE.certificate.header()), msgpack.packb([1, 1, b""])), "chapter of claim 1 is"),
        (sealed(msgpack.packb(CASE.certificate.header()), msgpack.packb([None, 1, b""])), "neither a chapter"),
        (sealed(msgpack.packb(CASE.certificate.header()), msgpack.packb([0, b""])), "neither a chapter"),
        (sealed(msgpack.packb(CASE.certificate.header()), msgpack.packb([])), "unsigned integer is missing"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_chapters_that_are_none(data: bytes, message: str) -> None:
    text = refusal(data)

    assert message in text


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\x80", "cut off"),
        (b"\x04", "cut off"),
        (b"\x83\x00", "longer than it needs to be"),
        (b"\xff" * 8 + b"\x01", "there is no guess"),
        (b"\xff" * 9 + b"\x01", "more than 9 bytes"),
        (b"\x00", "may contain only entries and parts"),
        (b"\x01\x01", "may contain only entries and parts"),
        (b"\x02\x00", "may contain only entries and parts"),
        (leb128(4 + 2 * 8), "there is no guess 8"),
        (BATCH + leb128(242), "nothing is left to prove where batch wins"),
        (BATCH + b"\x00", "no candidate gives batch the feedback 0"),
        (BATCH + leb128(10**17), "no candidate gives batch"),
        (leb128(5 + 2) + REST + b"\x00", "lemma 0 was not kept"),
        (leb128(5 + 2) + REST + leb128(10**17), "was not kept"),
        (BATCH + REST + b"\x00" + leb128(1 << 32), "more than 32 bits"),
        (BATCH + REST + b"\x00\x01\x00", "may contain only entries and parts"),
        (BATCH + REST + b"\x00\x00", "that there is no strategy"),
        (BATCH + REST + b"\x02\x01" + bytes(20), "kind wordle have no symmetries"),
        (BATCH + REST + b"\x02\x00", "0 symmetries"),
        (BATCH + REST + b"\x02" + leb128(1 << 20), "1048576 symmetries"),
        (BATCH + REST + b"\x00\x01" + b"\x04" + REST + b"\x00\x01", "a second entry for batch 02222"),
    ],
    ids=lambda value: value.hex() if isinstance(value, bytes) else "",
)
def test_content_that_is_wrong(content: bytes, message: str) -> None:
    text = refusal(with_content(content))

    assert message in text
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

    text = refusal(with_content(content, case), case)

    assert text.endswith(" is not legal there")


def test_claim_one_above_what_sizes_prove_is_refused() -> None:
    """BODGE tells the others apart, and needs the 7 guesses that four answers need in any game; JUMPY needs 8."""
    words = ("bodge", "bumpy", "dumpy", "jumpy")
    game = TinyGame("wordle", "any", words, words)
    case = case_of_tree(TreeFile(game, brute_force_of(game).tree(6, "jumpy"), "optimal", "total", 6))

    assert refusal(case.certificate.encode(), case) == (
        "claim 0: for 4 answers and 6 guesses it claims a total of at least 8; but the opener bodge has a known "
        "cost of only 7"
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [("020101000001", "020101000001" * 2), ("02010100000108020001", "08020001020101000001")],
    ids=["twice", "after an entry"],
)
def test_symmetries_after_an_entry_or_twice(before: str, after: str) -> None:
    content = Chapter(0, [Entry(0, 3, Frame(2, 3, 0, [Entry(2, 2, Frame(1, 1))], [((1, 0), (0, 1))]))]).content()
    changed = content.replace(bytes.fromhex(before), bytes.fromhex(after))
    whole, spoilt = (verdict(with_content(each, CODES, n_lemmas=2), CODES) for each in (content, changed))

    assert whole[0] == "proven"
    assert spoilt[1].endswith("symmetries may occur only once, before all entries")


def test_lemma_that_is_false_is_told_with_its_path_and_guess() -> None:
    case = make_case(GAME, "total", LIMIT, None, Style(everything=True))
    frames = case.certificate.frames()
    assert (frames[-1].n, frames[-1].bound) == (4, 10)
    frames[-1].bound += 1

    text = refusal(case.certificate.encode(), case)

    assert text == (
        f"chapter 0, lemma {len(frames) - 1}: after patch 02222, with 4 candidates and 5 guesses left, "
        "it claims a total of at least 11; but batch has a known cost of only 10"
    )


@pytest.mark.parametrize("opener", [None, "batch"])
def test_claim_that_falls_one_short_is_told_with_its_opener(opener: str | None) -> None:
    case = make_case(GAME, "total", LIMIT, opener)
    case.certificate.chapters.clear()

    text = refusal(case.certificate.encode(), case)

    assert text.partition(" claims ")[2] == "a total of at least 15; but the opener batch has a known cost of only 14"


def nested(depth: int) -> bytes:
    """Returns a chapter of frames in frames: the guess azzzz tells nothing, and its cell is the set itself."""
    return (leb128(4) + leb128(81)) * depth + b"\0\1" * depth


def test_frames_as_deep_as_guesses_are_left() -> None:
    deep = make_case(GAME, "total", 255)

    said, text = both(with_content(nested(254), deep, n_lemmas=254), deep)
    assert said == "proven" or text.startswith("claim 0: ")
    assert refusal(with_content(nested(255), deep, n_lemmas=255), deep).endswith(
        "frames are nested deeper than guesses are left"
    )


def test_lemmas_to_keep_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    # The cells of batch, catch and hatch: four members each.
    content = (BATCH + REST + b"\x01\x01") * 3

    monkeypatch.setattr(chapters, "MOST_KEPT", 12)
    assert "kept lemmas" not in refusal(with_content(content))

    monkeypatch.setattr(chapters, "MOST_KEPT", 11)
    assert refusal(with_content(content)) == "chapter 0, lemma 2: the kept lemmas have more than 11 members"
