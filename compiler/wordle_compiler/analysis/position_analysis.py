"""Replays turns as a player writes them, and finds the best next guess after them, and what others cost, exactly."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.game import Game
from wordle_compiler.game.weights import Weights
from wordle_compiler.game.words import as_input_error, name_some, normalise_word
from wordle_compiler.kernels.kernel import prepare
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError
from wordle_compiler.machine.progress import Progress, ignore_progress
from wordle_compiler.machine.workers import find_workers
from wordle_compiler.rankings.known_openers import find_known_openers
from wordle_compiler.rankings.table import DataTable, Tabular
from wordle_compiler.search.extract import CandidateSet, after_guess
from wordle_compiler.search.problem import INFEASIBLE, likely_layout
from wordle_compiler.search.rounds import root_view
from wordle_compiler.search.stopping import NEVER, Deadline, StoppedError
from wordle_compiler.solver.objective import Question
from wordle_compiler.solver.openers import rank_guesses
from wordle_compiler.solver.worker_threads import lay_out, search_kernels
from wordle_runtime.command_line import plain
from wordle_runtime.errors import GameError, NoCandidateError, counted, quoted
from wordle_runtime.feedback import rule_of
from wordle_runtime.notation import (
    AROUND_TURNS,
    LOST_TITLE,
    code_of,
    format_feedback,
    is_like_marks,
    is_prose,
    is_row,
    read_feedback,
    split_history,
)
from wordle_runtime.position import Position, RankedGuess, find_word, play_turn, with_suspect
from wordle_runtime.words import spelled

DEFAULT_ALTERNATIVES = 10
_RANKED = ("guess", "is_candidate", "total", "expected", "cost")
"""The columns of a ranking, which are also the names of its fields in JSON."""


@dataclass(frozen=True)
class PositionAnalysis(Tabular[RankedGuess]):
    """What is proven about a position."""

    _ROWS = "ranking"
    game: Game
    """The game."""
    history: tuple[tuple[str, int], ...]
    """The turns so far: each guess, and the code of its feedback."""
    candidates: tuple[str, ...]
    """The answers still possible, ascending; at least one."""
    guesses_left: int
    """How many guesses the limit leaves, the next one included."""
    n_legal: int | None
    """How many guesses are legal next; None where a tree knew the best one, and they were not counted."""
    best: RankedGuess
    """The best next guess; one that solves every candidate within the limit."""
    ranking: tuple[RankedGuess, ...]
    """The best guesses, `best` first: by total, then a tree's, then candidates, then in alphabetical order. No guess
    that is legal, not played before, and outside the ranking is better than its last one."""
    weights: str | None = None
    """The name of the weights used for the means; None if each answer counts once."""
    is_from_table: bool = False
    """Whether the ranking was read from the bundled table of openers, without a search."""
    cut_short: dict[str, Any] | None = None
    """How far the search came if the time limit ended it, as JSON: only in what `UnmetGuaranteeError` has `found`."""

    @property
    def claim(self) -> str:
        """What is claimed of the ranking, with the objective, limit and rule that it is about."""
        total = "total" if self.weights is None else "weighted total"
        about = f"({total}, within {counted(self.guesses_left, 'more guess')}, rule {self.game.rule})"
        if self.cut_short is not None:
            return f"cut short {about}: the best guesses so far, each total exact; others may be better"
        if self.n_legal is None:
            return f"optimal {about}, by a bundled tree; --top N or --time-limit S ranks other guesses by a search"
        best = f"the best {len(self.ranking)} of {counted(self.n_legal, 'legal guess')}, exact"
        return f"optimal {about}: {best}{', from the bundled table of openers' * self.is_from_table}"

    def table(self) -> DataTable:
        """Returns the rows to show and to convert."""
        rows = [[getattr(row, title) for title in _RANKED] for row in self.ranking]
        legal = "" if self.n_legal is None else f", {self.n_legal} allowed guesses"
        return DataTable(f"turn {len(self.history) + 1}: {len(self.candidates)} left{legal}", _RANKED, rows)

    def as_json(self) -> dict[str, Any]:
        """Returns the analysis as the command's JSON object."""
        game = self.game
        return {
            "guess": self.best.guess or None,
            "turn": len(self.history) + 1,
            "history": [[guess, format_feedback(code, game.length, kind=game.kind)] for guess, code in self.history],
            **game.as_json(),
            "guesses_left": self.guesses_left,
            "n_candidates": len(self.candidates),
            "candidates": list(self.candidates),
            **plain({name: getattr(self.best, name) for name in ("total", "expected")}),
            **{name: getattr(self, name) for name in ("weights", "n_legal", "is_from_table", "claim")},
            "objective": "total",
            **({} if self.cut_short is None else {"cut_short": self.cut_short}),
            "ranking": [plain({name: getattr(row, name) for name in _RANKED}) for row in self.ranking],
        }


def analyse_position(
    game: Game,
    history: str | Sequence[tuple[str, str | int]],
    *,
    max_guesses: int | None = None,
    n_workers: int | None = None,
    n_alternatives: int | None = DEFAULT_ALTERNATIVES,
    weights: Weights | None = None,
    look_up: Callable[[Position], RankedGuess | str | None] = lambda _: None,
    deadline: Deadline = NEVER,
    time_limit: float = 0.0,
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
        n_alternatives: How many guesses to rank, including the best; None means all new legal ones, which takes long.
        weights: How much each answer counts; None means once. With weights, the search minimises the weighted total.
        look_up: Asked before a search; a guess that it knows to be the best is the ranking, a word is first of equals.
        deadline: When the search ends; `Deadline.cancel` ends it at once.
        time_limit: In place of a deadline, the seconds that the search may take once it is prepared; 0 means any.
        progress: Called with the progress of the work, from this thread.

    Raises:
        InputError: A turn is impossible (the message names it), the game is over, or an argument is wrong.
        StoppedError: The deadline has passed.
        UnmetGuaranteeError: It is proven that no guess solves every candidate within the limit; or the time limit has
            passed, and the message names the best guesses so far, which are `found`.
        KeyboardInterrupt: Promptly, on an interrupt; the threads are told to stop.
    """
    limit = game.limit(max_guesses)
    if n_alternatives is not None and n_alternatives < 1:
        raise InputError(f"the number of alternatives must be at least 1, not {n_alternatives}")
    workers = find_workers(n_workers)
    *_, position = replay_turns(game, history)
    n_turns, n_legal = len(position.turns), None
    if not n_turns and weights is None:
        table = find_known_openers(game.kind, game.answers.sha256, game.allowed.sha256, game.rule.value, limit)
        if table is not None and (known := table.leading(n_alternatives, frozenset(game.answers.words))) is not None:
            n_legal = len(table.openers)
            return PositionAnalysis(game, (), game.answers.words, limit, n_legal, known[0], known, is_from_table=True)
    if n_turns and position.turns[-1][1] == game.n_feedbacks - 1:
        raise InputError(f"the game is solved at turn {n_turns}: there is no next guess")
    if (left := limit - n_turns) < 1:
        raise InputError(f"no guess is left of {limit} after {n_turns}: give --max-guesses {n_turns + 1}")
    if isinstance(known_best := look_up(position), RankedGuess):
        return PositionAnalysis(game, position.turns, position.candidates, left, None, known_best, (known_best,))
    if time_limit:
        deadline = begin_search(game, weights, time_limit)
    search = PositionSearch(game, left, workers, weights=weights, deadline=deadline)
    search.favourite = game.allowed.words.index(known_best) if known_best else -1
    cut_short: dict[str, Any] | None = None
    try:
        ranked, n_legal = search.rank(position, left, n_alternatives, progress)
    except StoppedError as stopped:
        if not time_limit:
            raise
        ranked, (done, n, bound) = stopped.ranking, stopped.settled or (None, None, None)
        cut_short = {"time_limit": time_limit, "n_settled": done, "n_to_settle": n, "lower_bound": bound}
    if ranked and ranked[0][1] >= INFEASIBLE:
        n_answers = counted(len(position.candidates), "answer")
        each = f"; {name_some(position.candidates)} each win for 1 of {n_answers}" if left == 1 else ""
        proven = f"no next guess solves every one of the {n_answers} within the {counted(left, 'guess')} left (proven)"
        raise UnmetGuaranteeError(f"{proven}: give --max-guesses {limit + 1} or more{each}")
    weight = sum(weights_among(position.candidates, weights).values())
    members = frozenset(position.candidates)
    rows: list[RankedGuess] = []
    _, best = search.figures(ranked[0][1] if ranked else 0, weight)
    for guess, total in ranked:
        word = game.allowed.words[guess]
        plain, mean = search.figures(total, weight)
        cost = None if cut_short else mean - best
        row = RankedGuess(guess=word, is_candidate=word in members, total=plain, expected=mean, cost=cost)
        rows.append(row if total < INFEASIBLE else row.replace(total=None, expected=None, cost=None))
    nothing = RankedGuess(guess="", is_candidate=False, total=None, expected=None, cost=None)
    name, first = None if weights is None else weights.name, next(iter(rows), nothing)
    found = game, position.turns, position.candidates, left, n_legal, first, tuple(rows), name
    made = PositionAnalysis(*found, cut_short=cut_short)
    if cut_short is not None:
        named = name_some([row.guess for row in rows]) or "none is searched to the end"
        raise UnmetGuaranteeError(f"cut short after {time_limit:g} s; the best guesses so far: {named}", made.as_json())
    return made


def begin_search(game: Game, weights: Weights | None, seconds: float) -> Deadline:
    """Compiles what a search needs, if that is not done, and returns its deadline, so many seconds later."""
    prepare(search_kernels(likely_layout(game, is_weighted=weights is not None)))
    return Deadline(seconds)


class PositionSearch:
    """An exact search of the positions of one game. Not safe to share between threads."""

    def __init__(
        self,
        game: Game,
        max_guesses: int,
        n_workers: int,
        *,
        weights: Weights | None = None,
        deadline: Deadline = NEVER,
    ) -> None:
        """Computes all feedbacks of the game, and allocates memory for searches of at most `max_guesses` guesses."""
        self.favourite = -1  # The number of the guess that is first of equals.
        _, self._threads = lay_out(Question(game, max_guesses, weights=weights), None, n_workers, deadline=deadline)
        self._game = game
        self._problem = self._threads.problem
        # Without weights, all of a total is the plain one.
        self._unit = INFEASIBLE if weights is None else weights.unit(max_guesses)

    def rank(
        self, position: Position, guesses_left: int, n_best: int | None, progress: Progress = ignore_progress
    ) -> tuple[list[tuple[int, int]], int]:
        """Returns the numbers of the best guesses with their totals, and how many are legal; see `rank_guesses`."""
        where = *self._in_numbers(position), guesses_left, n_best, progress
        played = [self._game.allowed.words.index(guess) for guess, _ in position.turns]
        return rank_guesses(self._threads, *where, played, self.favourite)

    def figures(self, total: int, weight: int) -> tuple[int, Fraction]:
        """Returns the plain total in a total of some candidates, and the mean by their weight (see `weights_among`)."""
        weighted, plain = divmod(total, self._unit)
        return plain, Fraction(weighted or plain, weight)

    def total_with(self, position: Position, guesses_left: int, guess: int) -> int:
        """Returns the smallest total with a guess next; `INFEASIBLE` where no play after it keeps the limit."""
        candidates, constraint = self._in_numbers(position)
        worker, cell = self._threads.worker, CandidateSet.of(candidates, root_view(self._problem), constraint)
        members = worker().extractor.focus(cell)
        # On a thread, which the deadline stops.
        found = self._threads.run(lambda one: worker().extractor.total(members, guesses_left, INFEASIBLE, one), [guess])
        return next(found)

    def _in_numbers(self, position: Position) -> tuple[NDArray[np.int32], NDArray[np.uint16]]:
        """Returns the candidates' numbers, ascending, and what rule hard (or the symmetry) needs of the turns."""
        game, problem = self._game, self._problem
        words, constraint = game.allowed.words, np.zeros(1 + 2 * game.length, np.uint16)
        for guess, code in position.turns:
            constraint = after_guess(problem.letters, constraint, words.index(guess), code, problem.layout)
        answer_of = {words[guess]: answer for answer, guess in enumerate(problem.answer_as_guess)}
        return np.array(sorted(answer_of[word] for word in position.candidates), np.int32), constraint


def weights_among(candidates: Iterable[str], weights: Weights | None) -> dict[str, int]:
    """Returns how much each candidate counts: once without weights, or if all candidates have weight 0."""
    found = {word: 1 if weights is None else weights.by_word[word] for word in candidates}
    return found if any(found.values()) else dict.fromkeys(found, 1)


def complete_turns(
    game: Game, words: str | Sequence[str], answer: str | None, *, takes_any: bool = False
) -> tuple[tuple[tuple[str, int], ...], str | None]:
    """Parses turns and fills in missing feedbacks; also returns the hidden word if known.

    A turn is `GUESS:FEEDBACK`, `GUESS FEEDBACK` or a bare guess; or they are what a game gives to share, with the words
    beside the squares. Without an `answer` a last guess that wins is the answer, as is a bare one that is not alone; it
    may be given twice, once as each. With `takes_any`, any allowed word may be hidden.

    Raises:
        InputError: A turn is malformed, lacks its feedback, or contradicts the answer; the message names it.
    """
    text = words if isinstance(words, str) else " ".join(words)
    if not (words := _join_turns(text, game)):
        raise InputError("no guess is given: write turns such as salet:__y_g, or guesses and the answer")
    last, colon, _ = words[-1].rpartition(":")
    if answer is None and len(words) > 1 and not colon and re.search(LOST_TITLE, text):
        answer = words.pop()
    wins = [word for word in words if code_of(word.rpartition(":")[2], game.length, game.kind) == game.n_feedbacks - 1]
    hidden = answer if answer is not None else last if wins == words[-1:] else None if colon else words[-1]
    if hidden is not None:
        possible = game.allowed.words if takes_any else game.answers.words
        hidden = normalise_word("".join(hidden.split()), "the answer", possible)
        if hidden not in possible:
            if answer is None:
                with as_input_error():
                    find_word(game, hidden, len(words), frozenset(game.allowed.words))
            of = f"{len(possible)} {'allowed words' if takes_any else 'answers'}"
            raise InputError(f"{quoted(hidden)} is not among the {of}: it cannot be hidden")
    turns = []
    for number, text in enumerate(words, 1):
        raw, colon, mark = text.rpartition(":")
        with as_input_error():
            word = find_word(game, spelled(raw if colon else text, game.allowed.words), number, None)
            said = read_feedback(mark, game.length, game.kind, number) if colon else None
        code = said if hidden is None else rule_of(game.kind)(word, hidden)
        # A word alone is not said to be the answer, as one that is given twice is.
        if code is None or (said is None and answer is None and len(words) == 1):
            raise InputError(f"turn {number}: {quoted(word)} has no feedback: write guess:feedback, or give the answer")
        if said not in (None, code):
            right = format_feedback(code, game.length, kind=game.kind)
            raise InputError(f"turn {number}: {quoted(word)} gets {right} if {hidden!a} is hidden, not {quoted(mark)}")
        turns.append((word, code))
    if len(turns) > 1 and turns[-1] == turns[-2] and turns[-1][1] == game.n_feedbacks - 1 and ":" not in words[-1]:
        # The winning guess and then the answer: one word, named twice.
        turns.pop()
    return tuple(turns), hidden


def is_won(text: str, game: Game) -> bool:
    """Returns whether the last of some turns, as `complete_turns` takes them, has the feedback that wins."""
    *_, last = _join_turns(text, game) or [""]
    return code_of(last.rpartition(":")[2], game.length, game.kind) == game.n_feedbacks - 1


def _join_turns(text: str, game: Game) -> list[str]:
    """Returns whole turns as `GUESS:FEEDBACK`, read as by `wordle-next`, and the guesses after them without a feedback.

    A word on its own after the rows of a game that is over is the answer if they agree with it, else prose.
    """
    # Signs after a word are none of its own.
    given, text = text, re.sub(rf"{AROUND_TURNS}|(?<=[^\W\d_]{{3}})[,;:.!?]+(?!\S)", " ", text)
    length, known, rule = game.length, frozenset(game.allowed.words), rule_of(game.kind)

    def meaning(said: str) -> int | None:
        # An allowed word is the next guess, even if it can be read as a feedback.
        return None if said in known else code_of(said, length, game.kind)

    for n_bare in range(8):
        whole, *bare = text.rsplit(maxsplit=n_bare) or [""]
        with suppress(GameError):
            turns = [(guess, said, meaning(said)) for guess, said in split_history(whole)]
            if all(code is not None for *_, code in turns) and not any(map(is_row, bare)):
                end = spelled(text.split()[-1], known) if is_row(text) and not bare else ""
                agree = end in known and all(rule(spelled(guess, known), end) == code for guess, _, code in turns)
                return [*(f"{guess}:{said}" for guess, said, _ in turns), *([end] if agree else bare)]
    is_odd = [len(part) != length for part in text.split()]
    is_question = is_prose(given.split()) and sum(is_odd) * (99 if "?" in given else 2) > len(is_odd)
    is_other = any(part.isalpha() and (len(part) == 1 or game.kind != "wordle") for part in text.split())
    if is_row(text) or is_question or is_other:
        with as_input_error():
            split_history(given)
    joined: list[str] = []
    for part in text.split():
        word = part.rstrip(",;:")
        is_slip = word not in known and len(word) > 1 and is_like_marks(word, length)
        if joined and ":" not in joined[-1] and (is_slip or meaning(word) is not None):
            joined[-1] += f":{word}"
        else:
            joined.append(word)
    return joined


def words_that_fit(game: Game, turns: Sequence[tuple[str, int]]) -> tuple[str, ...]:
    """Returns the allowed words, answers or not, that give the feedbacks of some turns."""
    mark = rule_of(game.kind)
    return tuple(word for word in game.allowed.words if all(mark(guess, word) == code for guess, code in turns))


def replay_turns(
    game: Game, turns: str | Iterable[tuple[str, str | int]], *, takes_any: bool = False
) -> Iterator[Position]:
    """Yields the position at the start and after each turn: a guess, and its feedback in any notation or as its code.

    The turns may also be one text; see `wordle_runtime.notation.split_history`. With `takes_any`, all allowed words
    that fit are candidates where no answer fits.

    Raises:
        InputError: A turn has an unknown word or no feedback, breaks the rule, or fits no answer; the message names it.
    """
    allowed = frozenset(game.allowed.words)
    position = Position(turns=(), candidates=game.answers.words)
    yield position
    with as_input_error():
        for guess, feedback in split_history(turns) if isinstance(turns, str) else turns:
            try:
                position = play_turn(game, allowed, position, guess, feedback)
            except NoCandidateError as error:
                played = (*position.turns, (spelled(guess, allowed), read_feedback(feedback, game.length, game.kind)))
                fitting = words_that_fit(game, played)
                if fitting and takes_any:
                    position = Position(turns=played, candidates=fitting)
                elif n_other := len(fitting):
                    fit = f"{counted(n_other, 'other allowed word')} {'fits' if n_other == 1 else 'fit'}"
                    how = "`wordle-next --top 5` ranks them, --include FILE adds words, `game` takes --answer WORD"
                    raise NoCandidateError(f"{error.reason}; {fit}: {how}", error.turn) from None
                else:
                    raise with_suspect(error, [game.allowed.words], played, game.kind) from None
            yield position
