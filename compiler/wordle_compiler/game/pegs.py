"""The feedbacks of kind `mastermind`, in black and white pegs; `feedback_matrix` has those of kind `wordle`.

`pegs_of` is the kernel's plain twin and specifies it.
"""

from __future__ import annotations

from collections import Counter

import numpy as np

from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import CodeMatrix, UInt8Matrix, UInt16Matrix


def pegs_of(guess: str, answer: str) -> int:
    """Returns the feedback for `guess` when `answer` is hidden: `blacks * (length + 1) + whites`.

    A black peg is a symbol in its place. A white peg is another symbol that both words have, in different places; each
    occurrence counts once. Exchanging guess and answer does not change the feedback.
    """
    n_blacks = 0
    played: Counter[str] = Counter()
    hidden: Counter[str] = Counter()
    for own, other in zip(guess, answer, strict=True):
        if own == other:
            n_blacks += 1
        else:
            played[own] += 1
            hidden[other] += 1
    return n_blacks * (len(guess) + 1) + (played & hidden).total()


@kernel(is_entry=True)
def fill_pegs(
    guesses: UInt16Matrix, answers: UInt16Matrix, counts: UInt8Matrix, _left: UInt8Matrix, out: CodeMatrix
) -> None:
    """Fills `out[g, a]` with the feedback of `guesses[g]` (n_guesses, length) against the answers (length, n_answers).

    `counts[letter, a]` is how often answer `a` contains a letter; letters beyond its rows occur in no answer. The
    number of pegs is the smaller of both words' counts, summed over the letters; each black peg adds `length` to that.
    """
    n_guesses, length = guesses.shape
    n_answers = answers.shape[1]
    for g in range(n_guesses):
        target = out[g]
        target[:] = 0
        for i in range(length):
            letter = guesses[g, i]
            place = answers[i]
            n_before = 0
            for j in range(i):
                n_before += guesses[g, j] == letter
            # The n-th copy of a letter in the guess makes a peg if the answer has at least n copies.
            if letter < counts.shape[0]:
                own = counts[letter]
                for a in range(n_answers):
                    target[a] += np.uint8(own[a] > n_before) + np.uint8(place[a] == letter) * np.uint8(length)
