"""Opens a cluster: connects to a scheduler, or starts worker processes on this machine. Dask is not imported before."""

# Dask is only partly typed.
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from wordle_compiler.cluster.local_cluster import local_cluster
from wordle_compiler.machine.errors import InputError

if TYPE_CHECKING:
    from wordle_compiler.cluster.connection import Connection

_LOCAL = re.compile(r"local:([0-9]{1,9})")
_ADDRESS = re.compile(r"(tcp|tls)://\S+:([0-9]{1,9})")
_MOST_LOCAL = 1024
_LOGGERS = ("distributed", "distributed.client", "tornado.application", "asyncio")


def read_local(place: str) -> int | None:
    """Returns the number of worker processes in `local:N`, or None if `place` is a scheduler's address.

    Raises:
        InputError: `place` is neither.
    """
    if (local := _LOCAL.fullmatch(place)) and 1 <= int(local[1]) <= _MOST_LOCAL:
        return int(local[1])
    if (address := _ADDRESS.fullmatch(place)) and 1 <= int(address[2]) < 1 << 16:
        return None
    raise InputError(
        "a cluster is the address of a Dask scheduler, such as tls://host:8786, or local:N, N worker processes on this "
        f"machine (at most {_MOST_LOCAL}), not {place!a}"
    )


@contextmanager
def open_cluster(
    place: str, *, memory_limit: int | None = None, slice_seconds: float = 0.5, patience: float = 30.0
) -> Iterator[Connection]:
    """Yields the workers of a Dask scheduler, or processes on this machine, as long as the context lasts.

    Args:
        place: The scheduler's address, such as `tcp://host:8786`, or `local:N` to start N processes of one thread each,
            which end with the context.
        memory_limit: How many bytes each worker process may take; None means all memory of its machine.
        slice_seconds: The seconds after which a worker begins nothing more of a task.
        patience: The seconds of search after which the guesses of a cell are tried one by one, on all workers.

    Raises:
        InputError: `place` is neither, the extra is not installed, the scheduler does not answer, or a worker has
            another version of this program. Also raised while the cluster is in use, if the connection is lost.
    """
    if not (find_spec("distributed") and find_spec("cryptography")):
        raise InputError("a cluster needs dask.distributed and cryptography: pip install 'wordle-tree[distributed]'")
    n_local = read_local(place)
    from wordle_compiler.cluster.connection import Connection

    with ExitStack() as stack:
        stack.enter_context(_quiet())
        address, security = (place, None) if n_local is None else stack.enter_context(local_cluster(n_local))
        connection = Connection(address, memory_limit, security)
        stack.callback(connection.close)
        connection.slice_seconds, connection.patience = slice_seconds, patience
        yield connection


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
