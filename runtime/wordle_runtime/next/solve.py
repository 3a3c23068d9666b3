"""`wordle-next` where the tree has no guess: answers from the tree as far as it goes, and from a search beyond it.

The search is the compiler's, which is imported for the first question that needs it. This is the only module of the
package that knows about the compiler.
"""

import os
from collections import Counter
from contextlib import AbstractContextManager, nullcontext
from fractions import Fraction
from importlib import import_module
from threading import Event, Thread
from typing import TYPE_CHECKING, NamedTuple

from wordle_runtime.command_line import SEARCH_LIBRARIES, missing_libraries
from wordle_runtime.errors import GameError, NoCandidateError, OffTreeError, SolveError, counted
from wordle_runtime.feedback import rule_of
from wordle_runtime.notation import read_feedback
from wordle_runtime.position import Position, RankedGuess, find_word, play_turn, with_suspect
from wordle_runtime.words import words_allowed_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, TypeVar

    from wordle_runtime.session import Session
    from wordle_runtime.tree import Tree

    _Result = TypeVar("_Result")

TREE, SEARCH, RULE_OF_THUMB, OTHER_WORDS = "tree", "search", "rule of thumb", "other words"
"""The sources of an answer."""

_ENGINE = "wordle_compiler.analysis.off_tree"
_PROGRESS = "wordle_compiler.machine.progress"

_MOST_COMPARED = 150
"""If there are more words, only an even sample is compared, with itself: a tenth of a second at most."""

_POLL_SECONDS = 0.1


class TreePosition(Position):
    """A position in a tree's game. Immutable except for the session, which callers must not change.

    Attributes:
        tree: The tree that defines the game.
        session: The game against the tree; None if the turns left the tree.
        departure: How the turns left the tree; None if they did not.
        is_beyond: Whether no answer of the tree fits; the candidates are then the other allowed words that fit.
    """

    __slots__ = (*Position.__slots__, "departure", "is_beyond", "session", "tree")
    tree: "Tree"
    session: "Session | None"
    departure: "GameError | None"
    is_beyond: bool

    @property
    def is_solved(self) -> bool:
        """Whether the last feedback won the game."""
        return bool(self.turns) and self.turns[-1][1] == self.tree.nodes.all_green

    @property
    def candidates_left(self) -> int:
        """How many candidates there are."""
        return len(self.candidates)

    @property
    def turn(self) -> int:
        """The number of the next guess, counted from 1; when solved, of the guess that solved the game."""
        return len(self.turns) + (not self.is_solved)

    @property
    def likely(self) -> frozenset[str]:
        """The likely answers of the game; all answers if the tree distinguishes none."""
        return frozenset(self.tree.likely_answers)

    @property
    def likely_first(self) -> list[str]:
        """The candidates, the likely ones first, both ascending."""
        known = self.likely
        return sorted(self.candidates, key=lambda word: (word not in known, word))

    @property
    def likely_left(self) -> int | None:
        """How many of the candidates are likely answers; None if the tree has no likely answers."""
        return None if self.tree.guarantee.likely is None else len(self.likely.intersection(self.candidates))


def follow(
    tree: "Tree", history: "Iterable[tuple[str, str | int]]", known: "frozenset[str] | None" = None
) -> TreePosition:
    """Plays turns by the rules of a tree's game, following the tree as far as it goes.

    Where no answer of the tree fits, the other allowed words that fit become the candidates.

    Args:
        tree: The tree.
        history: Pairs of a guess and its feedback, as a code or as text in any notation.
        known: The allowed words; None means those of the tree or a bundled list. If they are unknown, any guess off
            the tree counts as allowed.

    Raises:
        GameError: A turn is impossible: the guess is not allowed or breaks the rule, or no candidate gives it this
            feedback. The error names the turn.
    """
    session: Session | None = tree.session()
    departure: GameError | None = None
    is_beyond = False
    position = Position(turns=(), candidates=())
    game = tree.info.game
    allowed = words_allowed_in(game, tree.nodes) if known is None else known
    for turn, (guess, feedback) in enumerate(history, 1):
        if session is not None:
            word = session.guess or ""
            try:
                session.play(guess, feedback)
            except (OffTreeError, NoCandidateError) as error:
                # After a `NoCandidateError`, `play_turn` finds no candidate either.
                position = Position(turns=position.turns, candidates=tuple(session.candidates()))
                session, departure = None, error
            else:
                code = read_feedback(feedback, game.length, game.kind)
                position = Position(turns=(*position.turns, (word, code)), candidates=())
                continue
        try:
            position = play_turn(game, allowed, position, guess, feedback)
        except NoCandidateError as error:
            code = read_feedback(feedback, game.length, game.kind)
            turns = (*position.turns, (find_word(game, guess, turn, allowed), code))
            if is_beyond or not (others := words_beyond(tree, turns, allowed)):
                raise departure if isinstance(departure, NoCandidateError) and not is_beyond else error from None
            position, is_beyond, departure = Position(turns=turns, candidates=tuple(others)), True, departure or error
    return TreePosition(
        tree=tree,
        turns=position.turns,
        candidates=position.candidates if session is None else tuple(session.candidates()),
        session=session,
        departure=departure,
        is_beyond=is_beyond,
    )


def words_beyond(tree: "Tree", turns: "Sequence[tuple[str, int]]", allowed: "Iterable[str] | None") -> list[str]:
    """Returns the allowed words that fit all turns and are not answers of the tree, ascending.

    The list is empty if the allowed words are unknown.
    """
    rule = rule_of(tree.nodes.kind)
    others = frozenset(allowed or ()).difference(tree.nodes.words[: tree.nodes.n_answers])
    return sorted(word for word in others if all(rule(guess, word) == code for guess, code in turns))


class Answer(NamedTuple):
    """The next guess at a position.

    Attributes:
        position: The position of the game.
        guess: The next guess; None when the game is solved.
        source: `tree`; `search`: proven to need the fewest guesses on average; `rule of thumb`; or `other words`: a
            rule of thumb among the other allowed words, where no answer of the tree fits.
        expected: The mean guesses still needed, exact; None if unknown.
        max_guesses_left: The guesses that suffice for every candidate with this play; None if unknown.
        n_known: None if all allowed words could be guessed. Otherwise the list of allowed words is unknown, only the
            words of the tree were considered, and this is their number.
    """

    position: TreePosition
    guess: str | None
    source: str
    expected: Fraction | None = None
    max_guesses_left: int | None = None
    n_known: int | None = None


class Solver:
    """Answers positions of one tree's game, and remembers the answers.

    Every question raises `SolveError` if it needs a search that is not installed or cannot answer, or if the named list
    of allowed words is invalid. On an interrupt a question raises `KeyboardInterrupt` at once.
    """

    def __init__(self, tree: "Tree", *, allowed: str | None = None, time_limit: float | None = None) -> None:
        """Takes the tree, the list of its allowed words if it must be named, and the seconds a search may take."""
        self._tree = tree
        self._allowed = allowed
        self._time_limit = time_limit
        self._engine_or_none: Any = None
        self._answers: dict[tuple[tuple[str, int], ...], Answer] = {}

    @property
    def known(self) -> "frozenset[str] | None":
        """The allowed words that the user named; None if there are none."""
        return None if self._allowed is None else frozenset(self._engine().game.allowed.words)

    @property
    def n_known(self) -> int | None:
        """How many words the tree has if the list of its allowed words is unknown; else None."""
        engine = self._engine()
        return None if engine.knows_list else len(engine.game.allowed)

    def position_after(self, history: "Sequence[tuple[str, str | int]]") -> TreePosition:
        """Plays turns by the rules of the game; see `follow`.

        Raises:
            GameError: A turn is impossible. Where no answer fits, the error names the turn to look at first.
        """
        try:
            return follow(self._tree, history, self.known)
        except NoCandidateError as error:
            raise with_suspect(error, self._tree.nodes, history) from None

    def answer(self, position: TreePosition, *, quick_on_interrupt: bool = False) -> Answer:
        """Returns the tree's guess if it has one, else that of the search.

        Args:
            position: A position of this tree's game.
            quick_on_interrupt: Whether Ctrl-C, like the time limit, falls back to the rule of thumb.
        """
        session = position.session
        if session is not None:
            return Answer(position, session.guess, TREE, session.expected, session.max_guesses_left)
        if position.is_beyond:
            return Answer(position, None if position.is_solved else self._quick(position), OTHER_WORDS)
        if position.is_solved:
            return Answer(position, None, SEARCH, Fraction(0), 0)
        if len(position.candidates) == 1:
            # This needs neither a search nor the compiler.
            return Answer(position, position.candidates[0], SEARCH, Fraction(1), 1)
        if position.turns not in self._answers:
            self._answers[position.turns] = self._searched(position, quick_on_interrupt=quick_on_interrupt)
        return self._answers[position.turns]

    def alternatives(self, position: TreePosition, count: int) -> "tuple[RankedGuess, ...] | None":
        """Returns the best next guesses with their costs, best first; None if the search was cut short.

        Raises:
            GameError: No answer of the tree fits.
        """
        if position.is_beyond:
            raise GameError(f"{how_many_left(position)}, but the search ranks guesses only for the tree's answers")
        try:
            found = self._best(position, count)
        except KeyboardInterrupt:
            return None
        return None if found is None else found.ranking

    def _searched(self, position: TreePosition, *, quick_on_interrupt: bool) -> Answer:
        try:
            found = self._best(position, 1)
        except KeyboardInterrupt:
            if not quick_on_interrupt:
                raise
            found = None
        if found is None:
            return Answer(position, self._quick(position), RULE_OF_THUMB)
        best = found.best
        return Answer(position, best.guess, SEARCH, best.expected, found.guesses_left, self.n_known)

    def _best(self, position: TreePosition, count: int) -> "Any":
        """Returns the compiler's analysis of a position; None if the time limit was too short."""
        engine = self._engine()
        bar = import_module(_PROGRESS).progress_bar(quiet=False)
        return _in_thread(lambda *show: engine.best(position.turns, count, self._time_limit, *show), bar)

    def _engine(self) -> "Any":
        """Returns the compiler's `OffTreeEngine` for this game; imports the compiler first."""
        if self._engine_or_none is None:
            if missing := missing_libraries(*SEARCH_LIBRARIES):
                raise SolveError(f"the search needs {missing}")
            # numpy's linear algebra is not used, and its threads spin after they start.
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
            self._engine_or_none = _in_thread(
                lambda *_: import_module(_ENGINE).OffTreeEngine(self._tree, self._allowed)
            )
        return self._engine_or_none

    def _quick(self, position: TreePosition) -> str:
        """Returns the candidate with the smallest expected cell size (Irving): a rule of thumb."""
        rule = rule_of(self._tree.nodes.kind)
        sample = position.candidates[:: -(-len(position.candidates) // _MOST_COMPARED)]

        def expected_size(guess: str) -> int:
            return sum(size * size for size in Counter(rule(guess, word) for word in sample).values())

        return min(sample, key=lambda word: (expected_size(word), word))


def _in_thread(work: "Callable[..., _Result]", bar: "AbstractContextManager[Any] | None" = None) -> "_Result":
    """Returns the result of work that an interrupt leaves alone.

    An import or a compilation that is cut off half way would be broken for the rest of the process. So an interrupt
    ends the wait at once, and tells the work, which runs in a thread, to stop when it can.

    Args:
        work: Gets a callback that tells whether it should stop, and the one for its progress that `bar` yields.
        bar: Shows the progress; None shows none.
    """
    stopped = Event()
    outcome: list[Any] = []

    def run() -> None:
        try:
            outcome.extend((work(stopped.is_set, show), None))
        except BaseException as error:
            outcome.extend((None, error))

    with bar or nullcontext() as show:
        thread = Thread(target=run, daemon=True)
        try:
            thread.start()
            while thread.is_alive():
                thread.join(_POLL_SECONDS)
        except KeyboardInterrupt:
            stopped.set()
            raise
    result, error = outcome
    if isinstance(error, MemoryError):
        raise SolveError("not enough memory for this search")
    if hasattr(error, "exit_status"):
        raise SolveError(str(error)) from error
    if error is not None:
        raise error
    found: _Result = result
    return found


def suggested_first(ranking: "Sequence[RankedGuess]", answer: Answer) -> list[RankedGuess]:
    """Returns the best guesses with the suggested one before its equals, even if the ranking ends within them."""
    rows = list(ranking)
    last = rows[-1]
    suggested = next((row for row in rows if row.guess == answer.guess), None)
    if suggested is None and answer.guess is not None and answer.expected == last.expected is not None:
        position = answer.position
        left = position.likely.intersection(position.candidates) or position.candidates
        suggested = rows[-1] = RankedGuess(
            guess=answer.guess,
            is_candidate=answer.guess in left,
            total=last.total,
            expected=last.expected,
            cost=last.cost,
        )
    if suggested is not None:
        first = next(place for place, row in enumerate(rows) if row.cost == suggested.cost)
        rows.insert(first, rows.pop(rows.index(suggested)))
    return rows


def explain(answer: Answer) -> str:
    """Returns one line about an answer that is not the tree's: why, its source, and the number of candidates."""
    position = answer.position
    if position.is_beyond:
        return how_many_left(position)
    return f"{position.departure}; {origin(answer)}: {', '.join(facts(answer))}"


def facts(answer: Answer) -> list[str]:
    """Returns what is known of an answer: the number of candidates, the mean of the guesses needed, their most."""
    known = [how_many_left(answer.position)]
    if answer.expected is not None:
        known.append(f"{decimal(answer.expected, 2)} guesses expected")
    if answer.max_guesses_left is not None:
        known.append(f"at most {answer.max_guesses_left}")
    return known


def how_many_left(position: TreePosition) -> str:
    """Returns how many candidates are left, and how many of them are likely if the tree has likely answers."""
    n_left = len(position.candidates)
    text = f"{counted(n_left, 'candidate')} left"
    others = "1 other allowed word does" if n_left == 1 else f"{n_left} other allowed words do"
    if position.is_beyond:
        return f"none of the {position.tree.nodes.n_answers} answers of the tree fits; {others}"
    n_likely = position.likely_left
    if n_likely == 0:
        return f"none of the {len(position.likely)} likely answers fits; {others}"
    return text if n_likely is None else f"{text}, {n_likely} of them likely"


def origin(answer: Answer) -> str:
    """Returns the source of an answer that is not the tree's, and what it claims."""
    if answer.source == OTHER_WORDS:
        return "so the guess is another allowed word, chosen by a rule of thumb; undo if a mark was wrong"
    if answer.source == RULE_OF_THUMB:
        return "the search was cut short, so this guess follows a rule of thumb"
    if answer.n_known is not None:
        return (
            f"searched only the {answer.n_known} words of the tree, "
            "because its list of allowed words is not known (name it with --allowed)"
        )
    return "answered by exact search"


def decimal(fraction: Fraction, places: int) -> str:
    """Returns a non-negative fraction with some decimals, rounded half up, without using floats."""
    unit = 10**places
    rounded = (2 * unit * fraction.numerator + fraction.denominator) // (2 * fraction.denominator)
    return f"{rounded // unit}.{rounded % unit:0{places}}"
