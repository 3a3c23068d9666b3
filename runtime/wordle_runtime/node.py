"""One node of a tree, as an object to walk with."""

from wordle_runtime.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wordle_runtime.nodes import Nodes


class Node(Value):
    """One guess of a tree. It holds two references, so that making it costs nothing; the properties compute.

    Nodes are equal where they are the same node of equal trees.
    """

    __slots__ = ("_nodes", "_number")
    _nodes: "Nodes"
    _number: int

    def __repr__(self) -> str:
        return f"<Node {self.guess!r} at depth {self.depth}, {self.n_candidates} candidates>"

    def __hash__(self) -> int:
        return hash((self._number, self.guess))

    @property
    def guess(self) -> str:
        """The word played here."""
        return self._nodes.word(self._number)

    @property
    def solves(self) -> bool:
        """Whether the guess is itself one of the candidates here."""
        return not self._nodes.guess[self._number]

    @property
    def children(self) -> dict[int, "Node"]:
        """What is played after each feedback, ascending by feedback; all green is never a key. A new dict each time."""
        nodes = self._nodes
        return {nodes.feedback[child - 1]: Node(_nodes=nodes, _number=child) for child in nodes.children(self._number)}

    @property
    def path(self) -> tuple[tuple[str, int], ...]:
        """The guesses and feedbacks that lead here, from the opener on."""
        return tuple(self._nodes.path(self._number))

    @property
    def depth(self) -> int:
        """The turn at which this guess is played; the opener's is 1."""
        return len(self._nodes.path(self._number)) + 1

    @property
    def n_candidates(self) -> int:
        """How many answers are still possible here, those that the tree does not solve included."""
        return self._nodes.n_candidates(self._number)

    @property
    def n_solved(self) -> int:
        """How many of the candidates the tree solves."""
        return sum(self._nodes.n_solved_by_level(self._number))

    @property
    def total_left(self) -> int:
        """The sum, over the candidates that the tree solves, of the guesses that each still needs, this one too."""
        return sum(n_guesses * n for n_guesses, n in enumerate(self._nodes.n_solved_by_level(self._number), 1))

    @property
    def expected_left(self) -> float:
        """The mean guesses that a solved candidate still needs: `total_left / n_solved`, rounded to a float.

        0.0 where none is solved.
        """
        return self.total_left / self.n_solved if self.n_solved else 0.0

    @property
    def max_guesses_left(self) -> int:
        """The most guesses that the tree still plays, this one included."""
        return len(self._nodes.n_solved_by_level(self._number))

    @property
    def n_nodes(self) -> int:
        """How many nodes there are at and below this one."""
        return sum(end - start for start, end in self._nodes.levels(self._number))

    def candidates(self) -> list[str]:
        """Returns the answers that are still possible here, ascending."""
        return self._nodes.candidates(self._number)
