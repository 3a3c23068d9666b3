"""The ranking of the next guesses at a position: exact totals for the best, and a proof that the rest are not better.

As in the search for the best opener, a guess is searched only until its total is known to exceed that of the last
guess in the ranking. A guess that would win a tie with it is searched to the end, so ties never depend on which worker
finishes first.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.legality import filter_legal
from wordle_compiler.machine.progress import Progress, ignore_progress
from wordle_compiler.search.extract import CandidateSet
from wordle_compiler.search.partition import weight_of
from wordle_compiler.search.problem import CANDIDATES, HARD, INFEASIBLE, Problem, Scratch
from wordle_compiler.search.rounds import estimate_totals
from wordle_compiler.search.views import root_view, sweep
from wordle_compiler.solver.leaderboard import Leaderboard
from wordle_compiler.solver.worker_threads import WorkerThreads


def rank_guesses(
    problem: Problem,
    threads: WorkerThreads,
    candidates: NDArray[np.int32],
    constraint: NDArray[np.uint16],
    guesses_left: int,
    n_best: int | None,
    progress: Progress = ignore_progress,
) -> tuple[list[tuple[int, int]], int]:
    """Returns the best next guesses with their exact totals, best first, and how many guesses are legal.

    Candidates win ties, then the alphabet decides. A total of `INFEASIBLE` proves that the guess cannot solve all
    candidates within the limit; such guesses come last. Every legal guess that is not returned is proven to be no
    better than the last one returned. The result does not depend on the number of workers.

    `threads` is made for at least `guesses_left` guesses, which include the guess itself. `candidates` ascend, at least
    one. `constraint` is what rule hard demands of the guess; see `legality`. With `n_best` None, all legal
    guesses are returned. `progress` is told how far down the order of the guesses the search has come.
    """
    here = threads.worker()
    members = here.extractor.focus(CandidateSet.of(candidates, root_view(problem), constraint))
    guesses, bounds = _order_guesses(problem, here.scratch, members.answers, constraint)
    wins_ties = frozenset(problem.answer_as_guess[candidates].tolist())
    # A proof that a guess misses the limit gets on the board, too. By key, candidates come first.
    board: Leaderboard[tuple[bool, int]] = Leaderboard(n_best, INFEASIBLE + 1)
    keys = [(guess not in wins_ties, guess) for guess in guesses.tolist()]

    def try_guess(place: int) -> int:
        cutoff = min(INFEASIBLE, board.cutoff(keys[place]))
        total = threads.worker().extractor.total(members, guesses_left, cutoff, keys[place][1])
        if total < cutoff or total >= INFEASIBLE:
            board.enter(min(total, INFEASIBLE), keys[place])
        return place

    # Most guesses fall to their bounds, which takes less time than handing them to a thread.
    to_try = (place for place, key in enumerate(keys) if bounds[place] < min(INFEASIBLE, board.cutoff(key)))
    done = 0
    for place in threads.run(try_guess, to_try):
        done = max(done, place + 1)
        progress(done, len(guesses), "next guesses")
    progress(len(guesses), len(guesses), "next guesses")
    return [(guess, total) for total, (_, guess) in board.best()], len(guesses)


def legal_guesses(problem: Problem, answers: NDArray[np.integer], constraint: NDArray[np.uint16]) -> NDArray[np.int32]:
    """Returns the guesses that the rule allows where `answers` are the candidates.

    `constraint` is what rule hard demands.
    """
    if problem.rule == CANDIDATES:
        return np.asarray(problem.answer_as_guess[answers], np.int32)
    guesses = np.arange(len(problem.by_guess), dtype=np.int32)
    if problem.rule == HARD:
        return filter_legal(constraint, guesses, problem.letters, problem.letter_counts)
    return guesses


def _order_guesses(
    problem: Problem, scratch: Scratch, answers: NDArray[np.uint16], constraint: NDArray[np.uint16]
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Returns the legal guesses at a position, the most promising first, and a lower bound for the total of each.

    With n candidates, a guess with k cells costs at least 3n - k, and a candidate one less: see step 4 of `search`.
    `partition` defines n and k for answers with weights.
    """
    n_allowed = len(problem.by_guess)
    candidates = problem.answer_as_guess[answers]
    guesses = legal_guesses(problem, answers, constraint)
    view = root_view(problem)
    n_cells = np.empty(n_allowed, view.n_cells.dtype)
    none = np.empty(0, np.int32)
    sweep(problem, scratch, view, answers, answers.astype(np.int32), none, 0, n_allowed, n_cells)
    bounds = 3 * weight_of(problem, answers) - n_cells.astype(np.int64)
    bounds[candidates] -= problem.weights[answers] if problem.is_weighted else 1
    estimates = np.empty(len(guesses), np.int64)
    estimate_totals(problem, scratch.counts, answers, guesses, estimates)
    order = np.argsort(estimates, kind="stable")
    return guesses[order], bounds[guesses[order]]
