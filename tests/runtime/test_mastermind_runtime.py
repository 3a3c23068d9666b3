"""Kind mastermind in the runtime: the notation of pegs, the reader's rules, verify, and `wordle-next`."""

from pathlib import Path

import pytest
from next_runs import run

from wordle_runtime import GameError, format_feedback, load, parse_feedback
from wordle_runtime.feedback import pegs
from wordle_runtime.layout import MASTERMIND
from wordle_runtime.verification import verify

FILE = str(Path(__file__).parent.parent / "fixtures" / "format-1.1-mastermind.tree")
"""Two pegs of three colours: 12, then 33, 23 or 13, of which 23 goes on with 31, and 13 with 22, 32 or 11; or 21."""


NOT_UNDERSTOOD = r"is not understood: write the black .* as 2b1w, 2A1B"
IMPOSSIBLE = r"is impossible: \d+ black and \d+ white for 4 places"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        *((text, NOT_UNDERSTOOD) for text in ("", " ", "2", ",", "2,", ",1", "2,1,0", "2b1", "b1w", "2b1b", "bw2")),
        *((text, NOT_UNDERSTOOD) for text in ("2bw", "1b2g", "22100", "2.1", "-1b", "+1b", "1b+1w", "²b", "٢b")),
        *((text, NOT_UNDERSTOOD) for text in ("100b", "1000000000000000000000b", "2,1w", "b2,1")),
        *((text, IMPOSSIBLE) for text in ("3b1w", "5b", "4b1w", "2,3", "0,5", "bbbw", "99w")),
    ],
)
def test_other_text_is_refused(text: str, said: str) -> None:
    with pytest.raises(GameError, match=said):
        parse_feedback(text, 4, MASTERMIND)


def test_digits_side_by_side_are_pegs_only_where_nothing_else_is_meant() -> None:
    """In a game of two places they are a code, and in one of ten or more perhaps one number."""
    for length in (2, 11):
        with pytest.raises(GameError, match="feedback '11' is not understood"):
            parse_feedback("11", length, MASTERMIND)
    assert [parse_feedback(text, 12, MASTERMIND) for text in ("2,10", "2 10", "2b10w")] == [36, 36, 36]


@pytest.mark.parametrize("length", [2, 4, 5, 12])
def test_what_is_written_is_read(length: int) -> None:
    for n_blacks in range(length + 1):
        for n_whites in range(length + 1 - n_blacks):
            if (n_blacks, n_whites) != (length - 1, 1):
                code = n_blacks * (length + 1) + n_whites
                assert format_feedback(code, length, kind=MASTERMIND) == f"{n_blacks}b{n_whites}w"
                styles = [format_feedback(code, length, style, MASTERMIND) for style in ("letters", "bulls", "pegs")]
                assert [parse_feedback(text, length, MASTERMIND) for text in styles] == [code] * 3
                assert parse_feedback(f"{n_blacks},{n_whites}", length, MASTERMIND) == code
                assert parse_feedback("b" * n_blacks + "w" * n_whites or ".", length, MASTERMIND) == code


def test_verify_knows_that_every_code_is_allowed() -> None:
    assert verify(load(FILE)).is_allowed_known


def test_every_answer_is_found_through_text() -> None:
    codes = load("mastermind-within-5")
    for answer in codes.answers[::8]:
        history: list[tuple[str, str]] = []
        while (guess := codes.next_guess(history)) is not None:
            history.append((guess, format_feedback(pegs(guess, answer), 4, kind=MASTERMIND)))
            assert len(history) <= codes.guarantee.worst_case
        assert history[-1] == (answer, "4b0w")


def test_next_guess() -> None:
    assert run("--tree", FILE) == (0, "12\n", "")
    assert run("--tree", FILE, "12", "1b", "13", "0,0") == (0, "22\n", "")
    assert run("--tree", FILE, "12", "2b") == (0, "", "wordle-next: solved at turn 1: there is no next guess\n")


def test_batch() -> None:
    lines = ["12 1b0w", "12 2b", "13 2b", "12 0,1 23 0,0", "44 2b", ""]

    status, output, _ = run("--tree", FILE, "--batch", stdin="\n".join(lines) + "\n")

    assert status == 2
    assert output.splitlines() == [
        "13",
        "solved: 12",
        "solved: 13",
        "error: turn 2: no candidate gives '0,0' to 23: check the feedback of every turn",
        "error: turn 1: '44' is not a code of this game, such as 11: no code has '4'",
        "12",
    ]


def test_interactive() -> None:
    status, output, _ = run("--tree", FILE, "--interactive", stdin="help\nB1W0\nlist\nback\n9b\n0b1w\n2b\n")

    assert (status, output.count("its black and white pegs, such as 2b1w or 2,1.")) == (0, 2)
    # Four answers share one black peg with 12: 13, and then one of three.
    assert "turn 2: play 13 (4 codes left, 1.75 more guesses expected, all by turn 3)\n  11 13 22 32\n" in output
    assert "turn 1: feedback '9b' is impossible: 9 black and 0 white for 2 places\n" in output
    assert "turn 2: play 23 (2 codes left, 1.50 more guesses expected, all by turn 3)\n" in output
    assert output.endswith(
        "  2 3   \u25cf\u25cf  2b0w\nsolved with 2 guesses: 23\n\nwordle-tree 2/6\n\u26aa\u2796\n\u26ab\u26ab\n"
    )


def test_bulls_and_cows_have_words_of_their_own() -> None:
    lines = "help\n4A1B\nno pegs\n0123 none\nI guess 0123 and got one bull and 1 cow\nI got 1 bull 1 cow\nundo\ngrid\n"
    _, said, _ = run("--tree", "bulls-and-cows", "--interactive", stdin=lines)

    assert said.count("its bulls and cows, such as 1A2B or 1,2.") == 2
    assert "If you played another one, type it first: 0124 0A2B.\n" in said
    assert "feedback '4A1B' is impossible: 4 bulls and 1 cow for 4 places\n" in said
    assert "'no pegs' is no guess and no feedback: type its bulls and cows, such as 1A2B or 1,2 (" in said
    assert "turn 1: 'none' stands where the feedback to '0123' belongs: write each turn as 0123 0A2B\n" in said
    assert "  0 1 2 3   1A1B\n" in said
    assert said.endswith("\nwordle-tree ?/7\n1A1B\n")


def test_integers_are_codes() -> None:
    tree = load(FILE)

    assert tree.next_guess([("12", 3)]) == "13"
    assert tree.next_guess([("12", 6)]) is None
    for code in (-1, 7, 242):
        with pytest.raises(GameError, match=f"turn 1: feedback {code} is not a code between 0 and 6"):
            tree.next_guess([("12", code)])


def test_the_format_says_what_the_numbers_are() -> None:
    page = (Path(__file__).parent.parent.parent / "trees" / "wordle_trees" / "FORMAT.md").read_text(encoding="utf-8")
    text = " ".join(page.split())

    assert "two blacks and one white are 11, and four blacks are 20" in text
    assert parse_feedback("2b1w", 4, MASTERMIND) == 11
    assert parse_feedback("4b", 4, MASTERMIND) == 20
