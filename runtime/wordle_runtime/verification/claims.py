"""Finds claims of a tree file that the tree itself refutes, without any search.

A claim that is not refuted is still only a claim: a certificate must prove that no better tree exists.
"""

from wordle_runtime.errors import quoted
from wordle_runtime.layout import LIKELY_PREFIX, UNSOLVED_TOTAL
from wordle_runtime.verification.replay import weights_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from wordle_runtime.tree import Tree
    from wordle_runtime.verification.replay import Replay

_BELOW_OPENER = "optimal below opener"
_OPTIMAL = ("optimal", _BELOW_OPENER)
_MAY_MISS = (UNSOLVED_TOTAL, f"{LIKELY_PREFIX}{UNSOLVED_TOTAL}")
_WORST_CASE_ALONE = ("worst-case", "likely worst-case")


def refuted_claims(tree: "Tree", played: "Replay") -> list[str]:
    """Returns why the claims in the header are false, one line each; empty if nothing refutes them.

    It finds fixed first guesses that the tree does not play. In a tree that claims to be optimal, it also finds
    unsolved answers, and nodes that do not guess the only candidate. If the claim is about likely answers, so are these
    checks, and other answers may remain or be unsolved.
    """
    reasons = []
    fixed = _fixed_guesses(tree)
    node = next(_unfixed(tree, played, fixed), None)
    if node is not None:
        depth, word = node
        due = quoted(fixed[depth])
        reasons.append(f"strategy.options.opener fixes {due} as guess {depth + 1}, the tree guesses {quoted(word)}")
    status = tree.info.status
    if status not in _OPTIMAL:
        return reasons
    counted = played.counted
    n_unsolved = len((counted.likely or counted).unsolved)
    if n_unsolved and tree.info.objective not in _MAY_MISS:
        kind = "answers" if counted.likely is None else "likely answers"
        reasons.append(f"proof.status is {status!r}, and {n_unsolved} {kind} are not solved")
    wasted = next(_wasted(tree, played, len(fixed)), None)
    if wasted is not None and tree.info.objective not in _WORST_CASE_ALONE:
        guess, answer = wasted
        reasons.append(
            f"proof.status is {status!r}, and {quoted(guess)} is guessed where {quoted(answer)} alone is left"
        )
    return reasons


def _fixed_guesses(tree: "Tree") -> list[str]:
    """Returns the fixed first guesses that the option `opener` names."""
    opener = dict(tree.info.options).get("opener")
    if not isinstance(opener, str):
        return []
    # A word may contain a comma.
    limit = tree.info.game.max_guesses
    return [opener] if len(opener) == tree.length else opener.split(",", limit)[:limit]


def _unfixed(tree: "Tree", played: "Replay", fixed: list[str]) -> "Iterator[tuple[int, str]]":
    """Yields the depth and the guess of nodes that do not play the fixed guess although several answers are left."""
    nodes = tree.nodes
    for depth, ((start, end), word) in enumerate(zip(nodes.levels(0), fixed, strict=False)):
        for number in range(start, end):
            if nodes.word(number) != word and (depth == 0 or played.n_claimed[number] > 1):
                yield depth, nodes.word(number)


def _wasted(tree: "Tree", played: "Replay", n_fixed: int) -> "Iterator[tuple[str, str]]":
    """Yields guess and answer where one answer with positive weight, or one likely answer, is left but not guessed.

    It is legal under every rule, and guessing it is better for every objective except `worst-case` alone.
    """
    nodes = tree.nodes
    weight_of = weights_of(tree)
    for depth, (start, end) in enumerate(nodes.levels(0)):
        if depth < n_fixed:
            continue
        for number in range(start, end):
            answer = played.lone_answer[number]
            is_lone = played.n_claimed[number] == 1 and nodes.word(number) != answer
            if is_lone and weight_of.get(answer, 1):
                yield nodes.word(number), answer
