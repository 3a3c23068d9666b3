"""Compiles a game and a strategy to a checked tree file; the command `wordle-compile` calls it."""

from __future__ import annotations

import os
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from wordle_compiler.compilation.report import CompiledTree
from wordle_compiler.compilation.writer import LikelyList, encode_tree
from wordle_compiler.game.feedback_matrix import FeedbackMatrix, letter_codes, require_feedbacks
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.weights import Weights
from wordle_compiler.game.words import WordList, name_some, normalise_word
from wordle_compiler.kernels.kernel import prepare
from wordle_compiler.machine.errors import CompilerError, InputError, UnmetGuaranteeError, UnprovenError
from wordle_compiler.machine.progress import Progress, ignore_progress
from wordle_compiler.machine.workers import find_workers
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.stopping import NEVER, Deadline, StoppedError
from wordle_compiler.solver.extension import Extension
from wordle_compiler.solver.fixed_openers import OpenCell, play_guess
from wordle_compiler.solver.objective import Objective, Question
from wordle_compiler.solver.remote import Cluster
from wordle_compiler.strategies import Order, Status, Strategy, get_strategy
from wordle_compiler.strategies.cell_scores import ENTROPY
from wordle_compiler.strategies.heuristic import Player
from wordle_compiler.strategies.strategy import Facts, OptionValue
from wordle_runtime import TreeError, load
from wordle_runtime.errors import counted, printable
from wordle_runtime.layout import MAX_GUESSES, WORDLE
from wordle_runtime.verification import verify

if TYPE_CHECKING:
    from wordle_compiler.solver.journal import Journal


def encode_checked(
    game: Game,
    root: TreeNode,
    *,
    weights: Weights | None = None,
    likely: LikelyList | None = None,
    began: float | None = None,
    **claims: Any,
) -> CompiledTree:
    """Encodes a tree, and checks it by replaying every answer through the file.

    The arguments are those of `encode_tree`, and when compiling began.
    """
    data = encode_tree(game, root, weights=weights, likely=likely, **claims)
    try:
        reasons = verify(
            data,
            answers=game.answers.words,
            allowed=game.allowed.words,
            weights=None if weights is None else weights.by_word,
            likely=None if likely is None else likely.words.words,
        ).reasons
    except TreeError as error:
        reasons = (str(error),)
    if reasons:
        raise CompilerError(f"internal error, nothing was written: {reasons[0]}")
    return CompiledTree(load(data), began and time.perf_counter() - began)


def compile_tree(
    game: Game,
    strategy: str = "optimal",
    *,
    opener: str | Sequence[str] | None = None,
    max_guesses: int | None = None,
    require_mean: Fraction | None = None,
    allow_unsolved: bool | None = None,
    n_workers: int | None = None,
    objective: Objective | str = Objective.TOTAL,
    options: Mapping[str, OptionValue] | None = None,
    progress: Progress = ignore_progress,
    journal: str | os.PathLike[str] | None = None,
    weights: Weights | None = None,
    matrix: FeedbackMatrix | None = None,
    cluster: Cluster | None = None,
    facts: Facts | None = None,
    others: WordList | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> CompiledTree:
    """Compiles a strategy to a tree file and replays every answer through it before returning it.

    With `others`, the tree also finds these words, at no cost to the game's answers, which its claim is about. The
    strategy is then `optimal`, with one opener or none and the objective total, without weights.
    `wordle_compiler.solver.extension` says how the other words are searched, and what is proven about them.

    Args:
        game: The game to play.
        strategy: The strategy's name; see `wordle_compiler.strategies.strategy_names`.
        opener: The first guess, or None to let the strategy pick it. Several (a sequence, or a text with commas) are
            played in order, whatever the feedback, until only one candidate is left.
        max_guesses: The limit of guesses for every answer; None means the game's usual limit.
        require_mean: The largest mean number of guesses allowed; with weights, the weighted mean.
        allow_unsolved: Whether a heuristic's tree may leave answers unsolved. None means only if `max_guesses` is None,
            that is, if nobody requested the limit.
        n_workers: How many threads; None means one per processor. The bytes do not depend on it.
        objective: What is minimised; only strategy `optimal` has objectives other than the total.
        options: The strategy's own options, named in its `options`.
        progress: Called with the progress of the work, from this thread.
        journal: A file that keeps what is proven about openers and cells, so that a killed run can resume.
        weights: How much each answer counts. Strategy `optimal` minimises the weighted total; others only report it.
        matrix: The game's feedbacks, if they have been computed for another tree; the check does not use them.
        cluster: Workers that search instead of this machine's threads: `wordle_compiler.cluster.opening.open_cluster`.
            The bytes do not depend on it.
        facts: Receives the facts that `certify` would otherwise prove again.
        others: Words that may be hidden, too, and must be allowed; answers among them are ignored. `max_guesses` is the
            limit for the answers, and the others may need more.
        clock: The clock of a time limit, in seconds.

    Raises:
        InputError: An argument is invalid.
        UnmetGuaranteeError: The limit or the mean cannot be kept; if there is a tree, the error has its report.
        KeyboardInterrupt: Promptly, on an interrupt; the threads stop.
    """
    began = time.perf_counter()
    maker = get_strategy(strategy)
    if objective not in maker.objectives:
        known = ", ".join(one.value for one in maker.objectives)
        raise InputError(f"strategy {maker.name} has no objective {objective!a}: choose {known}")
    goal = Objective(objective)
    maker.settings(options or {})
    if cluster is not None and not maker.uses_journal:
        raise InputError(f"a cluster distributes exact search, and strategy {maker.name} does not search: leave it out")
    if matrix is not None and not matrix.is_own:
        raise InputError("a tree file cannot hold a feedback rule of your own: use Strategy.build for a tree in memory")
    limit, workers = game.limit(max_guesses), find_workers(n_workers)
    openers = () if opener is None else find_openers(game, opener)
    whole = game if others is None else Game(_join_answers(game, others), game.allowed, game.rule)
    if others is not None:
        is_plain = maker.name == "optimal" and goal is Objective.TOTAL and weights is None and require_mean is None
        for is_met, reason in (
            (is_plain, "--also needs strategy optimal and the objective total, without weights or a required mean"),
            (game.kind == WORDLE, "other words can only be added to games of words"),
            (
                game.rule != Rule.CANDIDATES,
                "other words cannot be added under rule candidates, which forbids them as guesses: use any or hard",
            ),
            (len(openers) <= 1, "with other words, one opener can be fixed: name one, or leave it out"),
        ):
            if not is_met:
                raise InputError(reason)
    question = Question(game, limit, goal, weights)
    maker.check_memory(question, workers)
    matrix = FeedbackMatrix.of(game, n_workers=workers) if matrix is None else matrix
    order = Order(
        *(game, matrix, openers, limit, workers, goal, options or {}, progress, facts or Facts()),
        weights=weights,
        cluster=cluster,
        clock=clock,
    )
    order.facts.order = order
    # Kernels are compiled before a time limit begins.
    prepare(maker.kernels(order))
    if journal is not None and not (maker.uses_journal and order.options.get("effort") is None):
        what = "a search with an effort" if maker.uses_journal else f"strategy {maker.name}"
        raise InputError(f"a journal keeps proofs, and {what} proves nothing: leave one of them out")
    with open_journal(journal, question) as opened:
        order = replace(order, journal=opened)
        root, claim = maker.build(order) if others is None else _build_extended(maker, order, whole)
        fixed = {"opener": ",".join(game.allowed.words[opener] for opener in openers) or None}
        found = order.facts.cut_short
        cut_short = {"heuristic": found.best.name} if found is not None and found.best.name else {}
        tree = encode_checked(
            whole,
            root,
            began=began,
            strategy=maker.name,
            options={**fixed, **order.options, **cut_short},
            objective=goal.value,
            status=claim.value,
            max_guesses=limit if others is None else max(limit, root.worst_case()),
            weights=weights,
            likely=None if others is None else LikelyList(game.answers, limit),
        )
    may_miss = max_guesses is None or goal is Objective.UNSOLVED_THEN_TOTAL
    _check_demands(tree, require_mean, may_miss if allow_unsolved is None else allow_unsolved)
    return tree


def _build_extended(maker: Strategy, order: Order, everything: Game) -> tuple[TreeNode, Status]:
    """Returns a tree for an order about the likely answers that finds all answers of `everything`, and its status.

    If one of the options cuts the search short, a heuristic plays what no search has decided about the other words;
    that cannot change the total of the likely ones. If the tree for the likely answers is proven in time, the rest of
    the time is for the other words.
    """
    seconds = maker.settings(order.options)["time_limit"]
    deadline = Deadline(seconds, order.clock) if seconds else NEVER
    node, status = maker.build(order)
    if status is not Status.UPPER_BOUND:
        with suppress(StoppedError):
            extension = Extension(
                *(order.game, everything, order.max_guesses),
                n_workers=order.n_workers,
                progress=order.progress,
                deadline=deadline,
            )
            extended = extension.solve_below(order.game.allowed.words.index(node.guess))
            if extended is None:
                raise UnprovenError(f"the opener {node.guess} has a tree, and none was found a second time")
            return extended.node, status
    return _with_others(node, order, everything), status


def _with_others(node: TreeNode, order: Order, everything: Game) -> TreeNode:
    """Returns a tree for the likely answers with all other words added, where they are left alone by a heuristic."""
    require_feedbacks(everything, 0)
    matrix = FeedbackMatrix.of(everything, n_workers=order.n_workers)
    player = Player(ENTROPY, Order(everything, matrix, (0,), MAX_GUESSES))
    letters = letter_codes(everything.allowed.words)
    number = {word: place for place, word in enumerate(everything.allowed.words)}

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

    others = np.flatnonzero([word not in order.game.answers for word in everything.answers.words])
    if len(others):
        add(node, replace(OpenCell.of_all(everything, MAX_GUESSES), candidates=others.astype(np.int32)))
    return node


def _join_answers(game: Game, others: WordList) -> WordList:
    """Returns all words that may be hidden."""
    if unknown := [word for word in others if word not in game.allowed]:
        raise InputError(
            f"{len(unknown)} words of {others.name}, such as {unknown[0]!a}, are not allowed guesses: every word that "
            "may be hidden must be in --allowed"
        )
    words = tuple(sorted({*game.answers.words, *others.words}))
    if words == game.allowed.words:
        return game.allowed
    return WordList(f"{game.answers.name}+{others.name}"[:255], words)


@contextmanager
def open_journal(path: str | os.PathLike[str] | None, question: Question | None = None) -> Iterator[Journal | None]:
    """Opens the journal of a run, if it has one, and a question to ask it.

    An error in the context, about a tree or a proof that rests on the journal, becomes an `InputError` that names it.
    """
    try:
        if path is None or question is None:
            yield None
        else:
            # Takes milliseconds, which a run without one would wait for.
            from wordle_compiler.solver.journal import Journal

            with Journal(path, question) as journal:
                yield journal
    except (CompilerError, ValueError, TypeError, LookupError, AttributeError, OverflowError) as error:
        # What a person can mend has its own message.
        if path is None or isinstance(error, InputError | UnmetGuaranteeError):
            raise
        raise InputError(
            f"the journal {printable(os.fspath(path))} says what cannot be so: delete it and start again ({error})"
        ) from error


def find_openers(game: Game, openers: str | Sequence[str]) -> tuple[int, ...]:
    """Returns the numbers of fixed first guesses among the allowed words.

    A text that is an allowed word is that word, even if it contains a comma; otherwise commas separate the words.

    Raises:
        InputError: No opener is named, one is named twice, or one is not an opener (see `find_opener`). Whether a later
            one is legal after every feedback is checked when the tree is built.
    """
    if isinstance(openers, str):
        openers = [openers] if openers.casefold() in game.allowed.words else openers.split(",")
    if not (numbers := tuple(find_opener(game, opener) for opener in openers)):
        raise InputError("no opener is named: give one, or leave the option out")
    twice = next((number for place, number in enumerate(numbers) if number in numbers[:place]), None)
    if twice is not None:
        raise InputError(f"the opener {game.allowed.words[twice]!a} is named twice: a fixed guess is played once")
    return numbers


def find_opener(game: Game, text: str) -> int:
    """Returns the number of an opener among the allowed words.

    Raises:
        InputError: The word is not allowed, or the rule requires an answer and the word is not one.
    """
    word = text if text in game.allowed else normalise_word(text, "the opener", game.allowed.words)
    if word not in game.allowed:
        raise InputError(f"the opener {word!a} is not among the {len(game.allowed)} allowed words: name other lists")
    if game.rule == Rule.CANDIDATES and word not in game.answers:
        raise InputError(f"the opener {word!a} is not an answer: under rule candidates every guess must be one")
    return bisect_left(game.allowed.words, word)


def _check_demands(tree: CompiledTree, require_mean: Fraction | None, allow_unsolved: bool) -> None:
    """Raises `UnmetGuaranteeError` if answers are unsolved and may not be, or if the mean is too high."""
    info, found = tree.tree.info, tree.guarantee
    if found.unsolved and not allow_unsolved:
        raise UnmetGuaranteeError(
            f"strategy {info.strategy} leaves {len(found.unsolved)} of {counted(found.n_answers, 'answer')} "
            f"unsolved within {counted(tree.max_guesses, 'guess')}: {name_some(found.unsolved)}; raise "
            "the limit (--max-guesses), or write the tree anyway (--allow-unsolved)",
            tree.as_json(None),
        )
    which, total, count = "mean", found.total, found.n_solved
    if (weights := found.weights) is not None:
        which, total, count = "weighted mean", weights.total, weights.solved
    if require_mean is not None and not (count and Fraction(total, count) <= require_mean):
        shown = f"{total / count:.5f}" if count else "not known"
        proven = info.status.startswith("optimal") and info.objective.startswith("total")
        raise UnmetGuaranteeError(
            f"the {which} is {shown} ({found.total} guesses for {found.n_solved} answers), where at most "
            f"{float(require_mean):.5f} is required" + (" (proven: no such tree has a smaller one)" if proven else ""),
            tree.as_json(None),
        )
