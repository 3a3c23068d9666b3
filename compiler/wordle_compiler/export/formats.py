"""The formats of `wordle-tree export` as one table: the summary, options and renderer of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from wordle_compiler.machine.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wordle_runtime import Tree


_MOST_DRAWN = 3000
"""Nodes in a picture. Graphviz takes minutes for more, and nobody finds anything in them."""


class Format(NamedTuple):
    """An export format.

    Attributes:
        summary: Its description in the help.
        suffixes: How the names of its files end.
        render: Renders the tree in the form of this name, with the options that the format takes.
        takes: Which these are: `path`, the turns already played, to export the tree below them; `depth`, how many
            guesses below the path to show; `min_candidates`, to leave out nodes with fewer candidates; `full`, whether
            lines of text repeat the turns they share with the line above.
        is_binary: Whether a terminal cannot show it.
    """

    summary: str
    suffixes: tuple[str, ...]
    render: Callable[..., str | bytes | Iterable[str]]
    takes: tuple[str, ...] = ()
    is_binary: bool = False


def export_tree(tree: Tree, form: str, **options: Any) -> bytes:
    """Returns a tree in one of the `FORMATS`; text is UTF-8.

    Raises:
        GameError: The path is not one of this tree. It names the turn.
        InputError: The format does not take an option, cannot hold the tree, or needs Graphviz, which is missing.
    """
    chosen = FORMATS[form]
    given = {name: value for name, value in options.items() if value}
    for name in given:
        if name not in chosen.takes:
            takers = ", ".join(name_of for name_of, other in FORMATS.items() if name in other.takes)
            raise InputError(f"--{name.replace('_', '-')} is not an option of format {form}: use it with {takers}")
    content = chosen.render(tree, form, **given)
    if isinstance(content, bytes):
        return content
    # Encoded part by part: a small file can call for hundreds of megabytes of text.
    return b"".join(text.encode("utf-8") for text in ([content] if isinstance(content, str) else content))


# Each format imports only what it needs.


def _graph(tree: Tree, form: str, **part: Any) -> str | bytes | Iterable[str]:
    from wordle_compiler.export.graph import to_graphml, to_json, walk_graph

    if form in ("graphml", "json"):
        return to_graphml(tree, **part) if form == "graphml" else to_json(tree, **part)
    from wordle_compiler.export.dot import draw, to_dot

    if form != "dot" and (n_nodes := sum(1 for _ in walk_graph(tree, **part))) > _MOST_DRAWN:
        raise InputError(
            f"a picture of {n_nodes:,} nodes is larger than anybody can look at (at most {_MOST_DRAWN:,} are "
            "drawn): use --depth, --path or --min-candidates"
        )
    return to_dot(tree, **part) if form == "dot" else draw(to_dot(tree, **part), form)


def _text(tree: Tree, form: str, **options: Any) -> str:
    from wordle_compiler.export.text import to_csv, to_markdown, to_text

    return {"text": to_text, "csv": to_csv, "markdown": to_markdown}[form](tree, **options)


def _html(tree: Tree, _: str) -> str:
    from wordle_compiler.export.html import to_html

    return to_html(tree)


def _source(tree: Tree, form: str) -> str:
    from wordle_compiler.export.embedded import to_source

    return to_source(tree, form)


_OF_GRAPHS = ("path", "depth", "min_candidates")

FORMATS: dict[str, Format] = {
    "dot": Format("Graphviz's text", (".dot", ".gv"), _graph, _OF_GRAPHS),
    "svg": Format("a picture, through Graphviz", (".svg",), _graph, _OF_GRAPHS),
    "png": Format("the same", (".png",), _graph, _OF_GRAPHS, is_binary=True),
    "pdf": Format("the same", (".pdf",), _graph, _OF_GRAPHS, is_binary=True),
    "graphml": Format("for graph tools", (".graphml",), _graph, _OF_GRAPHS),
    "json": Format("nodes and edges", (".json",), _graph, _OF_GRAPHS),
    "text": Format("one line per answer, as trees are published", (".txt",), _text, ("path", "full")),
    "csv": Format("one line per answer, its guesses in order", (".csv",), _text, ("path",)),
    "markdown": Format("a table of second guesses", (".md",), _text, ("path",)),
    "html": Format("a page that plays the tree in a browser", (".html",), _html),
    "c": Format("a C99 header that looks up guesses", (".h",), _source),
    "js": Format("the same as an ES module", (".js", ".mjs"), _source),
    "rust": Format("the same as a Rust module", (".rs",), _source),
}
