"""The options of `wordle-next`: one table that drives the parsing and the help."""

from wordle_runtime.notation import MARKS, awaits_feedback
from wordle_runtime.value import Value

SHELLS = ("bash", "zsh", "fish")
_MOST_DIGITS = 8
"""A time limit has fewer digits, so that timers accept it."""


class UsageError(Exception):
    """A command line that cannot be parsed. The message is one line."""


class Option(Value):
    """One row of the table.

    Attributes:
        name: The option, without its two dashes; with `_` for `-`, the field of `Request` that it sets.
        metavar: The name of its value in the help; empty for a flag.
        help: One line.
    """

    __slots__ = ("help", "metavar", "name")
    name: str
    metavar: str
    help: str


OPTIONS = tuple(
    Option(name=usage.partition(" ")[0], metavar=usage.partition(" ")[2], help=text)
    for usage, text in (
        ("tree NAME_OR_FILE", "the tree to play [default: the bundled tree that opens with the first GUESS, or nyt]"),
        ("hard", "play by the hard rule of today's game: --tree nyt-hard"),
        ("json", "print a JSON object: guess, turn, candidates_left, max_guesses_left, solved, tree, source"),
        ("batch", "read the turns of one game per line from standard input, print a line for each; see below"),
        ("interactive", "play a game, one question per turn"),
        ("list", "print the answers still possible, the likely ones first"),
        ("top N", "by exact search, print the N best guesses, the guesses still needed with each, and what each costs"),
        (
            "solve",
            "off the tree, answer by exact search (--interactive always does); pip install '.[compiler]' in the clone",
        ),
        ("allowed LIST", "the allowed words for the search, if the tree's list is not bundled"),
        ("time-limit S", "the seconds that a search may take; after that, answer with a rule of thumb, marked as such"),
        ("completion SHELL", "print the script that completes options: bash, zsh or fish"),
        ("version", "print the version"),
        ("help", "print this help; -h does too"),
    )
)
_BY_FLAG = {f"--{option.name}": option for option in OPTIONS} | {"-h": OPTIONS[-1]}


class Request:
    """A parsed command line: a field for each option, and the words of the history."""

    def __init__(self) -> None:
        self.tree: str | None = None
        self.hard = False
        self.json = False
        self.batch = False
        self.interactive = False
        self.list = False
        self.top: str | None = None
        self.solve = False
        self.allowed: str | None = None
        self.time_limit: str | None = None
        self.completion: str | None = None
        self.version = False
        self.help = False
        self.words: list[str] = []


def parse(arguments: list[str]) -> Request:
    """Parses the arguments of the command line.

    A feedback may begin with a dash, or be all dashes: after a guess, an argument made of marks is a feedback.

    Raises:
        UsageError: An option is unknown, lacks its value, takes no value, or cannot be combined with another.
    """
    request = Request()
    waiting = list(reversed(arguments))
    only_words = False
    while waiting:
        argument = waiting.pop()
        is_feedback = MARKS.issuperset(argument) and awaits_feedback(request.words)
        if argument == "--" and waiting and MARKS.issuperset(waiting[-1]):
            # It could be a feedback of two marks, but another feedback follows: it ends the options.
            is_feedback = False
        if only_words or is_feedback or not argument.startswith("-"):
            # One argument may hold several words, as in `wordle-next "plate __g_g"`.
            request.words += argument.split()
        elif argument == "--":
            only_words = True
        else:
            _take_option(request, argument, waiting)
    _check(request)
    return request


def _take_option(request: Request, argument: str, waiting: list[str]) -> None:
    flag, equals, value = argument.partition("=")
    option = _BY_FLAG.get(flag)
    if option is None:
        raise UsageError(f"unknown option {argument!a}; --help lists the options")
    field = option.name.replace("-", "_")
    if not option.metavar:
        if equals:
            raise UsageError(f"{flag} takes no value")
        setattr(request, field, True)
        return
    if not equals:
        if not waiting:
            raise UsageError(f"{flag} needs a value: {option.metavar}")
        value = waiting.pop()
    if getattr(request, field) is not None:
        raise UsageError(f"{flag} is given twice: give it once")
    setattr(request, field, value)


def _check(request: Request) -> None:
    if request.help or request.version:
        return
    if request.completion is not None and request.completion not in SHELLS:
        raise UsageError(f"--completion must be one of {', '.join(SHELLS)}, not {request.completion!a}")
    if request.hard and request.tree is not None:
        raise UsageError("--hard stands for --tree nyt-hard: give only one of them")
    if request.batch and request.words:
        raise UsageError("--batch reads the histories from standard input: give none as arguments")
    if request.interactive and (request.batch or request.json):
        other = "--batch" if request.batch else "--json"
        raise UsageError(f"--interactive cannot be combined with {other}: leave one of them out")
    for flag, value in (("--allowed", request.allowed), ("--time-limit", request.time_limit)):
        if value is not None and not (request.solve or request.interactive or request.top):
            raise UsageError(f"{flag} needs --solve, --top or --interactive")
    asked = [flag for flag in ("list", "top", "solve", "batch", "interactive") if getattr(request, flag)]
    if len(asked) > 1 and not {"list", "top"}.isdisjoint(asked):
        raise UsageError(f"--{asked[0]} cannot be combined with --{asked[1]}: leave one of them out")
    if request.top is not None and not (
        request.top.isascii() and request.top.isdigit() and len(request.top) < 4 and int(request.top)
    ):
        raise UsageError(f"--top must be a whole number, 1 to 999, not {request.top!a}")
    if request.allowed == "-":
        raise UsageError("--allowed - does not work here: name a list or a file")
    if request.time_limit is not None:
        seconds = request.time_limit
        if not (seconds.isascii() and seconds.isdigit() and len(seconds) < _MOST_DIGITS and int(seconds)):
            raise UsageError(f"--time-limit must be a whole number of seconds, at least 1, not {seconds!a}")


def help_text() -> str:
    """Returns the help."""
    rows = [(f"--{option.name} {option.metavar}".rstrip(), option.help) for option in OPTIONS]
    width = max(len(flag) for flag, _ in rows)
    options = "\n".join(f"  {flag:<{width}}  {text}" for flag, text in rows)
    return _HELP.format(options=options)


_HELP = """\
Usage: wordle-next [OPTIONS] [GUESS FEEDBACK]...

Prints the next guess after the guesses so far and their feedbacks, or the first guess if there are none. A turn may
also be written as one word, GUESS:FEEDBACK. If the arguments contain no turns, they are read from standard input, to
its end, if that is a pipe or a file.

Feedback has one mark per letter, in any of these notations, upper or lower case:
  grey    b _ . - 0 ⬛ ⬜
  yellow  y 1 🟨 🟦
  green   g 2 🟩 🟧
For a Mastermind tree, feedback is the number of black and white pegs: 2b1w, B2W1 or 2,1.

Options:
{options}

A line of --batch is the next guess, `solved: WORD`, or `error: ...`; after any error, the exit status is 2.

Examples:
  wordle-next
  wordle-next crane __y_g blits _y__y
  wordle-next crane:__y_g blits:_y__y
  wordle-next salet 00201 --json
  wordle-next crane __y_g --solve
  wordle-next --hard tarse __y_g
  wordle-next crane __y_g --list
  wordle-next crane __y_g --top 5
  printf 'crane __y_g\\n' | wordle-next --batch
  wordle-next --tree my.tree --interactive
  wordle-next --tree codes.tree 1122 2b1w

Exit status: 0 answered; 1 the search of --top was cut short; 2 the input is invalid; 70 an internal error; 130
stopped by Ctrl-C.
"""
