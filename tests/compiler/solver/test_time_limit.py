"""Searches with a time limit: what is done in time is proven, what is cut short claims no more than it knows."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from reference_solver import NOTHING, Reference, replay
from sampled import sampled, sampled_seeds
from small_games import GENEROUS, RULES, SmallGame, draw_weights, families_game, large_game, small_game

from wordle_compiler import compile_tree
from wordle_compiler.commands.compile import compile_command
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Rule
from wordle_compiler.game.weights import Weights
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError
from wordle_compiler.search.decision_tree import TreeNode, best_of_both
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.search.stopping import Deadline, StoppedError
from wordle_compiler.solver import planning
from wordle_compiler.solver.crew import Worker
from wordle_compiler.solver.findings import CutShort, Findings, bound_total
from wordle_compiler.solver.journal import Journal, JournalScope
from wordle_compiler.solver.leaderboard import OpenerResult
from wordle_compiler.solver.objective import Objective
from wordle_compiler.solver.remote import OpenCellTask, SolvedCell
from wordle_compiler.solver.solver import ExactSolver
from wordle_compiler.strategies import optimal
from wordle_runtime import load
from wordle_runtime.nodes import Node as ReadNode

LONG = {"time_limit": 600}

each_rule = pytest.mark.parametrize("rule", RULES, ids=str)


@pytest.fixture(autouse=True)
def _small_memo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "MEMO_SLOTS", 1 << 13)
    monkeypatch.setattr(planning, "MEMO_POOL", 1 << 17)


def whole(node: ReadNode) -> TreeNode:
    """Copies a tree that was read: its nodes are made anew each time that they are looked at."""
    return TreeNode(node.guess, node.solves, {code: whole(child) for code, child in node.children.items()})


def is_of_the_rest(case: tuple[Objective, Rule, bool]) -> bool:
    objective, rule, has_opener = case
    return (list(Objective).index(objective) + RULES.index(rule)) % 2 != has_opener


def run(*args: str) -> Result:
    return CliRunner().invoke(compile_command, list(args), prog_name="wordle-compile")


@pytest.mark.parametrize(
    ("objective", "rule", "has_opener"),
    # By default every rule with every objective, in turn with an opener and without.
    sampled(sorted(itertools.product(Objective, RULES, (True, False)), key=is_of_the_rest), 15),
    ids=str,
)
def test_a_search_that_ends_in_time_gives_the_tree_and_the_claim_without_a_limit(
    objective: Objective, rule: Rule, *, has_opener: bool
) -> None:
    # Families: many trees are as good, and the searches before the exact one find others than it does.
    larger = [large_game(3, n_answers=(25, 30), n_allowed=(50, 60))] if objective is Objective.TOTAL else []
    for small in (families_game(69), *larger):
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


class Clock:
    """The time is up once the exact search has looked at so many openers."""

    def __init__(self, n_openers: int) -> None:
        self.n_left = n_openers

    def check(self) -> None:
        if self.n_left < 0:
            raise StoppedError

    def tick(self, worker: Worker) -> None:
        if worker.problem.width == 0:
            self.n_left -= 1


def stop_after(monkeypatch: pytest.MonkeyPatch, n_openers: int) -> None:
    """Makes the time run out when the exact search begins to look at the opener after the first `n_openers`."""
    clock = Clock(n_openers)
    monkeypatch.setattr(Deadline, "check", lambda _deadline: clock.check())
    for name in ("bound_below", "total_below"):
        method = getattr(Worker, name)

        def counting(worker: Worker, *args: Any, method: Callable[..., int] = method, **named: Any) -> int:
            clock.tick(worker)
            return method(worker, *args, **named)

        monkeypatch.setattr(Worker, name, counting)


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


@each_rule
@pytest.mark.parametrize("n_openers", sampled([30, 0, 1, 3], 1))
@pytest.mark.parametrize("weighting", [None, 4], ids=["plain", "weighted"])
def test_a_journal_gets_true_facts_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, n_openers: int, rule: Rule, weighting: int | None
) -> None:
    totals, weights = exact_totals(rule, weighting)
    game = middle_game().under(rule)
    path = tmp_path / "proof.db"
    expected = compile_tree(game, max_guesses=5, weights=weights)
    with monkeypatch.context() as patch:
        patch.setattr(optimal, "_WIDTHS", (8,))
        stop_after(patch, n_openers)
        cut = compile_tree(game, max_guesses=5, weights=weights, journal=path, options=LONG, n_workers=2)
    with Journal(path, JournalScope(game, 5, Objective.TOTAL, weights)) as records:
        known = records.known(5)
    check_facts(known, totals)

    assert cut.report.status == "upper bound"
    assert len(known) < len(totals)
    assert compile_tree(game, max_guesses=5, weights=weights, journal=path).data == expected.data


class Facts:
    """Records in memory."""

    def __init__(self) -> None:
        self.told: dict[int, OpenerResult] = {}

    def known(self, _max_guesses: int) -> dict[int, OpenerResult]:
        return {}

    def record(self, _max_guesses: int, result: OpenerResult) -> None:
        self.told[result.opener] = result

    def write_if_due(self) -> None:
        pass


@each_rule
def test_facts_are_true_whenever_the_time_is_up(rule: Rule) -> None:
    game = middle_game().under(rule)
    totals, _ = exact_totals(rule, None)
    leaders = []
    for step in range(40):
        facts = Facts()
        deadline = Deadline(0.0005 * step)
        solver = ExactSolver(game, FeedbackMatrix.of(game), 5, n_workers=2, deadline=deadline)
        try:
            # Without a cutoff: every opener is searched.
            solver.rank_openers(solver.legal_openers(), records=facts)
        except StoppedError as stopped:
            exact = (result.total for result in facts.told.values() if result.is_exact)
            leaders.append((stopped.leader, min(exact, default=INFEASIBLE)))
        check_facts(facts.told, totals)

    assert leaders
    # The board may hold a better opener than those recorded, never a worse one.
    assert all(best == INFEASIBLE if leader is None else totals[leader] <= best for leader, best in leaders)


@pytest.mark.parametrize("objective", tuple(Objective), ids=str)
@pytest.mark.parametrize("n_openers", sampled([3, 0, 1], 1))
def test_what_is_cut_short_is_a_whole_tree_and_an_upper_bound(
    monkeypatch: pytest.MonkeyPatch, n_openers: int, objective: Objective
) -> None:
    small = middle_game()
    game = small.under(Rule.ANY)
    best = compile_tree(game, max_guesses=9, objective=objective).report
    monkeypatch.setattr(optimal, "_WIDTHS", (8,))
    stop_after(monkeypatch, n_openers)
    cut = compile_tree(game, max_guesses=9, objective=objective, options=LONG, n_workers=1)
    n_guesses = replay(whole(load(cut.data).root), small.answers, small.allowed, "any", 9)

    assert None not in n_guesses.values()
    assert cut.report.status == "upper bound"
    if objective in (Objective.TOTAL, Objective.TOTAL_THEN_WORST_CASE):
        assert cut.report.total >= best.total
    else:
        assert cut.report.worst_case >= best.worst_case


def test_cells_that_were_solved_in_time_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """The cells of an opener that the exact search has solved replace those of the earlier, narrower searches."""
    game = large_game(2, n_answers=(60, 80), n_allowed=(90, 120)).under(Rule.ANY)
    opener = "aeb"
    best = load(compile_tree(game, opener=opener, max_guesses=9).data)
    monkeypatch.setattr(optimal, "_WIDTHS", (1,))
    search = ExactSolver._solve_cell
    totals = []
    for n_solved in range(len(best.root.children) - 1):
        n_left = iter(range(n_solved))

        def solve_some(solver: ExactSolver, task: OpenCellTask, n_left: Iterator[int] = n_left) -> SolvedCell:
            if solver._problem.width == 0 and next(n_left, None) is None:
                raise StoppedError
            return search(solver, task)

        monkeypatch.setattr(ExactSolver, "_solve_cell", solve_some)
        cut = load(compile_tree(game, opener=opener, max_guesses=9, options=LONG, n_workers=1).data)

        assert cut.info.status == "upper bound"
        totals.append(cut.guarantee.total)

    assert totals == sorted(totals, reverse=True)
    assert totals[0] > totals[-1] > best.guarantee.total


@pytest.mark.parametrize("seed", range(20))
def test_the_best_of_two_trees_solves_every_answer_and_is_no_worse_than_either(seed: int) -> None:
    small = large_game(seed, n_answers=(20, 40), n_allowed=(40, 80))
    opener = small.allowed[seed]
    first, second = (
        whole(load(compile_tree(small.under(Rule.ANY), strategy=name, opener=opener).data).root)
        for name in ("most-parts", "minimax")
    )
    both = best_of_both(first, second, TreeNode.total)
    n_guesses = replay(both, small.answers, small.allowed, "any", GENEROUS)

    assert None not in n_guesses.values()
    assert both.total() == sum(filter(None, n_guesses.values())) <= min(first.total(), second.total())
    # A cell that is missing comes from the other one.
    for code in list(first.children):
        del first.children[code]
        assert best_of_both(first, second, TreeNode.total).total() <= second.total()


@pytest.mark.parametrize("n_openers", [0, 3])
def test_what_is_cut_short_says_how_far_it_got(monkeypatch: pytest.MonkeyPatch, n_openers: int) -> None:
    game = middle_game().under(Rule.ANY)
    best = compile_tree(game, max_guesses=9).report
    stop_after(monkeypatch, n_openers)
    findings = Findings()
    cut = compile_tree(game, max_guesses=9, options=LONG, n_workers=1, findings=findings)
    found = findings.cut_short

    assert found is not None
    assert (found.seconds, found.widths, found.width) == (600, (8, 32), 0)
    assert (found.settled or (0, 0, ""))[1:] in ((len(game.allowed), "openers"), (0, ""))
    assert found.saved is not None
    assert found.saved >= 0
    assert found.total == cut.report.total
    assert found.lower is not None
    assert found.lower <= best.total <= found.total


def test_what_is_cut_short_counts_openers_while_the_best_one_s_tree_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    game = middle_game().under(Rule.ANY)
    solve = Worker.solve

    def solve_endlessly(worker: Worker, *arguments: Any, **named: Any) -> Any:
        if worker.problem.width:
            return solve(worker, *arguments, **named)
        while not worker.is_stopped():
            time.sleep(0.01)
        raise StoppedError

    monkeypatch.setattr(Worker, "solve", solve_endlessly)
    findings = Findings()
    compile_tree(game, max_guesses=9, options={"time_limit": 1}, n_workers=1, findings=findings)

    assert findings.cut_short is not None
    assert findings.cut_short.settled == (len(game.allowed), len(game.allowed), "openers")


@each_rule
@sampled_seeds(16, 40)
def test_bound_is_never_above_the_optimum(seeds: range, rule: Rule) -> None:
    n_tight = 0
    for seed in seeds:
        small = small_game(seed)
        game = small.under(rule)
        matrix = FeedbackMatrix.of(game)
        reference = Reference(small.answers, small.allowed, rule.value)
        for opener in (None, small.answers[0], small.allowed[0]):
            if rule is Rule.CANDIDATES and opener is not None and opener not in small.answers:
                continue
            openers = () if opener is None else (small.allowed.index(opener),)
            fixed = [] if opener is None else [small.allowed[number] for number in openers]
            everything = frozenset(small.answers)
            best = (
                reference.total_with(fixed[0], everything, GENEROUS, NOTHING)
                if fixed
                else reference.total(everything, GENEROUS, NOTHING)
            )
            bound = bound_total(game, matrix, openers, GENEROUS)
            if best is not None:
                assert bound <= best, small.name
                n_tight += bound == best
    assert n_tight > len(seeds) / 2


def test_a_line_says_how_far_a_search_got_and_what_is_left_to_gain() -> None:
    exact = CutShort(9, (8, 32), 0, (5, 100, "openers"), 4, 7927, 7900)
    early = CutShort(1, (), 8, None, None, None, 7900)

    assert exact.describe() == (
        "the time limit of 9 s cut the search short: the exact search settled 5 of 100 openers; the search among the "
        "32 most promising guesses of each node was completed and saved 4 guesses; "
        "a longer --time-limit can save at most 27 guesses of 7927, since no tree has a total below 7900"
    )
    assert early.describe() == (
        "the time limit of 1 s cut the search short: "
        "the search among the 8 most promising guesses of each node was not completed"
    )


@pytest.mark.parametrize("n_workers", [1, 2])
def test_a_solver_that_is_out_of_time_says_so_and_nothing_else(n_workers: int) -> None:
    game = large_game(0).under(Rule.ANY)
    solver = ExactSolver(game, FeedbackMatrix.of(game), 6, n_workers=n_workers, deadline=Deadline(0))
    began = time.monotonic()

    for _ in range(20):
        with pytest.raises(StoppedError):
            solver.rank_openers(solver.legal_openers(), n_best=1)

    assert time.monotonic() - began < 60
    assert threading.active_count() < 20


def test_the_widths_that_lead_up_to_the_exact_search_ascend() -> None:
    assert list(optimal._WIDTHS) == sorted(set(optimal._WIDTHS))
    assert optimal._WIDTHS[0] >= 1


@pytest.mark.parametrize(
    ("args", "seconds", "n_answers"),
    [
        # The proof over all openers takes half a minute and more.
        pytest.param(["-j", "1"], 1, 2315, id="all-openers"),
        # The proof for LANTS takes minutes.
        pytest.param(
            ["--answers", "original-allowed", "--start", "lants"], 60, 12972, marks=pytest.mark.slow, id="lants"
        ),
    ],
)
def test_a_search_of_some_seconds_ends_in_time_with_an_upper_bound(
    tmp_path: Path, args: list[str], seconds: int, n_answers: int
) -> None:
    path = tmp_path / "x.tree"
    compile_tree(small_game(0).under(Rule.ANY), max_guesses=20)  # the kernels are ready
    began = time.monotonic()
    result = run(*args, "--time-limit", str(seconds), "-o", str(path), "--quiet")
    took = time.monotonic() - began

    assert result.exit_code == 0, result.output
    assert "upper bound: the search was cut short" in result.stdout
    assert f"the time limit of {seconds} s cut the search short: " in result.stderr
    assert "a longer --time-limit can save at most" in result.stderr
    # The rest may take long on a busy machine.
    assert took < seconds + 120
    tree = load(path)
    assert (tree.info.status, dict(tree.info.options)["time_limit"]) == ("upper bound", seconds)
    assert tree.guarantee.n_solved == n_answers


def lists_of(small: SmallGame, folder: Path) -> list[str]:
    for name, words in (("answers", small.answers), ("allowed", small.allowed)):
        (folder / name).write_text("\n".join(words), encoding="utf-8")
    return ["--answers", str(folder / "answers"), "--allowed", str(folder / "allowed")]


@pytest.mark.parametrize("is_real", [False, pytest.param(True, marks=pytest.mark.slow)], ids=["no-time", "a-second"])
def test_too_little_time_for_any_tree_is_one_line_and_no_file(
    tmp_path_factory: pytest.TempPathFactory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, is_real: bool
) -> None:
    path = tmp_path / "x.tree"
    # Of the real lists there is no such tree; to prove it takes more than a second.
    lists = [] if is_real else lists_of(middle_game(), tmp_path_factory.mktemp("lists"))
    if not is_real:
        monkeypatch.setattr(optimal, "_WIDTHS", ())
        stop_after(monkeypatch, 0)
    result = run(*lists, "--max-guesses", "4", "--time-limit", "1", "--quiet", "-o", str(path))

    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert "1 s were not enough to find a tree" in result.stderr or (is_real and "(proven)" in result.stderr)
    assert "; --strategy expected-size --allow-unsolved writes a tree that solves " in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("seconds", [0, -1, True, "9", 1.5, 10**30], ids=repr)
def test_a_time_limit_that_is_no_number_from_one_on_is_refused(seconds: object) -> None:
    with pytest.raises(InputError, match="time_limit must be a whole number, at least 1"):
        compile_tree(small_game(1).under(Rule.ANY), options={"time_limit": seconds})  # type: ignore[dict-item]


def test_a_time_limit_beyond_every_clock_is_as_good_as_none() -> None:
    report = compile_tree(small_game(1).under(Rule.ANY), max_guesses=20, options={"time_limit": 10**15}).report

    assert report.status == "optimal"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--effort", "3", "--time-limit", "3"], "give only one of them"),
        (["--strategy", "entropy", "--time-limit", "3"], "no option 'time_limit'"),
        (["--time-limit", "0"], "--time-limit"),
        (["--time-limit", "soon"], "--time-limit"),
        (["--time-limit", "1e3"], "--time-limit"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_a_time_limit_of_no_use_is_refused(tmp_path: Path, args: list[str], said: str) -> None:
    path = tmp_path / "x.tree"
    result = run(*args, "-o", str(path))

    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert said in result.stderr
    assert not path.exists()
