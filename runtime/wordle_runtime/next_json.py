"""The answers of `wordle-next --json`."""

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wordle_runtime.errors import GameError, TreeError
    from wordle_runtime.session import Session


def describe(session: "Session", name: str) -> str:
    """Returns a game's state as one JSON object on one line.

    Its keys: `guess` (null when solved), `turn` (of the guess, or of the one that solved), `candidates_left`,
    `max_guesses_left` (the most that the tree still plays, this guess included), `solved`, `tree` (its name or path).
    """
    return json.dumps(
        {
            "guess": session.guess,
            "turn": session.turn,
            "candidates_left": session.candidates_left,
            "max_guesses_left": session.max_guesses_left,
            "solved": session.is_solved,
            "tree": name,
        },
        ensure_ascii=False,
    )


def describe_error(error: "GameError | TreeError") -> str:
    """Returns the answer to a bad line of a batch: the keys `error` and `turn`, which is null where it has none."""
    return json.dumps({"error": str(error), "turn": getattr(error, "turn", None)}, ensure_ascii=False)
