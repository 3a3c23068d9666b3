"""The decision tree that strategies build and the artifact writer stores: plain nodes, words as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordle_runtime import Node


@dataclass(slots=True)
class TreeNode:
    """One guess of a decision tree."""

    guess: str
    solves: bool  # Whether the guess is itself one of the candidates at this node.
    # The node played after each feedback, keyed by feedback code, ascending. All green is never a key. If the feedback
    # of a candidate is missing, the tree has no guesses left for it.
    children: dict[int, TreeNode] = field(default_factory=dict)

    @classmethod
    def of(cls, node: Node) -> TreeNode:
        """Returns a node of a loaded tree, with all below it."""
        return cls(node.guess, node.solves, {code: cls.of(child) for code, child in node.children.items()})

    def total(self) -> int:
        """Returns the sum of the guesses needed from here on, over the answers solved here and below."""
        return sum(depth for depth, node in self.walk() if node.solves)

    def weighted_total(self, weights: Mapping[str, int]) -> int:
        """Returns the sum of weight times guesses, over the answers solved here and below."""
        return sum(depth * weights[node.guess] for depth, node in self.walk() if node.solves)

    def n_solved(self) -> int:
        """Returns how many answers are solved here and below."""
        return sum(node.solves for _, node in self.walk())

    def worst_case(self) -> int:
        """Returns the most guesses that an answer solved here or below needs from here on; 0 if none is."""
        return max((depth for depth, node in self.walk() if node.solves), default=0)

    def walk(self) -> Iterator[tuple[int, TreeNode]]:
        """Yields this node and every node below it with its depth (1 for this node), breadth first."""
        level = [self]
        depth = 1
        while level:
            for node in level:
                yield depth, node
            level = [child for node in level for child in node.children.values()]
            depth += 1


def best_of_both(first: TreeNode, second: TreeNode, total: Callable[[TreeNode], int]) -> TreeNode:
    """Returns a tree that is at least as good as each of two trees for the same answers.

    As far down as both play the same guesses, it takes the better of their subtrees: the one that solves more, then the
    one with the smaller `total`, then the smaller plain total, then the first. Children that one tree lacks come from
    the other.
    """
    if first.guess != second.guess:
        return min(first, second, key=lambda node: (-node.n_solved(), total(node), node.total()))
    children = {}
    for code in sorted(first.children.keys() | second.children.keys()):
        one, other = first.children.get(code), second.children.get(code)
        found = best_of_both(one, other, total) if one and other else one or other
        assert found is not None, "the feedback comes from one of them"
        children[code] = found
    return TreeNode(first.guess, first.solves, children)
