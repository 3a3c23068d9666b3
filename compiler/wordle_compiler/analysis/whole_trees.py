"""Plays whole trees: against an answer or a host, against another tree, and turn by turn over all answers.

A host who fixes the answer as late as possible is fair: some candidate gives each feedback.
"""

from __future__ import annotations

import enum
import math
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

from wordle_compiler.export.text import cells_of
from wordle_compiler.game.words import normalise_word
from wordle_compiler.machine.errors import InputError
from wordle_compiler.rankings.table import DataTable, Tabular
from wordle_runtime import Node, Tree
from wordle_runtime.command_line import plain
from wordle_runtime.errors import printable, quoted
from wordle_runtime.feedback import rule_of
from wordle_runtime.notation import format_feedback


class Host(enum.StrEnum):
    """How a host without an answer chooses the feedback; the next measure breaks every tie.

    A feedback that leaves only answers that the tree does not solve counts as the longest game of all.
    """

    ADVERSARIAL = "adversarial"
    """Keeps the most candidates; among those, the longest game; then the smallest code."""
    WORST_CASE = "worst-case"
    """Leads to the longest game; among those, keeps the most candidates; then the smallest code."""


class PlayedTurn(NamedTuple):
    """One turn of a game."""

    turn: int
    """Its number; the opener has 1."""
    guess: str
    """The tree's guess."""
    feedback: str
    """Its feedback, in letters."""
    n_candidates: int
    """The candidates before the guess."""
    n_after: int
    """The candidates after it; 1 when solved."""
    n_tied: int
    """How many feedbacks are equally good for the host by the first measure, this too; 1 if the answer is fixed."""


@dataclass(frozen=True)
class PlayedGame(Tabular[PlayedTurn]):
    """A game that a tree played."""

    _ROWS = "turns"
    tree: Tree
    """The tree."""
    host: Host | None
    """How the host chose the feedbacks; None if an answer was hidden."""
    turns: tuple[PlayedTurn, ...]
    """The turns."""
    answers: tuple[str, ...]
    """The answers that fit the whole game: the hidden one or, with a host, the remaining candidates."""
    is_solved: bool
    """Whether the last feedback won. If not, the tree had no guess after it."""

    def table(self) -> DataTable:
        """Returns the turns; with a host also how many feedbacks were tied."""
        titles = ("turn", "guess", "feedback", "before", "after", "tied")[: 5 if self.host is None else 6]
        return DataTable(f"a game of {self.tree.opener}", titles, [turn[: len(titles)] for turn in self.turns])

    def as_json(self) -> dict[str, Any]:
        """Returns the game as the command's JSON object."""
        return {
            "host": None if self.host is None else self.host.value,
            "candidates": list(self.answers),
            "is_solved": self.is_solved,
            "n_guesses": len(self.turns),
            "turns": [turn._asdict() for turn in self.turns],
        }


def play_tree(tree: Tree, against: Host | str) -> PlayedGame:
    """Plays a tree against a host who has no fixed answer, or with a word hidden.

    Against `Host.WORST_CASE`, a tree that solves all answers needs exactly its worst case.

    Raises:
        InputError: The word is not among the tree's answers.
    """
    host = against if isinstance(against, Host) else None
    answer = None if host else normalise_word(against, "the answer", tree.nodes.words)
    if answer is not None and answer not in tree.nodes.words[: tree.nodes.n_answers]:
        raise InputError(f"{quoted(answer)} is not among the {tree.nodes.n_answers} answers of the tree")
    feedback = rule_of(tree.nodes.kind)
    turns: list[PlayedTurn] = []
    node: Node | None = tree.root
    answers: tuple[str, ...] = ()
    code = -1
    while node is not None:
        children, cells = node.children, cells_of(feedback, node.guess, node.candidates())
        code, n_tied = (feedback(node.guess, answer), 1) if answer else _choose(tree, host, cells, children)
        answers = tuple(cells[code])
        shown = format_feedback(code, tree.length, kind=tree.nodes.kind)
        turns.append(PlayedTurn(len(turns) + 1, node.guess, shown, sum(map(len, cells.values())), len(answers), n_tied))
        node = children.get(code)
    return PlayedGame(tree, host, tuple(turns), (answer,) if answer else answers, code == tree.nodes.all_green)


def _choose(tree: Tree, host: Host | None, cells: dict[int, list[str]], children: dict[int, Node]) -> tuple[int, int]:
    """Returns the feedback that a host gives, and how many feedbacks are equally good by the first measure."""
    measures = {}
    for code, words in cells.items():
        length = children[code].worst_case if code in children else tree.info.game.max_guesses + 1
        sizes = len(words), 0 if code == tree.nodes.all_green else length
        measures[code] = sizes if host is Host.ADVERSARIAL else sizes[::-1]
    best = max(cells, key=lambda code: (measures[code], -code))
    return best, sum(measure[0] == measures[best][0] for measure in measures.values())


class Parting(NamedTuple):
    """A position that both trees reach by the same turns, but where they guess differently."""

    path: tuple[tuple[str, int], ...]
    """The turns that lead there."""
    trees: tuple[tuple[str | None, int, int], ...]
    """For each tree its guess, None if it has none there; its candidates, which differ if the answers do; and the sum
    of guesses still needed, over the answers that it solves from there."""


@dataclass(frozen=True)
class TreeDiff(Tabular[Parting]):
    """How the play of two trees differs; headers and claims are not compared."""

    _ROWS = "partings"
    trees: tuple[Tree, Tree]
    """The first and the second tree."""
    partings: tuple[Parting, ...]
    """Where they diverge, breadth first, siblings by feedback. Positions below are not compared."""
    sooner: tuple[dict[str, tuple[int | None, int | None]], ...]
    """For each tree, the answers that it solves in fewer guesses than the other, or that it alone solves; each with the
    guesses of the first and of the second tree, None for unsolved. Ascending."""
    n_equal: int
    """How many common answers both trees solve in equally many guesses, or neither solves."""
    only: tuple[tuple[str, ...], ...]
    """For each tree, the answers that only its game has. Ascending."""

    @property
    def is_same(self) -> bool:
        """Whether both trees play every game the same."""
        return not (self.partings or any(self.only))

    def history(self, parting: Parting) -> list[tuple[str, str]]:
        """Returns the turns that lead to a place, with their feedbacks as text."""
        length, kind = self.trees[0].length, self.trees[0].nodes.kind
        return [(guess, format_feedback(code, length, kind=kind)) for guess, code in parting.path]

    def table(self) -> DataTable:
        """Returns the places where the trees diverge; `a` is the first tree, `b` the second."""
        names = [f"{name}_{tree}" for name in ("guess", "candidates", "total") for tree in "ab"]
        rows = [
            (
                " ".join(f"{printable(guess)}:{feedback}" for guess, feedback in self.history(parting)) or "the start",
                *chain.from_iterable(zip(*parting.trees, strict=True)),
            )
            for parting in self.partings
        ]
        return DataTable("where two trees diverge", ("path", *names), rows)

    def as_json(self) -> dict[str, Any]:
        """Returns the differences as the command's JSON object."""
        names = "guess", "n_candidates", "total"
        return {
            "is_same": self.is_same,
            "n_equal": self.n_equal,
            "trees": [
                {
                    **{name: getattr(tree.guarantee, name) for name in ("n_answers", "n_solved", "total")},
                    "sooner": [{"word": word, "needed": needed} for word, needed in sooner.items()],
                    "only": only,
                }
                for tree, sooner, only in zip(self.trees, self.sooner, self.only, strict=True)
            ],
            "partings": [
                {
                    "history": self.history(parting),
                    "trees": [dict(zip(names, figures, strict=True)) for figures in parting.trees],
                }
                for parting in self.partings
            ],
        }


def compare_trees(first: Tree, second: Tree) -> TreeDiff:
    """Compares the play of two trees.

    Raises:
        InputError: One tree plays words and the other codes, or the words differ in length.
    """
    games = [f"{tree.nodes.kind} of length {tree.length}" for tree in (first, second)]
    if games[0] != games[1]:
        raise InputError(f"the trees have no game in common: {' and '.join(games)}")
    # How many guesses each answer takes; None for an unsolved one.
    a, b = (
        dict.fromkeys(tree.guarantee.unsolved) | {word: len(guesses) for word, guesses in tree}
        for tree in (first, second)
    )
    needed = {word: (a[word], b[word]) for word in sorted(a.keys() & b.keys())}
    # Unsolved counts as later than any turn.
    late = {word: [turn or math.inf for turn in turns] for word, turns in needed.items()}
    sooner = tuple({word: needed[word] for word in late if late[word][i] < late[word][1 - i]} for i in (0, 1))
    only = tuple(sorted(a.keys() - b.keys())), tuple(sorted(b.keys() - a.keys()))
    return TreeDiff((first, second), tuple(_partings(first, second)), sooner, len(needed) - sum(map(len, sooner)), only)


def _partings(first: Tree, second: Tree) -> Iterator[Parting]:
    waiting: deque[tuple[Node | None, Node | None]] = deque([(first.root, second.root)])
    while waiting:
        a, b = nodes = waiting.popleft()
        if a and b and a.guess == b.guess:
            below = a.children, b.children
            waiting += ((below[0].get(code), below[1].get(code)) for code in sorted({*below[0], *below[1]}))
        elif node := a or b:
            figures = ((one.guess, one.n_candidates, one.total) if one else (None, 0, 0) for one in nodes)
            yield Parting(node.path, tuple(figures))


class TurnStats(NamedTuple):
    """The figures of one turn, over the games of all answers."""

    turn: int
    """Its number; the opener has 1."""
    n_positions: int
    """In how many different positions the tree guesses at this turn."""
    n_open: int
    """How many answers are unsolved before this turn and get a guess at it."""
    n_solved: int
    """How many of these this turn solves."""
    largest: int
    """The most candidates in one position."""
    expected_size: Fraction
    """The mean number of candidates before the guess, over equally likely open answers: the sum of the squares of the
    positions' candidates, divided by `n_open`. Exact."""


@dataclass(frozen=True)
class TreeStats(Tabular[TurnStats]):
    """The figures of a tree, turn by turn."""

    _ROWS = "turns"
    tree: Tree
    """The tree."""
    turns: tuple[TurnStats, ...]
    """The turns, from the opener to the last guess."""

    def table(self) -> DataTable:
        """Returns the rows to show and to convert."""
        caption = f"turns of {self.tree.opener}: {self.tree.guarantee.n_answers} answers"
        titles = [name.removeprefix("n_").removesuffix("_size") for name in TurnStats._fields]
        return DataTable(caption, titles, self.turns)

    def as_json(self) -> dict[str, Any]:
        """Returns the figures as the command's JSON object."""
        guarantee = self.tree.guarantee
        return {
            "opener": self.tree.opener,
            **{name: getattr(guarantee, name) for name in ("n_answers", "n_solved", "total", "worst_case")},
            "n_unsolved": len(guarantee.unsolved),
            "turns": [plain(turn._asdict()) for turn in self.turns],
        }


def count_turns(tree: Tree) -> TreeStats:
    """Counts what happens at each turn of a tree."""
    turns: list[TurnStats] = []
    level = [tree.root]
    while level:
        counts, n_solved = [node.n_candidates for node in level], sum(node.solves for node in level)
        expected = Fraction(sum(count**2 for count in counts), sum(counts))
        turns.append(TurnStats(len(turns) + 1, len(counts), sum(counts), n_solved, max(counts), expected))
        level = [child for node in level for child in node.children.values()]
    return TreeStats(tree, tuple(turns))
