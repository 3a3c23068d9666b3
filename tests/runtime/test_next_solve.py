"""`wordle-next` off the tree: the compiler's search where it is installed and quick, else the rule of thumb.

The small game is made so that all can be worked out by hand. Its five answers differ in their first letters alone, so
each tells itself from the rest and nothing else; bdjxx, which is not an answer, tells bumpy (b green), dumpy (d yellow)
and jumpy (j yellow) from each other and from the rest. The tree tries the answers one after the other.
"""

import io
import json
import re
from collections import Counter
from contextlib import nullcontext
from fractions import Fraction
from pathlib import Path
from threading import Event
from typing import NamedTuple

import pytest
from next_runs import run
from reference_solver import colours_of
from terminal import Terminal
from tree_strategies import chain_of, encode, likely_file, make_game, weighted_file

from wordle_compiler.game.mastermind import mastermind
from wordle_compiler.rankings import table
from wordle_compiler.search.decision_tree import TreeNode
from wordle_runtime import GameError, OffTreeError, load
from wordle_runtime.command_line import CommandLine, Console
from wordle_runtime.next.solve import RULE_OF_THUMB, Solver, decimal

ANSWERS = "bumpy dumpy jumpy lumpy mumpy"


class Files(NamedTuple):
    tree: str
    allowed: str


@pytest.fixture
def files(tmp_path: Path) -> Files:
    """The chain, and the list of its allowed words, which no shipped list is."""
    (tmp_path / "chain.tree").write_bytes(encode(make_game(ANSWERS, "bdjxx"), chain_of(*ANSWERS.split())))
    (tmp_path / "allowed.txt").write_text("\n".join(["bdjxx", *ANSWERS.split()]))
    return Files(str(tmp_path / "chain.tree"), str(tmp_path / "allowed.txt"))


def test_best_guess_off_the_tree(files: Files) -> None:
    result = run("--tree", files.tree, "--allowed", files.allowed, "--json", "lumpy", "_gggg")

    # bumpy, dumpy, jumpy and mumpy are left. bdjxx has a cell for each: 4 * 2 = 8 guesses. A candidate tells nothing of
    # the three others: 1 + 9 with bdjxx next, 1 + 2 + 3 + 4 without.
    assert result.status == 0
    assert list(json.loads(result.out).items()) == [
        *(("guess", "bdjxx"), ("turn", 2), ("max_guesses_left", 5), ("n_candidates", 4), ("n_likely", None)),
        *(("is_solved", False), ("is_lost", False), ("file", files.tree), ("chosen_by", "search")),
        *(("is_exact", True), ("expected", 2.0), ("expected_exact", "2")),
        ("reason", "turn 1: the tree plays bumpy here, not 'lumpy'"),
    ]
    assert result.err == ("wordle-next: exact search: 4 answers left, 2.00 more guesses expected, all by turn 6\n")


def test_on_the_last_row_the_guess_may_be_the_answer(files: Files, tmp_path: Path) -> None:
    lists = ["--tree", files.tree, "--allowed", files.allowed]
    turns = ["lumpy", "_gggg"] * 5
    result, best = run(*lists, *turns), run(*lists, *turns, "--top", "2")
    asked = run(*lists, "--interactive", *turns, stdin="?\n").out

    said = "wordle-next: turn 2 repeats turn 1\nwordle-next: the last row: bumpy wins for 1 of 4 answers; 4 answers"
    rows = [f"{word}  {'-':6}  {'-':6}  candidate\n" for word in ("bumpy", "dumpy")]
    assert (result.out, best.out, {result.err, best.err}) == ("bumpy\n", "".join(rows), {f"{said} left\n"})
    assert "\n  bumpy  wins for 1 of 4 answers  may be the answer, suggested\n  dumpy  wins" in asked
    # The tree of today's game takes the words apart there, and solves them one row later.
    taken = "tarse _____ guild ___g_ lowly _g_gg coyly _g_gg nobly _g_gg"
    assert (run(taken).out, run(taken, "--tree-only").out) == ("hooly\n", "abamp\n")
    # The game of one's own list has the rows that the tree was made for.
    (tmp_path / "rows.tree").write_bytes(encode(make_game(ANSWERS), chain_of(*ANSWERS.split()), max_guesses=8))
    longer = run("--tree", str(tmp_path / "rows.tree"), "--interactive", *turns, *turns[:2], stdin="grid\n").out
    assert "turn 7: play bumpy (exact search: 4 answers left" in longer
    assert "\nwordle-tree ?/8\n" in longer


def test_nothing_is_called_exact_where_the_allowed_words_are_not_known(files: Files) -> None:
    # One candidate after the other: (1 + 2 + 3 + 4) / 4.
    result = run("--tree", files.tree, "--json", "lumpy", "_gggg")

    answer = json.loads(result.out)
    assert (answer["guess"], answer["expected_exact"], answer["is_exact"]) == ("bumpy", "5/2", False)
    assert (
        "searched only the 5 words of the tree (name the allowed ones with --allowed): "
        "4 answers left, 2.50 more guesses expected" in result.err
    )


def test_player_may_have_guessed_a_word_of_a_list_that_nobody_knows(files: Files) -> None:
    # No b, d or j: lumpy and mumpy are left, (1 + 2) / 2.
    result = run("--tree", files.tree, "--json", "bdjxx", "_____")

    assert json.loads(result.out)["guess"] == "lumpy"
    assert json.loads(result.out)["expected_exact"] == "3/2"


def test_limit_that_no_play_keeps_is_raised(tmp_path: Path) -> None:
    # Within two guesses the tree gives three answers up. They take three more: nothing tells two of them apart.
    words = ANSWERS.split()
    game = make_game(ANSWERS, "", "candidates")
    (tmp_path / "short.tree").write_bytes(encode(game, chain_of(*words[:2]), max_guesses=2))

    history = ["bumpy", "_gggg", "dumpy", "_gggg"]
    plain = run("--tree", str(tmp_path / "short.tree"), *history, "--tree-only")
    solved = run("--tree", str(tmp_path / "short.tree"), *history, "--json")

    assert plain.err.endswith("it does not solve jumpy, lumpy, mumpy\n")
    answer = json.loads(solved.out)
    assert (answer["guess"], answer["expected_exact"], answer["max_guesses_left"]) == ("jumpy", "2", 3)


def test_weights_of_the_tree_count(tmp_path: Path) -> None:
    game = make_game(ANSWERS)
    data = weighted_file(game, chain_of(*ANSWERS.split()), dict.fromkeys(ANSWERS.split(), 1) | {"mumpy": 7})
    (tmp_path / "weighted.tree").write_bytes(data)

    answer = json.loads(run("--tree", str(tmp_path / "weighted.tree"), "--json", "lumpy", "_gggg").out)

    # mumpy first, for it weighs 7 of 10: 7 * 1 + 2 + 3 + 4.
    assert (answer["guess"], answer["expected_exact"]) == ("mumpy", "8/5")


def test_likely_answers_alone_count_while_some_are_left(tmp_path: Path) -> None:
    game = make_game(ANSWERS)
    (tmp_path / "x.tree").write_bytes(likely_file(game, chain_of(*ANSWERS.split()), ("bumpy", "mumpy"), 6))

    answer = json.loads(run("--tree", str(tmp_path / "x.tree"), "--json", "lumpy", "_gggg").out)

    # bumpy or mumpy, and then the other one: one guess for one of them and two for the other.
    assert (answer["n_candidates"], answer["n_likely"], answer["expected_exact"]) == (4, 2, "3/2")
    assert answer["guess"] in ("bumpy", "mumpy")


def test_mastermind(tmp_path: Path) -> None:
    # Two pegs of three colours. Without a 1 there are 22, 23, 32, 33. After 22 one black peg leaves 23 and 32, none 33:
    # 1 + 2 + 2 + 3 = 8. For 7 a candidate would have to tell the other three apart, and each has two of them alike.
    game = mastermind(2, 3)
    (tmp_path / "codes.tree").write_bytes(encode(game, TreeNode(game.answers.words[0], True), max_guesses=1))

    answer = json.loads(run("--tree", str(tmp_path / "codes.tree"), "--json", "11", "0,0").out)
    assert [answer[key] for key in ("guess", "expected_exact", "n_candidates", "is_exact")] == ["22", "2", 4, True]


def test_batch_answers_off_the_tree_in_place(files: Files) -> None:
    lines = "bumpy _gggg\nlumpy _gggg\nlumpy _gggg mumpy ggggg\nlumpy yyyyy\n"

    result = run("--tree", files.tree, "--allowed", files.allowed, "--batch", stdin=lines)

    assert result.status == 2
    assert result.out == (
        "dumpy\nbdjxx\nsolved: mumpy\n"
        "error: turn 1: no candidate gives yyyyy to lumpy: check the feedback of the turn\n"
    )
    assert result.err.startswith("wordle-next: line 2: exact search: 4 answers left")
    assert result.err.count("\n") == 1
    as_json = run("--tree", files.tree, "--batch", "--json", stdin=lines)
    assert [json.loads(line).get("chosen_by") for line in as_json.out.splitlines()][:2] == ["tree", "search"]
    assert as_json.err == ""


@pytest.mark.parametrize("rule", ["hard", "candidates"])
def test_rule_holds_off_the_tree(rule: str) -> None:
    # y____ for brine: an answer that has a b, not the first letter, and no r, i, n or e: abuzz alone here.
    tree = load(encode(make_game("abuzz brine crane", "moldy", rule), TreeNode("crane", True), max_guesses=1))
    session = tree.replay([("brine", "y____")])
    assert session.candidates() == ["abuzz"]
    assert isinstance(session.departure, OffTreeError)

    with pytest.raises(GameError, match=f"^turn 2: 'moldy' is not legal under rule {rule}"):
        session.play("moldy", "_____")


def test_the_rule_of_thumb_is_the_smallest_expected_cell() -> None:
    session = load("salet").replay([("fudge", "__y__")])
    words = session.candidates()

    def expected_size(guess: str) -> int:
        return sum(size**2 for size in Counter(colours_of(guess, answer) for answer in words).values())

    guess = session.guess or ""

    assert (guess in words, session.source) == (True, RULE_OF_THUMB)
    assert expected_size(guess) == min(map(expected_size, words))


def test_interrupt_ends_a_search_at_once() -> None:
    with Terminal("--tree", "salet", "fuzzy", "_____", "--top=3") as terminal:
        terminal.expect("preparing")
        terminal.send("\x03")
        status = terminal.wait()
        shown = terminal.rest()

    assert status == 130
    assert "Traceback" not in shown


def test_bug_is_one_line_with_its_own_status() -> None:
    console = Console("wordle-next", stderr=(err := io.StringIO()))

    status = console.run({}, "", CommandLine, lambda _: Solver()._in_thread(lambda *_: 1 // 0, nullcontext()))

    assert status == 70
    assert re.match(r"^wordle-next: internal error, please report it: \w+: .*WORDLE_TREE_TRACEBACK=1", err.getvalue())


def test_while_kernels_are_compiled_the_rule_of_thumb_answers_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    """Work that ignores a request to stop stands for the compilation; no second search is started behind it."""
    solver, is_compiled, begun = Solver(time_limit=0.01, silence=0), Event(), []

    def work(*_: object) -> str:
        begun.append(True)
        is_compiled.wait()
        return "found"

    assert [solver._in_thread(work, nullcontext()) for _ in range(2)] == [None] * 2
    assert (begun, solver.is_compiling) == ([True], True)
    assert capsys.readouterr().err == "wordle-next: searching for at most 0.01 s ...\n"
    said = solver.explain(load("salet").replay([("fuzzy", "_____")]))
    assert said.startswith("rule of thumb: 1352 answers left; the exact search is compiled at its first use: ask again")
    is_compiled.set()


@pytest.mark.parametrize(("number", "shown"), [("17/32", "0.5312"), ("483/160", "3.0188"), ("2/3", "0.6667")])
def test_all_commands_round_alike(number: str, shown: str) -> None:
    """Half to even, exactly: 3.01875 as a float is below. A lower bound stays one."""
    assert {decimal(Fraction(number), 4), *map(table.decimal, (Fraction(number), float(Fraction(number))))} == {shown}
    assert 0 <= Fraction(number) - Fraction(table.decimal(Fraction(number), is_bound=True)) < Fraction(1, 10**4)
