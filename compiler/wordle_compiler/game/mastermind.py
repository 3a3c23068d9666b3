"""Mastermind: a hidden row of coloured pegs. Feedback counts the pegs right in colour and place, or only in colour.

Bulls and Cows is the same with four distinct digits; bulls are right in value and place, cows in value alone.
"""

from __future__ import annotations

import itertools
import math
import string

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.words import WordList
from wordle_compiler.machine.errors import InputError
from wordle_runtime.layout import MASTERMIND, MAX_LENGTH, MIN_LENGTH
from wordle_runtime.words import MAX_WORDS

COLOURS = string.digits[1:] + string.ascii_lowercase
"""The symbols of the colours, in order."""

MAX_PLACES = 6
"""With more places there are too many permutations to examine."""

MAX_COLOURS = 16


def mastermind(pegs: int = 4, colours: int = 6, *, repeats: bool = True, rule: Rule = Rule.ANY) -> Game:
    """Makes a game of Mastermind: every code may be hidden, and every code may be guessed.

    Args:
        pegs: How many places a code has, 2 to 12.
        colours: How many colours there are, 2 to 35; they are written 1 to 9, then a to z.
        repeats: Whether a colour may occur more than once in a code.
        rule: Which guesses are legal; only Wordle has rule hard.

    Raises:
        InputError: A number is out of range, there are fewer colours than pegs without repeats, there are more than a
            million codes, or the rule is hard.
    """
    if not MIN_LENGTH <= pegs <= MAX_LENGTH:
        raise InputError(f"a code has {MIN_LENGTH} to {MAX_LENGTH} pegs, not {pegs}")
    if not 2 <= colours <= len(COLOURS):
        raise InputError(f"there are 2 to {len(COLOURS)} colours, not {colours}")
    if not repeats and colours < pegs:
        raise InputError(f"{pegs} pegs of different colours need {pegs} colours, not {colours}: allow repeats")
    if (n_codes := _n_codes(pegs, colours, repeats=repeats)) > MAX_WORDS:
        raise InputError(f"{pegs} pegs of {colours} colours make {n_codes:,} codes: use at most {MAX_WORDS:,}")
    name = f"mastermind-{pegs}x{colours}{'' if repeats else '-no-repeats'}"
    return _game_of_codes(COLOURS[:colours], pegs, name, repeats=repeats, rule=rule)


def bulls_and_cows(rule: Rule = Rule.ANY) -> Game:
    """Makes the game: 5040 codes of four distinct digits, leading 0 included; every code may be hidden and guessed.

    Bulls are black pegs and cows are white pegs: the game is Mastermind with 4 pegs, 10 colours and no repeats, written
    with digits.

    Raises:
        InputError: The rule is hard, which only Wordle has.
    """
    return _game_of_codes(string.digits, 4, "bulls-and-cows", repeats=False, rule=rule)


def _game_of_codes(symbols: str, length: int, name: str, *, repeats: bool, rule: Rule) -> Game:
    """Returns the game of kind `mastermind` over all codes of `symbols`, which must ascend."""
    codes = itertools.product(symbols, repeat=length) if repeats else itertools.permutations(symbols, length)
    words = WordList(name, tuple(map("".join, codes)))
    return Game(words, words, rule, MASTERMIND)


def _is_symmetric(game: Game) -> bool:
    """Checks whether a game has all codes of its symbols, with or without repeats, by counting its distinct words."""
    if game.kind != MASTERMIND or game.answers != game.allowed:
        return False
    codes = game.allowed.words
    has_repeats = any(len(set(code)) < game.length for code in codes)
    return len(codes) == _n_codes(game.length, len(set().union(*codes)), repeats=has_repeats)


def _n_codes(length: int, n_symbols: int, *, repeats: bool) -> int:
    return int(n_symbols**length) if repeats else math.perm(n_symbols, length)


def place_permutations(game: Game) -> NDArray[np.int64]:
    """Returns all permutations of the places, shape (n, length), identity first; n is 0 if the game is not symmetric.

    Only a game of kind mastermind with all codes of its symbols, or all without repeats, has the symmetry: permuting
    the places and the symbols maps the set of codes to itself and changes no feedback.
    """
    if not _is_symmetric(game) or game.length > MAX_PLACES or len(set().union(*game.allowed.words)) > MAX_COLOURS:
        return np.zeros((0, game.length), np.int64)
    return np.array(list(itertools.permutations(range(game.length))), np.int64)
