"""The options that several commands have, and the game, strategy and cluster that they name."""

from __future__ import annotations

from collections import Counter
from contextlib import nullcontext, suppress
from functools import reduce
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from wordle_compiler.commands.usage import Function, OutputFile, WholeNumber, option, say, tell
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.lists import CLASSIC, LIST_NAMES, TODAY, load_list
from wordle_compiler.game.words import WordList, as_input_error, name_some
from wordle_compiler.machine.errors import InputError
from wordle_runtime.command_line import full_version
from wordle_runtime.errors import counted, printable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from contextlib import AbstractContextManager
    from fractions import Fraction

    from wordle_compiler.cluster.connection import Connection
    from wordle_compiler.game.weights import Weights

OPTIMAL = "optimal"
LARGEST_FAMILY = 128
"""Of up to so many words that differ in one place, a search sees that their order does not matter: its `MOST_TWINS`."""

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
    "include": _WORDLE,
    "exclude": _WORDLE,
}
"""The options that apply to a single game."""

GAME_OPTIONS = frozenset({"game", "rule", "hard", *_ONLY_FOR})
"""The names of the parameters that `game_options` adds."""


def together(*options: Callable[[Function], Function]) -> Callable[[Function], Function]:
    """Returns a decorator that adds several options to a command, in this order."""
    return lambda function: reduce(lambda decorated, option: option(decorated), reversed(options), function)


def game_options(lists: tuple[str, str] = CLASSIC) -> Callable[[Function], Function]:
    """Returns a decorator that adds the options of the game, with the default lists of answers and allowed words.

    `load_game` makes the game from them.
    """
    answers, allowed = lists
    changes = [
        option("--include FILE", "More words that may be the answer, such as new ones, one per line."),
        option("--exclude FILE", "Words that can no longer be the answer, such as past answers, one per line."),
    ]
    return together(
        *(changes if lists == TODAY else ()),
        option(
            "--game",
            "The game to play: words, or codes with black and white pegs (bulls and cows) as feedback.",
            type=click.Choice(GAMES),
            default=_WORDLE,
        ),
        option(
            "--rule",
            "Which guesses are legal at each turn; hard applies to words only.",
            type=click.Choice([rule.value for rule in Rule]),
            default="any",
        ),
        option("--hard", "The same as --rule hard."),
        option("--answers LIST", f"What may be hidden: {_LISTS}.", default=answers),
        option(
            "--allowed LIST",
            "The words that may be guessed: a name as for --answers, a file, or -.",
            default=allowed,
            show_default="a bundled list that holds every answer, or the answers themselves",
        ),
        option("--pegs N", "The number of pegs in a code of --game mastermind. [default: 4]", type=WholeNumber(2, 12)),
        option(
            "--colours N",
            "The colours of --game mastermind, written 1 to 9, then a to z. [default: 6]",
            type=WholeNumber(2, 35),
        ),
        option(
            "--fold-accents",
            "Read every word without its accents, as Spanish and French games do: été becomes ete; ñ and й stay "
            "letters of their own.",
        ),
        option("--no-repeats", "Use each colour at most once in a code of --game mastermind."),
    )


def _hold(ctx: click.Context, _param: click.Parameter, size: str | None) -> None:
    """Applies the limit, a size such as 512M or 2G, to the rest of the command."""
    if size is None:
        return
    from wordle_compiler.machine.memory import limit_memory, parse_size

    ctx.with_resource(limit_memory(parse_size(size)))


def _show_version(ctx: click.Context, _param: click.Parameter, is_given: bool) -> None:
    """Prints the version, which takes a moment to find, and ends the command."""
    if is_given:
        say(f"{ctx.find_root().info_name} {full_version()}")
        ctx.exit()


version_option = option(
    "--version", "Show the version and the commit.", is_eager=True, expose_value=False, callback=_show_version
)
json_option = option("--json", "Print one JSON object; docs/json.md lists its keys.", name="as_json")
csv_option = option("--csv FILE", "Also write the table to FILE, as CSV.", name="csv_file", type=OutputFile())
weights_option = option(
    "--weights FILE",
    "How often each answer is hidden: one word and its weight (12 or 0.25) per line, or - for standard input. Means "
    "and searches count each answer by its weight.",
)
journal_option = option(
    "--journal FILE",
    "Keep proven results in FILE as they arrive, so that the same command resumes an interrupted run.",
    type=OutputFile(),
)
cluster_option = option("--cluster PLACE", "Search on a Dask scheduler's workers (tls://HOST:PORT); equal results.")
"""`cluster_of` opens what it names."""
search_options = together(
    option("-j, --workers N", "Threads. [default: one per processor]"),
    option(
        "--memory-limit SIZE",
        "Use at most about this much memory, such as 512M or 2G. A search's memo (its cache of proven totals) "
        "shrinks to fit, and a search that cannot fit is refused before it starts. "
        "[default: the memory of the machine, or of the container]",
        callback=_hold,
        expose_value=False,
    ),
    json_option,
    option("--quiet", "No progress, neither as a bar nor as lines."),
)
"""The memory limit applies to the processes that a command starts, too; the command itself need not handle it."""


def max_guesses_option(text: str) -> Callable[[Function], Function]:
    """Returns the option `--max-guesses`; `text` says what the limit means to the command."""
    return option("--max-guesses N", text, type=WholeNumber(1, 255))


def objective_option(text: str) -> Callable[[Function], Function]:
    """Returns the option `--objective`; `text` says what it is the objective of."""
    from wordle_compiler.solver.objective import Objective

    return option("--objective", text, type=click.Choice([one.value for one in Objective]), default="total")


def output_option(text: str) -> Callable[[Function], Function]:
    """Returns the option `-o`; `text` says what is written where."""
    return option("-o, --output FILE", text, type=OutputFile())


def tell_of_journal(path: str | None, game: Game, weights: Weights | None) -> None:
    """Says, unless --quiet is given, what the journal of a search holds that a run goes on from."""
    given = click.get_current_context().params
    if path is None or given["quiet"]:
        return
    from wordle_compiler.solver.journal import read_journal

    # If there is none, it begins; what is wrong with one, the run itself says.
    with suppress(InputError):
        record, own = read_journal(path), weights and weights.sha256.hex()
        numbers = {"opener": record.n_settled, "cell": record.n_cells}
        found = " and ".join(counted(number, what) for what, number in numbers.items() if number)
        asked = [game.fingerprint.hex(), str(game.limit(given["max_guesses"])), given["objective"], own]
        if found and asked == [*map(record.question.get, ("game", "max_guesses", "objective", "weights"))]:
            tell(f"goes on from {printable(path)}: {found} settled")


def cluster_of(
    place: str | None, strategy: str = OPTIMAL, objective: str = "total"
) -> AbstractContextManager[Connection | None]:
    """Opens the cluster at `place` while the context lasts; None if `place` is None.

    A line says what joins, leaves or is refused, and which part of the work stays on this machine.

    Raises:
        InputError: The strategy does not search, or there is no such cluster.
    """
    if place is None:
        return nullcontext()
    if strategy != OPTIMAL:
        raise InputError(f"--cluster distributes exact search, but strategy {strategy} does not search: leave it out")
    from wordle_compiler.cluster.opening import open_cluster
    from wordle_compiler.machine.memory import current_limit

    if objective != "total":
        tell(f"--objective {objective}: a cluster finds totals; this machine refutes limits and counts the rest")
    # The workers are other processes: the memory limit applies to each of them and to this one.
    return open_cluster(place, memory_limit=current_limit(), note=tell)


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
    words = load_list(spec, note=tell)
    return words.without_accents() if ctx.params["fold_accents"] else words


def load_game(ctx: click.Context) -> Game:
    """Returns the game that a command's options name.

    Raises:
        InputError: An option belongs to another game or has an invalid value, or a list cannot be read.
    """
    values = ctx.params
    name = values["game"]
    for name_of_option, owner in _ONLY_FOR.items():
        if name != owner and ctx.get_parameter_source(name_of_option) is ParameterSource.COMMANDLINE:
            own = f"--{name_of_option.replace('_', '-')} belongs to --game {owner}"
            raise InputError(f"{own} and cannot be combined with --game {name}: leave it out")
    rule = Rule.HARD if values["hard"] else Rule(values["rule"])
    if name == _WORDLE:
        named = {role: ctx.get_parameter_source(role) is ParameterSource.COMMANDLINE for role in ("answers", "allowed")}
        if named["allowed"] and not named["answers"]:
            # In every command the answers that belong to today's list of allowed words, or else the original ones.
            values["answers"] = dict([TODAY[::-1]]).get(values["allowed"], CLASSIC[0])
        answers = load_words(ctx, values["answers"])
        # Standard input can be read only once; both options naming it mean one list.
        allowed = answers if values["allowed"] == values["answers"] else _load_allowed(ctx, answers)
        changes = {role: values[role] for role in ("include", "exclude") if values.get(role) is not None}
        game = _changed(Game(answers, allowed, rule), changes)
        if (n_alike := largest_family(game.answers.words)) > LARGEST_FAMILY:
            tell(
                f"{n_alike} answers differ in one place alone; of more than {LARGEST_FAMILY}, an exact search tries "
                "every order, which can take years: with --time-limit it ends with the best tree found"
            )
        return game
    from wordle_compiler.game.mastermind import bulls_and_cows, mastermind

    if name == _BULLS_AND_COWS:
        return bulls_and_cows(rule)
    sizes = {name: values[name] for name in ("pegs", "colours") if values[name] is not None}
    return mastermind(**sizes, repeats=not values["no_repeats"], rule=rule)


def largest_family(words: Iterable[str]) -> int:
    """Returns how many words of a list, at most, differ in the same place alone."""
    places = range(min(map(len, words)))
    return max(max(Counter(word[:place] + word[place + 1 :] for word in words).values()) for place in places)


def _changed(game: Game, changes: dict[str, str]) -> Game:
    """Returns the game with the answers that --include adds and --exclude removes; new ones may be guessed, too.

    Raises:
        InputError: A file cannot be read, has words of another length, or no answer is left.
    """
    from wordle_runtime.position import changed_answers
    from wordle_runtime.words import read_changes

    with as_input_error():
        known = game.allowed.words + game.answers.words
        words = {"include": (), "exclude": (), **read_changes(changes, game.length, known, tell)}
        left = changed_answers(game.answers.words, **words)
    if left == frozenset(game.answers.words):
        return game
    name = f"{game.answers.name}, changed by --{' and --'.join(changes)}"
    allowed = WordList.from_words({*game.allowed.words, *words["include"]}, game.allowed.name)
    return Game(WordList.from_words(left, name), allowed, game.rule)


def _load_allowed(ctx: click.Context, answers: WordList) -> WordList:
    """Returns the allowed list that the user names, or otherwise one that holds every answer.

    A bundled list has its own. For other answers it is, in every command, the first bundled list of allowed words that
    holds all of them; if none does, the answers alone are allowed. A line on standard error says which list was
    chosen, unless it is the classic one.
    """
    if ctx.get_parameter_source("allowed") is ParameterSource.COMMANDLINE:
        return load_words(ctx, ctx.params["allowed"])
    own = _ALLOWED_OF.get(ctx.params["answers"])
    missing: list[str] = []
    for name in dict.fromkeys(_ALLOWED_OF.values()) if own is None else (own,):
        allowed = load_words(ctx, name)
        if not (missing := sorted(set(answers.words).difference(allowed.words))):
            if name not in (own, CLASSIC[1]):
                tell(f"the words of {name} are allowed guesses, since it holds every word of {answers.name}")
            return allowed
    lacks = f"{allowed.name} lacks {len(missing)} of them ({name_some(missing)})"
    if answers.length != allowed.length:
        lacks = f"the words of {allowed.name} have {allowed.length} letters"
    tell(f"only the words of {answers.name} are allowed guesses, since {lacks}; --allowed names another list")
    return answers
