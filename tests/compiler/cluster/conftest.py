"""What tests of searches in this process share."""

import gc
import warnings
from collections.abc import Iterator

import pytest
from benchmarks.fleet.processes import Fleet

QUIET = {"WORKER__PROFILE__ENABLED": "False", "ADMIN__TICK__INTERVAL": "1s", "ADMIN__SYSTEM_MONITOR__INTERVAL": "10s"}
"""What Dask's processes need not do all the time: it takes 2 % of a processor for each of them."""


@pytest.fixture(scope="module", autouse=True)
def connections_of_dask(without_browser: None) -> Iterator[None]:
    """Collects what a cluster leaves behind: Dask drops a connection whose other end has died without closing it.

    Otherwise some later test, in which the garbage collector happens to find it, would fail with a warning.
    """
    del without_browser
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()


@pytest.fixture(scope="session")
def fleet() -> Iterator[Fleet]:
    """A scheduler and two workers, for both files with real processes. The last tests kill them."""
    with Fleet() as started, pytest.MonkeyPatch.context() as patch:
        for name, value in QUIET.items():
            patch.setenv(f"DASK_DISTRIBUTED__{name}", value)
        started.start_scheduler()
        for n_threads in (2, 1):
            started.start_worker(n_threads)
        yield started
