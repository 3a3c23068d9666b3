"""The compiler's errors: each has a one-line message for people and an exit status for scripts."""

from __future__ import annotations

LIBRARIES = ("numpy", "numba", "llvmlite", "networkx", "click", "rich", "zopfli", "rjsmin", "rcssmin")
"""What the extra `compiler` installs: where one of these is missing, that extra is named."""

_LONGEST = 2000


def one_line(text: str) -> str:
    """Returns a message as one line that is safe for a terminal: what is not printable in it is escaped.

    Messages quote foreign text: names in a file, words of a list, what a library says of a damaged database. White
    space of any kind becomes one space; control characters and changes of direction are shown as escapes.
    """
    line = " ".join(text[:_LONGEST].split())
    shown = (mark if mark.isprintable() else mark.encode("unicode_escape").decode("ascii") for mark in line)
    return line if line.isprintable() else "".join(shown)


class CompilerError(ValueError):
    """The base of all errors that the compiler raises deliberately; commands exit with `exit_status`."""

    exit_status = 2


class InputError(CompilerError):
    """A word list, an opener or an option cannot be used. The message says which, why, and what to do."""


class UnprovenError(CompilerError):
    """A tree's claim could not be proven again: what the search rested on was false, such as a forged journal."""


class UnmetGuaranteeError(CompilerError):
    """The requested tree provably does not exist, or what was found in time does not keep the requested guarantee."""

    exit_status = 1

    def __init__(self, message: str, found: dict[str, object] | None = None) -> None:
        """Takes the message, and as a JSON object what was found all the same, which `--json` prints."""
        super().__init__(message)
        self.found = found
