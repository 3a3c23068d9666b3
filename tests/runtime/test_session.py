"""Sessions off the tree: any allowed word, the bundled tree that opens with it, newer words and past answers, JSON."""

import doctest
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from sampled import sampled
from tree_strategies import chain_game, chain_tree, encode

import wordle_trees
from wordle_compiler.search.decision_tree import TreeNode
from wordle_runtime import GameError, NoCandidateError, OffTreeError, Tree, format_feedback, load, tree_for
from wordle_runtime.feedback import feedback


def words_of(name: str) -> list[str]:
    return wordle_trees.read_list(name).decode().split()


def marked(guess: str, hidden: str) -> str:
    return format_feedback(feedback(guess, hidden), len(guess))


@pytest.mark.parametrize("first", sampled(["house", "crane", "AUDIO", "fuzzy", "adieu"], 3))
@pytest.mark.parametrize("name", ["nyt", "nyt-hard"])
def test_a_game_that_begins_with_any_word_is_won(name: str, first: str) -> None:
    for hidden in ("false", "hatch", "zloty", "crane"):
        session = load(name).session()
        session.play(first, marked(first.casefold(), hidden))
        while (guess := session.guess) is not None:
            session.step(marked(guess, hidden))
        assert session.turns[-1] == (hidden, 242)
        assert (session.is_solved, session.candidates(), session.turn) == (True, [hidden], len(session.turns))
        assert session.turn <= 9


def test_a_first_guess_continues_on_the_bundled_tree_of_the_same_game() -> None:
    session = load("nyt").session()

    assert session.play("crane", "__y_g") == load("nyt-crane").next_guess("crane __y_g")
    assert (session.tree, session.source) == (load("nyt-crane"), "tree")
    assert str(session.departure) == "turn 1: the tree plays tarse here, not 'crane'"
    session.back()
    assert (session.tree, session.guess, session.departure) == (load("nyt"), "tarse", None)
    # A colour that cannot be leaves the game where it was.
    with pytest.raises(NoCandidateError, match="turn 1: no candidate gives ggggy to crane"):
        session.play("crane", "ggggy")
    assert session.tree == load("nyt")
    # Another game, another list of answers, another objective.
    for name in ("salet-hard", "tarns", "salet-worst-case", "plate"):
        session = load(name).session()
        session.play("crane", "_____")
        assert session.tree == load(name)


@pytest.mark.parametrize(
    ("opener", "hard", "name"),
    [
        ("crane", False, "nyt-crane"),
        ("CRANE", True, "nyt-hard-crane"),
        ("house", False, "nyt"),
        ("house", True, "nyt-hard"),
        ("1123", False, "mastermind"),
    ],
)
def test_tree_for_an_opener(opener: str, hard: bool, name: str) -> None:
    assert tree_for(opener, hard=hard) == load(name)


def test_length_of_a_tree_is_how_many_answers_it_solves() -> None:
    short = load(encode(chain_game(), TreeNode("bumpy", True), max_guesses=1))

    assert [len(load("nyt")), len(load("salet")), len(short)] == [14855, 2315, 1]
    assert len(list(short)) == 1
    assert load(encode(chain_game(), TreeNode("bodge", False)))


@pytest.mark.parametrize(
    "history", ["", "crane __y_g blits _y__y", "house __y_g", "house __y_g guile ggggg", "tarse ggggg"]
)
def test_a_session_is_saved_as_json_and_goes_on(history: str) -> None:
    session = load("nyt").replay(history)

    again = load("nyt").replay(json.loads(json.dumps(session.turns)))

    assert (again.turns, again.guess, repr(again)) == (session.turns, session.guess, repr(session))


@pytest.mark.parametrize("saved", ["[1]", '[["crane"]]', '[["crane", 999]]', '{"crane": 1}', "7", '"x"'])
def test_what_is_no_session_is_one_error(saved: str) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        load("nyt").replay(json.loads(saved))


def test_what_is_known_off_the_tree() -> None:
    session = load("nyt").replay("house __y_g")
    assert (session.source, session.expected, session.max_guesses_left) == ("rule of thumb", None, None)
    assert (session.candidates_left, session.likely_left) == (114, 39)

    # DIZZY, JAZZY and TIZZY are likely, and DIZZY tells the two others apart.
    session = load("nyt").replay("fuzzy __ggg")
    assert (session.source, session.guess, session.expected) == ("search", "dizzy", Fraction(5, 3))
    assert session.max_guesses_left is None
    session = load("salet").replay("fuzzy __ggg")
    assert (session.candidates(), session.max_guesses_left) == (["dizzy", "jazzy"], 2)
    session.step("ggggg")
    assert (session.guess, session.expected, session.max_guesses_left) == (None, 0, 0)
    for _ in range(2):
        session.back()
    assert (session.guess, session.turn, session.departure) == ("salet", 1, None)


def test_other_allowed_words_follow_where_no_answer_fits() -> None:
    session = load("salet").replay("salet _g_g_ gormy _____")

    assert session.step("yg_g_") == "aahed"
    assert session.likely.isdisjoint(session.candidates())
    assert isinstance(session.departure, NoCandidateError)
    with pytest.raises(NoCandidateError):
        load("salet").next_guess("salet _g_g_ gormy _____ haven yg_g_")


def test_the_answers_that_a_tree_leaves_are_played() -> None:
    session = load(encode(chain_game(), TreeNode("bumpy", True), max_guesses=1)).session()

    assert session.step("_gggg") == "dumpy"
    assert isinstance(session.departure, OffTreeError)
    assert session.play("jumpy", "ggggg") is None


@pytest.mark.parametrize(
    ("words", "history", "left"),
    [
        # Of the likely answers CLOTH, OPTIC and PHOTO fit.
        ({}, "tarse y____ donut _y__y", ["cloth", "optic", "photo"]),
        ({"include": ["zloty"]}, "tarse y____ donut _y__y", ["cloth", "optic", "photo", "zloty"]),
        ({"exclude": ["optic"]}, "tarse y____ donut _y__y", ["cloth", "photo"]),
        # Excluded words are candidates again where nothing else fits.
        ({"exclude": words_of("nyt-2022-allowed")[:-1]}, "tarse ggggg", ["tarse"]),
        # A word that is in no list.
        ({"include": ["qqqqq"]}, "qqqqq ggggg", ["qqqqq"]),
    ],
)
def test_newer_words_and_past_answers(words: dict[str, Any], history: str, left: list[str]) -> None:
    begun = load("nyt").session(**words)
    assert begun.guess == ("tarse" if begun.candidates_left > 2 else min(begun.candidates()))

    session = load("nyt").replay(history, **words)

    assert session.pool() == left
    assert session.guess is None or session.guess in left
    session.back()
    assert session.turn == len(history.split()) // 2


@pytest.mark.parametrize(
    "text", ["crane, __y_g, blits, _y__y", "crane: __y_g; 'blits': _y__y", "(crane) __y_g blits! _y__y;"]
)
def test_what_people_write_around_a_word_is_no_part_of_it(text: str) -> None:
    assert load("nyt-crane").next_guess(text) == "false"


PASTES = json.loads((Path(__file__).parents[1] / "support/pastes.json").read_text(encoding="utf-8"))
HOSTILE = [
    *("", " ", "@everyone", "@everyone __y_g", "<b> ggggg", "`rm` __", "undo", "new", "a" * 9999, "\x1b[2J"),
    *("é" * 5, "⬛", "0", "\0"),
]


CRANE = "Play blits (words left: 180)."


def test_the_bot_of_the_docs_survives_whatever_is_typed() -> None:
    page = Path(__file__).parent.parent.parent.joinpath("docs", "embed.md").read_text(encoding="utf-8")
    examples = doctest.DocTestParser().get_examples(page.partition("## A chat bot")[2].partition("\n\n```\n")[0])
    names: dict[str, Any] = {"load": load, "GameError": GameError}
    for example in examples[:5]:
        exec(example.source, names)
    pasted = [case["text"] for cases in PASTES.values() for case in cases[::12]]
    assert len(pasted) > 15

    assert names["reply"]("bob", "@bot crane __y_g") == names["reply"]("eve", "<@123> crane __y_g") == CRANE
    assert all(names["reply"]("bob", said).startswith("Write the marks (") for said in ("Help!", "/start"))
    assert names["reply"]("bob", "false ggggg") == "Solved in 2. Write new for another."
    assert names["reply"]("bob", "gg").startswith("turn 3: feedback 'gg' has 2 marks")
    for case in PASTES["rows"]:
        if (case["kind"], case["length"], "means" in case) == ("wordle", 5, True):
            names["reply"]("cy", "new")
            assert names["reply"]("cy", case["text"]).startswith(("Play ", "Solved ", "turn 1: no candidate")), case
    for text in [*pasted, *HOSTILE, "New game."]:
        answer = names["reply"]("ada", text)
        assert answer.isprintable()
        assert not set("@<`").intersection(answer)
    assert answer == "Play tarse (words left: 14855)."


def test_every_answer_cannot_be_excluded() -> None:
    tree: Tree = load(encode(chain_game(), chain_tree()))

    with pytest.raises(GameError, match=r"^no answer is left: all are excluded$"):
        tree.session(exclude=tree.answers)
