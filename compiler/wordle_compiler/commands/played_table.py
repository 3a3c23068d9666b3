"""The table of a heuristic's results below each opener or pair, as text and as CSV."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_compiler.commands.ranked import Rendered
from wordle_runtime.errors import counted, printable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_compiler.rankings.strategy_table import PlayedOpener, StrategyTable

_NAMED = 10


def render_played(table: StrategyTable) -> Rendered:
    """Renders a table of openers or of pairs."""
    unmet = f"each needs more than {counted(table.max_guesses, 'guess')}"
    return Rendered(_as_text(table), table.to_csv(), unmet)


def _as_text(table: StrategyTable) -> str:
    """Returns the table as lines of text, and below it why the rest are not ranked."""
    played = [row for row in table.rows if row.total is not None]
    others = [row for row in table.rows if row.total is None]
    titles = ("opener",) if table.n_words == 1 else ("first", "second")
    lines = []
    if played:
        widths = [
            max(len(title), *(len(printable(row.openers[place])) for row in played))
            for place, title in enumerate(titles)
        ]
        heads = "  ".join(f"{title:<{width}}" for title, width in zip(titles, widths, strict=True))
        lines.append(f"{'rank':>5}  {heads}  {'total':>7}  {'mean':>7}  worst case  unsolved")
        for rank, row in enumerate(played, 1):
            words = "  ".join(f"{printable(word):<{width}}" for word, width in zip(row.openers, widths, strict=True))
            figures = f"{row.total:>7}  {row.mean:>7.4f}  {row.worst_case:>10}  {row.n_unsolved:>8}"
            lines.append(f"{rank:>5}  {words}  {figures}")
    noun = "opener" if table.n_words == 1 else "pair"
    if others:
        lines.append(_describe_others(others, noun, table.max_guesses))
    if table.n_illegal:
        illegal = counted(table.n_illegal, noun)
        lines.append(
            f"left out: {illegal} whose second word is illegal under rule {table.game.rule} after some feedback"
        )
    return "\n".join(lines)


def _describe_others(rows: Sequence[PlayedOpener], noun: str, max_guesses: int) -> str:
    """Returns the line about the openers that are not ranked; it names the ones that exceed the limit."""
    if rows[0].outcome == "not better":
        return f"{counted(len(rows), f'other {noun}')}: none is better"
    named = ", ".join(" ".join(map(printable, row.openers)) for row in rows[:_NAMED])
    rest = len(rows) - _NAMED
    verb = "needs" if len(rows) == 1 else "need"
    return (
        f"{counted(len(rows), noun)} {verb} more than {counted(max_guesses, 'guess')}: {named}"
        f"{f', and {rest} more' if rest > 0 else ''}"
    )
