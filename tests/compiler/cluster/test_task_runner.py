"""A worker's side: running searches, their cutoffs, and the problems that a process keeps."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import numpy as np
import pytest
from small_games import large_game, small_game
from unruly_cluster import solver_of
from waiting import wait_until

from wordle_compiler.cluster import worker_state
from wordle_compiler.cluster.cancellation import NotWantedError, Reason, RunningSearch, Watchdog
from wordle_compiler.cluster.messages import (
    BoundedOpener,
    Cutoffs,
    OpenerBatch,
    OpenersDone,
    UnknownQuestionError,
)
from wordle_compiler.cluster.task_runner import TaskRunner
from wordle_compiler.cluster.worker_state import SharedCutoffs, forget, register, thread_state_for
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.lists import load_list
from wordle_compiler.game.weights import Weights
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.solver.fleet import Question
from wordle_compiler.solver.leaderboard import Standing
from wordle_compiler.solver.planning import MemoSize

pytestmark = pytest.mark.usefixtures("small_memo")


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
