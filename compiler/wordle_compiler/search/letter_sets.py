"""How many cells each guess has on a few hundred fixed sets of answers, which bounds it on every cell.

A cell of a guess lies inside several simple sets: "no L", "L green at place p", "L present, but not at p". No guess has
more cells on a subset than on the set, so a guess has at most as many cells there as its smallest count on the sets
that contain the cell.

Where thousands of openers are bounded, the table also has what pairs of sets share: a cell lies inside ten of these
intersections, which are much smaller than the sets. Pairs that share a large part of the answers bound hardly more than
one set does, and those that share a few hold no large cell, so only `MOST_PAIRS` between them are counted.

The sets of one letter, or what the sets of two letters share, overlap: they are unions of the same few disjoint pieces.
So each answer's feedbacks are looked at once for two letters, not once for every set that holds it.

Only games of words have letter sets, under rules any and hard.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.context import Context
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import CodeMatrix, Int32Matrix, Int32s, UInt8Matrix, UInt64Matrix, Values
from wordle_compiler.search.partition import count_bits, mark_feedbacks, n_words_for
from wordle_compiler.search.problem import CANDIDATES, MAX_SET_FEEDBACKS, Problem, View
from wordle_compiler.search.rounds import numbered_view


class LetterSets(Context):
    """How many cells every guess has on every letter set.

    The sets of letter `l` are rows `l * (2 * length + 1) + i`: for `i` below `length` "green at place i", then
    "present, not at place i - length", then "absent".
    """

    def __init__(self, view: View, **fields: Any) -> None:
        """Takes the view of all answers whose columns the table has, which kernels take as an argument."""
        super().__init__(None, **fields)
        self.view = view

    # The counts by column, shape (n_sets + n_pairs, n_guesses). They serve as upper bounds and must not be clipped, so
    # a byte is enough only for games for which `has_letter_sets` holds.
    n_cells: UInt8Matrix
    most: UInt8Matrix  # The largest count of each span of columns.
    column_of: Int32s  # The column of each answer.
    row_of_pair: Int32Matrix  # The row of what two sets share, shape (n_sets, n_sets); -1 if it is not counted.


MOST_PAIRS = 5000
"""How many pairs of letter sets are counted: the largest below one part in `PAIR_SHARE` of the answers."""

PAIR_SHARE, SET_SHARE = 4, 0.8
"""Pairs that share a larger part of all answers, or of the smaller set (a rare letter is absent), are of no use."""

SPAN = 128
"""How many columns a span has; the largest count of each span bounds all of them."""

_BLOCK = 256
"""The guesses whose bitmaps are kept at a time: those of a piece then fit in the processor's first cache."""


class SetGroup(NamedTuple):
    """Rows of the table whose sets are unions of the same disjoint pieces."""

    members: NDArray[np.int32]  # The answers of all pieces, one piece after another; int32.
    piece_start: NDArray[np.int64]  # Where each piece begins in `members`, and where the last one stops.
    rows: NDArray[np.int64]
    pieces: NDArray[np.int64]  # The numbers of the pieces of all rows, one row after another.
    # Where the pieces of each row begin in `pieces`, and where those of the last one stop.
    row_start: NDArray[np.int64]

    @classmethod
    def of(cls, rows: Sequence[int], inside: NDArray[np.bool_]) -> SetGroup:
        """Takes the rows, and for each of them which answers its set holds."""
        # The answers that lie in the same sets are a piece.
        holders = np.packbits(inside, axis=0).T
        order = np.lexsort(holders.T)
        is_first = np.append(True, (holders[order[1:]] != holders[order[:-1]]).any(axis=1))
        # The first piece may be what no set holds.
        start = np.flatnonzero(is_first)
        start = start[inside[:, order[start]].any(axis=0)]
        of_row, pieces = np.nonzero(inside[:, order[start]])
        row_start = np.searchsorted(of_row, np.arange(len(rows) + 1))
        first = start[0] if len(start) else len(order)
        return cls(
            order[first:].astype(np.int32),
            np.append(start, len(order)) - first,
            np.array(rows, np.int64),
            np.ascontiguousarray(pieces),
            row_start,
        )


def has_letter_sets(problem: Problem) -> bool:
    """Checks whether letter sets can bound cells: not under rule candidates, with weights, or with large codes."""
    is_of_use = problem.rule != CANDIDATES and problem.n_feedbacks <= MAX_SET_FEEDBACKS and not len(problem.weights)
    return is_of_use and problem.has_letters


def new_letter_sets(problem: Problem, *, has_pairs: bool = False) -> tuple[LetterSets, list[SetGroup]]:
    """Allocates the table, one byte per row and guess, and returns its rows in groups.

    `fill_rows` fills it, one group at a time.
    """
    inside = letter_sets_of(problem, slice(None))
    n_sets, n_answers = inside.shape
    row_of_pair = np.full((n_sets, n_sets), -1, np.int32)
    pairs = np.zeros((0, 2), np.int64)
    if has_pairs:
        n_shared = np.array([np.count_nonzero(inside & each, axis=1) for each in inside])
        most = SET_SHARE * np.minimum.outer(n_shared.diagonal(), n_shared.diagonal())
        pairs = np.argwhere(np.triu((n_shared > 1) & (n_shared < np.minimum(most, n_answers // PAIR_SHARE)), 1))
        pairs = pairs[np.argsort(-n_shared[*pairs.T], kind="stable")[:MOST_PAIRS]]
        row_of_pair[*pairs.T] = row_of_pair[*pairs.T[::-1]] = np.arange(n_sets, n_sets + len(pairs))
    n_cells = np.zeros((n_sets + len(pairs), problem.by_guess.shape[0]), np.uint8)
    # A set is what it shares with itself.
    every = np.concatenate((np.repeat(np.arange(n_sets)[:, None], 2, axis=1), pairs))
    view = numbered_view(problem)
    column_of = np.argsort(view.guesses)[problem.answer_as_guess].astype(np.int32)
    sets = LetterSets(view, n_cells=n_cells, most=n_cells[:, :0], column_of=column_of, row_of_pair=row_of_pair)
    return sets, list(_groups(problem, inside, every))


def letter_sets_of(problem: Problem, answers: NDArray[np.uint16] | slice) -> NDArray[np.bool_]:
    """Returns which of the answers each letter set holds; shape (n_sets, n_answers)."""
    length = problem.letters.shape[1]
    words = problem.letters[problem.answer_as_guess[answers]]
    n_letters = problem.letter_counts.shape[1]
    inside = np.empty((n_letters * (2 * length + 1), len(words)), np.bool_)
    for letter in range(n_letters):
        is_there = (words == letter).T
        present = is_there.any(axis=0)
        first = letter * (2 * length + 1)
        inside[first : first + length] = is_there
        inside[first + length : first + 2 * length] = present & ~is_there
        inside[first + 2 * length] = ~present
    return inside


def _groups(problem: Problem, inside: NDArray[np.bool_], pairs: NDArray[np.int64]) -> Iterator[SetGroup]:
    """Yields the rows of what pairs of sets share, by the letters of the two."""
    n_letters = problem.letter_counts.shape[1]
    one, other = (pairs // (2 * problem.letters.shape[1] + 1)).T
    letters = one * n_letters + other
    order = np.argsort(letters, kind="stable")
    for rows in np.split(order, np.flatnonzero(np.diff(letters[order])) + 1):
        yield SetGroup.of(rows, inside[pairs[rows, 0]] & inside[pairs[rows, 1]])


def fill_rows(
    codes: CodeMatrix, n_codes: Values, group: SetGroup, n_cells: UInt8Matrix, seen: UInt64Matrix | None = None
) -> None:
    """Fills the rows of a group in the table `n_cells`, and in `seen` if it is given; see `count_unions`."""
    seen = np.empty((0, 0), np.uint64) if seen is None else seen
    memory = np.empty((4 * len(group.piece_start), _BLOCK), np.uint64)
    # Where numba is switched off, numpy would warn of a product of which only the highest byte counts.
    with np.errstate(over="ignore"):
        count_unions(codes, n_codes, *group, memory, n_cells, seen)


@kernel
def count_unions(
    codes: CodeMatrix,
    n_codes: Values,
    members: NDArray[np.int32],
    piece_start: NDArray[np.int64],
    rows: NDArray[np.int64],
    pieces: NDArray[np.int64],
    row_start: NDArray[np.int64],
    memory: UInt64Matrix,
    n_cells: UInt8Matrix,
    seen: UInt64Matrix,
) -> None:
    """Counts the cells of all guesses on unions of pieces; see `SetGroup` and `partition.count_cells_by_bitmap`.

    `memory` has four rows for each piece, and four more. If `seen` is not empty, it gets the bitmaps, four rows a set.
    The codes of each column are below `n_codes`, which descends; a block of guesses has as many words as that needs.
    """
    n_pieces = len(piece_start) - 1
    for first in range(0, codes.shape[1], _BLOCK):
        stop = min(first + _BLOCK, codes.shape[1])
        n_words = n_words_for(n_codes[first])
        for piece in range(n_pieces):
            own_members = members[piece_start[piece] : piece_start[piece + 1]]
            mark_feedbacks(codes, own_members, first, stop, n_words, memory, 4 * piece)
        union = memory[4 * n_pieces : 4 * n_pieces + 4]
        for i in range(len(rows)):
            for word in range(n_words):
                own = union[word]
                for q in range(stop - first):
                    own[q] = 0
                for piece in pieces[row_start[i] : row_start[i + 1]]:
                    source = memory[4 * piece + word]
                    for q in range(stop - first):
                        own[q] |= source[q]
                if len(seen) > 0:
                    kept = seen[4 * rows[i] + word, first:stop]
                    for q in range(stop - first):
                        kept[q] = own[q]
            count_bits(memory, 4 * n_pieces, n_words, n_cells[rows[i], first:stop])


@kernel
def rows_of_cell(problem: Problem, opener: int, code: int, rows: NDArray[np.int64]) -> None:
    """Writes, for each place of the opener, the letter set that contains the cell with feedback `code`."""
    length = problem.letters.shape[1]
    word = problem.letters[opener]
    for back in range(length):
        rows[length - 1 - back] = code % 3
        code //= 3
    shown = np.int64(0)
    for i in range(length):
        shown |= np.int64(rows[i] > 0) << i
    for i in range(length):
        colour = rows[i]
        if colour == 0:
            # This copy of the letter is grey but another one is not: the letter is present, but not here.
            for j in range(length):
                if word[j] == word[i] and shown >> j & 1:
                    colour = 1
        first = np.int64(word[i]) * (2 * length + 1)
        if colour == 2:
            rows[i] = first + i
        elif colour == 1:
            rows[i] = first + length + i
        else:
            rows[i] = first + 2 * length


@kernel
def add_pairs(sets: LetterSets, rows: NDArray[np.int64], n_sets: int) -> int:
    """Writes the rows of what each two of the first `n_sets` of `rows` share behind these; returns how many."""
    n = n_sets
    for i in range(n_sets):
        for j in range(i):
            row = sets.row_of_pair[rows[i], rows[j]]
            if row >= 0:
                rows[n] = row
                n += 1
    return n


@kernel
def least_counts(n_cells: UInt8Matrix, rows: NDArray[np.int64], least: NDArray[np.uint8]) -> None:
    """Writes the least entry of each column of `n_cells` over `rows`."""
    least[:] = MAX_SET_FEEDBACKS
    for row in rows:
        source = n_cells[row]
        for q in range(len(least)):
            least[q] = source[q] if source[q] < least[q] else least[q]
