"""The search cut short: what it finds is a whole tree, never better than the optimum, and the same for any workers."""

from __future__ import annotations

import pytest
from sampled import sampled_seeds
from small_games import RULES, large_game, small_game

from wordle_compiler import compile_tree
from wordle_compiler.game.game import Rule
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError
from wordle_compiler.solver import planning


@pytest.fixture(autouse=True)
def _small_memo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "MEMO_SLOTS", 1 << 13)
    monkeypatch.setattr(planning, "MEMO_POOL", 1 << 17)


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_more_effort_than_guesses_finds_the_optimum(rule: Rule) -> None:
    for seed in range(15):
        small = small_game(seed)
        game = small.under(rule)
        optimum = compile_tree(game, opener=small.answers[0], max_guesses=20)
        found = compile_tree(game, opener=small.answers[0], max_guesses=20, options={"effort": 1000})

        assert found.report.total == optimum.report.total, small.name
        assert found.report.status == "upper bound"


@pytest.mark.parametrize("rule", RULES, ids=str)
@pytest.mark.parametrize("effort", [1, 3])
@sampled_seeds(3, 6)
def test_the_tree_solves_every_answer_and_is_no_better_than_the_optimum(seeds: range, rule: Rule, effort: int) -> None:
    for seed in seeds:
        small = large_game(seed)
        game = small.under(rule)
        optimum = compile_tree(game, opener=small.answers[0], max_guesses=30)
        found = compile_tree(game, opener=small.answers[0], max_guesses=30, options={"effort": effort})

        assert found.report.unsolved == ()
        assert found.report.total >= optimum.report.total, small.name


def test_the_bytes_do_not_depend_on_the_workers() -> None:
    game = large_game(3).under(Rule.ANY)

    one, two, four = (compile_tree(game, max_guesses=30, n_workers=n, options={"effort": 2}).data for n in (1, 2, 4))

    assert one == two == four


def test_the_effort_stands_in_the_header() -> None:
    from wordle_runtime import load

    tree = load(compile_tree(small_game(1).under(Rule.ANY), max_guesses=20, options={"effort": 7}).data)

    assert dict(tree.info.options)["effort"] == 7


def test_a_limit_that_was_not_met_is_not_called_proven() -> None:
    game = large_game(1).under(Rule.ANY)

    with pytest.raises(UnmetGuaranteeError, match="nothing is proven"):
        compile_tree(game, max_guesses=2, options={"effort": 1})


@pytest.mark.parametrize("effort", [0, -1, True, "9"], ids=repr)
def test_an_effort_that_is_no_number_from_one_on_is_refused(effort: object) -> None:
    with pytest.raises(InputError, match="effort must be a whole number, at least 1"):
        compile_tree(small_game(1).under(Rule.ANY), options={"effort": effort})  # type: ignore[dict-item]
