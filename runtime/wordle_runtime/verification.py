"""Checks that a tree does what its header says, by playing it. `wordle-tree verify` prints what it finds.

This is the independent check: it plays each answer through the loaded bytes with the runtime's own feedback function,
and recounts everything. It imports nothing from the compiler, trusts nothing that the reader has not checked, and
does no search: a claim to be optimal that the tree itself does not refute is still only a claim.
"""

from collections import Counter
from itertools import islice

from wordle_runtime.errors import quoted
from wordle_runtime.feedback import graphemes, rule_of, unmet_demand
from wordle_runtime.header import Guarantee, Value
from wordle_runtime.layout import LIKELY_PREFIX, UNSOLVED_TOTAL, list_digest
from wordle_runtime.notation import format_feedback
from wordle_runtime.tree import Tree, load
from wordle_runtime.words import normal_form, words_allowed_in

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
    """The result of a verification."""

    reasons: tuple[str, ...]
    """Why the tree does not hold, one line each; empty if it does."""
    counted: Guarantee
    """The guarantee as the replay counted it."""
    is_allowed_known: bool
    """Whether the list of allowed guesses was at hand: given, the same as the answers, or embedded under the digest in
    the header. Without it, the check under rules `any` and `hard` does not cover whether guesses are in that list."""

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
    claim is refuted by the tree itself. It computes (answers + nodes) times the depth feedbacks, at most 4 million.

    The source is a loaded tree, or what `load` takes. What is given besides is checked against the tree's: the words
    that the lists of answers, allowed guesses and likely answers should have, and the weight that each answer should.
    Without `allowed`, the tree's answers or a bundled list is used, whichever has the header's digest.

    Raises:
        TreeError: `source` is not a valid tree file.
    """
    tree = source if isinstance(source, Tree) else load(source)
    nodes, game, guarantee = tree.nodes, tree.info.game, tree.guarantee
    reasons = _check_words(tree)
    if answers is not None:
        reasons += _check_list("answers", "an answer", tree.answers, answers, game.answers.sha256)
    known = words_allowed_in(game, nodes)
    if allowed is not None:
        known = frozenset(listed := tuple(allowed))
        if list_digest(listed) != game.allowed.sha256:
            reasons.append("the given list of allowed guesses is not the tree's: their SHA-256 differ")
    if known is not None:
        if len(known) != game.allowed.count:
            reasons.append(f"game.allowed.count is {game.allowed.count}, the list has {len(known)} words")
        strangers = (word for word in tree.answers if word not in known)
        reasons += _abridge(f"the answer {quoted(word)} is not an allowed guess" for word in strangers)
    if weights is not None and guarantee.weights is None:
        reasons.append("weights are given, and the tree was made without")
    elif weights is not None and any(weights.get(word) != weight for word, weight in _weights_of(tree).items()):
        reasons.append("the given weights are not the tree's")
    if likely is not None and guarantee.likely is None:
        reasons.append("likely answers are given, and the tree was made without")
    elif likely is not None and guarantee.likely is not None:
        own = tree.likely_answers
        reasons += _check_list("likely answers", "a likely answer", own, likely, guarantee.likely.sha256)
    played = _Replay(tree)
    reasons += _abridge(played.unmarked, lambda number: f"{_place(nodes, number)} is the answer there, and not marked")
    reasons += _abridge(_illegal_guesses(tree, known), lambda fault: f"{_place(nodes, fault[0])} is {fault[1]}")
    missed = (number for number in range(len(nodes.guess)) if number not in played.reached)
    reasons += _abridge(missed, lambda number: f"no answer leads to {_place(nodes, number)}")
    reasons += _check_figures(guarantee, played.counted)
    reasons += _refuted_claims(tree, played)
    return Verification(reasons=tuple(reasons), counted=played.counted, is_allowed_known=known is not None)


class _Replay:
    """Every answer played: computes at most `max_guesses` feedbacks per answer."""

    def __init__(self, tree: Tree) -> None:
        nodes, feedback = tree.nodes, rule_of(tree.nodes.kind)
        self.reached: set[int] = set()
        """The nodes that some answer leads to."""
        self.lone_answer: dict[int, str | None] = {}
        """For each node that answers of the claim, the likely ones or all, lead to: the answer if alone, else None."""
        self.unmarked: list[int] = []
        """Nodes that guess an answer that leads to them, but are not marked as solving it."""
        limit, likely = tree.info.game.max_guesses, frozenset(tree.likely_answers)
        turns: dict[str, int] = {}
        for answer in tree.answers:
            node = 0
            for turn in range(1, limit + 1):
                self.reached.add(node)
                if answer in likely:
                    self.lone_answer[node] = None if node in self.lone_answer else answer
                if (code := feedback(nodes.word(node), answer)) == nodes.all_green:
                    turns[answer] = turn
                    if nodes.guess[node]:
                        self.unmarked.append(node)
                    break
                if not (node := nodes.child(node, code)):
                    break
        weights, of_likely = tree.guarantee.weights, tree.guarantee.likely
        if weights is not None:
            weight_of = _weights_of(tree)
            weights = weights.replace(
                solved=sum(weight_of.get(word, 0) for word in turns),
                total=sum(weight_of.get(word, 0) * turn for word, turn in turns.items()),
            )
        if of_likely is not None:
            histogram, unsolved = _histogram(likely, turns, of_likely.max_guesses)
            of_likely = of_likely.replace(count=len(likely), histogram=histogram, unsolved=unsolved)
        histogram, unsolved = _histogram(tree.answers, turns, limit)
        self.counted = Guarantee(
            n_answers=len(tree.answers), histogram=histogram, unsolved=unsolved, weights=weights, likely=of_likely
        )


def _histogram(words: "Iterable[str]", turns: dict[str, int], limit: int) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Returns how many words take 1, 2, ... turns, and the words that take more than the limit, ascending."""
    n_turns = {word: turns.get(word, limit + 1) for word in words}
    counts = Counter(turn for turn in n_turns.values() if turn <= limit)
    unsolved = tuple(sorted(word for word, turn in n_turns.items() if turn > limit))
    return tuple(counts[turn] for turn in range(1, max(counts, default=0) + 1)), unsolved


def _weights_of(tree: Tree) -> dict[str, int]:
    """Returns the weight of each answer; empty if the tree has no weights."""
    weights = tree.guarantee.weights
    return {} if weights is None else dict(zip(tree.nodes.words, weights.values, strict=False))


def _check_words(tree: Tree) -> list[str]:
    """Checks the tree's words against each other and against the header."""
    game, words = tree.info.game, tree.nodes.words
    reasons = _abridge(f"{word!r} is not in NFC and case-folded" for word in words if word != normal_form(word))
    reasons += _abridge(f"{word!r} has white space in it" for word in words if len(word.split()) != 1)
    if list_digest(tree.answers) != game.answers.sha256:
        reasons.append("the tree's answers are not the list that the header names: their SHA-256 differs")
    if game.allowed.count < len(words):
        reasons.append(f"game.allowed.count is {game.allowed.count}, the tree alone has {len(words)} words")
    return reasons


def _check_list(many: str, one: str, own: tuple[str, ...], words: "Iterable[str]", digest: bytes) -> list[str]:
    """Checks a given list of answers, by digest against the header, and word by word against the tree."""
    given, reasons = tuple(words), []
    if list_digest(given) != digest:
        reasons.append(f"the given list of {many} is not the tree's: their SHA-256 differ")
    for words, others, there, elsewhere in ((given, own, "list", "tree"), (own, given, "tree", "list")):
        strange = sorted(frozenset(words).difference(others))
        reasons += _abridge(f"{quoted(word)} is {one} of the {there}, and not of the {elsewhere}" for word in strange)
    return reasons


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
    nodes, feedback, answers = tree.nodes, rule_of(tree.nodes.kind), frozenset(tree.answers)
    for number in range(len(nodes.guess)):
        word = nodes.word(number)
        if allowed is not None and word not in allowed:
            yield number, "not an allowed guess"
        elif tree.info.game.rule == "hard" and unmet_demand(word, nodes.path(number)):
            yield number, "not legal in hard mode"
        elif tree.info.game.rule == "candidates" and not (
            word in answers and all(feedback(guess, word) == code for guess, code in nodes.path(number))
        ):
            yield number, "not a candidate"


def _refuted_claims(tree: Tree, played: _Replay) -> list[str]:
    """Returns why the claims in the header are false, one line each; empty if nothing refutes them.

    It finds fixed first guesses that the tree does not play. In a tree that claims to be optimal, it also finds
    unsolved answers, and nodes that miss the only candidate; of a claim about likely answers, among these alone.
    """
    nodes, status, fixed, weight_of = tree.nodes, tree.info.status, tree.fixed, _weights_of(tree)
    is_optimal = status in ("optimal", "optimal below opener")
    unfixed = wasted = ""
    for depth, (start, end) in enumerate(nodes.levels(0)):
        for number in range(start, end):
            word, lone = nodes.word(number), played.lone_answer.get(number, "")
            if depth < len(fixed):
                if not unfixed and word != fixed[depth] and (depth == 0 or lone is None):
                    due = f"{quoted(fixed[depth])} as guess {depth + 1}"
                    unfixed = f"strategy.options.opener fixes {due}, the tree guesses {quoted(word)}"
            # To guess it is legal under every rule, and better for every objective except `worst-case` alone.
            elif not wasted and lone and word != lone and weight_of.get(lone, 1):
                wasted = f"proof.status is {status!r}, and {quoted(word)} is guessed where {quoted(lone)} alone is left"
    reasons = [unfixed]
    counted, objective = played.counted, tree.info.objective.removeprefix(LIKELY_PREFIX)
    n_unsolved = len((counted.likely or counted).unsolved)
    if is_optimal and n_unsolved and objective != UNSOLVED_TOTAL:
        kind = "answers" if counted.likely is None else "likely answers"
        reasons.append(f"proof.status is {status!r}, and {n_unsolved} {kind} are not solved")
    if is_optimal and objective != "worst-case":
        reasons.append(wasted)
    return list(filter(None, reasons))


def _place(nodes: "Nodes", number: int) -> str:
    """Names a node by its guess and the turns that lead to it; a long path shows its last turns."""
    length = len(graphemes(nodes.word(0)))
    turns = [f"{guess} {format_feedback(code, length, kind=nodes.kind)} " for guess, code in nodes.path(number)]
    return "".join(["... " * (len(turns) > _LONGEST_PATH), *turns[-_LONGEST_PATH:], nodes.word(number)])


def _shown(value: object) -> str:
    """Returns a figure for a message; many unsolved answers are cut to the first few."""
    if not isinstance(value, tuple) or len(value) <= _NAMED or not isinstance(value[0], str):
        return str(value)
    return f"({', '.join(map(repr, value[:_NAMED]))} and {len(value) - _NAMED} more)"


def _abridge(faults: "Iterable[_Fault]", describe: "Callable[[_Fault], str]" = str) -> list[str]:
    """Describes the first faults of one kind, and counts the rest: a hostile tree can have a million of them."""
    named, more = list(map(describe, islice(rest := iter(faults), _NAMED))), sum(1 for _ in rest)
    return [*named, f"and {more} more of this kind"] if more else named
