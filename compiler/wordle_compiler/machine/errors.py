"""The compiler's errors: each has a one-line message for people and an exit status for scripts."""

from __future__ import annotations


class CompilerError(Exception):
    """The base of all errors that the compiler raises deliberately; commands exit with `exit_status`."""

    exit_status = 2


class InputError(CompilerError):
    """A word list, an opener or an option cannot be used. The message says which, why, and what to do."""


class UnprovenError(CompilerError):
    """A tree's claim could not be proven again: what the search rested on was false, such as a forged journal."""


class UnmetGuaranteeError(CompilerError):
    """The requested tree provably does not exist, or the strategy's tree does not keep the requested guarantee."""

    exit_status = 1
