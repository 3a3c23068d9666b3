"""`wordle-next` where no answer of the tree fits: the other allowed words."""

from __future__ import annotations

import json
import random

import pytest
from next_runs import run as ask
from sampled import sampled

import wordle_trees
from wordle_runtime import format_feedback
from wordle_runtime.feedback import feedback
from wordle_runtime.position import words_that_fit


def play(opener: str, hidden: str) -> int:
    """Plays a game with `wordle-next` alone; returns the guesses that it took."""
    history: list[str] = []
    guess = opener
    for turn in range(1, 16):
        if guess == hidden:
            return turn
        history += [guess, format_feedback(feedback(guess, hidden), 5)]
        status, guess, errors = ask(*history)
        guess = guess.strip()
        assert status == 0, errors
    raise AssertionError(f"{hidden} is not found after {opener}")


@pytest.mark.parametrize(
    "name", sampled([name for name in wordle_trees.names() if name.startswith("nyt-") and "hard" not in name], 4)
)
def test_words_that_are_not_expected_are_found_all_the_same(name: str) -> None:
    words = wordle_trees.read_list("nyt-2022-allowed").decode().split()
    likely = frozenset(wordle_trees.read_list("nyt-2023-answers").decode().split())
    others = [word for word in words if word not in likely]

    for hidden in random.Random(name).sample(others, 2):
        assert play(wordle_trees.opener(name), hidden) <= 12


AAHED = "salet _g_g_ gormy _____ haven yg_g_"
"""Of the allowed words only AAHED fits, which is not an answer of the tree `salet`."""
NONE_FITS = "none of the 2315 answers fits; 1 other allowed word does"


def test_an_openers_bundled_tree_goes_on_with_other_words() -> None:
    """HUMIC and ZYMIC fit, and neither is likely."""
    _, first, _ = ask("crane", "__y_g", "--json")
    status, later, errors = ask("crane", "y____", "spoil", "___g_", "mimic", "__ggg", "--json")

    assert json.loads(first)["tree"] == "nyt-crane"
    assert status == 0
    assert {key: json.loads(later)[key] for key in ("guess", "candidates_left", "tree", "source")} == {
        "guess": "humic",
        "candidates_left": 2,
        "tree": "nyt-crane",
        "source": "search",
    }
    said = "none of the 3158 answers fits; 2 other allowed words do, 1.50 more guesses expected, all by turn 5"
    assert errors == f"wordle-next: exact search: {said}\n"


def test_batch_answers_with_other_words() -> None:
    lines = f"salet _g_g_\n{AAHED}\n{AAHED} aahed ggggg\nsalet ggggy\n"
    status, printed, errors = ask("--tree", "salet", "--batch", stdin=lines)
    as_json = ask("--tree", "salet", "--batch", "--json", stdin=f"{AAHED}\n").out

    assert status == 2
    assert printed == (
        "gormy\naahed\nsolved: aahed\n"
        "error: turn 1: no candidate gives ggggy to salet; look at turn 1 first: with salet ggg_y 1 word fits\n"
    )
    assert errors == f"wordle-next: line 2: {NONE_FITS}\n"
    found = json.loads(as_json)
    assert (found["guess"], found["source"]) == ("aahed", "search")
    assert found["reason"].endswith("no candidate gives yg_g_ to haven")


def test_interactive_goes_on_with_other_words() -> None:
    lines = "_g_g_\n_____\nyg_g_\nlist\n?\nundo\nyg_g_\nggggg\n"
    status, said, _ = ask("--tree", "salet", "--interactive", stdin=lines)

    assert status == 0
    assert said.count(f"turn 4: play aahed ({NONE_FITS})\n") == 2
    assert "\n  aahed    1.0000  0.0000  may be the answer, suggested\n" in said
    assert "\n  aahed\n" in said
    assert "solved with 4 guesses: aahed\n" in said


def test_a_game_of_today_lists_the_likely_answers_first_and_counts_to_six() -> None:
    """The tree `nyt-hard` finds every word within 14 guesses, and the game itself has six."""
    assert "\nwordle-tree ?/6\n" in ask("--hard", "--interactive", "crane", "__y_g", stdin="grid\n").out
    said = ask("--tree", "nyt-hard", "--interactive", stdin="gg___\nlist\ngrid\n").out

    assert (
        "(3158 likely answers and 11,697 other words left, 3.68 guesses expected; the likely answers within 6; "
        "10,468 of the other words within 6, the rest within 14)\n"
    ) in said
    assert (
        "\n  tabby taboo tacit tacky taffy taint talky tally talon tango tangy tatty\n  taunt tawny taata tabac" in said
    )
    assert "\nwordle-tree ?/6\n" in said


def test_list_shows_other_words() -> None:
    assert ask("--tree", "salet", "--list", *AAHED.split())[:2] == (0, "aahed\n")


def test_other_words_are_none_of_the_answers_and_fit_all_turns() -> None:
    allowed = wordle_trees.read_list("original-allowed").decode().split()
    answers = wordle_trees.read_list("original-answers").decode().split()
    turns = [("salet", feedback("salet", "zymic")), ("courd", feedback("courd", "zymic"))]
    fitting = [word for word in allowed if all(feedback(guess, word) == code for guess, code in turns)]

    assert words_that_fit(set(allowed) - set(answers), turns, "wordle") == tuple(sorted(set(fitting) - set(answers)))
