"""The fuzzing of the reader in small: some thousand files made by structure."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from reader_property import check_bytes
from sampled import sampled
from tree_mutations import Mutator

ROOT = Path(__file__).parent.parent.parent
BASES = [path.read_bytes() for path in sorted((ROOT / "tests" / "fixtures").glob("format-1.*.tree"))]


@pytest.mark.parametrize("seed", sampled(range(4), 2))
def test_files_damaged_by_structure_are_refused_or_can_be_trusted(seed: int) -> None:
    mutator = Mutator(BASES, seed)
    sites: Counter[str] = Counter()
    found = Counter(check_bytes(mutator.next(), sites) for _ in range(1000))

    # The mutator gets behind the checksum, and to all three ends; else this test would show nothing.
    assert min(found["refused"], found["wrong"], found["holds"]) >= 10, found
    assert len(sites) >= 25


@pytest.mark.parametrize("base", range(len(BASES)))
def test_undamaged_files_hold(base: int) -> None:
    assert check_bytes(BASES[base]) == "holds"
