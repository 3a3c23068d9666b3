"""The exact analysis of a position: the best next guess after some turns, and what the alternatives cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from wordle_compiler.analysis.judges import as_text, in_numbers
from wordle_compiler.analysis.played_turns import replay_turns
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Game
from wordle_compiler.game.weights import Weights
from wordle_compiler.kernels.compiling import prepare
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError
from wordle_compiler.machine.progress import Progress, ignore_progress
from wordle_compiler.machine.workers import find_workers
from wordle_compiler.rankings.known_openers import find_known_openers
from wordle_compiler.rankings.table import DataTable, Tabular
from wordle_compiler.search.partition import order_by_weight
from wordle_compiler.search.problem import INFEASIBLE, likely_layout, make_problem
from wordle_compiler.search.stopping import NEVER, Deadline
from wordle_compiler.solver.next_guesses import rank_guesses
from wordle_compiler.solver.planning import plan_memo
from wordle_compiler.solver.worker_threads import WorkerThreads, search_kernels
from wordle_runtime.errors import GameError, counted
from wordle_runtime.notation import format_feedback, split_history
from wordle_runtime.position import RankedGuess

DEFAULT_ALTERNATIVES = 10


@dataclass(frozen=True)
class PositionAnalysis(Tabular):
    """What is proven about a position.

    Attributes:
        game: The game.
        history: The turns so far: each guess, and the code of its feedback.
        candidates: The answers still possible, ascending; at least one.
        guesses_left: How many guesses the limit leaves, the next one included.
        n_legal: How many guesses are legal next.
        best: The best next guess; one that solves every candidate within the limit.
        ranking: The best guesses, `best` first: by total, then candidates first, then in alphabetical order. No legal
            guess outside the ranking is better than its last one.
        weights: The name of the weights used for the means; None if each answer counts once.
        is_from_table: Whether the ranking was read from the bundled table of openers, without a search.
    """

    game: Game
    history: tuple[tuple[str, int], ...]
    candidates: tuple[str, ...]
    guesses_left: int
    n_legal: int
    best: RankedGuess
    ranking: tuple[RankedGuess, ...]
    weights: str | None = None
    is_from_table: bool = False

    def table(self) -> DataTable:
        """Returns the rows to show and to convert."""
        rows = [
            (row.guess, row.is_candidate, row.total, _rounded(row.expected), _rounded(row.cost)) for row in self.ranking
        ]
        caption = f"turn {len(self.history) + 1}: {len(self.candidates)} left, {self.n_legal} allowed guesses"
        return DataTable(caption, ("guess", "is_candidate", "total", "expected", "cost"), rows)

    def as_json(self) -> dict[str, Any]:
        """Returns the analysis as the command's JSON object; every fraction is text, such as `27/13`, or null."""
        game = self.game
        return {
            "guess": self.best.guess,
            "turn": len(self.history) + 1,
            "history": [[guess, format_feedback(code, game.length, kind=game.kind)] for guess, code in self.history],
            **game.as_json(),
            "guesses_left": self.guesses_left,
            "candidates_left": len(self.candidates),
            "candidates": list(self.candidates),
            "total": self.best.total,
            "expected": as_text(self.best.expected),
            "weights": self.weights,
            "n_legal": self.n_legal,
            "is_from_table": self.is_from_table,
            "ranking": [
                {
                    "guess": row.guess,
                    "is_candidate": row.is_candidate,
                    "total": row.total,
                    "expected": as_text(row.expected),
                    "cost": as_text(row.cost),
                }
                for row in self.ranking
            ],
        }


def analyse_position(
    game: Game,
    history: str | Sequence[tuple[str, str | int]],
    *,
    max_guesses: int | None = None,
    n_workers: int | None = None,
    n_alternatives: int | None = DEFAULT_ALTERNATIVES,
    weights: Weights | None = None,
    deadline: Deadline = NEVER,
    progress: Progress = ignore_progress,
) -> PositionAnalysis:
    """Finds the best next guess after some turns, and ranks the alternatives, by exact search.

    The best guess has the smallest total over the candidates among all play that needs at most `max_guesses` guesses
    for the whole game. Without turns and weights, the ranking comes from the bundled table of openers where that
    settles it; otherwise it takes minutes for lists of the usual size.

    Args:
        game: The game.
        history: The turns so far, as pairs of a guess and its feedback (text in any notation, or its code), or
            as one text: `salet:__y_g crane:_y__g`.
        max_guesses: The limit for the whole game, including the turns so far.
        n_workers: How many threads; None means one per processor. The result does not depend on it.
        n_alternatives: How many guesses to rank, including the best; None means all legal ones, which takes longer.
        weights: How much each answer counts; None means once. With weights, the search minimises the weighted total.
        deadline: When the search ends.
        progress: Called with the progress of the work, from this thread.

    Raises:
        InputError: A turn is impossible (the message names it), the game is over, or an argument is out of
            range.
        StoppedError: The deadline has passed.
        UnmetGuaranteeError: It is proven that no guess solves every candidate within the limit.
        KeyboardInterrupt: Promptly, on an interrupt; the threads are told to stop.
    """
    limit = game.limit(max_guesses)
    if n_alternatives is not None and n_alternatives < 1:
        raise InputError(f"the number of alternatives must be at least 1, not {n_alternatives}")
    workers = find_workers(n_workers)
    if weights is not None:
        weights.check_answers(game.answers)
    turns = split_turns(history) if isinstance(history, str) else history
    left = limit - len(turns)
    if not turns and weights is None and (known := known_ranking(game, limit, n_alternatives)) is not None:
        return known
    memo = plan_memo(game, max(left, 1), workers, is_weighted=weights is not None)
    prepare(search_kernels(likely_layout(game, is_weighted=weights is not None)))
    matrix, in_order = order_by_weight(FeedbackMatrix.of(game, n_workers=workers), weights, max(left, 1))
    *_, position = replay_turns(game, turns)
    if position.turns and position.turns[-1][1] == game.n_feedbacks - 1:
        raise InputError(f"the game is solved at turn {len(position.turns)}: there is no next guess")
    n_candidates = len(position.candidates)
    if left < 1:
        raise InputError(
            f"no guess is left: the limit is {limit}, the history has {len(position.turns)}: raise --max-guesses"
        )
    problem = make_problem(game, matrix, weights=in_order)
    threads = WorkerThreads(problem, game, left, workers, memo, deadline=deadline)
    candidates, constraint = in_numbers(game, problem, position)
    ranked, n_legal = rank_guesses(problem, threads, candidates, constraint, left, n_alternatives, progress)
    if ranked[0][1] >= INFEASIBLE:
        raise UnmetGuaranteeError(
            f"no next guess solves every one of the {n_candidates} candidates within the {counted(left, 'guess')} left "
            "(proven): raise --max-guesses"
        )
    ranking = _describe(game, ranked, position.candidates, weights, left)
    name = None if weights is None else weights.name
    return PositionAnalysis(game, position.turns, position.candidates, left, n_legal, ranking[0], ranking, name)


def known_ranking(game: Game, limit: int, n_best: int | None) -> PositionAnalysis | None:
    """Returns the best openers by the table that ships, all of them with `n_best` None; None where it does not tell."""
    table = find_known_openers(game.kind, game.answers.sha256, game.allowed.sha256, game.rule.value, limit)
    if table is None:
        return None
    answers = game.answers.words
    rows = table.leading(len(table.openers) if n_best is None else n_best, frozenset(answers))
    if rows is None:
        return None
    ranked = [(game.allowed.words.index(opener), total) for opener, total in rows]
    ranking = _describe(game, ranked, answers, None, limit)
    return PositionAnalysis(
        game, (), answers, limit, len(table.openers), ranking[0], ranking, weights=None, is_from_table=True
    )


def split_turns(text: str) -> list[tuple[str, str]]:
    """Splits the text of a history into turns; see `wordle_runtime.notation.split_history`.

    Raises:
        InputError: A guess has no feedback; the message names the turn.
    """
    try:
        return split_history(text)
    except GameError as error:
        raise InputError(str(error)) from None


def _describe(
    game: Game, ranked: Sequence[tuple[int, int]], candidates: tuple[str, ...], weights: Weights | None, limit: int
) -> tuple[RankedGuess, ...]:
    """Translates the results of a search within a limit of guesses to words and fractions."""
    unit = 1 if weights is None else weights.unit(limit)
    # If all candidates have weight 0, each counts once.
    weight = 0 if weights is None else sum(weights.by_word[word] for word in candidates)

    def mean_of(total: int) -> Fraction:
        weighted, plain = divmod(total, unit)
        return Fraction(weighted, weight) if weight else Fraction(plain if weights else total, len(candidates))

    best = mean_of(ranked[0][1])
    members = frozenset(candidates)
    rows = []
    for guess, total in ranked:
        word = game.allowed.words[guess]
        is_solved = total < INFEASIBLE
        rows.append(
            RankedGuess(
                guess=word,
                is_candidate=word in members,
                total=None if not is_solved else total if weights is None else total % unit,
                expected=mean_of(total) if is_solved else None,
                cost=mean_of(total) - best if is_solved else None,
            )
        )
    return tuple(rows)


def _rounded(value: Fraction | None) -> float | None:
    return None if value is None else float(value)
