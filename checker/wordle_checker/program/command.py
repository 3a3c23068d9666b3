"""`wordle-check`: reads the command line, checks, prints. The work is in `checking.py`."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click
from click.exceptions import Exit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_checker.statements import Progress


class Refusal(click.ClickException):
    """One line on standard error, and an exit status."""

    def __init__(self, message: str, exit_code: int = 2) -> None:
        super().__init__(" ".join(message.split()))
        self.exit_code = exit_code  # type: ignore[misc]

    def show(self, file: IO[Any] | None = None) -> None:
        """Prints the line."""
        click.echo(f"wordle-check: {self.message}", file=file, err=True)


class OneLineCommand(click.Command):
    """A command whose usage errors are one line, and that ends with 141 if the reader closed the pipe; click says 1."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reads the arguments."""
        try:
            return super().parse_args(ctx, args)
        except click.UsageError as error:
            raise Refusal(f"{error.format_message().rstrip('.')}; --help lists the options") from None
        except BrokenPipeError:
            raise _closed_pipe() from None

    def invoke(self, ctx: click.Context) -> Any:
        """Runs the command."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise _closed_pipe() from None


def _closed_pipe() -> Exit:
    """Returns what ends the command; the interpreter does not try to write the rest at its exit."""
    sys.stdout = None
    return Exit(141)


class WholeNumber(click.IntRange):
    """An integer in a range, which the help and the errors state in words."""

    def _describe_range(self) -> str:
        return f"{self.min} to {self.max}"


@click.command("wordle-check", cls=OneLineCommand, context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("tree")
@click.argument("certificate", required=False)
@click.option(
    "--answers",
    metavar="LIST",
    help="The possible answers: a file, or a bundled list. [default: found by the digest in TREE]",
)
@click.option(
    "--allowed",
    metavar="LIST",
    help="The words that may be guessed: a file, or a bundled list. [default: found by the digest in TREE]",
)
@click.option(
    "-j",
    "--workers",
    type=WholeNumber(1, 256),
    metavar="N",
    help="Threads. [default: one per processor]",
)
@click.option(
    "--time-limit",
    type=click.FloatRange(min=0),
    default=4 * 3600,
    metavar="S",
    help="The seconds that the check may take, 4 hours by default; after that it ends with status 1.",
)
@click.option("--plain", is_flag=True, help="Check in plain Python, without numpy and numba: for small games.")
@click.version_option(package_name="wordle-tree", prog_name="wordle-check", message="%(prog)s %(version)s")
def check_command(
    *,
    tree: str,
    certificate: str | None,
    answers: str | None,
    allowed: str | None,
    workers: int | None,
    time_limit: float,
    plain: bool,
) -> None:
    """Checks that CERTIFICATE proves TREE to be optimal.

    TREE is a file, or the name of a bundled tree. CERTIFICATE may be left out if TREE is a bundled tree that has a
    bundled certificate.

    The check recomputes every lemma of the certificate by the rules of CERTIFICATE.md, with independent code. By
    default it finds the lists by the digests in TREE; --answers and --allowed name them explicitly. If TREE has likely
    answers, the proof is about these alone, and --answers names them.

    \b
    Examples:
      wordle-check salet
      wordle-compile --start salet --certificate salet.proof
      wordle-check salet.optimal.any.tree salet.proof --answers original-answers --allowed original-allowed

    \b
    Exit status: 0 proven; 1 not proven, with the first error found; 2 the command line, the tree
    or a list is invalid; 130 stopped by Ctrl-C.
    """  # noqa: D301 - click wants the character backspace itself
    from wordle_checker.errors import CertificateError, LibraryError
    from wordle_checker.program.checking import check
    from wordle_checker.program.lists import ListError, allowed_of, answers_of, read_list
    from wordle_runtime import TreeError, load
    from wordle_runtime.tree import read_bytes

    try:
        tree_bytes, _ = read_bytes(tree)
        if certificate is None:
            certificate = shipped_certificate(tree)
        loaded = load(tree_bytes)
        hidden = answers_of(loaded) if answers is None else read_list(answers)
        guessed = allowed_of(loaded) if allowed is None else read_list(allowed)
        with (
            Path(certificate).open("rb") as file,
            progress_bar(os.fstat(file.fileno()).st_size, begins_with=_first_note(plain=plain)) as progress,
        ):
            proof = check(
                tree_bytes,
                file,
                hidden,
                guessed,
                n_workers=workers or _n_processors(),
                plain=plain,
                progress=progress,
                seconds=time_limit,
            )
    except CertificateError as error:
        raise Refusal(f"not proven: {error}", 1) from None
    except (TreeError, ListError, LibraryError) as error:
        raise Refusal(str(error)) from None
    except KeyboardInterrupt:
        # click would print an empty line first.
        raise Refusal("stopped", 130) from None
    except MemoryError:
        raise Refusal("not enough memory: use fewer workers (-j)") from None
    except OSError as error:
        raise Refusal(f"{certificate!a} cannot be read: {error.strerror or error}") from None
    # In one write: a reader that needs only the first line may be gone before a second write.
    counts = f"{proof.n_lemmas:,} lemmas in {proof.n_bytes:,} bytes, checked in {proof.seconds:.1f} s"
    click.echo(f"{proof.sentence}\n{counts}")


def shipped_certificate(tree: str) -> str:
    """Returns the path of a bundled tree's certificate.

    Raises:
        Refusal: There is none, or the tree is not a bundled one.
    """
    import wordle_trees

    if tree not in wordle_trees.names():
        raise Refusal(f"{tree!a} is not a bundled tree: give its certificate as the second argument")
    path = wordle_trees.certificate_path(tree)
    if path is None:
        certified = ", ".join(name for name in wordle_trees.names() if wordle_trees.certificate_path(name))
        raise Refusal(
            f"the tree {tree} has no bundled certificate (only {certified} have one): give one as the second argument"
        )
    return path


def _first_note(*, plain: bool) -> str:
    """Returns a note on the first step of a check if that step is slow, otherwise an empty text."""
    if plain:
        return ""
    from wordle_checker.fast.compiling import is_first_use

    return "compiling kernels, kept for later checks" if is_first_use() else ""


@contextmanager
def progress_bar(n_bytes: int, *, begins_with: str = "") -> Iterator[Progress | None]:
    """Yields a progress callback that draws a bar on standard error if that is a terminal, else None.

    Without a terminal, `begins_with`, unless empty, is printed as a line on standard error.
    """
    # Ask the stream itself: rich treats FORCE_COLOR as a terminal, and would write into a log.
    if not sys.stderr.isatty():
        if begins_with:
            print(f"{begins_with} ...", file=sys.stderr, flush=True)
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as RichProgress

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with RichProgress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(begins_with or "preparing", total=None)

        def show(done: int, total: int, what: str) -> None:
            # The progress of chapters counts the bytes read.
            bar.update(task, completed=done, total=total or n_bytes, description=what)

        yield show


def _n_processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
