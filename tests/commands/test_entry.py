"""How the commands start and end as processes: without the extra, on Ctrl-C, into a closed pipe, on a bug."""

import os
import pty
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from waiting import SECONDS

import wordle_compiler
from wordle_compiler.machine.cache_folder import name_of_state

COMMANDS = {
    "wordle-compile": "compile_command",
    "wordle-analyze": "analyze_command",
    "wordle-tree": "tree_command",
}
UNREAD = "into a pipe that nobody reads"
IMPORTED = """
import sys
import {module}
extra = {"numpy", "numba", "llvmlite", "networkx", "click", "rich", "zopfli", "msgpack"}
print(*sorted(extra & set(sys.modules)))
"""
HIDING = """
import sys
from importlib.machinery import PathFinder

class Hide(PathFinder):
    @classmethod
    def find_spec(cls, name, path=None, target=None):
        return None if name.partition(".")[0] in {hidden!r} else super().find_spec(name, path, target)

sys.meta_path[:] = [Hide if finder is PathFinder else finder for finder in sys.meta_path]
"""
RUN = """
from importlib import import_module
command = "wordle_runtime.next.command:main"
sys.argv = {line!r}.split()
if sys.argv[0] != "wordle-next":
    command = "wordle_compiler.entry_points:" + sys.argv[0].removeprefix("wordle-") + "_command"
module, _, function = command.partition(":")
raise SystemExit(getattr(import_module(module), function)())
"""
# Stands for a search: worker threads inside kernels that cannot be interrupted, and a main thread that waits.
BUSY = """
import signal, sys, threading, time
from wordle_compiler.compilation import compiled_tree as build

# A test run in the background has inherited that Ctrl-C is to be ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)

def compile_tree(*args, **kwargs):
    threading.Thread(target=threading.Event().wait).start()
    print("busy", flush=True)
    while True:
        time.sleep(0.05)

build.compile_tree = compile_tree
from wordle_compiler.entry_points import compile_command
sys.argv = ["wordle-compile", "--start", "salet"]
raise SystemExit(compile_command())
"""
FAILING = """
import sys
import wordle_trees

def names():
    raise ZeroDivisionError("a bug\\nin two lines")

wordle_trees.names = names
from wordle_compiler.entry_points import tree_command
sys.argv = ["wordle-tree", "list"]
raise SystemExit(tree_command())
"""

# Stands for a read-only installation under an account without a home: nothing can be put beside the source.
WHERE_KERNELS_GO = """
from wordle_compiler.machine.cache_folder import ensure_cache_folder
import wordle_compiler
assert wordle_compiler.__file__.startswith({copy!r})
print(ensure_cache_folder())
"""
COMPILE_TWO_WORDS = """
import sys
from wordle_compiler.entry_points import compile_command
sys.argv = ["wordle-compile", "--answers", "list", "--allowed", "list"]
raise SystemExit(compile_command())
"""


def python(program: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", program],
        cwd=cwd,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


@pytest.mark.parametrize(
    ("module", "imported"),
    [
        ("wordle_compiler.entry_points", ""),
        *((f"wordle_compiler.commands.{command}", "click msgpack") for command in ("compile", "analyze", "tree")),
    ],
)
def test_commands_start_without_the_libraries_that_compute(tmp_path: Path, module: str, imported: str) -> None:
    done = python(IMPORTED.replace("{module}", module), tmp_path)

    assert (done.stdout, done.stderr) == (f"{imported}\n", "")


COMPUTING = ("numpy", "numba", "llvmlite", "networkx", "rich", "zopfli")


@pytest.mark.parametrize(
    ("line", "hidden"),
    [
        *(
            (f"{command} --help", ("numpy", "numba", "llvmlite", "networkx", "click", "rich", "zopfli"))
            for command in COMMANDS
        ),
        ("wordle-compile --start slate", COMPUTING),
        ("wordle-analyze position", COMPUTING),
        ("wordle-tree play plate --answer crane", ("zopfli",)),
    ],
    ids=str,
)
def test_without_the_extra_one_line_says_what_to_install(tmp_path: Path, line: str, hidden: tuple[str, ...]) -> None:
    done = python((HIDING + RUN).format(hidden=hidden, line=line), tmp_path)

    command = line.partition(" ")[0]
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{command}: this needs {', '.join(hidden)}: pip install 'wordle-tree[compiler]'\n"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("wordle-tree list", "nyt-crane"),
        ("wordle-tree info nyt", "14855 of 14855 answers"),
        ("wordle-tree verify plate", "plate holds: "),
        ("wordle-tree export plate --format html -o -", "<!doctype html>"),
        ("wordle-analyze opener crane", "3.5811"),
        ("wordle-next --top 1", "tarse  3.5526  0.0000"),
    ],
)
def test_what_is_looked_up_needs_nothing_that_computes(tmp_path: Path, line: str, said: str) -> None:
    hidden = COMPUTING[1:] if line.startswith("wordle-next") else COMPUTING

    done = python((HIDING + RUN).format(hidden=hidden, line=line), tmp_path)

    assert (done.returncode, done.stderr) == (0, "")
    assert said in done.stdout


def test_errors_of_the_library_are_value_errors() -> None:
    assert issubclass(wordle_compiler.CompilerError, ValueError)


@pytest.mark.parametrize(
    ("program", "said"),
    [
        ("from wordle_compiler import compile_tree", "wordle_compiler.compile_tree needs llvmlite: pip install"),
        (
            "import wordle_trees; from pathlib import Path; from wordle_checker import check\n"
            "from wordle_runtime import load; tree = load('plate')\n"
            "check(tree.data, Path(wordle_trees.__file__).parent / 'plate.proof', tree.answers, tree.answers)",
            "needs llvmlite: pip install 'wordle-tree[checker]', or check in plain Python",
        ),
    ],
    ids=["compiler", "checker"],
)
def test_library_without_the_extra_says_what_to_install(tmp_path: Path, program: str, said: str) -> None:
    done = python(HIDING.format(hidden=("numba", "llvmlite")) + program, tmp_path)

    assert said in done.stderr.splitlines()[-1]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM], ids=["Ctrl-C", "SIGTERM"])
def test_a_signal_ends_at_once_with_one_line_although_a_thread_still_works(tmp_path: Path, number: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", BUSY], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "busy\n"
        process.send_signal(number)
        try:
            # It would wait for the thread, which never ends.
            _, stderr = process.communicate(timeout=SECONDS)
        finally:
            process.kill()

    assert (process.returncode, stderr) == (130, "wordle-compile: stopped; no unfinished file is left\n")
    assert list(tmp_path.iterdir()) == []


def test_bug_is_one_line_that_says_how_to_see_where(tmp_path: Path) -> None:
    done = python(FAILING, tmp_path)

    assert (done.returncode, done.stdout) == (70, "")
    assert done.stderr == (
        "wordle-tree: internal error, please report it: ZeroDivisionError: a bug in two lines "
        "(set WORDLE_TREE_TRACEBACK=1 to see where)\n"
    )
    traced = python(FAILING, tmp_path, WORDLE_TREE_TRACEBACK="1").stderr
    assert "Traceback" in traced
    assert "ZeroDivisionError" in traced


def ended(folder: Path, command: str, streams: str, **environment: str) -> tuple[int, bytes, str]:
    """Runs a command with redirected streams, or into a pipe that nobody reads; returns its status and output."""
    program, _, arguments = command.partition(" ")
    entry = f"from wordle_compiler.entry_points import {COMMANDS[program]}; raise SystemExit({COMMANDS[program]}())"
    line = f"{shlex.join([sys.executable, '-c', entry])} {arguments} {streams}"
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            ["sh", "-c", line if streams != UNREAD else line.removesuffix(UNREAD)],
            cwd=folder,
            env=os.environ | environment,
            stdin=subprocess.DEVNULL,
            stdout=writing if streams == UNREAD else subprocess.PIPE,
            stderr=subprocess.PIPE,
            timeout=SECONDS,
            check=False,
        )
    finally:
        os.close(writing)
    return done.returncode, done.stdout or b"", done.stderr.decode()


ENDS = {
    ">/dev/full": (2, "standard output: No space left on device{written}\n"),
    UNREAD: (141, "nobody reads standard output{written}\n"),
    ">&-": (2, "standard output: Bad file descriptor{written}\n"),
    "<&- >&- 2>&-": (2, ""),
    "2>&-": (0, ""),
    "2>/dev/full": (0, ""),
}
"""How a command ends with each kind of streams, and what it says; of an unread pipe, only if something was written."""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize(
    ("command", "written", "n_streams"),
    [
        ("wordle-analyze letters list --csv x.csv", "; x.csv is written", len(ENDS)),
        ("wordle-compile --version", "", len(ENDS)),
        ("wordle-compile --answers list --quiet -o x.tree", "; x.tree is written", 1),
        ("wordle-compile --answers list --quiet -o -", "", 2),
        # Here the shell asks for the script that completes options.
        ("wordle-compile", "", 2),
        ("wordle-analyze openers list --answers list --quiet", "", 1),
        ("wordle-tree list --help", "", 2),
        ("wordle-tree verify plate", "", 2),
        ("wordle-tree export mastermind --format dot", "", 2),
    ],
)
def test_streams_that_are_closed_or_full_are_told_with_what_was_written(
    tmp_path: Path, command: str, written: str, n_streams: int
) -> None:
    """The status says what became of the output; what cannot be said on standard error changes nothing."""
    (tmp_path / "list").write_text("bumpy\ndumpy\n", encoding="utf-8")
    completion = {} if " " in command else {"_WORDLE_COMPILE_COMPLETE": "bash_source"}
    for streams in [*ENDS][:n_streams]:
        status, said = ENDS[streams]
        found, _, line = ended(tmp_path, command, streams, **completion)
        is_told = streams != UNREAD or written

        assert (found, line.partition(": ")[2]) == (status, said.format(written=written) if is_told else ""), streams


def test_refusal_keeps_its_status_if_it_cannot_be_told(tmp_path: Path) -> None:
    assert [ended(tmp_path, "wordle-tree nonsense", streams) for streams in ("2>&-", "2>/dev/full")] == [
        (2, b"", ""),
        (2, b"", ""),
    ]


def test_words_that_the_terminal_cannot_show_are_escaped(tmp_path: Path) -> None:
    (tmp_path / "list").write_text("été\nile\n", encoding="utf-8")
    program = (
        "import sys; from wordle_compiler.entry_points import compile_command\n"
        "sys.argv = ['wordle-compile', '--answers', 'list', '--allowed', 'list', '--start', 'ile', '-o', 'x']\n"
        "raise SystemExit(compile_command())"
    )

    done = python(program, tmp_path, PYTHONIOENCODING="ascii", PYTHONUTF8="0")

    assert (done.returncode, done.stderr) == (0, "")
    assert "opener     ile\n" in done.stdout
    assert "#" * 40 in done.stdout


@pytest.mark.parametrize("is_quiet", [False, True], ids=["shown", "quiet"])
def test_progress_bar_is_on_a_terminal_only_and_on_standard_error(tmp_path: Path, is_quiet: bool) -> None:
    (tmp_path / "list").write_text("bumpy\ndumpy\n", encoding="utf-8")
    program = "from wordle_compiler.entry_points import compile_command; raise SystemExit(compile_command())"
    args = ["--answers", "list", "--allowed", "list", "--start", "bumpy", "-o", "x", *(["--quiet"] if is_quiet else [])]
    terminal, stderr = pty.openpty()
    try:
        done = subprocess.run(
            [sys.executable, "-c", program, *args],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=stderr,
            timeout=SECONDS,
            check=False,
        )
        # So that reading ends, where nothing was written.
        os.write(stderr, b"end")
        shown = os.read(terminal, 100_000)
    finally:
        os.close(terminal)
        os.close(stderr)

    assert done.returncode == 0
    assert done.stdout.startswith(b"opener     bumpy\n")
    assert b"\x1b" not in done.stdout
    assert (shown == b"end") == is_quiet


@pytest.fixture
def read_only_copy(tmp_path: Path) -> Path:
    """A copy of the compiler in which no folder can be made, and an empty folder `temporary`."""
    copy = tmp_path / "copy"
    source = Path(wordle_compiler.__file__).parent
    shutil.copytree(source, copy / source.name, ignore=shutil.ignore_patterns("__pycache__"))
    for folder in [path.parent for path in copy.rglob("__init__.py")]:
        # Read-only would not do: the tests may run as root.
        (folder / "__pycache__").touch()
    (tmp_path / "temporary").mkdir()
    return copy


def without_a_home(program: str, copy: Path) -> subprocess.CompletedProcess[str]:
    folders = {"HOME": os.devnull, "XDG_CACHE_HOME": os.devnull, "NUMBA_CACHE_DIR": os.devnull}
    path = os.pathsep.join([str(copy), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    temporary = {"TMPDIR": str(copy.parent / "temporary"), "PYTHONPATH": path}
    return python(program, copy.parent, **folders, **temporary)


def test_kernels_go_to_a_private_folder_where_no_other_can_be_written(read_only_copy: Path) -> None:
    temporary = read_only_copy.parent / "temporary"

    done = without_a_home(WHERE_KERNELS_GO.format(copy=str(read_only_copy)), read_only_copy)

    assert (done.returncode, done.stderr) == (0, "")
    private = Path(done.stdout.strip())
    assert temporary in private.parents
    assert private.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("trap", ["open to all", "link", "file"])
def test_folder_that_another_user_may_have_filled_is_not_trusted(read_only_copy: Path, trap: str) -> None:
    temporary = read_only_copy.parent / "temporary"
    private = temporary / f"wordle-tree-kernels-{os.getuid()}" / name_of_state()
    private.parent.mkdir()
    if trap == "open to all":
        private.mkdir()
        private.chmod(0o777)
    elif trap == "link":
        (temporary / "elsewhere").mkdir(mode=0o700)
        private.symlink_to(temporary / "elsewhere")
    else:
        private.touch()
    (read_only_copy.parent / "list").write_text("bumpy\ndumpy\n")

    done = without_a_home(COMPILE_TWO_WORDS, read_only_copy)

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "wordle-compile: there is no folder to keep compiled kernels in: set NUMBA_CACHE_DIR to a writable folder\n"
    )
