"""`wordle-next`: prints the next guess of a game. It imports what every run needs, and the rest on demand."""

import os
import sys

from wordle_runtime.errors import GameError, NoCandidateError, SolveError, TreeError
from wordle_runtime.next.options import Request, UsageError, help_text, parse
from wordle_runtime.next.shipped import DEFAULT, HARD, Shelf
from wordle_runtime.notation import split_history

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    from wordle_runtime.next.solve import SolvingShelf

_DONE = 0
_CUT_SHORT = 1
_WRONG_INPUT = 2
_INTERRUPTED = 130
_PIPE_OR_FILE = (0o1, 0o10)
"""The types of a pipe and of a regular file in the upper bits of a mode; importing `stat` for them is not worth it."""
_NOBODY_READS = 141
"""The exit status that a shell reports for a program that writes to a closed pipe."""


def main(
    argv: "Sequence[str] | None" = None,
    stdin: "TextIO | None" = None,
    stdout: "TextIO | None" = None,
    stderr: "TextIO | None" = None,
) -> int:
    """Runs the command and returns its exit status, as in the help; 141 if nobody reads the output any more.

    Args:
        argv: The arguments after the command's name; None means those of the process.
        stdin: Read by `--batch` and `--interactive`, and for a history that is not in the arguments; None means the
            process's own, here and for the next two.
        stdout: Takes the answers.
        stderr: Takes one line with the error.
    """
    status = _run_and_report(sys.argv[1:] if argv is None else argv, stdin, stdout or _own_stream(1), stderr)
    if argv is None and "wordle_compiler" not in sys.modules:
        # All is written, and the process ends here: freeing the tree word by word would take as long as a lookup.
        os._exit(status)
    return status


def _run_and_report(argv: "Sequence[str]", stdin: "TextIO | None", output: "TextIO", stderr: "TextIO | None") -> int:
    """Writes the answers, or one line with the error, and returns the exit status."""
    status = _WRONG_INPUT
    try:
        try:
            status = _run(parse(list(argv)), stdin, output, stderr)
        finally:
            # Write earlier answers whatever happened; a failure to write must happen here, where it can be reported.
            output.flush()
    except GameError as error:
        from wordle_runtime.next.solve import advice

        _tell(stderr, f"{error}{advice(error)}")
    except (TreeError, UsageError) as error:
        _tell(stderr, str(error))
    except SolveError as error:
        _tell(stderr, str(error))
        status = error.exit_status
    except MemoryError:
        _tell(stderr, "not enough memory for a tree of this size")
    except KeyboardInterrupt:
        status = _INTERRUPTED
    except BrokenPipeError:
        _silence(output)
        return _NOBODY_READS
    except OSError as error:
        _silence(output)
        _tell(stderr, f"{error.filename or 'standard input or output'}: {error.strerror or error}")
        return _WRONG_INPUT
    return status


def _run(request: Request, stdin: "TextIO | None", stdout: "TextIO", stderr: "TextIO | None") -> int:
    if request.help:
        stdout.write(help_text())
        return _DONE
    if request.version:
        stdout.write(f"wordle-next {_version()}\n")
        return _DONE
    if request.completion is not None:
        from wordle_runtime.next.completion import completion_script

        stdout.write(completion_script(request.completion))
        return _DONE
    shelf = Shelf(HARD if request.hard else request.tree)
    if request.interactive:
        from wordle_runtime.next.interactive import play

        with _solving(shelf, request) as solving:
            play(solving, split_history(request.words), _input(stdin), stdout)
        return _DONE
    if request.batch:
        from contextlib import nullcontext

        from wordle_runtime.next.batch import answer_lines

        with _solving(shelf, request) if request.solve else nullcontext() as solving_or_not:
            answered = answer_lines(
                shelf,
                _input(stdin),
                stdout,
                as_json=request.json,
                solving=solving_or_not,
                tell=lambda message: _tell(stderr, message),
            )
        return _DONE if answered else _WRONG_INPUT
    history = split_history(request.words or _piped_words(stdin))
    try:
        if request.list or request.top is not None:
            with _solving(shelf, request) as solving:
                return _show(solving, history, request, stdout, stderr)
        try:
            return _answer(shelf, history, stdout, stderr, as_json=request.json)
        except GameError as error:
            # Where no answer of the tree fits, the guess comes from the other allowed words, without a search.
            if not (request.solve or isinstance(error, NoCandidateError)):
                raise
        with _solving(shelf, request) as solving:
            return _search(solving, history, stdout, stderr, as_json=request.json)
    except GameError as error:
        raise _with_hint(error, shelf, history) from None


def _with_hint(error: GameError, shelf: Shelf, history: "list[tuple[str, str]]") -> GameError:
    """Returns the error with the turn to look at first, where no answer fits all turns."""
    if not isinstance(error, NoCandidateError):
        return error
    from wordle_runtime.mistakes import with_suspect

    try:
        tree = shelf.tree(shelf.choose(history[0][0]))
    except GameError:
        tree = shelf.tree(DEFAULT)
    return with_suspect(error, tree.nodes, history)


def _answer(
    shelf: Shelf, history: "list[tuple[str, str]]", stdout: "TextIO", stderr: "TextIO | None", *, as_json: bool
) -> int:
    """Answers from the tree, or, before the first turn, from what is known of the bundled trees."""
    if not history and not as_json and (opener := shelf.opener()):
        _write(opener, 0, stdout, stderr)
        return _DONE
    name = shelf.choose(history[0][0] if history else None)
    tree = shelf.tree(name)
    if as_json:
        from wordle_runtime.next.json_output import describe

        stdout.write(f"{describe(tree.replay(history), name)}\n")
        return _DONE
    _write(tree.next_guess(history), len(history), stdout, stderr)
    return _DONE


def _search(
    solving: "SolvingShelf",
    history: "list[tuple[str, str]]",
    stdout: "TextIO",
    stderr: "TextIO | None",
    *,
    as_json: bool,
) -> int:
    """Answers by search where the tree has no guess."""
    from wordle_runtime.next.solve import explain

    answer, name = solving.answer(history)
    if answer.guess is not None:
        _tell(stderr, explain(answer))
    if as_json:
        from wordle_runtime.next.json_output import describe_answer

        stdout.write(f"{describe_answer(answer, name)}\n")
    else:
        _write(answer.guess, len(history), stdout, stderr)
    return _DONE


def _show(
    solving: "SolvingShelf",
    history: "list[tuple[str, str]]",
    request: Request,
    stdout: "TextIO",
    stderr: "TextIO | None",
) -> int:
    """Prints the candidates, or the best guesses."""
    from wordle_runtime.next import listing

    solver = solving.solver(solving.choose(history[0][0] if history else None))
    position = solver.position_after(history)
    if request.top is None:
        stdout.write(listing.candidates(position, as_json=request.json))
        return _DONE
    rows = solver.alternatives(position, int(request.top))
    if rows is None and request.time_limit is None:
        raise KeyboardInterrupt
    if rows is None:
        _tell(stderr, "the search was cut short: raise --time-limit, or ask again when fewer candidates are left")
        return _CUT_SHORT
    stdout.write(listing.ranking(rows, as_json=request.json))
    return _DONE


def _solving(shelf: Shelf, request: Request) -> "SolvingShelf":
    from wordle_runtime.next.solve import SolvingShelf

    seconds = None if request.time_limit is None else int(request.time_limit)
    return SolvingShelf(shelf, allowed=request.allowed, time_limit=seconds)


def _write(guess: str | None, n_turns: int, stdout: "TextIO", stderr: "TextIO | None") -> None:
    if guess is None:
        _tell(stderr, f"solved at turn {n_turns}: there is no next guess")
    else:
        stdout.write(f"{guess}\n")


def _piped_words(stdin: "TextIO | None") -> list[str]:
    """Returns the words on standard input where that is a pipe or a file: a history that is not in the arguments."""
    if stdin is None:
        try:
            mode = os.fstat(0).st_mode >> 12
        except OSError:
            return []
        if sys.stdin is None or mode not in _PIPE_OR_FILE:
            return []
    return _input(stdin).read().split()


def _input(stdin: "TextIO | None") -> "TextIO":
    stream = stdin or sys.stdin
    if stream is None:
        raise UsageError("standard input is closed: redirect it from a file or a pipe")
    if hasattr(stream, "reconfigure"):
        # Undecodable bytes in a history must give an error that names the turn, not end the input.
        stream.reconfigure(errors="surrogateescape")
    return stream


def _own_stream(descriptor: int) -> "TextIO":
    """Returns the process's standard output or error, set to escape characters that it cannot encode."""
    stream = sys.stdout if descriptor == 1 else sys.stderr
    if stream is None:
        # Whoever started the process closed this stream; the null device takes what is written to it.
        return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="backslashreplace")
    return stream


def _tell(stderr: "TextIO | None", message: str) -> None:
    """Writes one line to standard error, if possible."""
    try:
        stream = stderr or _own_stream(2)
        stream.write(f"wordle-next: {message}\n")
        stream.flush()
    except OSError:
        return


def _silence(stream: "TextIO") -> None:
    """Discards the interpreter's own flush at exit, which would report the same error again."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):
        # The interpreter does not flush a stream without a descriptor.
        return


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("wordle-tree")
    except PackageNotFoundError:
        return "(not installed)"
