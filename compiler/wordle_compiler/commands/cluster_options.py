"""The options of `wordle-compile` that let other machines search, and the cluster that they open."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

import click

from wordle_compiler.machine.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordle_compiler.cluster.fleet import DaskCluster

Function = TypeVar("Function", bound="Callable[..., object]")

_OPTIONS = (
    click.option(
        "--scheduler",
        metavar="ADDRESS",
        help="Search on the workers of this Dask scheduler, such as tcp://host:8786 (docs/cluster.md). The tree does "
        "not depend on it.",
    ),
    click.option(
        "--cluster",
        metavar="local:N",
        help="Search in N worker processes on this machine, as on a cluster.",
    ),
)
CLUSTER_OPTIONS = frozenset({"scheduler", "cluster"})
"""The names of the parameters that `cluster_options` adds."""


def cluster_options(function: Function) -> Function:
    """Adds the options to a command."""
    for option in reversed(_OPTIONS):
        function = option(function)
    return function


@contextmanager
def cluster_of(ctx: click.Context) -> Iterator[DaskCluster | None]:
    """Yields the cluster that the options ask for, as long as the context lasts; None where they ask for none.

    Raises:
        InputError: The options contradict each other or the strategy, or there is no such cluster.
    """
    scheduler, local = ctx.params["scheduler"], ctx.params["cluster"]
    if scheduler is None and local is None:
        yield None
        return
    if scheduler is not None and local is not None:
        raise InputError("--scheduler and --cluster both say where to search: give one of them")
    flag = "--scheduler" if local is None else "--cluster"
    if ctx.params["strategy"] != "optimal":
        raise InputError(
            f"{flag} shares out an exact search, and strategy {ctx.params['strategy']} makes none: leave it out"
        )
    from wordle_compiler.cluster.opening import open_cluster, read_local
    from wordle_compiler.machine.memory import current_limit

    n_local = None if local is None else read_local(local)
    # The workers are other processes: the limit holds for each of them as it does for this one.
    with open_cluster(scheduler, n_local=n_local, memory_limit=current_limit()) as cluster:
        yield cluster
