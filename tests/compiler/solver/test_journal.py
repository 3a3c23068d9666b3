"""The journal: a proof that was stopped goes on to the same answer; any other file is refused and left alone."""

import contextlib
import itertools
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgpack
import pytest
from command_runs import wordle_compile, wordle_tree
from journals import CELL, GAME, QUESTION, RESULTS, TREE, WORDS, cell_of, n_cells, write_journal
from ordinary_user import as_ordinary_user
from sampled import sampled
from small_games import GENEROUS, RULES, SmallGame, families_game, family_game, large_game

from wordle_compiler import CompilerError, Game, InputError, Rule, Weights, WordList, compile_tree, rank_openers
from wordle_compiler.certificate.certify import certify
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.search.decision_tree import TreeNode
from wordle_compiler.search.problem import make_problem
from wordle_compiler.search.stopping import NEVER
from wordle_compiler.solver import journal
from wordle_compiler.solver.fixed_openers import SolvedCell
from wordle_compiler.solver.journal import Journal, read_journal
from wordle_compiler.solver.leaderboard import OpenerResult
from wordle_compiler.solver.objective import Objective, Question
from wordle_compiler.solver.openers import distinct_openers
from wordle_compiler.solver.refutation.refuter import Refutation
from wordle_compiler.solver.worker_threads import Worker
from wordle_compiler.strategies.optimal import Optimal, _refute
from wordle_compiler.strategies.strategy import Order
from wordle_runtime import load
from wordle_runtime.feedback import feedback

pytestmark = pytest.mark.usefixtures("small_memo")

FAMILIES = families_game(69).under(Rule.HARD)
OPENER = FAMILIES.answers.words[1]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write_journal(tmp_path / "proof.db")


def test_results_come_back_within_their_own_limit_and_better_ones_replace_bounds(file: Path) -> None:
    with Journal(file, QUESTION) as records:
        assert records.known(6) == {result.opener: result for result in RESULTS}
        assert records.known(5) == {}
        records.record(6, OpenerResult(1, 12, True))
    with Journal(file, QUESTION) as records:
        assert records.known(6)[1] == OpenerResult(1, 12, True)


def test_a_tree_comes_back_for_the_same_task_alone(file: Path) -> None:
    none = cell_of((1, 2))
    with Journal(file, QUESTION) as records:
        records.record_cell(6, SolvedCell(none, None, 31), 3)
    with Journal(file, QUESTION) as records:
        again = cell_of((1, 2, 3))
        assert records.known_cell(6, again) == SolvedCell(again, TREE, 6)
        again = cell_of((1, 2))
        assert records.known_cell(6, again) == SolvedCell(again, None, 31)
        for other in (
            cell_of((1,)),
            cell_of((1, 2, 3), (0,) * 9 + (1,)),
            cell_of((1, 2, 3), limit=4),
            cell_of((1, 2, 3), most=8),
        ):
            assert records.known_cell(6, other) is None
        # With weights, a total within another limit is in other units.
        assert records.known_cell(5, CELL) is None


def test_results_are_written_in_batches_some_seconds_apart(file: Path) -> None:
    now = 1000.0
    other = cell_of((2, 3))
    with Journal(file, QUESTION, clock=lambda: now) as records:
        records.record(6, OpenerResult(2, 8, True))
        records.record_cell(6, SolvedCell(other, TREE, 6), 3)
        now += journal.WRITE_SECONDS - 0.01
        records.write_if_due()
        assert 2 not in records.known(6)
        assert records.known_cell(6, other) is None
        now += 0.02
        records.write_if_due()
        # The lock keeps other connections out, so a copy is what a killed run would leave.
        copy = file.with_name("copy.db")
        copy.write_bytes(file.read_bytes())
        for each in (records, Journal(copy, QUESTION)):
            assert each.known(6)[2] == OpenerResult(2, 8, True)
            assert each.known_cell(6, other) is not None


def test_weights_are_the_same_under_another_name(tmp_path: Path) -> None:
    for name in ("mine", "yours"):
        table = rank_openers(GAME, weights=Weights(name, WORDS.words, (1, 2, 3, 4)), journal=tmp_path / "proof.db")
    known = {one.word: one.total for one in read_journal(tmp_path / "proof.db").openers()}

    assert known == {row.opener: row.weighted_total for row in table.rows}


def test_the_deepest_tree_comes_back(file: Path) -> None:
    deepest = TreeNode("last", solves=True)
    for depth in range(254):
        deepest = TreeNode(f"{depth}", True, {1: TreeNode("side", solves=True), 2: deepest})
    cell = cell_of((2, 3))
    with Journal(file, QUESTION) as records:
        records.record_cell(6, SolvedCell(cell, deepest, 6), 3)
    with Journal(file, QUESTION) as records:
        found = records.known_cell(6, cell)

    assert found is not None
    assert found.node is not None
    steps = [[(depth, one.guess, one.solves) for depth, one in node.walk()] for node in (found.node, deepest)]
    assert steps[0] == steps[1]


def game_for_ranking() -> Game:
    return large_game(4, n_answers=(60, 80), n_allowed=(150, 200)).under(Rule.ANY)


@pytest.mark.parametrize(("n_best", "n_workers"), sampled([(1, 1), (4, 2), (None, 2), (1, 2), (4, 1), (None, 1)], 3))
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
        with Journal(path, Question(game, 6, Objective.TOTAL)) as records:
            n_proven.append(len(records.known(6)))

    assert n_proven == sorted(n_proven)
    assert n_proven[-1] >= 30

    assert rank_openers(game, n_best=n_best, n_workers=n_workers, journal=path).to_csv() == expected


def test_a_tree_with_other_words_below_a_fixed_opener_takes_a_journal(tmp_path: Path) -> None:
    likely = Game(WordList("likely", WORDS.words[1:]), WORDS)
    trees = [
        compile_tree(likely, opener="bumpy", others=WORDS, journal=journal).data
        for journal in (None, tmp_path / "proof.db", tmp_path / "proof.db")
    ]

    assert trees[1:] == trees[:1] * 2


@pytest.mark.parametrize(
    ("rule", "objective"),
    # By default each objective under one rule, the rules in turn.
    sampled(
        sorted(
            itertools.product(RULES, Objective),
            key=lambda case: (list(Objective).index(case[1]) - RULES.index(case[0])) % len(RULES) != 0,
        ),
        len(Objective),
    ),
    ids=str,
)
def test_a_search_stopped_after_any_cell_ends_with_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rule: Rule, objective: Objective
) -> None:
    path = tmp_path / "proof.db"
    # The words of the second game are split into more cells.
    for small in (families_game(69), large_game(4, n_answers=(30, 40), n_allowed=(60, 80))):
        path.unlink(missing_ok=True)
        game = small.under(rule)

        def compile_it(game: Game = game, **others: Any) -> bytes:
            return compile_tree(
                game, max_guesses=GENEROUS, objective=objective, opener=game.answers.words[0], **others
            ).data

        plain = compile_it()
        kept = []
        for most in (1, 2, 4):
            scope = Question(game, GENEROUS, objective)
            stop_after(most, path, scope, (game.allowed.words.index(game.answers.words[0]),))
            kept.append(n_cells(path))
        assert kept == sorted(kept)
        assert kept[0] == 1

        assert compile_it(n_workers=2, journal=path) == plain
        # Now that the journal has every cell, none is searched.
        with monkeypatch.context() as patch:
            if objective not in (Objective.WORST_CASE, Objective.WORST_CASE_THEN_TOTAL):
                patch.delattr(Worker, "solve")
            assert compile_it(journal=path) == plain
            if objective is Objective.TOTAL:
                # A search that has all cells from the journal is complete within any time.
                timed = load(compile_it(journal=path, options={"time_limit": 600}, clock=lambda: 0.0))
                assert (timed.info.status, timed.root) == ("optimal below opener", load(plain).root)
    # For the smallest worst case alone, a narrow search finds the tree, and some cell refutes a smaller one.
    assert kept[-1] == 7 or objective is Objective.WORST_CASE


class Interrupted(Journal):
    """A journal that an interrupt follows once it has kept so many cells."""

    n_left = 0

    def record_cell(self, max_guesses: int, solved: SolvedCell, n_left: int) -> None:
        super().record_cell(max_guesses, solved, n_left)
        self.n_left -= 1
        if self.n_left == 0:
            raise KeyboardInterrupt


def stop_after(n_cells: int, path: Path, scope: Question, openers: tuple[int, ...]) -> None:
    """Searches below first guesses until the journal has kept so many cells."""
    with contextlib.suppress(KeyboardInterrupt), Interrupted(path, scope) as records:
        records.n_left = n_cells
        matrix = FeedbackMatrix.of(scope.game)
        order = Order(
            *(scope.game, matrix, openers, scope.max_guesses, 1, scope.objective),
            journal=records,
            weights=scope.weights,
        )
        Optimal().build(order)


def test_a_refutation_goes_on_from_the_openers_in_its_journal(tmp_path: Path) -> None:
    """Where all are there, nothing is searched; where one is not, it alone is."""
    game, path, notes = families_game(69).under(Rule.ANY), tmp_path / "proof.db", list[str]()
    matrix, question = FeedbackMatrix.of(game), Question(game, 6, Objective.WORST_CASE)
    openers = set(distinct_openers(make_problem(game, matrix)))

    def refute(records: Journal) -> int:
        notes.clear()
        order = Order(*(game, matrix, (), 6, 1, Objective.WORST_CASE), journal=records)
        outcome = _refute(replace(order, progress=lambda *told: notes.append(told[2])), 2, NEVER)
        assert isinstance(outcome, Refutation)
        records.write()
        return len(notes)

    with Journal(path, question) as records:
        assert refute(records) > 0
        known = records.known(2)
        assert known.keys() == openers
        assert (records.run.n_settled, records.run.n_openers) == (len(openers), len(openers))
        assert not any(result.is_feasible for result in known.values())
        assert refute(records) == 0
    with Journal(tmp_path / "most.db", question) as records:
        for opener in openers - {min(openers)}:
            records.record(2, known[opener])
        assert refute(records) == 1
        assert records.known(2) == known


def test_a_journal_serves_several_openers_and_their_pairs(tmp_path: Path) -> None:
    game, path = large_game(4).under(Rule.ANY), tmp_path / "proof.db"
    first, second, third = game.allowed.words[:3]
    for opener in (first, second, (first, second), (first, third), first):
        plain = compile_tree(game, max_guesses=GENEROUS, opener=opener).data
        assert compile_tree(game, max_guesses=GENEROUS, opener=opener, journal=path).data == plain


def test_weighted_totals_of_another_limit_are_not_taken(tmp_path: Path) -> None:
    """Within each limit they have units of their own, and two guesses that tell nothing leave the cells of one."""
    path, base = tmp_path / "proof.db", family_game(26)
    one, other = "q" * len(base.answers[0]), "v" * len(base.answers[0])
    small = SmallGame("with two empty guesses", base.answers, tuple(sorted({*base.allowed, one, other})))
    game, dice = small.under(Rule.HARD), random.Random(26)
    weights = Weights.of({answer: dice.choice((1, 1, 2, 3, 4, 6, 8, 12)) for answer in base.answers}, game.answers)

    objective = Objective.TOTAL_THEN_WORST_CASE

    def compile_it(opener: tuple[str, ...], **others: Any) -> bytes:
        return compile_tree(game, max_guesses=7, objective=objective, weights=weights, opener=opener, **others).data

    both = (game.allowed.words.index(one), game.allowed.words.index(other))
    stop_after(1, path, Question(game, 7, objective, weights), both)
    assert n_cells(path) == 1

    assert compile_it((one,), journal=path) == compile_it((one,))
    assert compile_it((one, other), journal=path) == compile_it((one, other))


OF_OPENERS = "rank_openers(game_for_ranking(), n_workers=2, journal=sys.argv[1], progress=progress)"
OF_CELLS = "compile_tree(FAMILIES, max_guesses=8, opener=OPENER, journal=sys.argv[1], progress=progress)"
UNTIL_KILLED = """
import sys
from test_journal import FAMILIES, OPENER, compile_tree, game_for_ranking, journal, rank_openers
journal.WRITE_SECONDS = 0.0
def progress(done, total, note):
    if note.startswith(("openers", "answers")):
        print(done, flush=True)
        if done >= int(sys.argv[2]):
            sys.stdin.read()
"""


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
@pytest.mark.parametrize(
    ("job", "enough"), [(OF_OPENERS, 40), (OF_CELLS, len(FAMILIES.answers) // 2 + 1)], ids=["openers", "cells"]
)
def test_a_killed_run_goes_on_to_the_same_result(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, job: str, enough: int
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).parent), *sys.path]))
    path = tmp_path / "proof.db"
    command = [sys.executable, "-c", UNTIL_KILLED + job, str(path), str(enough)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        next(line for line in process.stdout if int(line) >= enough)
        process.send_signal(signal.SIGKILL)

    assert process.returncode == -signal.SIGKILL
    content = read_journal(path)
    if job == OF_OPENERS:
        game = game_for_ranking()
        with Journal(path, Question(game, 6, Objective.TOTAL)) as records:
            assert len(records.known(6)) >= enough
        assert content.runs[-1].n_settled == content.n_settled
        assert rank_openers(game, journal=path).to_csv() == rank_openers(game).to_csv()
    else:
        n_left = content.runs[-1].n_cells_left or 0
        n_all = len({feedback(OPENER, answer) for answer in FAMILIES.answers.words if answer != OPENER})
        assert 0 < content.n_cells == n_all - n_left
        again = compile_tree(FAMILIES, max_guesses=8, opener=OPENER, journal=path)
        assert again.data == compile_tree(FAMILIES, max_guesses=8, opener=OPENER).data
        assert read_journal(path).runs[-1].n_cells_left == 0


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


@pytest.mark.parametrize("is_first", [True, False])
def test_what_a_killed_run_wrote_by_half_is_undone(file: Path, is_first: bool) -> None:
    before, log = read_journal(file), file.with_name("proof.db-journal")
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as db:
        db.executescript("PRAGMA cache_size = 1; BEGIN; DELETE FROM fact; CREATE TABLE x AS SELECT randomblob(9999);")
        half, logged = file.read_bytes(), log.read_bytes()
    file.write_bytes(half)
    # The log's fourth number is how many pages the file had before.
    log.write_bytes(logged[:16] + bytes(4) + logged[20:] if is_first else logged)
    assert is_first or read_journal(file) == before
    with Journal(file, QUESTION) as records:
        assert records.known(6) == ({} if is_first else {result.opener: result for result in RESULTS})


def test_a_damaged_file_is_one_line(file: Path) -> None:
    whole = file.read_bytes()
    known = {result.opener: result for result in RESULTS}
    n_refused = 0
    n_passed = 0
    places = range(0, len(whole), 197)
    for place in places:
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        try:
            with Journal(file, QUESTION) as records:
                # A flipped bit in unused space may pass, a false result may not.
                assert records.known(6).items() <= known.items()
                n_passed += 1
        except InputError as error:
            n_refused += "\n" not in str(error)
    for size in range(100, len(whole), 3000):
        file.write_bytes(whole[:size])
        # SQLite takes missing zeros at the end for what they are.
        assert not any(whole[size:]) or refusal(file)

    assert n_refused > 0
    assert n_refused + n_passed == len(places)


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
    assert (tree.tree.opener, tree.guarantee.total, tree.tree.info.status) == ("jumpy", 8, "optimal")
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
