"""`wordle-analyze opener`: what it prints and writes of a table written by hand, and how it refuses."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from command_runs import wordle_analyze
from hand_openers import HAND

from wordle_compiler.rankings import known_openers

TODAYS = replace(HAND, answers="nyt-2023-answers", allowed="nyt-2022-allowed")


@pytest.fixture(autouse=True)
def _hand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(known_openers, "load_known_openers", lambda: (HAND, TODAYS))


def ask(*arguments: str) -> tuple[int, str, str]:
    result = wordle_analyze("opener", *arguments)
    return result.exit_code, result.stdout, result.stderr


def test_the_command_says_what_is_proven_in_todays_game() -> None:
    assert ask("Alpha", "oscar", "hotel", "bravo", "--top", "2") == (
        0,
        "ALPHA: 3.5000 guesses on average in today's game under rule any, 0.4 more than BRAVO, the best within 6 "
        "guesses. Rank 3 at best of 7.\n"
        "OSCAR: not searched to the end: 3.4000 guesses or more on average in today's game under rule any, at least "
        "0.3000 more than BRAVO, the best within 6 guesses. Not among the best 2 of 7.\n"
        "HOTEL: no play after it finds every answer of today's game under rule any within 6 guesses.\n"
        "BRAVO: 3.1000 guesses on average in today's game under rule any, the fewest of all within 6 guesses. Rank 1 "
        "of 7.\n\n"
        "answers           rule  opener  rank  of  total    mean  worst case   costs\n"
        "nyt-2023-answers  any   bravo      1   7     31  3.1000           5  0.0000\n"
        "nyt-2023-answers  any   kappa      2   7     33  3.3000     up to 6  0.2000\n",
        "",
    )


def test_bounds_are_marked_in_the_tables_of_all_games() -> None:
    assert ask("alpha", "oscar", "hotel", "--all-games") == (
        0,
        "answers           rule  opener  rank  of    total       mean  worst case      costs\n"
        "original-answers  any   alpha    3-4   7       35     3.5000     up to 6     0.4000\n"
        "original-answers  any   oscar    3-6   7    >= 34  >= 3.4000              >= 0.3000\n"
        "original-answers  any   hotel          7  no tree\n"
        "nyt-2023-answers  any   alpha    3-4   7       35     3.5000     up to 6     0.4000\n"
        "nyt-2023-answers  any   oscar    3-6   7    >= 34  >= 3.4000              >= 0.3000\n"
        "nyt-2023-answers  any   hotel          7  no tree\n",
        "",
    )


def test_rule_hard_is_read_from_a_tree_or_searched() -> None:
    assert ask(" Crane ", '"house"', "Tarse.", "salet", "--hard")[:2] == (
        0,
        "CRANE: 3.7049 guesses on average in today's game under rule hard, 0.023 more than TARSE, the best within 6 "
        "guesses; some answers need up to 7.\n"
        "HOUSE: no play after it finds every answer of today's game under rule hard within 6 guesses.\n"
        "TARSE: 3.6818 guesses on average in today's game under rule hard, the fewest of all within 6 guesses.\n"
        "SALET: 3.6688 guesses on average in today's game under rule hard, 0.013 fewer than TARSE, the best within 6 "
        "guesses; some answers need up to 8.\n",
    )
    assert ask("cranr", "--hard")[2].endswith(": did you mean crane, crank or crans?\n")
    assert "a search takes seconds to many minutes for each; " in ask("house", "--hard")[2]
    found = json.loads(ask("crane", "tarse", "--hard", "--json")[1])["openers"]
    said = [[one[key] for key in ("max_guesses", "total", "best_max_guesses")] for one in found]
    assert said == [[10, 11700, 6], [6, 11627, 6]]


@pytest.mark.parametrize(("typed", "meant"), [("brvao", "bravo"), ("Kapa", "kappa"), ("bravvo", "bravo")])
def test_a_typo_is_told_the_nearest_opener(typed: str, meant: str) -> None:
    assert ask(typed)[2].endswith(f"of today's game; --all-games has others: did you mean {meant}?\n")


def test_the_command_prints_json_with_exact_fractions() -> None:
    assert ask("delta", "--json") == (
        0,
        '{"openers": [{"answers": "nyt-2023-answers", "allowed": "nyt-2022-allowed", "rule": "any", "n_answers": 10, '
        '"objective": "total", "max_guesses": 6, "n_openers": 7, "opener": "delta", "first_rank": 3, "last_rank": 4, '
        '"total": 35, "mean": 3.5, "mean_exact": "7/2", "worst_case": 4, "proven": "exact", "best": "bravo", '
        '"best_total": 31, "best_max_guesses": 6, "cost": 0.4, "cost_exact": "2/5"}]}\n',
        "",
    )


def test_the_command_writes_the_table(tmp_path: Path) -> None:
    assert ask("--csv", str(tmp_path / "openers.csv")) == (0, "", "")
    about = {"original-answers": "original-allowed,total,6", "nyt-2023-answers": "nyt-2022-allowed,total,6"}
    rows = (
        "bravo,1,1,31,3.100000,5,exact",
        "kappa,2,2,33,3.300000,,exact",
        "alpha,3,4,35,3.500000,,exact",
        "delta,3,4,35,3.500000,4,exact",
        "oscar,3,6,34,,,at least",
        "sigma,5,6,40,,,at least",
        "hotel,,,,,,no tree",
    )
    assert (tmp_path / "openers.csv").read_text(encoding="utf-8").splitlines() == [
        "answers,rule,opener,first_rank,last_rank,total,mean,worst_case,proven,allowed,objective,max_guesses",
        *(f"{answers},any,{row},{rest}" for answers, rest in about.items() for row in rows),
    ]
