"""The feedback matrix: every feedback of a game, read by every search and strategy.

A feedback is a sum: each letter of a guess adds codes that depend only on the letter, the places where the guess has
it, and the answer. Few combinations of a letter and places occur in a list, so what each adds, for all answers, is
computed once; a guess's row is then the sum of at most `length` rows. The runtime's `feedback` and `pegs` specify the
codes, and share no code with this.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from wordle_compiler.game.game import Game, Rule
from wordle_compiler.machine.errors import InputError
from wordle_compiler.machine.memory import require_memory
from wordle_compiler.machine.workers import run_tasks
from wordle_runtime.feedback import letters
from wordle_runtime.layout import MASTERMIND, WORDLE

WORD_BYTES = 400
"""The memory per allowed word: its text, the search's tables by word, and the reading of the list."""

FeedbackArray = NDArray[Any]
"""Feedback codes: uint8 if they fit in a byte (words of up to 5 letters), otherwise uint16 or uint32."""

_GUESSES_PER_TASK = 4096
"""How many guesses one task computes; they share a table of what each letter adds."""

_GUESSES_AT_ONCE = 512
"""How many guesses are added up and transposed at once, so that they stay in the processor's cache."""

_FEEDBACKS_AT_ONCE = 1 << 20
"""How many feedbacks `count_cells` looks at in one step, which bounds the memory that it takes."""


def feedback_dtype(n_feedbacks: int) -> np.dtype[Any]:
    """Returns the narrowest unsigned type that holds every code below `n_feedbacks`."""
    return np.dtype(np.min_scalar_type(n_feedbacks - 1))


def require_feedbacks(game: Game, n_beside: int = 0) -> None:
    """Raises `InputError` if a game's feedbacks, plus `n_beside` more copies of them, do not fit in memory."""
    require_memory(basic_parts(game, n_beside), "use smaller lists")


def basic_parts(game: Game, n_beside: int = 0) -> dict[str, int]:
    """Returns the bytes that every run on a game takes, by part: its words, and its feedbacks in each layout."""
    words, feedbacks = f"{len(game.allowed):,} words", f"feedbacks to {len(game.answers):,} answers"
    n_layouts = (1 if is_symmetric(game) else 2) + n_beside
    return {words: WORD_BYTES * len(game.allowed), feedbacks: n_layouts * layout_bytes(game)}


def is_symmetric(game: Game) -> bool:
    """Checks whether guess and answer may be exchanged, so that one layout of the feedbacks is enough."""
    return game.kind == MASTERMIND and game.answers == game.allowed


def layout_bytes(game: Game) -> int:
    """Returns the bytes of a game's feedbacks in one layout."""
    return len(game.allowed) * len(game.answers) * feedback_dtype(game.n_feedbacks).itemsize


@dataclass(frozen=True, eq=False)
class FeedbackMatrix:
    """Every feedback of a game, in the two layouts that the kernels need."""

    by_guess: FeedbackArray
    """Shape (n_allowed, n_answers), C order: row `g` has the feedbacks of guess `g` against every answer."""
    by_answer: FeedbackArray
    """Shape (n_answers, n_allowed), C order: the transpose, as a copy unless the two are equal."""
    answer_as_guess: NDArray[np.int32]
    """Shape (n_answers,), int32: each answer's row in `by_guess`."""
    n_feedbacks: int
    """The number of feedback codes; the last code wins: all green, or all black."""
    is_own: bool = True
    """Whether the feedbacks are those of the game's kind, and not of another rule; see `of_rule`."""

    @property
    def n_answers(self) -> int:
        """How many answers the matrix covers."""
        return int(self.by_guess.shape[1])

    @property
    def n_allowed(self) -> int:
        """How many guesses the matrix covers."""
        return int(self.by_guess.shape[0])

    @classmethod
    def of(cls, game: Game, *, n_workers: int = 1) -> FeedbackMatrix:
        """Computes the matrix of a game.

        For words of up to five letters, it takes two bytes of memory per pair of words. In Mastermind, where guess and
        answer may be exchanged, it takes one byte if every guess is an answer.

        Raises:
            InputError: The words have more than 65,535 distinct letters, or the matrix needs more memory than the limit
                (see `memory`).
        """
        dtype = feedback_dtype(game.n_feedbacks)
        require_feedbacks(game)
        has_one_layout = is_symmetric(game)
        letters = letter_codes(game.allowed.words)
        parts = _parts(letters)
        index = {word: i for i, word in enumerate(game.allowed.words)}
        answer_as_guess = np.array([index[word] for word in game.answers.words], dtype=np.int32)
        answers = np.ascontiguousarray(letters[answer_as_guess].T)
        by_guess = np.empty((len(letters), answers.shape[1]), dtype=dtype)
        by_answer = by_guess if has_one_layout else np.empty((answers.shape[1], len(letters)), dtype=dtype)
        codes_of_letter = _pegs_of_letter if game.kind == MASTERMIND else _codes_of_letter

        def fill(start: int) -> None:
            distinct, chosen = np.unique(parts[start : start + _GUESSES_PER_TASK], return_inverse=True)
            rows = np.empty((len(distinct), answers.shape[1]), dtype)
            for row, part in zip(rows, distinct.tolist(), strict=True):
                places = [place for place in range(game.length) if part >> place & 1]
                row[:] = codes_of_letter(answers, part >> game.length, places, dtype)
            # By place; numpy versions differ in the shape of the inverse.
            chosen = np.ascontiguousarray(chosen.reshape(-1, game.length).T)
            for first in range(0, chosen.shape[1], _GUESSES_AT_ONCE):
                at_once = slice(start + first, min(start + first + _GUESSES_AT_ONCE, start + chosen.shape[1]))
                out = by_guess[at_once]
                by_place = iter(chosen[:, first : first + _GUESSES_AT_ONCE])
                rows.take(next(by_place), axis=0, out=out, mode="clip")
                for place in by_place:
                    out += rows.take(place, axis=0)
                if not has_one_layout:
                    by_answer[:, at_once] = out.T

        starts = range(0, len(letters), _GUESSES_PER_TASK)
        # Most small games take less time than to start a thread.
        for _ in map(fill, starts) if len(starts) == 1 else run_tasks(fill, starts, n_workers):
            pass
        return cls(by_guess, by_answer, answer_as_guess, game.n_feedbacks)

    @classmethod
    def of_rule(cls, game: Game, rule: Callable[[str, str], int]) -> FeedbackMatrix:
        """Computes the matrix of a game of words by a feedback rule of your own, one call for each pair of words.

        `rule(guess, answer)` returns a code, at least 0 and below `game.n_feedbacks - 1`, for a guess that is not the
        answer; that one wins. Strategies play by such a matrix (`Order`), and the total of `optimal` is exact. Tree
        files, journals, clusters, certificates and objectives other than the total know the game's own rule alone.

        Raises:
            InputError: The game is not of words or its rule is hard, which is about letters; or a code is out of range.
        """
        if game.kind != WORDLE or game.rule == Rule.HARD:
            raise InputError(f"a feedback rule of your own is for words and rules any and candidates, not {game.rule}")
        win, words, answers = game.n_feedbacks - 1, game.allowed.words, game.answers.words
        codes = np.array([[win if guess == word else rule(guess, word) for word in answers] for guess in words])
        if codes.dtype.kind not in "iu" or codes.min() < 0 or np.count_nonzero(codes >= win) != len(answers):
            raise InputError(f"a feedback rule must return whole numbers from 0 to {win - 1}")
        by_guess = codes.astype(feedback_dtype(game.n_feedbacks))
        answer_as_guess = np.flatnonzero((codes == win).any(axis=1)).astype(np.int32)
        return cls(by_guess, np.ascontiguousarray(by_guess.T), answer_as_guess, game.n_feedbacks, is_own=False)

    def reordered(self, answers: NDArray[np.int64]) -> FeedbackMatrix:
        """Returns a copy whose answer `i` is this one's answer `answers[i]`."""
        return FeedbackMatrix(
            np.ascontiguousarray(self.by_guess[:, answers]),
            self.by_answer[answers],
            self.answer_as_guess[answers],
            self.n_feedbacks,
            self.is_own,
        )


def count_cells(by_guess: FeedbackArray, answers: NDArray[np.integer[Any]] | slice = slice(None)) -> NDArray[np.int64]:
    """Returns into how many cells each guess splits some answers, by default all. It needs no compiled kernel.

    The feedbacks have one row per guess and one column per answer, of which those of `answers` count.
    """
    counts = np.empty(len(by_guess), np.int64)
    step = max(1, _FEEDBACKS_AT_ONCE // max(by_guess.shape[1], 1))
    for start in range(0, len(by_guess), step):
        codes = np.sort(by_guess[start : start + step, answers], axis=1, kind="stable")
        counts[start : start + step] = 1 + np.count_nonzero(codes[:, 1:] != codes[:, :-1], axis=1)
    return counts


@lru_cache(maxsize=4)
def letter_codes(words: tuple[str, ...]) -> NDArray[np.uint16]:
    """Returns words as letter numbers, shape (n_words, length); the letters that occur are numbered from 0, ascending.

    Raises:
        InputError: The words have more than 65,535 distinct letters.
    """
    if "".join(words).isascii():
        points: NDArray[Any] = np.array(words).view(np.uint32).reshape(len(words), -1)
    else:
        points = np.array([list(letters(word)) for word in words])
    alphabet, codes = np.unique(points, return_inverse=True)
    if len(alphabet) > np.iinfo(np.uint16).max:
        raise InputError(f"the words have {len(alphabet)} different letters: use at most 65535")
    return codes.reshape(points.shape).astype(np.uint16)


def letter_counts_of(letters: NDArray[np.uint16]) -> NDArray[np.uint8]:
    """Returns how often each word contains each letter, shape (n_words, n_letters). `letters` is by word."""
    counts = np.zeros((len(letters), int(letters.max()) + 1), np.uint8)
    words = np.arange(len(letters))
    for place in letters.T:
        counts[words, place] += 1
    return counts


def _parts(letters: NDArray[np.uint16]) -> NDArray[np.int64]:
    """Returns the letters of each word with the places that have them: `letter << length | places`, places as bits.

    Shape (n_words, length). Column `i` describes the letter at place `i` if that is its first occurrence in the word;
    otherwise it is 0.
    """
    length = letters.shape[1]
    parts = np.zeros(letters.shape, np.int64)
    for i in range(length):
        is_equal = letters == letters[:, i : i + 1]
        parts[:, i] = (letters[:, i].astype(np.int64) << length) | (is_equal @ (1 << np.arange(length)))
        parts[is_equal[:, :i].any(axis=1), i] = 0
    return parts


def _codes_of_letter(
    answers: NDArray[np.uint16], letter: int, places: Sequence[int], dtype: np.dtype[Any]
) -> FeedbackArray:
    """Returns what a letter adds to a guess's feedback for each answer, in kind `wordle`.

    The letters of the answers have the shape (length, n_answers); the guess has `letter` at `places`, ascending.
    """
    is_letter = answers == letter
    left = is_letter.sum(axis=0, dtype=np.uint8) - is_letter[places].sum(axis=0, dtype=np.uint8)
    codes = np.zeros(answers.shape[1], dtype)
    for place in places:
        is_green = is_letter[place]
        is_yellow = ~is_green & (left > 0)
        left -= is_yellow
        codes += (is_green * dtype.type(2) + is_yellow) * dtype.type(3 ** (len(answers) - 1 - place))
    return codes


def _pegs_of_letter(
    answers: NDArray[np.uint16], letter: int, places: Sequence[int], dtype: np.dtype[Any]
) -> FeedbackArray:
    """Returns what a symbol adds to a guess's feedback for each answer, in kind `mastermind`.

    The symbol makes as many pegs as the smaller of its two counts; each black peg adds `length` more. The arguments are
    those of `_codes_of_letter`.
    """
    is_letter = answers == letter
    pegs: FeedbackArray = np.minimum(is_letter.sum(axis=0), len(places)) + len(answers) * is_letter[places].sum(axis=0)
    return pegs.astype(dtype)
