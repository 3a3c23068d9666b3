"""The constants of the format: the tags in a chapter, and the limits on every quantity."""

from __future__ import annotations

END = 0
KEPT_END = 1
SYMMETRIES = 2
PART = 3
FIRST_STEP = 4
"""The tags of the items in a frame.

A tag of at least `FIRST_STEP` begins an entry: it is `FIRST_STEP` plus twice the step, plus 1 if the entry uses a
lemma.
"""

LONGEST_NUMBER = 9
"""The most bytes in a number."""

LARGEST_BOUND = (1 << 32) - 1
"""The largest number that may encode a finite bound."""

MOST_SYMMETRIES = 1 << 16
"""The most symmetries of one set."""

MOST_KEPT = 1 << 26
"""The most members in all lemmas that a chapter keeps."""

LARGEST_CHAPTER = 64 << 20
"""The most bytes in the content of a chapter."""
