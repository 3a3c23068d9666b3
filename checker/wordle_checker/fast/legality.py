"""Decides as kernels which guesses are legal at a position, and how a turn changes the demands of rule hard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wordle_checker.fast.compiling import compiled, int64

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from wordle_checker.fast.table import GameArrays

ANY, HARD, CANDIDATES = 0, 1, 2


@compiled
def holds(candidates: NDArray[np.int32], answer: int) -> bool:
    """Returns whether an answer is one of the candidates (ascending)."""
    low, high = int64(0), int64(len(candidates))
    while low < high:
        middle = (low + high) // 2
        if candidates[middle] < answer:
            low = middle + 1
        else:
            high = middle
    return bool(low < len(candidates) and candidates[low] == answer)


@compiled
def is_legal(arrays: GameArrays, demands: NDArray[np.int32], candidates: NDArray[np.int32], guess: int) -> bool:
    """Returns whether a guess is legal at a position with these demands and candidates (ascending)."""
    if arrays.rule == ANY:
        return True
    if arrays.rule == CANDIDATES:
        return holds(candidates, int64(arrays.answer_of[guess]))
    length = arrays.words.shape[1]
    for place in range(length):
        if demands[place] > 0 and arrays.words[guess, place] != demands[place] - 1:
            return False
    for symbol in range(arrays.n_symbols):
        n_missing = demands[length + symbol]
        if n_missing > 0:
            for place in range(length):
                n_missing -= arrays.words[guess, place] == symbol
            if n_missing > 0:
                return False
    return True


@compiled
def legal_guesses(arrays: GameArrays, demands: NDArray[np.int32], guesses: NDArray[np.int32]) -> int:
    """Writes the guesses that meet demands, ascending, and returns how many there are; `guesses` has room for all."""
    length, n_found = arrays.words.shape[1], int64(len(arrays.words))
    for guess in range(n_found):
        guesses[guess] = guess
    for place in range(length):
        if demands[place] > 0:
            n_before, n_found = n_found, int64(0)
            for i in range(n_before):
                guesses[n_found] = guesses[i]
                n_found += arrays.words[guesses[i], place] == demands[place] - 1
    for symbol in range(arrays.n_symbols):
        needed = demands[length + symbol]
        if needed > 0:
            n_before, n_found = n_found, int64(0)
            for i in range(n_before):
                n_times = int64(0)
                for place in range(length):
                    n_times += arrays.words[guesses[i], place] == symbol
                guesses[n_found] = guesses[i]
                n_found += n_times >= needed
    return n_found


@compiled
def demands_after(
    arrays: GameArrays, before: NDArray[np.int32], guess: int, feedback: int, after: NDArray[np.int32]
) -> None:
    """Writes the demands after a turn: those before it, and what the feedback shows."""
    length = arrays.words.shape[1]
    for i in range(len(before)):
        after[i] = before[i]
    if arrays.rule != HARD:
        return
    code = int64(arrays.codes[feedback])
    for back in range(length):
        place = length - 1 - back
        symbol = arrays.words[guess, place]
        colour = code % 3
        code //= 3
        if colour == 2:
            after[place] = symbol + 1
        if colour > 0:
            # Counts the copies of this symbol that the feedback shows, in all places.
            n_shown = 0
            other_code = int64(arrays.codes[feedback])
            for other_back in range(length):
                if other_code % 3 > 0 and arrays.words[guess, length - 1 - other_back] == symbol:
                    n_shown += 1
                other_code //= 3
            after[length + symbol] = max(before[length + symbol], n_shown)
