"""Fixtures of the runtime's tests."""

from pathlib import Path

import pytest
from tree_strategies import chain_game, chain_tree, encode


@pytest.fixture
def tree_file(tmp_path: Path) -> str:
    """The chain bumpy, dumpy, jumpy."""
    path = tmp_path / "chain.tree"
    path.write_bytes(encode(chain_game(), chain_tree()))
    return str(path)
