"""Turns the text of a tree into a checked tree file, for `wordle-tree import`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from wordle_compiler.compilation.writer import LikelyList, checked_tree, encode_tree
from wordle_compiler.export.text import full_lines, header_lines
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.importing.growing import GrowingTree
from wordle_compiler.importing.header import TextHeader, read_header
from wordle_compiler.importing.lines import read_text_lines
from wordle_compiler.machine.errors import InputError
from wordle_runtime import TreeError, load
from wordle_runtime.layout import LIKELY_PREFIX

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordle_compiler.game.weights import Weights
    from wordle_compiler.game.words import WordList
    from wordle_compiler.search.decision_tree import TreeNode

STRATEGY = "imported"
"""The strategy of a tree whose text does not name the strategy that built it."""
_STATUS = "heuristic"
_OBJECTIVE = "total"


@dataclass(frozen=True)
class ImportedTree:
    """A checked tree file made from text.

    Attributes:
        data: The file's bytes, as `wordle_runtime.load` reads them.
        is_restored: Whether strategy and claim are those of the exported tree. If not, the tree has strategy
            `imported`, and no claim beyond its guarantee.
        was_changed: Whether the text has the header of an export but was changed since.
    """

    data: bytes
    is_restored: bool
    was_changed: bool


def import_text(
    lines: Iterable[str],
    game: Game,
    *,
    label: str = "the text",
    max_guesses: int | None = None,
    allow_unsolved: bool = False,
    weights: Weights | None = None,
    likely: WordList | None = None,
) -> ImportedTree:
    """Makes a tree file from the text of a tree, in the layout of published Wordle trees, hollow or full.

    The text must be a whole tree of the game: it finds every answer, each feedback is the one that the answer gives,
    and each guess is legal. Like a compiled file, the file is replayed before it is returned. Strategy and claim come
    from the header only if the text below it is still the exported text, apart from blank prefixes and white space.

    Args:
        lines: The lines of the text.
        game: The game that the tree plays.
        label: The name of the text in messages.
        max_guesses: The limit of the tree. None means the header's limit, or else the game's usual one,
            or more if the tree needs it.
        allow_unsolved: Whether the tree may leave answers unsolved; lines may then end without winning.
        weights: How much each answer counts.
        likely: The answers that are likely; a text without a header takes the tree's limit as theirs.

    Raises:
        InputError: The text does not have this layout (the message names the line), an answer is not solved within
            `max_guesses`, the likely answers cannot be told apart, or the header belongs to another game, other weights
            or other likely answers.
    """
    lines = list(lines)
    if likely is not None:
        _check_likely(likely, game, weights)
    header = read_header(lines, label)
    if header is not None:
        header.check_game(game, weights, likely, label)
        max_guesses = header.values["max_guesses"] if max_guesses is None else max_guesses
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
    if header is not None and max_guesses == header.values["max_guesses"]:
        restored = _restore(header, root, game, weights, likely)
        if restored is not None:
            return ImportedTree(checked_tree(restored, game, weights, likely), is_restored=True, was_changed=False)
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
    return ImportedTree(checked_tree(data, game, weights, likely), is_restored=False, was_changed=header is not None)


def _check_likely(likely: WordList, game: Game, weights: Weights | None) -> None:
    """Raises `InputError` where no tree file can tell these answers apart."""
    if weights is not None:
        raise InputError("a tree has weights or likely answers, not both: leave one of them out")
    if game.rule == Rule.CANDIDATES:
        raise InputError(f"likely answers cannot be combined with rule {game.rule}: use rule any or hard")
    if others := sorted(set(likely.words).difference(game.answers.words)):
        raise InputError(f"{others[0]!a} of {likely.name} is not an answer of the tree: every likely word must be one")


def _restore(
    header: TextHeader, root: TreeNode, game: Game, weights: Weights | None, likely: WordList | None
) -> bytes | None:
    """Returns the file that the text was exported from, or None if the text was changed since.

    A claim is never taken from the header alone: exporting the file again must give exactly the same header, whose last
    line is the digest of the others and of the text.
    """
    strategy, proof = header.values["strategy"], header.values["proof"]
    try:
        data = encode_tree(
            header.named(game),
            root,
            strategy=strategy["name"],
            options=strategy["options"],
            objective=proof["objective"].removeprefix(LIKELY_PREFIX),
            status=proof["status"],
            max_guesses=header.values["max_guesses"],
            weights=header.named_weights(weights),
            likely=header.named_likely(likely),
        )
        tree = load(data)
    except (ValueError, InputError, TreeError):
        # An edited header can hold values that no file can.
        return None
    return data if tuple(header_lines(tree, full_lines(tree))) == header.lines else None
