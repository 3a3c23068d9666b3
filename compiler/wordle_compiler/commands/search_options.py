"""The options of the commands that search: their workers, memory, cluster, journal, weights and progress bar."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from wordle_compiler.commands.usage import WholeNumber
from wordle_compiler.machine.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_compiler.cluster.fleet import DaskCluster


class Size(click.ParamType):  # type: ignore[type-arg]
    """A size in bytes, such as 512M or 2G."""

    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Reads the size."""
        from wordle_compiler.machine.memory import parse_size

        try:
            return parse_size(str(value))
        except InputError as error:
            self.fail(str(error), param, ctx)


def _hold(ctx: click.Context, _param: click.Parameter, n_bytes: int | None) -> None:
    """Applies the limit to the rest of the command."""
    if n_bytes is not None:
        from wordle_compiler.machine.memory import limit_memory

        ctx.with_resource(limit_memory(n_bytes))


workers_option = click.option(
    "-j", "--workers", metavar="N", type=WholeNumber(min=1), help="Threads. [default: one per processor]"
)
quiet_option = click.option("--quiet", is_flag=True, help="No progress bar.")
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
    type=Size(),
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


@contextmanager
def cluster_of(place: str | None, strategy: str) -> Iterator[DaskCluster | None]:
    """Yields the cluster at `place` while the context lasts; None if `place` is None.

    Raises:
        InputError: The strategy does not search, or there is no such cluster.
    """
    if place is None:
        yield None
        return
    if strategy != "optimal":
        raise InputError(
            f"--cluster distributes an exact search, but strategy {strategy} does not search: leave out --cluster"
        )
    from wordle_compiler.cluster.opening import open_cluster
    from wordle_compiler.machine.memory import current_limit

    # The workers are other processes: the memory limit applies to each of them and to this one.
    with open_cluster(place, memory_limit=current_limit()) as cluster:
        yield cluster
