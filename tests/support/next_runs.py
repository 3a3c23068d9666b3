"""`wordle-next` within this process: what it prints, and its status."""

import io
from typing import NamedTuple

from wordle_runtime.next.command import main


class Result(NamedTuple):
    status: int
    out: str
    err: str


def run(*arguments: str, stdin: str = "") -> Result:
    """Runs it with time enough for a search whose kernels have to be compiled, unless a test limits it."""
    if not any(argument.startswith("--time-limit") for argument in arguments):
        arguments = ("--time-limit=9999", *arguments)
    out, err = io.StringIO(), io.StringIO()
    status = main(arguments, io.StringIO(stdin), out, err)
    return Result(status, out.getvalue(), err.getvalue())
