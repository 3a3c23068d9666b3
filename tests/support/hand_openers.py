"""A table of openers written by hand, with the ranks that follow from it."""

from wordle_compiler.rankings.known_openers import KnownOpeners

AT_LEAST, EXACT, NO_TREE = 0, 254, 255
HAND = KnownOpeners(
    "original-answers",
    "original-allowed",
    "any",
    6,
    10,
    ("alpha", "bravo", "delta", "hotel", "kappa", "oscar", "sigma"),
    (35, 31, 35, 0, 33, 34, 40),
    bytes((EXACT, 5, 4, NO_TREE, EXACT, AT_LEAST, AT_LEAST)),
)
"""Oscar may come in after bravo and kappa, before or beside alpha and delta; sigma may only be last."""
HAND_ROWS = {
    "bravo": (31, 5, "exact", 1, 1),
    "kappa": (33, None, "exact", 2, 2),
    "alpha": (35, None, "exact", 3, 4),
    "delta": (35, 4, "exact", 3, 4),
    "oscar": (34, None, "at least", 3, 6),
    "sigma": (40, None, "at least", 5, 6),
    "hotel": (None, None, "no tree", None, None),
}
