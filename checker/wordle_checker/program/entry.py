"""The entry point of `wordle-check`: looks for the libraries it needs, runs the command, ends cleanly.

It imports only what `pip install wordle-tree` installs, so that a missing extra is reported in one line.
"""

from __future__ import annotations

import os
import sys

_LIBRARIES = ("click", "rich")
_FAST_LIBRARIES = ("numpy", "numba")
_INTERRUPTED = 130
_MISSING_EXTRA = 2
_INTERNAL_ERROR = 70
_NOBODY_READS = 141
"""The exit status that a shell reports for a program that writes to a closed pipe."""

_LONGEST_REASON = 200
_TRACEBACK_VARIABLE = "WORDLE_TREE_TRACEBACK"


def check_command() -> int:
    """Runs `wordle-check` with the arguments of this process, and returns its exit status."""
    try:
        if missing := _missing_libraries():
            print(
                f"wordle-check: needs {', '.join(missing)}: pip install '.[checker]' in the clone",
                file=sys.stderr,
            )
            return _MISSING_EXTRA
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        # numpy's linear algebra is not used, and its threads spin after they start.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        from wordle_checker.program.command import check_command as command

        # Not standalone: click would print "Aborted!" for Ctrl-C, and end with 1.
        status = command(prog_name="wordle-check", standalone_mode=False) or 0
    except KeyboardInterrupt:
        status = _stopped()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except Exception as error:
        status = _say(error)
    _leave_at_once_if_threads_work(status)
    return status


def _say(error: Exception) -> int:
    """Prints an error as one line, and returns the exit status."""
    import click

    if isinstance(error, click.Abort):
        return _stopped()
    if isinstance(error, click.ClickException):
        error.show()
        return error.exit_code
    if isinstance(error, BrokenPipeError):
        # From the script of a completion, or an error message; `OneLineCommand` catches the rest.
        sys.stdout = None
        return _NOBODY_READS
    if os.environ.get(_TRACEBACK_VARIABLE):
        raise error
    reason = " ".join(str(error).split())[:_LONGEST_REASON]
    print(
        f"wordle-check: internal error, please report it: {type(error).__name__}: {reason} "
        f"(set {_TRACEBACK_VARIABLE}=1 to see where)",
        file=sys.stderr,
    )
    return _INTERNAL_ERROR


def _stopped() -> int:
    print("wordle-check: stopped", file=sys.stderr)
    return _INTERRUPTED


def _missing_libraries() -> list[str]:
    """Returns the libraries of the extra `checker` that are not installed; imports none of them."""
    from importlib.util import find_spec

    needed = _LIBRARIES if "--plain" in sys.argv else _FAST_LIBRARIES + _LIBRARIES
    return [name for name in needed if find_spec(name) is None]


def _leave_at_once_if_threads_work(status: int) -> None:
    """Ends the process now if a thread still works, since a thread that compiles a kernel cannot be interrupted."""
    import threading

    if all(thread.daemon or thread is threading.main_thread() for thread in threading.enumerate()):
        return
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):
            status = status or _NOBODY_READS
    os._exit(status)
