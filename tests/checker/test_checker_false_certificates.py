"""False claims about games of every kind, by an author and an oracle of their own: none is accepted, in either mode.

Below them, certificates that prove something false, and were once accepted.
"""

import contextlib
import io
import itertools
import json
import subprocess
import sys
from pathlib import Path

import msgpack  # type: ignore[import-untyped]
import pytest
from family_certificates import CASE
from sampled import sampled
from spoilt_certificates import sealed

from wordle_checker.errors import CertificateError
from wordle_checker.program.checking import check
from wordle_runtime import load
from wordle_trees import certificate_path

VERDICTS = Path(__file__).parents[1] / "support" / "hostile_verdicts.py"


@pytest.mark.parametrize("first", sampled(range(0, 2200, 22), 1))
def test_no_false_claim_is_accepted(first: int) -> None:
    """Of 22 games, two are of each length from 2 to 12."""
    command = [sys.executable, str(VERDICTS), str(first), str(first + 22), "40"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [fault for each in found for fault in each.get("faults", ())] == []
    assert sum(n for each in found for said, n in each.get("counts", {}).items() if said.startswith("false")) > 40


FOLDER = Path(__file__).parents[1] / "fixtures/false-certificates"


def words_in(name: str) -> list[str]:
    return (FOLDER / f"{name}.txt").read_text("ascii").split()


@pytest.mark.parametrize("plain", [False, True], ids=["kernels", "plain"])
@pytest.mark.parametrize(
    ("name", "answers", "allowed", "why"),
    [
        # Codes of six letters take two bytes, but few of them occur.
        pytest.param("f1", "f1-a", "f1-l", "the opener aaabcc has a known cost of only 7", id="f1"),
        pytest.param("f2", "f2-a", "f2-l", "the opener ababba has a known cost of only 5", id="f2"),
        pytest.param("f4", "f4-a", "f4-l", "the opener bridge has a known cost of only 9", id="f4"),
        pytest.param("false-optimal", "words4", "words4", "claims to be optimal of all openers", id="status"),
    ],
)
def test_a_false_claim_is_refused(name, answers, allowed, why, plain):
    tree = (FOLDER / f"{name}.tree").read_bytes()
    with pytest.raises(CertificateError, match=why):
        check(tree, FOLDER / f"{name}.proof", words_in(answers), words_in(allowed), plain=plain)


CODES = sorted(load("mastermind").answers)
LONG = load("mastermind").data, certificate_path("mastermind"), CODES, CODES
ONE_LEMMA = (FOLDER / "f1.tree").read_bytes(), FOLDER / "f1.proof", words_in("f1-a"), words_in("f1-l")


@pytest.mark.parametrize(
    ("files", "limit", "plain"),
    [
        pytest.param(LONG, 20, False, id="kernels"),
        pytest.param(LONG, 20, True, id="plain"),
        pytest.param(ONE_LEMMA, 0, True, id="plain, within a lemma"),
    ],
)
def test_a_check_ends_after_its_time(files, limit, plain):
    """By a clock that moves a second whenever it is looked at."""
    seconds = itertools.count()

    with pytest.raises(CertificateError, match=f"the time limit of {limit} s was too short"):
        check(*files, plain=plain, seconds=limit, clock=lambda: next(seconds))


HEADER = msgpack.packb(CASE.certificate.header())
LARGE = msgpack.packb([0, 1 << 25, b""])
MANY = msgpack.packb(CASE.certificate.header() | {"lemmas": 10**7})


@pytest.mark.parametrize("plain", [False, True], ids=["kernels", "plain"])
@pytest.mark.parametrize(
    ("data", "is_long"),
    [
        pytest.param(CASE.certificate.encode(), False, id="a true one"),
        pytest.param(sealed(MANY), True, id="as many lemmas as its header says"),
        pytest.param(sealed(HEADER, LARGE), True, id="symmetries in a chapter"),
        pytest.param(sealed(MANY, LARGE), True, id="told once"),
    ],
)
def test_long_work_is_told_beforehand(data, is_long, plain):
    warnings = []
    with contextlib.suppress(CertificateError):
        check(*(CASE.tree, io.BytesIO(data), CASE.game.answers, CASE.game.allowed), plain=plain, warn=warnings.append)

    assert len(warnings) == is_long
