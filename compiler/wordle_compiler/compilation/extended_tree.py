"""Compiles a game and a list of other words to a checked tree file that is optimal on the game's answers."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace

import numpy as np

from wordle_compiler.compilation.compiled_tree import CompiledTree, find_opener, open_journal
from wordle_compiler.compilation.writer import LikelyList, encode_tree
from wordle_compiler.game.feedback_matrix import FeedbackMatrix, letter_codes, require_feedbacks
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.words import WordList
from wordle_compiler.kernels.compiling import prepare
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError
from wordle_compiler.machine.progress import Progress, ignore_progress
from wordle_compiler.machine.workers import find_workers
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.stopping import NEVER, Deadline, StoppedError
from wordle_compiler.solver.extension import Extension
from wordle_compiler.solver.facts import Facts
from wordle_compiler.solver.fixed_openers import OpenCell, play_guess
from wordle_compiler.solver.objective import Objective, Question
from wordle_compiler.solver.remote import Cluster
from wordle_compiler.solver.solver import ExactSolver
from wordle_compiler.strategies import Order, Status, get_strategy
from wordle_compiler.strategies.cell_scores import Entropy
from wordle_compiler.strategies.heuristic import Player
from wordle_compiler.strategies.options import read_seconds
from wordle_compiler.strategies.strategy import OptionValue
from wordle_runtime.layout import MAX_GUESSES, WORDLE

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
    facts: Facts | None = None,
    options: Mapping[str, OptionValue] | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> CompiledTree:
    """Compiles a tree with the smallest total over a game's answers that also finds other words.

    The tree's claim is about the game's answers, the likely ones. `solver.extension` says how the other words are
    searched, and what is proven about them.

    The arguments are those of `compile_tree`, with these differences. `others` may be hidden, too, and must be allowed;
    likely answers among them are ignored. The opener is one word, or None for the best one for the likely answers,
    which is proven; only the search for it uses the cluster. `max_guesses` is the limit for the likely answers, and the
    other words may need more. If one of the `options` cuts the search short, a heuristic plays what no search has
    decided about the other words; that cannot change the total of the likely ones. `clock` is that of a time limit.

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
    if opener is not None and journal is not None:
        raise InputError(
            "with other words, a journal keeps results of openers alone, and here the opener is fixed: leave one out"
        )
    chosen = None if opener is None else find_opener(game, opener)
    options, facts = options or {}, facts or Facts()
    order = Order(
        *(game, FeedbackMatrix.of(game, n_workers=workers), () if chosen is None else (chosen,), limit, workers),
        options=options,
        progress=progress,
        facts=facts,
        cluster=cluster,
        clock=clock,
    )
    everything = Game(join_answers(game, others), game.allowed, game.rule)
    with open_journal(journal, Question(game, limit)) as opened:
        node, status = _build(replace(order, journal=opened), everything)
    if node is None:
        named = "" if opener is None else f" with the opener {opener}"
        raise UnmetGuaranteeError(
            f"no tree{named} solves all {len(game.answers)} likely answers within {limit} guesses (proven): "
            "raise --max-guesses"
        )
    data = encode_tree(
        everything,
        node,
        strategy=_STRATEGY,
        options={"opener": None if chosen is None else game.allowed.words[chosen], **options},
        objective=Objective.TOTAL.value,
        status=status.value,
        max_guesses=max(limit, node.worst_case()),
        likely=LikelyList(game.answers, limit),
    )
    return CompiledTree.of(data, everything, likely=game.answers, seconds=time.perf_counter() - began)


def _build(order: Order, everything: Game) -> tuple[TreeNode | None, Status]:
    """Returns the tree for an order about the likely answers, and what is proven of it; None if there is none."""
    if order.options:
        return _build_in_time(order, everything)
    if order.openers:
        return _extend(order, everything, order.openers[0], NEVER), Status.OPTIMAL_BELOW_OPENER
    solver = ExactSolver(
        *(order.game, order.matrix, order.max_guesses),
        n_workers=order.n_workers,
        progress=order.progress,
        cluster=order.cluster,
    )
    best = solver.best_opener(order.journal)
    order.facts.bounds[order.max_guesses] = solver.opener_bounds
    return None if best is None else _extend(order, everything, best.opener, NEVER), Status.OPTIMAL


def _extend(order: Order, everything: Game, opener: int, deadline: Deadline) -> TreeNode | None:
    """Returns the tree below an opener in which every other word costs as little as the search can tell."""
    extension = Extension(
        *(order.game, everything, order.max_guesses),
        n_workers=order.n_workers,
        progress=order.progress,
        deadline=deadline,
    )
    extended = extension.solve_below(opener)
    return None if extended is None else extended.node


def _build_in_time(order: Order, everything: Game) -> tuple[TreeNode | None, Status]:
    """Does what `_build` does for an order whose options cut the search short: a heuristic finds the other words.

    If the tree for the likely answers is proven in time, the rest of the time is for the other words.
    """
    seconds = read_seconds(order.options, "time_limit")
    maker = get_strategy(_STRATEGY)
    prepare(maker.kernels(order.game, order.options, is_weighted=False, has_opener=bool(order.openers)))
    deadline = Deadline(seconds, order.clock)
    node, status = maker.build(order)
    if seconds and status is not Status.UPPER_BOUND:
        opener = order.game.allowed.words.index(node.guess)
        with suppress(StoppedError):
            return _extend(order, everything, opener, deadline), status
    return _with_others(node, order, everything), status


def _with_others(node: TreeNode, order: Order, everything: Game) -> TreeNode:
    """Returns a tree for the likely answers with all other words added, where they are left alone by a heuristic."""
    require_feedbacks(everything, 0)
    matrix = FeedbackMatrix.of(everything, n_workers=order.n_workers)
    player = Player(Entropy(), Order(everything, matrix, (0,), MAX_GUESSES))
    letters = letter_codes(everything.allowed.words)
    number = {word: place for place, word in enumerate(everything.allowed.words)}
    likely = frozenset(order.game.answers.words)

    def add(node: TreeNode, cell: OpenCell) -> None:
        """Adds the words of a cell to the node that is played there."""
        added, below = play_guess(everything, matrix, letters, cell, number[node.guess])
        node.solves |= added.solves
        for part in below:
            if part.code in node.children:
                add(node.children[part.code], part)
            else:
                node.children[part.code] = player.play(part, player.every_guess)
        node.children = dict(sorted(node.children.items()))

    is_other = [word not in likely for word in everything.answers.words]
    add(node, replace(OpenCell.of_all(everything, MAX_GUESSES), candidates=np.flatnonzero(is_other).astype(np.int32)))
    return node


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
