"""Checks certificates: files that prove that no strategy for a game is better than a given tree (CERTIFICATE.md).

The checker is independent: it imports nothing of `wordle_compiler`, does no search, and reads lists, computes
feedbacks and divides candidates itself. Both use `wordle_runtime`, which loads and replays the tree. `rules.py` holds
the rules of proof, `plain.py` applies them in plain Python, and the room `fast` takes the same steps with numba.
"""

from wordle_checker.errors import CertificateError, Reason
from wordle_checker.program.checking import Proof, check

__all__ = ["CertificateError", "Proof", "Reason", "check"]
