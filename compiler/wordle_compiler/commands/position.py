"""`wordle-compile --from TURNS`: the exact best next guess at a position, and what the alternatives cost."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from wordle_compiler.commands.game_options import GAME_OPTIONS
from wordle_compiler.commands.progress_bar import progress_bar
from wordle_compiler.commands.report_output import counted, printable
from wordle_compiler.machine.errors import InputError
from wordle_runtime.notation import format_feedback

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_compiler.analysis.position_analysis import PositionAnalysis, RankedGuess
    from wordle_compiler.game.game import Game
    from wordle_compiler.game.weights import Weights

_MEANT_FOR_POSITIONS = GAME_OPTIONS | {
    *("turns", "alternatives", "max_guesses", "workers", "memory_limit", "weights", "as_json", "quiet")
}
_CANDIDATES_NAMED = 10
_ALL = "all"


class AlternativesCount(click.ParamType):  # type: ignore[type-arg]
    """How many guesses to rank: a number from 1 on, or `all`."""

    name = "count"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int | str:
        """Reads the number; `all` stays what it is."""
        text = str(value)
        if text == _ALL:
            return text
        if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text) >= 1):
            self.fail(f"{text!a} is no whole number from 1 on, nor {_ALL}", param, ctx)
        return int(text)


def check_options(ctx: click.Context) -> None:
    """Raises `InputError` where an option is given that goes not with `--from`, or one that goes only with it."""
    given = {
        parameter.name: max(parameter.opts, key=len)
        for parameter in ctx.command.params
        if parameter.name and ctx.get_parameter_source(parameter.name) is ParameterSource.COMMANDLINE
    }
    if "turns" in given:
        if others := [flag for name, flag in given.items() if name not in _MEANT_FOR_POSITIONS]:
            raise InputError(
                f"--from does not go with {others[0]}: it searches one position exactly and writes no tree file"
            )
    elif "alternatives" in given:
        raise InputError("--alternatives goes only with --from")


def show_position(
    game: Game,
    turns: str,
    *,
    alternatives: int | str,
    max_guesses: int | None,
    workers: int | None,
    weights: Weights | None,
    as_json: bool,
    quiet: bool,
) -> None:
    """Analyses a position and prints what is found."""
    from wordle_compiler.analysis.position_analysis import analyse_position
    from wordle_compiler.machine.limits import find_limit

    with progress_bar(quiet=quiet) as progress:
        analysis = analyse_position(
            game,
            turns,
            max_guesses=find_limit(max_guesses),
            n_workers=workers,
            n_alternatives=None if isinstance(alternatives, str) else alternatives,
            weights=weights,
            progress=progress,
        )
    click.echo(json.dumps(analysis.as_json()) if as_json else render_position(analysis))


def render_position(analysis: PositionAnalysis) -> str:
    """Returns an analysis as lines of text, without a line end at the end."""
    best = analysis.best
    length = len(best.guess)
    turns = " ".join(
        f"{printable(guess)} {format_feedback(code, length, kind=analysis.kind)}" for guess, code in analysis.history
    )
    how = f"{best.total}/{len(analysis.candidates)}"
    if analysis.weights is not None:
        how = f"weighted by {printable(analysis.weights)}"
    rows = [
        ("position", turns or "the start"),
        ("left", f"{_named(analysis.candidates)}; {counted(analysis.guesses_left, 'guess')}"),
        ("best", f"{printable(best.guess)}, rule {analysis.rule}"),
        ("expected", f"{_decimal(best.expected)} more guesses, {how}"),
        ("claimed", f"optimal: the best {len(analysis.ranking)} of {counted(analysis.n_legal, 'legal guess')}, exact"),
    ]
    width = max(len("guess"), *(len(printable(row.guess)) for row in analysis.ranking))
    lines = [f"{label:<11}{value}" for label, value in rows]
    lines += ["", f"{'guess':<{width}}  {'total':>5}  expected    costs"]
    return "\n".join([*lines, *(_ranked_line(row, width) for row in analysis.ranking)])


def _ranked_line(row: RankedGuess, width: int) -> str:
    """Returns a row of the ranking; candidates are marked, for they can win at once."""
    mark = "  candidate" if row.is_candidate else ""
    start = f"{printable(row.guess):<{width}}"
    if row.total is None:
        return f"{start}  does not solve every candidate within the limit{mark}"
    return f"{start}  {row.total:>5}  {_decimal(row.expected):>8}  {_decimal(row.cost):>7}{mark}"


def _named(candidates: Sequence[str]) -> str:
    named = ", ".join(map(printable, candidates[:_CANDIDATES_NAMED]))
    more = ", ..." if len(candidates) > _CANDIDATES_NAMED else ""
    return f"{counted(len(candidates), 'candidate')}: {named}{more}"


def _decimal(value: object) -> str:
    return f"{float(value):.4f}"  # type: ignore[arg-type]
