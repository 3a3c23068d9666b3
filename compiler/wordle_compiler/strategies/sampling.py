"""Stateless random draws: they depend only on a seed and the position, never on the order of calls.

So a tree does not depend on the number of workers. The numbers come from BLAKE2 and SplitMix64: integer arithmetic that
gives the same results on every machine and with every version of numpy.
"""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

_WORD = np.uint64
_STEP = _WORD(0x9E3779B97F4A7C15)
_FIRST = _WORD(0xBF58476D1CE4E5B9)
_SECOND = _WORD(0x94D049BB133111EB)


def draw_number(seed: int, candidates: NDArray[np.int32]) -> int:
    """Returns a pseudorandom 64-bit number that depends on the seed and the candidates."""
    digest = hashlib.blake2b(seed.to_bytes(8, "little"), digest_size=8)
    digest.update(candidates.astype("<i4").tobytes())
    return int.from_bytes(digest.digest(), "little")


def draw_sample(seed: int, candidates: NDArray[np.int32], n_drawn: int) -> NDArray[np.int32]:
    """Returns `n_drawn` distinct candidates, ascending; over all seeds, every such set is equally likely.

    Each candidate gets a number by SplitMix64 (Steele, Lea and Flood, 2014); those with the smallest numbers are drawn.
    """
    mixed = _WORD(draw_number(seed, candidates)) + _STEP * np.arange(1, len(candidates) + 1, dtype=_WORD)
    mixed = (mixed ^ (mixed >> _WORD(30))) * _FIRST
    mixed = (mixed ^ (mixed >> _WORD(27))) * _SECOND
    mixed ^= mixed >> _WORD(31)
    return candidates[np.sort(np.argsort(mixed, kind="stable")[:n_drawn])]
