"""Games whose codes take two bytes or four, through the whole compiler: totals by brute force, strategies, proofs.

So can the cells of a guess be more than 255.
"""

import io
import random
from itertools import permutations, product

import numpy as np
import pytest
from sampled import sampled
from small_games import SmallGame
from tiny_games import NEVER, BruteForce, TinyGame

from wordle_checker import check
from wordle_compiler import Rule, compile_tree, strategy_names
from wordle_compiler.certificate.certify import certify
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.rankings.known_openers import proof_byte
from wordle_compiler.search.few_feedbacks import OVERFLOW, remember
from wordle_compiler.solver.leaderboard import OpenerResult
from wordle_compiler.solver.solver import ExactSolver
from wordle_runtime import load
from wordle_runtime.verification import verify

LIMIT = 6
CASES = sampled([*product((6, 10, 11, 12), ("any", "hard", "candidates"))], 1)
"""Codes take two bytes from 6 letters on, and four from 11; kernels are compiled for each width and rule."""


def drawn(length: int, rule: str) -> TinyGame:
    """Words of two letters, most of which differ in few places, so that trees are deep."""
    dice = random.Random(f"{length} {rule}")
    words: set[str] = set()
    while len(words) < 12:
        word = ["a"] * length
        for _ in range(dice.randint(1, 3)):
            word[dice.randrange(length)] = "b"
        words.add("".join(word))
    return TinyGame("wordle", rule, tuple(sorted(dice.sample(sorted(words), 7))), tuple(sorted(words)))


@pytest.mark.parametrize(("length", "rule"), CASES)
def test_totals_and_certificates_of_wide_codes(length: int, rule: str) -> None:
    game = drawn(length, rule)
    expected = BruteForce(game).cost(frozenset(game.answers), LIMIT)
    assert expected < NEVER

    tree = compile_tree(game.product(), "optimal", max_guesses=LIMIT, n_workers=1)

    assert load(tree.data).guarantee.total == expected
    proof = certify(game.product(), tree.data, n_workers=1)
    for plain in (True, False):
        sentence = check(tree.data, io.BytesIO(proof), game.answers, game.allowed, plain=plain).sentence
        assert f"no tree has a total below {expected}" in sentence


@pytest.mark.parametrize("strategy", [name for name in strategy_names() if name != "optimal"])
@pytest.mark.parametrize("length", [6, 11])
def test_trees_of_every_strategy_hold_with_wide_codes(length: int, strategy: str) -> None:
    game = drawn(length, "any")

    tree = load(compile_tree(game.product(), strategy, n_workers=1).data)

    assert verify(tree, game.answers, game.allowed).holds


def test_a_guess_that_two_bytes_do_not_hold_is_not_forgotten() -> None:
    """The last two of 65,536 codes: with them in the history, no symmetry is used."""
    for guess, expected in ((OVERFLOW - 2, OVERFLOW - 1), (OVERFLOW - 1, OVERFLOW), (OVERFLOW, OVERFLOW)):
        after = np.zeros(3, np.uint16)
        remember(np.zeros(3, np.uint16), guess, after)

        assert after[1] == expected


@pytest.mark.parametrize(("worst_case", "expected"), [(None, 254), (6, 6), (253, 253), (254, 254), (255, 254)])
def test_a_worst_case_is_not_taken_for_another_mark(worst_case: int | None, expected: int) -> None:
    assert proof_byte(is_exact=True, is_feasible=True, worst_case=worst_case) == expected


def words_told_apart_by(tester: str, fillers: str, n: int) -> list[str]:
    """Makes words with different feedbacks for a guess of different letters: each with a filler, and z elsewhere."""
    words: list[str] = []
    for colours in product((0, 1, 2), repeat=len(tester)):
        yellows = [place for place, colour in enumerate(colours) if colour == 1]
        free = [place for place, colour in enumerate(colours) if colour != 2]
        for places in permutations(free, len(yellows)):
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
