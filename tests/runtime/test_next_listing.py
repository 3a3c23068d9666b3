"""`wordle-next --list` and `--top N`."""

from __future__ import annotations

import json

import pytest
from next_runs import run

from wordle_runtime import load
from wordle_runtime.next.solve import known_openers


def test_list_has_the_likely_answers_first() -> None:
    status, printed, _ = run("tarse", "__y_g", "--list")
    likely = frozenset(load("nyt").likely_answers)
    words = printed.split()
    n_likely = sum(word in likely for word in words)

    assert status == 0
    assert set(words[:n_likely]) <= likely
    assert words[:n_likely] == sorted(words[:n_likely])
    assert words[n_likely:] == sorted(words[n_likely:])
    assert len(words) > n_likely > 10


def test_list_as_json() -> None:
    _, printed, _ = run("tarse:__y_g", "--list", "--json")
    found = json.loads(printed)
    _, plain, _ = run("--tree", "salet", "salet", "__y_g", "--list", "--json")

    assert found["candidates"][: len(found["likely"])] == found["likely"]
    assert json.loads(plain)["likely"] is None
    assert len(json.loads(plain)["candidates"]) == 13


def test_top_ranks_guesses_by_exact_search() -> None:
    status, printed, _ = run("--tree", "salet", "salet", "__y_g", "--top", "3")
    _, as_json, _ = run("--tree", "salet", "salet", "__y_g", "--top", "3", "--json")

    assert status == 0
    assert printed.splitlines() == [f"{word}  2.0769  0.0000" for word in ("bling", "clung", "flung")]
    assert [row["guess"] for row in json.loads(as_json)] == ["bling", "clung", "flung"]
    assert {row["expected"] for row in json.loads(as_json)} == {"27/13"}


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        # 11219 and 11235 guesses for 3158 answers.
        pytest.param("nyt", ["tarse  3.5526  0.0000", "salet  3.5576  0.0051"], id="likely answers"),
        pytest.param("nyt-crane", ["tarse  3.5526  0.0000", "salet  3.5576  0.0051"], id="another opener"),
        # 8227 and 8231 guesses for 2315 answers.
        pytest.param(
            "plate", ["plate  3.5538  0.0000  candidate", "tripe  3.5555  0.0017  candidate"], id="candidates"
        ),
    ],
)
def test_top_openers_come_from_the_table_without_a_search(tree: str, expected: list[str]) -> None:
    status, printed, _ = run("--tree", tree, "--top", "2")

    assert (status, printed.splitlines()) == (0, expected)


@pytest.mark.parametrize(("tree", "count"), [("nyt-hard", 1), ("mastermind", 1), ("nyt", 14855), ("plate", 939)])
def test_table_ranks_no_openers_of_other_games_and_no_more_than_are_exact(tree: str, count: int) -> None:
    assert known_openers(load(tree).session(), count) is None
