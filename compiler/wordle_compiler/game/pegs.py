"""The feedbacks of kind `mastermind`, in black and white pegs; `feedback_matrix` has those of kind `wordle`.

The runtime's `pegs` specifies them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray


def pegs_of_letter(
    answers: NDArray[np.uint16], letter: int, places: Sequence[int], dtype: np.dtype[Any]
) -> NDArray[Any]:
    """Returns what a symbol adds to a guess's feedback for each answer.

    The symbol makes as many pegs as the smaller of its two counts; each black peg adds `length` more.

    Args:
        answers: The answers' symbols, shape (length, n_answers).
        letter: The symbol.
        places: The places where the guess has the symbol, ascending.
        dtype: The dtype of feedbacks.
    """
    is_letter = answers == letter
    n_blacks = is_letter[places].sum(axis=0)
    pegs: NDArray[Any] = np.minimum(is_letter.sum(axis=0), len(places)) + len(answers) * n_blacks
    return pegs.astype(dtype)
