"""`wordle-next`: prints the next guess of a game. It imports what every run needs, and the rest on demand."""

import os
import sys

from wordle_runtime.command_line import DONE, WRONG_INPUT, CommandLine, Console, completion_script
from wordle_runtime.errors import GameError, OffTreeError
from wordle_runtime.next.options import OPTIONS, help_text, parse
from wordle_runtime.next.shipped import HARD, Shelf
from wordle_runtime.notation import split_history

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TextIO

    Turns = list[tuple[str, str]]

_CUT_SHORT = 1


def main(
    argv: "Sequence[str] | None" = None,
    stdin: "TextIO | None" = None,
    stdout: "TextIO | None" = None,
    stderr: "TextIO | None" = None,
) -> int:
    """Runs the command and returns its exit status, as in the help; 141 if nobody reads the output any more.

    Args:
        argv: The arguments after the command's name; None means those of the process, which then ends here.
        stdin: Read by `--batch` and `--interactive`, and for a history that is not in the arguments; None means the
            process's own, here and for the next two.
        stdout: Takes the answers.
        stderr: Takes one line with the error.
    """
    console = Console("wordle-next", stdin, stdout, stderr)
    status = console.run(lambda: _run(parse(sys.argv[1:] if argv is None else argv), console))
    if argv is None:
        # All is written: freeing the tree word by word would take as long as a lookup, and a search may still stop.
        os._exit(status)
    return status


def _run(line: CommandLine, console: Console) -> int:
    if line.has("help"):
        console.write(help_text())
        return DONE
    if line.has("version"):
        console.write(f"wordle-next {_version()}\n")
        return DONE
    if (shell := line.value("completion")) is not None:
        console.write(completion_script(shell, "wordle-next", OPTIONS))
        return DONE
    seconds = line.value("time-limit")
    shelf = Shelf(
        HARD if line.has("hard") else line.value("tree"),
        allowed=line.value("allowed"),
        time_limit=None if seconds is None else int(seconds),
    )
    try:
        if line.has("interactive"):
            from wordle_runtime.next.interactive import play

            play(shelf, split_history(line.words), console.stdin, console.stdout)
            return DONE
        if line.has("batch"):
            from wordle_runtime.next.batch import answer_lines

            is_right = answer_lines(shelf, console, as_json=line.has("json"), solves=line.has("solve"))
            return DONE if is_right else WRONG_INPUT
        history = split_history(line.words or (console.stdin.read().split() if console.is_piped else []))
        if line.has("list", "top"):
            return _show(shelf, history, line, console)
        as_json = line.has("json")
        opener = None if history or as_json else shelf.opener()
        reply, note = (opener, "") if opener else shelf.reply(history, as_json=as_json, solves=line.has("solve"))
        if note or reply is None:
            console.tell(note or f"solved at turn {len(history)}: there is no next guess")
        if reply is not None:
            console.write(f"{reply}\n")
        return DONE
    except OffTreeError as error:
        from wordle_runtime.next.solve import how_to_go_on

        raise GameError(f"{error.reason}; {how_to_go_on()}", error.turn) from None


def _show(shelf: Shelf, history: "Turns", line: CommandLine, console: Console) -> int:
    """Prints the candidates, or the best guesses."""
    from wordle_runtime.next import output

    solver = shelf.solver(shelf.choose_any(history))
    position = solver.position_after(history)
    if (top := line.value("top")) is None:
        console.write(output.candidates(position, as_json=line.has("json")))
        return DONE
    rows = solver.alternatives(position, int(top))
    if rows is None and not line.has("time-limit"):
        raise KeyboardInterrupt
    if rows is None:
        console.tell("the search was cut short: raise --time-limit, or ask again when fewer candidates are left")
        return _CUT_SHORT
    console.write(output.ranking(rows, as_json=line.has("json")))
    return DONE


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("wordle-tree")
    except PackageNotFoundError:
        return "(not installed)"
