"""`wordle-next` where no answer of the tree fits: the other allowed words; lists; which turn was mistyped.

For the last, five answers differ in their first letters: each gets `_gggg` from another.
"""

import json
import pickle

import pytest
from next_runs import run as ask
from tree_strategies import chain_of, encode, make_game

from wordle_compiler.search.decision_tree import TreeNode
from wordle_runtime import NoCandidateError, Tree, load
from wordle_runtime.next.solve import known_openers
from wordle_runtime.notation import parse_feedback, split_history
from wordle_runtime.position import with_suspect

AAHED = "salet _g_g_ gormy _____ haven yg_g_"
"""Of the allowed words only AAHED fits, which is not an answer of the tree `salet`."""
NONE_FITS = "0 answers and 1 other word left"


def test_an_openers_bundled_tree_goes_on_with_other_words() -> None:
    """HUMIC and ZYMIC fit, and neither is likely."""
    _, first, _ = ask("crane", "__y_g", "--json")
    status, later, errors = ask("crane", "y____", "spoil", "___g_", "mimic", "__ggg", "--json")

    assert {"file": "nyt-crane", "n_candidates": 180, "n_likely": 57}.items() <= json.loads(first).items()
    assert status == 0
    found = {"guess": "humic", "n_candidates": 2, "file": "nyt-crane", "chosen_by": "search"}
    assert found.items() <= json.loads(later).items()
    said = "0 likely answers and 2 other words left, 1.50 more guesses expected, all by turn 5"
    assert errors == f"wordle-next: exact search: {said}\n"


def test_batch_answers_with_other_words() -> None:
    lines = f"salet _g_g_\n{AAHED}\n{AAHED} aahed ggggg\nsalet ggggy\n"
    status, printed, errors = ask("--tree", "salet", "--batch", stdin=lines)
    found = json.loads(ask("--tree", "salet", "--batch", "--json", stdin=f"{AAHED}\n").out)

    assert status == 2
    assert printed == (
        "gormy\naahed\nsolved: aahed\n"
        "error: turn 1: no candidate gives ggggy to salet; look at turn 1 first: with salet ggg_y 1 word fits\n"
    )
    assert errors == f"wordle-next: line 2: {NONE_FITS}\n"
    assert (found["guess"], found["chosen_by"]) == ("aahed", "search")
    assert found["reason"].endswith("no candidate gives yg_g_ to haven")


def test_interactive_goes_on_with_other_words() -> None:
    lines = "_g_g_\n_____\nyg_g_\nlist\n?\nundo\nyg_g_\nggggg\n"
    status, said, _ = ask("--tree", "salet", "--interactive", stdin=lines)

    assert (status, said.count(f"turn 4: play aahed ({NONE_FITS})\n")) == (0, 2)
    assert "\n  aahed    1.0000  0.0000  may be the answer, suggested\n" in said
    assert "\n  aahed\n" in said
    assert "solved with 4 guesses: aahed\n" in said


def test_a_game_of_today_lists_the_likely_answers_first_and_counts_to_six() -> None:
    """The tree `nyt-hard` finds every word within 14 guesses, and the game itself has six."""
    assert "\nwordle-tree ?/6\n" in ask("--hard", "--interactive", "crane", "__y_g", stdin="grid\n").out
    said = ask("--tree", "nyt-hard", "--interactive", stdin="gg___\nlist\ngrid\n").out

    assert max(map(len, said.splitlines()[2:])) <= 80
    assert (
        "(3158 likely answers and 11697 other words left, 3.68 guesses expected; the likely answers within 6; "
        "10468 of the other words within 6, the rest within 14)\n"
    ) in said.replace("\n  ", " ", 2)
    assert (
        "\n  tabby taboo tacit tacky taffy taint talky tally talon tango tangy tatty\n  taunt tawny taata tabac" in said
    )
    assert "\nwordle-tree ?/6\n" in said


@pytest.mark.parametrize(
    ("turns", "guess", "left"),
    [
        pytest.param(
            *("crane _____" + 5 * " bloop __gg_", "shook"),
            "3 likely answers and 6 other words left: shook, shoot, stood, odoom, shoos, smoot, stook, whoof, whoot",
            id="off the tree",
        ),
        pytest.param(
            "stare __yyy racer _g_gg lager _g_gg faker _g_gg paver gg_gg paper gg_gg",
            *("payer", "1 likely answer and 1 other word left: payer, pawer"),
            id="on the tree",
        ),
    ],
)
def test_six_misses_are_told_and_the_game_goes_on(turns: str, guess: str, left: str) -> None:
    used_up = f"the rows of the game are used up; {left}"
    told = json.loads(ask("--hard", *turns.split(), "--json").out)
    said = ask("--hard", "--interactive", stdin=f"{turns}\ngrid\n{guess} ggggg\n").out.replace("\n  ", " ")

    status, out, err = ask("--hard", *turns.split())
    assert (status, out, err.splitlines()[-1]) == (0, f"{guess}\n", f"wordle-next: {used_up}")
    assert [told[key] for key in ("guess", "turn", "is_solved", "is_lost")] == [guess, 7, False, True]
    assert f"turn 7: play {guess} ({used_up}); `new` starts another game\n\nwordle-tree X/6\n" in said
    assert f"solved with 7 guesses: {guess}\n\nwordle-tree X/6\n" in said


def test_what_a_tree_finds_too_late_is_told() -> None:
    """TAINT, the best on average, finds two of 87 at turn 7."""
    late = "wordle-next: 2 answers would come too late, after turn 6: `--top 5` looks for a guess that is sure\n"
    last = "stare", "__yyy", "racer", "_g_gg", "lager", "_g_gg", "faker", "_g_gg", "paver", "gg_gg"

    assert ask("--hard", "stare", "_yy__") == (0, "taint\n", late)
    assert (ask("--hard", "stare", "_yy__", "--json").err, ask("--hard", "tarse", "_yy__").err) == (late, "")
    assert ask("--hard", *last).err.startswith("wordle-next: the last row: paper wins for 1 of 2 likely answers; ")


def test_among_equals_the_tree_s_word_is_first_or_what_finds_more_in_two_rows() -> None:
    """In two rows BALER and VAPER find 5 of the 8 answers, LAYER only 4. MUCID, the tree's word, is not a candidate."""
    two_left = ["maize", "_g__y", "faced", "_g_g_", "taser", "_g_gg", "rager", "_g_gg"]
    ranked = ask("--hard", *two_left, "--top", "3").out.split("\n")
    assert [line.split()[:2] for line in ranked[:3]] == [["baler", "2.3750"], ["vaper", "2.3750"], ["layer", "2.3750"]]
    assert ask("tarse", "__gyy").out == "mucid\n"
    assert ask("tarse", "__gyy", "--top", "2").out == "mucid  2.0000  0.0000\ncider  2.0000  0.0000\n"


def test_list_has_the_likely_answers_first() -> None:
    status, printed, said = ask("tarse", "__y_g", "--list")
    found = json.loads(ask("tarse:__y_g", "--list", "--json").out)
    words, n_likely = printed.split(), found["n_likely"]
    likely = frozenset(load("nyt").likely_answers)

    assert (status, found["candidates"]) == (0, words)
    assert words == sorted(likely.intersection(words)) + sorted(set(words) - likely)
    assert len(likely.intersection(words)) == n_likely < len(words)
    assert said == f"wordle-next: {n_likely} likely answers first, then {len(words) - n_likely} other words\n"
    plain = json.loads(ask("--tree", "salet", "salet", "__y_g", "--list", "--json").out)
    assert (plain["n_likely"], len(plain["candidates"])) == (None, 13)
    # Where no answer fits, other words.
    assert ask("--tree", "salet", "--list", *AAHED.split())[:2] == (0, "aahed\n")


def test_top_ranks_guesses_by_exact_search() -> None:
    status, printed, _ = ask("--tree", "salet", "salet", "__y_g", "--top", "3")
    _, as_json, _ = ask("--tree", "salet", "salet", "__y_g", "--top", "3", "--json")

    assert status == 0
    assert printed.splitlines() == [f"{word}  2.0769  0.0000" for word in ("bling", "clung", "flung")]
    assert [row["guess"] for row in json.loads(as_json)] == ["bling", "clung", "flung"]
    assert {row["expected_exact"] for row in json.loads(as_json)} == {"27/13"}


@pytest.mark.parametrize(
    ("tree", "expected"),
    [
        # 11219 and 11235 guesses for 3158 answers.
        pytest.param("nyt", ["tarse  3.5526  0.0000", "salet  3.5576  0.0051"], id="likely answers"),
        pytest.param("nyt-crane", ["tarse  3.5526  0.0000", "salet  3.5576  0.0051"], id="another opener"),
        # 8227 and 8231 guesses for 2315 answers.
        pytest.param("plate", ["plate  3.5538  0.0000  candidate", "tripe  3.5555  0.0017  candidate"], id="legal"),
    ],
)
def test_top_openers_come_from_the_table_without_a_search(tree: str, expected: list[str]) -> None:
    status, printed, _ = ask("--tree", tree, "--top", "2")

    assert (status, printed.splitlines()) == (0, expected)


@pytest.mark.parametrize(("tree", "count"), [("nyt-hard", 1), ("mastermind", 1), ("nyt", 14855), ("plate", 939)])
def test_table_ranks_no_openers_of_other_games_and_no_more_than_are_exact(tree: str, count: int) -> None:
    assert known_openers(load(tree).session(), count) is None


ANSWERS = ("bumpy", "dumpy", "jumpy", "lumpy", "mumpy")


@pytest.fixture
def tree() -> Tree:
    return load(encode(make_game(" ".join(ANSWERS)), chain_of(*ANSWERS)))


NONE = ": check the feedback of every turn"


def hint(tree: Tree, history: str) -> str:
    turns = [(guess, parse_feedback(text, tree.length, tree.nodes.kind)) for guess, text in split_history(history)]
    error = with_suspect(NoCandidateError("nothing fits", 9), [tree.answers], turns, tree.nodes.kind)
    return str(error).removeprefix("turn 9: nothing fits").removeprefix("; look at ")


@pytest.mark.parametrize(
    ("history", "suspect"),
    [
        pytest.param("bumpy ygggg", "turn 1 first: with bumpy _gggg 4 words fit", id="one turn"),
        pytest.param("bumpy _gggg dumpy _ggg_", "turn 2 first: with dumpy _gggg 3 words fit", id="the last of two"),
        pytest.param("bumpy _ggg_ dumpy _gggg", "turn 1 first: with bumpy _gggg 3 words fit", id="the first of two"),
        # Three words fit if turn 1 is mistyped, but turn 3 was typed last.
        pytest.param(
            "mumpy ggggg bumpy _gggg mumpy _gggg", "turn 3 first: with mumpy ggggg 1 word fits", id="the last"
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


def test_unsolved_answers_count_as_well_and_feedback_without_a_mark_a_place_has_no_suspect() -> None:
    tree = load(encode(make_game(" ".join(ANSWERS)), TreeNode("bumpy", True), max_guesses=1))

    assert hint(tree, "bumpy ygggg") == "turn 1 first: with bumpy _gggg 4 words fit"
    # All black and none black cannot both be.
    assert hint(load("mastermind"), "1123 4b0w 1123 0b0w") == NONE


def test_error_survives_pickling() -> None:
    error = pickle.loads(pickle.dumps(NoCandidateError("reason", 3)))

    assert (type(error), str(error), error.turn) == (NoCandidateError, "turn 3: reason", 3)
