"""How commands report errors: one line on standard error and an exit status, never a traceback."""

from __future__ import annotations

import errno
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

import click

from wordle_compiler.machine.errors import CompilerError
from wordle_runtime.errors import GameError, TreeError

if TYPE_CHECKING:
    from collections.abc import Iterator


class Refusal(click.ClickException):
    """One line that says what is wrong and what to do; the command ends with `exit_code`."""

    def __init__(self, message: str, exit_code: int = 2) -> None:
        super().__init__(" ".join(message.split()))
        self.exit_code = exit_code  # type: ignore[misc]
        self._command = click.get_current_context().command_path

    def show(self, file: IO[Any] | None = None) -> None:
        """Prints `COMMAND: MESSAGE` on standard error."""
        click.echo(f"{self._command}: {self.message}", file=file, err=True)


@contextmanager
def one_line_errors() -> Iterator[None]:
    """Turns the library's own errors and those of the file system into a `Refusal`."""
    try:
        yield
    except CompilerError as error:
        raise Refusal(str(error), error.exit_status) from error
    except (TreeError, GameError) as error:
        raise Refusal(str(error)) from error
    except KeyboardInterrupt as error:
        # click would print an empty line and "Aborted!", and end with 1.
        raise Refusal("stopped; no unfinished file is left", 130) from error
    except MemoryError as error:
        raise Refusal("not enough memory: use a smaller game or fewer workers (-j)") from error
    except OSError as error:
        if error.errno == errno.EPIPE:
            # The reader closed the pipe (`| head`): click ends quietly.
            raise
        named = f"{error.filename}: " if error.filename else ""
        raise Refusal(f"{named}{error.strerror or error}") from error
