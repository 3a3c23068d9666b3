"""The parts of the cluster search without a cluster: in whatever order tasks come back, and whichever are lost."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest
from reference_solver import Reference
from small_games import RULES, SmallGame, draw_weights, families_game, large_game, small_game
from waiting import wait_until

from wordle_compiler.cluster import worker_state
from wordle_compiler.cluster.cancellation import NotWantedError, Reason, RunningSearch, Watchdog
from wordle_compiler.cluster.connection import LostTaskError, Metrics
from wordle_compiler.cluster.fleet import Broadcaster, DaskFleet, TreeSource
from wordle_compiler.cluster.messages import (
    BoundedOpener,
    Cell,
    CellBatch,
    CellKey,
    CellsDone,
    CellValue,
    Cutoffs,
    GuessBatch,
    GuessesDone,
    LeadingGuess,
    OpenerBatch,
    OpenersDone,
    SplitCells,
    SplitGuesses,
    TaskMessage,
    TreeBatch,
    UnknownQuestionError,
)
from wordle_compiler.cluster.pacing import BatchSizes, Pacing
from wordle_compiler.cluster.settling import OpenerSource, SplitOpener
from wordle_compiler.cluster.split_cells import GuessPool
from wordle_compiler.cluster.task_runner import TaskRunner
from wordle_compiler.cluster.worker_state import SharedCutoffs, forget, register, thread_state_for
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.lists import load_list
from wordle_compiler.game.mastermind import mastermind
from wordle_compiler.game.weights import Weights
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.extract import CandidateSet
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.solver import crew, planning
from wordle_compiler.solver.fixed_openers import OpenCell, play_fixed
from wordle_compiler.solver.fleet import OpenCellTask, Question, SolvedCell
from wordle_compiler.solver.leaderboard import Leaderboard, OpenerResult, SettledOpener, Standing
from wordle_compiler.solver.planning import MemoSize
from wordle_compiler.solver.solver import ExactSolver

each_rule = pytest.mark.parametrize("rule", RULES, ids=str)
ALWAYS_SPLIT = Pacing(slice_seconds=0.0, patience=0.0, cell_patience=0.0, patient_share=0.0, most_pieces=4)
NEVER_SPLIT = Pacing(slice_seconds=0.001, patience=1000.0, cell_patience=1000.0)
SOMETIMES_SPLIT = Pacing(slice_seconds=0.001, patience=0.0005, cell_patience=0.0005, patient_share=0.0, most_pieces=3)


@pytest.fixture(autouse=True)
def _small_memo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "MEMO_SLOTS", 1 << 13)
    monkeypatch.setattr(planning, "MEMO_POOL", 1 << 17)


class Unruly:
    """A cluster of one thread without Dask: tasks come back in any order, some are lost, some are done twice."""

    def __init__(self, seed: int, pacing: Pacing, n_slots: int = 3) -> None:
        self.dice = random.Random(seed)
        self.pacing = pacing
        self.n_slots = n_slots
        self.n_lost = 0
        self.seen: set[type] = set()

    def fleet(self, question: Question, matrix: FeedbackMatrix, _deadline: float | None) -> UnrulyFleet:
        register(question)
        return UnrulyFleet(self, question, matrix)


class UnrulyFleet:
    def __init__(self, cluster: Unruly, question: Question, matrix: FeedbackMatrix) -> None:
        self.cluster = cluster
        self.question = question
        self.matrix = matrix
        self.n_slots = cluster.n_slots

    def cells_of(self, opener: int) -> list[OpenCell]:
        return play_fixed(self.question.game, self.matrix, (opener,), self.question.max_guesses)[1]

    def settle_openers(
        self, openers: list[int], known: dict[int, OpenerResult], board: Leaderboard, *, is_bounded: bool, idle: object
    ) -> Iterator[SettledOpener]:
        del idle
        weights = self.question.weights
        weight = self.matrix.n_answers if weights is None else int(weights.in_units(self.question.max_guesses).sum())
        source = OpenerSource(
            openers,
            known,
            board,
            self.cells_of,
            weight=weight,
            is_bounded=is_bounded,
            can_split_cells=True,
            pacing=self.cluster.pacing,
        )
        return self.run(source)

    def solve_cells(self, tasks: list[OpenCellTask]) -> Iterator[SolvedCell]:
        return self.run(TreeSource(tasks, self.cluster.pacing, can_split=True))

    def run(self, source: OpenerSource | TreeSource) -> Iterator:
        dice = self.cluster.dice
        out: list[tuple[object, Cutoffs]] = []
        while True:
            while len(out) < 2 * self.n_slots and (work := source.next_work(self.n_slots)) is not None:
                out.append((work, source.cutoffs_for(work)))
            if not out:
                return
            work, cutoffs = out.pop(dice.randrange(len(out)))
            self.cluster.seen.add(type(work))
            if dice.random() < 0.2:
                self.cluster.n_lost += 1
                source.put_back(work)
                continue
            shared = SharedCutoffs()
            shared.lower(cutoffs)
            if dice.random() < 0.5 and (lowered := source.lowered_cutoffs()) is not None:
                shared.lower(lowered)
            yield from source.take(
                work, TaskRunner(thread_state_for(self.question.key), shared, lambda: True).perform(work)
            )


def solver_of(game: Game, limit: int, cluster: Unruly | None = None, weights: Weights | None = None) -> ExactSolver:
    return ExactSolver(game, FeedbackMatrix.of(game), limit, cluster=cluster, weights=weights)


def ranked(small: SmallGame, rule: Rule, limit: int) -> tuple[list[tuple[int, int]], list[int]]:
    """The openers that solve the game with their totals, best first, and the others, from the reference."""
    reference = Reference(small.answers, small.allowed, rule.value)
    legal = small.answers if rule is Rule.CANDIDATES else small.allowed
    totals = {small.allowed.index(word): reference.below(word, limit) for word in legal}
    feasible = sorted((total, opener) for opener, total in totals.items() if total is not None)
    return feasible, [opener for opener, total in totals.items() if total is None]


@each_rule
@pytest.mark.parametrize("pacing", [ALWAYS_SPLIT, SOMETIMES_SPLIT, NEVER_SPLIT], ids=["always", "sometimes", "never"])
def test_totals_are_those_of_the_reference_whatever_is_split_or_lost(pacing: Pacing, rule: Rule) -> None:
    for seed in range(8):
        small = small_game(seed)
        limit = (3, 4, 6)[seed % 3]
        feasible, infeasible = ranked(small, rule, limit)
        for n_best in (1, 3, None):
            cluster = Unruly(seed, pacing)
            solver = solver_of(small.under(rule), limit, cluster)
            results = solver.rank_openers(solver.legal_openers(), n_best=n_best)

            best = [(r.total, r.opener) for r in results if r.is_exact and r.is_feasible]
            assert best[: n_best or len(best)] == feasible[:n_best], f"{small} within {limit}"
            if n_best is None or len(feasible) < n_best:
                assert best == feasible
                assert [r.opener for r in results if not r.is_feasible] == infeasible


@each_rule
@pytest.mark.parametrize("pacing", [ALWAYS_SPLIT, SOMETIMES_SPLIT], ids=["always", "sometimes"])
def test_larger_games_are_ranked_as_by_threads(pacing: Pacing, rule: Rule) -> None:
    seen = set()
    for seed in range(2):
        small = large_game(seed, n_answers=(25, 50), n_allowed=(60, 120))
        plain = solver_of(small.under(rule), 5)
        for n_best in (1, 4, None):
            expected = plain.rank_openers(plain.legal_openers(), n_best=n_best)
            cluster = Unruly(seed, pacing)

            assert (
                solver_of(small.under(rule), 5, cluster).rank_openers(plain.legal_openers(), n_best=n_best) == expected
            )
            seen |= cluster.seen
            assert cluster.n_lost > 0

    assert seen == {OpenerBatch, CellBatch, *([GuessBatch] if pacing is ALWAYS_SPLIT else [])}


@each_rule
@pytest.mark.parametrize("n_nodes", [0, 1 << 18], ids=["relaxed", "plain"])
def test_trees_are_those_of_threads(n_nodes: int, rule: Rule, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where relaxation solves the cells, and where their guesses are tried one by one."""
    for seed in range(4):
        small = families_game(seed) if seed % 2 else large_game(seed, n_answers=(25, 50), n_allowed=(60, 120))
        game = small.under(rule)
        opener = game.allowed.words.index(game.answers.words[0])
        for limit in (4, 8):
            expected = solver_of(game, limit).solve_below(opener)
            for pacing in (ALWAYS_SPLIT, NEVER_SPLIT):
                cluster = Unruly(seed, pacing)
                with monkeypatch.context() as patch:
                    patch.setattr(crew, "MOST_NODES", n_nodes)
                    assert solver_of(game, limit, cluster).solve_below(opener) == expected
                assert cluster.seen == {TreeBatch, *([GuessBatch] if pacing is ALWAYS_SPLIT else [])}


def test_a_code_whose_guesses_are_tried_one_by_one_is_played_as_by_threads() -> None:
    """Symmetry makes many guesses equal; only the first of them is tried."""
    game = mastermind(3, 4)
    expected = solver_of(game, 6).solve_below(1)
    cluster = Unruly(1, ALWAYS_SPLIT)

    assert expected is not None
    assert solver_of(game, 6, cluster).solve_below(1) == expected
    assert GuessBatch in cluster.seen


def test_a_cell_of_one_or_two_candidates_is_never_split(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it takes, as on a worker that compiles its kernels meanwhile."""
    families = ("axxxy", "bxxxy", "cxyyy", "dxyyy", "exxxy")
    small = SmallGame("families", families, tuple(sorted((*families, "dadja", "ddbjc"))))
    game = small.under(Rule.ANY)
    opener = small.allowed.index("ddbjc")
    expected = solver_of(game, 6).solve_below(opener)
    solve = crew.Worker.solve
    sizes = []

    def solve_slowly(worker: crew.Worker, cell: CandidateSet, *arguments: Any, **named: Any) -> Any:
        if len(cell) <= 2:
            sizes.append(len(cell))
            time.sleep(0.2)
        return solve(worker, cell, *arguments, **named)

    monkeypatch.setattr(crew.Worker, "solve", solve_slowly)
    cluster = Unruly(1, Pacing(cell_patience=0.05, patient_share=0.0))

    assert expected is not None
    assert solver_of(game, 6, cluster).solve_below(opener) == expected
    assert 1 in sizes


@pytest.mark.parametrize(
    ("bests", "bounds", "expected"),
    [
        ([LeadingGuess(20, 1), None], [INFEASIBLE, 20], (20, True)),
        ([None, LeadingGuess(20, 2)], [25, 21], (20, True)),
        ([LeadingGuess(22, 0), LeadingGuess(20, 2)], [INFEASIBLE, 21], (20, True)),
        ([None, None], [INFEASIBLE, INFEASIBLE], (INFEASIBLE, True)),
        ([None, None], [25, 23], (23, False)),
        # The opener was refuted meanwhile, with a cutoff below the best guess: no guess is proven to be the best.
        ([LeadingGuess(20, 1), None], [INFEASIBLE, 18], (18, False)),
    ],
)
def test_a_split_cell_costs_what_its_best_guess_costs(
    bests: list[LeadingGuess | None], bounds: list[int], expected: tuple[int, bool]
) -> None:
    cell = Cell(3, np.arange(9, dtype=np.uint16), np.zeros(11, np.uint16), 4, 12)
    pool = GuessPool(Pacing())
    assert pool.begin(7, cell, SplitGuesses(3, (40, 41, 42), INFEASIBLE)) is None
    # One guess a task until there is an exact total; then as many as there are.
    first = pool.next_work(2)
    second = pool.next_work(2)
    third = pool.next_work(2)
    assert first is not None
    assert second is not None
    assert third is not None
    assert [work.guesses for work in (first, second, third)] == [((0, 40),), ((1, 41),), ((2, 42),)]
    assert pool.next_work(2) is None
    pool.put_back(second)
    assert pool.next_work(2) == second

    node = TreeNode("best", False)
    tree = [node if best == min(one for one in bests if one) else None for best in bests] if any(bests) else [None] * 2
    assert pool.take(first, GuessesDone(1, bounds[0], bests[0], tree[0], 0.1)) is None
    assert pool.take(third, GuessesDone(1, bounds[1], bests[1], tree[1], 0.1)) is None
    assert pool.best_guesses() == ({CellKey(7, 3): min(one for one in bests if one)} if any(bests) else {})
    value = pool.take(second, GuessesDone(1, INFEASIBLE, None, None, 0.1))
    assert value is not None
    assert (value.total, value.is_exact) == expected
    assert value.node is (node if any(bests) else None)
    assert pool.take(second, GuessesDone(1, 5, None, None, 0.1)) is None, "a cell that is done learns nothing"


def test_an_opener_without_a_tree_is_found_as_by_threads() -> None:
    game = families_game(3).under(Rule.CANDIDATES)
    openers = range(len(game.allowed))
    plain = [
        solver_of(game, 3).solve_below(opener) for opener in openers if game.allowed.words[opener] in game.answers.words
    ]

    assert None in plain
    assert plain == [
        solver_of(game, 3, Unruly(1, ALWAYS_SPLIT)).solve_below(opener)
        for opener in openers
        if game.allowed.words[opener] in game.answers.words
    ]


@each_rule
def test_weighted_totals_are_those_of_threads(rule: Rule) -> None:
    for seed in range(5):
        small = large_game(seed, n_answers=(15, 30), n_allowed=(40, 80))
        game = small.under(rule)
        weights = Weights.of(draw_weights(small, seed), game.answers)
        plain = solver_of(game, 6, weights=weights)
        openers = plain.legal_openers()
        expected = plain.rank_openers(openers, n_best=3)

        assert solver_of(game, 6, Unruly(seed, ALWAYS_SPLIT), weights).rank_openers(openers, n_best=3) == expected


def split_of(bounds: tuple[int, ...], exact: tuple[bool, ...], weight: int = 10) -> SplitOpener:
    parent = TreeNode("", False)
    cells = [
        OpenCell(parent, code, np.arange(size, dtype=np.int32), np.zeros(11, np.uint16), 5)
        for code, size in enumerate((3, 5, 1, 4))
    ]
    return SplitOpener(SplitCells(7, bounds, exact, 0.0), cells[: len(bounds)], weight)


def test_the_total_of_a_split_opener_is_its_weight_and_its_cells() -> None:
    split = split_of((6, 9, 1, 8), (False, False, True, False))

    assert split.total == 10 + 6 + 9 + 1 + 8
    assert [cell.number for cell in split.open_cells()] == [1, 3, 0]
    assert split.slack(40) == 6
    assert not split.is_settled(35)
    assert split.is_settled(34)

    split.learn(1, 12, is_exact=False)
    assert split.total == 37
    assert split.slack(40) == 3
    split.learn(1, 10, is_exact=False)
    assert split.total == 37, "a weaker bound teaches nothing"

    for number, value in ((1, 12), (3, 8), (0, 7)):
        assert not split.is_exact
        split.learn(number, value, is_exact=True)
    assert split.is_exact
    assert split.total == 38


def test_one_cell_without_a_tree_settles_its_opener() -> None:
    split = split_of((6, 9), (False, False))
    split.learn(0, INFEASIBLE, is_exact=True)

    assert split.total == INFEASIBLE
    assert split.is_exact
    assert split.slack(INFEASIBLE) == INFEASIBLE


def test_cutoffs_only_get_lower() -> None:
    cutoffs = SharedCutoffs()
    assert cutoffs.cutoff(3) == cutoffs.slack(3) == INFEASIBLE

    cutoffs.lower(Cutoffs(Standing(100, 5), {3: 8}))
    cutoffs.lower(Cutoffs(Standing(100, 9), {3: 9, 4: 1}))
    cutoffs.lower(Cutoffs(None, {3: 7}))

    # Opener 3 comes before opener 5, so it may equal its total; opener 6 may not.
    assert (cutoffs.cutoff(3), cutoffs.cutoff(6)) == (101, 100)
    assert (cutoffs.slack(3), cutoffs.slack(4)) == (7, 1)


def test_a_search_is_stopped_as_soon_as_its_cutoff_falls_its_time_is_up_or_nobody_wants_it() -> None:
    watchdog = Watchdog()
    control = np.zeros(1, np.int64)
    state = {"cutoff": 50, "wanted": True}

    def stopped_by(change: Callable[[], object], until: float | None = None) -> Reason | None:
        state.update(cutoff=50, wanted=True)
        search = RunningSearch(control, 50, lambda: state["cutoff"], until, lambda: bool(state["wanted"]))
        with watchdog.running(search):
            assert control[0] == 0
            change()
            watchdog.check_now()
            wait_until(lambda: control[0])
        return search.stopped_for

    assert stopped_by(lambda: state.update(cutoff=49)) is Reason.CUTOFF_FELL
    assert stopped_by(lambda: state.update(wanted=False)) is Reason.NOT_WANTED
    assert stopped_by(lambda: None, until=time.monotonic() + 0.01) is Reason.TIME_IS_UP


def test_a_search_whose_cutoff_falls_ends_with_the_new_cutoff() -> None:
    small = large_game(1, n_answers=(80, 120), n_allowed=(200, 300))
    game = small.under(Rule.ANY)
    plain = solver_of(game, 6)
    best = plain.best_opener()
    assert best is not None
    worse = next(opener for opener in plain.legal_openers() if opener > best.opener)
    cutoffs = SharedCutoffs()
    question = Question(game, 6)
    register(question)
    calls = iter(range(1000))

    class FallingCutoffs(SharedCutoffs):
        """There is no cutoff at first; by the time that the search looks, there is one."""

        def cutoff(self, opener: int) -> int:
            if next(calls) == 1:
                cutoffs.lower(Cutoffs(Standing(best.total, best.opener)))
            return cutoffs.cutoff(opener)

    work = OpenerBatch(
        (BoundedOpener(worse, 0),), is_bounded=False, ends_at_total=True, slice_seconds=1.0, patience=None
    )
    done = TaskRunner(thread_state_for(question.key), FallingCutoffs(), lambda: True).perform(work)

    assert isinstance(done, OpenersDone)
    assert done.settled[0].total >= best.total


def test_a_task_that_nobody_wants_ends_at_once() -> None:
    # A first guess as bad as this takes many seconds without a cutoff.
    game = Game(load_list("original-answers"), load_list("original-allowed"), Rule.ANY)
    question = Question(game, 6)
    register(question)
    fuzzy = game.allowed.words.index("fuzzy")
    work = OpenerBatch(
        (BoundedOpener(fuzzy, 0),), is_bounded=False, ends_at_total=True, slice_seconds=1.0, patience=None
    )
    runner = TaskRunner(thread_state_for(question.key), SharedCutoffs(), lambda: False)
    began = time.monotonic()

    with pytest.raises(NotWantedError):
        runner.perform(work)
    assert time.monotonic() - began < 60
    forget(question.key)


def test_a_question_is_unknown_until_it_is_registered_and_after_it_is_forgotten() -> None:
    question = Question(small_game(1).under(Rule.ANY), 6)
    forget(question.key)
    with pytest.raises(UnknownQuestionError, match=question.key):
        thread_state_for(question.key)

    register(question)
    assert thread_state_for(question.key) is thread_state_for(question.key)
    forget(question.key)
    assert question.key not in worker_state._problems


def test_questions_differ_in_their_keys() -> None:
    game = small_game(1).under(Rule.ANY)
    weights = Weights.of(dict.fromkeys(game.answers.words, 2), game.answers)
    questions = [
        Question(game, 6),
        Question(game, 5),
        Question(game, 6, weights),
        Question(game, 6, None, 8),
        Question(small_game(1).under(Rule.HARD), 6),
    ]

    assert len({question.key for question in questions}) == len(questions)
    assert Question(game, 6).key == questions[0].key


def test_the_problem_of_a_question_is_built_once_for_all_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    built: list[str] = []
    make = worker_state.WorkerProblem

    def count(question: Question, matrix: FeedbackMatrix, memo: MemoSize) -> worker_state.WorkerProblem:
        built.append(question.key)
        time.sleep(0.05)
        return make(question, matrix, memo)

    monkeypatch.setattr(worker_state, "WorkerProblem", count)
    question = Question(small_game(2).under(Rule.ANY), 6)
    forget(question.key)
    register(question)
    places = []
    threads = [threading.Thread(target=lambda: places.append(thread_state_for(question.key))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert built == [question.key]
    assert len({id(place) for place in places}) == 4
    assert len({id(place.problem_state) for place in places}) == 1


def test_without_a_cutoff_only_the_openers_that_the_board_has_room_for_are_out() -> None:
    board = Leaderboard(1)
    source = OpenerSource(
        range(100), {}, board, lambda _opener: [], weight=10, is_bounded=True, can_split_cells=True, pacing=Pacing()
    )
    first = source.next_work(8)

    assert first == OpenerBatch((BoundedOpener(0, 0),), True, True, Pacing().slice_seconds, 0.0)
    assert isinstance(first, OpenerBatch)
    # Seven more tasks for workers who would have nothing to do, and no more.
    others = [source.next_work(8) for _ in range(7)]
    assert all(isinstance(work, OpenerBatch) and work.patience == 0 for work in others)
    assert source.next_work(8) is None

    source.take(first, OpenersDone((), (SplitCells(0, (), (), 0.1),), 0.1))
    assert board.best() == [OpenerResult(0, 10, True)]
    following = source.next_work(8)
    assert isinstance(following, OpenerBatch)
    assert following.patience == Pacing().patience
    assert len(following.openers) == 92 // (8 * Pacing().tasks_per_slot)


def test_tasks_grow_with_what_they_cost_and_shrink_towards_the_end() -> None:
    sizes = BatchSizes(Pacing(least_seconds=0.1, handling_seconds=0.01, most_pieces=50, tasks_per_slot=2))
    assert sizes.next(1000, 4) == 50
    assert sizes.next(80, 4) == 10
    assert sizes.next(3, 4) == 1

    sizes.learn(10, 0.2)
    # A piece takes 20 ms: five for 100 ms, which is enough for four workers; a hundred need 1 s, or what there is.
    assert sizes.next(16, 4) == 5
    assert sizes.next(100, 100) == 50
    assert sizes.next(30, 100) == 30


def test_patience_is_a_share_of_the_time_that_is_left() -> None:
    sizes = BatchSizes(Pacing(patience=2.0, cell_patience=30.0, patient_share=0.25))
    assert sizes.patience(1000, 4) == 2.0

    sizes.learn(1, 8.0)
    assert sizes.patience(1000, 4) == pytest.approx(0.25 * 1000 * 8 / 4)
    assert sizes.patience(3, 4) == 2.0
    assert sizes.cell_patience(1000, 4) == pytest.approx(0.25 * 1000 * 8 / 4)
    assert sizes.cell_patience(3, 4) == 30.0
    assert sizes.cell_patience(3, 1) is None


def test_lowered_cutoffs_are_what_has_fallen_since_the_last_call() -> None:
    parent = TreeNode("", False)
    cells = [OpenCell(parent, code, np.arange(4, dtype=np.int32), np.zeros(11, np.uint16), 5) for code in range(3)]
    board = Leaderboard(1)
    board.enter(OpenerResult(50, 40, True))
    source = OpenerSource(
        range(3), {}, board, lambda _opener: cells, weight=12, is_bounded=True, can_split_cells=True, pacing=Pacing()
    )
    assert source.lowered_cutoffs() is None
    work = source.next_work(1)
    source.take(work, OpenersDone((), (SplitCells(0, (7, 7, 7), (False,) * 3, 0.1),), 0.1))

    # 12 and three times 7 are 33; opener 0 comes before opener 50, so its cutoff is 41.
    assert source.lowered_cutoffs() == Cutoffs(None, {0: 8})
    assert source.lowered_cutoffs() is None

    batch = source.next_work(1)
    assert isinstance(batch, CellBatch)
    source.take(batch, CellsDone((CellValue(batch.cells[0].number, 10, True, 0.1),), 0.1))
    assert source.lowered_cutoffs() == Cutoffs(None, {0: 5})


def test_a_task_that_is_lost_as_it_is_sent_does_not_end_the_run() -> None:
    """The scheduler has gone when the first task is sent; the search goes on with the next one."""
    cell = OpenCell(TreeNode("", False), 0, np.arange(4, dtype=np.int32), np.zeros(11, np.uint16), 5)
    found = TreeNode("found", True)

    class Gone:
        """A connection that is lost until it is opened again."""

        n_slots = 2
        is_alive = False
        metrics = Metrics()

        def submit(self, _kind: str, _message: TaskMessage) -> int:
            if not self.is_alive:
                raise LostTaskError
            return 1

        def wait(self, _seconds: float) -> list[tuple[int, Callable[[], CellsDone]]]:
            return [(1, lambda: CellsDone((CellValue(0, 7, True, 0.1, found),), 0.1))] if self.is_alive else []

        def reopen(self) -> None:
            self.is_alive = True

        def broadcast(self, _run: str, _cutoffs: Cutoffs) -> None:
            raise AssertionError

        def abandon(self, _out: object) -> None:
            pass

    game = small_game(1).under(Rule.ANY)
    fleet = DaskFleet(Gone(), Question(game, 6), FeedbackMatrix.of(game), Pacing(), None)

    assert list(fleet.solve_cells([OpenCellTask(cell, 5, 9)])) == [SolvedCell(cell, found, 7)]


def test_the_broadcaster_combines_what_has_come_up_meanwhile() -> None:
    sent: list[Cutoffs] = []
    go_on = threading.Event()
    arrived = threading.Event()

    def send(cutoffs: Cutoffs) -> None:
        sent.append(cutoffs)
        arrived.set()
        go_on.wait(5)
        if len(sent) == 1:
            raise OSError("a worker has died")

    broadcaster = Broadcaster(send)
    broadcaster.broadcast(Cutoffs(Standing(9, 1)))
    assert arrived.wait(5)
    arrived.clear()
    broadcaster.broadcast(Cutoffs(Standing(8, 1), {1: 5}))
    broadcaster.broadcast(Cutoffs(None, {1: 3, 2: 2}))
    go_on.set()
    assert arrived.wait(5)
    broadcaster.broadcast(None)

    assert sent == [Cutoffs(Standing(9, 1)), Cutoffs(Standing(8, 1), {1: 3, 2: 2})]
