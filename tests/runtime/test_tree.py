"""Trees in memory: loading, looking up, sessions, nodes, what a mistake gets, and what a notebook shows."""

import copy
import os
import pickle
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from spoilt_trees import CHAIN, OUTSIDE
from tree_strategies import chain_game, colour, encode, grow_tree, grown_trees, make_game, original_game, outside_game

from wordle_compiler import Game, Rule, WordList, compile_tree
from wordle_compiler.search.decision_tree import TreeNode
from wordle_runtime import GameError, NoCandidateError, OffTreeError, TreeError, WordleError, load
from wordle_runtime.markup import table
from wordle_runtime.tree import Tree

UNSOLVED = encode(chain_game(), TreeNode("bumpy", True), max_guesses=1)


@pytest.fixture
def outside() -> Tree:
    return load(OUTSIDE)


@pytest.fixture
def chain() -> Tree:
    return load(CHAIN)


@pytest.fixture(scope="module")
def original() -> Tree:
    """One guess, plate, in the game whose lists are embedded."""
    return load(encode(original_game(), TreeNode("plate", True), max_guesses=1))


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_load_takes_bytes_of_every_kind_which_may_change_later(kind: Any) -> None:
    data = bytearray(OUTSIDE)
    tree = load(kind(data))
    data[:] = bytes(len(data))

    assert tree.next_guess("bodge 20000") == "bumpy"


def test_a_pipe_is_read_to_its_end_and_one_that_nobody_writes_to_is_empty(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(TreeError, match="truncated"):
        load(pipe)

    # Open for reading too, so that opening does not wait.
    writing = os.open(pipe, os.O_RDWR)
    os.write(writing, OUTSIDE[:100])

    def write_the_rest() -> None:
        os.write(writing, OUTSIDE[100:])
        os.close(writing)

    later = threading.Timer(0.2, write_the_rest)
    later.start()
    assert load(pipe).data == OUTSIDE
    later.join()


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("nope", "nope: no such file; the bundled trees are nyt, nyt-hard, plate, .* and those of `wordle-tree list`$"),
        ("slate", "did you mean nyt-slate?"),
        ("nyt.tree", "did you mean nyt?"),
        ("", "no such file"),
        (".", "Is a directory"),
        ("a\0b", "null byte"),
        ("a\nb", r"^'a\\nb': no such file"),
        ("x" * 5000, "File name too long"),
        ("/dev/zero", "more than 64 MiB"),
    ],
)
def test_path_that_leads_to_no_file_is_told(source: str, message: str) -> None:
    with pytest.raises(TreeError, match=message) as caught:
        load(source)

    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("history", "guess"),
    [
        ((), "bumpy"),
        ("", "bumpy"),
        ([("bumpy", "_gggg")], "dumpy"),
        ([("BUMPY", 80)], "dumpy"),
        ("bumpy _gggg dumpy 02222", "jumpy"),
        (" Bumpy\t⬛🟩🟩🟩🟩\n", "dumpy"),
        (iter([("bumpy", 80), ["dumpy", "bGGGG"]]), "jumpy"),
        ([("Bumpy", "ggggg")], None),
        ("bumpy _gggg dumpy ggggg", None),
    ],
)
def test_next_guess(chain: Tree, history: Any, guess: str | None) -> None:
    assert chain.next_guess(history) == guess
    assert not isinstance(history, str) or chain.get(history, "nothing") == guess


MISTAKES: list[tuple[Any, int, str]] = [
    ("bumpy", 1, "'bumpy' has no feedback after it"),
    ("bumpy _gggg dumpy", 2, "'dumpy' has no feedback after it"),
    ([("bumpy", "_gggg"), ("dump", "_ggg")], 2, "'dump' has 4 letters, the game's words have 5"),
    ("bumpy _gggg d _", 2, "'d' has 1 letter, the game's words have 5"),
    ("bumpy _gggg jumpy _gggg", 2, "the tree plays dumpy here, not 'jumpy'"),
    (
        "bumpy _gggg dumpy _ggg",
        2,
        "feedback '_ggg' has 4 marks, the words have 5 letters"
        ": write one mark for each letter, without spaces, such as _y__g",
    ),
    ("bumpy _gggz", 1, "feedback '_gggz' has the unknown mark 'z' at place 5"),
    ("bumpy _____", 1, "no candidate gives _____ to bumpy"),
    ("bumpy _gggg dumpy _gggg jumpy _gggg", 3, "no candidate gives _gggg to jumpy"),
    ("bumpy ggggg dumpy _gggg", 2, "the game was solved at turn 1: give one game at a time"),
    ("bumpy _gggg dumpy ggggg x _", 3, "the game was solved at turn 2: give one game at a time"),
    ([("bumpy", 243)], 1, "feedback 243 is not a code between 0 and 242"),
    ([(None, 80)], 1, "a guess is text, not NoneType"),
    ([("bumpy", 80), ("dumpy",)], 2, "a turn is a pair of a guess and its feedback"),
    ([("bumpy", 80), 7], 2, "a turn is a pair of a guess and its feedback"),
    ([("\x1b[2Jab", 80)], 1, r"'\x1b[2Jab' has 6 letters"),
    ([("b" * 9999, 80)], 1, "has 9999 letters"),
]


@pytest.mark.parametrize(("history", "turn", "reason"), MISTAKES)
def test_mistake_is_told_with_its_turn(chain: Tree, history: Any, turn: int, reason: str) -> None:
    with pytest.raises(GameError) as caught:
        chain.next_guess(history)

    # A mistyped colour has a type of its own, as has another word than the tree's.
    types = {"no candidate": NoCandidateError, "the tree plays": OffTreeError}
    assert type(caught.value) is next((kind for said, kind in types.items() if said in reason), GameError)
    assert str(caught.value).startswith(f"turn {turn}: ")
    assert reason in str(caught.value)
    assert caught.value.turn == turn
    assert len(str(caught.value).splitlines()) == 1
    assert chain.get(history, "nothing") == "nothing"
    assert chain.get(history) is None


NEW = "if it is new, include it (--include)"


@pytest.mark.parametrize(
    ("guess", "reason"),
    [
        ("zzzzz", f"turn 1: 'zzzzz' is not in the list original-allowed; {NEW}"),
        ("crnae", f"turn 1: 'crnae' is not in the list original-allowed: did you mean crane? {NEW}"),
        ("flase", f"turn 1: 'flase' is not in the list original-allowed: did you mean false, blase or fease? {NEW}"),
        ("crne", "turn 1: 'crne' has 4 letters, the game's words have 5: did you mean cerne, crane or crine?"),
        ("b__y_", "turn 1: 'b__y_' is a feedback: the guess comes first, as in crane __y_g"),
        ("crane", "turn 1: the tree plays plate here, not 'crane'"),
        # Accepted since 2022, not before.
        ("aapas", f"turn 1: 'aapas' is not in the list original-allowed: did you mean arpas, capas or kapas? {NEW}"),
    ],
)
def test_word_that_the_lists_do_not_have_is_told(original: Tree, guess: str, reason: str) -> None:
    with pytest.raises(GameError) as caught:
        original.next_guess([(guess, "_____")])

    assert str(caught.value) == reason


def test_session_plays_a_game(chain: Tree) -> None:
    session = chain.session()
    assert (session.guess, session.turn, session.candidates_left, session.max_guesses_left) == ("bumpy", 1, 3, 3)
    assert session.candidates() == ["bumpy", "dumpy", "jumpy"]

    assert session.step("_gggg") == "dumpy"
    for feedback in ("_____", "gg", 999, "ggggz"):
        with pytest.raises(GameError, match="turn 2"):
            session.step(feedback)
    assert (session.guess, session.turn, session.candidates_left, session.max_guesses_left) == ("dumpy", 2, 2, 2)

    assert session.step(242) is None
    assert session.is_solved
    assert (session.guess, session.turn, session.candidates_left, session.max_guesses_left) == (None, 2, 1, 0)
    assert session.candidates() == ["dumpy"]
    with pytest.raises(GameError, match="turn 3: the game was solved at turn 2: give one game at a time"):
        session.step(80)
    session.back()
    assert (session.guess, session.is_solved) == ("dumpy", False)
    session.back()
    assert (session.guess, session.turn) == ("bumpy", 1)
    with pytest.raises(GameError, match="nothing to undo: no feedback has been given yet"):
        session.back()


def test_node(outside: Tree) -> None:
    root = outside.root

    assert (root.guess, root.solves, root.n_candidates, root.n_solved, root.n_nodes) == ("bodge", False, 3, 3, 4)
    assert (root.total, root.worst_case, root.mean) == (6, 2, 2.0)
    assert list(root.children) == [0, 9, 162]
    assert root.children[9].guess == "dumpy"
    assert root.children[9].solves
    assert root.children[9].candidates() == ["dumpy"]
    assert root == load(OUTSIDE).root
    assert root != root.children[9]
    assert repr(root) == "<Node 'bodge' at depth 1, 3 candidates>"


def test_guarantee(chain: Tree) -> None:
    unsolved = load(UNSOLVED).guarantee
    nothing = load(encode(outside_game(), TreeNode("bodge", False))).guarantee

    assert (unsolved.n_answers, unsolved.n_solved, unsolved.unsolved) == (3, 1, ("dumpy", "jumpy"))
    assert [guarantee.mean for guarantee in (chain.guarantee, unsolved, nothing)] == [2.0, 1.0, None]
    assert unsolved != chain.guarantee == load(CHAIN).guarantee


def test_everything_is_immutable(chain: Tree) -> None:
    for value, name in [
        (chain, "info"),
        (chain.info, "status"),
        (chain.info.game, "rule"),
        (chain.guarantee, "total"),
        (chain.nodes, "words"),
        (chain.root, "_number"),
    ]:
        with pytest.raises(AttributeError, match="is immutable"):
            setattr(value, name, None)
        with pytest.raises(AttributeError, match="is immutable"):
            delattr(value, name)
        with pytest.raises(AttributeError):
            value.another = None


def test_copies_and_pickles_are_equal(chain: Tree) -> None:
    for again in (pickle.loads(pickle.dumps(chain)), copy.deepcopy(chain), load(CHAIN)):
        assert again == chain
        assert hash(again) == hash(chain)
        assert again.next_guess("bumpy 02222") == "dumpy"
    assert chain != load(OUTSIDE)
    assert repr(chain) == "<Tree 'bumpy', rule any, 3 answers, total 6>"


def test_threads_share_a_tree() -> None:
    game = make_game(" ".join(a + b + c for a in "abcdef" for b in "abcdef" for c in "abcdef"))
    tree = load(encode(game, grow_tree(game, 1, 9), max_guesses=9))
    expected = [(node.path, node.guess) for node in tree.walk()]
    wrong: list[object] = []

    def look_up() -> None:
        wrong.extend(path for path, guess in expected if tree.next_guess(path) != guess)

    threads = [threading.Thread(target=look_up) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert wrong == []


def consistent(answers: Iterable[str], path: Iterable[tuple[str, int]]) -> list[str]:
    turns = list(path)
    return sorted(answer for answer in answers if all(colour(guess, answer) == code for guess, code in turns))


@given(grown_trees())
@settings(max_examples=40)
def test_nodes_agree_with_a_count_from_scratch(grown: tuple[Game, TreeNode, int]) -> None:
    game, root, max_guesses = grown
    tree = load(encode(game, root, max_guesses=max_guesses))
    paths = dict(tree)
    for node in tree.walk():
        candidates = consistent(game.answers.words, node.path)
        assert node.candidates() == candidates
        assert node.n_candidates == len(candidates)
        left = [len(paths[answer]) - len(node.path) for answer in candidates if answer in paths]
        assert (node.n_solved, node.total) == (len(left), sum(left))
        assert node.depth == len(node.path) + 1
        assert tree.next_guess(node.path) == node.guess


@given(grown_trees())
@settings(max_examples=40)
def test_every_answer_is_found_or_told_as_unsolved(grown: tuple[Game, TreeNode, int]) -> None:
    game, root, max_guesses = grown
    tree = load(encode(game, root, max_guesses=max_guesses))
    paths = dict(tree)
    unsolved = []
    for answer in game.answers.words:
        session = tree.session()
        played = []
        while not session.is_solved:
            assert session.guess is not None
            assert answer in session.candidates()
            played.append(session.guess)
            feedback = colour(session.guess, answer)
            if answer not in paths and len(played) == max_guesses:
                session.step(feedback)
                assert "the tree has no guess left" in str(session.departure)
                unsolved.append(answer)
                break
            session.step(feedback)
        else:
            assert tuple(played) == paths[answer]
    assert tree.guarantee.unsolved == tuple(unsolved)
    assert tree.guarantee.total == sum(map(len, paths.values()))


def test_errors_have_one_base_and_are_value_errors() -> None:
    assert TreeError.__base__ is GameError.__base__ is WordleError
    assert issubclass(WordleError, ValueError)


class Page:
    """The cells of a table row by row, the other texts, the tags, and the widths of the bars."""

    def __init__(self, text: str) -> None:
        root = ElementTree.fromstring(text)
        self.rows = [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")]
        self.texts = [paragraph.text or "" for paragraph in root.iter("p")]
        self.tags = [element.tag for element in root.iter()]
        styles = [element.get("style", "") for element in root.iter("div")]
        self.widths = [style.rpartition("width:")[2] for style in styles if "width:" in style]


def test_a_tree_shows_its_second_guesses_the_largest_cell_first() -> None:
    page = Page(load("mastermind")._repr_html_())

    assert page.texts == ["turn 1: 1123, 1296 left, 4.3403 expected, at most 6"]
    assert page.rows[0] == ["feedback", "next guess", "left", "expected", "at most"]
    assert page.rows[1][:3] == ["0b1w", "2445", "276"]
    sizes = [int(row[2]) for row in page.rows[1:]]
    assert sizes == sorted(sizes, reverse=True)
    # All but the opener itself.
    assert sum(sizes) == 1295
    # The longest bar has 10 em, the second 230 / 276 of them.
    assert page.widths[:2] == ["10.00em", "8.33em"]


def test_a_node_shows_the_tiles_of_its_guess() -> None:
    words = WordList.from_words(["bumpy", "dumpy", "jumpy", "bodge"], "four")
    tree = load(compile_tree(Game(words, words, Rule.ANY), "first", opener="bumpy").data)
    page = Page(tree.root._repr_html_())

    # DUMPY and JUMPY give _gggg to BUMPY, BODGE gives g____.
    assert page.rows[1:] == [["bumpy", "dumpy", "2", "1.5000", "2", ""], ["bumpy", "bodge", "1", "1.0000", "1", ""]]
    assert 'title="_gggg"' in tree._repr_html_()


def test_a_table_escapes_every_text() -> None:
    nasty = "<script>alert(1)</script>"
    text = table([nasty, "a"], [[nasty, "x\u202ey"], [("<b>", "_yg"), '&<$"']], caption=f"{nasty}'\"")
    page = Page(text)

    assert page.texts == [f"{nasty}'\""]
    assert page.rows == [[nasty, "a"], [nasty, r"'x\u202ey'"], ["<b>", '&<$"']]
    assert not {"script", "b"}.intersection(page.tags)
    # Or a notebook would typeset what is between dollar signs.
    assert text.startswith('<div class="tex2jax_ignore mathjax_ignore">')


def test_a_table_writes_numbers_and_what_is_unknown() -> None:
    rows = Page(table(["a", "b", "c"], [[1, 2.0, None], [12345678901234567890, 1 / 3, "x"]], caption="")).rows

    assert rows[1:] == [["1", "2.0000", "–"], ["12345678901234567890", "0.3333", "x"]]


def test_a_long_table_says_how_much_more_there_is() -> None:
    page = Page(table(["n"], [[n] for n in range(23)], caption="numbers", bars=[0] * 23))

    assert [row[0] for row in page.rows] == ["n", *map(str, range(20))]
    assert page.texts == ["numbers", "and 3 more"]
