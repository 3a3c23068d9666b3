"""The formats of `wordle-tree export` as one table: the summary, options and renderer of each."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from wordle_compiler.machine.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from wordle_runtime import Tree


_MOST_DRAWN = 3000
"""Nodes in a picture. Graphviz takes minutes for more, and nobody finds anything in them."""


@dataclass(frozen=True)
class ExportOptions:
    """Which part of a tree to export, and how. Not every format takes every option.

    Attributes:
        path: The turns already played; only the tree below them is exported.
        depth: How many guesses below the path to show.
        min_candidates: Leave out the nodes with fewer candidates.
        full: Whether lines of text repeat the turns they share with the line above.
    """

    path: tuple[tuple[str, str], ...] = ()
    depth: int | None = None
    min_candidates: int | None = None
    full: bool = False


@dataclass(frozen=True)
class Format:
    """An export format.

    Attributes:
        summary: Its description in the help.
        takes: The names of the `ExportOptions` that it supports.
        suffixes: How the names of its files end.
        render: Renders the tree in the form of this name.
        is_binary: Whether a terminal cannot show it.
    """

    summary: str
    takes: frozenset[str]
    suffixes: tuple[str, ...]
    render: Callable[[Tree, str, ExportOptions], str | bytes]
    is_binary: bool = False


def export_tree(tree: Tree, form: str, options: ExportOptions) -> bytes:
    """Returns a tree in one of the `FORMATS`; text is UTF-8.

    Raises:
        GameError: The path is not one of this tree. It names the turn.
        InputError: The format does not take an option, cannot hold the tree, or needs Graphviz, which is missing.
    """
    chosen = FORMATS[form]
    for field in fields(ExportOptions):
        if getattr(options, field.name) != field.default and field.name not in chosen.takes:
            takers = ", ".join(name for name, other in FORMATS.items() if field.name in other.takes)
            raise InputError(
                f"--{field.name.replace('_', '-')} is not an option of format {form}: use it with {takers}"
            )
    content = chosen.render(tree, form, options)
    return content.encode("utf-8") if isinstance(content, str) else content


# Each format imports only what it needs: networkx alone takes longer to import than a text to write.


def _graph(tree: Tree, form: str, options: ExportOptions) -> str | bytes:
    from wordle_compiler.export.graph import to_graphml, to_json, to_networkx

    graph = to_networkx(tree, path=options.path, depth=options.depth, min_candidates=options.min_candidates)
    if form == "graphml":
        return to_graphml(graph)
    if form == "json":
        return to_json(graph)
    from wordle_compiler.export.dot import draw, to_dot

    if form == "dot":
        return to_dot(graph)
    if len(graph) > _MOST_DRAWN:
        raise InputError(
            f"a picture of {len(graph):,} nodes is larger than anybody can look at (at most {_MOST_DRAWN:,} are "
            "drawn): use --depth, --path or --min-candidates"
        )
    return draw(to_dot(graph), form)


def _text(tree: Tree, _: str, options: ExportOptions) -> str:
    from wordle_compiler.export.text import to_text

    return to_text(tree, path=options.path, is_full=options.full)


def _table(tree: Tree, form: str, options: ExportOptions) -> str:
    from wordle_compiler.export.tables import to_csv, to_markdown

    return (to_csv if form == "csv" else to_markdown)(tree, path=options.path)


def _html(tree: Tree, _: str, __: ExportOptions) -> str:
    from wordle_compiler.export.html import to_html

    return to_html(tree)


def _source(tree: Tree, form: str, _: ExportOptions) -> str:
    from wordle_compiler.export.embedded import to_source

    return to_source(tree, form)


_OF_GRAPHS = frozenset({"path", "depth", "min_candidates"})
_PATH = frozenset({"path"})

FORMATS: dict[str, Format] = {
    "dot": Format("Graphviz's text", _OF_GRAPHS, (".dot", ".gv"), _graph),
    "svg": Format("a picture, through Graphviz", _OF_GRAPHS, (".svg",), _graph),
    "png": Format("the same", _OF_GRAPHS, (".png",), _graph, is_binary=True),
    "pdf": Format("the same", _OF_GRAPHS, (".pdf",), _graph, is_binary=True),
    "graphml": Format("for graph tools", _OF_GRAPHS, (".graphml",), _graph),
    "json": Format("nodes and edges", _OF_GRAPHS, (".json",), _graph),
    "text": Format("one line per answer, as trees are published", _PATH | {"full"}, (".txt",), _text),
    "csv": Format("one line per answer, its guesses in order", _PATH, (".csv",), _table),
    "markdown": Format("a table of second guesses", _PATH, (".md",), _table),
    "html": Format("a page that plays the tree in a browser", frozenset(), (".html",), _html),
    "c": Format("a C99 header that looks up guesses", frozenset(), (".h",), _source),
    "js": Format("the same as an ES module", frozenset(), (".js", ".mjs"), _source),
    "rust": Format("the same as a Rust module", frozenset(), (".rs",), _source),
}
