"""Which claims make a tree optimal, and how they are told in a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_checker.errors import CertificateError, Reason
from wordle_checker.header import Claim

if TYPE_CHECKING:
    from wordle_checker.game import Game
    from wordle_runtime import Tree

_WITH_COMMA = 10_000


def claims_of(tree: Tree) -> tuple[Claim, ...]:
    """Returns the claims that make a tree optimal for its objective; none where a tree cannot be better.

    Raises:
        CertificateError: The tree is of a kind that nothing can be claimed of.
    """
    found = tree.guarantee
    if found.unsolved:
        raise CertificateError(Reason.GAME, "the tree does not solve every answer: nothing is claimed of such trees")
    if found.weights is not None:
        raise CertificateError(Reason.GAME, "the tree's answers have weights: nothing is claimed of such trees")
    none_is_faster = Claim(found.worst_case - 1, None)
    claims = {
        "total": (Claim(tree.info.game.max_guesses, found.total),),
        "worst-case": (none_is_faster,),
        "total,worst-case": (
            Claim(tree.info.game.max_guesses, found.total),
            Claim(found.worst_case - 1, found.total + 1),
        ),
        "worst-case,total": (none_is_faster, Claim(found.worst_case, found.total)),
    }[tree.info.objective]
    return tuple(claim for claim in claims if claim.n_left > 0)


def sentence(game: Game, tree: Tree, opener: str | None, claims: tuple[Claim, ...]) -> str:
    """Says in one sentence what is proven, and what the tree has."""
    found = tree.guarantee
    words = f"{_counted(len(game.answers), 'answer')}, {_counted(len(game.allowed), 'allowed word')}, rule {game.rule}"
    opens = "" if opener is None else f", that opens with {opener},"
    told = []
    for claim in claims:
        limit = f"at most {_counted(claim.n_left, 'guess', 'guesses')}"
        if claim.bound is None:
            told.append(f"no strategy for {words}{opens or ','} needs {limit}; the tree needs {found.worst_case}")
        else:
            told.append(
                f"no strategy for {words}, {limit}{opens or ','} has a total below {claim.bound}; "
                f"the tree has {found.total}"
            )
    return "; and ".join(told) or f"no strategy for {words}{opens or ','} needs no guess; the tree needs 1"


def _counted(n: int, one: str, many: str = "") -> str:
    """Returns a number with its noun; years and totals have no comma, so numbers of four digits have none here."""
    return f"{n if n < _WITH_COMMA else format(n, ',')} {one if n == 1 else many or one + 's'}"
