"""Words of more than five letters: feedbacks take more than a byte, and guesses can have more than 255 cells."""

from __future__ import annotations

import itertools

import pytest
from reference_solver import replay
from sampled import sampled
from small_games import SmallGame, long_game

from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Rule
from wordle_compiler.solver.leaderboard import OpenerResult
from wordle_compiler.solver.solver import ExactSolver


def words_told_apart_by(tester: str, fillers: str, n: int) -> list[str]:
    """Makes words with different feedbacks for a guess of different letters: each with a filler, and z elsewhere."""
    words: list[str] = []
    for colours in itertools.product((0, 1, 2), repeat=len(tester)):
        yellows = [place for place, colour in enumerate(colours) if colour == 1]
        free = [place for place, colour in enumerate(colours) if colour != 2]
        for places in itertools.permutations(free, len(yellows)):
            empty = sorted(set(free) - set(places))
            if empty and all(place != yellow for place, yellow in zip(places, yellows, strict=True)):
                word = ["z"] * len(tester)
                for place, colour in enumerate(colours):
                    word[place] = tester[place] if colour == 2 else "z"
                for place, yellow in zip(places, yellows, strict=True):
                    word[place] = tester[yellow]
                word[empty[0]] = fillers[len(words) % len(fillers)]
                words.append("".join(word))
                break
    return words[:n]


def test_guesses_with_more_than_255_cells() -> None:
    # ABCDEF tells 300 words apart, GHIJKL 320 others, and neither has a letter of the other's words but for some
    # fillers; ZZZZZZ is in both. After GHIJKL there are 319 single words, and the 300 in one cell, of which ABCDEF then
    # makes 300 cells: 619 + 319 + 2 * 300.
    left = words_told_apart_by("abcdef", "z", 300)
    right = words_told_apart_by("ghijkl", "zzabcdef", 320)
    answers = tuple(sorted({*left, *right}))
    small = SmallGame("wide", answers, tuple(sorted({*answers, "abcdef", "ghijkl"})))
    assert (len(left), len(right), len(answers)) == (300, 320, 619)
    game = small.under(Rule.ANY)
    found = ExactSolver(game, FeedbackMatrix.of(game), 6, n_workers=2).best_opener()

    assert found == OpenerResult(small.allowed.index("ghijkl"), 619 + 319 + 2 * 300, True)


# Rule hard on 16 bits is another set of kernels to compile.
@pytest.mark.parametrize("rule", sampled([Rule.ANY, Rule.HARD], 1), ids=str)
@pytest.mark.parametrize("seed", range(5))
def test_trees_of_long_words_keep_the_rule(seed: int, rule: Rule) -> None:
    # Lengths 6 to 10: feedbacks of 16 bits. Their totals are held to the reference in test_lowered_thresholds.
    small = long_game(seed)
    game = small.under(rule)
    found = ExactSolver(game, FeedbackMatrix.of(game), 8).best_opener()
    assert found is not None
    tree = ExactSolver(game, FeedbackMatrix.of(game), 8).solve_below(found.opener)
    assert tree is not None
    n_guesses = replay(tree, small.answers, small.allowed, rule.value, 8)

    assert sum(n_guesses[answer] or 99 for answer in small.answers) == found.total
