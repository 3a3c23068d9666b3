"""`wordle-analyze strategies`: entries, figures by hand and against compiled trees, the table's forms, and the page."""

import csv
import importlib.util
import io
import json
import re
import warnings
from pathlib import Path
from xml.etree import ElementTree

import pytest
from command_runs import FOUR, Run, left_in, wordle_analyze
from sampled import sampled
from small_games import RULES, families_game, large_game

from wordle_compiler import Game, Rule, WordList, compile_tree, load_list, strategy_names
from wordle_compiler.commands.analyze import render_comparison
from wordle_compiler.export import histograms
from wordle_compiler.export.histograms import SOLVED, Panel, draw, draw_histograms, panels_of
from wordle_compiler.rankings.comparison import Comparison, compare_strategies
from wordle_compiler.strategies import Entry

PAGE = Path(__file__).parent.parent.parent.parent / "docs" / "strategies.md"
SECONDS = re.compile(r" *\d+\.\d s\b")
NAMESPACE = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def four() -> Game:
    words = WordList("four", FOUR)
    return Game(words, words)


@pytest.fixture
def run(folder: Path) -> Run:
    del folder
    return lambda *arguments: wordle_analyze("strategies", *arguments, "--answers", "four", "--allowed", "four")


def without_times(text: str) -> str:
    return SECONDS.sub(" TIME", text)


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("entropy", Entry("entropy")),
        ("first:raise", Entry("first", {}, "raise")),
        ("expected-size@candidates:learn,sight", Entry("expected-size", {"guess_from": "candidates"}, "learn,sight")),
        ("random@seed=7", Entry("random", {"seed": 7})),
        ("optimal@effort=3:salet", Entry("optimal", {"effort": 3}, "salet")),
        (
            "shortlist@candidates@shortlist-size=9@shortlist-for=minimax",
            Entry("shortlist", {"guess_from": "candidates", "shortlist_size": 9, "shortlist_for": "minimax"}),
        ),
        # A word of a list may hold the signs that divide an entry.
        ("entropy:1+2=3:@", Entry("entropy", {}, "1+2=3:@")),
    ],
    ids=str,
)
def test_an_entry_is_read_and_written(text: str, entry: Entry) -> None:
    assert Entry.parse(text) == Entry.parse(text.replace("@candidates", "@guess-from=candidates")) == entry
    assert str(entry) == text


def test_figures_by_hand(four: Game) -> None:
    # BODGE tells all apart: 1, 2, 2, 2. BUMPY leaves DUMPY and JUMPY together: 1, 2, 2, 3.
    rows = compare_strategies(four, ["first:bumpy", "entropy"]).rows

    assert [str(row.entry) for row in rows] == ["entropy", "first:bumpy"]
    assert [row.tree and row.tree.histogram for row in rows] == [{1: 1, 2: 3}, {1: 1, 2: 2, 3: 1}]
    # Variances: (1 + 3 * 4) / 4 - (7 / 4)^2 = 3 / 16, and (1 + 2 * 4 + 9) / 4 - 2^2 = 1 / 2.
    assert [row.deviation**2 for row in rows] == pytest.approx([3 / 16, 1 / 2], abs=1e-15)
    assert [row.as_json()["solved_share"] for row in rows] == [1.0, 1.0]


def test_unsolved_answers_and_the_lack_of_a_tree(four: Game) -> None:
    comparison = compare_strategies(four, ["optimal:bumpy", "first:bumpy", "entropy"], max_guesses=2)
    entropy, first, optimal = comparison.rows

    # The two that are left together below BUMPY take a third guess: optimal proves it, the heuristic misses one.
    assert entropy.as_json()["solved_share"] == 1
    assert first.tree is not None
    assert (first.tree.histogram, first.tree.guarantee.unsolved, first.as_json()["solved_share"]) == (
        {1: 1, 2: 2},
        ("jumpy",),
        0.75,
    )
    assert "no tree that opens with bumpy solves every answer within 2 guesses (proven)" in (optimal.failure or "")
    assert (optimal.tree, optimal.deviation) == (None, None)
    caption = "strategies: 4 answers, 4 allowed, rule any, within 2 guesses"
    assert render_comparison(comparison).splitlines()[-2:] == [f"optimal:bumpy: {optimal.failure}", caption]


@pytest.mark.parametrize("rule", RULES, ids=str)
def test_every_row_is_the_compiled_tree(rule: Rule) -> None:
    for small in (families_game(4), large_game(3)):
        game = small.under(rule)
        entries = ["optimal", "minimax", "minimax@candidates", f"entropy:{small.answers[1]}", "random@seed=5"]
        rows = compare_strategies(game, entries, max_guesses=5, n_workers=2).rows
        found = {str(row.entry): row.tree for row in rows}

        assert sorted(found) == sorted(entries)
        keys = [(len(row.tree.guarantee.unsolved), row.tree.guarantee.total) for row in rows if row.tree is not None]
        assert keys == sorted(keys)
        for text in entries:
            entry, made = Entry.parse(text), found[text]
            if made is not None:
                tree = compile_tree(
                    game,
                    entry.strategy,
                    opener=entry.opener,
                    max_guesses=5,
                    allow_unsolved=True,
                    options=entry.options,
                    n_workers=1,
                )
                assert tree.as_json(None) | {"seconds": 0} == made.as_json(None) | {"seconds": 0}


def test_without_entries_every_strategy_is_compared() -> None:
    rows = compare_strategies(large_game(4).under(Rule.ANY)).rows
    openers = {row.entry.strategy: row.tree.tree.opener for row in rows if row.tree is not None}

    assert sorted(row.entry.strategy for row in rows) == sorted(strategy_names())
    assert [row.entry.opener for row in rows if row.entry.strategy == "two-step"] == [openers["expected-size"]]
    assert all(row.entry.opener is None for row in rows if row.entry.strategy != "two-step")


def test_openers_go_to_the_entries_that_have_none(four: Game) -> None:
    comparison = compare_strategies(four, ["entropy", "first:dumpy"], openers=["bumpy", "jumpy,bodge"])
    everything = compare_strategies(four, openers=["bumpy"])

    assert {str(row.entry) for row in comparison.rows} == {"entropy:bumpy", "entropy:jumpy,bodge", "first:dumpy"}
    assert {str(row.entry) for row in everything.rows} == {f"{name}:bumpy" for name in strategy_names()}


def test_two_step_picks_its_own_opener_where_it_is_named(four: Game) -> None:
    assert [row.entry.opener for row in compare_strategies(four, ["two-step", "expected-size"]).rows] == [None, None]


def test_the_table_as_text_and_markdown(run: Run) -> None:
    arguments = ("first:bumpy", "entropy", "entropy:dumpy,jumpy", "--max-guesses", "2")
    text = run(*arguments)

    assert text.exit_code == 0
    # The titles and the line of each entry; DUMPY, then JUMPY: 1, 2 (BODGE alone), 2 and none for BUMPY.
    assert [line.split() for line in without_times(text.stdout).splitlines()[:-1]] == [
        ["strategy", "opener", "solved", "total", "mean", "sd", "worst", "unsolved", "1", "2", "time"],
        ["entropy", "bodge", "4", "7", "1.7500", "0.4330", "2", "0", "1", "3", "TIME"],
        ["entropy:dumpy,jumpy", "dumpy", "jumpy", "3", "5", "1.6667", "0.4714", "2", "1", "1", "2", "TIME"],
        ["first:bumpy", "bumpy", "3", "5", "1.6667", "0.4714", "2", "1", "1", "2", "TIME"],
    ]
    assert len({len(line) for line in text.stdout.splitlines()[:-1]}) == 1
    assert without_times(run(*arguments, "--markdown").stdout).splitlines()[:-2] == [
        "| strategy | opener | solved | total | mean | sd | worst | unsolved | 1 | 2 | time |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |",
        "| `entropy` | bodge | 4 | 7 | 1.7500 | 0.4330 | 2 | 0 | 1 | 3 | TIME |",
        "| `entropy:dumpy,jumpy` | dumpy jumpy | 3 | 5 | 1.6667 | 0.4714 | 2 | 1 | 1 | 2 | TIME |",
        "| `first:bumpy` | bumpy | 3 | 5 | 1.6667 | 0.4714 | 2 | 1 | 1 | 2 | TIME |",
    ]


def test_the_table_as_csv_and_json(run: Run, tmp_path: Path) -> None:
    result = run("first", "optimal", "--start", "bumpy", "--max-guesses", "2", "--csv", "table.csv", "--json")
    rows = list(csv.reader(io.StringIO((tmp_path / "table.csv").read_text(encoding="utf-8"))))
    as_json = json.loads(result.stdout)

    titles = "strategy", "opener", "solved", "total", "mean", "sd", "worst", "unsolved", "1", "2"
    about = ["kind", "rule", "answers", "n_answers", "allowed", "n_allowed", "max_guesses", "weights"]
    assert rows[0] == [*titles, "time", *about]
    assert rows[1][:10] == ["first:bumpy", "bumpy", "3", "5", "1.666667", "0.471405", "2", "1", "1", "2"]
    assert rows[2][:10] == ["optimal:bumpy", *[""] * 9]
    assert [row[-8:] for row in rows[1:]] == [[str(as_json[name] or "") for name in about]] * 2
    assert (as_json["n_answers"], as_json["max_guesses"], as_json["rule"]) == (4, 2, "any")
    first, optimal = as_json["rows"]
    assert (first["histogram"], first["unsolved"], first["fixed"]) == ({"1": 1, "2": 2}, ["jumpy"], ["bumpy"])
    assert optimal["total"] is None
    assert "(proven)" in optimal["failure"]


def texts_of(svg: bytes) -> list[str]:
    return [element.text or "" for element in ElementTree.fromstring(svg).iter(f"{NAMESPACE}text")]


def test_the_picture_has_a_panel_for_each_tree(four: Game) -> None:
    pytest.importorskip("matplotlib")
    comparison = compare_strategies(four, ["optimal:bumpy", "first:bumpy", "entropy"], max_guesses=2)
    svg = draw_histograms(comparison)

    # matplotlib draws the names below the bars first, then what is above them.
    assert texts_of(svg) == [
        *("1", "2", "–", "1", "3", "bodge, mean 1.7500, all solved", "entropy"),
        *("1", "2", "–", "1", "2", "1", "mean 1.6667, 1 unsolved", "first:bumpy"),
        "answers by the guesses they need, of 4, rule any; red: unsolved within 2",
    ]
    assert svg == draw_histograms(comparison)


def test_bars_are_to_one_scale() -> None:
    pytest.importorskip("matplotlib")
    panels = [Panel(name, "", {"1": count, "2": 0}) for name, count in (("a", 100), ("b", 25))]
    together, apart = draw(panels, ""), draw(panels, "", axis_names=("mean guesses", "openers"))

    assert heights_of(together) == pytest.approx([4, 1], rel=1e-3)
    assert heights_of(apart) == pytest.approx([1, 1], rel=1e-3)
    assert apart.count(b">mean guesses<") == apart.count(b">openers<") == 2


def heights_of(svg: bytes) -> list[float]:
    """The heights of the bars that have one, in that of the last."""
    green = [
        path.get("d", "") for path in ElementTree.fromstring(svg).iter(f"{NAMESPACE}path") if SOLVED in str(path.attrib)
    ]
    ends = [[float(y) for y in re.findall(r"[ML] [\d.]+ ([\d.]+)", path)] for path in green]
    heights = [max(ys) - min(ys) for ys in ends if max(ys) > min(ys)]
    return [height / heights[-1] for height in heights]


def test_foreign_words_are_escaped_in_the_picture() -> None:
    pytest.importorskip("matplotlib")
    words = WordList.from_words(["<&>", "<a>", "$x$"], "signs")
    comparison = compare_strategies(Game(words, words), ["first:<&>", "entropy:$x$"])
    panels = {panel.title: panel for panel in panels_of(comparison)}

    # After <&> the feedbacks to <a> and $x$ differ.
    assert panels["first:<&>"].counts == {"1": 1, "2": 2, "3": 0}
    assert {"first:<&>", "entropy:$x$"} <= set(texts_of(draw_histograms(comparison)))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert draw_histograms(comparison, "png").startswith(b"\x89PNG\r\n\x1a\n")


def test_the_missing_extra_is_one_line(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    find_spec = importlib.util.find_spec
    monkeypatch.setattr(histograms, "find_spec", lambda name: None if name == "matplotlib" else find_spec(name))
    result = run("first", "--plot", "a.png")

    assert result.exit_code == 2
    assert result.stderr == ("wordle-analyze strategies: a picture needs matplotlib: pip install 'wordle-tree[plot]'\n")
    assert left_in(tmp_path) == []


def page_rows(title: str) -> dict[str, list[str]]:
    """The rows of a table of the page, by entry, without the time."""
    section = PAGE.read_text(encoding="utf-8").partition(f"## {title}\n")[2].partition("\n## ")[0]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines() if "`" in line]
    return {row[0].strip("`"): row[1:-1] for row in cells if row[-1].endswith(" s")}


def rows_of(comparison: Comparison) -> dict[str, list[str]]:
    lines = render_comparison(comparison, markdown=True).splitlines()[2:-2]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return {row[0].strip("`"): row[1:-1] for row in cells}


def test_the_page_holds_every_strategy() -> None:
    assert sorted(entry.partition(":")[0] for entry in page_rows("All strategies")) == sorted(strategy_names())


@pytest.mark.parametrize(
    "entries", sampled([["first"], ["random", "letter-frequency", "minimax", "entropy", "first"]], 1), ids=" ".join
)
def test_the_page_is_what_the_fast_strategies_do(entries: list[str]) -> None:
    game = Game(load_list("original-answers"), load_list("original-allowed"))
    on_page = page_rows("All strategies")
    # As many columns as the whole table has: some answers of `first` need all six guesses.
    fast = rows_of(compare_strategies(game, entries))

    assert {entry: on_page[entry] for entry in fast} == fast


def test_the_page_has_the_published_histogram_of_serai() -> None:
    rows = page_rows("Minimax on all 12,972 words")
    worst, unsolved, *counts = rows["minimax:serai"][5:]

    assert (worst, unsolved) == ("8", "0")
    assert [int(count) for count in counts] == [1, 66, 1740, 6412, 4059, 652, 38, 4]
    assert (rows["minimax:lares"][5], rows["minimax:cares"][5]) == ("7", "8")
