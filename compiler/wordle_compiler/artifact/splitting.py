"""Where to end one block and begin the next with a new code: cheapest cuts of a list of tokens, by estimated size."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from wordle_compiler.artifact.parsing import BIT, log2_fixed
from wordle_compiler.artifact.tokens import (
    DISTANCE_SYMBOL,
    END_OF_BLOCK,
    LENGTH_INDEX,
    N_LITERAL_LENGTHS,
    Token,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

_BLOCK_COST = 60 * BIT
_SYMBOL_COST = 4 * BIT
# A header, roughly: so much for itself, so much for each symbol used. Exact sizes are too slow for so many trials.

_MIN_PIECE_TOKENS = 32
_NO_DISTANCE = -1


def find_cuts(tokens: Sequence[Token], max_pieces: int) -> list[int]:
    """Returns where to cut: token indices, ascending, without 0 and the end; none if one block is best.

    First the cheapest cuts among at most `max_pieces` even steps, by dynamic programming over all pairs of steps; then
    each cut moves to the best place within a step. Sizes are estimates: the entropy of the symbols, and a header in
    proportion to the symbols used; the caller should check the cuts with exact sizes. Takes O(tokens + max_pieces^2).
    """
    n_tokens = len(tokens)
    n_pieces = min(max_pieces, n_tokens // _MIN_PIECE_TOKENS)
    if n_pieces < 2:
        return []
    steps = [n_tokens * i // n_pieces for i in range(n_pieces + 1)]
    stream = _SymbolStream(tokens)
    cuts = _cheapest_cuts(stream, steps)
    for i in range(len(cuts)):
        before = cuts[i - 1] if i else 0
        after = cuts[i + 1] if i + 1 < len(cuts) else n_tokens
        cuts[i] = _best_place(stream, before, cuts[i], after, n_tokens // n_pieces)
    return cuts


class _SymbolStream:
    """The symbols of tokens, numbered without gaps so that counting and adding up touch only those that are used.

    Attributes:
        pairs: For each token the number of its literal or length, and the number of its distance or -1.
        n_first: How many different literals and lengths there are; distances have the numbers from here on.
        n_log_n: `n * log2(n)` in 1/256 bit, for `n` up to the number of tokens.
    """

    def __init__(self, tokens: Sequence[Token]) -> None:
        symbols = {token: _symbols(token) for token in set(tokens)}
        used = sorted({symbol for pair in symbols.values() for symbol in pair if symbol != _NO_DISTANCE})
        numbers = {symbol: number for number, symbol in enumerate(used)} | {_NO_DISTANCE: _NO_DISTANCE}
        renumbered = {token: (numbers[first], numbers[second]) for token, (first, second) in symbols.items()}
        self.pairs = [renumbered[token] for token in tokens]
        self.n_first = sum(symbol < N_LITERAL_LENGTHS for symbol in used)
        self._n_symbols = len(used)
        self.n_log_n = _Weights()

    def count(self, begin: int, end: int) -> list[int]:
        """Returns how often each symbol stands in these tokens."""
        counts = [0] * (self._n_symbols + 1)
        for first, second in self.pairs[begin:end]:
            counts[first] += 1
            counts[second] += 1
        # Index -1, "no distance", fell on a spare last entry.
        counts.pop()
        return counts

    def estimate(self, counts: Sequence[int]) -> int:
        """Returns the size of a block in 1/256 bit, without the extra bits: no cut changes their sum."""
        n_log_n = self.n_log_n
        n_tokens, n_matches = sum(counts[: self.n_first]), sum(counts[self.n_first :])
        body = n_log_n[n_tokens] + n_log_n[n_matches] - sum([n_log_n[count] for count in counts])
        return body + _BLOCK_COST + _SYMBOL_COST * (len(counts) - counts.count(0))


class _Weights(dict[int, int]):
    """`n * log2(n)` in 1/256 bit, worked out when first asked for."""

    def __missing__(self, n: int) -> int:
        self[n] = weight = n * log2_fixed(n) if n else 0
        return weight


def _symbols(token: Token) -> tuple[int, int]:
    value, distance = token
    if distance:
        return END_OF_BLOCK + 1 + LENGTH_INDEX[value], N_LITERAL_LENGTHS + DISTANCE_SYMBOL[distance]
    return value, _NO_DISTANCE


def _cheapest_cuts(stream: _SymbolStream, steps: Sequence[int]) -> list[int]:
    pieces = [stream.count(begin, end) for begin, end in pairwise(steps)]
    cheapest = [0]
    last_cut = [0]
    for end in range(1, len(steps)):
        counts = pieces[end - 1]
        trials = [(cheapest[end - 1] + stream.estimate(counts), end - 1)]
        for begin in range(end - 2, -1, -1):
            counts = list(map(int.__add__, counts, pieces[begin]))
            trials.append((cheapest[begin] + stream.estimate(counts), begin))
        size, begin = min(trials)
        cheapest.append(size)
        last_cut.append(begin)
    cuts = []
    cut = last_cut[-1]
    while cut:
        cuts.append(steps[cut])
        cut = last_cut[cut]
    return cuts[::-1]


def _best_place(stream: _SymbolStream, before: int, cut: int, after: int, reach: int) -> int:
    """Returns the best place for a cut within `reach` of where it is, while the cuts on both sides stay."""
    n_log_n = stream.n_log_n
    lowest = max(before + 1, cut - reach)
    left = stream.count(before, lowest)
    right = stream.count(lowest, after)
    n_left, n_right = lowest - before, after - lowest
    n_left_matches, n_right_matches = sum(left[stream.n_first :]), sum(right[stream.n_first :])

    best_place, best_size = cut, None
    # What the symbols add to the size is kept up as a difference: a token that changes sides changes two counts.
    difference = 0
    for place in range(lowest, min(after - 1, cut + reach) + 1):
        size = difference + n_log_n[n_left] + n_log_n[n_right] + n_log_n[n_left_matches] + n_log_n[n_right_matches]
        if best_size is None or size < best_size:
            best_place, best_size = place, size
        for symbol in stream.pairs[place]:
            if symbol == _NO_DISTANCE:
                continue
            n_in_left, n_in_right = left[symbol], right[symbol]
            difference += n_log_n[n_in_left] - n_log_n[n_in_left + 1] + n_log_n[n_in_right] - n_log_n[n_in_right - 1]
            difference += _SYMBOL_COST * ((n_in_left == 0) - (n_in_right == 1))
            left[symbol] = n_in_left + 1
            right[symbol] = n_in_right - 1
        n_left += 1
        n_right -= 1
        if stream.pairs[place][1] != _NO_DISTANCE:
            n_left_matches += 1
            n_right_matches -= 1
    return best_place
