"""A tree as text, and how the tests import text."""

from __future__ import annotations

from wordle_compiler import Game
from wordle_compiler.compilation.compiled_tree import CompiledTree
from wordle_compiler.importing.text import import_text

CHAIN = """\
bumpy BGGGG1 dumpy BGGGG2 jumpy BGGGG3 kumpy GGGGG4
                                GGGGG3
                   GGGGG2
      GGGGG1
"""


def imported(text: str, game: Game, **options: object) -> CompiledTree:
    return import_text(text.splitlines(), game, **options)  # type: ignore[arg-type]
