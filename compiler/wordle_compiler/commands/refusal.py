"""How commands report errors: one line on standard error and an exit status, never a traceback."""

from __future__ import annotations

import errno
import pickle
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

import click

from wordle_compiler.machine.errors import CompilerError
from wordle_runtime.errors import GameError, TreeError

if TYPE_CHECKING:
    from collections.abc import Iterator


class Refusal(click.ClickException):
    """One line that says what is wrong and what to do; the command ends with `exit_code`."""

    exit_code = 2

    def __init__(self, message: str) -> None:
        super().__init__(" ".join(message.split()))
        self._command = click.get_current_context().command_path

    def show(self, file: IO[Any] | None = None) -> None:
        """Prints `COMMAND: MESSAGE` on standard error."""
        click.echo(f"{self._command}: {self.message}", file=file, err=True)


class _UnmetRefusal(Refusal):
    exit_code = 1


class _Stop(Refusal):
    exit_code = 130


_KINDS: dict[int, type[Refusal]] = {kind.exit_code: kind for kind in (Refusal, _UnmetRefusal)}


@contextmanager
def one_line_errors() -> Iterator[None]:
    """Turns the library's own errors and those of the file system into a `Refusal`."""
    try:
        yield
    except CompilerError as error:
        raise _KINDS[error.exit_status](str(error)) from error
    except (TreeError, GameError) as error:
        raise Refusal(str(error)) from error
    except KeyboardInterrupt as error:
        # click would print an empty line and "Aborted!", and end with 1.
        raise _Stop("stopped; no unfinished file is left") from error
    except MemoryError as error:
        raise Refusal("not enough memory: use a smaller game or fewer workers (-j)") from error
    except (EOFError, pickle.UnpicklingError) as error:
        # click would take EOFError for the end of a dialogue, and print "Aborted!".
        raise Refusal(_describe_damaged_kernels()) from error
    except OSError as error:
        if error.errno == errno.EPIPE:
            # The reader closed the pipe (`| head`): click ends quietly.
            raise
        named = f"{error.filename}: " if error.filename else ""
        raise Refusal(f"{named}{error.strerror or error}") from error


def _describe_damaged_kernels() -> str:
    """Returns what to do if numba cannot read its cached kernels, say after a full disk: every run would fail."""
    from wordle_compiler.machine.cache_folder import ensure_cache_folder

    return f"the compiled kernels are damaged: delete the folder {ensure_cache_folder()}"
