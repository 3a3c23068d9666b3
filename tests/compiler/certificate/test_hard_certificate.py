"""Certificates of smallest worst cases under rule hard, whose parts have demands, held against both checkers."""

import io
import random
from itertools import product

import pytest
from reference_solver import colours_of
from sampled import sampled, sampled_seeds
from tiny_games import tiny_game

from wordle_checker import Proof, check
from wordle_compiler import Game, Rule, WordList
from wordle_compiler.certificate import chapters as parts_module
from wordle_compiler.certificate.certify import certify
from wordle_compiler.compilation.compiled_tree import CompiledTree, compile_tree
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.lists import load_list
from wordle_compiler.search.problem import make_problem
from wordle_compiler.solver.objective import Objective
from wordle_compiler.solver.refutation.refuter import Refuter
from wordle_compiler.strategies import optimal as optimal_module
from wordle_compiler.strategies.strategy import Facts

FAMILY = ("bally", "dally", "gally", "pally", "rally", "sally", "tally", "wally")
"""Once _ALLY is green, each guess is one of these and solves no other."""


def game_of(answers: tuple[str, ...], allowed: tuple[str, ...]) -> Game:
    return Game(WordList("answers", tuple(sorted(answers))), WordList("allowed", tuple(sorted(allowed))), Rule.HARD)


def compiled(game: Game, opener: str | None = None, max_guesses: int = 12) -> CompiledTree:
    return compile_tree(
        game, "optimal", objective=Objective.WORST_CASE, max_guesses=max_guesses, opener=opener, n_workers=1
    )


def proof_of(game: Game, tree: CompiledTree) -> Proof:
    """Certifies a tree and returns what both checkers say."""
    data = certify(game, tree.data, n_workers=1)
    plain, fast = (
        check(tree.data, io.BytesIO(data), game.answers.words, game.allowed.words, plain=is_plain)
        for is_plain in (True, False)
    )
    assert (plain.sentence, plain.n_lemmas) == (fast.sentence, fast.n_lemmas)
    return plain


def families(seed: int) -> Game:
    """Returns a game of a few real families and other words."""
    dice = random.Random(seed)
    words = load_list("original-allowed").words
    tails = dice.sample(["ight", "atch", "ound", "ills", "ocks", "umps", "ines", "ater"], 2)
    answers = {word for word in words if word.endswith(tuple(tails))} | {*dice.sample(words, 8)}
    return game_of(tuple(dice.sample(sorted(answers), 20)), tuple({*answers, *dice.sample(words, 20)}))


def test_family_is_proven_by_parts_of_parts() -> None:
    game = game_of(FAMILY, (*FAMILY, "fully"))

    proof = proof_of(game, compiled(game, "bally"))

    assert proof.sentence == (
        "proven: no tree that opens with bally solves all 8 answers within 7 guesses (9 allowed words, rule hard); "
        "the tree needs 8"
    )
    # What BALLY leaves within 6 guesses, any six of the seven within 5, any five within 4, any four within 3.
    assert proof.n_lemmas == 1 + 7 + 21 + 35


def test_one_guess_that_separates_many_answers_is_certified_with_what_the_search_found() -> None:
    """Within one guess there is no part to find, however many answers there are."""
    by_feedback = {colours_of("abcde", word): word for word in map("".join, product("abcdex", repeat=5))}
    # Above the number from which the search's refutation is handed on.
    words = tuple(by_feedback.values())[:130]
    game = game_of(words, words)
    facts = Facts()
    tree = compile_tree(game, "optimal", objective=Objective.WORST_CASE, max_guesses=6, n_workers=1, facts=facts)

    data = certify(game, tree.data, n_workers=1, facts=facts)

    assert len(words) > optimal_module._MANY_ANSWERS
    assert data == certify(game, tree.data, n_workers=1)
    proof = check(tree.data, io.BytesIO(data), game.answers.words, game.allowed.words)
    assert proof.sentence == (
        "proven: no tree solves all 130 answers within 1 guess (130 allowed words, rule hard); the tree needs 2"
    )


@pytest.mark.parametrize("seed", sampled(range(24), 1))
def test_real_families_are_certified_for_one_opener_and_for_all(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts_module, "PARTS_A_CHAPTER", 2)
    game = families(seed)
    for opener in (None, game.allowed.words[seed], game.answers.words[-1]):
        tree = compiled(game, opener, 20)

        assert f" within {tree.report.worst_case - 1} guesses (" in proof_of(game, tree).sentence


@sampled_seeds(20, 210)
def test_tiny_games_are_certified(seeds: range) -> None:
    n_lemmas = n_games = 0
    for seed in seeds:
        tiny = tiny_game(seed)
        if tiny.rule != "hard" or len(tiny.answers) < 4:
            continue
        game = game_of(tiny.answers, tiny.allowed)
        n_lemmas += proof_of(game, compiled(game)).n_lemmas
        n_games += 1
    assert n_games > len(seeds) // 8
    assert n_lemmas > len(seeds) // 2


def test_bytes_do_not_depend_on_the_number_of_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts_module, "PARTS_A_CHAPTER", 1)
    game = families(5)
    tree = compiled(game)

    one = certify(game, tree.data, n_workers=1)

    assert all(certify(game, tree.data, n_workers=n) == one for n in (2, 4))


def test_a_few_words_show_that_salet_needs_seven_guesses_today() -> None:
    game = Game(load_list("nyt-2023-answers"), load_list("nyt-2022-allowed"), Rule.HARD)
    refuter = Refuter(make_problem(game, FeedbackMatrix.of(game)))

    refutation = refuter.refute(6, [game.allowed.words.index("salet")])

    assert refutation is not None
    (part,) = refutation.parts
    words = [game.answers.words[member] for member in part.members]
    assert len({colours_of("salet", word) for word in words}) == 1
    assert 6 <= len(words) < 16
