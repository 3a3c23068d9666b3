"""The demands of rule hard: where a lemma may be used, and parts that begin with demands; every refusal."""

import itertools
import random

import pytest
from checker_writer import make_case
from family_certificates import (
    A_GREEN,
    A_YELLOW,
    ALLOWED,
    GUESS,
    LARGEST_NUMBER,
    LIMIT,
    begun_with,
    case_of,
    verdict,
    with_content,
)
from hostile_files import Entry, Frame, Part
from reference_solver import NOTHING, Knowledge
from sampled import sampled_seeds
from tiny_games import NEVER, TinyGame, brute_force_of, demands_all, tiny_game


def test_lemma_is_used_where_more_is_demanded_and_not_where_less_is() -> None:
    """After azzzz an a is demanded, after zazzz an a in the second place: the words that tell nothing leave all."""
    case = case_of("hard")
    everything = list(range(7))
    after_azzzz = Entry(GUESS["azzzz"], A_YELLOW, Frame(7, 13, kept=1))
    after_zazzz = Entry(GUESS["zazzz"], A_GREEN, Frame(7, 13, kept=1))

    def uses(made: Entry, user: str, feedback: int) -> tuple[str, str]:
        parts = [
            Part(LIMIT, everything, Frame(7, 13, entries=[made])),
            Part(LIMIT, everything, Frame(7, 13, entries=[Entry(GUESS[user], feedback, 0)])),
        ]
        return verdict(begun_with(case, parts).encode(), case)

    assert uses(after_azzzz, "azzzz", A_YELLOW)[0] == "proven"
    assert uses(after_azzzz, "zazzz", A_GREEN)[0] == "proven"
    assert uses(after_zazzz, "zazzz", A_GREEN)[0] == "proven"
    assert uses(after_zazzz, "azzzz", A_YELLOW) == (
        "refused",
        "chapter 0, lemma 2: the lemma was proven with demands that the cell does not make",
    )
    # A part without demands.
    parts = [
        Part(LIMIT - 1, everything, Frame(7, 13, kept=1)),
        Part(LIMIT, everything, Frame(7, 13, entries=[Entry(GUESS["zazzz"], A_GREEN, 0)])),
    ]
    assert verdict(begun_with(case, parts).encode(), case)[0] == "proven"


A_SECOND: Knowledge = (frozenset({(1, "a")}), frozenset({("a", 1)}))
"""What is demanded after zazzz: an a, in the second place."""

LETTERS = sorted(set("".join(ALLOWED)))
NO_LETTERS = [0] * (5 + len(LETTERS))
"""What a part without demands says of its places and of the letters."""


OTHER_DEMANDS = ("refused", "chapter 0, lemma 1: the lemma was proven with demands that the cell does not make")


def test_part_with_demands_is_used_where_the_cell_makes_them_all() -> None:
    """With an a in the second place each guess is one of the family, or zazzz, which tells nothing."""
    case = case_of("hard")

    def uses(known: Knowledge, user: str, feedback: int) -> tuple[str, str]:
        parts = [
            Part(LIMIT - 1, list(range(7)), Frame(7, 13, kept=1), known),
            Part(LIMIT, list(range(7)), Frame(7, 13, entries=[Entry(GUESS[user], feedback, 0)])),
        ]
        return verdict(begun_with(case, parts).encode(), case)

    assert uses(A_SECOND, "zazzz", A_GREEN)[0] == "proven"
    assert uses(A_SECOND, "azzzz", A_YELLOW) == OTHER_DEMANDS
    assert uses((frozenset(), frozenset({("a", 1)})), "azzzz", A_YELLOW)[0] == "proven"
    assert uses((frozenset({(1, "a"), (2, "t")}), frozenset()), "zazzz", A_GREEN) == OTHER_DEMANDS


def test_part_that_demands_two_copies_is_not_used_where_one_is_demanded() -> None:
    words = ("aaxb", "aaxc", "aaxd")
    game = TinyGame("wordle", "hard", words, tuple(sorted((*words, "aazz", "azzz"))))
    case = make_case(game, "total", LIMIT)

    def uses(user: str, feedback: str) -> tuple[str, str]:
        parts = [
            Part(LIMIT - 1, [0, 1, 2], Frame(3, 5, kept=1), (frozenset(), frozenset({("a", 2)}))),
            Part(LIMIT, [0, 1, 2], Frame(3, 5, entries=[Entry(game.allowed.index(user), int(feedback, 3), 0)])),
        ]
        return verdict(begun_with(case, parts).encode(), case)

    assert uses("aazz", "2200")[0] == "proven"
    assert uses("azzz", "2000") == OTHER_DEMANDS


def test_only_what_a_part_demands_is_legal_in_it() -> None:
    """Within two guesses no word of the family tells three apart; the word that does lacks the demanded a."""
    words = ("batch", "catch", "hatch")
    case = make_case(TinyGame("wordle", "hard", words, tuple(sorted((*words, "cbzzz")))), "total", LIMIT)

    def within_two(known: Knowledge) -> tuple[str, str]:
        return verdict(begun_with(case, [Part(2, [0, 1, 2], Frame(3, NEVER), known)]).encode(), case)

    assert within_two((frozenset(), frozenset({("a", 1)})))[0] == "proven"
    assert within_two((frozenset({(4, "h")}), frozenset()))[0] == "proven"
    assert "but cbzzz has a known cost of only " in within_two((frozenset(), frozenset({("c", 1)})))[1]
    assert within_two(NOTHING) == (
        "refused",
        "chapter 0, lemma 0: in a part of 3 answers, with 2 guesses left, it claims that there is no strategy; "
        "but cbzzz has a known cost of only 6",
    )


@pytest.mark.parametrize(
    "known",
    [
        pytest.param((frozenset({(1, "a"), (0, "b")}), frozenset()), id="a letter in another place"),
        pytest.param((frozenset(), frozenset({("a", 2)})), id="too few copies"),
        pytest.param((frozenset(), frozenset({("b", 1)})), id="a letter that it lacks"),
    ],
)
def test_part_with_an_answer_that_does_not_meet_its_demands(known: Knowledge) -> None:
    """A cell of two might then cost more than its size says, which is not looked at; no path makes such demands."""
    case = case_of("hard")
    part = Part(LIMIT, [0, 6], Frame(2, 3), known)

    assert verdict(begun_with(case, [part]).encode(), case) == (
        "refused",
        "chapter 0, lemma 0: an answer of a part does not meet its demands",
    )


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ([0, LETTERS.index("a") + 1, *[0] * 3, *[0] * len(LETTERS)], ""),
        ([len(LETTERS), *[0] * 4, *[0] * len(LETTERS)], "an answer of a part does not meet its demands"),
        ([len(LETTERS) + 1], "a part demands a symbol that does not exist"),
        ([*[0] * 4, LARGEST_NUMBER], "a part demands a symbol that does not exist"),
        ([*[0] * 5, 1, *[0] * (len(LETTERS) - 1)], ""),
        ([*[0] * 5, 5, *[0] * (len(LETTERS) - 1)], "an answer of a part does not meet its demands"),
        ([*[0] * 5, 6], "a part demands a symbol 6 times, not 0 to 5 times"),
        ([*NO_LETTERS[1:], 1 << 33], f"a part demands a symbol {1 << 33} times, not 0 to 5 times"),
        (NO_LETTERS[1:], "a number is cut off"),
        ([], "a number is cut off"),
    ],
    ids=str,
)
def test_demands_that_are_none(numbers: list[int], message: str) -> None:
    case = case_of("hard")
    whole = not message
    said, text = verdict(with_content([3, 1, 1, 0, *numbers, *([0, 1] if whole else [])], case), case)

    # The content is well formed where only the claim does not follow from it.
    assert said == "refused"
    assert text.startswith("claim 0: ") if whole else text.partition(": ")[2] == message


@pytest.mark.parametrize("rule", ["any", "candidates"])
def test_part_has_demands_under_rule_hard_alone(rule: str) -> None:
    case = case_of(rule)

    assert verdict(with_content([3, 1, 1, 0, 0, 1], case), case)[1].startswith("claim 0: ")


def test_part_demands_only_what_it_says_whatever_was_demanded_before() -> None:
    """The entry before it makes the second place green; a guess of the part has no a there."""
    case = case_of("hard")
    everything = [0, 1, 1, 1, 1, 1, 1]
    entry = [4 + 2 * GUESS["zazzz"], A_GREEN, 1, 1]
    part = [3, LIMIT, 7, *everything, *NO_LETTERS, 4 + 2 * GUESS["zzazz"], int("00100", 3), 0, 1, 0, 1]

    assert verdict(with_content([*entry, *part], case), case)[1].startswith("claim 0: ")
    # Within the cell of the entry it is not legal.
    within = [4 + 2 * GUESS["zazzz"], A_GREEN, 4 + 2 * GUESS["zzazz"]]
    assert verdict(with_content(within, case), case) == ("refused", "chapter 0, lemma 0: zzazz is not legal there")


@sampled_seeds(18, 3000)
def test_use_under_other_demands_in_small_games(seeds: range) -> None:
    """A lemma for a cell is used for another: accepted where set and demands fit, and only there."""
    n_fitting = n_more = n_less = 0
    for seed in seeds:
        game = tiny_game(seed)
        brute = brute_force_of(game)
        if game.rule != "hard" or brute.depth("total", 6) is None:
            continue
        case = make_case(game, "total", 6)
        dice = random.Random(f"use {seed}")
        everything = list(range(len(game.answers)))
        cells = [
            (guess, code, cell)
            for guess in game.allowed
            for code, cell in sorted(brute.cells(guess, brute.everything).items())
            if code != case.game.winning
        ]
        pairs = list(itertools.product(cells, repeat=2))
        nested = [pair for pair in pairs if pair[0][2] <= pair[1][2]]
        for (guess, code, cell), (other, other_code, other_cell) in (
            *dice.sample(nested, min(6, len(nested))),
            *dice.sample(pairs, min(3, len(pairs))),
        ):
            n_left = dice.choice((4, 5, 5))
            made = Entry(game.allowed.index(guess), code, Frame(len(cell), 2 * len(cell) - 1, kept=1))
            user = Entry(game.allowed.index(other), other_code, 0)
            parts = [
                Part(5, everything, Frame(len(everything), 2 * len(everything) - 1, entries=[made])),
                Part(n_left, everything, Frame(len(everything), 2 * len(everything) - 1, entries=[user])),
            ]
            before, after = brute.after(NOTHING, guess, code), brute.after(NOTHING, other, other_code)
            is_fitting = cell <= other_cell and demands_all(after, before)

            said, text = verdict(begun_with(case, parts).encode(), case)

            assert said == ("proven" if is_fitting else "refused"), f"seed {seed}: {guess} {code}, {other}"
            assert is_fitting or ": the lemma" in text, text
            n_fitting += is_fitting
            n_more += is_fitting and before != after
            n_less += cell <= other_cell and not is_fitting

    assert min(n_fitting, n_more, n_less) > len(seeds) // 20
