"""`local:N` is for its own user alone, and nothing of it outlives the process that started it."""

from __future__ import annotations

import os
import signal
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest
from small_games import small_game
from waiting import SECONDS, wait_until

from wordle_compiler import InputError, Rule, rank_openers
from wordle_compiler.cluster.opening import local_cluster

if TYPE_CHECKING:
    from distributed import Security

SCRIPT = """
import sys
from wordle_compiler import InputError, Rule, rank_openers
from wordle_compiler.cluster.connection import Connection
from wordle_compiler.cluster.opening import local_cluster
with local_cluster(1):
    print("started", flush=True)
    sys.stdin.read()
"""


@pytest.fixture(scope="module")
def opened() -> Iterator[tuple[str, Security]]:
    """A cluster of one worker, which has joined."""
    from distributed import Client

    with local_cluster(1) as (address, security):
        with Client(address, security=security, set_as_default=False) as client:
            client.wait_for_workers(1, timeout=SECONDS)
        yield address, security


def test_all_processes_listen_on_the_loopback_address_alone(opened: tuple[str, Security]) -> None:
    assert opened[0].startswith("tls://127.0.0.1:")
    processes = psutil.Process().children(recursive=True)
    listening = {
        connection.laddr.ip
        for process in processes
        for connection in process.net_connections()
        if connection.status == psutil.CONN_LISTEN
    }

    assert listening == {"127.0.0.1"}


def everything_of(opened: tuple[str, Security]) -> list[str]:
    """The addresses of the scheduler and of the workers."""
    from distributed import Client

    address, keys = opened
    with Client(address, security=keys, set_as_default=False) as client:
        return [address, *client.nthreads()]


@pytest.mark.parametrize("has_keys", [False, True], ids=["no keys", "other keys"])
def test_whoever_has_not_the_keys_is_refused(opened: tuple[str, Security], has_keys: bool, tmp_path: Path) -> None:
    """It is not the client that refuses: this one accepts every server."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    if has_keys:
        from distributed import Security

        other = Security.temporary()
        for name, text in (("cert", other.tls_client_cert), ("key", other.tls_client_key)):
            (tmp_path / name).write_text(text, encoding="ascii")
        context.load_cert_chain(tmp_path / "cert", tmp_path / "key")

    for place in everything_of(opened):
        host, port = place.removeprefix("tls://").split(":")
        with (
            pytest.raises(ssl.SSLError, match=r"(?i)alert"),
            socket.create_connection((host, int(port))) as plain,
            context.wrap_socket(plain) as wrapped,
        ):
            wrapped.recv(1)


def test_a_client_without_keys_is_refused(opened: tuple[str, Security]) -> None:
    from distributed import Client

    with pytest.raises(OSError):  # noqa: PT011 - which one depends on who closes the connection first
        Client(opened[0].replace("tls://", "tcp://"), timeout=2, set_as_default=False)


def test_a_worker_of_another_version_is_refused_in_one_line(opened: tuple[str, Security]) -> None:
    """It is this process that has another version; a worker that joins later is found by the tasks that it is sent."""
    said = (
        r"(the scheduler|worker) tls://127\.0\.0\.1:\d+ has wordle-tree \S+ \(sources \w+\), but this is "
        r"9\.9 \(sources 0\): install the same version on all machines$"
    )
    from wordle_compiler.cluster.connection import Connection

    address, keys = opened
    connection = Connection(address, security=keys)
    connection.version = "9.9 (sources 0)"
    try:
        with pytest.raises(InputError, match=said):
            connection.check_versions()
        with pytest.raises(InputError, match=said):
            rank_openers(small_game(1).under(Rule.ANY), cluster=connection)
    finally:
        connection.close()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_nothing_is_left_of_a_cluster_whose_parent_is_killed(tmp_path: Path) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", SCRIPT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "TMPDIR": str(tmp_path)},
    )
    with parent:
        assert parent.stdout is not None
        assert parent.stdout.readline() == b"started\n"
        # Dask's process, what Python starts beside it, and the worker.
        wait_until(lambda: len(psutil.Process(parent.pid).children(recursive=True)) >= 3)
        wait_until(lambda: list(tmp_path.rglob("worker-*.dirlock")))
        started = psutil.Process(parent.pid).children(recursive=True)
        parent.kill()

    _, left = psutil.wait_procs(started, timeout=SECONDS)
    assert left == []
    wait_until(lambda: not list(tmp_path.iterdir()))
