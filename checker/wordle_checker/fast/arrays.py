"""A game as arrays for the kernels: the table of all feedbacks, the words, the rule; and a thread's scratch memory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from wordle_checker.fast.compiling import compiled
from wordle_checker.game import ANY, CANDIDATES, HARD, WORDLE, letters

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.game import Game

RULES = (ANY, HARD, CANDIDATES)

BLOCK = 1024
"""How many guesses are counted at once."""

MOST_FEEDBACKS = 255
"""The most feedbacks of a game whose cells are counted: counts are bytes, and a bitmap has 256 bits."""

MOST_CORES = 2048
LARGEST_CORE = 23
"""Larger cores are not kept."""


class GameArrays(NamedTuple):
    """A game as arrays.

    Attributes:
        table: The feedback of each answer (row) to each guess (column). Only the feedbacks that occur are numbered;
            0 wins. The type is the smallest that holds them.
        flat: The same table, row after row.
        by_guess: The same with a row for each guess.
        words: The symbols of each allowed word, numbered in ascending order.
        guess_of: The place of each answer in the allowed list.
        answer_of: The place of each allowed word among the answers, or -1.
        codes: The code of each feedback, as defined in FORMAT.md.
        rule: The rule's place in `RULES`.
        n_symbols: The number of symbols.
        n_branches: The number of feedbacks except the winning one.
        is_mastermind: Whether the kind is `mastermind`.
    """

    table: NDArray[Any]
    flat: NDArray[Any]
    by_guess: NDArray[Any]
    words: NDArray[np.int32]
    guess_of: NDArray[np.int32]
    answer_of: NDArray[np.int32]
    codes: NDArray[np.int32]
    rule: int
    n_symbols: int
    n_branches: int
    is_mastermind: bool


class Scratch(NamedTuple):
    """Scratch memory of one thread, and the flag that stops it.

    Attributes:
        stop: Its entry is above 0 if the thread must stop at once. All threads share it.
        marks: For `count_cells`.
        seen: For `count_cells_of_block`.
        is_apart: Whether each guess of a block tells the candidates so far apart.
        n_cells: The number of cells of each guess, or of each guess of a block.
        survivors: The places of the guesses that are left unproven.
        is_candidate: Whether each answer is a candidate; all False between calls.
        sizes: A number for each feedback; all 0 between calls.
        order: The feedbacks of a guess, in the order in which they occur.
        starts: For counting sorts: where the items with each key begin.
        cells: For each cell: its feedback, size, first member and known cost.
        members: The candidates, cell after cell.
        rows: The indices of these candidates among all candidates.
        demands: The demands in a cell: for each place the required symbol plus 1, or 0; then for each symbol how many
            copies are required.
        least: For each column of the view, an upper bound for its number of cells.
        chosen: Columns or guesses, in order.
        cores: Rows for cores: the number of candidates, then the candidates; a row that begins with 0 is free.
    """

    stop: NDArray[np.int64]
    marks: NDArray[np.int64]
    seen: NDArray[np.uint64]
    is_apart: NDArray[np.bool_]
    n_cells: NDArray[np.uint8]
    survivors: NDArray[np.int32]
    is_candidate: NDArray[np.bool_]
    sizes: NDArray[np.int32]
    order: NDArray[np.int64]
    starts: NDArray[np.int32]
    cells: NDArray[np.int64]
    members: NDArray[np.int32]
    rows: NDArray[np.int32]
    demands: NDArray[np.int32]
    least: NDArray[np.uint8]
    chosen: NDArray[np.int32]
    cores: NDArray[np.int32]


def new_scratch(arrays: GameArrays, stop: NDArray[np.int64]) -> Scratch:
    """Allocates the scratch memory of one thread."""
    n_answers, n_guesses, n_feedbacks = len(arrays.guess_of), len(arrays.words), len(arrays.codes)
    return Scratch(
        stop=stop,
        marks=np.zeros(n_feedbacks + 1, dtype=np.int64),
        seen=np.empty((4, BLOCK), dtype=np.uint64),
        is_apart=np.empty(BLOCK, dtype=np.bool_),
        n_cells=np.empty(max(n_guesses, BLOCK), dtype=np.uint8),
        survivors=np.empty(n_guesses, dtype=np.int32),
        is_candidate=np.zeros(n_answers, dtype=np.bool_),
        sizes=np.zeros(n_feedbacks, dtype=np.int32),
        order=np.empty(n_feedbacks, dtype=np.int64),
        starts=np.zeros(max(n_answers, MOST_FEEDBACKS) + 2, dtype=np.int32),
        cells=np.empty((n_feedbacks, 4), dtype=np.int64),
        members=np.empty(n_answers, dtype=np.int32),
        rows=np.empty(n_answers, dtype=np.int32),
        demands=np.zeros(arrays.words.shape[1] + arrays.n_symbols, dtype=np.int32),
        least=np.empty(max(n_guesses, BLOCK), dtype=np.uint8),
        chosen=np.empty(n_guesses, dtype=np.int32),
        cores=np.empty((MOST_CORES, 1 + LARGEST_CORE), dtype=np.int32),
    )


def lay_out(game: Game, stop: NDArray[np.int64]) -> GameArrays:
    """Computes the arrays of a game; if `stop` becomes positive, it ends early and the table must not be used."""
    place_of = {symbol: number for number, symbol in enumerate(game.symbols)}
    words = np.array([[place_of[symbol] for symbol in letters(word)] for word in game.allowed], dtype=np.int32)
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
    return GameArrays(
        table=numbered,
        flat=numbered.ravel(),
        by_guess=np.ascontiguousarray(numbered.T),
        words=words,
        guess_of=guess_of,
        answer_of=answer_of,
        codes=codes,
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
