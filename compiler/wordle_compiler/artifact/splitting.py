"""Where to end one block and begin the next with a new code: cheapest cuts of a list of tokens, by estimated size."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from wordle_compiler.artifact.parsing import BIT, log2_fixed
from wordle_compiler.artifact.tokens import (
    DISTANCE_MASK,
    END_OF_BLOCK,
    FIRST_DISTANCE,
    N_SYMBOLS,
    ZERO,
    count_symbols,
    distance_symbol,
    first_symbol,
)

_BLOCK_COST = 60 * BIT
_SYMBOL_COST = 4 * BIT
# A header, roughly: so much for itself, so much for each symbol used. Exact sizes are too slow for so many trials.

_MIN_PIECE_TOKENS = 32
_NO_DISTANCE = -1


@njit(nogil=True)
def find_cuts(tokens: NDArray[np.int32], max_pieces: int) -> NDArray[np.int64]:
    """Returns where pieces end: token indices, ascending, the last one the end of all; only that if one block is best.

    First the cheapest cuts among at most `max_pieces` even steps, by dynamic programming over all pairs of steps; then
    each cut moves to the best place within a step. Sizes are estimates: the entropy of the symbols, and a header in
    proportion to the symbols used; the caller should check the cuts with exact sizes. Takes O(tokens + max_pieces^2).
    """
    n_tokens = len(tokens)
    n_pieces = min(max_pieces, n_tokens // _MIN_PIECE_TOKENS)
    if n_pieces < 2:
        ends = np.empty(1, np.int64)
        ends[0] = n_tokens
        return ends
    pairs, n_first, n_symbols = _number_symbols(tokens)
    n_log_n = _n_log_n(n_tokens)
    ends = _cheapest_ends(pairs, n_first, n_symbols, n_log_n, n_pieces)
    before: int = ZERO
    for i in range(len(ends) - 1):
        ends[i] = _best_place(pairs, n_symbols, n_log_n, before, ends[i], ends[i + 1], n_tokens // n_pieces)
        before = ends[i]
    return ends


@njit(nogil=True)
def _number_symbols(tokens: NDArray[np.int32]) -> tuple[NDArray[np.int64], int, int]:
    """Numbers the symbols of tokens without gaps, so that adding up touches only those that are used.

    Returns for each token the number of its literal or length, and the number of its distance or -1; how many different
    literals and lengths there are, as distances have the numbers from there on; and how many symbols in all.
    """
    numbers = count_symbols(tokens, ZERO, len(tokens))
    # The end of block is in the count, though no token.
    numbers[END_OF_BLOCK] = 0
    n_first, n_symbols = 0, 0
    for symbol in range(N_SYMBOLS):
        if numbers[symbol]:
            numbers[symbol] = n_symbols
            n_symbols += 1
            n_first += symbol < FIRST_DISTANCE
    pairs = np.empty((len(tokens), 2), np.int64)
    for i in range(len(tokens)):
        pairs[i, 0] = numbers[first_symbol(tokens[i])]
        pairs[i, 1] = numbers[distance_symbol(tokens[i])] if tokens[i] & DISTANCE_MASK else _NO_DISTANCE
    return pairs, n_first, n_symbols


@njit(nogil=True)
def _n_log_n(largest: int) -> NDArray[np.int64]:
    """Returns `n * log2(n)` in 1/256 bit for every `n` up to the largest."""
    weights = np.zeros(largest + 1, np.int64)
    for n in range(1, largest + 1):
        weights[n] = n * log2_fixed(n)
    return weights


@njit(nogil=True)
def _count(pairs: NDArray[np.int64], begin: int, end: int, counts: NDArray[np.int64]) -> None:
    """Adds the symbols of these tokens to the counts."""
    for i in range(begin, end):
        counts[pairs[i, 0]] += 1
        if pairs[i, 1] != _NO_DISTANCE:
            counts[pairs[i, 1]] += 1


@njit(nogil=True)
def _cheapest_ends(
    pairs: NDArray[np.int64], n_first: int, n_symbols: int, n_log_n: NDArray[np.int64], n_pieces: int
) -> NDArray[np.int64]:
    """Returns the ends of the cheapest of all choices of cuts between `n_pieces` even pieces."""
    n_tokens = len(pairs)
    pieces = np.zeros((n_pieces, n_symbols), np.int64)
    for i in range(n_pieces):
        _count(pairs, n_tokens * i // n_pieces, n_tokens * (i + 1) // n_pieces, pieces[i])

    cheapest = np.zeros(n_pieces + 1, np.int64)
    last_cut = np.zeros(n_pieces + 1, np.int64)
    counts = np.empty(n_symbols, np.int64)
    for end in range(1, n_pieces + 1):
        for symbol in range(n_symbols):
            counts[symbol] = 0
        for begin in range(end - 1, -1, -1):
            # The size of a block of these pieces, without the extra bits: no cut changes their sum.
            size = cheapest[begin] + _BLOCK_COST
            n_literals_lengths, n_matches = 0, 0
            for symbol in range(n_symbols):
                count = counts[symbol] + pieces[begin, symbol]
                counts[symbol] = count
                if count:
                    size += _SYMBOL_COST - n_log_n[count]
                if symbol < n_first:
                    n_literals_lengths += count
                else:
                    n_matches += count
            size += n_log_n[n_literals_lengths] + n_log_n[n_matches]
            if begin == end - 1 or size <= cheapest[end]:
                cheapest[end], last_cut[end] = size, begin

    n_ends = 0
    end = n_pieces
    while end:
        n_ends += 1
        end = last_cut[end]
    ends = np.empty(n_ends, np.int64)
    end = n_pieces
    for i in range(n_ends - 1, -1, -1):
        ends[i] = n_tokens * end // n_pieces
        end = last_cut[end]
    return ends


@njit(nogil=True)
def _best_place(
    pairs: NDArray[np.int64],
    n_symbols: int,
    n_log_n: NDArray[np.int64],
    before: int,
    cut: int,
    after: int,
    reach: int,
) -> int:
    """Returns the best place for a cut within `reach` of where it is, while the cuts on both sides stay."""
    lowest = max(before + 1, cut - reach)
    left, right = np.zeros(n_symbols, np.int64), np.zeros(n_symbols, np.int64)
    _count(pairs, before, lowest, left)
    _count(pairs, lowest, after, right)
    n_left_matches, n_right_matches = 0, 0
    for i in range(before, after):
        if pairs[i, 1] != _NO_DISTANCE:
            n_left_matches += i < lowest
            n_right_matches += i >= lowest

    best_place, best_size = cut, 0
    # What the symbols add to the size is kept up as a difference: a token that changes sides changes two counts.
    difference = 0
    for place in range(lowest, min(after - 1, cut + reach) + 1):
        size = difference + n_log_n[place - before] + n_log_n[after - place]
        size += n_log_n[n_left_matches] + n_log_n[n_right_matches]
        if place == lowest or size < best_size:
            best_place, best_size = place, size
        for i in range(2):
            symbol = pairs[place, i]
            if symbol != _NO_DISTANCE:
                n_in_left, n_in_right = left[symbol], right[symbol]
                difference += n_log_n[n_in_left] - n_log_n[n_in_left + 1]
                difference += n_log_n[n_in_right] - n_log_n[n_in_right - 1]
                difference += _SYMBOL_COST * ((n_in_left == 0) - (n_in_right == 1))
                left[symbol] += 1
                right[symbol] -= 1
        if pairs[place, 1] != _NO_DISTANCE:
            n_left_matches += 1
            n_right_matches -= 1
    return best_place
