"""A game in progress against a tree: the word to play, the feedback so far, and the candidates."""

from itertools import compress

from wordle_runtime.errors import GameError
from wordle_runtime.notation import read_feedback

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fractions import Fraction

    from wordle_runtime.header import GameInfo, Guarantee
    from wordle_runtime.nodes import Nodes


class Session:
    """One game. It changes with every step, so each thread needs its own; threads may share its tree.

    A failed `step` or `play` raises `GameError` and leaves the session as it was.
    """

    __slots__ = ("_game", "_is_solved", "_likely", "_node", "_nodes", "_passed", "_weights")

    def __init__(self, game: "GameInfo", nodes: "Nodes", guarantee: "Guarantee") -> None:
        self._game = game
        self._nodes = nodes
        self._weights = guarantee.weights
        self._likely = guarantee.likely
        self._node = 0
        """The node of the current guess, or of the guess that solved the game."""
        self._passed: list[int] = []
        """The nodes before it, one for each feedback so far."""
        self._is_solved = False

    def __repr__(self) -> str:
        state = "solved" if self._is_solved else f"guess {self.guess!r}"
        return f"<Session turn {self.turn}, {state}, {self.candidates_left} candidates>"

    @property
    def guess(self) -> str | None:
        """The word to play now; None when the game is solved."""
        return None if self._is_solved else self._nodes.word(self._node)

    @property
    def is_solved(self) -> bool:
        """Whether the last feedback won the game: all green, or all black."""
        return self._is_solved

    @property
    def turn(self) -> int:
        """The number of the current guess, counted from 1; when solved, of the guess that solved the game."""
        return len(self._passed) + 1

    @property
    def candidates_left(self) -> int:
        """How many answers are still possible, including those that the tree does not solve; 1 when solved."""
        return 1 if self._is_solved else self._nodes.n_candidates(self._node)

    @property
    def likely_left(self) -> int | None:
        """How many of the answers still possible are likely ones; None if the tree has no likely answers.

        When solved, 1 or 0.
        """
        if self._likely is None:
            return None
        likely = frozenset(compress(self._nodes.words, self._likely.members))
        return len(likely.intersection(self.candidates()))

    @property
    def max_guesses_left(self) -> int:
        """The most guesses that the tree still plays, including the current one; 0 when solved."""
        return 0 if self._is_solved else len(self._nodes.n_solved_by_level(self._node))

    @property
    def expected(self) -> "Fraction | None":
        """The guesses that the tree still needs on average, this one included; 0 when solved. Exact.

        Where the tree has weights the mean is weighted, unless all candidates left weigh nothing. Where it has likely
        answers the mean is that of the likely ones while some are left. None where the tree does not solve all
        candidates that the mean is about.
        """
        from fractions import Fraction

        if self._is_solved:
            return Fraction(0)
        nodes = self._nodes
        if self._likely is not None and (n_likely := self.likely_left):
            counts = nodes.by_level(self._node, self._likely.members)
            if sum(counts) < n_likely:
                return None
        elif nodes.unsolved(self._node):
            return None
        else:
            weighted = [] if self._weights is None else nodes.by_level(self._node, self._weights.values)
            counts = weighted if any(weighted) else nodes.n_solved_by_level(self._node)
        return Fraction(sum(depth * count for depth, count in enumerate(counts, 1)), sum(counts))

    def candidates(self) -> list[str]:
        """Returns the answers that are still possible, ascending; when solved, the answer."""
        return [self._nodes.word(self._node)] if self._is_solved else self._nodes.candidates(self._node)

    def step(self, feedback: str | int) -> str | None:
        """Takes the feedback to the current guess, and returns the next guess, or None if the game is solved.

        Args:
            feedback: A code (see `wordle_runtime.feedback`) or text in any notation.

        Raises:
            GameError: The game is already solved, the feedback is malformed, no candidate can give it, or the tree has
                no guess left for the answers that can. The error names the turn.
        """
        nodes = self._nodes
        node = self._node
        code = feedback if type(feedback) is int else self._read(feedback)
        # A code out of range leads nowhere, so it needs no check before.
        child = nodes.child(node, code)
        if child and not self._is_solved:
            self._passed.append(node)
            self._node = child
            return nodes.word(child)
        if code == nodes.all_green and not nodes.guess[node] and not self._is_solved:
            self._is_solved = True
            return None
        raise self._refusal(feedback)

    def play(self, guess: str, feedback: str | int) -> str | None:
        """Does what `step` does, after checking that `guess` is the current guess; case does not matter.

        Raises:
            GameError: As for `step`; or the tree plays another word here. The error names the turn.
        """
        if self._is_solved:
            raise self._refusal(feedback)
        if guess != self._nodes.word(self._node):
            # Imported on demand: most games have no mistakes.
            from wordle_runtime.position import check_guess

            check_guess(self._game, self._nodes, self._node, guess, self.turn)
        return self.step(feedback)

    def back(self) -> None:
        """Undoes the last feedback.

        Raises:
            GameError: No feedback was given yet.
        """
        if self._is_solved:
            self._is_solved = False
        elif self._passed:
            self._node = self._passed.pop()
        else:
            raise GameError("no feedback was given yet", 1)

    def _read(self, feedback: str | int) -> int:
        return read_feedback(feedback, self._game.length, self._nodes.kind, self.turn)

    def _refusal(self, feedback: str | int) -> GameError:
        from wordle_runtime.position import explain_feedback, game_is_over

        if self._is_solved:
            return game_is_over(self.turn)
        return explain_feedback(self._nodes, self._node, self._read(feedback), self.turn)
