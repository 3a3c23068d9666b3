"""Plays a tree against a hidden answer, or against a host who fixes the answer as late as possible.

The adversary is fair: some candidate gives each feedback, so some answer fits the whole game.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from wordle_compiler.game.words import normalise_word
from wordle_compiler.machine.errors import InputError
from wordle_runtime.feedback import rule_of
from wordle_runtime.notation import format_feedback

if TYPE_CHECKING:
    from wordle_runtime import Node, Tree


class Host(enum.StrEnum):
    """How a host without an answer chooses the feedback; the next measure breaks every tie.

    The tree has no guess after a feedback that leaves only answers it does not solve. Such a feedback counts as the
    longest game of all.
    """

    ADVERSARIAL = "adversarial"
    """Keeps the most candidates; among those, the longest game; then the smallest code."""
    WORST_CASE = "worst-case"
    """Leads to the longest game; among those, keeps the most candidates; then the smallest code."""


@dataclass(frozen=True)
class PlayedTurn:
    """One turn of a game.

    Attributes:
        guess: The tree's guess.
        feedback: The code of its feedback.
        n_before: The candidates before the guess.
        n_after: The candidates after it; 1 when solved.
        n_tied: How many feedbacks are equally good for the host by the first measure, this one included; 1 if the
            answer is fixed.
    """

    guess: str
    feedback: int
    n_before: int
    n_after: int
    n_tied: int


@dataclass(frozen=True)
class PlayedGame:
    """A game that a tree played.

    Attributes:
        tree: The tree.
        host: How the host chose the feedbacks; None if an answer was hidden.
        turns: The turns.
        answers: The answers that fit the whole game: the hidden one or, with a host, the remaining candidates.
        is_solved: Whether the last feedback won. If not, the tree had no guess after it.
    """

    tree: Tree
    host: Host | None
    turns: tuple[PlayedTurn, ...]
    answers: tuple[str, ...]
    is_solved: bool

    def as_json(self) -> dict[str, Any]:
        """Returns the game as the command's JSON object."""
        length, kind = self.tree.length, self.tree.nodes.kind
        return {
            "host": None if self.host is None else self.host.value,
            "answers": list(self.answers),
            "solved": self.is_solved,
            "guesses": len(self.turns),
            "turns": [
                {
                    "turn": number,
                    "guess": turn.guess,
                    "feedback": format_feedback(turn.feedback, length, kind=kind),
                    "candidates_before": turn.n_before,
                    "candidates_after": turn.n_after,
                    "tied": turn.n_tied,
                }
                for number, turn in enumerate(self.turns, 1)
            ],
        }


def play_answer(tree: Tree, answer: str) -> PlayedGame:
    """Plays a tree with `answer` hidden.

    Raises:
        InputError: `answer` is not among the tree's answers.
    """
    word = normalise_word(answer, "the answer")
    if word not in tree.nodes.words[: tree.nodes.n_answers]:
        raise InputError(f"{word!a} is not among the {tree.nodes.n_answers} answers of the tree")
    return _play(tree, None, word)


def play_against(tree: Tree, host: Host) -> PlayedGame:
    """Plays a tree against a host who has no fixed answer, and chooses each feedback as `host` says.

    Against `WORST_CASE`, a tree that solves all answers needs exactly its worst case.
    """
    return _play(tree, host, None)


def _play(tree: Tree, host: Host | None, answer: str | None) -> PlayedGame:
    feedback = rule_of(tree.nodes.kind)
    turns: list[PlayedTurn] = []
    node: Node | None = tree.root
    answers: tuple[str, ...] = ()
    code = -1
    while node is not None:
        children = node.children
        cells: dict[int, list[str]] = {}
        for word in node.candidates():
            cells.setdefault(feedback(node.guess, word), []).append(word)
        code, n_tied = (feedback(node.guess, answer), 1) if answer else _choose(tree, host, cells, children)
        answers = tuple(cells[code])
        turns.append(PlayedTurn(node.guess, code, sum(map(len, cells.values())), len(answers), n_tied))
        node = children.get(code)
    return PlayedGame(tree, host, tuple(turns), (answer,) if answer else answers, code == tree.nodes.all_green)


def _choose(tree: Tree, host: Host | None, cells: dict[int, list[str]], children: dict[int, Node]) -> tuple[int, int]:
    """Returns the feedback that a host gives, and how many feedbacks are equally good by the first measure."""
    measures = {}
    for code, words in cells.items():
        length = children[code].max_guesses_left if code in children else tree.info.game.max_guesses + 1
        sizes = len(words), 0 if code == tree.nodes.all_green else length
        measures[code] = sizes if host is Host.ADVERSARIAL else sizes[::-1]
    best = max(cells, key=lambda code: (measures[code], -code))
    return best, sum(measure[0] == measures[best][0] for measure in measures.values())
