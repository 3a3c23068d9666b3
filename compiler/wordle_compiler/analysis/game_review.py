"""A judged game for people: lines of text, and the same as one web page to share, without scripts."""

from __future__ import annotations

import importlib.resources
from fractions import Fraction
from html import escape
from typing import Any

from wordle_compiler.analysis.game_analysis import GameAnalysis
from wordle_compiler.compilation.report import UNKNOWN, decimal
from wordle_compiler.game.words import name_some
from wordle_compiler.rankings.table import DataTable, labelled
from wordle_runtime.errors import counted, printable
from wordle_runtime.layout import WORDLE
from wordle_runtime.markup import table
from wordle_runtime.notation import format_feedback

_LEFT = ("turn", "guess", "left")


def review_as_text(analysis: GameAnalysis) -> str:
    """Returns the turns, the words left and the verdict as lines of text, without a trailing newline."""
    words = _words_left(analysis)
    left = [DataTable("", _LEFT, words).text(left={1, 2}), ""] if words else []
    return "\n".join([_turns(analysis).text({1, 2, 5}, UNKNOWN), "", *left, *labelled(_verdict(analysis))])


def review_as_page(analysis: GameAnalysis) -> str:
    """Returns the same as a web page, which loads nothing. Equal analyses give equal pages."""
    turns, words, verdict = _turns(analysis), _words_left(analysis), _verdict(analysis)
    rows: list[Any] = [[row[0], turn.guess, *row[2:]] for row, turn in zip(turns.rows, analysis, strict=True)]
    for row in rows if analysis.game.kind == WORDLE else ():
        # The letters as tiles in the colours of the marks beside them.
        row[1] = tuple(row[1:3])
    of = f"{counted(len(analysis.turns[0].before), 'answer')}, rule {analysis.game.rule}"
    template = (importlib.resources.files(__package__) / "game_review.html").read_text(encoding="utf-8")
    return template.format(
        title=escape(printable(turns.caption)),
        turns=table(turns.titles, rows, caption=of),
        words=table(_LEFT, words, caption="words left") if words else "",
        verdict="\n".join(f"<div><dt>{label}</dt><dd>{escape(said)}</dd></div>" for label, said in verdict),
    )


def _turns(analysis: GameAnalysis) -> DataTable:
    """Returns the table of the turns, in which costs and chances have their sign."""
    found, signed = analysis.table(), []
    for row, turn in zip(found.rows, analysis, strict=True):
        # Below zero is only what may come too late: see `_verdict`.
        cost = "late" if (turn.cost or 0) < 0 else decimal(turn.cost, signed=True)
        signed.append((*row[:7], decimal(turn.expected), cost, decimal(turn.chance, signed=True), *row[10:]))
    return found._replace(rows=signed)


def _words_left(analysis: GameAnalysis) -> list[tuple[str, str, str]]:
    """Returns some of the candidates that each guess left, and that the best guess would have left."""
    rows: list[tuple[str, str, str]] = []
    for number, turn in enumerate(analysis.turns, 1):
        if len(turn.before) == 1:
            continue
        is_won = turn.feedback == analysis.game.n_feedbacks - 1
        rows.append((str(number), turn.guess, "solved" if is_won else name_some(turn.after, " and {} more")))
        if turn.best is not None and turn.is_told_apart:
            rows.append(("best", turn.best, f"keeps {name_some(turn.before)} apart"))
        elif turn.best is not None and turn.best_after is not None and turn.best != turn.guess:
            rows.append(("best", turn.best, name_some(turn.best_after, " and {} more")))
    return rows


def _verdict(analysis: GameAnalysis) -> list[tuple[str, str]]:
    """Returns what came of the game, its figures, and what they rest on, each with its label."""
    n_guesses = counted(len(analysis.turns), "guess")
    start = " after the first guess" if analysis.turns[0].best is None else ""
    start = " after the first turn, which is not judged" if analysis.starts_later else start
    missed = "not solved, " * (len(analysis.turns) == analysis.max_guesses)
    outcome = "solved" if analysis.is_solved else f"{missed}{counted(len(analysis.turns[-1].after), 'answer')} left"
    if analysis.answer and not analysis.is_solved:
        outcome += f"; it was {printable(analysis.answer)}"
    limit, rows = counted(analysis.max_guesses, "guess"), [("played", f"{n_guesses}, {outcome}")]
    if not analysis.is_solved:
        rows.append(("to go", f"{decimal(analysis.expected_left)} more guesses with the best play"))
    for number, turn in enumerate(analysis.turns, 1):
        saved = max(-(turn.cost or Fraction(0)), Fraction(0))
        if turn.is_risky or saved:
            said = f"turn {number}: {printable(turn.guess)} may not find the answer within {limit}"
            said += f", {turn.best} will" * turn.is_risky
            said += "; it is the tree's word, and on average none needs fewer guesses" * turn.is_of_tree
            said += f"; it needs {decimal(saved)} guesses fewer than {turn.best} on average" * bool(saved)
            rows.append(("noted" if turn.is_of_tree or not turn.is_risky else "risked", said))
    claim = f"exact, within {limit}, rule {analysis.game.rule}"
    if analysis.weights is not None:
        claim += f", weighted by {printable(analysis.weights)}"
    if None in (analysis.cost, analysis.chance):
        claim += f"; {UNKNOWN} means not known, or not found in time (--time-limit)"
    n_judged = sum(turn.skill is not None for turn in analysis.turns)
    of_which = f" over the {counted(n_judged, 'guess')} judged" if 0 < n_judged < len(analysis.turns) else ""
    rows += [
        ("expected", f"{decimal(analysis.expected)} guesses with the best play{start}"),
        ("costs", f"{decimal(analysis.cost, signed=True)} guesses"),
        ("chance", f"{decimal(analysis.chance, signed=True)} guesses"),
        ("skill", f"{UNKNOWN if analysis.skill is None else analysis.skill} of 99{of_which}"),
        ("luck", f"{analysis.luck} of 99, 50 is neutral"),
        ("judged", claim),
    ]
    if analysis.game.kind == WORDLE:
        squares = [format_feedback(turn.feedback, analysis.game.length, "squares") for turn in analysis.turns]
        rows.append(("to share", " ".join(squares)))
    return rows
