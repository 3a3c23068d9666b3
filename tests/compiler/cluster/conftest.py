"""What tests of searches in this process share."""

import gc
import warnings
from collections.abc import Iterator

import pytest


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
