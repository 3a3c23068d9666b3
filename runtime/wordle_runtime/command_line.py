"""What the runtime's commands share: a table of options, which drives parsing, help and completion, and streams.

It takes the place of argparse, which takes longer to import than `wordle-next` takes to answer.
"""

import os
import sys

from wordle_runtime.errors import WordleError, printable
from wordle_runtime.feedback import shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, TextIO

    Options = Mapping[str, tuple[str, str]]
    Stream = TextIO | None

DONE, WRONG_INPUT, INTERNAL_ERROR, INTERRUPTED, NOBODY_READS = 0, 2, 70, 130, 141
"""Exit statuses; the last is what a shell reports for a program that writes to a closed pipe."""
_TRACEBACK_VARIABLE = "WORDLE_TREE_TRACEBACK"
SEARCH_LIBRARIES = ("wordle_compiler", "numpy", "numba")
"""What going on off the tree needs."""
_QUICK = {"wordle": 10_000_000, "mastermind": 700_000}
"""By the kind of game, the guesses times answers whose search takes half a minute at most."""
SHELLS = ("bash", "zsh", "fish")
_MEANS = frozenset({"mean", "weighted_mean", "expected", "expected_left", "expected_size", "cost", "chance"})
"""The keys of JSON objects whose values are fractions, or None where they are not known."""


def json_text(value: object) -> str:
    """Returns a command's JSON on one line; see `plain`."""
    import json

    return json.dumps(plain(value))


def plain(value: "Any") -> "Any":
    """Returns JSON values: each mean as a float and, under `KEY_exact`, as a fraction in text. They remain the same."""
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if not isinstance(value, dict):
        return value
    told: dict[str, object] = {}
    for key, one in value.items():
        is_known = key in _MEANS and one is not None
        told[key] = float(one) if is_known else plain(one)
        if key in _MEANS:
            told[f"{key}_exact"] = str(one) if is_known else None
    return told


class UsageError(WordleError):
    """A command line that cannot be parsed, or a stream that is missing."""


class CommandLine(dict[str, str]):
    """The options that were given, by their names, with their values; that of a flag is empty."""

    words: list[str]
    """The other arguments."""

    def number(self, name: str, least: int, most: int, default: int) -> int:
        """Returns the whole number that an option gives, or the default if it is not given; raises `UsageError`."""
        if (text := self.get(name)) is None:
            return default
        if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and least <= int(text) <= most):
            raise UsageError(f"--{name} must be a whole number, {least} to {most}, not {text!a}")
        return int(text)


def parse_options(
    options: "Options",
    arguments: "Sequence[str]",
    is_word: "Callable[[str, list[str], str | None], bool]" = lambda argument, *_: not argument.startswith("-"),
) -> CommandLine:
    """Parses `--name value`, `--name=value`, `--flag`, `-h` for `--help`, and words; after `--`, words alone.

    The table has for each option, without its two dashes, the name of its value in the help, which is empty for a flag,
    and one line of help. `is_word` tells whether an argument is a word, from it, the words before it, and the argument
    after it. The name of an option alone, such as `help`, is that option.

    Raises:
        UsageError: An option is unknown, lacks its value, takes no value, or is given twice.
    """
    line = CommandLine()
    line.words = []
    alone = [f"--{name}" for name in options if [name] == [*map(str.casefold, arguments)]]
    waiting, only_words = alone or list(reversed(arguments)), False
    while waiting:
        argument = waiting.pop()
        if only_words or is_word(argument, line.words, waiting[-1] if waiting else None):
            line.words.append(argument)
        elif argument == "--":
            only_words = True
        else:
            flag, equals, value = ("--help" if argument == "-h" else argument).partition("=")
            name = flag.removeprefix("--")
            if name not in options or name == flag:
                raise UsageError(f"unknown option {argument!a}; --help lists the options")
            metavar = options[name][0]
            if equals and not metavar:
                raise UsageError(f"{flag} takes no value")
            if metavar and not equals:
                if not waiting:
                    raise UsageError(f"{flag} needs a value: {metavar}")
                value = waiting.pop()
            if metavar and name in line:
                raise UsageError(f"{flag} is given twice: give it once")
            line[name] = value
    return line


_BASH = """\
_{function}() {{
    case $3 in
{cases}
        *) COMPREPLY=($(compgen -W "{flags}" -- "$2")) ;;
    esac
}}
complete -o default -F _{function} {command}
"""


def completion_script(shell: str, command: str, options: "Options") -> str:
    """Returns the script that completes a command in a shell.

    Options with a file as their value also complete file names.

    Raises:
        UsageError: The shell is none of `SHELLS`.
    """
    import wordle_trees

    if shell not in SHELLS:
        raise UsageError(f"--completion must be one of {', '.join(SHELLS)}, not {shell!a}")
    lists = wordle_trees.list_names()
    files = {"tree": wordle_trees.names(), "answers": lists, "allowed": lists, "include": (), "exclude": ()}
    values = {**files, "completion": SHELLS}
    if shell == "fish":
        lines = [f"complete -c {command}" + (" -f" if command == "wordle-next" else "")]
        for name, (metavar, text) in options.items():
            kind = "" if not metavar else " -r -F" if name in files else " -x"
            words = f" -a '{' '.join(values[name])}'" if name in values else ""
            # Inside single quotes, fish reads only \\\\ and \\' as more than themselves.
            said = text.replace("\\", "\\\\").replace("'", "\\'")
            lines.append(f"complete -c {command} -l {name}{kind}{words} -d '{said}'")
        return "\n".join(lines) + "\n"
    cases = [
        f'        --{name}) COMPREPLY=($(compgen -W "{" ".join(values.get(name, ()))}" -- "$2")) ;;'
        for name, (metavar, _) in options.items()
        if metavar
    ]
    flags, function = " ".join(f"--{name}" for name in options), command.replace("-", "_")
    script = _BASH.format(cases="\n".join(cases), flags=flags, command=command, function=function)
    return f"autoload -U +X bashcompinit && bashcompinit\n{script}" if shell == "zsh" else script


def full_version() -> str:
    """Returns the version and the commit, as `--version` prints them."""
    from importlib.metadata import distributions

    from wordle_runtime.commit import commit

    number = next((found.version for found in distributions(name="wordle-tree")), "(not installed)")
    return f"{number} (commit {commit()})"


def missing_libraries(*names: str) -> str:
    """Returns which of these libraries are not installed, and how to install them, or nothing; imports none of them."""
    from importlib.util import find_spec

    missing = ", ".join(name for name in names if find_spec(name) is None)
    return f"{missing}: pip install 'wordle-tree[compiler]'" if missing else ""


def long_search(n_guesses: int, n_answers: int, quicker: str, kind: str = "wordle") -> str:
    """Returns what to say before a search that may take more than a minute, and what is quicker; else nothing."""
    if n_guesses * n_answers <= _QUICK[kind]:
        return ""
    return f"a search of {n_guesses} guesses for {n_answers} answers can take minutes or hours; quicker: {quicker}"


class Console:
    """The standard streams of a command, and what becomes of its errors.

    A stream that whoever started the process closed takes what is written and changes nothing.
    """

    def __init__(self, name: str, stdin: "Stream" = None, stdout: "Stream" = None, stderr: "Stream" = None) -> None:
        """Takes the name that messages begin with, and streams; None means those of the process."""
        self._name, self._stdin = name, stdin
        self.stdout, self.stderr = _writable(stdout or sys.stdout), _writable(stderr or sys.stderr)

    def write(self, text: str) -> None:
        """Writes to standard output."""
        self.stdout.write(shown(text))

    def tell(self, message: str) -> None:
        """Writes one line to standard error, if possible."""
        try:
            self.stderr.write(shown(f"{self._name}: {message}\n"))
            self.stderr.flush()
        except OSError:
            silence(self.stderr)

    @property
    def is_piped(self) -> bool:
        """Whether standard input is a pipe or a file, not a terminal."""
        try:
            # The types of a pipe and of a regular file in the upper bits of a mode: importing `stat` takes time.
            return self._stdin is not None or (sys.stdin is not None and os.fstat(0).st_mode >> 12 in (0o1, 0o10))
        except OSError:
            return False

    @property
    def stdin(self) -> "TextIO":
        """Standard input, UTF-8 unless it is a terminal; other bytes become surrogates, which an error can name."""
        if (stream := self._stdin or sys.stdin) is None:
            raise UsageError("standard input is closed: redirect it from a file or a pipe")
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8-sig" if self.is_piped else None, errors="surrogateescape")
        return stream

    def read(self, words: "Sequence[str]" = ()) -> str:
        """Returns arguments as one text, on lines of their own if one has several; without any, what is piped."""
        joint = "\n" if any("\n" in word for word in words) else " "
        text = joint.join(words).strip() or (self.stdin.read() if self.is_piped else "")
        if not words and text.startswith(("\udcff\udcfe", "\udcfe\udcff")):
            raise UsageError("standard input is UTF-16 text: save it as UTF-8")
        return text

    def run(
        self, options: "Options", usage: str, line: "Callable[[], CommandLine]", body: "Callable[[CommandLine], int]"
    ) -> int:
        """Runs a command: returns its status, or writes one line with its error and returns the status of that.

        Here `--help`, `--version` and `--completion` are answered; `usage` is the help, `{options}` for the options.
        """
        try:
            try:
                answer = self._answer_about(given := line(), options, usage)
                self.write(answer)
                return DONE if answer else body(given)
            finally:
                # Earlier answers are written whatever happened; a failure to write must be reported here.
                self.stdout.flush()
        except WordleError as error:
            self.tell(str(error))
            return error.exit_status
        except MemoryError:
            self.tell("not enough memory for a tree of this size")
        except KeyboardInterrupt:
            self.tell("stopped")
            return INTERRUPTED
        except BrokenPipeError:
            silence(self.stdout)
            return NOBODY_READS
        except OSError as error:
            silence(self.stdout)
            self.tell(describe_os_error(error))
        except Exception as error:
            if os.environ.get(_TRACEBACK_VARIABLE):
                raise
            told = f"{type(error).__name__}: {printable(' '.join(str(error).split()))}"
            self.tell(f"internal error, please report it: {told} (set {_TRACEBACK_VARIABLE}=1 to see where)")
            return INTERNAL_ERROR
        return WRONG_INPUT

    def _answer_about(self, line: CommandLine, options: "Options", usage: str) -> str:
        """Returns what `--help`, `--version` or `--completion` ask for; nothing if none of them is given."""
        if "help" in line:
            rows = [(f"--{name} {metavar}".rstrip(), text) for name, (metavar, text) in options.items()]
            width = max(len(flag) for flag, _ in rows)
            return usage.format(options="\n".join(f"  {flag:<{width}}  {text}" for flag, text in rows))
        if "version" in line:
            return f"{self._name} {full_version()}\n"
        return completion_script(line["completion"], self._name, options) if "completion" in line else ""


def describe_os_error(error: OSError) -> str:
    """Returns the line about an error of the file system, or of a standard stream."""
    name = "standard input or output" if error.filename is None else printable(str(error.filename))
    return f"{name}: {error.strerror or error}"


def _writable(stream: "Stream") -> "TextIO":
    """Returns a stream set to escape characters that it cannot encode; the null device in place of a closed one."""
    if stream is None:
        return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - importing pathlib takes time
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="backslashreplace")
    return stream


def silence(stream: "TextIO") -> None:
    """Discards what a stream still holds, which the interpreter would otherwise try to write again at its exit."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except (OSError, ValueError):
        # The interpreter does not flush a stream without a descriptor.
        return
