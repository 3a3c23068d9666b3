"""The errors of the runtime. Each message is one line, safe to print: foreign text in it is quoted and escaped."""

_LONGEST_QUOTE = 40
_LONGEST_PATH = 250
_ESCAPED = {ord(sign): f"\\x{ord(sign):02x}" for sign in "@<>&`*"}  # they mention people, begin markup, style text
_SUM = frozenset("0123456789+-*/=")  # of equations: nothing else begins with their asterisk


class WordleError(ValueError):
    """The base of the runtime's errors: something that it was given cannot be used."""

    exit_status = 2
    """The exit status of a command that ends with it."""


class TreeError(WordleError):
    """A tree that cannot be used: bytes that are no valid tree file, or a name or path that leads to none.

    Reading raises no other error, whatever the bytes.
    """


class GameError(WordleError):
    """A history, guess or feedback that the tree or the game does not know. Its message begins with the turn."""

    def __init__(self, reason: str, turn: int | None = None) -> None:
        super().__init__(reason if turn is None else f"turn {turn}: {reason}")
        self.reason = reason
        """What is wrong, without the turn."""
        self.turn = turn
        """The turn, counted from 1; None if the error has none, as when a feedback is parsed on its own."""

    def __reduce__(self) -> tuple[type["GameError"], tuple[str, int | None]]:
        return type(self), (self.reason, self.turn)


class OffTreeError(GameError):
    """A turn that the game permits, but for which this tree has no guess: only a search can continue."""


class NoCandidateError(GameError):
    """A feedback that no answer can have given after the turns before it: some turn was mistyped."""


class SolveError(WordleError):
    """The search cannot answer."""


def quoted(text: str) -> str:
    """Returns untrusted text for a message: quoted, cut at 40 code points, safe for a terminal, a page and a chat."""
    told = repr(text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "...")
    return told if _SUM.issuperset(text) else told.translate(_ESCAPED)


def printable(text: str) -> str:
    """Returns untrusted text, escaped if a terminal or a page cannot show it, and cut if nobody would read it."""
    text = text if len(text) <= _LONGEST_PATH else text[:_LONGEST_PATH] + "..."
    return text if text.isprintable() else ascii(text)


def counted(count: int, noun: str) -> str:
    """Returns a number with its noun: `1 guess`, `2 guesses`."""
    return f"{count} {noun}{'' if count == 1 else 'es' if noun.endswith('s') else 's'}"
