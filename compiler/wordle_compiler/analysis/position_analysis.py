"""The exact analysis of a position: the best next guess after some turns, and what the alternatives cost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.feedback_matrix import FeedbackMatrix, letter_codes
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.legality import tighten
from wordle_compiler.game.weights import Weights
from wordle_compiler.game.words import normalise_word
from wordle_compiler.kernels.compiling import prepare
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError
from wordle_compiler.machine.limits import find_limit, find_workers
from wordle_compiler.machine.progress import Progress, ignore_progress
from wordle_compiler.rankings.tabular import TableParts, Tabular
from wordle_compiler.search.problem import INFEASIBLE, likely_layout, make_problem
from wordle_compiler.search.symmetry import remember
from wordle_compiler.search.weighing import order_by_weight
from wordle_compiler.solver.crew import Crew, search_kernels
from wordle_compiler.solver.next_guesses import rank_guesses
from wordle_compiler.solver.planning import plan_memo
from wordle_runtime.errors import GameError, counted
from wordle_runtime.feedback import is_hard_legal
from wordle_runtime.layout import WORDLE
from wordle_runtime.notation import format_feedback, read_feedback, split_history

DEFAULT_ALTERNATIVES = 10


@dataclass(frozen=True)
class RankedGuess:
    """A next guess and its cost.

    Attributes:
        guess: The word.
        is_candidate: Whether it may itself be the answer.
        total: The smallest total of all candidates with this guess next, this guess counted; exact. With weights the
            plain total that belongs to the smallest weighted one. None means a proof that no play after this guess
            solves every candidate within the limit.
        expected: The mean guesses still needed (the weighted mean with weights), exact; or None.
        cost: By how much `expected` exceeds that of the best guess, exact; 0 for the best; or None.
    """

    guess: str
    is_candidate: bool
    total: int | None
    expected: Fraction | None
    cost: Fraction | None


@dataclass(frozen=True)
class PositionAnalysis(Tabular):
    """What is proven about a position.

    Attributes:
        history: The turns so far: each guess, and the code of its feedback.
        rule: Which guesses are legal.
        candidates: The answers still possible, ascending; at least one.
        guesses_left: How many guesses the limit leaves, the next one included.
        n_legal: How many guesses are legal next.
        best: The best next guess; one that solves every candidate within the limit.
        ranking: The best guesses, `best` first: by total, then candidates first, then in alphabetical order. No legal
            guess outside the ranking is better than its last one.
        weights: The name of the weights used for the means; None if each answer counts once.
        kind: The feedback rule.
    """

    history: tuple[tuple[str, int], ...]
    rule: Rule
    candidates: tuple[str, ...]
    guesses_left: int
    n_legal: int
    best: RankedGuess
    ranking: tuple[RankedGuess, ...]
    weights: str | None = None
    kind: str = WORDLE

    def _table(self) -> TableParts:
        rows = [
            (row.guess, row.is_candidate, row.total, _rounded(row.expected), _rounded(row.cost)) for row in self.ranking
        ]
        caption = f"turn {len(self.history) + 1}: {len(self.candidates)} left, {self.n_legal} guesses allowed"
        return caption, ("guess", "is_candidate", "total", "expected", "cost"), rows

    def as_json(self) -> dict[str, Any]:
        """Returns the analysis as the command's JSON object. Totals are exact; means are rounded."""
        length = len(self.best.guess)
        return {
            "guess": self.best.guess,
            "turn": len(self.history) + 1,
            "history": [[guess, format_feedback(code, length, kind=self.kind)] for guess, code in self.history],
            "rule": self.rule.value,
            "guesses_left": self.guesses_left,
            "candidates_left": len(self.candidates),
            "candidates": list(self.candidates),
            "total": self.best.total,
            "expected": _rounded(self.best.expected),
            "weights": self.weights,
            "n_legal": self.n_legal,
            "ranking": [
                {
                    "guess": row.guess,
                    "is_candidate": row.is_candidate,
                    "total": row.total,
                    "expected": _rounded(row.expected),
                    "cost": _rounded(row.cost),
                }
                for row in self.ranking
            ],
        }


@dataclass(frozen=True, eq=False)
class _Position:
    """A checked history: the turns, the candidates (numbers, ascending), and what rule hard demands."""

    turns: tuple[tuple[str, int], ...]
    candidates: NDArray[np.int32]
    constraint: NDArray[np.uint16]


def analyse_position(
    game: Game,
    history: str | Sequence[tuple[str, str | int]],
    *,
    max_guesses: int | None = None,
    n_workers: int | None = None,
    n_alternatives: int | None = DEFAULT_ALTERNATIVES,
    weights: Weights | None = None,
    progress: Progress = ignore_progress,
) -> PositionAnalysis:
    """Finds the best next guess after some turns, and ranks the alternatives, by exact search.

    The best guess has the smallest total over the candidates among all play that needs at most `max_guesses` guesses
    for the whole game. To rank openers, `wordle-analyze openers` is faster.

    Args:
        game: The game.
        history: The turns so far, as pairs of a guess and its feedback (text in any notation, or its code), or
            as one text: `salet:__y_g crane:_y__g`.
        max_guesses: The limit for the whole game, including the turns so far.
        n_workers: How many threads; None means one per processor. The result does not depend on it.
        n_alternatives: How many guesses to rank, including the best; None means all legal ones, which takes longer.
        weights: How much each answer counts; None means once. With weights, the search minimises the weighted total.
        progress: Called with the progress of the work, from this thread.

    Raises:
        InputError: A turn is impossible (the message names it), the game is over, or an argument is out of
            range.
        UnmetGuaranteeError: It is proven that no guess solves every candidate within the limit.
        KeyboardInterrupt: Promptly, on an interrupt; the threads are told to stop.
    """
    limit = find_limit(max_guesses, game.usual_limit)
    if n_alternatives is not None and n_alternatives < 1:
        raise InputError(f"the number of alternatives must be at least 1, not {n_alternatives}")
    workers = find_workers(n_workers)
    if weights is not None:
        weights.check_answers(game.answers)
    turns = split_turns(history) if isinstance(history, str) else history
    left = limit - len(turns)
    memo = plan_memo(game, max(left, 1), workers, is_weighted=weights is not None)
    prepare(search_kernels(likely_layout(game, is_weighted=weights is not None)))
    matrix, in_order = order_by_weight(FeedbackMatrix.of(game, n_workers=workers), weights, max(left, 1))
    position = _play(game, matrix, turns)
    n_candidates = len(position.candidates)
    if left < 1:
        raise InputError(
            f"no guess is left: the limit is {limit}, the history has {len(position.turns)}: raise --max-guesses"
        )
    problem = make_problem(game, matrix, weights=in_order)
    crew = Crew(problem, game, left, workers, memo)
    ranked, n_legal = rank_guesses(
        problem, crew, position.candidates, position.constraint, left, n_alternatives, progress
    )
    if ranked[0][1] >= INFEASIBLE:
        raise UnmetGuaranteeError(
            f"no next guess solves every one of the {n_candidates} candidates within the {counted(left, 'guess')} left "
            "(proven): raise --max-guesses"
        )
    candidates = tuple(sorted(game.allowed.words[guess] for guess in matrix.answer_as_guess[position.candidates]))
    ranking = _describe(game, ranked, candidates, weights, left)
    name = None if weights is None else weights.name
    return PositionAnalysis(position.turns, game.rule, candidates, left, n_legal, ranking[0], ranking, name, game.kind)


def split_turns(text: str) -> list[tuple[str, str]]:
    """Splits the text of a history into turns; see `wordle_runtime.notation.split_history`.

    Raises:
        InputError: A guess has no feedback; the message names the turn.
    """
    try:
        return split_history(text)
    except GameError as error:
        raise InputError(str(error)) from None


def _play(game: Game, matrix: FeedbackMatrix, history: Sequence[tuple[str, str | int]]) -> _Position:
    """Replays the turns, and checks each: the word, the rule, the feedback, and that some answer still fits."""
    letters = letter_codes(game.allowed.words)
    number_of = {word: number for number, word in enumerate(game.allowed.words)}
    candidates = np.arange(matrix.n_answers, dtype=np.int32)
    constraint = np.zeros(1 + 2 * game.length, np.uint16)
    turns: tuple[tuple[str, int], ...] = ()
    solved_at = 0
    for turn, (raw, feedback) in enumerate(history, 1):
        if solved_at:
            raise InputError(f"turn {turn}: the game was solved at turn {solved_at}")
        word = normalise_word(raw, f"turn {turn}")
        number = number_of.get(word)
        if number is None:
            raise InputError(f"turn {turn}: {word!a} is not among the {len(game.allowed)} allowed words")
        try:
            code = read_feedback(feedback, game.length, game.kind)
        except GameError as error:
            raise InputError(f"turn {turn}: {error.reason}") from None
        if game.rule == Rule.CANDIDATES and number not in matrix.answer_as_guess[candidates]:
            raise InputError(f"turn {turn}: {word!a} is not legal under rule candidates: it cannot be the answer")
        if game.rule == Rule.HARD and not is_hard_legal(word, turns):
            raise InputError(
                f"turn {turn}: {word!a} is not legal under rule hard: it must keep every green in its place and use "
                "every letter seen as often as it was seen"
            )
        fitting = candidates[matrix.by_guess[number, candidates] == code]
        if not len(fitting):
            raise InputError(
                f"turn {turn}: no answer fits: none of the {len(candidates)} that were left gives "
                f"{format_feedback(code, game.length, kind=game.kind)} to {word!a}"
            )
        candidates = fitting
        after = constraint.copy()
        if game.rule == Rule.HARD:
            tighten(constraint, letters[number], code, after)
        else:
            remember(constraint, number, after)
        constraint = after
        turns = (*turns, (word, code))
        solved_at = turn if code == game.n_feedbacks - 1 else 0
    if solved_at:
        raise InputError(f"the game is solved at turn {solved_at}: there is no next guess")
    return _Position(turns, candidates, constraint)


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
        if total >= INFEASIBLE:
            rows.append(RankedGuess(word, word in members, None, None, None))
        else:
            plain = total if weights is None else total % unit
            rows.append(RankedGuess(word, word in members, plain, mean_of(total), mean_of(total) - best))
    return tuple(rows)


def _rounded(value: Fraction | None) -> float | None:
    return None if value is None else float(value)
