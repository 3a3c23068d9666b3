"""Adds other words to the tree for a game's answers, the likely ones, at no cost to these."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

import numpy as np

from wordle_compiler.game.feedback_matrix import FeedbackMatrix, letter_codes, require_feedbacks
from wordle_compiler.game.game import Game
from wordle_compiler.game.words import WordList
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.stopping import NEVER, Deadline, StoppedError
from wordle_compiler.solver.extension import Extension
from wordle_compiler.solver.fixed_openers import OpenCell, play_guess
from wordle_compiler.solver.solver import ExactSolver
from wordle_compiler.strategies import Order, Status, Strategy
from wordle_compiler.strategies.cell_scores import Entropy
from wordle_compiler.strategies.heuristic import Player
from wordle_compiler.strategies.options import read_seconds
from wordle_runtime.layout import MAX_GUESSES


def build_extended(maker: Strategy, order: Order, everything: Game) -> tuple[TreeNode, Status]:
    """Returns a tree for an order about the likely answers that finds all answers of `everything`, and its status.

    Only the search for the opener uses the order's cluster and journal. If one of the options cuts the search short, a
    heuristic plays what no search has decided about the other words; that cannot change the total of the likely ones.
    If the tree for the likely answers is proven in time, the rest of the time is for the other words.

    Raises:
        UnmetGuaranteeError: No tree solves every likely answer within the limit.
    """
    if order.options:
        seconds = read_seconds(order.options, "time_limit")
        deadline = Deadline(seconds, order.clock)
        node, status = maker.build(order)
        if seconds and status is not Status.UPPER_BOUND:
            with suppress(StoppedError):
                return _extend(order, everything, order.game.allowed.words.index(node.guess), deadline), status
        return _with_others(node, order, everything), status
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
    return _extend(order, everything, None if best is None else best.opener, NEVER), Status.OPTIMAL


def _extend(order: Order, everything: Game, opener: int | None, deadline: Deadline) -> TreeNode:
    """Returns the tree below an opener in which every other word costs as little as the search can tell.

    Without an opener, or if no tree with it solves every likely answer, raises `UnmetGuaranteeError`.
    """
    if opener is not None:
        extension = Extension(
            *(order.game, everything, order.max_guesses),
            n_workers=order.n_workers,
            progress=order.progress,
            deadline=deadline,
        )
        extended = extension.solve_below(opener)
        if extended is not None:
            return extended.node
    named = f" with the opener {order.game.allowed.words[order.openers[0]]}" if order.openers else ""
    raise UnmetGuaranteeError(
        f"no tree{named} solves all {len(order.game.answers)} likely answers within {order.max_guesses} guesses "
        "(proven): raise --max-guesses"
    )


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
