"""What `wordle-next` prints beside one guess: JSON, the answers still possible, and guesses with their costs.

Imported only for them, since importing `json` slows the start.
"""

import json

from wordle_runtime.errors import WordleError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wordle_runtime.position import RankedGuess
    from wordle_runtime.session import Session


def describe(session: "Session", guess: str | None, most: int | None, **more: object) -> str:
    """Returns the state of a game as one JSON object on one line.

    Its keys: `guess` (null when solved), `turn` (of the guess, or of the one that solved), `candidates_left`,
    `max_guesses_left` (the most that the play still takes, this guess included; null if unknown), `solved`; and
    `likely_left` after `candidates_left` if the tree has likely answers.

    Args:
        session: The game.
        guess: The next guess.
        most: The most guesses still needed.
        more: Further keys: see `Shelf.reply`.
    """
    state = {"guess": guess, "turn": session.turn, "candidates_left": session.candidates_left}
    if (n_likely := session.likely_left) is not None:
        state["likely_left"] = n_likely
    return json.dumps({**state, "max_guesses_left": most, "solved": session.is_solved, **more})


def describe_error(error: WordleError) -> str:
    """Returns the answer to a bad line of a batch: the keys `error` and `turn`, which is null if the error has none."""
    return json.dumps({"error": str(error), "turn": getattr(error, "turn", None)})


def candidates(session: "Session", *, as_json: bool) -> str:
    """Returns the answers still possible, one per line, the likely ones first if the tree distinguishes them."""
    words = session.likely_first()
    if not as_json:
        return "".join(f"{word}\n" for word in words)
    n_likely = session.likely_left
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
