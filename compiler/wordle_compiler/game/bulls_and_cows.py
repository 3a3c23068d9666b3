"""Bulls and Cows: four different digits, and how many are right in value and place (bulls) or in value alone (cows)."""

from __future__ import annotations

import string

from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.mastermind import game_of_codes

NAME = "bulls-and-cows"
_LENGTH = 4


def bulls_and_cows(rule: Rule = Rule.ANY) -> Game:
    """Makes the game: 5040 codes of four different digits, 0 may come first; all may be hidden and guessed.

    Bulls are black pegs, cows are white ones: it is Mastermind with 4 pegs, 10 colours and no repeats, written with
    digits.

    Raises:
        InputError: The rule is hard, which is Wordle's alone.
    """
    return game_of_codes(string.digits, _LENGTH, NAME, repeats=False, rule=rule)
