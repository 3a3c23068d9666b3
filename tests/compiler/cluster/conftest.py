"""What tests of searches in this process share."""

from __future__ import annotations

import gc
import warnings
from collections.abc import Iterator

import pytest

from wordle_compiler.solver import planning


@pytest.fixture
def small_memo(monkeypatch: pytest.MonkeyPatch) -> None:
    """A memo that fills up even in small games."""
    monkeypatch.setattr(planning, "MEMO_SLOTS", 1 << 13)
    monkeypatch.setattr(planning, "MEMO_POOL", 1 << 17)


@pytest.fixture(scope="module", autouse=True)
def connections_of_dask() -> Iterator[None]:
    """Collects what a cluster leaves behind: Dask drops a connection whose other end has died without closing it.

    Otherwise some later test, in which the garbage collector happens to find it, would fail with a warning.
    """
    yield
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
