"""`wordle-analyze position` and `game`: the best guess after some turns, and what each turn of a game was worth."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from wordle_compiler.commands import shared_options as shared
from wordle_compiler.commands.usage import (
    OutputFile,
    TurnsCommand,
    WholeNumber,
    option,
    say,
    tell,
    tell_long,
    write_output,
)
from wordle_compiler.compilation.report import UNKNOWN, decimal
from wordle_compiler.game.game import Rule
from wordle_compiler.game.lists import TODAY, load_list
from wordle_compiler.game.words import name_some
from wordle_compiler.machine.errors import InputError
from wordle_compiler.machine.progress import progress_bar
from wordle_compiler.rankings.table import DataTable, labelled
from wordle_runtime import load
from wordle_runtime.command_line import Console, json_text, long_search
from wordle_runtime.errors import counted, printable
from wordle_runtime.layout import WORDLE
from wordle_runtime.notation import about_turns, format_feedback, style_of

if TYPE_CHECKING:
    from wordle_compiler.analysis.position_analysis import PositionAnalysis
    from wordle_compiler.game.game import Game
    from wordle_runtime import Tree
    from wordle_runtime.position import Position, RankedGuess


def _how_many(ctx: click.Context, param: click.Parameter, text: str) -> int | None:
    """Reads how many guesses to rank: a number, or `all`, which is None."""
    return None if text == "all" else WholeNumber(min=1).convert(text, param, ctx)


@click.command("position", cls=TurnsCommand)
@click.argument("turns", metavar="[TURN]...", nargs=-1)
@option("--top N", "How many guesses to rank, or all.", type=str, callback=_how_many, default="10")
@shared.weights_option
@shared.game_options(TODAY)
@option("--time-limit S", "End the search after S seconds, and name the best guesses that it found by then.")
@shared.max_guesses_option("Solve every candidate within N guesses, including those played. [default: 6 for words]")
@shared.search_options
@click.pass_context
def position_command(ctx: click.Context, /, *, turns: tuple[str, ...], **given: Any) -> None:
    """Finds the best next guess after some turns, by exact search, and ranks the alternatives.

    A TURN is a guess and its feedback: crane:__y_g, or crane __y_g. If no lists are named, the game is today's.
    With no TURN, the command reads turns from standard input. If there are none either, it ranks the openers: at once
    where the bundled table has the best ones, as in today's game. Where a search may take long, and a bundled tree has
    the best guess, that is printed alone, unless --top or --time-limit asks for others.

    \b
    Examples:
      wordle-analyze position crane:__y_g
      wordle-analyze position salet __y_g crony _____ --top 3 --answers original-answers
      wordle-analyze position crane:__y_g --rule hard --top all --json
    """  # noqa: D301 - click wants the character backspace itself
    from wordle_compiler.analysis import position_analysis as positions
    from wordle_compiler.analysis.judges import look_up
    from wordle_compiler.strategies.strategy import read_seconds

    game, text = shared.load_game(ctx), _text_of(turns)
    if positions.is_won(text, game):
        played, _ = positions.complete_turns(game, text, None, takes_any=True)
        n_turns = len([*positions.replay_turns(game, played, takes_any=True)][1:])
        tell(f"solved at turn {n_turns}: there is no next guess")
        if given["as_json"]:
            say(json_text({"guess": None, "turn": n_turns, "is_solved": True}))
        return
    quicker = "`wordle-next`, which guesses after 10 s" if text else "name a turn, or ask `wordle-analyze opener WORD`"
    is_plain = ParameterSource.COMMANDLINE not in map(ctx.get_parameter_source, ("top", "time_limit", "weights"))

    def known(position: Position) -> RankedGuess | str | None:
        sizes = len(game.allowed), len(position.candidates), quicker, game.kind
        found = look_up(game, position, given["max_guesses"])
        if is_plain and long_search(*sizes) and found:
            return found
        tell_long(*sizes)
        return found and found.guess

    with progress_bar(quiet=given["quiet"]) as progress:
        analysis = positions.analyse_position(
            game,
            text,
            max_guesses=given["max_guesses"],
            n_workers=given["workers"],
            n_alternatives=given["top"],
            weights=shared.load_weighting(given["weights"], game),
            look_up=known,
            time_limit=read_seconds("time_limit", given["time_limit"]),
            progress=progress,
        )
    say(json_text(analysis.as_json()) if given["as_json"] else render_position(analysis))


def _text_of(words: tuple[str, ...]) -> str:
    """Returns the turns, which are piped if they are no arguments."""
    return Console("", sys.stdin if sys.stdin is not None and not sys.stdin.isatty() else None).read(words)


def render_position(analysis: PositionAnalysis) -> str:
    """Returns an analysis as lines of text, without a trailing newline."""
    best, game = analysis.best, analysis.game
    turns = " ".join(
        f"{printable(guess)} {format_feedback(code, game.length, style_of(game.answers.name), game.kind)}"
        for guess, code in analysis.history
    )
    weights, left = analysis.weights, analysis.candidates
    how = f"{best.total}/{len(left)}" if weights is None else f"weighted by {printable(weights)}"
    lists = (game.answers, "answer"), (game.allowed, "allowed guess")
    rows = [
        ("game", ", ".join(f"{counted(len(words), what)} ({printable(words.name)})" for words, what in lists)),
        ("position", turns or "the start"),
        ("left", f"{counted(len(left), 'answer')}: {name_some(left)}; {counted(analysis.guesses_left, 'guess')}"),
        ("best", f"{printable(best.guess)}, rule {game.rule}"),
        ("expected", f"{decimal(best.expected)} more guesses, {how}"),
        ("claimed", analysis.claim),
    ]
    cells = [(row.guess, row.total, row.expected, row.cost, "candidate" * row.is_candidate) for row in analysis.ranking]
    table = DataTable("", ("guess", "total", "expected", "costs", ""), cells)
    lines = [*labelled(rows), "", table.text({0, 4}, UNKNOWN)]
    if any(row.total is None for row in analysis.ranking):
        lines.append(f"{UNKNOWN} means that no play after the guess solves every candidate within the limit (proven)")
    return "\n".join(lines)


@click.command("game", cls=TurnsCommand)
@click.argument("words", metavar="[TURN]... [ANSWER]", nargs=-1)
@option("--answer WORD", "The hidden word, if it was not guessed.")
@option("--tree FILE", "Take the game from this tree; you may have to name allowed words with --allowed.", name="file")
@option("--skip-opener", "Do not judge the first guess, nor search what it is worth; only use its feedback.")
@option("--search-opener", "Also judge a first guess that is not known, by a search of minutes: raise --time-limit.")
@option("--time-limit S", "All searches together may take S seconds; what is not found is not judged.", default="60")
@shared.weights_option
@shared.game_options(TODAY)
@shared.max_guesses_option("The limit of the game. [default: the tree's limit, or 6 for words]")
@option("--html FILE", "Also write the review as a web page; it needs no network.", name="page", type=OutputFile())
@shared.search_options
@click.pass_context
def game_command(
    ctx: click.Context, /, *, words: tuple[str, ...], answer: str | None, file: str | None, **given: Any
) -> None:
    """Judges a game: what each guess cost, and how lucky its feedback was.

    A TURN is a guess and its feedback: crane:__y_g, or crane __y_g. A TURN may also be a guess alone: the last word is
    then both the last guess and the answer, and it determines the feedbacks. Use --answer to name an answer that was
    not guessed. What the game gives to share is read as well, with each word beside its squares; without arguments it
    comes from standard input.

    \b
    Columns: before and after, the candidates before the guess and after its feedback; best, the best
    guess; leaves, the candidates that it would have left; expected, how many more guesses it needs on
    average, itself included; costs, how many more the guess played needs on average; chance, how
    many more guesses its feedback left to be expected, below zero where that was lucky; skill and
    luck, both from 0 to 99: skill 99 is a best guess, and luck 50 is neutral. All figures are exact.
    At the end, expected + costs + chance is the number of guesses played. Below the table come up to
    ten of the candidates that each guess left, and up to ten that the best guess would have left.

    If no lists are named, the game is today's: its likely answers count, or all allowed words once no likely one fits.
    In today's game the first guess is judged where the bundled trees or the table of openers know what it is
    worth; elsewhere the judgement starts after it, unless --search-opener is given. With --weights, expected, costs and
    chance are weighted means, which neither of them knows, and the hidden word must have a weight.

    \b
    Examples:
      wordle-analyze game crane smirk snafu --html review.html
      wordle-analyze game salet:__y_g crony:_____ light:ggggg
      wordle-analyze game crane sloth light --answers original-answers
      wordle-analyze game crane sloth --answer fight --rule hard --skip-opener
      wordle-analyze game 1122 1344 2135 --game mastermind
      wordle-analyze game 0123:1b1w 1425:0b2w --tree bulls-and-cows
    """  # noqa: D301 - click wants the character backspace itself
    from wordle_compiler.analysis.game_analysis import analyse_game
    from wordle_compiler.analysis.game_review import review_as_page, review_as_text
    from wordle_compiler.strategies.strategy import read_seconds

    if given["search_opener"] and given["skip_opener"]:
        raise InputError("--search-opener cannot be combined with --skip-opener: leave one of them out")
    text = _text_of(words)
    tree = None if file is None else load(file)
    game = shared.load_game(ctx) if tree is None else _game_of(ctx, tree)
    has_its_lists = game.kind == WORDLE and (given["answers"], given["allowed"]) == TODAY
    is_today = has_its_lists if tree is None else tree.guarantee.likely is not None
    weights = shared.load_weighting(given["weights"], game)
    with progress_bar(quiet=given["quiet"]) as progress:
        analysis = analyse_game(
            game,
            text,
            answer=answer,
            max_guesses=given["max_guesses"],
            tree=tree,
            judge_opener=not given["skip_opener"],
            search_opener=given["search_opener"] or not (is_today or given["skip_opener"]),
            takes_any=is_today and weights is None and game.rule is not Rule.CANDIDATES,
            weights=weights,
            n_workers=given["workers"],
            time_limit=read_seconds("time_limit", given["time_limit"]),
            progress=progress,
        )
    played = [(turn.guess, turn.feedback) for turn in analysis.turns]
    if said := about_turns(text, played, is_any=is_today and tree is None and game.rule is Rule.ANY):
        tell(said)
    write_output(given["page"], review_as_page(analysis))
    say(json_text(analysis.as_json()) if given["as_json"] else review_as_text(analysis))


def _game_of(ctx: click.Context, tree: Tree) -> Game:
    """Returns the game of a tree; --allowed is the only game option that can be combined with a tree."""
    from wordle_compiler.analysis.judges import game_of_tree

    given = [name for name in shared.GAME_OPTIONS if ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE]
    for name in sorted({*given}.difference({"allowed"})):
        option = f"--{name.replace('_', '-')}"
        raise InputError(f"{option} cannot be combined with --tree, which defines the game: leave it out")
    allowed, own = load_list(ctx.params["allowed"], note=tell) if given else None, tree.info.game.allowed
    if allowed is not None and allowed.sha256 != own.sha256:
        raise InputError(f"{allowed.name} is not the tree's list of allowed words, which is {own.name!a}")
    game, is_known = game_of_tree(tree, allowed)
    if not is_known:
        raise InputError(f"the tree lacks its allowed words, {printable(own.name)}: name that list with --allowed")
    return game
