"""`wordle-next --list` and `--top N`: the answers still possible, and the best guesses with what they cost."""

import json

from wordle_runtime.next.solve import as_text, decimal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wordle_runtime.next.position import TreePosition
    from wordle_runtime.next.tree_search import FoundGuess


def candidates(position: "TreePosition", *, as_json: bool) -> str:
    """Returns the answers still possible, one per line, the likely ones first if the tree distinguishes them."""
    known = position.likely
    likely = [word for word in position.candidates if word in known]
    others = [word for word in position.candidates if word not in known]
    if not as_json:
        return "".join(f"{word}\n" for word in [*likely, *others])
    is_marked = position.likely_left is not None
    return f"{json.dumps({'candidates': [*likely, *others], 'likely': likely if is_marked else None})}\n"


def ranking(rows: "tuple[FoundGuess, ...]", *, as_json: bool) -> str:
    """Returns the best guesses, one per line.

    A line has the guess, the mean of the guesses still needed, and how much more than the best it costs.
    """
    if as_json:
        found = [
            {
                "guess": row.guess,
                "expected": as_text(row.expected),
                "cost": as_text(row.cost),
                "is_candidate": row.is_candidate,
            }
            for row in rows
        ]
        return f"{json.dumps(found)}\n"
    lines = []
    for row in rows:
        numbers = "-       -"
        if row.expected is not None and row.cost is not None:
            numbers = f"{decimal(row.expected, 4)}  {decimal(row.cost, 4)}"
        lines.append(f"{row.guess}  {numbers}{'  candidate' if row.is_candidate else ''}\n")
    return "".join(lines)
