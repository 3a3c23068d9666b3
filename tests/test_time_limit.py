"""Searches with a time limit: what is done in time is proven, what is cut short claims no more than it knows."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from reference_solver import Reference, replay
from small_games import RULES, draw_weights, families_game, large_game, small_game

from wordle_compiler import compile_tree
from wordle_compiler.commands.compile import compile_command
from wordle_compiler.errors import InputError, UnmetGuaranteeError
from wordle_compiler.feedback_matrix import FeedbackMatrix
from wordle_compiler.game import Game, Rule
from wordle_compiler.journal import Journal, Question
from wordle_compiler.objective import Objective
from wordle_compiler.search import crew as crew_module
from wordle_compiler.search import solver as solver_module
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.search.solver import ExactSolver
from wordle_compiler.search.stopping import StoppedError
from wordle_compiler.strategies import optimal
from wordle_compiler.weights import Weights
from wordle_compiler.words import load_list
from wordle_runtime import load

LONG = {"time_limit": 600}

each_rule = pytest.mark.parametrize("rule", RULES, ids=str)


@pytest.fixture(autouse=True)
def _small_memo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver_module, "MEMO_SLOTS", 1 << 13)
    monkeypatch.setattr(solver_module, "MEMO_POOL", 1 << 17)


def run(*args: str) -> Result:
    return CliRunner().invoke(compile_command, list(args), prog_name="wordle-compile")


def hopeless_game() -> Game:
    """The default answers with guesses that are answers: within 3 guesses there is no tree, and that is soon found."""
    return Game(load_list("original-answers"), load_list("original-allowed"))


@each_rule
@pytest.mark.parametrize("objective", tuple(Objective), ids=str)
@pytest.mark.parametrize("has_opener", [True, False], ids=["opener", "all-openers"])
def test_a_search_that_ends_in_time_gives_the_tree_and_the_claim_without_a_limit(
    objective: Objective, rule: Rule, *, has_opener: bool
) -> None:
    # Families: many trees are as good, and the searches before the exact one find others than it does.
    for small in (small_game(0), families_game(1), families_game(69), large_game(3, n_answers=(30, 40))):
        game = small.under(rule)
        opener = small.answers[0] if has_opener else None
        plain, timed = (
            load(compile_tree(game, opener=opener, max_guesses=15, objective=objective, options=options).data)
            for options in (None, LONG)
        )

        assert timed.info.status == plain.info.status == ("optimal below opener" if has_opener else "optimal")
        assert timed.root == plain.root, small.name
        assert timed.guarantee == plain.guarantee
        assert dict(timed.info.options) == {**dict(plain.info.options), "time_limit": 600}


def test_a_proof_that_there_is_no_tree_is_called_one() -> None:
    small = families_game(2)

    for opener, said in ((None, "whatever its opener"), (small.answers[0], f"opens with {small.answers[0]}")):
        with pytest.raises(UnmetGuaranteeError, match=r"\(proven\)") as caught:
            compile_tree(small.under(Rule.ANY), opener=opener, max_guesses=2, options=LONG)
        assert said in str(caught.value)


def test_weights_and_a_time_limit_go_together() -> None:
    for seed in range(6):
        small = families_game(seed)
        game = small.under(Rule.HARD)
        weights = Weights.of(draw_weights(small, seed), game.answers)
        plain, timed = (
            compile_tree(game, max_guesses=15, weights=weights, options=options).report for options in (None, LONG)
        )

        assert (timed.weights, timed.total, timed.worst_case) == (plain.weights, plain.total, plain.worst_case)
        assert timed.status == plain.status == "optimal"


class StopAfter:
    """Stands in for `threading.Timer`: the time is up when so many tasks of the exact search have been begun."""

    def __init__(self, n_tasks: int) -> None:
        self.n_left = n_tasks
        self.switches: list[Callable[[], None]] = []

    def __call__(self, _seconds: float, function: Callable[..., None], args: tuple[int, int]) -> threading.Thread:
        self.switches.append(lambda: function(*args))
        timer = threading.Thread()
        timer.cancel = lambda: None  # type: ignore[attr-defined]
        timer.start = lambda: None  # type: ignore[method-assign]
        return timer

    def count(self) -> None:
        self.n_left -= 1
        if self.n_left < 0:
            for switch in self.switches:
                switch()


def stop_after(monkeypatch: pytest.MonkeyPatch, n_tasks: int) -> None:
    """Makes the time run out within the search of the opener after the first `n_tasks`: in the midst of it."""
    clock = StopAfter(n_tasks)
    monkeypatch.setattr(crew_module.threading, "Timer", clock)
    search = crew_module.search

    def counting(problem, *args):  # type: ignore[no-untyped-def]
        if problem.width == 0:
            clock.count()
        return search(problem, *args)

    monkeypatch.setattr(crew_module, "search", counting)


@each_rule
@pytest.mark.parametrize("n_tasks", [0, 1, 2, 5, 12])
def test_a_journal_gets_true_facts_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, n_tasks: int, rule: Rule
) -> None:
    small = small_game(41)
    game = small.under(rule)
    reference = Reference(small.answers, small.allowed, rule.value)
    path = tmp_path / "proof.db"
    expected = compile_tree(game, max_guesses=8)
    with monkeypatch.context() as patch:
        stop_after(patch, n_tasks)
        cut = compile_tree(game, max_guesses=8, journal=path, options=LONG, n_workers=2)

    assert cut.report.status == "upper bound"
    assert cut.report.total >= expected.report.total

    with Journal(path, Question(game, 8, Objective.TOTAL)) as records:
        known = records.known(8)
    for number, result in known.items():
        exact = reference.below(small.allowed[number], 8)
        exact = INFEASIBLE if exact is None else exact
        assert result.total == exact if result.is_exact else result.total <= exact

    assert len(known) >= min(n_tasks, 1)

    finished = compile_tree(game, max_guesses=8, journal=path)
    assert finished.data == expected.data


@pytest.mark.parametrize("objective", tuple(Objective), ids=str)
@pytest.mark.parametrize("n_tasks", [0, 1, 3, 9, 30])
def test_what_is_cut_short_is_a_whole_tree_and_an_upper_bound(
    monkeypatch: pytest.MonkeyPatch, n_tasks: int, objective: Objective
) -> None:
    small = large_game(2, n_answers=(30, 40), n_allowed=(90, 100))
    game = small.under(Rule.ANY)
    best = compile_tree(game, max_guesses=9, objective=objective).report
    stop_after(monkeypatch, n_tasks)
    cut = compile_tree(game, max_guesses=9, objective=objective, options=LONG, n_workers=1)
    n_guesses = replay(load(cut.data).root, small.answers, small.allowed, "any", 9)

    assert None not in n_guesses.values()
    assert cut.report.status == "upper bound"
    if objective in (Objective.TOTAL, Objective.TOTAL_THEN_WORST_CASE):
        assert cut.report.total >= best.total
    else:
        assert cut.report.worst_case >= best.worst_case


@pytest.mark.parametrize("n_workers", [1, 2])
def test_a_solver_that_is_out_of_time_says_so_and_nothing_else(n_workers: int) -> None:
    game = large_game(0).under(Rule.ANY)
    solver = ExactSolver(game, FeedbackMatrix.of(game), 6, n_workers=n_workers, deadline=time.monotonic() - 1)
    began = time.monotonic()

    with pytest.raises(StoppedError):
        for _ in range(50):
            solver.rank_openers(solver.legal_openers(), n_best=1)
    assert time.monotonic() - began < 10
    assert threading.active_count() < 20


def test_the_widths_that_lead_up_to_the_exact_search_ascend() -> None:
    assert list(optimal._WIDTHS) == sorted(set(optimal._WIDTHS))
    assert optimal._WIDTHS[0] >= 1


def test_a_search_of_some_seconds_ends_in_time_with_an_upper_bound(tmp_path: Path) -> None:
    # The proof for LANTS takes minutes.
    path = tmp_path / "lants.tree"
    compile_tree(small_game(0).under(Rule.ANY), max_guesses=20, options={"effort": 1})  # the kernels are ready
    began = time.monotonic()
    result = run("--answers", "original-allowed", "--start", "lants", "--time-limit", "3", "-o", str(path), "--quiet")
    took = time.monotonic() - began

    assert result.exit_code == 0, result.output
    assert "upper bound: the search was cut short" in result.stdout
    assert took < 30
    tree = load(path)
    assert (tree.info.status, tree.opener, dict(tree.info.options)["time_limit"]) == ("upper bound", "lants", 3)
    assert tree.guarantee.n_solved == 12972


def test_too_little_time_for_any_tree_is_one_line_and_no_file(tmp_path: Path) -> None:
    path = tmp_path / "x.tree"
    # Within 4 guesses there is no such tree; to prove it takes more than a second.
    result = run("--max-guesses", "4", "--time-limit", "1", "--quiet", "--answers", "original-allowed", "-o", str(path))

    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert "1 s were too few to find a tree" in result.stderr or "(proven)" in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("seconds", [0, -1, True, "9", 1.5], ids=repr)
def test_a_time_limit_that_is_no_number_from_one_on_is_refused(seconds: object) -> None:
    with pytest.raises(InputError, match="time limit must be a whole number from 1 on"):
        compile_tree(small_game(1).under(Rule.ANY), options={"time_limit": seconds})  # type: ignore[dict-item]


@pytest.mark.parametrize("seconds", [10**9, 10**30])
def test_a_time_limit_beyond_every_clock_is_as_good_as_none_or_refused(seconds: int) -> None:
    try:
        report = compile_tree(small_game(1).under(Rule.ANY), max_guesses=20, options={"time_limit": seconds}).report
    except InputError as error:
        assert len(str(error).splitlines()) == 1
    else:
        assert report.status == "optimal"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--effort", "3", "--time-limit", "3"], "give one of them"),
        (["--strategy", "entropy", "--time-limit", "3"], "no option 'time_limit'"),
        (["--openers", "all", "--top", "1", "--time-limit", "3"], "--time-limit"),
        (["--from", "salet:__y_g", "--time-limit", "3"], "--time-limit"),
        (["--time-limit", "0"], "--time-limit"),
        (["--time-limit", "soon"], "--time-limit"),
        (["--time-limit", "1e3"], "--time-limit"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_time_limit_of_no_use_is_refused(tmp_path: Path, args: list[str], said: str) -> None:
    path = tmp_path / "x.tree"
    result = run(*args, "-o", str(path)) if "--from" not in args else run(*args)

    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert said in result.stderr
    assert not path.exists()
