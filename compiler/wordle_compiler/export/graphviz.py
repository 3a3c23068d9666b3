"""Draws DOT text as a picture, with Graphviz's program `dot`."""

from __future__ import annotations

import shutil
import subprocess

from wordle_compiler.machine.errors import InputError

_PROGRAM = "dot"
_TOO_LARGE = "too large"
_LONGEST_REASON = 200


def draw(dot: str, form: str) -> bytes:
    """Returns a picture of DOT text.

    Args:
        dot: The text.
        form: `svg`, `png` or `pdf`.

    Raises:
        InputError: Graphviz is not installed or cannot draw the form, or the picture would be too large to read.
    """
    program = shutil.which(_PROGRAM)
    if program is None:
        raise InputError(
            f"format {form} needs Graphviz, whose program {_PROGRAM} is not on the PATH: install it "
            "(apt install graphviz, brew install graphviz), or use --format dot"
        )
    done = subprocess.run([program, f"-T{form}"], input=dot.encode("utf-8"), capture_output=True, check=False)
    said = " ".join(done.stderr.decode("utf-8", "replace").split())
    # Graphviz would scale the picture down until it is unreadable.
    if _TOO_LARGE in said:
        raise InputError(f"it is too large for {form}: show less (--path, --depth, --min-candidates), or use svg")
    if done.returncode or not done.stdout:
        raise InputError(f"Graphviz cannot draw it as {form}: {said[:_LONGEST_REASON]!a}")
    return done.stdout
