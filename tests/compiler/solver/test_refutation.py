"""Refutations against brute force: what no tree solves within up to five guesses, and the parts that show it."""

from __future__ import annotations

import itertools
import random
import threading
from collections.abc import Iterator
from functools import lru_cache

import numpy as np
import pytest
from click.testing import CliRunner
from sampled import sampled

from wordle_compiler import Game, Rule, WordList
from wordle_compiler.commands.compile import compile_command
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.search.problem import Problem, make_problem
from wordle_compiler.search.stopping import Deadline, StoppedError
from wordle_compiler.solver.refutation import cores as cores_module
from wordle_compiler.solver.refutation import refute as refute_module
from wordle_compiler.solver.refutation.cores import find_core, new_cores, separate
from wordle_compiler.solver.refutation.part_finder import MOST_OF_KERNELS
from wordle_compiler.solver.refutation.part_library import Part, choose_cover
from wordle_compiler.solver.refutation.refute import LARGEST_LIMIT, Refutation, Refuter, can_refute
from wordle_compiler.strategies import optimal as optimal_module


def game_of(answers: list[str], allowed: list[str]) -> Game:
    return Game(WordList("answers", tuple(sorted(answers))), WordList("allowed", tuple(sorted(allowed))), Rule.ANY)


def problem_of(game: Game) -> Problem:
    return make_problem(game, FeedbackMatrix.of(game))


def tiny_games(seed: int, n_games: int) -> Iterator[Game]:
    """Yields families of words that differ in the first letter: some cannot be solved within 4 guesses."""
    dice = random.Random(seed)
    for _ in range(n_games):
        places = "abcdefghijkl"[: dice.randint(3, 12)], "mno"[: dice.randint(1, 3)], "a"
        space = ["".join(word) for word in itertools.product(*places[: dice.choice((2, 3))])]
        dice.shuffle(space)
        n_answers = dice.randint(2, min(13, len(space)))
        others = ["".join(dice.choice("abcdefm") for _ in space[0]) for _ in range(dice.randint(0, 3))]
        yield game_of(space[:n_answers], sorted({*space[:n_answers], *others}))


class BruteForce:
    """Tries every guess, with feedbacks as they are."""

    def __init__(self, game: Game) -> None:
        self.codes = FeedbackMatrix.of(game).by_guess.astype(int)
        self.won = 3**game.answers.length - 1
        self.is_solved = lru_cache(maxsize=None)(self._is_solved)

    def _is_solved(self, members: tuple[int, ...], limit: int) -> bool:
        if len(members) <= 1 or limit == 0:
            return limit >= len(members)
        return any(self.is_solved_by(members, guess, limit) for guess in range(len(self.codes)))

    def is_solved_by(self, members: tuple[int, ...], guess: int, limit: int) -> bool:
        cells: dict[int, list[int]] = {}
        for answer in members:
            cells.setdefault(self.codes[guess][answer], []).append(answer)
        return all(code == self.won or self.is_solved(tuple(cell), limit - 1) for code, cell in cells.items())


def expect_holds(refutation: Refutation, brute_force: BruteForce, openers: list[int], limit: int) -> None:
    """Asserts that every part is unsolvable, for the reason it gives, and in one cell of its openers."""
    if limit <= MOST_OF_KERNELS:
        assert refutation.parts == ()
        return
    assert sorted(refutation.part_of) == openers
    assert set(refutation.part_of.values()) == set(range(len(refutation.parts)))
    for part in refutation.parts:
        assert part.limit == limit - 1
        expect_unsolvable(part, brute_force)
    for opener, number in refutation.part_of.items():
        assert len(set(brute_force.codes[opener][refutation.parts[number].members])) == 1


def expect_unsolvable(part: Part, brute_force: BruteForce) -> None:
    members = tuple(int(answer) for answer in part.members)
    assert list(members) == sorted(set(members))
    assert not brute_force.is_solved(members, part.limit)
    if part.limit == MOST_OF_KERNELS:
        assert part.smaller == ()
        for spared in members:
            assert brute_force.is_solved(tuple(other for other in members if other != spared), part.limit)
        return
    for smaller in part.smaller:
        assert smaller.limit == part.limit - 1
        assert set(smaller.members) <= set(part.members)
        expect_unsolvable(smaller, brute_force)
    for codes in brute_force.codes:
        if len(set(codes[part.members])) > 1:
            assert any(len(set(codes[smaller.members])) == 1 for smaller in part.smaller)


@pytest.mark.parametrize(("seed", "n_games"), sampled([(0, 30), (1, 30), *((seed, 60) for seed in range(4))], 2))
def test_what_is_refuted_is_what_brute_force_cannot_solve(
    monkeypatch: pytest.MonkeyPatch, seed: int, n_games: int
) -> None:
    # Half of the games with parts for 4 guesses that serve other openers, too.
    monkeypatch.setitem(refute_module._FEW_OPENERS, 5, 512 * (seed % 2))
    n_refuted = [0] * (LARGEST_LIMIT + 1)
    for game in tiny_games(seed, n_games):
        brute_force = BruteForce(game)
        refuter = Refuter(problem_of(game))
        everything = tuple(range(len(game.answers)))
        openers = list(range(len(game.allowed)))
        for limit in range(1, LARGEST_LIMIT + 1):
            refutation = refuter.refute(limit, openers)
            assert (refutation is None) == brute_force.is_solved(everything, limit), (game, limit)
            if refutation is not None:
                n_refuted[limit] += 1
                expect_holds(refutation, brute_force, openers, limit)
    assert n_refuted[2] > n_games / 3
    assert n_refuted[4] > n_games / 6
    assert n_refuted[5] > n_games / 12


def test_one_opener_is_refuted_where_brute_force_cannot_go_on() -> None:
    n_refuted = 0
    for game in tiny_games(99, 40):
        brute_force = BruteForce(game)
        refuter = Refuter(problem_of(game))
        everything = tuple(range(len(game.answers)))
        for opener, limit in itertools.product(range(0, len(game.allowed), 3), range(1, LARGEST_LIMIT + 1)):
            refutation = refuter.refute(limit, [opener])
            assert (refutation is None) == brute_force.is_solved_by(everything, opener, limit), (game, opener, limit)
            if refutation is not None:
                n_refuted += 1
                expect_holds(refutation, brute_force, [opener], limit)
    assert n_refuted > 100


def test_a_family_of_words_needs_as_many_guesses_as_it_has() -> None:
    # Each guess tells only whether it was the word, so 5 words need 5 guesses, and any 4 of them do for a part.
    family = ["bat", "cat", "hat", "mat", "rat"]
    refuter = Refuter(problem_of(game_of(family, family)))

    refutation = refuter.refute(4, range(5))

    assert refutation is not None
    assert {len(part.members) for part in refutation.parts} == {4}
    # The opener itself is never in its part; one part serves the word that it leaves out.
    assert len(refutation.parts) == 5
    assert Refuter(problem_of(game_of(family[:4], family))).refute(4, range(5)) is None


@pytest.mark.parametrize("few", [0, 512])
@pytest.mark.parametrize("limit", [4, 5])
def test_it_does_not_depend_on_the_number_of_workers(monkeypatch: pytest.MonkeyPatch, limit: int, few: int) -> None:
    monkeypatch.setitem(refute_module._FEW_OPENERS, limit, few)
    words = grid_words()
    problem = problem_of(game_of(words, words))
    openers = range(len(words))

    one, two, three = (Refuter(problem, n_workers=n).refute(limit, openers) for n in (1, 2, 3))

    assert one is not None
    assert two is not None
    assert three is not None
    for other in (two, three):
        assert [described(part) for part in other.parts] == [described(part) for part in one.parts]
        assert other.part_of == one.part_of


@pytest.mark.parametrize("n_games", sampled([20, 60], 1))
def test_the_witness_keeps_the_limit_and_does_not_depend_on_the_number_of_workers(
    monkeypatch: pytest.MonkeyPatch, n_games: int
) -> None:
    monkeypatch.setattr(refute_module, "_N_TRIED", 1)
    n_found = 0
    for game in tiny_games(7, n_games):
        problem = problem_of(game)
        everything = tuple(range(len(game.answers)))
        brute_force = BruteForce(game)
        for limit in (3, 4, 5):
            refuters = [Refuter(problem, n_workers=n) for n in (1, 2, 3)]
            for refuter in refuters:
                refuter.refute(limit, range(len(game.allowed)))
            witness = refuters[0].witness
            assert [refuter.witness for refuter in refuters] == [witness] * 3
            if witness is not None:
                n_found += 1
                assert brute_force.is_solved_by(everything, witness, limit)
    assert n_found > 3 * n_games / 2


def described(part: Part) -> tuple[list[int], list[object]]:
    return part.members.tolist(), [described(smaller) for smaller in part.smaller]


def test_cores_that_no_longer_fit_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cores_module, "_MOST_CORES", 2)
    for game in tiny_games(5, 30):
        brute_force = BruteForce(game)
        refutation = Refuter(problem_of(game)).refute(4, range(len(game.allowed)))
        assert (refutation is None) == brute_force.is_solved(tuple(range(len(game.answers))), 4)


def test_a_core_cannot_be_separated_and_has_nothing_to_spare() -> None:
    n_cores = 0
    for game in tiny_games(7, 60):
        problem = problem_of(game)
        cores = new_cores(problem)
        everything = np.arange(len(game.answers), dtype=np.uint16)
        number = find_core(problem, cores, everything)
        if number < 0:
            assert separate(problem, cores, everything) == 0
            continue
        core = tuple(int(answer) for answer in cores.pool[: cores.stop[0]])
        brute_force = BruteForce(game)
        assert number == 0
        assert not brute_force.is_solved(core, 2)
        for spared in core:
            assert brute_force.is_solved(tuple(answer for answer in core if answer != spared), 2)
        n_cores += 1
    assert n_cores > 20


def test_the_cover_serves_every_column_and_prefers_what_serves_many() -> None:
    serves = np.array([[1, 1, 0, 0, 0], [0, 1, 1, 1, 0], [0, 0, 0, 1, 0], [1, 0, 0, 0, 1]], np.bool_)

    assert choose_cover(serves) == [1, 3]


def test_the_deadline_ends_it() -> None:
    game = game_of(["bat", "cat", "hat", "mat", "rat"], ["bat", "cat", "hat", "mat", "rat"])
    refuter = Refuter(problem_of(game), deadline=Deadline(0))

    with pytest.raises(StoppedError):
        refuter.refute(4, range(5))


def test_progress_counts_the_openers() -> None:
    seen: list[tuple[int, int, str]] = []
    game = game_of(["bat", "cat", "hat", "mat", "rat"], ["bat", "cat", "hat", "mat", "rat"])
    Refuter(problem_of(game), progress=lambda *args: seen.append(args)).refute(4, range(5))

    assert seen[-1] == (5, 5, "no tree within 4 guesses: openers")


def test_rule_candidates_and_codes_are_left_to_the_search() -> None:
    game = game_of(["bat", "cat"], ["bat", "cat"])

    assert can_refute(game)
    assert not can_refute(Game(game.answers, game.allowed, Rule.CANDIDATES))


def grid_words() -> list[str]:
    """Returns 130 words of two letters that share no letter across places: a guess tells just which of its letters fit.

    While nothing fits, a guess removes one row and one column of 13 by 10: far more than 4 guesses are needed.
    """
    return [first + second for first in "abcdefghijklm" for second in "nopqrstuvw"]


def test_the_command_finds_at_once_that_nothing_keeps_four_guesses(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("grid")
    words = folder / "words.txt"
    words.write_text("\n".join(grid_words()), encoding="utf-8")
    asked: list[int] = []

    class Spy(Refuter):
        def refute(self, limit: int, openers: object) -> Refutation | None:
            asked.append(limit)
            return super().refute(limit, openers)  # type: ignore[arg-type]

    monkeypatch.setattr(optimal_module, "Refuter", Spy)
    command = ["--answers", str(words), "--allowed", str(words), "--max-guesses", "4", "-o", str(folder / "x.tree")]

    result = CliRunner().invoke(compile_command, command)

    assert result.exit_code == 1
    assert "no tree of this game solves every answer within 4 guesses" in result.stderr
    assert asked == [4]
    assert not (folder / "x.tree").exists()


def test_an_interrupt_ends_it_promptly() -> None:
    # 13 by 10 words with three guesses: an unsolvable part is found, and each opener takes its time.
    words = [word + "z" for word in grid_words()]
    refuter = Refuter(problem_of(game_of(words, words)), n_workers=2, progress=_interrupt)
    before = threading.active_count()

    with pytest.raises(KeyboardInterrupt):
        refuter.refute(4, range(len(words)))

    assert threading.active_count() <= before + 1


def _interrupt(_done: int, _total: int, _what: str) -> None:
    raise KeyboardInterrupt
