"""`wordle-analyze position`: finds the exact best next guess at a position, and the cost of the alternatives."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from wordle_compiler.commands.game_options import fold_typed, game_options_of, load_game, load_weighting
from wordle_compiler.commands.progress_bar import progress_bar
from wordle_compiler.commands.report_output import labelled, name_some
from wordle_compiler.commands.search_options import memory_option, quiet_option, weights_option, workers_option
from wordle_compiler.commands.usage import TurnsCommand, max_guesses_option
from wordle_compiler.game.lists import TODAY
from wordle_runtime.errors import counted, printable
from wordle_runtime.notation import format_feedback

if TYPE_CHECKING:
    from wordle_compiler.analysis.position_analysis import PositionAnalysis
    from wordle_compiler.game.words import WordList
    from wordle_runtime.position import RankedGuess


class _GuessCount(click.ParamType):  # type: ignore[type-arg]
    """How many guesses to rank: an integer, at least 1, or `all`."""

    name = "count"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | str:
        """Parses the number; returns `all` unchanged."""
        text = str(value)
        if text == "all":
            return text
        if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= 1):
            self.fail(f"must be all or a whole number, at least 1, not {text!a}", param, ctx)
        return int(text)


@click.command("position", cls=TurnsCommand)
@click.argument("turns", metavar="[TURN]...", nargs=-1)
@click.option(
    "--top", metavar="N", type=_GuessCount(), default=10, show_default=True, help="How many guesses to rank, or all."
)
@weights_option
@game_options_of(TODAY)
@max_guesses_option("Every candidate must be solved within N guesses, including those played. [default: 6 for words]")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, with exact fractions.")
@workers_option
@memory_option
@quiet_option
@click.pass_context
def position_command(
    ctx: click.Context,
    /,
    *,
    turns: tuple[str, ...],
    top: int | str,
    weights: str | None,
    max_guesses: int | None,
    as_json: bool,
    workers: int | None,
    quiet: bool,
    **_of_game: object,
) -> None:
    """Finds the best next guess after some turns, by exact search, and ranks the alternatives.

    A TURN is a guess and its feedback: crane:__y_g, or crane __y_g. If no lists are named, the game is today's.
    Without a TURN the openers are ranked: at once where the bundled table of openers knows the best ones, as in today's
    game, otherwise by a search of minutes.

    \b
    Examples:
      wordle-analyze position crane:__y_g
      wordle-analyze position salet __y_g crony _____ --top 3 --answers original-answers
      wordle-analyze position crane:__y_g --rule hard --top all --json
    """  # noqa: D301 - click wants the character backspace itself
    from wordle_compiler.analysis.position_analysis import analyse_position

    game = load_game(ctx)
    weighting = load_weighting(weights, game)
    with progress_bar(quiet=quiet) as progress:
        analysis = analyse_position(
            game,
            fold_typed(ctx, " ".join(turns)),
            max_guesses=max_guesses,
            n_workers=workers,
            n_alternatives=None if isinstance(top, str) else top,
            weights=weighting,
            progress=progress,
        )
    click.echo(json.dumps(analysis.as_json()) if as_json else render_position(analysis))


def render_position(analysis: PositionAnalysis) -> str:
    """Returns an analysis as lines of text, without a trailing newline."""
    best, game = analysis.best, analysis.game
    turns = " ".join(
        f"{printable(guess)} {format_feedback(code, game.length, kind=game.kind)}" for guess, code in analysis.history
    )
    how = f"{best.total}/{len(analysis.candidates)}"
    if analysis.weights is not None:
        how = f"weighted by {printable(analysis.weights)}"
    candidates = f"{counted(len(analysis.candidates), 'candidate')}: {name_some(analysis.candidates)}"
    claimed = f"optimal: the best {len(analysis.ranking)} of {counted(analysis.n_legal, 'legal guess')}, exact"
    if analysis.is_from_table:
        claimed += ", from the bundled table of openers"
    rows = [
        ("game", f"{_listed(game.answers, 'answer')}, {_listed(game.allowed, 'allowed guess')}"),
        ("position", turns or "the start"),
        ("left", f"{candidates}; {counted(analysis.guesses_left, 'guess')}"),
        ("best", f"{printable(best.guess)}, rule {game.rule}"),
        ("expected", f"{_decimal(best.expected)} more guesses, {how}"),
        ("claimed", claimed),
    ]
    width = max(len("guess"), *(len(printable(row.guess)) for row in analysis.ranking))
    heads = f"{'guess':<{width}}  {'total':>5}  expected    costs"
    return "\n".join([*labelled(rows), "", heads, *(_ranked_line(row, width) for row in analysis.ranking)])


def _listed(words: WordList, what: str) -> str:
    return f"{counted(len(words), what)} ({printable(words.name)})"


def _ranked_line(row: RankedGuess, width: int) -> str:
    """Returns a row of the ranking; a mark shows candidates, since they can win at once."""
    mark = "  candidate" if row.is_candidate else ""
    start = f"{printable(row.guess):<{width}}"
    if row.total is None:
        return f"{start}  does not solve every candidate within the limit{mark}"
    return f"{start}  {row.total:>5}  {_decimal(row.expected):>8}  {_decimal(row.cost):>7}{mark}"


def _decimal(value: object) -> str:
    return f"{float(value):.4f}"  # type: ignore[arg-type]
