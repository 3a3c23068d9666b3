"""Sorts guesses by an integer key inside kernels; the sort is stable.

numba's own sorts are linked into every kernel that uses them, and they are slow to compile.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.kernel import kernel

_RUN = 8
"""Runs of this many guesses are sorted by insertion and then merged."""


@kernel
def sort_by_key(
    keys: NDArray[np.int64],
    guesses: NDArray[np.int32],
    n: int,
    spare_keys: NDArray[np.int64],
    spare_guesses: NDArray[np.int32],
) -> None:
    """Sorts the first `n` entries of `keys`, and of `guesses` with them, by key; a stable merge sort.

    `spare_keys` and `spare_guesses` are working memory for `n` entries.
    """
    for start in range(0, n, _RUN):
        for i in range(start + 1, min(start + _RUN, n)):
            key, guess = keys[i], guesses[i]
            j = i
            while j > start and keys[j - 1] > key:
                keys[j] = keys[j - 1]
                guesses[j] = guesses[j - 1]
                j -= 1
            keys[j] = key
            guesses[j] = guess
    run = _RUN
    while run < n:
        for start in range(0, n - run, 2 * run):
            middle = start + run
            stop = min(middle + run, n)
            if keys[middle - 1] <= keys[middle]:
                continue
            # The left half moves out of the way; the merged part never overtakes the rest of the right half.
            for i in range(start, middle):
                spare_keys[i] = keys[i]
                spare_guesses[i] = guesses[i]
            left, right = start, middle
            for at in range(start, stop):
                if left == middle:
                    break
                if right < stop and keys[right] < spare_keys[left]:
                    keys[at] = keys[right]
                    guesses[at] = guesses[right]
                    right += 1
                else:
                    keys[at] = spare_keys[left]
                    guesses[at] = spare_guesses[left]
                    left += 1
        run *= 2
