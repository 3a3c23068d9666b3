"""Distributes work over threads: hands out tasks, yields results as they complete, and stops without waiting.

Threads are sufficient because the kernels release the GIL. The caller's result must not depend on the order in which
tasks finish.
"""

from __future__ import annotations

import contextlib
import os
import queue
import threading
from collections.abc import Callable, Generator, Iterable, Sized
from typing import TypeVar

from wordle_compiler.machine.errors import InputError

Item = TypeVar("Item")
Result = TypeVar("Result")

_WORKERS = range(1, 1025)
"""No machine benefits from more threads, and starting a million of them would bring it down."""

_POLL_SECONDS = 0.1


def default_workers() -> int:
    """Returns the number of processors that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def find_workers(n_workers: int | None) -> int:
    """Returns how many threads to use; None means one for each processor.

    Raises:
        InputError: The number is not between 1 and 1024.
    """
    workers = default_workers() if n_workers is None else n_workers
    if workers not in _WORKERS:
        raise InputError(f"the number of workers must be 1 to {_WORKERS[-1]}, not {workers}")
    return workers


def run_tasks(
    task: Callable[[Item], Result],
    items: Iterable[Item],
    n_workers: int,
    stop: Callable[[], None] = lambda: None,
    idle: Callable[[], None] = lambda: None,
    check: Callable[[], None] = lambda: None,
) -> Generator[Result, None, None]:
    """Yields `task(item)` for every item, in the order in which tasks finish; they start in the order of `items`.

    They run in `n_workers` threads, or in as many as the system allows. `stop` is called if the caller leaves early (by
    an interrupt, an error or a break); it must make running tasks end soon. `idle` is called in this thread a few times
    a second while no task finishes; `check` before it, and before a result is yielded: what it raises stops the tasks.

    Raises:
        BaseException: Any exception that a task raises is raised here, and the other tasks are stopped.
        InputError: The system does not allow a single thread.
    """
    source = iter(items)
    # Guards `source`.
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
    threads: list[threading.Thread] = []
    n_needed = min(n_workers, len(items)) if isinstance(items, Sized) else n_workers
    running = n_needed
    try:
        # Where the system allows fewer threads, those that it allows do all the tasks.
        with contextlib.suppress(RuntimeError):
            for i in range(n_needed):
                thread = threading.Thread(target=work, daemon=True, name=f"worker-{i}")
                thread.start()
                threads.append(thread)
        running = len(threads)
        if n_needed and not threads:
            raise InputError("the system does not allow another thread")
        while running:
            # On some platforms, a wait without a timeout would delay an interrupt.
            try:
                is_result, value = results.get(timeout=_POLL_SECONDS)
            except queue.Empty:
                check()
                idle()
                continue
            if is_result:
                check()
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
