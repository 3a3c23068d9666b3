"""The claims that make a tree optimal, and the words of what is proven and of what is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_checker.errors import CertificateError
from wordle_checker.header import Claim
from wordle_checker.rules import INFINITE
from wordle_runtime.errors import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wordle_checker.game import Game
    from wordle_checker.rules import Shortfall
    from wordle_runtime import Tree

    Progress = Callable[[int, int, str], None]
    """Receives the amount done, the total amount (0 if unknown), and what is counted."""


def describe(game: Game, n_of_part: int, path: Iterable[tuple[int, int]], n: int, n_left: int) -> str:
    """Describes where a lemma with `n` candidates is: in a part of `n_of_part` answers, or in none if that is 0."""
    where = [f"in a part of {counted(n_of_part, 'answer')}"] if n_of_part else []
    if turns := ", ".join(f"{game.allowed[guess]} {game.show(feedback)}" for guess, feedback in path):
        where.append(f"after {turns}")
    candidates = f"{counted(n, 'candidate')} and " if turns else ""
    return ", ".join([*where, f"with {candidates}{counted(n_left, 'guess')} left"])


def say(bound: int, shortfall: Shortfall) -> str:
    """Returns what is claimed, and the guess that falls short of it."""
    claimed = "that there is no strategy" if bound == INFINITE else f"a total of at least {bound}"
    return f"claims {claimed}; but {shortfall.guess} has a known cost of only {shortfall.known}"


def claims_of(tree: Tree) -> tuple[Claim, ...]:
    """Returns the claims that make a tree optimal for its objective; none if no tree can be better.

    If a tree has likely answers, the claims are about the game of these answers alone, within their limit.

    Raises:
        CertificateError: No claim is possible about this kind of tree.
    """
    found = tree.guarantee.likely or tree.guarantee
    if found.unsolved:
        which = "answer" if tree.guarantee.likely is None else "likely answer"
        raise CertificateError(f"the tree does not solve every {which}: a certificate cannot cover such trees")
    if tree.guarantee.weights is not None:
        raise CertificateError("the tree's answers have weights: a certificate cannot cover such trees")
    limit = tree.info.game.max_guesses if tree.guarantee.likely is None else tree.guarantee.likely.max_guesses
    none_is_faster = Claim(found.worst_case - 1, None)
    claims = {
        "total": (Claim(limit, found.total),),
        # Nothing is unsolved here, so the total decides.
        "unsolved,total": (Claim(limit, found.total),),
        "worst-case": (none_is_faster,),
        "total,worst-case": (Claim(limit, found.total), Claim(found.worst_case - 1, found.total + 1)),
        "worst-case,total": (none_is_faster, Claim(found.worst_case, found.total)),
    }[tree.info.objective.removeprefix("likely ")]
    return tuple(claim for claim in claims if claim.n_left > 0)


def sentence(game: Game, tree: Tree, opener: str | None, claims: tuple[Claim, ...]) -> str:
    """Returns one sentence that states what is proven, and what the tree achieves."""
    likely = tree.guarantee.likely
    found = likely or tree.guarantee
    hidden = counted(len(game.answers), "answer" if likely is None else "likely answer")
    words = f"{counted(len(game.allowed), 'allowed word')}, rule {game.rule}"
    tree_with_opener = "tree" if opener is None else f"tree that opens with {opener}"
    statements = []
    # A tree for one answer that guesses it at once has nothing to claim.
    for claim in claims or (Claim(0, None),):
        limit = counted(claim.n_left, "guess")
        if claim.bound is None:
            every = "all" if len(game.answers) > 1 else "the"
            denied = f"solves {every} {hidden} within {limit} ({words})"
        else:
            denied = f"has a total below {claim.bound} ({hidden}, {words}, at most {limit})"
        achieved = f"has {found.total}" if claim.n_left >= found.worst_case else f"needs {found.worst_case}"
        statements.append(f"no {tree_with_opener} {denied}; the tree {achieved}")
    proven = f"proven: {'; and '.join(statements)}"
    if likely is None:
        return proven
    n_others = tree.guarantee.n_answers - likely.count
    return f"{proven}; nothing is claimed about the tree's {counted(n_others, 'other answer')}"
