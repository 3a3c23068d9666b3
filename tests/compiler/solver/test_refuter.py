"""What no tree solves within a limit, the parts that show it, and the trees that keep it, against brute force."""

import itertools
import random
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import pytest
from command_runs import wordle_compile
from numpy.typing import NDArray
from reference_solver import NOTHING, Colours, Knowledge, Reference, code_of, colours_of, learn, words_that_meet
from sampled import sampled

from wordle_compiler import Game, Rule, WordList, load_list
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.problem import Problem, make_problem
from wordle_compiler.search.stopping import Deadline, StoppedError, UndecidedError
from wordle_compiler.solver.refutation import parts as parts_module
from wordle_compiler.solver.refutation.part_finder import ALL_SETS, PartFinder, ruled_out_by
from wordle_compiler.solver.refutation.parts import Part
from wordle_compiler.solver.refutation.refuter import Refutation, can_refute, refute
from wordle_compiler.solver.solver import ExactSolver
from wordle_compiler.strategies import optimal as optimal_module

MOST = {Rule.ANY: 5, Rule.HARD: 7}
"""The largest limits that are tried."""

RULES = (Rule.ANY, Rule.HARD)


def game_of(answers: list[str], allowed: list[str], rule: Rule = Rule.HARD) -> Game:
    return Game(WordList("answers", tuple(sorted(answers))), WordList("allowed", tuple(sorted(allowed))), rule)


@lru_cache(maxsize=4)
def problem_of(game: Game) -> Problem:
    return make_problem(game, FeedbackMatrix.of(game))


def tree_of_witness(game: Game, witness: int, limit: int) -> TreeNode:
    """Returns the tree that a narrow search finds: it finds one wherever there is one."""
    tree = ExactSolver(game, FeedbackMatrix.of(game), limit, width=1).solve_below(witness)
    assert tree is not None
    return tree


def tiny_games(seed: int, n_games: int, rule: Rule = Rule.HARD) -> Iterator[Game]:
    """Yields families of words, and words with up to five copies of a letter; with guesses that are no answers."""
    dice = random.Random(seed)
    for number in range(n_games):
        if number % 4 == 0:
            letters = "ab" + "cd"[: dice.randint(0, 2)]
            length = 4 + number % 8 // 4
            words = sorted({"".join(dice.choice(letters) for _ in range(length)) for _ in range(dice.randint(6, 24))})
            yield game_of(dice.sample(words, dice.randint(2, min(12, len(words)))), words, rule)
            continue
        places = "abcdefghijkl"[: dice.randint(2, 12)], "mnoa"[: dice.randint(1, 4)], "abm"[: dice.randint(1, 3)], "a"
        space = ["".join(word) for word in itertools.product(*places)]
        if number % 4 == 1:
            space = [f"{first}nba" for first in "abcdefghijkl"[: dice.randint(5, 12)]]
        dice.shuffle(space)
        n_answers = dice.randint(2, min(12, len(space)))
        others = ["".join(dice.choice("abcdefm") for _ in range(4)) for _ in range(dice.randint(0, 6))]
        yield game_of(space[:n_answers], sorted({*space[:n_answers], *others}), rule)


@lru_cache(maxsize=4)
class BruteForce(Reference):
    """Tells whether a set can be solved within a limit at all: tries every legal guess. Each game has one."""

    def __init__(self, game: Game) -> None:
        super().__init__(game.answers.words, game.allowed.words, game.rule)
        self.is_solved = cache(self._is_solved)

    def _is_solved(self, members: frozenset[str], limit: int, known: Knowledge = NOTHING) -> bool:
        if len(members) <= 1 or limit == 0:
            return limit >= len(members)
        return any(self.is_solved_by(guess, members, limit, known) for guess in self.legal(members, known))

    def is_solved_by(self, guess: str, members: frozenset[str], limit: int, known: Knowledge = NOTHING) -> bool:
        return all(
            cell == {guess} or self.is_solved(cell, limit - 1, self.after(known, guess, colours))
            for colours, cell in self.cells(guess, members).items()
        )

    def after(self, known: Knowledge, guess: str, colours: Colours) -> Knowledge:
        return learn(known, guess, colours) if self.rule == "hard" else NOTHING


def is_legal(word: str, known: Knowledge) -> bool:
    return bool(words_that_meet(known, (word,)))


def expect_keeps(
    brute: BruteForce, node: TreeNode, members: frozenset[str], limit: int, known: Knowledge = NOTHING
) -> None:
    """Asserts that a tree solves every member within a limit, with legal guesses."""
    assert limit >= 1
    assert is_legal(node.guess, known)
    cells = {code_of(colours): (colours, cell) for colours, cell in brute.cells(node.guess, members).items()}
    assert node.solves == (cells.pop(3 ** len(node.guess) - 1, None) is not None)
    assert node.children.keys() == cells.keys()
    for code, (colours, cell) in cells.items():
        expect_keeps(brute, node.children[code], cell, limit - 1, brute.after(known, node.guess, colours))


def expect_holds(refutation: Refutation, game: Game, openers: Sequence[int], limit: int) -> None:
    """Asserts that every part is unsolvable, for the reason it gives, and left whole by its openers."""
    if not refutation.parts:
        assert limit <= (3 if game.rule == Rule.ANY else 1)
        return
    assert sorted(refutation.part_of) == list(openers)
    assert set(refutation.part_of.values()) == set(range(len(refutation.parts)))
    for part in refutation.parts:
        assert part.limit == limit - 1
        expect_unsolvable(part, game)
    for opener, number in refutation.part_of.items():
        assert ruled_out_by(problem_of(game), refutation.parts[number])[opener]


def expect_unsolvable(part: Part, game: Game) -> None:
    words = [game.answers.words[member] for member in part.members]
    assert words == sorted(set(words))
    known = said_by(part.demands, game)
    assert not BruteForce(game).is_solved(frozenset(words), part.limit, known)
    assert (part.smaller != ()) == (part.limit > 3)
    for smaller in part.smaller:
        assert smaller.limit == part.limit - 1
        assert set(smaller.members) <= set(part.members)
        expect_unsolvable(smaller, game)
    for number, guess in enumerate(game.allowed.words):
        is_legal_here = game.rule == Rule.ANY or is_legal(guess, known)
        if part.smaller and is_legal_here and len({colours_of(guess, word) for word in words}) > 1:
            assert any(ruled_out_by(problem_of(game), smaller, part.demands)[number] for smaller in part.smaller)


def said_by(demands: NDArray[np.uint16], game: Game) -> Knowledge:
    """Returns demands as brute force takes them."""
    letters = ["", *sorted({*"".join(game.allowed.words)})]
    said = [letters[number] for number in demands[1:]]
    greens = {(place, letter) for place, letter in enumerate(said[: game.answers.length]) if letter}
    needed = Counter(letter for letter in said[game.answers.length :] if letter)
    return frozenset(greens), frozenset(needed.items())


@pytest.mark.parametrize(
    ("seed", "n_games", "rule", "few"),
    sampled(
        [
            *((0, 8, rule, rule is Rule.ANY) for rule in RULES),
            *((seed, 32, rule, few) for seed in range(16) for rule in RULES for few in (False, True)),
        ],
        2,
    ),
)
def test_what_is_decided_is_what_brute_force_finds(
    monkeypatch: pytest.MonkeyPatch, seed: int, n_games: int, rule: Rule, few: bool
) -> None:
    if few:
        # The oldest parts are forgotten all the time, and the memo has no room for any set.
        monkeypatch.setattr(parts_module, "LATEST", 1)
        monkeypatch.setattr(parts_module, "_MEMO_POOL", 1)
        # The pool grows.
        monkeypatch.setattr(parts_module, "POOL", 8)
    n_refuted, n_kept = [0] * (MOST[rule] + 1), [0] * (MOST[rule] + 1)
    for game in tiny_games(seed, n_games, rule):
        brute_force, everything = BruteForce(game), frozenset(game.answers.words)
        openers = range(len(game.allowed))
        for limit in range(1, MOST[rule] + 1):
            outcome = refute(problem_of(game), limit, openers)
            is_refuted = isinstance(outcome, Refutation)
            assert is_refuted == (not brute_force.is_solved(everything, limit)), (game, limit)
            n_refuted[limit] += is_refuted
            n_kept[limit] += not is_refuted
            if isinstance(outcome, Refutation):
                expect_holds(outcome, game, openers, limit)
            else:
                expect_keeps(brute_force, tree_of_witness(game, outcome, limit), everything, limit)
            opener = (seed + limit) % len(game.allowed)
            of_one = isinstance(refute(problem_of(game), limit, [opener]), Refutation)
            word = game.allowed.words[opener]
            assert of_one == (not brute_force.is_solved_by(word, everything, limit)), (word, limit)
    assert n_refuted[2] > 10 * n_games / 32
    assert n_refuted[3] > 2 * n_games / 32
    assert sum(n_refuted[4:]) > 1
    assert min(n_kept[3:]) > 1


def real_game(letters: str, n_answers: int, rule: Rule = Rule.HARD) -> Game:
    """Returns a game of words of some letters. Unlike tiny games it has several large cells, and families in many."""
    dice = random.Random(letters)
    words = [word for word in load_list("original-allowed").words if set(word) <= set(letters)]
    answers = dice.sample(words, n_answers)
    return game_of(answers, sorted({*answers, *dice.sample(words, 50)}), rule)


def game_of_families(rule: Rule = Rule.HARD) -> Game:
    """Returns a game of families, in which few openers keep 6 guesses."""
    dice = random.Random(3)
    words = load_list("original-allowed").words
    answers = {word for word in words if word.endswith(("ight", "atch", "ound"))} | {*dice.sample(words, 30)}
    return game_of([*answers], sorted({*answers, *dice.sample(words, 60)}), rule)


@pytest.mark.parametrize(
    ("game", "limit", "step"),
    sampled(
        [
            (game_of_families(), 6, 3),
            (game_of_families(), 6, 1),
            (real_game("ilsbkmpfgo", 90), 4, 1),
            (real_game("ilsbkmpfgo", 90, Rule.ANY), 3, 1),
            (game_of_families(Rule.ANY), 5, 1),
            (real_game("aelstripg", 150), 3, 1),
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
    assert min(len(kept), len(missed)) > 3

    # Each alone: no opener has the parts of another.
    for opener in openers:
        outcome = refute(problem, limit, [opener])
        assert isinstance(outcome, Refutation) == (opener in missed)
        if not isinstance(outcome, Refutation):
            assert outcome == opener
            tree = tree_of_witness(game, outcome, limit)
            assert tree.guess == game.allowed.words[opener]
            expect_keeps(BruteForce(game), tree, frozenset(game.answers.words), limit)
    # Together: parts serve other openers, but never one that keeps the limit.
    assert isinstance(refute(problem, limit, missed), Refutation)
    for opener in kept[:: max(1, len(kept) // 8)]:
        assert refute(problem, limit, [*missed, opener]) == opener


def as_lists(outcome: Refutation | int) -> object:
    if isinstance(outcome, int):
        return outcome
    return outcome.part_of, [part_as_list(part) for part in outcome.parts]


def part_as_list(part: Part) -> object:
    return part.limit, part.members.tolist(), part.demands.tolist(), [part_as_list(one) for one in part.smaller]


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("n_workers", sampled([2, 4], 1))
def test_workers_do_not_change_what_is_decided(n_workers: int, rule: Rule) -> None:
    n_kept = 0
    for game in tiny_games(77, 10, rule):
        for limit in (3, 4, 5):
            one, more = (refute(problem_of(game), limit, range(len(game.allowed)), n_workers=n) for n in (1, n_workers))
            assert as_lists(one) == as_lists(more)
            n_kept += isinstance(one, int)
    assert n_kept > 5


@pytest.mark.parametrize("budget", [1, ALL_SETS])
def test_a_question_that_takes_too_long_is_left_open(budget: int) -> None:
    words = [letter + "ally" for letter in "bdgprstw"]
    finder = PartFinder(problem_of(game_of(words, words)), 7, np.zeros(1, np.int64))
    everything = np.arange(8, dtype=np.uint16)
    if budget == 1:
        with pytest.raises(UndecidedError):
            finder.part_below(0, everything, 0, 6, budget)
    else:
        assert finder.part_below(0, everything, 0, 6, budget)


def test_a_deadline_ends_it() -> None:
    game = next(tiny_games(5, 1))
    with pytest.raises(StoppedError):
        refute(problem_of(game), 3, range(len(game.allowed)), deadline=Deadline(0))


def test_games_that_are_not_decided() -> None:
    game = next(tiny_games(5, 1))
    problem = problem_of(game)

    assert can_refute(problem, 6)
    assert not can_refute(problem, 13)
    for rule, limits in ((Rule.ANY, [5]), (Rule.CANDIDATES, [])):
        other = Game(game.answers, game.allowed, rule)
        assert [limit for limit in (5, 6) if can_refute(problem_of(other), limit)] == limits


def test_an_alphabet_may_have_any_number_of_letters() -> None:
    words = [chr(0x4E00 + number) * 2 for number in range(40)]
    game = game_of(words, words)

    outcome = refute(problem_of(game), 4, range(40))

    assert isinstance(outcome, Refutation)
    expect_holds(outcome, game, range(40), 4)


def test_progress_counts_the_openers_and_an_interrupt_ends_it() -> None:
    seen: list[tuple[int, int, str]] = []

    def interrupt(*told: object) -> None:
        seen.append(told)  # type: ignore[arg-type]
        raise KeyboardInterrupt

    # Two letters that share no place: a guess tells just which of its letters fit.
    words = [first + second for first in "abcdefghijklm" for second in "nopqrstuvw"]
    problem = problem_of(game_of(words, words, Rule.ANY))
    before = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        refute(problem, 4, range(len(words)), n_workers=2, progress=interrupt)

    assert [(total, what) for _, total, what in seen] == [(130, "no tree within 4 guesses: openers")]
    assert threading.active_count() <= before + 1


@pytest.mark.parametrize("rule", sampled(RULES, 1))
def test_the_command_finds_the_smallest_worst_case(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, rule: Rule) -> None:
    monkeypatch.setattr(optimal_module, "_MANY_ANSWERS", 2)
    monkeypatch.chdir(tmp_path)
    for number, game in enumerate(tiny_games(31, 3, rule)):
        brute_force = BruteForce(game)
        smallest = next(n for n in range(1, 13) if brute_force.is_solved(frozenset(game.answers.words), n))
        for name, words in (("answers", game.answers.words), ("allowed", game.allowed.words)):
            Path(name).write_text("\n".join(words), encoding="utf-8")
        arguments = ["--answers", "answers", "--allowed", "allowed", "--rule", rule.value, "--max-guesses", "12"]
        arguments += ["--objective", "worst-case", "-o", f"{number}.tree"]
        result = wordle_compile(*arguments)
        assert result.exit_code == 0, (number, result.output)
        assert f"worst case {smallest} guess" in result.stdout, (number, game, result.stdout)
