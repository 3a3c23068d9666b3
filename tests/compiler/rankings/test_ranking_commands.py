"""`wordle-analyze openers` and `pairs`: what they print, write and refuse; and what their functions refuse."""

import json
from collections.abc import Iterable
from itertools import permutations
from pathlib import Path

import pytest
from command_runs import THREE, Run, left_in, wordle_analyze, wordle_compile

from wordle_compiler import Game, InputError, WordList, rank_openers
from wordle_compiler.rankings.opener_table import rank_pairs

LISTS = ("--answers", "three", "--allowed", "four")
ABOUT = "kind,rule,answers,n_answers,allowed,n_allowed,objective,max_guesses,weights"


@pytest.fixture
def run(folder: Path) -> Run:
    del folder
    return lambda *args: wordle_analyze(*args, *LISTS)


# BODGE: 2 + 2 + 2. Each of the three: 1 + 2 + 3.
BODGE = """\
rank  opener  total    mean  worst case  proven
   1  bodge       6  2.0000           2  exact
"""
OPENERS = (
    BODGE
    + """\
   2  bumpy       6  2.0000           3  exact
   3  dumpy       6  2.0000           3  exact
   4  jumpy       6  2.0000           3  exact

4 of 4 openers can solve every answer within 6 guesses, rule any
"""
)
# After BODGE one candidate is left, and is guessed: 2 + 2 + 2, whatever the second word. BUMPY, then DUMPY: 1 + 2 + 3.
# BUMPY, then BODGE: 1 + 3 + 3.
FIRST_THREE = """\
rank  first  second  total    mean  worst case  proven
   1  bodge  bumpy       6  2.0000           2  exact
   2  bodge  dumpy       6  2.0000           2  exact
   3  bodge  jumpy       6  2.0000           2  exact
"""
PAIRS = (
    FIRST_THREE
    + """\
   4  bumpy  dumpy       6  2.0000           3  exact
   5  bumpy  jumpy       6  2.0000           3  exact
   6  dumpy  bumpy       6  2.0000           3  exact
   7  dumpy  jumpy       6  2.0000           3  exact
   8  jumpy  bumpy       6  2.0000           3  exact
   9  jumpy  dumpy       6  2.0000           3  exact
"""
)
PRINTED = {
    "openers all": OPENERS,
    # All that tie with the last are shown.
    "openers all --top 1": OPENERS,
    "openers all --below 6": "4 openers: total at least 6 each, or no tree within 6 guesses, rule any\n",
    "openers all --max-guesses 2": BODGE
    + "".join(f"{word}  no tree within 2 guesses, rule any\n" for word in THREE)
    + "\n1 of 4 openers can solve every answer within 2 guesses, rule any\n",
    "openers three --max-guesses 1 --objective unsolved,total": "".join(
        ["rank  opener  n unsolved  total    mean  worst case  proven\n"]
        + [f"   {n}  {word}            2      1  1.0000           1  exact\n" for n, word in enumerate(THREE, 1)]
    ),
    "pairs all --top 4": PAIRS + "3 other pairs: total at least 7 each, or no tree within 6 guesses, rule any\n",
    "pairs all --max-guesses 2": FIRST_THREE + "\n3 of 12 pairs can solve every answer within 2 guesses, rule any\n",
    # After BUMPY the letters UMPY must stay, so BODGE cannot follow; after BODGE no second word is played.
    "pairs all --top 9 --rule hard": PAIRS + "\n9 of 9 pairs can solve every answer within 6 guesses, rule hard\n"
    "left out: 3 pairs whose second word is illegal under rule hard after some feedback\n",
}


@pytest.mark.parametrize(("args", "printed"), PRINTED.items())
def test_table_for_people(run: Run, args: str, printed: str) -> None:
    result = run(*args.split(), "--quiet")

    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == printed


@pytest.mark.parametrize(
    ("args", "title", "bodge", "others"),
    [
        ("openers all --top 1", "opener", ["bodge"], THREE),
        (
            "pairs all --top 4",
            "first,second",
            [f"bodge,{word}" for word in THREE],
            map(",".join, permutations(THREE, 2)),
        ),
    ],
)
def test_table_as_csv(run: Run, tmp_path: Path, args: str, title: str, bodge: list[str], others: Iterable[str]) -> None:
    assert run(*args.split(), "--csv", "table.csv").exit_code == 0
    about = f"wordle,any,{LISTS[1]},3,{LISTS[3]},4,total,6,"
    assert (tmp_path / "table.csv").read_text().splitlines() == [
        f"{title},total,mean,worst_case,proven,{ABOUT}",
        *(f"{row},6,2.000000,2,exact,{about}" for row in bodge),
        *(f"{row},6,2.000000,3,exact,{about}" for row in others),
    ]
    assert left_in(tmp_path) == ["table.csv"]


UNWEIGHTED = {"weighted_total": None, "weighted_mean": None, "weighted_mean_exact": None}
EXACT = {"total": 6, "mean": 2.0, "mean_exact": "2", "worst_case": 2, "proven": "exact"}
NO_TREE = {"total": None, "mean": None, "mean_exact": None, "worst_case": None, "proven": "no tree"}


@pytest.mark.parametrize(
    ("args", "own"),
    [
        (
            "openers some",
            {
                "below": None,
                "openers": [{"opener": "bodge"} | EXACT | UNWEIGHTED, {"opener": "jumpy"} | NO_TREE | UNWEIGHTED],
            },
        ),
        (
            "pairs some --top 1",
            {"pairs": [{"first": "bodge", "second": "jumpy"} | EXACT | UNWEIGHTED], "n_pairs": 2, "n_illegal": 0},
        ),
    ],
)
def test_json_is_one_object_with_the_rows(run: Run, tmp_path: Path, args: str, own: dict[str, object]) -> None:
    (tmp_path / "some").write_text("bodge\nJUMPY\n")
    table = json.loads(run(*args.split(), "--max-guesses", "2", "--json", "-o", "best.tree").stdout)

    assert isinstance(table.pop("seconds"), float)
    assert table.pop("report")["file"] == "best.tree"
    game = {"kind": "wordle", "rule": "any", "answers": "three", "n_answers": 3, "allowed": "four", "n_allowed": 4}
    assert table == game | {"objective": "total", "max_guesses": 2, "weights": None, "is_complete": True} | own


@pytest.mark.parametrize(("args", "start"), [(("openers", "all"), "bodge"), (("pairs", "three"), "bumpy,dumpy")])
def test_the_best_one_s_tree_is_written_where_o_says(
    run: Run, tmp_path: Path, args: tuple[str, str], start: str
) -> None:
    assert run(*args, "-o", "best.tree").exit_code == 0
    assert wordle_compile(*LISTS, "--start", start, "-o", "start.tree").exit_code == 0
    assert (tmp_path / "best.tree").read_bytes() == (tmp_path / "start.tree").read_bytes()

    to_stream = run(*args, "-o", "-")
    assert to_stream.stdout_bytes == (tmp_path / "best.tree").read_bytes()
    assert to_stream.stderr.startswith("rank  ")


@pytest.mark.parametrize(
    ("args", "printed", "said"),
    [
        ("openers all --below 6", "4 openers: total at least 6 each, or", "no opener has a tree with a total below 6"),
        ("openers all --max-guesses 1", "bodge  no tree within 1 guess, rule any\n", "no opener can solve every"),
        ("pairs all --max-guesses 1", "0 of 12 pairs can solve every answer within 1 guess, rule any", "no pair can"),
    ],
)
def test_no_tree_where_none_is_good_enough(run: Run, tmp_path: Path, args: str, printed: str, said: str) -> None:
    result = run(*args.split(), "-o", "best.tree")

    assert result.exit_code == 1
    assert result.stdout.startswith(printed)
    assert result.stderr.count("\n") == 1
    assert f"no tree was written: {said}" in result.stderr
    assert not (tmp_path / "best.tree").exists()


def test_arguments_out_of_range_are_input_errors() -> None:
    words = WordList("three", THREE)
    game = Game(words, words)
    for rank in (rank_openers, rank_pairs):
        for of_words, n_best in ((None, 0), ([], 1)):
            with pytest.raises(InputError):
                rank(game, of_words, n_best=n_best)
    with pytest.raises(InputError):
        rank_pairs(game, ["bumpy"])
    with pytest.raises(InputError, match="at least 1, not 0"):
        rank_openers(game, below=0)
