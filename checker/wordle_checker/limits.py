"""The numbers of the format: what a chapter consists of, and how much of anything there may be."""

from __future__ import annotations

END = 0
KEPT_END = 1
SYMMETRIES = 2
PART = 3
FIRST_STEP = 4
"""The first numbers of what a frame consists of; from `FIRST_STEP` on an entry, twice its step above."""

LONGEST_NUMBER = 9
"""The most bytes of a number."""

LARGEST_BOUND = (1 << 32) - 1
"""The largest number that may stand for a finite bound."""

MOST_SYMMETRIES = 1 << 16
"""The most symmetries of a set."""

MOST_KEPT = 1 << 26
"""The most members that the lemmas which a chapter keeps may have in all."""

LARGEST_CHAPTER = 64 << 20
"""The most bytes of a chapter's content."""
