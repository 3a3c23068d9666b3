"""Kind mastermind in the compiler: feedback, symmetry of first guesses, strategies against published counts, search."""

import json
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from command_runs import wordle_compile
from reference_solver import pegs_of
from tiny_games import TinyGame, brute_force_of

from wordle_compiler import Game, InputError, Rule, WordList, analyse_position, compile_tree
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.mastermind import bulls_and_cows, mastermind, place_permutations
from wordle_runtime import load
from wordle_runtime.feedback import pegs

# Guess, answer, blacks, whites: counted by hand.
BY_HAND = [
    ("1122", "1122", 4, 0),
    ("1122", "2211", 0, 4),
    ("1122", "1212", 2, 2),
    ("1122", "3344", 0, 0),
    ("1122", "1345", 1, 0),
    ("1122", "3145", 1, 0),
    ("1122", "3415", 0, 1),
    ("1112", "2111", 2, 2),
    ("1111", "1222", 1, 0),
    ("1222", "1111", 1, 0),
    ("1223", "2234", 1, 2),
    ("0123", "3210", 0, 4),
    ("0123", "0132", 2, 2),
    ("12", "21", 0, 2),
    ("aab1c", "1caab", 0, 5),
]


def game_of(answers: Iterable[str], allowed: Iterable[str], rule: Rule = Rule.ANY) -> Game:
    return Game(WordList.from_words(answers, "answers"), WordList.from_words(allowed, "allowed"), rule, "mastermind")


@pytest.mark.parametrize("feedback", [pegs, pegs_of])
@pytest.mark.parametrize(("guess", "answer", "n_blacks", "n_whites"), BY_HAND)
def test_feedback_by_hand(feedback, guess: str, answer: str, n_blacks: int, n_whites: int) -> None:
    assert divmod(feedback(guess, answer), len(guess) + 1) == (n_blacks, n_whites)
    assert feedback(answer, guess) == feedback(guess, answer)


TWELVE = ("123456789abc", "123456789acb", "bca987654321", "cccccccccccc")


@pytest.mark.parametrize(
    "game",
    [
        *(mastermind(2, 3), mastermind(3, 4), mastermind(4, 3), mastermind(6, 2), mastermind(3, 6, repeats=False)),
        # Guesses with symbols that no answer has.
        game_of(("1122", "1123", "5123"), ("1122", "1123", "3333", "4441", "4455", "5123")),
        # The most pegs: all black is 156, which still fits a byte.
        game_of(TWELVE, TWELVE),
    ],
    ids=lambda game: f"{game.answers.name}-{game.length}",
)
def test_matrix_is_the_rule_for_every_pair(game: Game) -> None:
    matrix = FeedbackMatrix.of(game)

    assert matrix.by_guess.tolist() == [
        [pegs_of(guess, answer) for answer in game.answers.words] for guess in game.allowed.words
    ]
    assert matrix.by_answer.tolist() == matrix.by_guess.T.tolist()
    assert matrix.by_answer.flags.c_contiguous
    assert matrix.by_guess.dtype == np.uint8
    assert matrix.by_guess.max() == matrix.n_feedbacks - 1 == game.length * (game.length + 1)


@pytest.mark.parametrize("make", [mastermind, bulls_and_cows])
def test_rule_hard_is_refused(make) -> None:
    with pytest.raises(InputError, match="rule hard is about green and yellow letters, which kind mastermind does not"):
        make(rule=Rule.HARD)


def test_games_of_the_two_kinds_differ_though_the_words_are_the_same() -> None:
    game = mastermind(3, 3)

    assert Game(game.answers, game.allowed).fingerprint != game.fingerprint


@pytest.mark.parametrize(
    ("game", "n_permutations"),
    [
        (mastermind(), 24),
        (mastermind(3, 5, repeats=False), 6),
        # A code is missing; 23 and 32 are; there are fewer answers; the kind is wordle.
        (game_of(("11", "12", "21"), ("11", "12", "21")), 0),
        (game_of(("12", "21", "13", "31"), ("12", "21", "13", "31")), 0),
        (game_of(("11", "12"), ("11", "12", "21", "22")), 0),
        (Game(mastermind(2, 3).answers, mastermind(2, 3).allowed), 0),
    ],
    ids=str,
)
def test_places_may_be_permuted_where_all_codes_are_there(game: Game, n_permutations: int) -> None:
    assert len(place_permutations(game)) == n_permutations


@pytest.mark.parametrize(
    ("strategy", "opener", "histogram", "total"),
    [
        # Knuth 1977, by his tie-break; the others: Kooi, "Yet another Mastermind strategy", ICGA Journal 28 (2005).
        ("minimax", "1122", {1: 1, 2: 6, 3: 62, 4: 533, 5: 694}, 5801),
        ("expected-size", "1123", {1: 1, 2: 10, 3: 54, 4: 645, 5: 583, 6: 3}, 5696),
        ("entropy", "1234", {1: 1, 2: 4, 3: 71, 4: 612, 5: 596, 6: 12}, 5722),
        ("most-parts", "1123", {1: 1, 2: 12, 3: 72, 4: 635, 5: 569, 6: 7}, 5668),
        ("first", "1111", {1: 1, 2: 4, 3: 25, 4: 108, 5: 305, 6: 602, 7: 196, 8: 49, 9: 6}, 7471),
    ],
)
def test_published_histograms_of_four_pegs_and_six_colours(
    strategy: str, opener: str, histogram: dict[int, int], total: int
) -> None:
    made = compile_tree(mastermind(), strategy, max_guesses=9)

    assert (made.tree.opener, made.histogram, made.guarantee.total) == (opener, histogram, total)


def test_position_knows_pegs() -> None:
    game = mastermind(4, 4)
    analysis = analyse_position(game, "1122:1b1w 1313:1,2", n_alternatives=1)
    candidates = frozenset(
        code for code in game.answers.words if pegs_of("1122", code) == 6 and pegs_of("1313", code) == 7
    )
    brute = brute_force_of(TinyGame("mastermind", "any", tuple(sorted(candidates)), game.allowed.words))

    assert len(candidates) == 5
    assert set(analysis.candidates) == candidates
    assert analysis.best.total == brute.cost(candidates, 4)
    assert analysis.as_json()["history"] == [["1122", "1b1w"], ["1313", "1b2w"]]


def json_of(arguments: str) -> dict[str, Any]:
    result = wordle_compile(*arguments.split(), "--quiet", "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.output)  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("game", "limit"),
    [
        (mastermind(), 6),
        (mastermind(4, 7), 6),
        (mastermind(5, 8), 7),
        (mastermind(2, 9), 7),
        (mastermind(2, 9, rule=Rule.CANDIDATES), 11),
        (mastermind(4, 5, repeats=False), 6),
        (bulls_and_cows(), 7),
        (Game(WordList("words", ("ab", "cd")), WordList("words", ("ab", "cd"))), 6),
    ],
)
def test_usual_limit(game: Game, limit: int) -> None:
    assert game.usual_limit == limit


@pytest.mark.parametrize("rule", [Rule.ANY, Rule.CANDIDATES])
@pytest.mark.parametrize(
    ("pegs", "colours", "repeats"),
    [(2, 2, True), (2, 7, True), (2, 8, False), (3, 3, True), (3, 4, True), (4, 4, False)],
)
def test_usual_limit_solves_the_game_and_costs_nothing(rule: Rule, pegs: int, colours: int, *, repeats: bool) -> None:
    """Two places of seven colours under rule candidates need seven guesses: one more than Wordle's six."""
    game = mastermind(pegs, colours, repeats=repeats, rule=rule)

    usual = compile_tree(game, n_workers=1)
    generous = compile_tree(game, max_guesses=30, n_workers=1)

    assert usual.tree.info.status == "optimal"
    assert usual.guarantee.total == generous.guarantee.total


@pytest.mark.parametrize(
    ("arguments", "name", "n_codes"),
    [
        ("--game mastermind", "mastermind-4x6", 1296),
        ("--game mastermind --no-repeats", "mastermind-4x6-no-repeats", 360),
        ("--game mastermind --pegs 2 --colours 35", "mastermind-2x35", 1225),
        ("--game bulls-and-cows", "bulls-and-cows", 5040),
    ],
)
def test_command_makes_the_game(tmp_path, arguments: str, name: str, n_codes: int) -> None:
    file = tmp_path / "codes.tree"

    json_of(f"{arguments} --strategy first -o {file}")

    answers = load(file).info.game.answers
    assert (answers.name, answers.count) == (name, n_codes)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"pegs": 1}, "a code has 2 to 12 pegs, not 1"),
        ({"pegs": 13}, "a code has 2 to 12 pegs, not 13"),
        ({"colours": 1}, "there are 2 to 35 colours, not 1"),
        ({"colours": 36}, "there are 2 to 35 colours, not 36"),
    ],
)
def test_numbers_out_of_range_are_refused(arguments: dict[str, int], message: str) -> None:
    with pytest.raises(InputError, match=message):
        mastermind(**arguments)
