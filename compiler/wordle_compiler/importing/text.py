"""Turns the text of a tree into a checked tree file, for `wordle-tree import`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_compiler.compilation.compiled_tree import CompiledTree
from wordle_compiler.compilation.writer import LikelyList, encode_tree
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.importing.growing import GrowingTree
from wordle_compiler.importing.lines import read_text_lines
from wordle_compiler.machine.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordle_compiler.game.weights import Weights
    from wordle_compiler.game.words import WordList

STRATEGY = "imported"
"""The strategy of every imported tree, since a text does not name the one that built it."""
_STATUS = "heuristic"
_OBJECTIVE = "total"


def import_text(
    lines: Iterable[str],
    game: Game,
    *,
    label: str = "the text",
    max_guesses: int | None = None,
    allow_unsolved: bool = False,
    weights: Weights | None = None,
    likely: WordList | None = None,
) -> CompiledTree:
    """Makes a tree file from the text of a tree, in the layout of published Wordle trees, hollow or full.

    The text must be a whole tree of the game: it finds every answer, each feedback is the one that the answer gives,
    and each guess is legal. Like a compiled file, the file is replayed before it is returned. It claims nothing beyond
    its guarantee, since no text can prove a claim.

    Args:
        lines: The lines of the text.
        game: The game that the tree plays.
        label: The name of the text in messages.
        max_guesses: The limit of the tree. None means the game's usual one, or more if the tree needs it.
        allow_unsolved: Whether the tree may leave answers unsolved; lines may then end without winning.
        weights: How much each answer counts.
        likely: The answers that are likely; the tree's limit is theirs, too.

    Raises:
        InputError: The text does not have this layout (the message names the line), an answer is not solved within
            `max_guesses`, or the likely answers cannot be told apart.
    """
    if likely is not None:
        _check_likely(likely, game, weights)
    growing = GrowingTree(game, label, allow_unsolved=allow_unsolved)
    deepest = 0
    for line in read_text_lines(lines, label, game.kind, game.length):
        if max_guesses is not None and len(line.turns) > max_guesses:
            raise InputError(
                f"{label}, line {line.number}: it has {len(line.turns)} guesses, the limit is {max_guesses}"
            )
        deepest = max(deepest, len(line.turns))
        growing.add(line)
    root = growing.finish()
    limit = max_guesses or max(deepest, game.usual_limit)
    data = encode_tree(
        game,
        root,
        strategy=STRATEGY,
        options={},
        objective=_OBJECTIVE,
        status=_STATUS,
        max_guesses=limit,
        weights=weights,
        likely=None if likely is None else LikelyList(likely, limit),
    )
    return CompiledTree.of(data, game, weights=weights, likely=likely)


def _check_likely(likely: WordList, game: Game, weights: Weights | None) -> None:
    """Raises `InputError` where no tree file can tell these answers apart."""
    if weights is not None:
        raise InputError("a tree has weights or likely answers, not both: leave one of them out")
    if game.rule == Rule.CANDIDATES:
        raise InputError(f"likely answers cannot be combined with rule {game.rule}: use rule any or hard")
    if others := sorted(set(likely.words).difference(game.answers.words)):
        raise InputError(f"{others[0]!a} of {likely.name} is not an answer of the tree: every likely word must be one")
