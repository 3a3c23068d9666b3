"""Feedback as text, every notation, and what is none; the rule that gives it, and what rule hard demands of a word."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tree_strategies import colour

from wordle_runtime.errors import GameError
from wordle_runtime.feedback import feedback, pegs, unmet_demand
from wordle_runtime.notation import format_feedback, parse_feedback, read_feedback, split_history

PASTES = json.loads((Path(__file__).parents[1] / "support/pastes.json").read_text(encoding="utf-8"))

# Grey, yellow, green, grey, grey: 1 * 27 + 2 * 9.
CODE = 45


@pytest.mark.parametrize("case", PASTES["rows"], ids=lambda case: f"{case['kind'][0]}{case['length']} {case['text']!a}")
def test_every_way_to_write_a_feedback(case: dict[str, Any]) -> None:
    length, kind = case["length"], case["kind"]
    if error := case.get("error"):
        with pytest.raises(GameError) as caught:
            parse_feedback(case["text"], length, kind)
        assert (str(caught.value), caught.value.turn) == (error, None)
        return
    code = parse_feedback(case["text"], length, kind)
    assert (format_feedback(code, length, "digits") if kind == "wordle" else [*divmod(code, length + 1)]) == case[
        "means"
    ]


@pytest.mark.parametrize("case", PASTES["games"], ids=lambda case: case["about"])
def test_every_way_to_paste_a_game(case: dict[str, Any]) -> None:
    length, kind = case["length"], case["kind"]

    def read(text: str | list[str]) -> list[list[object]]:
        turns = enumerate(split_history(text), 1)
        codes = [(guess, read_feedback(marks, length, kind, turn)) for turn, (guess, marks) in turns]
        return [
            [guess, format_feedback(code, length, "digits") if kind == "wordle" else [*divmod(code, length + 1)]]
            for guess, code in codes
        ]

    if error := case.get("error"):
        with pytest.raises(GameError) as caught:
            read(case["text"])
        assert str(caught.value) == error
        return
    assert read(case["text"]) == case["turns"]
    assert read(case["text"].split(" ")) == case["turns"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        # `int(text, 3)` would take these.
        ("٠٠٠٠٠", "the unknown mark '٠' at place 1"),
        ("0_0__0", "has 6 marks"),
        # Foreign text is escaped, so that it cannot drive a terminal.
        ("\x1b[2J", r"feedback '\\x1b\[2J' has the unknown mark '\\x1b' at place 1"),
        ("\udcff0000", r"the unknown mark '\\udcff' at place 1"),
        ("q" * 1_000_000, "feedback 'qqq"),
    ],
)
def test_what_is_no_feedback_is_told_in_one_line(text: str, message: str) -> None:
    with pytest.raises(GameError, match=message) as caught:
        parse_feedback(text, 5)

    assert caught.value.turn is None
    assert len(str(caught.value).splitlines()) == 1
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    ("history", "turns"),
    [
        ("", []),
        # What follows a bare guess is its feedback, whatever it is.
        ("salet crony:_____", [("salet", "crony:_____")]),
        # A letter may be of two code points.
        ("⬛🟨🟩 ba\u0331t\n🟩🟩🟩 ca\u0331t", [("ba\u0331t", "⬛🟨🟩"), ("ca\u0331t", "🟩🟩🟩")]),
        ("salet, __y_g, crony, _____;", [("salet,", "__y_g"), ("crony,", "_____")]),
        # Prose beside squares is on the side where another row has none.
        ("today ⬛⬛🟨⬛🟩 crane\n🟩🟩🟩🟩🟩 false, great", [("crane", "⬛⬛🟨⬛🟩"), ("false", "🟩🟩🟩🟩🟩")]),
        ("Mine: crane ⬜⬜🟨⬜🟩 then false 🟩🟩🟩🟩🟩 yay", [("crane", "⬜⬜🟨⬜🟩"), ("false", "🟩🟩🟩🟩🟩")]),
        ("turn 1: play tarse (57)\n   c  r (a) n [e]   __y_g\n  false halse\n\n⬛⬛🟨⬛🟩", [("crane", "__y_g")]),
        # The first turn was taken back.
        ("   s  a   _y\nturn 2: play it (9)\nturn 1: play at (9)\n   h [a]   _g\nturn 2: play it (2)", [("ha", "_g")]),
        (f"turn {'9' * 5000}: play it\n   h [a]   _g", [("ha", "_g")]),
        ("Ana: crane,00102,blits:01001", [("crane", "00102"), ("blits", "01001")]),
        ("turn  guess\n   1  crane  __y_g   3158  57  tarse  7\nto share  ⬛⬛🟨⬛🟩", [("crane", "__y_g")]),
        ("  1 1 2 2   ●     1b0w\nposition   1435 2b\nbest  1245, rule any", [("1122", "1b0w"), ("1435", "2b")]),
        # A guess may hold a colon, a feedback never does.
        ("a:b:_y_ ccc:ggg", [("a:b", "_y_"), ("ccc", "ggg")]),
        (": __g :x _y_ x: g__", [(":", "__g"), (":x", "_y_"), ("x:", "g__")]),
    ],
    ids=repr,
)
def test_history_is_read_in_both_notations(history: str | list[str], turns: list[tuple[str, str]]) -> None:
    assert split_history(history) == turns


@pytest.mark.parametrize(
    ("history", "turn"), [("salet", 1), ("salet __y_g crony", 2), ("salet:__y_g crony:_____ light", 3)]
)
def test_guess_without_a_feedback_is_named_with_its_turn(history: str, turn: int) -> None:
    with pytest.raises(
        GameError, match=f"^turn {turn}: '{history.split()[-1]}' has no feedback after it: write a guess"
    ) as caught:
        split_history(history)

    assert caught.value.turn == turn


PIECES = [
    *("crane", "sloth", "⬛🟨⬛⬛🟩", "🟦🟦🟦🟦🟦", "⬛", "●○", "b", "__y_g", "Wordle 1,234 3/6*", "\n"),
    *(":large_green_square:", "1.", ":"),
]


@given(st.lists(st.sampled_from(PIECES), max_size=12))
def test_no_word_is_invented(pieces: list[str]) -> None:
    text = " ".join(pieces)
    try:
        turns = split_history(text)
    except GameError:
        return
    # A word may be typed letter by letter.
    assert all(guess.replace(" ", "") in text.translate({32: "", 42: ""}) for guess, _ in turns)


@pytest.mark.parametrize(("style", "text"), [("letters", "_yg__"), ("digits", "01200"), ("squares", "⬛🟨🟩⬛⬛")])
def test_format_in_each_style(style: str, text: str) -> None:
    assert format_feedback(CODE, 5, style) == text


@given(st.data(), st.integers(1, 12), st.sampled_from(["letters", "digits", "squares"]))
def test_what_is_written_is_read(data: st.DataObject, length: int, style: str) -> None:
    code = data.draw(st.integers(0, 3**length - 1))
    assert parse_feedback(format_feedback(code, length, style), length) == code


@given(st.text(max_size=8))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        code = parse_feedback(text, 5)
    except GameError:
        return
    assert 0 <= code < 243


class _Five:
    def __index__(self) -> int:
        return 5


@pytest.mark.parametrize(("feedback", "code"), [(45, 45), (0, 0), (242, 242), ("_yg__", 45), (_Five(), 5)])
def test_feedback_is_read_from_text_or_a_code(feedback: object, code: int) -> None:
    assert read_feedback(feedback, 5) == code


@pytest.mark.parametrize(
    ("feedback", "message"),
    [
        (243, "feedback 243 is not a code between 0 and 242; give marks and digits as text"),
        (-1, "feedback -1 is not a code"),
        (22100, "feedback 22100 is not a code"),
        (True, "a feedback is text or an integer, not bool"),
        (None, "a feedback is text or an integer, not NoneType"),
        (1.0, "a feedback is text or an integer, not float"),
        (b"_yg__", "a feedback is text or an integer, not bytes"),
    ],
)
def test_what_is_neither_is_refused(feedback: object, message: str) -> None:
    with pytest.raises(GameError, match=message):
        read_feedback(feedback, 5)


@given(st.integers(1, 12).flatmap(lambda n: st.tuples(*[st.text("abcé", min_size=n, max_size=n)] * 2)))
def test_feedback_agrees_with_counting(words: tuple[str, str]) -> None:
    assert feedback(*words) == colour(*words)


@pytest.mark.parametrize("rule", [feedback, pegs])
def test_words_of_two_lengths_are_refused(rule: Callable[[str, str], int]) -> None:
    with pytest.raises(ValueError, match="must be words of one length"):
        rule("crane", "cranes")


@pytest.mark.parametrize(
    ("word", "guess", "seen", "missing"),
    [
        pytest.param("crimp", "crane", "22000", "", id="greens stay"),
        pytest.param("brick", "crane", "22000", "must have 'c' in place 1", id="a green letter left its place"),
        pytest.param("trace", "crane", "00001", "", id="the yellow moved"),
        pytest.param("prime", "crane", "00001", "", id="the yellow kept its place"),
        pytest.param("party", "crane", "00001", "must contain 'e'", id="the yellow is missing"),
        pytest.param("crane", "crane", "00001", "", id="greys are used again"),
        pytest.param("elope", "speed", "00110", "", id="both of two yellows"),
        pytest.param("bathe", "speed", "00110", "must contain 'e' twice", id="one of two yellows"),
        pytest.param("steel", "sleek", "20200", "", id="green and its letter"),
        pytest.param("steal", "sleek", "20210", "must contain 'e' twice", id="a green and a yellow ask for two"),
        pytest.param("three", "sleek", "00210", "must have 'e' in place 3", id="the green in another place"),
        pytest.param("elope", "eerie", "11001", "must contain 'e' 3 times", id="two of three yellows"),
    ],
)
def test_hard_rule_by_hand(word: str, guess: str, seen: str, missing: str) -> None:
    assert unmet_demand(word, [(guess, int(seen, 3))]) == missing


def test_hard_rule_looks_at_every_turn() -> None:
    history = [("crane", int("20000", 3)), ("comic", int("20010", 3))]
    assert not unmet_demand("cliff", history)
    # Legal after the second turn alone, not after the first.
    assert unmet_demand("bicep", history)


@given(st.integers(1, 6).flatmap(lambda n: st.lists(st.text("abc", min_size=n, max_size=n), min_size=2, max_size=5)))
def test_answer_is_always_legal_in_hard_mode(words: list[str]) -> None:
    answer, *guesses = words
    assert not unmet_demand(answer, [(guess, feedback(guess, answer)) for guess in guesses])
