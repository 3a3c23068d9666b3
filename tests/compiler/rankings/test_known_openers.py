"""The table of openers: ranks of a table written by hand, its file, and the shipped one against trees and searches."""

import hashlib
import random
import re
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import msgpack
import pytest
from build_openers import ENTRIES, PICTURE, Entry, describe, draw, gather, seed, settle
from hand_openers import AT_LEAST, EXACT, HAND, HAND_ROWS

import wordle_trees
from wordle_compiler import Game, InputError, Rule, UnmetGuaranteeError, WordList, compile_tree, load_list
from wordle_compiler.rankings.known_openers import KnownOpeners, find_known_openers, load_known_openers, pack, unpack
from wordle_runtime import load
from wordle_runtime.layout import MASTERMIND, WORDLE

SHIPPED = load_known_openers()
TREES = {
    0: ("salet", "salet-worst-case"),
    1: ("plate",),
    2: ("nyt", *(name for name in wordle_trees.names() if re.fullmatch("nyt-[a-z]{5}", name))),
}
"""Bundled trees of each game of the table, whose totals were proven without it."""


def test_a_rank_is_settled_only_where_no_bound_leaves_it_open() -> None:
    found = {
        row.opener: (row.total, row.worst_case, row.proven, row.first_rank, row.last_rank)
        for row in map(HAND.find, HAND.openers)
        if row is not None
    }

    assert found == HAND_ROWS
    assert [row.opener for row in HAND.rows] == list(HAND_ROWS)
    assert HAND.best.opener == "bravo"
    assert HAND.find("crane") is None
    assert HAND.find("zebra") is None


def test_the_best_openers_are_told_only_where_no_bound_leaves_them_open() -> None:
    without_bounds = KnownOpeners("a", "b", "any", 6, 4, ("alpha", "bravo", "delta"), (9, 7, 9), bytes([EXACT] * 3))

    # A bound that equals a total leaves open who comes first.
    tied = KnownOpeners("a", "b", "any", 6, 4, ("alpha", "bravo", "delta"), (9, 7, 9), bytes([EXACT, EXACT, AT_LEAST]))

    def leading(table: KnownOpeners, *given: Any) -> list[tuple[str, int | None]] | None:
        found = table.leading(*given)
        return found and [(row.guess, row.total) for row in found]

    assert leading(HAND, 1, ()) == [("bravo", 31)]
    assert leading(HAND, 2, ()) == [("bravo", 31), ("kappa", 33)]
    assert leading(HAND, 3, ()) is None
    assert leading(without_bounds, 2, ()) == [("bravo", 7), ("alpha", 9)]
    assert leading(without_bounds, 2, {"delta"}) == [("bravo", 7), ("delta", 9)]
    assert leading(without_bounds, None, {"delta"}) == [("bravo", 7), ("delta", 9), ("alpha", 9)]
    assert leading(without_bounds, 4, ()) is None
    assert leading(tied, 1, ()) == [("bravo", 7)]
    assert leading(tied, 2, ()) is None


def test_ranks_hold_whatever_the_bounds_hide() -> None:
    """Random tables: each open total is made something at or above its bound, and every rank is within its range."""
    source = random.Random(5)
    for _ in range(200):
        true = [source.randrange(10, 16) for _ in range(8)]
        is_exact = [n == 0 or source.random() < 0.6 for n in range(8)]
        totals = [total - (0 if exact else source.randrange(3)) for total, exact in zip(true, is_exact, strict=True)]
        proofs = bytes(EXACT if exact else AT_LEAST for exact in is_exact)
        table = KnownOpeners("a", "b", "any", 6, 4, [f"word{n}" for n in range(8)], totals, proofs)
        for row in table.rows:
            rank = 1 + sum(total < true[int(row.opener[-1])] for total in true)
            assert row.first_rank is not None
            assert row.last_rank is not None
            assert row.first_rank <= rank <= row.last_rank


def test_the_file_gives_back_what_was_packed() -> None:
    assert unpack(pack(SHIPPED)) == SHIPPED
    assert pack(unpack(pack(SHIPPED[1:2]))) == pack(SHIPPED[1:2])


def test_an_empty_folder_starts_with_what_ships(tmp_path: Path) -> None:
    """Nothing that is proven has to be proven again on another machine."""
    seed(tmp_path, ENTRIES[1], SHIPPED[1])

    assert gather(tmp_path, ENTRIES[1]).rows == SHIPPED[1].rows


def sealed(content: bytes) -> bytes:
    return content + hashlib.sha256(content).digest()


def spoilt() -> Iterator[bytes]:
    data = pack(SHIPPED[1:2])
    fields = msgpack.unpackb(data[:-32])
    (game,) = fields["games"]
    yield from (b"", data[:-1], data[:50] + bytes([data[50] ^ 1]) + data[51:])
    yield from map(sealed, (b"", b"\x93", msgpack.packb([1]), msgpack.packb(fields | {"version": 2})))
    other = {"name": "original-answers", "sha256": bytes(32)}
    for wrong in ({"facts": b"x"}, {"allowed": {"name": "x"}}, {"allowed": other}):
        yield sealed(msgpack.packb(fields | {"games": [game | wrong]}))


@pytest.mark.parametrize("data", [*spoilt()])
def test_a_spoilt_file_is_one_line_that_says_what_to_do(data: bytes) -> None:
    said = (
        "the table of openers is damaged, not of version 1, or made for other lists: reinstall wordle-tree, or make it"
    )
    with pytest.raises(InputError, match=f"^{said}"):
        unpack(data)


def test_a_missing_file_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordle_trees, "_FOLDER", "/nowhere")

    with pytest.raises(InputError, match=r"^the table of openers cannot be read \(No such file or directory\): "):
        load_known_openers()


def test_the_shipped_table_is_of_the_games_that_it_should_be() -> None:
    assert [(game.answers, game.allowed, game.rule, game.max_guesses, len(game.openers)) for game in SHIPPED] == [
        ("original-answers", "original-allowed", "any", 6, 12972),
        ("original-answers", "original-answers", "candidates", 6, 2315),
        ("nyt-2023-answers", "nyt-2022-allowed", "any", 6, 14855),
    ]
    assert [(game.answers, game.allowed) for game in SHIPPED] == [entry.lists for entry in ENTRIES]


def test_the_table_tells_nothing_of_the_same_lists_in_another_game() -> None:
    lists = load_list("original-answers").sha256, load_list("original-allowed").sha256

    assert find_known_openers(WORDLE, *lists, "any", 6) is not None
    assert find_known_openers(MASTERMIND, *lists, "any", 6) is None
    assert find_known_openers(WORDLE, *lists, "hard", 6) is None
    assert find_known_openers(WORDLE, *lists, "any", 5) is None


@pytest.mark.parametrize(("number", "opener", "total"), [(0, "salet", 7920), (1, "plate", 8227), (2, "tarse", 11219)])
def test_the_best_is_what_the_certificates_say_and_the_next_are_settled(number: int, opener: str, total: int) -> None:
    best = SHIPPED[number].rows[:25]

    assert SHIPPED[number].best == best[0]
    assert (best[0].opener, best[0].total, best[0].first_rank) == (opener, total, 1)
    assert all(row.proven == "exact" and row.first_rank == row.last_rank and row.worst_case for row in best)


@pytest.mark.parametrize(("number", "name"), [(number, name) for number, names in TREES.items() for name in names])
def test_bundled_trees_agree_with_the_table(number: int, name: str) -> None:
    tree = load(name)
    row = SHIPPED[number].find(tree.opener)
    found = tree.guarantee.likely or tree.guarantee

    assert row is not None
    assert row.total is not None
    if row.proven == "exact":
        assert row.total == found.total
    else:
        assert row.total <= found.total


SAMPLES = (
    "anole cline derat irate nacre satin slant spalt tails teals apron gramp kents mzees pyxie wadts weave xysti",
    "banal brawl comfy maybe refit rumba sleep tripe binge elate intro trial",
    "carse clart daine learn oaten saner satin trace azole lingy",
)
"""40 openers, drawn at random for each game."""
CHEAP = {(0, "slant"), (1, "tripe"), (1, "trial")}
"""Those of the default run."""


def samples() -> Iterator[object]:
    """Yields each opener, named after what the table says of it."""
    for number, words in enumerate(SAMPLES):
        for word in words.split():
            game = SHIPPED[number]
            row = game.find(word)
            assert row is not None
            name = f"{game.answers}-{game.rule}-{word}-{row.proven}-{row.total}".replace(" ", "-")
            yield pytest.param(number, word, id=name, marks=[] if (number, word) in CHEAP else pytest.mark.slow)


@pytest.mark.parametrize(("number", "word"), [*samples()])
def test_a_fresh_search_finds_what_the_table_says(number: int, word: str) -> None:
    """The tree of the search is replayed by `compile_tree`, so an exact total is at least reached."""
    known, entry = SHIPPED[number], ENTRIES[number]
    row = known.find(word)
    assert row is not None
    if row.proven == "no tree":
        with pytest.raises(UnmetGuaranteeError):
            compile_tree(entry.game(), "optimal", opener=word, max_guesses=known.max_guesses)
        return
    made = compile_tree(entry.game(), "optimal", opener=word, max_guesses=known.max_guesses).guarantee

    assert row.total is not None
    assert row.total == made.total if row.proven == "exact" else row.total <= made.total
    if row.worst_case is not None:
        assert row.worst_case == made.worst_case


@pytest.mark.skipif(
    [int(part) for part in version("matplotlib").split(".")[:2]] < [3, 11],
    reason="before matplotlib 3.11, letters are drawn otherwise",
)
def test_the_picture_is_that_of_the_table() -> None:
    assert PICTURE.read_bytes() == draw(SHIPPED)


def test_the_script_goes_on_where_it_stopped_and_takes_over_other_journals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = load_list("original-answers").words[::60]
    lists = (tmp_path / "answers", tmp_path / "allowed")
    for path, some in zip(lists, (words[::2], words), strict=True):
        path.write_text("\n".join(some), encoding="utf-8")
    entry = Entry("tiny", (str(lists[0]), str(lists[1])), Rule.ANY, 5, 3)
    folder = tmp_path / "folder"
    folder.mkdir()
    game = Game(WordList.from_words(words[::2], "answers"), WordList.from_words(words, "allowed"))
    totals = {word: compile_tree(game, "optimal", opener=word).guarantee.total for word in words}

    settle(folder, entry, 1)
    first = gather(folder, entry)
    n_steps = capsys.readouterr().out.count("processor time")
    settle(folder, entry, 1)

    assert (n_steps, capsys.readouterr().out) == (3, "")
    assert describe(first) == f"{lists[0]}, rule any: 6 exact, 33 at least; 6 ranks settled; best atone"
    for row in first.rows:
        assert row.total is not None
        assert totals[row.opener] == row.total if row.proven == "exact" else totals[row.opener] >= row.total
    assert sum(row.proven == "exact" for row in first.rows) >= 5
    assert [row.opener for row in first.rows[:3]] == sorted(totals, key=lambda word: (totals[word], word))[:3]
    assert all(row.worst_case and row.first_rank == row.last_rank for row in first.rows[:3])

    (folder / "tiny.db").rename(folder / "tiny-elsewhere.db")
    assert gather(folder, entry) == first
    assert (folder / "tiny.db").exists()
