"""`wordle-next` where the tree has no guess: answers from the tree as far as it goes, and from a search beyond it."""

from collections import Counter

from wordle_runtime.errors import GameError, OffTreeError, SolveError, counted
from wordle_runtime.feedback import rule_of
from wordle_runtime.next.position import TreePosition, position_after
from wordle_runtime.next.progress import search_line
from wordle_runtime.next.shipped import DEFAULT
from wordle_runtime.next.tree_search import Search, how_to_go_on
from wordle_runtime.value import Value
from wordle_runtime.words import normal_form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wordle_runtime.next.shipped import Shelf
    from wordle_runtime.next.tree_search import FoundGuess
    from wordle_runtime.tree import Tree

TREE, SEARCH, RULE_OF_THUMB, OTHER_WORDS = "tree", "search", "rule of thumb", "other words"
"""The sources of an answer."""

_MOST_COMPARED = 150
"""If there are more words, only an even sample is compared, with itself: a tenth of a second at most."""


class Answer(Value):
    """The next guess at a position.

    Attributes:
        position: The position of the game.
        guess: The next guess; None when the game is solved.
        source: `tree`; `search`: proven to need the fewest guesses on average; `rule of thumb`; or `other words`: a
            rule of thumb among the other allowed words, where no answer of the tree fits.
        expected: The mean guesses still needed, as numerator and denominator; None if unknown.
        max_guesses_left: The guesses that suffice for every candidate with this play; None if unknown.
        n_known: None if all allowed words could be guessed. Otherwise the list of allowed words is unknown, only the
            words of the tree were considered, and this is their number.
    """

    __slots__ = ("expected", "guess", "max_guesses_left", "n_known", "position", "source")
    position: TreePosition
    guess: str | None
    source: str
    expected: tuple[int, int] | None
    max_guesses_left: int | None
    n_known: int | None


class Solver:
    """Answers positions of one tree's game, and remembers the answers.

    Every question raises `SolveError` if it needs a search that is not installed or cannot answer, or if the named list
    of allowed words is invalid.
    """

    def __init__(self, tree: "Tree", *, allowed: str | None = None, time_limit: int | None = None) -> None:
        """Takes the tree, the list of its allowed words if it must be named, and the seconds a search may take."""
        self._tree = tree
        self._search = Search(tree, allowed)
        self._is_list_named = allowed is not None
        self._known: frozenset[str] | None = None
        self._time_limit = time_limit
        self._answers: dict[tuple[tuple[str, int], ...], Answer] = {}

    def close(self) -> None:
        """Ends the search's process."""
        self._search.close()

    @property
    def known(self) -> "frozenset[str] | None":
        """The allowed words that the user named; None if there are none."""
        if self._is_list_named and self._known is None:
            self._known = self._search.named()
        return self._known

    def position_after(self, history: "Iterable[tuple[str, str | int]]") -> TreePosition:
        """Plays turns by the rules of the game; see `position.position_after`.

        Raises:
            GameError: A turn is impossible.
        """
        return position_after(self._tree, history, self.known)

    def answer(self, position: TreePosition, *, quick_on_interrupt: bool = False) -> Answer:
        """Returns the tree's guess if it has one, else that of the search.

        Args:
            position: A position of this tree's game.
            quick_on_interrupt: Whether Ctrl-C, like the time limit, falls back to the rule of thumb.
        """
        session = position.session
        if session is not None:
            return _found(position, session.guess, TREE, session.mean_left(), session.max_guesses_left)
        if position.is_beyond:
            guess = None if position.is_solved else _guess_among(position.candidates, self._tree.nodes.kind)
            return _found(position, guess, OTHER_WORDS, None, None)
        if position.is_solved:
            return _found(position, None, SEARCH, (0, 1), 0)
        if len(position.candidates) == 1:
            # This needs neither a search nor the compiler.
            return _found(position, position.candidates[0], SEARCH, (1, 1), 1)
        if position.turns not in self._answers:
            self._answers[position.turns] = self._searched(position, quick_on_interrupt=quick_on_interrupt)
        return self._answers[position.turns]

    def alternatives(self, position: TreePosition, count: int) -> "tuple[FoundGuess, ...] | None":
        """Returns the best next guesses with their costs, best first; None if the search was cut short.

        Raises:
            GameError: No answer of the tree fits.
        """
        if position.is_beyond:
            raise GameError(f"{how_many_left(position)}, but the search ranks guesses only for the tree's answers")
        # Ctrl-C may come as soon as the line is shown.
        try:
            with search_line("stops it") as show:
                found = self._search.best(position.turns, count, show, self._time_limit)
        except KeyboardInterrupt:
            return None
        return None if found is None else found.ranking

    def n_known(self) -> int | None:
        """Returns how many words the tree has if the list of its allowed words is unknown; else None."""
        return self._search.n_known()

    def _searched(self, position: TreePosition, *, quick_on_interrupt: bool) -> Answer:
        # Ctrl-C may come as soon as the line is shown.
        try:
            with search_line("takes a quick guess" if quick_on_interrupt else "stops it") as show:
                found = self._search.best(position.turns, 1, show, self._time_limit)
        except KeyboardInterrupt:
            if not quick_on_interrupt:
                raise
            found = None
        if found is None:
            return _found(position, self._search.quick(position.candidates), RULE_OF_THUMB, None, None)
        n_known = self._search.n_known()
        return _found(position, found.ranking[0].guess, SEARCH, found.expected, found.max_guesses_left, n_known)


class SolvingShelf:
    """Chooses the tree for each history as `Shelf` does, and answers from the tree or by search in its game."""

    def __init__(self, shelf: "Shelf", *, allowed: str | None, time_limit: int | None) -> None:
        """Takes the shelf, and what each `Solver` takes."""
        self._shelf = shelf
        self._allowed = allowed
        self._time_limit = time_limit
        self._solvers: dict[str, Solver] = {}

    def __enter__(self) -> "SolvingShelf":
        return self

    def __exit__(self, *_: object) -> None:
        for solver in self._solvers.values():
            solver.close()

    def answer(self, history: "list[tuple[str, str]]") -> tuple[Answer, str]:
        """Returns the answer to a history, and the name of the tree of its game.

        Raises:
            GameError: The history is impossible.
            SolveError: As for `Solver`; the message begins with how the history left the tree.
        """
        name = self.choose(history[0][0] if history else None)
        solver = self.solver(name)
        position = solver.position_after(history)
        try:
            return solver.answer(position), name
        except SolveError as error:
            raise SolveError(f"{position.departure}; {error}", error.exit_status) from None

    def choose(self, first_guess: str | None) -> str:
        """Returns the name of the tree; if none opens with the word, that of the default tree.

        Raises:
            GameError: The guess is not a word of that game.
        """
        try:
            return self._shelf.choose(first_guess)
        except GameError:
            if first_guess is None or len(normal_form(first_guess)) != self._shelf.tree(DEFAULT).length:
                raise
            return DEFAULT

    def tree(self, first_guess: str | None) -> "Tree":
        """Returns the tree that `choose` names."""
        return self._shelf.tree(self.choose(first_guess))

    def solver(self, name: str) -> Solver:
        """Returns the solver for a tree."""
        if name not in self._solvers:
            self._solvers[name] = Solver(self._shelf.tree(name), allowed=self._allowed, time_limit=self._time_limit)
        return self._solvers[name]


def advice(error: Exception) -> str:
    """Returns what to add to an error that a search could resolve; otherwise an empty text."""
    return f"; {how_to_go_on()}" if isinstance(error, OffTreeError) else ""


def explain(answer: Answer) -> str:
    """Returns one line about an answer that is not the tree's: why, its source, and the number of candidates."""
    position = answer.position
    if position.is_beyond:
        return how_many_left(position)
    parts = [how_many_left(position)]
    if answer.expected is not None:
        parts.append(f"{decimal(answer.expected, 2)} guesses expected")
    if answer.max_guesses_left is not None:
        parts.append(f"at most {answer.max_guesses_left}")
    return f"{position.departure}; {origin(answer)}: {', '.join(parts)}"


def how_many_left(position: TreePosition) -> str:
    """Returns how many candidates are left, and how many of them are likely if the tree has likely answers."""
    n_left = len(position.candidates)
    text = f"{counted(n_left, 'candidate')} left"
    others = "1 other allowed word does" if n_left == 1 else f"{n_left} other allowed words do"
    if position.is_beyond:
        return f"none of the {position.tree.nodes.n_answers} answers of the tree fits; {others}"
    n_likely = position.likely_left
    if n_likely == 0:
        likely = position.tree.guarantee.likely
        n_expected = 0 if likely is None else likely.count
        return f"none of the {n_expected} likely answers fits; {others}"
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


def as_text(fraction: tuple[int, int] | None) -> str | None:
    """Returns a fraction as JSON has it: `27/13`, a whole number as `2`; None stays None."""
    if fraction is None:
        return None
    numerator, denominator = fraction
    return str(numerator) if denominator == 1 else f"{numerator}/{denominator}"


def decimal(fraction: tuple[int, int], places: int) -> str:
    """Returns a non-negative fraction with some decimals, rounded half up, without using floats."""
    unit = 10**places
    rounded = (2 * unit * fraction[0] + fraction[1]) // (2 * fraction[1])
    return f"{rounded // unit}.{rounded % unit:0{places}}"


def _guess_among(words: "Sequence[str]", kind: str) -> str:
    """Returns the word, among some words, with the smallest expected cell size (Irving): a rule of thumb."""
    feedback = rule_of(kind)
    sample = words[:: -(-len(words) // _MOST_COMPARED)]

    def expected_size(guess: str) -> int:
        return sum(size * size for size in Counter(feedback(guess, word) for word in sample).values())

    return min(sample, key=lambda word: (expected_size(word), word))


def _found(
    position: TreePosition,
    guess: str | None,
    source: str,
    expected: tuple[int, int] | None,
    max_guesses_left: int | None,
    n_known: int | None = None,
) -> Answer:
    return Answer(
        position=position,
        guess=guess,
        source=source,
        expected=expected,
        max_guesses_left=max_guesses_left,
        n_known=n_known,
    )
