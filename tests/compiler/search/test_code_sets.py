"""Bounds from code sets: what two guesses show of a cell, exactly, and never more than the cell costs."""

from __future__ import annotations

import gc
import random
import weakref

import numpy as np
import pytest
from reference_solver import Reference, cells_of
from sampled import sampled_seeds
from small_games import SmallGame, families_game, family_game, large_game, mixed_game

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Rule
from wordle_compiler.kernels.layout import CodeMatrix
from wordle_compiler.search.code_sets import CodeTable, TwoGuesses, code_table_of
from wordle_compiler.search.extract import CandidateSet
from wordle_compiler.search.memo import MemoSize
from wordle_compiler.search.problem import UNLIMITED, make_problem
from wordle_compiler.solver import unlimited_total
from wordle_compiler.solver.worker_threads import Worker

ROOM = 1 << 30
KINDS = (mixed_game, family_game, families_game)


def two_guesses_show(cell: frozenset[str], allowed: tuple[str, ...]) -> dict[str, int]:
    """Returns the bound of each guess that splits a cell: its parts at the best that one more guess can do for each."""

    def cost(part: frozenset[str]) -> int:
        n = len(part)
        if n < 4:
            return 2 * n - 1
        n_cells = {guess: len(cells_of(guess, part)) for guess in allowed}
        # Only a candidate that tells all apart takes less than two guesses for each.
        other = max(3 * n - max(n_cells.values()), 2 * n)
        return min(other, max(3 * n - max(n_cells[word] for word in part), 2 * n) - 1)

    found = {}
    for guess in allowed:
        parts = cells_of(guess, cell).values()
        if len(parts) > 1:
            found[guess] = len(cell) + sum(cost(part) for part in parts if part != {guess})
    return found


def worker_of(small: SmallGame, rule: Rule = Rule.ANY) -> Worker:
    """Returns a new worker for a game."""
    game = small.under(rule)
    return Worker(make_problem(game, FeedbackMatrix.of(game)), 20, MemoSize(1 << 13, 1 << 17))


def look_ahead(small: SmallGame, cell: frozenset[str], dice: random.Random) -> tuple[TwoGuesses, int] | None:
    """Raises the bound of a cell as far as two guesses go, in steps or at once; None if the game has few feedbacks."""
    worker = worker_of(small)
    table = code_table_of(worker.problem, worker.scratch, worker.memo, ROOM)
    assert (table is None) == worker.problem.is_few
    if table is None:
        return None
    answers = np.array([small.answers.index(word) for word in sorted(cell)])
    whole = CandidateSet.of(answers, worker.view, np.zeros_like(worker.scratch.constraint[0]))
    two = TwoGuesses(table, worker.extractor.focus(whole, 0))
    target = 0
    for _ in range(dice.randint(0, 3)):
        target += dice.randint(0, 2 * len(cell))
        found = two.raise_to(target)
        if found < target:
            return two, found
    return two, two.raise_to(UNLIMITED * UNLIMITED)


def compare(small: SmallGame, *, has_reference: bool) -> None:
    """Compares the bounds of some cells of a game with those of plain Python, and with the totals."""
    dice = random.Random(small.name)
    reference = Reference(small.answers, small.allowed, "any")
    cells = sorted(
        cells_of(dice.choice(small.allowed), frozenset(small.answers)).values(), key=lambda c: (-len(c), min(c))
    )
    for cell in [frozenset(small.answers), *cells[:2]]:
        if len(cell) < 3:
            continue
        expected = two_guesses_show(cell, small.allowed)

        result = look_ahead(small, cell, dice)
        if result is None:
            return
        two, found = result

        assert found == min(expected.values()), (small.name, sorted(cell))
        guesses = [small.allowed[number] for number in two.cell.view.guesses]
        for guess, bound in zip(guesses, two.lower.tolist(), strict=True):
            assert guess not in expected or bound <= expected[guess], (small.name, sorted(cell), guess)
        if has_reference:
            total = reference.total(cell, len(cell))
            assert total is not None
            assert found <= total, (small.name, sorted(cell))


@sampled_seeds(6, 2000)
def test_two_guesses_show_what_plain_python_finds(seeds: range) -> None:
    for seed in seeds:
        compare(KINDS[seed % 3](seed), has_reference=True)


@sampled_seeds(1, 60)
def test_larger_cells_are_counted_by_their_code_sets(seeds: range) -> None:
    for seed in seeds:
        compare(large_game(seed, n_answers=(40, 60), n_allowed=(80, 100)), has_reference=False)


@pytest.mark.parametrize(("rule", "room"), [(Rule.HARD, ROOM), (Rule.CANDIDATES, ROOM), (Rule.ANY, 1000)], ids=str)
def test_other_rules_and_little_memory_have_no_code_sets(rule: Rule, room: int) -> None:
    worker = worker_of(mixed_game(0), rule)

    assert code_table_of(worker.problem, worker.scratch, worker.memo, room) is None


def test_an_opener_leaves_no_view_of_a_cell_behind(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr(unlimited_total, "_SMALL", 5)
    monkeypatch.setattr(unlimited_total, "_MOST_KNOWN", 20)
    views: list[weakref.ref[CodeMatrix]] = []

    def note(table: CodeTable, cell: CandidateSet) -> TwoGuesses:
        views.append(weakref.ref(cell.view.codes))
        return TwoGuesses(table, cell)

    monkeypatch.setattr(unlimited_total, "TwoGuesses", note)
    worker = worker_of(large_game(4, n_answers=(60, 80), n_allowed=(150, 200)))
    table = code_table_of(worker.problem, worker.scratch, worker.memo, ROOM)
    assert table is not None
    # A view has megabytes, and the garbage collector counts objects.
    gc.disable()
    request.addfinalizer(gc.enable)

    for opener in range(20):
        unlimited_total.total_without_limit(worker.extractor, worker.everything(), 3 * 60, opener, table)

        assert all(view() is None for view in views), "the collector would have to find it"
        assert len(table.known) <= 20
    assert len(views) > 20
