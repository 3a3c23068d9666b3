"""The entry point of `wordle-check`: looks for the libraries it needs, runs the command, ends cleanly.

It imports only what `pip install wordle-tree` installs, so that a missing extra is reported in one line.
"""

from __future__ import annotations

import io
import os
import sys
from typing import Any

_LIBRARIES = ("click", "rich")
_FAST_LIBRARIES = ("numpy", "numba")
_INTERRUPTED = 130
_CANNOT_BE_USED = 2
_INTERNAL_ERROR = 70
_NOBODY_READS = 141
"""The exit status that a shell reports for a program that writes to a closed pipe."""

_LONGEST_REASON = 200
_TRACEBACK_VARIABLE = "WORDLE_TREE_TRACEBACK"


def check_command() -> int:
    """Runs `wordle-check` with the arguments of this process, and returns its exit status."""
    sys.stdout, sys.stderr = _stream(1), _stream(2)
    try:
        if missing := _missing_libraries():
            print(
                f"wordle-check: needs {', '.join(missing)}: pip install '.[checker]' in the clone",
                file=sys.stderr,
            )
            return _CANNOT_BE_USED
        # numpy's linear algebra is not used, and its threads spin after they start.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        from wordle_checker.program.command import check_command as command

        # Not standalone: click would print "Aborted!" for Ctrl-C, and end with 1.
        status = command(prog_name="wordle-check", standalone_mode=False) or 0
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        status = _stopped()
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except Exception as error:
        status = _say(error)
    # What could not be written must not be tried again at the interpreter's exit, whose status would then be 120.
    sys.stdout = None
    _leave_at_once_if_kernels_are_loaded(status)
    return status


class _Output(io.FileIO):
    """A standard stream whose errors name it; what cannot be said on standard error is lost, and nothing else."""

    def write(self, data: Any, /) -> int:
        """Writes bytes."""
        try:
            return super().write(data) or 0
        except OSError as error:
            if self.fileno() == 2:
                return memoryview(data).nbytes
            raise OSError(error.errno, error.strerror, "standard output") from None


def _stream(number: int) -> io.TextIOWrapper:
    """Returns standard output (1) or standard error (2) for text, as the compiler's commands do.

    Where the parent closed it, no file that is opened later may take its number. Words that the terminal's encoding
    cannot show are escaped.
    """
    given = sys.stdout if number == 1 else sys.stderr
    while given is None:
        # A system gives the lowest free number. For reading alone: writing is the error that it was.
        if os.open(os.devnull, os.O_RDONLY) >= number:
            break
    raw = _Output(number, "w", closefd=False)
    encoding = "utf-8" if given is None else given.encoding
    is_by_line = number == 2 or raw.isatty()
    return io.TextIOWrapper(io.BufferedWriter(raw), encoding, "backslashreplace", line_buffering=is_by_line)


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
        return _NOBODY_READS
    if isinstance(error, OSError):
        # The command itself tells what cannot be read, so this is what cannot be written.
        print(f"wordle-check: {error.filename}: {error.strerror}", file=sys.stderr)
        return _CANNOT_BE_USED
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


def _leave_at_once_if_kernels_are_loaded(status: int) -> None:
    """Ends the process without the interpreter's own end, which takes compiled kernels apart and may crash there.

    A thread that compiles a kernel after Ctrl-C cannot be interrupted, either; all other threads have ended.
    """
    if "numba" in sys.modules:
        sys.stderr.flush()
        os._exit(status)
