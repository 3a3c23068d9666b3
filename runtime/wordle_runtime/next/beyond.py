"""The next guess where no answer of the tree fits, but other allowed words do."""

from collections import Counter

from wordle_runtime.errors import GameError
from wordle_runtime.feedback import rule_of
from wordle_runtime.lists import words_allowed_in
from wordle_runtime.notation import parse_feedback
from wordle_runtime.value import Value
from wordle_runtime.words import normal_form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wordle_runtime.tree import Tree

_MOST_COMPARED = 150
"""Of more words an even sample is compared with itself: a tenth of a second at most."""


class Beyond(Value):
    """A guess among the allowed words that are not answers of the tree.

    Attributes:
        guess: The one of them with the smallest expected cell (Irving): a rule of thumb. None when the game is solved.
        n_words: How many fit all turns.
        n_answers: How many answers the tree has, none of which fits.
        turn: The number of the guess.
    """

    __slots__ = ("guess", "n_answers", "n_words", "turn")
    guess: str | None
    n_words: int
    n_answers: int
    turn: int

    def explain(self) -> str:
        """Returns one line on where the guess comes from."""
        others = "1 other allowed word does" if self.n_words == 1 else f"{self.n_words} other allowed words do"
        return f"none of the {self.n_answers} answers of the tree fits; {others}"


def guess_beyond(tree: "Tree", history: "list[tuple[str, str]]") -> Beyond | None:
    """Returns the next guess among the other allowed words; None where none fits, or where they are not known."""
    allowed = words_allowed_in(tree.info.game, tree.nodes)
    if allowed is None:
        return None
    kind = tree.nodes.kind
    feedback = rule_of(kind)
    try:
        turns = [(normal_form(guess), parse_feedback(marks, tree.length, kind)) for guess, marks in history]
    except GameError:
        return None
    if any(len(guess) != tree.length for guess, _ in turns):
        return None
    answers = frozenset(tree.nodes.words[: tree.nodes.n_answers])
    fitting = sorted(word for word in allowed - answers if all(feedback(guess, word) == code for guess, code in turns))
    if not fitting:
        return None
    is_solved = turns[-1][1] == tree.nodes.all_green
    sample = fitting[:: -(-len(fitting) // _MOST_COMPARED)]

    def expected_size(guess: str) -> int:
        return sum(size * size for size in Counter(feedback(guess, word) for word in sample).values())

    guess = None if is_solved else min(sample, key=lambda word: (expected_size(word), word))
    return Beyond(guess=guess, n_words=len(fitting), n_answers=len(answers), turn=len(turns) + (not is_solved))
