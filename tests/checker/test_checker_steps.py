"""The steps as kernels against the same steps in plain Python, on every kind of game."""

import contextlib
import itertools
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import numba
import numpy as np
import pytest

from wordle_checker.errors import CertificateError
from wordle_checker.fast import kernel_steps, lookahead, rule
from wordle_checker.fast.arrays import lay_out, new_scratch
from wordle_checker.fast.kernel_steps import KernelSteps
from wordle_checker.game import CANDIDATES, HARD, MASTERMIND, NO_DEMANDS, WORDLE, Demands, Game, wordle_feedback
from wordle_checker.rules import INFINITE, Position, Shortfall, divide, join_classes, known_cost, least, one_guess
from wordle_checker.rules import legal as legal_guesses
from wordle_checker.steps import Goal, PlainSteps

SYMBOLS = "abcdefghijklmnopqrstuvwxyz0123456789+-*/="

# Kind, length, number of symbols, allowed words, answers. Codes of words take one byte up to five letters, two up to
# ten, and four beyond; few or many of them occur.
KINDS = {
    "one letter": (WORDLE, 1, 12, 12, 9),
    "two letters": (WORDLE, 2, 9, 60, 30),
    "five letters": (WORDLE, 5, 6, 120, 40),
    "six letters, few codes": (WORDLE, 6, 40, 12, 6),
    "six letters, many codes": (WORDLE, 6, 4, 120, 60),
    "eight letters, two symbols": (WORDLE, 8, 2, 100, 60),
    "ten letters": (WORDLE, 10, 5, 60, 40),
    "eleven letters, few codes": (WORDLE, 11, 26, 10, 7),
    "twelve letters, many codes": (WORDLE, 12, 3, 120, 40),
    # Cells larger than a level of the tree; more guesses than a block holds.
    "two letters, many words": (WORDLE, 2, 8, 64, 40),
    "four letters, all words": (WORDLE, 4, 6, 1296, 30),
    "codes": (MASTERMIND, 3, 4, 64, 64),
    "long codes": (MASTERMIND, 12, 3, 80, 40),
    "codes of forty": (MASTERMIND, 2, 40, 90, 50),
}


@cache
def draw_game(name: str, rule: str) -> Game:
    kind, length, n_symbols, n_allowed, n_answers = KINDS[name]
    dice = random.Random(f"{name} {rule}")
    words: set[str] = set()
    if n_symbols**length == n_allowed:
        words.update(map("".join, itertools.product(SYMBOLS[:n_symbols], repeat=length)))
    while len(words) < n_allowed:
        words.add("".join(dice.choices(SYMBOLS[:n_symbols], k=length)))
    allowed = sorted(words)
    return Game(kind, rule, tuple(sorted(dice.sample(allowed, n_answers))), tuple(allowed))


GAMES = [
    pytest.param(name, rule, id=f"{name}, {rule}")
    for name, (kind, _, _, n_allowed, _) in KINDS.items()
    for rule in ("any", CANDIDATES, HARD)
    # Codes have no rule hard; under rule candidates, no more guesses than a block holds are legal.
    if not (rule == HARD and kind == MASTERMIND) and not (rule == CANDIDATES and n_allowed > 1000)
]


@pytest.fixture
def steps(name: str, rule: str) -> Iterator[tuple[Game, PlainSteps, KernelSteps]]:
    game = draw_game(name, rule)
    with KernelSteps(game, 1, lambda: None) as kernels:
        yield game, PlainSteps(game), kernels


def shortfalls(kernels: KernelSteps, *asked: Any) -> set[Shortfall | None]:
    """Asks twice: letter sets are counted for large frames alone, and then for all frames and every cell."""
    found = {kernels.shortfall(*asked)}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kernel_steps, "FEWEST_CANDIDATES", 0)
        patch.setattr(kernel_steps, "FEWEST_GUESSES", {"any": 0, "hard": 0})
        patch.setattr(lookahead, "ORDERED_FROM", {0: 4, 1: 0})
        return {*found, kernels.shortfall(*asked)}


@pytest.mark.parametrize(("name", "rule"), GAMES)
def test_cells_of_guesses_are_the_same(steps) -> None:
    game, plain, kernels = steps
    dice = random.Random(0)
    assert kernels.n_branches() == plain.n_branches()
    for n in {1, 2, len(game.answers) // 2, len(game.answers)} - {0}:
        places = sorted(dice.sample(range(len(game.answers)), n))
        ours, theirs = plain.select(places), kernels.select(places)
        for guess in dice.sample(range(len(game.allowed)), min(len(game.allowed), 30)):
            assert kernels.contains(theirs, guess) == plain.contains(ours, guess)
            cells = plain.divide(ours, guess)
            division = kernels.divide(theirs, guess)
            beyond = (game.winning + 1, game.winning + 256, (1 << 63) - 1)
            for feedback in (*cells, *dice.choices(range(game.winning + 1), k=3), *beyond):
                cell = plain.cell(ours, cells, feedback)
                some = kernels.cell(theirs, division, feedback)
                assert [game.answers[place] for place in some] == sorted(cell)
                assert kernels.is_part(some, theirs)
                assert kernels.is_part(theirs, some) == plain.is_part(ours, cell)


@pytest.mark.parametrize(("name", "rule"), GAMES)
def test_a_lemma_falls_short_at_the_same_guess(steps) -> None:
    game, plain, kernels = steps
    dice = random.Random(1)
    n_shorter = 0
    is_large = len(game.allowed) > 1000
    for _ in range(5 if is_large else 12):
        n = dice.randint(2, 7 if is_large else min(24, len(game.answers)))
        places = sorted(dice.sample(range(len(game.answers)), n))
        n_left = dice.randint(1, 5)
        demands = NO_DEMANDS
        if game.rule == HARD and dice.random() < 0.8:
            # Demands that a turn makes, met by its cell.
            guess = dice.choice(game.allowed)
            cells = plain.divide(plain.select(places), game.allowed.index(guess))
            feedback = dice.choice(sorted(cells))
            places = [place for place in places if game.answers[place] in cells[feedback]]
            demands = game.demands_after(demands, guess, feedback)
        bounds = draw_bounds(game, plain, places, dice)
        lowest = least(plain.n_branches(), len(places), n_left)
        bound = INFINITE if dice.random() < 0.2 else lowest + dice.randint(1, 6)
        if bound <= lowest:
            continue
        position = Position(plain.select(places), n_left, demands)
        ours = Goal(position, bound, bounds, {})
        theirs = ours._replace(position=position._replace(candidates=kernels.select(places)))
        found = plain.shortfall(ours)
        assert shortfalls(kernels, theirs) == {found}
        assert shortfalls(kernels, theirs, lambda _done, _total: None) == {found}
        opener = dice.randrange(len(game.allowed))
        alone = {"bounds": {cell: cost for cell, cost in bounds.items() if cell[0] == opener}, "opener": opener}
        assert kernels.shortfall(theirs._replace(**alone)) == plain.shortfall(ours._replace(**alone))
        n_shorter += found is not None
    assert n_shorter


@pytest.mark.parametrize(("name", "rule"), GAMES)
def test_one_guess_alone_falls_short_below_what_it_is_known_to_cost(steps) -> None:
    """Entries say that nothing solves the cells of other guesses, so that a quick bound of one guess too many shows."""
    game, plain, kernels = steps
    dice = random.Random(3)
    n_short = 0
    for n in (4, 6, 9, 22):
        places = sorted(dice.sample(range(len(game.answers)), min(n, len(game.answers))))
        n_left, demands = dice.randint(3, 5), NO_DEMANDS
        if game.rule == HARD:
            opener = dice.choice(game.allowed)
            feedback, cell = max(divide(game, opener, game.answers).items(), key=lambda item: (len(item[1]), item[0]))
            if len(cell) >= 3:
                demands = game.demands_after(demands, opener, feedback)
                places = [place for place, word in enumerate(game.answers) if word in cell][:n]
        ours, theirs = plain.select(places), kernels.select(places)
        position = Position(ours, n_left, demands)
        legal = legal_guesses(game, position)
        cells_of = {word: divide(game, word, ours) for word in legal}
        every = {
            (game.allowed.index(other), feedback): INFINITE
            for other in legal
            for feedback in sorted(cells_of[other])
            if feedback != game.winning
        }
        for word in dice.sample(legal, min(2 if len(legal) > 1000 else 4, len(legal))):
            known = known_cost(game, position, word, cells_of[word], {})
            bounds = {cell: bound for cell, bound in every.items() if game.allowed[cell[0]] != word}
            for bound in (known, known + 1, known + 2):
                if not least(plain.n_branches(), len(places), n_left) < bound < INFINITE:
                    continue
                falls_short = known < bound and (len(cells_of[word]) > 1 or game.winning in cells_of[word])
                found = shortfalls(kernels, Goal(position._replace(candidates=theirs), bound, bounds, {}))
                assert found == {Shortfall(word, known) if falls_short else None}, f"{position} {word} {bound}"
                n_short += falls_short
    assert n_short


@pytest.mark.parametrize("rule", ["any", "hard"])
@pytest.mark.parametrize(
    ("middles", "n_left", "other", "cost"),
    [("xyz", 3, "axy", 6), ("xyz", 3, "abc", INFINITE), ("abcd", 4, "abc", 8), ("abcd", 4, "klm", 9)],
)
def test_a_cell_that_another_word_alone_tells_apart(
    middles: str, n_left: int, other: str, cost: int, rule: str
) -> None:
    """By hand: qqq leaves qzx alone, and the rest in a cell that `other` tells apart, but none of themselves does.

    Of three, with two guesses left, each leaves two together. Of four, each leaves three together.
    """
    answers = ("qzx", *(f"x{middle}w" for middle in middles))
    game = Game(WORDLE, rule, answers, tuple(sorted((*answers, "qqq", other))))
    others = {
        (place, feedback): INFINITE
        for place, word in enumerate(game.allowed)
        if word != "qqq"
        for feedback in divide(game, word, answers)
        if feedback != game.winning
    }
    qqq = game.allowed.index("qqq")
    with KernelSteps(game, 1, lambda: None) as kernels:
        for entry in (0, 10):
            # An entry says more of the cell, but not that there is no strategy.
            known = min(len(answers) + 1 + max(cost, entry), INFINITE)
            bounds = dict(sorted((others | ({(qqq, 0): entry} if entry else {})).items()))
            for bound in {known, min(known + 1, INFINITE)}:
                goal = Goal(Position(kernels.everything(), n_left, NO_DEMANDS), bound, bounds, {})
                assert shortfalls(kernels, goal) == {Shortfall("qqq", known) if known < bound else None}


def body(kernel: Callable[..., Any]) -> Callable[..., Any]:
    """The Python below a kernel: what only kernels call has no other way in."""
    return getattr(kernel, "py_func", kernel)


NAMES = ("two letters", "five letters", "six letters, few codes", "eight letters, two symbols")


@pytest.mark.parametrize("name", NAMES)
def test_demands_after_turns_and_what_meets_them_are_the_same(name: str) -> None:
    game, dice = draw_game(name, HARD), random.Random(4)
    arrays = lay_out(game, np.zeros(1, np.int64))
    n_illegal = 0
    for _ in range(12):
        answer, ours, theirs = dice.choice(game.answers), NO_DEMANDS, np.zeros(game.length + arrays.n_symbols, np.int32)
        for _ in range(3):
            guess = dice.choice(game.allowed)
            feedback = game.feedback(guess, answer)
            ours, before, theirs = game.demands_after(ours, guess, feedback), theirs, theirs.copy()
            turn = game.allowed.index(guess), arrays.codes.tolist().index(feedback)
            body(rule.demands_after)(arrays, before, *turn, theirs)
            legal = [body(rule.is_legal)(arrays, theirs, place) for place in range(len(game.allowed))]
            assert legal == [game.meets(word, ours) for word in game.allowed]
            n_illegal += not all(legal)
    assert n_illegal


@pytest.mark.parametrize("name", ["two letters", "six letters, few codes"])
def test_cost_by_sizes_and_cores_are_those_of_divisions(name: str) -> None:
    game, dice = draw_game(name, "any"), random.Random(5)
    arrays = lay_out(game, np.zeros(1, np.int64))
    # So small a block that there are several.
    scratch = new_scratch(arrays, np.zeros(1, np.int64))._replace(is_apart=np.empty(7, np.bool_))
    kinds = set()
    for _ in range(15):
        places = sorted(dice.sample(range(len(game.answers)), dice.randint(2, min(20, len(game.answers)))))
        candidates, words = np.array(places, np.int32), [game.answers[place] for place in places]
        parts = {word: divide(game, word, words) for word in game.allowed}
        for guess, word in enumerate(game.allowed):
            below = [least(game.n_branches, len(cell), 3) for code, cell in parts[word].items() if code != game.winning]
            found = body(rule.cost_by_sizes)(arrays, scratch, candidates, guess, 4)
            is_split = len(parts[word]) > 1 or game.winning in parts[word]
            assert found == (min(len(words) + sum(below), INFINITE), is_split)
            kinds.add((min(len(parts[word]), 3), game.winning in parts[word]))

        def is_separated(n: int, first: list[str] = words) -> bool:
            return any(len(divide(game, word, first[:n])) == n for word in game.allowed)

        size = body(rule.size_of_core)(arrays, scratch, candidates)
        assert is_separated(len(words)) if size == 0 else is_separated(size - 1) and not is_separated(size)
        kinds.add(size > 0)
    assert {(2, False), True} <= kinds


def draw_bounds(game: Game, plain: PlainSteps, places: list[int], dice: random.Random) -> dict[tuple[int, int], int]:
    """Bounds of cells, as entries of a frame have them: ascending by guess."""
    bounds = {}
    for guess in sorted(dice.sample(range(len(game.allowed)), min(6, len(game.allowed)))):
        for feedback, cell in plain.divide(plain.select(places), guess).items():
            if feedback != game.winning and dice.random() < 0.5:
                bounds[guess, feedback] = INFINITE if dice.random() < 0.1 else 2 * len(cell) + dice.randint(0, 3)
    return bounds


@pytest.mark.parametrize(
    ("name", "rule"), [pytest.param(name, "any", id=name) for name in ("codes", "long codes", "codes of forty")]
)
def test_symmetries_leave_the_same_shortfall(steps) -> None:
    game, plain, kernels = steps
    dice = random.Random(2)
    places, symbols = list(range(game.length)), list(range(len(game.symbols)))
    everything = list(range(len(game.answers)))
    n_found = 0
    for _ in range(12):
        chosen = (
            sorted(dice.sample(everything, dice.randint(1, len(everything)))) if dice.random() < 0.5 else everything
        )
        ours, theirs = plain.select(chosen), kernels.select(chosen)
        assert kernels.words(theirs) == plain.words(ours)
        classes: dict[str, str] = {}
        for _ in range(dice.randint(1, 3)):
            if dice.random() < 0.8:
                dice.shuffle(places)
            if dice.random() < 0.5:
                dice.shuffle(symbols)
            if dice.random() < 0.3:
                places.sort()
                symbols.sort()
            with contextlib.suppress(CertificateError):
                join_classes(game, places, symbols, plain.words(ours), classes)
        lowest = least(plain.n_branches(), len(chosen), 4)
        for bound in (lowest + 1, lowest + 2, INFINITE):
            goal = Goal(Position(ours, 4, NO_DEMANDS), bound, draw_bounds(game, plain, chosen, dice), classes)
            same = goal._replace(position=goal.position._replace(candidates=theirs))
            found = plain.shortfall(goal)
            assert kernels.shortfall(same) == found
            assert kernels.shortfall(same, lambda _done, _total: None) == found
        n_found += len(classes) > 0
    assert n_found


def game_with_codes(length: int, n_codes: int, rule: str) -> Game:
    """Draws words until exactly so many feedbacks occur between them."""
    dice = random.Random(f"{length} {n_codes}")
    answers = sorted({"".join(dice.choices("abcd", k=length)) for _ in range(6)})
    allowed = set(answers)
    codes = {wordle_feedback(guess, answer) for guess in answers for answer in answers}
    while len(codes) < n_codes:
        word = "".join(dice.choices("abcd", k=length))
        more = codes | {wordle_feedback(word, answer) for answer in answers}
        if len(more) <= n_codes:
            codes = more
            allowed.add(word)
    return Game(WORDLE, rule, tuple(answers), tuple(sorted(allowed)))


@pytest.mark.parametrize("length", [6, 12])
@pytest.mark.parametrize("n_codes", [255, 256, 257])
def test_codes_at_the_border_of_a_byte(length: int, n_codes: int) -> None:
    game = game_with_codes(length, n_codes, "any")
    plain = PlainSteps(game)
    with KernelSteps(game, 1, lambda: None) as kernels:
        assert kernels.n_branches() == plain.n_branches() == n_codes - 1
        everything, all_places = plain.everything(), kernels.everything()
        for guess in range(len(game.allowed)):
            division = kernels.divide(all_places, guess)
            for feedback, cell in plain.divide(everything, guess).items():
                assert [game.answers[place] for place in kernels.cell(all_places, division, feedback)] == sorted(cell)
        for bound in range(11, 20):
            goal = Goal(Position(everything, 4, NO_DEMANDS), bound + 1, {}, {})
            same = goal._replace(position=goal.position._replace(candidates=all_places))
            assert kernels.shortfall(same) == plain.shortfall(goal)


@numba.njit
def one_guess_of_kernels(
    arrays: Any, scratch: Any, candidates: Any, n_left: int, demands: Any, guesses: Any, enough: int
) -> int:
    return rule.one_guess(arrays, scratch, candidates, n_left, demands, guesses, enough)  # type: ignore[no-any-return]


@pytest.mark.parametrize("kind", ["any", HARD, CANDIDATES])
def test_one_guess_is_the_same(kind: str) -> None:
    n_of_costs = set()
    for name in ("two letters", "six letters, few codes", "five letters"):
        game, dice = draw_game(name, kind), random.Random(6)
        with KernelSteps(game, 1, lambda: None) as kernels:
            arrays = lay_out(game, np.zeros(1, np.int64))
            scratch = new_scratch(arrays, np.zeros(1, np.int64))
            scratch.cores[:, 0] = 0
            for _ in range(30):
                # Some guesses that were legal before the last turn may not be so after it.
                before = demands = NO_DEMANDS
                words, answer = frozenset(game.answers), dice.choice(game.answers)
                for _ in range(dice.randint(1, 2)):
                    word = dice.choice(game.allowed)
                    feedback = game.feedback(word, answer)
                    before, demands = demands, game.demands_after(demands, word, feedback)
                    words = frozenset(divide(game, word, words)[feedback])
                n_left = dice.randint(2, 4)
                enough = least(game.n_branches, len(words), n_left)
                candidates = np.array([game.answers.index(word) for word in sorted(words)], np.int32)
                aim = kernels._aim(Goal(Position(candidates, n_left, before), 9, {}, {}))
                own = kernels._aim(Goal(Position(candidates, n_left, demands), 9, {}, {})).demands
                guesses = arrays.guess_of[candidates] if kind == CANDIDATES else aim.guesses
                found = one_guess_of_kernels(arrays, scratch, candidates, n_left, own, guesses, enough)
                assert found == one_guess(game, Position(words, n_left, demands))
                n_of_costs.add((len(words) > 1, found == enough, found == INFINITE))
    assert {(True, False, False), (True, True, False)} <= n_of_costs


def test_a_guess_with_more_cells_than_a_byte_counts() -> None:
    """Every word of eight letters, of two symbols, tells all 256 apart."""
    words = tuple(map("".join, itertools.product("ab", repeat=8)))
    game = Game(WORDLE, "any", words, words)
    with KernelSteps(game, 1, lambda: None) as kernels:
        for bound, found in ((511, None), (512, Shortfall(words[0], 511))):
            goal = Goal(Position(kernels.everything(), 3, NO_DEMANDS), bound, {}, {})
            assert shortfalls(kernels, goal) == {found}


def test_one_guess_looks_at_no_word_that_demands_forbid() -> None:
    """By hand: abc would tell four words apart that share their first and last letter, for 8 guesses in all."""
    answers = tuple(f"x{middle}w" for middle in "abcd")
    game = Game(WORDLE, HARD, answers, ("abc", *answers))
    with KernelSteps(game, 1, lambda: None) as kernels:
        arrays = lay_out(game, np.zeros(1, np.int64))
        scratch = new_scratch(arrays, np.zeros(1, np.int64))
        for demands, cost in ((NO_DEMANDS, 8), (Demands(("x", "", "w"), (("w", 1), ("x", 1))), 9)):
            position = Position(kernels.everything(), 3, demands)
            own = kernels._aim(Goal(position, 10, {}, {})).demands
            terms = arrays, scratch, kernels.everything(), 3, own, np.arange(5, dtype=np.int32), 7
            assert one_guess_of_kernels(*terms) == cost
            assert one_guess(game, position._replace(candidates=frozenset(answers))) == cost
