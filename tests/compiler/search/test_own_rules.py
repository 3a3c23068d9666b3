"""Feedback rules of one's own: the exact total against brute force, for rules that know nothing of letters."""

import random
from collections import defaultdict
from collections.abc import Callable
from functools import cache

import pytest

from wordle_compiler import Game, InputError, Rule, WordList, compile_tree
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.search.problem import make_problem
from wordle_compiler.solver.objective import Objective
from wordle_compiler.strategies import Order, Status, get_strategy

Feedback = Callable[[str, str], int]
WORDS = tuple(sorted(f"{a}{b}{c}" for a in "abc" for b in "ade" for c in "bcf"))


def smallest_total(game: Game, rule: Feedback, limit: int) -> int | None:
    """Plain recursion over every legal guess."""

    @cache
    def total(candidates: frozenset[str], limit: int) -> int | None:
        if not limit:
            return None
        found = []
        for guess in candidates if game.rule == Rule.CANDIDATES else game.allowed:
            cells = defaultdict(set)
            for answer in candidates - {guess}:
                cells[rule(guess, answer)].add(answer)
            if len(cells) == 1 and len(candidates) > 1 and guess not in candidates:
                continue
            totals = [total(frozenset(cell), limit - 1) for cell in cells.values()]
            if None not in totals:
                found.append(len(candidates) + sum(one or 0 for one in totals))
        return min(found, default=None)

    return total(frozenset(game.answers), limit)


def common(guess: str, answer: str) -> int:
    """How many letters two words have in common, as in Jotto."""
    return sum(min(guess.count(letter), answer.count(letter)) for letter in set(guess))


@pytest.mark.parametrize("rule", [Rule.ANY, Rule.CANDIDATES])
@pytest.mark.parametrize("seed", range(8))
def test_the_total_is_that_of_brute_force(rule: Rule, seed: int) -> None:
    dice = random.Random(seed)
    chosen = sorted(dice.sample(WORDS, 10))
    allowed = WordList("allowed", tuple(chosen))
    game = Game(WordList("answers", tuple(sorted(dice.sample(chosen, dice.choice((6, 8)))))), allowed, rule)
    table = {(one, other): dice.randrange(dice.choice((2, 3, 25))) for one in chosen for other in chosen}
    own: Feedback = common if seed % 4 == 0 else lambda guess, answer: table[guess, answer]
    matrix = FeedbackMatrix.of_rule(game, own)
    for limit in (3, 4, 8):
        expected = smallest_total(game, own, limit)
        try:
            tree, status = get_strategy("optimal").build(Order(game, matrix, (), limit))
        except ValueError:
            assert expected is None
            continue

        assert (tree.total(), status) == (expected, Status.OPTIMAL)
        assert tree.worst_case() <= limit


GAME = Game(WordList("all", WORDS), WordList("all", WORDS))


def test_what_the_search_knows_of_letters_is_not_used() -> None:
    own = FeedbackMatrix.of_rule(GAME, common)

    assert not make_problem(GAME, own).has_letters
    assert not own.reordered(own.answer_as_guess.astype(int)).is_own
    assert make_problem(GAME, FeedbackMatrix.of(GAME)).has_letters


def test_what_knows_only_the_rule_of_the_game_refuses_another() -> None:
    own = FeedbackMatrix.of_rule(GAME, common)
    order = Order(GAME, own, (), 6, objective=Objective.WORST_CASE)

    with pytest.raises(InputError, match="only the total is minimised"):
        get_strategy("optimal").build(order)
    with pytest.raises(InputError, match="a tree file cannot hold a feedback rule of your own"):
        compile_tree(GAME, "entropy", matrix=own)
    with pytest.raises(InputError, match="is for words and rules any and candidates, not hard"):
        FeedbackMatrix.of_rule(Game(GAME.answers, GAME.allowed, Rule.HARD), common)
    for value in (-1, 26, 0.5, 1 << 70):
        with pytest.raises(InputError, match="must return whole numbers from 0 to 25"):
            FeedbackMatrix.of_rule(GAME, lambda _guess, _answer, value=value: value)  # type: ignore[misc]
