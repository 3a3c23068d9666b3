"""Trees as text, CSV and Markdown: lines derived by hand, and words that mean something to those who read them."""

import csv
import io
import re
from collections.abc import Callable

import pytest
from command_runs import wordle_tree
from export_trees import CHAIN, HOSTILE, with_words

from wordle_compiler.compilation.report import CompiledTree
from wordle_compiler.export.graph import to_networkx
from wordle_compiler.export.text import to_csv, to_markdown, to_text
from wordle_compiler.machine.errors import InputError
from wordle_runtime import GameError, Tree, load

CSV_TITLES = "answer,guesses,guess 1,guess 2"
MARKDOWN_TITLES = "next guess | left | expected | at most |\n| --- | --- | ---: | ---: | ---: |\n"

BY_HAND = [
    # B before G before Y, as letters are.
    (to_text, "chain", {}, CHAIN),
    (
        to_text,
        "chain",
        {"full": True},
        "bumpy BGGGG1 dumpy BGGGG2 jumpy BGGGG3 kumpy GGGGG4\n"
        "bumpy BGGGG1 dumpy BGGGG2 jumpy GGGGG3\n"
        "bumpy BGGGG1 dumpy GGGGG2\n"
        "bumpy GGGGG1\n",
    ),
    # The opener is not an answer.
    (to_text, "bodge", {}, "bodge BBBBB1 jumpy GGGGG2\n      BBYBB1 dumpy GGGGG2\n      GBBBB1 bumpy GGGGG2\n"),
    # Answers that are not solved share a line that does not win.
    (to_text, "lost", {"full": True}, "bumpy BGGGG1 dumpy BGGGG2\nbumpy BGGGG1 dumpy GGGGG2\nbumpy GGGGG1\n"),
    (
        to_text,
        "chain",
        {"path": [("bumpy", "_gggg"), ("dumpy", "_gggg")]},
        "bumpy BGGGG1 dumpy BGGGG2 jumpy BGGGG3 kumpy GGGGG4\n                                GGGGG3\n",
    ),
    (
        to_csv,
        "chain",
        {},
        f"{CSV_TITLES},guess 3,guess 4\nbumpy,1,bumpy,,,\ndumpy,2,bumpy,dumpy,,\n"
        "jumpy,3,bumpy,dumpy,jumpy,\nkumpy,4,bumpy,dumpy,jumpy,kumpy\n",
    ),
    (
        to_csv,
        "lost",
        {},
        f"{CSV_TITLES}\nbumpy,1,bumpy,\ndumpy,2,bumpy,dumpy\njumpy,,bumpy,dumpy\nkumpy,,bumpy,dumpy\n",
    ),
    (to_csv, "bodge", {"path": [("bodge", "__y__")]}, f"{CSV_TITLES}\ndumpy,2,bodge,dumpy\n"),
    (
        to_markdown,
        "bodge",
        {},
        f"| bodge | {MARKDOWN_TITLES}| ⬛⬛⬛⬛⬛ | jumpy | 1 | 1.0000 | 1 |\n"
        "| ⬛⬛🟨⬛⬛ | dumpy | 1 | 1.0000 | 1 |\n| 🟩⬛⬛⬛⬛ | bumpy | 1 | 1.0000 | 1 |\n",
    ),
    (
        to_markdown,
        "chain",
        {"path": [("bumpy", "_gggg")]},
        f"| dumpy | {MARKDOWN_TITLES}| ⬛🟩🟩🟩🟩 | jumpy | 2 | 1.5000 | 2 |\n",
    ),
]


@pytest.mark.parametrize(("make", "name", "options", "text"), BY_HAND)
def test_text_by_hand(
    request: pytest.FixtureRequest, make: Callable[..., str], name: str, options: dict[str, object], text: str
) -> None:
    tree = request.getfixturevalue(name)
    claim = f"{CompiledTree(tree).claim}\n\n" if make is to_markdown else ""
    assert make(tree, **options) == claim + text


def test_text_of_the_shipped_tree_has_a_line_for_each_answer() -> None:

    lines = wordle_tree("export", "salet", "--format", "text", "--full").stdout.splitlines()
    assert len(lines) == 2315
    assert {line.split()[-2] for line in lines} == set(load("salet").answers)
    # Proven and published: the sum of all guesses is 7920.
    assert sum(len(line.split()) // 2 for line in lines) == 7920
    assert lines == sorted(lines)


def test_white_space_in_a_word_is_refused(chain: Tree) -> None:
    with pytest.raises(InputError, match="'bu py' has white space"):
        to_text(with_words(chain, ("bu py", *chain.nodes.words[1:])))


def test_no_csv_cell_is_a_formula(hostile: Tree) -> None:
    rows = list(csv.reader(io.StringIO(to_csv(hostile))))[1:]

    words = {row[0] for row in rows}
    assert not [word for word in words if word[0] in "=+-@＝"]
    assert {"'=1", "'+1", "'-1", "'@a", "'＝1", "'--"} < words
    # An apostrophe of its own is not another one's mark: nothing but formulas is changed.
    assert words - {f"'{word}" for word in HOSTILE} == {word for word in HOSTILE if word[0] not in "=+-@＝"}
    assert all(cell[0] not in "=+-@＝" for row in rows for cell in row if cell)


def test_markdown_of_the_shipped_tree_has_a_row_for_each_feedback_but_the_last() -> None:
    rows = to_markdown(load("salet")).splitlines()[4:]

    # SALET splits the 2315 answers into 148 cells (published); it is itself no answer.
    assert len(rows) == 148
    assert sum(int(row.split(" | ")[2]) for row in rows) == 2315


def test_markdown_escapes_what_means_something(hostile: Tree) -> None:
    rows = to_markdown(hostile, path=[]).splitlines()

    for row in rows[4:]:
        cells = re.split(r"(?<!\\)(?:\\\\)*\|", row)
        assert len(cells) == 7
        # A backslash before each character that could mean something.
        assert not re.search(r"(?<!\\)[<&*_`\[\]]", cells[2].replace("\\\\", ""))


@pytest.mark.parametrize("make", [to_text, to_csv, to_markdown, to_networkx])
@pytest.mark.parametrize(
    ("path", "said"),
    [
        pytest.param([("bumpy", "ggggg")], "turn 1", id="game over"),
        pytest.param([("bumpy", "_gggg"), ("dumpy", "y____")], "turn 2", id="feedback that no candidate gives"),
        pytest.param([("bumpy", "_ggg")], "turn 1", id="short feedback"),
    ],
)
def test_path_that_leaves_the_tree_names_the_turn(
    chain: Tree, make: Callable[..., object], path: list[tuple[str, str]], said: str
) -> None:
    with pytest.raises((InputError, GameError), match=said):
        make(chain, path=path)
