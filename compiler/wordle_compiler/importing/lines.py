"""Parses the text layout of published trees, each line to its turns. It does not check that they form a tree.

    salet BBBBB1 courd BBBBB2 nymph BBBBY3 whiff GGGGG4
                                    BGYYB3 pygmy GGGGG4

A block is the guess, its feedback and the turn number. A line that begins with white space and a feedback takes its
missing turns from the line above. The turn number decides which turns are missing, not the column, so that a tree with
mangled white space can still be read.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from wordle_compiler.game.words import normalise_word
from wordle_compiler.machine.errors import InputError
from wordle_runtime.errors import GameError, quoted
from wordle_runtime.layout import MAX_GUESSES, WORDLE, n_feedbacks
from wordle_runtime.notation import parse_feedback

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_COMMENT = "#"
_DIGITS = "0123456789"
_LONGEST_TURN = 3


class TextLine(NamedTuple):
    """One line: a route through the tree.

    Attributes:
        number: The line number in the file, counted from 1.
        turns: Each guess with its feedback, as a code; at least one.
        is_won: Whether the last feedback wins the game.
    """

    number: int
    turns: tuple[tuple[str, int], ...]
    is_won: bool


def is_comment(line: str) -> bool:
    """Returns whether a line is a comment: it begins with a number sign, followed by white space or nothing."""
    # A word may begin with the sign, but contains no white space and has at least two letters.
    return line.startswith(_COMMENT) and not line[1:2].strip()


def read_text_lines(lines: Iterable[str], label: str, kind: str, length: int) -> Iterator[TextLine]:
    """Yields the turns of each line that is neither blank nor a comment.

    Feedbacks are read in every notation of kind `wordle`, or as `2b1w` for kind `mastermind`; guesses in either case.

    Args:
        lines: The lines of the file.
        label: The name of the file in messages.
        kind: The feedback rule.
        length: The letters in every word.

    Raises:
        InputError: A line does not have this layout. The message names the line.
    """
    reader = _LineReader(kind, length)
    above: tuple[tuple[str, int], ...] = ()
    for number, line in enumerate(lines, 1):
        if not line.strip() or is_comment(line):
            continue
        where = f"{label}, line {number}"
        above = reader.turns(line, above, where)
        yield TextLine(number, above, above[-1][1] == reader.win)


class _LineReader:
    """Reads the blocks of the lines of one game."""

    def __init__(self, kind: str, length: int) -> None:
        self._kind = kind
        self._length = length
        self.win = n_feedbacks(kind, length) - 1

    def turns(self, line: str, above: tuple[tuple[str, int], ...], where: str) -> tuple[tuple[str, int], ...]:
        """Returns the turns of a line; the line above completes a hollow one."""
        parts = line.split()
        turns: list[tuple[str, int]] = []
        # A line that is merely indented begins with a guess.
        if line[0].isspace() and (len(parts) % 2 or self._is_block(parts[0])):
            code, turn = self._feedback(parts[0], where)
            if not 1 <= turn <= len(above):
                n_above = f"has {len(above)}" if above else "is missing"
                raise InputError(f"{where}: it begins at turn {turn} of the line above, which {n_above}")
            turns = [*above[: turn - 1], (above[turn - 1][0], code)]
            parts = parts[1:]
        if len(parts) % 2:
            raise InputError(f"{where}: the last guess {quoted(parts[-1])} has no feedback after it")
        for guess, block in zip(parts[::2], parts[1::2], strict=True):
            if turns and turns[-1][1] == self.win:
                raise InputError(f"{where}: turn {len(turns)} wins the game, and the line goes on: end it there")
            code, turn = self._feedback(block, where)
            if turn != len(turns) + 1:
                raise InputError(f"{where}: {quoted(block)} is turn {turn} where turn {len(turns) + 1} is due")
            turns.append((self._guess(guess, where), code))
        if len(turns) > MAX_GUESSES:
            raise InputError(f"{where}: it has {len(turns)} turns, a tree has at most {MAX_GUESSES}")
        return tuple(turns)

    def _guess(self, text: str, where: str) -> str:
        word = normalise_word(text, where)
        if len(word) != self._length:
            raise InputError(f"{where}: {quoted(word)} has {len(word)} letters, the game's words have {self._length}")
        return word

    def _is_block(self, part: str) -> bool:
        try:
            self._feedback(part, "")
        except InputError:
            return False
        return True

    def _feedback(self, block: str, where: str) -> tuple[int, int]:
        """Splits a block such as BYBBG2 into the feedback and the turn."""
        # In Wordle, digits may be feedback, which has one mark per letter.
        n_marks = self._length if self._kind == WORDLE else len(block.rstrip(_DIGITS))
        marks, turn = block[:n_marks], block[n_marks:]
        if not turn or turn.strip(_DIGITS) or len(turn) > _LONGEST_TURN:
            example = "BYBBG2" if self._kind == WORDLE else "2b1w2"
            raise InputError(
                f"{where}: {quoted(block)} is not a feedback with the number of its turn, such as {example}"
            )
        try:
            return parse_feedback(marks, self._length, self._kind), int(turn)
        except GameError as error:
            raise InputError(f"{where}: {error}") from None
