"""Which turn was most likely mistyped, by hand, and what `wordle-next` says of it.

The five answers differ in their first letters alone, so each gets `_gggg` from each other one.
"""

import pickle
from pathlib import Path

import pytest
from next_runs import run
from tree_strategies import chain_of, encode, make_game

from wordle_compiler.search.decision_tree import TreeNode
from wordle_runtime import GameError, NoCandidateError, Tree, load
from wordle_runtime.notation import parse_feedback, split_history
from wordle_runtime.position import with_suspect

ANSWERS = ("bumpy", "dumpy", "jumpy", "lumpy", "mumpy")


@pytest.fixture
def tree() -> Tree:
    return load(encode(make_game(" ".join(ANSWERS)), chain_of(*ANSWERS)))


NONE = ": check the feedback of every turn"


def hint(tree: Tree, history: str) -> str:
    nodes = tree.nodes
    turns = [(guess, parse_feedback(text, tree.length, nodes.kind)) for guess, text in split_history(history)]
    error = with_suspect(NoCandidateError("nothing fits", 9), tree.answers, turns, nodes.kind)
    return str(error).removeprefix("turn 9: nothing fits").removeprefix("; look at ")


@pytest.mark.parametrize(
    ("history", "suspect"),
    [
        pytest.param("bumpy ygggg", "turn 1 first: with bumpy _gggg 4 words fit", id="one turn"),
        pytest.param("bumpy _gggg dumpy _ggg_", "turn 2 first: with dumpy _gggg 3 words fit", id="the last of two"),
        pytest.param("bumpy _ggg_ dumpy _gggg", "turn 1 first: with bumpy _gggg 3 words fit", id="the first of two"),
        # Three words fit if turn 1 is mistyped, but turn 3 was typed last.
        pytest.param(
            "mumpy ggggg bumpy _gggg mumpy _gggg", "turn 3 first: with mumpy ggggg 1 word fits", id="the last typed"
        ),
        # DUMPY or BUMPY is the answer, and the other turn is wrong.
        pytest.param("dumpy ggggg bumpy ggggg", "turn 2 first: with bumpy _gggg 1 word fits", id="the later of equals"),
        pytest.param("bumpy _gg__", NONE, id="two marks wrong in one turn"),
        pytest.param("bumpy _ggg_ dumpy _ggg_", NONE, id="one mark wrong in each of two turns"),
        pytest.param("", NONE, id="no turn"),
    ],
)
def test_suspect_is_the_turn_that_one_mark_puts_right(tree: Tree, history: str, suspect: str) -> None:
    assert hint(tree, history) == suspect


def test_answers_that_the_tree_does_not_solve_count_as_well() -> None:
    tree = load(encode(make_game(" ".join(ANSWERS)), TreeNode("bumpy", True), max_guesses=1))

    assert hint(tree, "bumpy ygggg") == "turn 1 first: with bumpy _gggg 4 words fit"


def test_feedback_that_has_no_mark_a_place_has_no_suspect() -> None:
    # All black and none black cannot both be.
    assert hint(load("mastermind"), "1123 4b0w 1123 0b0w") == NONE


FIRST = "turn 1: no candidate gives {}; look at turn 1 first: with bumpy _gggg 4 words fit"


@pytest.mark.parametrize(
    ("history", "err"),
    [
        pytest.param("bumpy ygggg", FIRST.format("ygggg to bumpy"), id="at its turn"),
        pytest.param("BUMPY _ggg_ dumpy _gggg", FIRST.format("_ggg_ to bumpy"), id="in another case"),
        pytest.param("lumpy _gggy", FIRST.format("_gggy to lumpy").replace("bumpy", "lumpy"), id="off the tree"),
        pytest.param("bumpy yyyyy", f"turn 1: no candidate gives yyyyy to bumpy{NONE}", id="no suspect"),
        pytest.param(
            "bumpy _gggg dumpy _gggg jumpy _gggg lumpy _gggy",
            "turn 4: no candidate gives _gggy to lumpy; look at turn 4 first: with lumpy _gggg 1 word fits",
            id="one word",
        ),
    ],
)
def test_wordle_next_names_the_suspect(tree: Tree, tmp_path: Path, history: str, err: str) -> None:
    (tmp_path / "chain.tree").write_bytes(tree.data)
    chain = ["--tree", str(tmp_path / "chain.tree")]

    assert run(*chain, *history.split()) == (2, "", f"wordle-next: {err}\n")
    assert run(*chain, "--batch", stdin=f"{history}\n").out == f"error: {err}\n"


@pytest.mark.parametrize(
    ("guess", "feedback", "kind"),
    [
        pytest.param("bumpy", "ygggg", NoCandidateError, id="no answer fits"),
        pytest.param("bumpy", "_gggg_", GameError, id="no feedback"),
        pytest.param("crane", "_____", GameError, id="not allowed"),
    ],
)
def test_kind_of_error_tells_a_mistyped_colour_from_a_mistyped_word(
    tree: Tree, guess: str, feedback: str, kind: type[GameError]
) -> None:
    with pytest.raises(GameError) as caught:
        tree.session().play(guess, feedback)

    assert type(caught.value) is kind


def test_error_survives_pickling() -> None:
    error = pickle.loads(pickle.dumps(NoCandidateError("reason", 3)))

    assert (type(error), str(error), error.turn) == (NoCandidateError, "turn 3: reason", 3)
