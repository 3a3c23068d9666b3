"""The journal of a long proof, an SQLite file, so that a killed run can resume.

It holds the proven bounds of openers, and the optimal trees of an opener's cells. A journal belongs to one
question: a game, a limit of guesses, an objective, and the answers' weights if they have any. A run takes only facts
from it, never the progress of an earlier run. So a later run may use another number of workers or of best openers, and
its result does not depend on the contents of the journal. When each fact was written, and by which command and commit,
is kept for people: `read_journal` reads it, also while a run goes on. One run at a time holds the journal; its lock
ends with the process, however that ends.

A journal is trusted input: its checksums find damage, but whoever writes the file can make a run claim what is false.
Only a certificate, which does not use the journal, shows that a claim is true.
"""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import sqlite3
import stat
import sys
import time
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, Self

import msgpack  # type: ignore[import-untyped]

from wordle_compiler.game.weights import search_unit
from wordle_compiler.machine.errors import CompilerError, InputError
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.solver.fixed_openers import OpenCell, SolvedCell
from wordle_compiler.solver.leaderboard import POSTPONED, OpenerResult
from wordle_compiler.solver.objective import Question
from wordle_runtime.commit import commit
from wordle_runtime.errors import printable

WRITE_SECONDS = 1.0
"""The time between two batches of results. A killed run loses only the results since the last batch. The thread that
writes them otherwise only waits for the workers."""

_APPLICATION_ID = 0x774A4E4C
"""`wJNL` in the file's header; distinguishes a journal from another program's SQLite file."""

_MAGIC = b"SQLite format 3\0"
_FORMAT = "6"
_SCHEMA = (
    "CREATE TABLE question (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE fact (key TEXT PRIMARY KEY, value BLOB NOT NULL, checksum INTEGER NOT NULL, written REAL NOT NULL)"
    " WITHOUT ROWID",
    "CREATE TABLE run (started REAL PRIMARY KEY, value BLOB NOT NULL, checksum INTEGER NOT NULL) WITHOUT ROWID",
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
_LOG_MAGIC = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7"
"""What SQLite's log of a transaction begins with; it is overwritten when the transaction ends."""
_TRIES = 100
EXACT, AT_LEAST, NO_TREE = "exact", "at least", "no tree"
"""What may be proven of an opener's total, besides `POSTPONED`."""
_CELL = "cell "


class Run(NamedTuple):
    """A run that wrote to a journal: when it began and last wrote (seconds since 1970), its command, and its commit.

    If it ranks openers, `n_settled` of its `n_openers` cannot change the result any more. If it solves the cells of a
    fixed opener, `n_cells_left` are open.
    """

    started: float
    written: float
    command: str
    commit: str
    n_settled: int | None = None
    n_openers: int | None = None
    n_cells_left: int | None = None


class Fact(NamedTuple):
    """A packed fact, and when it was written, in seconds since 1970."""

    value: bytes
    written: float


class KnownOpener(NamedTuple):
    """An opener's total within a limit of guesses, in `unit`; None where no tree keeps the limit.

    The unit is `guesses`, `weighted guesses`, or `unsolved`: answers that stay so. Where `proven` is `postponed`, the
    opener takes long, and waits with a lower bound until all others are settled. `seconds` are of processor time.
    """

    word: str
    limit: int
    unit: str
    total: int | None
    proven: str
    seconds: float | None
    written: float

    @property
    def is_settled(self) -> bool:
        """Whether it need not be searched any more."""
        return self.proven != POSTPONED


class JournalContent(NamedTuple):
    """What a journal's file holds: its question, its runs by time, and its facts by key."""

    question: dict[str, str]
    runs: list[Run]
    facts: dict[str, Fact]

    def openers(self) -> list[KnownOpener]:
        """Returns what is known about openers: by limit, then the exact ones by total, then bounds, then the rest.

        What is postponed is left out once it is settled.
        """
        found = []
        for key, fact in self.facts.items():
            if not key.startswith(_CELL):
                what, limit, word = key.split(" ", 2)
                total, is_exact, seconds = msgpack.unpackb(fact.value)
                settled = self.facts.get(f"opener {limit} {word}")
                if what == POSTPONED and settled is not None and _better(key, settled, fact) is settled:
                    continue
                unit = what if what == "unsolved" else "weighted guesses" if "weights" in self.question else "guesses"
                kind = NO_TREE if total is None else EXACT if is_exact else POSTPONED if what == POSTPONED else AT_LEAST
                if total is not None and unit == "weighted guesses":
                    # A bound, rounded down, bounds the weighted total alone.
                    total //= search_unit(int(self.question["answers"]), int(limit))
                found.append(KnownOpener(word, int(limit), unit, total, kind, seconds, fact.written))
        kinds = EXACT, AT_LEAST, POSTPONED, NO_TREE
        return sorted(found, key=lambda one: (one.limit, kinds.index(one.proven), one.total or 0, one.word))

    @property
    def n_settled(self) -> int:
        """Of how many openers something is proven, unless they are postponed."""
        return len({one.word for one in self.openers() if one.is_settled})

    @property
    def n_cells(self) -> int:
        """How many cells of openers are solved."""
        return sum(key.startswith(_CELL) for key in self.facts)


class Journal:
    """An open journal; a context manager. Use it from one thread only.

    Leaving the context writes all pending results, even after an error or an interrupt. Every method that writes, and
    leaving the context, raises `InputError` if writing fails.
    """

    def __init__(
        self, path: str | os.PathLike[str], question: Question, clock: Callable[[], float] = time.time
    ) -> None:
        """Opens a journal, or creates one if the file does not exist or is empty; `clock` tells the seconds since 1970.

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
        self.run = Run(clock(), clock(), own_command(), commit())
        # What is proven, packed, by `_cell_key`, or `what`, limit and opener; `_pending` is not yet on the disk.
        self._facts: dict[str, bytes] = {}
        self._pending: dict[str, bytes] = {}
        self._has_settled = False  # Whether the run says more than its row on the disk.
        # SQLite would take a file of less than a page for a new one.
        if _start_of(path) not in (b"", _MAGIC):
            raise InputError(f"the journal {self._label}: {_REASONS[sqlite3.SQLITE_NOTADB]}")
        with _one_line_errors(self._label):
            # Made absolute because SQLite treats names such as `:memory:` specially.
            self._db = sqlite3.connect(os.path.abspath(path), timeout=0, isolation_level=None)  # noqa: PTH100
            try:
                self._db.execute("PRAGMA locking_mode = EXCLUSIVE")
                self._db.execute("BEGIN EXCLUSIVE")
                # What a killed run left of a transaction is undone now; if that was its first one, the file is empty.
                self._open(question, is_new=_start_of(path) == b"")
            except BaseException:
                self._db.close()
                raise

    def known(self, max_guesses: int, what: str = "opener") -> dict[int, OpenerResult]:
        """Returns the recorded results within a limit of guesses, by opener number; see `record`."""
        known, prefix = {}, f"{what} {max_guesses} "
        with _one_line_errors(self._label, _DAMAGED):
            for key, value in self._facts.items():
                if key.startswith(prefix):
                    total, is_exact, seconds = msgpack.unpackb(value)
                    number = self._numbers[key.removeprefix(prefix)]
                    total = INFEASIBLE if total is None else int(total)
                    known[number] = OpenerResult(number, total, bool(is_exact), seconds=seconds and float(seconds))
        return known

    def record(self, max_guesses: int, result: OpenerResult, what: str = "opener") -> None:
        """Records a result, to be written with the next batch; without a total, it says that no tree exists.

        What is `unsolved` has the number of answers that stay unsolved in place of a total.
        """
        total = result.total if result.is_feasible else None
        self._keep(f"{what} {max_guesses} {self._words[result.opener]}", [total, result.is_exact, result.seconds])

    def known_cell(self, max_guesses: int, cell: OpenCell) -> SolvedCell | None:
        """Returns what was recorded of a cell within a limit for the game, or None if that is not known."""
        if (value := self._facts.get(_cell_key(max_guesses, cell))) is None:
            return None
        with _one_line_errors(self._label, _DAMAGED):
            total, node = msgpack.unpackb(value)
            return SolvedCell(cell, None if node is None else _unpack_tree(node), int(total))

    def record_cell(self, max_guesses: int, solved: SolvedCell, n_left: int) -> None:
        """Records a cell, to be written with the next batch; without a tree, there is none within its limits.

        `n_left` other cells of the run are open.
        """
        self.run = self.run._replace(n_cells_left=n_left)
        node = None if solved.node is None else _pack_tree(solved.node)
        self._keep(_cell_key(max_guesses, solved.cell), [solved.total, node])

    def settle(self, n_settled: int, n_openers: int) -> None:
        """Notes how many of the openers that the run ranks cannot change its result any more; the next batch says it.

        Call it before `record`, so that the count is never behind the results beside it.
        """
        self.run = self.run._replace(n_settled=n_settled, n_openers=n_openers)
        self._has_settled = True

    def _keep(self, key: str, fact: object) -> None:
        self._pending[key] = msgpack.packb(fact)
        self.write_if_due()

    def write_if_due(self) -> None:
        """Writes pending results if the last batch was at least `WRITE_SECONDS` ago; call it regularly."""
        # A clock may be set back.
        if abs(self._clock() - self._written) >= WRITE_SECONDS:
            self.write()

    def write(self) -> None:
        """Writes all pending results to disk."""
        self._written = self._clock()
        if self._pending or self._has_settled:
            self.run = self.run._replace(written=self._written)
            # The connection's context commits, or rolls back if an interrupt cuts this short.
            with _one_line_errors(self._label), self._db:
                self._db.execute("BEGIN")
                facts = {key: Fact(value, self.run.written) for key, value in self._pending.items()}
                _insert(self._db, self._seal, [self.run], facts)
        self._facts |= self._pending
        self._pending.clear()
        self._has_settled = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self.write()
        finally:
            self._db.close()

    def _open(self, question: Question, *, is_new: bool) -> None:
        """Reads or creates the tables; the lock, which is taken, lasts until the connection closes."""
        db, game = self._db, question.game
        wanted = {
            "format": _FORMAT,
            "game": game.fingerprint.hex(),
            "rule": game.rule.value,
            "answers": str(len(game.answers)),
            "allowed": str(len(game.allowed)),
            "max_guesses": str(question.max_guesses),
            "objective": question.objective.value,
            **({} if question.weights is None else {"weights": question.weights.sha256.hex()}),
        }
        if is_new:
            _create(db, wanted)
            db.execute("COMMIT")
            return
        found = _read(db, self._label)
        if found.question != wanted:
            raise InputError(
                f"the journal {self._label}: it is the journal of {describe_question(found.question)}, not of "
                f"{describe_question(wanted)}: name another file"
            )
        self._facts = {key: fact.value for key, fact in found.facts.items()}
        # SQLite opens and locks even a read-only file. This write fails now rather than after hours of work.
        db.execute("UPDATE question SET value = value")
        db.execute("COMMIT")


def own_command() -> str:
    """Returns the command of this process, which goes on from a journal."""
    program, *arguments = sys.argv
    return shlex.join([Path(program).name, *arguments])


def command_with(command: str, path: str) -> str:
    """Returns a run's command, in which its journal is now at `path`; what is no command line stays as it is."""
    try:
        rest = iter(shlex.split(command))
    except ValueError:
        return command
    words = []
    for word in rest:
        name, equals, _ = word.partition("=")
        is_journal = name == "--journal"
        words += [name, path] if is_journal else [word]
        if is_journal and not equals:
            next(rest, None)
    return shlex.join(words)


def read_journal(path: str | os.PathLike[str]) -> JournalContent:
    """Reads a journal without taking its lock, so that a run may go on.

    Raises:
        InputError: The file is not a journal of this version, is damaged, or cannot be read.
    """
    label = printable(os.fspath(path))
    with _one_line_errors(label, _DAMAGED):
        log = Path(f"{os.fspath(path)}-journal")
        for _ in range(_TRIES):
            written, data = Path(path).stat().st_mtime_ns, Path(path).read_bytes()
            # SQLite's log begins with its mark while a transaction is being written.
            is_whole = not log.exists() or not log.read_bytes().startswith(_LOG_MAGIC)
            if is_whole and written == Path(path).stat().st_mtime_ns:
                return parse_journal(data, label)
        # A run was killed while it wrote: SQLite undoes that, in a copy.
        with TemporaryDirectory() as folder:
            shutil.copy(log, folder)
            with closing(sqlite3.connect(copy := shutil.copy(path, folder))) as db:
                db.execute("PRAGMA application_id")
            return parse_journal(Path(copy).read_bytes(), label)


def parse_journal(data: bytes, label: str) -> JournalContent:
    """Reads the content of a journal's file; `label` names it in errors, which are those of `read_journal`."""
    with _one_line_errors(label, _DAMAGED), closing(sqlite3.connect(":memory:")) as db:
        if not data.startswith(_MAGIC):
            raise InputError(f"the journal {label}: {_REASONS[sqlite3.SQLITE_NOTADB]}")
        db.deserialize(data)
        return _read(db, label)


def merge_journals(records: Sequence[JournalContent]) -> bytes:
    """Returns the file of a journal that holds what several journals of one question hold.

    Of two bounds the better one is kept.

    Raises:
        InputError: The journals belong to different questions, or contradict each other.
    """
    first, facts = records[0], dict(records[0].facts)
    for other in records[1:]:
        if other.question != first.question:
            described = describe_question(first.question), describe_question(other.question)
            raise InputError("journals of different searches cannot be merged: {} and {}".format(*described))
        for key, fact in other.facts.items():
            facts[key] = _better(key, facts.get(key, fact), fact)
    runs = sorted({run.started: run for record in records for run in record.runs}.values())
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        _create(db, first.question)
        _insert(db, bytes.fromhex(first.question["game"]), runs, facts)
        return db.serialize()


def _better(key: str, one: Fact, other: Fact) -> Fact:
    """Returns the fact that says more: what is exact, or the greater bound."""
    (total, is_exact, *_), (other_total, is_other_exact, *_) = msgpack.unpackb(one.value), msgpack.unpackb(other.value)
    if key.startswith(_CELL):
        is_exact = is_other_exact = True
    total, other_total = (INFEASIBLE if value is None else value for value in (total, other_total))
    if (is_exact and other_total > total) or (is_other_exact and total > other_total):
        raise InputError(f"the journals contradict each other about {printable(key)}: one of them is false")
    return one if (is_exact, total) >= (is_other_exact, other_total) else other


def _create(db: sqlite3.Connection, question: dict[str, str]) -> None:
    db.execute(f"PRAGMA application_id = {_APPLICATION_ID}")
    for statement in _SCHEMA:
        db.execute(statement)
    db.executemany("INSERT INTO question (name, value) VALUES (?, ?)", question.items())


def _insert(db: sqlite3.Connection, seal: bytes, runs: Sequence[Run], facts: Mapping[str, Fact]) -> None:
    rows = ((key, fact.value, _checksum(seal, key, fact.value), fact.written) for key, fact in facts.items())
    db.executemany("INSERT OR REPLACE INTO fact (key, value, checksum, written) VALUES (?, ?, ?, ?)", rows)
    packed = ((run.started, msgpack.packb(run)) for run in runs)
    rows_of_runs = ((started, value, _checksum(seal, "run", value)) for started, value in packed)
    db.executemany("INSERT OR REPLACE INTO run VALUES (?, ?, ?)", rows_of_runs)


def _read(db: sqlite3.Connection, label: str) -> JournalContent:
    """Reads a journal's tables.

    Raises:
        InputError: They are another program's, another version's, or damaged.
    """
    if db.execute("PRAGMA application_id").fetchone()[0] != _APPLICATION_ID:
        raise InputError(f"the journal {label}: it is another program's file: name another file")
    if db.execute("PRAGMA quick_check").fetchone()[0] != "ok":
        raise InputError(f"the journal {label}: {_DAMAGED}")
    question = {str(name): str(value) for name, value in db.execute("SELECT name, value FROM question")}
    if question.get("format") != _FORMAT:
        raise InputError(f"the journal {label}: it is from another version of this program: name another file")
    seal, facts = bytes.fromhex(question.get("game", "")), {}
    for key, value, checksum, written in db.execute("SELECT key, value, checksum, written FROM fact"):
        # This finds damage; a forger can compute a checksum, too.
        if not (isinstance(key, str) and isinstance(value, bytes)) or checksum != _checksum(seal, key, value):
            raise InputError(f"the journal {label}: {_DAMAGED}")
        facts[key] = Fact(value, float(written))
    runs = []
    for value, checksum in db.execute("SELECT value, checksum FROM run ORDER BY started"):
        if not isinstance(value, bytes) or checksum != _checksum(seal, "run", value):
            raise InputError(f"the journal {label}: {_DAMAGED}")
        runs.append(Run(*msgpack.unpackb(value)))
    return JournalContent(question, runs, facts)


def _checksum(seal: bytes, key: str, value: bytes) -> int:
    return zlib.crc32(value, zlib.crc32(key.encode(), zlib.crc32(seal)))


@contextmanager
def _one_line_errors(label: str, reason: str | None = None) -> Iterator[None]:
    """Turns errors into one-line messages that say what to do; `reason` is that of what is no error of the system."""
    try:
        yield
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", 0) & _PRIMARY_CODE
        text = _REASONS.get(code) or printable(" ".join(str(error).split()))
        raise InputError(f"the journal {label}: {text}") from error
    except CompilerError:
        raise
    except (OSError, ValueError, TypeError, KeyError, RecursionError, msgpack.UnpackException) as error:
        if reason is None and not isinstance(error, OSError | ValueError):
            raise
        raise InputError(f"the journal {label}: {getattr(error, 'strerror', None) or reason or error}") from error


def _start_of(path: str | os.PathLike[str]) -> bytes:
    """Returns a file's first bytes: none if it is missing or empty, a journal's if it is not a regular file."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):  # noqa: PTH116
            return _MAGIC
        with open(path, "rb") as file:  # noqa: PTH123
            return file.read(len(_MAGIC))
    except (OSError, ValueError) as error:
        # SQLite says what else is wrong.
        return b"" if isinstance(error, FileNotFoundError) else _MAGIC


def describe_question(question: dict[str, str]) -> str:
    """Describes a question in a message: its settings and the first digits of the game's fingerprint."""
    rows = {name: printable(value) for name, value in question.items()}
    return (
        f"rule {rows.get('rule')}, {rows.get('answers')} answers of {rows.get('allowed')} words, "
        f"at most {rows.get('max_guesses')} guesses, objective {rows.get('objective')} "
        f"(game {rows.get('game', '')[:12]}" + (f", weights {rows['weights'][:12]})" if "weights" in rows else ")")
    )


def _cell_key(max_guesses: int, cell: OpenCell) -> str:
    """Returns what tells a cell from every other one of the same question.

    It has the SHA-256 of the limit (with weights, totals have other units within another one), of what holds in the
    cell, which is as long in every cell of a game, and of the candidates.
    """
    content = max_guesses.to_bytes(2, "big") + cell.constraint[1:].tobytes() + cell.candidates.tobytes()
    return f"{_CELL}{hashlib.sha256(content).hexdigest()} {cell.guesses_left} {cell.largest_total}"


def _pack_tree(node: TreeNode) -> list[Any]:
    """Returns a tree as a list: the guess, whether it solves, then each feedback with the list of its child."""
    below = ((code, _pack_tree(child)) for code, child in node.children.items())
    return [node.guess, node.solves, *chain.from_iterable(below)]


def _unpack_tree(packed: Any) -> TreeNode:
    guess, solves, *below = packed
    return TreeNode(guess, solves, dict(zip(below[::2], map(_unpack_tree, below[1::2]), strict=True)))
