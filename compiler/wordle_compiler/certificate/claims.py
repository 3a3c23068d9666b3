"""The claims that a tree's certificate must prove, by objective."""

from __future__ import annotations

from dataclasses import dataclass

from wordle_compiler.solver.objective import Objective


@dataclass(frozen=True)
class CertificateClaim:
    """The claim that no tree within a limit has a smaller total.

    Attributes:
        limit: The most guesses that a tree may need.
        bound: The lower bound of the trees' totals; None if the claim is that no such tree exists.
    """

    limit: int
    bound: int | None


def claims_of(objective: Objective, max_guesses: int, total: int, worst_case: int) -> list[CertificateClaim]:
    """Returns the claims that make a tree with this total and worst case optimal within `max_guesses`.

    Without any guess nothing can be solved, so a limit of 0 needs no claim.
    """
    shallower = worst_case - 1
    wanted = {
        Objective.TOTAL: [CertificateClaim(max_guesses, total)],
        Objective.UNSOLVED_THEN_TOTAL: [CertificateClaim(max_guesses, total)],
        Objective.WORST_CASE: [CertificateClaim(shallower, None)],
        Objective.TOTAL_THEN_WORST_CASE: [CertificateClaim(max_guesses, total), CertificateClaim(shallower, total + 1)],
        Objective.WORST_CASE_THEN_TOTAL: [CertificateClaim(shallower, None), CertificateClaim(worst_case, total)],
    }
    return [claim for claim in wanted[objective] if claim.limit > 0]
