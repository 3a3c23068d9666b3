"""How long tests wait for what must happen, on a machine that is busy with other things."""

import subprocess
import time
from collections.abc import Callable
from typing import Any

SECONDS = 3600
"""Far longer than anything takes on a machine at a tenth of the usual speed: only a test that hangs reaches it."""


def wait_until(
    is_so: Callable[[], object], message: str = "it does not happen", process: subprocess.Popen[Any] | None = None
) -> None:
    """Waits until a condition holds, or fails at once where the process that it needs has ended."""
    deadline = time.monotonic() + SECONDS
    while not is_so():
        assert process is None or process.poll() is None or is_so(), f"{message}: status {process.returncode}"
        assert time.monotonic() < deadline, message
        time.sleep(0.01)
