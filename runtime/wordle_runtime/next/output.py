"""What `wordle-next` prints beside one guess: JSON, the answers still possible, and guesses with their costs.

Imported only for them, since importing `json` slows the start.
"""

import json

from wordle_runtime.errors import WordleError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wordle_runtime.next.solve import Answer, TreePosition
    from wordle_runtime.position import RankedGuess


def describe(answer: "Answer", name: str) -> str:
    """Returns the state of a game as one JSON object on one line.

    Its keys: `guess` (null when solved), `turn` (of the guess, or of the one that solved), `candidates_left`,
    `max_guesses_left` (the most that the play still takes, this guess included; null if unknown), `solved`, `tree` (its
    name or path), `source` (`tree`, `search`, `rule of thumb` or `other words`); and `likely_left` after
    `candidates_left` if the tree has likely answers.

    Off the tree there are also the keys `exact` (whether no allowed guess is better), `expected` (the mean guesses
    still needed, an exact fraction as text, or null) and `reason` (how the tree was left).
    """
    from wordle_runtime.next.solve import SEARCH, explain

    position = answer.position
    state: dict[str, object] = {
        "guess": answer.guess,
        "turn": position.turn,
        "candidates_left": len(position.candidates),
    }
    if position.likely_left is not None:
        state["likely_left"] = position.likely_left
    state |= {"max_guesses_left": answer.max_guesses_left, "solved": position.is_solved}
    state |= {"tree": name, "source": answer.source}
    if position.session is None:
        state["exact"] = answer.source == SEARCH and answer.n_known is None
        state["expected"] = None if answer.expected is None else str(answer.expected)
        state["reason"] = explain(answer) if position.is_beyond else str(position.departure)
    return json.dumps(state)


def describe_error(error: WordleError) -> str:
    """Returns the answer to a bad line of a batch: the keys `error` and `turn`, which is null if the error has none."""
    return json.dumps({"error": str(error), "turn": getattr(error, "turn", None)})


def candidates(position: "TreePosition", *, as_json: bool) -> str:
    """Returns the answers still possible, one per line, the likely ones first if the tree distinguishes them."""
    words = position.likely_first
    if not as_json:
        return "".join(f"{word}\n" for word in words)
    n_likely = position.likely_left
    return f"{json.dumps({'candidates': words, 'likely': None if n_likely is None else words[:n_likely]})}\n"


def ranking(rows: "tuple[RankedGuess, ...]", *, as_json: bool) -> str:
    """Returns the best guesses, one per line.

    A line has the guess, the mean of the guesses still needed, and how much more than the best it costs.
    """
    from wordle_runtime.next.solve import decimal

    lines = []
    objects = []
    for row in rows:
        numbers, expected, cost = "-       -", None, None
        if row.expected is not None and row.cost is not None:
            numbers = f"{decimal(row.expected, 4)}  {decimal(row.cost, 4)}"
            expected, cost = str(row.expected), str(row.cost)
        lines.append(f"{row.guess}  {numbers}{'  candidate' if row.is_candidate else ''}\n")
        objects.append({"guess": row.guess, "expected": expected, "cost": cost, "is_candidate": row.is_candidate})
    return f"{json.dumps(objects)}\n" if as_json else "".join(lines)
