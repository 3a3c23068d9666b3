"""The symmetries of a set of candidates in Mastermind, as a certificate names them: what generates them all.

The candidates are the answers that fit the guesses so far, so whatever maps each of these guesses onto itself maps the
candidates onto themselves: the same that `search.symmetry` makes use of.
"""

# mypy: disable-error-code="arg-type, return-value, no-any-return"

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from wordle_compiler.certificate.tape import Tape, write
from wordle_compiler.search.few_feedbacks import SYMMETRY_MIN
from wordle_compiler.search.problem import SYMMETRY, Problem
from wordle_compiler.search.symmetry import OVERFLOW

SYMMETRIES = 2
"""The token before a frame's symmetries; see CERTIFICATE.md, "A chapter"."""


@njit(cache=True, nogil=True)
def write_symmetries(problem: Problem, constraint: NDArray[np.uint16], n_candidates: int, tape: Tape) -> bool:
    """Writes the symmetries that thinned out the guesses of a frame, if any; says whether there was room."""
    if not problem.switches[SYMMETRY] or n_candidates < SYMMETRY_MIN:
        return True
    rows = generators(problem.letters, problem.letter_counts.shape[1], problem.permutations, constraint)
    if len(rows) == 0:
        return True
    is_written = write(tape, SYMMETRIES) and write(tape, len(rows))
    for row in rows:
        for number in row:
            is_written = is_written and write(tape, number)
    return is_written


@njit(cache=True, nogil=True)
def generators(
    letters: NDArray[np.uint16], n_colours: int, permutations: NDArray[np.int64], constraint: NDArray[np.uint16]
) -> NDArray[np.int64]:
    """Returns symmetries that generate all that map each guess so far onto itself, shape (n, places + colours).

    A row is a permutation `p` of the places and one, `c`, of the colours: a code's place `i` becomes `c(code[p(i)])`.

    Args:
        letters: The allowed codes as colour numbers.
        n_colours: How many colours there are.
        permutations: All permutations of the places, or none where the game has no symmetry.
        constraint: The guesses so far, as `search.symmetry.remember` writes them.
    """
    n_places = letters.shape[1]
    rows = np.empty((len(permutations) + n_colours, n_places + n_colours), np.int64)
    if len(permutations) == 0 or constraint[1] == OVERFLOW:
        return rows[:0]
    is_used = np.zeros(n_colours, np.bool_)
    for i in range(1, len(constraint)):
        if constraint[i] == 0:
            break
        for colour in letters[constraint[i] - 1]:
            is_used[colour] = True
    n = 0
    # The permutations of the places, each with what it makes of the colours used; the others stay.
    for permutation in permutations:
        row = rows[n]
        # Place by place: what numba would say of a slice that does not fit takes more than a second to compile.
        for place in range(n_places):
            row[place] = permutation[place]
        image = row[n_places:]
        for colour in range(n_colours):
            image[colour] = -1 if is_used[colour] else colour
        fits = True
        for i in range(1, len(constraint)):
            if constraint[i] == 0:
                break
            code = letters[constraint[i] - 1]
            for place in range(n_places):
                source = code[permutation[place]]
                if image[source] < 0:
                    image[source] = code[place]
                fits &= image[source] == code[place]
        is_taken = np.zeros(n_colours, np.bool_)
        for colour in range(n_colours):
            if image[colour] >= 0:
                fits &= not is_taken[image[colour]]
                is_taken[image[colour]] = True
        is_identity = True
        for place in range(n_places):
            is_identity &= permutation[place] == place
        if fits and not is_identity:
            n += 1
    # And exchanges of two colours that were not used yet.
    before = -1
    for colour in range(n_colours):
        if is_used[colour]:
            continue
        if before >= 0:
            row = rows[n]
            for place in range(n_places):
                row[place] = place
            for other in range(n_colours):
                row[n_places + other] = other
            row[n_places + before] = colour
            row[n_places + colour] = before
            n += 1
        before = colour
    return rows[:n].copy()


def root_symmetries(problem: Problem) -> list[list[list[int]]]:
    """Returns the symmetries of the set of all answers, as the header of a certificate lists them."""
    n_places = problem.letters.shape[1]
    nothing = np.zeros(2 + n_places, np.uint16)
    rows = generators(problem.letters, problem.letter_counts.shape[1], problem.permutations, nothing).tolist()
    return [[row[:n_places], row[n_places:]] for row in rows]
