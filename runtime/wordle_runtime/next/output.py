"""What `wordle-next` prints beside guesses: JSON, the answers still possible, and the best guesses with their costs.

Imported only for them, since importing `json` slows the start.
"""

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wordle_runtime.errors import WordleError
    from wordle_runtime.next.follow import TreePosition
    from wordle_runtime.next.solve import Answer
    from wordle_runtime.position import RankedGuess
    from wordle_runtime.session import Session


def describe(session: "Session", name: str) -> str:
    """Returns a game's state as one JSON object on one line.

    Its keys: `guess` (null when solved), `turn` (of the guess, or of the one that solved), `candidates_left`,
    `max_guesses_left` (the most that the tree still plays, this guess included), `solved`, `tree` (its name or path),
    `source` (`tree`); and `likely_left` after `candidates_left` if the tree has likely answers.
    """
    return _state(session, session.guess, session.candidates_left, session.max_guesses_left, name, "tree")


def describe_answer(answer: "Answer", name: str) -> str:
    """Returns the same object for an answer that may be off the tree.

    Off the tree, `source` is `search`, `rule of thumb` or `other words`, `max_guesses_left` is null if unknown, and
    there are the keys `exact` (whether no allowed guess is better), `expected` (the mean guesses still needed, an exact
    fraction as text, or null) and `reason` (how the tree was left).
    """
    from wordle_runtime.next.solve import explain

    position = answer.position
    if position.session is not None:
        return describe(position.session, name)
    return _state(
        position,
        answer.guess,
        len(position.candidates),
        answer.max_guesses_left,
        name,
        answer.source,
        exact=answer.source == "search" and answer.n_known is None,
        expected=None if answer.expected is None else str(answer.expected),
        reason=explain(answer) if position.is_beyond else str(position.departure),
    )


def _state(
    of: "Session | TreePosition",
    guess: str | None,
    n_left: int,
    most: int | None,
    name: str,
    source: str,
    **more: object,
) -> str:
    likely = {} if of.likely_left is None else {"likely_left": of.likely_left}
    state = {"guess": guess, "turn": of.turn, "candidates_left": n_left, **likely, "max_guesses_left": most}
    return json.dumps({**state, "solved": of.is_solved, "tree": name, "source": source, **more})


def describe_error(error: "WordleError") -> str:
    """Returns the answer to a bad line of a batch: the keys `error` and `turn`, which is null if the error has none."""
    return json.dumps({"error": str(error), "turn": getattr(error, "turn", None)})


def candidates(position: "TreePosition", *, as_json: bool) -> str:
    """Returns the answers still possible, one per line, the likely ones first if the tree distinguishes them."""
    words = position.likely_first
    if not as_json:
        return "".join(f"{word}\n" for word in words)
    return (
        f"{json.dumps({'candidates': words, 'likely': None if (n := position.likely_left) is None else words[:n]})}\n"
    )


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
