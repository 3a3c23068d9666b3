"""Trees from text: the round trip to the same bytes, a tree from elsewhere, and the command."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from export_trees import FOUR, HOSTILE, THREE, game_of, hostile_tree
from hypothesis import given, settings
from hypothesis import strategies as st
from imported_text import CHAIN, imported
from small_games import RULES, small_game

import wordle_trees
from wordle_compiler import Game, Rule, Weights, WordList, compile_tree, load_list
from wordle_compiler.commands.tree import tree_command
from wordle_compiler.compilation.extended_tree import compile_extended
from wordle_compiler.export.text import to_text
from wordle_compiler.game.mastermind import mastermind
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


@pytest.mark.parametrize("rule", ["any", "hard"])
def test_likely_answers_go_to_text_and_back(rule: str) -> None:
    """Only two of four words are likely; the tree finds all four, and is optimal on the two within 3 guesses."""
    likely = WordList("likely", FOUR[:2])
    game = Game(likely, WordList("all", tuple(sorted(FOUR))), Rule(rule))
    data = compile_extended(game, game.allowed, max_guesses=3, n_workers=1).data
    tree = load(data)
    text = to_text(tree, has_header=True)
    whole = Game(game.allowed, game.allowed, Rule(rule))
    assert tree.guarantee.likely is not None

    again = imported(text, whole, likely=WordList("another name", FOUR[:2]))
    changed = imported(text.replace('"optimal', '"upper bound', 1), whole, likely=likely)

    assert (again.data, again.is_restored) == (data, True)
    assert (changed.is_restored, changed.was_changed) == (False, True)
    assert load(changed.data).likely_answers == likely.words
    for wrong in (None, WordList("likely", FOUR[:3])):
        with pytest.raises(InputError, match=r"for the likely answers 'likely' with the sha256 .* --likely, or remove"):
            imported(text, whole, likely=wrong)


def test_a_text_from_elsewhere_with_likely_answers() -> None:
    tree = load(imported(CHAIN, game_of(FOUR), likely=WordList("likely", FOUR[:2])).data)
    found = tree.guarantee.likely

    assert tree.likely_answers == FOUR[:2]
    assert found is not None
    assert (found.max_guesses, found.total, tree.guarantee.total) == (6, 3, 10)


@pytest.mark.parametrize(
    ("rule", "words", "weighted", "said"),
    [
        ("candidates", FOUR[:2], False, "likely answers cannot be combined with rule candidates"),
        ("any", ("bumpy", "zzzzz"), False, "'zzzzz' of likely is not an answer of the tree"),
        ("any", FOUR[:2], True, "weights or likely answers, not both"),
    ],
)
def test_likely_answers_that_cannot_be_told_apart(rule: str, words: tuple[str, ...], weighted: bool, said: str) -> None:
    game = Game(game_of(FOUR).answers, game_of(FOUR).allowed, Rule(rule))
    weights = Weights.of(dict.fromkeys(FOUR, 1), game.answers, "even") if weighted else None

    with pytest.raises(InputError, match=said):
        imported(CHAIN, game, likely=WordList("likely", words), weights=weights)


def test_likely_answers_of_a_tree_without_any_are_refused() -> None:
    text = to_text(load(imported(CHAIN, game_of(FOUR)).data), has_header=True)

    with pytest.raises(InputError, match="is of a tree without likely answers: leave out --likely"):
        imported(text, game_of(FOUR), likely=WordList("likely", FOUR[:2]))


def test_command_restores_a_tree_with_likely_answers(run: Run, tmp_path: Path) -> None:
    (tmp_path / "four").write_text("\n".join(FOUR))
    (tmp_path / "two").write_text("\n".join(FOUR[:2]))
    lists = ["--answers", "four", "--allowed", "four", "--likely", "two"]
    words = WordList("four", tuple(sorted(FOUR)))
    data = compile_extended(Game(WordList("two", FOUR[:2]), words), words, n_workers=1).data
    (tmp_path / "first.tree").write_bytes(data)
    run("export", "first.tree", "--format", "text", "--header", "-o", "four.txt")

    assert run("import", "four.txt", *lists, "-o", "again.tree").exit_code == 0
    assert (tmp_path / "again.tree").read_bytes() == data


@pytest.mark.slow
def test_command_restores_a_bundled_tree_with_likely_answers(run: Run, tmp_path: Path) -> None:
    lists = ["--answers", "nyt-2022-allowed", "--allowed", "nyt-2022-allowed", "--likely", "nyt-2023-answers"]
    run("export", "nyt", "--format", "text", "--header", "-o", "nyt.txt")

    assert run("import", "nyt.txt", *lists, "-o", "nyt.tree").exit_code == 0
    assert (tmp_path / "nyt.tree").read_bytes() == Path(wordle_trees.path("nyt")).read_bytes()


def test_hostile_words_go_to_text_and_back() -> None:
    tree = hostile_tree()
    game = game_of(HOSTILE, rule=Rule.CANDIDATES)

    text = to_text(tree, has_header=True)
    again = imported(text, game)

    assert again.is_restored
    assert load(again.data) == tree


@settings(max_examples=40)
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
        ('"options": {}', '"options": {"a": 1e99}', "the text, line 9: this is not a line '# strategy'"),
        ('"options": {}', '"options": {"a": 9223372036854775808}', "the text, line 9: this is not a line '# strategy'"),
        ('"name": "imported"', '"name": "\\ud800"', "the text, line 9: this is not a line '# strategy'"),
        ("# weights null\n", "", "the text, line 7: this is not a line '# weights'"),
        ("# likely null\n", "", "the text, line 8: this is not a line '# likely'"),
        ("# likely null", '# likely {"name": "x"}', "the text, line 8: this is not a line '# likely'"),
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
def test_command_writes_the_tree_and_reports_it(run: Run, tmp_path: Path) -> None:
    (tmp_path / "found.txt").write_text(FROM_ELSEWHERE)

    result = run("import", "found.txt", "--answers", "three", "--allowed", "allowed", "-o", "found.tree")

    n_bytes = (tmp_path / "found.tree").stat().st_size
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout == (
        "opener     bodge\n"
        "strategy   imported, rule any\n"
        "solved     3 of 3 answers, 4 allowed guesses\n"
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


def test_command_spares_a_tree_of_another_game(run: Run, tmp_path: Path) -> None:
    game = ("--answers", "three", "--allowed", "allowed", "-o", "found.tree")
    run("import", "-", *game, stdin=FROM_ELSEWHERE)
    before = (tmp_path / "found.tree").read_bytes()

    refused = run("import", "-", *game, "--rule", "hard", stdin=FROM_ELSEWHERE)
    forced = run("import", "-", *game, "--rule", "hard", "--force", stdin=FROM_ELSEWHERE)

    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "found.tree holds a tree of another game (three and allowed, rule any)" in refused.stderr
    assert forced.exit_code == 0, forced.output
    assert (tmp_path / "found.tree").read_bytes() != before


def test_command_names_the_file_itself(run: Run, tmp_path: Path) -> None:
    result = run("import", "-", "--answers", "three", "--allowed", "allowed", "--json", stdin=FROM_ELSEWHERE)

    assert result.exit_code == 0
    assert json.loads(result.stdout)["file"] == "bodge.imported.any.three.allowed.tree"
    assert load(tmp_path / "bodge.imported.any.three.allowed.tree").opener == "bodge"


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
        "wordle-tree import: a.txt has changed since it was exported, so its claim is dropped\n",
    )
    assert "claimed    heuristic" in result.stdout


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["nowhere.txt"], "'nowhere.txt' is not a file: name a file with a tree as text, or - for standard input"),
        (["."], "'.' is not a file"),
        (["three"], "three, line 1: the last guess 'bumpy' has no feedback after it"),
        (["binary"], "binary, line 1: byte 0xff is not UTF-8 text"),
        (["-", "--answers", "-"], "standard input can be read only once"),
        (["three", "-o", "nowhere/x.tree"], "there is no folder nowhere"),
        (["three", "--rule", "hard", "--game", "mastermind"], "rule hard is about green and yellow letters"),
        (["three", "--weights", "nowhere"], "nowhere is not a file: use a path, or - for standard input"),
    ],
)
def test_command_refuses_in_one_line(run: Run, tmp_path: Path, args: list[str], said: str) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe")

    result = run("import", *args, stdin="")

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"wordle-tree import: {said}")
    assert result.stderr.count("\n") == 1
    assert not list(tmp_path.glob("*.tree"))
