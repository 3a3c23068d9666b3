"""Twins: candidates that can change places without changing the game. Only the first of them need be guessed.

Words that differ in one place explode a search: each guess solves one word and leaves the others together, so every
subset of them comes up. But the order of such guesses does not matter.

Let S be the candidates of a node, and G the legal guesses that split S. No other guess matters at the node or below it:
it would leave what it finds in one cell and demand more. Two candidates x and y are *twins* if the exchange of x and y,
among the candidates and among the guesses, keeps the following two facts for all guesses g and h of G and candidates
a and b of S:

- whether g leaves a and b in one cell;
- under rule hard, whether h meets what the feedback of g to a demands. (Demands accumulate, and a guess is legal if it
  meets each of them. Under rule candidates, the cells decide what is legal.)

Then the exchange turns a tree for S that begins with y into one that begins with x: cells become cells, legal guesses
stay legal, and what x needed in the one tree y needs in the other. Without weights, both cost the same, and are as
deep. With weights, let x be at least as heavy as y. The first tree solves y at once, and x later; the second the other
way round, so it costs no more. Hence y need not be guessed at S if x is.

To be twins is an equivalence, since exchanges that keep the facts can be combined. So each candidate is compared with
the first one of each class. Finding twins takes longer than most nodes, so only a node that has become expensive looks
for them, and only if it has few candidates and few guesses that split them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.legality import is_hard, is_legal, tighten
from wordle_compiler.kernels.kernel import kernel
from wordle_compiler.search.frame import Frame
from wordle_compiler.search.problem import CANDIDATES, HARD, MOST_TWINS, NODES, Problem, Scratch, View
from wordle_compiler.search.views import holds

PATIENCE = 1 << 6
"""After so many nodes below it, a node looks for twins among the guesses that it has not tried."""

STRUCK = -1
"""In place of a guess in `Scratch.order`: a twin of it has been tried, or will be."""

_NEVER = np.iinfo(np.int64).max


@kernel
def expect_twins(scratch: Scratch, frame: Frame) -> None:
    """Begins to count the nodes below a round of guesses."""
    frame.twins_after = scratch.counters[NODES] + PATIENCE


@kernel
def strike_twins(problem: Problem, scratch: Scratch, view: View, frame: Frame, rank: int) -> None:
    """Strikes out the guesses after a place in the round's order that have a twin of a lower number.

    Twins make equally many cells, and heavier ones come first. So that twin is in the same round or an earlier one.
    """
    frame.twins_after = _NEVER
    answers = scratch.answers[frame.low : frame.high]
    order = scratch.order[frame.depth]
    if len(answers) > MOST_TWINS or rank + 1 >= frame.n_order:
        return
    guesses = scratch.spare_guesses
    n_guesses = list_splitting(problem, scratch, view, frame, answers, guesses)
    if n_guesses > MOST_TWINS:
        return
    guesses = guesses[:n_guesses]
    if problem.rule == HARD:
        note_legality(problem, scratch, frame, answers, guesses)
    # The first of each class, by bits.
    firsts = np.uint64(0)
    for j in range(len(answers)):
        is_first = True
        for i in range(j):
            if firsts >> np.uint64(i) & np.uint64(1) and are_twins(problem, scratch, answers, guesses, i, j):
                is_first = False
                break
        if is_first:
            firsts |= np.uint64(1) << np.uint64(j)
    for place in range(rank + 1, frame.n_order):
        for j in range(len(answers)):
            if order[place] == guesses[j] and not firsts >> np.uint64(j) & np.uint64(1):
                order[place] = STRUCK
                break


@kernel
def list_splitting(
    problem: Problem,
    scratch: Scratch,
    view: View,
    frame: Frame,
    answers: NDArray[np.uint16],
    guesses: NDArray[np.int32],
) -> int:
    """Writes the legal guesses that split a set, the candidates first; returns how many, or more than `MOST_TWINS`."""
    n = len(answers)
    for i in range(n):
        guesses[i] = problem.answer_as_guess[answers[i]]
    if problem.rule == CANDIDATES:
        return n
    columns = scratch.legal[frame.depth]
    for i in range(frame.n_columns if problem.rule == HARD else len(view.guesses)):
        guess = view.guesses[columns[i] if problem.rule == HARD else i]
        row = problem.by_guess[guess]
        first = row[answers[0]]
        for answer in answers:
            if row[answer] != first:
                own = problem.guess_as_answer[guess]
                if own < 0 or not holds(answers, own):
                    if n == MOST_TWINS:
                        return n + 1
                    guesses[n] = guess
                    n += 1
                break
    return n


@kernel(when=is_hard)
def note_legality(
    problem: Problem, scratch: Scratch, frame: Frame, answers: NDArray[np.uint16], guesses: NDArray[np.int32]
) -> None:
    """Writes to `Scratch.legal_after`, for each guess and candidate, which guesses are legal after it, as bits."""
    before, after = scratch.constraint[frame.depth], scratch.constraint[frame.depth + 1]
    for g in range(len(guesses)):
        row = problem.by_guess[guesses[g]]
        for a in range(len(answers)):
            known = 0
            while row[answers[known]] != row[answers[a]]:
                known += 1
            bits = np.uint64(0)
            if known < a:
                bits = scratch.legal_after[g, known]
            elif row[answers[a]] != problem.n_feedbacks - 1:
                tighten(before, problem.letters[guesses[g]], row[answers[a]], after)
                for h in range(len(guesses)):
                    if is_legal(after, problem.letters[guesses[h]], problem.letter_counts[guesses[h]]):
                        bits |= np.uint64(1) << np.uint64(h)
            scratch.legal_after[g, a] = bits


@kernel
def are_twins(
    problem: Problem, scratch: Scratch, answers: NDArray[np.uint16], guesses: NDArray[np.int32], x: int, y: int
) -> bool:
    """Returns whether two candidates of a set are twins; see the module docstring.

    Candidates, and guesses that are candidates, have the same numbers.
    """
    n = len(answers)
    legal = scratch.legal_after
    for g in range(len(guesses)):
        if g in (x, y):
            continue
        row = problem.by_guess[guesses[g]]
        code_x, code_y = row[answers[x]], row[answers[y]]
        for a in range(n):
            if a in (x, y):
                continue
            # A guess that tells x and y apart must leave both of them alone.
            if code_x != code_y and row[answers[a]] in (code_x, code_y):
                return False
            if problem.rule == HARD and exchanged(legal[g, a], x, y) != legal[g, a]:
                return False
        if problem.rule == HARD and exchanged(legal[g, x], x, y) != legal[g, y]:
            return False
    row_x, row_y = problem.by_guess[guesses[x]], problem.by_guess[guesses[y]]
    if problem.rule == HARD and exchanged(legal[x, y], x, y) != legal[y, x]:
        return False
    for a in range(n):
        if a in (x, y):
            continue
        if problem.rule == HARD and exchanged(legal[x, a], x, y) != legal[y, a]:
            return False
        if (row_x[answers[a]] == row_x[answers[y]]) != (row_y[answers[a]] == row_y[answers[x]]):
            return False
        for b in range(a):
            if b in (x, y):
                continue
            if (row_x[answers[a]] == row_x[answers[b]]) != (row_y[answers[a]] == row_y[answers[b]]):
                return False
    return True


@kernel
def exchanged(bits: np.uint64, x: int, y: int) -> np.uint64:
    """Returns bits with two of them exchanged."""
    differs = (bits >> np.uint64(x) ^ bits >> np.uint64(y)) & np.uint64(1)
    return bits ^ (differs << np.uint64(x) | differs << np.uint64(y))
