"""The symmetries of a set of candidates in Mastermind, which a certificate states by their generators.

The candidates are the answers that fit the guesses so far. So a symmetry that maps each of these guesses to itself also
maps the set of candidates to itself; `search.symmetry` uses the same fact.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.certificate.lemmas import Lemmas, generator_memory
from wordle_compiler.certificate.tape import Tape, write
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.kernels.layout import BoolMatrix, Int64Matrix
from wordle_compiler.search.problem import Problem
from wordle_compiler.search.symmetry import OVERFLOW, SYMMETRY_MIN, is_few

SYMMETRIES = 2
"""The token before a frame's symmetries; see CERTIFICATE.md, "A chapter"."""


@kernel(when=is_few)
def write_symmetries(
    problem: Problem, lemmas: Lemmas, constraint: NDArray[np.uint16], n_candidates: int, tape: Tape
) -> bool:
    """Writes the symmetries that reduced the guesses of a frame, if any; returns whether there was room."""
    if n_candidates < SYMMETRY_MIN:
        return True
    rows = lemmas.generators
    n = find_generators(problem, constraint, rows, lemmas.is_used)
    if n == 0:
        return True
    is_written = write(tape, SYMMETRIES) and write(tape, n)
    for i in range(n):
        for j in range(rows.shape[1]):
            is_written = is_written and write(tape, rows[i, j])
    return is_written


@kernel(when=is_few)
def find_generators(problem: Problem, constraint: NDArray[np.uint16], rows: Int64Matrix, working: BoolMatrix) -> int:
    """Writes generators of the symmetries that map each guess so far to itself into `rows`; returns how many.

    A row is a permutation `p` of the places and one, `c`, of the colours: a code's place `i` becomes `c(code[p(i)])`.

    `problem` has all permutations of the places, or none if it has no symmetry. `constraint` holds the guesses so far,
    as `search.symmetry.remember` writes them. `rows` has the shape (permutations + colours, places + colours), and
    `working` (2, colours).
    """
    letters, permutations = problem.letters, problem.permutations
    n_colours = problem.letter_counts.shape[1]
    n_places = letters.shape[1]
    if len(permutations) == 0 or constraint[1] == OVERFLOW:
        return 0
    is_used, is_taken = working[0], working[1]
    is_used[:] = False
    for i in range(1, len(constraint)):
        if constraint[i] == 0:
            break
        for place in range(n_places):
            is_used[letters[constraint[i] - 1, place]] = True
    n = 0
    # The permutations of the places, each with its mapping of the colours used; the other colours stay.
    for k in range(len(permutations)):
        permutation = permutations[k]
        row = rows[n]
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
        is_taken[:] = False
        for colour in range(n_colours):
            if image[colour] >= 0:
                fits &= not is_taken[image[colour]]
                is_taken[image[colour]] = True
        is_identity = True
        for place in range(n_places):
            is_identity &= permutation[place] == place
        if fits and not is_identity:
            n += 1
    # Then exchanges of two colours not used yet.
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
    return n


def root_symmetries(problem: Problem) -> list[list[list[int]]]:
    """Returns the symmetries of the set of all answers, as the header of a certificate lists them."""
    n_places = problem.letters.shape[1]
    nothing = np.zeros(2 + n_places, np.uint16)
    memory, working = generator_memory(problem)
    rows = memory[: find_generators(problem, nothing, memory, working)].tolist()
    return [[row[:n_places], row[n_places:]] for row in rows]
