"""The fewest unsolved answers, and then the smallest total, against brute force in tiny games that no tree solves."""

from __future__ import annotations

import itertools
import random
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from reference_solver import NOTHING, Knowledge, Reference, colours_of, learn, replay
from sampled import sampled_seeds
from small_games import RULES, SmallGame

from wordle_compiler import Game, InputError, Rule, Weights, WordList, compile_tree
from wordle_compiler.commands.compile import compile_command
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.mastermind import mastermind
from wordle_compiler.solver.objective import Objective
from wordle_compiler.strategies import Order, get_strategy
from wordle_runtime import load
from wordle_runtime.feedback import pegs
from wordle_runtime.verification.verify import verify

pytestmark = pytest.mark.usefixtures("small_memo")

Cost = tuple[int, int]
"""(unsolved answers, sum of guesses over the solved ones)."""

FAMILY = tuple(f"{letter}ill" for letter in "abcdefgh")
"""Each guess solves its own word and tells no others apart."""


def tiny_game(seed: int) -> SmallGame:
    """Makes a game of 4 to 8 answers, often with a family, and up to 6 other words."""
    dice = random.Random(f"unsolved {seed}")
    length = dice.randint(2, 3)
    words = ["".join(word) for word in itertools.product("abcd"[: dice.randint(2, 4)], repeat=length)]
    if dice.random() < 0.5:
        tail = dice.choice(words)[1:]
        words = [f"{letter}{tail}" for letter in "abcdefgh"] + dice.sample(words, min(len(words), 6))
    words = sorted(set(words))
    dice.shuffle(words)
    n_answers = min(len(words), dice.randint(4, 8))
    n_others = dice.randint(0, 6)
    answers = sorted(words[:n_answers])
    return SmallGame(f"tiny-{seed}", tuple(answers), tuple(sorted([*answers, *words[n_answers:][:n_others]])))


class BruteForce:
    """Tries every legal guess at every position to the end, those that tell nothing as well."""

    def __init__(self, small: SmallGame, rule: str) -> None:
        self._legal = Reference(small.answers, small.allowed, rule).legal
        self._is_hard = rule == "hard"
        self.cost = cache(self._cost)

    def _cost(self, candidates: frozenset[str], limit: int, known: Knowledge = NOTHING) -> Cost:
        if limit == 0:
            return len(candidates), 0
        return min(self.cost_with(guess, candidates, limit, known) for guess in self._legal(candidates, known))

    def cost_with(self, guess: str, candidates: frozenset[str], limit: int, known: Knowledge = NOTHING) -> Cost:
        cells: dict[tuple[int, ...], set[str]] = {}
        for answer in candidates - {guess}:
            cells.setdefault(colours_of(guess, answer), set()).add(answer)
        n_unsolved, total = 0, int(guess in candidates)
        for colours, cell in cells.items():
            after = learn(known, guess, colours) if self._is_hard else NOTHING
            missed, below = self.cost(frozenset(cell), limit - 1, after)
            n_unsolved += missed
            total += below + len(cell) - missed
        return n_unsolved, total


@pytest.mark.parametrize("rule", RULES, ids=str)
@sampled_seeds(20, 1000)
def test_against_brute_force(seeds: range, rule: Rule) -> None:
    n_missed = 0
    for seed in seeds:
        small = tiny_game(seed)
        brute = BruteForce(small, rule.value)
        everything = frozenset(small.answers)
        limit = 1 + seed % 4
        opener = None if seed % 3 else small.answers[seed % len(small.answers)]
        game = small.under(rule)
        openers = () if opener is None else (small.allowed.index(opener),)
        order = Order(game, FeedbackMatrix.of(game), openers, limit, objective=Objective.UNSOLVED_THEN_TOTAL)
        root, status = get_strategy("optimal").build(order)

        best = brute.cost_with(opener, everything, limit) if opener else brute.cost(everything, limit)
        found = replay(root, small.answers, small.allowed, rule.value, limit)
        solved = [n_guesses for n_guesses in found.values() if n_guesses is not None]
        assert (len(found) - len(solved), sum(solved)) == best, small.name
        assert status == ("optimal below opener" if opener else "optimal")
        n_missed += best[0] > 0
    assert n_missed > len(seeds) // 4


def test_codes_against_brute_force() -> None:
    game = mastermind(2, 4)

    @cache
    def cost(codes: frozenset[str], limit: int) -> Cost:
        if limit == 0:
            return len(codes), 0
        return min(cost_with(guess, codes, limit) for guess in game.allowed.words)

    def cost_with(guess: str, codes: frozenset[str], limit: int) -> Cost:
        cells: dict[int, set[str]] = {}
        for code in codes - {guess}:
            cells.setdefault(pegs(guess, code), set()).add(code)
        below = [(cost(frozenset(cell), limit - 1), len(cell)) for cell in cells.values()]
        missed = sum(found[0] for found, _ in below)
        return missed, (guess in codes) + sum(found[1] + size - found[0] for found, size in below)

    for limit in (1, 2, 3, 4):
        report = compile_tree(game, max_guesses=limit, objective="unsolved,total", n_workers=1).report
        assert (len(report.unsolved), report.total) == cost(frozenset(game.answers.words), limit)


def test_several_openers_and_workers() -> None:
    """Of eight words that no guess tells apart, four guesses solve four, whichever come first."""
    words = WordList("family", FAMILY)
    trees = [
        compile_tree(
            Game(words, words),
            opener="bill,cill",
            max_guesses=4,
            objective="unsolved,total",
            n_workers=n_workers,
        )
        for n_workers in (1, 2)
    ]

    assert trees[0].data == trees[1].data
    assert (trees[0].report.fixed, len(trees[0].report.unsolved), trees[0].report.total) == (("bill", "cill"), 4, 10)


def test_tree_is_verified_and_its_claim_is_not_refuted(tmp_path: Path) -> None:
    (tmp_path / "family").write_text("\n".join(FAMILY))
    lists = ["--answers", str(tmp_path / "family"), "--allowed", str(tmp_path / "family"), "-j", "1"]
    ask = ["--max-guesses", "3", "--objective", "unsolved,total", *lists]

    made = CliRunner().invoke(compile_command, [*ask, "-o", str(tmp_path / "x.tree")])
    proof = CliRunner().invoke(compile_command, [*ask, "--certificate", str(tmp_path / "x.proof"), "-o", "-"])

    assert made.exit_code == 0, made.output
    assert "solved     3 of 8 answers" in made.stdout
    assert "no other tree leaves fewer answers unsolved, and none that leaves as few has a smaller total" in made.stdout
    assert verify((tmp_path / "x.tree").read_bytes()).holds
    assert load(tmp_path / "x.tree").info.objective == "unsolved,total"
    assert proof.exit_code == 1
    assert "a certificate is for trees that solve every answer, but this one leaves 5 unsolved" in proof.stderr


def test_weights_are_refused_where_answers_are_missed() -> None:
    words = WordList("family", FAMILY)
    game = Game(words, words)
    weights = Weights.of(dict.fromkeys(FAMILY, 1), words, "even")

    with pytest.raises(InputError, match="leave out the weights"):
        compile_tree(game, max_guesses=3, objective="unsolved,total", weights=weights)
