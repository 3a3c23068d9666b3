"""The option `--cluster`, which searches in other processes or on other machines, and the cluster that it opens."""

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


def cluster_option(function: Function) -> Function:
    """Adds the option to a command; `cluster_of` opens what it names."""
    return click.option(
        "--cluster",
        metavar="PLACE",
        help="Search on the workers of a Dask scheduler (tcp://HOST:PORT), or in N local processes (local:N). The "
        "result is the same.",
    )(function)


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
            f"--cluster distributes an exact search, and strategy {strategy} does not search: leave it out"
        )
    from wordle_compiler.cluster.opening import open_cluster
    from wordle_compiler.machine.memory import current_limit

    # The workers are other processes: the memory limit applies to each of them and to this one.
    with open_cluster(place, memory_limit=current_limit()) as cluster:
        yield cluster
