"""The top of a tree whose first guesses are fixed, down to where the strategy chooses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.feedback_matrix import FeedbackMatrix, letter_codes
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.kernels.layout import Constraint, Int32s
from wordle_compiler.machine.errors import InputError
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.extract import after_guess
from wordle_compiler.search.problem import INFEASIBLE, likely_layout
from wordle_runtime.feedback import unmet_demand
from wordle_runtime.notation import format_feedback


@dataclass(frozen=True, eq=False)
class OpenCell:
    """A cell whose guess is to be chosen."""

    parent: TreeNode  # The node whose child is to be found.
    code: int  # The feedback that leads to the cell.
    candidates: Int32s  # The cell's answers, by number, ascending; int32.
    # What rule hard demands in the cell (see `legality`), or with few feedbacks the guesses so far (see
    # `search.few_feedbacks`). Entry 0 is not set.
    constraint: Constraint
    guesses_left: int  # How many guesses are left; may be 0.
    turns: tuple[tuple[int, int], ...] = ()  # The guesses so far, by number, each with the code of its feedback.
    largest_total: int = INFEASIBLE - 1  # The largest total of its tree that is of use.

    @classmethod
    def of_all(cls, game: Game, max_guesses: int) -> OpenCell:
        """Returns the cell of all answers, before any guess; its parent has no guess."""
        candidates = np.arange(len(game.answers), dtype=np.int32)
        return cls(TreeNode("", solves=False), 0, candidates, np.zeros(1 + 2 * game.length, np.uint16), max_guesses)

    def fill(self, child: TreeNode) -> None:
        """Inserts the subtree of the cell into its parent, keeping the children in ascending order."""
        self.parent.children = dict(sorted({**self.parent.children, self.code: child}.items()))


class SolvedCell(NamedTuple):
    """A cell with an optimal tree and its total; without a tree (None), there is none within the cell's limits."""

    cell: OpenCell
    node: TreeNode | None
    total: int


def play_guess(
    game: Game, matrix: FeedbackMatrix, letters: NDArray[np.uint16], cell: OpenCell, guess: int
) -> tuple[TreeNode, list[OpenCell]]:
    """Returns the node that plays a guess in a cell, and the cells below it that it does not solve, ascending.

    `letters` are those of the allowed words; see `letter_codes`.
    """
    codes, won = matrix.by_guess[guess, cell.candidates], matrix.n_feedbacks - 1
    node = TreeNode(game.allowed.words[guess], bool((codes == won).any()))
    order = np.argsort(codes, kind="stable")
    present, starts = np.unique(codes[order], return_index=True)
    below = []
    layout = likely_layout(game)
    for code, candidates in zip(present.tolist(), np.split(cell.candidates[order], starts[1:]), strict=True):
        if code != won:
            after = after_guess(letters, cell.constraint, guess, code, layout)
            below.append(OpenCell(node, code, candidates, after, cell.guesses_left - 1, (*cell.turns, (guess, code))))
    return node, below


def play_fixed(
    game: Game, matrix: FeedbackMatrix, openers: Sequence[int], max_guesses: int
) -> tuple[TreeNode, list[OpenCell]]:
    """Plays fixed first guesses and returns the root and the cells that they leave open, breadth first.

    The first guess is always played. A later one is played after every feedback that leaves several candidates, even if
    it is not a candidate itself; a single candidate is guessed at once. The nodes' children are in ascending order once
    `OpenCell.fill` has inserted the missing ones. At least one of `openers` is given, by numbers among the allowed
    words; guesses beyond the limit are not played.

    Raises:
        InputError: A fixed guess is not legal after some feedback; the message names the turns before it.
    """
    letters, words = letter_codes(game.allowed.words), game.allowed.words
    start = OpenCell.of_all(game, max_guesses)
    cells = [start]
    for guess in openers[:max_guesses]:
        here, cells = cells, []
        for cell in here:
            if len(cell.candidates) == 1 and cell.turns:
                cell.fill(TreeNode(words[matrix.answer_as_guess[cell.candidates[0]]], solves=True))
                continue
            node, below = play_guess(game, matrix, letters, cell, guess)
            turns = [(words[turn], code) for turn, code in cell.turns]
            is_legal = node.solves or game.rule == Rule.ANY
            if game.rule == Rule.HARD:
                is_legal = not unmet_demand(node.guess, turns)
            if turns and not is_legal:
                after = " ".join(f"{word} {format_feedback(code, game.length, kind=game.kind)}" for word, code in turns)
                raise InputError(
                    f"the fixed guess {node.guess!a} is not legal under rule {game.rule} after {after}: "
                    "use rule any or other first guesses"
                )
            cell.fill(node)
            cells += below
    return start.parent.children[0], cells
