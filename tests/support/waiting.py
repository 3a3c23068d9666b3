"""How long tests wait for what must happen, on a machine that is busy with other things."""

import time
from collections.abc import Callable

SECONDS = 3600
"""Far longer than anything takes on a machine at a tenth of the usual speed: only a test that hangs reaches it."""


def wait_until(is_so: Callable[[], object], message: str = "it does not happen") -> None:
    """Waits until a condition holds."""
    deadline = time.monotonic() + SECONDS
    while not is_so():
        assert time.monotonic() < deadline, message
        time.sleep(0.01)
