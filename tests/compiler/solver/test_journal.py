"""The journal: a proof that was stopped goes on to the same answer, and no wrong file is ever taken for a journal."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from ordinary_user import as_ordinary_user
from small_games import families_game, large_game
from waiting import wait_until

from wordle_compiler import InputError, compile_tree, load_list, rank_openers
from wordle_compiler.commands.analyze import analyze_command
from wordle_compiler.commands.compile import compile_command
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.words import WordList
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.solver import journal, planning
from wordle_compiler.solver.journal import Journal, JournalScope
from wordle_compiler.solver.leaderboard import OpenerResult
from wordle_compiler.solver.objective import Objective

WORDS = WordList("words", ("bodge", "bumpy", "dumpy", "jumpy"))
GAME = Game(WORDS, WORDS)
QUESTION = JournalScope(GAME, 6, Objective.TOTAL)
RESULTS = (OpenerResult(0, 7, True), OpenerResult(1, 9, False), OpenerResult(3, INFEASIBLE, True))


@pytest.fixture(autouse=True)
def _small_memo(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "MEMO_SLOTS", 1 << 13)
    monkeypatch.setattr(planning, "MEMO_POOL", 1 << 17)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A journal with three results."""
    path = tmp_path / "proof.db"
    with Journal(path, QUESTION) as records:
        for result in RESULTS:
            records.record(6, result)
    return path


def refusal(path: Path, question: JournalScope = QUESTION) -> str:
    """Opens what must be refused, and returns the line."""
    with pytest.raises(InputError) as caught:
        Journal(path, question)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_results_come_back_within_their_own_limit(file: Path) -> None:
    with Journal(file, QUESTION) as records:
        assert records.known(6) == {result.opener: result for result in RESULTS}
        assert records.known(5) == {}


def test_a_better_result_replaces_a_bound(file: Path) -> None:
    with Journal(file, QUESTION) as records:
        records.record(6, OpenerResult(1, 12, True))
    with Journal(file, QUESTION) as records:
        assert records.known(6)[1] == OpenerResult(1, 12, True)


def test_results_are_written_in_batches_some_seconds_apart(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    with Journal(file, QUESTION) as records:
        records.record(6, OpenerResult(2, 8, True))
        now += journal.WRITE_SECONDS - 1
        records.write_if_due()
        assert 2 not in records.known(6)
        now += 1
        records.write_if_due()
        assert records.known(6)[2] == OpenerResult(2, 8, True)
        # The lock keeps other connections out, so a copy is what a killed run would leave.
        copy = file.with_name("copy.db")
        copy.write_bytes(file.read_bytes())
    with Journal(copy, QUESTION) as records:
        assert records.known(6)[2] == OpenerResult(2, 8, True)
    assert journal.WRITE_SECONDS <= 60


def test_an_interrupted_run_writes_what_it_knows(file: Path) -> None:
    records = Journal(file, QUESTION)
    records.record(6, OpenerResult(2, 8, True))
    records.__exit__(KeyboardInterrupt, KeyboardInterrupt(), None)
    with Journal(file, QUESTION) as records:
        assert 2 in records.known(6)


@pytest.mark.parametrize(
    ("question", "named"),
    [
        (JournalScope(Game(WORDS, WORDS, Rule.HARD), 6, Objective.TOTAL), ("rule any", "rule hard")),
        (JournalScope(GAME, 5, Objective.TOTAL), ("at most 6 guesses", "at most 5 guesses")),
        (JournalScope(GAME, 6, Objective.WORST_CASE_THEN_TOTAL), ("objective total", "objective worst-case,total")),
        (
            JournalScope(Game(WordList("x", WORDS.words[1:]), WORDS), 6, Objective.TOTAL),
            ("4 answers of 4 words", "3 answers of 4 words"),
        ),
        (
            JournalScope(Game(WORDS, WordList("x", (*WORDS.words, "kumpy"))), 6, Objective.TOTAL),
            ("4 answers of 4 words", "4 answers of 5 words"),
        ),
    ],
    ids=lambda value: value[1] if isinstance(value, tuple) else "",
)
def test_journal_of_another_question_is_refused_naming_both(
    file: Path, question: JournalScope, named: tuple[str, str]
) -> None:
    before = file.read_bytes()
    line = refusal(file, question)

    assert all(name in line for name in named)
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


def test_a_journal_in_use_is_refused_until_its_run_ends(file: Path) -> None:
    with Journal(file, QUESTION):
        assert "another run is using it" in refusal(file)
    Journal(file, QUESTION).__exit__(None, None, None)


@pytest.mark.parametrize(
    "content", [b"bumpy\ndumpy\n", b"\x00" * 5000, os.urandom(5000)], ids=["text", "zeros", "noise"]
)
def test_a_file_that_is_no_journal_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(content)

    assert "it is not a journal" in refusal(path)
    assert path.read_bytes() == content


def test_another_program_s_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE opener (max_guesses, opener, total, is_exact, checksum)")
    db.close()

    assert "another program's file" in refusal(path)


def test_folders_and_missing_folders_are_refused(tmp_path: Path) -> None:
    assert "cannot be opened" in refusal(tmp_path)
    assert "cannot be opened" in refusal(tmp_path / "nowhere" / "proof.db")


def test_a_read_only_journal_is_refused(file: Path) -> None:
    # Not below the folder of all tests, which nobody else may enter.
    with tempfile.TemporaryDirectory() as name:
        path = Path(name, "proof.db")
        path.write_bytes(file.read_bytes())
        path.chmod(0o444)
        path.parent.chmod(0o755)

        with as_ordinary_user():
            assert "it is read-only" in refusal(path)


def test_a_newer_format_is_refused(file: Path) -> None:
    change(file, "UPDATE question SET value = '3' WHERE name = 'format'")

    assert "another version" in refusal(file)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE opener SET total = total - 1 WHERE opener = 'bodge'",
        "UPDATE opener SET is_exact = 1 WHERE opener = 'bumpy'",
        "UPDATE opener SET max_guesses = 5 WHERE opener = 'bodge'",
        "UPDATE opener SET opener = 'dumpy' WHERE opener = 'bodge'",
        "UPDATE opener SET opener = 'other' WHERE opener = 'bodge'",
        "UPDATE opener SET total = 'many' WHERE opener = 'bodge'",
        "UPDATE opener SET total = NULL WHERE opener = 'bodge'",
        "DROP TABLE opener",
    ],
    ids=lambda statement: statement.removeprefix("UPDATE opener SET "),
)
def test_a_result_that_was_changed_is_not_believed(file: Path, statement: str) -> None:
    change(file, statement)
    line = refusal(file)

    assert "damaged" in line or "no such table" in line


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


def change(path: Path, statement: str) -> None:
    db = sqlite3.connect(path)
    with db:
        db.execute(statement)
    db.close()


def game_for_ranking() -> Game:
    return large_game(4, n_answers=(60, 80), n_allowed=(150, 200)).under(Rule.ANY)


@pytest.mark.parametrize("n_workers", [1, 2])
@pytest.mark.parametrize("n_best", [1, 4, None])
def test_a_run_stopped_at_any_point_goes_on_to_the_same_table(
    tmp_path: Path, n_best: int | None, n_workers: int
) -> None:
    game = game_for_ranking()
    expected = rank_openers(game, n_best=n_best).to_csv()
    path = tmp_path / "proof.db"
    n_proven = []
    for stop_after in (1, 5, 25, 60):

        def progress(done: int, _total: int, note: str, stop_after: int = stop_after) -> None:
            if note.startswith("openers") and done >= stop_after:
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            rank_openers(game, n_best=n_best, n_workers=n_workers, journal=path, progress=progress)
        with Journal(path, JournalScope(game, 6, Objective.TOTAL)) as records:
            n_proven.append(len(records.known(6)))

    assert n_proven == sorted(n_proven)
    assert n_proven[-1] >= 30

    assert rank_openers(game, n_best=n_best, n_workers=n_workers, journal=path).to_csv() == expected


def test_a_finished_journal_answers_without_a_search(tmp_path: Path) -> None:
    game = game_for_ranking()
    path = tmp_path / "proof.db"
    table = rank_openers(game, n_best=3, journal=path)
    notes: list[str] = []
    again = rank_openers(game, n_best=3, journal=path, progress=lambda _done, _total, note: notes.append(note))

    assert again.rows == table.rows
    assert not [note for note in notes if note.startswith("openers") and " 0 searched" not in note]


def test_compiling_with_and_without_a_journal_gives_the_same_bytes(tmp_path: Path) -> None:
    game = families_game(69).under(Rule.HARD)
    path = tmp_path / "proof.db"
    for objective in Objective:
        path.unlink(missing_ok=True)
        plain = compile_tree(game, max_guesses=8, objective=objective).data

        assert compile_tree(game, max_guesses=8, objective=objective, journal=path).data == plain
        assert compile_tree(game, max_guesses=8, objective=objective, journal=path).data == plain


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["--strategy", "entropy"], "strategy entropy proves nothing"),
        (["--also", "words", "--start", "bumpy"], "here the opener is fixed"),
    ],
)
def test_a_journal_of_no_use_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "proof.db"
    (tmp_path / "words").write_text("\n".join(WORDS.words))
    lists = ["--answers", "words", "--allowed", "words"]
    result = CliRunner().invoke(compile_command, [*lists, *args, "--journal", str(path)], prog_name="wordle-compile")

    assert result.exit_code == 2
    assert result.stderr.count("\n") == 1
    assert said in result.stderr
    assert not path.exists()


SCRIPT = """
import sys
from test_journal import game_for_ranking
from wordle_compiler import rank_openers
from wordle_compiler.solver import journal
journal.WRITE_SECONDS = 0.0
def progress(done, total, note):
    if note.startswith("openers"):
        print(done, flush=True)
        if done == 40:
            sys.stdin.read()
rank_openers(game_for_ranking(), n_workers=2, journal=sys.argv[1], progress=progress)
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_a_killed_run_goes_on_to_the_same_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).parent), *sys.path]))
    path = tmp_path / "proof.db"
    command = [sys.executable, "-c", SCRIPT, str(path)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if line == b"40\n":
                break
        process.send_signal(signal.SIGKILL)

    assert process.returncode == -signal.SIGKILL

    game = game_for_ranking()
    with Journal(path, JournalScope(game, 6, Objective.TOTAL)) as records:
        assert len(records.known(6)) >= 40

    assert rank_openers(game, journal=path).to_csv() == rank_openers(game).to_csv()


def test_a_second_run_with_the_journal_of_a_running_one_says_so(tmp_path: Path) -> None:
    options = ["openers", "all", "--rule", "candidates", "--allowed", "original-answers", "--quiet"]
    options += ["--journal", str(tmp_path / "proof.db")]
    start = "import sys; from wordle_compiler.entry_points import analyze_command as c; sys.exit(c())"
    with subprocess.Popen([sys.executable, "-c", start, *options], stdout=subprocess.DEVNULL) as first:
        try:
            # It has the lock before the first table is written.
            wait_until(lambda: (tmp_path / "proof.db").exists() and (tmp_path / "proof.db").stat().st_size > 0)
            second = CliRunner().invoke(analyze_command, options, prog_name="wordle-analyze")
            assert first.poll() is None
        finally:
            first.kill()

    assert (second.exit_code, second.stdout) == (2, "")
    assert second.stderr == (
        f"wordle-analyze openers: the journal {tmp_path / 'proof.db'}: another run is using it: wait for it to end or "
        "name another file\n"
    )
    # The lock went with the process.
    answers = load_list("original-answers")
    with Journal(tmp_path / "proof.db", JournalScope(Game(answers, answers, Rule.CANDIDATES), 6, Objective.TOTAL)):
        pass
