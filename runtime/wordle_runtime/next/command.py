"""`wordle-next`: chooses a tree, and prints the next guess. It imports what every run needs, and the rest on demand.

The table of options drives parsing, help and completion.
"""

import os
import sys

import wordle_trees
from wordle_runtime import command_line as cli
from wordle_runtime.errors import GameError, NoCandidateError, OffTreeError, WordleError, counted, printable, quoted
from wordle_runtime.notation import AROUND_WORDS, MARKS, about_turns, is_marks, split_history

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from wordle_runtime.command_line import Stream
    from wordle_runtime.next.solve import Solver
    from wordle_runtime.session import Session
    from wordle_runtime.tree import History, Tree

    Turns = list[tuple[str, str]]

_CUT_SHORT = 1
_QUICK_SECONDS = 10  # of a search that nobody asked for, its start included

OPTIONS = {
    "tree": ("NAME_OR_FILE", "the tree to play [default: the bundled tree that opens with the first GUESS, or nyt]"),
    "hard": ("", "play today's game by the hard rule"),
    "json": ("", "print the state of the game as one JSON object; docs/json.md lists its keys"),
    "batch": ("", "read the turns of one game per line from standard input, print a line for each; see below"),
    "interactive": ("", "play a game, one question per turn"),
    "list": ("", "print the answers still possible, the likely ones first"),
    "top": ("N", "by exact search, print the N best guesses, the guesses still needed with each, and what each costs"),
    "tree-only": ("", "for scripts: what leaves the tree is an error; otherwise the game goes on off the tree"),
    "include": ("FILE", "more words that may be the answer, such as new ones"),
    "exclude": ("FILE", "words that can no longer be the answer, such as past answers"),
    "allowed": ("LIST", "the allowed words, if the tree's list is not bundled"),
    "time-limit": ("S", "the seconds a search may take [default: 10; --top: no limit]; then a rule of thumb answers"),
    "completion": ("SHELL", "print the script that completes options: bash, zsh or fish"),
    "version": ("", "print the version"),
    "help": ("", "print this help; -h does too"),
}
_MOST = {"top": 999, "time-limit": 9_999_999}  # timers accept so many seconds
_EXCLUSIVE = {
    "hard": ("tree",),
    "interactive": ("batch", "json"),
    "list": ("top", "batch", "interactive"),
    "top": ("batch", "interactive"),
    "tree-only": ("interactive", "list", "top", "include", "exclude"),
}
_HELP = """\
Usage: wordle-next [OPTIONS] [GUESS FEEDBACK]...

Prints the next guess after the guesses so far and their feedbacks, or the first guess if there are none. A turn may
also be written as one word, GUESS:FEEDBACK. If the arguments contain no turns, they are read from standard input, to
its end, if that is a pipe or a file.

Feedback has one mark per letter, in any of these notations, upper or lower case, with spaces between them or not:
  grey    b x _ . - 0 ⬛ ⬜ grey black
  yellow  y 1 🟨 🟦 🟪 yellow
  green   g 2 + 🟩 🟧 green
For a Mastermind tree, feedback is the number of black and white pegs (bulls and cows): 2b1w, 2A1B, 2,1 or bbw.

What the game gives to share is read as well, with each word beside its squares; titles and prose are ignored.

You may play any allowed word. Where the tree has no guess, an exact search answers if the compiler is installed and it
is quick, else a rule of thumb; a line on standard error says which.

Options:
{options}

A line of --batch is the next guess, `solved: WORD`, or `error: ...`; after any error, the exit status is 2.

Examples:
  wordle-next
  wordle-next crane __y_g blits _y__y
  wordle-next salet:00201 --json
  wordle-next --hard tarse __y_g
  wordle-next crane __y_g --top 5
  printf 'crane __y_g\\n' | wordle-next --batch
  wordle-next --tree codes.tree 1122 2b1w

Exit status: 0 answered; 1 the search of --top was cut short; 2 the input is invalid; 70 an internal error; 130
stopped by Ctrl-C.
"""


def main(
    argv: "Sequence[str] | None" = None, stdin: "Stream" = None, stdout: "Stream" = None, stderr: "Stream" = None
) -> int:
    """Runs the command and returns its exit status, as in the help; 141 if nobody reads the output any more.

    Without `argv`, the arguments are the process's, and it ends here; the streams are the process's by default, too.
    """
    console, arguments = cli.Console("wordle-next", stdin, stdout, stderr), sys.argv[1:] if argv is None else argv
    status = console.run(OPTIONS, _HELP, lambda: parse(arguments), lambda line: _run(line, console))
    if argv is None:
        # All is written: freeing the tree word by word would take as long as a lookup, and a search may still stop.
        os._exit(status)
    return status


def _run(line: cli.CommandLine, console: cli.Console) -> int:
    shelf = Shelf(line, console.tell)
    if "interactive" in line:
        from wordle_runtime.next.interactive import Table

        history = split_history(line.words)
        name = shelf.game(shelf.name(history))
        Table(name, lambda turns: shelf.session(turns, name), shelf.solver, console.stdin, console.stdout).play(history)
        return cli.DONE
    if (said := " ".join(line.words).casefold()) in ("new", "undo", "undo all", "list", "list all", "grid", "quit"):
        raise cli.UsageError(f"`{said}` is a command of --interactive")
    as_json = "json" in line
    if "batch" in line:
        return cli.DONE if _answer_lines(shelf, console, as_json=as_json) else cli.WRONG_INPUT
    history = split_history(text := console.read(line.words))
    if said := about_turns(text, history, is_any=not {"hard", "tree"}.intersection(line)):
        console.tell(said)
    if "list" in line or "top" in line:
        return _show(shelf, history, line, console, as_json=as_json)
    reply, note = shelf.reply(history, as_json=as_json)
    if note or reply is None:
        console.tell(note or f"solved at turn {len(history)}: there is no next guess")
    if reply is not None:
        console.write(f"{reply}\n")
    return cli.DONE


def _show(shelf: "Shelf", history: "Turns", line: cli.CommandLine, console: cli.Console, *, as_json: bool) -> int:
    """Prints the candidates, the likely ones first; or the best guesses, the guesses still needed, and their costs."""
    session = shelf.session(history, shelf.name(history))
    if (top := line.get("top")) is None:
        words, n_likely = session.likely_first(), session.likely_left
        told = {"candidates": words, "n_likely": n_likely}
        if not as_json and n_likely and (n_others := len(words) - n_likely):
            console.tell(f"{counted(n_likely, 'likely answer')} first, then {counted(n_others, 'other word')}")
        console.write(f"{cli.json_text(told)}\n" if as_json else "".join(f"{word}\n" for word in words))
        return cli.DONE
    if (rows := shelf.solver.alternatives(session, int(top))) is None and "time-limit" not in line:
        raise KeyboardInterrupt
    if rows is None:
        console.tell(shelf.solver.cut_short)
        return _CUT_SHORT
    if session.is_late:
        console.tell(shelf.solver.explain(session))
    from wordle_runtime.next.solve import decimal

    lines, objects = [], []
    for row in rows:
        shown = "  ".join("-".ljust(6) if mean is None else decimal(mean, 4) for mean in (row.expected, row.cost))
        lines.append(f"{row.guess}  {shown}  {'candidate' if row.is_candidate else ''}".rstrip())
        objects.append({name: getattr(row, name) for name in ("guess", "expected", "cost", "is_candidate")})
    console.write((cli.json_text(objects) if as_json else "\n".join(lines)) + "\n")
    return cli.DONE


def _about_late(session: "Session") -> str:
    """Returns a line about likely answers that the tree finds too late; empty if there are none."""
    how = f"would come too late, after turn {session.tree.rows}: `--top 5` looks for a guess that is sure"
    return f"{counted(n_late, 'answer')} {how}" if (n_late := session.n_late) else ""


def _answer_lines(shelf: "Shelf", console: cli.Console, *, as_json: bool) -> bool:
    """Answers each line, and returns whether every line had an answer.

    A line's answer is the next guess; `solved: WORD` after a history that solves the game; or `error: ...` if there is
    no answer, which does not affect later lines. Each is written at once, so that a program can also ask line by line.
    What else `Shelf.reply` says goes to standard error with the line's number; JSON contains it.
    """
    from wordle_runtime.words import normal_form

    all_answered = True
    for number, line in enumerate(console.stdin, 1):
        try:
            history = split_history(line)
            reply, note = shelf.reply(history, as_json=as_json)
        except WordleError as error:
            all_answered = False
            told = {"error": str(error), "turn": getattr(error, "turn", None)}
            reply, note = cli.json_text(told) if as_json else f"error: {error}", ""
        if note and not as_json:
            console.tell(f"line {number}: {note}")
        console.write(f"{reply or f'solved: {normal_form(history[-1][0])}'}\n")
        console.stdout.flush()
    return all_answered


def parse(arguments: "Sequence[str]") -> cli.CommandLine:
    """Parses the arguments of the command line.

    A feedback may begin with a dash, or be all dashes: after a guess, an argument made of marks is one.

    Raises:
        UsageError: An option is unknown, lacks its value, takes no value, or cannot be combined with another.
    """

    def is_word(argument: str, words: list[str], following: str | None) -> bool:
        # `--` may be a feedback of two marks; where none is due or another one follows, it ends the options.
        is_end = argument == "--" and (len(words) % 2 == 0 or (following is not None and MARKS.issuperset(following)))
        return argument[:1] != "-" or argument[:2] == "->" or (bool(words) and is_marks(argument) and not is_end)

    line = cli.parse_options(OPTIONS, arguments, is_word)
    if "help" in line or "version" in line:
        return line
    if "batch" in line and line.words:
        raise cli.UsageError("--batch reads the histories from standard input: give none as arguments")
    for flag in filter(line.__contains__, _EXCLUSIVE):
        for other in filter(line.__contains__, _EXCLUSIVE[flag]):
            raise cli.UsageError(f"--{flag} cannot be combined with --{other}: leave one of them out")
    for flag in ("allowed", "include", "exclude"):
        if line.get(flag) == "-":
            raise cli.UsageError(f"--{flag} - does not work here: name a list or a file")
    for flag, most in _MOST.items():
        line.number(flag, 1, most, 1)
    return line


class Shelf:
    """The tree that the user named, or, for each history, the bundled tree that opens with its first guess.

    Each tree is loaded once, on first use. What answers off the tree is made on first use, too.
    """

    def __init__(self, options: "Mapping[str, str]", tell: "Callable[[str], object]") -> None:
        """Takes the options by their names in `command.OPTIONS`, the value of a flag is empty; and what says a line."""
        self._options, self._tell = options, tell
        self._lists = {role: options[role] for role in ("allowed", "include", "exclude") if role in options}
        self._words: dict[str, tuple[str, ...]] = {}
        self._loaded: dict[str, Tree] = {}
        self._solver: Solver | None = None

    def name(self, history: "Turns") -> str:
        """Returns the name of the tree for a history: that of today's game where none opens with its first guess.

        Raises:
            GameError: The first guess is a code that no bundled tree opens with.
        """
        if (named := self._options.get("tree")) is not None:
            return named
        first_guess = history[0][0].strip(AROUND_WORDS) if history else ""
        name = wordle_trees.name_for(first_guess, hard="hard" in self._options)
        if first_guess.isdigit() and wordle_trees.opener(name) != first_guess:
            unknown = f"no bundled tree opens with {quoted(first_guess)}"
            how = "leave out --hard, which is for words, and " * ("hard" in self._options)
            raise GameError(f"{unknown}: {how}name the tree of your game, as in --tree mastermind or bulls-and-cows", 1)
        return name

    def tree(self, name: str) -> "Tree":
        """Returns a tree by its name or path; raises `TreeError` if there is no such tree, or it is not valid."""
        # A run that needs only an opener does not import the reader.
        from wordle_runtime.tree import load

        if name not in self._loaded:
            self._loaded[name] = load(name)
        return self._loaded[name]

    def game(self, name: str) -> str:
        """Returns the name of the tree that a game begins with; those of other openers know only its likely answers."""
        is_chosen = name.startswith(f"{wordle_trees.TODAY}-") and not {"tree", "tree-only"}.intersection(self._options)
        return wordle_trees.name_for("", hard="hard" in self._options) if is_chosen else name

    def session(self, history: "History", name: str) -> "Session":
        """Returns a game after some turns, on the tree of that name or off it.

        Raises:
            GameError: A turn is impossible.
            ListError: A list cannot be used.
        """
        tree = self.tree(self.game(name))
        if self._lists and not self._words:
            from wordle_runtime.layout import list_digest
            from wordle_runtime.words import ListError, read_changes, words_allowed_in

            known = words_allowed_in(tree.info.game, tree.nodes) or ()
            self._words = read_changes(self._lists, tree.length, known, self._tell)
            own = tree.info.game.allowed
            if "allowed" in self._words and list_digest(self._words["allowed"]) != own.sha256:
                spec = printable(self._lists["allowed"])
                raise ListError(f"{spec} is not the tree's list of allowed words, which is {quoted(own.name)}")
        session = tree.replay(history, **self._words)
        return session if "tree-only" in self._options else session.heed_rows()

    @property
    def solver(self) -> "Solver":
        """What answers off the tree."""
        from wordle_runtime.next.solve import Solver

        seconds = self._options.get("time-limit", None if "top" in self._options else _QUICK_SECONDS)
        self._solver = self._solver or Solver(None if seconds is None else int(seconds))
        return self._solver

    def reply(self, history: "Turns", *, as_json: bool) -> tuple[str | None, str]:
        """Returns the next guess, or None if the history solves the game; and a line on where the guess is from.

        The line is empty for the tree's own guess, unless it may be late. JSON has the keys of docs/json.md.

        Raises:
            GameError: The history is impossible; or it leaves the tree, and may not.
        """
        name, stays = self.name(history), "tree-only" in self._options
        if not (as_json or self._lists):
            if not history and name in wordle_trees.names():
                return wordle_trees.opener(name), ""
            try:
                if len(history) < (tree := self.tree(name)).rows - 1:
                    is_sure = (tree.guarantee.likely or tree.guarantee).worst_case <= tree.rows
                    return tree.next_guess(history), "" if is_sure else _about_late(tree.replay(history))
            except (OffTreeError, NoCandidateError):
                if stays:
                    raise
        session = self.session(history, name)
        if stays and (departure := session.departure):
            raise departure
        more: dict[str, object] = {}
        if session.source != "tree":
            self.solver.improve(session)
            more = {
                "is_exact": session.source == "search" and self.solver.n_searched(session) is None,
                "expected": session.expected,
                "reason": str(session.departure),
            }
        is_told = session.is_lost or session.is_last_row or (more and not session.is_solved)
        note = self.solver.explain(session) if is_told else _about_late(session)
        if not as_json:
            return session.guess, note
        state: dict[str, object] = {name: getattr(session, name) for name in ("guess", "turn", "max_guesses_left")}
        state |= {"n_candidates": session.candidates_left, "n_likely": session.likely_left}
        state |= {"is_solved": session.is_solved, "is_lost": session.is_lost, "file": name, "chosen_by": session.source}
        return cli.json_text(state | more), note
