"""Finds where two trees diverge, and which answers each of them solves sooner."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wordle_compiler.machine.errors import InputError
from wordle_runtime.notation import format_feedback

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_runtime import Node, Tree


@dataclass(frozen=True)
class Parting:
    """A position that both trees reach by the same turns, but where they guess differently.

    Attributes:
        path: The turns that lead there.
        guesses: The guesses of the first and the second tree; None if a tree has no guess there.
        n_candidates: The candidates in the first and the second tree; they differ if the answers do.
        totals: The sum of guesses still needed, over the answers that each tree solves from there.
    """

    path: tuple[tuple[str, int], ...]
    guesses: tuple[str | None, str | None]
    n_candidates: tuple[int, int]
    totals: tuple[int, int]


@dataclass(frozen=True)
class TreeDiff:
    """How the play of two trees differs; headers and claims are not compared.

    Attributes:
        trees: The first and the second tree.
        partings: Where they diverge, breadth first, siblings by feedback. Positions below are not compared.
        sooner: For each tree, the answers that it solves in fewer guesses than the other, or that it alone solves; each
            with the guesses of the first and of the second tree, None for unsolved. Ascending.
        n_equal: How many common answers both trees solve in equally many guesses, or neither solves.
        only: For each tree, the answers that only its game has. Ascending.
    """

    trees: tuple[Tree, Tree]
    partings: tuple[Parting, ...]
    sooner: tuple[dict[str, tuple[int | None, int | None]], dict[str, tuple[int | None, int | None]]]
    n_equal: int
    only: tuple[tuple[str, ...], tuple[str, ...]]

    @property
    def is_same(self) -> bool:
        """Whether both trees play every game the same."""
        return not (self.partings or self.only[0] or self.only[1])

    def as_json(self) -> dict[str, Any]:
        """Returns the differences as the command's JSON object."""
        length, kind = self.trees[0].length, self.trees[0].nodes.kind
        return {
            "same": self.is_same,
            "totals": [tree.guarantee.total for tree in self.trees],
            "solved": [tree.guarantee.n_solved for tree in self.trees],
            "equal": self.n_equal,
            "sooner": [{word: list(needed) for word, needed in answers.items()} for answers in self.sooner],
            "only": [list(words) for words in self.only],
            "partings": [
                {
                    "path": [[guess, format_feedback(code, length, kind=kind)] for guess, code in parting.path],
                    "guesses": list(parting.guesses),
                    "candidates": list(parting.n_candidates),
                    "totals": list(parting.totals),
                }
                for parting in self.partings
            ],
        }


def compare_trees(first: Tree, second: Tree) -> TreeDiff:
    """Compares the play of two trees.

    Raises:
        InputError: One tree plays words and the other codes, or the words differ in length.
    """
    for name, one, other in (
        ("kind", first.nodes.kind, second.nodes.kind),
        ("word length", str(first.length), str(second.length)),
    ):
        if one != other:
            raise InputError(f"the trees have no game in common: {name} {one} and {other}")
    ours, theirs = _needed(first), _needed(second)
    sooner: tuple[dict[str, tuple[int | None, int | None]], ...] = ({}, {})
    common = sorted(ours.keys() & theirs.keys())
    for word in common:
        a, b = ours[word], theirs[word]
        if a != b:
            # Unsolved counts as later than any turn.
            sooner[a is None or (b is not None and b < a)][word] = a, b
    return TreeDiff(
        (first, second),
        tuple(_partings(first, second)),
        (sooner[0], sooner[1]),
        len(common) - len(sooner[0]) - len(sooner[1]),
        (tuple(sorted(ours.keys() - theirs.keys())), tuple(sorted(theirs.keys() - ours.keys()))),
    )


def _needed(tree: Tree) -> dict[str, int | None]:
    """Returns how many guesses each answer takes; None for an unsolved one."""
    needed: dict[str, int | None] = dict.fromkeys(tree.guarantee.unsolved)
    for word, guesses in tree:
        needed[word] = len(guesses)
    return needed


def _partings(first: Tree, second: Tree) -> Iterator[Parting]:
    waiting: deque[tuple[Node | None, Node | None]] = deque([(first.root, second.root)])
    while waiting:
        nodes = waiting.popleft()
        a, b = nodes
        if a is not None and b is not None and a.guess == b.guess:
            below = a.children, b.children
            waiting += ((below[0].get(code), below[1].get(code)) for code in sorted(below[0].keys() | below[1].keys()))
            continue
        yield Parting(
            (a or b).path,  # type: ignore[union-attr]
            (a.guess if a else None, b.guess if b else None),
            (a.n_candidates if a else 0, b.n_candidates if b else 0),
            (a.total_left if a else 0, b.total_left if b else 0),
        )
