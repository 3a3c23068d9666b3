"""The feedback rule against its other statement (by hand: with the feedback matrix); the hard rule by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_strategies import colour

from wordle_runtime.feedback import feedback, marks, unmet_demand


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


def test_hard_rule_looks_at_every_turn() -> None:
    history = [("crane", int("20000", 3)), ("comic", int("20010", 3))]
    assert not unmet_demand("cliff", history)
    # Legal after the second turn alone, not after the first.
    assert unmet_demand("bicep", history)


@given(st.integers(1, 6).flatmap(lambda n: st.lists(st.text("abc", min_size=n, max_size=n), min_size=2, max_size=5)))
def test_answer_is_always_legal_in_hard_mode(words: list[str]) -> None:
    answer, *guesses = words
    assert not unmet_demand(answer, [(guess, feedback(guess, answer)) for guess in guesses])
