"""Counts the bytes that Dask processes write to their TCP connections; they load this file with --preload.

Every byte is written once, so the sum over all processes is what went over the network (without the headers of TCP).
"""

from __future__ import annotations

from typing import Any

from distributed.comm.tcp import TCP

from wordle_compiler.cluster.fleet import DaskCluster

_written: list[int] = []


def bytes_written(cluster: DaskCluster) -> int:
    """Returns what all processes of a fleet have written; this one counts from when it is first asked."""
    dask_setup()
    client = cluster.connection.client
    return sum(_written) + sum(client.run(_read).values()) + client.run_on_scheduler(_read)


def dask_setup(_server: object = None) -> None:
    """Counts what this process writes from now on; Dask calls it in a scheduler or a worker."""
    if _written:
        return
    _written.append(0)
    original = TCP.write

    async def write(self: TCP, *args: Any, **kwargs: Any) -> int:
        n_bytes: int = await original(self, *args, **kwargs)
        _written[0] += n_bytes
        return n_bytes

    TCP.write = write


def _read() -> int:
    return sum(_written)
