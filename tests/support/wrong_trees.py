"""A hundred kinds of wrong tree: what is wrong in words, how to make it, and the reason that must be given.

Each kind changes one small valid file of `tests/fixtures` and makes everything around the change right again: the
checksum always, and counts, digests and guarantee as far as they follow from words and nodes. So the words say all that
is wrong, and a checksum or a count is no reason.
"""

from __future__ import annotations

from tree_changes import HARD, LIKELY, LONG, PEGS, PLAIN, UNSOLVED, WEIGHED, WrongTree, Y, deflated
from tree_model import pack_uints
from wrong_claims import CLAIMS, FIGURES, HEADER

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
    WrongTree("a guess is not a word", PLAIN, {"guess": [5, 0, 0, 0]}, "nodes.guess calls for word 5 of 4"),
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
    WrongTree("no answers", PLAIN, {"game.answers.count": 0}, "game.answers.count is 0, not from 1"),
    WrongTree("an answer is missing", PLAIN, {"game.answers.count": 4}, "words.answers inflates to 15 code points"),
    WrongTree("an answer is left over", PLAIN, {"game.answers.count": 2}, "words.answers inflates to 15 code points"),
    WrongTree("an answer has a capital", PLAIN, {"answers": ["jumpy", "dumpy", "Bumpy"]}, "'Bumpy' is not in NFC"),
    WrongTree("an answer is not composed", PLAIN, {"answers": ["jumpy", "dumpy", "bume\u0301"]}, "is not in NFC"),
    WrongTree(
        "an answer has a space", PLAIN, {"answers": ["jumpy", "dumpy", "b mpy"]}, "'b mpy' has white space in it"
    ),
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
        "under rule candidates the opener is not an answer",
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

WRONG_TREES = [*SHAPES, *STREAMS, *WORDS, *FIGURES, *HEADER, *PLAYED, *LEGAL, *LISTED, *CLAIMS]
