"""`wordle-next` where no answer of the tree fits: the other allowed words."""

from __future__ import annotations

import io
import json
import random

import pytest
from sampled import sampled

import wordle_trees
from wordle_runtime import format_feedback
from wordle_runtime.feedback import feedback
from wordle_runtime.next.command import main


def ask(*arguments: str) -> tuple[int, str, str]:
    stdout, stderr = io.StringIO(), io.StringIO()
    status = main(list(arguments), io.StringIO(), stdout, stderr)
    return status, stdout.getvalue().strip(), stderr.getvalue()


def play(opener: str, hidden: str) -> int:
    """Plays a game with `wordle-next` alone; returns the guesses that it took."""
    history: list[str] = []
    guess = opener
    for turn in range(1, 16):
        if guess == hidden:
            return turn
        history += [guess, format_feedback(feedback(guess, hidden), 5)]
        status, guess, errors = ask(*history)
        assert status == 0, errors
    raise AssertionError(f"{hidden} is not found after {opener}")


@pytest.mark.parametrize(
    "name", sampled([name for name in wordle_trees.names() if name.startswith("nyt-") and "hard" not in name], 4)
)
def test_words_that_are_not_expected_are_found_all_the_same(name: str) -> None:
    words = wordle_trees.read_list("nyt-2022-allowed").decode().split()
    likely = frozenset(wordle_trees.read_list("nyt-2023-answers").decode().split())
    others = [word for word in words if word not in likely]

    for hidden in random.Random(name).sample(others, 8):
        assert play(wordle_trees.opener(name), hidden) <= 12


def history_of(hidden: str, *guesses: str) -> list[str]:
    return [text for guess in guesses for text in (guess, format_feedback(feedback(guess, hidden), 5))]


def test_it_says_where_the_guess_comes_from() -> None:
    history = history_of("aahed", "crane")
    while True:
        status, guess, errors = ask(*history)
        if errors:
            break
        history += history_of("aahed", guess)
    _, as_json, _ = ask(*history, "--json")

    assert status == 0
    assert "none of the 3158 answers of the tree fits; " in errors
    assert "other allowed word" in errors
    assert json.loads(as_json)["guess"] == guess
    assert json.loads(as_json)["source"] == "other words"


def test_a_turn_that_nothing_fits_is_still_an_error() -> None:
    status, printed, errors = ask("crane", "ggggy")

    assert (status, printed) == (2, "")
    assert "no candidate gives ggggy to crane" in errors
