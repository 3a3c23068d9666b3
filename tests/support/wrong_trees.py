"""Kinds of wrong tree: what is wrong in words, how to make it, and the reason that must be given.

Each kind changes one small valid file of `tests/fixtures` and makes everything around the change right again: the
checksum always, and counts, digests and guarantee as far as they follow from words and nodes. So the words say all that
is wrong, and a checksum or a count is no reason. Wrong fields of a file are in tests/runtime/test_reader.py.
"""

from __future__ import annotations

from tree_changes import HARD, LIKELY, LONG, PEGS, PLAIN, UNSOLVED, WEIGHED, WrongTree, Y, beside_weights, deflated

_TREE_OF = "nodes.children does not number every node once, each after its parent"

SHAPES = [
    WrongTree("two nodes lead to each other", PEGS, {"children": [0, 4, 4, 0, 0, 0, 0, 0, 0]}, _TREE_OF),
    WrongTree("a node follows on all black", PEGS, {"feedback": [0, 1, 2, 6, 1, 0, 1, 3]}, "nodes.feedback has 6"),
    WrongTree("a node is deeper than the limit", WEIGHED, {"game.max_guesses": 2}, "deeper than max_guesses, 2"),
    WrongTree("version 1.0 has pegs", PEGS, {"version": [1, 0]}, "game.kind is 'mastermind', which this version"),
    WrongTree("hard mode with pegs", PEGS, {"game.rule": "hard"}, "game.rule is hard, which kind mastermind"),
    WrongTree("an answer has a capital", PLAIN, {"answers": ["jumpy", "dumpy", "Bumpy"]}, "'Bumpy' is not in NFC"),
    WrongTree("an answer is not composed", PLAIN, {"answers": ["jumpy", "dumpy", "bumpe\u0301"]}, "is not in NFC"),
    WrongTree("an answer has a space", PLAIN, {"answers": ["jumpy", "dumpy", "b mpy"]}, "'b mpy' has white space in"),
]

FIGURES = [
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
    WrongTree("there are no bits", LIKELY, {"likely.members": deflated(b"")}, "likely.members inflates to 0 bytes,"),
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
    WrongTree("likely answers stand beside weights", LIKELY, {"bytes": beside_weights}, "the file has both weights"),
    WrongTree(
        "the claim about likely answers is one about all",
        LIKELY,
        {"proof.objective": "total"},
        "proof.objective is 'total', which this version does not know in such a file",
    ),
    WrongTree(
        "the claim is about likely answers that there are not",
        PLAIN,
        {"proof.objective": "likely total", "version": [1, 2]},
        "proof.objective is 'likely total', which this version does not know in such a file",
    ),
    WrongTree(
        "under rule candidates some answers are likely",
        LIKELY,
        {"game.rule": "candidates"},
        "game.rule is candidates, which a file with likely answers cannot have",
    ),
    WrongTree("weights stand in version 1.0", WEIGHED, {"version": [1, 0]}, "the file has the keys"),
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
    WrongTree("every feedback is one too high", WEIGHED, {"feedback": [81, 81]}, "guarantee.histogram is (1, 1, 1),"),
    WrongTree("the weighted total is of lost answers", WEIGHED, {"feedback": [80, 79]}, "total is 321, the replay"),
    WrongTree("a lost answer's weight is called solved", WEIGHED, {"feedback": [80, 79]}, "solved is 307, the replay"),
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
    WrongTree("an answer of the tree is not in the list", PLAIN, {}, "and not of the list", {"answers": Y[:2]}),
    WrongTree("the likely answers are another list", LIKELY, {}, "'dumpy' is a likely", {"likely": ("bumpy", "dumpy")}),
    WrongTree("likely answers are given and there are none", PLAIN, {}, "are given, and the tree", {"likely": Y[:1]}),
    WrongTree("an answer is misspelt", PLAIN, {"answers": ["jumpy", "dumpy", "bumpi"]}, "'bumpi' is an answer of"),
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
    WrongTree("too many allowed words are counted", PLAIN, {"game.allowed.count": 9}, "count is 9, the list has 4"),
    WrongTree("the weights are other answers'", WEIGHED, {"weights": [7, 300, 0]}, "the given weights are not the"),
    WrongTree("the tree has no weights", PLAIN, {}, "weights are given, and the tree was", {"weights": {"bumpy": 1}}),
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

WRONG_TREES = [*SHAPES, *FIGURES, *PLAYED, *LEGAL, *LISTED, *CLAIMS]
