"""The words to guess where no answer of the tree fits: the other allowed words that do."""

from collections import Counter

from wordle_runtime.feedback import rule_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wordle_runtime.tree import Tree

_MOST_COMPARED = 150
"""If there are more words, only an even sample is compared, with itself: a tenth of a second at most."""


def words_beyond(tree: "Tree", turns: "Sequence[tuple[str, int]]", allowed: "Iterable[str] | None") -> list[str]:
    """Returns the allowed words that fit all turns and are not answers of the tree, ascending.

    The list is empty if the allowed words are unknown.
    """
    feedback = rule_of(tree.nodes.kind)
    answers = frozenset(tree.nodes.words[: tree.nodes.n_answers])
    others = frozenset(allowed or ()) - answers
    return sorted(word for word in others if all(feedback(guess, word) == code for guess, code in turns))


def guess_among(words: "Sequence[str]", kind: str) -> str:
    """Returns the word, among some words, with the smallest expected cell size (Irving): a rule of thumb."""
    feedback = rule_of(kind)
    sample = words[:: -(-len(words) // _MOST_COMPARED)]

    def expected_size(guess: str) -> int:
        return sum(size * size for size in Counter(feedback(guess, word) for word in sample).values())

    return min(sample, key=lambda word: (expected_size(word), word))
