"""Says what is wrong with a guess or a feedback that a tree has no place for. Only looked at when something is."""

import unicodedata

from wordle_runtime.errors import GameError, quoted
from wordle_runtime.feedback import rule_of
from wordle_runtime.lists import lists_with, words_allowed_in
from wordle_runtime.notation import format_feedback

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wordle_runtime.nodes import Nodes
    from wordle_runtime.tree import Tree

_NAMED = 5
_LONGEST_RAW = 200


def normal_form(word: str) -> str:
    """Returns a word as the lists have it: NFC and case-folded. A word that no list can hold is only case-folded."""
    if word.isascii() or len(word) > _LONGEST_RAW:
        return word.casefold()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", word).casefold())


def game_is_over(turn: int) -> GameError:
    """Returns the error for a turn that follows the one that solved the game."""
    return GameError(f"the game was solved at turn {turn}", turn + 1)


def check_guess(tree: "Tree", node: int, guess: object, turn: int) -> None:
    """Raises `GameError` unless a guess that is not literally the tree's is the same word after all.

    It says which word the tree plays, and whether the guess is in the game's list of allowed words, or in none.
    """
    if not isinstance(guess, str):
        raise GameError(f"a guess is text, not {type(guess).__name__}", turn)
    word = normal_form(guess)
    expected = tree.nodes.word(node)
    if word == expected:
        return
    if len(word) != tree.length:
        raise GameError(f"{quoted(guess)} has {_letters(len(word))}, the tree's words have {tree.length}", turn)
    known = words_allowed_in(tree)
    if known is not None and word not in known:
        elsewhere = lists_with(word)
        allowed = tree.info.game.allowed.name
        place = f"not in {allowed}, only in {', '.join(elsewhere)}" if elsewhere else "in no word list"
        raise GameError(f"{quoted(guess)} is {place}; the tree plays {expected} here", turn)
    raise GameError(f"the tree plays {expected} here, not {quoted(word)}", turn)


def explain_feedback(nodes: "Nodes", node: int, code: int, turn: int) -> GameError:
    """Returns the error for a feedback that leads nowhere from a node."""
    guess = nodes.word(node)
    marks = format_feedback(code, len(guess), kind=nodes.kind)
    feedback = rule_of(nodes.kind)
    stuck = [word for word in nodes.unsolved(node) if feedback(guess, word) == code]
    if stuck:
        named = ", ".join(stuck[:_NAMED]) + (", ..." if len(stuck) > _NAMED else "")
        return GameError(f"the tree has no guess left after {guess} {marks}; it does not solve {named}", turn)
    return GameError(f"no candidate gives {marks} to {guess}", turn)


def _letters(count: int) -> str:
    return "1 letter" if count == 1 else f"{count} letters"
