"""The options that choose the game, and the game that they describe."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from wordle_compiler.commands.usage import Function, WholeNumber, tell, together
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.lists import CLASSIC, LIST_NAMES, load_list
from wordle_compiler.game.words import fold_accents
from wordle_compiler.machine.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable
    from fractions import Fraction

    from wordle_compiler.game.weights import Weights
    from wordle_compiler.game.words import WordList

_WORDLE, _MASTERMIND, _BULLS_AND_COWS = GAMES = ("wordle", "mastermind", "bulls-and-cows")
_LISTS = f"{', '.join(LIST_NAMES)}, a file, or - (standard input)"
_ALLOWED_OF = {
    "original-answers": "original-allowed",
    "original-allowed": "original-allowed",
    "nyt-2022-answers": "nyt-2022-allowed",
    "nyt-2023-answers": "nyt-2022-allowed",
    "nyt-2022-allowed": "nyt-2022-allowed",
}
"""For a bundled list of answers, the words that may be guessed."""

_ONLY_FOR = {
    "answers": _WORDLE,
    "allowed": _WORDLE,
    "pegs": _MASTERMIND,
    "colours": _MASTERMIND,
    "no_repeats": _MASTERMIND,
    "fold_accents": _WORDLE,
}
"""The options that apply to a single game."""

_BEFORE_LISTS = (
    click.option(
        "--game",
        type=click.Choice(GAMES),
        default=_WORDLE,
        show_default=True,
        help="The game to play: words, or codes with black and white pegs (bulls and cows) as feedback.",
    ),
    click.option(
        "--rule",
        type=click.Choice([rule.value for rule in Rule]),
        default="any",
        show_default=True,
        help="Which guesses are legal at each turn; hard applies to words only.",
    ),
)
_AFTER_LISTS = (
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
    click.option(
        "--fold-accents",
        is_flag=True,
        help="Read every word without its accents, as Spanish and French games do: été becomes ete; ñ stays a "
        "letter of its own.",
    ),
    click.option("--no-repeats", is_flag=True, help="Use each colour at most once in a code of --game mastermind."),
)
GAME_OPTIONS = frozenset({"game", "rule", *_ONLY_FOR})
"""The names of the parameters that `game_options` adds."""


def game_options_of(lists: tuple[str, str]) -> Callable[[Function], Function]:
    """Returns a decorator that adds the options to a command, with the default lists of answers and allowed words."""
    answers, allowed = lists
    return together(
        *_BEFORE_LISTS,
        click.option(
            "--answers", metavar="LIST", default=answers, show_default=True, help=f"What may be hidden: {_LISTS}."
        ),
        click.option(
            "--allowed",
            metavar="LIST",
            default=allowed,
            show_default="the list that belongs to the answers",
            help="The words that may be guessed: a name as for --answers, a file, or -.",
        ),
        *_AFTER_LISTS,
    )


game_options = game_options_of(CLASSIC)
"""Adds the options to a command, for the classic game by default; `load_game` makes the game from them."""


def load_weighting(weights: str | None, game: Game, default: Fraction | None = None) -> Weights | None:
    """Returns the weights that a file or standard input gives to a game's answers; None where none is named.

    `default` is the weight of every answer without a line.

    Raises:
        InputError: The weights cannot be read, or do not fit the answers.
    """
    if weights is None:
        if default is not None:
            raise InputError("--default-weight is for answers that --weights leaves out: give --weights, too")
        return None
    from wordle_compiler.game.weights import load_weights

    return load_weights(weights, game.answers, default=default)


def load_words(ctx: click.Context, spec: str) -> WordList:
    """Returns the list of a name, a file or `-`, without accents where the options say so.

    Raises:
        InputError: There is no such list, or it cannot be read.
    """
    words = load_list(spec)
    return words.without_accents() if ctx.params["fold_accents"] else words


def fold_typed(ctx: click.Context, text: str) -> str:
    """Returns what a user typed as a word, without accents where the options say so."""
    return fold_accents(text) if ctx.params["fold_accents"] else text


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
        answers = load_words(ctx, values["answers"])
        # Standard input can be read only once; both options naming it mean one list.
        allowed = answers if values["allowed"] == values["answers"] else _load_allowed(ctx, answers)
        return Game(answers, allowed, rule)
    from wordle_compiler.game.mastermind import DEFAULT_COLOURS, DEFAULT_PEGS, bulls_and_cows, mastermind

    if name == _BULLS_AND_COWS:
        return bulls_and_cows(rule)
    pegs, colours = values["pegs"], values["colours"]
    return mastermind(
        DEFAULT_PEGS if pegs is None else pegs,
        DEFAULT_COLOURS if colours is None else colours,
        repeats=not values["no_repeats"],
        rule=rule,
    )


def _load_allowed(ctx: click.Context, answers: WordList) -> WordList:
    """Returns the allowed list that the user names, or otherwise the one that matches the answers.

    A bundled list has its own. Where the default list has none of the answers, as for words of another length
    or language, the answers alone are allowed, and a line on standard error says so.
    """
    named = ctx.params["allowed"]
    if ctx.get_parameter_source("allowed") is ParameterSource.COMMANDLINE:
        return load_words(ctx, named)
    allowed = load_words(ctx, _ALLOWED_OF.get(ctx.params["answers"], named))
    if not set(answers.words).isdisjoint(allowed.words):
        return allowed
    has = "has none of them" if answers.length == allowed.length else f"has words of {allowed.length} letters"
    tell(f"only the words of {answers.name} are allowed guesses, since {named} {has} (--allowed names another list)")
    return answers
