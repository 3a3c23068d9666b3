"""Explains why a guess or a feedback does not fit a tree. It is imported only after a mistake."""

from operator import ne

from wordle_runtime.errors import GameError, NoCandidateError, OffTreeError, counted, quoted
from wordle_runtime.feedback import marks, rule_of
from wordle_runtime.layout import WORDLE
from wordle_runtime.lists import lists_with, words_allowed_in
from wordle_runtime.notation import format_feedback, read_feedback
from wordle_runtime.words import normal_form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from wordle_runtime.header import GameInfo
    from wordle_runtime.nodes import Nodes

_NAMED = 5


def suspect_turn(nodes: "Nodes", turns: "Sequence[tuple[str, int]]", length: int) -> "tuple[int, int, int] | None":
    """Returns the turn that was most likely mistyped, the feedback that it may have had, and how many answers fit then.

    Looks for answers that all turns but one agree with, and that one in all places but one. None where there is none,
    and for games whose feedback is not a mark per place. Some 0.1 s for 15,000 answers.
    """
    if nodes.kind != WORDLE:
        return None
    feedback = rule_of(nodes.kind)
    found: dict[tuple[int, int], int] = {}
    for word in nodes.words[: nodes.n_answers]:
        wrong = 0
        for turn, (guess, code) in enumerate(turns, 1):
            right = feedback(guess, word)
            if right != code:
                if wrong:
                    break
                wrong, changed = turn, (right, code)
        else:
            if wrong and sum(map(ne, marks(changed[0], length), marks(changed[1], length))) == 1:
                key = wrong, changed[0]
                found[key] = found.get(key, 0) + 1
    if not found:
        return None
    (turn, code), n_fitting = max(found.items(), key=lambda item: (item[1], item[0]))
    return turn, code, n_fitting


def with_suspect(error: GameError, nodes: "Nodes", history: "Sequence[tuple[str, str | int]]") -> GameError:
    """Returns the error with the turn to look at first, where no candidate gives a turn's feedback."""
    if not isinstance(error, NoCandidateError):
        return error
    length = len(nodes.word(0))
    turns = [(normal_form(guess), read_feedback(marked, length, nodes.kind)) for guess, marked in history[: error.turn]]
    found = suspect_turn(nodes, turns, length)
    if found is None:
        return error
    turn, code, n_fitting = found
    words = "1 word fits" if n_fitting == 1 else f"{n_fitting} words fit"
    hint = f"look at turn {turn} first: with {turns[turn - 1][0]} {format_feedback(code, length)} {words}"
    return GameError(f"{error.reason}; {hint}", error.turn)


def game_is_over(turn: int) -> GameError:
    """Returns the error for a turn that follows the one that solved the game."""
    return GameError(f"the game was solved at turn {turn}", turn + 1)


def check_guess(game: "GameInfo", nodes: "Nodes", node: int, guess: object, turn: int) -> None:
    """Raises `GameError` unless a guess that differs from the tree's is the same word after normalisation.

    The error says which word the tree plays, and whether the guess is in the game's list of allowed words, or in no
    list. It is an `OffTreeError` if the guess may be allowed.
    """
    if not isinstance(guess, str):
        raise GameError(f"a guess is text, not {type(guess).__name__}", turn)
    expected = nodes.word(node)
    if normal_form(guess) == expected:
        return
    known = words_allowed_in(game, nodes)
    try:
        word = find_word(game, guess, turn, known)
    except GameError as error:
        if known is None or len(normal_form(guess)) != game.length:
            raise
        raise GameError(f"{error.reason}; the tree plays {expected} here", turn) from None
    raise OffTreeError(f"the tree plays {expected} here, not {quoted(word)}", turn)


def find_word(game: "GameInfo", guess: str, turn: int, known: "frozenset[str] | None") -> str:
    """Returns a guess as spelled in the lists.

    Args:
        game: The game of its tree.
        guess: The guess as typed.
        turn: The turn that an error names.
        known: The allowed words; None if they are unknown.

    Raises:
        GameError: Its length is wrong, it is not allowed, or it could control a terminal.
    """
    word = normal_form(guess)
    if len(word) != game.length:
        has = counted(len(word), "letter")
        raise GameError(f"{quoted(guess)} has {has}, the tree's words have {game.length}", turn)
    if not word.isprintable():
        raise GameError(f"{quoted(guess)} has a character that no word can have", turn)
    if known is not None and word not in known:
        elsewhere = lists_with(word)
        allowed = game.allowed.name
        place = f"not in {allowed}, only in {', '.join(elsewhere)}" if elsewhere else "in no word list"
        raise GameError(f"{quoted(guess)} is {place}", turn)
    return word


def explain_feedback(nodes: "Nodes", node: int, code: int, turn: int) -> GameError:
    """Returns the error for a feedback that leads nowhere from a node."""
    guess = nodes.word(node)
    shown = format_feedback(code, len(guess), kind=nodes.kind)
    feedback = rule_of(nodes.kind)
    stuck = [word for word in nodes.unsolved(node) if feedback(guess, word) == code]
    if stuck:
        named = ", ".join(stuck[:_NAMED]) + (", ..." if len(stuck) > _NAMED else "")
        return OffTreeError(f"the tree has no guess left after {guess} {shown}; it does not solve {named}", turn)
    return NoCandidateError(f"no candidate gives {shown} to {guess}", turn)
