"""Searches that a time limit or an effort cuts short: they claim no more than they know; what is not cut is proven.

Time is a clock that a test moves, by what the search has told of its progress. So no test here depends on speed.
"""

import itertools
import math
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from command_runs import wordle_compile as run
from reference_solver import Reference, replay
from sampled import sampled, sampled_seeds
from small_games import GENEROUS, RULES, SmallGame, draw_weights, families_game, large_game, small_game
from tree_strategies import make_game
from waiting import wait_until

from wordle_compiler import (
    Deadline,
    Game,
    InputError,
    Rule,
    StoppedError,
    UnmetGuaranteeError,
    Weights,
    analyse_position,
    compile_tree,
    rank_openers,
)
from wordle_compiler.analysis.game_analysis import analyse_game
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.mastermind import mastermind
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.solver.journal import Journal
from wordle_compiler.solver.leaderboard import OpenerResult
from wordle_compiler.solver.objective import Objective, Question
from wordle_compiler.solver.solver import ExactSolver
from wordle_compiler.strategies.optimal import Optimal
from wordle_compiler.strategies.strategy import CutShort, Facts, Order, Pass, Status
from wordle_runtime import load

pytestmark = pytest.mark.usefixtures("small_memo")

LONG = {"time_limit": 600}

each_rule = pytest.mark.parametrize("rule", RULES, ids=str)


class Clock:
    """The time is up as soon as the search tells of progress for which a condition holds."""

    def __init__(self, is_over: Callable[[int, str], bool], then: float = math.inf) -> None:
        self.now = 0.0
        self._is_over = is_over
        self._then = then

    def __call__(self) -> float:
        return self.now

    def watch(self, done: int, _total: int, note: str) -> None:
        if self._is_over(done, note):
            self.now = self._then


def at_once(_done: int, _note: str) -> bool:
    return True


def after_openers(n_openers: int) -> Callable[[int, str], bool]:
    """The time is up when the exact search has settled so many openers."""
    return lambda done, note: note.startswith("openers") and done >= n_openers


class Cut(NamedTuple):
    """What came of a search that was cut short."""

    node: TreeNode
    status: Status
    facts: Facts


def cut(
    game: Game,
    is_over: Callable[[int, str], bool],
    *,
    max_guesses: int = 9,
    openers: tuple[int, ...] = (),
    options: Mapping[str, Any] = LONG,
    widths: Sequence[int] = (8, 32),
    n_workers: int = 1,
    then: float = math.inf,
    **of_order: Any,
) -> Cut:
    clock, facts = Clock(is_over, then), of_order.pop("facts", None) or Facts()
    order = Order(
        *(game, FeedbackMatrix.of(game), openers, max_guesses, n_workers),
        options=options,
        progress=clock.watch,
        clock=clock,
        facts=facts,
        **of_order,
    )
    return Cut(*Optimal(widths).build(order), facts)


def is_of_the_rest(case: tuple[Objective, Rule, bool]) -> bool:
    objective, rule, has_opener = case
    place = list(Objective).index(objective)
    return (place - RULES.index(rule)) % len(RULES) != 0 or place % 2 != has_opener


@pytest.mark.parametrize(
    ("objective", "rule", "has_opener"),
    # By default every objective, under the rules in turn, and in turn with an opener and without.
    sampled(sorted(itertools.product(Objective, RULES, (True, False)), key=is_of_the_rest), len(Objective)),
    ids=str,
)
def test_a_search_that_ends_in_time_gives_the_tree_and_the_claim_without_a_limit(
    objective: Objective, rule: Rule, *, has_opener: bool
) -> None:
    # Families: many trees are as good, and the searches before the exact one find others than it does.
    larger = large_game(3, n_answers=(25, 30), n_allowed=(50, 60))
    games = [(families_game(69), None), (small_game(5), 4), (larger, None)]
    for small, weighting in games if objective is Objective.TOTAL else games[:2]:
        game = small.under(rule)
        how: dict[str, Any] = {"max_guesses": 15, "objective": objective}
        how["opener"] = small.answers[0] if has_opener else None
        how["weights"] = weighting and Weights.of(draw_weights(small, weighting), game.answers)
        plain, timed = (
            load(compile_tree(game, options=options, **how).data) for options in (None, {"time_limit": 10**15})
        )

        assert timed.info.status == plain.info.status == ("optimal below opener" if has_opener else "optimal")
        assert timed.root == plain.root, small.name
        assert timed.guarantee == plain.guarantee
        assert dict(timed.info.options) == {**dict(plain.info.options), "time_limit": 10**15}


def test_a_proof_that_there_is_no_tree_is_called_one() -> None:
    small = families_game(2)

    for openers, said in (((), "whatever its opener"), ((0,), f"opens with {small.allowed[0]}")):
        with pytest.raises(UnmetGuaranteeError, match=r"\(proven\)") as caught:
            cut(small.under(Rule.ANY), lambda _done, _note: False, openers=openers, max_guesses=2)
        assert said in str(caught.value)


def middle_game() -> SmallGame:
    """A game of which the proof has to search some openers: the bounds do not settle them all."""
    return large_game(2, n_answers=(20, 25), n_allowed=(50, 60))


@cache
def exact_totals(rule: Rule, weighting: int | None) -> tuple[dict[int, int], Weights | None]:
    """Returns the exact total of every opener of the middle game, `INFEASIBLE` where it has no tree."""
    small = middle_game()
    game = small.under(rule)
    weights = None if weighting is None else Weights.of(draw_weights(small, weighting), game.answers)
    solver = ExactSolver(game, FeedbackMatrix.of(game), 5, weights=weights)
    return {result.opener: result.total for result in solver.rank_openers(solver.legal_openers())}, weights


def check_facts(known: Mapping[int, OpenerResult], totals: dict[int, int]) -> None:
    for number, result in known.items():
        assert (result.total == totals[number]) if result.is_exact else (result.total <= totals[number])


JOBS: dict[str, dict[str, Any]] = {
    "all openers": {},
    "one opener": {"openers": (3,)},
    "two openers": {"openers": (3, 7)},
    "candidates": {"rule": Rule.CANDIDATES, "max_guesses": 20},
    "hard": {"rule": Rule.HARD, "max_guesses": 20},
    "worst case": {"objective": Objective.WORST_CASE},
    "worst case, total": {"objective": Objective.WORST_CASE_THEN_TOTAL},
    "unsolved, total": {"objective": Objective.UNSOLVED_THEN_TOTAL},
    "none solved, unsolved, total": {"objective": Objective.UNSOLVED_THEN_TOTAL, "max_guesses": 2},
    "weights": {"weights": 4},
    "mastermind": {"game": mastermind(3, 4)},
    "effort": {"options": {"effort": 1}},
    "effort, unsolved": {"options": {"effort": 1}, "objective": Objective.UNSOLVED_THEN_TOTAL, "max_guesses": 2},
}


@pytest.mark.parametrize("job", JOBS.values(), ids=JOBS)
def test_without_any_time_there_is_the_tree_of_a_heuristic(job: dict[str, Any]) -> None:
    small = middle_game()
    job = dict(job)
    game = job.pop("game", None) or small.under(job.pop("rule", Rule.ANY))
    if "weights" in job:
        job["weights"] = Weights.of(draw_weights(small, job["weights"]), game.answers)
    node, status, facts = cut(game, at_once, **job)
    by_heuristic = compile_tree(
        game, "entropy", opener=[game.allowed.words[one] for one in job.get("openers", ())] or None, max_guesses=9,
        allow_unsolved=True,
    ).guarantee  # fmt: skip

    assert status is Status.UPPER_BOUND
    if "options" in job:
        assert facts.passes[-1].name == "width 1"
        assert node.total() <= by_heuristic.total
        said = "" if facts.cut_short is None else facts.cut_short.describe()
        assert said.startswith("the effort cut ") == said.endswith("; 10 unsolved; at least 10") == ("objective" in job)
        return
    assert facts.cut_short is not None
    assert (facts.cut_short.best.name, [one.name for one in facts.passes][1:]) == ("entropy", [])
    assert [one.name for one in facts.passes] == ["entropy"]
    if job.get("max_guesses") == 2:
        assert 0 < node.n_solved() < len(game.answers)
    else:
        assert (node.n_solved(), node.total()) == (len(game.answers), by_heuristic.total)


@pytest.mark.parametrize("is_in_time", [False, True])
def test_other_words_are_found_whatever_the_time(*, is_in_time: bool) -> None:
    small = large_game(3, n_answers=(20, 25), n_allowed=(50, 60))
    for rule in (Rule.ANY, Rule.HARD):
        game = small.under(rule)
        clock = Clock(lambda done, note: note.endswith("words") if is_in_time else at_once(done, note))
        tree = compile_tree(
            game, others=game.allowed, max_guesses=20, options=LONG, n_workers=1, progress=clock.watch, clock=clock
        )
        read = load(tree.data)
        best = compile_tree(game, max_guesses=20).guarantee

        assert read.guarantee.n_solved == len(small.allowed)
        assert read.guarantee.likely is not None
        assert read.info.status == ("optimal" if is_in_time else "upper bound")
        if is_in_time:
            assert read.guarantee.likely.total == best.total
        else:
            assert read.guarantee.likely.total >= best.total


def test_a_limit_that_the_heuristics_break_is_one_line_and_no_file(tmp_path: Path) -> None:
    path = tmp_path / "x.tree"
    # Of these lists there is such a tree, but no rule of thumb finds it; a millisecond is not enough for more.
    game = ("--allowed", "original-answers", "--rule", "hard", "--start", "plate")
    result = run(*game, "--time-limit", "0.001", "--quiet", "-o", str(path))

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr.count("\n") == 1
    assert "0.001 s were not enough to find a tree that solves every answer within 6 guesses (nothing" in result.stderr
    assert "the tree is that of strategy entropy, which leaves 7 answers unsolved" in result.stderr
    assert list(tmp_path.iterdir()) == []


@each_rule
@pytest.mark.parametrize("n_openers", sampled([15, 1, 3], 1))
@pytest.mark.parametrize("weighting", [None, 4], ids=["plain", "weighted"])
def test_a_journal_gets_true_facts_alone(tmp_path: Path, n_openers: int, rule: Rule, weighting: int | None) -> None:
    totals, weights = exact_totals(rule, weighting)
    game = middle_game().under(rule)
    path = tmp_path / "proof.db"
    expected = compile_tree(game, max_guesses=5, weights=weights)
    scope = Question(game, 5, Objective.TOTAL, weights)
    with Journal(path, scope) as records:
        stopped = cut(
            game, after_openers(n_openers), max_guesses=5, weights=weights, journal=records, widths=(8,), n_workers=2
        )
    with Journal(path, scope) as records:
        known = records.known(5)
    check_facts(known, totals)

    assert stopped.status is Status.UPPER_BOUND
    assert n_openers <= len(known) < len(totals)
    assert compile_tree(game, max_guesses=5, weights=weights, journal=path).data == expected.data


@pytest.mark.parametrize("objective", tuple(Objective), ids=str)
def test_what_is_cut_short_is_a_whole_tree_and_says_how_far_it_got(objective: Objective) -> None:
    small = middle_game()
    game = small.under(Rule.ANY)
    best = compile_tree(game, max_guesses=9, objective=objective).guarantee
    node, status, facts = cut(game, after_openers(3), objective=objective)
    found = facts.cut_short
    n_guesses = replay(node, small.answers, small.allowed, "any", 9)

    assert None not in n_guesses.values()
    assert status is Status.UPPER_BOUND
    if objective in (Objective.TOTAL, Objective.TOTAL_THEN_WORST_CASE):
        assert node.total() >= best.total
    else:
        assert node.worst_case() >= best.worst_case
    assert found is not None
    is_narrow = objective in (Objective.WORST_CASE, Objective.WORST_CASE_THEN_TOTAL)
    widths = [one.name for one in facts.passes if one.name.startswith("width")]
    assert (found.seconds, widths) == (600, ["width 8"] * is_narrow)
    assert found.settled == (3, len(game.allowed), "openers")
    assert (found.best.total, found.best.n_unsolved) == (node.total(), 0)
    assert found.lower is not None
    assert found.lower <= best.total


def test_a_search_for_the_fewest_unsolved_says_its_bound() -> None:
    found = CutShort(60, (526, 12972, "openers"), Pass("", 8000, 6, 21), None, least_unsolved=14)

    assert found.describe().endswith("the exact search settled 526 of 12972 openers; 21 unsolved; at least 14")
    assert replace(found, least_unsolved=0).describe().endswith("; 21 unsolved; fewer are not excluded yet")


def test_unsolved_answers_that_are_counted_in_time_give_the_best_opener_s_tree() -> None:
    game = middle_game().under(Rule.ANY)
    solver = ExactSolver(game, FeedbackMatrix.of(game), 2)
    fewest = {one: solver.leave_fewest_unsolved(one).n_solved() for one in range(len(game.allowed))}
    solved_by: list[int] = []
    # Of 600 s, half are left for the tree, and what that does not use is for the count.
    for then, n_openers in ((599, 1), (599, len(game.allowed) - 1), (305, 1)):
        node, status, facts = cut(
            *(game, lambda done, note, n=n_openers: "unsolved; openers" in note and done >= n),
            max_guesses=2,
            objective=Objective.UNSOLVED_THEN_TOTAL,
            then=then,
        )
        solved_by.append(node.n_solved())

        assert status is (Status.UPPER_BOUND if then == 599 else Status.OPTIMAL)
        assert node.n_solved() == fewest[game.allowed.words.index(node.guess)]
        if (found := facts.cut_short) is not None:
            assert (found.settled or (0,))[0] in range(n_openers, len(game.allowed))
            assert (found.lower, found.least_unsolved) == (None, len(game.answers) - max(fewest.values()))
    assert solved_by == sorted(solved_by)
    assert solved_by[-1] == max(fewest.values()) > 0


def test_an_exact_pass_that_takes_a_quarter_of_the_time_comes_again_after_the_wide_ones() -> None:
    game = middle_game().under(Rule.ANY)
    # Of 600 s, 160 are over when the first exact pass has settled three openers.
    node, status, facts = cut(game, after_openers(3), then=160)
    at_once_exact = cut(game, lambda _done, _note: False)

    names = [one.name for one in facts.passes]
    assert names == ["entropy", "most-parts", "expected-size", "width 8", "width 32", "exact"]
    assert [one.name for one in at_once_exact.facts.passes] == [*names[:3], "exact"]
    assert (status, at_once_exact.status) == (Status.OPTIMAL, Status.OPTIMAL)
    assert node.total() == at_once_exact.node.total()


def test_cells_that_were_solved_in_time_are_kept() -> None:
    """The cells of an opener that the exact search has solved replace those of the earlier, narrower searches."""
    small = large_game(2, n_answers=(140, 160), n_allowed=(170, 200))
    game = small.under(Rule.ANY)
    # With most openers of smaller games, the best cells of three heuristics make an optimal tree.
    opener = small.allowed.index("bab")
    best = compile_tree(game, opener="bab", max_guesses=9).guarantee
    totals = []
    for n_cells in range(1, 100):
        facts = Facts()
        told = itertools.count(1)
        # The heuristics come first.
        is_over = lambda _done, _note: len(facts.passes) == 3 and next(told) > n_cells  # noqa: B023, E731
        stopped = cut(game, is_over, openers=(opener,), widths=(1,), facts=facts)
        if stopped.status is not Status.UPPER_BOUND:
            break
        totals.append(stopped.node.total())

    assert len(totals) > 5
    assert totals == sorted(totals, reverse=True)
    assert totals[0] > totals[-1] >= best.total


@each_rule
@sampled_seeds(8, 40)
def test_bound_is_never_above_the_optimum(seeds: range, rule: Rule) -> None:
    n_tight = 0
    for seed in seeds:
        small = small_game(seed)
        game, reference = small.under(rule), Reference(small.answers, small.allowed, rule.value)
        everything = frozenset(small.answers)
        openers = {small.answers[0], small.answers[-1] if rule is Rule.CANDIDATES else small.allowed[0]}
        best = {(small.allowed.index(opener),): reference.below(opener, GENEROUS) for opener in openers}
        for fixed, total in (best | {(): reference.total(everything, GENEROUS)}).items():
            bound = ExactSolver(game, None, GENEROUS).bound(*fixed)
            if total is not None:
                assert bound <= total, small.name
                n_tight += bound == total
    assert n_tight > len(seeds) / 2


def test_a_line_says_how_far_a_search_got_and_what_is_left_to_gain() -> None:
    exact = CutShort(9, (5, 100, "openers"), Pass("", 7927, 6, 0), 7900)
    early = CutShort(0.5, None, Pass("entropy", 8020, 6, 0), 7900)

    assert exact.describe() == (
        "the time limit of 9 s cut the search short: the exact search settled 5 of 100 openers; "
        "a longer --time-limit can save at most 27 guesses of 7927, since no such tree has a total below 7900"
    )
    assert early.describe() == (
        "the time limit of 0.5 s cut the search short: the exact search settled nothing; "
        "the tree is that of strategy entropy; "
        "a longer --time-limit can save at most 120 guesses of 8020, since no such tree has a total below 7900"
    )


@pytest.mark.parametrize("n_workers", [1, 2])
def test_a_solver_that_is_out_of_time_says_so_and_nothing_else(n_workers: int) -> None:
    game = large_game(0).under(Rule.ANY)
    solver = ExactSolver(game, FeedbackMatrix.of(game), 6, n_workers=n_workers, deadline=Deadline(0))
    n_threads = threading.active_count()

    for _ in range(20):
        with pytest.raises(StoppedError):
            solver.rank_openers(solver.legal_openers(), n_best=1)

    wait_until(lambda: threading.active_count() <= n_threads, "the threads go on")


@each_rule
@sampled_seeds(1, 6)
def test_an_effort_solves_every_answer_and_with_enough_of_it_finds_the_optimum(seeds: range, rule: Rule) -> None:
    for small in (*map(large_game, seeds), *map(small_game, range(8))):
        game = small.under(rule)
        optimum = compile_tree(game, opener=small.answers[0], max_guesses=30).guarantee.total
        for effort in (1000,) if len(small.answers) < 20 else (1, 3):
            found = compile_tree(game, opener=small.answers[0], max_guesses=30, options={"effort": effort})

            assert (found.guarantee.unsolved, found.tree.info.status) == ((), "upper bound")
            assert found.guarantee.total >= optimum if effort < 1000 else found.guarantee.total == optimum, small.name


def test_an_effort_gives_the_same_bytes_with_any_workers() -> None:
    game = large_game(3).under(Rule.ANY)

    one, two, four = (compile_tree(game, max_guesses=30, n_workers=n, options={"effort": 2}).data for n in (1, 2, 4))

    assert one == two == four
    assert dict(load(one).info.options)["effort"] == 2


def test_a_limit_that_an_effort_did_not_meet_is_not_called_proven() -> None:
    with pytest.raises(UnmetGuaranteeError, match="nothing is proven"):
        compile_tree(large_game(1).under(Rule.ANY), max_guesses=2, options={"effort": 1})


@pytest.mark.parametrize(
    ("options", "said"),
    [
        *(({"effort": effort}, "effort must be a whole number, at least 1") for effort in (0, -1, True, "9")),
        *(
            ({"time_limit": seconds}, r"time limit must be a number of seconds above 0, such as 60 or 0\.5, not ")
            for seconds in (0, -1, True, "0.0", "9 s", "1e3", 1.5, 10**30)
        ),
        ({"effort": 3, "time_limit": 3}, "give only one of them"),
    ],
    ids=lambda value: str(value) if isinstance(value, dict) else "",
)
def test_options_of_no_use_are_refused(options: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        compile_tree(small_game(1).under(Rule.ANY), options=options)


GAME = make_game("bumpy dumpy jumpy lumpy mumpy", "bodge jello")


def test_an_analysis_ends_when_it_is_cancelled() -> None:
    deadline = Deadline(1e9)
    judged = analyse_game(GAME, "bodge lumpy", deadline=deadline)
    assert [turn.cost is None for turn in judged.turns] == [False, False]
    assert analyse_position(GAME, "bodge:_____", deadline=deadline)

    deadline.cancel()

    with pytest.raises(StoppedError):
        analyse_position(GAME, "bodge:_____", deadline=deadline)
    unjudged = analyse_game(GAME, "bodge lumpy", deadline=deadline)
    assert [(turn.cost, turn.skill) for turn in unjudged.turns] == [(None, None), (None, None)]


@pytest.mark.parametrize("n_workers", [1, 2])
def test_a_position_that_is_cut_short_has_exact_totals_of_what_it_found(n_workers: int) -> None:
    game, found = large_game(1).under(Rule.ANY), set[int]()
    asked: dict[str, Any] = {"history": "", "n_workers": n_workers, "max_guesses": 12, "n_alternatives": None}
    ranking = analyse_position(game, **asked).ranking
    totals = {game.allowed.words.index(row.guess): row.total for row in ranking}
    for n_looks in range(1, 18, 2):
        moments = itertools.count()
        with pytest.raises(StoppedError) as stopped:
            analyse_position(game, deadline=Deadline(n_looks, lambda m=moments: float(next(m))), **asked)
        assert all(totals[guess] == total for guess, total in stopped.value.ranking)
        done, n, bound = stopped.value.settled or (0, len(totals), 0)
        assert done <= n == len(totals)
        assert (bound or 0) <= (ranking[0].total or 0)
        found.add(done)
    assert max(found) > min(found)


def test_a_ranking_that_is_cancelled_has_bounds_alone_and_says_so() -> None:
    deadline = Deadline(1e9)
    whole = rank_openers(GAME, deadline=deadline)
    deadline.cancel()

    cut = rank_openers(GAME, deadline=deadline)

    assert (whole.is_complete, cut.is_complete) == (True, False)
    assert {row.proven for row in cut.rows} == {"at least"}
    exact = {row.opener: row.total for row in whole.rows}
    assert {row.opener for row in cut.rows} == set(exact)
    assert all(row.total <= exact[row.opener] for row in cut.rows)
