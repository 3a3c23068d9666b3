"""Chooses the tree that `wordle-next` answers from, and answers in its game."""

import wordle_trees
from wordle_runtime.errors import GameError, NoCandidateError, OffTreeError, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from wordle_runtime.next.solve import Solver
    from wordle_runtime.session import Session
    from wordle_runtime.tree import Tree

    Turns = list[tuple[str, str]]

_QUICK_SECONDS = 10
"""What a search may take where nobody asked for one, its start included."""


class Shelf:
    """The tree that the user named, or, for each history, the bundled tree that opens with its first guess.

    Each tree is loaded once, on first use. What answers off the tree is made on first use, too.
    """

    def __init__(self, options: "Mapping[str, str]") -> None:
        """Takes the options of the command line by their names in `command.OPTIONS`; the value of a flag is empty."""
        self._options = options
        self._lists = {role: options[role] for role in ("allowed", "include", "exclude") if role in options}
        self._words: dict[str, tuple[str, ...]] = {}
        self._loaded: dict[str, Tree] = {}
        self._solver: Solver | None = None

    def opener(self) -> str | None:
        """Returns the first guess of a game that has not begun, or None where only reading the tree tells it."""
        name = self.name([])
        return wordle_trees.opener(name) if not self._lists and name in wordle_trees.names() else None

    def name(self, history: "Turns") -> str:
        """Returns the name of the tree for a history: that of today's game where none opens with its first guess.

        Raises:
            GameError: The first guess is a code that no bundled tree opens with.
        """
        if (named := self._options.get("tree")) is not None:
            return named
        first_guess = history[0][0] if history else ""
        name = wordle_trees.name_for(first_guess, hard="hard" in self._options)
        if first_guess.isdigit() and wordle_trees.opener(name) != first_guess:
            unknown = f"no bundled tree opens with {quoted(first_guess)}"
            raise GameError(f"{unknown}: name the tree of your game, as in --tree mastermind 1122 2b1w", 1)
        return name

    def tree(self, name: str) -> "Tree":
        """Returns a tree by its name or path; raises `TreeError` if there is no such tree, or it is not valid."""
        # A run that needs only an opener does not import the reader.
        from wordle_runtime.tree import load

        if name not in self._loaded:
            self._loaded[name] = load(name)
        return self._loaded[name]

    def session(self, history: "Turns", name: str) -> "Session":
        """Returns a game after some turns, on the tree of that name or off it.

        Raises:
            GameError: A turn is impossible.
            ListError: A list cannot be used.
        """
        tree = self.tree(name)
        if self._lists and not self._words:
            from wordle_runtime.layout import list_digest
            from wordle_runtime.words import ListError, read_words

            words, game = {role: read_words(spec) for role, spec in self._lists.items()}, tree.info.game
            for role, spec in self._lists.items():
                if role == "allowed" and list_digest(words[role]) != game.allowed.sha256:
                    own = quoted(game.allowed.name)
                    raise ListError(f"{spec} is not the tree's list of allowed words, which is {own}")
                if (n_letters := len(words[role][0])) != game.length:
                    raise ListError(f"{spec} has words of {n_letters} letters, the game's have {game.length}")
            self._words = words
        session = tree.session(**self._words)
        for guess, feedback in history:
            session.play(guess, feedback)
        return session

    @property
    def solver(self) -> "Solver":
        """What answers off the tree."""
        from wordle_runtime.next.solve import Solver

        if self._solver is None:
            seconds = self._options.get("time-limit", None if "top" in self._options else _QUICK_SECONDS)
            self._solver = Solver(self._options.get("allowed"), None if seconds is None else int(seconds))
        return self._solver

    def reply(self, history: "Turns", *, as_json: bool) -> tuple[str | None, str]:
        """Returns the next guess, or None if the history solves the game; and a line on where the guess is from.

        The line is empty for the tree's own guess. As JSON, the state of the game is one object on one line. Its keys:
        `guess` (null when solved), `turn` (of the guess, or of the one that solved), `candidates_left`, `likely_left`
        if the tree has likely answers, `max_guesses_left` (the most that the play still takes, this guess included;
        null if unknown), `solved`, `tree` (its name or path) and `source` (`tree`, `search` or `rule of thumb`); off
        the tree also `exact` (whether no allowed guess is better), `expected` (the mean guesses still needed, an exact
        fraction as text, or null) and `reason` (how the tree was left).

        Raises:
            GameError: The history is impossible; or it leaves the tree, and may not.
        """
        name = self.name(history)
        stays = "tree-only" in self._options
        if not (as_json or self._lists):
            try:
                return self.tree(name).next_guess(history), ""
            except (OffTreeError, NoCandidateError):
                if stays:
                    raise
        session = self.session(history, name)
        if stays and (departure := session.departure):
            raise departure
        note = ""
        more: dict[str, object] = {}
        if session.source != "tree":
            self.solver.improve(session)
            note = "" if session.is_solved else self.solver.explain(session)
            more = {
                "exact": session.source == "search" and self.solver.n_searched(session) is None,
                "expected": None if session.expected is None else str(session.expected),
                "reason": str(session.departure),
            }
        if not as_json:
            return session.guess, note
        # Imported where it is needed, since importing `json` slows the start.
        import json

        state: dict[str, object] = {name: getattr(session, name) for name in ("guess", "turn", "candidates_left")}
        if session.likely_left is not None:
            state["likely_left"] = session.likely_left
        state |= {"max_guesses_left": session.max_guesses_left, "solved": session.is_solved}
        return json.dumps({**state, "tree": name, "source": session.source, **more}), note
