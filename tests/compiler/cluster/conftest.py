"""What tests of searches in this process share."""

from __future__ import annotations

import pytest

from wordle_compiler.solver import planning


@pytest.fixture
def small_memo(monkeypatch: pytest.MonkeyPatch) -> None:
    """A memo that fills up even in small games."""
    monkeypatch.setattr(planning, "MEMO_SLOTS", 1 << 13)
    monkeypatch.setattr(planning, "MEMO_POOL", 1 << 17)
