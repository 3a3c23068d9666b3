"""Chance: draws by hand-written arithmetic, strategy `random`, and the classics judging by a sample."""

import hashlib

import numpy as np
import pytest
from command_runs import wordle_compile
from plain_player import Moment, Nested, lowest, play, sizes_of
from product_tree import build
from small_games import RULES, SmallGame, large_game
from test_strategies import SCORES

from wordle_compiler import InputError, Rule, compile_tree
from wordle_compiler.strategies.heuristic import draw_number, draw_sample

MASK = (1 << 64) - 1
LARGE = large_game(11, n_answers=(60, 60), n_allowed=(90, 90))


def plain_number(seed: int, numbers: list[int]) -> int:
    text = seed.to_bytes(8, "little") + b"".join(number.to_bytes(4, "little") for number in numbers)
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest(), "little")


def plain_sample(seed: int, numbers: list[int], n_drawn: int) -> list[int]:
    """SplitMix64 as its authors write it, started at the position's number."""
    state = plain_number(seed, numbers)
    ranked = []
    for number in numbers:
        state = (state + 0x9E3779B97F4A7C15) & MASK
        mixed = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
        ranked.append((mixed ^ (mixed >> 31), number))
    return sorted(number for _, number in sorted(ranked)[:n_drawn])


@pytest.mark.parametrize("seed", [0, 1, (1 << 63) - 1])
def test_draws_are_those_of_the_plain_arithmetic(seed: int) -> None:
    numbers = [2, 3, 5, 70, 1000, 12_971]
    candidates = np.array(numbers, np.int32)

    assert draw_number(seed, candidates) == plain_number(seed, numbers)
    for n_drawn in range(1, 7):
        assert draw_sample(seed, candidates, n_drawn).tolist() == plain_sample(seed, numbers, n_drawn)


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
        ("entropy", {"sample": 0}, "sample must be a whole number, at least 1, not 0"),
        ("minimax", {"sample": True}, "sample must be a whole number, at least 1, not True"),
        ("random", {"seed": 1 << 63}, "seed must be a whole number, at least 0"),
        ("random", {"sample": 3}, "strategy random has no option 'sample'"),
        ("random", {"guess_from": "allowed"}, "strategy random has no option 'guess_from'"),
        ("first", {"guess_from": "allowed"}, "strategy first has no option 'guess_from'"),
        ("letter-entropy", {"sample": 3}, "strategy letter-entropy has no option 'sample'"),
        ("minimax", {"guess_from": "all"}, "guess_from must be one of allowed, candidates, not 'all'"),
        ("optimal", {"guess_from": "allowed"}, "strategy optimal has no option 'guess_from'"),
        ("two-step", {"two_step_limit": 0}, "two_step_limit must be a whole number, at least 1, not 0"),
        ("shortlist", {"shortlist_size": 0}, "shortlist_size must be a whole number, at least 1, not 0"),
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
    assert "the option seed must be a whole number, at least 0, not '999" in result.stderr
