"""Checks that a tree does what its header says, by playing it.

This is the independent check: each answer is played through the loaded bytes with the runtime's own feedback function,
and everything is counted anew. It trusts nothing that the reader has not checked, and it does no search, so it cannot
tell whether a tree is optimal.
"""

import unicodedata

import msgpack  # type: ignore[import-untyped]

from wordle_runtime.digest import sha256
from wordle_runtime.feedback import is_hard_legal, rule_of
from wordle_runtime.header import Guarantee, WeightedTotal
from wordle_runtime.lists import words_allowed_in
from wordle_runtime.notation import format_feedback
from wordle_runtime.tree import Tree, load, read_bytes
from wordle_runtime.unpacking import unpack
from wordle_runtime.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from os import PathLike

    from wordle_runtime.nodes import Nodes

_NAMED = 3


class Verification(Value):
    """What a replay found.

    Attributes:
        reasons: Why the tree does not hold, a line each; empty where it does.
        counted: The guarantee as the replay counted it.
        is_allowed_known: Whether the list of allowed guesses was at hand: given, the same as the answers, or embedded
            under the digest in the header. Without it, rules `any` and `hard` were checked but for the membership of
            guesses in that list.
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
) -> Verification:
    """Replays every answer through a tree, and checks every guess and the header.

    It checks that each node's guess is legal under the rule, that some answer leads to each node, that the tree's
    answers are the list in the header, that all its words are allowed, and that total, worst case, histogram and
    unsolved answers are those of the header. Bytes and files must also mean the same to the msgpack library. Some 20
    ms for 2315 answers.

    Args:
        source: A loaded tree, or what `load` takes.
        answers: The words that the list of answers should have; checked against the header where given.
        allowed: The same for the allowed guesses. Without it, the tree's answers or an embedded list is used, whichever
            has the header's digest.
        weights: The weight that each answer should have; checked against the tree's where given.

    Raises:
        TreeError: There is no valid tree file to begin with.
    """
    reasons = []
    if isinstance(source, Tree):
        tree = source
    else:
        data, label = read_bytes(source)
        tree = load(data) if not label else load(source)
        reasons += _check_decoding(data)
    game = tree.info.game
    reasons += _check_words(tree)
    if answers is not None:
        reasons += _check_list("answers", answers, game.answers.sha256)
    known = words_allowed_in(tree)
    if allowed is not None:
        known = frozenset(allowed)
        reasons += _check_list("allowed", known, game.allowed.sha256)
    if known is not None and len(known) != game.allowed.count:
        reasons.append(f"game.allowed.count is {game.allowed.count}, the list has {len(known)} words")
    if weights is not None:
        reasons += _check_weights(tree, weights)
    counted, reached, faults = _replay(tree)
    reasons += _abridge(faults)
    reasons += _abridge(_check_guesses(tree, known))
    reasons += _abridge(
        [
            f"no answer leads to {_place(tree.nodes, number)}"
            for number in range(len(tree.nodes.guess))
            if number not in reached
        ]
    )
    reasons += [
        f"guarantee.{name} is {getattr(tree.guarantee, name)}, the replay gives {getattr(counted, name)}"
        for name in ("total", "worst_case", "histogram", "n_solved", "unsolved")
        if getattr(tree.guarantee, name) != getattr(counted, name)
    ]
    claimed, found = tree.guarantee.weights, counted.weights
    if claimed is not None and found is not None:
        reasons += [
            f"weights.{name} is {getattr(claimed, name)}, the replay gives {getattr(found, name)}"
            for name in ("solved", "total")
            if getattr(claimed, name) != getattr(found, name)
        ]
    return Verification(reasons=tuple(reasons), counted=counted, is_allowed_known=known is not None)


def _check_decoding(data: bytes) -> list[str]:
    """Holds the runtime's own decoder against the msgpack library, which loading leaves out for its start-up time."""
    try:
        other = msgpack.unpackb(data, raw=False, strict_map_key=True)
    except ValueError as error:
        return [f"the msgpack library refuses the file: {error}"]
    return [] if other == unpack(data) else ["the msgpack library reads something else in the file"]


def _check_words(tree: Tree) -> list[str]:
    """Checks the tree's words against each other and against the header."""
    game = tree.info.game
    words = tree.nodes.words
    reasons = _abridge([f"{word!r} is not in NFC and case-folded" for word in words if word != _normal_form(word)])
    reasons += _abridge([f"{word!r} has white space in it" for word in words if len(word.split()) != 1])
    if _digest(tree.answers) != game.answers.sha256:
        reasons.append("the tree's answers are not the list that the header names: their SHA-256 differs")
    if game.allowed.count < len(words):
        reasons.append(f"game.allowed.count is {game.allowed.count}, the tree alone has {len(words)} words")
    return reasons


def _check_list(which: str, words: "Iterable[str]", expected: bytes) -> list[str]:
    digest = _digest(words)
    return [] if digest == expected else [f"the given list of {which} is not the tree's: their SHA-256 differ"]


def _replay(tree: Tree) -> tuple[Guarantee, set[int], list[str]]:
    """Plays every answer; returns what was counted, the nodes that were reached, and what went wrong."""
    nodes = tree.nodes
    feedback = rule_of(nodes.kind)
    limit = tree.info.game.max_guesses
    solved_at = [0] * limit
    weight_of = _weights_of(tree)
    weight_solved = weighted_total = 0
    unsolved = []
    reached = set()
    faults = []
    for answer in tree.answers:
        node = 0
        for turn in range(limit):
            reached.add(node)
            code = feedback(nodes.word(node), answer)
            if code == nodes.all_green:
                solved_at[turn] += 1
                weight_solved += weight_of.get(answer, 0)
                weighted_total += weight_of.get(answer, 0) * (turn + 1)
                if nodes.guess[node]:
                    faults.append(f"{_place(nodes, node)} is the answer there, but is not marked as a candidate")
                break
            child = nodes.child(node, code)
            if not child:
                unsolved.append(answer)
                break
            node = child
    while solved_at and not solved_at[-1]:
        solved_at.pop()
    counted = Guarantee(
        n_answers=len(tree.answers),
        n_solved=sum(solved_at),
        total=sum(n_guesses * n for n_guesses, n in enumerate(solved_at, 1)),
        worst_case=len(solved_at),
        histogram=tuple(solved_at),
        unsolved=tuple(unsolved),
        weights=tree.guarantee.weights and _recount(tree.guarantee.weights, weight_solved, weighted_total),
    )
    return counted, reached, faults


def _weights_of(tree: Tree) -> dict[str, int]:
    """Returns the weight of each answer; empty where the tree has no weights."""
    weights = tree.guarantee.weights
    return {} if weights is None else dict(zip(tree.nodes.words, weights.values, strict=False))


def _recount(weights: WeightedTotal, solved: int, total: int) -> WeightedTotal:
    return WeightedTotal(name=weights.name, sha256=weights.sha256, solved=solved, total=total, values=weights.values)


def _check_weights(tree: Tree, expected: "Mapping[str, int]") -> list[str]:
    if tree.guarantee.weights is None:
        return ["weights are given, and the tree was made without"]
    own = _weights_of(tree)
    if {word: expected.get(word) for word in own} == own:
        return []
    return ["the given weights are not the tree's"]


def _check_guesses(tree: Tree, allowed: frozenset[str] | None) -> list[str]:
    """Checks that every node's guess is legal under the tree's rule."""
    nodes = tree.nodes
    feedback = rule_of(nodes.kind)
    rule = tree.info.game.rule
    answers = frozenset(tree.answers)
    faults = []
    for number in range(len(nodes.guess)):
        word = nodes.word(number)
        if allowed is not None and word not in allowed:
            faults.append(f"{_place(nodes, number)} is not an allowed guess")
        elif rule == "hard" and not is_hard_legal(word, nodes.path(number)):
            faults.append(f"{_place(nodes, number)} is not legal in hard mode")
        elif rule == "candidates" and not (
            word in answers and all(feedback(guess, word) == code for guess, code in nodes.path(number))
        ):
            faults.append(f"{_place(nodes, number)} is not a candidate")
    return faults


def _place(nodes: "Nodes", number: int) -> str:
    """Names a node by the turns that lead to it and its guess."""
    turns = [f"{guess} {format_feedback(code, len(guess), kind=nodes.kind)} " for guess, code in nodes.path(number)]
    return "".join([*turns, nodes.word(number)])


def _digest(words: "Iterable[str]") -> bytes:
    """Returns the SHA-256 of a list as FORMAT.md defines it."""
    text = "".join(f"{word}\n" for word in sorted(words))
    return bytes(sha256(text.encode("utf-8", "surrogatepass")).digest())


def _normal_form(word: str) -> str:
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", word).casefold())


def _abridge(reasons: list[str]) -> list[str]:
    """Returns the first reasons of one kind, and how many more there are."""
    more = len(reasons) - _NAMED
    return reasons[:_NAMED] + ([f"and {more} more of this kind"] if more > 0 else [])
