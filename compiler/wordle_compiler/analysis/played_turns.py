"""Parses the turns of a game as a player writes them, and replays them against the candidates."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from wordle_compiler.game.game import Game
from wordle_compiler.game.words import WordList, normalise_word
from wordle_compiler.machine.errors import InputError
from wordle_runtime.errors import GameError
from wordle_runtime.feedback import rule_of
from wordle_runtime.notation import format_feedback, read_feedback, split_history
from wordle_runtime.position import Position, find_word, play_turn

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


@contextmanager
def _input_errors() -> Iterator[None]:
    """Turns the runtime's errors about turns into the compiler's."""
    try:
        yield
    except GameError as error:
        raise InputError(str(error)) from None


def with_hidden_word(game: Game, words: Sequence[str], answer: str | None) -> Game:
    """Returns the game with the hidden word among its answers, where it is an allowed word that was not one of them.

    The hidden word is `answer`; or a bare last word, or the guess that won.
    """
    hidden = answer
    if hidden is None and words:
        raw, colon, mark = _join_turns(words, game)[-1].rpartition(":")
        hidden = mark if not colon else raw if _code_of(mark, game) == game.n_feedbacks - 1 else None
    if hidden is None:
        return game
    hidden = normalise_word(hidden, "the answer")
    if hidden in game.answers.words or hidden not in game.allowed.words:
        return game
    answers = WordList.from_words([*game.answers.words, hidden], f"{game.answers.name} and {hidden}")
    return Game(answers, game.allowed, game.rule, game.kind)


def complete_turns(
    game: Game, words: Sequence[str], answer: str | None
) -> tuple[tuple[tuple[str, int], ...], str | None]:
    """Parses turns and fills in missing feedbacks; also returns the hidden word, if known.

    A turn is `GUESS:FEEDBACK`, `GUESS FEEDBACK` or a bare guess. Without an `answer` a bare last word is the answer and
    the last guess; it may be given twice, once as each.

    Raises:
        InputError: A turn is malformed, lacks its feedback, or contradicts the answer; the message names it.
    """
    if not words:
        raise InputError("no guess is given: write turns such as salet:__y_g, or guesses and the answer")
    words = _join_turns(words, game)
    hidden = words[-1] if answer is None and ":" not in words[-1] else answer
    if hidden is not None:
        hidden = normalise_word(hidden, "the answer")
        if hidden not in game.answers.words:
            raise InputError(f"{hidden!a} is not among the {len(game.answers)} answers: it cannot be hidden")
    turns = []
    for number, text in enumerate(words, 1):
        raw, colon, mark = text.rpartition(":")
        with _input_errors():
            word = find_word(game, raw if colon else text, number, None)
            said = read_feedback(mark, game.length, game.kind, number) if colon else None
        code = said if hidden is None else rule_of(game.kind)(word, hidden)
        if code is None:
            raise InputError(f"turn {number}: {word!a} has no feedback: write guess:feedback, or give the answer")
        if said not in (None, code):
            right = format_feedback(code, game.length, kind=game.kind)
            raise InputError(f"turn {number}: {word!a} gets {right} if {hidden!a} is hidden, not {mark!a}")
        turns.append((word, code))
    if len(turns) > 1 and turns[-1] == turns[-2] and turns[-1][1] == game.n_feedbacks - 1 and ":" not in words[-1]:
        # The winning guess and then the answer: one word, named twice.
        turns.pop()
    return tuple(turns), hidden


def _join_turns(words: Sequence[str], game: Game) -> list[str]:
    """Joins each bare guess with the feedback after it: `GUESS FEEDBACK` becomes `GUESS:FEEDBACK`."""
    joined: list[str] = []
    for word in words:
        # An allowed word is the next guess, even if it can be read as a feedback.
        if joined and ":" not in joined[-1] and _code_of(word, game) is not None and word not in game.allowed.words:
            joined[-1] += f":{word}"
        else:
            joined.append(word)
    return joined


def _code_of(text: str, game: Game) -> int | None:
    """Returns the code of a feedback, or None if the text is not one."""
    with suppress(GameError):
        return read_feedback(text, game.length, game.kind)
    return None


def replay_turns(game: Game, turns: str | Iterable[tuple[str, str | int]]) -> Iterator[Position]:
    """Yields the position at the start and after each turn: a guess, and its feedback in any notation or as its code.

    The turns may also be one text; see `wordle_runtime.notation.split_history`.

    Raises:
        InputError: A turn has an unknown word or no feedback, breaks the rule, or fits no answer; the message names it.
    """
    allowed = frozenset(game.allowed.words)
    position = Position(turns=(), candidates=game.answers.words)
    yield position
    with _input_errors():
        for guess, feedback in split_history(turns) if isinstance(turns, str) else turns:
            position = play_turn(game, allowed, position, guess, feedback)
            yield position
