"""Finds, for each position, the nearest earlier occurrence of what follows, for every useful match length.

Not by hash chains: a chain needs a cap on the occurrences that it tries, and a tree's columns are made of few letters,
so that the caps bite. Instead one pass for each length keeps the last position of each string of that length in a
dictionary. Strings that do not repeat drop out, so the passes soon run over few positions.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from wordle_compiler.artifact.tokens import LENGTH_BASE, MAX_LENGTH, MIN_LENGTH, WINDOW, Token

if TYPE_CHECKING:
    from collections.abc import Sequence

_SINGLE_LENGTHS_TO = 18
ALL_LENGTHS = (
    *range(MIN_LENGTH, _SINGLE_LENGTHS_TO + 1),
    *(base - 1 for base in LENGTH_BASE if _SINGLE_LENGTHS_TO < base - 1 < MAX_LENGTH - 1),
    MAX_LENGTH - 1,
    MAX_LENGTH,
)
"""Every length up to 18, then the longest of each length symbol: the lengths of a symbol cost the same bits, and the
longest is hardly ever the worse choice."""

FEW_LENGTHS = (3, 4, 5, 6, 8, 10, 14, 18, 34, 66, 130, 258)
"""For much data: a third of the work."""

FEWEST_LENGTHS = (4, 8, 32, 258)
"""For megabytes."""

_LONG_RUN = re.compile(rb"(.)\1{%d,}" % (MAX_LENGTH + 1), re.DOTALL)


def find_matches(data: bytes, start: int, end: int, lengths: Sequence[int] = ALL_LENGTHS) -> list[list[Token]]:
    """Returns the matches worth weighing at each position from `start` to `end`, as (length, distance), shortest first.

    For each of `lengths` that matches there is one, at the smallest distance that it can have; and the longest one is
    extended as far as it goes. None reaches past `end`. Inside a long run of one byte there is only the match of 258
    bytes at distance 1: a shorter one cannot pay there.

    Time and memory are linear in `end - start`: at worst a dictionary step for each length and byte.
    """
    matches: list[list[Token]] = [[] for _ in range(end - start)]
    # The window before `start` is searched too, for sources.
    lowest = max(0, start - WINDOW)
    active: list[int] = []
    for run in _LONG_RUN.finditer(data, lowest, end):
        # The last position with 258 bytes of the run after it stays active, as a source for all that come later.
        inside = range(run.start() + 1, run.end() - MAX_LENGTH)
        active += range(lowest, inside.start)
        lowest = inside.stop
        for position in range(max(start, inside.start), inside.stop):
            matches[position - start] = [(MAX_LENGTH, 1)]
    active += range(lowest, end)

    for length in lengths:
        last_seen: dict[bytes, int] = {}
        repeats = bytearray(end)
        latest = end - length
        for position in active:
            if position > latest:
                break
            string = data[position : position + length]
            source = last_seen.get(string)
            last_seen[string] = position
            if source is not None and position - source <= WINDOW:
                repeats[source] = repeats[position] = 1
                if position >= start:
                    matches[position - start].append((length, position - source))
        active = [position for position in active if repeats[position]]
    for position, found in enumerate(matches, start):
        if found:
            length, distance = found[-1]
            longest = _extend(data, position, end, length, distance)
            if longest > length:
                found.append((longest, distance))
    return matches


def _extend(data: bytes, position: int, end: int, length: int, distance: int) -> int:
    """Returns how far a match that holds for `length` bytes goes on, up to 258 bytes."""
    longest = min(MAX_LENGTH, end - position)
    while length < longest and data[position + length] == data[position + length - distance]:
        length += 1
    return length
