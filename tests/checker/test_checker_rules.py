"""The checker's own words, feedbacks and rules of proof, by hand."""

import re
from functools import partial
from pathlib import Path

import pytest

from wordle_checker import rules
from wordle_checker.errors import CertificateError
from wordle_checker.game import NO_DEMANDS, Demands, Game, marks
from wordle_checker.rules import INFINITE, Position

# Guess, answer, feedback: worked out by hand.
WORDLE = """
crane crane 22222  speed abide 00101  speed erase 10110  speed steal 20200  speed crepe 01210  geese eerie 02102
aaabb baaac 12210  abbey babes 11220  aab aba 211  aa ab 20  ba ab 11  été eté 022
"""
PEGS = [
    ("1122", "1122", 4, 0),
    ("1122", "2211", 0, 4),
    ("1112", "2111", 2, 2),
    ("1223", "2234", 1, 2),
    ("12", "33", 0, 0),
]

use = partial(rules.use, is_part=frozenset.issubset)
AB = Game("wordle", "any", ("aa", "ab", "ba", "bb"), ("aa", "ab", "ba", "bb", "cc"))
"""Feedbacks but for the winning one: 00, 20, 02, 11, so four branches."""

FIVES = ("batch", "catch", "hatch", "match", "patch")
FAMILY = Game("wordle", "any", FIVES, tuple(sorted((*FIVES, "azzzz", "zazzz", "zzazz"))))
"""A member tells itself from the rest with 02222; the others tell nothing, with 10000, 02000, 00100: four branches."""


def position(game: Game, words: str, n_left: int, demands: Demands = NO_DEMANDS) -> Position:
    del game
    return Position(frozenset(words.split()), n_left, demands)


@pytest.mark.parametrize(("guess", "answer", "expected"), [*zip(*[iter(WORDLE.split())] * 3, strict=True)])
def test_feedback_of_words(guess: str, answer: str, expected: str) -> None:
    game = Game("wordle", "any", (answer,), tuple(sorted({guess, answer})))

    assert game.show(game.feedback(guess, answer)) == expected
    assert game.feedback(guess, answer) == int(expected, 3)
    assert game.winning == int("2" * len(guess), 3)


@pytest.mark.parametrize(
    ("guess", "answer", "expected"),
    [
        # A mark without a composed form belongs to its letter: only the same letter with the mark is the same.
        ("ba\u0331t", "ba\u0331d", "220"),
        ("ba\u0331t", "bat", "202"),
        # Joined, l and j are one letter; apart, they are two.
        ("l\u034fja", "l\u034fjo", "20"),
        ("al\u034fj", "l\u034fja", "11"),
        ("σας", "ασσ", "112"),
        ("οσ", "ος", "22"),
    ],
    ids=["mark", "no mark", "digraph", "digraph elsewhere", "final sigma", "sigma at the end"],
)
def test_feedback_of_letters_of_several_code_points(guess: str, answer: str, expected: str) -> None:
    game = Game("wordle", "any", (answer,), tuple(sorted({guess, answer})))

    assert game.length == len(expected)
    assert game.show(game.feedback(guess, answer)) == expected


@pytest.mark.parametrize(("guess", "answer", "blacks", "whites"), PEGS)
def test_feedback_of_codes(guess: str, answer: str, blacks: int, whites: int) -> None:
    game = Game("mastermind", "any", (answer,), tuple(sorted({guess, answer})))

    assert game.feedback(guess, answer) == blacks * (len(guess) + 1) + whites
    assert game.show(game.feedback(guess, answer)) == f"{blacks}b{whites}w"
    assert game.winning == len(guess) * (len(guess) + 1)


def test_marks_are_the_digits_first_place_first() -> None:
    assert marks(int("20110", 3), 5) == (2, 0, 1, 1, 0)


def test_branches_are_the_feedbacks_that_occur_but_for_the_winning_one() -> None:
    assert AB.n_branches == 4


FILLED = 1 + 2 * 4 + 3 * 16
"""What 21 answers cost, in three full turns."""


@pytest.mark.parametrize(
    ("n", "n_left", "expected"),
    [
        *((1, 0, INFINITE), (1, 1, 1), (2, 1, INFINITE), (2, 2, 3), (5, 2, 9), (6, 2, INFINITE), (6, 3, 12)),
        *((21, 3, FILLED), (22, 3, INFINITE), (22, 4, FILLED + 4), (22, 255, FILLED + 4)),
    ],
)
def test_least_fills_each_turn_before_the_next(n: int, n_left: int, expected: int) -> None:
    assert rules.least(AB.n_branches, n, n_left) == expected


def test_guess_that_tells_nothing_does_not_split() -> None:
    assert not rules.splits(AB, rules.divide(AB, "cc", ["aa", "ab"]))
    assert rules.splits(AB, rules.divide(AB, "aa", ["aa"]))
    assert rules.splits(AB, rules.divide(AB, "aa", ["ab", "bb"]))


def test_one_looks_at_every_guess() -> None:
    # A member tells itself from the rest, so 5 + least(4) = 5 + 7, and nothing else splits them.
    assert rules.one_guess(FAMILY, position(FAMILY, " ".join(FIVES), 6)) == 12

    # chbmp tells all of them apart: 11100, 21000, 11000, 11010, 11001.
    helped = Game("wordle", "any", FIVES, tuple(sorted((*FIVES, "chbmp"))))

    assert rules.one_guess(helped, position(helped, " ".join(FIVES), 6)) == 5 + 5
    assert rules.one_guess(helped, position(helped, " ".join(FIVES), 2)) == 5 + 5
    assert rules.one_guess(helped, position(helped, " ".join(FIVES), 1)) == INFINITE


def test_one_is_infinite_where_no_legal_guess_splits() -> None:
    game = Game("wordle", "hard", ("ab", "ac"), ("ab", "ac", "bb", "dd"))
    demands = Demands(("d", "d"), (("d", 2),))

    assert rules.legal(game, position(game, "ab ac", 3, demands)) == ["dd"]
    assert rules.one_guess(game, position(game, "ab ac", 3, demands)) == INFINITE
    assert rules.one_guess(game, position(game, "ab", 3, demands)) == 1


def test_demands_gather_greens_and_the_most_times_a_letter_was_shown() -> None:
    words = ("geese", "eerie", "these", "abbey", "level")
    game = Game("wordle", "hard", words, tuple(sorted(words)))

    first = game.demands_after(NO_DEMANDS, "geese", int("02102", 3))

    assert first == Demands(("", "e", "", "", "e"), (("e", 3),))
    assert not game.is_legal("these", frozenset(words), first)
    assert game.is_legal("eerie", frozenset(words), first)

    second = game.demands_after(first, "eerie", int("02012", 3))

    assert second == Demands(("", "e", "", "", "e"), (("e", 3), ("i", 1)))


def test_demands_are_the_same_whatever_path_leads_to_them() -> None:
    game = Game("wordle", "hard", ("abc", "cba"), ("abc", "cba"))
    paths = [(("abc", "011"), ("cba", "110")), (("cba", "110"), ("abc", "011"))]
    found = set()
    for path in paths:
        demands = NO_DEMANDS
        for guess, feedback in path:
            demands = game.demands_after(demands, guess, int(feedback, 3))
        found.add(demands)

    assert found == {Demands(("", "", ""), (("b", 1), ("c", 1)))}


def test_lemma_needs_every_guess() -> None:
    family = FAMILY
    here = position(family, " ".join(FIVES), 6)
    # By hand: each guess solves one and leaves the rest, so 5 + 4 + 3 + 2 + 1.
    exact = {(guess, int("02222", 3)): 10 for guess in FIVES}

    assert rules.lemma(family, here, 12, {}, {}, list) is None
    assert rules.lemma(family, here, 15, exact, {}, list) is None
    assert rules.lemma(family, here, 16, exact, {}, list) == ("batch", 15)

    # Without the entry of match, only rule *size* bounds its cell: 4 + least(3) = 9.
    del exact["match", int("02222", 3)]

    assert rules.lemma(family, here, 15, exact, {}, list) == ("match", 14)
    assert rules.lemma(family, here, 14, exact, {}, list) is None


def test_opener_that_tells_nothing_is_looked_at_all_the_same() -> None:
    game = Game("wordle", "any", ("ab", "ba"), ("ab", "ba", "cc"))
    everything = Position(frozenset(game.answers), 4, NO_DEMANDS)

    # cc, then either word, then the other: 2 + 3.
    assert rules.lemma(game, everything, 5, {}, {}, list, "cc") is None
    assert rules.lemma(game, everything, 6, {}, {}, list, "cc") == ("cc", 5)
    assert rules.lemma(game, everything, INFINITE, {}, {}, list, "cc") == ("cc", 5)


def test_opener_that_reaches_the_least_proves_no_more() -> None:
    game = Game("wordle", "any", ("ab", "ba", "cb"), ("ab", "ba", "cb"))
    everything = Position(frozenset(game.answers), 4, NO_DEMANDS)

    # ab is right, or tells ba from cb: 1 + 2 + 2, which three answers always take.
    assert rules.lemma(game, everything, 5, {}, {}, list, "ab") is None
    assert rules.lemma(game, everything, 6, {}, {}, list, "ab") == ("ab", 5)


def test_use_for_the_same_set_and_for_a_part() -> None:
    proven = position(AB, "aa ab", 4)

    assert use(AB, proven, 3, position(AB, "aa ab", 4)) == 3
    assert use(AB, proven, 3, position(AB, "aa ab", 2)) == 3
    assert use(AB, proven, 3, position(AB, "aa ab ba", 4)) == 3 + 1
    assert use(AB, proven, 3, position(AB, "aa ab ba bb", 3)) == 3 + 3
    assert use(AB, proven, INFINITE, position(AB, "aa ab ba bb", 3)) == INFINITE


@pytest.mark.parametrize(
    ("letters", "counts", "is_included"),
    [
        *(("", "", True), ("a_", "", True), ("_b", "", False), ("b_", "", False), ("ab", "", False), ("", "a1", True)),
        *(("", "a2", True), ("", "a3", False), ("", "c1", True), ("", "d1", False), ("a_", "a2 c1", True)),
        ("a_", "a2 c2", False),
    ],
)
def test_demands_that_include_others(letters: str, counts: str, is_included: bool) -> None:
    """A cell where a is green in the first place, and two a and a c are demanded."""
    cell = Demands(("a", ""), (("a", 2), ("c", 1)))
    other = Demands(
        tuple(letter.strip("_") for letter in letters), tuple((each[0], int(each[1])) for each in counts.split())
    )

    assert rules.includes(cell, other) == is_included
    assert rules.includes(other, NO_DEMANDS)
    assert rules.includes(NO_DEMANDS, other) == (not letters.strip("_") and not counts)


@pytest.mark.parametrize(
    ("rule", "cell", "n_left", "demands", "message"),
    [
        ("any", "aa ab", 5, NO_DEMANDS, "for 4 guesses left, but the cell has 5"),
        ("any", "aa ba", 4, NO_DEMANDS, "neither the cell nor a subset"),
        ("any", "aa", 4, NO_DEMANDS, "neither the cell nor a subset"),
        ("candidates", "aa ab ba", 4, NO_DEMANDS, "but rule candidates requires it to be"),
    ],
)
def test_use_that_does_not_fit(rule: str, cell: str, n_left: int, demands: Demands, message: str) -> None:
    game = Game("wordle", rule, AB.answers, AB.allowed)

    with pytest.raises(CertificateError, match=message):
        use(game, position(game, "aa ab", 4), 3, position(game, cell, n_left, demands))


def test_use_where_less_is_demanded() -> None:
    game = Game("wordle", "hard", AB.answers, AB.allowed)
    demanding = position(game, "aa ab", 4, Demands(("a", ""), (("a", 1),)))

    assert use(game, position(game, "aa ab", 4), 3, demanding) == 3
    with pytest.raises(CertificateError, match="demands that the cell does not make"):
        use(game, demanding, 3, position(game, "aa ab", 4))


def test_symmetry_maps_places_first_and_then_symbols() -> None:
    codes = tuple(a + b for a in "123" for b in "123")
    game = Game("mastermind", "any", codes, codes)

    classes: dict[str, str] = {}
    rules.join_classes(game, (1, 0), (0, 2, 1), frozenset(codes), classes)

    # 12 has its places exchanged, 21, and 2 is called 3: 31.
    assert rules.orbits(["11", "12", "31"], classes) == [["11"], ["12", "31"]]


@pytest.mark.parametrize(
    ("kind", "allowed", "places", "symbols", "candidates", "message"),
    [
        ("wordle", "11 12 21 22", (1, 0), (0, 1), "12 21", "kind wordle have no symmetries"),
        ("mastermind", "11 12 21 22", (1, 1), (0, 1), "12 21", "places"),
        ("mastermind", "11 12 21 22", (1, 2), (0, 1), "12 21", "places"),
        ("mastermind", "11 12 21 22", (1, 0), (1, 1), "12 21", "symbols"),
        ("mastermind", "11 12 21 22", (1, 0), (0, 2), "12 21", "symbols"),
        ("mastermind", "11 12 22", (1, 0), (0, 1), "11", "list of codes"),
        ("mastermind", "11 12 21 22", (1, 0), (0, 1), "11 12", "candidates"),
        ("mastermind", "11 12 21 22", (0, 1), (1, 0), "11", "candidates"),
    ],
)
def test_what_is_no_symmetry(
    kind: str, allowed: str, places: tuple[int, ...], symbols: tuple[int, ...], candidates: str, message: str
) -> None:
    codes = tuple(allowed.split())
    game = Game(kind, "any", codes, codes)

    with pytest.raises(CertificateError, match=message):
        rules.join_classes(game, places, symbols, frozenset(candidates.split()), {})


def test_one_guess_of_a_class_is_enough() -> None:
    codes = ("11", "12", "21", "22")
    game = Game("mastermind", "any", codes, codes)
    here = Position(frozenset(codes), 4, NO_DEMANDS)
    mirror: dict[str, str] = {}
    rules.join_classes(game, (1, 0), (0, 1), here.candidates, mirror)
    # 12 solves itself, leaves 21 alone, and 11 and 22 together: 4 + 1 + 3 = 8, as does 21, its mirror image.
    helped = {("12", 3): 5, ("11", 3): 5, ("22", 3): 5}

    assert rules.lemma(game, here, 9, dict(helped), {}, list) == ("21", 8)
    assert rules.lemma(game, here, 9, dict(helped), mirror, list) is None


@pytest.mark.parametrize("page", ["docs/proofs.md", "trees/wordle_trees/CERTIFICATE.md"])
def test_the_pages_say_how_many_lines_have_to_be_trusted(page: str) -> None:
    project = Path(__file__).parents[2]
    root = project / "checker" / "wordle_checker"
    n_fast, n_all = (
        sum(len(path.read_text("utf-8").splitlines()) for path in folder.rglob("*.py"))
        for folder in (root / "fast", root)
    )
    text = (project / page).read_text("utf-8")
    said = [int(number) for number in re.findall(r"[Ss]ome (\d{4})(?: lines of | lines that| more)", text)]

    assert said == [round(n_all - n_fast, -2), round(n_fast, -2)]
