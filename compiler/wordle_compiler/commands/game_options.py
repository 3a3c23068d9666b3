"""The options that choose the game, and the game that they describe."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import click
from click.core import ParameterSource

from wordle_compiler.commands.usage import WholeNumber
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.lists import LIST_NAMES, load_list
from wordle_compiler.machine.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordle_compiler.game.weights import Weights

Function = TypeVar("Function", bound="Callable[..., object]")

_WORDLE, _MASTERMIND, _BULLS_AND_COWS = GAMES = ("wordle", "mastermind", "bulls-and-cows")
_LISTS = f"{', '.join(LIST_NAMES)}, a file, or - (standard input)"
_ONLY_FOR = {
    "answers": _WORDLE,
    "allowed": _WORDLE,
    "pegs": _MASTERMIND,
    "colours": _MASTERMIND,
    "no_repeats": _MASTERMIND,
}
"""The options that apply to a single game."""

_OPTIONS = (
    click.option(
        "--game",
        type=click.Choice(GAMES),
        default=_WORDLE,
        show_default=True,
        help="The game to play: words, or codes with black and white pegs as feedback (bulls and cows).",
    ),
    click.option(
        "--rule",
        type=click.Choice([rule.value for rule in Rule]),
        default="any",
        show_default=True,
        help="Which guesses are legal at each turn; hard applies to words only.",
    ),
    click.option(
        "--answers",
        metavar="LIST",
        default="original-answers",
        show_default=True,
        help=f"The possible answers: {_LISTS}.",
    ),
    click.option(
        "--allowed",
        metavar="LIST",
        default="original-allowed",
        show_default=True,
        help=f"The words that may be guessed: {_LISTS}.",
    ),
    click.option(
        "--pegs",
        metavar="N",
        type=WholeNumber(2, 12),
        help="The number of pegs in a code of --game mastermind. [default: 4]",
    ),
    click.option(
        "--colours",
        metavar="N",
        type=WholeNumber(2, 35),
        help="The colours of --game mastermind, written 1 to 9, then a to z. [default: 6]",
    ),
    click.option("--no-repeats", is_flag=True, help="Use each colour at most once in a code of --game mastermind."),
)
GAME_OPTIONS = frozenset({"game", "rule", *_ONLY_FOR})
"""The names of the parameters that `game_options` adds."""


def game_options(function: Function) -> Function:
    """Adds the options to a command; `load_game` builds the game from them."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


def load_weighting(weights: str | None, game: Game) -> Weights | None:
    """Returns the weights of a game's answers, read from a file or standard input; None if no source is named.

    Raises:
        InputError: The weights cannot be read, or do not fit the answers.
    """
    if weights is None:
        return None
    from wordle_compiler.game.weights import load_weights

    return load_weights(weights, game.answers)


def load_game(ctx: click.Context) -> Game:
    """Returns the game that a command's options name.

    Raises:
        InputError: An option belongs to another game or has an invalid value, or a list cannot be read.
    """
    values = ctx.params
    name = values["game"]
    for option, owner in _ONLY_FOR.items():
        if name != owner and ctx.get_parameter_source(option) is ParameterSource.COMMANDLINE:
            flag = f"--{option.replace('_', '-')}"
            raise InputError(
                f"{flag} belongs to --game {owner} and cannot be combined with --game {name}: leave it out"
            )
    rule = Rule(values["rule"])
    if name == _WORDLE:
        answers = load_list(values["answers"])
        # Standard input can be read only once; both options naming it mean one list.
        allowed = answers if values["allowed"] == values["answers"] else load_list(values["allowed"])
        return Game(answers, allowed, rule)
    if name == _BULLS_AND_COWS:
        from wordle_compiler.game.bulls_and_cows import bulls_and_cows

        return bulls_and_cows(rule)
    from wordle_compiler.game.mastermind import DEFAULT_COLOURS, DEFAULT_PEGS, mastermind

    pegs, colours = values["pegs"], values["colours"]
    return mastermind(
        DEFAULT_PEGS if pegs is None else pegs,
        DEFAULT_COLOURS if colours is None else colours,
        repeats=not values["no_repeats"],
        rule=rule,
    )
