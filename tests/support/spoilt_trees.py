"""Tree files with one field that is wrong, below a checksum that is right."""

from typing import Any

import pytest
from tree_model import pack_entries, unpack_file, with_fingerprint
from tree_strategies import chain_game, chain_tree, encode, likely_file, outside_game, outside_tree, weighted_file

from wordle_compiler.search.decision_tree import TreeNode
from wordle_runtime import TreeError, load

OUTSIDE = encode(outside_game(), outside_tree(), start="bodge", depth=2)
CHAIN = encode(chain_game(), chain_tree())
UNSOLVED = encode(chain_game(), TreeNode("dumpy", True), max_guesses=1)
WEIGHTED = weighted_file(chain_game(), chain_tree(), {"bumpy": 300, "dumpy": 0, "jumpy": 7})
LIKELY = likely_file(chain_game(), chain_tree(), ("bumpy", "jumpy"), 2)


IN_FINGERPRINT = ("game.kind", "game.rule", "game.length", "game.answers.sha256", "game.allowed.sha256")


def put(entries: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """The map with the field at a dotted path replaced, perhaps by what a function makes of the old one."""
    key, _, rest = path.partition(".")
    new = put(entries[key], rest, value) if rest else value(entries[key]) if callable(value) else value
    return {**entries, key: new}


def changed(path: str, value: Any, data: bytes = OUTSIDE) -> bytes:
    """A file with one field replaced; its fingerprint and its checksum are right again."""
    entries = put(unpack_file(data), path, value)
    return pack_entries(with_fingerprint(entries) if path in IN_FINGERPRINT else entries)


def refusal(data: bytes) -> str:
    with pytest.raises(TreeError) as caught:
        load(data)

    message = str(caught.value)
    assert len(message.splitlines()) == 1
    return message
