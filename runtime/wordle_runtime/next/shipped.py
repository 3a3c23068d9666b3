"""Chooses the tree that `wordle-next` answers from, and answers in its game."""

import wordle_trees
from wordle_runtime.errors import GameError, NoCandidateError, OffTreeError, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wordle_runtime.next.solve import Solver
    from wordle_runtime.session import Session
    from wordle_runtime.tree import Tree

    Turns = list[tuple[str, str]]


class Shelf:
    """The tree that the user named, or, for each history, the bundled tree that opens with its first guess.

    Each tree is loaded once, on first use.
    """

    def __init__(
        self,
        named: str | None = None,
        *,
        is_hard: bool = False,
        stays: bool = False,
        allowed: str | None = None,
        include: str | None = None,
        exclude: str | None = None,
        time_limit: float | None = None,
    ) -> None:
        """Takes the choices of the command line.

        Args:
            named: The tree's name or path.
            is_hard: Whether today's game is played by the hard rule.
            stays: Whether what leaves the tree is an error.
            allowed: The list of the allowed words, by name or path, if it is not a bundled one.
            include: A list of further answers.
            exclude: A list of words that are no answers any more.
            time_limit: The seconds that a search may take.
        """
        self._named = named
        self._is_hard = is_hard
        self._stays = stays
        self._lists = {"allowed": allowed, "include": include, "exclude": exclude}
        self._words: dict[str, tuple[str, ...]] | None = None
        self._time_limit = time_limit
        self._loaded: dict[str, Tree] = {}
        self._solver: Solver | None = None

    def opener(self) -> str | None:
        """Returns the first guess of a game that has not begun, or None where only reading the tree tells it."""
        name = self.name([])
        return wordle_trees.opener(name) if name in wordle_trees.names() else None

    def name(self, history: "Turns") -> str:
        """Returns the name of the tree for a history: that of today's game where none opens with its first guess.

        Raises:
            GameError: The first guess is a code that no bundled tree opens with.
        """
        if self._named is not None:
            return self._named
        first_guess = history[0][0] if history else ""
        name = wordle_trees.name_for(first_guess, hard=self._is_hard)
        if first_guess.isdigit() and wordle_trees.opener(name) != first_guess:
            unknown = f"no bundled tree opens with {quoted(first_guess)}"
            raise GameError(f"{unknown}: name the tree of your game, as in --tree mastermind 1122 2b1w", 1)
        return name

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

    def session(self, history: "Turns", name: str | None = None) -> "Session":
        """Returns a game after some turns, on the tree of that name or else on the one for the history, or off it.

        Raises:
            GameError: A turn is impossible.
            ListError: A list cannot be used.
        """
        tree = self.tree(name or self.name(history))
        if self._words is None:
            self._words = self._read_words(tree)
        session = tree.session(**self._words)
        for guess, feedback in history:
            session.play(guess, feedback)
        return session

    @property
    def solver(self) -> "Solver":
        """What answers off the tree."""
        from wordle_runtime.next.solve import Solver

        if self._solver is None:
            self._solver = Solver(allowed=self._lists["allowed"], time_limit=self._time_limit)
        return self._solver

    def reply(self, history: "Turns", *, as_json: bool) -> tuple[str | None, str]:
        """Returns the next guess, or None if the history solves the game; and a line on where the guess is from.

        The line is empty for the tree's own guess.

        Args:
            history: The turns.
            as_json: Whether to return the state of the game as JSON in place of the guess: `output.describe`, `tree`
                (its name or path) and `source` (`tree`, `search` or `rule of thumb`); off the tree also `exact`
                (whether no allowed guess is better), `expected` (the mean guesses still needed, an exact fraction as
                text, or null) and `reason` (how the tree was left).

        Raises:
            GameError: The history is impossible; or it leaves the tree, and may not.
        """
        name = self.name(history)
        if not (as_json or any(self._lists.values())):
            try:
                return self.tree(name).next_guess(history), ""
            except (OffTreeError, NoCandidateError):
                if self._stays:
                    raise
        session = self.session(history, name)
        if self._stays and (departure := session.departure):
            raise departure
        note = ""
        guess, most = session.guess, session.max_guesses_left
        more: dict[str, object] = {"source": session.source}
        if session.source != "tree":
            from wordle_runtime.next.solve import explain

            answer = self.solver.answer(session)
            guess, most = answer.guess, answer.max_guesses_left
            note = "" if guess is None else explain(answer)
            more = {
                "source": answer.source,
                "exact": answer.source == "search" and answer.n_known is None,
                "expected": None if answer.expected is None else str(answer.expected),
                "reason": str(session.departure),
            }
        if as_json:
            from wordle_runtime.next.output import describe

            return describe(session, guess, most, tree=name, **more), note
        return guess, note

    def _read_words(self, tree: "Tree") -> dict[str, tuple[str, ...]]:
        """Reads the lists that were named."""
        if not any(self._lists.values()):
            return {}
        from wordle_runtime.layout import list_digest
        from wordle_runtime.words import ListError, read_words

        words = {role: read_words(spec) for role, spec in self._lists.items() if spec is not None}
        game = tree.info.game
        if "allowed" in words and list_digest(words["allowed"]) != game.allowed.sha256:
            name = quoted(game.allowed.name)
            raise ListError(f"{self._lists['allowed']} is not the tree's list of allowed words, which is {name}")
        for role in ("include", "exclude"):
            if role in words and len(words[role][0]) != game.length:
                n_letters = len(words[role][0])
                raise ListError(f"{self._lists[role]} has words of {n_letters} letters, the game's have {game.length}")
        return words
