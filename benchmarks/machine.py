"""What the figures depend on: the processor, its load from others, the interpreter, the libraries."""

from __future__ import annotations

import os
import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from wordle_runtime.commit import commit

_LIBRARIES = ("numpy", "numba", "msgpack", "zopfli", "wordle-tree")
_VECTOR_UNITS = ("avx512bw", "avx2", "asimd")


def describe_machine() -> dict[str, str]:
    """Returns the lines of a results file about the commit and the machine."""
    model, vectors = _processor()
    load = f"{os.getloadavg()[0]:.2f}" if hasattr(os, "getloadavg") else "unknown"
    return {
        "commit": commit(),
        "processor": f"{model}, {n_usable_cores()} cores" + (f", {vectors}" if vectors else ""),
        "system": f"{platform.system()} {platform.release()}, load {load} before the start",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "libraries": ", ".join(f"{name} {_version(name)}" for name in _LIBRARIES),
    }


def n_usable_cores() -> int:
    """Returns how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _processor() -> tuple[str, str]:
    """Returns the processor's name, and the widest vector unit that the kernels may use, where the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return platform.processor() or platform.machine(), ""
    entries = {key.strip(): value.strip() for key, colon, value in (line.partition(":") for line in lines) if colon}
    flags = (entries.get("flags") or entries.get("Features") or "").split()
    vectors = next((name for name in _VECTOR_UNITS if name in flags), "")
    return entries.get("model name") or platform.processor() or platform.machine(), vectors


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "(not installed)"
