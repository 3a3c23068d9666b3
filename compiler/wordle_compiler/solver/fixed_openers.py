"""The top of a tree whose first guesses are fixed, down to where the strategy chooses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.feedback_matrix import FeedbackMatrix, letter_codes
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.machine.errors import InputError
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.extract import after_guess
from wordle_runtime.feedback import is_hard_legal
from wordle_runtime.notation import format_feedback

Turns = tuple[tuple[str, int], ...]


@dataclass(frozen=True, eq=False)
class OpenCell:
    """A cell below the fixed guesses, where the strategy takes over.

    Attributes:
        parent: The node whose child is to be found.
        code: The feedback that leads to the cell.
        candidates: The cell's answers, by number, ascending; int32.
        constraint: What rule hard demands in the cell (see `legality`), or under other rules the guesses so far (see
            `search.symmetry`). Entry 0 is not set.
        guesses_left: How many guesses are left; may be 0.
    """

    parent: TreeNode
    code: int
    candidates: NDArray[np.int32]
    constraint: NDArray[np.uint16]
    guesses_left: int


def play_fixed(
    game: Game, matrix: FeedbackMatrix, openers: Sequence[int], max_guesses: int
) -> tuple[TreeNode, list[OpenCell]]:
    """Plays fixed first guesses and returns the root and the cells that they leave open, breadth first.

    The first guess is always played. A later one is played after every feedback that leaves several candidates, even if
    it is not a candidate itself; a single candidate is guessed at once. The nodes' children are in ascending order once
    `fill` has inserted the missing ones.

    Args:
        game: The game.
        matrix: The game's feedback matrix.
        openers: The guesses, by their numbers among the allowed words; at least one.
        max_guesses: The limit; guesses beyond it are not played.

    Raises:
        InputError: A fixed guess is not legal after some feedback; the message names the turns before it.
    """
    letters = letter_codes(game.allowed.words)
    words = game.allowed.words
    won = matrix.n_feedbacks - 1
    everything = np.arange(matrix.n_answers, dtype=np.int32)
    root = TreeNode("", solves=False)
    # Nodes where the next fixed guess is played: the node without its guess, its candidates, what holds there (see
    # `OpenCell`), and the turns that lead to it.
    waiting: list[tuple[TreeNode, NDArray[np.int32], NDArray[np.uint16], Turns]]
    waiting = [(root, everything, np.zeros(1 + 2 * letters.shape[1], np.uint16), ())]
    cells: list[OpenCell] = []
    for turn, guess in enumerate(openers[:max_guesses], 1):
        is_last = turn == min(len(openers), max_guesses)
        here, waiting = waiting, []
        for node, candidates, constraint, turns in here:
            codes = matrix.by_guess[guess, candidates]
            node.guess = words[guess]
            node.solves = bool((codes == won).any())
            _check_legal(game, node, turns)
            for code in np.unique(codes):
                if code == won:
                    continue
                cell = candidates[codes == code]
                after = after_guess(letters, constraint, guess, int(code), is_hard=game.rule == Rule.HARD)
                if is_last:
                    cells.append(OpenCell(node, int(code), cell, after, max_guesses - turn))
                elif len(cell) == 1:
                    node.children[int(code)] = TreeNode(words[matrix.answer_as_guess[cell[0]]], solves=True)
                else:
                    child = node.children[int(code)] = TreeNode("", solves=False)
                    waiting.append((child, cell, after, (*turns, (node.guess, int(code)))))
    return root, cells


def fill(cell: OpenCell, child: TreeNode) -> None:
    """Inserts the subtree of a cell into its parent, keeping the children in ascending order."""
    children = cell.parent.children
    children[cell.code] = child
    cell.parent.children = dict(sorted(children.items()))


def _check_legal(game: Game, node: TreeNode, turns: Turns) -> None:
    """Raises `InputError` if the game's rule forbids the fixed guess of a node after these turns."""
    is_legal = True
    if game.rule == Rule.HARD:
        is_legal = is_hard_legal(node.guess, turns)
    elif game.rule == Rule.CANDIDATES:
        is_legal = node.solves
    if not is_legal and turns:
        after = " ".join(f"{guess} {format_feedback(code, game.length, kind=game.kind)}" for guess, code in turns)
        raise InputError(
            f"the fixed guess {node.guess!a} is not legal under rule {game.rule} after {after}: "
            "use rule any or other first guesses"
        )
