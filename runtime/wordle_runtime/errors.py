"""The errors of the runtime. Each message is one line, safe to print: foreign text in it is quoted and escaped."""

_LONGEST_QUOTE = 40


class WordleError(ValueError):
    """The base of the runtime's errors: something that it was given cannot be used."""


class TreeError(WordleError):
    """A tree that cannot be used: bytes that are no valid tree file, or a name or path that leads to none.

    Reading raises no other error, whatever the bytes.
    """


class GameError(WordleError):
    """A history, guess or feedback that the tree or the game does not know.

    Attributes:
        reason: What is wrong, without the turn.
        turn: The turn of the error, counted from 1; None if the error has no turn, as when a feedback is parsed
            on its own. The message begins with it.
    """

    def __init__(self, reason: str, turn: int | None = None) -> None:
        super().__init__(reason if turn is None else f"turn {turn}: {reason}")
        self.reason = reason
        self.turn = turn

    def __reduce__(self) -> tuple[type["GameError"], tuple[str, int | None]]:
        return GameError, (self.reason, self.turn)


def quoted(text: str) -> str:
    """Returns untrusted text for a message: quoted, cut at 40 code points, and safe for a terminal."""
    return repr(text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "...")
