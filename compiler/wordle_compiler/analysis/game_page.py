"""Writes a judged game as one web page to share: it holds all it shows, runs no script, and loads nothing."""

from __future__ import annotations

import importlib.resources
from html import escape

from wordle_compiler.analysis.game_analysis import GameAnalysis, JudgedTurn
from wordle_compiler.game.words import name_some
from wordle_compiler.rankings.table import decimal
from wordle_runtime.errors import counted, printable
from wordle_runtime.feedback import graphemes, marks
from wordle_runtime.layout import WORDLE
from wordle_runtime.notation import format_feedback, style_of

_COLOURS = ("grey", "yellow", "green")
_UNKNOWN = "–"
_MORE = " and {} more"


def game_page(analysis: GameAnalysis) -> str:
    """Returns the review of a game as HTML. Equal analyses give equal pages."""
    n_guesses = len(analysis.turns)
    played = counted(n_guesses, "guess")
    left = counted(len(analysis.turns[-1].after), "candidate")
    title = f"Solved with {played}" if analysis.is_solved else f"{left} left after {played}"
    best = "the tree" if analysis.judged_by == "tree" else "best play"
    judged = f"{best} needs {decimal(analysis.expected, 2, unknown=_UNKNOWN)} guesses on average"
    if analysis.starts_later or analysis.turns[0].best is None:
        judged = f"after the first guess, {judged}"
    of = f"{counted(len(analysis.turns[0].before), 'answer')}, rule {analysis.game.rule.value}"
    weighted = "" if analysis.weights is None else f", weighted by {escape(printable(analysis.weights))}"
    skill = decimal(analysis.skill, 0, unknown=_UNKNOWN)
    figures = {"Skill": skill, "Luck": analysis.luck, "Guesses": n_guesses}
    template = (importlib.resources.files(__package__) / "game_page.html").read_text(encoding="utf-8")
    return template.format(
        title=title,
        # The style's capitals of i and ı differ there.
        language="tr" if any("ı" in word for word in analysis.game.answers.words) else "en",
        summary=f"{of}; {judged}.",
        figures="\n".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in figures.items()),
        turns="\n".join(_turn(analysis, turn) for turn in analysis.turns),
        claim=f"All figures are exact{weighted}."
        if analysis.judged_by == "search"
        else "Measured against a tree's play.",
    )


def _turn(analysis: GameAnalysis, turn: JudgedTurn) -> str:
    is_win = turn.feedback == analysis.game.n_feedbacks - 1
    lines = [_word(analysis, turn)]
    scores = f"skill {decimal(turn.skill, 0, unknown=_UNKNOWN)}, luck {turn.luck}"
    if is_win:
        lines.append(f"<p>{counted(len(turn.before), 'candidate')} before; {scores}.</p>")
    else:
        lines.append(f"<p>{len(turn.before)} → {counted(len(turn.after), 'candidate')}; {scores}.</p>")
        lines.append(f'<p class="faint">{name_some(turn.after, _MORE, _named)}</p>')
    if turn.best is not None and turn.best != turn.guess:
        lines.append(_best(turn, turn.best))
    elif turn.best is not None and len(turn.before) > 1:
        lines.append("<p>A best guess.</p>")
    return "<li>\n" + "\n".join(lines) + "\n</li>"


def _best(turn: JudgedTurn, best: str) -> str:
    """Returns what the best guess was, and what it would have left."""
    if turn.is_told_apart:
        words = name_some(turn.before, shown=_named)
        return f"<p>{_named(best)} keeps {words} apart, {_named(turn.guess)} does not.</p>"
    if turn.cost == 0:
        text = f"As good: {_named(best)}"
    else:
        cost = "" if turn.cost is None else f", by {decimal(turn.cost, 2)} guesses"
        text = f"Best: {_named(best)}{cost}"
    if turn.best_after is None:
        return f"<p>{text}.</p>"
    if turn.best_after == (best,):
        return f"<p>{text}: it was the answer.</p>"
    return (
        f"<p>{text}; it would have left {counted(len(turn.best_after), 'candidate')}.</p>\n"
        f'<p class="faint">{name_some(turn.best_after, _MORE, _named)}</p>'
    )


def _word(analysis: GameAnalysis, turn: JudgedTurn) -> str:
    length, kind = analysis.game.length, analysis.game.kind
    said = format_feedback(turn.feedback, length, style_of(analysis.game.answers.name), kind)
    classes = ["plain"] * length
    if kind == WORDLE:
        classes = [_COLOURS[mark] for mark in marks(turn.feedback, length)]
        said = ", ".join(classes)
    tiles = "".join(
        f'<span class="tile {name}">{_face(letter)}</span>'
        for letter, name in zip(graphemes(turn.guess), classes, strict=True)
    )
    pegs = "" if kind == WORDLE else f'<span class="pegs">{said}</span>'
    label = escape(f"{printable(turn.guess)}: {said}")
    return f'<div class="word" role="img" aria-label="{label}">{tiles}{pegs}</div>'


def _named(word: str) -> str:
    return f"<bdi>{_face(word)}</bdi>"


def _face(text: str) -> str:
    """Returns what is shown of a word or letter: the style, which writes capitals, would make two letters of a ß."""
    return escape(printable(text.replace("ß", "ẞ")))
