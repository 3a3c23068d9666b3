"""The constants of the tree file (FORMAT.md), which the compiler's writer and this package's reader share.

This module neither reads nor writes; each side has its own code for that.
"""

try:
    # Importing `hashlib` loads OpenSSL: that takes longer than reading a small tree. `random` avoids it as well.
    from _sha2 import sha256 as sha256  # type: ignore[import-not-found]
except ImportError:
    try:
        # Before CPython 3.12.
        from _sha256 import sha256 as sha256  # type: ignore[import-not-found]
    except ImportError:
        from hashlib import sha256 as sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

MAGIC = "wordle-tree"
VERSION = (1, 2)
"""The newest version that this package reads and writes: that of files with likely answers."""
FIRST_VERSION = (1, 0)
"""The version of files of kind `wordle` with neither weights nor likely answers: for readers that know no other."""
SECOND_VERSION = (1, 1)
"""The version of files with weights, and of those of another kind."""

WORDLE, MASTERMIND = KINDS = ("wordle", "mastermind")
"""The feedback rules. Version 1.0 knows the first alone."""
ROWS = 6
"""The guesses that a game of words gives, however many a tree takes."""
_, HARD, CANDIDATES = RULES = ("any", "hard", "candidates")
"""Rule hard speaks of letters: only kind `wordle` has it. A file with likely answers cannot have rule candidates."""
STATUSES = ("optimal", "optimal below opener", "upper bound", "heuristic")
UNSOLVED_TOTAL = "unsolved,total"
"""The objective of trees that may be optimal and leave answers unsolved. Versions 1.0 and 1.1 do not know it."""
OBJECTIVES = ("total", "worst-case", "total,worst-case", "worst-case,total", UNSOLVED_TOTAL)
LIKELY_PREFIX = "likely "
LIKELY_OBJECTIVES = tuple(f"{LIKELY_PREFIX}{objective}" for objective in OBJECTIVES)
"""The same of a file with likely answers. Readers of older versions refuse them, and so the whole file."""

MAX_FILE_BYTES = 64 * 1024 * 1024
MAX_COUNT = 1_048_576
"""The most answers, others or nodes."""
MAX_TURNS = 2_097_152
"""The most turns to all nodes and unsolved answers, added up, so that playing or exporting a tree ends in a minute."""
MIN_LENGTH, MAX_LENGTH = 2, 12
"""Letters in a word (`feedback.graphemes`)."""
MAX_POINTS = 3
"""The most code points in a word, for each of its letters."""
MAX_GUESSES = 255
MAX_NAME = 255
"""The most code points in the name of a word list."""
WEIGHT_WIDTH = 4
"""The bytes in a weight."""
MAX_WEIGHT = (1 << 32) - 1
"""What the weights of all answers may add up to."""
DIGEST_BYTES = 32
CHECKSUM_HEAD = b"\xc4\x20"
"""The MessagePack head of the checksum: a `bin` of 32 bytes. Head and digest end the file."""
CHECKSUM_BYTES = len(CHECKSUM_HEAD) + DIGEST_BYTES
"""The end of the file that the checksum does not cover."""

_UINT = range(1 << 64)
_NAME = slice(MAX_NAME)
_GUESSES = range(1, MAX_GUESSES + 1)
LIST = {"name": _NAME, "count": _UINT[1:], "sha256": DIGEST_BYTES}
GAME = {"kind": KINDS, "rule": RULES, "length": range(MIN_LENGTH, MAX_LENGTH + 1), "max_guesses": _GUESSES} | {
    "answers": {**LIST, "count": range(1, MAX_COUNT + 1)},
    "allowed": LIST,
    "fingerprint": DIGEST_BYTES,
}
GUARANTEE = {"total": _UINT, "worst_case": _UINT, "histogram": list, "unsolved": _UINT}
PROOF = {"status": STATUSES, "objective": OBJECTIVES}
WEIGHTS = {"name": _NAME, "sha256": DIGEST_BYTES, "solved": _UINT, "total": _UINT, "values": bytes}
_FIGURES = {"total": _UINT, "histogram": list, "unsolved": _UINT, "members": bytes}
LIKELY = {"name": _NAME, "count": _UINT, "sha256": DIGEST_BYTES, "max_guesses": _GUESSES, **_FIGURES}
FILE = (
    {"magic": str, "version": list, "game": GAME, "strategy": {"name": str, "options": dict}}
    | {"guarantee": GUARANTEE, "proof": PROOF, "weights": WEIGHTS, "likely": LIKELY}
    | {"words": {"answers": bytes, "others": bytes}}
    | {"nodes": {"count": range(1, MAX_COUNT + 1), "feedback": bytes, "children": bytes, "guess": bytes}}
    | {"checksum": DIGEST_BYTES}
)
"""The maps of a file: their keys in order, and the kind of each field, as `fields.check_fields` takes it.

A file has either `weights` or `likely` or neither; versions 1.0 and 1.1 know fewer (`reader.read_tree`)."""


def digest_of(lines: "Iterable[str]") -> bytes:
    """Returns the SHA-256 of some lines, each with a line feed: 32 bytes."""
    return bytes(sha256("".join(f"{line}\n" for line in lines).encode("utf-8", "surrogatepass")).digest())


def list_digest(words: tuple[str, ...] | list[str]) -> bytes:
    """Returns the SHA-256 of a list's text: its words, ascending, each with a line feed."""
    return digest_of(sorted(words))


def n_feedbacks(kind: str, length: int) -> int:
    """Returns how many feedback codes a kind has for words of `length`; the last one wins the game."""
    return int(3**length) if kind == WORDLE else length * (length + 1) + 1


def feedback_width(kind: str, length: int) -> int:
    """Returns the bytes in an entry of `feedback` and `children`: the smallest of 1, 2, 4 that holds every feedback."""
    largest = n_feedbacks(kind, length) - 1
    return 1 if largest < 1 << 8 else 2 if largest < 1 << 16 else 4


def guess_width(n_words: int) -> int:
    """Returns the bytes in an entry of `guess` if answers and others together are `n_words`."""
    return 2 if n_words < 1 << 16 else 4
