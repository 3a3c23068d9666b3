"""Text that is not a tree is refused by the line where it goes wrong, whatever is damaged."""

from collections.abc import Callable

import pytest
from export_trees import CHAIN, FOUR, THREE, compiled, game_of, imported
from hypothesis import given, settings
from hypothesis import strategies as st

from wordle_compiler import Game, InputError, Rule
from wordle_compiler.export.text import to_text
from wordle_compiler.importing.text import import_text
from wordle_runtime import load
from wordle_runtime.verification import verify

BROKEN = {
    "nothing": (lambda _lines: [], "the text has no line of a tree in it"),
    "comments alone": (lambda _lines: ["# nothing", "#", ""], "the text has no line of a tree in it"),
    "last line missing": (lambda lines: lines[:3], "line 1: 'bumpy' is possible where it is played"),
    "first line missing": (lambda lines: lines[1:], "line 1: it begins at turn 3 of the line above, which is missing"),
    "a branch missing": (
        lambda _lines: ["bumpy GGGGG1"],
        "line 1: after bumpy BGGGG nothing is played for 'dumpy', one of 3 answers that no line finds",
    ),
    "a line that does not win": (
        lambda lines: ["bumpy BGGGG1 dumpy BGGGG2", *lines[2:]],
        "line 1: it ends with BGGGG and finds no answer",
    ),
    "the same line twice": (lambda lines: [*lines, lines[3]], "line 5: it begins like line 4, and one of them ends"),
    "another guess": (
        lambda lines: [*lines, "bumpy BGGGG1 kumpy GGGGG2"],
        "line 5: after bumpy BGGGG plays 'kumpy', where line 1 plays 'dumpy'",
    ),
    "another opener": (lambda lines: [*lines, "dumpy GGGGG1"], "line 5: the line plays 'dumpy', where line 1 plays"),
    "a line that goes on after a win": (lambda lines: [*lines, "bumpy GGGGG1 dumpy GGGGG2"], "line 5: turn 1 wins"),
    "a feedback that is not the answer's": (
        lambda lines: [lines[0].replace("BGGGG1", "YGGGG1"), *lines[1:]],
        "line 1: 'bumpy' gets BGGGG if 'kumpy' is hidden, not YGGGG",
    ),
    "a guess that is not allowed": (
        lambda _lines: ["bumpy BGGGG1 lumpy BGGGG2 dumpy GGGGG3"],
        "line 1: 'lumpy' is not an allowed guess in allowed",
    ),
    "a guess that is not an answer wins": (
        lambda lines: [*lines[:3], "      BBBBB1 bodge GGGGG2"],
        "line 4: 'bodge' is not in answers",
    ),
    "a guess of another length": (lambda lines: [*lines, "bumpys GGGGG1"], "line 5: 'bumpys' has 6 letters"),
    "a feedback of another length": (
        lambda lines: [*lines, "bumpy GGGG1"],
        "line 5: 'GGGG1' is not a feedback with the",
    ),
    "an unknown mark": (lambda lines: [*lines, "bumpy BZGGG1"], "line 5: feedback 'BZGGG' has the unknown mark 'Z'"),
    "no turn": (lambda lines: [*lines, "bumpy GGGGG"], "line 5: 'GGGGG' is not a feedback with the number of its turn"),
    "turn 0": (lambda lines: [*lines, "bumpy GGGGG0"], "line 5: 'GGGGG0' is turn 0 where turn 1 is due"),
    "another turn": (lambda lines: [*lines, "bumpy GGGGG2"], "line 5: 'GGGGG2' is turn 2 where turn 1 is due"),
    "a turn in other digits": (lambda lines: [*lines, "bumpy GGGGG１"], "line 5: 'GGGGG１' is not a feedback with"),
    "a turn of many digits": (lambda lines: [*lines, "bumpy GGGGG" + "1" * 5000], "line 5: 'GGGGG1111"),
    "a hollow line from turn 0": (lambda lines: [*lines, "      GGGGG0"], "line 5: it begins at turn 0"),
    "a hollow line from a turn too far": (lambda lines: [*lines, "      GGGGG3"], "line 5: it begins at turn 3 of"),
    "a guess without feedback": (lambda lines: [*lines, "bumpy"], "line 5: the last guess 'bumpy' has no feedback"),
    "a hollow guess without feedback": (
        lambda lines: [*lines, "      BGGGG1 dumpy"],
        "line 5: 'dumpy' is not a feedback with the number of its turn",
    ),
    "a control character": (lambda lines: [*lines, "bum\x1by GGGGG1"], "line 5: 'bum\\x1by' has the unprintable"),
    "something else": (
        lambda _lines: ["<html lang=en>"],
        r"line 1: 'lang=en\x3e' is not a feedback with the number of its",
    ),
}


@pytest.mark.parametrize(("breaking", "said"), BROKEN.values(), ids=BROKEN)
def test_a_broken_text_is_refused_by_its_line(breaking: Callable[[list[str]], list[str]], said: str) -> None:
    lines = breaking(CHAIN.splitlines())

    with pytest.raises(InputError) as caught:
        import_text(lines, game_of(FOUR, "bodge"), label="the text")

    assert str(caught.value).removeprefix("the text, ").startswith(said)
    assert str(caught.value).isprintable()


def test_a_line_must_be_read_to_the_end_of_the_game() -> None:
    """A line that ends where another goes on, with unsolved answers allowed."""
    game = game_of(FOUR)

    with pytest.raises(InputError, match="line 5: it begins like line 1, and one of them ends there"):
        imported(CHAIN + "bumpy BGGGG1\n", game, allow_unsolved=True)
    with pytest.raises(InputError, match="line 2: it begins like line 1, and one of them ends there"):
        imported("bumpy BGGGG1\nbumpy BGGGG1 dumpy GGGGG2\n", game, allow_unsolved=True)
    with pytest.raises(InputError, match="line 5: no answer gives these feedbacks"):
        imported(CHAIN + "bumpy BBBBB1\n", game, allow_unsolved=True)


def test_unsolved_answers_must_be_allowed() -> None:
    game = game_of(FOUR)
    text = "bumpy BGGGG1 dumpy BGGGG2\n                   GGGGG2\n      GGGGG1\n"

    guarantee = load(imported(text, game, allow_unsolved=True).data).guarantee

    assert (guarantee.total, guarantee.unsolved) == (3, ("jumpy", "kumpy"))
    # Without the line that gives them up it is the same tree.
    shorter = imported("bumpy BGGGG1 dumpy GGGGG2\n      GGGGG1\n", game, allow_unsolved=True)
    assert load(shorter.data).guarantee == guarantee
    with pytest.raises(InputError, match="line 1: it ends with BGGGG"):
        imported(text, game)


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        # BODGE is not an answer, and BUMPY's green letters are not kept by it.
        (Rule.CANDIDATES, "line 1: turn 2: 'bodge' is not legal under rule candidates"),
        (Rule.HARD, "line 1: turn 2: 'bodge' is not legal under rule hard: it must have 'u' in place 2"),
    ],
)
def test_a_guess_that_the_rule_forbids_is_refused(rule: Rule, said: str) -> None:
    # Against DUMPY, BODGE gets a yellow D; against JUMPY nothing.
    text = "bumpy BGGGG1 bodge BBBBB2 jumpy GGGGG3\n                   BBYBB2 dumpy GGGGG3\n      GGGGG1\n"

    assert load(imported(text, game_of(THREE, "bodge")).data).guarantee.total == 7
    with pytest.raises(InputError, match=said):
        imported(text, game_of(THREE, "bodge", rule=rule))


def test_the_limit_is_kept() -> None:
    game = game_of(FOUR)

    assert load(imported(CHAIN, game, max_guesses=4).data).info.game.max_guesses == 4
    with pytest.raises(InputError, match="line 1: it has 4 guesses, the limit is 3"):
        imported(CHAIN, game, max_guesses=3)


def test_a_deeper_tree_raises_the_limit_where_none_is_given() -> None:
    words = tuple(f"{letter}umpy" for letter in "abcdefgh")
    tree = compiled(words, opener="aumpy", max_guesses=8)

    assert load(imported(to_text(tree), game_of(words)).data).info.game.max_guesses == 8


def test_a_tree_of_more_turns_than_a_file_can_hold_is_refused() -> None:
    line = " ".join(f"bumpy BGGGG{turn}" for turn in range(1, 257))

    with pytest.raises(InputError, match="line 1: it has 256 turns, a tree has at most 255"):
        imported(line, game_of(FOUR), allow_unsolved=True)


def outcome(text: str, game: Game) -> bytes | str:
    """Returns the tree file, or the message of the one error."""
    try:
        return imported(text, game).data
    except InputError as error:
        return str(error)


@settings(max_examples=100)
@given(text=st.text(alphabet="bumpydjkBGY12345 \n\t#", max_size=120))
def test_any_text_is_a_tree_or_one_error(text: str) -> None:
    found = outcome(text, game_of(FOUR))

    assert found.isprintable() if isinstance(found, str) else verify(found).holds


@given(data=st.data())
def test_a_damaged_text_is_a_tree_that_holds_or_one_error(data: st.DataObject) -> None:
    game = game_of(FOUR)
    text = to_text(load(imported(CHAIN, game).data))
    place = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:place] + data.draw(st.sampled_from(["", " ", "\n", "x", "G", "9", '"', "\x00"])) + text[place + 1 :]

    found = outcome(damaged, game)

    if isinstance(found, str):
        assert found.isprintable()
    else:
        assert verify(found, answers=game.answers.words, allowed=game.allowed.words).holds
        assert load(found).info.status == "heuristic"
