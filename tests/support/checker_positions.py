"""Games larger than tiny ones, and positions in them: for the plain rules, and as arrays for the checker's kernels."""

from __future__ import annotations

import itertools
import random
from functools import cache

import numpy as np

from wordle_checker import rules
from wordle_checker.fast.scratch import Scratch, new_scratch
from wordle_checker.fast.table import GameArrays, lay_out
from wordle_checker.game import HARD, NO_DEMANDS, Game
from wordle_checker.rules import INFINITE, Entries, Position

GAMES = {
    # Few feedbacks and many candidates: cells larger than a level of the tree.
    "few-branches": ("wordle", 2, "abcdefgh", 64, 40),
    # More guesses than a block holds.
    "two-blocks": ("wordle", 4, "abcdef", 1296, 90),
    "repeats": ("wordle", 5, "abc", 243, 60),
    "codes": ("mastermind", 3, "12345", 125, 125),
}


@cache
def game_of(name: str, rule: str) -> tuple[Game, GameArrays, Scratch]:
    kind, length, letters, n_allowed, n_answers = GAMES[name]
    dice = random.Random(f"{name} {rule}")
    words = ["".join(word) for word in itertools.product(letters, repeat=length)]
    allowed = dice.sample(words, n_allowed)
    game = Game(kind, rule, tuple(sorted(allowed[:n_answers])), tuple(sorted(allowed)))
    stop = np.zeros(1, dtype=np.int64)
    arrays = lay_out(game, stop)
    return game, arrays, new_scratch(arrays, stop)


def positions(game: Game, dice: random.Random, sizes: tuple[int, ...]) -> list[Position]:
    """Draws sets, under rule hard those that some turns lead to."""
    found = []
    for size in sizes:
        n_left = dice.randint(1, 5)
        if game.rule != HARD:
            found.append(Position(frozenset(dice.sample(game.answers, size)), n_left, NO_DEMANDS))
            continue
        candidates, demands = frozenset(game.answers), NO_DEMANDS
        for _ in range(dice.randint(1, 2)):
            guess = dice.choice(rules.legal(game, Position(candidates, n_left, demands)))
            cells = {code: cell for code, cell in rules.divide(game, guess, candidates).items() if code != game.winning}
            if not cells:
                break
            code = dice.choice(sorted(cells, key=lambda code, cells=cells: (len(cells[code]), code))[-3:])
            candidates, demands = cells[code], game.demands_after(demands, guess, code)
        found.append(Position(candidates, n_left, demands))
    return found


def arrays_of(game: Game, arrays: GameArrays, position: Position) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Returns candidates, demands and legal guesses as the kernels have them."""
    candidates = np.array([game.answers.index(word) for word in sorted(position.candidates)], dtype=np.int32)
    demands = np.zeros(game.length + arrays.n_symbols, dtype=np.int32)
    for place, letter in enumerate(position.demands.letters):
        demands[place] = game.symbols.index(letter) + 1 if letter else 0
    for letter, times in position.demands.counts:
        demands[game.length + game.symbols.index(letter)] = times
    numbers = {word: number for number, word in enumerate(game.allowed)}
    guesses = [numbers[word] for word in rules.legal(game, position)]
    return candidates, demands, np.array(guesses, dtype=np.int32)


def draw_entries(game: Game, position: Position, dice: random.Random) -> Entries:
    """Draws bounds for some cells, true or not: what follows from them must be the same."""
    entries = Entries()
    for guess in rules.legal(game, position):
        for code, cell in sorted(rules.divide(game, guess, position.candidates).items()):
            if code != game.winning and dice.random() < 0.3:
                entries.bounds[guess, code] = dice.choice((1, 2 * len(cell), 2 * len(cell) + 3, INFINITE))
    return entries


def rows_of_entries(game: Game, arrays: GameArrays, entries: Entries) -> np.ndarray:
    numbers = {word: number for number, word in enumerate(game.allowed)}
    rows = sorted(
        (numbers[guess], int(arrays.feedback_of[code]), bound) for (guess, code), bound in entries.bounds.items()
    )
    return np.array(rows, dtype=np.int64).reshape(-1, 3)
