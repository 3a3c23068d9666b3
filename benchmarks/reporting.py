"""What every benchmark prints: the command, the machine and the date at its head, then its tables; and where else to.

The options `--json`, `--save`, `--date` and `--quick` are the same for all of them.
"""

from __future__ import annotations

import argparse
import datetime
import json
import os
import platform
import shlex
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from measuring import FailedProcessError
from tables import Table

_LIBRARIES = ("numpy", "numba", "msgpack", "zopfli", "wordle-tree")
_VECTOR_UNITS = ("avx512bw", "avx2", "asimd")


def make_parser(description: str | None) -> argparse.ArgumentParser:
    """Returns a parser with the options that all benchmarks have."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a tiny setting that only shows that everything runs")
    parser.add_argument("--json", metavar="FILE", type=Path, help="also write the raw values: seconds and bytes")
    parser.add_argument("--save", metavar="FILE", type=Path, help="also write the tables as a Markdown results file")
    parser.add_argument("--date", metavar="YYYY-MM-DD", help="the date that is stated; today's without it")
    return parser


def describe_machine() -> dict[str, str]:
    """Returns what the figures depend on: processor, its load from others, interpreter, libraries."""
    model, vectors = _processor()
    load = f"{os.getloadavg()[0]:.2f}" if hasattr(os, "getloadavg") else "unknown"
    return {
        "processor": f"{model}, {n_usable_cores()} cores" + (f", {vectors}" if vectors else ""),
        "system": f"{platform.system()} {platform.release()}, load {load} before the start",
        "Python": f"{platform.python_implementation()} {platform.python_version()}",
        "libraries": ", ".join(f"{name} {_version(name)}" for name in _LIBRARIES),
    }


def n_usable_cores() -> int:
    """Returns how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def publish(tables: list[Table], arguments: argparse.Namespace, machine: dict[str, str]) -> None:
    """Prints the tables below their head, and writes the files that the options ask for."""
    head = {
        "command": shlex.join(["python", f"benchmarks/{Path(sys.argv[0]).name}", *sys.argv[1:]]),
        "date": arguments.date or datetime.datetime.now(tz=datetime.UTC).date().isoformat(),
        **machine,
    }
    if arguments.quick:
        head["setting"] = "quick: shows that everything runs, the figures mean nothing"
    width = max(map(len, head))
    print("\n".join(f"{key:<{width}}  {value}" for key, value in head.items()))
    for table in tables:
        print(f"\n{table.as_text()}")
    if arguments.json:
        values = {**head, "tables": [table.as_json() for table in tables]}
        arguments.json.write_text(json.dumps(values, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    if arguments.save:
        lines = [f"- {key}: `{value}`" if key == "command" else f"- {key}: {value}" for key, value in head.items()]
        text = "\n\n".join(["# Measured", "\n".join(lines), *(table.as_markdown() for table in tables)])
        arguments.save.write_text(text + "\n", encoding="utf-8")


def run_benchmark(main: Callable[[], int]) -> int:
    """Runs a benchmark's `main` and returns its exit status; what goes wrong, and Ctrl-C, is one line."""
    name = f"benchmarks/{Path(sys.argv[0]).name}"
    try:
        return main()
    except (FailedProcessError, OSError) as error:
        tell(f"{name}: {error}")
        return 1
    except KeyboardInterrupt:
        tell(f"{name}: stopped")
        return 130


def tell(line: str) -> None:
    """Says on standard error what is being measured: some rows take minutes."""
    print(line, file=sys.stderr, flush=True)


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
