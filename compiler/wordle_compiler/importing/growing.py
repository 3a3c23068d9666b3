"""Grows a tree from lines of text; an error names the line that contradicts the text, the game or its rule."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from wordle_compiler.export.routes import feedback_letters
from wordle_compiler.game.game import Rule
from wordle_compiler.machine.errors import InputError
from wordle_compiler.search.decision_tree import TreeNode
from wordle_runtime.feedback import is_hard_legal, rule_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wordle_compiler.game.game import Game
    from wordle_compiler.importing.lines import TextLine


@dataclass(slots=True)
class _Draft:
    """A guess of the growing tree.

    Attributes:
        guess: The word.
        line: The line where it first occurs.
        children: The next guess after each feedback.
        ends: The feedbacks after which the tree ends, each with its line; they include a winning one.
    """

    guess: str
    line: int
    children: dict[int, _Draft] = field(default_factory=dict)
    ends: dict[int, int] = field(default_factory=dict)


class GrowingTree:
    """A tree of a game that grows line by line; `label` names the text in messages."""

    def __init__(self, game: Game, label: str, *, allow_unsolved: bool = False) -> None:
        self._game = game
        self._label = label
        self._allow_unsolved = allow_unsolved
        self._answers = frozenset(game.answers.words)
        self._allowed = frozenset(game.allowed.words)
        self._feedback = rule_of(game.kind)
        self._win = game.n_feedbacks - 1
        self._root: _Draft | None = None
        self._found: set[str] = set()

    def add(self, line: TextLine) -> None:
        """Adds a line.

        Raises:
            InputError: A guess is not allowed or not legal; the last word is not an answer, or does not give the
                feedbacks; the line contradicts one above; or it solves nothing. The message names the line.
        """
        number, turns = line.number, line.turns
        if not (line.is_won or self._allow_unsolved):
            last = self._letters(turns[-1][1])
            raise self._refusal(
                number, f"it ends with {last} and finds no answer: finish it, or import with --allow-unsolved"
            )
        if self._root is None:
            self._root = self._draft(number, (), turns[0][0])
        node = self._root
        for turn, (guess, code) in enumerate(turns):
            if node.guess != guess:
                raise self._refusal(
                    number, f"{self._after(turns[:turn])} plays {guess!a}, where line {node.line} plays {node.guess!a}"
                )
            if code in node.ends:
                same = "is the same as" if turn + 1 == len(turns) else "goes on after the end of"
                raise self._refusal(number, f"it {same} line {node.ends[code]}")
            if turn + 1 < len(turns):
                if code not in node.children:
                    node.children[code] = self._draft(number, turns[: turn + 1], turns[turn + 1][0])
                node = node.children[code]
            elif code in node.children:
                raise self._refusal(number, f"it ends where line {node.children[code].line} goes on")
            else:
                node.ends[code] = number
        if line.is_won:
            self._check_answer(number, turns)
            self._found.add(turns[-1][0])

    def finish(self) -> TreeNode:
        """Returns the tree, after every line was added.

        Raises:
            InputError: An answer is missing, or a line leads to no answer. The message names a line.
        """
        if self._root is None:
            raise InputError(f"{self._label} has no line of a tree in it")
        missing = [answer for answer in self._game.answers.words if answer not in self._found]
        reached: set[int] = set()
        for answer in missing:
            self._check_missing(answer, len(missing), reached)
        self._check_dead_ends(self._root, reached)
        return self._node(self._root)

    def _check_answer(self, number: int, turns: Sequence[tuple[str, int]]) -> None:
        """Checks that the last word of a line is an answer and gives the feedbacks on the line."""
        answer = turns[-1][0]
        if answer not in self._answers:
            raise self._refusal(
                number, f"{answer!a} is not an answer in {self._game.answers.name}: is --answers the right list?"
            )
        for guess, code in turns:
            own = self._feedback(guess, answer)
            if own != code:
                raise self._refusal(
                    number, f"{guess!a} gets {self._letters(own)} if {answer!a} is hidden, not {self._letters(code)}"
                )

    def _draft(self, number: int, history: Sequence[tuple[str, int]], guess: str) -> _Draft:
        """Returns a new node, after checking that its guess is legal."""
        rule = self._game.rule
        if guess not in self._allowed:
            raise self._refusal(
                number, f"{guess!a} is not an allowed guess in {self._game.allowed.name}: is --allowed the right list?"
            )
        if rule is Rule.HARD and not is_hard_legal(guess, history):
            raise self._refusal(number, f"{self._after(history)} plays {guess!a}, which rule hard does not allow")
        if rule is Rule.CANDIDATES and not (
            guess in self._answers and all(self._feedback(word, guess) == code for word, code in history)
        ):
            raise self._refusal(number, f"{self._after(history)} plays {guess!a}, which is not a candidate there")
        return _Draft(guess, number)

    def _check_missing(self, answer: str, n_missing: int, reached: set[int]) -> None:
        """Follows an answer that no line finds, and reports the line where it is lost."""
        node = self._root
        turns: list[tuple[str, int]] = []
        while node is not None:
            code = self._feedback(node.guess, answer)
            turns.append((node.guess, code))
            if code == self._win:
                raise self._refusal(node.line, f"{answer!a} is possible where it is played, and no line ends with it")
            if code in node.ends:
                reached.add(node.ends[code])
                return
            if code not in node.children and not self._allow_unsolved:
                others = f", one of {n_missing} answers that no line finds" if n_missing > 1 else ""
                raise self._refusal(
                    node.line, f"{self._after(turns)} nothing is played for {answer!a}{others}: the tree is incomplete"
                )
            node = node.children.get(code)

    def _check_dead_ends(self, root: _Draft, reached: set[int]) -> None:
        """Checks that some answer needs each line that finds nothing."""
        waiting = [root]
        while waiting:
            node = waiting.pop()
            waiting += node.children.values()
            for code, number in node.ends.items():
                if code != self._win and number not in reached:
                    raise self._refusal(number, "no answer gives these feedbacks")

    def _node(self, draft: _Draft) -> TreeNode:
        """Returns a draft as a node. It recurses as deep as the tree, which `read_text_lines` limits."""
        children = {code: self._node(draft.children[code]) for code in sorted(draft.children)}
        return TreeNode(draft.guess, solves=self._win in draft.ends, children=children)

    def _after(self, turns: Iterable[tuple[str, int]]) -> str:
        """Describes a position in the tree, for messages."""
        said = " ".join(f"{guess} {self._letters(code)}" for guess, code in turns)
        return f"after {said}" if said else "the line"

    def _letters(self, code: int) -> str:
        return feedback_letters(code, self._game.length, self._game.kind)

    def _refusal(self, number: int, reason: str) -> InputError:
        return InputError(f"{self._label}, line {number}: {reason}")
