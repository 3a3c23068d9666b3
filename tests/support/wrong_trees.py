"""Kinds of wrong tree: what is wrong in words, how to make it, and the reason that must be given.

Each kind changes one small valid file of `tests/fixtures` and makes everything around the change right again: the
checksum always, and counts, digests and guarantee as far as they follow from words and nodes. So the words say all that
is wrong, and a checksum or a count is no reason. Wrong fields of a file are in tests/runtime/test_reader.py.
"""

import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgpack
from spoilt_trees import put
from tree_model import TreeModel, pack_entries, seal, with_fingerprint

FIXTURES = Path(__file__).parent.parent / "fixtures"

Y = ("bumpy", "dumpy", "jumpy")
CODES = tuple(a + b for a in "123" for b in "123")
LONG = tuple(f"äbcdefghijk{letter}" for letter in "lmn")
PLAIN, UNSOLVED, WEIGHED, PEGS, HARD, LIKELY = (
    f"format-{name}.tree" for name in ("1.0", "1.0-unsolved", "1.1-weights", "1.1-mastermind", "1.0-long", "1.2-likely")
)
LISTS: dict[str, dict[str, Any]] = {
    PLAIN: {"answers": Y, "allowed": ("bodge", *Y)},
    UNSOLVED: {"answers": Y, "allowed": ("bodge", *Y)},
    WEIGHED: {"answers": Y, "allowed": ("bodge", *Y), "weights": {"bumpy": 300, "dumpy": 0, "jumpy": 7}},
    PEGS: {"answers": CODES, "allowed": CODES},
    HARD: {"answers": LONG, "allowed": LONG},
    LIKELY: {"answers": Y, "allowed": ("bodge", *Y), "likely": ("bumpy", "jumpy")},
}
PARTS = ("answers", "others", "feedback", "children", "guess", "weights", "likely")


@dataclass(frozen=True)
class Wrong:
    """One kind of wrong tree.

    Attributes:
        words: What is wrong.
        base: The file that it is made from.
        change: What is put where: a part of `TreeModel`, or a dotted path into the file's map, to a value or to a
            function of the old one. Parts are put in before the header is made right again, paths after.
        reason: What the refusal or one of the verifier's reasons must say.
        lists: What the verifier is given, where it is not what the base was made for.
    """

    words: str
    base: str
    change: dict[str, Any]
    reason: str
    lists: dict[str, Any] = field(default_factory=dict)

    def pack(self) -> bytes:
        """Makes the file."""
        model = TreeModel.of((FIXTURES / self.base).read_bytes())
        for part in PARTS:
            if part in self.change:
                setattr(model, part, self.change[part])
        model.recount()
        entries = model.put_back()
        after: Callable[[bytes], bytes] = seal
        for path, value in self.change.items():
            if path == "bytes":
                after = value
            elif path not in PARTS:
                entries = put(entries, path, value)
        if any(path.startswith("game.") and path != "game.fingerprint" for path in self.change):
            entries = with_fingerprint(entries)
        return after(pack_entries(entries))


def beside_weights(data: bytes) -> bytes:
    """Puts weights beside the likely answers."""
    return pack_entries({**msgpack.unpackb(data), "weights": {}})


_TREE_OF = "nodes.children does not number every node once, each after its parent"
_LATE = {"likely.total": 4, "likely.histogram": [1, 0, 1], "likely.unsolved": 0}
_FORGOT = {"answers": [*Y], "others": [], "guess": [0, 1, 0, 0], "children": [1, 1, 1, 0], "feedback": [80] * 3}
_GREEN = {
    "answers": ["bumpy", "jumpy", "dumpy"],
    "guess": [0, 4, 0, 0],
    "children": [1, 2, 0, 0],
    "feedback": [80, 0, 9],
}
_YELLOW = {"answers": ["jumpy", *Y[:2]], "guess": [4, 0, 0, 0], "children": [3, 0, 0, 0], "feedback": [0, 9, 162]}
_BODGE = {"proof.status": "optimal below opener", "strategy.options": {"opener": "bodge"}}
_TWICE = {"guess": [4, 0, 0, 4, 0], "children": [3, 0, 0, 1, 0], "feedback": [0, 9, 162, 162]}
_OUT = {
    "answers": ["12", "33", "21", "13", "23", "31", "22", "32", "11"],
    "guess": [0, 0, 9, *[0] * 7],
    "children": [4, 0, 2, 0, 3, 0, 0, 0, 0, 0],
    "feedback": [0, 1, 2, 3, 0, 3, 0, 1, 3],
}

WRONG_TREES = [
    # Shapes.
    Wrong("two nodes lead to each other", PEGS, {"children": [0, 4, 4, 0, 0, 0, 0, 0, 0]}, _TREE_OF),
    Wrong("a node follows on all black", PEGS, {"feedback": [0, 1, 2, 6, 1, 0, 1, 3]}, "nodes.feedback has 6"),
    Wrong("a node is deeper than the limit", WEIGHED, {"game.max_guesses": 2}, "deeper than max_guesses, 2"),
    Wrong("version 1.0 has pegs", PEGS, {"version": [1, 0]}, "game.kind is 'mastermind', which this version"),
    Wrong("hard mode with pegs", PEGS, {"game.rule": "hard"}, "game.rule is hard, which kind mastermind"),
    Wrong("an answer has a capital", PLAIN, {"answers": ["jumpy", "dumpy", "Bumpy"]}, "'Bumpy' is not in NFC"),
    Wrong("an answer is not composed", PLAIN, {"answers": ["jumpy", "dumpy", "bumpe\u0301"]}, "is not in NFC"),
    Wrong("an answer has a space", PLAIN, {"answers": ["jumpy", "dumpy", "b mpy"]}, "'b mpy' has white space in"),
    # Figures.
    Wrong("no answer is likely", LIKELY, {"likely": [0, 0, 0]}, "likely.members says that no answer is likely"),
    Wrong("a bit beyond is likely", LIKELY, {"likely.members": zlib.compress(b"\x0d")}, "a bit beyond the last"),
    Wrong(
        "there are bits for too many", LIKELY, {"likely.members": zlib.compress(b"\5\0")}, "inflates to more than the 1"
    ),
    Wrong("there are no bits", LIKELY, {"likely.members": zlib.compress(b"")}, "likely.members inflates to 0 bytes,"),
    Wrong("another answer is likely", LIKELY, {"likely.members": zlib.compress(b"\3")}, "likely.sha256 is not that of"),
    Wrong("likely answers are not their digest's", LIKELY, {"likely.sha256": bytes(32)}, "likely.sha256 is not"),
    Wrong("likely answers are counted wrong", LIKELY, {"likely.count": 3}, "likely.count is 3, nodes and members"),
    Wrong("the likely total is too small", LIKELY, {"likely.total": 0}, "likely.total is 0, nodes and members add"),
    Wrong("the likely total counts a late answer", LIKELY, {"likely.total": 4}, "likely.total is 4, nodes and"),
    Wrong("the likely histogram is another", LIKELY, {"likely.histogram": [0, 1]}, "likely.histogram is not what"),
    Wrong("the likely histogram ends with 0", LIKELY, {"likely.histogram": [1, 0]}, "likely.histogram is not what"),
    Wrong("a late likely answer is hushed up", LIKELY, {"likely.unsolved": 0}, "likely.unsolved is 0, nodes and"),
    Wrong("likely answers have no limit", LIKELY, {"likely.max_guesses": 0}, "likely.max_guesses is 0, not from 1"),
    Wrong("the likely limit is above the game's", LIKELY, {"likely.max_guesses": 7}, "7, not from 1 to 6"),
    Wrong("the likely list has a name too long", LIKELY, {"likely.name": "x" * 256}, "likely.name has more than"),
    Wrong("the likely list's name rings the bell", LIKELY, {"likely.name": "\a"}, "has a control character"),
    Wrong("likely answers stand in version 1.1", LIKELY, {"version": [1, 1]}, "the file has the keys"),
    Wrong("likely answers stand beside weights", LIKELY, {"bytes": beside_weights}, "the file has both weights"),
    Wrong(
        "a claim about likely answers is one about all", LIKELY, {"proof.objective": "total"}, "does not know in such"
    ),
    Wrong(
        *("the claim is about likely answers that there are not", PLAIN),
        *({"proof.objective": "likely total", "version": [1, 2]}, "which this version does not know in such"),
    ),
    Wrong("under rule candidates some are likely", LIKELY, {"game.rule": "candidates"}, "which a file with"),
    Wrong("weights stand in version 1.0", WEIGHED, {"version": [1, 0]}, "the file has the keys"),
    # What is played.
    Wrong(
        *("the likely total is of lost answers", LIKELY, {"feedback": [80, 79], "likely.max_guesses": 6} | _LATE),
        "likely.total is 4, the replay gives 1",
    ),
    Wrong(
        *("a likely answer is found that the tree counts as late", LIKELY),
        {"guess": [0, 3, 0], "feedback": [80, 80], "answers": ["bumpy", "jumpy", "dumpy"], "likely": [1, 0, 1]},
        *("likely.unsolved is ('dumpy',), the replay gives ()", {"likely": ("bumpy", "dumpy")}),
    ),
    Wrong("two answers are exchanged", PLAIN, {"answers": ["dumpy", "jumpy", "bumpy"]}, "6, the replay gives 2"),
    Wrong("no answer gives a child's feedback", PLAIN, {"feedback": [0, 9, 161]}, "leads to bodge ygggg bumpy"),
    Wrong("an answer called lost is found", PLAIN, {"guess": [4, 0, 0, 3]}, "bodge g____ bumpy is the answer there"),
    Wrong("an answer called found is lost", PLAIN, {"feedback": [0, 9, 81]}, "is (), the replay gives ('bumpy',)"),
    Wrong(
        *("a branch is there for nobody", PLAIN),
        {"children": [4, 0, 0, 0, 0], "feedback": [0, 9, 100, 162], "guess": [4, 0, 0, 4, 0]},
        "no answer leads to bodge y_g_y bodge",
    ),
    Wrong("every feedback is one too high", WEIGHED, {"feedback": [81, 81]}, "guarantee.histogram is (1, 1, 1),"),
    Wrong("the weighted total is of lost answers", WEIGHED, {"feedback": [80, 79]}, "total is 321, the replay"),
    Wrong("a lost answer's weight is called solved", WEIGHED, {"feedback": [80, 79]}, "solved is 307, the replay"),
    Wrong("codes are scored as words", PEGS, {"game.kind": "wordle", "version": [1, 1]}, "n_solved is 9, the"),
    Wrong("a code has the wrong pegs", PEGS, {"feedback": [0, 1, 2, 3, 1, 0, 2, 3]}, "leads to 12 1b0w 13 0b2w 32"),
    Wrong(
        *("two codes are exchanged", PEGS, {"answers": ["12", "33", "23", "21", "13", "31", "32", "22", "11"]}),
        "guarantee.unsolved is (), the replay gives ('22', '32')",
    ),
    # What the rule forbids.
    Wrong("the opener is not allowed", PLAIN, {"others": ["badge"]}, "badge is not an allowed guess"),
    Wrong("the opener is not a candidate", PLAIN, {"game.rule": "candidates"}, "bodge is not a candidate"),
    Wrong("an answer that is out is guessed", PLAIN, {"game.rule": "candidates", **_FORGOT}, "_gggg bumpy is not a"),
    Wrong("a code that is out is guessed", PEGS, {"game.rule": "candidates", **_OUT}, "12 0b1w 11 is not a candidate"),
    Wrong("in hard mode a green is given up", PLAIN, {"game.rule": "hard", **_GREEN}, "bumpy _gggg bodge is not legal"),
    Wrong("in hard mode a yellow is given up", PLAIN, {"game.rule": "hard", **_YELLOW}, "bodge __y__ bumpy is not"),
    Wrong(
        *("in hard mode a green moves, twelve letters long", HARD, {"answers": [LONG[0], LONG[2], "mbcdefghijkä"]}),
        *("mbcdefghijkä is not legal in hard mode", {"allowed": (*LONG, "mbcdefghijkä")}),
    ),
    # Lists.
    Wrong("another list of answers is named", PLAIN, {"game.answers.sha256": bytes(32)}, "answers are not the list"),
    Wrong("an answer is not in the tree", PLAIN, {}, "the list, and not of the tree", {"answers": (*Y, "lumpy")}),
    Wrong("an answer of the tree is not in the list", PLAIN, {}, "and not of the list", {"answers": Y[:2]}),
    Wrong("the likely answers are another list", LIKELY, {}, "'dumpy' is a likely", {"likely": ("bumpy", "dumpy")}),
    Wrong("likely answers are given and there are none", PLAIN, {}, "are given, and the tree", {"likely": Y[:1]}),
    Wrong("an answer is misspelt", PLAIN, {"answers": ["jumpy", "dumpy", "bumpi"]}, "'bumpi' is an answer of"),
    Wrong("another list of guesses is named", PLAIN, {"game.allowed.sha256": bytes(32)}, "guesses is not the tree's"),
    Wrong(
        "an answer is not allowed", UNSOLVED, {}, "'jumpy' is not an allowed", {"allowed": ("bodge", *Y[:2], "crane")}
    ),
    Wrong("more words are allowed", PLAIN, {}, "count is 4, the list has 5", {"allowed": ("bodge", "crane", *Y)}),
    Wrong("fewer words are allowed than are there", PLAIN, {"game.allowed.count": 2}, "the tree alone has 4 words"),
    Wrong("too many allowed words are counted", PLAIN, {"game.allowed.count": 9}, "count is 9, the list has 4"),
    Wrong("the weights are other answers'", WEIGHED, {"weights": [7, 300, 0]}, "the given weights are not the"),
    Wrong("the tree has no weights", PLAIN, {}, "weights are given, and the tree was", {"weights": {"bumpy": 1}}),
    # Claims.
    Wrong("an optimal tree leaves answers unsolved", UNSOLVED, {"proof.status": "optimal"}, "2 answers are not solved"),
    Wrong(
        *("an optimal tree wastes a guess on one answer", PLAIN, {"answers": [*Y[::-1]], **_BODGE, **_TWICE}),
        "proof.status is 'optimal below opener', and 'bodge' is guessed where 'bumpy' alone is left",
    ),
    Wrong(
        *("the fixed opener is not played", PLAIN, {"strategy.options": {"opener": "crane"}}),
        "strategy.options.opener fixes 'crane' as guess 1, the tree guesses 'bodge'",
    ),
    Wrong(
        *("the second fixed guess is not played", WEIGHED, {"strategy.options": {"opener": "bumpy,bodge"}}),
        "strategy.options.opener fixes 'bodge' as guess 2, the tree guesses 'dumpy'",
    ),
]
