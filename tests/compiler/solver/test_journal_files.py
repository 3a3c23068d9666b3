"""Files that are no journal of the question are refused in one line and left alone; what is forged proves nothing."""

import contextlib
import itertools
import sqlite3
import tempfile
from dataclasses import replace
from pathlib import Path

import msgpack
import pytest
from command_runs import wordle_compile, wordle_tree
from journals import CELL, GAME, QUESTION, RESULTS, WORDS, write_journal
from ordinary_user import as_ordinary_user

from wordle_compiler import InputError, compile_tree
from wordle_compiler.certificate.certify import certify
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.weights import Weights
from wordle_compiler.game.words import WordList
from wordle_compiler.machine.errors import CompilerError
from wordle_compiler.solver.journal import Journal
from wordle_compiler.solver.leaderboard import OpenerResult
from wordle_compiler.solver.objective import Objective, Question

pytestmark = pytest.mark.usefixtures("small_memo")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write_journal(tmp_path / "proof.db")


def refusal(path: Path, question: Question = QUESTION) -> str:
    """Opens what must be refused, and returns the line."""
    with pytest.raises(InputError) as caught:
        Journal(path, question)
    assert str(caught.value).isprintable()
    return str(caught.value)


FEWER, MORE = WordList("x", WORDS.words[1:]), WordList("x", (*WORDS.words, "kumpy"))
WEIGHTED = [
    Question(GAME, 6, Objective.TOTAL, Weights("mine", WORDS.words, values)) for values in ((1, 2, 3, 4), (2, 4, 6, 8))
]


@pytest.mark.parametrize(
    ("kept", "asked", "named"),
    [
        *(
            (QUESTION, replace(QUESTION, **other), named)
            for other, *named in (
                ({"game": Game(WORDS, WORDS, Rule.HARD)}, "rule any", "rule hard"),
                ({"max_guesses": 5}, "at most 6 guesses", "at most 5 guesses"),
                ({"objective": Objective.WORST_CASE_THEN_TOTAL}, "objective total", "objective worst-case,total"),
                ({"game": Game(FEWER, WORDS)}, "4 answers of 4 words", "3 answers of 4 words"),
                ({"game": Game(WORDS, MORE)}, "4 answers of 4 words", "4 answers of 5 words"),
            )
        ),
        # By what they are: twice as much is in other units.
        *((kept, asked, ("it is the journal of",)) for kept, asked in itertools.permutations((QUESTION, *WEIGHTED), 2)),
    ],
)
def test_journal_of_another_question_is_refused_naming_both(
    tmp_path: Path, kept: Question, asked: Question, named: tuple[str, ...]
) -> None:
    file = tmp_path / "proof.db"
    with Journal(file, kept) as records:
        records.record(6, RESULTS[0])
    before = file.read_bytes()
    line = refusal(file, asked)

    assert all(name in line for name in named)
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_journal_in_use_is_refused_until_its_run_ends_and_an_empty_file_becomes_one(file: Path) -> None:
    with Journal(file, QUESTION):
        assert "another run is using it" in refusal(file)
    file.write_bytes(b"")
    with Journal(file, QUESTION) as records:
        assert records.known(6) == {}


def test_a_read_only_journal_is_refused(file: Path) -> None:
    # Not below the folder of all tests, which nobody else may enter.
    with tempfile.TemporaryDirectory() as name:
        path = Path(name, "proof.db")
        path.write_bytes(file.read_bytes())
        path.chmod(0o444)
        path.parent.chmod(0o755)

        with as_ordinary_user():
            assert "it is read-only" in refusal(path)


DAMAGE: dict[str | bytes, str] = {
    **dict.fromkeys((b"b", b"bumpy\ndumpy\n", b"SQLite format 3", b"\x00" * 5000), "it is not a journal"),
    "PRAGMA application_id = 0": "another program's file",
    "PRAGMA application_id = 0; DROP TABLE question": "another program's file",
    "UPDATE question SET value = '4' WHERE name = 'format'": "another version",
    "UPDATE question SET value = char(27) || '[31many' WHERE name = 'rule'": r"rule '\x1b[31many'",
    "UPDATE fact SET value = (SELECT value FROM fact LIMIT 1) WHERE key = 'opener 6 jumpy'": "damaged",
    "UPDATE fact SET key = 'opener 5 bodge' WHERE key = 'opener 6 bodge'": "damaged",
    "UPDATE fact SET key = 'opener 6 dumpy' WHERE key = 'opener 6 bodge'": "damaged",
    "UPDATE fact SET value = 'many'": "damaged",
    "UPDATE fact SET value = x'92c0c3' WHERE key LIKE 'cell %'": "damaged",
    "UPDATE fact SET value = substr(value, 1, 9) WHERE key LIKE 'cell %'": "damaged",
    "UPDATE fact SET key = upper(key)": "damaged",
    "UPDATE fact SET checksum = checksum + 1": "damaged",
    "DROP TABLE fact": "damaged",
    "ALTER TABLE fact DROP COLUMN checksum": "damaged",
}
"""What is done to a journal, by SQL, or what stands in its place; and what is said of it."""


@pytest.mark.parametrize(("damage", "said"), DAMAGE.items(), ids=lambda value: repr(value)[:40])
def test_what_is_no_journal_or_was_changed_is_refused_and_left_alone(
    file: Path, damage: str | bytes, said: str
) -> None:
    if isinstance(damage, bytes):
        file.write_bytes(damage)
    else:
        with contextlib.closing(sqlite3.connect(file)) as db:
            db.executescript(damage)
    before = file.read_bytes()

    assert said in refusal(file)
    shown = wordle_tree("journal", str(file))
    if not said.startswith("rule"):
        assert (shown.exit_code, shown.stdout, shown.stderr.count("\n")) == (2, "", 1)
        assert shown.stderr.startswith("wordle-tree journal: the journal ")
        assert said in shown.stderr
    assert file.read_bytes() == before


def test_a_folder_and_a_file_in_none_are_refused(tmp_path: Path) -> None:
    assert "cannot be opened" in refusal(tmp_path)
    assert "cannot be opened" in refusal(tmp_path / "nowhere" / "proof.db")


def test_a_damaged_file_is_one_line(file: Path) -> None:
    whole = file.read_bytes()
    known = {result.opener: result for result in RESULTS}
    n_refused = 0
    n_passed = 0
    for place in range(0, len(whole), 97):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        try:
            with Journal(file, QUESTION) as records:
                # A flipped bit in unused space may pass, a false result may not.
                assert records.known(6).items() <= known.items()
                n_passed += 1
        except InputError as error:
            n_refused += "\n" not in str(error)
    for size in range(100, len(whole), 1000):
        file.write_bytes(whole[:size])
        # SQLite takes missing zeros at the end for what they are.
        assert not any(whole[size:]) or refusal(file)

    assert n_refused > 0
    assert n_refused + n_passed == len(range(0, len(whole), 97))


def forge(path: Path, **totals: int) -> None:
    """Writes exact totals of openers into a journal, with checksums."""
    with Journal(path, QUESTION) as records:
        for word, total in totals.items():
            records.record(6, OpenerResult(records._numbers[word], total, True))


def test_a_forged_journal_is_believed_but_proves_nothing_and_is_named(tmp_path: Path) -> None:
    """A journal is trusted input. Neither its tree nor a certificate is written if they contradict it."""
    path = tmp_path / "proof.db"
    # BODGE needs 7, the others 8. All totals but JUMPY's are raised.
    forge(path, bodge=20, bumpy=20, dumpy=20, jumpy=8)
    tree = compile_tree(GAME, journal=path)
    assert (tree.report.opener, tree.report.total, tree.report.status) == ("jumpy", 8, "optimal")
    with pytest.raises(CompilerError, match="the search proved less than it claimed"):
        certify(GAME, tree.data)

    (tmp_path / "words").write_text("\n".join(WORDS.words))
    lists = ["--answers", str(tmp_path / "words"), "--allowed", str(tmp_path / "words"), "--quiet"]
    outputs = ["--certificate", str(tmp_path / "x.proof"), "-o", str(tmp_path / "x.tree"), "--journal", str(path)]
    done = wordle_compile(*lists, *outputs)
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert done.stderr.startswith(f"wordle-compile: the journal {path} says what cannot be so: delete it and start")
    assert not {"x.tree", "x.proof"} & {one.name for one in tmp_path.iterdir()}

    # Of JUMPY itself, the search finds out.
    forge(path, jumpy=6)
    with pytest.raises(InputError, match=r"proof.db says what cannot be so.*jumpy has another total"):
        compile_tree(GAME, journal=path)


@pytest.mark.parametrize("guess", ["bodge", "zzzzz", 5, None, ["x"]], ids=repr)
def test_a_forged_cell_is_an_error_that_names_the_journal(tmp_path: Path, guess: object) -> None:
    path = tmp_path / "proof.db"
    compile_tree(GAME, opener="bodge", journal=path)
    with Journal(path, QUESTION) as records:
        records._pending = dict.fromkeys(records._facts, msgpack.packb([1, [guess, True]]))
    with pytest.raises(InputError, match=r"proof\.db says what cannot be so"):
        compile_tree(GAME, opener="bodge", journal=path)


@pytest.mark.parametrize(
    "value",
    [
        *map(msgpack.packb, ([7, 7], ["many", None], [7, ["x", True, 3]], [7, ["x", True, 3, ["x"]]], [7, []])),
        *(b"", b"\xc1", b"\x00\xff", b"\x05"),
    ],
    ids=repr,
)
def test_a_fact_that_is_none_is_one_line_whatever_its_checksum(file: Path, value: bytes) -> None:
    with Journal(file, QUESTION) as records:
        records._pending = dict.fromkeys(records._facts, value)

    with pytest.raises(InputError, match="it is damaged"), Journal(file, QUESTION) as records:
        records.known_cell(6, CELL)
    if not value.startswith(msgpack.packb([7, None])[:2]):
        with pytest.raises(InputError, match="it is damaged"), Journal(file, QUESTION) as records:
            records.known(6)
