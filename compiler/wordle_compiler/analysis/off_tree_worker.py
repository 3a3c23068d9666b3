"""The process that searches for `wordle-next --solve`: reads questions and writes answers, one JSON object per line.

A separate process can be ended at any moment, even while it compiles kernels; an interrupt within the same process
would leave them half compiled. It also keeps the kernels between questions. The first question opens the game. The
reply to each question is any number of objects with `progress`, and then one with `answer` or `error` (and its exit
`status`):

    {"open": "<the tree's file in base64>", "allowed": null}      {"answer": {"n_allowed": 12972, "knows_list": true}}
    {"prepare": true}                                             {"progress": [3, 20, "compiling kernels"]}, ...
    {"best": [["crane", 11]], "count": 1}                         {"progress": [3, 12972, "next guesses"]}, ...
    {"quick": ["light", "night"]}                                 {"answer": {"guess": "light"}}

The end of the input ends the process at once, whatever it is doing.
"""

from __future__ import annotations

import base64
import json
import os
import queue
import sys
import threading
import time
import traceback
from typing import IO, TYPE_CHECKING, Any

from wordle_compiler.machine.errors import CompilerError
from wordle_compiler.machine.progress import COMPILING, telling_of_kernels
from wordle_runtime import TreeError, load

if TYPE_CHECKING:
    from fractions import Fraction

    from wordle_compiler.analysis.off_tree import OffTreeEngine
    from wordle_compiler.analysis.position_analysis import RankedGuess

_INTERNAL_ERROR = 70
_LONGEST_REASON = 200
_SECONDS_BETWEEN = 0.1
_TRACEBACK_VARIABLE = "WORDLE_TREE_TRACEBACK"


def main() -> None:
    """Reads questions from standard input and writes answers to standard output."""
    questions: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    out = sys.stdout
    # Redirect what a library prints, so that it cannot mix with the answers.
    sys.stdout = sys.stderr
    threading.Thread(target=_read, args=(sys.stdin, questions), daemon=True).start()
    engine: OffTreeEngine | None = None
    while True:
        question = questions.get()
        try:
            from wordle_compiler.analysis.off_tree import OffTreeEngine

            if "open" in question:
                engine = OffTreeEngine(load(base64.b64decode(question["open"])), question["allowed"])
            assert engine is not None, "the first question opens the game"
            _write(out, {"answer": _answer(engine, question, out)})
        except (CompilerError, TreeError) as error:
            _write(out, {"error": str(error), "status": 2})
        except MemoryError:
            _write(out, {"error": "not enough memory for this search", "status": 2})
        except Exception as error:
            if os.environ.get(_TRACEBACK_VARIABLE):
                traceback.print_exc()
            reason = " ".join(str(error).split())[:_LONGEST_REASON]
            message = (
                f"internal error, please report it: {type(error).__name__}: {reason} "
                f"(set {_TRACEBACK_VARIABLE}=1 to see where)"
            )
            _write(out, {"error": message, "status": _INTERNAL_ERROR})


def _read(stdin: IO[str], questions: queue.SimpleQueue[dict[str, Any]]) -> None:
    """Queues the questions; runs in a thread, so that a search notices the end of the input."""
    for line in stdin:
        questions.put(json.loads(line))
    os._exit(0)


def _answer(engine: OffTreeEngine, question: dict[str, Any], out: IO[str]) -> dict[str, Any]:
    if "prepare" in question:
        with telling_of_kernels(lambda done, total: _write(out, {"progress": [done, total, COMPILING]})):
            engine.prepare()
        return {}
    if "open" in question:
        words = None if question["allowed"] is None else engine.game.allowed.words
        return {"n_allowed": len(engine.game.allowed), "knows_list": engine.knows_list, "allowed": words}
    if "quick" in question:
        return {"guess": engine.quick(question["quick"])}
    shown = time.monotonic()

    def show(done: int, total: int, note: str) -> None:
        nonlocal shown
        if time.monotonic() - shown >= _SECONDS_BETWEEN:
            shown = time.monotonic()
            _write(out, {"progress": [done, total, note]})

    turns = [(guess, code) for guess, code in question["best"]]
    found = engine.best(turns, n_alternatives=question["count"], progress=show)
    return {
        "expected": _pair(found.expected),
        "max_guesses_left": found.max_guesses_left,
        "ranking": [_row(row) for row in found.ranking],
    }


def _row(row: RankedGuess) -> list[Any]:
    return [row.guess, row.is_candidate, _pair(row.expected), _pair(row.cost)]


def _pair(value: Fraction | None) -> tuple[int, int] | None:
    return None if value is None else value.as_integer_ratio()


def _write(out: IO[str], message: dict[str, Any]) -> None:
    try:
        out.write(f"{json.dumps(message)}\n")
        out.flush()
    except OSError:
        # The reader is gone, and no longer waits for the answer.
        os._exit(0)


if __name__ == "__main__":
    main()
