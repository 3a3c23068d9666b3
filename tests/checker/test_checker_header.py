"""A certificate's header: each key and type, the game and the tree that it is of, and the counts it gives."""

import msgpack  # type: ignore[import-untyped]
import pytest
from checker_writer import Style, make_case
from spoilt_certificates import CASE, GAME, GOOD, LIMIT, chapters_of, refusal, sealed, verdict, with_header
from tiny_games import TinyGame

BOUND, N_LEMMAS = CASE.certificate.claims[0][1], len(CASE.certificate.frames())
NOTHING_MOVES = [[list(range(5)), list(range(len(GAME.symbols)))]]
HEADERS: list[tuple[dict[str, object], str]] = [
    ({"magic": "wordle-tree"}, "magic"),
    ({"version": [2, 0]}, "version is 2.0"),
    ({"version": [4, 0]}, "version is 4.0"),
    ({"version": [3, 1]}, "version is 3.1"),
    ({"version": [0, 9]}, "version is 0.9"),
    ({"version": [1]}, "version has 1 values"),
    ({"fingerprint": bytes(31)}, "31 bytes"),
    ({"fingerprint": bytes(33)}, "a byte string of 33 bytes where at most 32 are allowed"),
    ({"tree": bytes(33)}, "a byte string of 33 bytes where at most 32 are allowed"),
    ({"openers": [0, 1]}, "2 openers"),
    ({"claims": [[5, 1], [4, 1], [3, 1]]}, "3 claims"),
    ({"claims": [[5]]}, "claim has 1 values"),
    ({"claims": [[5, "x"]]}, "unsigned integer is missing"),
    ({"claims": [[None, 5]]}, "unsigned integer is missing"),
    ({"claims": [[5, -1]]}, "unsigned integer is missing"),
    ({"claims": [[5, 9.5]]}, "unsigned integer is missing"),
    ({"symmetries": [[[0, 1, 2, 3, 4]]]}, "symmetry has 1 values"),
    ({"symmetries": [[[0, 1], [0, 1]]]}, "places of a symmetry has 2 values"),
    ({"symmetries": [[[], []]] * 65537}, "it has 65537 symmetries"),
    ({"lemmas": "many"}, "unsigned integer is missing"),
    ({"lemmas": "gone"}, "7 keys"),
    ({"more": 1}, "9 keys"),
    ({"tree": None}, "byte string is missing"),
    ({"magic": "x" * 300}, "a string of 300 bytes"),
    ({"fingerprint": bytes(32)}, "the certificate is for another game: its fingerprint differs"),
    # Symmetries of another game are not read: they would not fit, and the line would say that this is none.
    ({"fingerprint": bytes(32), "symmetries": [[[0, 1, 2], [0, 1]]]}, "for another game: its fingerprint differs"),
    ({"tree": bytes(32)}, "another tree"),
    ({"claims": []}, "claims are not those of the objective total"),
    ({"claims": [[LIMIT, 1]]}, "claims are not those"),
    ({"claims": [[5, BOUND]]}, "claims are not those"),
    ({"claims": [[LIMIT, None]]}, "claims are not those"),
    ({"openers": [2]}, "opener is not batch"),
    ({"openers": [8]}, "opener is not batch"),
    ({"symmetries": NOTHING_MOVES}, "games of kind wordle have no symmetries"),
    ({"lemmas": N_LEMMAS + 1}, f"it has {N_LEMMAS} lemmas, but its header says {N_LEMMAS + 1}"),
    ({"lemmas": N_LEMMAS - 1}, f"it has more lemmas than the {N_LEMMAS - 1} of its header"),
]


@pytest.mark.parametrize(("changes", "message"), HEADERS, ids=lambda value: str(value)[:60])
def test_header_that_is_wrong(changes: dict[str, object], message: str) -> None:
    assert message in refusal(with_header(**changes))


def test_keys_in_another_order() -> None:
    data = sealed(msgpack.packb(dict(reversed(CASE.certificate.header().items()))), chapters_of(GOOD))

    assert refusal(data) == "not a certificate: its header lacks the key 'magic' in its place"


def test_header_that_counts_fewer_keys_than_it_has() -> None:
    packed = msgpack.packb(CASE.certificate.header())
    assert packed[0] == 0x88

    assert refusal(sealed(b"\x87" + packed[1:], chapters_of(GOOD))) == "not a certificate: its header has 7 keys"


def test_a_file_without_claims_has_an_end() -> None:
    """No tree needs fewer than one guess, so nothing is claimed of the worst case of one answer."""
    case = make_case(TinyGame("wordle", "any", ("batch",), ("batch", "catch")), "worst-case", 2)
    assert case.certificate.claims == []
    data = case.certificate.encode()
    assert verdict(data, case)[0] == "proven"

    for cut in (data[:-1], data[:-33], data[:-34]):
        assert refusal(cut, case).startswith("not a certificate: the file is cut off")


def test_chapters_stand_in_the_order_of_their_claims() -> None:
    case = make_case(GAME, "worst-case,total", LIMIT, None, Style(everything=True))
    assert [chapter.claim for chapter in case.certificate.chapters] == [0, 1]
    assert verdict(case.certificate.encode(), case)[0] == "proven"

    case.certificate.chapters.append(case.certificate.chapters[0])

    assert refusal(case.certificate.encode(), case) == "not a certificate: a chapter of claim 0 is out of order"


def test_symmetries_beside_an_opener() -> None:
    codes = ("11", "12", "21", "22")
    case = make_case(TinyGame("mastermind", "any", codes, codes), "total", 4, "11", Style(everything=True))
    assert verdict(case.certificate.encode(), case)[0] == "proven"

    # Nothing moves, so it is a symmetry of every set.
    case.certificate.symmetries.append(((0, 1), (0, 1)))

    assert refusal(case.certificate.encode(), case) == "symmetries cannot be combined with an opener"


@pytest.mark.parametrize(
    ("key", "array", "message"),
    [
        (b"version", b"\x92\x03\x00", "version has 3 values, not 2"),
        (b"claims", b"\x91\x92", "claim has 3 values, not 2"),
    ],
    ids=str,
)
def test_arrays_that_count_one_value_more_than_they_have(key: bytes, array: bytes, message: str) -> None:
    header = msgpack.packb(CASE.certificate.header())
    assert header.count(key + array) == 1
    more = array.replace(b"\x92", b"\x93")

    data = sealed(header.replace(key + array, key + more), chapters_of(GOOD))

    assert refusal(data) == f"not a certificate: {message}"


def test_integers_that_are_longer_than_they_need_to_be() -> None:
    plain = msgpack.packb(CASE.certificate.header())
    n_lemmas = msgpack.packb(CASE.certificate.header()["lemmas"])
    assert plain.endswith(n_lemmas)
    assert len(n_lemmas) == 1
    for wide in (b"\xcc", b"\xcd\0", b"\xce\0\0\0", b"\xcf" + bytes(7)):
        data = sealed(plain[:-1] + wide + n_lemmas, chapters_of(GOOD))

        assert "longer than it needs to be" in refusal(data)
