"""Rankings of openers, and of the next guesses at a position: the best so far set the cutoff that the others must beat.

With two or more workers, the order in which openers finish differs from run to run, and so do the cutoffs. The result
does not: the best openers are best by total and then alphabetically, and for all others it states only the bound that
follows from that. A next guess that would win a tie with the last one in its ranking is searched to the end.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.legality import filter_legal
from wordle_compiler.kernels.layout import Answers, Constraint, Guesses, Int64s
from wordle_compiler.machine.progress import Progress, ignore_progress
from wordle_compiler.search.extract import CandidateSet
from wordle_compiler.search.letter_sets import LetterSets
from wordle_compiler.search.partition import count_cells_of_each, weight_of
from wordle_compiler.search.problem import CANDIDATES, HARD, INFEASIBLE, Problem, Scratch
from wordle_compiler.search.rounds import estimate_totals
from wordle_compiler.search.stopping import StoppedError, UndecidedError
from wordle_compiler.solver.leaderboard import POSTPONED, Leaderboard, OpenerResult
from wordle_compiler.solver.refutation.refuter import Refutation, refute
from wordle_compiler.solver.remote import OpenerSource, RemoteWorkers
from wordle_compiler.solver.worker_threads import LARGE_GAME, Worker, WorkerThreads
from wordle_runtime.layout import ROWS

if TYPE_CHECKING:
    from wordle_compiler.solver.journal import Journal

_NEAR, _FEW, _AT_ONCE = 4, 500, 16
"""Below how many guesses left the limit is near; up to how many candidates most guesses take no time, and how many of
those guesses a thread is handed at once."""


def rank_each(
    threads: WorkerThreads,
    openers: Sequence[int],
    board: Leaderboard[int],
    journal: Journal | None,
    known: dict[int, OpenerResult],
    progress: Progress,
    remote: RemoteWorkers | None,
) -> None:
    """Enters openers on the board until no other can get there, and adds what is found to `known`.

    If there are `remote` workers, they search instead of the threads.

    Raises:
        StoppedError: The deadline has passed.
    """
    limit = threads.max_guesses
    idle = (lambda: None) if journal is None else journal.write_if_due
    exact = {opener for opener in openers if opener in known and known[opener].is_exact}
    for opener in exact:
        board.enter(known[opener].total, opener)
    order = by_estimate(threads.problem, [opener for opener in openers if opener not in exact])
    if board.cutoff(-1) < INFEASIBLE:
        # There is a bar from the start, so the order may serve the memo; the worst fall within seconds.
        order = beside_anagrams(threads.problem, order[::-1] if board.n_best is None else order)
    # If every opener needs its exact total, a bound saves nothing.
    has_cutoff = board.cutoff(-1) < INFEASIBLE or (board.n_best is not None and board.n_best < len(openers))
    has_sets = order and has_cutoff and not remote and len(threads.problem.game.answers) < LARGE_GAME
    sets = threads.letter_sets(len(order)) if has_sets else None

    # Those that take long wait until all others have been tried, and so do those that took long in an earlier run.
    postponed = [] if journal is None else list(journal.known(limit, POSTPONED).values())
    bounds = {result.opener: result.total for result in (*postponed, *known.values())}
    spent = {result.opener: result.seconds or 0.0 for result in postponed}

    def try_opener(opener: int, is_patient: bool) -> OpenerResult:
        worker = threads.worker()
        cutoff = board.cutoff(opener)
        is_patient = is_patient or cutoff >= INFEASIBLE
        result = search_opener(worker, opener, bounds.get(opener, 0), cutoff, sets, is_patient=is_patient)
        if result.is_exact and not worker.is_stopped():
            # Enter it now rather than in the main thread, because the other workers' cutoffs depend on it.
            board.enter(result.total, opener)
        return result

    def outcomes() -> Iterator[OpenerResult]:
        if remote:
            yield from remote.run(OpenerSource(order, known, board), idle)
            return
        later = {result.opener for result in postponed}
        first = [opener for opener in order if opener not in later]
        # One that waits loses its worker's memory, so a single one is searched to the end at once.
        yield from threads.run(partial(try_opener, is_patient=len(first) == 1), first, idle)
        # Those closest to the bar come first.
        last = {result.opener: result.total for result in postponed}
        waiting = sorted(last.keys() & set(order), key=lambda opener: (-last[opener], opener))
        yield from threads.run(partial(try_opener, is_patient=True), waiting, idle)

    n_of_kind = {False: 0, True: 0}
    n_done = len(exact)
    if journal is not None:
        journal.settle(n_done, len(openers))
    for result in outcomes():
        is_settled = result.is_exact or result.total >= board.cutoff(result.opener)
        spent[result.opener] = round(spent.get(result.opener, 0.0) + (result.seconds or 0.0), 3)
        result = replace(result, seconds=spent[result.opener])
        if not is_settled:
            postponed.append(result)
        n_of_kind[result.is_search] += is_settled
        n_done += is_settled
        if journal is not None:
            journal.settle(n_done, len(openers))
        if result.opener not in known or result.is_exact or result.total > known[result.opener].total:
            known[result.opener] = result
            if journal is not None:
                journal.record(limit, result, "opener" if is_settled else POSTPONED)
        best = board.describe(lambda opener: threads.problem.game.allowed.words[opener])
        note = f"openers settled: {n_of_kind[False]} by bound, {n_of_kind[True]} searched, {best}"
        progress(n_done, len(openers), note)


def search_opener(
    worker: Worker, opener: int, bound: int, cutoff: int, sets: LetterSets | None, *, is_patient: bool = True
) -> OpenerResult:
    """Returns an opener's exact total if it is below `cutoff`, or else a lower bound of at least `cutoff`.

    `bound` is a bound that is known already; with `sets`, those of the cells are tried before a search. The result
    means nothing if the worker was stopped. Unless it `is_patient`, a search that takes long ends with a bound below
    `cutoff`.
    """
    started = time.thread_time()
    if bound < cutoff:
        bound = max(bound, worker.bound_below(opener, sets, cutoff))
    if is_search := bound < cutoff:
        try:
            bound = worker.total_below(opener, cutoff, sets, is_patient=is_patient)
        except UndecidedError as undecided:
            return OpenerResult(opener, max(bound, undecided.bound), False, is_search, time.thread_time() - started)
    is_exact = bound < cutoff or bound >= INFEASIBLE
    return OpenerResult(opener, min(bound, INFEASIBLE), is_exact, is_search, time.thread_time() - started)


def by_estimate(problem: Problem, openers: Sequence[int]) -> list[int]:
    """Returns openers by their estimated totals, the most promising first; equal ones ascend by number."""
    ordered = np.array(sorted(openers), np.int32)
    estimates = np.empty(len(ordered), np.int64)
    answers = np.arange(problem.by_guess.shape[1], dtype=np.uint16)
    estimate_totals(problem, np.zeros(problem.n_feedbacks, np.int32), answers, ordered, estimates)
    found: list[int] = ordered[np.argsort(estimates, kind="stable")].tolist()
    return found


def beside_anagrams(problem: Problem, openers: Sequence[int]) -> list[int]:
    """Moves each opener to the first of its anagrams, with which it shares cells that are then bounded once."""
    letters = {opener: tuple(sorted(problem.letters[opener].tolist())) for opener in openers}
    first: dict[tuple[int, ...], int] = {}
    for place, opener in enumerate(openers):
        first.setdefault(letters[opener], place)
    return sorted(openers, key=lambda opener: first[letters[opener]])


def legal_openers(problem: Problem) -> list[int]:
    """Returns the numbers of the words that the rule allows as a first guess, ascending."""
    if problem.rule == CANDIDATES:
        return sorted(int(guess) for guess in problem.answer_as_guess)
    return list(range(problem.by_guess.shape[0]))


def distinct_openers(problem: Problem) -> list[int]:
    """Returns the legal openers that are worth ranking, ascending.

    Of each class of equal openers (see `classes_of`) only the first is kept. An opener that does not split the answers
    is left out: after it the same set remains, with one guess fewer.
    """
    classes, codes = list(classes_of(problem, legal_openers(problem))), problem.by_guess
    is_won = codes[:, 0] == problem.n_feedbacks - 1
    return [opener for opener in classes if is_won[opener] or np.any(codes[opener] != codes[opener, 0])]


def classes_of(problem: Problem, openers: Sequence[int]) -> dict[int, list[int]]:
    """Groups openers that the game's symmetry makes equal, by the first of each group.

    Before the first guess, all places and all colours may be permuted, so only how often each colour occurs matters.
    """
    if len(problem.permutations) == 0:
        return {opener: [opener] for opener in openers}
    first_of: dict[tuple[int, ...], int] = {}
    classes: dict[int, list[int]] = {}
    for opener in openers:
        shape = tuple(sorted(problem.letter_counts[opener].tolist()))
        classes.setdefault(first_of.setdefault(shape, opener), []).append(opener)
    return classes


def refute_rest(
    problem: Problem, limit: int, openers: Sequence[int], journal: Journal | None, **search: Any
) -> tuple[list[int], Refutation | int]:
    """Refutes openers, but for those that a journal knows to be refuted; returns them, and the outcome of `refute`."""
    known = {} if journal is None else journal.known(limit)
    left = [one for one in openers if one not in known or known[one].is_feasible]
    n_settled = count(len(openers) - len(left) + 1)

    def settle(refuted: Sequence[int]) -> None:
        for opener in refuted:
            if journal is not None:
                journal.settle(next(n_settled), len(openers))
                journal.record(limit, OpenerResult(opener, INFEASIBLE, is_exact=True))

    return left, refute(problem, limit, left, settle=settle, **search) if left else Refutation((), {})


def rank_guesses(
    threads: WorkerThreads,
    candidates: Guesses,
    constraint: Constraint,
    guesses_left: int,
    n_best: int | None,
    progress: Progress = ignore_progress,
    played: Sequence[int] = (),
    favourite: int = -1,
) -> tuple[list[tuple[int, int]], int]:
    """Returns the best next guesses with their exact totals, best first, and how many guesses are legal.

    Those that were `played` tell nothing more, and are left out. The `favourite` wins ties, then candidates, then the
    alphabet decides; but two rows before a game of words ends, the most cells, each of which has a candidate that is
    found in time. A total of `INFEASIBLE` proves that the guess cannot solve all candidates within the limit; such
    guesses come last. Every other legal guess is proven to be no better than the last one returned. The number of
    workers changes nothing.

    `threads` is made for at least `guesses_left` guesses, which include the guess itself. `candidates` ascend, at least
    one. `constraint` is what rule hard demands of the guess; see `legality`. With `n_best` None, all legal
    guesses are returned. `progress` is told how far down the order of the guesses the search has come.
    """
    here, problem = threads.worker(), threads.problem
    members = here.extractor.focus(CandidateSet.of(candidates, here.view, constraint))
    guesses, bounds = _order_guesses(problem, here.scratch, members.answers, constraint)
    # A proof that a guess misses the limit gets on the board, too. By key, candidates come first.
    board: Leaderboard[tuple[int, bool, bool, int]] = Leaderboard(n_best, INFEASIBLE + 1)
    n_legal, is_new = len(guesses), ~np.isin(guesses, played)
    guesses, bounds = guesses[is_new], bounds[is_new]
    # With k cells the bound is 3n - k, and one less for a candidate.
    others = ~np.isin(guesses, problem.answer_as_guess[candidates])
    n_missed = (bounds - others) * (problem.has_letters and len(played) == ROWS - 2)
    keys = list(zip(*(one.tolist() for one in (n_missed, guesses != favourite, others, guesses)), strict=True))
    # Where the limit is near, one search may prove that no guess keeps it.
    first = threads.run(lambda left: threads.worker().extractor.total(members, left), [guesses_left])
    if guesses_left < _NEAR and next(first) >= INFEASIBLE:
        return [(guess, INFEASIBLE) for *_, guess in sorted(keys)[:n_best]], n_legal

    def try_guesses(places: range) -> int:
        for place in places:
            cutoff = min(INFEASIBLE, board.cutoff(keys[place]))
            if bounds[place] < cutoff:
                worker = threads.worker()
                total = worker.extractor.total(members, guesses_left, cutoff, keys[place][-1])
                if (total < cutoff or total >= INFEASIBLE) and not worker.is_stopped():
                    board.enter(min(total, INFEASIBLE), keys[place])
        return len(places)

    # The first guesses take long, and all do among many candidates; the others take less than handing one to a thread.
    n_alone = len(guesses) if len(candidates) > _FEW else min(len(guesses), _AT_ONCE)
    starts = [*range(n_alone), *range(n_alone, len(guesses), _AT_ONCE), len(guesses)]
    done = 0
    try:
        for n_tried in threads.run(try_guesses, map(range, starts, starts[1:])):
            done += n_tried
            progress(done, len(guesses), "next guesses")
    except StoppedError as stopped:
        stopped.ranking = [(guess, total) for total, (*_, guess) in board.best() if total < INFEASIBLE]
        stopped.settled = done, len(guesses), None if problem.is_weighted else int(bounds.min())
        raise
    progress(len(guesses), len(guesses), "next guesses")
    return [(guess, total) for total, (*_, guess) in board.best()], n_legal


def legal_guesses(problem: Problem, answers: NDArray[np.integer], constraint: Constraint) -> Guesses:
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
    problem: Problem, scratch: Scratch, answers: Answers, constraint: Constraint
) -> tuple[Guesses, Int64s]:
    """Returns the legal guesses at a position, the most promising first, and a lower bound for the total of each.

    With n candidates, a guess with k cells costs at least 3n - k, and a candidate one less: see step 4 of `search`.
    `partition` defines n and k for answers with weights.
    """
    guesses = legal_guesses(problem, answers, constraint)
    n_cells = np.empty(len(guesses), problem.layout.values)
    count_cells_of_each(problem, scratch, answers, guesses, n_cells)
    own = np.zeros(len(problem.by_guess), np.int64)
    own[problem.answer_as_guess[answers]] = problem.weights[answers] if problem.is_weighted else 1
    bounds = 3 * weight_of(problem, answers) - n_cells - own[guesses]
    estimates = np.empty(len(guesses), np.int64)
    estimate_totals(problem, scratch.counts, answers, guesses, estimates)
    order = np.argsort(estimates, kind="stable")
    return guesses[order], bounds[order]
