"""A tree turn by turn: the figures by hand and of published trees, the picture, and the command."""

from __future__ import annotations

import json
import math
import xml.etree.ElementTree as ET
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from wordle_compiler import Game, WordList, compile_tree
from wordle_compiler.analysis.tree_stats import count_turns, draw_stats, panels_of_stats
from wordle_compiler.commands.tree import tree_command
from wordle_compiler.export.histograms import SOLVED, UNSOLVED
from wordle_runtime import Tree, load
from wordle_trees import names

WORDS = WordList("words", ("ab", "ba", "cc", "cd", "ce"))


def tree_of(words: WordList = WORDS, **options: object) -> Tree:
    return load(compile_tree(Game(words, words), "first", opener=words.words[0], **options).data)  # type: ignore[arg-type]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(tree_command, ["stats", *arguments], prog_name="wordle-tree")


def test_figures_by_hand() -> None:
    """Guess ab leaves ba alone, and cc, cd, ce together: (1 + 9) / 4 = 5/2 left on average. Then cd, ce; then ce."""
    figures = [
        (turn.turn, turn.n_positions, turn.n_open, turn.n_solved, turn.largest, turn.expected)
        for turn in count_turns(tree_of()).turns
    ]

    assert figures == [
        (1, 1, 5, 1, 5, Fraction(5)),
        (2, 2, 4, 2, 3, Fraction(5, 2)),
        (3, 1, 2, 1, 2, Fraction(2)),
        (4, 1, 1, 1, 1, Fraction(1)),
    ]


def test_unsolved_answers_are_open_to_the_last_turn() -> None:
    stats = count_turns(tree_of(max_guesses=3, allow_unsolved=True))

    assert [(turn.n_open, turn.n_solved) for turn in stats.turns] == [(5, 1), (4, 2), (2, 1)]
    assert stats.n_unsolved == 1


@pytest.mark.parametrize("name", names())
def test_shipped_trees_agree_with_their_guarantee(name: str) -> None:
    """What is solved turn by turn is the histogram, and the open answers, summed over the turns, are the total."""
    tree = load(name)
    stats = count_turns(tree)

    assert tuple(turn.n_solved for turn in stats.turns) == tree.guarantee.histogram
    if not stats.n_unsolved:
        assert sum(turn.n_open for turn in stats.turns) == tree.guarantee.total


def test_salet_as_published() -> None:
    """SALET has 148 different feedbacks, the largest cell 221, the expected cell 71.27 (published for 2315 answers)."""
    second = count_turns(load("salet")).turns[1]

    assert (second.n_positions, second.largest, round(float(second.expected), 2)) == (148, 221, 71.27)


def test_panels_show_every_figure() -> None:
    stats = count_turns(tree_of(max_guesses=3, allow_unsolved=True))
    solved, left = panels_of_stats(stats)

    assert [(bar.name, bar.height, bar.label, bar.colour) for bar in solved.bars] == [
        *(("1", 1, "1", SOLVED), ("2", 2, "2", SOLVED), ("3", 1, "1", SOLVED), ("–", 1, "1", UNSOLVED)),
    ]
    # Logarithms of twice the candidates, so that one candidate has a bar.
    assert [(bar.name, round(math.exp(bar.height), 9), bar.label) for bar in left.bars] == [
        *(("1", 10, "5"), ("2", 5, "2.5"), ("3", 4, "2")),
    ]


def test_svg_is_well_formed_whatever_the_words() -> None:
    pytest.importorskip("matplotlib")
    words = WordList.from_words(["<&", '">', "<b"], "words")
    svg = draw_stats(count_turns(tree_of(words)))

    root = ET.fromstring(svg)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert any((element.text or "").startswith('">: mean') for element in root.iter())


def test_command_prints_the_table(tmp_path: Path) -> None:
    file = tmp_path / "words.tree"
    file.write_bytes(tree_of().data)
    plot = tmp_path / "words.svg"

    result = run(str(file), "--plot", str(plot))

    assert result.exit_code == 0, result.output
    assert result.stdout == (
        "turn  positions  open  solved  largest  expected\n"
        "   1          1     5       1        5    5.0000\n"
        "   2          2     4       2        3    2.5000\n"
        "   3          1     2       1        2    2.0000\n"
        "   4          1     1       1        1    1.0000\n"
        "ab: mean 2.4000, worst case 4\n"
    )
    assert plot.read_bytes().rstrip().endswith(b"</svg>")


def test_command_prints_json() -> None:
    found = json.loads(run("mastermind", "--json").stdout)

    assert (found["opener"], found["total"], found["n_solved"], found["unsolved"]) == ("1123", 5625, 1296, 0)
    assert found["turns"][0] == {
        "turn": 1,
        "positions": 1,
        "open": 1296,
        "solved": 1,
        "largest": 1296,
        "expected": "1296",
    }
