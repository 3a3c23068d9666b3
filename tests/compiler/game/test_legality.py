"""Rule hard: the compact constraint against the rule's own words, which look at the whole history."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference_solver import NOTHING, Colours, code_of, colours_of, is_hard_legal, learn

from wordle_compiler.game.feedback_matrix import letter_codes, letter_counts_of
from wordle_compiler.game.legality import filter_legal, is_legal, tighten

History = tuple[tuple[str, Colours], ...]


def constraint_after(words: list[str], history: History) -> np.ndarray:
    """Tightens turn by turn; `words` give the letters their numbers."""
    letters = letter_codes(words)
    constraint = np.zeros(1 + 2 * letters.shape[1], np.uint16)
    for guess, colours in history:
        after = np.full_like(constraint, 999)
        after[0] = constraint[0]
        tighten(constraint, letters[words.index(guess)], code_of(colours), after)
        constraint = after
    return constraint


def legal_words(words: list[str], history: History) -> list[str]:
    letters = letter_codes(words)
    counts = letter_counts_of(letters)
    constraint = constraint_after(words, history)
    return [word for i, word in enumerate(words) if is_legal(constraint, letters[i], counts[i])]


def turns(*pairs: tuple[str, str]) -> History:
    return tuple((guess, tuple(int(digit) for digit in digits)) for guess, digits in pairs)


@pytest.mark.parametrize(
    ("history", "word", "legal"),
    [
        # Green s at 1, yellow e: s stays, an e anywhere, even where it was yellow. A grey letter may come again.
        (turns(("speed", "20100")), "sheep", True),
        (turns(("speed", "20100")), "spend", True),
        (turns(("speed", "20100")), "shiny", False),
        (turns(("speed", "20100")), "erase", False),
        # Two e were seen, so two must be used.
        (turns(("speed", "00110")), "eerie", True),
        (turns(("speed", "00110")), "elude", True),
        (turns(("speed", "00110")), "crane", False),
        # One e green and one grey: a single e is enough, but in its place.
        (turns(("speed", "00200")), "steal", True),
        (turns(("speed", "00200")), "ennui", False),
        # Seen once at each of two turns is one e, not two; twice at the first turn stays two.
        (turns(("crane", "00001"), ("speed", "00100")), "elbow", True),
        (turns(("speed", "00110"), ("crane", "00001")), "elbow", False),
        # A yellow that turns green at a later turn demands its place and no second letter.
        (turns(("crane", "00001"), ("elbow", "20000")), "ennui", True),
        (turns(("crane", "00001"), ("elbow", "20000")), "spend", False),
        ((), "fuzzy", True),
    ],
)
def test_rule_hard_by_hand(history: History, word: str, legal: bool) -> None:
    words = sorted({word, *(guess for guess, _ in history)})

    assert is_hard_legal(word, history) == legal
    assert (word in legal_words(words, history)) == legal


@st.composite
def hard_games(draw: st.DrawFn) -> tuple[list[str], History]:
    """Draws words, and a history against one of them in which every guess was legal in its turn."""
    length = draw(st.integers(2, 6))
    word = st.text(alphabet="abcdé"[: draw(st.integers(2, 5))], min_size=length, max_size=length)
    words = sorted(draw(st.sets(word, min_size=2, max_size=25)))
    answer = draw(st.sampled_from(words))
    history: History = ()
    for _ in range(draw(st.integers(0, 4))):
        guess = draw(st.sampled_from([word for word in words if is_hard_legal(word, history)]))
        history += ((guess, colours_of(guess, answer)),)
    return words, history


@settings(max_examples=80)
@given(hard_games())
def test_constraints_allow_just_what_the_history_does(game: tuple[list[str], History]) -> None:
    words, history = game
    letters = letter_codes(words)
    expected = [word for word in words if is_hard_legal(word, history)]
    constraint = constraint_after(words, history)
    guesses = np.arange(len(words), dtype=np.int32)

    assert legal_words(words, history) == expected
    assert [words[i] for i in filter_legal(constraint, guesses, letters, letter_counts_of(letters))] == expected


@given(hard_games(), hard_games())
def test_equal_demands_look_alike(first: tuple[list[str], History], second: tuple[list[str], History]) -> None:
    # A constraint is part of a memo's key, so the same demands must be the same numbers, in any order.
    words, history = first
    backwards = constraint_after(words, history[::-1])

    assert constraint_after(words, history).tolist() == backwards.tolist()
    assert constraint_after(words, history + history).tolist() == backwards.tolist()

    others = [turn for turn in second[1] if turn[0] in words]
    if others:
        both = constraint_after(words, (others[0],)).tolist()
        known = [learn(NOTHING, *others[0]), *(learn(NOTHING, *turn) for turn in history[:1])]
        if len(known) == 2:
            assert (both == constraint_after(words, history[:1]).tolist()) == (known[0] == known[1])


def test_the_guesses_left_are_kept() -> None:
    before = np.zeros(7, np.uint16)
    after = np.zeros(7, np.uint16)
    after[0] = 4
    tighten(before, np.array([0, 1, 2], np.uint16), int("210", 3), after)

    # Letter 0 stands at place 0; letters 0 and 1 must be used, written plus one.
    assert after.tolist() == [4, 1, 0, 0, 1, 2, 0]
