"""Encodes a decision tree as a tree file (FORMAT.md): the same bytes for the same tree.

Zopfli (docs/references.md#alakuijala-and-vandevenne-2013) compresses the streams, because zlib libraries differ in the
bytes that they emit for the same data. Zopfli estimates costs in floating point, but its bytes have been the same with
every C library, compiler and word size tried, and from release 0.2.2 to 0.4.3.
`tests/compiler/compilation/test_writer.py` pins them.

Encoding does not read or replay what it writes; `encode_checked` does.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import msgpack  # type: ignore[import-untyped]
import numpy as np
from zopfli.zlib import compress  # type: ignore[import-untyped]

from wordle_compiler.game.game import Game
from wordle_compiler.game.weights import Weights
from wordle_compiler.game.words import WordList
from wordle_compiler.search.decision_tree import TreeNode
from wordle_runtime import layout
from wordle_runtime.feedback import graphemes

_N_ITERATIONS = 15
"""Zopfli's passes over each block."""
_LONG_TABLE = 8192
"""The size in bytes from which a table may be split into blocks."""
_THREADS = ThreadPoolExecutor(thread_name_prefix="zopfli")
"""Compresses tables side by side, since zopfli takes longer than all the rest of the encoding."""


@dataclass(frozen=True)
class LikelyList:
    """The answers that a tree's claim is about, if the tree also finds other words."""

    words: WordList  # The likely answers, each of them an answer of the game.
    max_guesses: int  # Their limit; the tree's limit is for all answers, and at least as large.


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
    Options are text, integers of 64 bits, booleans or None. What is claimed is `objective`, one of `layout.OBJECTIVES`,
    and `status`, one of `layout.STATUSES`; with `likely`, of these answers alone. What the strategy got wrong is for
    `encode_checked` to find.

    With `likely` or the objective `unsolved,total`, the file has version 1.2; otherwise with weights, or if the kind is
    not `wordle`, 1.1; otherwise 1.0.
    """
    # The nodes by level, in the order of the file, each with the feedback that leads to it; none leads to the opener.
    levels = [[(-1, root)]]
    while level := [(code, node.children[code]) for _, node in levels[-1] for code in sorted(node.children)]:
        levels.append(level)
    nodes = [node for level in levels for _, node in level]
    feedback = [code for level in levels[1:] for code, _ in level]
    # In the order in which the nodes solve them, then the unsolved ones, ascending.
    solved = [node.guess for node in nodes if node.solves]
    answers = solved + sorted(set(game.answers.words).difference(solved))
    others = sorted({node.guess for node in nodes}.difference(answers))
    # 0 stands for a node that solves an answer; the words are numbered from 1.
    places = {word: place for place, word in enumerate([*answers, *others], 1)}
    total, histogram, n_unsolved = _figures(levels, set(answers))
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
        "guarantee": {"total": total, "worst_case": len(histogram), "histogram": histogram, "unsolved": n_unsolved},
        "proof": {"status": status, "objective": objective if likely is None else layout.LIKELY_PREFIX + objective},
        **({} if weights is None else {"weights": _describe_weights(weights, root, answers)}),
        **({} if likely is None else {"likely": _describe_likely(likely, levels, answers)}),
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


def _figures(levels: Sequence[Sequence[tuple[int, TreeNode]]], answers: set[str]) -> tuple[int, list[int], int]:
    """Returns the total over some answers, how many of them need each number of guesses, and how many are unsolved."""
    histogram = [sum(node.solves and node.guess in answers for _, node in level) for level in levels]
    while histogram and not histogram[-1]:
        histogram.pop()
    return sum(n_guesses * n for n_guesses, n in enumerate(histogram, 1)), histogram, len(answers) - sum(histogram)


def _describe(words: WordList) -> dict[str, object]:
    return {"name": words.name, "count": len(words.words), "sha256": words.sha256}


def _describe_weights(weights: Weights, root: TreeNode, answers: Sequence[str]) -> dict[str, object]:
    return {
        "name": weights.name,
        "sha256": weights.sha256,
        "solved": sum(weights.by_word[node.guess] for _, node in root.walk() if node.solves),
        "total": root.weighted_total(weights.by_word),
        "values": _pack_uints([weights.by_word[answer] for answer in answers], layout.WEIGHT_WIDTH),
    }


def _describe_likely(
    likely: LikelyList, levels: Sequence[Sequence[tuple[int, TreeNode]]], answers: Sequence[str]
) -> dict[str, object]:
    words = set(likely.words.words)
    total, histogram, n_unsolved = _figures(levels[: likely.max_guesses], words)
    members = np.packbits([answer in words for answer in answers], bitorder="little")
    return {
        **_describe(likely.words),
        "max_guesses": likely.max_guesses,
        "total": total,
        "histogram": histogram,
        "unsolved": n_unsolved,
        "members": _packed(members.tobytes()),
    }


def _pack_words(words: Sequence[str]) -> Future[bytes]:
    """Packs a table of words by column, because each letter is more frequent in some places than in others."""
    return _packed("".join(map("".join, zip(*map(graphemes, words), strict=True))).encode("utf-8"))


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
