"""Dask's cluster on this machine, in processes that end with the one that started them, whatever ends it.

A program of its own. It starts itself once more: the outer process waits until its standard input is closed, even by a
kill of its parent, and then ends the inner one, which runs Dask, and removes whatever that keeps on disk.
"""

# Dask is only partly typed.
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from wordle_compiler.machine.errors import InputError

if TYPE_CHECKING:
    from distributed import Security

_LOOPBACK = "127.0.0.1"
_INSIDE = "inside"


@contextmanager
def local_cluster(n_workers: int) -> Iterator[tuple[str, Security]]:
    """Starts a scheduler and worker processes of one thread each; yields its address and the keys that open it.

    All of them listen on the loopback address alone and want keys that exist only for this cluster, so nobody else can
    run code in a worker, other users of this machine included. A worker that dies is started again. The processes end
    with the context, and with this process, however it ends.

    Raises:
        InputError: The cluster cannot be started.
    """
    from distributed import Security

    command = [sys.executable, "-P", "-m", __name__, str(n_workers)]
    pipe, null = subprocess.PIPE, subprocess.DEVNULL
    # In a session of its own, so that Ctrl-C in a terminal reaches only this process.
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=null, start_new_session=True) as process:
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


def _guard(n_workers: str) -> None:
    """Runs the inner process until the standard input is closed."""
    with tempfile.TemporaryDirectory(prefix="wordle-tree-cluster-") as folder:
        # Keys that are held in memory lie in a file for a moment while a process reads them.
        inner = subprocess.Popen(
            [sys.executable, "-P", "-m", "wordle_compiler.cluster.local_cluster", n_workers, _INSIDE],
            stdin=subprocess.DEVNULL,
            env={**os.environ, "TMPDIR": folder},
            start_new_session=True,
        )
        sys.stdin.buffer.read()
        # The processes hold no state, and a clean exit takes seconds.
        if hasattr(os, "killpg"):
            os.killpg(inner.pid, signal.SIGKILL)
        else:
            inner.kill()
        inner.wait()


def _run(n_workers: str) -> None:
    """Runs Dask until it is killed; prints one line of JSON, which has the scheduler's address and the keys."""
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
    threading.Event().wait()


if __name__ == "__main__":
    (_run if sys.argv[2:] == [_INSIDE] else _guard)(sys.argv[1])
