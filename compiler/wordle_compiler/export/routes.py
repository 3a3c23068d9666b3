"""The ways through a tree: what is guessed for each answer and what comes back, for formats of one line an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wordle_compiler.export.path import node_after
from wordle_runtime.feedback import rule_of
from wordle_runtime.notation import format_feedback

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wordle_runtime import Node, Tree

_LETTERS = str.maketrans({"_": "B", "y": "Y", "g": "G"})
"""From the runtime's letters to those of published trees. Kind `mastermind` is left as it is: 2b1w."""


class Route(NamedTuple):
    """One way from the opener to where the tree ends.

    Attributes:
        turns: Each guess with its feedback, as a code.
        answers: The answers that are found or lost this way: one where it is solved, else all that it leaves.
        is_solved: Whether the last feedback wins.
    """

    turns: tuple[tuple[str, int], ...]
    answers: tuple[str, ...]
    is_solved: bool


def find_routes(tree: Tree, path: Iterable[tuple[str, str | int]] = ()) -> Iterator[Route]:
    """Yields the route of every answer below a path, the branches of a node ascending by the text of their feedback.

    Answers that the tree does not solve share a route where they get the same feedbacks.

    Raises:
        GameError: The path is not one of this tree. It names the turn.
        InputError: The path solves the game.
    """
    start = node_after(tree, path)
    kind, length = tree.nodes.kind, tree.length

    def letters(code: int) -> str:
        return feedback_letters(code, length, kind)

    feedback = rule_of(kind)
    turns = start.path
    lost = [word for word in tree.guarantee.unsolved if all(feedback(guess, word) == code for guess, code in turns)]
    waiting: list[Route | tuple[Node, tuple[tuple[str, int], ...], list[str]]] = [(start, turns, lost)]
    while waiting:
        following = waiting.pop()
        if isinstance(following, Route):
            yield following
            continue
        node, turns, lost = following
        lost_by_feedback: dict[int, list[str]] = {}
        for word in lost:
            lost_by_feedback.setdefault(feedback(node.guess, word), []).append(word)
        children = node.children
        codes = lost_by_feedback.keys() | children.keys() | ({tree.nodes.all_green} if node.solves else set())
        # The last one in is the next one out.
        for code in sorted(codes, key=letters, reverse=True):
            longer = (*turns, (node.guess, code))
            stuck = lost_by_feedback.get(code, [])
            if code in children:
                waiting.append((children[code], longer, stuck))
            elif code == tree.nodes.all_green:
                waiting.append(Route(longer, (node.guess,), is_solved=True))
            else:
                waiting.append(Route(longer, tuple(stuck), is_solved=False))


def feedback_letters(code: int, length: int, kind: str) -> str:
    """Returns a feedback in the letters of published trees: B grey, Y yellow, G green; 2b1w for kind `mastermind`."""
    return format_feedback(code, length, kind=kind).translate(_LETTERS)
