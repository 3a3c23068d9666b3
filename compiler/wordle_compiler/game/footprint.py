"""Estimates the memory of a game: its words, and its feedbacks in each layout."""

from __future__ import annotations

from wordle_compiler.game.game import Game
from wordle_compiler.machine.memory import require_memory
from wordle_runtime.layout import MASTERMIND

WORD_BYTES = 400
"""The memory per allowed word: its text, the search's tables by word, and the reading of the list."""


def require_feedbacks(game: Game, n_beside: int = 0) -> None:
    """Raises `InputError` if a game's feedbacks, plus `n_beside` more copies of them, do not fit in memory."""
    require_memory(basic_parts(game, n_beside), "use smaller lists")


def basic_parts(game: Game, n_beside: int = 0) -> dict[str, int]:
    """Returns the bytes that every run on a game takes, by part: its words, and its feedbacks in each layout."""
    words, feedbacks = f"{len(game.allowed):,} words", f"feedbacks to {len(game.answers):,} answers"
    n_layouts = (1 if is_symmetric(game) else 2) + n_beside
    return {words: WORD_BYTES * len(game.allowed), feedbacks: n_layouts * layout_bytes(game)}


def is_symmetric(game: Game) -> bool:
    """Checks whether guess and answer may be exchanged, so that one layout of the feedbacks is enough."""
    return game.kind == MASTERMIND and game.answers == game.allowed


def layout_bytes(game: Game) -> int:
    """Returns the bytes of a game's feedbacks in one layout."""
    width = 1 if game.n_feedbacks <= 1 << 8 else 2 if game.n_feedbacks <= 1 << 16 else 4
    return len(game.allowed) * len(game.answers) * width
