"""What the compiler's commands start: looks for the compiler's libraries, runs a command, ends cleanly.

Imports nothing that `pip install wordle-tree` alone does not bring, so that a missing extra is one line. What only
looks things up needs click alone of the extra.
"""

from __future__ import annotations

import os
import signal
import sys
from functools import partial
from importlib import import_module
from typing import NoReturn

from wordle_compiler import commands
from wordle_compiler.machine.errors import LIBRARIES
from wordle_runtime.command_line import DONE, CommandLine, Console, UsageError, missing_libraries, silence


def _run(family: str) -> NoReturn:
    """Runs a family of commands: whatever happens ends in at most one line on standard error, and a status."""
    name = f"wordle-{family}"
    console = Console(name)
    sys.stdout, sys.stderr = console.stdout, console.stderr
    status = console.run({}, "", CommandLine, lambda _: _call(family, name))
    # The interpreter's own exit would wait for a worker inside a kernel, which nothing interrupts: after Ctrl-C that
    # could take minutes. The libraries of a cluster would also write what they still have to say.
    os._exit(status)


def _call(family: str, name: str) -> int:
    """Calls the command of a family, and returns its status; raises what `OneLineCommand` leaves, such as a bug."""
    # Within `Console.run`, because an interrupt may come here, too.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    # numpy's linear algebra is not used, and its threads spin after they start.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    try:
        getattr(import_module(f"{commands.__name__}.{family}"), f"{family}_command")(prog_name=name)
    except SystemExit as end:
        # click always ends this way, with the status as an integer.
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in LIBRARIES:
            raise
        raise UsageError(f"this needs {missing_libraries(*LIBRARIES)}") from error
    finally:
        # What could not be written must not be tried again: by `Console.run`, at the interpreter's exit, whose status
        # would then be 120, or when the stream is freed, which Python 3.13 would tell of.
        for stream in (sys.stdout, sys.stderr):
            try:
                stream.flush()
            except (OSError, ValueError):
                silence(stream)
    return DONE


compile_command, analyze_command, tree_command = (partial(_run, family) for family in ("compile", "analyze", "tree"))
"""Run `wordle-compile` and its siblings with the arguments of this process, which ends with their exit status."""
