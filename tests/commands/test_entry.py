"""How all commands start and end as processes: what they import, without the extra, on Ctrl-C, into a closed pipe."""

import os
import pty
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from processes import UNREAD, hiding, line_of, python, run, run_into, starting
from spoilt_certificates import CASE
from waiting import SECONDS

import wordle_compiler
from wordle_compiler.machine.cache_folder import name_of_state

CHECK = "wordle-check t.tree t.proof --answers answers --allowed allowed"
PROVEN = "proven: no tree has a total below 15 (5 answers"


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A folder with a list of two words, and with a tree, its certificate and its lists."""
    folder = tmp_path / "here"
    folder.mkdir()
    (folder / "list").write_text("bumpy\ndumpy\n")
    CASE.write(folder)
    return folder


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


COMPUTING = ("numpy", "numba", "llvmlite", "networkx", "rich", "zopfli", "rjsmin", "rcssmin")
EXTRA = (*COMPUTING[:4], "click", *COMPUTING[4:])
RUNTIME = (
    "from wordle_runtime import *; import wordle_trees, wordle_runtime.position, wordle_runtime.verification\n"
    "from wordle_runtime.next import command, interactive, solve"
)
SLOW = ("dataclasses", "typing", "enum", "json", "argparse", "re", "pathlib", "inspect", "hashlib", "threading")


def imported(code: str) -> set[str]:
    """Returns the modules that code imports, but for those that msgpack brings with it."""
    tell = "print()\nprint(*sys.modules.keys() - before)"
    done = python(f"import sys, msgpack\nbefore = {{*sys.modules}}\n{code}\n{tell}")
    assert done.returncode == 0, done.stderr
    return set(done.stdout.splitlines()[-1].split())


@pytest.mark.parametrize(
    ("code", "needless"),
    [
        ("import wordle_compiler.entry_points", EXTRA),
        *((f"import wordle_compiler.commands.{command}", COMPUTING) for command in ("compile", "analyze", "tree")),
        (
            "from wordle_compiler.commands.analyze import analyze_command as run\n"
            "run(['opener', 'salet'], standalone_mode=False)",
            COMPUTING[:3],
        ),
        ("import wordle_checker, wordle_checker.fast.kernel_steps, wordle_checker.program.entry", ["wordle_compiler"]),
        ("import wordle_checker", ("wordle_compiler", *EXTRA)),
        (
            "from wordle_runtime.verification import verify; verify('plate')",
            ("wordle_compiler", "wordle_checker", *EXTRA),
        ),
        (
            "from wordle_runtime.next.command import main; main(['--tree', 'salet', 'salet', '__y_g'])",
            ("wordle_runtime.next.solve", "wordle_runtime.position", *SLOW),
        ),
        ("from wordle_runtime import load; load('plate').next_guess('plate __g_g')", ("html", "wordle_runtime.markup")),
    ],
)
def test_nothing_is_imported_that_is_not_needed(code: str, needless: tuple[str, ...]) -> None:
    assert imported(code).isdisjoint(needless)


def test_runtime_imports_nothing_beyond_the_standard_library_and_msgpack() -> None:
    roots = {name.partition(".")[0] for name in imported(RUNTIME)}

    assert roots - sys.stdlib_module_names == {"wordle_runtime", "wordle_trees"}


NEEDS = "needs {}: pip install 'wordle-tree[compiler]'\n"
SEARCHING = ("numpy", "numba")


@pytest.mark.parametrize(
    ("typed", "hidden", "status", "said"),
    [
        *((f"wordle-{name} --help", EXTRA, 2, f"this {NEEDS}") for name in ("compile", "analyze", "tree")),
        ("wordle-compile --start slate", COMPUTING, 2, f"this {NEEDS}"),
        ("wordle-analyze position", COMPUTING, 2, f"this {NEEDS}"),
        ("wordle-tree import list", ("zopfli",), 2, f"this {NEEDS}"),
        ("wordle-tree export plate --format html", ("rjsmin",), 2, f"this {NEEDS}"),
        (CHECK, ("numba",), 2, "needs numba: pip install 'wordle-tree[checker]', or check in plain Python (--plain)\n"),
        ("wordle-next --tree salet crane _____ --top 3", SEARCHING, 2, f"the search {NEEDS}"),
        ("wordle-next --hard --top 3", SEARCHING, 2, f"the search {NEEDS}"),
        # What is only looked up needs nothing that computes.
        ("wordle-tree list", COMPUTING, 0, "nyt-crane"),
        ("wordle-tree info nyt", COMPUTING, 0, "14855 of 14855 words"),
        ("wordle-tree play plate --answer crane", COMPUTING, 0, "solved with 3 guesses"),
        ("wordle-tree verify plate", COMPUTING, 0, "plate holds: "),
        ("wordle-analyze opener crane", COMPUTING, 0, "3.5811"),
        ("wordle-next --top 1", COMPUTING[1:], 0, "tarse  3.5526  0.0000"),
        (f"{CHECK} --plain", SEARCHING, 0, PROVEN),
        # A rule of thumb answers where the search is missing.
        ("wordle-next mount _____", SEARCHING, 0, "wordle-next: rule of thumb: "),
        ("wordle-next --tree salet salet __y__ crane _____", SEARCHING, 0, "wordle-next: "),
        ("wordle-next --tree salet crane _____ sloth _y_yy", SEARCHING, 0, "light\nwordle-next: 1 answer left"),
        ("wordle-next crane __y_g salve ygg_g false ggggg", SEARCHING, 0, "wordle-next: solved at turn 3"),
    ],
    ids=lambda value: value if isinstance(value, str) and value.startswith("wordle") else "",
)
def test_without_libraries(here: Path, typed: str, hidden: tuple[str, ...], status: int, said: str) -> None:
    done = run(*line_of(typed, hiding(*hidden)), cwd=here)

    assert done.returncode == status, done.stderr
    if status:
        assert (done.stdout, done.stderr.partition(": ")[2]) == ("", said.format(", ".join(hidden)))
    else:
        assert said in done.stdout + done.stderr
        assert done.stderr.count("\n") == ("rule of thumb" in said or said.startswith(("light", "wordle-next")))


def test_without_the_search_a_game_goes_on() -> None:
    done = run(*line_of("wordle-next --interactive --tree salet", hiding(*SEARCHING)), input="crane _____\n?\n__y_g\n")

    assert (done.returncode, done.stderr) == (0, "")
    assert "turn 2: play spoil (rule of thumb: 263 answers left)\n" in done.stdout
    assert "\nthe search needs numpy, numba: pip install 'wordle-tree[compiler]'\n" in done.stdout
    assert done.stdout.endswith("turn 3: play mogul (1 answer left)\n")


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

    assert said in python(hiding("numba", "llvmlite") + program, cwd=tmp_path).stderr.splitlines()[-1]


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
    done = python(FAILING, cwd=tmp_path)

    assert (done.returncode, done.stdout) == (70, "")
    assert done.stderr == (
        "wordle-tree: internal error, please report it: ZeroDivisionError: a bug in two lines "
        "(set WORDLE_TREE_TRACEBACK=1 to see where)\n"
    )
    traced = python(FAILING, cwd=tmp_path, env=os.environ | {"WORDLE_TREE_TRACEBACK": "1"}).stderr
    assert "Traceback" in traced
    assert "ZeroDivisionError" in traced


ENDS = {
    ">/dev/full": (2, "standard input or output: No space left on device{written}\n"),
    UNREAD: (141, "nobody reads standard output{written}\n"),
    **dict.fromkeys((">&-", "<&- >&- 2>&-", "2>&-", "2>/dev/full"), (0, "")),
}
"""How a command ends with each kind of streams, and what it says; of an unread pipe, only if something was written.
Where nobody wants the answer, nothing is wrong."""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize(
    ("typed", "written", "n_streams"),
    [
        ("wordle-analyze letters list --csv x.csv", "; x.csv is written", 6),
        ("wordle-compile --version", "", 1),
        ("wordle-compile --answers list --allowed list --quiet -o x.tree", "; x.tree is written", 1),
        ("wordle-compile --answers list --allowed list --quiet -o -", "", 1),
        # Here the shell asks for the script that completes options.
        ("wordle-compile", "", 2),
        ("wordle-analyze openers list --answers list --quiet", "", 1),
        ("wordle-tree list --help", "", 1),
        ("wordle-tree export mastermind --format dot", "", 1),
        ("wordle-next --tree plate", "", 6),
        ("wordle-next --help", "", 2),
        ("wordle-tree verify t.tree", "", 1),
        # Status 1 would say that nothing is proven.
        (f"{CHECK} --plain", "", 6),
    ],
)
def test_streams_that_are_closed_or_full_are_told_with_what_was_written(
    here: Path, typed: str, written: str, n_streams: int
) -> None:
    """The status says what became of the output; what cannot be said on standard error changes nothing."""
    completion = {} if " " in typed else {"_WORDLE_COMPILE_COMPLETE": "bash_source"}
    for streams in [*ENDS][:n_streams]:
        status, said = ENDS[streams]
        found, line = run_into(typed, streams, here, **completion)
        is_told = streams != UNREAD or written

        line = line.partition(": ")[2]
        assert (found, line) == (status, said.format(written=written) if is_told else ""), streams


@pytest.mark.parametrize("typed", ["wordle-tree nonsense", "wordle-check none"])
@pytest.mark.parametrize("streams", ["2>&-", "2>/dev/full"])
def test_refusal_keeps_its_status_if_it_cannot_be_told(tmp_path: Path, typed: str, streams: str) -> None:
    assert run_into(typed, streams, tmp_path) == (2, "")


def test_words_that_the_terminal_cannot_show_are_escaped(here: Path) -> None:
    (here / "list").write_text("été\nile\n", encoding="utf-8")
    command, environment = line_of("wordle-compile --answers list --allowed list --start ile --quiet -o x")

    done = run(command, environment | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}, cwd=here)

    assert (done.returncode, done.stderr) == (0, "")
    assert "opener     ile\n" in done.stdout
    assert "#" * 40 in done.stdout


COMPILE = "wordle-compile --answers list --allowed list --start bumpy -o x"


@pytest.mark.parametrize(
    ("typed", "printed"),
    [(COMPILE, "opener     bumpy\n"), (f"{COMPILE} --quiet", "opener"), (f"{CHECK} --plain", PROVEN)],
)
def test_progress_bar_is_on_a_terminal_only_and_on_standard_error(here: Path, typed: str, printed: str) -> None:
    terminal, stderr = pty.openpty()
    try:
        done = run(*line_of(typed), cwd=here, stderr=stderr)
        # So that reading ends, where nothing was written.
        os.write(stderr, b"end")
        shown = os.read(terminal, 100_000)
    finally:
        os.close(terminal)
        os.close(stderr)

    assert done.returncode == 0
    assert done.stdout.startswith(printed)
    assert "\x1b" not in done.stdout
    assert (shown == b"end") == typed.endswith("--quiet")


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


def without_a_home(program: str, copy: Path, *arguments: str) -> "subprocess.CompletedProcess[str]":
    folders = {"HOME": os.devnull, "XDG_CACHE_HOME": os.devnull, "NUMBA_CACHE_DIR": os.devnull}
    path = os.pathsep.join([str(copy), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep)
    temporary = {"TMPDIR": str(copy.parent / "temporary"), "PYTHONPATH": path}
    return python(program, *arguments, cwd=copy.parent, env=os.environ | folders | temporary)


def test_kernels_go_to_a_private_folder_where_no_other_can_be_written(read_only_copy: Path) -> None:
    temporary = read_only_copy.parent / "temporary"

    done = without_a_home(WHERE_KERNELS_GO.format(copy=str(read_only_copy)), read_only_copy)

    assert (done.returncode, done.stderr) == (0, "")
    private = Path(done.stdout.strip())
    assert temporary in private.parents
    assert private.stat().st_mode & 0o777 == 0o700


def test_folder_that_another_user_may_have_filled_is_not_trusted(read_only_copy: Path) -> None:
    """Other traps are in `test_kernel_cache`."""
    private = read_only_copy.parent / "temporary" / f"wordle-tree-kernels-{os.getuid()}" / name_of_state()
    private.mkdir(parents=True)
    private.chmod(0o777)
    (read_only_copy.parent / "list").write_text("bumpy\ndumpy\n")

    done = without_a_home(starting("wordle-compile"), read_only_copy, "--answers", "list", "--allowed", "list")

    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "wordle-compile: there is no folder to keep compiled kernels in: set NUMBA_CACHE_DIR to a writable folder\n"
    )
