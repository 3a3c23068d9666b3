"""The compiler's errors: each is one clear line for a person, and one exit status for a script."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordle_compiler.build.report import Report


class CompilerError(Exception):
    """Any error that the compiler raises on purpose; `exit_status` is what a command ends with."""

    exit_status = 2


class InputError(CompilerError):
    """A word list, an opener or an option that cannot be used. Says which, why, and what to do."""


class UnmetGuaranteeError(CompilerError):
    """The tree asked for does not exist (proven), or the strategy's tree does not keep the guarantee asked for.

    Attributes:
        report: The figures of the tree that falls short; None where there is no tree.
    """

    exit_status = 1

    def __init__(self, message: str, report: Report | None = None) -> None:
        super().__init__(message)
        self.report = report
