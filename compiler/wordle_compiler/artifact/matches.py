"""Finds, for each position, the nearest earlier occurrence of what follows, for every useful match length.

Not by hash chains: a chain needs a cap on the occurrences that it tries, and a tree's columns are made of few letters,
so that the caps bite. Instead one pass for each length keeps the last position of each string of that length in a hash
table. Strings that do not repeat drop out, so the passes soon run over few positions.
"""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from wordle_compiler.artifact.tokens import MAX_LENGTH, MIN_LENGTH, SYMBOL_BASE, VALUE_SHIFT, WINDOW

_SINGLE_LENGTHS_TO = 18
_BASES = SYMBOL_BASE[257:286].tolist()
ALL_LENGTHS = np.array(
    (
        *range(MIN_LENGTH, _SINGLE_LENGTHS_TO + 1),
        *(base - 1 for base in _BASES if _SINGLE_LENGTHS_TO < base - 1 < MAX_LENGTH - 1),
        MAX_LENGTH - 1,
        MAX_LENGTH,
    ),
    np.int64,
)
"""Every length up to 18, then the longest of each length symbol: the lengths of a symbol cost the same bits, and the
longest is hardly ever the worse choice."""

FEW_LENGTHS = np.array((3, 4, 5, 6, 8, 10, 14, 18, 34, 66, 130, 258), np.int64)
"""For much data: a third of the work."""

FEWEST_LENGTHS = np.array((4, 8, 32, 258), np.int64)
"""For megabytes."""

# Strings are hashed as polynomials modulo a prime, small enough that no product leaves 64 bits.
_HASH_PRIME = (1 << 31) - 1
_HASH_BASE = 1_000_003
_EMPTY = -1


@njit(nogil=True)
def find_matches(
    data: NDArray[np.uint8], start: int, end: int, lengths: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Returns the matches worth weighing at each position from `start` to `end`, as tokens, shortest first.

    For each of `lengths` that matches there is one, at the smallest distance that it can have; and the longest one is
    extended as far as it goes. None reaches past `end`. Inside a long run of one byte there is only the match of 258
    bytes at distance 1: a shorter one cannot pay there.

    The first array has a row for each position, the second says how many entries of the row are matches. Time and
    memory are linear in `end - start`: at worst a step in the table for each length and byte.
    """
    # The window before `start` is searched too, for sources. Places count from its begin.
    lowest = max(0, start - WINDOW)
    n_places = end - lowest
    found = np.empty((end - start, len(lengths) + 1), np.int32)
    n_found = np.zeros(end - start, np.int64)
    active = np.empty(n_places, np.int64)
    n_active = _skip_runs(data, start, end, found, n_found, active)

    prefix_hashes = np.zeros(n_places + 1, np.int64)
    # The latest source of each place, and how far the match with it goes: as long as both hold no byte is compared.
    nearest, reach = np.empty(n_places, np.int64), np.zeros(n_places, np.int64)
    for place in range(n_places):
        nearest[place] = _EMPTY
        prefix_hashes[place + 1] = (prefix_hashes[place] * _HASH_BASE + data[lowest + place] + 1) % _HASH_PRIME
    repeats = np.zeros(n_places, np.bool_)
    table = np.empty(_table_size(n_active), np.int64)
    for length in lengths:
        factor = 1
        for _ in range(length):
            factor = factor * _HASH_BASE % _HASH_PRIME
        mask = _table_size(n_active) - 1
        for slot in range(mask + 1):
            table[slot] = _EMPTY
        for i in range(n_active):
            repeats[active[i]] = False
        for i in range(n_active):
            place = active[i]
            if place + length > n_places:
                break
            slot = (prefix_hashes[place + length] - prefix_hashes[place] * factor) % _HASH_PRIME & mask
            while table[slot] != _EMPTY:
                source = table[slot]
                if source != nearest[place]:
                    longest = _common_length(data, lowest + source, lowest + place, end)
                    if longest >= length:
                        if place - source <= WINDOW:
                            nearest[place], reach[place] = source, longest
                        break
                elif reach[place] >= length:
                    break
                slot = slot + 1 & mask
            source = table[slot]
            table[slot] = place
            if source != _EMPTY and place - source <= WINDOW:
                repeats[source] = repeats[place] = True
                offset = lowest + place - start
                if offset >= 0:
                    found[offset, n_found[offset]] = length << VALUE_SHIFT | place - source
                    n_found[offset] += 1
        n_kept = 0
        for i in range(n_active):
            if repeats[active[i]]:
                active[n_kept] = active[i]
                n_kept += 1
        n_active = n_kept

    for offset in range(end - start):
        place = start + offset - lowest
        if n_found[offset] and reach[place] > found[offset, n_found[offset] - 1] >> VALUE_SHIFT:
            found[offset, n_found[offset]] = reach[place] << VALUE_SHIFT | place - nearest[place]
            n_found[offset] += 1
    return found, n_found


@njit(nogil=True)
def _skip_runs(
    data: NDArray[np.uint8],
    start: int,
    end: int,
    found: NDArray[np.int32],
    n_found: NDArray[np.int64],
    active: NDArray[np.int64],
) -> int:
    """Fills in the matches inside long runs and lists the other places in `active`; returns how many those are."""
    lowest = max(0, start - WINDOW)
    n_active = 0
    run = lowest
    while run < end:
        run_end = run + 1
        while run_end < end and data[run_end] == data[run]:
            run_end += 1
        # The last position with 258 bytes of the run after it stays active, as a source for all that come later.
        is_long = run_end - run > MAX_LENGTH + 1
        inside_end = run_end - MAX_LENGTH if is_long else run + 1
        for position in range(run, run_end):
            if run < position < inside_end:
                if position >= start:
                    found[position - start, 0] = MAX_LENGTH << VALUE_SHIFT | 1
                    n_found[position - start] = 1
            else:
                active[n_active] = position - lowest
                n_active += 1
        run = run_end
    return n_active


@njit(nogil=True)
def _table_size(n_strings: int) -> int:
    """Returns a power of two that leaves half of the table empty."""
    size = 2
    while size < 2 * n_strings:
        size *= 2
    return size


@njit(nogil=True)
def _common_length(data: NDArray[np.uint8], source: int, position: int, end: int) -> int:
    """Returns how many bytes from both positions on are equal, up to 258."""
    longest = min(MAX_LENGTH, end - position)
    length = 0
    while length < longest and data[source + length] == data[position + length]:
        length += 1
    return length
