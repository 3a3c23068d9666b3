"""Draws the rooms of the house and the imports between them: docs/house.svg. Needs Graphviz.

Usage: python scripts/draw_house.py

The tests hold the imports to the table in tests/house/test_rooms.py, with the functions of this file.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import networkx as nx

ROOT = Path(__file__).parent.parent
TARGET = ROOT / "docs" / "house.svg"
PACKAGES = {
    "compiler": ROOT / "compiler" / "wordle_compiler",
    "runtime": ROOT / "runtime" / "wordle_runtime",
    "checker": ROOT / "checker" / "wordle_checker",
    "trees": ROOT / "trees" / "wordle_trees",
}


def sources() -> dict[str, Path]:
    """Returns every module of the packages by its dotted name."""
    found = {}
    for folder in PACKAGES.values():
        for path in folder.rglob("*.py"):
            parts = path.relative_to(folder.parent).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def room_of(path: Path) -> str:
    """Returns the room that a file is in: `compiler/search`, say, or `runtime` for a file at a package's root."""
    for name, folder in PACKAGES.items():
        if path.is_relative_to(folder):
            return "/".join((name, *path.relative_to(folder).parts[:-1]))
    raise ValueError(f"{path} is in none of the packages")


@cache
def imports_between_files() -> dict[str, set[str]]:
    """Returns what each module imports of the packages, anywhere in the file, for type checkers alone as well."""
    modules = sources()
    arrows: dict[str, set[str]] = {name: set() for name in modules}
    for name, path in modules.items():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            wanted: list[str] = []
            if isinstance(node, ast.Import):
                wanted = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module:
                full = [f"{node.module}.{alias.name}" for alias in node.names]
                wanted = [whole if whole in modules else node.module for whole in full]
            arrows[name] |= {module for module in wanted if module in modules and module != name}
    return arrows


def imports_between_rooms() -> dict[str, set[str]]:
    """Returns which rooms each room imports from. A package's doors, `__init__.py` and `__main__.py`, are left out."""
    modules = sources()
    doors = {door for folder in PACKAGES.values() for door in (folder.name, f"{folder.name}.__main__")}
    arrows: dict[str, set[str]] = {room_of(path): set() for path in modules.values()}
    for name, imported in imports_between_files().items():
        if name in doors:
            continue
        arrows[room_of(modules[name])] |= {room_of(modules[other]) for other in imported}
    return {room: rooms - {room} for room, rooms in arrows.items()}


def draw(arrows: Mapping[str, set[str]]) -> str:
    """Returns the picture as DOT: a box per room with its lines of code, the lowest floor at the bottom."""
    lines: dict[str, int] = defaultdict(int)
    for path in sources().values():
        lines[room_of(path)] += len(path.read_text(encoding="utf-8").splitlines())
    colours = {"compiler": "#d9ead3", "runtime": "#fff2cc", "checker": "#d0e0f0", "trees": "#eeeeee"}
    text = ["digraph house {", "  rankdir=TB; node [shape=box, style=filled, fontname=Helvetica, fontsize=11];"]
    text.append('  edge [color="#9aa0a6", arrowsize=0.6];')
    graph = nx.DiGraph(arrows)
    for room in sorted(graph):
        colour = colours[room.split("/")[0]]
        text.append(f'  "{room}" [label="{room}\\n{lines[room]:,} lines", fillcolor="{colour}"];')
    for floor in nx.topological_generations(graph.reverse()):
        members = " ".join(f'"{room}";' for room in sorted(floor))
        text.append(f"  {{ rank=same; {members} }}")
    # An arrow to what another arrow's room needs as well would only clutter the picture.
    text += [f'  "{room}" -> "{other}";' for room, other in sorted(nx.transitive_reduction(graph).edges)]
    return "\n".join([*text, "}"])


def main() -> int:
    """Writes the picture, and returns the exit status."""
    dot = draw(imports_between_rooms())
    try:
        done = subprocess.run(["dot", "-Tsvg"], input=dot, capture_output=True, text=True, check=True)
    except FileNotFoundError:
        print("draw_house: Graphviz is not installed (the command dot)", file=sys.stderr)
        return 2
    TARGET.write_text(done.stdout, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
