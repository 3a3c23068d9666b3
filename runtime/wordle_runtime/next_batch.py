"""`wordle-next --batch`: one history a line in, one answer a line out."""

from wordle_runtime.errors import GameError, TreeError
from wordle_runtime.shipped import Shelf
from wordle_runtime.tree import split_history

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TextIO

_CHUNK_BYTES = 1 << 16


def answer_lines(shelf: Shelf, stdin: "TextIO", stdout: "TextIO", *, as_json: bool) -> bool:
    """Answers each line, and returns whether all of them could be.

    A line's answer is the next guess; `solved: WORD` after a history that solves the game; `error: ...` where there is
    no answer, and the lines after it are answered all the same. Answers are written as soon as the lines at hand are
    answered, so that a program may also ask line by line.
    """
    all_answered = True
    answer = _answer_json if as_json else _answer
    for lines in _chunks(stdin):
        answers = []
        for line in lines:
            try:
                answers.append(answer(shelf, line))
            except (GameError, TreeError) as error:
                all_answered = False
                answers.append(_error(error, as_json=as_json))
        answers.append("")
        stdout.write("\n".join(answers))
        stdout.flush()
    return all_answered


def _answer(shelf: Shelf, line: str) -> str:
    words = line.split()
    history = split_history(words)
    tree = shelf.tree(shelf.choose(words[0] if words else None))
    guess = tree.next_guess(history)
    return guess if guess is not None else f"solved: {tree.replay(history).candidates()[0]}"


def _answer_json(shelf: Shelf, line: str) -> str:
    from wordle_runtime.next_json import describe

    history = split_history(line)
    name = shelf.choose(history[0][0] if history else None)
    return describe(shelf.tree(name).replay(history), name)


def _error(error: GameError | TreeError, *, as_json: bool) -> str:
    if as_json:
        from wordle_runtime.next_json import describe_error

        return describe_error(error)
    return f"error: {error}"


def _chunks(stdin: "TextIO") -> "Iterator[list[str]]":
    """Yields the lines that are at hand, without their ends; a last line without an end counts."""
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
