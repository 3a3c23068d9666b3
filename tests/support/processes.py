"""The commands as processes: on this interpreter, with libraries hidden, and with streams that are closed or full."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from waiting import SECONDS

ENVIRONMENT = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
STRICT = {**ENVIRONMENT, "PYTHONWARNINGS": "error"}
"""For `wordle-next`: whatever it warns of is an error; the libraries of other commands may warn."""
ENTRIES = {
    **{f"wordle-{name}": f"wordle_compiler.entry_points:{name}_command()" for name in ("compile", "analyze", "tree")},
    "wordle-next": "wordle_runtime.next.command:main()",
    "wordle-check": "wordle_checker.program.entry:check_command()",
}
_HIDING = """
import sys
from importlib.machinery import PathFinder

class Hide(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if name.partition(".")[0] in {hidden!r} else super().find_spec(name, path, target)

sys.meta_path[:] = [Hide if finder is PathFinder else finder for finder in sys.meta_path]
"""
UNREAD = "into a pipe that nobody reads"


def hiding(*libraries: str) -> str:
    """Returns a program after which these libraries are not found."""
    return _HIDING.format(hidden=libraries)


def starting(command: str) -> str:
    """Returns the program that runs a command with the arguments of its process."""
    module, _, call = ENTRIES[command].partition(":")
    return f"import sys\nfrom {module} import {call.partition('(')[0]}\nraise SystemExit({call})\n"


def line_of(typed: str, program: str = "") -> tuple[list[str], dict[str, str]]:
    """Returns the arguments of the process that runs a command as it is typed, after a program, and its environment."""
    command = typed.split()[0]
    arguments = typed.removeprefix(command).split()
    environment = STRICT if command == "wordle-next" else ENVIRONMENT
    return [sys.executable, "-c", program + starting(command), *arguments], environment


def run(command: list[str], env: dict[str, str], **options: Any) -> subprocess.CompletedProcess[str]:
    """Runs a process without a terminal; options are those of `subprocess.run`."""
    streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    if "input" not in options:
        streams["stdin"] = subprocess.DEVNULL
    return subprocess.run(command, env=env, **{**streams, **options}, text=True, timeout=SECONDS, check=False)


def python(program: str, *arguments: str, env: dict[str, str] = ENVIRONMENT, **options: Any) -> Any:
    """Runs a program with arguments."""
    return run([sys.executable, "-c", program, *arguments], env, **options)


def run_into(typed: str, streams: str, cwd: Path, **environment: str) -> tuple[int, str]:
    """Runs a command with streams redirected as in a shell, or `UNREAD`; returns its status and standard error."""
    command, inherited = line_of(typed)
    shell = ["sh", "-c", f'exec "$@" {"" if streams == UNREAD else streams}', "sh"]
    reading, writing = os.pipe()
    os.close(reading)
    try:
        options = {"stdout": writing} if streams == UNREAD else {}
        done = run([*shell, *command], {**inherited, "PYTHONUNBUFFERED": "", **environment}, cwd=cwd, **options)
    finally:
        os.close(writing)
    return done.returncode, done.stderr
