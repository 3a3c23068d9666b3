"""Hostile files: whatever the bytes, the checker ends with its one error, soon and in little memory."""

import tracemalloc
import zlib
from collections.abc import Callable

import msgpack  # type: ignore[import-untyped]
import pytest
from hostile_files import leb128
from hypothesis import given, settings
from hypothesis import strategies as st
from spoilt_certificates import CASE, GOOD, N_LEMMAS, ONE_CHAPTER, refusal, sealed, verdict, with_content

from wordle_checker import header


def test_certificate_that_is_spoilt_here_is_good() -> None:
    assert len(CASE.certificate.chapters) > 1
    assert verdict(GOOD)[0] == verdict(GOOD, plain=False)[0] == "proven"


def test_shortest_and_longest_pieces() -> None:
    """Every beginning of the file is cut off; nothing may follow its end."""
    for length in range(len(GOOD)):
        assert verdict(GOOD[:length])[1].startswith("not a certificate: ")

    assert refusal(GOOD + b"\0") == "not a certificate: something follows its end"


def test_each_byte_counts() -> None:
    for place in range(len(GOOD)):
        spoilt = bytearray(GOOD)
        spoilt[place] ^= 1 << place % 8

        assert verdict(bytes(spoilt))[0] != "proven", f"byte {place}"


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
    ]
    for data in hostile:
        assert peak_of(lambda data=data: verdict(data)) < (4 << 20)
        assert verdict(data)[1].startswith("not a certificate: ")


def test_content_is_no_longer_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    content = ONE_CHAPTER
    monkeypatch.setattr(header, "LARGEST_CHAPTER", len(content))
    assert verdict(with_content(content, n_lemmas=N_LEMMAS))[0] == "proven"

    monkeypatch.setattr(header, "LARGEST_CHAPTER", len(content) - 1)
    assert refusal(with_content(content, n_lemmas=N_LEMMAS)).startswith("not a certificate: ")


@settings(max_examples=100)
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    assert verdict(data)[1].startswith("not a certificate: ")


@settings(max_examples=80)
@given(st.binary(min_size=1, max_size=60))
def test_any_content(content: bytes) -> None:
    refusal(with_content(content))


@settings(max_examples=60)
@given(st.lists(st.one_of(st.integers(0, 30), st.sampled_from([24, 26, 8, 2**31, 2**62])), min_size=1, max_size=30))
def test_any_numbers(numbers: list[int]) -> None:
    refusal(with_content(b"".join(map(leb128, numbers))))


@settings(max_examples=80)
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


@settings(max_examples=80)
@given(st.integers(0, len(GOOD) - 40), st.binary(min_size=1, max_size=8), st.integers(0, 3))
def test_some_bytes_changed_below_a_good_checksum(place: int, new: bytes, n_dropped: int) -> None:
    body = GOOD[: -len(msgpack.packb([None, bytes(32)]))]

    said, _ = verdict(sealed(body[:place] + new + body[place + n_dropped :]))

    assert said in ("proven", "refused")
