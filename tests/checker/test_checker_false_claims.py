"""Certificates that prove something false, and were once accepted."""

import itertools
from pathlib import Path

import pytest

from wordle_checker.errors import CertificateError
from wordle_checker.program.checking import check
from wordle_runtime import load
from wordle_trees import certificate_path

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


@pytest.mark.parametrize("plain", [False, True], ids=["kernels", "plain"])
def test_a_check_ends_after_its_time(plain):
    """By a clock that moves a second whenever it is looked at."""
    tree, proof, words = load("mastermind"), certificate_path("mastermind"), sorted(load("mastermind").answers)
    seconds = itertools.count()

    with pytest.raises(CertificateError, match="the time limit of 20 s was too short") as caught:
        check(tree.data, proof, words, words, plain=plain, seconds=20, clock=lambda: next(seconds))

    assert caught.value.reason == "time"
