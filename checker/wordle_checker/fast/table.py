"""Lays a game out as arrays for the kernels: the table of all feedbacks, the words, the rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from wordle_checker.fast.compiling import compiled
from wordle_checker.game import ANY, CANDIDATES, HARD, WORDLE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.game import Game

RULES = (ANY, HARD, CANDIDATES)


class GameArrays(NamedTuple):
    """A game as arrays.

    Attributes:
        table: The feedback of each answer (row) to each guess (column). Only the feedbacks that occur are numbered;
            0 wins. The type is the smallest that holds them.
        flat: The same table, row after row.
        by_guess: The feedbacks of each guess, guess after guess. Under rule any it is `flat`: most kernels read whole
            rows there, and a second table would double the memory.
        own: The feedbacks of each answer as a guess, to all answers, answer after answer.
        guess_step: The distance in `by_guess` between the first feedbacks of two consecutive guesses.
        answer_step: The distance in `by_guess` between a guess's feedbacks from two consecutive answers.
        words: The symbols of each allowed word, numbered in ascending order.
        guess_of: The place of each answer in the allowed list.
        answer_of: The place of each allowed word among the answers, or -1.
        codes: The code of each feedback, as defined in FORMAT.md.
        feedback_of: The feedback of each code, or -1 if it does not occur.
        rule: The rule's place in `RULES`.
        n_symbols: The number of symbols.
        n_branches: The number of feedbacks except the winning one.
        is_mastermind: Whether the kind is `mastermind`.
    """

    table: NDArray[Any]
    flat: NDArray[Any]
    by_guess: NDArray[Any]
    own: NDArray[Any]
    guess_step: int
    answer_step: int
    words: NDArray[np.int32]
    guess_of: NDArray[np.int32]
    answer_of: NDArray[np.int32]
    codes: NDArray[np.int32]
    feedback_of: NDArray[np.int32]
    rule: int
    n_symbols: int
    n_branches: int
    is_mastermind: bool


def lay_out(game: Game, stop: NDArray[np.int64]) -> GameArrays:
    """Computes the arrays of a game; if `stop` becomes positive, it ends early and the table must not be used."""
    place_of = {symbol: number for number, symbol in enumerate(game.symbols)}
    words = np.array([[place_of[symbol] for symbol in word] for word in game.allowed], dtype=np.int32)
    number_of = {word: number for number, word in enumerate(game.allowed)}
    guess_of = np.array([number_of[word] for word in game.answers], dtype=np.int32)
    answer_of = np.full(len(game.allowed), -1, dtype=np.int32)
    answer_of[guess_of] = np.arange(len(guess_of), dtype=np.int32)
    n_symbols, is_mastermind = len(game.symbols), game.kind != WORDLE
    table = np.zeros((len(guess_of), len(words)), dtype=np.min_scalar_type(game.winning))
    fill_codes(words, guess_of, np.zeros(n_symbols, dtype=np.int32), is_mastermind, table, stop)
    seen = np.zeros(game.winning + 1, dtype=np.bool_)
    for row in table:
        seen[row] = True
    seen[game.winning] = False
    codes = np.concatenate(([game.winning], np.flatnonzero(seen))).astype(np.int32)
    feedback_of = np.full(game.winning + 1, -1, dtype=np.int32)
    feedback_of[codes] = np.arange(len(codes), dtype=np.int32)
    # In place if the type is the same, because the table takes most of the memory. A code is renumbered before it is
    # narrowed: codes of six letters need two bytes, even if few of them occur.
    narrow = np.min_scalar_type(len(codes) - 1)
    numbered = table if table.dtype == narrow else np.empty(table.shape, dtype=narrow)
    for row, target in zip(table, numbered, strict=True):
        target[:] = feedback_of[row]
    flat = numbered.ravel()
    is_picked = game.rule == ANY
    return GameArrays(
        table=numbered,
        flat=flat,
        by_guess=flat if is_picked else numbered.T.ravel(),
        own=numbered[:, guess_of].T.ravel(),
        guess_step=1 if is_picked else len(guess_of),
        answer_step=len(words) if is_picked else 1,
        words=words,
        guess_of=guess_of,
        answer_of=answer_of,
        codes=codes,
        feedback_of=feedback_of,
        rule=RULES.index(game.rule),
        n_symbols=n_symbols,
        n_branches=len(codes) - 1,
        is_mastermind=is_mastermind,
    )


@compiled
def fill_codes(
    words: NDArray[np.int32],
    guess_of: NDArray[np.int32],
    left: NDArray[np.int32],
    is_mastermind: bool,
    table: NDArray[Any],
    stop: NDArray[np.int64],
) -> None:
    """Writes the code of the feedback of every answer to every guess; see FORMAT.md. `left` is all zeros."""
    length = words.shape[1]
    for answer in range(len(guess_of)):
        if stop[0] > 0:
            break
        hidden = words[guess_of[answer]]
        for guess in range(len(words)):
            n_green = 0
            for place in range(length):
                if words[guess, place] == hidden[place]:
                    n_green += 1
                else:
                    left[hidden[place]] += 1
            code = 0
            n_yellow = 0
            for place in range(length):
                symbol = words[guess, place]
                colour = 0
                if symbol == hidden[place]:
                    colour = 2
                elif left[symbol] > 0:
                    left[symbol] -= 1
                    n_yellow += 1
                    colour = 1
                code = 3 * code + colour
            for place in range(length):
                left[hidden[place]] = 0
            table[answer, guess] = n_green * (length + 1) + n_yellow if is_mastermind else code
