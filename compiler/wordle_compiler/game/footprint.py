"""How much memory a game takes: its words, and its feedbacks in each layout."""

from __future__ import annotations

from wordle_compiler.game.game import Game
from wordle_compiler.machine.memory import require_memory
from wordle_runtime.layout import MASTERMIND

WORD_BYTES = 400
"""An allowed word: the text, the tables of the search that are by word, what reading a list takes."""


def require_feedbacks(game: Game, n_beside: int = 0) -> None:
    """Raises `InputError` where the feedbacks of a game do not fit, with room for as much `n_beside` times."""
    require_memory(basic_parts(game, n_beside), "use smaller lists")


def basic_parts(game: Game, n_beside: int = 0) -> dict[str, int]:
    """Returns what every run on a game takes: its words, and its feedbacks in each layout."""
    words, feedbacks = f"{len(game.allowed):,} words", f"feedbacks to {len(game.answers):,} answers"
    n_layouts = (1 if is_symmetric(game) else 2) + n_beside
    return {words: WORD_BYTES * len(game.allowed), feedbacks: n_layouts * layout_bytes(game)}


def is_symmetric(game: Game) -> bool:
    """Says whether guess and answer may be exchanged, so that one layout of the feedbacks is enough."""
    return game.kind == MASTERMIND and game.answers == game.allowed


def layout_bytes(game: Game) -> int:
    """Returns the bytes of all feedbacks of a game, once."""
    width = 1 if game.n_feedbacks <= 1 << 8 else 2 if game.n_feedbacks <= 1 << 16 else 4
    return len(game.allowed) * len(game.answers) * width
