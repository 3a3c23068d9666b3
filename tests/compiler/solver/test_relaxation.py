"""Relaxation and totals without a limit against brute force: families of words, where the limit of guesses bites."""

import contextlib
import itertools
import random
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from reference_solver import Reference, replay
from sampled import sampled
from small_games import SmallGame, families_game, family_game

from wordle_compiler import Game, Rule, StoppedError
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.search.extract import CandidateSet, Extractor
from wordle_compiler.search.memo import new_memo
from wordle_compiler.search.problem import INFEASIBLE, Problem, make_problem
from wordle_compiler.search.rounds import root_view
from wordle_compiler.solver import relaxation as relaxation_module
from wordle_compiler.solver import unlimited_total, worker_threads
from wordle_compiler.solver.journal import Journal, read_journal
from wordle_compiler.solver.leaderboard import POSTPONED
from wordle_compiler.solver.objective import Question
from wordle_compiler.solver.relaxation import Relaxation, can_relax
from wordle_compiler.solver.solver import ExactSolver
from wordle_compiler.solver.worker_threads import can_ignore_limit

DEEPEST_CASE = 9
RULES = pytest.mark.parametrize("rule", [Rule.ANY, Rule.HARD])


@lru_cache(maxsize=8)
def problem_of(game: Game, width: int) -> Problem:
    return make_problem(game, FeedbackMatrix.of(game), width=width)


def relaxation_of(
    small: SmallGame, rule: Rule, width: int = 0, control: NDArray[np.int64] | None = None
) -> tuple[Relaxation, CandidateSet]:
    """Returns what solves a game, with its stop flag if there is one, and the set of all its answers."""
    game = small.under(rule)
    problem = problem_of(game, width)
    assert can_relax(problem, DEEPEST_CASE), small.name
    control = np.zeros(1, np.int64) if control is None else control
    relaxation = Relaxation(problem, DEEPEST_CASE, control, new_memo(1 << 12, 1 << 16))
    nothing = np.zeros(1 + 2 * game.length, np.uint16)
    return relaxation, CandidateSet.of(np.arange(len(small.answers)), root_view(problem), nothing)


def games_of(seeds: range) -> list[SmallGame]:
    """Returns games of words of four letters or more: with more feedbacks than the search for few of them takes."""
    found = [kind(seed) for seed in seeds for kind in (families_game, family_game)]
    return [game for game in found if len(game.answers[0]) > 3]


def games(n_games: int) -> list[SmallGame]:
    return games_of(range(2 * n_games))[:n_games]


@lru_cache(maxsize=64)
def reference_of(small: SmallGame, rule: Rule) -> Reference:
    """Returns the reference for a game, which keeps its totals for the tests that come later."""
    return Reference(small.answers, small.allowed, rule.value)


def expect_like_brute_force(small: SmallGame, rule: Rule) -> int:
    """Compares every limit with the reference; returns within how many limits the tree differs from the free one."""
    relaxation, everything = relaxation_of(small, rule)
    reference = reference_of(small, rule)
    free = reference.total(frozenset(small.answers), DEEPEST_CASE + len(small.answers))
    n_biting = 0
    dice = random.Random(small.name)
    for limit in dice.sample(range(1, DEEPEST_CASE), DEEPEST_CASE - 1):
        total = reference.total(frozenset(small.answers), limit)
        n_biting += total != free
        expected = INFEASIBLE if total is None else total
        # A cutoff first, so that the bounds that it leaves behind are used.
        beta = (free or 0) + dice.randint(-2, 3)
        found = relaxation.total(everything, limit, beta)
        assert found == expected if expected < beta else beta <= found <= expected, (small.name, limit, beta)
        assert relaxation.total(everything, limit) == expected, (small.name, limit)
        if total is not None:
            tree = relaxation.tree(everything, limit)
            played = replay(tree, small.answers, small.allowed, rule, limit)
            assert None not in played.values(), (small.name, limit)
            assert sum(filter(None, played.values())) == total, (small.name, limit)
    return n_biting


@RULES
@pytest.mark.parametrize("n_games", sampled([8, 2000], 1))
def test_every_limit_like_brute_force(n_games: int, rule: Rule) -> None:
    # Within many limits the smallest total differs from the unlimited one, or no tree exists at all.
    assert sum(expect_like_brute_force(small, rule) for small in games(n_games)) > 2 * n_games


@RULES
@pytest.mark.parametrize("n_games", sampled([4, 12], 1))
def test_an_opener_gets_a_tree_of_limited_width_wherever_it_has_one(n_games: int, rule: Rule) -> None:
    """So it does where the few guesses that are tried all miss the limit; the tree depends on no thread."""
    n_found = n_narrow = 0
    for small in games(n_games):
        game = small.under(rule)
        matrix = FeedbackMatrix.of(game)
        for limit in (4, 5, 6):
            exact = ExactSolver(game, matrix, limit).solve_below(0)
            narrow, again = (ExactSolver(game, matrix, limit, n_workers=n, width=1).solve_below(0) for n in (1, 3))
            assert (narrow is None) == (exact is None), (small.name, limit)
            assert narrow == again, (small.name, limit)
            if narrow is not None and exact is not None:
                assert narrow.worst_case() <= limit, (small.name, limit)
                n_found += 1
                n_narrow += narrow.total() > exact.total()
    assert n_found > n_narrow > 0


@pytest.mark.parametrize("n_games", sampled([8, 12], 1))
def test_a_search_without_a_limit_that_is_too_deep_proves_nothing(
    monkeypatch: pytest.MonkeyPatch, n_games: int
) -> None:
    """Where a search without a limit runs out of depth, the totals are still those of brute force."""
    monkeypatch.setattr(relaxation_module, "DEEPEST", 3)

    for small in games(n_games):
        for rule in (Rule.ANY, Rule.HARD):
            expect_like_brute_force(small, rule)


def families_and_others(seed: int) -> SmallGame:
    """Returns a game of some families that differ in one letter, and a few words that tell their members apart."""
    dice = random.Random(seed)
    answers = set()
    for _ in range(dice.randint(2, 4)):
        rest, place = "".join(dice.choices("xyz", k=4)), dice.randrange(5)
        answers |= {rest[:place] + letter + rest[place:] for letter in dice.sample("abcdefghij", dice.randint(4, 8))}
    others = {"".join(dice.choices("abcdefghijxyz", k=5)) for _ in range(dice.choice((0, 2, 4, 8, 12)))}
    return SmallGame(f"families and others {seed}", tuple(sorted(answers)), tuple(sorted(answers | others)))


@pytest.mark.parametrize(("rule", "seed"), sampled([(Rule.HARD, 323), (Rule.ANY, 323), (Rule.ANY, 983)], 1))
def test_what_a_stopped_search_leaves_behind_is_true(seed: int, rule: Rule, monkeypatch: pytest.MonkeyPatch) -> None:
    """The flag is set before each search in turn; once it is reset, the same state gives the totals of brute force."""
    small = families_and_others(seed)
    reference = Reference(small.answers, small.allowed, rule)
    search = Extractor.total
    control = np.zeros(1, np.int64)
    searches = itertools.count()

    def stop(extractor: Extractor, *arguments: Any, **named: Any) -> int:
        control[0] |= next(searches) == at
        return search(extractor, *arguments, **named)

    monkeypatch.setattr(Extractor, "total", stop)
    best = reference.total(frozenset(small.answers), 4)
    total = INFEASIBLE if best is None else best
    for at in range(1000):
        searches = itertools.count()
        relaxation, everything = relaxation_of(small, rule, 0, control)
        with contextlib.suppress(StoppedError):
            relaxation.total(everything, 4)
        was_stopped, control[0] = bool(control[0]), 0
        assert relaxation.total(everything, 4) == total, at
        if not was_stopped:
            break
    assert at > 10


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


@pytest.fixture(params=["whole cells", "cells in steps", "two guesses", "relaxation"])
def _steps(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches without a limit first, raises even small cells in steps, or leaves nothing to the plain search.

    Under rule any, two guesses are for cells that a few nodes do not settle.
    """
    monkeypatch.setattr(worker_threads, "_NODES_WITHIN_LIMIT", 0)
    if request.param == "two guesses":
        monkeypatch.setattr(worker_threads, "LARGE_GAME", 0)
        monkeypatch.setattr(unlimited_total, "_SMALL", 5)
        monkeypatch.setattr(unlimited_total, "_FEW_NODES", 1)
    if request.param == "cells in steps":
        monkeypatch.setattr(unlimited_total, "_RAISED_MIN", unlimited_total._STEPS)
    if request.param == "relaxation":
        monkeypatch.setattr(worker_threads, "MOST_NODES", 0)


@pytest.mark.usefixtures("small_memo", "_steps")
@RULES
@pytest.mark.parametrize("seeds", sampled([range(4), range(300)], 1), ids=["some", "many"])
def test_bars_are_kept_where_the_limit_bites(seeds: range, rule: Rule, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []
    total_without_limit = unlimited_total.total_without_limit

    def note(extractor: Extractor, *arguments: Any) -> Any:
        found = total_without_limit(extractor, *arguments)
        tried.append(0 if extractor.is_stopped else found[0])
        return found

    monkeypatch.setattr(worker_threads, "total_without_limit", note)

    assert sum(compare(small, rule) for small in games_of(seeds)) > 5 * len(seeds)
    assert rule is Rule.ANY or 0 in tried, "no search without a limit went too deep"
    assert any(tried), "no total without a limit was found"


@pytest.mark.usefixtures("small_memo", "_steps")
@RULES
@pytest.mark.parametrize("seeds", sampled([range(2), range(60)], 1), ids=["some", "more"])
def test_openers_that_take_long_are_settled_at_the_end_also_in_a_later_run(
    seeds: range, rule: Rule, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    n_postponed = 0
    monkeypatch.setattr(worker_threads, "_FEW_SETS", 1)
    monkeypatch.setattr(worker_threads, "_MOST_WORK", 0)
    for number, small in enumerate(games_of(seeds)):
        game, reference = small.under(rule), reference_of(small, rule)
        totals = {word: reference.below(word, 6) for word in small.allowed}
        free = min(total for word in small.allowed if (total := reference.below(word, 30)) is not None)
        bar = free + random.Random(small.name).choice([2, 3])
        openers, path, question = list(range(len(small.allowed))), tmp_path / f"{small.name}.db", Question(game, 6)
        solver = ExactSolver(game, FeedbackMatrix.of(game), 6, n_workers=1 + number % 2)
        with Journal(path, question) as journal:
            results = solver.rank_openers(openers, below=bar, journal=journal)
            journal.write()
            postponed = journal.known(6, POSTPONED).values()

        found = {small.allowed[result.opener]: result.total for result in results if result.is_exact}
        assert found == {word: total for word, total in totals.items() if total is not None and total < bar}, small.name
        for result in postponed:
            total = totals[small.allowed[result.opener]]
            assert result.total < bar
            assert total is None or result.total <= total, small.name
        n_postponed += len(postponed)
        assert all(one.is_settled for one in read_journal(path).openers())
        with Journal(tmp_path / f"{small.name} again.db", question) as journal:
            for result in postponed:
                journal.record(6, result, POSTPONED)
            assert solver.rank_openers(openers, below=bar, journal=journal) == results
        with Journal(tmp_path / f"{small.name} alone.db", question) as journal:
            alone = min((result.opener for result in postponed), default=0)
            ExactSolver(game, None, 6).rank_openers([alone], below=bar, journal=journal)
            journal.write()
            assert not journal.known(6, POSTPONED), "an opener alone waits for no other"
    assert n_postponed > 5
