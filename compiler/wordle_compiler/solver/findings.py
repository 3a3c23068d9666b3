"""What an exact search finds out on its way, and a certificate needs as well, so that nobody finds it out twice."""

from __future__ import annotations

from dataclasses import dataclass, field

from wordle_compiler.solver.refutation.refute import Refutation


@dataclass
class Findings:
    """Kept by whoever compiles a tree, and handed on to `certify`, whose time depends on them, and the bytes do not.

    Attributes:
        bounds: For each limit of guesses the openers whose cells were bounded one guess deep, each with a total that no
            tree with it stays below.
        refutations: For each limit, and openers, why no tree with one of them keeps it.
    """

    bounds: dict[int, dict[int, int]] = field(default_factory=dict)
    refutations: dict[tuple[int, tuple[int, ...]], Refutation] = field(default_factory=dict)
