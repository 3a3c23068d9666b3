"""The kernels of the fast checker against the plain rules, on games and sets that tiny games do not reach."""

from __future__ import annotations

import itertools
import os
import random
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from checker_positions import GAMES, arrays_of, draw_entries, game_of, positions, rows_of_entries
from numba import types
from sampled import sampled
from waiting import SECONDS

from wordle_checker import rules
from wordle_checker.fast import compiling, costs, counting, faults, legality, separation, shortfalls, uses
from wordle_checker.fast.scratch import BLOCK, MOST_FEEDBACKS, Scratch, new_scratch
from wordle_checker.fast.symmetries import join_classes, settle_classes
from wordle_checker.fast.table import GameArrays, lay_out
from wordle_checker.game import HARD, NO_DEMANDS, Demands, Game
from wordle_checker.rules import INFINITE, Entries, Position

NOTHING = np.empty(0, dtype=np.int32)


@pytest.mark.parametrize("name", GAMES)
def test_table_has_the_feedbacks(name: str) -> None:
    game, arrays, _ = game_of(name, "any")
    dice = random.Random(name)

    assert arrays.codes[0] == game.winning
    assert arrays.n_branches == game.n_branches
    for _ in range(2000):
        answer, guess = dice.randrange(len(game.answers)), dice.randrange(len(game.allowed))
        assert arrays.codes[arrays.table[answer, guess]] == game.feedback(game.allowed[guess], game.answers[answer])


@pytest.mark.parametrize("n_branches", [1, 4, 237])
def test_least(n_branches: int) -> None:
    game = Game("wordle", "any", ("aa",), ("aa",))
    game.__dict__["n_branches"] = n_branches
    for n in (1, 2, 3, 5, 6, 30, 238, 239, 2315, 60_000):
        for n_left in (0, 1, 2, 3, 4, 6, 255):
            assert costs.least(n, n_left, n_branches) == rules.least(game, n, n_left)


@pytest.mark.parametrize("rule", ["any", "hard", "candidates"])
@pytest.mark.parametrize("name", GAMES)
def test_one(name: str, rule: str) -> None:
    if (name, rule) == ("codes", "hard"):
        return
    game, arrays, work = game_of(name, rule)
    dice = random.Random(f"one {name} {rule}")
    for position in positions(game, dice, (1, 2, 3, 4, 5, 6, 8, 12, 20, 38)):
        candidates, demands, guesses = arrays_of(game, arrays, position)
        expected = rules.one_guess(game, position)
        least = rules.least(game, len(candidates), position.n_left)
        for enough in (least, expected, expected + 1):
            found = costs.one_guess(arrays, work, candidates, position.n_left, demands, guesses, enough)

            assert found == max(expected, enough), f"{position} {enough}"


@pytest.mark.parametrize(
    ("sizes", "is_counted"),
    sampled([(range(6, 18, 8), True), (range(30, 42, 8), False), (range(6, 18), True), (range(30, 42), False)], 2),
)
def test_one_leaves_better_guesses_out_that_are_not_legal(sizes: range, is_counted: bool) -> None:
    """Rule hard, a green letter first: a sixth of the words are legal.

    Cells of few candidates are counted for all words at once, those of many for the legal words one by one.
    """
    allowed = tuple("".join(word) for word in itertools.product("abcdef", repeat=4))
    dice = random.Random("not legal")
    demands_of_a = Demands(("a", "", "", ""), (("a", 1),))
    stop = np.zeros(1, dtype=np.int64)
    n_better = 0
    for size in sizes:
        answers = tuple(sorted(dice.sample([word for word in allowed if word[0] == "a"], size)))
        game = Game("wordle", HARD, answers, allowed)
        arrays = lay_out(game, stop)
        position = Position(frozenset(answers), 4, demands_of_a)
        candidates, demands, guesses = arrays_of(game, arrays, position)
        expected = rules.one_guess(game, position)
        n_better += rules.one_guess(game, Position(position.candidates, 4, NO_DEMANDS)) < expected

        assert (size**2 * len(allowed) < costs.COUNTED_ABOVE * (size + 15) * len(guesses)) == is_counted
        assert (
            costs.one_guess(arrays, new_scratch(arrays, stop), candidates, 4, demands, guesses, 2 * size - 1)
            == expected
        )

    assert n_better, "no other word would have been better"


@pytest.mark.parametrize("rule", ["any", "hard", "candidates"])
@pytest.mark.parametrize("name", GAMES)
def test_lemma(name: str, rule: str) -> None:
    if (name, rule) == ("codes", "hard"):
        return
    game, arrays, work = game_of(name, rule)
    dice = random.Random(f"lemma {name} {rule}")
    for position in positions(game, dice, (2, 3, 5, 7, 10)):
        candidates, demands, guesses = arrays_of(game, arrays, position)
        least = rules.least(game, len(candidates), position.n_left)
        if least == INFINITE:
            continue
        for entries in (Entries(), draw_entries(game, position, dice)):
            given = rows_of_entries(game, arrays, entries)
            for bound in (least + 1, least + 2, least + 5, INFINITE):
                expected = rules.lemma(game, position, bound, entries)
                found = shortfalls.find_shortfall(
                    arrays, work, candidates, position.n_left, demands, guesses, 0, len(guesses), NOTHING, given, bound
                )
                word = None if found[0] < 0 else game.allowed[found[0]]

                assert (word, found[1]) == ((None, 0) if expected is None else tuple(expected)), f"{position} {bound}"

    assert not work.sizes.any()
    assert not work.is_candidate.any()


@pytest.mark.parametrize("n", [1, 2, 3, counting.COMPARED, counting.COMPARED + 1, 60, 300])
def test_numbers_of_cells(n: int) -> None:
    """For one guess and for a block of guesses, with every feedback up to the last that a byte has."""
    dice = np.random.default_rng(n)
    _, _, scratch = game_of("codes", "any")
    for n_feedbacks in (2, 64, 65, MOST_FEEDBACKS):
        codes = dice.integers(0, n_feedbacks, (400, 70)).astype(np.uint8)
        rows = np.sort(dice.choice(400, n, replace=False)).astype(np.int32)
        expected = [len(set(codes[rows, column].tolist())) for column in range(70)]
        parts = np.zeros(BLOCK, dtype=np.uint8)

        counting.count_cells_of_block(codes.ravel(), 70, rows, 5, 68, scratch, parts)

        assert parts[:63].tolist() == expected[5:68]

        marks = np.zeros(n_feedbacks + 1, dtype=np.int64)
        for column in range(70):
            row = np.ascontiguousarray(codes[:, column])

            assert counting.count_cells(row, rows, marks) == expected[column]


def reference_for_three_left(arrays: GameArrays, candidates: np.ndarray) -> int:
    """Returns the first guess after which each cell, with two guesses left, has a guess that tells it apart, or -1."""
    for guess in range(len(arrays.words)):
        feedbacks = arrays.table[candidates, guess]
        cells = [candidates[feedbacks == feedback] for feedback in np.unique(feedbacks) if feedback > 0]
        if len(cells) == 1 and len(cells[0]) == len(candidates):
            continue
        columns_of_cells = [np.sort(arrays.table[cell], axis=0) for cell in cells]
        if all((columns[1:] != columns[:-1]).all(axis=0).any() for columns in columns_of_cells):
            return guess
    return -1


def alike() -> tuple[Game, GameArrays, Scratch]:
    """Makes a game of answers that two of their four letters tell apart, and of two blocks of guesses."""
    letters = "abcdefghijklmnop"
    dice = random.Random("alike")
    answers = {f"{first}{second}zz" for first in letters[:8] for second in letters[8:]}
    others = {"".join(dice.choices(letters, k=4)) for _ in range(1500)}
    game = Game("wordle", "any", tuple(sorted(answers)), tuple(sorted(answers | others)))
    stop = np.zeros(1, dtype=np.int64)
    arrays = lay_out(game, stop)
    return game, arrays, new_scratch(arrays, stop)


@pytest.mark.parametrize("name", sampled(["few-branches", "codes", "alike"], 2))
def test_no_strategy_with_three_guesses_left(name: str) -> None:
    """Sets of every size: without a strategy, which shows in a few members of a cell, and with one."""
    game, arrays, work = alike() if name == "alike" else game_of(name, "any")
    dice = random.Random(f"three {name}")
    nothing = rows_of_entries(game, arrays, Entries())
    guesses = np.arange(len(game.allowed), dtype=np.int32)
    demands = np.zeros(game.length + arrays.n_symbols, dtype=np.int32)
    outcomes = []
    for size in range(4, len(game.answers) + 1, len(game.answers) // 5):
        candidates = np.array(sorted(dice.sample(range(len(game.answers)), size)), dtype=np.int32)
        expected = reference_for_three_left(arrays, candidates)
        outcomes.append(expected >= 0)
        found, known = shortfalls.find_shortfall(
            arrays, work, candidates, 3, demands, guesses, 0, len(guesses), NOTHING, nothing, INFINITE
        )

        assert found == expected, f"{size}"
        assert known < INFINITE

    assert set(outcomes) == {True, False}, outcomes
    assert not work.sizes.any()


@pytest.mark.parametrize("rule", ["any", "candidates"])
def test_lemma_under_symmetries(rule: str) -> None:
    game, arrays, work = game_of("codes", rule)
    dice = random.Random(f"symmetries {rule}")
    everything = frozenset(game.answers)
    for _ in range(6):
        some = tuple(dice.sample(range(3), 3)), tuple(dice.sample(range(5), 5))
        images = rules.symmetry(game, *some, everything)
        seeds = dice.sample(game.answers, 2)
        # The smallest set with these codes in it that the symmetry maps onto itself.
        position = Position(frozenset(code for orbit in rules.orbits(seeds, [images]) for code in orbit), 5, NO_DEMANDS)
        entries = draw_entries(game, position, dice)
        entries.maps = [rules.symmetry(game, *some, position.candidates)]
        candidates, demands, guesses = arrays_of(game, arrays, position)
        roots = np.arange(len(game.allowed), dtype=np.int32)
        numbers = [np.array(each, dtype=np.int64) for each in some]

        assert join_classes(arrays, candidates, *numbers, roots) == 0

        settle_classes(roots)
        for bound in range(2 * len(candidates), 2 * len(candidates) + 12, 3):
            expected = rules.lemma(game, position, bound, entries)
            given = rows_of_entries(game, arrays, entries)
            found = shortfalls.find_shortfall(
                arrays, work, candidates, 5, demands, guesses, 0, len(guesses), roots, given, bound
            )
            word = None if found[0] < 0 else game.allowed[found[0]]

            assert (word, found[1]) == ((None, 0) if expected is None else tuple(expected))


def test_many_candidates_and_few_guesses() -> None:
    """More than 255 candidates: the numbers of cells would not fit into a byte."""
    words = ["".join(word) for word in itertools.product("abcdefg", repeat=3)]
    game = Game("wordle", "any", tuple(words[:300]), tuple(words))
    stop = np.zeros(1, dtype=np.int64)
    arrays = lay_out(game, stop)
    candidates, demands, guesses = arrays_of(game, arrays, rules.start(game, 5))

    found = costs.one_guess(arrays, new_scratch(arrays, stop), candidates, 5, demands, guesses, 0)

    assert found == rules.one_guess(game, rules.start(game, 5))


@pytest.mark.slow
@pytest.mark.skipif(os.environ.get("NUMBA_DISABLE_JIT") == "1", reason="there are no kernels to compile")
def test_kernel_that_another_process_compiles_is_waited_for_and_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "_folder", lambda: tmp_path)
    # Locks are those of open files, so one process stands for two.
    first: Any = compiling.compiled(add)
    second: Any = compiling.compiled(add)
    kinds = (types.int64, types.int64)
    assert first._cache.load_overload(kinds, first.targetctx) is None
    made = first._compiler.compile(kinds, None)
    waiting = threading.Thread(target=second.compile, args=(kinds,))
    waiting.start()
    waiting.join(0.2)
    assert waiting.is_alive()

    first._cache.save_overload(kinds, made)
    waiting.join(SECONDS)

    assert (dict(second.stats.cache_hits), dict(second.stats.cache_misses)) == ({kinds: 1}, {})
    assert second(1, 2) == 3


def add(one: int, other: int) -> int:
    return one + other


def test_feedbacks_that_do_not_fit_into_a_byte() -> None:
    """Words of seven letters; compiles all kernels for a wider table."""
    dice = random.Random("long")
    words = tuple(sorted({"".join(dice.choices("abcdefg", k=7)) for _ in range(300)}))
    game = Game("wordle", "any", words[:200:2], words)
    stop = np.zeros(1, dtype=np.int64)
    arrays = lay_out(game, stop)

    assert arrays.table.dtype == np.uint16

    work = new_scratch(arrays, stop)
    for position in positions(game, dice, (2, 5, 20, 60, 100)):
        candidates, demands, guesses = arrays_of(game, arrays, position)
        expected = rules.one_guess(game, position)
        found = costs.one_guess(arrays, work, candidates, position.n_left, demands, guesses, 0)

        assert found == expected


@pytest.mark.parametrize(
    ("codes", "places", "symbols", "candidates", "fault"),
    [
        ("11 12 21 22", (1, 0), (1, 0), "12 21", faults.NONE),
        ("11 12 21 22", (0, 0), (0, 1), "11 22", faults.NO_PLACES),
        ("11 12 21 22", (0, 2), (0, 1), "11 22", faults.NO_PLACES),
        ("11 12 21 22", (0, 1), (0, 0), "12 21", faults.NO_SYMBOLS),
        ("11 12 21 22", (0, 1), (0, 2), "12 21", faults.NO_SYMBOLS),
        ("11 12 22", (1, 0), (0, 1), "11 22", faults.NOT_THE_LIST),
        ("11 12 21 22", (1, 0), (0, 1), "12", faults.NOT_THE_SET),
        ("11 12 21 22", (0, 1), (1, 0), "11 12", faults.NOT_THE_SET),
    ],
)
def test_symmetries_that_are_none(
    codes: str, places: tuple[int, ...], symbols: tuple[int, ...], candidates: str, fault: int
) -> None:
    game = Game("mastermind", "any", tuple(codes.split()), tuple(codes.split()))
    arrays = lay_out(game, np.zeros(1, dtype=np.int64))
    members = np.array([game.answers.index(code) for code in candidates.split()], dtype=np.int32)
    numbers = np.array(places, dtype=np.int64), np.array(symbols, dtype=np.int64)

    assert join_classes(arrays, members, *numbers, np.arange(len(game.allowed), dtype=np.int32)) == fault


@pytest.mark.parametrize("rule", ["any", "hard"])
@pytest.mark.parametrize("place", [None, 0, 1, 1023, 1024, 2047, 2048, 2099])
def test_one_word_that_tells_three_apart_wherever_it_stands(place: int | None, rule: str) -> None:
    """By hand: .xy shows 020, 011, 010, and 010 again for a fourth; the words that repeat tell nothing."""
    x, y, z, w, v = "\u9000\u9001\u9002\u9003\u9004"
    words = [chr(0x100 + 2 * number) * 3 for number in range(2100)]
    if place is not None:
        words[place] = f"{words[place][0]}{x}{y}"
    answers = (f"{x}{x}{w}", f"{x}{y}{w}", f"{x}{z}{w}", f"{x}{v}{w}")
    game = Game("wordle", rule, answers, (*words, *answers))
    stop = np.zeros(1, dtype=np.int64)
    arrays = lay_out(game, stop)
    demands = np.zeros(game.length + arrays.n_symbols, dtype=np.int32)
    candidates, guesses = np.arange(3, dtype=np.int32), np.arange(len(game.allowed), dtype=np.int32)

    assert separation.size_of_core(arrays, new_scratch(arrays, stop), candidates) == (3 if place is None else 0)
    four = np.arange(4, dtype=np.int32)
    assert separation.size_of_core(arrays, new_scratch(arrays, stop), four) == (3 if place is None else 4)
    found = costs.one_guess(arrays, new_scratch(arrays, stop), candidates, 2, demands, guesses, 5)
    assert found == (INFINITE if place is None else 6)


def test_demands_that_include_others() -> None:
    """Every two demands of two places, with up to two of each of two letters."""
    every = [
        Demands(greens, tuple((symbol, times) for symbol, times in zip("ab", counts, strict=True) if times))
        for greens in itertools.product(("", "a", "b"), repeat=2)
        for counts in itertools.product(range(3), repeat=2)
    ]
    rows = {}
    for demands in every:
        counts = dict(demands.counts)
        letters = [" ab".index(letter or " ") for letter in demands.letters]
        rows[demands] = np.array([*letters, counts.get("a", 0), counts.get("b", 0)])
    for some, others in itertools.product(every, repeat=2):
        # Each place and each letter by itself, without a word about places and letters that are not demanded.
        letters_fit = all(b in {"", a} for a, b in zip(some.letters, others.letters, strict=True))
        counts_fit = all(dict(some.counts).get(symbol, 0) >= times for symbol, times in others.counts)
        found = uses.includes(rows[some].astype(np.int32), rows[others].astype(np.int32), 2)

        assert found == rules.includes(some, others) == (letters_fit and counts_fit)


def test_demands_of_a_kernel() -> None:
    game, arrays, _ = game_of("repeats", "hard")
    dice = random.Random("demands")
    for _ in range(300):
        before = NO_DEMANDS
        demands = np.zeros(game.length + arrays.n_symbols, dtype=np.int32)
        for _ in range(2):
            guess, answer = dice.choice(game.allowed), dice.choice(game.answers)
            code = game.feedback(guess, answer)
            if any(letter not in ("", guess[place]) for place, letter in enumerate(before.letters)):
                break
            before = game.demands_after(before, guess, code)
            after = np.empty_like(demands)
            legality.demands_after(arrays, demands, game.allowed.index(guess), int(arrays.feedback_of[code]), after)
            demands = after
        expected: Demands = before
        letters = tuple(game.symbols[number - 1] if number else "" for number in demands[: game.length])
        counts = tuple(
            (symbol, int(times)) for symbol, times in zip(game.symbols, demands[game.length :], strict=True) if times
        )

        assert (letters, counts) == (expected.letters or ("",) * game.length, expected.counts)
        nobody = np.zeros(0, np.int32)
        for number, word in enumerate(game.allowed):
            assert legality.is_legal(arrays, demands, nobody, number) == game.is_legal(word, frozenset(), expected)
