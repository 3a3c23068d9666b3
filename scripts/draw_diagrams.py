"""Draws the small pictures of the docs: docs/search.svg, docs/file.svg and docs/machines.svg.

    python scripts/draw_diagrams.py

They are narrow enough for a phone, and light or dark as the system is. The search is a real one, whose figures a test
checks; the sizes are those of the bundled tree `plate`.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

import msgpack

from wordle_runtime import load
from wordle_trees import read

DOCS = Path(__file__).parent.parent / "docs"
WIDTH = 440
STYLE = """
text { font: 13px Helvetica, Arial, sans-serif; fill: #1f2328; }
.mono { font-family: Menlo, Consolas, monospace; } .bold { font-weight: bold; } .small { font-size: 12px; }
.page { fill: #ffffff; } .box { fill: #f0f2f4; stroke: #8c959f; } .cell { fill: #b7dfb9; stroke: #ffffff; }
.more { fill: #f0b35e; stroke: #ffffff; } .own { fill: #d0d7de; stroke: #ffffff; }
.line { stroke: #57606a; fill: none; } .cutoff { stroke: #b3261e; stroke-dasharray: 4 3; } text.red { fill: #b3261e; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6e8ec; } .page { fill: #1e2129; } .box { fill: #2b303b; stroke: #7d8590; }
  .cell { fill: #2f6b35; stroke: #1e2129; } .more { fill: #a8620b; stroke: #1e2129; }
  .own { fill: #4a515c; stroke: #1e2129; } .line { stroke: #b0b6bf; }
  .cutoff { stroke: #ff9a90; } text.red { fill: #ff9a90; }
}"""

OPENER, FEEDBACK, N_CANDIDATES = "salet", "_g__g", 16
"""The position that the picture searches. With it, the original game has 16 candidates."""
GUESSES = (
    ("thing", (3, 2, 2), 1, "bound 36; its cell of 3 takes 6, not 5: a total of 37, the best so far"),
    ("touch", (4, 2), 1, "bound 36; its cell of 4 takes 8, not 7: 37 again, so dropped"),
    ("cough", (4, 3), 0, "bound 37: cannot be better than 37, so not searched"),
)
"""Guesses there: the sizes of the cells of more than one candidate, how much more than its bound the first takes, and a
line that says so."""


def text(x: float, y: float, words: str, style: str = "", anchor: str = "start") -> str:
    """Returns words at a place."""
    return f'<text x="{x}" y="{y}" class="{style}" text-anchor="{anchor}">{escape(words)}</text>'


def box(x: float, y: float, width: float, height: float, style: str = "box") -> str:
    """Returns a rectangle."""
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="3" class="{style}"/>'


def arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    """Returns a line that ends in an arrowhead."""
    return f'<path d="M{x1} {y1} L{x2} {y2}" class="line" marker-end="url(#head)"/>'


def picture(height: int, title: str, parts: list[str]) -> str:
    """Returns a whole picture."""
    head = '<marker id="head" markerWidth="8" markerHeight="8" refX="7" refY="4" orient="auto-start-reverse">'
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
            f'role="img"><title>{escape(title)}</title>',
            f'<style>{STYLE}</style><defs>{head}<path d="M1 1 L7 4 L1 7" class="line"/></marker></defs>',
            box(0, 0, WIDTH, height, "page"),
            *parts,
            "</svg>\n",
        ]
    )


def bound_of(n_candidates: int) -> int:
    """Returns a lower bound on the total of a cell: a guess solves one candidate, not two."""
    return 2 * n_candidates - 1


def search() -> str:
    """Draws three guesses at a position: one that is searched to its end, one that is dropped, one that is left out."""
    left, unit = 16, 10.9
    parts = [
        text(left, 24, f"{N_CANDIDATES} candidates fit {OPENER.upper()} {FEEDBACK}. Which guess is best?", "bold"),
        text(left, 44, "A guess costs 1 for each candidate, and then what its cells cost.", "small"),
        text(left, 61, "A cell of n candidates costs at least 2n − 1: that is its bound.", "small"),
    ]
    top = 84
    for guess, large, more, said in GUESSES:
        parts.append(text(left, top + 12, guess.upper(), "mono bold"))
        x = float(left)
        sizes = [*large, *[1] * (N_CANDIDATES - sum(large))]
        for place, n in enumerate((0, *sizes)):
            width = unit * (bound_of(n) if n else N_CANDIDATES)
            parts.append(box(round(x, 1), top + 20, round(width, 1), 26, "cell" if n else "own"))
            label = str(n) if n > 1 else "" if n else f"{N_CANDIDATES} for the guess"
            parts.append(text(round(x + width / 2, 1), top + 38, label, "small", "middle"))
            x += width
            if place == 1 and more:
                parts.append(box(round(x, 1), top + 20, unit * more, 26, "more"))
                x += unit * more
        parts.append(text(left, top + 63, said, "small"))
        top += 84
    cutoff = left + unit * 37
    parts += [
        f'<path d="M{cutoff:.1f} 100 V{top - 14}" class="cutoff"/>',
        text(cutoff + 4, 94, "cutoff: 37", "red small", "end"),
        text(left, top + 2, "Every other guess has a bound of 37 or more: THING is proven best.", "small"),
        box(left, top + 16, 14, 14, "cell"),
        text(left + 20, top + 28, "a cell, at its bound", "small"),
        box(left + 160, top + 16, 14, 14, "more"),
        text(left + 180, top + 28, "what its search adds", "small"),
    ]
    return picture(top + 44, "What a search does: cells, bounds and the cutoff", parts)


HELD = {
    "game": "feedback rule, legal guesses, limit, the lists' names",
    "strategy": "its name and its options",
    "guarantee": "total, worst case, how many answers need 1, 2, ...",
    "proof": "what is claimed, and for which objective",
    "words": "the answers and the other words of the tree, packed",
    "nodes": "the tree: a feedback, children and a guess each, packed",
    "checksum": "SHA-256 of all bytes above",
}


def file() -> str:
    """Draws the map of a tree file with its sizes, and the first nodes of the tree."""
    name = "plate"
    data = read(name)
    content = msgpack.unpackb(data)
    parts = [text(16, 24, f"{name}.tree: {len(data)} bytes, one MessagePack map", "bold")]
    top = 36
    for key, value in content.items():
        if key in HELD:
            size = len(msgpack.packb(key)) + len(msgpack.packb(value))
            parts += [box(16, top, WIDTH - 32, 40), text(26, top + 17, key, "mono bold")]
            parts += [text(26, top + 33, HELD[key], "small"), text(414, top + 17, f"{size} bytes", "small", "end")]
            top += 44
    tree = load(name)
    parts += [text(16, top + 24, "The nodes, walked from the opener:", "small"), box(180, top + 36, 80, 26)]
    parts.append(text(220, top + 54, tree.next_guess(""), "mono bold", "middle"))
    for place, feedback in enumerate(("_____", "__g_g", "y___y")):
        x = 76 + 144 * place
        parts += [arrow(220, top + 62, x, top + 116), box(x - 44, top + 118, 88, 26)]
        parts.append(text(x, top + 136, tree.next_guess(f"plate {feedback}"), "mono bold", "middle"))
        parts.append(text(x, top + 162, f"after {feedback}", "mono small", "middle"))
    return picture(top + 176, "What a tree file holds", parts)


def machines() -> str:
    """Draws the processes of a cluster, and what goes between them."""
    parts = [box(16, 16, 190, 56), text(26, 38, "client", "bold"), text(26, 58, "the command you started", "small")]
    parts += [box(284, 16, 140, 56), text(294, 38, "journal", "bold"), text(294, 58, "what is proven", "small")]
    parts += [arrow(206, 44, 282, 44), text(244, 36, "keeps", "small", "middle")]
    parts += [
        box(16, 150, 190, 56),
        text(26, 172, "scheduler", "bold"),
        text(26, 192, "Dask's: hands out tasks", "small"),
    ]
    parts += [arrow(84, 72, 84, 148), arrow(150, 148, 150, 74)]
    parts += [text(76, 104, "tasks and", "small", "end"), text(76, 120, "cutoff", "small", "end")]
    parts += [text(158, 104, "totals, or", "small"), text(158, 120, "trees of cells", "small")]
    parts += [text(284, 104, "A task: openers, cells of", "small"), text(284, 120, "one opener, or guesses", "small")]
    parts += [text(284, 136, "of a hard cell.", "small"), text(284, 172, "A worker that dies:", "small")]
    parts += [text(284, 188, "its tasks go to others.", "small")]
    for place in range(3):
        x = 16 + 140 * place
        parts += [arrow(110, 206, x + 64, 272), box(x, 274, 128, 72), text(x + 10, 296, "worker", "bold")]
        parts += [text(x + 10, 316, "its threads share", "small"), text(x + 10, 333, "one game", "small")]
    return picture(362, "How a search runs on a cluster: client, scheduler, workers", parts)


PICTURES = {"search.svg": search, "file.svg": file, "machines.svg": machines}


def main() -> None:
    """Writes the pictures."""
    for name, draw in PICTURES.items():
        (DOCS / name).write_text(draw(), encoding="utf-8")


if __name__ == "__main__":
    main()
