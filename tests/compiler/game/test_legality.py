"""Rule hard: the compact constraint against the rule's own words, which look at the whole history."""

import numpy as np
import pytest
from reference_solver import Colours, code_of, is_hard_legal

from wordle_compiler.game.feedback_matrix import letter_codes, letter_counts_of
from wordle_compiler.game.legality import is_legal, tighten

History = tuple[tuple[str, Colours], ...]


def constraint_after(words: list[str], history: History) -> np.ndarray:
    """Tightens turn by turn; `words` give the letters their numbers."""
    letters = letter_codes(tuple(words))
    constraint = np.zeros(1 + 2 * letters.shape[1], np.uint16)
    for guess, colours in history:
        after = np.full_like(constraint, 999)
        after[0] = constraint[0]
        tighten(constraint, letters[words.index(guess)], code_of(colours), after)
        constraint = after
    return constraint


def legal_words(words: list[str], history: History) -> list[str]:
    letters = letter_codes(tuple(words))
    counts = letter_counts_of(letters)
    constraint = constraint_after(words, history)
    return [word for i, word in enumerate(words) if is_legal(constraint, letters[i], counts[i])]


def turns(*pairs: tuple[str, str]) -> History:
    return tuple((guess, tuple(int(digit) for digit in digits)) for guess, digits in pairs)


@pytest.mark.parametrize(
    ("history", "word", "legal"),
    [
        # Green s at 1, yellow e: s stays, an e anywhere, even where it was yellow. A grey letter may come again.
        (turns(("speed", "20100")), "sheep", True),
        (turns(("speed", "20100")), "spend", True),
        (turns(("speed", "20100")), "shiny", False),
        (turns(("speed", "20100")), "erase", False),
        # Two e were seen, so two must be used.
        (turns(("speed", "00110")), "eerie", True),
        (turns(("speed", "00110")), "elude", True),
        (turns(("speed", "00110")), "crane", False),
        # One e green and one grey: a single e is enough, but in its place.
        (turns(("speed", "00200")), "steal", True),
        (turns(("speed", "00200")), "ennui", False),
        # Seen once at each of two turns is one e, not two; twice at the first turn stays two.
        (turns(("crane", "00001"), ("speed", "00100")), "elbow", True),
        (turns(("speed", "00110"), ("crane", "00001")), "elbow", False),
        # A yellow that turns green at a later turn demands its place and no second letter.
        (turns(("crane", "00001"), ("elbow", "20000")), "ennui", True),
        (turns(("crane", "00001"), ("elbow", "20000")), "spend", False),
        ((), "fuzzy", True),
    ],
)
def test_rule_hard_by_hand(history: History, word: str, legal: bool) -> None:
    words = sorted({word, *(guess for guess, _ in history)})

    assert is_hard_legal(word, history) == legal
    assert (word in legal_words(words, history)) == legal
