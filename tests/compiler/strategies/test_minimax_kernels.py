"""The kernels of `minimax` against the plain score of every guess, whole games and parts of them."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from sampled import sampled_seeds

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.strategies.minimax_kernels import PAIRWISE_MAX, fill_largest, first_least_largest


def plain_choice(by_guess: np.ndarray, guesses: np.ndarray, own: np.ndarray, candidates: np.ndarray) -> int:
    def largest(guess: int) -> int:
        return max(Counter(by_guess[guess, candidates].tolist()).values())

    return min((largest(int(guess)), guess not in own, int(guess)) for guess in guesses)[2]


def matrix_of(by_guess: np.ndarray) -> FeedbackMatrix:
    """Random feedbacks as those of a game; which guess plays which answer does not matter here."""
    return FeedbackMatrix(by_guess, by_guess.T.copy(), np.zeros(by_guess.shape[1], np.int32), 81)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16])
@pytest.mark.parametrize("n_candidates", [1, 2, 3, 9, 50, PAIRWISE_MAX, PAIRWISE_MAX + 1, 300])
@pytest.mark.parametrize("is_whole", [True, False])
@sampled_seeds(1, 6)
def test_the_choice_is_that_of_the_plain_score(seeds: range, is_whole: bool, n_candidates: int, dtype: type) -> None:
    for seed in seeds:
        dice = np.random.Generator(np.random.PCG64([seed, n_candidates]))
        n_guesses, n_answers = 1400, 310
        by_guess = (dice.integers(0, 81, (n_guesses, n_answers)) % dice.integers(1, 82, (n_guesses, 1))).astype(dtype)
        candidates = np.sort(dice.permutation(n_answers)[:n_candidates]).astype(np.int32)
        own = np.sort(dice.permutation(n_guesses)[:n_candidates]).astype(np.int32)
        guesses = np.arange(n_guesses, dtype=np.int32)
        if not is_whole:
            guesses = np.sort(np.unique([*dice.permutation(n_guesses)[:200], *own])).astype(np.int32)

        chosen = first_least_largest(matrix_of(by_guess), guesses, own, candidates)

        assert chosen == plain_choice(by_guess, guesses, own, candidates)


def test_no_candidate_need_be_among_the_guesses() -> None:
    by_guess = np.array([[0, 0, 0, 1], [0, 0, 1, 1], [0, 1, 0, 1]], np.uint8)
    none = np.empty(0, np.int32)
    everything = np.arange(4, dtype=np.int32)

    # The largest cells are 3, 2 and 2.
    for guesses, expected in (([0, 1, 2], 1), ([0, 2], 2), ([0], 0)):
        rows = np.array(guesses, np.int32)
        assert first_least_largest(matrix_of(by_guess), rows, none, everything) == expected


def test_cells_are_counted_to_the_end_of_a_byte() -> None:
    codes = np.zeros((255, 3), np.uint8)
    codes[:100, 1] = 7
    codes[:, 2] = np.arange(255)
    largest = np.empty(1024, np.uint8)

    fill_largest(codes, np.arange(255, dtype=np.int32), 0, 3, np.empty(1024, np.uint8), largest)

    assert largest[:3].tolist() == [255, 155, 1]
