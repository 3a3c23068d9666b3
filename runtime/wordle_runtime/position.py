"""Positions of a game by its rules alone, why a turn is refused, and a guess by a rule of thumb.

A `Session`, which follows a tree, imports this when a turn does not fit.
"""

from itertools import islice
from operator import ne

from wordle_runtime.errors import GameError, NoCandidateError, counted, quoted
from wordle_runtime.feedback import graphemes, marks, rule_of, shown, unmet_demand
from wordle_runtime.header import Value
from wordle_runtime.layout import CANDIDATES, HARD, WORDLE, n_feedbacks
from wordle_runtime.notation import AROUND_WORDS, MARKS, format_feedback, read_feedback

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence
    from fractions import Fraction
    from typing import Any

    Rules = Any
    """What a turn depends on, `kind`, `rule`, `length` and `allowed`: the game in a tree's header or the compiler's."""

_MOST_NEAR = 3
_MOST_COMPARED = 150
"""If there are more words, only an even sample is compared, with itself: a tenth of a second at most."""


class Position(Value):
    """A position in a game."""

    turns: tuple[tuple[str, int], ...]
    """The turns so far: each guess as spelled in the lists, with the code of its feedback."""
    candidates: tuple[str, ...]
    """The answers still possible, ascending; at least one."""


class RankedGuess(Value):
    """A next guess and its cost."""

    guess: str
    """The word."""
    is_candidate: bool
    """Whether it may itself be the answer."""
    total: int | None
    """The smallest total of all candidates with this guess next, this guess counted; exact. With weights the plain
    total that belongs to the smallest weighted one. None: it is proven that not all can be solved within the limit."""
    expected: "Fraction | None"
    """The mean guesses still needed (the weighted mean with weights), exact; or None."""
    cost: "Fraction | None"
    """By how much `expected` exceeds that of the best guess, exact; 0 for the best; or None."""


def changed_answers(answers: "Iterable[str]", include: "Iterable[str]", exclude: "Iterable[str]") -> frozenset[str]:
    """Returns answers without past ones and with new ones; a word that is both stays.

    Raises:
        GameError: None is left.
    """
    if not (left := frozenset(answers).difference(exclude).union(include)):
        raise GameError("no answer is left: all are excluded")
    return left


def play_turn(
    game: "Rules", allowed: "frozenset[str] | None", position: Position, guess: str, feedback: str | int
) -> Position:
    """Returns the position after a turn: a guess, and its feedback in any notation or as its code.

    `allowed` are the words that may be guessed; None means any.

    Raises:
        GameError: The game is over, the guess illegal, or the feedback impossible. The error names the turn.
    """
    turn = len(turns := position.turns) + 1
    if turns and turns[-1][1] == n_feedbacks(game.kind, game.length) - 1:
        raise GameError(f"the game was solved at turn {turn - 1}: give one game at a time", turn)
    word = find_word(game, guess, turn, allowed)
    code, rule = read_feedback(feedback, game.length, game.kind, turn), rule_of(game.kind)
    check_rule(game, word, position)
    fitting = tuple(answer for answer in position.candidates if rule(word, answer) == code)
    if not fitting:
        # Bulls and cows have names of their own.
        is_named = game.kind != WORDLE and isinstance(feedback, str)
        told = quoted(str(feedback)) if is_named else format_feedback(code, game.length, kind=game.kind)
        raise NoCandidateError(f"no candidate gives {told} to {word}", turn)
    return Position(turns=(*turns, (word, code)), candidates=fitting)


def check_rule(game: "Rules", word: str, position: Position) -> None:
    """Raises `GameError` if a guess is not legal at a position, by the rule of its game."""
    turn = len(position.turns) + 1
    if game.rule == CANDIDATES and word not in position.candidates:
        raise GameError(f"{quoted(word)} is not legal under rule candidates: it cannot be the answer", turn)
    if game.rule == HARD and (demand := unmet_demand(word, position.turns)):
        raise GameError(f"{quoted(word)} is not legal under rule hard: it {demand}", turn)


def find_word(
    game: "Rules", guess: object, turn: int, known: "frozenset[str] | None", some: "Collection[str]" = ()
) -> str:
    """Returns a guess as spelled in the lists, of which `known` are the allowed words.

    If they are unknown (None), `some` of them show their spelling.

    Raises:
        GameError: Its length is wrong, it is not allowed, or it could control a terminal.
    """
    # Imported here: a session of the tree's own words does without.
    from wordle_runtime.words import spelled

    if not isinstance(guess, str):
        raise GameError(f"a guess is text, not {type(guess).__name__}", turn)
    word = spelled(guess, known or some)
    are_marks = game.kind == WORDLE and guess != "" and MARKS.issuperset(guess)
    if known and are_marks and word not in known and not (guess + min(known)).isdigit():
        raise GameError(f"{quoted(guess)} is a feedback: the guess comes first, as in crane __y_g", turn)
    if (n := len(graphemes(word))) != game.length:
        unit, noun = ("letter", "words") if game.kind == WORDLE else ("place", "codes")
        meant = nearest(word, known or ()) if game.kind == WORDLE else ""
        raise GameError(f"{quoted(guess)} has {counted(n, unit)}, the game's {noun} have {game.length}{meant}", turn)
    if not word.isprintable():
        raise GameError(f"{quoted(guess)} has a character that no word can have", turn)
    if known is not None and word not in known:
        if game.kind != WORDLE:
            odd = next((sign for sign in word if all(code.count(sign) < word.count(sign) for code in known)), "")
            why = f": no code has {quoted(odd)}{' so often' * any(odd in code for code in known)}" if odd else ""
            raise GameError(f"{quoted(guess)} is not a code of this game, such as {min(known)}{why}", turn)
        meant = f"{nearest(word, known) or ';'} if it is new, include it (--include)"
        raise GameError(f"{quoted(guess)} is not in the list {game.allowed.name}{meant}", turn)
    return word


def nearest(word: str, known: "Iterable[str]") -> str:
    """Returns the question whether a word with other accents, two letters swapped or one wrong was meant.

    A letter is also wrong where it is missing or too many. Empty if there is no such word.
    """
    from wordle_runtime.words import fold_accents

    def bare(text: str) -> str:
        return text if text.isascii() else fold_accents(shown(text)).casefold().replace("ı", "i")

    near, typed = [], bare(word.strip(AROUND_WORDS))
    for other in known:
        letters = bare(other)
        short, long = sorted((typed, letters), key=len)
        at = next((at for at, letter in enumerate(short) if letter != long[at]), len(short))
        if long[at + 1 :] in (short[at:], short[at + 1 :]):
            near.append((2 * (typed != letters), other))
        elif sum(map(ne, typed, letters)) == 2 and sorted(typed) == sorted(letters):
            near.append((1, other))
    *others, last = [other for _, other in sorted(near)[:_MOST_NEAR]] or [""]
    return f": did you mean {', '.join(others)}{' or ' if others else ''}{last}?" if last else ""


def rule_of_thumb(words: "Sequence[str]", kind: str) -> tuple[list[str], bool]:
    """Returns the words by their expected cell, the smallest first, and whether that one tells all words apart.

    The measure is Irving's (docs/references.md#irving-1979), of an even sample where there are many words.
    No guess needs fewer guesses on average than a word that does: one for itself, and two for each other word.
    """
    from collections import Counter

    rule, sample = rule_of(kind), words[:: -(-len(words) // _MOST_COMPARED)]
    cells = ((Counter(rule(guess, word) for word in sample).values(), guess) for guess in sample)
    ranked = sorted((sum(n_words * n_words for n_words in sizes), guess) for sizes, guess in cells)
    return [guess for _, guess in ranked], ranked[0][0] == len(words)


def with_suspect(
    error: NoCandidateError, pools: "Sequence[Iterable[str]]", turns: "Sequence[tuple[str, int]]", kind: str
) -> NoCandidateError:
    """Returns the error with the turn to look at first, where no word of any pool gives the last turn's feedback.

    That is the last turn that agrees with some word in all places but one, if all other turns agree with that word.
    Of the words that then fit, those in the first pool that has any are counted. No turn of a game of codes is named.
    """
    feedback, length = rule_of(kind), len(graphemes(turns[0][0])) if turns else 0
    n_fitting: dict[tuple[int, int], list[int]] = {}
    for pool, word in ((pool, word) for pool, words in enumerate(pools if kind == WORDLE else ()) for word in words):
        others = ((turn, feedback(guess, word), code) for turn, (guess, code) in enumerate(turns, 1))
        wrong = list(islice((other for other in others if other[1] != other[2]), 2))
        if len(wrong) == 1 and sum(map(ne, marks(wrong[0][1], length), marks(wrong[0][2], length))) == 1:
            n_fitting.setdefault(wrong[0][:2], [0] * len(pools))[pool] += 1
    if not n_fitting:
        which = "the" if error.turn == 1 else "every"
        return NoCandidateError(f"{error.reason}: check the feedback of {which} turn", error.turn)
    (turn, code), counts = max(n_fitting.items(), key=lambda item: (item[0][0], item[1], item[0]))
    words = "1 word fits" if (n_words := next(filter(None, counts))) == 1 else f"{n_words} words fit"
    hint = f"look at turn {turn} first: with {turns[turn - 1][0]} {format_feedback(code, length)} {words}"
    return NoCandidateError(f"{error.reason}; {hint}", error.turn)
