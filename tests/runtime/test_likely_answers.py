"""Trees that are made for the likely answers and find others as well: games against them, and what verify says."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from next_runs import run
from spoilt_trees import CHAIN, LIKELY
from tree_strategies import chain_game, chain_tree, grown_trees, likely_file

from wordle_compiler.game.game import Game, Rule
from wordle_compiler.search.decision_tree import TreeNode
from wordle_runtime import Tree, load
from wordle_runtime.verification import verify


def reasons(tree: Tree | bytes, **lists: Any) -> str:
    return "\n".join(verify(tree, **lists).reasons)


def test_figures_of_a_game_by_hand() -> None:
    session = load(LIKELY).session()

    # bumpy, dumpy, jumpy in turn; dumpy is not likely.
    assert (session.likely_left, session.candidates_left, session.expected) == (2, 3, Fraction(1 + 3, 2))
    session.step(80)
    assert (session.likely_left, session.candidates_left, session.expected) == (1, 2, 2)
    session.step(80)
    assert (session.likely_left, session.expected) == (1, 1)
    session.step(242)
    assert (session.likely_left, session.candidates_left, session.expected) == (1, 1, 0)


def test_where_no_likely_answer_is_left_the_mean_is_that_of_the_others() -> None:
    session = load(likely_file(chain_game(), chain_tree(), ("bumpy",), 6)).session()

    assert (session.likely_left, session.expected) == (1, 1)
    session.step(80)
    assert (session.likely_left, session.expected) == (0, Fraction(1 + 2, 2))
    session.step(242)
    assert (session.likely_left, session.expected) == (0, 0)


def test_mean_of_likely_answers_does_not_wait_for_others_that_are_lost() -> None:
    root = TreeNode("bumpy", True, {80: TreeNode("dumpy", True)})
    session = load(likely_file(chain_game(), root, ("bumpy", "dumpy"), 2, max_guesses=2)).session()
    lost = load(likely_file(chain_game(), root, ("bumpy", "jumpy"), 2, max_guesses=2)).session()

    assert (session.likely_left, session.expected) == (2, Fraction(3, 2))
    # jumpy is likely, and not solved.
    assert (lost.likely_left, lost.expected) == (2, None)
    lost.step(80)
    assert (lost.likely_left, lost.expected) == (1, None)


def test_tree_without_likely_answers_has_none() -> None:
    tree = load(CHAIN)

    assert tree.guarantee.likely is None
    assert tree.session().likely_left is None
    assert tree.likely_answers == tree.answers


@given(grown_trees(), st.data())
@settings(max_examples=40)
def test_likely_left_counts_the_likely_candidates(grown: tuple[Game, TreeNode, int], data: st.DataObject) -> None:
    game, root, max_guesses = grown
    assume(game.rule is not Rule.CANDIDATES)
    words = data.draw(st.sets(st.sampled_from(game.answers.words), min_size=1))
    tree = load(likely_file(game, root, words, max_guesses, max_guesses=max_guesses))

    for node in tree.walk():
        session = tree.replay(node.path)
        left = words.intersection(session.candidates())
        assert session.likely_left == len(left)
        needed = [len(guesses) - len(node.path) for answer, guesses in tree if answer in left]
        if left:
            assert session.expected == (None if len(needed) < len(left) else Fraction(sum(needed), len(needed)))


@pytest.mark.parametrize(
    ("figures", "reason"),
    [
        ({"count": 3}, "likely.count is 3, the replay gives 2"),
        ({"histogram": (0, 1)}, "likely.histogram is (0, 1), the replay gives (1,)"),
        ({"histogram": (0, 1)}, "likely.total is 2, the replay gives 1"),
        ({"histogram": (0, 1)}, "likely.worst_case is 2, the replay gives 1"),
        ({"histogram": (2,)}, "likely.n_solved is 2, the replay gives 1"),
        ({"unsolved": ()}, "likely.unsolved is (), the replay gives ('jumpy',)"),
    ],
)
def test_wrong_figure_is_found_whatever_the_reader_lets_pass(figures: dict[str, object], reason: str) -> None:
    tree = load(LIKELY)
    assert tree.guarantee.likely is not None
    guarantee = tree.guarantee.replace(likely=tree.guarantee.likely.replace(**figures))

    assert reason in reasons(tree.replace(guarantee=guarantee))
    assert reasons(tree) == ""


def test_what_is_claimed_is_claimed_of_the_likely_answers() -> None:
    game, chain = chain_game(), chain_tree()
    # An answer that is not likely may be left beside a likely one, and may be lost.
    assert reasons(likely_file(game, chain, ("bumpy", "dumpy"), 2, status="optimal")) == ""
    assert reasons(likely_file(game, TreeNode("bumpy", True), ("bumpy",), 1, max_guesses=1, status="optimal")) == ""
    # A likely one may neither be late nor wait where it is the only likely one.
    assert (
        reasons(likely_file(game, chain, ("bumpy", "dumpy"), 1, status="optimal"))
        == "proof.status is 'optimal', and 1 likely answers are not solved"
    )
    assert (
        reasons(likely_file(game, chain, ("bumpy", "jumpy"), 3, status="optimal"))
        == "proof.status is 'optimal', and 'dumpy' is guessed where 'jumpy' alone is left"
    )
    assert reasons(likely_file(game, chain, ("bumpy", "jumpy"), 3, status="upper bound")) == ""
    assert reasons(likely_file(chain_game("hard"), chain, ("jumpy",), 3)) == ""


def run_next(tmp_path: Path, *words: str, data: bytes = LIKELY, stdin: str = "") -> str:
    path = tmp_path / "likely.tree"
    path.write_bytes(data)
    result = run("--tree", str(path), *words, stdin=stdin)
    assert result.status == 0
    return result.out


def test_interactive_game_says_how_many_are_likely(tmp_path: Path) -> None:
    shown = run_next(tmp_path, "--interactive", stdin="_gggg\nquit\n").replace("\n  ", " ")

    assert "turn 1: play bumpy (2 likely answers and 1 other word left, 2.00 guesses expected, all within 3)" in shown
    assert (
        "turn 2: play dumpy (1 likely answer and 1 other word left, 2.00 more guesses expected, all by turn 3)" in shown
    )
    assert ": 2 likely answers and 1 other word, rule any. Play" in shown
    assert "likely answer" not in run_next(tmp_path, "--interactive", data=CHAIN, stdin="quit\n")
