"""Bulls and Cows: four distinct digits; bulls are right in value and place, cows in value alone."""

from __future__ import annotations

import string

from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.mastermind import game_of_codes

NAME = "bulls-and-cows"
_LENGTH = 4


def bulls_and_cows(rule: Rule = Rule.ANY) -> Game:
    """Makes the game: 5040 codes of four distinct digits, leading 0 included; every code may be hidden and guessed.

    Bulls are black pegs and cows are white pegs: the game is Mastermind with 4 pegs, 10 colours and no repeats, written
    with digits.

    Raises:
        InputError: The rule is hard, which only Wordle has.
    """
    return game_of_codes(string.digits, _LENGTH, NAME, repeats=False, rule=rule)
