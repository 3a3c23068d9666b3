"""The code for large nodes, on small games: the search as plain Python, with every threshold of size lowered.

The thresholds are compiled into the kernels, so each test runs this file as a script in a process of its own, in which
numba compiles nothing and the constants are changed before any game is seen.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from sampled import sampled
from waiting import SECONDS

if TYPE_CHECKING:
    from wordle_compiler.game.game import Rule

LOWERED = {
    "VIEW_MIN": 3,
    "BOUND_FIRST_MIN": 3,
    "ESTIMATE_MIN": 3,
    "BLOCK": 4,
    "ROUND": 2,
    "PATIENCE": 0,
    "ORDERED_MIN": 4,
    "_FEW": 1,
    "SETS_ROUND": 1,
    "SETS_GUESSES": 0,
    "SETS_WORK": 1,
    "CELL_MIN": 3,
    "MEMO_SLOTS": 1 << 9,
    "MEMO_POOL": 1 << 12,
}
"""Sizes above which the search does something else, by their names in its modules, and what they are set to."""


@pytest.mark.variant
@pytest.mark.parametrize("step", sampled([9, 1], 1), ids=["ninth", "all"])
def test_large_node_code_agrees_with_the_reference(step: int) -> None:
    # Kernels count hashes modulo 2^64; as Python scalars they warn of the overflow that is meant.
    finished = subprocess.run(
        [sys.executable, "-W", "ignore::RuntimeWarning", __file__, str(step)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )

    assert finished.returncode == 0, finished.stdout[-2000:] + finished.stderr[-2000:]
    assert [line.partition(":")[0] for line in finished.stdout.splitlines()] == ["any", "hard", "candidates"]


def lower_thresholds() -> None:
    """Changes the constants in every module of the search that has them by name: importing copies them."""
    packages = [importlib.import_module(f"wordle_compiler.{name}") for name in ("search", "solver")]
    names = [
        f"{package.__name__}.{module.name}" for package in packages for module in pkgutil.iter_modules(package.__path__)
    ]
    modules = [importlib.import_module(name) for name in names]
    for name, value in LOWERED.items():
        holders = [module for module in modules if hasattr(module, name)]
        assert holders, f"no module of the search has {name} any more: bring LOWERED up to date"
        for module in holders:
            setattr(module, name, value)


def compare(rule: Rule, step: int) -> int:
    """Compares trees and openers with the reference, in one of `step` games; returns how many."""
    from reference_solver import Reference, replay
    from small_games import GENEROUS, families_game, long_game, small_game

    from wordle_compiler.game.feedback_matrix import FeedbackMatrix
    from wordle_compiler.game.game import Rule
    from wordle_compiler.solver.solver import ExactSolver

    n_compared = 0
    games = [small_game(seed) for seed in range(400, 412)] + [families_game(seed) for seed in (64, 190)]
    games += [long_game(seed) for seed in (0, 4, 5, 6)]
    # A limit that bites, and one that does not.
    limits = (2, 3, 4, 5, GENEROUS) if step == 1 else (GENEROUS, 4)
    for small in games[::step]:
        game = small.under(rule)
        matrix = FeedbackMatrix.of(game)
        reference = Reference(small.answers, small.allowed, rule.value)
        for limit in limits:
            for opener in {small.answers[0], small.answers[-1] if rule is Rule.CANDIDATES else small.allowed[-1]}:
                node = ExactSolver(game, matrix, limit).solve_below(small.allowed.index(opener))
                played = node and replay(node, small.answers, small.allowed, rule.value, limit)
                total = played and sum(n or 0 for n in played.values())
                expected = reference.below(opener, limit)

                assert total == expected, f"{small} {rule} within {limit} from {opener}: {total}, not {expected}"

                n_compared += 1
        found = ExactSolver(game, matrix, 4).best_opener()
        word = found and (small.allowed[found.opener], found.total)

        assert word == reference.best_opener(4), f"{small} {rule}: {word}"
    # First a game in which letter sets save nodes.
    first = 10 if rule is Rule.HARD else 1
    seeds = [first, *(seed for seed in range(12) if seed != first)]
    return n_compared + sum(compare_with_and_without_letters(seed, rule, limits[1:4]) for seed in seeds[: 12 // step])


def compare_with_and_without_letters(seed: int, rule: Rule, limits: tuple[int, ...]) -> int:
    """Compares totals in a game too large for the reference, with letter sets for every node and without; returns 1."""
    import numpy as np
    from small_games import large_game

    from wordle_compiler.game.feedback_matrix import FeedbackMatrix
    from wordle_compiler.search.extract import CandidateSet
    from wordle_compiler.search.memo import MemoSize
    from wordle_compiler.search.problem import make_problem
    from wordle_compiler.search.rounds import root_view
    from wordle_compiler.solver.worker_threads import Worker

    game = large_game(seed, n_answers=(20, 30), n_allowed=(40, 60)).under(rule)
    totals = []
    for has_letters in (True, False):
        problem = make_problem(game, FeedbackMatrix.of(game)).replaced(has_letters=has_letters)
        worker = Worker(problem, 5, MemoSize(1 << 9, 1 << 12))
        nothing = np.zeros_like(worker.scratch.constraint[0])
        everything = CandidateSet.of(np.arange(len(game.answers)), root_view(problem), nothing)
        totals.append([worker.extractor.total(everything, n_left) for n_left in limits])

    assert totals[0] == totals[1], f"{seed} {rule}: {totals}"

    return 1


def compare_weighted(rule: Rule, n_seeds: int) -> int:
    """Compares trees of answers with weights with the reference; returns how many."""
    from small_games import GENEROUS, draw_weights, small_game
    from test_exact_search import check_below, openers_of

    for seed in range(500, 500 + n_seeds):
        small = small_game(seed)
        for limit in (2, 3, 4, GENEROUS):
            check_below(small, rule, limit, openers_of(small, rule)[seed % 2], draw_weights(small, seed))
    return 4 * n_seeds


if __name__ == "__main__":
    from wordle_compiler.game.game import Rule

    lower_thresholds()
    for rule in Rule:
        step = int(sys.argv[1])
        print(f"{rule}: compared {compare(rule, step) + compare_weighted(rule, 15 // step)}")
