"""Kind mastermind in the runtime: the notation of pegs, the reader's rules, verify, and `wordle-next`."""

from __future__ import annotations

from pathlib import Path

import pytest
from next_runs import run
from tree_model import pack_entries, unpack_file, with_fingerprint

from wordle_compiler import Game, compile_tree
from wordle_compiler.compilation.writer import encode_tree
from wordle_compiler.game.mastermind import mastermind
from wordle_compiler.search.decision_tree import TreeNode
from wordle_runtime import GameError, Tree, format_feedback, load, parse_feedback
from wordle_runtime.feedback import pegs
from wordle_runtime.layout import MASTERMIND
from wordle_runtime.verification.verify import verify

NOT_UNDERSTOOD = [
    *("", " ", "2", ",", "2,", ",1", "2,1,0", "2b1", "b1w", "2b1b", "bw2", "2bw", "1b2g", "22100", "2.1"),
    *("-1b", "+1b", "1b+1w", "²b", "٢b", "100b", "1000000000000000000000b", "2,1w", "b2,1"),
]


def small_game() -> Game:
    """Two pegs of three colours: 9 codes."""
    return mastermind(2, 3)


def small_tree() -> TreeNode:
    """Opens with 12. Each child is the first code that is left; all nine codes are solved, by hand.

    12 against 11, 13, 22, 32: 1b0w (3). Against 21: 0b2w (2). Against 23, 31: 0b1w (1). Against 33: 0b0w (0). After 11,
    13 has 1b0w and 22 and 32 have none; after 22, 32 has 1b0w; after 23, 31 has 0b1w.
    """
    return TreeNode(
        "12",
        True,
        {
            0: TreeNode("33", True),
            1: TreeNode("23", True, {1: TreeNode("31", True)}),
            2: TreeNode("21", True),
            3: TreeNode("11", True, {0: TreeNode("22", True, {3: TreeNode("32", True)}), 3: TreeNode("13", True)}),
        },
    )


def encode(root: TreeNode, **options: int) -> bytes:
    return encode_tree(
        small_game(),
        root,
        strategy="test",
        options={},
        objective="total",
        status="heuristic",
        max_guesses=options.get("max_guesses", 6),
    )


SMALL = encode(small_tree())


@pytest.fixture(scope="module")
def codes() -> Tree:
    """Knuth's strategy on three pegs of four colours."""
    return load(compile_tree(mastermind(3, 4), "minimax", opener="112", n_workers=1).data)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> str:
    path = tmp_path_factory.mktemp("trees") / "codes.tree"
    path.write_bytes(SMALL)
    return str(path)


@pytest.mark.parametrize("text", NOT_UNDERSTOOD)
def test_other_text_is_not_understood(text: str) -> None:
    with pytest.raises(GameError, match=r"is not understood: write the black .* as 2b1w, 2A1B"):
        parse_feedback(text, 4, MASTERMIND)


def test_digits_side_by_side_are_pegs_only_where_nothing_else_is_meant() -> None:
    """In a game of two places they are a code, and in one of ten or more perhaps one number."""
    for length in (2, 11):
        with pytest.raises(GameError, match="feedback '11' is not understood"):
            parse_feedback("11", length, MASTERMIND)
    assert [parse_feedback(text, 12, MASTERMIND) for text in ("2,10", "2 10", "2b10w")] == [36, 36, 36]


@pytest.mark.parametrize("text", ["3b1w", "5b", "4b1w", "2,3", "0,5", "bbbw", "99w"])
def test_impossible_pegs_are_refused(text: str) -> None:
    with pytest.raises(GameError, match=r"is impossible: \d+ black and \d+ white for 4 places"):
        parse_feedback(text, 4, MASTERMIND)


def test_more_pegs_than_places_are_refused() -> None:
    with pytest.raises(GameError, match=r"has 5 pegs, the codes have 4 places"):
        parse_feedback("bbw..", 4, MASTERMIND)


@pytest.mark.parametrize("length", [2, 4, 5, 12])
def test_what_is_written_is_read(length: int) -> None:
    for n_blacks in range(length + 1):
        for n_whites in range(length + 1 - n_blacks):
            if (n_blacks, n_whites) != (length - 1, 1):
                code = n_blacks * (length + 1) + n_whites
                assert format_feedback(code, length, kind=MASTERMIND) == f"{n_blacks}b{n_whites}w"
                assert parse_feedback(format_feedback(code, length, kind=MASTERMIND), length, MASTERMIND) == code
                assert parse_feedback(f"{n_blacks},{n_whites}", length, MASTERMIND) == code
                assert parse_feedback("b" * n_blacks + "w" * n_whites or ".", length, MASTERMIND) == code


def test_codes_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="must be words of one length"):
        pegs("12", "123")


def test_a_file_of_codes_is_of_version_1_1_and_loads() -> None:
    tree = load(SMALL)

    assert tree.info.version == (1, 1)
    assert tree.info.game.kind == "mastermind"
    assert (tree.guarantee.total, tree.guarantee.histogram) == (1 + 4 * 2 + 3 * 3 + 4, (1, 4, 3, 1))
    assert tree.root.children[3].path == (("12", 3),)
    assert {answer: len(guesses) for answer, guesses in tree} == {
        "12": 1,
        "33": 2,
        "23": 2,
        "21": 2,
        "11": 2,
        "31": 3,
        "22": 3,
        "13": 3,
        "32": 4,
    }


def test_verify_replays_codes_and_knows_that_every_code_is_allowed(codes: Tree) -> None:
    for tree in (codes, load(SMALL)):
        found = verify(tree)

        assert found.holds
        assert found.is_allowed_known


def test_verify_checks_the_rule_candidates() -> None:
    entries = unpack_file(SMALL)
    entries["game"]["rule"] = "candidates"

    assert verify(pack_entries(with_fingerprint(entries))).holds

    root = small_tree()
    # 11 tells 23 and 31 apart, but 12 against it has a black.
    root.children[1] = TreeNode("11", False, {0: TreeNode("23", True), 3: TreeNode("31", True)})
    entries = unpack_file(encode(root))
    assert verify(pack_entries(entries)).holds
    entries["game"]["rule"] = "candidates"

    assert verify(pack_entries(with_fingerprint(entries))).reasons == ("12 0b1w 11 is not a candidate",)


def test_every_answer_is_found_through_text(codes: Tree) -> None:
    for answer in codes.answers:
        history: list[tuple[str, str]] = []
        while (guess := codes.next_guess(history)) is not None:
            history.append((guess, format_feedback(pegs(guess, answer), 3, kind=MASTERMIND)))
            assert len(history) <= codes.guarantee.worst_case
        assert history[-1] == (answer, "3b0w")


def test_next_guess(file: str) -> None:
    assert run("--tree", file) == (0, "12\n", "")
    for text in ("1b0w", "1,0", "B1", "b."):
        assert run("--tree", file, "12", text) == (0, "11\n", "")
    assert run("--tree", file, "12", "1b", "11", "0,0") == (0, "22\n", "")
    for text in ("2b0w", "2b", "2,0", "bb"):
        assert run("--tree", file, "12", text) == (
            0,
            "",
            "wordle-next: solved at turn 1: there is no next guess\n",
        )


def test_batch(file: str) -> None:
    lines = ["12 1b0w", "12 2b", "12 1b1w", "12 xyz", "13 2b", "12 0,1 23 0,0", "44 2b", ""]

    status, output, _ = run("--tree", file, "--batch", stdin="\n".join(lines) + "\n")

    assert status == 2
    assert output.splitlines() == [
        "11",
        "solved: 12",
        "error: turn 1: feedback '1b1w' is impossible: 1 black and 1 white for 2 places, "
        "where the last symbol has no other place to go",
        "error: turn 1: feedback 'xyz' is not understood: "
        "write the black and the white pegs (bulls and cows) as 2b1w, 2A1B or 2,1",
        "solved: 13",
        "error: turn 2: no candidate gives '0,0' to 23: check the feedback of every turn",
        "error: turn 1: '44' is not a code of this game, such as 11",
        "12",
    ]


def test_interactive(file: str) -> None:
    status, output, _ = run("--tree", file, "--interactive", stdin="help\nB1W0\nlist\nback\n9b\n0b1w\n2b\n")

    assert status == 0
    assert output.count("its black and white pegs (bulls and cows), such as 2b1w, 2A1B or 2,1.") == 2
    # Four answers share one black peg with 12: 11 and then 13 or 22 take 1 and 2 each, 32 takes 3.
    assert "turn 2: play 11 (4 codes left, 2.00 more guesses expected, all by turn 4)\n  11 13 22 32\n" in output
    assert "turn 1: feedback '9b' is impossible: 9 black and 0 white for 2 places\n" in output
    assert "turn 2: play 23 (2 codes left, 1.50 more guesses expected, all by turn 3)\n" in output
    assert output.endswith(
        "  2 3   \u25cf\u25cf  2b0w\nsolved with 2 guesses: 23\n\nwordle-tree 2/6\n\u26aa\u2796\n\u26ab\u26ab\n"
    )


def test_an_answer_beyond_the_limit_is_named() -> None:
    root = small_tree()
    root.children[3].children[0].children.clear()
    tree = load(encode(root, max_guesses=3))

    assert tree.guarantee.unsolved == ("32",)
    assert verify(tree).holds
    with pytest.raises(GameError, match="no guess left after 22 1b0w; it does not solve 32"):
        tree.next_guess("12 1b 11 0,0 22 1b0w")


def test_integers_are_codes() -> None:
    tree = load(SMALL)

    assert tree.next_guess([("12", 3)]) == "11"
    assert tree.next_guess([("12", 6)]) is None
    for code in (-1, 7, 242):
        with pytest.raises(GameError, match=f"turn 1: feedback {code} is not a code between 0 and 6"):
            tree.next_guess([("12", code)])


def test_help_explains_pegs() -> None:
    assert "2b1w, 2A1B, 2,1 or bbw" in run("--help")[1]


def test_the_format_says_what_the_numbers_are() -> None:
    page = (Path(__file__).parent.parent.parent / "trees" / "wordle_trees" / "FORMAT.md").read_text(encoding="utf-8")
    text = " ".join(page.split())

    assert "two blacks and one white are 11, and four blacks are 20" in text
    assert parse_feedback("2b1w", 4, MASTERMIND) == 11
    assert parse_feedback("4b", 4, MASTERMIND) == 20
