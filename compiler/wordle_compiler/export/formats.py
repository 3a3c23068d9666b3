"""The formats of `wordle-tree export` as one table: the summary, options and renderer of each."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from wordle_compiler.machine.errors import InputError
from wordle_runtime.feedback import shown

if TYPE_CHECKING:
    from wordle_runtime import Tree


class Format(NamedTuple):
    """An export format."""

    summary: str  # Its description in the help.
    suffixes: tuple[str, ...]  # How the names of its files end.
    # The file and the function that render a tree, from it and the options that the format takes; `draw` and
    # `to_source` have several forms. It returns text, bytes or parts of a text.
    render: tuple[str, str]
    # Which these are: `path`, the turns already played, to export the tree below them; `depth`, how many guesses below
    # the path to show; `min_candidates`, to leave out nodes with fewer candidates; `full`, whether lines of text repeat
    # the turns they share with the line above; `prefix`, what names in C begin with.
    takes: tuple[str, ...] = ()
    is_binary: bool = False  # Whether a terminal cannot show it.


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
    module, function = chosen.render
    forms = {"form": form} if chosen.render in (_PICTURE, _SOURCE) else {}
    content = getattr(import_module(f"wordle_compiler.export.{module}"), function)(tree, **forms, **given)
    if isinstance(content, bytes):
        return content
    # Encoded part by part: a small file can call for hundreds of megabytes of text.
    return b"".join(shown(text).encode("utf-8") for text in ([content] if isinstance(content, str) else content))


_PICTURE, _SOURCE = ("graph", "draw"), ("embedded", "to_source")
_OF_GRAPHS = ("path", "depth", "min_candidates")

FORMATS: dict[str, Format] = {
    "dot": Format("Graphviz's text", (".dot", ".gv"), ("graph", "to_dot"), _OF_GRAPHS),
    "svg": Format("a picture, through Graphviz", (".svg",), _PICTURE, _OF_GRAPHS),
    "png": Format("the same", (".png",), _PICTURE, _OF_GRAPHS, is_binary=True),
    "pdf": Format("the same", (".pdf",), _PICTURE, _OF_GRAPHS, is_binary=True),
    "graphml": Format("for graph tools", (".graphml",), ("graph", "to_graphml"), _OF_GRAPHS),
    "json": Format("nodes and edges", (".json",), ("graph", "to_json"), _OF_GRAPHS),
    "text": Format("one line per answer, as trees are published", (".txt",), ("text", "to_text"), ("path", "full")),
    "csv": Format("one line per answer, its guesses in order", (".csv",), ("text", "to_csv"), ("path",)),
    "markdown": Format("a table of second guesses", (".md",), ("text", "to_markdown"), ("path",)),
    "html": Format("a page that plays the tree in a browser", (".html",), ("html", "to_html")),
    "c": Format("a C99 header that looks up guesses", (".h",), _SOURCE, ("prefix",)),
    "js": Format("the same as an ES module", (".js", ".mjs"), _SOURCE),
    "ts": Format("the types of that module", (".d.ts", ".d.mts"), _SOURCE),
    "rust": Format("the same as a Rust module", (".rs",), _SOURCE),
}
