"""Opens a cluster: connects to a scheduler, or starts worker processes on this machine. Dask is not imported before."""

# Dask is only partly typed.
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from wordle_compiler.cluster.local_cluster import local_cluster
from wordle_compiler.machine.errors import InputError

if TYPE_CHECKING:
    from wordle_compiler.cluster.fleet import DaskCluster
    from wordle_compiler.cluster.pacing import Pacing

_LOCAL = "local"
_MOST_LOCAL = 1024
_LOGGERS = ("distributed", "distributed.client", "tornado.application", "asyncio")


def read_local(place: str) -> int | None:
    """Returns the number of worker processes in `local:N`, or None if `place` is a scheduler's address.

    Raises:
        InputError: `place` is neither.
    """
    kind, colon, number = place.partition(":")
    if kind != _LOCAL and colon and number.startswith("//"):
        return None
    if kind != _LOCAL or not (number.isascii() and number.isdigit() and 1 <= int(number[:9]) <= _MOST_LOCAL):
        raise InputError(
            "a cluster is the address of a Dask scheduler, such as tcp://host:8786, or local:N, N worker processes on "
            f"this machine (at most {_MOST_LOCAL}), not {place!a}"
        )
    return int(number)


@contextmanager
def open_cluster(
    place: str,
    *,
    memory_limit: int | None = None,
    pacing: Pacing | None = None,
) -> Iterator[DaskCluster]:
    """Yields the workers of a Dask scheduler, or processes on this machine, as long as the context lasts.

    Args:
        place: The scheduler's address, such as `tcp://host:8786`, or `local:N` to start N processes of one thread each,
            which end with the context.
        memory_limit: How many bytes each worker process may take; None means all memory of its machine.
        pacing: The sizes of tasks, for tests and measurements.

    Raises:
        InputError: `place` is neither, the extra is not installed, the scheduler does not answer, or a worker has
            another version of this program. Also raised while the cluster is in use, if the scheduler or the workers
            are gone for too long.
    """
    if find_spec("distributed") is None:
        raise InputError("a cluster needs dask.distributed: pip install '.[distributed]' in the clone")
    n_local = read_local(place)
    from wordle_compiler.cluster.connection import Connection
    from wordle_compiler.cluster.fleet import DaskCluster

    with ExitStack() as stack:
        stack.enter_context(_quiet())
        address, security = (place, None) if n_local is None else stack.enter_context(local_cluster(n_local))
        connection = Connection(address, memory_limit, security)
        stack.callback(connection.close)
        yield DaskCluster(connection, pacing)


@contextmanager
def _quiet() -> Iterator[None]:
    """Keeps Dask's logs and warnings off the terminal; this program reports whatever matters in one line."""
    from distributed.versions import VersionMismatchWarning

    loggers = [logging.getLogger(name) for name in _LOGGERS]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL + 1)
    # Other versions of Python or Dask do not change a total. Other versions of this program could, and are refused.
    warnings.filterwarnings("ignore", category=VersionMismatchWarning)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)
