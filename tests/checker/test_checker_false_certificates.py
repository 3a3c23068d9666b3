"""False claims about games of every kind, by an author and an oracle of their own: none is accepted, in either mode."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from sampled import sampled

VERDICTS = Path(__file__).parent / "hostile" / "hostile_verdicts.py"


@pytest.mark.parametrize("first", sampled(range(200), 2))
def test_no_false_claim_is_accepted(first: int) -> None:
    """Eleven games are of all lengths from 2 to 12."""
    begin = 11 * first
    command = [sys.executable, str(VERDICTS), str(begin), str(begin + 11), "40"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [fault for each in found for fault in each.get("faults", ())] == []
    assert sum(n for each in found for said, n in each.get("counts", {}).items() if said.startswith("false")) > 100
