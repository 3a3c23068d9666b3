"""Twins: whether they cost the same as brute force says, and whether families of similar words are searched quickly."""

import random
from itertools import combinations
from string import ascii_lowercase, digits

import numpy as np
import pytest
from reference_solver import NOTHING
from sampled import sampled
from small_games import family_game
from tiny_games import BruteForce, TinyGame, brute_force_of, tiny_game

from wordle_compiler import Game, Rule, Weights, WordList
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.search.extract import CandidateSet, after_guess, frame_of
from wordle_compiler.search.memo import MemoSize
from wordle_compiler.search.problem import HARD, INFEASIBLE, MOST_TWINS, Frame, make_problem
from wordle_compiler.search.twins import are_twins, list_splitting, note_legality
from wordle_compiler.solver.solver import ExactSolver
from wordle_compiler.solver.worker_threads import Worker

LETTERS = ascii_lowercase + digits + "".join(map(chr, range(0x4E00, 0x4E80)))
MOST_NODES = 1 << 14
"""Far more than a family takes: without twins, one of 20 words takes a million nodes."""


def family(n: int) -> tuple[str, ...]:
    return tuple(sorted(f"wz{letter}zw" for letter in LETTERS[:n]))


def worker_of(game: Game, limit: int) -> Worker:
    return Worker(make_problem(game, FeedbackMatrix.of(game)), limit, MemoSize(1 << 14, 1 << 20))


def game_of(answers: tuple[str, ...], allowed: tuple[str, ...], rule: Rule) -> Game:
    return Game(WordList("answers", answers), WordList("allowed", tuple(sorted({*answers, *allowed}))), rule)


@pytest.mark.parametrize("rule", Rule)
@pytest.mark.parametrize(("n", "limit"), [*((n, n) for n in (3, 11, 12, 20, 36, MOST_TWINS)), (16, 15), (26, 25)])
def test_a_family_is_solved_by_counting_unless_it_is_larger_than_the_limit(n: int, limit: int, rule: Rule) -> None:
    worker = worker_of(game_of(family(n), (), rule), limit)

    assert worker.total_below(n // 2, INFEASIBLE) == (n * (n + 1) // 2 if n <= limit else INFEASIBLE)
    assert worker.scratch.counters.nodes < MOST_NODES


@pytest.mark.parametrize("rule", Rule)
def test_weights_decide_the_order_of_a_family(rule: Rule) -> None:
    words = family(18)
    game = game_of(words, (), rule)
    dice = random.Random(5)
    weights = {word: dice.randint(1, 9) for word in words}
    heaviest = max(words, key=lambda word: weights[word])
    node = ExactSolver(
        game, FeedbackMatrix.of(game), 20, weights=Weights("weights", words, tuple(weights.values()))
    ).solve_below(words.index(heaviest))

    assert node is not None
    descending = sorted(weights.values(), reverse=True)
    assert node.weighted_total(weights) == sum(weight * turn for turn, weight in enumerate(descending, 1))


@pytest.mark.parametrize("n_outside", [1, 2, 4])
@pytest.mark.parametrize("rule", [Rule.ANY, Rule.HARD])
def test_a_few_words_outside_the_family_cost_a_few_times_as_much(rule: Rule, n_outside: int) -> None:
    dice = random.Random(n_outside)
    outside = tuple("w" + "".join(dice.sample(LETTERS[:20], 3)) + "w" for _ in range(n_outside))
    worker = worker_of(game_of(family(20), outside, rule), 40)

    assert worker.extractor.total(worker.everything(), 40) < 20 * 21 // 2
    assert worker.scratch.counters.nodes < 32 * MOST_NODES


def family_with_words_outside(seed: int) -> TinyGame:
    """Draws a game whose families are larger than those of `tiny_game`."""
    small = family_game(seed)
    rule = ("any", "hard", "candidates")[seed % 3]
    answers = small.answers[:8]
    return TinyGame("wordle", rule, answers, tuple(sorted({*answers, *small.allowed[-8:]})))


@pytest.mark.parametrize("first", sampled(range(0, 150, 15), 1))
def test_twins_cost_the_same_as_guesses(first: int) -> None:
    n_twins = sum(
        compare(game, seed)
        for seed in range(first, first + 15)
        for game in (tiny_game(seed), family_with_words_outside(seed))
    )

    assert n_twins > 50


def compare(game: TinyGame, seed: int) -> int:
    """Compares twins with brute force at the start of a game and after a guess; returns how many there were."""
    product = game.product()
    worker = worker_of(product, 12)
    truth = brute_force_of(game)
    opener = random.Random(seed).choice(game.allowed)
    n_twins = twins_at(worker, truth, truth.everything, NOTHING, np.zeros_like(worker.scratch.constraint[0]))
    if game.rule != "candidates" or opener in game.answers:
        for code, cell in truth.cells(opener, truth.everything).items():
            if code != game.winning:
                guess = product.allowed.words.index(opener)
                before = np.zeros_like(worker.scratch.constraint[0])
                constraint = after_guess(worker.problem.letters, before, guess, code, worker.problem.layout)
                n_twins += twins_at(worker, truth, cell, truth.after(NOTHING, opener, code), constraint)
    return n_twins


def twins_at(worker: Worker, truth: BruteForce, cell: frozenset[str], known, constraint) -> int:  # type: ignore[no-untyped-def]
    """Checks that twins of a set cost the same as next guesses; returns how many pairs there are."""
    problem, scratch = worker.problem, worker.scratch
    words = sorted(cell)
    answers = np.array([truth.game.answers.index(word) for word in words], np.uint16)
    everything = worker.everything()
    scratch.constraint[0] = constraint
    frame = frame_of(problem, scratch, CandidateSet.of(answers, everything.view, constraint), Frame)
    is_legal = [word in truth.legal(cell, known) for word in truth.game.allowed]
    frame.n_columns = sum(is_legal)
    if problem.rule == HARD:
        scratch.legal[0, : sum(is_legal)] = np.flatnonzero(is_legal)
    guesses = np.empty(MOST_TWINS, np.int32)
    n_guesses = list_splitting(problem, scratch, everything.view, frame, answers, guesses)
    if problem.rule == HARD:
        note_legality(problem, scratch, frame, answers, guesses[:n_guesses])
    pairs = [
        pair
        for pair in combinations(range(len(words)), 2)
        if are_twins(problem, scratch, answers, guesses[:n_guesses], *pair)
    ]
    for x, y in pairs:
        for limit in range(1, len(words) + 1):
            costs = [truth.cost_with(words[i], cell, limit, known) for i in (x, y)]

            assert costs[0] == costs[1], f"{truth.game}: {words[x]} and {words[y]} in {words} within {limit}"
    return len(pairs)
