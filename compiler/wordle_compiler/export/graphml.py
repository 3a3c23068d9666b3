"""Writes a tree's graph as GraphML, which Gephi, yEd, Cytoscape and igraph read."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import networkx as nx

from wordle_compiler.machine.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

_NO_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""The characters that XML 1.0 cannot hold, not even escaped."""


def to_graphml(graph: nx.DiGraph[int]) -> str:
    """Returns a graph from `to_networkx` as a GraphML document that declares the type of every attribute.

    Raises:
        InputError: A word has a character that XML cannot hold.
    """
    for text in _texts(graph):
        if found := _NO_XML.search(text):
            raise InputError(f"{text!a} has U+{ord(found[0]):04X}, which GraphML cannot hold: export it as json")
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', *nx.generate_graphml(graph), ""])


def _texts(graph: nx.DiGraph[int]) -> Iterator[str]:
    for _, node in graph.nodes(data=True):
        yield node["guess"]
