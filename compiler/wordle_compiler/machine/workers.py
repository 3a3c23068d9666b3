"""The split of work over threads: tasks out, results back as they come, and a stop that nobody has to wait for.

The kernels release the interpreter's lock, so threads are enough. The caller must not let results depend on their
order.
"""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Generator, Iterable
from typing import TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")

_POLL_SECONDS = 0.1


def default_workers() -> int:
    """Returns how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return max(1, os.cpu_count() or 1)


def run_tasks(
    task: Callable[[Item], Result],
    items: Iterable[Item],
    n_workers: int,
    stop: Callable[[], None] = lambda: None,
    idle: Callable[[], None] = lambda: None,
) -> Generator[Result, None, None]:
    """Yields `task(item)` for every item, in the order in which they finish; items are started in theirs.

    Args:
        task: Called from worker threads, several at a time.
        items: What to do.
        n_workers: How many threads.
        stop: Called when the caller leaves early (an interrupt, an error, a break) and must make running tasks end
        soon.
        idle: Called in this thread while nothing has finished for a while, a few times a second.

    Raises:
        BaseException: Whatever a task raises, here; the other tasks are stopped.
    """
    source = iter(items)
    lock = threading.Lock()
    results: queue.SimpleQueue[tuple[bool, Result | BaseException | None]] = queue.SimpleQueue()
    stopped = threading.Event()

    def work() -> None:
        try:
            while not stopped.is_set():
                with lock:
                    item = next(source, done)
                if item is done:
                    break
                results.put((True, task(item)))  # type: ignore[arg-type]
            results.put((False, None))
        except BaseException as error:
            results.put((False, error))

    done = object()
    threads = [threading.Thread(target=work, daemon=True, name=f"worker-{i}") for i in range(n_workers)]
    for thread in threads:
        thread.start()
    running = n_workers
    try:
        while running:
            # A wait without a limit would hold back an interrupt on some platforms.
            try:
                is_result, value = results.get(timeout=_POLL_SECONDS)
            except queue.Empty:
                idle()
                continue
            if is_result:
                yield value  # type: ignore[misc]
            elif isinstance(value, BaseException):
                raise value
            else:
                running -= 1
    finally:
        stopped.set()
        if running:
            stop()
        for thread in threads:
            thread.join(timeout=_POLL_SECONDS if running else None)
