"""Checks that a tree does what its header says, by playing it. Its command: `python -m wordle_runtime.verification`.

This is the independent check: it plays each answer through the loaded bytes with the runtime's own feedback function,
and recounts everything. It imports nothing from the compiler, trusts nothing that the reader has not checked, and
does no search, so it cannot tell whether a tree is optimal.
"""

from wordle_runtime.errors import quoted
from wordle_runtime.feedback import is_hard_legal, rule_of
from wordle_runtime.header import Guarantee
from wordle_runtime.layout import sha256
from wordle_runtime.notation import format_feedback
from wordle_runtime.tree import Tree, load
from wordle_runtime.value import Value
from wordle_runtime.verification.claims import refuted_claims
from wordle_runtime.verification.replay import replay, weights_of
from wordle_runtime.words import ListError, normal_form, words_allowed_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from os import PathLike
    from typing import TypeVar

    from wordle_runtime.nodes import Nodes

    _Fault = TypeVar("_Fault")

_NAMED = 3
_LONGEST_PATH = 8


class Verification(Value):
    """The result of a verification.

    Attributes:
        reasons: Why the tree does not hold, one line each; empty if it does.
        counted: The guarantee as the replay counted it.
        is_allowed_known: Whether the list of allowed guesses was at hand: given, the same as the answers, or embedded
            under the digest in the header. Without it, the check under rules `any` and `hard` does not cover whether
            guesses are in that list.
    """

    __slots__ = ("counted", "is_allowed_known", "reasons")
    counted: Guarantee
    is_allowed_known: bool
    reasons: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether the tree does what its header says."""
        return not self.reasons


def verify(
    source: "Tree | str | bytes | bytearray | memoryview | PathLike[str]",
    answers: "Iterable[str] | None" = None,
    allowed: "Iterable[str] | None" = None,
    weights: "Mapping[str, int] | None" = None,
    likely: "Iterable[str] | None" = None,
) -> Verification:
    """Replays every answer through a tree, and checks every guess and the header.

    It checks that the tree's answers are the list in the header, each found exactly once or counted as unsolved; that
    every word is allowed and every node's guess legal under the rule; that some answer leads to each node; that total,
    worst case, histogram, unsolved answers, weighted total and likely answers are those of the header; and that no
    claim is refuted by the tree itself (`claims`). It computes at most (answers +
    nodes) times the depth feedbacks, and no more than 4 million, whatever the file.

    Args:
        source: A loaded tree, or what `load` takes.
        answers: The words that the list of answers should have; checked against the header if given.
        allowed: The same for the allowed guesses. Without it, the tree's answers or a bundled list is used, whichever
            has the header's digest.
        weights: The weight that each answer should have; checked against the tree's weights if given.
        likely: The words that the list of likely answers should have; checked against the tree's if given.

    Raises:
        TreeError: `source` is not a valid tree file.
        ListError: What is given is not words, or not weights.
    """
    tree = source if isinstance(source, Tree) else load(source)
    reasons = _check_words(tree)
    if answers is not None:
        reasons += _check_list(tree.answers, _words(answers), tree.info.game.answers.sha256, "an answer", "answers")
    known = words_allowed_in(tree.info.game, tree.nodes)
    if allowed is not None:
        listed = _words(allowed)
        known = frozenset(listed)
        if _digest(listed) != tree.info.game.allowed.sha256:
            reasons.append("the given list of allowed guesses is not the tree's: their SHA-256 differ")
    if known is not None:
        reasons += _check_allowed(tree, known)
    if weights is not None:
        reasons += _check_weights(tree, weights)
    if likely is not None:
        claimed = tree.guarantee.likely
        if claimed is None:
            reasons.append("likely answers are given, and the tree was made without")
        else:
            given = _words(likely)
            reasons += _check_list(tree.likely_answers, given, claimed.sha256, "a likely answer", "likely answers")
    played = replay(tree)
    counted = played.counted
    nodes = tree.nodes
    reasons += _abridge(
        played.unmarked, lambda number: f"{_place(nodes, number)} is the answer there, but is not marked as a candidate"
    )
    reasons += _abridge(_illegal_guesses(tree, known), lambda fault: f"{_place(nodes, fault[0])} is {fault[1]}")
    reasons += _abridge(
        (number for number, n in enumerate(played.n_visits) if not n),
        lambda number: f"no answer leads to {_place(nodes, number)}",
    )
    reasons += _check_figures(tree.guarantee, counted)
    reasons += refuted_claims(tree, played)
    return Verification(reasons=tuple(reasons), counted=counted, is_allowed_known=known is not None)


def _words(given: "Iterable[str]") -> tuple[str, ...]:
    """Returns words that a caller gave."""
    try:
        words = tuple(given)
    except TypeError:
        words = (given,)  # type: ignore[assignment]
    for word in words:
        if not isinstance(word, str):
            raise ListError(f"a list has words, which are text, not {type(word).__name__}")
    return words


def _check_words(tree: Tree) -> list[str]:
    """Checks the tree's words against each other and against the header."""
    game = tree.info.game
    words = tree.nodes.words
    unfolded = (word for word in words if word != normal_form(word))
    reasons = _abridge(unfolded, lambda word: f"{word!r} is not in NFC and case-folded")
    spaced = (word for word in words if len(word.split()) != 1)
    reasons += _abridge(spaced, lambda word: f"{word!r} has white space in it")
    if _digest(tree.answers) != game.answers.sha256:
        reasons.append("the tree's answers are not the list that the header names: their SHA-256 differs")
    likely = tree.guarantee.likely
    if likely is not None and _digest(tree.likely_answers) != likely.sha256:
        reasons.append("the tree's likely answers are not the list that the header names: their SHA-256 differs")
    if game.allowed.count < len(words):
        reasons.append(f"game.allowed.count is {game.allowed.count}, the tree alone has {len(words)} words")
    return reasons


def _check_list(own: tuple[str, ...], given: tuple[str, ...], digest: bytes, one: str, many: str) -> list[str]:
    """Checks a given list of answers, by digest against the header, and word by word against the tree."""
    reasons = []
    if _digest(given) != digest:
        reasons.append(f"the given list of {many} is not the tree's: their SHA-256 differ")
    for words, others, there, elsewhere in ((given, own, "list", "tree"), (own, given, "tree", "list")):
        reasons += _abridge(
            f"{quoted(word)} is {one} of the {there}, and not of the {elsewhere}"
            for word in sorted(frozenset(words).difference(others))
        )
    return reasons


def _check_allowed(tree: Tree, known: frozenset[str]) -> list[str]:
    """Checks the allowed guesses: their number, and that they include every answer."""
    count = tree.info.game.allowed.count
    reasons = [] if len(known) == count else [f"game.allowed.count is {count}, the list has {len(known)} words"]
    return reasons + _abridge(
        f"the answer {quoted(word)} is not an allowed guess" for word in tree.answers if word not in known
    )


def _check_weights(tree: Tree, expected: "Mapping[str, int]") -> list[str]:
    if tree.guarantee.weights is None:
        return ["weights are given, and the tree was made without"]
    own = weights_of(tree)
    try:
        given = dict(expected)
    except (TypeError, ValueError):
        raise ListError(f"weights are a mapping of words to integers, not {type(expected).__name__}") from None
    if {word: given.get(word) for word in own} == own:
        return []
    return ["the given weights are not the tree's"]


def _check_figures(claimed: Guarantee, counted: Guarantee) -> list[str]:
    """Compares each figure of the header with what the replay counted."""
    names = ("total", "worst_case", "histogram", "n_solved", "unsolved")
    return [
        f"{part}.{name} is {_shown(getattr(own, name))}, the replay gives {_shown(getattr(found, name))}"
        for part, own, found, names in (
            ("guarantee", claimed, counted, names),
            ("weights", claimed.weights, counted.weights, ("solved", "total")),
            ("likely", claimed.likely, counted.likely, ("count", *names)),
        )
        if own is not None and found is not None
        for name in names
        if getattr(own, name) != getattr(found, name)
    ]


def _illegal_guesses(tree: Tree, allowed: frozenset[str] | None) -> "Iterator[tuple[int, str]]":
    """Yields the nodes whose guess is not legal under the tree's rule, and what it is instead."""
    nodes = tree.nodes
    feedback = rule_of(nodes.kind)
    rule = tree.info.game.rule
    answers = frozenset(tree.answers)
    for number in range(len(nodes.guess)):
        word = nodes.word(number)
        if allowed is not None and word not in allowed:
            yield number, "not an allowed guess"
        elif rule == "hard" and not is_hard_legal(word, nodes.path(number)):
            yield number, "not legal in hard mode"
        elif rule == "candidates" and not (
            word in answers and all(feedback(guess, word) == code for guess, code in nodes.path(number))
        ):
            yield number, "not a candidate"


def _place(nodes: "Nodes", number: int) -> str:
    """Names a node by its guess and the turns that lead to it; a long path shows its first and last turns."""
    turns = [f"{guess} {format_feedback(code, len(guess), kind=nodes.kind)} " for guess, code in nodes.path(number)]
    if len(turns) > _LONGEST_PATH:
        left_out = len(turns) - _LONGEST_PATH
        turns[_LONGEST_PATH // 2 : -_LONGEST_PATH // 2] = [f"({left_out} more turns) "]
    return "".join([*turns, nodes.word(number)])


def _shown(value: object) -> str:
    """Returns a figure for a message; many unsolved answers are cut to the first few."""
    if not isinstance(value, tuple) or len(value) <= _NAMED or not isinstance(value[0], str):
        return str(value)
    return f"({', '.join(map(repr, value[:_NAMED]))} and {len(value) - _NAMED} more)"


def _digest(words: "Iterable[str]") -> bytes:
    """Returns the SHA-256 of a list as FORMAT.md defines it."""
    text = "".join(f"{word}\n" for word in sorted(words))
    return bytes(sha256(text.encode("utf-8", "surrogatepass")).digest())


def _abridge(faults: "Iterable[_Fault]", describe: "Callable[[_Fault], str]" = str) -> list[str]:
    """Describes the first faults of one kind, and counts the rest: a hostile tree can have a million of them."""
    named: list[str] = []
    more = 0
    for fault in faults:
        if len(named) < _NAMED:
            named.append(describe(fault))
        else:
            more += 1
    return [*named, f"and {more} more of this kind"] if more else named
