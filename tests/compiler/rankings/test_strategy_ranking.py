"""Openers and pairs ranked under a heuristic: by hand, against the compiled tree of each, and as the command."""

from __future__ import annotations

import csv
import io
import itertools
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from sampled import sampled
from small_games import RULES, SmallGame, families_game, large_game, long_game, small_game

from wordle_compiler import Game, InputError, Rule, WordList, compile_tree
from wordle_compiler.commands.analyze import analyze_command
from wordle_compiler.commands.compile import compile_command
from wordle_compiler.rankings import strategy_table as module
from wordle_compiler.rankings.strategy_table import Outcome, StrategyTable, rank_openers_by, rank_pairs_by

Compile = Callable[..., Result]
Key = tuple[int, int, tuple[str, ...], int]

each_rule = pytest.mark.parametrize("rule", RULES, ids=str)
HEURISTICS = ("entropy", "minimax", "letter-frequency", "random", "first")
FOUR = ("bodge", "bumpy", "dumpy", "jumpy")


@pytest.fixture
def four() -> Game:
    words = WordList("four", FOUR)
    return Game(words, words)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Compile:
    """Runs the command in a folder with the list `four`, on that list."""
    monkeypatch.chdir(tmp_path)
    Path("four").write_text("\n".join(FOUR), encoding="utf-8")

    def run_on_four(*arguments: str) -> Result:
        lists = ("--answers", "four", "--allowed", "four")
        return CliRunner().invoke(analyze_command, [*arguments, *lists], prog_name="wordle-analyze")

    return run_on_four


def key_of(game: Game, strategy: str, openers: tuple[str, ...], limit: int) -> Key | None:
    """Returns what a line is ranked by and its worst case, from its compiled tree; None where it is illegal."""
    try:
        report = compile_tree(
            game, strategy, opener=openers, max_guesses=limit, allow_unsolved=True, n_workers=1
        ).report
    except InputError:
        return None
    return len(report.unsolved), report.total, openers, report.worst_case


def played(table: StrategyTable) -> list[tuple[int | None, int | None, tuple[str, ...], int | None]]:
    return [
        (row.n_unsolved, row.total, row.openers, row.worst_case) for row in table.rows if row.outcome is Outcome.PLAYED
    ]


def others(table: StrategyTable) -> list[tuple[tuple[str, ...], Outcome]]:
    return [(row.openers, row.outcome) for row in table.rows if row.outcome is not Outcome.PLAYED]


def openers_of(small: SmallGame, rule: Rule) -> tuple[str, ...]:
    return small.answers if rule is Rule.CANDIDATES else small.allowed


def test_openers_by_hand(four: Game) -> None:
    # BODGE tells all apart: 1 + 2 + 2 + 2. Each other one leaves two of ?UMPY together: 1 + 2 + 2 + 3.
    table = rank_openers_by(four, "entropy")

    assert played(table) == [(0, 7, ("bodge",), 2), *((0, 8, (word,), 3) for word in FOUR[1:])]
    assert table.rows[0].mean == 7 / 4
    assert table.best == ("bodge",)


def test_openers_that_exceed_the_limit_are_left_only_where_it_was_asked_for(four: Game) -> None:
    asked = rank_openers_by(four, "entropy", max_guesses=2)

    assert played(asked) == [(0, 7, ("bodge",), 2)]
    assert others(asked) == [((word,), Outcome.BEYOND_LIMIT) for word in FOUR[1:]]
    assert rank_openers_by(four, "entropy", ["jumpy"], max_guesses=2).best is None


def test_pairs_by_hand(four: Game) -> None:
    # Below BODGE each candidate is alone, and guessed at once. ?UMPY, then another: 1 + 2 + 2 + 3. ?UMPY, then BODGE,
    # where two are left that it tells apart: 1 + 2 + 3 + 3.
    table = rank_pairs_by(four, "entropy", n_best=None)
    first = [(0, 7, ("bodge", word), 2) for word in FOUR[1:]]
    second = [(0, 8, (a, b), 3) for a in FOUR[1:] for b in FOUR[1:] if a != b]
    third = [(0, 9, (word, "bodge"), 3) for word in FOUR[1:]]

    assert played(table) == first + second + third
    assert played(rank_pairs_by(four, "entropy", n_best=2)) == first[:2]
    assert set(others(rank_pairs_by(four, "entropy", n_best=2))) == {
        (openers, Outcome.NOT_BETTER) for _, _, openers, _ in (first + second + third)[2:]
    }


@each_rule
@pytest.mark.parametrize(("n_words", "n_first"), sampled([(1, 6), (2, 3), (1, 40), (2, 10)], 2))
def test_the_ranking_is_that_of_the_compiled_trees(rule: Rule, n_words: int, n_first: int) -> None:
    rank = rank_openers_by if n_words == 1 else rank_pairs_by
    n_beyond = n_illegal = 0
    # Each heuristic and each limit has a game.
    for seed in range(5):
        small = small_game(seed)
        game = small.under(rule)
        strategy, limit = HEURISTICS[seed % len(HEURISTICS)], (2, 3, 4, 6)[seed % 4]
        words = openers_of(small, rule)[:n_first]
        keys = [key_of(game, strategy, line, limit) for line in itertools.permutations(words, n_words)]
        legal = sorted(key for key in keys if key is not None)
        solving = [key for key in legal if key[0] == 0]
        n_illegal += len(keys) - len(legal)
        n_beyond += len(legal) - len(solving)
        for n_best in (None, 1, 3):
            table = rank(game, strategy, words, n_best=n_best, max_guesses=limit, n_workers=2)

            assert played(table) == solving[:n_best], f"{small.name} {strategy}"
            assert table.n_illegal == len(keys) - len(legal)
            is_cut = n_best is not None and len(solving) >= n_best
            outcome = Outcome.NOT_BETTER if is_cut else Outcome.BEYOND_LIMIT
            left = sorted(key[2] for key in legal if key not in solving[:n_best])
            assert others(table) == [(line, outcome) for line in left]
    assert n_beyond > 5
    assert n_illegal > 0 or n_words == 1 or rule is Rule.ANY


@each_rule
def test_unsolved_answers_count_where_no_limit_was_asked_for(rule: Rule, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "limit", lambda *_: 3)
    n_unsolved = 0
    for small in (families_game(3), large_game(1, n_answers=(12, 15), n_allowed=(15, 20))):
        game = small.under(rule)
        keys = [key_of(game, "most-parts", (word,), 3) for word in openers_of(small, rule)]
        expected = sorted(key for key in keys if key is not None)
        n_unsolved += sum(key[0] for key in expected)

        assert played(rank_openers_by(game, "most-parts", n_workers=2)) == expected
        assert played(rank_openers_by(game, "most-parts", n_best=4, n_workers=2)) == expected[:4]
    assert n_unsolved > 20


@pytest.mark.parametrize("strategy", ["expected-size", "two-step", "shortlist", "located-letters"])
def test_larger_games_and_longer_words_and_options(strategy: str) -> None:
    for small in (large_game(2), long_game(3)):
        game = small.under(Rule.ANY)
        words = small.allowed[::27]
        options = {"guess_from": "candidates"}
        expected = []
        for word in words:
            tree = compile_tree(game, strategy, opener=[word], n_workers=1, options=options)
            expected.append((len(tree.report.unsolved), tree.report.total, (word,), tree.report.worst_case))

        table = rank_openers_by(game, strategy, words, n_best=5, options=options)
        assert played(table) == sorted(expected)[:5]


def test_workers_do_not_change_the_table() -> None:
    game = large_game(5).under(Rule.ANY)
    tables = [rank_openers_by(game, "entropy", n_best=6, n_workers=n) for n in (1, 2, 4, 4)]

    assert [table.rows for table in tables[1:]] == [tables[0].rows] * 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"strategy": "optimal"}, "choose a heuristic"),
        ({"strategy": "luck"}, "no strategy 'luck'"),
        ({"n_best": 0}, "at least 1"),
        ({"max_guesses": 0}, "1 to 255"),
        ({"n_workers": 0}, "1 to 1024"),
        ({"words": ["fuzzy"]}, "is not among the 4 allowed words"),
        ({"words": []}, "name at least one"),
        ({"options": {"effort": 1}}, "has no option 'effort'"),
        ({"options": {"sample": 0}}, "must be a whole number"),
    ],
    ids=str,
)
def test_arguments_that_cannot_be_used(four: Game, arguments: dict[str, object], said: str) -> None:
    with pytest.raises(InputError, match=said):
        rank_openers_by(four, **{"strategy": "entropy", **arguments})


def test_pairs_that_cannot_be_ranked(four: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="there is 1"):
        rank_pairs_by(four, "entropy", ["bumpy"])
    monkeypatch.setattr(module, "LARGEST_N_PAIRS", 11)
    with pytest.raises(InputError, match="4 words make 12 pairs"):
        rank_pairs_by(four, "entropy")


def test_the_table_as_text_csv_and_json(run: Compile, tmp_path: Path) -> None:
    text = run("openers", "all", "--strategy", "entropy", "--max-guesses", "2", "--csv", "table.csv")
    as_json = json.loads(run("openers", "all", "--strategy", "entropy", "--max-guesses", "2", "--json").stdout)

    assert text.exit_code == 0
    assert text.stdout == (
        " rank  opener    total     mean  worst case  unsolved\n"
        "    1  bodge         7   1.7500           2         0\n"
        "3 openers need more than 2 guesses: bumpy, dumpy, jumpy\n"
    )
    assert list(csv.reader(io.StringIO((tmp_path / "table.csv").read_text(encoding="utf-8")))) == [
        ["opener", "total", "mean", "worst_case", "unsolved", "outcome"],
        ["bodge", "7", "1.750000", "2", "0", "played"],
        *([word, "", "", "", "", "beyond limit"] for word in FOUR[1:]),
    ]
    assert as_json["rows"][0] == {
        "openers": ["bodge"],
        "outcome": "played",
        "total": 7,
        "mean": 1.75,
        "worst_case": 2,
        "unsolved": 0,
    }
    assert as_json["tree"] is None


def test_pairs_as_text_and_csv(run: Compile, tmp_path: Path) -> None:
    result = run("pairs", "all", "--strategy", "first", "--top", "1", "--rule", "candidates", "--csv", "pairs.csv")

    # Legal is only what is still possible wherever it is played: BODGE, then anything (each is alone by then); or
    # one ?UMPY, and then the next: they share a cell.
    assert result.stdout == (
        " rank  first  second    total     mean  worst case  unsolved\n"
        "    1  bodge  bumpy         7   1.7500           2         0\n"
        "8 other pairs: none is better\n"
        "left out: 3 pairs whose second word is illegal under rule candidates after some feedback\n"
    )
    assert (tmp_path / "pairs.csv").read_text(encoding="utf-8").splitlines()[:2] == [
        "first,second,total,mean,worst_case,unsolved,outcome",
        "bodge,bumpy,7,1.750000,2,0,played",
    ]


def test_the_best_ones_tree_is_written_where_o_says(run: Compile, tmp_path: Path) -> None:
    assert run("openers", "all", "--strategy", "entropy", "-o", "best.tree").exit_code == 0
    compiling = [
        "--answers",
        "four",
        "--allowed",
        "four",
        "--start",
        "bodge",
        "--strategy",
        "entropy",
        "-o",
        "start.tree",
    ]
    assert CliRunner().invoke(compile_command, compiling).exit_code == 0
    assert (tmp_path / "best.tree").read_bytes() == (tmp_path / "start.tree").read_bytes()

    to_stream = run("openers", "all", "--strategy", "entropy", "-o", "-")
    assert to_stream.stdout_bytes == (tmp_path / "best.tree").read_bytes()
    assert to_stream.stderr.startswith(" rank  opener")


def test_no_tree_where_every_opener_exceeds_the_limit(run: Compile, tmp_path: Path) -> None:
    result = run("openers", "all", "--strategy", "entropy", "--max-guesses", "1", "-o", "best.tree")

    assert result.exit_code == 1
    assert result.stdout == "4 openers need more than 1 guess: bodge, bumpy, dumpy, jumpy\n"
    assert result.stderr == "wordle-analyze openers: no tree was written: each needs more than 1 guess\n"
    assert not (tmp_path / "best.tree").exists()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["openers", "all", "--weights", "four"], "--weights cannot be combined with --strategy entropy"),
        (["openers", "all", "--cluster", "local:1"], "--cluster cannot be combined with --strategy entropy"),
        (["openers", "all", "--strategy", "entropy@two-step-limit=3"], "'two-step-limit=3' is not an option"),
        (["openers", "all", "--csv", "nowhere/table.csv"], "there is no folder nowhere"),
        (["openers", "nowhere"], "nowhere is neither"),
        (["pairs", "original-answers"], "is not among the 4 allowed words"),
        (["openers", "all", "--top", "0"], "must be a whole number, at least 1, not '0'"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_cannot_be_ranked_is_one_line(run: Compile, tmp_path: Path, args: list[str], said: str) -> None:
    result = run(args[0], "--strategy", "entropy", *args[1:])

    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"wordle-analyze {args[0]}: ")
    assert result.stderr.count("\n") == 1
    assert said in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["four"]
