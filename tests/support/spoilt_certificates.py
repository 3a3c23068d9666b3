"""Certificates that are spoilt in one place, and what both checkers say of them."""

import hashlib
import io
import zlib

import msgpack  # type: ignore[import-untyped]
from checker_writer import Case, Style, make_case
from hostile_files import leb128
from tiny_games import TinyGame

from wordle_checker import CertificateError, check

FAMILY = ("batch", "catch", "hatch", "match", "patch")
GAME = TinyGame("wordle", "any", FAMILY, tuple(sorted((*FAMILY, "azzzz", "zazzz", "zzazz"))))
"""Each of the family is told from the others by itself alone, and leaves them with 02222, which is 80: 15 guesses."""

LIMIT = 6
CASE = make_case(GAME, "total", LIMIT, None, Style(everything=True, chapter_length=2))
GOOD = CASE.certificate.encode()
FOUR = ("11", "12", "21", "22")
CODES = make_case(TinyGame("mastermind", "any", FOUR, FOUR), "total", 4, None, Style(everything=True, symmetric=True))


def verdict(data: bytes, case: Case = CASE, *, plain: bool = True) -> tuple[str, str]:
    try:
        proof = check(case.tree, io.BytesIO(data), case.game.answers, case.game.allowed, plain=plain)
    except CertificateError as error:
        return "refused", str(error)
    return "proven", f"{proof.n_lemmas} lemmas: {proof.sentence}"


def both(data: bytes, case: Case = CASE) -> tuple[str, str]:
    """Returns what both checkers say, which must be the same."""
    found = verdict(data, case)

    assert verdict(data, case, plain=False) == found

    return found


def refusal(data: bytes, case: Case = CASE) -> str:
    """Returns the text of an error."""
    said, text = both(data, case)

    assert said == "refused"
    assert "\n" not in text

    return text


def sealed(header_bytes: bytes, chapters: bytes = b"") -> bytes:
    data = header_bytes + chapters
    return data + bytes(msgpack.packb([None, hashlib.sha256(data).digest()]))


def with_header(**changes: object) -> bytes:
    values = CASE.certificate.header() | changes
    return sealed(msgpack.packb({key: value for key, value in values.items() if value != "gone"}), chapters_of(GOOD))


def chapters_of(data: bytes) -> bytes:
    return data[len(msgpack.packb(CASE.certificate.header())) : -len(msgpack.packb([None, bytes(32)]))]


def with_content(
    content: bytes,
    case: Case = CASE,
    *,
    size: int | None = None,
    packed: bytes | None = None,
    n_lemmas: int | None = None,
) -> bytes:
    """Returns a certificate with one chapter, of any content."""
    body = zlib.compress(content) if packed is None else packed
    chapter = msgpack.packb([0, len(content) if size is None else size, body])
    header = case.certificate.header() | ({} if n_lemmas is None else {"lemmas": n_lemmas})
    return sealed(msgpack.packb(header), chapter)


BATCH, REST = leb128(4 + 2), leb128(80)
"""The entry of a frame for batch as the first guess, and the feedback of the others."""


def one_chapter() -> tuple[bytes, int]:
    """Returns the content of a true certificate in one chapter, and its number of lemmas."""
    case = make_case(GAME, "total", LIMIT, None, Style(everything=True))
    (chapter,) = case.certificate.chapters
    return chapter.content(), len(case.certificate.frames())


ONE_CHAPTER, N_LEMMAS = one_chapter()
