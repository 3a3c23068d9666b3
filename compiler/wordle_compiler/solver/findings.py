"""What an exact search proves along the way and a certificate needs too, so that it is not proven twice."""

from __future__ import annotations

from dataclasses import dataclass, field

from wordle_compiler.solver.refutation.refute import Refutation


@dataclass
class Findings:
    """Facts that the compilation of a tree collects and passes to `certify`.

    They save `certify` work; the bytes of the certificate do not depend on them.

    Attributes:
        bounds: For each limit of guesses, the openers whose cells were bounded one guess deep, each with a lower bound
            for its total.
        refutations: For each limit and set of openers, why no tree with one of them keeps the limit.
    """

    bounds: dict[int, dict[int, int]] = field(default_factory=dict)
    refutations: dict[tuple[int, tuple[int, ...]], Refutation] = field(default_factory=dict)
