"""How long tests wait for what must happen, on a machine that is busy with other things."""

from __future__ import annotations

import time
from collections.abc import Callable

SECONDS = 300
"""Far longer than anything takes: a test that reaches it waits for what will never happen."""


def wait_until(is_so: Callable[[], object], message: str = "it does not happen") -> None:
    """Waits until a condition holds."""
    deadline = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < deadline, message
        time.sleep(0.01)
