"""Chooses the tree that `wordle-next` answers from, and answers in its game."""

from wordle_runtime.command_line import INSTALL, SEARCH_LIBRARIES, missing_libraries
from wordle_runtime.errors import GameError, NoCandidateError, SolveError, quoted
from wordle_runtime.notation import MARKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wordle_runtime.next.solve import Solver
    from wordle_runtime.tree import Tree

    Turns = list[tuple[str, str]]

DEFAULT = "nyt"
HARD = "nyt-hard"
"""The trees of today's game, under rules any and hard."""

_LENGTH = 5
"""How many letters the words of today's game have."""


class Shelf:
    """The tree that the user named, or, for each history, the bundled tree that opens with its first guess.

    Each tree is loaded once, on first use.
    """

    __slots__ = ("_allowed", "_loaded", "_named", "_solvers", "_time_limit")

    def __init__(self, named: str | None, *, allowed: str | None = None, time_limit: float | None = None) -> None:
        """Takes the tree's name or path if there is one, and what each `Solver` takes."""
        self._named = named
        self._allowed = allowed
        self._time_limit = time_limit
        self._loaded: dict[str, Tree] = {}
        self._solvers: dict[str, Solver] = {}

    def opener(self) -> str | None:
        """Returns the first guess of a game that has not begun, or None where only reading the tree tells it."""
        import wordle_trees

        name = self._named or DEFAULT
        return wordle_trees.opener(name) if name in wordle_trees.names() else None

    def choose(self, history: "Turns") -> str:
        """Returns the name of the tree for a history.

        Raises:
            GameError: No tree was named, and no bundled tree opens with the first guess.
        """
        if self._named is not None:
            return self._named
        if not history:
            return DEFAULT
        import wordle_trees

        first_guess = history[0][0]
        word = first_guess.casefold()
        for name in wordle_trees.names():
            if wordle_trees.opener(name) == word:
                return name
        raise GameError(self._no_tree(first_guess, word), 1)

    def choose_any(self, history: "Turns") -> str:
        """Returns the name of the tree for a history; where no tree opens with its first guess, that of today's game.

        Raises:
            GameError: The first guess is not a word of that game.
        """
        try:
            return self.choose(history)
        except GameError:
            from wordle_runtime.words import normal_form

            if len(normal_form(history[0][0])) != _LENGTH:
                raise
            return DEFAULT

    def tree(self, name: str) -> "Tree":
        """Returns a tree by its name or path.

        Raises:
            TreeError: There is no such tree, or it is not valid.
        """
        # A run that needs only an opener does not import the reader.
        from wordle_runtime.tree import load

        if name not in self._loaded:
            self._loaded[name] = load(name)
        return self._loaded[name]

    def solver(self, name: str) -> "Solver":
        """Returns what answers in the game of a tree, on the tree or off it."""
        from wordle_runtime.next.solve import Solver

        if name not in self._solvers:
            self._solvers[name] = Solver(self.tree(name), allowed=self._allowed, time_limit=self._time_limit)
        return self._solvers[name]

    def reply(self, history: "Turns", *, as_json: bool, solves: bool) -> tuple[str | None, str]:
        """Returns the next guess, or None if the history solves the game; and a line on where the guess is from.

        The line is empty for the tree's own guess. Off the tree, a search answers if it `solves`. Where no answer of
        the tree fits, the guess comes from the other allowed words, without a search.

        Args:
            history: The turns.
            as_json: Whether to return the state of the game as JSON in place of the guess: `output.describe`, `tree`
                (its name or path) and `source` (`tree`, `search`, `rule of thumb` or `other words`); off the tree also
                `exact` (whether no allowed guess is better), `expected` (the mean guesses still needed, an exact
                fraction as text, or null) and `reason` (how the tree was left).
            solves: Whether to search.

        Raises:
            GameError: The history is impossible, or leaves the tree.
            SolveError: As for `Solver`; the message begins with how the history left the tree.
        """
        if as_json:
            from wordle_runtime.next.output import describe
        try:
            name = self.choose(history)
            tree = self.tree(name)
            if not as_json:
                return tree.next_guess(history), ""
            game = tree.replay(history)
            return describe(game, game.guess, game.max_guesses_left, tree=name, source="tree"), ""
        except GameError as error:
            if not (solves or isinstance(error, NoCandidateError)):
                raise
            name = self.choose_any(history)
        from wordle_runtime.next.solve import SEARCH, explain

        solver = self.solver(name)
        position = solver.position_after(history)
        try:
            answer = solver.answer(position)
        except SolveError as error:
            raise SolveError(f"{position.departure}; {error}") from None
        note = "" if answer.guess is None else explain(answer)
        if as_json:
            reply = describe(
                position,
                answer.guess,
                answer.max_guesses_left,
                tree=name,
                source=answer.source,
                exact=answer.source == SEARCH and answer.n_known is None,
                expected=None if answer.expected is None else str(answer.expected),
                reason=explain(answer) if position.is_beyond else str(position.departure),
            )
            return reply, note
        return answer.guess, note

    def _no_tree(self, first_guess: str, word: str) -> str:
        """Returns the message for a first guess that no bundled tree opens with."""
        import wordle_trees
        from wordle_runtime.words import lists_with, normal_form

        unknown = f"no bundled tree opens with {quoted(first_guess)}"
        if word.isdigit():
            return f"{unknown}: name the tree of your game, as in --tree mastermind 1122 2b1w --solve"
        if not lists_with(normal_form(first_guess)):
            if len(word) == _LENGTH and MARKS.issuperset(word):
                return f"{quoted(first_guess)} is a feedback: the guess comes first, as in crane __y_g"
            wrong = "is in no word list"
            if len(word) != _LENGTH:
                wrong = f"has {len(word)} letters, and the words of today's game have {_LENGTH}"
            return f"{quoted(first_guess)} {wrong}: check the spelling, or name another tree with --tree"
        opened = dict.fromkeys(wordle_trees.opener(name) for name in wordle_trees.names())
        openers = ", ".join(opener for opener in opened if not opener.isdigit())
        tree = self.tree(DEFAULT)
        likely = tree.guarantee.likely
        lists = f"--answers {likely.name} --also {tree.info.game.answers.name} " if likely else ""
        return (
            f"{unknown} (they open with {openers}): {how_to_go_on()}, "
            f"or make a tree with wordle-compile {lists}--start {word} and name it with --tree"
        )


def how_to_go_on() -> str:
    """Returns what to do where the tree has no guess: how to ask for the search, and first how to install it."""
    solve = "add --solve to go on from here"
    return f"{INSTALL}, and {solve}" if missing_libraries(*SEARCH_LIBRARIES) else solve
