"""The answers of `wordle-next --json`. Imported only for them: `json` costs the start-up as much as msgpack does."""

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wordle_runtime.errors import GameError, TreeError
    from wordle_runtime.next.beyond import Beyond
    from wordle_runtime.next.position import TreePosition
    from wordle_runtime.next.solve import Answer
    from wordle_runtime.session import Session


def describe(session: "Session", name: str) -> str:
    """Returns a game's state as one JSON object on one line.

    Its keys: `guess` (null when solved), `turn` (of the guess, or of the one that solved), `candidates_left`,
    `max_guesses_left` (the most that the tree still plays, this guess included), `solved`, `tree` (its name or path),
    `source` (`tree`); and `likely_left` behind `candidates_left` where the tree has likely answers.
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
    """Returns the same of an answer that may be off the tree.

    Off it, `source` is `search` or `rule of thumb`, `max_guesses_left` is null where it is not known, and there are
    the keys `exact` (whether no allowed guess is better), `expected` (the guesses still needed on the mean, an exact
    fraction as text, or null) and `reason` (how the tree was left).
    """
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
            "expected": None if answer.expected is None else "/".join(map(str, answer.expected)),
            "reason": str(position.departure),
        }
    )


def describe_beyond(found: "Beyond", name: str) -> str:
    """Returns the same of a guess among the other allowed words; `source` is `other words`."""
    return json.dumps(
        {
            "guess": found.guess,
            "turn": found.turn,
            "candidates_left": found.n_words,
            "max_guesses_left": None,
            "solved": found.guess is None,
            "tree": name,
            "source": "other words",
            "exact": False,
            "expected": None,
            "reason": found.explain(),
        }
    )


def _likely_left(of: "Session | TreePosition") -> dict[str, int]:
    """Returns how many of the candidates are likely, under its key; nothing where the tree tells none apart."""
    return {} if of.likely_left is None else {"likely_left": of.likely_left}


def describe_error(error: "GameError | TreeError") -> str:
    """Returns the answer to a bad line of a batch: the keys `error` and `turn`, which is null where it has none."""
    return json.dumps({"error": str(error), "turn": getattr(error, "turn", None)})
