"""The options of `wordle-next`: what they are, and which cannot be combined."""

from wordle_runtime.command_line import CommandLine, UsageError, describe_options, parse_options
from wordle_runtime.notation import MARKS, awaits_feedback

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST_DIGITS = 8
"""A time limit has fewer digits, so that timers accept it."""

OPTIONS = {
    "tree": ("NAME_OR_FILE", "the tree to play [default: the bundled tree that opens with the first GUESS, or nyt]"),
    "hard": ("", "play by the hard rule of today's game: --tree nyt-hard"),
    "json": ("", "print a JSON object: guess, turn, candidates_left, max_guesses_left, solved, tree, source"),
    "batch": ("", "read the turns of one game per line from standard input, print a line for each; see below"),
    "interactive": ("", "play a game, one question per turn"),
    "list": ("", "print the answers still possible, the likely ones first"),
    "top": ("N", "by exact search, print the N best guesses, the guesses still needed with each, and what each costs"),
    "solve": (
        "",
        "off the tree, answer by exact search (--interactive always does); pip install '.[compiler]' in the clone",
    ),
    "allowed": ("LIST", "the allowed words for the search, if the tree's list is not bundled"),
    "time-limit": ("S", "the seconds that a search may take; after that, answer with a rule of thumb, marked as such"),
    "completion": ("SHELL", "print the script that completes options: bash, zsh or fish"),
    "version": ("", "print the version"),
    "help": ("", "print this help; -h does too"),
}


def parse(arguments: "Sequence[str]") -> CommandLine:
    """Parses the arguments of the command line.

    A feedback may begin with a dash, or be all dashes: after a guess, an argument made of marks is a feedback.

    Raises:
        UsageError: An option is unknown, lacks its value, takes no value, or cannot be combined with another.
    """

    def is_word(argument: str, words: list[str], following: str | None) -> bool:
        if not argument.startswith("-"):
            return True
        # `--` may be a feedback of two marks; where another feedback follows, it ends the options.
        is_end = argument == "--" and following is not None and MARKS.issuperset(following)
        return MARKS.issuperset(argument) and awaits_feedback(_split(words)) and not is_end

    line = parse_options(OPTIONS, arguments, is_word)
    line = CommandLine(line.values, _split(line.words))
    if not line.has("help", "version"):
        _check(line)
    return line


def _split(words: "Sequence[str]") -> list[str]:
    """Returns the words one by one: an argument may hold several, as in `wordle-next "plate __g_g"`."""
    return [part for word in words for part in word.split()]


def _check(line: CommandLine) -> None:
    """Raises `UsageError` if a value is wrong, or options cannot be combined."""
    top, seconds = map(line.value, ("top", "time-limit"))
    if line.has("hard") and line.has("tree"):
        raise UsageError("--hard stands for --tree nyt-hard: give only one of them")
    if line.has("batch") and line.words:
        raise UsageError("--batch reads the histories from standard input: give none as arguments")
    for flag in ("allowed", "time-limit"):
        if line.has(flag) and not line.has("solve", "interactive", "top"):
            raise UsageError(f"--{flag} needs --solve, --top or --interactive")
    for flag, others in _EXCLUSIVE.items():
        for other in others:
            if line.has(flag) and line.has(other):
                raise UsageError(f"--{flag} cannot be combined with --{other}: leave one of them out")
    if top is not None and not _is_number(top, 3):
        raise UsageError(f"--top must be a whole number, 1 to 999, not {top!a}")
    if line.value("allowed") == "-":
        raise UsageError("--allowed - does not work here: name a list or a file")
    if seconds is not None and not _is_number(seconds, _MOST_DIGITS - 1):
        raise UsageError(f"--time-limit must be a whole number of seconds, at least 1, not {seconds!a}")


_EXCLUSIVE = {
    "interactive": ("batch", "json"),
    "list": ("top", "solve", "batch", "interactive"),
    "top": ("solve", "batch", "interactive"),
}


def _is_number(text: str, most_digits: int) -> bool:
    """Returns whether a text is a whole number, at least 1, of at most so many digits."""
    return text.isascii() and text.isdigit() and len(text) <= most_digits and int(text) > 0


def help_text() -> str:
    """Returns the help."""
    return _HELP.format(options=describe_options(OPTIONS))


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
