"""`wordle-next --batch`: reads the turns of one game per line, and writes a line for each."""

from wordle_runtime.command_line import Console
from wordle_runtime.errors import WordleError
from wordle_runtime.next.shipped import Shelf
from wordle_runtime.notation import split_history
from wordle_runtime.words import normal_form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

_CHUNK_BYTES = 1 << 16


def answer_lines(shelf: Shelf, console: Console, *, as_json: bool, solves: bool) -> bool:
    """Answers each line, and returns whether every line had an answer.

    A line's answer is the next guess; `solved: WORD` after a history that solves the game; or `error: ...` if there is
    no answer, which does not affect later lines. Answers are written as soon as the available lines are answered, so
    that a program can also ask line by line. What else `Shelf.reply` says goes to standard error with the line's
    number, unless the output is JSON, which contains it.
    """
    all_answered = True
    number = 0
    for lines in _chunks(console.stdin):
        answers = []
        for line in lines:
            number += 1
            try:
                history = split_history(line)
                reply, note = shelf.reply(history, as_json=as_json, solves=solves)
            except WordleError as error:
                all_answered = False
                reply, note = _error(error, as_json=as_json), ""
            if note and not as_json:
                console.tell(f"line {number}: {note}")
            answers.append(reply or f"solved: {normal_form(history[-1][0])}")
        answers.append("")
        console.write("\n".join(answers))
        console.stdout.flush()
    return all_answered


def _error(error: WordleError, *, as_json: bool) -> str:
    if as_json:
        from wordle_runtime.next.output import describe_error

        return describe_error(error)
    return f"error: {error}"


def _chunks(stdin: "TextIO") -> "Iterator[list[str]]":
    """Yields the available lines without their newlines; a last line without a newline counts."""
    buffer = getattr(stdin, "buffer", None)
    if buffer is None:
        # Text in memory, from a test or from another program's `main(...)`.
        yield stdin.read().splitlines()
        return
    pending = b""
    while chunk := buffer.read1(_CHUNK_BYTES):
        *whole, pending = (pending + chunk).split(b"\n")
        if whole:
            yield b"\n".join(whole).decode("utf-8", "surrogateescape").split("\n")
    if pending:
        yield [pending.decode("utf-8", "surrogateescape")]
