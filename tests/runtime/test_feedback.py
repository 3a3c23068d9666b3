"""The feedback rule by hand, and against its other statement on random words; the hard rule by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_strategies import colour

from wordle_runtime.feedback import feedback, is_hard_legal, marks, unmet_demand

BY_HAND = [
    # guess, answer, marks: repeated letters are where rules go wrong.
    ("aahed", "aargh", "22100"),
    ("aargh", "aahed", "22001"),
    ("phony", "panic", "20010"),
    # abide has one e, and the first e of speed takes it; its d is last in speed, fourth in abide.
    ("speed", "abide", "00101"),
    # erase has two e; both in the wrong place for speed; s is in it, third.
    ("speed", "erase", "10110"),
    # s is first in both, the last e too; n is in its place in neither.
    ("sense", "shine", "20102"),
    # One s is spent on the green one in the first place, the one e on the last.
    ("shine", "sense", "20012"),
    ("crane", "crane", "22222"),
    ("crane", "moist", "00000"),
    # Two of three l would be too many: llama has two.
    ("lolly", "llama", "20100"),
    ("llama", "lolly", "21000"),
    # A green to the right spends the letter before the yellow to its left can.
    ("eerie", "crane", "00102"),
    ("ab", "ba", "11"),
    ("aab", "baa", "121"),
    ("été", "tée", "110"),
]


@pytest.mark.parametrize(("guess", "answer", "expected"), BY_HAND)
def test_feedback_by_hand(guess: str, answer: str, expected: str) -> None:
    assert feedback(guess, answer) == int(expected, 3)


@given(st.integers(1, 12).flatmap(lambda n: st.tuples(*[st.text("abcé", min_size=n, max_size=n)] * 2)))
def test_feedback_agrees_with_counting(words: tuple[str, str]) -> None:
    assert feedback(*words) == colour(*words)


def test_words_of_two_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="must be words of one length"):
        feedback("crane", "cranes")


def test_marks_are_the_base_three_digits() -> None:
    assert marks(225, 5) == (2, 2, 1, 0, 0)
    assert marks(0, 2) == (0, 0)


@pytest.mark.parametrize(
    ("word", "guess", "seen", "missing"),
    [
        pytest.param("crimp", "crane", "22000", "", id="greens stay"),
        pytest.param("brick", "crane", "22000", "must have 'c' in place 1", id="a green letter left its place"),
        pytest.param("trace", "crane", "00001", "", id="the yellow moved"),
        pytest.param("prime", "crane", "00001", "", id="the yellow kept its place"),
        pytest.param("party", "crane", "00001", "must contain 'e'", id="the yellow is missing"),
        pytest.param("crane", "crane", "00001", "", id="greys are used again"),
        pytest.param("elope", "speed", "00110", "", id="both of two yellows"),
        pytest.param("bathe", "speed", "00110", "must contain 'e' twice", id="one of two yellows"),
        pytest.param("steel", "sleek", "20200", "", id="green and its letter"),
        pytest.param("steal", "sleek", "20210", "must contain 'e' twice", id="a green and a yellow ask for two"),
        pytest.param("three", "sleek", "00210", "must have 'e' in place 3", id="the green in another place"),
        pytest.param("elope", "eerie", "11001", "must contain 'e' 3 times", id="two of three yellows"),
    ],
)
def test_hard_rule_by_hand(word: str, guess: str, seen: str, missing: str) -> None:
    assert unmet_demand(word, [(guess, int(seen, 3))]) == missing
    assert is_hard_legal(word, [(guess, int(seen, 3))]) is (missing == "")


def test_hard_rule_looks_at_every_turn() -> None:
    history = [("crane", int("20000", 3)), ("comic", int("20010", 3))]
    assert is_hard_legal("cliff", history)
    # Legal after the second turn alone, not after the first.
    assert not is_hard_legal("bicep", history)


@given(st.integers(1, 6).flatmap(lambda n: st.lists(st.text("abc", min_size=n, max_size=n), min_size=2, max_size=5)))
def test_answer_is_always_legal_in_hard_mode(words: list[str]) -> None:
    answer, *guesses = words
    assert is_hard_legal(answer, [(guess, feedback(guess, answer)) for guess in guesses])
