"""Checks certificates: files that prove that no strategy for a game is better than a given tree (CERTIFICATE.md).

The checker is independent: it imports nothing of `wordle_compiler`, does no search, and computes feedbacks and divides
candidates itself. Both use `wordle_runtime`, which reads lists, and loads and replays the tree. `rules.py` holds
the rules of proof, `chapters.py` reads certificates and decides, and `steps.py` says what has to be computed: in plain
Python there, or with numba in the room `fast`.
"""

from wordle_checker.errors import CertificateError
from wordle_checker.program.checking import Proof, check

__all__ = ["CertificateError", "Proof", "check"]
