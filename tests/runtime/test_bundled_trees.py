"""The trees that come with the package: each against its lists, and `nyt` against every word of today's game.

The player below reads feedback with the tests' own colours, not with the runtime's.
"""

import json
from collections import Counter
from fractions import Fraction
from hashlib import sha256

import pytest
from next_runs import run
from reference_solver import code_of, colours_of
from sampled import sampled

import wordle_trees
from wordle_runtime import format_feedback, load
from wordle_runtime.verification import verify

MOST_BYTES = 800_000
N_LIKELY, N_WORDS = 3158, 14_855
OPENERS = dict.fromkeys(wordle_trees.opener(name) for name in wordle_trees.names())
KINDS = [name for name in wordle_trees.names() if not name.startswith("nyt-") or name.endswith(("-hard", "-slate"))]
"""A tree of each kind; the rest are of today's game with other openers, and `test_tree_command` loads them, too."""


def words_of(name: str) -> tuple[str, ...]:
    return tuple(wordle_trees.read_list(name).decode().split())


@pytest.fixture(scope="module")
def likely() -> frozenset[str]:
    return frozenset(words_of("nyt-2023-answers"))


@pytest.mark.parametrize(
    "name", sampled([*KINDS, *(name for name in wordle_trees.names() if name not in KINDS)], len(KINDS))
)
def test_bundled_tree_holds_on_the_lists_that_its_header_names(name: str) -> None:
    tree = load(name)
    game = tree.info.game
    given = {
        role: words_of(words.name)
        for role, words in (("answers", game.answers), ("allowed", game.allowed), ("likely", tree.guarantee.likely))
        if words is not None and words.name in wordle_trees.list_names()
    }

    found = verify(tree, **given)

    assert found.reasons == ()
    assert found.is_allowed_known
    assert tree.opener == wordle_trees.opener(name)
    # Only the lists of codes are made by a rule, and not shipped.
    assert given or game.kind != "wordle"


@pytest.mark.parametrize("opener", sampled([*OPENERS], 15))
def test_first_tree_with_an_opener_answers_where_no_tree_is_named(opener: str) -> None:
    first = next(name for name in wordle_trees.names() if wordle_trees.opener(name) == opener)
    tree = load(first)
    code = next(iter(tree.root.children))
    feedback = format_feedback(code, tree.length, kind=tree.nodes.kind)

    answer = json.loads(ask("--json", opener, feedback))

    assert (answer["file"], answer["guess"]) == (first, tree.root.children[code].guess)
    # A first word is answered for today's game.
    assert opener.isdigit() or tree.info.game.allowed.name == "nyt-2022-allowed"


def test_hard_rule_of_todays_game() -> None:
    answer = json.loads(ask("--json", "--hard", "tarse", "__y_g"))

    assert json.loads(ask("--json", "--hard", "slate", "__y_g"))["file"] == "nyt-hard-slate"
    assert json.loads(ask("--json", "--hard", "house", "__y_g"))["file"] == "nyt-hard"
    # An R there, and an E at the end.
    assert (answer["file"], answer["guess"][4]) == ("nyt-hard", "e")
    assert "r" in answer["guess"]
    assert ask("--hard") == "tarse\n"


def test_all_bundled_trees_together_are_small() -> None:
    sizes = {name: len(wordle_trees.read(name)) for name in wordle_trees.names()}

    assert sum(sizes.values()) < MOST_BYTES, sizes


def test_lists_are_those_that_their_digests_say() -> None:
    for name in wordle_trees.list_names():
        assert sha256(wordle_trees.read_list(name)).digest() == wordle_trees.list_sha256(name), name


ANY = [(0, 1), (72, 28), (1450, 1129), (1464, 4565), (163, 4226), (9, 1622), (0, 120), (0, 6)]
HARD = [
    *((0, 1), (140, 53), (1199, 958), (1420, 3754), (324, 3753), (75, 1949), (0, 743)),
    *((0, 277), (0, 118), (0, 55), (0, 25), (0, 7), (0, 2), (0, 2)),
]
"""For each number of guesses, how many likely answers and how many other words need them."""


@pytest.mark.parametrize(("name", "found_with", "total"), [("nyt", ANY, 11219), ("nyt-hard", HARD, 11627)])
def test_every_allowed_word_is_found_and_the_likely_ones_soon(
    likely: frozenset[str], name: str, found_with: list[tuple[int, int]], total: int
) -> None:
    n_guesses = {word: len(path) for word, path in load(name)}

    assert n_guesses.keys() == set(words_of("nyt-2022-allowed"))
    counts = Counter((n, word in likely) for word, n in n_guesses.items())
    assert [(counts[n, True], counts[n, False]) for n in range(1, len(found_with) + 1)] == found_with
    assert (counts.total(), len(likely)) == (N_WORDS, N_LIKELY)
    assert sum(n for word, n in n_guesses.items() if word in likely) == total


@pytest.mark.parametrize("first", sampled(range(4), 1))
@pytest.mark.parametrize("name", ["nyt", "nyt-hard"])
def test_every_allowed_word_is_played_to_the_end(name: str, first: int) -> None:
    tree = load(name)
    n_guesses = {word: len(path) for word, path in tree}
    lost = []
    for word in words_of("nyt-2022-allowed")[first::4]:
        session = tree.session()
        while (guess := session.guess) is not None and session.turn <= n_guesses[word]:
            session.step(code_of(colours_of(guess, word)))
        if not session.is_solved or session.turn != n_guesses[word]:
            lost.append(word)

    assert lost == []


@pytest.mark.parametrize(
    ("history", "n_left", "n_likely", "expected"),
    [
        # DIZZY, JAZZY and TIZZY are likely, and DIZZY tells the two others apart: (1 + 2 + 2) / 3.
        pytest.param(("fuzzy", "__ggg"), 9, 3, "5/3", id="likely ones left"),
        # HALSE, HANSE, HAWSE and HERSE. HALSE has HANSE and HAWSE in one cell, 1 + 2 + 2 + 3; a word outside them
        # tells all four apart at best, 2 each.
        pytest.param(("house", "g__gg"), 4, 0, "2", id="none left"),
    ],
)
def test_off_the_tree_the_likely_words_count_while_some_are_left(
    likely: frozenset[str], history: tuple[str, str], n_left: int, n_likely: int, expected: str
) -> None:
    guess, feedback = history
    fitting = [
        word
        for word in words_of("nyt-2022-allowed")
        if format_feedback(code_of(colours_of(guess, word)), 5) == feedback
    ]
    assert (len(fitting), len(likely.intersection(fitting))) == (n_left, n_likely)

    done = run("--tree", "nyt", "--json", "--time-limit=9999", *history)

    answer = json.loads(done.out)
    assert (answer["chosen_by"], answer["is_exact"]) == ("search", True)
    assert (answer["n_candidates"], answer["n_likely"]) == (n_left, n_likely)
    assert Fraction(answer["expected_exact"]) == Fraction(expected)
    assert f"{n_likely} likely answers and {n_left - n_likely} other words left, " in done.err


def ask(*arguments: str) -> str:
    done = run(*arguments)
    assert done.status == 0, done.err
    return done.out
