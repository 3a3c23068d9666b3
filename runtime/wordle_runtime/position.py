"""Positions of a game by its rules alone, and why a turn is refused. Finds no guesses.

A `Session`, which follows a tree, imports this when a turn does not fit.
"""

from operator import ne

from wordle_runtime.errors import GameError, NoCandidateError, OffTreeError, counted, quoted
from wordle_runtime.feedback import graphemes, marks, rule_of, unmet_demand
from wordle_runtime.header import Value
from wordle_runtime.layout import CANDIDATES, HARD, WORDLE, n_feedbacks
from wordle_runtime.notation import format_feedback, read_feedback
from wordle_runtime.words import lists_with, spelled, words_allowed_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from fractions import Fraction
    from typing import Any

    from wordle_runtime.header import GameInfo
    from wordle_runtime.nodes import Nodes

    Rules = Any
    """What a turn depends on, `kind`, `rule`, `length` and `allowed`: the game in a tree's header or the compiler's."""


_NAMED = 5


class Position(Value):
    """A position in a game.

    Attributes:
        turns: The turns so far: each guess as spelled in the lists, with the code of its feedback.
        candidates: The answers still possible, ascending; at least one.
    """

    __slots__: tuple[str, ...] = ("candidates", "turns")
    turns: tuple[tuple[str, int], ...]
    candidates: tuple[str, ...]


class RankedGuess(Value):
    """A next guess and its cost.

    Attributes:
        guess: The word.
        is_candidate: Whether it may itself be the answer.
        total: The smallest total of all candidates with this guess next, this guess counted; exact. With weights the
            plain total that belongs to the smallest weighted one. None means a proof that no play after this guess
            solves every candidate within the limit.
        expected: The mean guesses still needed (the weighted mean with weights), exact; or None.
        cost: By how much `expected` exceeds that of the best guess, exact; 0 for the best; or None.
    """

    __slots__ = ("cost", "expected", "guess", "is_candidate", "total")
    guess: str
    is_candidate: bool
    total: int | None
    expected: "Fraction | None"
    cost: "Fraction | None"


def play_turn(
    game: "Rules", allowed: "frozenset[str] | None", position: Position, guess: str, feedback: str | int
) -> Position:
    """Returns the position after a turn: a guess, and its feedback in any notation or as its code.

    `allowed` are the words that may be guessed; None means any.

    Raises:
        GameError: The game is over, the guess is not allowed or breaks the rule, or no candidate gives it this
            feedback. The error names the turn.
    """
    turns = position.turns
    turn = len(turns) + 1
    if turns and turns[-1][1] == n_feedbacks(game.kind, game.length) - 1:
        raise game_is_over(turn - 1)
    word = find_word(game, guess, turn, allowed)
    code = read_feedback(feedback, game.length, game.kind, turn)
    check_rule(game, word, position)
    rule = rule_of(game.kind)
    fitting = tuple(answer for answer in position.candidates if rule(word, answer) == code)
    if not fitting:
        shown = format_feedback(code, game.length, kind=game.kind)
        n_left = len(position.candidates)
        none = f"none of the {n_left} candidates that were left gives"
        if n_left == 1:
            none = "the only candidate that was left does not give"
        raise NoCandidateError(f"no answer fits: {none} {shown} to {quoted(word)}", turn)
    return Position(turns=(*turns, (word, code)), candidates=fitting)


def check_rule(game: "Rules", word: str, position: Position) -> None:
    """Raises `GameError` if a guess is not legal at a position, by the rule of its game."""
    turn = len(position.turns) + 1
    if game.rule == CANDIDATES and word not in position.candidates:
        raise GameError(f"{quoted(word)} is not legal under rule candidates: it cannot be the answer", turn)
    if game.rule == HARD and (demand := unmet_demand(word, position.turns)):
        raise GameError(f"{quoted(word)} is not legal under rule hard: it {demand}", turn)


def find_word(
    game: "Rules", guess: str, turn: int, known: "frozenset[str] | None", some: "Collection[str]" = ()
) -> str:
    """Returns a guess as spelled in the lists.

    Args:
        game: Its game.
        guess: The guess as typed.
        turn: The turn that an error names.
        known: The allowed words; None if they are unknown.
        some: Some of the allowed words, for the spelling if the rest is unknown.

    Raises:
        GameError: Its length is wrong, it is not allowed, or it could control a terminal.
    """
    word = spelled(guess, known or some)
    if (n_letters := len(graphemes(word))) != game.length:
        has = counted(n_letters, "letter")
        raise GameError(f"{quoted(guess)} has {has}, the game's words have {game.length}", turn)
    if not word.isprintable():
        raise GameError(f"{quoted(guess)} has a character that no word can have", turn)
    if known is not None and word not in known:
        elsewhere = lists_with(word)
        place = f"not in {game.allowed.name}, only in {', '.join(elsewhere)}" if elsewhere else "in no word list"
        raise GameError(f"{quoted(guess)} is {place}", turn)
    return word


def check_guess(game: "GameInfo", nodes: "Nodes", node: int, guess: object, turn: int) -> None:
    """Raises `GameError` unless a guess that differs from the tree's is the same word after normalisation.

    The error says which word the tree plays, and whether the guess is in the game's list of allowed words, or in no
    list. It is an `OffTreeError` if the guess may be allowed.
    """
    if not isinstance(guess, str):
        raise GameError(f"a guess is text, not {type(guess).__name__}", turn)
    expected = nodes.word(node)
    if guess.casefold() == expected:
        return
    known = words_allowed_in(game, nodes)
    word = spelled(guess, known or nodes.words)
    if word == expected:
        return
    try:
        word = find_word(game, guess, turn, known, nodes.words)
    except GameError as error:
        if known is None or len(graphemes(word)) != game.length:
            raise
        raise GameError(f"{error.reason}; the tree plays {expected} here", turn) from None
    raise OffTreeError(f"the tree plays {expected} here, not {quoted(word)}", turn)


def game_is_over(turn: int) -> GameError:
    """Returns the error for a turn that follows the one that solved the game."""
    return GameError(f"the game was solved at turn {turn}", turn + 1)


def explain_feedback(nodes: "Nodes", node: int, code: int, turn: int) -> GameError:
    """Returns the error for a feedback that leads nowhere from a node."""
    guess = nodes.word(node)
    shown = format_feedback(code, len(graphemes(guess)), kind=nodes.kind)
    rule = rule_of(nodes.kind)
    stuck = [word for word in nodes.unsolved(node) if rule(guess, word) == code]
    if stuck:
        named = ", ".join(stuck[:_NAMED]) + (", ..." if len(stuck) > _NAMED else "")
        return OffTreeError(f"the tree has no guess left after {guess} {shown}; it does not solve {named}", turn)
    return NoCandidateError(f"no candidate gives {shown} to {guess}", turn)


def with_suspect(error: GameError, nodes: "Nodes", history: "Sequence[tuple[str, str | int]]") -> GameError:
    """Returns the error with the turn to look at first, where no candidate gives a turn's feedback.

    That is the turn that was most likely mistyped: all other turns agree with some answers, and it agrees in all places
    but one. None is named for games whose feedback is not a mark per place. Takes 0.1 s for 15,000 answers.
    """
    if not isinstance(error, NoCandidateError) or nodes.kind != WORDLE:
        return error
    length = len(graphemes(nodes.word(0)))
    turns = [
        (spelled(guess, nodes.words), read_feedback(marked, length, nodes.kind))
        for guess, marked in history[: error.turn]
    ]
    feedback = rule_of(nodes.kind)
    n_fitting: dict[tuple[int, int], int] = {}
    for word in nodes.words[: nodes.n_answers]:
        wrong: list[tuple[int, int]] = []
        for turn, (guess, code) in enumerate(turns, 1):
            if (right := feedback(guess, word)) != code:
                wrong.append((turn, right))
                if len(wrong) > 1:
                    break
        if len(wrong) == 1:
            turn, right = wrong[0]
            if sum(map(ne, marks(right, length), marks(turns[turn - 1][1], length))) == 1:
                n_fitting[wrong[0]] = n_fitting.get(wrong[0], 0) + 1
    if not n_fitting:
        return error
    (turn, code), n_words = max(n_fitting.items(), key=lambda item: (item[1], item[0]))
    words = "1 word fits" if n_words == 1 else f"{n_words} words fit"
    hint = f"look at turn {turn} first: with {turns[turn - 1][0]} {format_feedback(code, length)} {words}"
    return GameError(f"{error.reason}; {hint}", error.turn)
