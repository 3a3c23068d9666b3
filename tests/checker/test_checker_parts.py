"""Lemmas for parts of the answers: what is accepted, and every refusal."""

import itertools
import random
import tracemalloc

import pytest
from checker_writer import Author, Case, Style, make_case
from family_certificates import (
    A_YELLOW,
    CASE,
    FAMILY,
    GUESS,
    LARGEST_NUMBER,
    LIMIT,
    REST,
    begun_with,
    case_of,
    verdict,
    with_content,
)
from hostile_files import Chapter, Entry, Frame, Part
from reference_solver import NOTHING, Knowledge, words_that_meet
from sampled import sampled_seeds
from tiny_games import NEVER, BruteForce, TinyGame, brute_force_of, some_of, tiny_game


def four(*answers: int) -> Part:
    """A part of four, with three guesses left: no strategy, for each guess leaves three, which need three more."""
    return Part(3, list(answers), Frame(4, NEVER, kept=1))


def all_seven(uses: dict[str, int]) -> Part:
    """All answers with four guesses left: by a lemma for four of the six that each of them leaves."""
    entries = [Entry(GUESS[word], REST, lemma) for word, lemma in sorted(uses.items())]
    return Part(4, list(range(7)), Frame(7, NEVER, entries=entries))


FOURS = [four(0, 1, 2, 3), four(3, 4, 5, 6), four(0, 1, 2, 4)]
USES = {"batch": 1, "catch": 1, "hatch": 1, "latch": 2, "match": 0, "patch": 0, "watch": 0}
"""Which of them lies in what each guess leaves."""


def five(proofs: dict[int, int]) -> Part:
    """Five with four guesses left: each leaves one of five parts of four, and nothing is forgotten."""
    entries = [Entry(GUESS[FAMILY[number]], REST, proof) for number, proof in proofs.items()]
    return Part(4, list(range(5)), Frame(5, NEVER, entries=entries))


EACH_FOUR = [four(*(number for number in range(5) if number != left_out)) for left_out in range(5)]


def any_five(*answers: int) -> Part:
    """A part of five: 5 + 4 + 3 + 2 + 1, for each guess leaves four, which cost 10."""
    entries = [Entry(GUESS[FAMILY[number]], REST, Frame(4, 10)) for number in answers]
    return Part(6, list(answers), Frame(5, 15, kept=1, entries=entries))


FIVES = [any_five(0, 1, 2, 3, 4), any_five(2, 3, 4, 5, 6), any_five(0, 1, 4, 5, 6), any_five(0, 1, 2, 3, 5)]


def seven(bound: int) -> Part:
    """All answers: forgotten ones cost two guesses each but one. Which of the fives lies in what a guess leaves?"""
    # Each has four lemmas before its own.
    uses = [Entry(GUESS[FAMILY[number]], REST, 6 * part + 5) for number, part in enumerate((1, 1, 2, 2, 3, 0, 0))]
    return Part(7, list(range(7)), Frame(7, bound, entries=sorted(uses, key=lambda entry: entry.guess)))


def third_four(n_left: int, kept: int) -> list[Part]:
    """The fours with a change of the last, and what uses it."""
    return [*FOURS[:2], Part(n_left, [0, 1, 2, 4], Frame(4, NEVER, kept=kept)), all_seven(USES)]


def leaves(word: str, n: int, bound: int) -> Frame:
    return Frame(5, 15, entries=[Entry(GUESS[word], REST, Frame(n, bound))])


OPENED, CANDIDATES = case_of(limit=8, opener="azzzz"), case_of("candidates")
WITHOUT_LATCH = all_seven({word: lemma for word, lemma in USES.items() if word != "latch"})
MISSING = (
    "lemma 3: in a part of 7 answers, with 4 guesses left, it claims that there is no strategy; "
    "but latch has a known cost of only 22"
)
USED = [
    # Case, parts, and what is said: the message, or nothing of what is proven.
    pytest.param(CASE, [*FOURS, all_seven(USES)], "", id="for larger cells"),
    pytest.param(OPENED, [*FOURS, all_seven(USES)], "", id="opens with any guess where an opener is named"),
    pytest.param(CASE, [*EACH_FOUR, five(dict(enumerate(range(5))))], "", id="for the cell itself"),
    pytest.param(
        *(CASE, [*EACH_FOUR, five({0: 0, 1: 1, 2: 3, 3: 3, 4: 4})]),
        "lemma 5: the lemma's set is neither the cell nor a subset of it",
        id="for another cell",
    ),
    pytest.param(CASE, [*FIVES, seven(7 + 15 + 1)], "", id="forgotten answers"),
    pytest.param(
        *(CASE, [*FIVES, seven(7 + 15 + 2)]),
        "lemma 24: in a part of 7 answers, with 7 guesses left, it claims a total of at least 24; "
        "but batch has a known cost of only 23",
        id="more than forgotten answers cost",
    ),
    # 7 + 6 + the least for 5 with two guesses left, 9.
    pytest.param(CASE, [*FOURS, WITHOUT_LATCH], MISSING, id="missing"),
    # Batch leaves 4 of 5, which cost 4 + 3 + 2 + 1.
    pytest.param(
        *(CASE, [Part(6, [0, 1, 2, 3, 4], leaves("batch", 4, 11))]),
        "lemma 0: in a part of 5 answers, after batch 02222, with 4 candidates and 5 guesses left, "
        "it claims a total of at least 11; but catch has a known cost of only 10",
        id="false within the part",
    ),
    pytest.param(
        *(CASE, [Part(1, [6], Frame(1, 2))]),
        "lemma 0: in a part of 1 answer, with 1 guess left, it claims a total of at least 2; "
        "but watch has a known cost of only 1",
        id="false for one answer",
    ),
    pytest.param(CASE, [Part(LIMIT, list(range(7)), Frame(7, 13))] * 2, "", id="of no use"),
    pytest.param(CASE, [Part(LIMIT, list(range(7)), Frame(7, 13, kept=1))] * 2, "", id="of no use, but kept"),
    pytest.param(CASE, [Part(1, [6], Frame(1, 1))], "", id="the smallest"),
    pytest.param(CASE, third_four(3, 0), "lemma 3: lemma 2 was not kept before", id="not kept"),
    pytest.param(CASE, third_four(2, 1), "lemma 3: the lemma is for 2 guesses left, but the cell has 3", id="late"),
    pytest.param(
        *(CANDIDATES, [*FOURS, all_seven(USES)]),
        "lemma 3: the lemma's set is not the cell, but rule candidates requires it to be",
        id="rule candidates",
    ),
]


@pytest.mark.parametrize(("case", "parts", "said"), USED)
def test_part(case: Case, parts: list[Part], said: str) -> None:
    made = begun_with(case, parts)

    found, text = verdict(made.encode(), case)
    assert found == ("refused" if said else "proven")
    assert text == f"chapter 0, {said}" if said else text.startswith(f"{len(made.frames())} lemmas: ")


def test_part_is_used_in_its_own_chapter_alone() -> None:
    made = begun_with(CASE, [*FOURS])
    made.chapters.insert(1, Chapter(0, parts=[all_seven(USES)]))

    assert verdict(made.encode()) == ("refused", "chapter 1, lemma 0: lemma 1 was not kept before")


def test_part_is_no_entry_and_no_step_counts_it() -> None:
    """Entries for batch and catch, and a part between them with an entry for watch."""
    batch, catch = GUESS["batch"], GUESS["catch"]
    # Six cost 11 at least, which 0 1 says.
    first, second = [4 + 2 * batch, REST, 0, 1], [4 + 2 * (catch - batch), REST, 0, 1]
    part = [3, 2, 2, 5, 1, 4 + 2 * GUESS["watch"], REST, 0, 1, 0, 1]
    # The guess before is catch, whatever the part had; a cell has one entry.
    again = [4, REST, 0, 1]

    # 7 + 6 + the least for 5; the entries say less, as do those of the part.
    assert verdict(with_content([*first, *part, *second])) == (
        "refused",
        "claim 0: for 7 answers and 7 guesses it claims a total of at least 28; "
        "but the opener batch has a known cost of only 22",
    )
    assert verdict(with_content([*first, *part, *second, *part, *again])) == (
        "refused",
        "chapter 0, lemma 6: a second entry for catch 02222",
    )


def test_entry_for_another_guess_than_the_opener() -> None:
    """In the outermost frame alone it is refused; behind it, and in a part, it may stand."""
    case = case_of(limit=8, opener="azzzz")
    own = begun_with(case, [Part(8, list(range(7)), Frame(7, 13, entries=[Entry(GUESS["batch"], REST, Frame(6, 11))]))])

    assert verdict(own.encode(), case)[0] == "proven"

    own.chapters[0].entries.append(Entry(GUESS["batch"], REST, Frame(6, 11)))

    assert verdict(own.encode(), case) == ("refused", "chapter 0, lemma 2: batch is not the opener")


def test_part_has_all_guesses_left_and_each_guess_within_it_one_less() -> None:
    """A guess that tells nothing, again and again: with 100 guesses left there are 100 frames."""
    deep = case_of(limit=100)

    def nested(n_left: int, n_frames: int) -> list[int]:
        cell = [4 + 2 * GUESS["azzzz"], A_YELLOW]
        return [3, n_left, 7, *[0, 1, 1, 1, 1, 1, 1], *cell * (n_frames - 1), *[0, 1] * n_frames]

    for n_left in (100, 2):
        # The claim does not follow from it: that it is looked at at all is what counts.
        assert verdict(with_content(nested(n_left, n_left), deep), deep)[1].startswith("claim 0: ")
        assert verdict(with_content(nested(n_left, n_left + 1), deep), deep) == (
            "refused",
            "chapter 0, lemma 0: frames are nested deeper than guesses are left",
        )


HOSTILE = [
    ([3], "a number is cut off"),
    ([3, 1], "a number is cut off"),
    ([3, 1, 1], "a number is cut off"),
    ([3, 2, 2, 0], "a number is cut off"),
    ([3, 1, 1, 0], "a number is cut off"),
    ([3, 0, 1, 0, 0, 1], "a part has 0 guesses left, not 1 to 7"),
    ([3, 8, 1, 0, 0, 1], "a part has 8 guesses left, not 1 to 7"),
    ([3, LARGEST_NUMBER, 1, 0, 0, 1], f"a part has {LARGEST_NUMBER} guesses left, not 1 to 7"),
    ([3, 1, 0, 0, 1], "a part has 0 answers, not 1 to 7"),
    ([3, 1, 8, *[1] * 8, 0, 1], "a part has 8 answers, not 1 to 7"),
    ([3, 1, LARGEST_NUMBER], f"a part has {LARGEST_NUMBER} answers, not 1 to 7"),
    ([3, 1, 1, 7, 0, 1], "a part has an answer that does not exist"),
    ([3, 2, 2, 3, 4, 0, 1], "a part has an answer that does not exist"),
    ([3, 2, 2, 0, LARGEST_NUMBER], "a part has an answer that does not exist"),
    ([3, 2, 2, 6, LARGEST_NUMBER], "a part has an answer that does not exist"),
    ([3, 2, 3, 6, LARGEST_NUMBER - 5, 1], "a part has an answer that does not exist"),
    ([3, 1, 1, LARGEST_NUMBER], "a part has an answer that does not exist"),
    ([3, 2, 2, 0, 0, 0, 1], "the answers of a part do not ascend"),
    ([3, 2, 3, 0, 1, 0, 0, 1], "the answers of a part do not ascend"),
    ([3, 1, 1, 0, 3, 1, 1, 0], "a part is not in the outermost frame"),
    ([6, REST, 3, 1, 1, 0, 0, 1], "a part is not in the outermost frame"),
    ([3, 1, 1, 0, 0, 1, 0, 1], "the outermost frame may contain only entries and parts"),
    ([3, 1, 1, 0, 2, 1], "a number is cut off"),
]


@pytest.mark.parametrize(("numbers", "message"), HOSTILE, ids=[str(numbers) for numbers, _ in HOSTILE])
def test_part_that_is_none(numbers: list[int], message: str) -> None:
    said, text = verdict(with_content(numbers))

    assert (said, text.partition(": ")[2]) == ("refused", message)


def test_number_of_answers_is_looked_at_before_there_is_room_for_them() -> None:
    for n in (8, 1 << 30, 1 << 40, LARGEST_NUMBER):
        data = with_content([3, 1, n])
        tracemalloc.start()
        try:
            assert verdict(data)[1].endswith(f"a part has {n} answers, not 1 to 7")
            assert tracemalloc.get_traced_memory()[1] < (8 << 20)
        finally:
            tracemalloc.stop()


def test_symmetries_of_a_part() -> None:
    """Codes of two: exchanging the places maps a part onto itself, and exchanging the symbols does not."""
    codes = ("11", "12", "21", "22")
    case = make_case(TinyGame("mastermind", "any", codes, codes), "total", 4)
    mirror, renaming = ((1, 0), (0, 1)), ((0, 1), (1, 0))

    assert verdict(begun_with(case, [Part(3, [0, 1, 2], Frame(3, 6, 0, [], [mirror]))]).encode(), case) == (
        "refused",
        "chapter 0, lemma 0: in a part of 3 answers, with 3 guesses left, it claims a total of at least 6; "
        "but 12 has a known cost of only 5",
    )
    assert verdict(begun_with(case, [Part(3, [0, 1, 2], Frame(3, 5, 0, [], [mirror]))]).encode(), case)[0] == "proven"
    assert verdict(begun_with(case, [Part(3, [0, 1, 2], Frame(3, 5, 0, [], [renaming]))]).encode(), case) == (
        "refused",
        "chapter 0, lemma 0: a symmetry does not map the candidates onto themselves",
    )


def test_symmetries_serve_one_frame_alone() -> None:
    """A part of all codes of two: once with its symmetries, then without, where each guess needs a reason."""
    codes = tuple("".join(code) for code in itertools.product("12345", repeat=2))
    game = TinyGame("mastermind", "any", codes, codes)
    case = make_case(game, "total", 4)
    frame = Author(brute_force_of(game), Style(symmetric=True)).frame((frozenset(codes), 4, NOTHING))
    once, again = (
        Part(4, list(range(25)), Frame(25, frame.bound, 0, frame.entries, maps)) for maps in (frame.symmetries, [])
    )

    assert verdict(begun_with(case, [once]).encode(), case)[0] == "proven"
    for parts in ([again], [once, again]):
        assert " has a known cost of only " in verdict(begun_with(case, parts).encode(), case)[1]


def demanded_after(brute: BruteForce, dice: random.Random) -> Knowledge:
    """Draws what is demanded after one or two guesses, legal or not, with any answer; that answer meets it."""
    known = NOTHING
    answer = dice.choice(brute.game.answers)
    for _ in range(dice.choice((1, 2))):
        guess = dice.choice(brute.game.allowed)
        known = brute.after(known, guess, brute.feedback(guess, answer))
    return known


@sampled_seeds(18, 3000)
def test_parts_of_small_games(seeds: range) -> None:
    """Any answers with any number of guesses left: what they cost is accepted, and one more is not."""
    n_infinite = n_finite = 0
    for seed in seeds:
        game = tiny_game(seed)
        brute = brute_force_of(game)
        if brute.depth("total", 6) is None:
            continue
        case = make_case(game, "total", 6)
        dice = random.Random(f"part {seed}")
        for _ in range(2):
            known = some_of(demanded_after(brute, dice), dice)
            meet = [game.answers.index(word) for word in words_that_meet(known, game.answers)]
            members = dice.sample(meet, dice.randint(1, len(meet)))
            n_left = dice.randint(1, 6)
            style = Style(everything=dice.random() < 0.5, symmetric=True)
            candidates = frozenset(game.answers[number] for number in members)
            part = Part(n_left, sorted(members), Author(brute, style).frame((candidates, n_left, known)), known)

            assert part.frame.bound == brute.cost(candidates, n_left, known)
            assert verdict(begun_with(case, [part]).encode(), case)[0] == "proven"

            n_infinite += part.frame.bound >= NEVER
            n_finite += part.frame.bound < NEVER
            if part.frame.bound < NEVER:
                for bound in (part.frame.bound + 1, NEVER):
                    raised = Part(n_left, part.answers, Frame(len(members), bound, 0, part.frame.entries), known)
                    raised.frame.symmetries = part.frame.symmetries

                    assert " has a known cost of only " in verdict(begun_with(case, [raised]).encode(), case)[1]

    assert n_finite > n_infinite > len(seeds) // 10
