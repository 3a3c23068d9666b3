"""What an exact search finds out along the way: proofs that a certificate needs too, and how far it got in time."""

from __future__ import annotations

from dataclasses import dataclass, field

from wordle_compiler.solver.cut_short import CutShort
from wordle_compiler.solver.refutation.refute import Refutation


@dataclass
class Findings:
    """Facts that the compilation of a tree collects.

    Passed to `certify`, they save it work; the bytes of the certificate do not depend on them.

    Attributes:
        bounds: For each limit of guesses, the openers whose cells were bounded one guess deep, each with a lower bound
            for its total.
        refutations: For each limit and set of openers, why no tree with one of them keeps the limit.
        cut_short: How far the search got, if a time limit cut it short.
    """

    bounds: dict[int, dict[int, int]] = field(default_factory=dict)
    refutations: dict[tuple[int, tuple[int, ...]], Refutation] = field(default_factory=dict)
    cut_short: CutShort | None = None
