"""`wordle-next` where the tree has no guess: an exact search if the compiler is there and it is quick.

The search is the compiler's, which is imported for the first question that needs it. This is the only module of the
package that knows about the compiler. Without a search a guess is the session's own, by its rule of thumb.
"""

import os
import time
from contextlib import AbstractContextManager, nullcontext
from fractions import Fraction
from importlib import import_module
from threading import Event, Thread
from typing import TYPE_CHECKING, NamedTuple

from wordle_runtime.command_line import SEARCH_LIBRARIES, missing_libraries
from wordle_runtime.errors import SolveError, counted
from wordle_runtime.layout import WORDLE, list_digest
from wordle_runtime.position import RankedGuess
from wordle_runtime.session import RULE_OF_THUMB, SEARCH, TREE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeVar

    from wordle_runtime.session import Session
    from wordle_runtime.tree import Tree

    _Result = TypeVar("_Result")

_ENGINE = "wordle_compiler.analysis.off_tree"
_OPENERS = "wordle_compiler.rankings.known_openers"
_PROGRESS = "wordle_compiler.machine.progress"
_POLL_SECONDS = 0.1


class Answer(NamedTuple):
    """The next guess of a game.

    Attributes:
        session: The game.
        guess: The next guess; None when the game is solved.
        source: `tree`; `search`: proven to need the fewest guesses on average; or `rule of thumb`.
        expected: The mean guesses still needed, exact; None if unknown.
        max_guesses_left: The guesses that suffice for every candidate with this play; None if unknown.
        n_known: None if all allowed words could be guessed. Otherwise the list of allowed words is unknown, only the
            words of the tree were considered, and this is their number.
    """

    session: "Session"
    guess: str | None
    source: str
    expected: Fraction | None = None
    max_guesses_left: int | None = None
    n_known: int | None = None


class Solver:
    """Answers positions by search, and remembers what it found."""

    def __init__(self, *, allowed: str | None = None, time_limit: float | None = None) -> None:
        """Takes the list of allowed words if it must be named, and the seconds a search may take, also to begin."""
        self._allowed = allowed
        self._time_limit = time_limit
        self._engines: dict[Tree, Any] = {}
        self._answers: dict[object, Answer] = {}

    def answer(self, session: "Session", *, quick_on_interrupt: bool = False) -> Answer:
        """Returns the next guess: the session's own if none is known to be better, else that of a search.

        If the search is not installed, takes longer than the limit or fails, that is the rule of thumb.

        Args:
            session: The game.
            quick_on_interrupt: Whether Ctrl-C, like the time limit, falls back to the rule of thumb.

        Raises:
            KeyboardInterrupt: At once, unless `quick_on_interrupt`.
        """
        if session.source != RULE_OF_THUMB:
            return Answer(session, session.guess, session.source, session.expected, session.max_guesses_left)
        key = session.tree, session.turns
        if key not in self._answers:
            found = None
            try:
                found = self._best(session, 1)
            except SolveError:
                pass
            except KeyboardInterrupt:
                if not quick_on_interrupt:
                    raise
            if found is None:
                return Answer(session, session.guess, RULE_OF_THUMB)
            best = found.best
            self._answers[key] = Answer(
                session, best.guess, SEARCH, best.expected, found.guesses_left, n_known(session)
            )
        return self._answers[key]

    def alternatives(self, session: "Session", count: int) -> "tuple[RankedGuess, ...] | None":
        """Returns the best next guesses with their costs, best first; None if the search was cut short.

        Raises:
            SolveError: The search is not installed, or cannot answer.
        """
        if not session.turns and (known := known_openers(session, count)) is not None:
            return known
        try:
            found = self._best(session, count)
        except KeyboardInterrupt:
            return None
        return None if found is None else found.ranking

    def _best(self, session: "Session", count: int) -> "Any":
        """Returns the compiler's analysis of a position; None if the time limit was too short."""
        if missing := missing_libraries(*SEARCH_LIBRARIES):
            raise SolveError(f"the search needs {missing}")
        # numpy's linear algebra is not used, and its threads spin after they start.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        tree, turns, words = session.tree, session.turns, session.pool()

        def work(*show: "Any") -> "Any":
            if tree not in self._engines:
                self._engines[tree] = import_module(_ENGINE).OffTreeEngine(tree, self._allowed)
            return self._engines[tree].best(turns, words, count, *show)

        return _in_thread(work, import_module(_PROGRESS).progress_bar(quiet=False), self._time_limit)


def known_openers(session: "Session", count: int) -> "tuple[RankedGuess, ...] | None":
    """Returns the best openers by the table that ships, which needs no library; None where it does not tell."""
    game, guarantee = session.tree.info.game, session.tree.guarantee
    answers = list_digest(session.pool())
    limit = (guarantee.likely or game).max_guesses
    find = import_module(_OPENERS).find_known_openers
    table = find(game.kind, answers, game.allowed.sha256, game.rule, limit)
    if table is None or guarantee.weights is not None:
        return None
    likely = session.likely
    rows = table.leading(count, likely) or []
    return (
        tuple(
            RankedGuess(
                guess=word,
                is_candidate=word in likely,
                total=total,
                expected=Fraction(total, table.n_answers),
                cost=Fraction(total - rows[0][1], table.n_answers),
            )
            for word, total in rows
        )
        or None
    )


def _in_thread(
    work: "Callable[..., _Result]", bar: "AbstractContextManager[Any] | None" = None, seconds: float | None = None
) -> "_Result | None":
    """Returns the result of work that an interrupt leaves alone; None if it takes longer than it may.

    An import or a compilation that is cut off half way would be broken for the rest of the process. So an interrupt or
    the end of the time ends the wait at once, and tells the work, which runs in a thread, to stop when it can.

    Args:
        work: Gets a callback that tells whether it should stop, and the one for its progress that `bar` yields.
        bar: Shows the progress; None shows none.
        seconds: How long it may take.
    """
    stopped = Event()
    outcome: list[Any] = []

    def run() -> None:
        try:
            outcome.extend((work(stopped.is_set, show), None))
        except BaseException as error:
            outcome.extend((None, error))

    end = None if seconds is None else time.monotonic() + seconds
    with bar or nullcontext() as show:
        thread = Thread(target=run, daemon=True)
        try:
            if end is None or seconds:
                thread.start()
            while thread.is_alive() and (end is None or time.monotonic() < end):
                thread.join(_POLL_SECONDS)
        except KeyboardInterrupt:
            stopped.set()
            raise
    if not outcome:
        stopped.set()
        return None
    result, error = outcome
    if isinstance(error, MemoryError):
        raise SolveError("not enough memory for this search")
    if hasattr(error, "exit_status"):
        raise SolveError(str(error)) from error
    if error is not None:
        raise error
    found: _Result = result
    return found


def n_known(session: "Session") -> int | None:
    """Returns how many words the tree has if the list of its allowed words is unknown; else None."""
    return len(session.tree.nodes.words) if session.allowed is None else None


def suggested_first(ranking: "Sequence[RankedGuess]", answer: Answer) -> list[RankedGuess]:
    """Returns the best guesses with the suggested one before its equals, even if the ranking ends within them."""
    rows = list(ranking)
    last = rows[-1]
    suggested = next((row for row in rows if row.guess == answer.guess), None)
    if suggested is None and answer.guess is not None and answer.expected == last.expected is not None:
        is_candidate = answer.guess in answer.session.pool()
        suggested = rows[-1] = last.replace(guess=answer.guess, is_candidate=is_candidate)
    if suggested is not None:
        first = next(place for place, row in enumerate(rows) if row.cost == suggested.cost)
        rows.insert(first, rows.pop(rows.index(suggested)))
    return rows


def explain(answer: Answer) -> str:
    """Returns one line about an answer: its source if that is not the tree, and what is known of it."""
    session = answer.session
    text = how_many_left(session)
    if session.candidates_left == 1:
        return text
    if answer.expected is not None:
        more = "more " if session.turn > 1 else ""
        text += f", {decimal(answer.expected, 2)} {more}guesses expected{_limits(answer)}"
    source = "" if answer.source == TREE else f"{'exact search' if answer.source == SEARCH else answer.source}: "
    if answer.n_known is not None:
        source = f"searched only the {answer.n_known} words of the tree (name the allowed ones with --allowed): "
    return source + text


def _limits(answer: Answer) -> str:
    """Returns by which of the game's rows the words are found: likely answers, and other words where they differ."""
    session, most = answer.session, answer.max_guesses_left
    if most is None:
        return ""
    played = session.turn - 1
    by = "by turn" if played else "within"
    most_likely, n_others = session.within_likely or (most, 0)
    if most_likely == most and (answer.source == TREE or len(session.pool()) == session.candidates_left):
        return f", all {by} {most + played}"
    likely = f"; the likely answers {by} {most_likely + played}"
    if most_likely == most:
        return likely
    some = f"{_grouped(n_others)} of the other words {by} {most_likely + played}, the rest"
    others = some if n_others else "the other words"
    return f"{likely}; {others} {by} {most + played}"


def how_many_left(session: "Session") -> str:
    """Returns how many candidates are left, and how many of them are likely if the tree has likely answers."""
    n_left, n_likely = session.candidates_left, session.likely_left
    if session.likely.isdisjoint(session.candidates()):
        kind = "answers" if n_likely is None else "likely answers"
        others = "1 other allowed word does" if n_left == 1 else f"{n_left} other allowed words do"
        return f"none of the {len(session.likely)} {kind} fits; {others}"
    if n_likely is None:
        return f"{counted(n_left, 'answer' if session.tree.nodes.kind == WORDLE else 'code')} left"
    n_others = n_left - n_likely
    others = f" and {_grouped(n_others)} other word{'s' * (n_others > 1)}" if n_others else ""
    return f"{counted(n_likely, 'likely answer')}{others} left"


def _grouped(number: int) -> str:
    return f"{number:,}" if number >= 10_000 else str(number)


def decimal(fraction: Fraction, places: int) -> str:
    """Returns a non-negative fraction with some decimals, rounded half up, without using floats."""
    unit = 10**places
    rounded = (2 * unit * fraction.numerator + fraction.denominator) // (2 * fraction.denominator)
    return f"{rounded // unit}.{rounded % unit:0{places}}"
