"""The nodes of a tree as the arrays of the tree file, and how to move among them.

Nodes are numbered breadth first, so a subtree is one range of numbers per level. A tree is six arrays.
"""

from bisect import bisect_left, bisect_right
from itertools import chain

from wordle_runtime.feedback import graphemes, rule_of
from wordle_runtime.header import Solved, Value
from wordle_runtime.layout import WORDLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Nodes(Value):
    """A tree's nodes, numbered from 0, the opener. Only the reader creates it, from arrays that it has checked."""

    kind: str
    """The feedback rule."""
    words: tuple[str, ...]
    """The answers in the order in which nodes solve them, then the unsolved answers, then the other guesses."""
    n_answers: int
    """How many of the words are answers."""
    n_solved: int
    """How many of the answers a node solves."""
    first_child: tuple[int, ...]
    """The number of each node's first child, or of the child that it would have; one entry more than there are nodes.
    The children of node `i` are `first_child[i]` up to, but excluding, `first_child[i + 1]`."""
    feedback: "Sequence[int]"
    """Entry `i - 1` leads from its parent to node `i`; ascends strictly among the children of a node."""
    guess: "Sequence[int]"
    """0 if the node solves an answer, else the place of its guess in `words`, counted from 1."""
    rank: tuple[int, ...]
    """How many nodes before this one solve an answer; one entry more than there are nodes."""
    all_green: int
    """The feedback that wins the game; all black for kind `mastermind`."""

    def word(self, node: int) -> str:
        """Returns the guess at a node."""
        place = self.guess[node]
        return self.words[place - 1 if place else self.rank[node]]

    def child(self, node: int, code: int) -> int:
        """Returns the node that a feedback leads to, or 0 if there is none, since the opener is never a child."""
        # Child `i` has its feedback at `i - 1`.
        place = bisect_left(self.feedback, code, self.first_child[node] - 1, end := self.first_child[node + 1] - 1)
        return place + 1 if place < end and self.feedback[place] == code else 0

    def children(self, node: int) -> range:
        """Returns the numbers of a node's children, ascending by feedback."""
        return range(self.first_child[node], self.first_child[node + 1])

    def path(self, node: int) -> list[tuple[str, int]]:
        """Returns the guesses and feedbacks that lead to a node; each turn costs a binary search over the nodes."""
        turns = []
        while node:
            # The last node whose children begin at or before this one.
            parent = bisect_right(self.first_child, node) - 1
            turns.append((self.word(parent), self.feedback[node - 1]))
            node = parent
        return turns[::-1]

    def levels(self, node: int) -> "Iterator[tuple[int, int]]":
        """Yields the nodes at and below a node, level by level, as the first number and the one after the last."""
        start, end = node, node + 1
        while start < end:
            yield start, end
            start, end = self.first_child[start], self.first_child[end]

    def by_level(self, node: int, values: "Sequence[int] | None" = None) -> list[int]:
        """Returns how many answers the subtree solves with 1, 2, ... guesses, or the sums of their values.

        A value stands where its answer does in `words`: answers stand in the order in which they are solved.
        """
        ranks = ((self.rank[start], self.rank[end]) for start, end in self.levels(node))
        return [end - start if values is None else sum(values[start:end]) for start, end in ranks]

    def unsolved(self, node: int) -> list[str]:
        """Returns the unsolved answers that are possible at a node, ascending; the first call plays all of them."""
        lost: list[tuple[int, str]] | None = getattr(self, "_lost", None)
        if lost is None:
            feedback, lost = rule_of(self.kind), []
            for answer in self.words[self.n_solved : self.n_answers]:
                # The node after whose feedback it has no next guess.
                last = 0
                while child := self.child(last, feedback(self.word(last), answer)):
                    last = child
                lost.append((last, answer))
            lost.sort()
            # Computed from the fields, this is none of them.
            object.__setattr__(self, "_lost", lost)
        found = (lost[bisect_left(lost, (start,)) : bisect_left(lost, (end,))] for start, end in self.levels(node))
        return sorted(word for turns in found for _, word in turns)


class Node(Solved):
    """One guess of a tree, and what follows for the candidates: their `total`, `mean` and `worst_case` from here on.

    The properties compute their values. Nodes are equal if they are the same node of equal trees.
    """

    _nodes: "Nodes"
    _number: int

    def __repr__(self) -> str:
        return f"<Node {self.guess!r} at depth {self.depth}, {self.n_candidates} candidates>"

    def _repr_html_(self) -> str:
        """Returns what a notebook shows: the guess, and the next one after each feedback, the most candidates first."""
        from wordle_runtime.markup import table
        from wordle_runtime.notation import format_feedback

        children = sorted(self.children.items(), key=lambda pair: (-pair[1].n_candidates, pair[0]))
        guess, kind = self.guess, self._nodes.kind
        rows = []
        for code, child in children:
            feedback = format_feedback(code, len(graphemes(guess)), kind=kind)
            shown = (guess, feedback) if kind == WORDLE else feedback
            rows.append((shown, child.guess, child.n_candidates, child.mean, child.worst_case))
        expected = f"{self.mean:.4f} expected, at most {self.worst_case}" if self.n_solved else "none of them found"
        caption = f"turn {self.depth}: {guess}, {self.n_candidates} left, {expected}"
        bars = [child.n_candidates for _, child in children]
        return table(("feedback", "next guess", "left", "expected", "at most"), rows, caption=caption, bars=bars)

    def __hash__(self) -> int:
        return hash((self._number, self.guess))

    @property
    def guess(self) -> str:
        """The guess."""
        return self._nodes.word(self._number)

    @property
    def solves(self) -> bool:
        """Whether the guess is itself one of the candidates here."""
        return not self._nodes.guess[self._number]

    @property
    def children(self) -> dict[int, "Node"]:
        """The next node after each feedback, ascending by feedback; all green is never a key. A new dict each time."""
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
        """How many answers are still possible here, also those that the tree does not solve; linear in the depth."""
        return self.n_solved + len(self._nodes.unsolved(self._number))

    @property
    def histogram(self) -> tuple[int, ...]:  # type: ignore[override]
        """How many candidates the tree solves with 1, 2, ... more guesses, this one included."""
        return tuple(self._nodes.by_level(self._number))

    @property
    def n_nodes(self) -> int:
        """How many nodes there are at and below this one."""
        return sum(end - start for start, end in self._nodes.levels(self._number))

    def candidates(self) -> list[str]:
        """Returns the answers that are still possible here, ascending; linear in their number."""
        nodes = self._nodes
        solved = (nodes.words[nodes.rank[start] : nodes.rank[end]] for start, end in nodes.levels(self._number))
        return sorted(chain(nodes.unsolved(self._number), *solved))
