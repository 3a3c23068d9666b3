"""What is checked besides the certificate: the lists, the tree, and how both are given."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from checker_writer import make_case
from spoilt_certificates import CASE, FAMILY, GAME, GOOD, LIMIT
from tiny_games import BruteForce

from wordle_checker import CertificateError, Reason, check
from wordle_checker.program.checking import game_of
from wordle_compiler.compilation.writer import encode_tree
from wordle_compiler.game.weights import Weights
from wordle_compiler.search.decision_tree import Node
from wordle_runtime import GameInfo, ListInfo


@pytest.mark.parametrize("change", ["answers", "allowed", "letter", "both"])
def test_other_lists(change: str) -> None:
    answers, allowed = GAME.answers, GAME.allowed
    if change == "answers":
        answers = answers[1:]
    elif change == "allowed":
        allowed = allowed[:-1]
    elif change == "letter":
        allowed = (*allowed[:-1], "zzazy")
    else:
        answers, allowed = allowed, answers

    with pytest.raises(CertificateError) as caught:
        check(CASE.tree, io.BytesIO(GOOD), answers, allowed, plain=True)

    assert caught.value.reason == Reason.GAME


def test_tree_that_is_none_or_another() -> None:
    other = make_case(GAME, "worst-case", 5)
    assert other is not None
    for tree in (b"", CASE.tree[:-1], other.tree):
        with pytest.raises(CertificateError) as caught:
            check(tree, io.BytesIO(GOOD), GAME.answers, GAME.allowed, plain=True)

        assert caught.value.reason == Reason.GAME


def test_tree_that_leaves_an_answer_unsolved_has_nothing_to_claim() -> None:
    tree = encode_tree(
        GAME.product(),
        Node("batch", True),
        strategy="first",
        options={},
        objective="total",
        status="heuristic",
        max_guesses=LIMIT,
    )

    with pytest.raises(CertificateError, match="does not solve every answer") as caught:
        check(tree, io.BytesIO(GOOD), GAME.answers, GAME.allowed, plain=True)

    assert caught.value.reason == Reason.GAME


def test_weighted_tree_has_nothing_to_claim() -> None:
    brute = BruteForce(GAME)
    assert brute.cost(frozenset(FAMILY), LIMIT) == 15
    tree = encode_tree(
        GAME.product(),
        brute.tree(LIMIT),
        strategy="optimal",
        options={},
        objective="total",
        status="optimal",
        max_guesses=LIMIT,
        weights=Weights("twos", FAMILY, (2, 2, 2, 2, 2)),
    )

    with pytest.raises(CertificateError, match="have weights") as caught:
        check(tree, io.BytesIO(GOOD), GAME.answers, GAME.allowed, plain=True)

    assert caught.value.reason == Reason.GAME


@pytest.mark.parametrize(
    ("answers", "allowed", "length", "message"),
    [
        (("ab", "ba"), ("ab", "bb"), 2, "an answer is not in the allowed list"),
        (("ab",), ("ab", "abc"), 2, "not all 2 letters"),
        (("ab",), ("ab",), 3, "not all 3 letters"),
        (("ab",), ("ab", "bb"), 2, "lists are not those"),
    ],
)
def test_lists_that_are_no_game_or_another(
    answers: tuple[str, ...], allowed: tuple[str, ...], length: int, message: str
) -> None:
    words = ListInfo(name="x", count=1, sha256=bytes(32))
    info = GameInfo(
        kind="wordle",
        rule="any",
        length=length,
        max_guesses=6,
        answers=words,
        allowed=words,
        fingerprint=bytes(32),
    )

    with pytest.raises(CertificateError, match=message) as caught:
        game_of(info, answers, allowed)

    assert caught.value.reason == Reason.GAME


def test_path_instead_of_a_file(tmp_path: Path) -> None:
    path = tmp_path / "certificate"
    path.write_bytes(GOOD)

    for given_path in (path, str(path)):
        assert check(CASE.tree, given_path, GAME.answers, GAME.allowed, plain=True).n_bytes == len(GOOD)


def test_progress_is_told_up_to_the_last_byte() -> None:
    for plain in (True, False):
        calls: list[tuple[int, int, str]] = []
        check(
            CASE.tree,
            io.BytesIO(GOOD),
            GAME.answers,
            GAME.allowed,
            plain=plain,
            progress=lambda done, total, what, calls=calls: calls.append((done, total, what)),
        )

        assert calls
        assert all(done <= len(GOOD) for done, total, _ in calls if not total)
