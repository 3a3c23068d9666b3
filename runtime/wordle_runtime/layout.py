"""The constants of the tree file (FORMAT.md), which the compiler's writer and this package's reader share.

Nothing here reads or writes: both sides do that on their own.
"""

MAGIC = "wordle-tree"
VERSION = (1, 1)
"""The newest version that this package reads and writes."""
FIRST_VERSION = (1, 0)
"""The version of every file without weights: who reads only that one can read it."""

FILE_KEYS = ("magic", "version", "game", "strategy", "guarantee", "proof", "words", "nodes", "checksum")
WEIGHTED_FILE_KEYS = (*FILE_KEYS[:6], "weights", *FILE_KEYS[6:])
"""The keys of a file for answers with weights, which came with version 1.1."""
GAME_KEYS = ("kind", "rule", "length", "max_guesses", "answers", "allowed", "fingerprint")
LIST_KEYS = ("name", "count", "sha256")
STRATEGY_KEYS = ("name", "options")
GUARANTEE_KEYS = ("total", "worst_case", "histogram", "unsolved")
PROOF_KEYS = ("status", "objective")
WEIGHTS_KEYS = ("name", "sha256", "solved", "total", "values")
WORDS_KEYS = ("answers", "others")
NODES_KEYS = ("count", "feedback", "children", "guess")

KINDS = ("wordle",)
RULES = ("any", "hard", "candidates")
STATUSES = ("optimal", "optimal below opener", "upper bound", "heuristic")
OBJECTIVES = ("total", "worst-case", "total,worst-case", "worst-case,total")

MAX_FILE_BYTES = 64 * 1024 * 1024
MAX_COUNT = 1_048_576
"""The most answers, others or nodes."""
MIN_LENGTH, MAX_LENGTH = 2, 12
"""Code points in a word."""
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


def n_feedbacks(length: int) -> int:
    """Returns how many feedbacks kind `wordle` has for words of `length`; the last one is all green."""
    return int(3**length)


def feedback_width(length: int) -> int:
    """Returns the bytes in an entry of `feedback` and `children`: the smallest of 1, 2, 4 that holds every feedback."""
    largest = n_feedbacks(length) - 1
    return 1 if largest < 1 << 8 else 2 if largest < 1 << 16 else 4


def guess_width(n_words: int) -> int:
    """Returns the bytes in an entry of `guess` where answers and others together are `n_words`."""
    return 2 if n_words < 1 << 16 else 4
