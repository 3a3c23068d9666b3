"""Results that are tables: in a notebook, as CSV and as a DataFrame, with and without pandas."""

import sys
from collections.abc import Callable
from typing import Any

import pytest

from wordle_compiler import Game, InputError, WordList, analyse_position, compile_tree, rank_openers
from wordle_compiler.analysis.game_analysis import analyse_game
from wordle_compiler.analysis.letter_statistics import LetterStatistics
from wordle_compiler.analysis.whole_trees import Host, compare_trees, count_turns, play_tree
from wordle_compiler.rankings.comparison import compare_strategies
from wordle_compiler.rankings.opener_table import rank_pairs
from wordle_compiler.rankings.table import DataTable, Tabular
from wordle_runtime import load

WORDS = WordList("<four>", ("bodge", "bumpy", "dumpy", "jumpy"))
GAME = Game(WORDS, WORDS)

TABLES: dict[str, Callable[[], Tabular[Any]]] = {
    "openers": lambda: rank_openers(GAME, n_best=1),
    "pairs": lambda: rank_pairs(GAME, n_best=2),
    "strategies": lambda: compare_strategies(GAME, ["entropy", "optimal:bumpy"], max_guesses=2),
    "position": lambda: analyse_position(GAME, "bumpy _gggg"),
    "letters": lambda: LetterStatistics(WORDS),
    "turns": lambda: count_turns(load("mastermind")),
    "game": lambda: analyse_game(GAME, "bumpy dumpy jumpy", search_opener=True),
    "played": lambda: play_tree(load("mastermind"), Host.ADVERSARIAL),
    "diverging": lambda: compare_trees(load("mastermind"), load("mastermind-within-5")),
}


@pytest.mark.parametrize("name", TABLES)
def test_every_table_is_shown_and_converted_alike(name: str) -> None:
    pandas = pytest.importorskip("pandas", reason="needs the extra notebook")
    result = TABLES[name]()
    frame = result.to_dataframe()
    lines = result.to_csv().splitlines()

    assert list(frame.columns) == lines[0].split(",")
    assert len(frame) == len(lines) - 1 == len(result) > 0
    assert result._repr_html_().count("<tr>") == min(len(lines), 21)
    # The rows are those of the fields, in the order of the table.
    names = "guess", "opener", "letter", "turn"
    name_of = next((name for name in names if hasattr(next(iter(result)), name)), None)
    shown = [getattr(row, name_of) for row in result] if name_of else []
    if name in ("openers", "letters", "turns", "game", "played", "position"):
        assert shown[0] in frame.iloc[0].tolist()
        assert len(shown) == len(frame)
    # Whatever is missing, no integer becomes a float.
    first = [cell.split(".") for cell in lines[1].split(",")]
    for title, cell in zip(frame.columns, first, strict=True):
        if cell[0].isdecimal() and not pandas.api.types.is_string_dtype(frame[title]):
            assert pandas.api.types.is_integer_dtype(frame[title]) == (len(cell) == 1), title


def test_a_frame_by_hand() -> None:
    pandas = pytest.importorskip("pandas", reason="needs the extra notebook")
    frame = rank_openers(GAME, ["bodge", "bumpy"]).to_dataframe().drop(columns="weights")
    about = {**GAME.as_json(), "objective": "total", "max_guesses": 6}

    # BODGE tells all apart: 1, 2, 2, 2; BUMPY leaves two together: 1, 2, 2, 3.
    assert frame.to_dict("records") == [
        {"opener": "bodge", "total": 7, "mean": 1.75, "worst_case": 2, "proven": "exact", **about},
        {"opener": "bumpy", "total": 8, "mean": 2.0, "worst_case": 3, "proven": "exact", **about},
    ]
    assert list(map(str, frame.dtypes))[:5] == ["string", "Int64", "Float64", "Int64", "string"]
    assert frame["mean"].dtype == pandas.Float64Dtype()


def test_a_row_without_a_tree_is_missing_in_the_frame_and_empty_in_csv() -> None:
    pytest.importorskip("pandas", reason="needs the extra notebook")
    # After BUMPY two guesses cannot tell DUMPY from JUMPY.
    comparison = compare_strategies(GAME, ["optimal:bumpy", "entropy"], max_guesses=2)
    frame = comparison.to_dataframe()

    assert frame["strategy"].tolist() == ["entropy", "optimal:bumpy"]
    assert frame["total"].isna().tolist() == [False, True]
    assert comparison.to_csv().splitlines()[2].startswith("optimal:bumpy,,,")
    assert "–</td>" in comparison._repr_html_()


def test_without_pandas_the_error_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    # What Python puts there for a module that cannot be imported.
    monkeypatch.setitem(sys.modules, "pandas", None)

    with pytest.raises(InputError, match=r"needs pandas: pip install 'wordle-tree\[notebook\]'"):
        LetterStatistics(WORDS).to_dataframe()


def test_no_cell_of_any_csv_is_a_formula() -> None:
    words = WordList("formulas", ("+2", "=1", "@a", "ab"))
    tables: list[Tabular[Any]] = [
        rank_openers(Game(words, words)),
        rank_pairs(Game(words, words)),
        LetterStatistics(words),
    ]
    cells = [cell for table in tables for line in table.to_csv().splitlines() for cell in line.split(",")]

    assert {"'=1", "'+2", "'@a", "'=", "'+", "'@"} <= set(cells)
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
    made = DataTable("", ["x"], [["\tx"], ["x\r=x"], [" =x"], [-1], ["x=y"]]).csv()
    assert made == "x\n'\tx\nx\\r=x\n' =x\n-1\nx=y\n"


def test_names_of_lists_are_escaped() -> None:
    assert "letters of &lt;four&gt;: 4 words" in LetterStatistics(WORDS)._repr_html_()


def test_a_report_shows_its_histogram_and_no_bytes() -> None:
    tree = compile_tree(GAME, "first", opener="bumpy", max_guesses=2, allow_unsolved=True)
    shown = tree._repr_html_()

    assert (
        "opener bumpy, strategy first, rule any, solved 3 of 4 answers, 4 allowed guesses, total 5, mean 1.6667"
        in shown
    )
    # A title, 1 and 2 guesses, and what is left.
    assert ["unsolved" in row for row in shown.split("<tr>")[1:]] == [False, False, False, True]
    assert "data=" not in repr(tree)
