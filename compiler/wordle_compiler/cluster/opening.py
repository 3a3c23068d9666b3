"""Opens a cluster: connects to a scheduler, or starts worker processes on this machine. Dask is not imported before.

It is also the program that runs Dask here. It ends, with its workers and whatever they keep on disk, once its standard
input is closed, which even a kill of the process that started it does.
"""

# Dask is only partly typed.
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import json
import logging
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from multiprocessing import active_children
from typing import TYPE_CHECKING

from wordle_compiler.machine.errors import InputError

if TYPE_CHECKING:
    from distributed import Security

    from wordle_compiler.cluster.connection import Connection

_PLACE = re.compile(r"(local|(?:tcp|tls)://\S+):([0-9]{1,9})")
_MOST_LOCAL = 1024
_LOOPBACK = "127.0.0.1"
_LOGGERS = ("distributed", "distributed.client", "tornado.application", "asyncio")


@contextmanager
def open_cluster(
    place: str,
    *,
    memory_limit: int | None = None,
    slice_seconds: float = 0.5,
    patience: float = 30.0,
    note: Callable[[str], None] = lambda _: None,
) -> Iterator[Connection]:
    """Yields the workers of a Dask scheduler, or processes on this machine, as long as the context lasts.

    The place is the scheduler's address, such as `tcp://host:8786`, or `local:N` to start N processes of one thread
    each, which end with the context. Each worker process may take so many bytes; None means all memory of its machine.
    `slice_seconds`, `patience` and `note` are those of a `Connection`.

    Raises:
        InputError: `place` is neither, the extra is not installed, the scheduler does not answer, or has another
            version of this program. Also raised while the cluster is in use, if the connection is lost.
    """
    if not (find_spec("distributed") and find_spec("cryptography")):
        raise InputError("a cluster needs dask.distributed and cryptography: pip install 'wordle-tree[distributed]'")
    found = _PLACE.fullmatch(place)
    is_local = found is not None and found[1] == "local"
    if found is None or not 1 <= int(found[2]) <= (_MOST_LOCAL if is_local else 65535):
        raise InputError(
            "a cluster is the address of a Dask scheduler, such as tls://host:8786, or local:N, N worker processes on "
            f"this machine (at most {_MOST_LOCAL}), not {place!a}"
        )
    from distributed.versions import VersionMismatchWarning

    from wordle_compiler.cluster.connection import Connection

    with ExitStack() as stack:
        # This program reports whatever matters in one line. Other versions of Python or Dask do not change a total;
        # other versions of this program could, and are refused.
        for logger in map(logging.getLogger, _LOGGERS):
            stack.callback(logger.setLevel, logger.level)
            logger.setLevel(logging.CRITICAL + 1)
        warnings.filterwarnings("ignore", category=VersionMismatchWarning)
        address, security = stack.enter_context(local_cluster(int(found[2]))) if is_local else (place, None)
        connection = Connection(address, memory_limit, security, note)
        stack.callback(connection.close)
        connection.slice_seconds, connection.patience = slice_seconds, patience
        yield connection


@contextmanager
def local_cluster(n_workers: int) -> Iterator[tuple[str, Security]]:
    """Starts a scheduler and worker processes of one thread each; yields its address and the keys that open it.

    All of them listen on the loopback address alone and want keys that exist only for this cluster, so nobody else can
    run code in a worker, other users of this machine included. A worker that dies is started again. The processes end
    with the context, and with this process, however it ends. Their folder is removed by Dask's process when that ends,
    and by this one, since either may be killed.

    Raises:
        InputError: The cluster cannot be started.
    """
    from distributed import Security

    # Keys that are held in memory lie in a file for a moment while a process reads them.
    folder = tempfile.mkdtemp(prefix="wordle-tree-cluster-")
    command = [sys.executable, "-P", "-m", __name__, str(n_workers), folder]
    pipe, null = subprocess.PIPE, subprocess.DEVNULL
    with ExitStack() as stack:
        stack.callback(shutil.rmtree, folder, ignore_errors=True)
        # In a session of its own, so that Ctrl-C in a terminal reaches only this process.
        process = stack.enter_context(
            subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=null, start_new_session=True)
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            told = process.stdout.readline()
            if not told:
                raise InputError("the local cluster cannot be started: Dask has ended")
            keys = json.loads(told)
            yield keys.pop("address"), Security(require_encryption=True, **keys)
        finally:
            process.stdin.close()


def _run(n_workers: str, folder: str) -> None:
    """Runs Dask until the standard input is closed; prints one line of JSON: the scheduler's address and the keys."""
    tempfile.tempdir = os.environ["TMPDIR"] = folder
    try:
        import dask
        from distributed import LocalCluster, Security

        security = Security.temporary()
        dask.config.set({f"distributed.{role}.http.routes": () for role in ("scheduler", "worker")})
        cluster = LocalCluster(
            n_workers=0,
            threads_per_worker=1,
            host=_LOOPBACK,
            security=security,
            # Dask listens for HTTP even without a dashboard.
            worker_dashboard_address=f"{_LOOPBACK}:0",
            scheduler_kwargs={"dashboard": False, "dashboard_address": f"{_LOOPBACK}:0"},
            # The search's own data fills a worker's memory, and Dask cannot move that to disk.
            memory_limit=0,
        )
        cluster.scale(int(n_workers))
        tls = security.get_tls_config_for_role("client")
        keys = {"tls_ca_file": tls["ca_file"], "tls_client_cert": tls["cert"], "tls_client_key": tls["key"]}
        print(json.dumps({"address": cluster.scheduler_address, **keys}), flush=True)
        sys.stdin.buffer.read()
    finally:
        # What a worker writes while the folder is being removed would keep it.
        for worker in active_children():
            worker.kill()
            worker.join()
        shutil.rmtree(folder, ignore_errors=True)
        # The processes hold no state, and a clean exit takes seconds. Without groups of processes, Dask's end with it.
        if hasattr(os, "killpg"):
            os.killpg(0, signal.SIGKILL)
        os._exit(1)


if __name__ == "__main__":
    _run(*sys.argv[1:])
