"""Wrong trees whose figures, header or claims are wrong; see `wrong_trees`."""

from __future__ import annotations

from tree_changes import (
    LIKELY,
    PEGS,
    PLAIN,
    UNSOLVED,
    WEIGHED,
    WrongTree,
    backwards,
    beside_weights,
    deflated,
    twice,
    with_key,
    without,
)

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
