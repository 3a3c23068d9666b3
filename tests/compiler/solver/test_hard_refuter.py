"""Under rule hard: what no tree solves within a limit, and the trees that keep it, against brute force."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from sampled import sampled

from wordle_compiler import Game, Rule, WordList
from wordle_compiler.commands.compile import compile_command
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.lists import load_list
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.problem import Problem, make_problem
from wordle_compiler.search.stopping import Deadline, StoppedError
from wordle_compiler.solver.refutation import hard_parts as hard_parts_module
from wordle_compiler.solver.refutation.hard_parts import N_DEMANDS
from wordle_compiler.solver.refutation.hard_refuter import HardRefuter, can_decide
from wordle_compiler.solver.refutation.part_library import Part
from wordle_compiler.solver.refutation.refute import Refutation
from wordle_compiler.solver.solver import ExactSolver
from wordle_compiler.strategies import optimal as optimal_module

MOST = 7
"""The largest limit that is tried."""


def game_of(answers: list[str], allowed: list[str]) -> Game:
    return Game(WordList("answers", tuple(sorted(answers))), WordList("allowed", tuple(sorted(allowed))), Rule.HARD)


@lru_cache(maxsize=1)
def problem_of(game: Game) -> Problem:
    return make_problem(game, FeedbackMatrix.of(game))


def refuter_of(game: Game, n_workers: int = 1) -> HardRefuter:
    return HardRefuter(game.allowed.words, problem_of(game), n_workers=n_workers)


def tiny_games(seed: int, n_games: int) -> Iterator[Game]:
    """Yields families of words, and words with up to four copies of a letter; with guesses that are no answers."""
    dice = random.Random(seed)
    for number in range(n_games):
        if number % 4 == 0:
            letters = "ab" + "cd"[: dice.randint(0, 2)]
            words = sorted({"".join(dice.choice(letters) for _ in range(4)) for _ in range(dice.randint(6, 24))})
            yield game_of(dice.sample(words, dice.randint(2, min(12, len(words)))), words)
            continue
        places = "abcdefghijkl"[: dice.randint(2, 12)], "mnoa"[: dice.randint(1, 4)], "abm"[: dice.randint(1, 3)], "a"
        space = ["".join(word) for word in itertools.product(*places)]
        if number % 4 == 1:
            space = [f"{first}nba" for first in "abcdefghijkl"[: dice.randint(5, 12)]]
        dice.shuffle(space)
        n_answers = dice.randint(2, min(12, len(space)))
        others = ["".join(dice.choice("abcdefm") for _ in range(4)) for _ in range(dice.randint(0, 6))]
        yield game_of(space[:n_answers], sorted({*space[:n_answers], *others}))


class BruteForce:
    """Tries every legal guess. Demands: a letter or a dot for each place, and the letters needed, each as often."""

    def __init__(self, game: Game) -> None:
        self.answers, self.allowed = game.answers.words, game.allowed.words
        self.is_solved = cache(self._is_solved)

    def _is_solved(self, members: tuple[str, ...], greens: str, needed: tuple[str, ...], limit: int) -> bool:
        if len(members) <= 1 or limit == 0:
            return limit >= len(members)
        return any(
            self.is_solved_by(members, greens, needed, guess, limit)
            for guess in self.allowed
            if is_legal(guess, greens, needed)
        )

    def is_solved_by(
        self, members: tuple[str, ...], greens: str, needed: tuple[str, ...], guess: str, limit: int
    ) -> bool:
        cells: dict[str, list[str]] = {}
        for answer in members:
            cells.setdefault(colours(guess, answer), []).append(answer)
        return all(
            code == "g" * len(guess) or self.is_solved(tuple(cell), *after(greens, needed, guess, code), limit - 1)
            for code, cell in cells.items()
        )


@cache
def colours(guess: str, answer: str) -> str:
    """Returns the feedback by the rules of the game: greens first, then each letter as often as it is left."""
    left = [a for g, a in zip(guess, answer, strict=True) if g != a]
    code = []
    for g, a in zip(guess, answer, strict=True):
        if g == a:
            code.append("g")
        elif g in left:
            left.remove(g)
            code.append("y")
        else:
            code.append("_")
    return "".join(code)


@cache
def after(greens: str, needed: tuple[str, ...], guess: str, code: str) -> tuple[str, tuple[str, ...]]:
    """Returns the demands after a turn."""
    seen = [letter for letter, colour in zip(guess, code, strict=True) if colour != "_"]
    together = [letter for letter in {*needed, *seen} for _ in range(max(needed.count(letter), seen.count(letter)))]
    places = "".join(
        letter if colour == "g" else green for letter, colour, green in zip(guess, code, greens, strict=True)
    )
    return places, tuple(sorted(together))


@cache
def is_legal(guess: str, greens: str, needed: tuple[str, ...]) -> bool:
    fits = all(green in (".", letter) for green, letter in zip(greens, guess, strict=True))
    return fits and all(guess.count(letter) >= needed.count(letter) for letter in needed)


def expect_keeps(node: TreeNode, members: tuple[str, ...], greens: str, needed: tuple[str, ...], limit: int) -> None:
    """Asserts that a tree solves every member with legal guesses within a limit."""
    assert limit >= 1
    assert is_legal(node.guess, greens, needed)
    cells: dict[str, list[str]] = {}
    for answer in members:
        cells.setdefault(colours(node.guess, answer), []).append(answer)
    assert node.solves == (cells.pop("g" * len(node.guess), None) is not None)
    assert len(node.children) == len(cells)
    for code, cell in cells.items():
        child = node.children[sum(3**place * "_yg".index(c) for place, c in enumerate(reversed(code)))]
        expect_keeps(child, tuple(cell), *after(greens, needed, node.guess, code), limit - 1)


@pytest.mark.parametrize("few", [False, True])
@pytest.mark.parametrize(("seed", "n_games"), sampled([(0, 16), *((seed, 32) for seed in range(16))], 1))
def test_what_is_decided_is_what_brute_force_finds(
    monkeypatch: pytest.MonkeyPatch, seed: int, n_games: int, few: bool
) -> None:
    if few:
        # The oldest parts are forgotten all the time, and the memo has no room for any set.
        monkeypatch.setattr(hard_parts_module, "LATEST", 1)
        monkeypatch.setattr(hard_parts_module, "_MEMO_POOL", 1)
    n_refuted, n_kept = [0] * (MOST + 1), [0] * (MOST + 1)
    for game in tiny_games(seed, n_games):
        brute_force, nothing = BruteForce(game), ("....", ())
        for limit in range(2, MOST + 1):
            refuter = refuter_of(game)
            is_refuted = refuter.refute(limit, range(len(game.allowed))) is not None
            assert is_refuted == (not brute_force.is_solved(game.answers.words, *nothing, limit)), (game, limit)
            n_refuted[limit] += is_refuted
            n_kept[limit] += not is_refuted
            if refuter.witness is not None:
                expect_keeps(refuter.witness, game.answers.words, *nothing, limit)
            opener = (seed + limit) % len(game.allowed)
            of_one = refuter_of(game).refute(limit, [opener]) is not None
            word = game.allowed.words[opener]
            assert of_one == (not brute_force.is_solved_by(game.answers.words, *nothing, word, limit)), (word, limit)
    assert n_refuted[2] > 10 * n_games / 32
    assert n_refuted[3] > 2 * n_games / 32
    assert sum(n_refuted[4:]) > 1
    assert min(n_kept[2:]) > 1


def real_game(letters: str, n_answers: int) -> Game:
    """Returns a game of words of some letters. Unlike tiny games it has several large cells, and families in many."""
    dice = random.Random(letters)
    words = [word for word in load_list("original-allowed").words if set(word) <= set(letters)]
    answers = dice.sample(words, n_answers)
    return game_of(answers, sorted({*answers, *dice.sample(words, 50)}))


def game_of_families() -> Game:
    """Returns a game of families, in which few openers keep 6 guesses."""
    dice = random.Random(3)
    words = load_list("original-allowed").words
    answers = {word for word in words if word.endswith(("ight", "atch", "ound"))} | {*dice.sample(words, 30)}
    return game_of([*answers], sorted({*answers, *dice.sample(words, 60)}))


@pytest.mark.parametrize(
    ("game", "limit", "step"),
    sampled(
        [
            (game_of_families(), 6, 3),
            (game_of_families(), 6, 1),
            (real_game("ilsbkmpfgo", 90), 4, 1),
            (real_game("aelstripg", 150), 3, 1),
            (real_game("abdeilnsy", 150), 3, 1),
            (real_game("acehnrstk", 150), 3, 1),
            (real_game("aeghilntsk", 200), 3, 1),
        ],
        1,
    ),
)
def test_real_words_are_decided_as_by_the_exact_search(game: Game, limit: int, step: int) -> None:
    problem = make_problem(game, FeedbackMatrix.of(game))
    exact = ExactSolver(game, FeedbackMatrix.of(game), limit)
    openers = range(0, len(game.allowed), step)
    kept = [opener for opener in openers if exact.solve_below(opener) is not None]
    missed = sorted({*openers} - {*kept})
    assert len(kept) > 3
    assert len(missed) > 3

    # Each alone: no opener has the parts of another.
    for opener in openers:
        refuter = HardRefuter(game.allowed.words, problem)
        assert (refuter.refute(limit, [opener]) is not None) == (opener in missed)
        if refuter.witness is not None:
            assert refuter.witness.guess == game.allowed.words[opener]
            expect_keeps(refuter.witness, game.answers.words, ".....", (), limit)
    # Together: parts serve other openers, but never one that keeps the limit.
    assert HardRefuter(game.allowed.words, problem).refute(limit, missed)
    for opener in kept[:: max(1, len(kept) // 8)]:
        assert not HardRefuter(game.allowed.words, problem).refute(limit, [*missed, opener])


def test_every_part_is_unsolvable_under_its_demands() -> None:
    game = game_of_families()
    brute_force, refuter = BruteForce(game), refuter_of(game)
    refuter.refute(6, [0])
    finder = refuter._make()
    for opener in range(len(game.allowed)):
        finder.part_below(opener, refuter._everything, 0, 5)
    parts = finder.parts

    letters = sorted({*"".join(game.allowed.words)})
    n_demanding = 0
    for limit in (2, 3):
        # Brute force takes long for the larger ones.
        for number in range(0, parts.n_parts[limit], 1 if limit == 2 else 8):
            members = parts.pool[limit, slice(*parts.start[limit, number : number + 2])]
            words = tuple(game.answers.words[member] for member in members)
            mask, value, need, more = (int(word) for word in parts.demands_of[limit].reshape(-1, N_DEMANDS)[number])
            greens = "".join(letters[value >> 5 * i & 31] if mask >> 5 * i & 31 else "." for i in range(5))
            bits = (need, need >> 32, more, more >> 32)
            needed = tuple(sorted(letter for bit in bits for i, letter in enumerate(letters) if bit >> i & 1))
            assert all(is_legal(word, greens, needed) for word in words)
            assert not brute_force.is_solved(words, greens, needed, limit)
            n_demanding += needed != ()
    assert n_demanding > 20


def as_lists(refutation: Refutation | None) -> object:
    return refutation and (refutation.part_of, [part_as_list(part) for part in refutation.parts])


def part_as_list(part: Part) -> object:
    smaller = [part_as_list(one) for one in part.smaller]
    return part.limit, part.members.tolist(), part.demands.tolist(), smaller


@pytest.mark.parametrize("n_workers", sampled([2, 4], 1))
def test_workers_do_not_change_what_is_decided_nor_the_tree(n_workers: int) -> None:
    n_trees = 0
    for game in tiny_games(77, 20):
        for limit in (3, 4, 5):
            one, more = refuter_of(game), refuter_of(game, n_workers)
            openers = range(len(game.allowed))
            assert as_lists(one.refute(limit, openers)) == as_lists(more.refute(limit, openers))
            assert one.witness == more.witness
            n_trees += one.witness is not None
    assert n_trees > 10


def test_a_green_family_needs_a_guess_for_each_word() -> None:
    # Once _ALLY is green, every legal guess is one of these; BODGE, which would tell four apart, is not legal.
    family = ["bally", "dally", "gally", "pally", "rally", "sally", "tally", "wally"]
    game = game_of(family, [*family, "fully"])
    refuter = refuter_of(game)
    family_openers = [game.allowed.words.index(word) for word in family]

    assert refuter.refute(7, family_openers)
    assert not refuter.refute(8, family_openers)
    assert refuter.witness is not None
    assert refuter.witness.worst_case() == 8


def test_a_full_pool_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hard_parts_module, "POOL", 8)
    n_refuted = 0
    for game in tiny_games(7, 12):
        brute_force = BruteForce(game)
        for limit in (3, 4):
            is_refuted = refuter_of(game).refute(limit, range(len(game.allowed))) is not None
            assert is_refuted == (not brute_force.is_solved(game.answers.words, "....", (), limit))
            n_refuted += is_refuted
    assert n_refuted > 2


def test_a_full_pool_grows_for_a_tree_and_for_an_explanation(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of_families()
    roomy = refuter_of(game)
    assert not roomy.refute(6, range(len(game.allowed)))
    monkeypatch.setattr(hard_parts_module, "POOL", 8)
    tight = refuter_of(game)
    missed = next(opener for opener in range(len(game.allowed)) if refuter_of(game).refute(6, [opener]) is not None)

    assert not tight.refute(6, range(len(game.allowed)))
    assert tight.witness is not None
    expect_keeps(tight.witness, game.answers.words, ".....", (), 6)
    refutation = tight.refute(6, [missed])
    assert refutation is not None
    assert refutation.part_of == {missed: 0}
    assert refutation.parts[0].smaller


def test_a_letter_that_must_be_used_three_times() -> None:
    # AAABBB shows three yellow As. CDEGAA, which tells the four apart, has only two, so it is not legal.
    game = game_of(
        ["ffcaaa", "ffdaaa", "ffeaaa", "ffgaaa"], ["aaabbb", "cdegaa", "ffcaaa", "ffdaaa", "ffeaaa", "ffgaaa"]
    )
    opener = [game.allowed.words.index("aaabbb")]

    assert refuter_of(game).refute(4, opener)
    assert not refuter_of(game).refute(5, opener)
    assert not refuter_of(game).refute(2, [game.allowed.words.index("cdegaa")])


def test_a_deadline_ends_it() -> None:
    game = next(tiny_games(5, 1))
    refuter = HardRefuter(game.allowed.words, make_problem(game, FeedbackMatrix.of(game)), deadline=Deadline(0))
    with pytest.raises(StoppedError):
        refuter.refute(3, range(len(game.allowed)))


def test_games_that_are_not_decided() -> None:
    game = next(tiny_games(5, 1))
    problem = make_problem(game, FeedbackMatrix.of(game))
    any_game = Game(game.answers, game.allowed, Rule.ANY)

    assert can_decide(game, problem, 6)
    assert not can_decide(game, problem, 13)
    assert not can_decide(any_game, make_problem(any_game, FeedbackMatrix.of(any_game)), 6)
    # More letters, or more copies of one, than can be packed.
    five = game_of(["aaaaa", "aaaab"], ["aaaaa", "aaaab"])
    assert not can_decide(five, make_problem(five, FeedbackMatrix.of(five)), 6)
    many = game_of(*[[chr(0x4E00 + number) * 2 for number in range(40)]] * 2)
    assert not can_decide(many, make_problem(many, FeedbackMatrix.of(many)), 6)


def test_the_command_finds_the_smallest_worst_case(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(optimal_module, "_MANY_ANSWERS", 2)
    monkeypatch.chdir(tmp_path)
    for number, game in enumerate(tiny_games(31, 4)):
        brute_force = BruteForce(game)
        smallest = next(n for n in range(1, 13) if brute_force.is_solved(game.answers.words, "....", (), n))
        for name, words in (("answers", game.answers.words), ("allowed", game.allowed.words)):
            Path(name).write_text("\n".join(words), encoding="utf-8")
        arguments = ["--answers", "answers", "--allowed", "allowed", "--rule", "hard", "--max-guesses", "12"]
        arguments += ["--objective", "worst-case", "-o", f"{number}.tree"]
        result = CliRunner().invoke(compile_command, arguments)
        assert result.exit_code == 0, (number, result.output)
        assert f"worst case {smallest} guess" in result.stdout, (number, game, result.stdout)
