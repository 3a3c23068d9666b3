"""Writes a tree as text in the layout of published trees, or as a table: of its answers, or of its second guesses.

    salet BBBBB1 courd BBBBB2 nymph BBBBY3 whiff GGGGG4
                                    BGYYB3 pygmy GGGGG4

A block of the text is the guess, its feedback (B grey, Y yellow, G green) and the turn number. The turns that a line
shares with the line above are blank ("hollow") or written out ("full"). `wordle_compiler.importing` reads both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import takewhile

from wordle_compiler.compilation.report import CompiledTree
from wordle_compiler.machine.errors import InputError
from wordle_compiler.rankings.table import DataTable, literal
from wordle_runtime import Node, Tree
from wordle_runtime.feedback import rule_of, shown
from wordle_runtime.notation import format_feedback, read_feedback

_LETTERS = str.maketrans({"_": "B", "y": "Y", "g": "G"})
"""Maps the runtime's letters to those of published trees. Kind `mastermind` stays unchanged: 2b1w."""


def node_after(tree: Tree, path: Iterable[tuple[str, str | int]]) -> Node:
    """Returns the node that a path leads to; the opener's node if the path is empty.

    A path is the turns already played: guess and feedback, in any notation that `wordle-next` reads.

    Raises:
        GameError: The path is not one of this tree. It names the turn.
        InputError: The path solves the game.
    """
    turns = list(path)
    if tree.next_guess(turns) is None:
        raise InputError(f"the path solves the game at turn {len(turns)}: nothing is played after it")
    node = tree.root
    for _, feedback in turns:
        node = node.children[read_feedback(feedback, tree.length, tree.info.game.kind)]
    return node


def find_routes(
    tree: Tree, path: Iterable[tuple[str, str | int]] = ()
) -> list[tuple[tuple[tuple[str, int], ...], list[str]]]:
    """Returns every route below a path from the opener to where the tree ends, ascending by the text of the feedbacks.

    A route is its turns, each a guess with the code of its feedback, and its answers: one if the last feedback wins,
    otherwise all remaining candidates.
    """
    start = node_after(tree, path)
    kind, length = tree.nodes.kind, tree.length
    feedback = rule_of(kind)
    found = []
    waiting = [(start, start.path, start.candidates())]
    while waiting:
        node, turns, candidates = waiting.pop()
        children = node.children
        for code, cell in cells_of(feedback, node.guess, candidates).items():
            longer = (*turns, (node.guess, code))
            if code in children:
                waiting.append((children[code], longer, cell))
            else:
                found.append(([feedback_letters(code, length, kind) for _, code in longer], (longer, cell)))
    return [route for _, route in sorted(found)]


def cells_of(feedback: Callable[[str, str], int], guess: str, words: Iterable[str]) -> dict[int, list[str]]:
    """Returns the words by the feedback that each of them gives to a guess, in their order."""
    cells: dict[int, list[str]] = {}
    for word in words:
        cells.setdefault(feedback(guess, word), []).append(word)
    return cells


@lru_cache(maxsize=1024)
def feedback_letters(code: int, length: int, kind: str) -> str:
    """Returns a feedback in the letters of published trees: B grey, Y yellow, G green; 2b1w for kind `mastermind`."""
    return format_feedback(code, length, kind=kind).translate(_LETTERS)


def to_text(tree: Tree, *, path: Iterable[tuple[str, str | int]] = (), full: bool = False) -> str:
    """Returns the tree as text: a line for each answer, ascending by the text of the feedbacks.

    Unsolved answers with the same feedbacks share a line, which does not end with all green. A path leaves only the
    answers that give its feedbacks. With `full`, a line repeats the turns it shares with the line above.

    Raises:
        GameError: The path is not one of this tree. It names the turn.
        InputError: The path solves the game, or a word has white space.
    """
    for word in tree.nodes.words:
        if len(word.split()) != 1:
            raise InputError(f"the word {word!a} has white space in it, which the text layout cannot hold: use csv")
    length, kind = tree.length, tree.nodes.kind
    lines, above = [], ""
    for turns, _ in find_routes(tree, path):
        words = ((shown(guess), feedback_letters(code, length, kind)) for guess, code in turns)
        line = " ".join(f"{guess} {marks}{turn}" for turn, (guess, marks) in enumerate(words, 1))
        # Up to a feedback, what a line shares with the line above, as both are shown, is blank.
        n_equal = sum(1 for _ in takewhile(lambda marks: marks[0] == marks[1], zip(line, above, strict=False)))
        n_blank = 0 if full else line.rfind(" ", 0, n_equal) + 1
        lines.append(f"{' ' * n_blank}{line[n_blank:]}\n")
        above = line
    return "".join(lines)


def to_csv(tree: Tree, *, path: Iterable[tuple[str, str | int]] = ()) -> str:
    """Returns the table: answer, number of guesses, and a column for each guess; ascending by answer.

    An answer that the tree does not solve has no number; its guesses are those played until the tree ends.

    A path leaves only the answers that give its feedbacks.
    """
    rows = sorted(
        [answer, str(len(turns)) if turns[-1][1] == tree.nodes.all_green else "", *(guess for guess, _ in turns)]
        for turns, answers in find_routes(tree, path)
        for answer in answers
    )
    n_turns = max(len(row) for row in rows) - 2
    titles = ["answer", "guesses", *(f"guess {turn}" for turn in range(1, n_turns + 1))]
    return DataTable("", titles, [row + [""] * (n_turns + 2 - len(row)) for row in rows]).csv()


def to_markdown(tree: Tree, *, path: Iterable[tuple[str, str | int]] = ()) -> str:
    """Returns the claim, and a table of the guess after each feedback to the opener, or to the guess after a path.

    A row has the feedback, the next guess, the number of candidates, and how many more guesses they need on average and
    at most. Rows ascend by feedback, starting with all grey; all green has no row.
    """
    node = node_after(tree, path)
    rows = [
        (
            *(format_feedback(code, tree.length, "squares", tree.nodes.kind), child.guess, child.n_candidates),
            *(child.mean, child.worst_case),
        )
        for code, child in node.children.items()
    ]
    table = DataTable("", (node.guess, "next guess", "left", "expected", "at most"), rows).markdown(left={0, 1})
    return f"{literal(CompiledTree(tree).claim)}\n\n{table}\n"
