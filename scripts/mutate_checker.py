"""Weakens each condition of the checker in turn, and sees whether its tests notice: they must, each time.

    python scripts/mutate_checker.py -j 2 -o benchmarks/results/checker-mutations.md

Works on copies: nothing in the clone is changed. Ends with status 1 where a condition is weakened and all tests pass,
or where a text of `checker_mutations.toml` is not found in the checker just once.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "checker" / "wordle_checker"
TABLE = Path(__file__).parent / "checker_mutations.toml"
TESTS = (
    "rules",
    "header",
    "chapters",
    "inputs",
    "hostile",
    "kernels",
    "steps",
    "parts",
    "demands",
    "command",
    "false_certificates",
)
UNCOMPILED_TESTS = ("steps", "header", "chapters", "inputs", "parts", "demands", "false_certificates")
_UNCOMPILED = ("-k", "not (words or many)")
"""Leaves out the games that uncompiled kernels take minutes for."""

KERNELS = frozenset(
    path.relative_to(PACKAGE).with_suffix("").as_posix()
    for path in PACKAGE.rglob("*.py")
    if "@compiled" in path.read_text(encoding="utf-8")
)
"""The modules with kernels. The command's tests check large trees, which uncompiled kernels take minutes for."""
_TIMEOUT_SECONDS = 900
_TIMED_OUT = "hangs"


class Mutation(NamedTuple):
    """One condition weakened: a text of a module, what stands there instead, and what would go through."""

    file: str
    original: str
    weakened: str
    why: str

    @property
    def count(self) -> int:
        """How often the text stands in its module; 0 if there is no such module."""
        path = PACKAGE / f"{self.file}.py"
        return path.read_text(encoding="utf-8").count(self.original) if path.exists() else 0


def main() -> int:
    """Runs the command line, and returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-j", type=int, default=1, help="how many at a time")
    parser.add_argument("-o", type=Path, help="where the table goes; standard output without it")
    parser.add_argument("--only", default="", help="only conditions of modules whose name has this in it")
    parser.add_argument("--find", action="store_true", help="only look for the texts")
    arguments = parser.parse_args()
    mutations = [mutation for mutation in read_table() if arguments.only in mutation.file]
    lost = [mutation for mutation in mutations if mutation.count != 1]
    for mutation in lost:
        print(f"{mutation.file}.py has this text {mutation.count} times: {mutation.original!r}", file=sys.stderr)
    if lost or arguments.find:
        return 1 if lost else 0
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(arguments.j) as pool:
        scratch = Path(folder)
        for is_compiled in (False, True):
            before = run_tests(None, scratch / "none", scratch, is_compiled=is_compiled)
            if before:
                print(f"the tests fail as it is: {before}", file=sys.stderr)
                return 1
        killers = list(pool.map(lambda each: report(each[1], scratch / str(each[0]), scratch), enumerate(mutations)))
    text = table_of(mutations, killers, time.monotonic() - started)
    if arguments.o is None:
        print(text)
    else:
        arguments.o.write_text(text, encoding="utf-8")
    return 0 if all(killers) else 1


def read_table() -> list[Mutation]:
    """Reads the conditions, and how each is weakened."""
    with TABLE.open("rb") as file:
        table = tomllib.load(file)
    return [Mutation(module, *texts) for module, conditions in table.items() for texts in conditions]


def report(mutation: Mutation, folder: Path, scratch: Path) -> str:
    """Tries a mutation, and says so while it goes on."""
    # Uncompiled, a weakened kernel starts at once; what no test notices so, compiled ones may.
    killer = ""
    if mutation.file in KERNELS:
        killer = run_tests(mutation, folder, scratch, is_compiled=False)
    killer = killer or run_tests(mutation, folder, scratch, is_compiled=True)
    print(f"{mutation.file}: {mutation.why}: {killer or 'NOT NOTICED'}", file=sys.stderr, flush=True)
    return killer


def run_tests(mutation: Mutation | None, folder: Path, scratch: Path, *, is_compiled: bool) -> str:
    """Runs the checker's tests on a copy with one condition weakened; returns the test that fails, or nothing."""
    copy = folder / PACKAGE.name
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    if mutation is not None:
        path = copy / f"{mutation.file}.py"
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace(mutation.original, mutation.weakened), encoding="utf-8")
    # Kernels are kept apart by the content of their sources; what a mutation does not change is compiled once for all.
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep),
        "PYTHONDONTWRITEBYTECODE": "1",
        "NUMBA_CACHE_DIR": str(scratch / "kernels"),
        "NUMBA_DISABLE_JIT": "0" if is_compiled else "1",
    }
    names = TESTS if is_compiled else UNCOMPILED_TESTS
    tests = [] if is_compiled else [*_UNCOMPILED]
    tests += [str(ROOT / "tests" / "checker" / f"test_checker_{name}.py") for name in names]
    try:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-n", "0", "-x", "-q", "--no-header", "-p", "no:cacheprovider", *tests],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=_TIMEOUT_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return _TIMED_OUT
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    if done.returncode == 0:
        return ""
    if done.returncode < 0:
        return f"the process dies of signal {-done.returncode}"
    failed = [line for line in done.stdout.splitlines() if line.startswith("FAILED")]
    if not failed:
        # A weakened text that is no Python would prove nothing.
        print(f"no test could run: {mutation}: {done.stdout[-300:]}", file=sys.stderr)
        return ""
    return failed[0].split(" - ")[0].rpartition("/test_checker_")[2]


def table_of(mutations: list[Mutation], killers: list[str], seconds: float) -> str:
    """Returns the results as Markdown."""
    noticed = sum(map(bool, killers))
    lines = [
        "# The checker, with each of its conditions weakened in turn",
        "",
        f"{noticed} of {len(mutations)} weakened conditions are noticed by a test, in {seconds / 60:.0f} minutes:",
        "",
        "    python scripts/mutate_checker.py -j 2 -o benchmarks/results/checker-mutations.md",
        "",
        "The weakened conditions are in `scripts/checker_mutations.toml`. A test `rules.py::...` is in",
        "`tests/checker/test_checker_rules.py`. Some conditions make the checker refuse what is true: no danger, but",
        "plain and fast would no longer say the same.",
        "",
        "| module | what would go through | first test that fails |",
        "|---|---|---|",
        *(
            f"| `{mutation.file}` | {mutation.why} | {f'`{killer}`' if killer else '**none**'} |"
            for mutation, killer in zip(mutations, killers, strict=True)
        ),
        "",
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    raise SystemExit(main())
