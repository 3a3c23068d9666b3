"""What has to be proven of a tree: the claims of its certificate, by its objective."""

from __future__ import annotations

from dataclasses import dataclass

from wordle_compiler.solver.objective import Objective


@dataclass(frozen=True)
class CertificateClaim:
    """That no tree within a limit has a smaller total.

    Attributes:
        limit: The most guesses that the trees may need.
        bound: What their totals are at least; None where there is no such tree at all.
    """

    limit: int
    bound: int | None


def claims_of(objective: Objective, max_guesses: int, total: int, worst_case: int) -> list[CertificateClaim]:
    """Returns the claims that make a tree with this total and worst case optimal within `max_guesses`.

    Within no guess at all nothing is solved, so there is no claim about it.
    """
    shallower = worst_case - 1
    wanted = {
        Objective.TOTAL: [CertificateClaim(max_guesses, total)],
        Objective.WORST_CASE: [CertificateClaim(shallower, None)],
        Objective.TOTAL_THEN_WORST_CASE: [CertificateClaim(max_guesses, total), CertificateClaim(shallower, total + 1)],
        Objective.WORST_CASE_THEN_TOTAL: [CertificateClaim(shallower, None), CertificateClaim(worst_case, total)],
    }
    return [claim for claim in wanted[objective] if claim.limit > 0]
