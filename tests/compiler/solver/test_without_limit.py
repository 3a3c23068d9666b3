"""Openers settled by their totals without a limit, against brute force: families of words, where the limit bites."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Any

import pytest
from reference_solver import Reference
from sampled import sampled
from small_games import SmallGame, families_game, family_game

from wordle_compiler import Rule
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.search.extract import Extractor
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.search.stopping import UndecidedError
from wordle_compiler.solver import unlimited_total, worker_threads
from wordle_compiler.solver.solver import ExactSolver
from wordle_compiler.solver.worker_threads import Worker, can_ignore_limit

pytestmark = pytest.mark.usefixtures("small_memo")


def games(seeds: range) -> list[SmallGame]:
    """Returns games of words of four letters or more: with more feedbacks than the search for few of them takes."""
    found = [kind(seed) for seed in seeds for kind in (families_game, family_game)]
    return [game for game in found if len(game.answers[0]) > 3]


@lru_cache(maxsize=64)
def reference_of(small: SmallGame, rule: Rule) -> Reference:
    """Returns the reference for a game, which keeps its totals: every way to search is held against the same ones."""
    return Reference(small.answers, small.allowed, rule.value)


def compare(small: SmallGame, rule: Rule) -> int:
    """Compares openers within every limit with the reference; returns how often the limit makes a difference."""
    game = small.under(rule)
    matrix = FeedbackMatrix.of(game)
    reference = reference_of(small, rule)
    dice = random.Random(small.name)
    n_biting = 0
    for limit in range(2, 8):
        solver = ExactSolver(game, matrix, limit)
        assert can_ignore_limit(solver._problem)
        worker = solver._threads.worker()
        for opener in dice.sample(small.allowed, 3):
            free = reference.below(opener, len(small.answers) + 1)
            total = reference.below(opener, limit)
            n_biting += total != free
            expected = INFEASIBLE if total is None else total
            beta = dice.choice([(free or 0) + dice.randint(-2, 3), (total or free or 0) + dice.randint(0, 2)])
            found = worker.total_below(small.allowed.index(opener), beta)

            if expected < beta:
                assert found == expected, (small.name, rule, opener, limit, beta)
            else:
                assert beta <= found <= expected, (small.name, rule, opener, limit, beta)
    return n_biting


@pytest.fixture(params=["whole cells", "cells in steps", "relaxation"])
def _steps(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches without a limit first, raises even small cells in steps, or leaves nothing to the plain search."""
    monkeypatch.setattr(worker_threads, "_NODES_WITHIN_LIMIT", 0)
    if request.param == "cells in steps":
        monkeypatch.setattr(unlimited_total, "_RAISED_MIN", unlimited_total._STEPS)
    if request.param == "relaxation":
        monkeypatch.setattr(worker_threads, "MOST_NODES", 0)


@pytest.mark.usefixtures("_steps")
@pytest.mark.parametrize("rule", [Rule.ANY, Rule.HARD], ids=str)
@pytest.mark.parametrize("seeds", sampled([range(4), range(12)], 1), ids=["some", "more"])
def test_bars_are_kept_where_the_limit_bites(seeds: range, rule: Rule, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []
    total_without_limit = unlimited_total.total_without_limit

    def note(extractor: Extractor, *arguments: Any) -> Any:
        found = total_without_limit(extractor, *arguments)
        tried.append(0 if extractor.is_stopped else found[0])
        return found

    monkeypatch.setattr(worker_threads, "total_without_limit", note)

    assert sum(compare(small, rule) for small in games(seeds)) > 5 * len(seeds)
    assert rule is Rule.ANY or 0 in tried, "no search without a limit went too deep"
    assert any(tried), "no total without a limit was found"


@pytest.mark.slow
@pytest.mark.usefixtures("_steps")
@pytest.mark.parametrize("rule", [Rule.ANY, Rule.HARD], ids=str)
def test_bars_are_kept_where_the_limit_bites_in_many_games(rule: Rule) -> None:
    assert sum(compare(small, rule) for small in games(range(12, 300))) > 1500


@pytest.mark.usefixtures("_steps")
@pytest.mark.parametrize("n_workers", [1, 2])
@pytest.mark.parametrize("seeds", sampled([range(6), range(60)], 1), ids=["some", "more"])
def test_openers_that_are_postponed_are_settled_at_the_end(
    seeds: range, n_workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    n_postponed = 0
    total_below = Worker.total_below

    def note(worker: Worker, guess: int, beta: int, *, is_patient: bool) -> int:
        nonlocal n_postponed
        try:
            return total_below(worker, guess, beta, is_patient=is_patient)
        except UndecidedError:
            assert not is_patient
            n_postponed += 1
            raise

    monkeypatch.setattr(Worker, "total_below", note)
    monkeypatch.setattr(worker_threads, "_FEW_SETS", 1)
    for small in games(seeds):
        game = small.under(Rule.HARD)
        reference = reference_of(small, Rule.HARD)
        totals = {word: reference.below(word, 6) for word in small.allowed}
        free = min(total for word in small.allowed if (total := reference.below(word, 30)) is not None)
        bar = random.Random(small.name).choice([free, free + 2, free + 9])
        openers = list(range(len(small.allowed)))
        results = ExactSolver(game, FeedbackMatrix.of(game), 6, n_workers=n_workers).rank_openers(openers, below=bar)

        found = {small.allowed[result.opener]: result.total for result in results if result.is_exact}
        assert found == {word: total for word, total in totals.items() if total is not None and total < bar}, small.name
    assert n_postponed > 20
