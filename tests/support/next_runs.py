"""`wordle-next`, and commands that print to the streams of Python, within this process: status and what is printed."""

import io
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr, redirect_stdout
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


def run_printing(command: Callable[[Sequence[str]], int], *arguments: str) -> Result:
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        status = command(arguments)
    return Result(status, out.getvalue(), err.getvalue())
