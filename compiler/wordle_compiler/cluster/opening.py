"""Opens a cluster: connects to a Dask scheduler. Dask is not imported before."""

# Dask is only partly typed.
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import logging
import re
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from wordle_compiler.machine.errors import InputError

if TYPE_CHECKING:
    from wordle_compiler.cluster.connection import Connection

_PLACE = re.compile(r"(?:tcp|tls)://\S+:([0-9]{1,9})")
_LAST_PORT = 65535
_LOGGERS = ("distributed", "distributed.client", "tornado.application", "asyncio")


@contextmanager
def open_cluster(place: str, **options: Any) -> Iterator[Connection]:
    """Yields the workers of a Dask scheduler as long as the context lasts.

    The place is the scheduler's address, such as `tls://host:8786`; the options are those of a `Connection`.

    Raises:
        InputError: `place` is no address, the extra is not installed, the scheduler does not answer, or has another
            version of this program. Also raised while the cluster is in use, if the connection is lost.
    """
    if not find_spec("distributed"):
        raise InputError("a cluster needs dask.distributed: pip install 'wordle-tree[distributed]'")
    found = _PLACE.fullmatch(place)
    if found is None or not 1 <= int(found[1]) <= _LAST_PORT:
        raise InputError(f"a cluster is the address of a Dask scheduler, such as tls://host:8786, not {place!a}")
    from distributed.versions import VersionMismatchWarning

    from wordle_compiler.cluster.connection import Connection

    with ExitStack() as stack:
        # This program reports whatever matters in one line. Other versions of Python or Dask do not change a total;
        # other versions of this program could, and are refused.
        for logger in map(logging.getLogger, _LOGGERS):
            stack.callback(logger.setLevel, logger.level)
            logger.setLevel(logging.CRITICAL + 1)
        warnings.filterwarnings("ignore", category=VersionMismatchWarning)
        connection = Connection(place, **options)
        stack.callback(connection.close)
        yield connection
