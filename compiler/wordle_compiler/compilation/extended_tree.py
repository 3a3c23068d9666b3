"""Compiles a game and a list of other words to a checked tree file that is optimal on the game's answers."""

from __future__ import annotations

import os
import time

from wordle_compiler.compilation.compiled_tree import CompiledTree, find_opener
from wordle_compiler.compilation.report import Report
from wordle_compiler.compilation.writer import LikelyList, checked_tree, encode_tree
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.words import WordList
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError
from wordle_compiler.machine.progress import Progress, ignore_progress
from wordle_compiler.machine.workers import find_workers
from wordle_compiler.solver.extension import Extension
from wordle_compiler.solver.findings import Findings
from wordle_compiler.solver.objective import Objective
from wordle_compiler.solver.remote import Cluster
from wordle_compiler.solver.solver import ExactSolver
from wordle_compiler.strategies import Status
from wordle_runtime import load
from wordle_runtime.layout import WORDLE

_STRATEGY = "optimal"


def compile_extended(
    game: Game,
    others: WordList,
    *,
    opener: str | None = None,
    max_guesses: int | None = None,
    n_workers: int | None = None,
    progress: Progress = ignore_progress,
    journal: str | os.PathLike[str] | None = None,
    cluster: Cluster | None = None,
    findings: Findings | None = None,
) -> CompiledTree:
    """Compiles a tree with the smallest total over a game's answers that also finds other words.

    The tree's claim is about the game's answers, the likely ones. `solver.extension` says how the other words are
    searched, and what is proven about them.

    The arguments are those of `compile_tree`, with these differences. `others` may be hidden, too, and must be allowed;
    likely answers among them are ignored. The opener is one word, or None for the best one for the likely answers,
    which is proven; only the search for it uses the cluster. `max_guesses` is the limit for the likely answers, and the
    other words may need more.

    Raises:
        InputError: An argument is invalid.
        UnmetGuaranteeError: No tree solves every likely answer within the limit.
        KeyboardInterrupt: Promptly, on an interrupt.
    """
    began = time.perf_counter()
    if game.kind != WORDLE:
        raise InputError("other words can only be added to games of words")
    if game.rule == Rule.CANDIDATES:
        raise InputError(
            "other words cannot be added under rule candidates, which forbids them as guesses: use any or hard"
        )
    limit, workers = game.limit(max_guesses), find_workers(n_workers)
    everything = Game(join_answers(game, others), game.allowed, game.rule)
    if opener is None:
        matrix = FeedbackMatrix.of(game, n_workers=workers)
        solver = ExactSolver(game, matrix, limit, n_workers=workers, progress=progress, cluster=cluster)
        if journal is None:
            best = solver.best_opener()
        else:
            from wordle_compiler.solver.journal import Journal, JournalScope

            with Journal(journal, JournalScope(game, limit, Objective.TOTAL)) as records:
                best = solver.best_opener(records)
        if findings is not None:
            findings.bounds[limit] = solver.opener_bounds
        chosen = None if best is None else best.opener
    elif journal is not None:
        raise InputError(
            "with other words, a journal keeps results of openers alone, and here the opener is fixed: leave one out"
        )
    else:
        chosen = find_opener(game, opener)
    extended = None
    if chosen is not None:
        extended = Extension(game, everything, limit, n_workers=workers, progress=progress).solve_below(chosen)
    if extended is None:
        named = "" if opener is None else f" with the opener {opener}"
        raise UnmetGuaranteeError(
            f"no tree{named} solves all {len(game.answers)} likely answers within {limit} guesses (proven): "
            "raise --max-guesses"
        )
    data = encode_tree(
        everything,
        extended.node,
        strategy=_STRATEGY,
        options={"opener": opener and game.allowed.words[chosen or 0]},
        objective=Objective.TOTAL.value,
        status=(Status.OPTIMAL if opener is None else Status.OPTIMAL_BELOW_OPENER).value,
        max_guesses=max(limit, extended.node.worst_case()),
        likely=LikelyList(game.answers, limit),
    )
    tree = load(checked_tree(data, everything, likely=game.answers))
    return CompiledTree(data, Report.of_tree(tree, seconds=time.perf_counter() - began))


def join_answers(game: Game, others: WordList) -> WordList:
    """Returns all words that may be hidden."""
    allowed = frozenset(game.allowed.words)
    if unknown := [word for word in others.words if word not in allowed]:
        raise InputError(
            f"{len(unknown)} words of {others.name}, such as {unknown[0]!a}, are not allowed guesses: every word that "
            "may be hidden must be in --allowed"
        )
    words = tuple(sorted({*game.answers.words, *others.words}))
    if words == game.allowed.words:
        return game.allowed
    return WordList(f"{game.answers.name}+{others.name}"[:255], words)
