"""Turns the text of a tree, in the layout of published trees, into a checked tree file, for `wordle-tree import`.

An error names the line that contradicts the layout, the text, the game or its rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from wordle_compiler.compilation.compiled_tree import encode_checked
from wordle_compiler.compilation.report import CompiledTree
from wordle_compiler.compilation.writer import LikelyList
from wordle_compiler.export.text import cells_of, feedback_letters
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.weights import Weights
from wordle_compiler.game.words import WordList, as_input_error, normalise_word
from wordle_compiler.machine.errors import InputError
from wordle_compiler.search.decision_tree import TreeNode
from wordle_runtime.errors import counted, quoted
from wordle_runtime.feedback import graphemes, rule_of
from wordle_runtime.layout import MAX_GUESSES, WORDLE
from wordle_runtime.notation import parse_feedback
from wordle_runtime.position import Position, check_rule
from wordle_runtime.words import speller

Turn = tuple[str, int]
"""A guess with its feedback, as a code."""
Line = tuple[int, Sequence[Turn]]
"""The number of a line, counted from 1, and its turns."""

STRATEGY = "imported"
"""The strategy of every imported tree, since a text does not name the one that built it."""
_COMMENT = "#"
_DIGITS = "0123456789"
_LONGEST_TURN = 3


def import_text(
    lines: Iterable[str],
    game: Game,
    *,
    label: str = "the text",
    max_guesses: int | None = None,
    allow_unsolved: bool = False,
    weights: Weights | None = None,
    likely: WordList | None = None,
) -> CompiledTree:
    """Makes a tree file from the text of a tree, in the layout of published Wordle trees, hollow or full.

    Feedbacks are read in every notation of kind `wordle`, or as `2b1w` for kind `mastermind`; guesses in either case.
    The text must be a whole tree of the game: it finds every answer, each feedback is the one that the answer gives,
    and each guess is legal. Like a compiled file, the file is replayed before it is returned. It claims nothing beyond
    its guarantee, since no text can prove a claim.

    Args:
        lines: The lines of the text; blank ones and comments are ignored.
        game: The game that the tree plays.
        label: The name of the text in messages.
        max_guesses: The limit of the tree. None means the game's usual one, or more if the tree needs it.
        allow_unsolved: Whether the tree may leave answers unsolved; lines may then end without winning.
        weights: How much each answer counts.
        likely: The answers that are likely; the tree's limit is theirs, too.

    Raises:
        InputError: The text does not have this layout (the message names the line), an answer is not solved within
            `max_guesses`, or the likely answers cannot be told apart.
    """
    if likely is not None and weights is not None:
        raise InputError("a tree has weights or likely answers, not both: leave one of them out")
    if likely is not None and game.rule == Rule.CANDIDATES:
        raise InputError(f"likely answers cannot be combined with rule {game.rule}: use rule any or hard")
    if others := sorted(set(likely or ()).difference(game.answers.words)):
        name = likely and likely.name
        raise InputError(f"{others[0]!a} of {name} is not an answer of the tree: every likely word must be one")
    text, read = _Text(game, label, allow_unsolved=allow_unsolved), list[Line]()
    for number, line in enumerate(lines, 1):
        # A word may begin with the sign of a comment, but contains no white space and has at least two letters.
        if not line.strip() or (line.startswith(_COMMENT) and not line[1:2].strip()):
            continue
        turns = text.turns(number, line, read[-1][1] if read else ())
        if max_guesses is not None and len(turns) > max_guesses:
            raise text.refusal(number, f"it has {counted(len(turns), 'guess')}, the limit is {max_guesses}")
        read.append((number, turns))
    if not read:
        raise InputError(f"{label} has no line of a tree in it")
    limit = max_guesses or max(game.usual_limit, *(len(turns) for _, turns in read))
    return encode_checked(
        *(game, text.node(read, (), game.answers.words)),
        strategy=STRATEGY,
        options={},
        objective="total",
        status="heuristic",
        max_guesses=limit,
        weights=weights,
        likely=None if likely is None else LikelyList(likely, limit),
    )


class _Text:
    """A text whose lines are read one by one, and then as a tree; `label` names it in messages."""

    def __init__(self, game: Game, label: str, *, allow_unsolved: bool) -> None:
        self._game = game
        self._label = label
        self._allow_unsolved = allow_unsolved
        self._feedback = rule_of(game.kind)
        self._spelled = speller(game.allowed.words)
        self._win = game.n_feedbacks - 1

    def turns(self, number: int, line: str, above: Sequence[Turn]) -> list[Turn]:
        """Returns the turns of a line; those of the line above complete a hollow one.

        Raises:
            InputError: It does not have the layout, or it contradicts its own last word.
        """
        turns = self._split(number, line, above)
        answer, last = turns[-1]
        if last != self._win and not self._allow_unsolved:
            how = "finish it, or import with --allow-unsolved"
            raise self.refusal(number, f"it ends with {self._letters(last)} and finds no answer: {how}")
        if last == self._win and answer not in self._game.answers:
            raise self.refusal(number, f"{answer!a} is not in {self._game.answers.name}: is --answers the right list?")
        for guess, code in turns if last == self._win else ():
            if (own := self._feedback(guess, answer)) != code:
                raise self.refusal(
                    number, f"{guess!a} gets {self._letters(own)} if {answer!a} is hidden, not {self._letters(code)}"
                )
        return turns

    def _split(self, number: int, line: str, above: Sequence[Turn]) -> list[Turn]:
        parts = line.split()
        turns: list[Turn] = []
        # A line that is merely indented begins with a guess.
        if line[0].isspace() and len(parts) % 2:
            code, turn = self._block(number, parts[0])
            if not 1 <= turn <= len(above):
                n_above = f"has {len(above)}" if above else "is missing"
                raise self.refusal(number, f"it begins at turn {turn} of the line above, which {n_above}")
            turns = [*above[: turn - 1], (above[turn - 1][0], code)]
            parts = parts[1:]
        if len(parts) % 2:
            raise self.refusal(number, f"the last guess {quoted(parts[-1])} has no feedback after it")
        for guess, block in zip(parts[::2], parts[1::2], strict=True):
            if turns and turns[-1][1] == self._win:
                raise self.refusal(number, f"turn {len(turns)} wins the game, and the line goes on: end it there")
            code, turn = self._block(number, block)
            if turn != len(turns) + 1:
                raise self.refusal(number, f"{quoted(block)} is turn {turn} where turn {len(turns) + 1} is due")
            word, length = normalise_word(self._spelled(guess), self._at(number)), self._game.length
            if (n_letters := len(graphemes(word))) != length:
                raise self.refusal(number, f"{quoted(word)} has {n_letters} letters, the game's words have {length}")
            turns.append((word, code))
        if len(turns) > MAX_GUESSES:
            raise self.refusal(number, f"it has {len(turns)} turns, a tree has at most {MAX_GUESSES}")
        return turns

    def _block(self, number: int, block: str) -> tuple[int, int]:
        """Splits a block such as BYBBG2 into the feedback and the turn."""
        kind, length = self._game.kind, self._game.length
        # In Wordle, digits may be feedback, which has one mark per letter.
        n_marks = length if kind == WORDLE else len(block.rstrip(_DIGITS))
        marks, turn = block[:n_marks], block[n_marks:]
        if not turn or turn.strip(_DIGITS) or len(turn) > _LONGEST_TURN:
            example = "BYBBG2" if kind == WORDLE else "2b1w2"
            raise self.refusal(number, f"{quoted(block)} is not a feedback with the number of its turn, like {example}")
        with as_input_error(self._at(number)):
            return parse_feedback(marks, length, kind), int(turn)

    def node(self, lines: Sequence[Line], history: tuple[Turn, ...], candidates: Sequence[str]) -> TreeNode:
        """Returns the tree below some turns, with which all these lines begin. It recurses as deep as the tree.

        Raises:
            InputError: An answer is missing, a guess is not allowed or not legal, or lines contradict each other.
        """
        depth, (first, turns) = len(history), lines[0]
        guess = turns[depth][0]
        below: dict[int, list[Line]] = {}
        for number, turns in lines:
            played, code = turns[depth]
            if played != guess:
                where = self._after(history)
                raise self.refusal(number, f"{where} plays {played!a}, where line {first} plays {guess!a}")
            same = below.setdefault(code, [])
            if same and depth + 1 in (len(turns), len(same[0][1])):
                raise self.refusal(number, f"it begins like line {same[0][0]}, and one of them ends there")
            same.append((number, turns))
        if guess not in self._game.allowed:
            raise self.refusal(
                first, f"{guess!a} is not an allowed guess in {self._game.allowed.name}: is --allowed the right list?"
            )
        with as_input_error(self._at(first)):
            check_rule(self._game, guess, Position(turns=history, candidates=tuple(candidates)))
        cells = cells_of(self._feedback, guess, candidates)
        if strange := below.keys() - cells.keys():
            raise self.refusal(min(below[code][0][0] for code in strange), "no answer gives these feedbacks")
        children = {}
        for code, cell in sorted(cells.items()):
            longer = (*history, (guess, code))
            is_end = code in below and len(below[code][0][1]) == len(longer)
            if code in below and not is_end:
                children[code] = self.node(below[code], longer, cell)
            elif code == self._win and not is_end:
                raise self.refusal(first, f"{guess!a} is possible where it is played, and no line ends with it")
            elif not (is_end or self._allow_unsolved):
                others = f", one of {len(cell)} answers that no line finds" if len(cell) > 1 else ""
                where = self._after(longer)
                raise self.refusal(first, f"{where} nothing is played for {cell[0]!a}{others}: the tree is incomplete")
        return TreeNode(guess, solves=self._win in cells, children=children)

    def _after(self, turns: Iterable[Turn]) -> str:
        """Describes a position in the tree, for messages."""
        said = " ".join(f"{guess} {self._letters(code)}" for guess, code in turns)
        return f"after {said}" if said else "the line"

    def _letters(self, code: int) -> str:
        return feedback_letters(code, self._game.length, self._game.kind)

    def refusal(self, number: int, reason: str) -> InputError:
        """Returns the error that a line is wrong."""
        return InputError(f"{self._at(number)}: {reason}")

    def _at(self, number: int) -> str:
        return f"{self._label}, line {number}"
