"""What the fast checker knows of a guess before it looks at its cells, against the plain rules."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest
from checker_positions import GAMES, arrays_of, draw_entries, game_of, positions, rows_of_entries

from wordle_checker import rules
from wordle_checker.fast import lemmas, letter_sets, lookahead, uses
from wordle_checker.fast.lemmas import NO_CLASSES, Aim, LemmaChecker
from wordle_checker.fast.table import lay_out
from wordle_checker.game import Game
from wordle_checker.rules import INFINITE, Entries, Position

NO_ENTRIES = np.empty((0, 3), dtype=np.int64)


@pytest.fixture(params=["few", "always"])
def sets_of_letters(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Letter sets for large frames alone, or for all, and then for every cell."""
    if request.param == "always":
        monkeypatch.setattr(lemmas, "FEWEST_CANDIDATES", 0)
        monkeypatch.setattr(lemmas, "FEWEST_GUESSES", {"any": 0, "hard": 0})
        monkeypatch.setattr(letter_sets, "ORDERED_FROM", {"any": 4, "hard": 0})
    return request.param


@cache
def lemmas_of(name: str, rule: str) -> list[tuple[Position, Entries, int, rules.Shortfall | None]]:
    """Returns positions, entries and bounds, and what the rule as it stands says of them."""
    game, _, _ = game_of(name, rule)
    # Under rule hard one set is large enough for letter sets.
    dice = random.Random(f"quick lemma 10 {name} {rule}")
    found = []
    for position in (*positions(game, dice, (4, 7, 12)), rules.part(game.answers[:5], 3)):
        least = rules.least(game.n_branches, len(position.candidates), position.n_left)
        if least == INFINITE:
            continue
        for entries in (Entries(), draw_entries(game, position, dice)):
            found += [
                (position, entries, bound, rules.lemma(game, position, bound, entries))
                for bound in (least + 1, least + 2, least + 4)
            ]
    return found


@pytest.mark.usefixtures("sets_of_letters")
@pytest.mark.parametrize("rule", ["any", "hard", "candidates"])
@pytest.mark.parametrize("name", GAMES)
def test_lemma_found_quickly(name: str, rule: str) -> None:
    """The lemma as chapters have it checked: the quick kernels first, and what they leave by the rule as it stands."""
    if (name, rule) == ("codes", "hard"):
        return
    game, arrays, _ = game_of(name, rule)
    checker = LemmaChecker(arrays, np.zeros(1, dtype=np.int64))
    for position, entries, bound, expected in lemmas_of(name, rule):
        candidates, demands, guesses = arrays_of(game, arrays, position)
        goal = Aim(candidates, position.n_left, demands, guesses, NO_CLASSES, bound)
        found = checker.find_shortfall(goal, rows_of_entries(game, arrays, entries))
        word = None if found[0] < 0 else game.allowed[found[0]]

        assert (word, found[1]) == ((None, 0) if expected is None else tuple(expected)), f"{position} {bound}"


@pytest.mark.usefixtures("sets_of_letters")
@pytest.mark.parametrize("rule", ["any", "hard", "candidates"])
@pytest.mark.parametrize("name", ["few-branches", "two-blocks", "repeats"])
def test_nothing_is_found_to_cost_more_than_is_known(name: str, rule: str) -> None:
    """One guess after the other, with bounds around what it is known to cost; exactly where no cell is large."""
    game, arrays, _ = game_of(name, rule)
    checker = LemmaChecker(arrays, np.zeros(1, dtype=np.int64))
    dice = random.Random(f"ahead {name} {rule}")
    n_sure = 0
    for position in positions(game, dice, (4, 6, 9, 22)):
        candidates, demands, guesses = arrays_of(game, arrays, position)
        # A goal that leaves no guess out, so that there is a view.
        survey = checker.survey(Aim(candidates, position.n_left, demands, guesses, NO_CLASSES, INFINITE - 1))
        for entries in (Entries(), draw_entries(game, position, dice)):
            rows = rows_of_entries(game, arrays, entries)
            for place in dice.sample(range(len(guesses)), min(4, len(guesses))):
                word = game.allowed[guesses[place]]
                cells = rules.divide(game, word, position.candidates)
                known = rules.known_cost(game, position, word, cells, entries)
                is_small = all(len(cell) <= 1 + game.n_branches for cell in cells.values()) and position.n_left > 2
                for bound in (known, known + 1):
                    some = np.array([place], dtype=np.int32)
                    is_sure = (
                        0 < bound < INFINITE
                        and lookahead.first_unproven(
                            *(arrays, checker._scratch, candidates, position.n_left, demands),
                            *(survey.view, survey.sets, guesses, some, rows, bound),
                        )
                        == 1
                    )
                    n_sure += is_sure

                    assert not is_sure or known >= bound, f"{position} {word} {bound}"
                    assert is_sure or not is_small or not 0 < bound <= known or known == INFINITE

    assert n_sure
    assert not checker._scratch.sizes.any()
    assert not checker._scratch.is_candidate.any()


def test_letter_sets_know_of_other_words_than_the_candidates() -> None:
    """By hand: axy tells the four without q apart, and each of them leaves the other three together."""
    answers = ("qqq", "xaw", "xxw", "xyw", "xzw")
    game = Game("wordle", "any", answers, ("axy", *answers))
    arrays = lay_out(game, np.zeros(1, dtype=np.int64))
    checker = LemmaChecker(arrays, np.zeros(1, dtype=np.int64))
    candidates, demands, guesses = arrays_of(game, arrays, rules.start(game, 6))
    view = checker.survey(Aim(candidates, 6, demands, guesses, NO_CLASSES, INFINITE - 1)).view
    assert view is not None
    room, sets = checker._scratch, letter_sets.letter_sets(arrays, checker._scratch, candidates, view)
    uses.fill_cells(arrays, room, candidates, 1, 5, NO_ENTRIES)
    lookahead.choose_sets(arrays, room, sets, 1, int(arrays.feedback_of[0]))
    cell = room.cells[0]
    cell[3] = 7

    assert cell[:2].tolist() == [arrays.feedback_of[0], 4]
    assert lookahead.raise_by_sets(arrays, room, sets, cell, int(view.sizes[0])) == 1
    assert cell[3] == 8


@pytest.mark.usefixtures("sets_of_letters")
@pytest.mark.parametrize("rule", ["any", "hard"])
@pytest.mark.parametrize(("other", "cost"), [("axy", 6), ("abc", INFINITE)])
def test_cell_that_another_word_alone_tells_apart(other: str, cost: int, rule: str) -> None:
    """By hand: qqq leaves qzx alone, and two guesses for three that axy tells apart, but none of themselves.

    No word has more than three cells on all four, so axy is found only where three are asked for.
    """
    answers = ("qzx", "xxw", "xyw", "xzw")
    game = Game("wordle", rule, answers, tuple(sorted((*answers, "qqq", other))))
    known = min(4 + 1 + cost, INFINITE)

    assert _is_proven(game, "qqq", known)
    assert not _is_proven(game, "qqq", known + 1)

    # An entry says more of the cell, but not that there is no strategy.
    known = min(4 + 1 + max(cost, 8), INFINITE)
    assert _is_proven(game, "qqq", known, {0: 8})
    assert not _is_proven(game, "qqq", known + 1, {0: 8})


def test_demands_of_one_cell_do_not_reach_the_next() -> None:
    """By hand: aqq makes two cells of three; axy tells those with a apart, cuv the others, where no a is demanded."""
    answers = ("axx", "ayx", "azx", "cuu", "cvu", "cwu")
    game = Game("wordle", "hard", answers, tuple(sorted((*answers, "aqq", "axy", "cuv"))))

    assert _is_proven(game, "aqq", 6 + 6 + 6)
    assert not _is_proven(game, "aqq", 6 + 6 + 6 + 1)


def _is_proven(game: Game, opener: str, bound: int, entries: dict[int, int] | None = None) -> bool:
    """Whether an opener is found to cost at least `bound` within 3 guesses, given entries for its feedbacks."""
    arrays = lay_out(game, np.zeros(1, dtype=np.int64))
    checker = LemmaChecker(arrays, np.zeros(1, dtype=np.int64))
    candidates, demands, guesses = arrays_of(game, arrays, rules.start(game, 3))
    survey = checker.survey(Aim(candidates, 3, demands, guesses, NO_CLASSES, INFINITE - 1))
    place = game.allowed.index(opener)
    rows = np.array([(place, arrays.feedback_of[code], cost) for code, cost in (entries or {}).items()], dtype=np.int64)
    n_proven = lookahead.first_unproven(
        *(arrays, checker._scratch, candidates, 3, demands, survey.view, survey.sets, guesses),
        *(np.array([place], dtype=np.int32), rows.reshape(-1, 3), bound),
    )
    return n_proven == 1


@pytest.mark.parametrize("rule", ["any", "hard", "candidates"])
@pytest.mark.parametrize("name", GAMES)
def test_an_opener_is_known_to_cost_no_more_than_by_the_rule(name: str, rule: str) -> None:
    """Whatever the guesses left and the bound, an infinite one included; other words than answers are allowed."""
    if (name, rule) == ("codes", "hard"):
        return
    game, arrays, _ = game_of(name, rule)
    checker = LemmaChecker(arrays, np.zeros(1, dtype=np.int64))
    dice = random.Random(f"openers {name} {rule}")
    for n_left in (2, 3, 5):
        position = rules.part(dice.sample(game.answers, 12), n_left)
        candidates, demands, guesses = arrays_of(game, arrays, position)
        for opener in dice.sample(rules.legal(game, position), 4):
            cells = rules.divide(game, opener, position.candidates)
            known = rules.known_cost(game, position, opener, cells, Entries())
            for bound in (known, min(known + 1, INFINITE), INFINITE):
                goal = Aim(candidates, n_left, demands, guesses, NO_CLASSES, bound)
                found = checker.known_cost(goal, game.allowed.index(opener), NO_ENTRIES)

                assert found == known

        if rule != "candidates":
            nothing = NO_ENTRIES
            terms = (arrays, checker._scratch, candidates, n_left, demands)
            found = lookahead.first_unproven(*terms, None, None, guesses, np.zeros(1, dtype=np.int32), nothing, 1)

            assert found == 0, "there is no view of the other words"


@pytest.mark.parametrize("rule", ["any", "hard"])
@pytest.mark.parametrize("name", ["two-blocks", "repeats"])
def test_letter_sets_bound_what_guesses_have_on_cells(name: str, rule: str) -> None:
    """Whatever the opener and its feedback: no legal guess has more cells than the chosen sets say."""
    game, arrays, _ = game_of(name, rule)
    checker = LemmaChecker(arrays, np.zeros(1, dtype=np.int64))
    dice = random.Random(f"sets {name} {rule}")
    everything = rules.start(game, 6)
    candidates, demands, guesses = arrays_of(game, arrays, everything)
    survey = checker.survey(Aim(candidates, 6, demands, guesses, NO_CLASSES, INFINITE - 1))
    view = survey.view
    assert view is not None
    width = int(view.sizes[0])
    sets = letter_sets.letter_sets(arrays, checker._scratch, candidates, view)
    for opener in dice.sample(game.allowed, 6):
        cells = rules.divide(game, opener, everything.candidates)
        for code in dice.sample(sorted(cells), min(6, len(cells))):
            below = rules.below(game, everything, opener, code, cells[code])
            lookahead.choose_sets(
                arrays, checker._scratch, sets, game.allowed.index(opener), int(arrays.feedback_of[code])
            )
            bounds = dict(zip(view.guesses[:width].tolist(), checker._scratch.least[:width].tolist(), strict=True))
            legal = rules.legal(game, below)
            for guess in dice.sample(legal, min(12, len(legal))):
                n_parts = len(rules.divide(game, guess, cells[code]))

                assert n_parts <= bounds.get(game.allowed.index(guess), 2), f"{opener} {code} {guess}"

            if 3 <= len(cells[code]) <= 12 and code != game.winning:
                number = game.allowed.index(opener)
                n_cells, _ = uses.fill_cells(arrays, checker._scratch, candidates, number, 5, NO_ENTRIES)
                (cell,) = (each for each in checker._scratch.cells[:n_cells] if each[0] == arrays.feedback_of[code])
                cell[3] = 0
                lookahead.raise_by_sets(arrays, checker._scratch, sets, cell, width)

                assert 2 * len(cells[code]) - 1 <= cell[3] <= rules.one_guess(game, below), f"{opener} {code}"
