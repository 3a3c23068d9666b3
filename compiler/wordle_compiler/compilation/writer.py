"""Encodes a decision tree as a tree file (FORMAT.md): the same bytes for the same tree.

Zopfli (Alakuijala and Vandevenne, 2013) compresses the streams, because zlib libraries differ in the bytes that they
emit for the same data. Zopfli estimates costs in floating point, but its bytes have been the same with every C library,
compiler and word size tried, and from release 0.2.2 to 0.4.3. `tests/compiler/compilation/test_writer.py` pins them.

Encoding does not read or replay what it writes; `checked_tree` does.
"""

from __future__ import annotations

import hashlib
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgpack  # type: ignore[import-untyped]
import numpy as np
from zopfli.zlib import compress  # type: ignore[import-untyped]

from wordle_compiler.machine.errors import CompilerError
from wordle_runtime import layout
from wordle_runtime.verification.verify import verify

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wordle_compiler.game.game import Game
    from wordle_compiler.game.weights import Weights
    from wordle_compiler.game.words import WordList
    from wordle_compiler.search.decision_tree import TreeNode

_N_ITERATIONS = 15
"""Zopfli's passes over each block."""
_LONG_TABLE = 8192
"""The size in bytes from which a table may be split into blocks."""
_THREADS = ThreadPoolExecutor(thread_name_prefix="zopfli")
"""Compresses tables side by side, since zopfli takes longer than all the rest of the encoding."""


@dataclass(frozen=True)
class LikelyList:
    """The answers that a tree's claim is about, if the tree also finds other words.

    Attributes:
        words: The likely answers, each of them an answer of the game.
        max_guesses: Their limit; the tree's limit is for all answers, and at least as large.
    """

    words: WordList
    max_guesses: int


def encode_tree(
    game: Game,
    root: TreeNode,
    *,
    strategy: str,
    options: Mapping[str, str | int | bool | None],
    objective: str,
    status: str,
    max_guesses: int,
    weights: Weights | None = None,
    likely: LikelyList | None = None,
) -> bytes:
    """Returns the tree file of a decision tree.

    Answers that no node solves become the file's unsolved answers. The order of a node's children does not matter.

    Args:
        game: The game that the tree plays.
        root: The opener's node.
        strategy: The name of the strategy that built the tree.
        options: The strategy's options: text, integers of 64 bits, booleans or None.
        objective: What is claimed: one of `layout.OBJECTIVES`. With `likely`, the claim is about the likely answers.
        status: How much is claimed: one of `layout.STATUSES`.
        max_guesses: The limit for which the tree was made.
        weights: How much each answer counts, if answers have weights. With weights, or if the kind is not `wordle`, the
            file has version 1.1, otherwise 1.0.
        likely: The answers that the claim is about, if not all. The file then has version 1.2, as it
            has with the objective `unsolved,total`.

    Raises:
        ValueError: The strategy made a mistake: a node solves a word that is not an answer or is solved elsewhere,
            guesses a word that is not allowed, has a child for all green, or is deeper than `max_guesses`; the status
            or the objective is unknown; or `likely` is combined with weights or with rule `candidates`, has a word that
            is not an answer, or has a limit above `max_guesses`.
    """
    if status not in layout.STATUSES or objective not in layout.OBJECTIVES:
        raise ValueError(f"the format has no status {status!r} with objective {objective!r}")
    if likely is not None:
        _check_likely(game, likely, max_guesses, is_weighted=weights is not None)
    levels = _levels(root)
    if not 1 <= len(levels) <= max_guesses <= layout.MAX_GUESSES:
        raise ValueError(f"the tree has {len(levels)} levels, but the limit is {max_guesses}, at most 255")
    nodes = [node for level in levels for _, node in level]
    feedback = [code for level in levels[1:] for code, _ in level]
    if feedback and max(feedback) >= game.n_feedbacks - 1:
        raise ValueError(f"a child has the feedback {max(feedback)}, not one below {game.n_feedbacks - 1}")
    answers = _order_answers(game, nodes)
    others = _others(game, nodes)
    # 0 stands for a node that solves an answer; the words are numbered from 1.
    places = {word: place for place, word in enumerate([*answers, *others], 1)}
    histogram = [sum(node.solves for _, node in level) for level in levels]
    while histogram and not histogram[-1]:
        histogram.pop()

    narrow = layout.feedback_width(game.kind, game.length)
    version = layout.FIRST_VERSION if weights is None and game.kind == layout.WORDLE else layout.SECOND_VERSION
    entries: dict[str, object] = {
        "magic": layout.MAGIC,
        "version": list(layout.VERSION if likely is not None or objective == layout.UNSOLVED_TOTAL else version),
        "game": {
            "kind": game.kind,
            "rule": game.rule.value,
            "length": game.length,
            "max_guesses": max_guesses,
            "answers": _describe(game.answers),
            "allowed": _describe(game.allowed),
            "fingerprint": game.fingerprint,
        },
        "strategy": {"name": strategy, "options": {name: options[name] for name in sorted(options)}},
        "guarantee": {
            "total": sum(n_guesses * n for n_guesses, n in enumerate(histogram, 1)),
            "worst_case": len(histogram),
            "histogram": histogram,
            "unsolved": len(answers) - sum(histogram),
        },
        "proof": {"status": status, "objective": objective if likely is None else layout.LIKELY_PREFIX + objective},
        **({} if weights is None else {"weights": _describe_weights(weights, root, answers)}),
        **({} if likely is None else {"likely": _describe_likely(likely, root, answers)}),
        "words": {"answers": _pack_words(answers), "others": _pack_words(others)},
        "nodes": {
            "count": len(nodes),
            "feedback": _pack_uints(feedback, narrow),
            "children": _pack_uints([len(node.children) for node in nodes], narrow),
            "guess": _pack_uints(
                [0 if node.solves else places[node.guess] for node in nodes], layout.guess_width(len(places))
            ),
        },
        "checksum": bytes(layout.DIGEST_BYTES),
    }
    covered: bytes = msgpack.packb(entries, use_bin_type=True, default=Future.result)[: -layout.CHECKSUM_BYTES]
    return covered + layout.CHECKSUM_HEAD + hashlib.sha256(covered).digest()


def checked_tree(data: bytes, game: Game, weights: Weights | None = None, likely: WordList | None = None) -> bytes:
    """Returns a tree file made by `encode_tree`, after replaying every answer through it."""
    checked = verify(
        data,
        answers=game.answers.words,
        allowed=game.allowed.words,
        weights=None if weights is None else weights.by_word,
        likely=None if likely is None else likely.words,
    )
    if not checked.holds:
        raise CompilerError(f"internal error, nothing was written: {checked.reasons[0]}")
    return data


def _levels(root: TreeNode) -> list[list[tuple[int, TreeNode]]]:
    """Returns the nodes by level, in the order of the file, each with the feedback that leads to it."""
    levels = []
    # No feedback leads to the opener.
    level = [(-1, root)]
    while level:
        levels.append(level)
        level = [(code, node.children[code]) for _, node in level for code in sorted(node.children)]
    return levels


def _order_answers(game: Game, nodes: Sequence[TreeNode]) -> list[str]:
    """Returns the answers in the order in which the nodes solve them, then the unsolved ones, ascending."""
    solved = [node.guess for node in nodes if node.solves]
    known = set(solved)
    if len(known) < len(solved) or not known.issubset(game.answers.words):
        wrong = sorted(word for word in known if solved.count(word) > 1 or word not in game.answers.words)
        raise ValueError(f"nodes solve {wrong[0]!r}, which is not an answer or is solved twice")
    return solved + [word for word in game.answers.words if word not in known]


def _others(game: Game, nodes: Sequence[TreeNode]) -> list[str]:
    """Returns the guesses that are not answers, ascending."""
    others = {node.guess for node in nodes}.difference(game.answers.words)
    if not others.issubset(game.allowed.words):
        raise ValueError(f"{min(others.difference(game.allowed.words))!r} is guessed, which is not allowed")
    return sorted(others)


def _describe(words: WordList) -> dict[str, str | int | bytes]:
    return {"name": words.name, "count": len(words.words), "sha256": words.sha256}


def _describe_weights(
    weights: Weights, root: TreeNode, answers: Sequence[str]
) -> dict[str, str | int | bytes | Future[bytes]]:
    solved = sum(weights.by_word[node.guess] for _, node in root.walk() if node.solves)
    return {
        "name": weights.name,
        "sha256": weights.sha256,
        "solved": solved,
        "total": root.weighted_total(weights.by_word),
        "values": _pack_uints([weights.by_word[answer] for answer in answers], layout.WEIGHT_WIDTH),
    }


def _check_likely(game: Game, likely: LikelyList, max_guesses: int, *, is_weighted: bool) -> None:
    """Raises `ValueError` if the format cannot express these likely answers."""
    if is_weighted:
        raise ValueError("a tree has weights or likely answers, not both")
    if game.rule.value == layout.CANDIDATES:
        # Only candidates are legal guesses there, so the game of the likely answers would have other legal guesses.
        raise ValueError("rule candidates cannot be combined with likely answers")
    if not 1 <= likely.max_guesses <= max_guesses:
        raise ValueError(f"the limit for likely answers is {likely.max_guesses}, not 1 to {max_guesses}")
    if others := sorted(set(likely.words.words).difference(game.answers.words)):
        raise ValueError(f"{others[0]!r} is a likely answer, but not an answer")


def _describe_likely(
    likely: LikelyList, root: TreeNode, answers: Sequence[str]
) -> dict[str, str | int | bytes | list[int] | Future[bytes]]:
    words = set(likely.words.words)
    depths = [depth for depth, node in root.walk() if node.solves and node.guess in words]
    histogram = [depths.count(depth) for depth in range(1, likely.max_guesses + 1)]
    while histogram and not histogram[-1]:
        histogram.pop()
    members = np.packbits([answer in words for answer in answers], bitorder="little")
    return {
        **_describe(likely.words),
        "max_guesses": likely.max_guesses,
        "total": sum(depth * n for depth, n in enumerate(histogram, 1)),
        "histogram": histogram,
        "unsolved": len(words) - sum(histogram),
        "members": _packed(members.tobytes()),
    }


def _pack_words(words: Sequence[str]) -> Future[bytes]:
    """Packs a table of words by column, because each letter is more frequent in some places than in others."""
    return _packed("".join(map("".join, zip(*words, strict=True))).encode("utf-8"))


def _pack_uints(values: Sequence[int], width: int) -> Future[bytes]:
    return _packed(np.array(values, dtype=f"<u{width}").tobytes())


def _packed(data: bytes) -> Future[bytes]:
    """Returns what will be `data` as a zlib stream (RFC 1950)."""
    return _THREADS.submit(_compress, data)


def _compress(data: bytes) -> bytes:
    """Returns `data` as a zlib stream.

    A long table may be smaller if zopfli splits it into blocks with codes of their own; the smaller stream is chosen.
    """
    is_split = (False, True) if len(data) >= _LONG_TABLE else (False,)
    streams: list[bytes] = [compress(data, numiterations=_N_ITERATIONS, blocksplitting=split) for split in is_split]
    return min(streams, key=len)
