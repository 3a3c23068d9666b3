"""The four classics, by hand and against a plain greedy player; and chance: draws, strategy `random`, samples."""

import hashlib
import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from command_runs import wordle_compile
from plain_player import Moment, Nested, lowest, play, sizes_of
from product_tree import build, nested, order_for
from reference_solver import replay
from sampled import sampled_seeds
from small_games import GENEROUS, RULES, SmallGame, families_game, large_game, small_game

from wordle_compiler import Game, InputError, Rule, UnmetGuaranteeError, compile_tree, load_list
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.solver.objective import Objective
from wordle_compiler.strategies import Status, get_strategy, strategy_names
from wordle_compiler.strategies.cell_scores import CellScored
from wordle_compiler.strategies.heuristic import DecisionPoint, Heuristic, draw_number, draw_sample
from wordle_compiler.strategies.optimal import Optimal, bundled_tree

SCORES: dict[str, Callable[[list[int]], int]] = {
    "minimax": max,
    "expected-size": lambda sizes: sum(size**2 for size in sizes),
    "entropy": lambda sizes: math.prod(size**size for size in sizes),
    "most-parts": lambda sizes: -len(sizes),
}
"""What each strategy makes small. Entropy: the sum of p log p, so the sum of c log c, so the product of c^c."""

each_classic = pytest.mark.parametrize("name", SCORES)


def chosen(name: str, guesses: list[str], n_candidates: int) -> int:
    """Lets a strategy choose. A guess is its cells, a letter a candidate: "aab" has two cells; "*" is all green.

    The guesses are the legal ones, alphabetically; those with a "*" are the candidates.
    """
    by_guess = np.array([[8 if cell == "*" else ord(cell) - ord("a") for cell in guess] for guess in guesses], np.uint8)
    answer_as_guess = np.array([row for row, guess in enumerate(guesses) if "*" in guess], np.int32)
    assert [guesses[row].index("*") for row in answer_as_guess] == list(range(n_candidates))
    matrix = FeedbackMatrix(by_guess, by_guess.T.copy(), answer_as_guess, 9)
    everything = np.arange(len(guesses), dtype=np.int32)
    strategy = get_strategy(name)
    assert isinstance(strategy, Heuristic)
    return strategy.choose(DecisionPoint(matrix, np.arange(n_candidates, dtype=np.int32), answer_as_guess, everything))


def candidates_that_say_nothing(n: int) -> list[str]:
    """Candidates that only tell themselves from the others: cells of 1 and n - 1."""
    return ["a" * i + "*" + "a" * (n - 1 - i) for i in range(n)]


# Eight candidates: the sizes of the cells, then the largest, the sum of squares, the product of c^c, minus the parts.
A = "aaaabcde"  # 4 1 1 1 1   4  20   256  -5
B = "aabbccdd"  # 2 2 2 2     2  16   256  -4
C = "aaabbcde"  # 3 2 1 1 1   3  16   108  -5
D = "aaabbbcc"  # 3 3 2       3  22  2916  -3


@pytest.mark.parametrize(
    ("others", "choices"),
    [
        ([A, B, C, D], {"minimax": B, "expected-size": B, "entropy": C, "most-parts": A}),
        ([D, C, B, A], {"minimax": B, "expected-size": C, "entropy": C, "most-parts": C}),
        # A and B have the same entropy, 2 bits: the first one is played.
        ([A, B, D], {"minimax": B, "expected-size": B, "entropy": A, "most-parts": A}),
        ([B, A, D], {"minimax": B, "expected-size": B, "entropy": B, "most-parts": A}),
        ([D, A], {"minimax": D, "expected-size": A, "entropy": A, "most-parts": A}),
    ],
)
def test_choices_by_hand(others: list[str], choices: dict[str, str]) -> None:
    guesses = others + candidates_that_say_nothing(8)

    assert {name: guesses[chosen(name, guesses, 8)] for name in SCORES} == choices


@pytest.mark.parametrize("swapped", [False, True])
def test_entropies_that_are_equal_but_not_in_floating_point_are_a_tie(swapped: bool) -> None:
    # 6^6 = 3^3 * 3^3 * 2^2 * 2^2 * 2^2 = 46,656, yet the sums of the rounded logarithms need not agree.
    pair = ["aaaaaabcdefg", "aaabbbccddee"]
    guesses = (pair[::-1] if swapped else pair) + candidates_that_say_nothing(12)

    assert chosen("entropy", guesses, 12) == 0


@each_classic
def test_ties_go_to_a_candidate_and_then_to_the_alphabet(name: str) -> None:
    # All five have cells of 2, 2, 1 and 1. The second and the fourth are candidates; the rest say nothing.
    nothing = candidates_that_say_nothing(6)
    guesses = ["aabbcd", "*aabbc", "abcdab", "a*abbc", "ddccba", *nothing[2:]]

    assert chosen(name, guesses, 6) == 1
    assert chosen(name, ["ddccba", "aabbcd", *nothing], 6) == 0


@each_classic
def test_a_perfect_guess_is_played_a_candidate_first(name: str) -> None:
    nothing = candidates_that_say_nothing(5)

    assert chosen(name, ["aabbc", "abcde", "edcba", *nothing], 5) == 1
    assert chosen(name, ["aabbc", "abcde", *nothing[:4], "abcd*"], 5) == 6


def greedy(name: str, small: SmallGame, rule: Rule, limit: int, opener: str | None = None) -> Nested:
    """Plays a classic plainly."""

    def score(word: str, moment: Moment) -> int:
        return SCORES[name](sizes_of(word, moment.candidates))

    return play(small.answers, small.allowed, lowest(score), rule=rule.value, limit=limit, opener=opener)


def built(name: str, small: SmallGame, rule: Rule, limit: int, opener: str | None = None) -> tuple[TreeNode, Status]:
    return get_strategy(name).build(order_for(small, rule, limit, opener))


@each_classic
@pytest.mark.parametrize("rule", RULES, ids=str)
@sampled_seeds(8, 48)
def test_trees_are_those_of_a_plain_greedy_player(seeds: range, rule: Rule, name: str) -> None:
    games = [small_game(seed) for seed in seeds] + [families_game(seed) for seed in seeds[::4]]
    games += [large_game(seed, n_answers=(40, 60), n_allowed=(60, 90)) for seed in seeds[:1]]
    n_unsolved = 0
    for i, small in enumerate(games):
        limit = (2, 3, 6)[i % 3]
        opener = small.answers[i % len(small.answers)] if i % 2 else None
        tree, claim = built(name, small, rule, limit, opener)

        assert nested(tree) == greedy(name, small, rule, limit, opener), f"{small} {rule} within {limit}"
        assert claim is Status.HEURISTIC

        n_unsolved += list(replay(tree, small.answers, small.allowed, rule.value, limit).values()).count(None)

    assert n_unsolved > 0, "no limit left anything unsolved"


CHAIN = SmallGame("chain", ("bumpy", "dumpy", "jumpy", "lumpy"), ("bumpy", "dumpy", "jumpy", "lumpy"))


def test_optimal_says_what_it_has_proven() -> None:
    small = SmallGame("outside", CHAIN.answers[:3], ("bodge", *CHAIN.answers[:3]))

    # BODGE tells the three apart: 2 + 2 + 2, as much as 1 + 2 + 3; among equals the alphabet decides.
    tree, claim = built("optimal", small, Rule.ANY, 6)
    assert (tree.guess, claim) == ("bodge", Status.OPTIMAL)
    assert built("optimal", small, Rule.ANY, 6, "jumpy")[1] is Status.OPTIMAL_BELOW_OPENER

    with pytest.raises(UnmetGuaranteeError, match=r"opens with jumpy .* within 2 guesses \(proven\)"):
        built("optimal", small, Rule.ANY, 2, "jumpy")
    with pytest.raises(UnmetGuaranteeError, match=r"whatever its opener \(proven\)"):
        built("optimal", small, Rule.ANY, 1)


def test_strategies_are_found_by_name() -> None:
    assert {name for name in strategy_names() if isinstance(get_strategy(name), CellScored)} == set(SCORES)
    assert [get_strategy(name).name for name in strategy_names()] == list(strategy_names())
    assert all(get_strategy(name).summary for name in strategy_names())

    with pytest.raises(InputError, match="there is no strategy 'magic': choose one of optimal, "):
        get_strategy("magic")


def minimised(
    small: SmallGame, objective: Objective, opener: str | None, limit: int, maker: Optimal | None = None
) -> TreeNode:
    return (maker or Optimal()).build(replace(order_for(small, Rule.ANY, limit, opener), objective=objective))[0]


def test_the_bundled_tree_of_a_game_is_known_where_it_keeps_the_limit() -> None:
    words = load_list("original-allowed")
    answers = load_list("original-answers")

    tarns = bundled_tree(Game(words, words, Rule.ANY), 6)

    assert tarns is not None
    assert (tarns.guess, tarns.total(), tarns.worst_case()) == ("tarns", 52762, 6)
    assert bundled_tree(Game(words, words, Rule.ANY), 5) is None
    assert bundled_tree(Game(words, words, Rule.HARD), 6) is None
    # Of SALET's two trees, the one that needs 5 guesses.
    salet = bundled_tree(Game(answers, words, Rule.ANY), 6)
    assert salet is not None
    assert (salet.guess, salet.worst_case()) == ("salet", 5)


@pytest.mark.parametrize("objective", [Objective.WORST_CASE, Objective.WORST_CASE_THEN_TOTAL], ids=str)
def test_a_bundled_tree_serves_where_no_quick_search_finds_one(objective: Objective) -> None:
    small = small_game(3)
    best = minimised(small, objective, None, GENEROUS)
    maker = Optimal(narrow=0, find_bundled=lambda _game, _limit: minimised(small, Objective.TOTAL, None, GENEROUS))
    with_bundled = minimised(small, objective, None, GENEROUS, maker)

    assert with_bundled.worst_case() == best.worst_case()
    assert objective is Objective.WORST_CASE or with_bundled.total() == best.total()


@pytest.mark.parametrize(
    "objective", [objective for objective in Objective if objective is not Objective.UNSOLVED_THEN_TOTAL], ids=str
)
def test_a_limit_below_every_worst_case_is_refused_as_proven(objective: Objective) -> None:
    small = SmallGame("family", ("aa", "ba", "ca", "da"), ("aa", "ba", "ca", "da"))

    with pytest.raises(UnmetGuaranteeError, match="proven"):
        minimised(small, objective, "aa", 2)


def test_a_heuristic_has_only_the_total() -> None:
    small = SmallGame("two", ("aa", "ba"), ("aa", "ba"))

    with pytest.raises(InputError, match="strategy minimax has no objective 'worst-case': choose total"):
        compile_tree(small.under(Rule.ANY), "minimax", objective="worst-case")


LARGE = large_game(11, n_answers=(60, 60), n_allowed=(90, 90))


def plain_number(seed: int, numbers: list[int]) -> int:
    text = seed.to_bytes(8, "little") + b"".join(number.to_bytes(4, "little") for number in numbers)
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")


def plain_sample(seed: int, numbers: list[int], n_drawn: int) -> list[int]:
    drawn = np.random.PCG64(plain_number(seed, numbers)).random_raw(len(numbers)).tolist()
    return sorted(number for _, number in sorted(zip(drawn, numbers, strict=True))[:n_drawn])


@pytest.mark.parametrize(("seed", "drawn"), [(0, [3, 5, 70]), (1, [2, 70, 1000]), ((1 << 63) - 1, [2, 3, 12971])])
def test_draws_are_the_same_everywhere(seed: int, drawn: list[int]) -> None:
    numbers = [2, 3, 5, 70, 1000, 12_971]
    candidates = np.array(numbers, np.int32)

    assert draw_number(seed, candidates) == plain_number(seed, numbers)
    assert draw_sample(seed, candidates, 3).tolist() == plain_sample(seed, numbers, 3) == drawn


def plain_random(small: SmallGame, seed: int, **how: object) -> Nested:
    def draw(moment: Moment) -> str:
        numbers = [small.answers.index(word) for word in moment.candidates]
        return moment.candidates[plain_number(seed, numbers) % len(numbers)]

    return play(small.answers, small.allowed, draw, **how)  # type: ignore[arg-type]


def test_random_plays_any_candidate() -> None:
    assert [build("random", LARGE, seed=seed) for seed in range(5)] == [plain_random(LARGE, seed) for seed in range(5)]
    assert build("random", LARGE) == build("random", LARGE, seed=0)
    assert len({build("random", LARGE, seed=seed)[0] for seed in range(20)}) > 5


def plain_sampled(name: str, small: SmallGame, n_drawn: int, seed: int, **how: object) -> Nested:
    def score(word: str, moment: Moment) -> int:
        numbers = [small.answers.index(candidate) for candidate in moment.candidates]
        drawn = [small.answers[number] for number in plain_sample(seed, numbers, n_drawn)]
        return SCORES[name](sizes_of(word, drawn))

    return play(small.answers, small.allowed, lowest(score), **how)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", SCORES)
@pytest.mark.parametrize("rule", RULES, ids=str)
def test_a_sample_judges_for_all(rule: Rule, name: str) -> None:
    for seed, n_drawn in ((0, 8), (7, 1)):
        expected = plain_sampled(name, LARGE, n_drawn, seed, rule=rule.value, limit=8)

        assert build(name, LARGE, rule, 8, sample=n_drawn, seed=seed) == expected


@pytest.mark.parametrize("name", SCORES)
def test_a_sample_of_all_is_no_sample(name: str) -> None:
    assert build(name, LARGE, sample=60, seed=5) == build(name, LARGE)
    assert build(name, LARGE, sample=59, guess_from="candidates") != build(
        name, LARGE, sample=4, guess_from="candidates"
    )


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("entropy", {"seed": 1}, "the option seed is for a sample"),
        ("entropy", {"sample": 0}, "sample must be a whole number, at least 1 and .*, not 0"),
        ("minimax", {"sample": True}, "sample must be a whole number, at least 1 and .*, not True"),
        ("random", {"seed": 1 << 63}, "seed must be a whole number, at least 0"),
        ("random", {"sample": 3}, "strategy random has no option 'sample'"),
        ("random", {"guess_from": "allowed"}, "strategy random has no option 'guess_from'"),
        ("first", {"guess_from": "allowed"}, "strategy first has no option 'guess_from'"),
        ("letter-entropy", {"sample": 3}, "strategy letter-entropy has no option 'sample'"),
        ("minimax", {"guess_from": "all"}, "guess_from must be one of allowed, candidates, not 'all'"),
        ("optimal", {"guess_from": "allowed"}, "strategy optimal has no option 'guess_from'"),
        ("two-step", {"two_step_limit": 0}, "two_step_limit must be a whole number, at least 1 and .*, not 0"),
        ("shortlist", {"shortlist_size": 0}, "shortlist_size must be a whole number, at least 1 and .*, not 0"),
        ("shortlist", {"shortlist_by": "optimal"}, "shortlist_by must be one of letter-entropy, .*, not 'optimal'"),
        ("shortlist", {"shortlist_for": 3}, "shortlist_for must be one of expected-size, .*, not 3"),
        ("shortlist", {"sample": 3}, "strategy shortlist has no option 'sample'"),
    ],
)
def test_options_that_cannot_be_used_are_refused(name: str, options: dict[str, int | str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        compile_tree(LARGE.under(Rule.ANY), name, options=options)


def test_a_seed_of_too_many_digits_is_one_line() -> None:
    result = wordle_compile("--strategy", f"random@seed={'9' * 5000}")

    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "the option seed must be a whole number, at least 0 and below 2^63, not '999" in result.stderr
