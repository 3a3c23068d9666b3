"""`wordle-next --interactive`: whole games through pipes with their exact text, and a real process on a terminal."""

import io
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from next_runs import Result
from next_runs import run as run_next
from processes import line_of
from terminal import ENVIRONMENT, Terminal, plain
from tree_strategies import chain_game, chain_tree, encode, make_game

from wordle_compiler.search.decision_tree import TreeNode
from wordle_runtime import load
from wordle_runtime.layout import MASTERMIND, WORDLE
from wordle_runtime.next.command import main
from wordle_runtime.next.interactive import Painter, Table, parse_line
from wordle_runtime.next.solve import Solver

ANSI = "\x1b["


def run(*arguments: str, stdin: str = "") -> Result:
    return run_next("--interactive", *arguments, stdin=stdin)


FIRST = "turn 1: play bumpy (3 answers left, 2.00 guesses expected, all within 3)\n  bumpy dumpy jumpy\n"
TILES = "   b [u][m][p][y]   _gggg\n"
SECOND = "turn 2: play dumpy (2 answers left, 1.50 more guesses expected, all by turn 3)\n  dumpy jumpy\n"


def test_game_from_beginning_to_end(tree_file: str) -> None:
    lines = ["_ggg", "_gggg", "undo", "list", "_gggg", "GGGGG"]

    status, out, err = run("--tree", tree_file, stdin="\n".join(lines))

    assert (status, err) == (0, "")
    assert out == (
        f"{tree_file}: 3 answers, rule any. Play each guess, then type\n"
        "its colours, one mark per letter: b grey, y yellow, g green. `help` explains the rest.\n"
        f"{FIRST}"
        "turn 1: feedback '_ggg' has 4 marks, the words have 5 letters"
        ": write one mark for each letter, without spaces, such as _y__g\n"
        "   b [u][m][p][y]   _gggg\n"
        f"{SECOND}"
        f"{FIRST}"
        "  bumpy dumpy jumpy\n"
        "   b [u][m][p][y]   _gggg\n"
        f"{SECOND}"
        "  [d][u][m][p][y]   ggggg\n"
        "solved with 2 guesses: dumpy\n"
        "\n"
        "wordle-tree 2/6\n"
        "⬛🟩🟩🟩🟩\n"
        "🟩🟩🟩🟩🟩\n"
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("undo", "nothing to undo: no feedback has been given yet\n"),
        ("_gggg\nUndo 2", f"{TILES}{SECOND}{FIRST}"),
        ("grid", "there are no squares yet: no feedback has been given\n"),
        ("yyyyy", "turn 1: no candidate gives yyyyy to bumpy: check the feedback of the turn\n"),
        ("bumpy", "you play bumpy: type its feedback, or `undo`\n"),
        ("who won?", "'who won?' is no guess and no feedback (`?` ranks guesses, `list` names the answers left"),
        ("Won!", "  [b][u][m][p][y]   ggggg\nsolved with 1 guess: bumpy\n"),
        ("all green", "  [b][u][m][p][y]   ggggg\nsolved with 1 guess: bumpy\n"),
        ("All grey.", "turn 1: no candidate gives _____ to bumpy"),
        ("none", "'none' is no guess and no feedback: type its colours, one mark per letter: b grey, y yellow, g"),
        ("I lost!", "`new` starts another game, `undo` takes the last turn back, `quit` ends this one"),
        ("?lapse", "'?lapse' is no guess and no feedback (`?` ranks guesses, `list` names the answers left"),
        ("list 2", "  bumpy dumpy\n  and 1 more: `list all` shows them\n"),
        ("_gggg\nundo all", f"{TILES}{SECOND}{FIRST}"),
        ("bumpy\n⬛🟩🟩🟩🟩 3/6", f"you play bumpy: type its feedback, or `undo`\n{TILES}{SECOND}"),
        ("bby", "turn 1: feedback 'bby' has 3 marks, the words have 5 letters: write one mark for each letter, "),
        ("ygggg", "turn 1: no candidate gives ygggg to bumpy; look at turn 1 first: with bumpy _gggg 2 words fit\n"),
        ("__q_g", "turn 1: feedback '__q_g' has the unknown mark 'q' at place 3"),
        (2 * "bumpy _gggg\n", f"{TILES}{SECOND}{TILES}that is the turn before again: `undo` takes it back\n"),
        ("bumpy _gggg dumpy", "turn 2: 'dumpy' has no feedback after it: write a guess, a space, its feedback\n"),
        ("\x1b2J", "turn 1: '\\x1b2J' has 3 letters"),
        ("b\x1bc2J", "turn 1: 'b\\x1bc2J' has a character that no word can have\n"),
        ("b\x1bc2J _____", "turn 1: 'b\\x1bc2J' has a character that no word can have\n"),
        ("ab\u202ecd", "turn 1: 'abcd' has 4 letters"),
        ("bumpy dumpy", "turn 1: 'dumpy' stands where the feedback to 'bumpy' belongs: write each turn as crane __y_"),
        ("is BUMPY good?", "'is BUMPY good?' is no guess and no feedback (`?` ranks guesses, `list` names the answers"),
        ("how many words are left", "'how many words are left' is no guess and no feedback (`?` ranks guesses"),
    ],
)
def test_what_is_said_of_a_line(tree_file: str, line: str, said: str) -> None:
    status, out, err = run("--tree", tree_file, stdin=f"{line}\n")

    assert (status, err) == (0, "")
    assert out.partition(FIRST)[2].startswith(said)
    assert "\x1b" not in out


LAST = "turn 3: play jumpy (1 answer left)\n"
ROWS = "Wordle 1,234 X/6\n\n⬛🟩🟩🟩🟩\n⬛🟩🟩🟩🟩\n"
ASKED = "what was guessed in these rows? Type 2 guesses, the first first\n"
ENDS = [
    *((f"_gggg\n{word}", f"   b [u][m][p][y]   _gggg\n{SECOND}") for word in ("", "quit\n", "q\n", "QUIT\n", "exit\n")),
    *((lines, LAST) for lines in ("bumpy _gggg dumpy _gggg\n", "bumpy:_gggg\ndumpy:_gggg\n")),
    ("_gggg\ndumpy 2/6\n", "\nwordle-tree 2/6\n⬛🟩🟩🟩🟩\n🟩🟩🟩🟩🟩\n"),
    ("bumpy\n_gggg\n_gggg\n", LAST),
    ("bumpy x g g g g\n_ g g g g\n", LAST),
    ("Wordle 1,234 2/6*\n\n⬛🟩🟩🟩🟩 bumpy\n⬛🟩🟩🟩🟩 dumpy\n", LAST),
    # What follows the rows is no part of what was pasted, whatever the title says.
    ("Wordle 1,234 3/6\n⬛🟩🟩🟩🟩 bumpy\n_gggg\n", LAST),
    ("Wordle 1,234 3/6\n_gggg\n", SECOND),
    ("Wordle 1,234 3/6*\nbumpy _gggg\ndumpy _gggg\n", LAST),
    (2 * "Wordle 1,234\n⬛🟩🟩🟩🟩 bumpy\n", f"it begins anew\n   b [u][m][p][y]   _gggg\n{SECOND}"),
    # The squares alone say nothing of the words.
    (f"{ROWS}\nbumpy\n_gggg\n", f"{ASKED}{TILES}{TILES.replace('b', 'd', 1)}{LAST}"),
    ("⬛🟩🟩🟩🟩\n⬛🟩🟩🟩🟩\n\nbumpy dumpy\n", f"{ASKED}{TILES}{TILES.replace('b', 'd', 1)}{LAST}"),
    ("⬛🟩🟩🟩🟩\n\n", f"more rows next, with their words; a blank line ends them\n{TILES}{SECOND}"),
    # They are asked for once, and each word is looked at.
    (f"{ROWS}\nbumpy\nbump\ndumpy\n", f"explains the rest)\n{TILES.replace('b', 'd', 1)}{LAST}"),
    (f"{ROWS}\nbumpy\ndumpy\nundo\ndumpy\n", 2 * f"{TILES.replace('b', 'd', 1)}{LAST}"),
    ("Wordle 1,234 X/6\n⬛🟩🟩🟩🟩\n⬛🟩🟩🟩🟩\nbumpy\ndumpy\n", LAST),
    # A word of one's own is taken back before the turn.
    ("_gggg\ndumpy\nundo\nundo\n", f"you play dumpy: type its feedback, or `undo`\n{SECOND}{FIRST}"),
    ("_gggg\n_gggg\nnew\n", f"{LAST}{FIRST}"),
]


@pytest.mark.parametrize(("lines", "end"), ENDS, ids=[lines for lines, _ in ENDS])
def test_what_is_shown_last(tree_file: str, lines: str, end: str) -> None:
    status, out, err = run("--tree", tree_file, stdin=lines)

    assert (status, err) == (0, "")
    assert out.endswith(end)


def test_a_solved_game_can_be_taken_back_and_begun_again(tree_file: str) -> None:
    lines = ["dumpy ggggg", "jumpy", "", "?", "undo", "_gggg", "ggggg", "new", "undo"]

    out = run("--tree", tree_file, stdin="\n".join(lines)).out.partition(FIRST)[2]

    refused = "the game is solved: type `new` for another, or `undo` to take the last turn back\n"
    grid, row = "\nwordle-tree {}/6\n{}🟩🟩🟩🟩🟩\n", "⬛🟩🟩🟩🟩\n"
    assert out == (
        f"  [d][u][m][p][y]   ggggg\nsolved with 1 guess: dumpy\n{grid.format(1, '')}"
        f"{refused}{refused}{FIRST}"
        f"   b [u][m][p][y]   _gggg\n{SECOND}"
        f"  [d][u][m][p][y]   ggggg\nsolved with 2 guesses: dumpy\n{grid.format(2, row)}"
        f"{FIRST}nothing to undo: no feedback has been given yet\n"
    )


def test_help_names_every_command(tree_file: str) -> None:
    out = run("--tree", tree_file, stdin="help\n").out

    for command in ("?", "list", "undo", "grid", "new", "quit"):
        assert f"\n  {command:<5}" in out
    assert [run("--tree", tree_file, stdin=line).out for line in ("\n", "h\n")] == [out, out]


def test_long_list_is_cut_and_shown_on_demand() -> None:
    out, every = (run("--tree", "salet", stdin=lines).out for lines in ("zzaqq\nlist\n", "nnnny\nlist all\n"))

    assert "turn 1: 'zzaqq' is not in the list original-allowed; if it is new" in out
    assert "turn 1: feedback 'nnnny' has the unknown mark 'n' at place 1: write one mark" in every
    assert "  and 2295 more: `list all` shows them\n" in out
    assert len(re.findall(r"^  (?:[a-z]{5} ?)+$", out, re.MULTILINE)) == 2
    words = " ".join(re.findall(r"^  ((?:[a-z]{5} ?)+)$", every, re.MULTILINE)).split()
    assert (len(words), words[0], words[-1]) == (2315, "aback", "zonal")


def test_off_the_tree_and_back() -> None:
    lines = ["crane _____", "sloth", "_y_yy", "undo", "undo", "__y_g"]

    status, out, err = run("--tree", "salet", stdin="\n".join(lines))

    assert (status, err) == (0, "")
    # The figures are those of the README's analysis: 263 candidates and 735 guesses after CRANE, then LIGHT alone.
    sloth = "turn 2: play sloth (exact search: 263 answers left, 2.79 more guesses expected,\n  all by turn 6)\n"
    assert out.count(sloth) == 2
    assert "   s (l) o (t)(h)   _y_yy\nturn 3: play light (1 answer left)\n" in out
    assert out.endswith("turn 2: play bling (13 answers left, 2.08 more guesses expected, all by turn 4)\n")


def test_a_game_goes_on_with_the_tree_that_opens_with_the_first_guess() -> None:
    """No search is needed; a feedback that cannot be and the way back leave the game as it was."""
    status, out, err = run(stdin="slate\nggggy\n__y_g\nundo\n__y_g\nnew\nslate __y_g")

    in_tree = load("nyt-slate").next_guess("slate __y_g")
    assert (status, err) == (0, "")
    assert out.count("turn 1: play tarse ") == 3
    assert out.count(f"turn 2: play {in_tree} ") == 2
    assert f"turn 2: play {load('nyt').next_guess('tarse __y_g')} " in out
    assert out.count("search") == 0
    assert "ggggy" in out


def test_alternatives_are_ten_with_what_each_costs() -> None:
    out = run("--tree", "salet", "salet", "__y_g", stdin="?\n").out

    rows = out.partition("  guess  expected   costs\n")[2].splitlines()
    # As `wordle-analyze position` has it in the README: 27 guesses for 13 candidates, 28 with GLINT.
    assert len(rows) == 10
    assert rows[0] == "  bling    2.0769  0.0000  suggested"
    assert rows[4] == "  glint    2.1538  0.0769  may be the answer"
    played = run("--hard", "stare", "_yy__", "hatch", "_gggg", stdin="?\n").out
    assert "\n  gatch  may not find the answer within 8 guesses\n  natch  may" in played


SPLITTERS = "bdjaa bdjcc bdjee bdjff bdjgg bdjhh bdjii bdjkk bdjnn bdjoo bdjqq bdjrr"
"""Twelve words that are not answers; each tells four answers that differ in their first letters apart."""


Alternatives = Callable[[TreeNode], list[str]]


@pytest.fixture
def alternatives(tmp_path: Path) -> Alternatives:
    """Returns the rows of `?` at the start of a tree for the answers bumpy, dumpy, jumpy and lumpy."""

    def ask(root: TreeNode) -> list[str]:
        game = make_game("bumpy dumpy jumpy lumpy", SPLITTERS)
        (tmp_path / "four.tree").write_bytes(encode(game, root))
        (tmp_path / "allowed").write_text("\n".join(game.allowed.words), encoding="utf-8")
        out = run("--tree", str(tmp_path / "four.tree"), "--allowed", str(tmp_path / "allowed"), stdin="?\n").out
        return out.partition("  guess  expected   costs\n")[2].splitlines()

    return ask


def test_suggested_guess_comes_first_among_its_equals(alternatives: Alternatives) -> None:
    # b is green for bumpy alone, d and j are yellow for dumpy and jumpy alone.
    words = {0: "lumpy", 9: "jumpy", 27: "dumpy", 162: "bumpy"}
    rows = alternatives(TreeNode("bdjoo", False, {code: TreeNode(word, True) for code, word in words.items()}))

    # The search ranks equals by alphabet.
    assert rows[0] == "  bdjoo    2.0000  0.0000  suggested"
    assert [row.split()[0] for row in rows[1:]] == SPLITTERS.split()[:9]


def test_a_word_that_breaks_the_hard_rule_is_refused_with_what_it_lacks(tmp_path: Path) -> None:
    (tmp_path / "hard.tree").write_bytes(encode(chain_game("hard"), chain_tree()))

    out = run("--tree", str(tmp_path / "hard.tree"), stdin="_gggg\nbodge\nbodge _____\n").out

    assert out.count("turn 2: 'bodge' is not legal under rule hard: it must have 'u' in place 2\n") == 2


def test_a_search_of_all_openers_says_first_that_it_takes_long(capsys: pytest.CaptureFixture[str]) -> None:
    """No table has the openers of rule hard; here the search gets no time at all."""
    Table("nyt-hard", load("nyt-hard").replay, Solver(time_limit=0), io.StringIO("?\n"), io.StringIO()).play([])

    long = "a search of 14855 guesses for 3158 answers can take minutes or hours; quicker: `wordle-analyze opener"
    assert capsys.readouterr().err.startswith(f"wordle-next: {long} --top 5 --hard`;")


def test_search_that_is_cut_short_is_told() -> None:
    """The command's shortest limit is a second; here the search gets no time at all."""
    stdout = io.StringIO()

    Table("salet", load("salet").replay, Solver(time_limit=0), io.StringIO("fuzzy _____\n?\n"), stdout).play([])

    out = stdout.getvalue()
    assert "\nturn 2: play raise (rule of thumb: 1352 answers left)\n" in out
    assert out.endswith(
        "the search was cut short: ask again when fewer candidates are left, or with a larger --time-limit\n"
    )


def test_history_that_cannot_be_ends_at_once() -> None:
    status, out, err = run("--tree", "salet", "crane", "yyyyy", stdin="quit\n")

    assert status == 2
    assert err.startswith("wordle-next: turn 1: no candidate gives yyyyy to crane")
    assert "turn 1: play" not in out


def test_bytes_that_are_no_text_do_not_end_a_game(tree_file: str) -> None:
    done = subprocess.run(
        line_of(f"wordle-next --tree {tree_file} --interactive")[0],
        input=b"\xff\n_gggg\nggggg\n",
        capture_output=True,
        env=ENVIRONMENT | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        check=False,
    )

    assert (done.returncode, done.stderr) == (0, b"")
    # No squares in ASCII: the marks say the same.
    assert done.stdout.endswith(b"solved with 2 guesses: dumpy\n\nwordle-tree 2/6\n_gggg\nggggg\n")


def test_interrupt_at_a_question_ends_the_game(tree_file: str) -> None:
    class Interrupted(io.StringIO):
        def readline(self, _size: int | None = -1, /) -> str:
            raise KeyboardInterrupt

    out, err = io.StringIO(), io.StringIO()

    assert main(["--tree", tree_file, "--interactive"], Interrupted(), out, err) == 130
    assert out.getvalue().endswith(FIRST)
    assert err.getvalue() == "wordle-next: stopped\n"


def test_words_of_other_alphabets_and_signs_are_shown_and_played(tmp_path: Path) -> None:
    """Right to left, emoji, quotes, markup: what is printable is a word like any other."""
    words = ["<b>&\\", "'\"`$%", "אבגדה", "🟩🟨⬛🐍é"]
    game = make_game(" ".join(words))
    (tmp_path / "x.tree").write_bytes(encode(game, TreeNode(words[0].casefold(), True, {}), max_guesses=1))

    status, out, err = run("--tree", str(tmp_path / "x.tree"), stdin="אבגדה\nggggg\n")

    assert (status, err) == (0, "")
    assert out.partition("solved with 1 guess: ")[2].startswith("אבגדה\n")


@pytest.mark.parametrize(
    ("text", "command", "words"),
    [
        ("__y_g", "feedback", ["__y_g"]),
        ("crane", "play", ["crane"]),
        ("CRANE", "play", ["CRANE"]),
        ("share", "play", ["share"]),
        ("grids", "play", ["grids"]),
        ("crane __y_g", "turns", ["crane __y_g"]),
        ("b y b  b G", "feedback", ["b y b  b G"]),
        ("crane:__y_g", "turns", ["crane:__y_g"]),
        ("crane:__y_g shale:_y__g", "turns", ["crane:__y_g shale:_y__g"]),
        ("list all", "list", ["all"]),
        ("List.", "list", []),
        ("/restart!", "new", []),
        ("new game please", "new", []),
        ("undo, please", "turns", ["undo, please"]),
        ("Undo please", "undo", ["please"]),
        ("back grey green black b y", "turns", ["back grey green black b y"]),
        ("cr a n e", "play", ["crane"]),
        ("list __y_g", "turns", ["list __y_g"]),
        ("?", "best", []),
        ("  ", "help", []),
        ("⬛🟨⬛⬜🟩", "feedback", ["⬛🟨⬛⬜🟩"]),
        (":yellow_square:" * 5, "feedback", [":yellow_square:" * 5]),
        (":large_green_square:" * 2, "play", ["🟩🟩"]),
        ("y y", "play", ["yy"]),
        ("C R A N E", "play", ["CRANE"]),
        ("crane=__y_g", "turns", ["crane=__y_g"]),
        ("play _____", "turns", ["play _____"]),
    ],
)
def test_lines_are_understood(text: str, command: str, words: list[str]) -> None:
    assert parse_line(text, 5, WORDLE) == (command, words)


def test_word_that_looks_like_something_else_can_be_played() -> None:
    assert parse_line("list", 4, WORDLE)[0] == "list"
    assert parse_line("by", 2, WORDLE)[0] == "feedback"
    codes = "1123", "2b1w", "9b1w", "2R1W"
    assert [parse_line(text, 4, MASTERMIND)[0] for text in codes] == ["play", "feedback", "play", "feedback"]


class Screen(io.StringIO):
    """Says that it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1", "TERM": "xterm"}, {"TERM": "dumb"}], ids=str)
def test_colours_can_be_forbidden(monkeypatch: pytest.MonkeyPatch, environment: dict[str, str]) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert ANSI in Painter(Screen()).turn("salet", 11, WORDLE)
    assert ANSI not in Painter(io.StringIO()).turn("salet", 11, WORDLE)

    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    # 00102 in base 3 is 11: l yellow, t green.
    assert Painter(Screen()).turn("salet", 11, WORDLE) == " s  a (l) e [t]   __y_g"


def test_game_on_a_terminal(tree_file: str) -> None:
    with Terminal("--interactive", "--tree", tree_file) as terminal:
        terminal.expect("bumpy> ")
        terminal.say("_gggg")
        shown = terminal.expect("dumpy> ")
        # Grey b, then four green tiles; and the same in marks.
        tiles = next(line for line in shown.splitlines() if "48;5;240m" in line)
        assert tiles.count("48;5;71m") == 4
        assert plain(tiles) == "   b  u  m  p  y    _gggg"
        terminal.say("undo")
        terminal.expect("bumpy> ")
        terminal.say("bumpy _gggg")
        terminal.expect("dumpy> ")
        terminal.say("ggggg")
        shown = terminal.expect("undo, new or quit> ")
        assert plain(shown).endswith("wordle-tree 2/6\n⬛🟩🟩🟩🟩\n🟩🟩🟩🟩🟩\nundo, new or quit> ")
        terminal.say("quit")
        status = terminal.wait()

    assert status == 0


@pytest.mark.parametrize(("key", "status"), [("\x04", 0), ("\x03", 130)], ids=["ctrl-d", "ctrl-c"])
def test_keys_that_end_a_game(tree_file: str, key: str, status: int) -> None:
    with Terminal("--interactive", "--tree", tree_file) as terminal:
        terminal.expect("bumpy> ")

        assert terminal.wait(press=key) == status
        # The shell's prompt comes on a line of its own.
        said = "wordle-next: stopped\n" if status else ""
        assert plain(terminal.rest()).replace("^C", "").replace("^D", "").strip("\b") == f"\n{said}"


def test_interrupt_during_a_search_takes_a_quick_guess_and_goes_on() -> None:
    with Terminal("--interactive", "--tree", "salet") as terminal:
        terminal.expect("salet> ")
        terminal.say("fuzzy _____")
        terminal.expect("searching for at most 10 s, so far by a rule of thumb: ")
        terminal.send("\x03")
        terminal.expect("turn 2: play ")
        assert "(rule of thumb: 1352 answers left)" in plain(terminal.expect("> "))
        terminal.say("undo")
        terminal.expect("salet> ")
        terminal.say("quit")

        assert terminal.wait() == 0
        assert "Traceback" not in terminal.rest()


def test_line_can_be_edited_and_an_earlier_one_called_back(tree_file: str) -> None:
    pytest.importorskip("readline")
    with Terminal("--interactive", "--tree", tree_file) as terminal:
        terminal.expect("bumpy> ")
        # A typing error taken back with the backspace key.
        terminal.say("_gggx\x7fg")
        terminal.expect("dumpy> ")
        terminal.say("undo")
        terminal.expect("bumpy> ")
        # Twice up: the feedback again.
        terminal.say("\x1b[A\x1b[A")
        terminal.expect("dumpy> ")
