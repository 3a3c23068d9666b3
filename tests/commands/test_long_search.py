"""`wordle-tree journal`: what a search has proven and what is left, also while it runs, and journals joined."""

import json
from collections.abc import Iterator
from functools import partial
from itertools import count, pairwise
from pathlib import Path

import msgpack
import pytest
from command_runs import wordle_compile, wordle_tree

from wordle_compiler.commands.tree import render_summary, summarize
from wordle_compiler.game.game import Game
from wordle_compiler.game.words import WordList
from wordle_compiler.search.problem import INFEASIBLE
from wordle_compiler.solver.journal import Fact, Journal, JournalContent, Run, command_with, read_journal
from wordle_compiler.solver.leaderboard import POSTPONED, OpenerResult
from wordle_compiler.solver.objective import Objective, Question

NAMES = tuple(f"w{first}{second}rd" for first in "abcdefghij" for second in "aeiou")
WORDS = WordList("words", NAMES)
QUESTION = Question(Game(WORDS, WORDS), 6, Objective.TOTAL)
ASKED = {"rule": "any", "answers": "50", "allowed": "50", "max_guesses": "6", "objective": "total"}


run = partial(wordle_tree, "journal")


def write(path: Path, *results: OpenerResult, what: str = "opener", seconds: Iterator[float] | None = None) -> None:
    """Adds results to a journal, one at each of these times."""
    times = seconds or count(1000.0, 0.0)
    with Journal(path, QUESTION, clock=lambda: next(times)) as journal:
        for place, result in enumerate(results, 1):
            journal.record(6, result, what)
            journal.settle(place, len(NAMES))
            journal.write()


def test_summary_says_what_is_proven_and_what_is_left(tmp_path: Path) -> None:
    file = tmp_path / "proof.db"
    write(file, OpenerResult(2, 130, True), OpenerResult(0, 131, False), OpenerResult(1, INFEASIBLE, True))

    search, openers, exact, bound, none, time, left, code, command = run(str(file)).stdout.splitlines()

    assert search.startswith("search     rule any, 50 answers of 50 words, at most 6 guesses, objective total (game ")
    assert openers == "openers    3 of 50 settled, 47 left"
    assert exact == f"proven     1 opener exact, least 130 guesses: {NAMES[2]} within 6 guesses"
    assert bound == "proven     1 opener: at least 131 guesses each within 6 guesses"
    assert none == "proven     1 opener: no tree within 6 guesses"
    assert (time, left) == ("time       0 s in 1 run", "time left  cannot be told yet")
    assert code.startswith("commits    ")
    assert command.startswith("go on with ")


def test_postponed_openers_are_named_until_they_are_settled(tmp_path: Path) -> None:
    file, table = tmp_path / "proof.db", tmp_path / "openers.csv"
    write(file, *(OpenerResult(n, 127 + n, False) for n in range(3)), what=POSTPONED)
    write(file, OpenerResult(2, 131, False), OpenerResult(1, 90, False))

    assert f"proven     2 openers postponed, at least 127: {NAMES[0]}, {NAMES[1]} within" in run(str(file)).stdout
    run(str(file), "--csv", str(table))
    assert f"\n{NAMES[1]},6,guesses,128,postponed,," in table.read_text(encoding="utf-8")


def test_csv_has_a_row_for_each_opener(tmp_path: Path) -> None:
    file, table = tmp_path / "proof.db", tmp_path / "openers.csv"
    write(file, OpenerResult(0, 131, False), OpenerResult(1, INFEASIBLE, True), OpenerResult(2, 130, True, seconds=1.5))
    write(file, OpenerResult(3, 4, True), what="unsolved")

    found = run(str(file), "--csv", str(table), "--json")

    search = '"{}"'.format(json.loads(found.stdout)["search"])
    assert table.read_text(encoding="utf-8").splitlines() == [
        "opener,max_guesses,unit,total,proven,seconds,search",
        f"{NAMES[3]},6,unsolved,4,exact,,{search}",
        f"{NAMES[2]},6,guesses,130,exact,1.500000,{search}",
        f"{NAMES[0]},6,guesses,131,at least,,{search}",
        f"{NAMES[1]},6,guesses,,no tree,,{search}",
    ]


def test_time_left_is_a_range_that_leaves_out_the_time_between_runs(tmp_path: Path) -> None:
    file = tmp_path / "proof.db"
    # Four openers at one a second, then, a day later, four at one in ten seconds.
    for start, step, first in ((1000, 1, 0), (90_000, 10, 4)):
        ticks = iter([start, start, start, *(start + step * (n // 2) for n in range(2, 100))])
        write(file, *(OpenerResult(n, 131, False) for n in range(first, first + 4)), seconds=ticks)

    found = json.loads(run(str(file), "--json").stdout)

    assert found["n_left"] == 46
    assert found["rates"] == pytest.approx([5 / 27, 3 / 27])
    assert found["seconds_left"] == pytest.approx([46 * 27 / 3 / 3, 46 * 27 / 3 * 3])


TOP = "0:2 12:16 25:36 37:48 49:64 61:84 74:118 86:152 98:192 111:252 123:297 135:350 147:423 160:506 172:585 184:665 "
TOP += "197:782 209:946 221:1144 233:1443 246:1893 258:2518 270:3200 282:4273 295:12972"
BELOW = "0:1 10:8118 20:9631 30:10588 40:11070 51:11462 61:11649 71:11879 81:12010 91:12128 101:12268 111:12390 "
BELOW += "121:12540 131:12659 141:12764 152:12790 162:12821 172:12842 182:12858 192:12873 202:12904 212:12920 "
BELOW += "222:12940 232:12957 242:12972"


@pytest.mark.parametrize(("recorded", "n_told"), [(TOP, 5), (BELOW, 7)], ids=["--top 20", "--below 7930"])
def test_time_left_was_told_rightly_throughout_a_search(recorded: str, n_told: int) -> None:
    """How many openers of the original game two searches had settled by the second: at a rising and a falling rate."""
    counts = [tuple(map(int, one.split(":"))) for one in recorded.split()]
    (end, n_openers), fact = counts[-1], msgpack.packb([8000, False, None])
    times = [second for (_, before), (second, n) in pairwise([(0, 0), *counts]) for _ in range(before, n)]
    told = []
    for second, n in counts[:-1:3]:
        facts = {f"opener 6 {place}": Fact(fact, at) for place, at in enumerate(times[:n])}
        record = JournalContent(ASKED, [Run(0.0, second, "x", "x", n, n_openers)], facts)
        if (found := summarize(record)["seconds_left"]) is not None:
            told.append(found)
            assert found[0] <= end - second <= found[1]

    assert len(told) == n_told


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("wordle-compile --journal old.db -o x.tree", "wordle-compile --journal 'new here.db' -o x.tree"),
        ("wordle-compile --journal=old.db -o x.tree", "wordle-compile --journal 'new here.db' -o x.tree"),
        ("own.py --fast", "own.py --fast"),
    ],
)
def test_command_that_goes_on_names_the_journal_where_it_is_now(command: str, shown: str) -> None:
    facts = {f"opener 6 {place}": Fact(msgpack.packb([8000, False, None]), 10.0 * place) for place in range(9)}
    record = JournalContent(ASKED, [Run(0.0, 80.0, command, "x", 9, 199)], facts)

    *_, rate, left, commits, going_on = render_summary(summarize(record, "new here.db")).splitlines()

    assert rate == "rate       7.5 openers a minute in the first half of the time, 6 in the second"
    assert left == "time left  cannot be told yet"
    assert (commits, going_on) == ("commits    x", f"go on with {shown}")


def test_summary_of_a_journal_of_parts_names_no_command_and_that_of_a_new_one_nothing() -> None:
    facts = {f"opener 6 {place}": Fact(msgpack.packb([8000, False, None]), 10.0 * place) for place in range(9)}
    parts = summarize(JournalContent(ASKED, [Run(0.0, 80.0, "first half", "x", 4, 4)], facts))

    assert "openers    of several lists: no run so far was about all of them\n" in render_summary(parts)
    assert [parts[name] for name in ("command", "n_openers", "n_settled", "n_left")] == [None] * 4
    assert render_summary(summarize(JournalContent(ASKED, [], {}))).splitlines()[1:] == ["proven     nothing yet"]


def test_run_says_what_the_journal_holds_that_it_goes_on_from(tmp_path: Path) -> None:
    words, file = tmp_path / "words", tmp_path / "proof.db"
    words.write_text("bodge,1\nbumpy,1\ndumpy,1\njumpy,2\n", encoding="utf-8")
    given = ["--answers", str(words), "--allowed", str(words), "--journal", str(file), "-o", str(tmp_path / "x.tree")]
    line = f"wordle-compile: goes on from {file}: 4 openers and 4 cells settled\n"

    said = [wordle_compile(*given, *quiet).stderr.count(line) for quiet in ((), (), ("--quiet",))]

    assert said == [0, 1, 0]
    for another in (("--rule", "hard"), ("--weights", str(words))):
        assert "goes on from" not in wordle_compile(*given, *another).stderr
    told = wordle_compile(*given[:4], "--weights", str(words), "--verbose", "-o", "-").stderr
    assert "exact: weighted total 9" in told


def test_journal_is_read_beside_the_run_that_writes_it(tmp_path: Path) -> None:
    file = tmp_path / "proof.db"
    with Journal(file, QUESTION) as journal:
        journal.record(6, OpenerResult(2, 130, True))
        journal.write()

        assert "1 opener exact, least 130 guesses" in run(str(file)).stdout

        journal.record(6, OpenerResult(3, 129, True))
    assert "2 openers exact, least 129 guesses" in run(str(file)).stdout


def test_merged_journals_hold_what_both_hold(tmp_path: Path) -> None:
    files = tmp_path / "a.db", tmp_path / "b.db", tmp_path / "c.db"
    write(files[0], OpenerResult(0, 120, False), OpenerResult(1, 130, True))
    write(files[1], OpenerResult(0, 131, True), OpenerResult(1, 129, False), OpenerResult(2, 140, False))

    assert run(*map(str, files[:2]), "-o", str(files[2])).exit_code == 0

    with Journal(files[2], QUESTION) as journal:
        assert journal.known(6) == {
            0: OpenerResult(0, 131, True),
            1: OpenerResult(1, 130, True),
            2: OpenerResult(2, 140, False),
        }
    assert {fact.written for fact in read_journal(files[2]).facts.values()} == {1000.0}


@pytest.mark.parametrize(
    ("others", "output", "said"),
    [
        ([OpenerResult(0, 130, True)], ["-o", "b.db"], "is also what this command reads: give -o another name"),
        ([OpenerResult(0, 131, True)], [], "contradict each other about opener 6"),
        ([OpenerResult(0, 132, False)], [], "contradict each other about opener 6"),
        (None, [], "journals of different searches cannot be merged"),
    ],
    ids=["replaces", "another total", "a higher bound", "another search"],
)
def test_what_cannot_be_merged_is_one_line_and_left_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, others: list[OpenerResult] | None, output: list[str], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    write(Path("a.db"), OpenerResult(0, 130, True))
    with Journal("b.db", QUESTION if others else Question(QUESTION.game, 5, Objective.TOTAL)) as journal:
        for result in others or ():
            journal.record(6, result)
    before = Path("b.db").read_bytes()

    result = run("a.db", "b.db", *output)

    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert said in result.stderr
    assert Path("b.db").read_bytes() == before


@pytest.mark.parametrize(
    ("command", "path", "said"),
    [
        ("x --journal a -j 1", "b c", "x --journal 'b c' -j 1"),
        ("x --journal=a -j 1", "b", "x --journal b -j 1"),
        ("x --journal a", "--journal", "x --journal --journal"),
        ("x --journal", "b", "x --journal b"),
        # Only a forged journal has this.
        ("it's none", "b", "it's none"),
    ],
)
def test_the_command_names_the_journal_where_it_is(command: str, path: str, said: str) -> None:
    assert command_with(command, path) == said
