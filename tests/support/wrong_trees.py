"""A hundred kinds of wrong tree: what is wrong in words, how to make it, and the reason that must be given.

Each kind changes one small valid file of `tests/fixtures` and makes everything around the change right again: the
checksum always, and counts, digests and guarantee as far as they follow from words and nodes. So the words say all that
is wrong, and a checksum or a count is no reason.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgpack
from tree_model import TreeModel, pack_entries, pack_uints, seal

FIXTURES = Path(__file__).parent.parent / "fixtures"

Y = ("bumpy", "dumpy", "jumpy")
CODES = tuple(a + b for a in "123" for b in "123")
LONG = tuple(f"äbcdefghijk{letter}" for letter in "lmn")
PLAIN, UNSOLVED, WEIGHED, PEGS, HARD, LIKELY = (
    "format-1.0.tree",
    "format-1.0-unsolved.tree",
    "format-1.1-weights.tree",
    "format-1.1-mastermind.tree",
    "format-1.0-long.tree",
    "format-1.2-likely.tree",
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
class WrongTree:
    """One kind.

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
                put(entries, path, value)
        if any(path.startswith("game.") and path != "game.fingerprint" for path in self.change):
            TreeModel(entries, [], [], [], [], [], None).refingerprint()
        return after(pack_entries(entries))


def put(entries: dict[str, Any], path: str, value: Any) -> None:
    """Puts a value at a dotted path, or what a function makes of the old one."""
    *outer, key = path.split(".")
    for name in outer:
        entries = entries[name]
    entries[key] = value(entries[key]) if callable(value) else value


def without(key: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda entries: {name: value for name, value in entries.items() if name != key}


def with_key(key: str) -> Callable[[dict[str, Any]], dict[str, Any]]:
    return lambda entries: {**entries, key: 1}


def backwards(entries: dict[str, Any]) -> dict[str, Any]:
    return dict(reversed(entries.items()))


def deflated(content: bytes) -> bytes:
    return zlib.compress(content)


def twice(key: str) -> Callable[[bytes], bytes]:
    """Lets the first pair of a file's map stand twice."""

    def change(data: bytes) -> bytes:
        pair = msgpack.packb(key) + msgpack.packb("wordle-tree")
        assert data[1 : 1 + len(pair)] == pair
        return seal(bytes([data[0] + 1]) + pair + data[1:])

    return change


def beside_weights(data: bytes) -> bytes:
    """Puts weights beside the likely answers."""
    entries = msgpack.unpackb(data)
    return pack_entries({**entries, "weights": {}})


_TREE_OF = "nodes.children does not number every node once, each after its parent"
_SIZE = "inflates to"
_MORE = "inflates to more than the"

SHAPES = [
    WrongTree("a node is its own child", WEIGHED, {"children": [0, 2, 0]}, _TREE_OF),
    WrongTree("two nodes share a child", WEIGHED, {"children": [2, 1, 0]}, _TREE_OF),
    WrongTree("a child comes before its parent", WEIGHED, {"children": [1, 0, 1]}, _TREE_OF),
    WrongTree("the last node has a child that is not there", WEIGHED, {"children": [1, 1, 1]}, _TREE_OF),
    WrongTree("a node is nobody's child", WEIGHED, {"children": [1, 0, 0]}, _TREE_OF),
    WrongTree("a node has 255 children, and there are three nodes", WEIGHED, {"children": [255, 0, 0]}, _TREE_OF),
    WrongTree("two nodes lead to each other", PEGS, {"children": [0, 4, 4, 0, 0, 0, 0, 0, 0]}, _TREE_OF),
    WrongTree("a count of children is missing", WEIGHED, {"children": [1, 1]}, "nodes.children inflates to 2 bytes"),
    WrongTree("there is a count of children too many", WEIGHED, {"children": [1, 1, 0, 0]}, f"nodes.children {_MORE}"),
    WrongTree("a feedback is missing", PLAIN, {"feedback": [0, 9]}, "nodes.feedback inflates to 2 bytes, not 3"),
    WrongTree("there is a feedback too many", PLAIN, {"feedback": [0, 9, 80, 162]}, f"nodes.feedback {_MORE}"),
    WrongTree("two children have the same feedback", PLAIN, {"feedback": [0, 9, 9]}, "nodes.feedback does not ascend"),
    WrongTree("children do not ascend by feedback", PLAIN, {"feedback": [9, 0, 162]}, "nodes.feedback does not ascend"),
    WrongTree("a node follows on all green", PLAIN, {"feedback": [0, 9, 242]}, "nodes.feedback has 242, but below 242"),
    WrongTree("a feedback is beyond all green", PLAIN, {"feedback": [0, 9, 255]}, "nodes.feedback has 255"),
    WrongTree("a node follows on all black", PEGS, {"feedback": [0, 1, 2, 6, 1, 0, 1, 3]}, "nodes.feedback has 6"),
    WrongTree("a guess is missing", PLAIN, {"nodes.guess": pack_uints([4, 0, 0], 2)}, "nodes.guess inflates to 6"),
    WrongTree("a guess is no word", PLAIN, {"guess": [5, 0, 0, 0]}, "nodes.guess calls for word 5 of 4"),
    WrongTree(
        "more nodes solve than there are answers", PLAIN, {"guess": [0] * 4}, "nodes.guess solves 4 answers of 3"
    ),
    WrongTree("a node is deeper than the limit", WEIGHED, {"game.max_guesses": 2}, "deeper than max_guesses, 2"),
    WrongTree("there is no node", PLAIN, {"nodes.count": 0}, "nodes.count is 0, not from 1 to 1048576"),
    WrongTree("there are more nodes than the format has", PLAIN, {"nodes.count": 1_048_577}, "nodes.count is 1048577"),
    WrongTree("the nodes are counted with a text", PLAIN, {"nodes.count": "4"}, "nodes.count is text, not an integer"),
    WrongTree("the nodes are counted with yes", PLAIN, {"nodes.count": True}, "nodes.count is a boolean"),
    WrongTree("the nodes are counted below zero", PLAIN, {"nodes.count": -1}, "nodes.count is -1"),
]

STREAMS = [
    WrongTree("a stream is empty", PLAIN, {"nodes.guess": b""}, "nodes.guess is a zlib stream without an end"),
    WrongTree("a stream is noise", PLAIN, {"nodes.guess": b"\x78\x9c\xff"}, "nodes.guess is not a zlib stream"),
    WrongTree("a stream has no end", PLAIN, {"nodes.children": lambda old: old[:-1]}, "without an end"),
    WrongTree(
        "a stream goes on after its end", PLAIN, {"words.others": lambda old: old + b"x"}, "goes on after its zlib"
    ),
    WrongTree("a stream is no bytes", PLAIN, {"words.answers": "jdb"}, "words.answers is text, not bytes"),
    WrongTree(
        "a stream's own checksum differs", PLAIN, {"nodes.guess": lambda old: old[:-1] + b"\0"}, "not a zlib stream"
    ),
    WrongTree("a small stream is a huge one", PLAIN, {"words.others": deflated(bytes(10**7))}, f"words.others {_MORE}"),
    WrongTree("a table of words breaks off", PLAIN, {"words.answers": deflated(b"jdbuu")}, f"words.answers {_SIZE} 5"),
    WrongTree("a word is no UTF-8", PLAIN, {"words.others": deflated(b"bodg\xff")}, "words.others is not UTF-8"),
]

WORDS = [
    WrongTree("an answer stands twice", PLAIN, {"answers": ["jumpy", "jumpy", "bumpy"]}, "a word stands twice"),
    WrongTree("a guess is an answer too", PLAIN, {"others": ["bumpy"]}, "a word stands twice"),
    WrongTree("other guesses do not ascend", PLAIN, {"others": ["bodge", "abide"]}, "words.others does not ascend"),
    WrongTree(
        "there are more other guesses than nodes",
        PLAIN,
        {"others": ["a" * 4 + x for x in "abcde"]},
        "words.others inflates to",
    ),
    WrongTree("an other guess is too short", PLAIN, {"others": ["bodg"]}, "words.others inflates to 4 code points"),
    WrongTree("unsolved answers do not ascend", UNSOLVED, {"answers": ["dumpy", "jumpy", "bumpy"]}, "do not ascend"),
    WrongTree("a word rings the bell", PLAIN, {"others": ["bod\x07e"]}, "words.others has a control character"),
    WrongTree("there is no answer", PLAIN, {"game.answers.count": 0}, "game.answers.count is 0, not from 1"),
    WrongTree("an answer is missing", PLAIN, {"game.answers.count": 4}, "words.answers inflates to 15 code points"),
    WrongTree("an answer is left over", PLAIN, {"game.answers.count": 2}, "words.answers inflates to 15 code points"),
    WrongTree("an answer has a capital", PLAIN, {"answers": ["jumpy", "dumpy", "Bumpy"]}, "'Bumpy' is not in NFC"),
    WrongTree("an answer is not composed", PLAIN, {"answers": ["jumpy", "dumpy", "bume\u0301"]}, "is not in NFC"),
    WrongTree(
        "an answer has a space", PLAIN, {"answers": ["jumpy", "dumpy", "b mpy"]}, "'b mpy' has white space in it"
    ),
]

FIGURES = [
    WrongTree("the total is too small", PLAIN, {"guarantee.total": 5}, "guarantee.total is 5, the nodes add up to 6"),
    WrongTree("the total is too large", PLAIN, {"guarantee.total": 7}, "guarantee.total is 7, the nodes add up to 6"),
    WrongTree("the total is a text", PLAIN, {"guarantee.total": "6"}, "guarantee.total is text, not an integer"),
    WrongTree(
        "the worst case is too good", WEIGHED, {"guarantee.worst_case": 2}, "worst_case is 2, the nodes add up to 3"
    ),
    WrongTree("the histogram is another", PLAIN, {"guarantee.histogram": [3]}, "guarantee.histogram is not what"),
    WrongTree(
        "the histogram ends with 0", PLAIN, {"guarantee.histogram": [0, 3, 0]}, "guarantee.histogram is not what"
    ),
    WrongTree("the histogram is below 0", PLAIN, {"guarantee.histogram": [0, -3]}, "array of non-negative integers"),
    WrongTree(
        "unsolved answers are hushed up", UNSOLVED, {"guarantee.unsolved": 0}, "unsolved is 0, the nodes add up to 2"
    ),
    WrongTree("the weights are all 0", WEIGHED, {"weights": [0, 0, 0]}, "weights.values add up to 0"),
    WrongTree(
        "the weights are too large", WEIGHED, {"weights": [2**32 - 1, 1, 0]}, "add up to 4294967296, not to 1 to"
    ),
    WrongTree("a weight is missing", WEIGHED, {"weights": [300, 0]}, "weights.values inflates to 8 bytes, not 12"),
    WrongTree("the weights are not their digest's", WEIGHED, {"weights.sha256": bytes(32)}, "not that of the weights"),
    WrongTree(
        "the weighted total is another", WEIGHED, {"weights.total": 320}, "weights.total is 320, the nodes add up"
    ),
    WrongTree(
        "the weight solved is another", WEIGHED, {"weights.solved": 300}, "weights.solved is 300, the nodes add up"
    ),
    WrongTree("the weights' name clears the screen", WEIGHED, {"weights.name": "\x1b[2J"}, "has a control character"),
    WrongTree("no answer is likely", LIKELY, {"likely": [0, 0, 0]}, "likely.members says that no answer is likely"),
    WrongTree(
        "a bit beyond the answers is likely",
        LIKELY,
        {"likely.members": deflated(b"\x0d")},
        "likely.members has a bit beyond the last answer",
    ),
    WrongTree(
        "there are bits for too many answers",
        LIKELY,
        {"likely.members": deflated(b"\5\0")},
        "likely.members inflates to more than the 1 bytes",
    ),
    WrongTree(
        "there are no bits", LIKELY, {"likely.members": deflated(b"")}, "likely.members inflates to 0 bytes, not 1"
    ),
    WrongTree("another answer is likely", LIKELY, {"likely.members": deflated(b"\3")}, "likely.sha256 is not that of"),
    WrongTree("likely answers are not their digest's", LIKELY, {"likely.sha256": bytes(32)}, "likely.sha256 is not"),
    WrongTree("likely answers are counted wrong", LIKELY, {"likely.count": 3}, "likely.count is 3, nodes and members"),
    WrongTree("the likely total is too small", LIKELY, {"likely.total": 0}, "likely.total is 0, nodes and members add"),
    WrongTree("the likely total counts a late answer", LIKELY, {"likely.total": 4}, "likely.total is 4, nodes and"),
    WrongTree("the likely histogram is another", LIKELY, {"likely.histogram": [0, 1]}, "likely.histogram is not what"),
    WrongTree("the likely histogram ends with 0", LIKELY, {"likely.histogram": [1, 0]}, "likely.histogram is not what"),
    WrongTree("a late likely answer is hushed up", LIKELY, {"likely.unsolved": 0}, "likely.unsolved is 0, nodes and"),
    WrongTree("likely answers have no limit", LIKELY, {"likely.max_guesses": 0}, "likely.max_guesses is 0, not from 1"),
    WrongTree("the likely limit is above the game's", LIKELY, {"likely.max_guesses": 7}, "7, not from 1 to 6"),
    WrongTree("the likely list has a name too long", LIKELY, {"likely.name": "x" * 256}, "likely.name has more than"),
    WrongTree("the likely list's name rings the bell", LIKELY, {"likely.name": "\a"}, "has a control character"),
    WrongTree("likely answers stand in version 1.1", LIKELY, {"version": [1, 1]}, "the file has the keys"),
    WrongTree(
        "likely answers stand beside weights",
        LIKELY,
        {"bytes": beside_weights},
        "the file has both weights and likely answers",
    ),
    WrongTree(
        "the claim about likely answers is one about all",
        LIKELY,
        {"proof.objective": "total"},
        "proof.objective is 'total', and the file has likely answers",
    ),
    WrongTree(
        "the claim is about likely answers that there are not",
        PLAIN,
        {"proof.objective": "likely total", "version": [1, 2]},
        "proof.objective is 'likely total', and the file has no likely answers",
    ),
    WrongTree(
        "under rule candidates some answers are likely",
        LIKELY,
        {"game.rule": "candidates"},
        "game.rule is candidates, which a file with likely answers cannot have",
    ),
    WrongTree("weights stand in version 1.0", WEIGHED, {"version": [1, 0]}, "the file has the keys"),
]

HEADER = [
    WrongTree("the magic is another", PLAIN, {"magic": "wordle-treE"}, "not a tree file"),
    WrongTree(
        "the major version is newer", PLAIN, {"version": [2, 0]}, "version 2.0 of the format; this reader knows 1.x"
    ),
    WrongTree(
        "the version is a number", PLAIN, {"version": 1}, "the version is not an array of two non-negative integers"
    ),
    WrongTree("the kind is unknown", WEIGHED, {"game.kind": "chess"}, "game.kind is 'chess', which this version"),
    WrongTree("version 1.0 has pegs", PEGS, {"version": [1, 0]}, "game.kind is 'mastermind', which this version"),
    WrongTree("hard mode with pegs", PEGS, {"game.rule": "hard"}, "game.rule is hard, which kind mastermind"),
    WrongTree("the rule is unknown", PLAIN, {"game.rule": "easy"}, "game.rule is 'easy', which this version"),
    WrongTree("the words are too short for a game", PLAIN, {"game.length": 1}, "game.length is 1, not from 2 to 12"),
    WrongTree("the words are too long for a game", PLAIN, {"game.length": 13}, "game.length is 13, not from 2 to 12"),
    WrongTree("the words are longer than the file says", PLAIN, {"game.length": 4}, "nodes.feedback has 162"),
    WrongTree("no guess is allowed at all", PLAIN, {"game.max_guesses": 0}, "game.max_guesses is 0, not from 1 to 255"),
    WrongTree("too many guesses are allowed", PLAIN, {"game.max_guesses": 256}, "game.max_guesses is 256"),
    WrongTree(
        "the game is not the fingerprint's", PLAIN, {"game.fingerprint": bytes(32)}, "game.fingerprint is not that"
    ),
    WrongTree("a digest is too short", PLAIN, {"game.answers.sha256": bytes(31)}, "game.answers.sha256 has 31 bytes"),
    WrongTree(
        "a list has a name too long", PLAIN, {"game.allowed.name": "x" * 256}, "name has more than 255 characters"
    ),
    WrongTree("a list's name ends the line", PLAIN, {"game.answers.name": "a\nb"}, "name has a control character"),
    WrongTree(
        "options do not ascend", PLAIN, {"strategy.options": {"b": 1, "a": 1}}, "strategy.options does not ascend"
    ),
    WrongTree("an option is a list", PLAIN, {"strategy.options": {"a": [1]}}, "the option 'a' is not text, an integer"),
    WrongTree(
        "an option is a float", PLAIN, {"strategy.options": {"a": 1.5}}, "0xcb, which begins no MessagePack value"
    ),
    WrongTree(
        "the status is unknown", PLAIN, {"proof.status": "proven"}, "proof.status is 'proven', which this version"
    ),
    WrongTree("the objective is unknown", PLAIN, {"proof.objective": "mean"}, "proof.objective is 'mean', which this"),
    WrongTree("a key is missing", PLAIN, {"proof": without("objective")}, "proof has the keys status where"),
    WrongTree("a key is unknown", PLAIN, {"proof": with_key("more")}, "proof has the keys status, objective, 'more'"),
    WrongTree("keys are in another order", PLAIN, {"proof": backwards}, "proof has the keys objective, status where"),
    WrongTree("a map is nil", PLAIN, {"words": None}, "words is nil, not a map"),
    WrongTree("a key stands twice", PLAIN, {"bytes": twice("magic")}, "the key 'magic' at byte"),
    WrongTree(
        "values are nested too deep", PLAIN, {"strategy.options": {"a": [[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]}}, "nested"
    ),
    WrongTree(
        "bytes follow the end", PLAIN, {"bytes": lambda data: data + b"\0"}, "1 bytes follow the end of the tree"
    ),
    WrongTree("the end is missing", PLAIN, {"bytes": lambda data: data[:-1]}, "truncated: "),
    WrongTree("the checksum is another", PLAIN, {"bytes": lambda data: data[:-32] + bytes(32)}, "the checksum differs"),
]

PLAYED = [
    WrongTree(
        "the likely total is of lost answers",
        LIKELY,
        {
            "feedback": [80, 79],
            "likely.max_guesses": 6,
            "likely.total": 4,
            "likely.histogram": [1, 0, 1],
            "likely.unsolved": 0,
        },
        "likely.total is 4, the replay gives 1",
    ),
    WrongTree(
        "a likely answer is found that the tree counts as late",
        LIKELY,
        {"guess": [0, 3, 0], "feedback": [80, 80], "answers": ["bumpy", "jumpy", "dumpy"], "likely": [1, 0, 1]},
        "likely.unsolved is ('dumpy',), the replay gives ()",
        {"likely": ("bumpy", "dumpy")},
    ),
    WrongTree(
        "two answers stand in each other's place",
        PLAIN,
        {"answers": ["dumpy", "jumpy", "bumpy"]},
        "guarantee.total is 6, the replay gives 2",
    ),
    WrongTree(
        "a child stands below a feedback that no answer gives",
        PLAIN,
        {"feedback": [0, 9, 161]},
        "no answer leads to bodge ygggg bumpy",
    ),
    WrongTree(
        "an answer is found that the tree counts as lost",
        PLAIN,
        {"guess": [4, 0, 0, 3]},
        "bodge g____ bumpy is the answer there, but is not marked as a candidate",
    ),
    WrongTree(
        "an answer is lost that the tree counts as found",
        PLAIN,
        {"feedback": [0, 9, 81]},
        "guarantee.unsolved is (), the replay gives ('bumpy',)",
    ),
    WrongTree(
        "a branch is there for nobody",
        PLAIN,
        {"children": [4, 0, 0, 0, 0], "feedback": [0, 9, 100, 162], "guess": [4, 0, 0, 4, 0]},
        "no answer leads to bodge y_g_y bodge",
    ),
    WrongTree(
        "every feedback is one too high",
        WEIGHED,
        {"feedback": [81, 81]},
        "guarantee.histogram is (1, 1, 1), the replay gives (1,)",
    ),
    WrongTree(
        "the weighted total is of lost answers", WEIGHED, {"feedback": [80, 79]}, "weights.total is 321, the replay"
    ),
    WrongTree(
        "codes are scored as words",
        PEGS,
        {"game.kind": "wordle", "version": [1, 1]},
        "guarantee.n_solved is 9, the replay gives",
    ),
    WrongTree(
        "a code stands below the wrong pegs",
        PEGS,
        {"feedback": [0, 1, 2, 3, 1, 0, 2, 3]},
        "no answer leads to 12 1b0w 13 0b2w 32",
    ),
    WrongTree(
        "two codes stand in each other's place",
        PEGS,
        {"answers": ["12", "33", "23", "21", "13", "31", "32", "22", "11"]},
        "guarantee.unsolved is (), the replay gives ('22', '32')",
    ),
]

LEGAL = [
    WrongTree("the opener is not allowed", PLAIN, {"others": ["badge"]}, "badge is not an allowed guess"),
    WrongTree(
        "under rule candidates the opener is no answer",
        PLAIN,
        {"game.rule": "candidates"},
        "bodge is not a candidate",
    ),
    WrongTree(
        "under rule candidates an answer is guessed that is out",
        PLAIN,
        {
            "game.rule": "candidates",
            "answers": ["bumpy", "dumpy", "jumpy"],
            "others": [],
            "guess": [0, 1, 0, 0],
            "children": [1, 1, 1, 0],
            "feedback": [80, 80, 80],
        },
        "bumpy _gggg bumpy is not a candidate",
    ),
    WrongTree(
        "in hard mode a green is given up",
        PLAIN,
        {
            "game.rule": "hard",
            "answers": ["bumpy", "jumpy", "dumpy"],
            "guess": [0, 4, 0, 0],
            "children": [1, 2, 0, 0],
            "feedback": [80, 0, 9],
        },
        "bumpy _gggg bodge is not legal in hard mode",
    ),
    WrongTree(
        "in hard mode a yellow is given up",
        PLAIN,
        {
            "game.rule": "hard",
            "answers": ["jumpy", "bumpy", "dumpy"],
            "others": ["bodge"],
            "guess": [4, 0, 0, 0],
            "children": [3, 0, 0, 0],
            "feedback": [0, 9, 162],
        },
        "bodge __y__ bumpy is not legal in hard mode",
    ),
    WrongTree(
        "in hard mode a green moves, twelve letters long",
        HARD,
        {"answers": [LONG[0], LONG[2], "mbcdefghijkä"]},
        "mbcdefghijkä is not legal in hard mode",
        {"allowed": (*LONG, "mbcdefghijkä")},
    ),
]

LISTED = [
    WrongTree(
        "the header names another list of answers",
        PLAIN,
        {"game.answers.sha256": bytes(32)},
        "the tree's answers are not the list that the header names: their SHA-256 differs",
    ),
    WrongTree(
        "an answer of the list is not in the tree",
        PLAIN,
        {},
        "'lumpy' is an answer of the list, and not of the tree",
        {"answers": (*Y, "lumpy")},
    ),
    WrongTree(
        "an answer of the tree is not in the list",
        PLAIN,
        {},
        "'jumpy' is an answer of the tree, and not of the list",
        {"answers": Y[:2]},
    ),
    WrongTree(
        "the likely answers are another list",
        LIKELY,
        {},
        "'dumpy' is a likely answer of the list, and not of the tree",
        {"likely": ("bumpy", "dumpy")},
    ),
    WrongTree(
        "likely answers are given and there are none",
        PLAIN,
        {},
        "likely answers are given, and the tree was made without",
        {"likely": ("bumpy",)},
    ),
    WrongTree(
        "an answer is misspelt",
        PLAIN,
        {"answers": ["jumpy", "dumpy", "bumpi"]},
        "'bumpi' is an answer of the tree, and not of the list",
    ),
    WrongTree(
        "the list of allowed guesses is another",
        PLAIN,
        {"game.allowed.sha256": bytes(32)},
        "the given list of allowed guesses is not the tree's: their SHA-256 differ",
    ),
    WrongTree(
        "an answer is not allowed",
        UNSOLVED,
        {},
        "the answer 'jumpy' is not an allowed guess",
        {"allowed": ("bodge", "bumpy", "dumpy", "crane")},
    ),
    WrongTree(
        "more words are allowed than the header says",
        PLAIN,
        {},
        "game.allowed.count is 4, the list has 5 words",
        {"allowed": ("bodge", "crane", *Y)},
    ),
    WrongTree("fewer words are allowed than are there", PLAIN, {"game.allowed.count": 2}, "the tree alone has 4 words"),
    WrongTree(
        "too many allowed words are counted", PLAIN, {"game.allowed.count": 9}, "count is 9, the list has 4 words"
    ),
    WrongTree(
        "the weights are other answers'", WEIGHED, {"weights": [7, 300, 0]}, "the given weights are not the tree's"
    ),
    WrongTree(
        "the tree has no weights", PLAIN, {}, "weights are given, and the tree was made", {"weights": {"bumpy": 1}}
    ),
]

CLAIMS = [
    WrongTree(
        "a tree that leaves answers unsolved is optimal",
        UNSOLVED,
        {"proof.status": "optimal"},
        "proof.status is 'optimal', and 2 answers are not solved",
    ),
    WrongTree(
        "an optimal tree wastes a guess on one answer",
        PLAIN,
        {
            "proof.status": "optimal below opener",
            "answers": ["jumpy", "dumpy", "bumpy"],
            "guess": [4, 0, 0, 4, 0],
            "children": [3, 0, 0, 1, 0],
            "feedback": [0, 9, 162, 162],
            "strategy.options": {"opener": "bodge"},
        },
        "proof.status is 'optimal below opener', and 'bodge' is guessed where 'bumpy' alone is left",
    ),
    WrongTree(
        "the fixed opener is not played",
        PLAIN,
        {"strategy.options": {"opener": "crane"}},
        "strategy.options.opener fixes 'crane' as guess 1, the tree guesses 'bodge'",
    ),
    WrongTree(
        "the second fixed guess is not played",
        WEIGHED,
        {"strategy.options": {"opener": "bumpy,bodge"}},
        "strategy.options.opener fixes 'bodge' as guess 2, the tree guesses 'dumpy'",
    ),
]

WRONG_TREES = [*SHAPES, *STREAMS, *WORDS, *FIGURES, *HEADER, *PLAYED, *LEGAL, *LISTED, *CLAIMS]
