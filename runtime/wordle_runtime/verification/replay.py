"""Plays every answer through a tree with the runtime's own feedback function, and recounts everything.

It trusts no number in the file and does no search.
"""

from wordle_runtime.feedback import rule_of
from wordle_runtime.header import Guarantee, LikelyAnswers, WeightedTotal
from wordle_runtime.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wordle_runtime.tree import Tree


class Replay(Value):
    """The result of playing every answer.

    Attributes:
        counted: The guarantee as counted.
        n_visits: For each node, the answers that lead to it: its candidates.
        n_claimed: The same for the answers that the claim is about: the likely ones, or all.
        lone_answer: For each node, the last answer that leads to it; if there is only one, the word to guess.
        unmarked: Nodes that guess an answer that leads to them, but are not marked as solving it.
    """

    __slots__ = ("counted", "lone_answer", "n_claimed", "n_visits", "unmarked")
    counted: Guarantee
    n_visits: list[int]
    n_claimed: list[int]
    lone_answer: list[str]
    unmarked: list[int]


def replay(tree: "Tree") -> Replay:
    """Plays every answer: computes at most `max_guesses` feedbacks per answer."""
    nodes = tree.nodes
    feedback = rule_of(nodes.kind)
    limit = tree.info.game.max_guesses
    weight_of = weights_of(tree)
    weight_solved = weighted_total = 0
    likely = frozenset(tree.likely_answers)
    likely_turns: dict[str, int] = {}
    solved_at = [0] * limit
    unsolved = []
    n_visits = [0] * len(nodes.guess)
    n_claimed = [0] * len(nodes.guess)
    lone_answer = [""] * len(nodes.guess)
    unmarked = []
    for answer in tree.answers:
        node = 0
        is_claimed = answer in likely
        for turn in range(limit):
            n_visits[node] += 1
            if is_claimed:
                n_claimed[node] += 1
                lone_answer[node] = answer
            code = feedback(nodes.word(node), answer)
            if code == nodes.all_green:
                solved_at[turn] += 1
                if is_claimed:
                    likely_turns[answer] = turn + 1
                weight_solved += weight_of.get(answer, 0)
                weighted_total += weight_of.get(answer, 0) * (turn + 1)
                if nodes.guess[node]:
                    unmarked.append(node)
                break
            node = nodes.child(node, code)
            if not node:
                unsolved.append(answer)
                break
        else:
            unsolved.append(answer)
    while solved_at and not solved_at[-1]:
        solved_at.pop()
    claimed = tree.guarantee
    counted = Guarantee(
        n_answers=len(tree.answers),
        histogram=tuple(solved_at),
        unsolved=tuple(unsolved),
        weights=claimed.weights and _recounted(claimed.weights, weight_solved, weighted_total),
        likely=claimed.likely and _recounted_likely(claimed.likely, likely, likely_turns),
    )
    return Replay(counted=counted, n_visits=n_visits, n_claimed=n_claimed, lone_answer=lone_answer, unmarked=unmarked)


def weights_of(tree: "Tree") -> dict[str, int]:
    """Returns the weight of each answer; empty if the tree has no weights."""
    weights = tree.guarantee.weights
    return {} if weights is None else dict(zip(tree.nodes.words, weights.values, strict=False))


def _recounted(weights: WeightedTotal, solved: int, total: int) -> WeightedTotal:
    return WeightedTotal(name=weights.name, sha256=weights.sha256, solved=solved, total=total, values=weights.values)


def _recounted_likely(claimed: LikelyAnswers, words: frozenset[str], turns: dict[str, int]) -> LikelyAnswers:
    """Recounts the likely answers, by the turn at which each solved one is found."""
    in_time = {word: turn for word, turn in turns.items() if turn <= claimed.max_guesses}
    worst_case = max(in_time.values(), default=0)
    found = list(in_time.values())
    return LikelyAnswers(
        name=claimed.name,
        sha256=claimed.sha256,
        count=len(words),
        max_guesses=claimed.max_guesses,
        histogram=tuple(found.count(turn) for turn in range(1, worst_case + 1)),
        unsolved=tuple(sorted(words.difference(in_time))),
        members=claimed.members,
    )
