"""Words of more than five letters: feedbacks take more than a byte, and guesses can have more than 255 cells."""

import itertools

from small_games import SmallGame

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
