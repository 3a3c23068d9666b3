"""`wordle-next --batch`: reads the turns of one game per line, and writes a line for each."""

from wordle_runtime.command_line import Console
from wordle_runtime.errors import GameError, NoCandidateError, SolveError, TreeError
from wordle_runtime.next.shipped import Shelf
from wordle_runtime.notation import split_history

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

_CHUNK_BYTES = 1 << 16


def answer_lines(shelf: Shelf, console: Console, *, as_json: bool, solves: bool) -> bool:
    """Answers each line, and returns whether every line had an answer.

    A line's answer is the next guess; `solved: WORD` after a history that solves the game; or `error: ...` if there is
    no answer, which does not affect later lines. Answers are written as soon as the available lines are answered, so
    that a program can also ask line by line. If it `solves`, a search answers a line off the tree; where no answer of
    the tree fits, the guess comes from the other allowed words. A message on standard error then has the line's number,
    unless the output is JSON, which contains the message.
    """
    all_answered = True
    number = 0
    for lines in _chunks(console.stdin):
        answers = []
        for line in lines:
            number += 1
            try:
                try:
                    answers.append(_look_up(shelf, line, as_json=as_json))
                except GameError as error:
                    if not (solves or isinstance(error, NoCandidateError)):
                        raise
                    answers.append(_search(shelf, line, number, console, as_json=as_json))
            except (GameError, SolveError, TreeError) as error:
                all_answered = False
                answers.append(_error(error, as_json=as_json))
        answers.append("")
        console.write("\n".join(answers))
        console.stdout.flush()
    return all_answered


def _look_up(shelf: Shelf, line: str, *, as_json: bool) -> str:
    history = split_history(line)
    name = shelf.choose(history)
    tree = shelf.tree(name)
    if as_json:
        from wordle_runtime.next.output import describe

        return describe(tree.replay(history), name)
    guess = tree.next_guess(history)
    return guess if guess is not None else f"solved: {tree.replay(history).candidates()[0]}"


def _search(shelf: Shelf, line: str, number: int, console: Console, *, as_json: bool) -> str:
    from wordle_runtime.next.solve import explain

    history = split_history(line)
    try:
        answer, name = shelf.answer(history)
    except GameError as error:
        raise shelf.with_suspect(error, history) from None
    if as_json:
        from wordle_runtime.next.output import describe_answer

        return describe_answer(answer, name)
    if answer.guess is None:
        return f"solved: {answer.position.candidates[0]}"
    console.tell(f"line {number}: {explain(answer)}")
    return answer.guess


def _error(error: GameError | SolveError | TreeError, *, as_json: bool) -> str:
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
