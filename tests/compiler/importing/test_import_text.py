"""Trees from text: the round trip to the same bytes, a tree from elsewhere, and what is refused at which line."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from export_trees import FOUR, HOSTILE, THREE, compiled, game_of, hostile_tree
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import RULES, small_game

import wordle_trees
from wordle_compiler import Game, Rule, Weights, WordList, compile_tree, load_list
from wordle_compiler.commands.tree import tree_command
from wordle_compiler.export.text import to_text
from wordle_compiler.game.mastermind import mastermind
from wordle_compiler.importing.text import ImportedTree, import_text
from wordle_compiler.machine.errors import InputError
from wordle_runtime import Tree, load
from wordle_runtime.verification.verify import verify

Run = Callable[..., Result]

# As solvers publish trees, and made by hand: BODGE tells the three answers apart. The last line is full, with capitals.
FROM_ELSEWHERE = """\
bodge BBBBB1 jumpy GGGGG2
      BBYBB1 dumpy GGGGG2
bodge GBBBB1 BUMPY GGGGG2
"""
CHAIN = """\
bumpy BGGGG1 dumpy BGGGG2 jumpy BGGGG3 kumpy GGGGG4
                                GGGGG3
                   GGGGG2
      GGGGG1
"""


def imported(text: str, game: Game, **options: object) -> ImportedTree:
    return import_text(text.splitlines(), game, **options)  # type: ignore[arg-type]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `wordle-tree` in a folder with the lists of the hand-made trees."""
    (tmp_path / "three").write_text("\n".join(THREE))
    (tmp_path / "allowed").write_text("\n".join((*THREE, "bodge")))
    monkeypatch.chdir(tmp_path)

    def invoke(*args: str, stdin: str | None = None) -> Result:
        return CliRunner().invoke(tree_command, args, input=stdin, prog_name="wordle-tree")

    return invoke


def test_a_tree_from_elsewhere_imports_verifies_and_answers() -> None:
    game = game_of(THREE, "bodge")

    data = imported(FROM_ELSEWHERE, game).data

    tree = load(data)
    assert verify(data, answers=game.answers.words, allowed=game.allowed.words).holds
    assert (tree.opener, tree.guarantee.total, tree.guarantee.histogram) == ("bodge", 6, (0, 3))
    assert [tree.next_guess(f"bodge {marks}") for marks in ("_____", "__y__", "g____")] == ["jumpy", "dumpy", "bumpy"]
    assert (tree.info.strategy, tree.info.options) == ("imported", ())
    assert (tree.info.status, tree.info.objective) == ("heuristic", "total")
    assert tree.info.game.max_guesses == 6


def test_a_tree_of_codes_from_elsewhere_imports_and_answers() -> None:
    # Against 11 and 22, one of 12 is in its place; against 21, both are out of it.
    text = "12 0b2w1 21 2b0w2\n   1b0w1 11 0b0w2 22 2b0w3\n            2b0w2\n   2b0w1\n"

    tree = load(imported(text, mastermind(2, 2)).data)

    assert (tree.opener, tree.guarantee.histogram) == ("12", (1, 2, 1))
    assert tree.next_guess("12 1b 11 0b0w") == "22"
    assert to_text(tree) == text


@pytest.mark.parametrize("has_header", [False, True], ids=["bare", "header"])
@pytest.mark.parametrize("is_full", [False, True], ids=["hollow", "full"])
@pytest.mark.parametrize("is_mangled", [False, True], ids=["", "mangled"])
def test_an_imported_tree_goes_to_text_and_back(is_full: bool, has_header: bool, is_mangled: bool) -> None:
    game = game_of(FOUR)
    data = imported(CHAIN, game).data

    text = to_text(load(data), is_full=is_full, has_header=has_header)
    if is_mangled:
        # What a mail or a forum does with runs of white space, and with line ends.
        text = "".join(f"{re.sub(' +', ' ', line)} \t\r\n" for line in text.splitlines())

    assert imported(text, game).data == data
    assert is_full or is_mangled or has_header or text == CHAIN


def options_of(name: str) -> tuple[Game, Tree]:
    answers, allowed, rule = {
        "plate": ("original-answers", "original-answers", Rule.CANDIDATES),
        "salet": ("original-answers", "original-allowed", Rule.ANY),
    }[name]
    return Game(load_list(answers), load_list(allowed), rule), load(name)


@pytest.mark.parametrize("name", ["plate", "salet"])
def test_a_shipped_tree_goes_to_text_and_back(name: str) -> None:
    """The claim comes back with it."""
    game, tree = options_of(name)

    again = imported(to_text(tree, has_header=True), game)

    assert again.is_restored
    assert again.data == wordle_trees.read(name)


def test_without_the_header_nothing_is_claimed() -> None:
    game, tree = options_of("plate")

    again = imported(to_text(tree), game)

    assert not again.is_restored
    assert load(again.data).nodes == tree.nodes
    assert (load(again.data).info.strategy, load(again.data).info.status) == ("imported", "heuristic")


@pytest.mark.parametrize(
    ("strategy", "options"),
    [
        pytest.param("optimal", {}, id="optimal"),
        pytest.param("optimal", {"opener": "jumpy"}, id="fixed opener"),
        pytest.param("optimal", {"opener": ["jumpy", "kumpy"]}, id="fixed openers"),
        pytest.param("optimal", {"objective": "worst-case"}, id="objective"),
        pytest.param("random", {"options": {"seed": 7}}, id="options"),
        pytest.param("minimax", {"max_guesses": 2, "allow_unsolved": True}, id="unsolved"),
        pytest.param("minimax", {"max_guesses": 1, "allow_unsolved": True}, id="one guess"),
    ],
)
@pytest.mark.parametrize("is_full", [False, True], ids=["hollow", "full"])
def test_a_compiled_tree_goes_to_text_and_back_to_the_same_bytes(
    strategy: str, options: dict[str, object], is_full: bool
) -> None:
    game = game_of(FOUR)
    data = compile_tree(game, strategy, n_workers=1, **options).data  # type: ignore[arg-type]

    text = to_text(load(data), has_header=True, is_full=is_full)
    again = imported(text, game, allow_unsolved="allow_unsolved" in options)

    assert (again.is_restored, again.was_changed) == (True, False)
    assert again.data == data


def test_weights_go_to_text_and_back() -> None:
    game = game_of(FOUR)
    weights = Weights.of(dict(zip(FOUR, (1, 2, 3, 4), strict=True)), game.answers, "how often")
    data = compile_tree(game, weights=weights, n_workers=1).data
    text = to_text(load(data), has_header=True)
    renamed = Weights.of(weights.by_word, game.answers, "another name")

    assert imported(text, game, weights=renamed).data == data
    with pytest.raises(InputError, match="the weights 'how often': give them with --weights"):
        imported(text, game)


def test_hostile_words_go_to_text_and_back() -> None:
    tree = hostile_tree()
    game = game_of(HOSTILE, rule=Rule.CANDIDATES)

    text = to_text(tree, has_header=True)
    again = imported(text, game)

    assert again.is_restored
    assert load(again.data) == tree


@settings(max_examples=40, deadline=None)
@given(
    seed=st.integers(0, 10_000), rule=st.sampled_from(RULES), is_full=st.booleans(), limit=st.sampled_from([2, 3, 24])
)
def test_trees_of_small_games_go_to_text_and_back(seed: int, rule: Rule, is_full: bool, limit: int) -> None:
    game = small_game(seed).under(rule)
    data = compile_tree(game, "first", max_guesses=limit, allow_unsolved=True, n_workers=1).data

    text = to_text(load(data), has_header=True, is_full=is_full)

    assert imported(text, game, allow_unsolved=True).data == data


CHANGED = {
    "claim": ('"status": "heuristic"', '"status": "optimal"'),
    "strategy": ('"imported"', '"optimal"'),
    "options": ('"options": {}', '"options": {"opener": "bumpy"}'),
    "limit": ("# max_guesses 6", "# max_guesses 7"),
    "name of a list": ('"name": "answers"', '"name": "original-answers"'),
    "empty name of a list": ('"name": "answers"', '"name": ""'),
    "unknown claim": ('"status": "heuristic"', '"status": "best"'),
    "control character": ('"imported"', '"\\u001b[31m"'),
    "digest": ('# sha256 "', '# sha256 "0'),
    "a guess": (
        "jumpy BGGGG3 kumpy GGGGG4\n                                GGGGG3",
        "kumpy BGGGG3 jumpy GGGGG4\n                                GGGGG3",
    ),
}


@pytest.mark.parametrize(("before", "after"), CHANGED.values(), ids=CHANGED)
def test_a_changed_export_loses_its_claim(before: str, after: str) -> None:
    game = game_of(FOUR)
    text = to_text(load(imported(CHAIN, game).data), has_header=True)
    assert before in text

    again = imported(text.replace(before, after), game)

    assert (again.is_restored, again.was_changed) == (False, True)
    assert (load(again.data).info.strategy, load(again.data).info.status) == ("imported", "heuristic")


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ('# rule "any"', '# rule "hard"', "the text is for rule 'hard', not any: say so with --rule"),
        ('# kind "wordle"', '# kind "mastermind"', "the text is for kind 'mastermind', not wordle: say so with --game"),
        ('"sha256": "', '"sha256": "0', "the text is for other answers than answers: for the list 'answers'"),
        ('# rule "any"', "# rule any", "the text, line 3: this is not a line '# rule'"),
        ('# rule "any"', "# rule [[", "the text, line 3: this is not a line '# rule'"),
        ("# max_guesses 6", "# max_guesses 0", "the text, line 4: this is not a line '# max_guesses'"),
        ("# max_guesses 6", "# max_guesses 6.0", "the text, line 4: this is not a line '# max_guesses'"),
        ("# max_guesses 6", "# max_guesses true", "the text, line 4: this is not a line '# max_guesses'"),
        ('"options": {}', '"options": {"a": 1e99}', "the text, line 8: this is not a line '# strategy'"),
        ('"options": {}', '"options": {"a": 9223372036854775808}', "the text, line 8: this is not a line '# strategy'"),
        ('"name": "imported"', '"name": "\\ud800"', "the text, line 8: this is not a line '# strategy'"),
        ("# weights null\n", "", "the text, line 7: this is not a line '# weights'"),
    ],
)
def test_a_header_that_cannot_be_is_refused(before: str, after: str, said: str) -> None:
    game = game_of(FOUR)
    text = to_text(load(imported(CHAIN, game).data), has_header=True)
    assert before in text

    with pytest.raises(InputError) as caught:
        imported(text.replace(before, after), game)

    assert str(caught.value).startswith(said)
    assert str(caught.value).isprintable()


def test_a_header_alone_is_refused() -> None:
    with pytest.raises(InputError, match="cut short"):
        imported('# wordle-tree text 1\n# kind "wordle"', game_of(FOUR))


# Each breaks the chain's text at one line. Lines are those of CHAIN, counted from 1; an added one is line 5.
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
    "the same line twice": (lambda lines: [*lines, lines[3]], "line 5: it is the same as line 4"),
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
        lambda lines: [lines[0].replace("jumpy", "lumpy"), *lines[1:]],
        "line 1: 'lumpy' is not an allowed guess in allowed",
    ),
    "a guess that is no answer wins": (
        lambda lines: [*lines[:3], "      BBBBB1 bodge GGGGG2"],
        "line 4: 'bodge' is not an answer in answers",
    ),
    "a guess of another length": (lambda lines: [*lines, "bumpys GGGGG1"], "line 5: 'bumpys' has 6 letters"),
    "a feedback of another length": (
        lambda lines: [*lines, "bumpy GGGG1"],
        "line 5: 'GGGG1' is not a feedback with the",
    ),
    "an unknown mark": (lambda lines: [*lines, "bumpy BXGGG1"], "line 5: feedback 'BXGGG' has the unknown mark 'X'"),
    "no turn": (lambda lines: [*lines, "bumpy GGGGG"], "line 5: 'GGGGG' is not a feedback with the number of its turn"),
    "turn 0": (lambda lines: [*lines, "bumpy GGGGG0"], "line 5: 'GGGGG0' is turn 0 where turn 1 is due"),
    "another turn": (lambda lines: [*lines, "bumpy GGGGG2"], "line 5: 'GGGGG2' is turn 2 where turn 1 is due"),
    "a turn in other digits": (lambda lines: [*lines, "bumpy GGGGG１"], "line 5: 'GGGGG１' is not a feedback with"),
    "a turn of many digits": (lambda lines: [*lines, "bumpy GGGGG" + "1" * 5000], "line 5: 'GGGGG1111"),
    "a hollow line from turn 0": (lambda lines: [*lines, "      GGGGG0"], "line 5: it begins at turn 0"),
    "a hollow line from a turn too far": (
        lambda lines: [*lines, "      GGGGG3"],
        "line 5: it begins at turn 3 of",
    ),
    "a guess without feedback": (lambda lines: [*lines, "bumpy"], "line 5: the last guess 'bumpy' has no feedback"),
    "a hollow guess without feedback": (
        lambda lines: [*lines, "      BGGGG1 dumpy"],
        "line 5: the last guess 'dumpy' has no feedback",
    ),
    "a control character": (lambda lines: [*lines, "bum\x1by GGGGG1"], "line 5: 'bum\\x1by' has the unprintable"),
    "something else": (
        lambda _lines: ["<html lang=en>"],
        "line 1: 'lang=en>' is not a feedback with the number of its",
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

    with pytest.raises(InputError, match="line 5: it ends where line 1 goes on"):
        imported(CHAIN + "bumpy BGGGG1\n", game, allow_unsolved=True)
    with pytest.raises(InputError, match="line 2: it goes on after the end of line 1"):
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
        # BODGE is no answer; and BUMPY's green letters are not kept by it.
        (Rule.CANDIDATES, "line 1: after bumpy BGGGG plays 'bodge', which is not a candidate there"),
        (Rule.HARD, "line 1: after bumpy BGGGG plays 'bodge', which rule hard does not allow"),
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


@settings(max_examples=200, deadline=None)
@given(text=st.text(alphabet="bumpydjkBGY12345 \n\t#", max_size=120))
def test_any_text_is_a_tree_or_one_error(text: str) -> None:
    found = outcome(text, game_of(FOUR))

    assert found.isprintable() if isinstance(found, str) else verify(found).holds


@settings(max_examples=150, deadline=None)
@given(data=st.data())
def test_a_damaged_text_is_a_tree_that_holds_or_one_error(data: st.DataObject) -> None:
    game = game_of(FOUR)
    text = to_text(load(imported(CHAIN, game).data), has_header=data.draw(st.booleans()))
    place = data.draw(st.integers(0, len(text) - 1))
    damaged = text[:place] + data.draw(st.sampled_from(["", " ", "\n", "x", "G", "9", '"', "\x00"])) + text[place + 1 :]

    found = outcome(damaged, game)

    if isinstance(found, str):
        assert found.isprintable()
    else:
        assert verify(found, answers=game.answers.words, allowed=game.allowed.words).holds
        assert load(found).info.status == "heuristic"


def test_command_writes_the_tree_and_reports_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "found.txt").write_text(FROM_ELSEWHERE)

    result = run("import", "found.txt", "--answers", "three", "--allowed", "allowed", "-o", "found.tree")

    n_bytes = (tmp_path / "found.tree").stat().st_size
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        "opener     bodge\n"
        "strategy   imported, rule any\n"
        "solved     3 of 3 answers, 4 guesses allowed\n"
        "total      6\n"
        "mean       2.0000\n"
        "worst case 2 guesses\n"
        "claimed    heuristic: nothing beyond the numbers above\n"
        f"file       found.tree, {n_bytes} bytes\n"
        "\n"
        "guesses  answers\n"
        f"      2        3  {'█' * 40}\n"
    )
    assert run("verify", "found.tree", "--answers", "three", "--allowed", "allowed").exit_code == 0


def test_command_names_the_file_itself(run: Run, tmp_path: Path) -> None:
    result = run("import", "-", "--answers", "three", "--allowed", "allowed", "--json", stdin=FROM_ELSEWHERE)

    assert result.exit_code == 0
    assert json.loads(result.stdout)["file"] == "bodge.imported.any.tree"
    assert load(tmp_path / "bodge.imported.any.tree").opener == "bodge"


def test_tree_on_standard_output_sends_the_report_to_standard_error(run: Run, tmp_path: Path) -> None:
    arguments = ("import", "-", "--answers", "three", "--allowed", "allowed", "--json")
    run(*arguments, "-o", "found.tree", stdin=FROM_ELSEWHERE)
    result = run(*arguments, "-o", "-", stdin=FROM_ELSEWHERE)

    assert (result.exit_code, result.stdout_bytes) == (0, (tmp_path / "found.tree").read_bytes())
    assert json.loads(result.stderr)["file"] == "-"


def test_command_goes_to_the_same_bytes(run: Run, tmp_path: Path) -> None:
    words = WordList.from_words(THREE, "three")
    data = compile_tree(Game(words, words), n_workers=1).data
    (tmp_path / "a.tree").write_bytes(data)

    assert run("export", "a.tree", "--format", "text", "--header", "-o", "a.txt").exit_code == 0
    result = run("import", "a.txt", "--answers", "three", "--allowed", "three", "-o", "b.tree")

    assert (result.exit_code, result.stderr) == (0, "")
    assert (tmp_path / "b.tree").read_bytes() == data


def test_command_says_that_a_claim_is_dropped(run: Run, tmp_path: Path) -> None:
    text = to_text(load(imported(FROM_ELSEWHERE, game_of(THREE, "bodge")).data), has_header=True)
    (tmp_path / "a.txt").write_text(text.replace('"heuristic"', '"optimal"'))

    result = run("import", "a.txt", "--answers", "three", "--allowed", "allowed", "-o", "a.tree")

    assert (result.exit_code, result.stderr) == (
        0,
        "wordle-tree import: a.txt was changed since it was exported: its claim is dropped\n",
    )
    assert "claimed    heuristic" in result.stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["nowhere.txt"], "'nowhere.txt' is not a file: name a tree's text, or - for standard input"),
        (["."], "'.' is not a file"),
        (["three"], "three, line 1: the last guess 'bumpy' has no feedback after it"),
        (["binary"], "binary, line 1: byte 0xff is not UTF-8 text"),
        (["-", "--answers", "-"], "standard input can be read only once"),
        (["three", "-o", "nowhere/x.tree"], "there is no folder nowhere"),
        (["three", "--rule", "hard", "--game", "mastermind"], "rule hard is about green and yellow letters"),
        (["three", "--weights", "nowhere"], "nowhere is neither a list's name nor a file"),
    ],
)
def test_command_refuses_in_one_line(run: Run, tmp_path: Path, args: list[str], said: str) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe")

    result = run("import", *args, stdin="")

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"wordle-tree import: {said}")
    assert result.stderr.count("\n") == 1
    assert not list(tmp_path.glob("*.tree"))
