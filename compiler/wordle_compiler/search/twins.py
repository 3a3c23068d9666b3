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

from wordle_compiler.game.legality import is_legal, tighten
from wordle_compiler.kernels.kernel import inlined, kernel, kernel_when
from wordle_compiler.kernels.layout import Answers, Guesses
from wordle_compiler.search.problem import HARD, MOST_TWINS, Frame, Problem, Scratch, View
from wordle_compiler.search.rounds import holds

PATIENCE = 1 << 8
"""After so many nodes below it, a node looks for twins among the guesses that it has not tried."""

STRUCK = -1
"""In place of a guess in `Scratch.order`: a twin of it has been tried, or will be."""

NEVER = np.iinfo(np.int64).max
"""A value of `Frame.twins_after`: the round has looked for twins."""


@kernel
def strike_twins(problem: Problem, scratch: Scratch, view: View, frame: Frame, rank: int) -> None:
    """Strikes out the guesses after a place in the round's order that have a twin of a lower number.

    Twins make equally many cells, and heavier ones come first. So that twin is in the same round or an earlier one.
    """
    frame.twins_after = NEVER
    answers = scratch.answers[frame.low : frame.high]
    order = scratch.order[frame.depth]
    guesses = scratch.spare_guesses
    n_guesses = np.int64(MOST_TWINS + 1)
    if len(answers) <= MOST_TWINS and rank + 1 < frame.n_order:
        n_guesses = list_splitting(problem, scratch, view, frame, answers, guesses)
    if n_guesses > MOST_TWINS:
        return
    guesses = guesses[:n_guesses]
    if problem.rule == HARD:
        note_legality(problem, scratch, frame, answers, guesses)
    # The first of each class.
    firsts = scratch.ranks
    n_firsts = np.int64(0)
    for j in range(len(answers)):
        k = np.int64(0)
        while k < n_firsts and not are_twins(problem, scratch, answers, guesses, firsts[k], j):
            k += 1
        if k == n_firsts:
            firsts[n_firsts] = j
            n_firsts += 1
            continue
        for place in range(rank + 1, frame.n_order):
            if order[place] == guesses[j]:
                order[place] = STRUCK


@kernel
def list_splitting(
    problem: Problem, scratch: Scratch, view: View, frame: Frame, answers: Answers, guesses: Guesses
) -> int:
    """Writes the legal guesses that split a set, the candidates first; returns how many, or more than `MOST_TWINS`."""
    n = len(answers)
    for i in range(n):
        guesses[i] = problem.answer_as_guess[answers[i]]
    if not problem.has_others:
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


@kernel_when("can_be_hard")
def note_legality(problem: Problem, scratch: Scratch, frame: Frame, answers: Answers, guesses: Guesses) -> None:
    """Writes to `Scratch.legal_after`, for each guess and candidate, which guesses are legal after it."""
    before, after = scratch.constraint[frame.depth], scratch.constraint[frame.depth + 1]
    for g in range(len(guesses)):
        row = problem.by_guess[guesses[g]]
        for a in range(len(answers)):
            code = row[answers[a]]
            is_won = code == problem.n_feedbacks - 1
            known = 0
            while row[answers[known]] != code:
                known += 1
            if known == a and not is_won:
                tighten(before, problem.letters[guesses[g]], code, after)
            for h in range(len(guesses)):
                if known < a:
                    scratch.legal_after[g, a, h] = scratch.legal_after[g, known, h]
                else:
                    own = problem.letters[guesses[h]]
                    is_open = not is_won and is_legal(after, own, problem.letter_counts[guesses[h]])
                    scratch.legal_after[g, a, h] = is_open


@inlined
def exchanged(i: int, x: int, y: int) -> int:
    """Returns a number after an exchange of two."""
    return y if i == x else x if i == y else i


@kernel
def are_twins(problem: Problem, scratch: Scratch, answers: Answers, guesses: Guesses, x: int, y: int) -> bool:
    """Returns whether two candidates of a set are twins; see the module docstring.

    Candidates, and guesses that are candidates, have the same numbers. It is enough that the exchange takes each cell
    into one cell: since it undoes itself, no two cells then become one.
    """
    for g in range(len(guesses)):
        other = exchanged(g, x, y)
        row, image = problem.by_guess[guesses[g]], problem.by_guess[guesses[other]]
        # A feedback's stamp says which one it becomes.
        mark = scratch.counters.last_mark + 1
        scratch.counters.last_mark += problem.n_feedbacks
        for a in range(len(answers)):
            b = exchanged(a, x, y)
            code = row[answers[a]]
            becomes = mark + image[answers[b]]
            if scratch.stamp[code] < mark:
                scratch.stamp[code] = becomes
                if problem.rule == HARD:
                    for h in range(len(guesses)):
                        if scratch.legal_after[g, a, h] != scratch.legal_after[other, b, exchanged(h, x, y)]:
                            return False
            elif scratch.stamp[code] != becomes:
                return False
    return True
