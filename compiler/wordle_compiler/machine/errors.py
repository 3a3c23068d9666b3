"""The compiler's errors: each is one clear line for a person, and one exit status for a script."""

from __future__ import annotations


class CompilerError(Exception):
    """Any error that the compiler raises on purpose; `exit_status` is what a command ends with."""

    exit_status = 2


class InputError(CompilerError):
    """A word list, an opener or an option that cannot be used. Says which, why, and what to do."""


class UnmetGuaranteeError(CompilerError):
    """The tree asked for does not exist (proven), or the strategy's tree does not keep the guarantee asked for."""

    exit_status = 1
