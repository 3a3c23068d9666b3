"""Writes a tree as text in the layout of published trees, or as a table: of its answers, or of its second guesses.

    salet BBBBB1 courd BBBBB2 nymph BBBBY3 whiff GGGGG4
                                    BGYYB3 pygmy GGGGG4

A block of the text is the guess, its feedback (B grey, Y yellow, G green) and the turn number. The turns that a line
shares with the line above are blank ("hollow") or written out ("full"). `wordle_compiler.importing` reads both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wordle_compiler.export.routes import feedback_letters, find_routes, node_after
from wordle_compiler.machine.errors import InputError
from wordle_compiler.rankings.table import DataTable
from wordle_runtime.notation import format_feedback

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordle_runtime import Tree


def to_text(tree: Tree, *, path: Iterable[tuple[str, str | int]] = (), full: bool = False) -> str:
    """Returns the tree as text: a line for each answer, ascending by the text of the feedbacks.

    Unsolved answers with the same feedbacks share a line, which does not end with all green.

    Args:
        tree: A loaded tree.
        path: Include only the answers that give these feedbacks: guess and feedback, in any notation of `wordle-next`.
        full: Whether a line repeats the turns it shares with the line above.

    Raises:
        GameError: The path is not one of this tree. It names the turn.
        InputError: The path solves the game, or a word has white space.
    """
    for word in tree.nodes.words:
        if len(word.split()) != 1:
            raise InputError(f"the word {word!a} has white space in it, which the text layout cannot hold: use csv")
    length, kind = tree.length, tree.nodes.kind
    lines = [
        " ".join(
            f"{guess} {feedback_letters(code, length, kind)}{turn}" for turn, (guess, code) in enumerate(route.turns, 1)
        )
        for route in find_routes(tree, path)
    ]
    return "".join(f"{line}\n" for line in (lines if full else _hollowed(lines)))


def _hollowed(lines: list[str]) -> list[str]:
    """Blanks, up to a feedback, the turns that each line shares with the line above."""
    hollow = []
    above: list[str] = []
    for line in lines:
        parts = line.split(" ")
        n_equal = next((i for i, (part, other) in enumerate(zip(parts, above, strict=False)) if part != other), 0)
        n_blank = sum(len(part) + 1 for part in parts[:n_equal])
        hollow.append(" " * n_blank + line[n_blank:])
        above = parts
    return hollow


def to_csv(tree: Tree, *, path: Iterable[tuple[str, str | int]] = ()) -> str:
    """Returns the table: answer, number of guesses, and a column for each guess; ascending by answer.

    An answer that the tree does not solve has no number; its guesses are those played until the tree ends.

    A path leaves only the answers that give its feedbacks.
    """
    rows = sorted(
        [answer, str(len(route.turns)) if route.is_solved else "", *(guess for guess, _ in route.turns)]
        for route in find_routes(tree, path)
        for answer in route.answers
    )
    n_turns = max(len(row) for row in rows) - 2
    titles = ["answer", "guesses", *(f"guess {turn}" for turn in range(1, n_turns + 1))]
    return DataTable("", titles, [row + [""] * (n_turns + 2 - len(row)) for row in rows]).csv()


def to_markdown(tree: Tree, *, path: Iterable[tuple[str, str | int]] = ()) -> str:
    """Returns a table of the guess after each feedback to the opener, or to the guess that a path leads to.

    A row has the feedback, the next guess, the number of candidates, and how many more guesses they need on average and
    at most. Rows ascend by feedback, starting with all grey; all green has no row.
    """
    node = node_after(tree, path)
    rows = [
        (
            *(format_feedback(code, tree.length, "squares", tree.nodes.kind), child.guess, child.n_candidates),
            *(child.expected_left, child.max_guesses_left),
        )
        for code, child in node.children.items()
    ]
    return DataTable("", (node.guess, "next guess", "left", "expected", "at most"), rows).markdown(left={0, 1}) + "\n"
