"""The options of the commands that search: their strategy, workers, memory, cluster, journal and progress bar."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from wordle_compiler.commands.usage import WholeNumber
from wordle_compiler.machine.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_compiler.cluster.connection import Connection
    from wordle_compiler.strategies.entry import Entry

OPTIMAL = "optimal"


def _hold(ctx: click.Context, param: click.Parameter, size: str | None) -> None:
    """Applies the limit, a size such as 512M or 2G, to the rest of the command."""
    if size is None:
        return
    from wordle_compiler.machine.memory import limit_memory, parse_size

    try:
        ctx.with_resource(limit_memory(parse_size(size)))
    except InputError as error:
        raise click.BadParameter(str(error), ctx, param) from error


workers_option = click.option(
    "-j", "--workers", metavar="N", type=WholeNumber(min=1), help="Threads. [default: one per processor]"
)
quiet_option = click.option("--quiet", is_flag=True, help="No progress, neither as a bar nor as lines.")
weights_option = click.option(
    "--weights",
    metavar="FILE",
    help="How often each answer is hidden: one word and its weight per line, or - for standard input.",
)
journal_option = click.option(
    "--journal",
    metavar="FILE",
    help="Keep proven results in FILE as they arrive, so that the same command resumes an interrupted run.",
)
memory_option = click.option(
    "--memory-limit",
    metavar="SIZE",
    callback=_hold,
    expose_value=False,
    help="Use at most about this much memory, such as 512M or 2G. A search's memo (its cache of proven totals) "
    "shrinks to fit, and a search that cannot fit is refused before it starts. "
    "[default: the memory of the machine, or of the container]",
)
"""It applies to the processes that a command starts, too; the command itself need not handle it."""
cluster_option = click.option(
    "--cluster",
    metavar="PLACE",
    help="Search on the workers of a Dask scheduler (tcp://HOST:PORT), or in N local processes (local:N). The "
    "result is the same.",
)
"""`cluster_of` opens what it names."""


def read_strategy(text: str) -> Entry:
    """Returns the strategy and its options that `--strategy` names, such as `two-step@two-step-limit=50`.

    Raises:
        InputError: There is no such strategy, it has no such option, or an opener is named.
    """
    from wordle_compiler.strategies.entry import Entry

    entry = Entry.parse(text)
    if entry.opener is not None:
        raise InputError(f"--strategy takes no opener: leave out {f':{entry.opener}'!a}")
    return entry


@contextmanager
def cluster_of(place: str | None, strategy: str) -> Iterator[Connection | None]:
    """Yields the cluster at `place` while the context lasts; None if `place` is None.

    Raises:
        InputError: The strategy does not search, or there is no such cluster.
    """
    if place is None:
        yield None
        return
    if strategy != OPTIMAL:
        raise InputError(
            f"--cluster distributes an exact search, but strategy {strategy} does not search: leave out --cluster"
        )
    from wordle_compiler.cluster.opening import open_cluster
    from wordle_compiler.machine.memory import current_limit

    # The workers are other processes: the memory limit applies to each of them and to this one.
    with open_cluster(place, memory_limit=current_limit()) as cluster:
        yield cluster
