"""What is checked besides the certificate: the lists, the tree, and how both are given."""

import dataclasses
import io
from hashlib import sha256
from pathlib import Path

import pytest
from checker_writer import make_case
from spoilt_certificates import CASE, FAMILY, GAME, GOOD, LIMIT
from tiny_games import BruteForce
from tree_strategies import encode, likely_file, weighted_file

from wordle_checker import CertificateError, check
from wordle_checker.program.checking import game_of
from wordle_compiler.certificate.certify import certify as certify_by_compiler
from wordle_compiler.game.game import Game, Rule
from wordle_compiler.game.words import WordList
from wordle_compiler.machine.errors import InputError
from wordle_compiler.search.decision_tree import TreeNode
from wordle_runtime import GameInfo, ListInfo, load

OTHER = make_case(GAME, "worst-case", 5)
LISTS = GAME.answers, GAME.allowed
UNSOLVED = encode(GAME.product(), TreeNode("batch", True), max_guesses=LIMIT)
ROOT = TreeNode.of(BruteForce(GAME).tree(LIMIT))
WEIGHTED = weighted_file(GAME.product(), ROOT, dict.fromkeys(FAMILY, 2), max_guesses=LIMIT, status="optimal")


@pytest.mark.parametrize(
    ("tree", "lists", "message"),
    [
        pytest.param(CASE.tree, (GAME.answers[1:], GAME.allowed), "answers", id="an answer fewer"),
        pytest.param(CASE.tree, (GAME.answers, GAME.allowed[:-1]), "guesses", id="a guess fewer"),
        pytest.param(CASE.tree, (GAME.answers, (*GAME.allowed[:-1], "zzazy")), "guesses", id="another guess"),
        pytest.param(CASE.tree, (GAME.allowed, GAME.answers), None, id="exchanged lists"),
        pytest.param(b"", LISTS, None, id="no tree"),
        pytest.param(CASE.tree[:-1], LISTS, None, id="a tree cut short"),
        pytest.param(OTHER.tree, LISTS, "another tree", id="another tree"),
        pytest.param(UNSOLVED, LISTS, "does not solve every answer", id="answers are unsolved"),
        pytest.param(WEIGHTED, LISTS, "have weights", id="weights"),
    ],
)
def test_certificate_of_something_else(tree: bytes, lists: tuple[tuple[str, ...], ...], message: str | None) -> None:
    with pytest.raises(CertificateError, match=message):
        check(tree, io.BytesIO(GOOD), *lists, plain=True)


def likely_tree(max_guesses: int, limit: int) -> bytes:
    """A tree that finds the family as soon as can be, and none of the other allowed words, which are answers too."""
    everything = WordList.from_words(GAME.allowed, "all")
    game = Game(everything, everything, Rule.ANY)
    return likely_file(game, ROOT, FAMILY, limit, max_guesses=max_guesses, status="optimal")


@pytest.mark.parametrize("plain", [True, False], ids=["plain", "fast"])
def test_certificate_of_the_likely_answers_game(plain: bool) -> None:
    tree = likely_tree(9, LIMIT)
    # The proof is about the game of the likely answers, not about the one that the tree names.
    proof = dataclasses.replace(CASE.certificate, tree=sha256(tree).digest()).encode()

    found = check(tree, io.BytesIO(proof), GAME.answers, GAME.allowed, plain=plain)

    assert found.sentence == (
        "proven: no tree has a total below 15 (5 likely answers, 8 allowed words, rule any, at most 6 guesses); "
        "the tree has 15; nothing is claimed about the tree's 3 other answers"
    )
    assert load(tree).likely_answers == FAMILY
    # Lists of another game, the tree's own one too, and a limit that is the game's alone.
    for answers in (FAMILY[1:], GAME.allowed):
        with pytest.raises(CertificateError, match="likely answers is not the tree's"):
            check(tree, io.BytesIO(proof), answers, GAME.allowed, plain=plain)
    with pytest.raises(CertificateError, match="the certificate is for another tree"):
        check(likely_tree(9, 5), io.BytesIO(proof), GAME.answers, GAME.allowed, plain=plain)
    with pytest.raises(CertificateError, match=r"rejects the tree: proof\.status is 'optimal', and 1 likely answers"):
        check(likely_tree(9, 4), io.BytesIO(proof), GAME.answers, GAME.allowed, plain=plain)


def test_certificate_of_the_compiler_for_likely_answers() -> None:
    tree = likely_tree(9, LIMIT)
    likely = Game(WordList.from_words(FAMILY, "family"), WordList.from_words(GAME.allowed, "all"), Rule.ANY)

    proof = certify_by_compiler(likely, tree, n_workers=1)

    assert (
        "has a total below 15 (5 likely answers"
        in check(tree, io.BytesIO(proof), FAMILY, GAME.allowed, plain=True).sentence
    )
    with pytest.raises(InputError, match="another game"):
        certify_by_compiler(Game(likely.allowed, likely.allowed, Rule.ANY), tree, n_workers=1)


@pytest.mark.parametrize(
    ("answers", "allowed", "length", "message"),
    [
        (("ab", "ba"), ("ab", "bb"), 2, "an answer is not in the allowed list"),
        (("ab",), ("ab", "abc"), 2, "not every word has 2 letters"),
        (("ab",), ("ab",), 3, "not every word has 3 letters"),
        (("ab",), ("ab", "bb"), 2, "lists are not those"),
    ],
)
def test_lists_that_are_no_game_or_another(
    answers: tuple[str, ...], allowed: tuple[str, ...], length: int, message: str
) -> None:
    words = ListInfo(name="x", count=1, sha256=bytes(32))
    info = GameInfo(
        kind="wordle", rule="any", length=length, max_guesses=6, answers=words, allowed=words, fingerprint=bytes(32)
    )

    with pytest.raises(CertificateError, match=message):
        game_of(info, answers, allowed)


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
