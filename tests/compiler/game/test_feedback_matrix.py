"""The feedback matrix: the rule by a hand-written table, the matrix by that rule, the layouts by each other."""

import itertools
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reference_solver import code_of, colours_of

from wordle_checker.fast.arrays import lay_out
from wordle_checker.game import Game as CheckedGame
from wordle_compiler import Game, WordList
from wordle_compiler.game import feedback_matrix as feedback_matrix_module
from wordle_compiler.game.feedback_matrix import FeedbackMatrix, count_cells, feedback_dtype
from wordle_runtime.feedback import feedback, rule_of
from wordle_runtime.layout import KINDS

# Guess, answer, feedback (2 green, 1 yellow, 0 grey). Worked out by hand but for the first three, which are published.
TABLE = [
    ("aahed", "aargh", "22100"),
    ("aargh", "aahed", "22001"),
    ("phony", "panic", "20010"),
    ("speed", "abide", "00101"),  # one e, given to the first e; d is yellow
    ("speed", "erase", "10110"),  # two e, both elsewhere
    ("speed", "steal", "20200"),  # one e, green at the third place: the second e stays grey
    ("sense", "shine", "20102"),  # s green uses up the only s, e green the only e; n is yellow
    ("sense", "these", "01022"),  # the last s takes the only s; of two e one is green and one left
    ("geese", "eerie", "02102"),  # three e in the answer: places 2 and 5 green, the last one yellow
    ("eerie", "geese", "12002"),  # the answer's e are at 2, 3 and 5
    ("mamma", "madam", "22101"),  # of the two m one is left for the third place, none for the fourth
    ("llama", "small", "11210"),
    ("small", "llama", "01211"),
    ("abbey", "babes", "11220"),
    ("aaaaa", "abaca", "20202"),
    ("abcab", "bcabc", "11101"),  # the answer has one a and two b: the second a is grey, the second b is not
    ("shine", "sense", "20012"),  # one s is spent on the green one in the first place, the one e on the last
    ("lolly", "llama", "20100"),  # two of three l would be too many: llama has two
    ("llama", "lolly", "21000"),
    ("eerie", "crane", "00102"),  # a green to the right spends the letter before the yellow to its left can
    ("aab", "baa", "121"),
    ("été", "tée", "110"),
    ("crane", "crane", "22222"),
    ("fghij", "klmno", "00000"),
    ("ab", "ba", "11"),
    ("aa", "ab", "20"),
    ("мамам", "мадам", "22022"),
    ("école", "élève", "20012"),  # accents make letters of their own
]

ALPHABETS = ["ab", "abc", "abcdefgh", "абвгд", "aé🟩", "abcdefghijklmnopqrstuvwxyz"]


@pytest.mark.parametrize(("guess", "answer", "digits"), TABLE)
def test_feedback_by_hand(guess: str, answer: str, digits: str) -> None:
    words = tuple(sorted({guess, answer}))
    matrix = FeedbackMatrix.of(Game(WordList("answers", (answer,)), WordList("allowed", words)))

    assert feedback(guess, answer) == matrix.by_guess[words.index(guess), 0] == int(digits, 3)
    # The reference of the other tests is only worth its own feedback.
    assert code_of(colours_of(guess, answer)) == int(digits, 3)


@st.composite
def word_lists(draw: st.DrawFn) -> tuple[list[str], list[str]]:
    """Draws answers, and other words that may use letters which are in no answer."""
    length = draw(st.integers(2, 12))
    alphabet = draw(st.sampled_from(ALPHABETS))
    answer = st.text(alphabet=alphabet, min_size=length, max_size=length)
    other = st.text(alphabet=alphabet + "zy", min_size=length, max_size=length)
    return draw(st.lists(answer, min_size=1, max_size=12, unique=True)), draw(st.lists(other, max_size=12))


@settings(max_examples=60)
@given(word_lists())
def test_matrix_is_the_rule_for_every_pair(lists: tuple[list[str], list[str]]) -> None:
    answers = tuple(sorted(lists[0]))
    allowed = tuple(sorted({*lists[0], *lists[1]}))
    matrix = FeedbackMatrix.of(Game(WordList("answers", answers), WordList("allowed", allowed)))
    expected = [[feedback(guess, answer) for answer in answers] for guess in allowed]

    assert matrix.by_guess.tolist() == expected
    assert matrix.by_answer.tolist() == [list(column) for column in zip(*expected, strict=True)]
    assert expected == [[code_of(colours_of(guess, answer)) for answer in answers] for guess in allowed]


@pytest.mark.parametrize("kind", KINDS)
def test_the_packages_agree_on_the_feedbacks_of_every_kind(kind: str) -> None:
    """The web page is held to the same in `test_html_engine`."""
    words = tuple(map("".join, itertools.product("abc", repeat=4)))
    expected = [[rule_of(kind)(guess, answer) for answer in words] for guess in words]
    game = Game(WordList("answers", words), WordList("allowed", words), kind=kind)
    checked = CheckedGame(kind, "any", words, words)
    arrays = lay_out(checked, np.zeros(1, np.int64))

    assert FeedbackMatrix.of(game).by_guess.tolist() == expected
    assert [[checked.feedback(guess, answer) for answer in words] for guess in words] == expected
    assert arrays.codes[arrays.by_guess].tolist() == expected
    assert game.n_feedbacks - 1 == checked.winning == expected[0][0]


@pytest.mark.parametrize(
    ("length", "dtype"),
    # 3^5 = 243 and 3^10 = 59,049 are the last powers of 3 below 2^8 and 2^16.
    [(2, np.uint8), (5, np.uint8), (6, np.uint16), (10, np.uint16), (11, np.uint32), (12, np.uint32)],
)
def test_codes_take_the_narrowest_type_that_holds_all_green(length: int, dtype: type[np.unsignedinteger]) -> None:
    word = "a" * length
    matrix = FeedbackMatrix.of(Game(WordList("answers", (word,)), WordList("allowed", (word, "b" * length))))

    borders = [feedback_dtype(n_feedbacks) for n_feedbacks in (256, 257, 1 << 16, (1 << 16) + 1)]
    assert borders == [np.uint8, np.uint16, np.uint16, np.uint32]
    assert feedback_dtype(3**length) == dtype
    assert matrix.by_guess.dtype == dtype
    assert matrix.by_guess.tolist() == [[3**length - 1], [0]]


def test_layouts_are_contiguous_and_answers_are_found_among_the_allowed() -> None:
    allowed = ("aa", "ab", "ba", "bb", "bc")
    matrix = FeedbackMatrix.of(Game(WordList("answers", ("ab", "bc")), WordList("allowed", allowed)))

    assert (matrix.n_allowed, matrix.n_answers, matrix.n_feedbacks) == (5, 2, 9)
    assert matrix.answer_as_guess.tolist() == [1, 4]
    assert matrix.by_guess.flags.c_contiguous
    assert matrix.by_answer.flags.c_contiguous
    assert matrix.by_guess[matrix.answer_as_guess, [0, 1]].tolist() == [8, 8]


@pytest.mark.parametrize("at_once", [1, 1 << 20])
def test_cells_are_counted_among_many_feedbacks_or_few(monkeypatch: pytest.MonkeyPatch, at_once: int) -> None:
    """Of 27, of 729 and of 59,049 feedbacks."""
    monkeypatch.setattr(feedback_matrix_module, "_FEEDBACKS_AT_ONCE", at_once)
    dice = random.Random(1)
    for length in (3, 6, 10):
        words = tuple(sorted({"".join(dice.choices("abc", k=length)) for _ in range(90)}))
        matrix = FeedbackMatrix.of(Game(WordList("words", words), WordList("words", words)))
        for answers in ([3], [5, 6], range(0, len(words), 2), range(len(words))):
            n_cells = [len({colours_of(guess, words[answer]) for answer in answers}) for guess in words]
            assert count_cells(matrix.by_guess, np.array(answers)).tolist() == n_cells
