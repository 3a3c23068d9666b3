"""The symmetry of Mastermind: permuting the places and the colours changes nothing.

A permutation of the places combined with one of the colours maps codes to codes and preserves every feedback. If it
maps each guess so far to itself, it also maps the set of candidates to itself, whatever the feedbacks were. If such a
permutation maps one next guess to another, both have the same total. So it is enough to try one guess of each such
class (orbit).

A permutation of the places determines how the colours of the guesses so far are mapped, if they can be at all; the
colours not yet used are free. The smallest image of a guess under all these permutations identifies its class.

This holds only if the game has all codes of its colours, with or without repeats; `place_permutations` checks that.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.search.problem import LAST_SEEN, Problem, Scratch

OVERFLOW = 65_535
"""In place of a guess: the list holds no more guesses, or none with this number, so no symmetry is used."""


SYMMETRY_MIN = 20
"""Smaller sets try every guess: finding the equivalent ones would cost more."""


@kernel(when="is_few")
def remember(before: NDArray[np.uint16], guess: int, after: NDArray[np.uint16]) -> None:
    """Writes the guesses so far and one more into `after`; entry 0 is not a guess and stays unchanged."""
    for i in range(1, len(after)):
        after[i] = before[i]
        if before[i] == 0 and guess + 1 < OVERFLOW:
            after[i] = np.uint16(guess + 1)
            for j in range(i + 1, len(after)):
                after[j] = np.uint16(0)
            return
    for i in range(1, len(after)):
        after[i] = np.uint16(OVERFLOW)


@kernel
def list_fitting(problem: Problem, scratch: Scratch, constraint: NDArray[np.uint16]) -> int:
    """Finds the permutations of the places that keep each guess so far, the identity first; returns how many.

    Their numbers go to `scratch.fitting`, where each maps the colours to `scratch.images` (-1: a colour not used yet),
    and which colours are used to `scratch.colours[0]`. Returns 0 if there is no symmetry, or the guesses are unknown.
    """
    letters, permutations = problem.letters, problem.permutations
    if len(permutations) == 0 or constraint[1] == OVERFLOW:
        return 0
    used, taken = scratch.colours[0], scratch.colours[2]
    used[:] = 0
    for i in range(1, len(constraint)):
        if constraint[i] == 0:
            break
        for place in range(letters.shape[1]):
            used[letters[constraint[i] - 1, place]] = 1
    n_kept = np.int64(0)
    for p in range(len(permutations)):
        own = scratch.images[n_kept]
        own[:] = -1
        taken[:] = 0
        fits = True
        for i in range(1, len(constraint)):
            if constraint[i] == 0 or not fits:
                break
            guess = np.int64(constraint[i]) - 1
            for place in range(letters.shape[1]):
                source = letters[guess, permutations[p, place]]
                target = letters[guess, place]
                if own[source] < 0 and taken[target] == 0:
                    own[source] = target
                    taken[target] = 1
                elif own[source] != target:
                    fits = False
                    break
        if fits:
            scratch.fitting[n_kept] = p
            n_kept += 1
    return n_kept


@kernel(when="is_few")
def keep_representatives(
    problem: Problem,
    scratch: Scratch,
    constraint: NDArray[np.uint16],
    n_candidates: int,
    guesses: NDArray[np.int32],
    n_guesses: int,
) -> int:
    """Keeps the first of `guesses[:n_guesses]` of every class, in their order; returns how many remain.

    The cost grows with the guesses, the places, and the permutations that the guesses so far permit. If only the
    identity remains, the call costs next to nothing. `constraint` holds the guesses so far, as `remember` writes them.
    """
    n_kept = list_fitting(problem, scratch, constraint) if n_candidates >= SYMMETRY_MIN else np.int64(0)
    if n_kept == 0:
        return n_guesses
    letters, permutations, images, fitting = problem.letters, problem.permutations, scratch.images, scratch.fitting
    n_places, n_colours = letters.shape[1], problem.letter_counts.shape[1]
    used, free, image = scratch.colours[0], scratch.colours[1], scratch.colours[3]
    n_free = 0
    for colour in range(n_colours):
        if used[colour] == 0:
            free[n_free] = colour
            n_free += 1
    if n_kept == 1 and n_free <= 1:
        return n_guesses
    seen = scratch.seen
    scratch.counters[LAST_SEEN] += 1
    mark = scratch.counters[LAST_SEEN]
    left = 0
    for i in range(n_guesses):
        guess = guesses[i]
        smallest = np.int64(len(seen))
        for k in range(n_kept):
            for kept in range(len(image)):
                image[kept] = images[k, kept]
            n_named = 0
            number = np.int64(0)
            for place in range(n_places):
                colour = letters[guess, permutations[fitting[k], place]]
                if image[colour] < 0:
                    # Free colours are named in the order in which they appear.
                    image[colour] = free[n_named]
                    n_named += 1
                number = number * n_colours + image[colour]
            smallest = min(smallest, number)
        if seen[smallest] != mark:
            seen[smallest] = mark
            guesses[left] = guess
            left += 1
    return left
