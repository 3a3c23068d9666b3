"""Weights: what a file of them may look like, what is said of one that cannot be used, and what reports say."""

import hashlib
import io
import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from command_runs import compile_lists, wordle_tree

from wordle_compiler import Game, InputError, WordList, analyse_position, compile_tree, load_list, rank_openers
from wordle_compiler.game.weights import Weights, load_weights
from wordle_runtime import load
from wordle_runtime.layout import MAX_WEIGHT
from wordle_runtime.verification import verify

ANSWERS = WordList("some", ("bumpy", "dumpy", "jumpy"))
ALLOWED = WordList("more", ("bodge", *ANSWERS.words))
GAME = Game(ANSWERS, ALLOWED)
WEIGHTS = Weights("file", ANSWERS.words, (1, 10, 100))


def load_text(text: str | bytes, answers: WordList = ANSWERS) -> Weights:
    return load_weights("-", answers, stdin=io.BytesIO(text.encode() if isinstance(text, str) else text))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("bumpy 1\ndumpy 10\njumpy 100\n", (1, 10, 100)),
        ("# mine\nbumpy weight\njumpy 100\nbumpy 1\ndumpy 10", (1, 10, 100)),
        ("bumpy,1\ndumpy;10\njumpy\t100\n", (1, 10, 100)),
        ("bumpy, 1\n  dumpy ;  10  \njumpy \t 100\n", (1, 10, 100)),
        ("bumpy 1\r\n\r\ndumpy 10\r\njumpy 100\r\n", (1, 10, 100)),
        ("bumpy 1\rdumpy 10\rjumpy 100", (1, 10, 100)),
        ("\ufeffbumpy 1\ndumpy 10\njumpy 100\n", (1, 10, 100)),
        ("BUMPY 1\nDumpy 10\njumpY 100\n", (1, 10, 100)),
        ("bumpy 1\ndumpy 10\njumpy 100\ncrane 7\nat 3\ncrane 8\n", (1, 10, 100)),
        ("bumpy 0\ndumpy 0\njumpy 1\n", (0, 0, 1)),
        ("bumpy 00\ndumpy 007\njumpy 1\n", (0, 7, 1)),
        ("bumpy 0.5\ndumpy .25\njumpy 2.\n", (2, 1, 8)),
        ("bumpy 1e2\ndumpy 1.5E-1\njumpy 3e+0\n", (2000, 3, 60)),
        ("bumpy 0.3\ndumpy 0.1\njumpy 0.2\n", (3, 1, 2)),
        # 2/4 and 1/2 are one weight; the smallest number that makes all whole is taken, not more.
        ("bumpy 0.50\ndumpy 1.0\njumpy 1.500\n", (1, 2, 3)),
        (f"bumpy {MAX_WEIGHT}\ndumpy 0\njumpy 0\n", (MAX_WEIGHT, 0, 0)),
    ],
)
def test_weights_that_are_read(text: str, values: tuple[int, ...]) -> None:
    weights = load_text(text)

    assert weights.values == values
    assert weights.answers == ANSWERS.words
    assert weights.total == sum(values)


def test_words_are_normalised_as_in_lists() -> None:
    # An accent in two code points, and a capital sharp s.
    answers = WordList.from_words(["éa", "strasse"[:2]], "x")

    assert load_text("e\u0301A 3\nST 4\n", answers).values == tuple({"éa": 3, "st": 4}[word] for word in answers.words)
    assert load_text("Aẞ 2\n", WordList.from_words(["aß"], "x")).values == (2,)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bumpy 1\ndumpy 10\n", "no weight for 1 of the 3 answers (jumpy)"),
        ("", "no weight for 3 of the 3 answers (bumpy, dumpy, jumpy)"),
        ("\n \n\t\n", "no weight for 3 of the 3 answers"),
        ("bumpy 1\ndumpy 10\njumpy 100\nbumpy 1\n", "line 4: 'bumpy' has a weight already"),
        ("bumpy 1\nBUMPY 2\n", "line 2: 'bumpy' has a weight already"),
        ("bumpy -1\n", "line 1: '-1' is not a weight"),
        ("bumpy 1e999\n", "'1e999' is not a weight"),
        ("bumpy 0x10\n", "'0x10' is not a weight"),
        *(
            (f"bumpy {weight}\n", f"line 1: '{weight}' is not a weight")
            for weight in ("e5", "nan", "1e999999999", "1/2", ".")
        ),
        ("bumpy ١\n", "line 1: '\\u0661' is not a weight"),
        ("bumpy \u00bd\n", "is not a weight"),
        ("bumpy " + "1" * 5000 + "\n", "is not a weight"),
        ("bumpy 1 2\n", "line 1: it has 3 parts"),
        ("bumpy 0,25\n", "line 1: it has 3 parts"),
        ("\nbumpy\n", "line 2: it has 1 parts"),
        ("bumpy,\n", "'' is not a weight"),
        (",1\n", "no weight for 3"),
        ("bumpy weight\ndumpy many\n", "line 1: 'weight' is not a weight"),
        (b"bumpy 1\ndumpy \xff\n", "line 2: byte 0xff is not UTF-8"),
        (b"\x00\x01\x02\x03", "line 1: it has"),
        (b"\x1f\x8b\x08\x00" * 10, "not UTF-8"),
        ("bumpy 0\ndumpy 0\njumpy 0.00\n", "are all 0"),
        (f"bumpy {MAX_WEIGHT}\ndumpy 1\njumpy 0\n", "add up to 4,294,967,296 (decimals made whole)"),
        ("bumpy 1e99\ndumpy 1\njumpy 1\n", "add up to more than 10^15"),
        ("bumpy 1e-99\ndumpy 1\njumpy 1\n", "add up to more than 10^15"),
        ("bumpy 9" + "9" * 39 + "\ndumpy 1\njumpy 1\n", "add up to more than 10^15"),
    ],
    ids=lambda value: repr(value)[:30],
)
def test_weights_that_cannot_be_used_are_refused_in_one_line(text: str | bytes, said: str) -> None:
    with pytest.raises(InputError) as caught:
        load_text(text)
    message = str(caught.value)
    assert said in message
    assert len(message.splitlines()) == 1
    assert len(message) < 300
    assert message.isprintable()


def test_a_value_is_made_only_of_weights() -> None:
    words = ANSWERS.words
    wrong: list[tuple[str, tuple[Any, ...]]] = [
        ("x", (1, 2)),
        ("x", (1, 2, -3)),
        ("x", (1, 2, 3.0)),
        ("x", (1, 2, True)),
        ("x", (0, 0, 0)),
        ("x", (MAX_WEIGHT, 1, 0)),
        ("", (1, 2, 3)),
        ("a\nb", (1, 2, 3)),
        ("x" * 256, (1, 2, 3)),
    ]
    for name, values in wrong:
        with pytest.raises(InputError):
            Weights(name, words, values)


@pytest.mark.parametrize(
    "weight", [None, "many", "1/0", float("nan"), float("inf"), 1j, [], -1, Fraction(-1, 3)], ids=repr
)
def test_a_mapping_with_something_else_is_refused(weight: Any) -> None:
    with pytest.raises(InputError):
        Weights.of({"bumpy": 1, "dumpy": 2, "jumpy": weight}, ANSWERS)


def test_fractions_are_made_whole() -> None:
    # Thirds and quarters: twelfths.
    weights = Weights.of({"bumpy": Fraction(1, 3), "dumpy": Fraction(3, 4), "jumpy": 2, "crane": -5}, ANSWERS, "mine")

    assert (weights.name, weights.values) == ("mine", (4, 9, 24))
    assert weights.by_word == {"bumpy": 4, "dumpy": 9, "jumpy": 24}
    assert weights.sha256 == hashlib.sha256(b"bumpy 4\ndumpy 9\njumpy 24\n").digest()


def test_weights_too_large_for_the_search_are_refused_and_a_heuristic_takes_them() -> None:
    answers = WordList.from_words({"salet", *load_list("original-answers").words[::5]}, "some answers")
    game = Game(answers, answers)
    weights = Weights("large", answers.words, (MAX_WEIGHT - len(answers), *(1 for _ in answers.words[1:])))

    for use in (compile_tree, rank_openers):
        with pytest.raises(InputError, match="the exact search supports at most") as caught:
            use(game, weights=weights)
        assert len(str(caught.value).splitlines()) == 1
    with pytest.raises(InputError, match="the exact search supports at most"):
        analyse_position(game, "salet:__y_g", weights=weights)

    found = compile_tree(game, "most-parts", opener="salet", max_guesses=10, weights=weights).guarantee
    assert found.weights is not None
    assert found.weights.solved == MAX_WEIGHT - 1


@pytest.mark.parametrize("answers", [("aumpy", "dumpy", "jumpy"), ("bumpy",), (*ANSWERS.words, "lumpy")], ids=len)
def test_weights_of_other_answers_are_refused(answers: tuple[str, ...]) -> None:
    weights = Weights("other", answers, tuple(range(1, len(answers) + 1)))
    uses: list[Callable[[], object]] = [
        lambda: compile_tree(GAME, weights=weights),
        lambda: compile_tree(GAME, "minimax", weights=weights),
        lambda: rank_openers(GAME, weights=weights),
        lambda: analyse_position(GAME, [], weights=weights),
    ]
    for use in uses:
        with pytest.raises(InputError, match="the weights other are not those of the answers in some"):
            use()


@pytest.mark.usefixtures("folder")
def test_a_report_names_the_weighted_mean() -> None:
    Path("w.txt").write_text("bumpy 1\ndumpy 10\njumpy 100\n")

    # jumpy, dumpy, bumpy: 100 + 2 * 10 + 3 * 1 = 123 for 111.
    result = compile_lists("--weights", "w.txt", "-o", "x.tree")
    assert result.exit_code == 0
    assert "weighted   mean 1.1081, total 123 by w.txt" in result.stdout
    assert "no other such tree has a smaller weighted total" in result.stdout

    figures = {"weights": "w.txt", "weighted_total": 123, "weighted_mean": 123 / 111, "weighted_mean_exact": "41/37"}
    for result in (compile_lists("--weights", "w.txt", "--json"), wordle_tree("info", "x.tree", "--json")):
        assert figures.items() <= json.loads(result.stdout).items()
    assert "1.1081" in wordle_tree("info", "x.tree").stdout

    # A heuristic does not look at the weights: BODGE tells all apart, 2 * 111.
    result = compile_lists("--weights", "w.txt", "--strategy", "minimax", "--start", "bodge", "--json")
    assert json.loads(result.stdout)["weighted_total"] == 222
    assert json.loads(compile_lists("--json").stdout)["weights"] is None

    # 123 / 111 = 1.10810810...; the plain mean is 2.
    assert compile_lists("--weights", "w.txt", "--require-mean", "1.10811").exit_code == 0
    result = compile_lists("--weights", "w.txt", "--require-mean", "1.1081", "--quiet")
    assert result.exit_code == 1
    assert "the weighted mean is 1.10811" in result.stderr
    assert result.stderr.count("\n") == 1


def test_the_file_is_the_same_for_any_form_and_workers_of_the_weights() -> None:
    texts = ("bumpy 1\ndumpy 10\njumpy 100", "JUMPY;100.0\nbumpy,1e0\n\ndumpy\t10\nother 3")
    files = {
        compile_tree(GAME, weights=load_text(text), n_workers=n_workers).data
        for text in texts
        for n_workers in (1, 2, 4)
    }

    assert len(files) == 1
    tree = load(files.pop())
    assert tree.guarantee.weights is not None
    assert (tree.guarantee.weights.name, tree.guarantee.weights.sha256) == ("stdin", WEIGHTS.sha256)
    assert verify(tree, weights=WEIGHTS.by_word).holds
