"""The exceptions that end a search early."""

from __future__ import annotations

from wordle_compiler.search.decision_tree import TreeNode


class StoppedError(Exception):
    """A search was stopped before it finished. Whatever it returned after the stop must not be used.

    Attributes:
        leader: The number of the best opener with a proven total; None if no opener has one.
        unfinished: The top of a tree with the subtrees that were found in time; None if there are none. The children
            that are missing were not.
    """

    unfinished: TreeNode | None = None

    def __init__(self, leader: int | None = None) -> None:
        super().__init__("the search was stopped before its end")
        self.leader = leader


class UndecidedError(Exception):
    """A question took more work than it was given. Nothing is proven."""
