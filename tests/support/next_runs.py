"""`wordle-next` within this process: what it prints, and its status."""

from __future__ import annotations

import io
from typing import NamedTuple

from wordle_runtime.next.command import main


class Result(NamedTuple):
    status: int
    out: str
    err: str


def run(*arguments: str, stdin: str = "") -> Result:
    out, err = io.StringIO(), io.StringIO()
    status = main(arguments, io.StringIO(stdin), out, err)
    return Result(status, out.getvalue(), err.getvalue())
