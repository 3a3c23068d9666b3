"""The client of the search for `wordle-next --solve`: it runs as a process of the compiler, if that is installed.

This is the only module of the package that knows about the compiler, and it imports nothing from it. A process can be
ended at any moment, and costs nothing before the first question.
"""

import sys

from wordle_runtime.errors import SolveError
from wordle_runtime.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from queue import SimpleQueue
    from subprocess import Popen
    from typing import IO, Any

    from wordle_runtime.tree import Tree

INSTALL = "pip install '.[compiler]' in the clone"
_LIBRARIES = ("wordle_compiler", "numpy", "numba")
_WORKER = "wordle_compiler.analysis.off_tree_worker"
_POLL_SECONDS = 0.1
_INTERNAL_ERROR = 70


class FoundGuess(Value):
    """A next guess and its cost, as numerator and denominator; None if it may fail to solve some candidate.

    Attributes:
        guess: The word.
        is_candidate: Whether it may itself be the answer.
        expected: The guesses still needed on average, including this one.
        cost: How many more guesses that is than with the best guess.
    """

    __slots__ = ("cost", "expected", "guess", "is_candidate")
    guess: str
    is_candidate: bool
    expected: tuple[int, int] | None
    cost: tuple[int, int] | None


class Found(Value):
    """The result of a search.

    Attributes:
        expected: The guesses still needed on average, as numerator and denominator.
        max_guesses_left: How many guesses suffice for every candidate with this play.
        ranking: The best guesses, best first; at least one.
    """

    __slots__ = ("expected", "max_guesses_left", "ranking")
    expected: tuple[int, int]
    max_guesses_left: int
    ranking: tuple[FoundGuess, ...]


class Search:
    """Asks about positions of one tree's game. The process starts with the first question, and again after a stop.

    Every question raises `SolveError` if the search is not installed, cannot start or cannot answer, or if the words
    that the user named are not those of the tree.
    """

    def __init__(self, tree: "Tree", allowed: str | None) -> None:
        """Takes the tree, and the list of its allowed words if it must be named."""
        self._tree = tree
        self._allowed = allowed
        self._process: Popen[str] | None = None
        self._replies: SimpleQueue[str] | None = None
        self._game: dict[str, Any] = {}

    def named(self) -> "frozenset[str]":
        """Returns the allowed words that the user named."""
        return frozenset(self._opened()["allowed"])

    def n_known(self) -> int | None:
        """Returns how many words the tree has if guesses can only be chosen from these; else None."""
        game = self._opened()
        return None if game["knows_list"] else game["n_allowed"]

    def best(
        self,
        turns: "tuple[tuple[str, int], ...]",
        count: int,
        show: "Callable[[int, int, str], None]",
        seconds: int | None = None,
    ) -> Found | None:
        """Returns the best guesses at a position, by exact search; None if the time limit was too short.

        The limit applies to the search alone: the first process on a machine compiles its kernels before it starts.

        Raises:
            KeyboardInterrupt: At once, on an interrupt.
        """
        self._opened()
        self._exchange({"prepare": True}, show)
        found = self._exchange({"best": turns, "count": count}, show, seconds)
        if found is None:
            return None
        ranking = tuple(
            FoundGuess(guess=guess, is_candidate=is_candidate, expected=_pair(expected), cost=_pair(cost))
            for guess, is_candidate, expected, cost in found["ranking"]
        )
        numerator, denominator = found["expected"]
        return Found(expected=(numerator, denominator), max_guesses_left=found["max_guesses_left"], ranking=ranking)

    def quick(self, candidates: "tuple[str, ...]") -> str:
        """Returns a candidate by a rule of thumb."""
        self._opened()
        found = self._exchange({"quick": candidates})
        assert found is not None, "there is no time limit"
        return str(found["guess"])

    def close(self) -> None:
        """Ends the process, whatever it is doing."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _opened(self) -> "dict[str, Any]":
        """Returns what the process said about the game; starts the process first if there is none."""
        if self._process is None:
            self._start()
            import base64

            game = {"open": base64.b64encode(self._tree.data).decode("ascii"), "allowed": self._allowed}
            try:
                self._game = self._exchange(game) or {}
            except BaseException:
                self.close()
                raise
        return self._game

    def _exchange(
        self,
        question: "dict[str, Any]",
        show: "Callable[[int, int, str], None] | None" = None,
        seconds: int | None = None,
    ) -> "dict[str, Any] | None":
        """Sends a question and waits for its answer.

        A process that does not answer in time is ended, and the result is None.
        """
        import json
        import time
        from queue import Empty

        assert self._process is not None, "it was started"
        assert self._process.stdin is not None, "it was started with a pipe"
        assert self._replies is not None, "it was started with a reader"
        deadline = None if seconds is None else time.monotonic() + seconds
        try:
            self._process.stdin.write(f"{json.dumps(question)}\n")
            self._process.stdin.flush()
            while True:
                if deadline is not None and time.monotonic() > deadline:
                    self.close()
                    return None
                try:
                    # A wait without a limit would hold back Ctrl-C on some platforms.
                    line = self._replies.get(timeout=_POLL_SECONDS)
                except Empty:
                    continue
                if not line:
                    raise self._death()
                reply: dict[str, Any] = json.loads(line)
                if "error" in reply:
                    raise SolveError(reply["error"], reply["status"])
                if "answer" in reply:
                    answer: dict[str, Any] = reply["answer"]
                    return answer
                if show is not None:
                    show(*reply["progress"])
        except (BrokenPipeError, ConnectionResetError):
            raise self._death() from None
        except KeyboardInterrupt:
            self.close()
            raise

    def _death(self) -> SolveError:
        """Returns the error for a process that ended by itself, for example killed by the system for lack of memory."""
        assert self._process is not None, "it was started"
        status = self._process.wait()
        self.close()
        how = "failed: set WORDLE_TREE_TRACEBACK=1 to see why"
        if status < 0:
            how = f"was killed by signal {-status}: the machine may be short of memory"
        return SolveError(f"the search {how}", _INTERNAL_ERROR)

    def _start(self) -> None:
        if missing := missing_libraries():
            raise SolveError(f"the search needs {', '.join(missing)}: {INSTALL}")
        import os
        import subprocess
        import threading
        from queue import SimpleQueue

        # -P keeps the current folder out of the module path; its own session keeps the terminal's Ctrl-C, which this
        # process handles, away from it.
        options: dict[str, Any] = {"start_new_session": True}
        if os.name == "nt":
            options = {"creationflags": getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)}
        try:
            process = subprocess.Popen(
                [sys.executable, "-P", "-m", _WORKER],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=None if os.environ.get("WORDLE_TREE_TRACEBACK") else subprocess.DEVNULL,
                encoding="ascii",
                **options,
            )
        except OSError as error:
            raise SolveError(f"the search cannot be started: {error.strerror or error}") from None
        self._process = process
        self._replies = SimpleQueue()
        assert process.stdout is not None, "it was started with a pipe"
        threading.Thread(target=_read, args=(process.stdout, self._replies), daemon=True).start()


def missing_libraries() -> list[str]:
    """Returns the libraries that the search needs and that are not installed; imports none of them."""
    from importlib.util import find_spec

    return [name for name in _LIBRARIES if find_spec(name) is None]


def how_to_go_on() -> str:
    """Returns what to do where the tree has no guess: how to ask for the search, and first how to install it."""
    solve = "add --solve to go on from here"
    return f"{INSTALL}, and {solve}" if missing_libraries() else solve


def _read(stdout: "IO[str]", replies: "SimpleQueue[str]") -> None:
    """Passes replies on, and an empty one at their end; runs in a thread, so that waiting can have a limit."""
    try:
        for line in stdout:
            replies.put(line)
    except ValueError:
        # Closed while it was read: nobody waits.
        return
    replies.put("")


def _pair(value: "list[int] | None") -> tuple[int, int] | None:
    return None if value is None else (value[0], value[1])
