"""The journal of a long proof, an SQLite file, so that a killed run can resume.

It holds the proven bounds of openers, and the optimal trees of an opener's cells. A journal belongs to one
question: a game, a limit of guesses, an objective, and the answers' weights if they have any. It holds only facts,
never the progress of a run. So a later run may use another number of workers or of best openers, and its result does
not depend on the contents of the journal. One run at a time holds the journal; its lock ends with the process, however
that ends.

A journal is trusted input: its checksums find damage, but whoever writes the file can make a run claim what is false.
Only a certificate, which does not use the journal, shows that a claim is true.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
import stat
import time
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from types import TracebackType
from typing import Any, Self

import msgpack  # type: ignore[import-untyped]

from wordle_compiler.machine.errors import CompilerError, InputError
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.solver.fixed_openers import OpenCell, SolvedCell
from wordle_compiler.solver.leaderboard import OpenerResult
from wordle_compiler.solver.objective import Question
from wordle_runtime.errors import printable

WRITE_SECONDS = 1.0
"""The time between two batches of results. A killed run loses only the results since the last batch. The thread that
writes them otherwise only waits for the workers."""

_APPLICATION_ID = 0x774A4E4C
"""`wJNL` in the file's header; distinguishes a journal from another program's SQLite file."""

_MAGIC = b"SQLite format 3\0"
_FORMAT = "4"
_SCHEMA = (
    "CREATE TABLE question (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE fact (key TEXT PRIMARY KEY, value BLOB NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID",
)
_DAMAGED = "it is damaged: delete it and start again"
_REASONS = {
    sqlite3.SQLITE_BUSY: "another run is using it: wait for it to end or name another file",
    sqlite3.SQLITE_LOCKED: "another run is using it: wait for it to end or name another file",
    sqlite3.SQLITE_READONLY: "it is read-only: change its mode or name another file",
    sqlite3.SQLITE_PERM: "permission denied: name another file",
    sqlite3.SQLITE_CANTOPEN: "it cannot be opened: name a file in a writable folder",
    sqlite3.SQLITE_NOTADB: "it is not a journal: name another file",
    sqlite3.SQLITE_CORRUPT: _DAMAGED,
    # A table or a column is missing.
    sqlite3.SQLITE_ERROR: _DAMAGED,
    sqlite3.SQLITE_FULL: "the disk is full: free some space",
    sqlite3.SQLITE_IOERR: "reading or writing failed: the disk may be full or broken",
}
_PRIMARY_CODE = 0xFF


class Journal:
    """An open journal; a context manager. Use it from one thread only.

    Leaving the context writes all pending results, even after an error or an interrupt. Every method that writes, and
    leaving the context, raises `InputError` if writing fails.
    """

    def __init__(
        self, path: str | os.PathLike[str], question: Question, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Opens a journal, or creates one if the file does not exist or is empty; `clock` is for `write_if_due`.

        Raises:
            InputError: The journal belongs to another question, another run is using it, the file is not a journal, or
                it cannot be read or written. The message is one line, and the file is unchanged.
        """
        self._label = printable(os.fspath(path))
        self._numbers = {word: number for number, word in enumerate(question.game.allowed.words)}
        self._words = question.game.allowed.words
        self._seal = question.game.fingerprint
        self._clock = clock
        self._written = clock()
        # What is proven, packed, by `_opener_key` or `_cell_key`; what `_pending` holds is not yet on the disk.
        self._facts: dict[str, bytes] = {}
        self._pending: dict[str, bytes] = {}
        # SQLite would take a file of less than a page for a new one.
        start = _start_of(path)
        self._is_new = start == b""
        if start not in (b"", _MAGIC):
            raise InputError(self._say(_REASONS[sqlite3.SQLITE_NOTADB]))
        with self._one_line_errors():
            # Made absolute because SQLite treats names such as `:memory:` specially.
            self._db = sqlite3.connect(os.path.abspath(path), timeout=0, isolation_level=None)  # noqa: PTH100
        try:
            with self._one_line_errors():
                self._open(question)
        except BaseException:
            self._db.close()
            raise

    def known(self, max_guesses: int, what: str = "opener") -> dict[int, OpenerResult]:
        """Returns the recorded results within a limit of guesses, by opener number; see `record`."""
        known = {}
        prefix = _opener_key(max_guesses, "", what)
        with self._one_line_errors(_DAMAGED):
            for key, value in self._facts.items():
                if key.startswith(prefix):
                    total, is_exact = msgpack.unpackb(value)
                    number = self._numbers[key.removeprefix(prefix)]
                    known[number] = OpenerResult(number, INFEASIBLE if total is None else int(total), bool(is_exact))
        return known

    def record(self, max_guesses: int, result: OpenerResult, what: str = "opener") -> None:
        """Records a result, to be written with the next batch; without a total, it says that no tree exists.

        What is `unsolved` has the number of answers that stay unsolved in place of a total.
        """
        total = result.total if result.is_feasible else None
        self._keep(_opener_key(max_guesses, self._words[result.opener], what), [total, result.is_exact])

    def known_cell(self, max_guesses: int, cell: OpenCell) -> SolvedCell | None:
        """Returns what was recorded of a cell within a limit for the game, or None if that is not known."""
        value = self._facts.get(_cell_key(max_guesses, cell))
        if value is None:
            return None
        with self._one_line_errors(_DAMAGED):
            total, node = msgpack.unpackb(value)
            return SolvedCell(cell, None if node is None else _unpack_tree(node), int(total))

    def record_cell(self, max_guesses: int, solved: SolvedCell) -> None:
        """Records a cell, to be written with the next batch; without a tree, there is none within its limits."""
        node = None if solved.node is None else _pack_tree(solved.node)
        self._keep(_cell_key(max_guesses, solved.cell), [solved.total, node])

    def _keep(self, key: str, fact: object) -> None:
        self._pending[key] = msgpack.packb(fact)
        self.write_if_due()

    def write_if_due(self) -> None:
        """Writes pending results if the last batch was at least `WRITE_SECONDS` ago; call it regularly."""
        if self._clock() - self._written >= WRITE_SECONDS:
            self.write()

    def write(self) -> None:
        """Writes all pending results to disk."""
        if self._pending:
            rows = [(key, value, self._checksum(key, value)) for key, value in self._pending.items()]
            # The connection's context commits, or rolls back if an interrupt cuts this short.
            with self._one_line_errors(), self._db:
                self._db.execute("BEGIN")
                self._db.executemany("INSERT OR REPLACE INTO fact (key, value, checksum) VALUES (?, ?, ?)", rows)
        self._facts |= self._pending
        self._pending.clear()
        self._written = self._clock()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            self.write()
        finally:
            self._db.close()

    def _open(self, question: Question) -> None:
        """Takes the lock, which lasts until the connection closes, and reads or creates the tables."""
        db = self._db
        db.execute("PRAGMA locking_mode = EXCLUSIVE")
        db.execute("BEGIN EXCLUSIVE")
        wanted = _rows_of(question)
        if self._is_new and not db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
            db.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
            for statement in _SCHEMA:
                db.execute(statement)
            db.executemany("INSERT INTO question (name, value) VALUES (?, ?)", wanted.items())
            db.execute("COMMIT")
            return
        if db.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION_ID:
            raise InputError(self._say("it is another program's file: name another file"))
        if db.execute("PRAGMA quick_check").fetchone()[0] != "ok":
            raise InputError(self._say(_DAMAGED))
        found = {str(name): str(value) for name, value in db.execute("SELECT name, value FROM question")}
        if found.get("format") != wanted["format"]:
            raise InputError(self._say("it is from another version of this program: name another file"))
        if found != wanted:
            raise InputError(
                self._say(f"it is the journal of {_describe(found)}, not of {_describe(wanted)}: name another file")
            )
        for key, value, checksum in db.execute("SELECT key, value, checksum FROM fact"):
            # This finds damage; a forger can compute a checksum, too.
            if not (isinstance(key, str) and isinstance(value, bytes)) or checksum != self._checksum(key, value):
                raise InputError(self._say(_DAMAGED))
            self._facts[key] = value
        # SQLite opens and locks even a read-only file. This write fails now rather than after hours of work.
        db.execute("UPDATE question SET value = value")
        db.execute("COMMIT")

    def _checksum(self, key: str, value: bytes) -> int:
        return zlib.crc32(value, zlib.crc32(key.encode(), zlib.crc32(self._seal)))

    def _say(self, reason: str) -> str:
        return f"the journal {self._label}: {reason}"

    @contextmanager
    def _one_line_errors(self, reason: str | None = None) -> Iterator[None]:
        """Turns errors into one-line messages that say what to do; all but SQLite's for one reason, if it is given."""
        try:
            yield
        except sqlite3.Error as error:
            code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE
            raise InputError(self._say(_REASONS.get(code) or printable(" ".join(str(error).split())))) from error
        except CompilerError:
            raise
        except (OSError, ValueError, TypeError, KeyError, RecursionError, msgpack.UnpackException) as error:
            if reason is None:
                if not isinstance(error, OSError | ValueError):
                    raise
                with suppress(AttributeError):
                    self._db.close()
            raise InputError(self._say(reason or getattr(error, "strerror", None) or str(error))) from error


def _start_of(path: str | os.PathLike[str]) -> bytes:
    """Returns a file's first bytes: none if it is missing or empty, a journal's if it is not a regular file."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # noqa: PTH116
            return _MAGIC
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read(len(_MAGIC))
    except FileNotFoundError:
        return b""
    except (OSError, ValueError):
        # SQLite says what is wrong.
        return _MAGIC


def _rows_of(question: Question) -> dict[str, str]:
    """Returns a question as the journal stores it."""
    game = question.game
    return {
        "format": _FORMAT,
        "game": game.fingerprint.hex(),
        "rule": game.rule.value,
        "answers": str(len(game.answers)),
        "allowed": str(len(game.allowed)),
        "max_guesses": str(question.max_guesses),
        "objective": question.objective.value,
        **({} if question.weights is None else {"weights": question.weights.sha256.hex()}),
    }


def _describe(question: dict[str, str]) -> str:
    """Describes a question in a message: its settings and the first digits of the game's fingerprint."""
    rows = {name: printable(value) for name, value in question.items()}
    return (
        f"rule {rows.get('rule')}, {rows.get('answers')} answers of {rows.get('allowed')} words, "
        f"at most {rows.get('max_guesses')} guesses, objective {rows.get('objective')} "
        f"(game {rows.get('game', '')[:12]}" + (f", weights {rows['weights'][:12]})" if "weights" in rows else ")")
    )


def _opener_key(max_guesses: int, opener: str, what: str) -> str:
    return f"{what} {max_guesses} {opener}"


def _cell_key(max_guesses: int, cell: OpenCell) -> str:
    """Returns what tells a cell from every other one of the same question.

    It has the SHA-256 of the limit (with weights, totals have other units within another one), of what holds in the
    cell, which is as long in every cell of a game, and of the candidates.
    """
    content = max_guesses.to_bytes(2, "big") + cell.constraint[1:].tobytes() + cell.candidates.tobytes()
    return f"cell {hashlib.sha256(content).hexdigest()} {cell.guesses_left} {cell.largest_total}"


def _pack_tree(node: TreeNode) -> list[Any]:
    """Returns a tree as a list: the guess, whether it solves, then each feedback with the list of its child."""
    below = ((code, _pack_tree(child)) for code, child in node.children.items())
    return [node.guess, node.solves, *chain.from_iterable(below)]


def _unpack_tree(packed: Any) -> TreeNode:
    guess, solves, *below = packed
    return TreeNode(guess, solves, dict(zip(below[::2], map(_unpack_tree, below[1::2]), strict=True)))
