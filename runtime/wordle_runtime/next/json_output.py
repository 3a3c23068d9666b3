"""The answers of `wordle-next --json`. Imported only for them, since importing `json` slows the start."""

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wordle_runtime.errors import GameError, TreeError
    from wordle_runtime.next.position import TreePosition
    from wordle_runtime.next.solve import Answer
    from wordle_runtime.session import Session


def describe(session: "Session", name: str) -> str:
    """Returns a game's state as one JSON object on one line.

    Its keys: `guess` (null when solved), `turn` (of the guess, or of the one that solved), `candidates_left`,
    `max_guesses_left` (the most that the tree still plays, this guess included), `solved`, `tree` (its name or path),
    `source` (`tree`); and `likely_left` after `candidates_left` if the tree has likely answers.
    """
    return json.dumps(
        {
            "guess": session.guess,
            "turn": session.turn,
            "candidates_left": session.candidates_left,
            **_likely_left(session),
            "max_guesses_left": session.max_guesses_left,
            "solved": session.is_solved,
            "tree": name,
            "source": "tree",
        }
    )


def describe_answer(answer: "Answer", name: str) -> str:
    """Returns the same object for an answer that may be off the tree.

    Off the tree, `source` is `search`, `rule of thumb` or `other words`, `max_guesses_left` is null if unknown, and
    there are the keys `exact` (whether no allowed guess is better), `expected` (the mean guesses still needed, an exact
    fraction as text, or null) and `reason` (how the tree was left).
    """
    from wordle_runtime.next.solve import as_text, explain

    position = answer.position
    if position.session is not None:
        return describe(position.session, name)
    return json.dumps(
        {
            "guess": answer.guess,
            "turn": position.turn,
            "candidates_left": len(position.candidates),
            **_likely_left(position),
            "max_guesses_left": answer.max_guesses_left,
            "solved": position.is_solved,
            "tree": name,
            "source": answer.source,
            "exact": answer.source == "search" and answer.n_known is None,
            "expected": as_text(answer.expected),
            "reason": explain(answer) if position.is_beyond else str(position.departure),
        }
    )


def _likely_left(of: "Session | TreePosition") -> dict[str, int]:
    """Returns how many of the candidates are likely, under its key; empty if the tree has no likely answers."""
    return {} if of.likely_left is None else {"likely_left": of.likely_left}


def describe_error(error: "GameError | TreeError") -> str:
    """Returns the answer to a bad line of a batch: the keys `error` and `turn`, which is null if the error has none."""
    return json.dumps({"error": str(error), "turn": getattr(error, "turn", None)})
