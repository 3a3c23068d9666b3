"""`wordle-next` where the tree has no guess: an exact search if the compiler is there and it is quick.

The search is the compiler's, which is imported for the first question that needs it. This is the only module of the
package that knows about the compiler. Without a search a guess is the session's own, by its rule of thumb.
"""

import math
import os
import sys
import time
from contextlib import AbstractContextManager, suppress
from fractions import Fraction
from importlib import import_module
from threading import Event, Thread
from typing import TYPE_CHECKING

from wordle_runtime.command_line import SEARCH_LIBRARIES, long_search, missing_libraries
from wordle_runtime.errors import SolveError, counted
from wordle_runtime.layout import HARD, WORDLE, list_digest
from wordle_runtime.position import RankedGuess
from wordle_runtime.session import RULE_OF_THUMB, SEARCH, TREE

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeVar

    from wordle_runtime.session import Session

    _Result = TypeVar("_Result")

_FIRST_USE = "the exact search is compiled at its first use: ask again in a minute; --time-limit 300 waits for it"
_CUT_SHORT = "the search was cut short: ask again when fewer candidates are left, or with a larger --time-limit"
_POLL_SECONDS = 0.1
_STOPPING_SECONDS = 0.5


class Solver:
    """Searches positions, and remembers what it found, and the `limit` of guesses of the latest ranking."""

    def __init__(self, time_limit: float | None = None, silence: float = 1) -> None:
        """Takes the seconds that a search may take, also to begin, and after how many a line says that it searches."""
        self._time_limit, self._silence, self._so_far = time_limit, silence, ""
        self._thread: Thread | None = None
        self._found: dict[object, tuple[str, Fraction, int]] = {}
        self.limit = 0

    def improve(self, session: "Session", *, quick_on_interrupt: bool = False) -> None:
        """Gives a game whose guess is by a rule of thumb that of a search, unless none is installed, quick and sound.

        Raises:
            KeyboardInterrupt: At once, unless `quick_on_interrupt`: then Ctrl-C leaves it at the rule of thumb.
        """
        if session.source != RULE_OF_THUMB or session.is_last_row:
            return
        key, self._so_far = (session.tree, session.turns), f", so far by a rule of thumb: {session.guess}"
        with suppress(SolveError, *([KeyboardInterrupt] if quick_on_interrupt else [])):
            if key not in self._found and (found := self._best(session, 1)) is not None:
                self._found[key] = found.best.guess, found.best.expected, found.guesses_left
        if key in self._found:
            session.prefer(*self._found[key])
        self._so_far = ""

    def alternatives(self, session: "Session", count: int) -> "tuple[RankedGuess, ...] | None":
        """Returns the best next guesses with their costs, best first; None if the search was cut short.

        On the last row those are the words that may be the answer, since another guess cannot win.

        Raises:
            SolveError: The search is not installed, or cannot answer.
        """
        if session.is_late:
            words = sorted(session.likely_first(), key=session.guess.__ne__)
            row = RankedGuess(guess="", is_candidate=True, total=None, expected=None, cost=None)
            return tuple(row.replace(guess=word) for word in words[:count])
        if not session.turns and (known := known_openers(session, count)) is not None:
            return known
        kind, end = session.tree.info.game.kind, " --hard" * (session.tree.info.game.rule == HARD)
        asks = "ask after the next turn" if session.turns or kind != WORDLE else f"`wordle-analyze opener --top 5{end}`"
        line = long_search(len(session.allowed or session.tree.nodes.words), len(session.pool()), asks, kind)
        if line and not missing_libraries(*SEARCH_LIBRARIES):
            print(f"wordle-next: {line}; or --time-limit S", file=sys.stderr)
        with suppress(KeyboardInterrupt):
            found = self._best(session, count)
            self.limit = len(session.turns) + found.guesses_left if found else 0
            return None if found is None else found.ranking
        return None

    @property
    def cut_short(self) -> str:
        """One line that says why there is no ranking."""
        return _FIRST_USE if self.is_compiling else _CUT_SHORT

    def n_searched(self, session: "Session") -> int | None:
        """Returns how many words a search considered if it knew only those of the tree; else None."""
        was_searched = (session.tree, session.turns) in self._found
        return len(session.tree.nodes.words) if was_searched and session.allowed is None else None

    def explain(self, session: "Session") -> str:
        """Returns one line about the guess of a game: its source if that is not the tree, and what is known of it."""
        counts, in_pool = how_many(session)
        text = f"{counts} left"
        if session.is_lost:
            named = [*session.likely_first()[:10], "..."][: session.candidates_left]
            return f"the rows of the game are used up; {text}: {', '.join(named)}"
        if session.candidates_left == 1:
            return text
        if session.is_last_row and session.guess in session.pool():
            return f"the last row: {session.guess} wins for 1 of {in_pool}; {text}"
        if (expected := session.expected) is not None:
            text += f", {decimal(expected, 2)} {'more ' * (session.turn > 1)}guesses expected{_limits(session)}"
        source = {TREE: "", SEARCH: "exact search: "}.get(session.source, f"{session.source}: ")
        if session.source == RULE_OF_THUMB and self.is_compiling:
            source, text = f"{RULE_OF_THUMB}: ", f"{text}; {_FIRST_USE}"
        if (n_words := self.n_searched(session)) is not None:
            source = f"searched only the {n_words} words of the tree (name the allowed ones with --allowed): "
        return source + text

    def _best(self, session: "Session", count: int) -> "Any":
        """Returns the compiler's analysis of a position; None if the time limit was too short."""
        if missing := missing_libraries(*SEARCH_LIBRARIES):
            raise SolveError(f"the search needs {missing}")
        # numpy's linear algebra is not used, and its threads spin after they start.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        tree, turns, words = session.tree, session.turns, session.pool()

        def work(*show: "Any") -> "Any":
            judges = import_module("wordle_compiler.analysis.judges")
            own = session.guess if session.source == TREE and not session.n_late else None
            return judges.analyse_off_tree(tree, session.allowed, turns, words, own, count, *show)

        return self._in_thread(work, import_module("wordle_compiler.machine.progress").progress_bar(quiet=False))

    def _in_thread(self, work: "Callable[..., _Result]", bar: "AbstractContextManager[Any]") -> "_Result | None":
        """Returns the result of work that an interrupt leaves alone; None if it takes longer than the time limit.

        An import or a compilation that is cut off half way would be broken for the rest of the process. So an interrupt
        or the end of the time ends the wait at once, and tells the work, which runs in a thread, to stop when it can.
        A search then stops soon; while a compilation goes on, other work with a time limit is not begun. The work gets
        a callback that tells whether it should stop, and the one for its progress that `bar` yields.
        """
        seconds = self._time_limit
        if self.is_compiling and seconds is not None:
            return None
        stopped = Event()
        results: list[_Result] = []
        errors: list[BaseException] = []

        def run() -> None:
            try:
                results.append(work(stopped.is_set, show))
            except MemoryError:
                errors.append(SolveError("not enough memory for this search"))
            except BaseException as error:
                errors.append(SolveError(str(error)) if hasattr(error, "exit_status") else error)

        now = time.monotonic()
        end, shown = None if seconds is None else now + seconds, now + self._silence
        try:
            with bar as show:
                thread = Thread(target=run, daemon=True)
                if seconds != 0:
                    thread.start()
                while thread.is_alive() and (end is None or now < end):
                    if shown <= now:
                        limit = "" if seconds is None else f" for at most {seconds:g} s"
                        print(f"wordle-next: searching{limit}{self._so_far} ...", file=sys.stderr, flush=True)
                        shown = math.inf
                    thread.join(_POLL_SECONDS)
                    now = time.monotonic()
        finally:
            stopped.set()
        self._thread = thread
        if errors:
            raise errors[0]
        return results[0] if results else None

    @property
    def is_compiling(self) -> bool:
        """Whether work whose time is over goes on for half a second, as only the compiling of kernels does."""
        if self._thread is not None and self._thread.is_alive():
            self._thread.join(_STOPPING_SECONDS)
        return self._thread is not None and self._thread.is_alive()


def known_openers(session: "Session", count: int) -> "tuple[RankedGuess, ...] | None":
    """Returns the best openers by the table that ships, which needs no library; None where it does not tell."""
    game, guarantee = session.tree.info.game, session.tree.guarantee
    limit = (guarantee.likely or game).max_guesses
    find = import_module("wordle_compiler.rankings.known_openers").find_known_openers
    table: Any = find(game.kind, list_digest(session.pool()), game.allowed.sha256, game.rule, limit)
    return table.leading(count, session.likely) if table is not None and guarantee.weights is None else None


def _limits(session: "Session") -> str:
    """Returns by which of the game's rows the words are found: likely answers, and other words where they differ."""
    if (most := session.max_guesses_left) is None:
        return ""
    by = "by turn" if (played := session.turn - 1) else "within"
    most_likely, n_others = (within := session.within_likely) or (most, 0)
    if most_likely == most and (within or len(session.pool()) == session.candidates_left):
        return f", all {by} {most + played}"
    likely = f"; the likely answers {by} {most_likely + played}"
    if most_likely == most:
        return likely
    some = f"{n_others} of the other words {by} {most_likely + played}, the rest" if n_others else "the other words"
    return f"{likely}; {some} {by} {most + played}"


def how_many(session: "Session") -> tuple[str, str]:
    """Returns how many candidates there are, likely answers and other words apart, and how many are in the `pool`."""
    n_others = session.candidates_left - (n_known := len(session.likely.intersection(session.candidates())))
    noun = "code" if session.tree.nodes.kind != WORDLE else "answer" if session.likely_left is None else "likely answer"
    known, others = counted(n_known, noun), counted(n_others, "other word")
    return f"{known} and {others}" if n_others else known, known if n_known else others


def decimal(fraction: Fraction, places: int) -> str:
    """Returns a fraction with some decimals, rounded half to even as everywhere."""
    return f"{float(round(fraction, places)):.{places}f}"
