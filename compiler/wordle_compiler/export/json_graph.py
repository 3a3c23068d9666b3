"""Writes a tree's graph as JSON, in the node-link layout that networkx and d3 read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx as nx


def to_json(graph: nx.DiGraph[int]) -> str:
    """Returns a graph from `to_networkx` as one JSON object in ASCII, with one node or edge per line.

    The keys are `directed`, `multigraph`, `graph` (kind, rule and length), `nodes` (with `id`) and `edges` (with
    `source` and `target`); nodes and edges have the attributes that `to_networkx` lists. `networkx.node_link_graph`
    restores the graph, with `edges="edges"` since networkx 3.4, and with `link="edges"` before.
    """
    # Not `node_link_data`: its argument for the name of the edges differs between versions of networkx.
    nodes = [{"id": number, **node} for number, node in graph.nodes(data=True)]
    edges = [{"source": parent, "target": child, **edge} for parent, child, edge in graph.edges(data=True)]
    return (
        f'{{"directed": true, "multigraph": false, "graph": {json.dumps(graph.graph)},\n'
        f'"nodes": {_array(nodes)},\n'
        f'"edges": {_array(edges)}}}\n'
    )


def _array(entries: list[dict[str, object]]) -> str:
    return "[" + ",".join(f"\n  {json.dumps(entry)}" for entry in entries) + "]"
