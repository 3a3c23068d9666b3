"""Checks a whole certificate: the game, the tree, every chapter, every claim."""

from __future__ import annotations

import hashlib
import math
import time
from contextlib import ExitStack
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from wordle_checker.chapters import ChapterCheck
from wordle_checker.errors import CertificateError
from wordle_checker.game import CANDIDATES, NO_DEMANDS, Game, letters, sha256_of
from wordle_checker.header import read_chapters, read_header
from wordle_checker.packed import PackedReader
from wordle_checker.rules import INFINITE, Classes, Position, join_classes, least
from wordle_checker.statements import claims_of, say, sentence
from wordle_checker.steps import Goal, PlainSteps
from wordle_runtime import Tree, TreeError, load
from wordle_runtime.errors import counted
from wordle_runtime.verification import verify

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from os import PathLike

    from wordle_checker.header import Claim, Header
    from wordle_checker.statements import Progress
    from wordle_runtime import GameInfo, LikelyAnswers

    Bounds = dict[tuple[int, int], int]

_MUCH_WORK = 300_000_000
"""The pairs of answer and guess, in all lemmas, of a minute's check at worst: 0.2 µs each, but most take far less."""


@dataclass(frozen=True)
class Proof:
    """What a certificate proves.

    Attributes:
        sentence: What is proven, and what the tree achieves.
        n_lemmas: How many lemmas were checked.
        n_bytes: The certificate's size in bytes.
        seconds: How long the check took.
    """

    sentence: str
    n_lemmas: int
    n_bytes: int
    seconds: float


def check(
    tree_bytes: bytes,
    certificate: BinaryIO | str | PathLike[str],
    answers: Sequence[str],
    allowed: Sequence[str],
    *,
    n_workers: int = 1,
    plain: bool = False,
    progress: Progress | None = None,
    warn: Callable[[int], None] = lambda _: None,
    seconds: float = math.inf,
    clock: Callable[[], float] = time.monotonic,
) -> Proof:
    """Checks that a certificate proves a tree to be optimal.

    The check recomputes every lemma. It trusts the two lists, the rules of CERTIFICATE.md, and the software that it
    runs on.

    Args:
        tree_bytes: The tree file.
        certificate: The certificate: a binary file, or the path of one.
        answers: The possible answers; only the likely ones if the tree has likely answers.
        allowed: The words that may be guessed.
        n_workers: How many threads check; in plain Python it is always one.
        plain: Whether every step is taken in plain Python, which needs neither numpy nor numba, and suits small games.
        progress: Called with the progress of the check.
        warn: Called beforehand, once, if the sizes of certificate and game allow a check of more than a minute, with
            the pairs of answer and guess in the lemmas; in plain Python, each counts as a hundred.
        seconds: How long the check may take; it is looked at between items, and in plain Python between guesses.
        clock: Returns the time in seconds.

    Raises:
        CertificateError: The certificate does not prove it; the error says why.
        OSError: The certificate cannot be read.
        ModuleNotFoundError: The extra `checker` is not installed, and `plain` is not set.
    """
    started = clock()

    def watch() -> None:
        if clock() - started > seconds:
            raise CertificateError(f"the time limit of {seconds:g} s was too short to check it")

    n_weighed = 0

    def weigh(n_bytes: int) -> None:
        """Adds bytes to the work; each may be part of a symmetry, which moves every guess."""
        nonlocal n_weighed
        before, n_weighed = n_weighed, n_weighed + n_bytes * len(game.allowed) * (100 if plain else 1)
        if before <= _MUCH_WORK < n_weighed:
            warn(n_weighed)

    tree, game = _bind(tree_bytes, answers, allowed)
    with ExitStack() as stack:
        if isinstance(certificate, str) or hasattr(certificate, "__fspath__"):
            file: BinaryIO = stack.enter_context(Path(certificate).open("rb"))
        else:
            file = certificate
        reader = PackedReader(file)
        header = read_header(reader, game)
        claims = claims_of(tree)
        opener = _check_header(header, tree, game, hashlib.sha256(tree_bytes).digest(), claims)
        weigh(reader.n_read + (header.n_lemmas + 1) * len(game.answers))
        steps = PlainSteps(game, watch)
        if not plain:
            try:
                from wordle_checker.fast.kernel_steps import KernelSteps
            except ModuleNotFoundError as error:
                needs = f"needs {error.name}: pip install 'wordle-tree[checker]', or check in plain Python (--plain)"
                raise ModuleNotFoundError(needs, name=error.name) from None
            steps = stack.enter_context(KernelSteps(game, n_workers, watch))
        classes: Classes = {}
        for symmetry in header.symmetries:
            watch()
            join_classes(game, *symmetry, frozenset(game.answers), classes)
        _check_claims(reader, header, game, steps, classes, watch, weigh, progress or (lambda *_: None))
    return Proof(
        sentence=sentence(game, tree, opener, claims),
        n_lemmas=header.n_lemmas,
        n_bytes=reader.n_read,
        seconds=clock() - started,
    )


def _bind(tree_bytes: bytes, answers: Sequence[str], allowed: Sequence[str]) -> tuple[Tree, Game]:
    """Loads and replays the tree, and returns it with the game that its claim is about."""
    try:
        tree = load(tree_bytes)
        has_likely = tree.guarantee.likely is not None
        replay = verify(tree, None if has_likely else answers, allowed, likely=answers if has_likely else None)
    except TreeError as error:
        raise CertificateError(f"the tree cannot be read: {error}") from None
    if not replay.holds:
        raise CertificateError(f"the replay rejects the tree: {replay.reasons[0]}")
    return tree, game_of(tree.info.game, answers, allowed, likely=tree.guarantee.likely)


def game_of(
    info: GameInfo, answers: Sequence[str], allowed: Sequence[str], *, likely: LikelyAnswers | None = None
) -> Game:
    """Returns the game that a tree's claim is about: the game in its header, or that of its likely answers.

    The replay has checked the tree's words; this function checks all words of the lists. The tree holds no fingerprint
    of the game of the likely answers, so the two lists are compared by digest. A guess that is legal in one of the two
    games is legal in the other, since rule `candidates` has no likely answers. So the tree is a strategy for both.

    Raises:
        CertificateError: The lists are not those of the tree, or do not form a game.
    """
    game = Game(info.kind, info.rule, tuple(sorted(set(answers))), tuple(sorted(set(allowed))))
    if not set(game.answers) <= set(game.allowed):
        raise CertificateError("an answer is not in the allowed list")
    if {len(letters(word)) for word in game.allowed} != {info.length}:
        raise CertificateError(f"not every word has {info.length} letters")
    if likely is not None:
        digests = sha256_of(game.answers), sha256_of(game.allowed)
        if info.rule == CANDIDATES or digests != (likely.sha256, info.allowed.sha256):
            raise CertificateError("the lists are not those of the tree's likely answers and guesses")
    elif game.fingerprint != info.fingerprint:
        raise CertificateError("the lists are not those of the tree's game")
    return game


def _check_header(header: Header, tree: Tree, game: Game, tree_sha256: bytes, claims: tuple[Claim, ...]) -> str | None:
    """Checks that a header is about this tree, and its claims those of its status; returns the opener that it names."""
    if header.tree != tree_sha256:
        raise CertificateError("the certificate is for another tree: the SHA-256 of its bytes differs")
    if header.claims != claims:
        raise CertificateError(f"its claims are not those of the objective {tree.info.objective}")
    opener = None if header.opener is None else tree.opener
    if header.opener is not None and game.allowed[header.opener : header.opener + 1] != (opener,):
        raise CertificateError(f"its opener is not {opener}, the tree's opener")
    status = tree.info.status
    if status == "optimal" and opener is not None:
        raise CertificateError(
            "the tree claims to be optimal of all openers; the certificate is about its opener alone"
        )
    if status not in ("optimal", "optimal below opener"):
        raise CertificateError(f"the tree's status is {status!r}: it does not claim to be optimal")
    if header.symmetries and opener is not None:
        raise CertificateError("symmetries cannot be combined with an opener")
    return opener


def _check_claims(
    reader: PackedReader,
    header: Header,
    game: Game,
    steps: PlainSteps,
    classes: Classes,
    watch: Callable[[], None],
    weigh: Callable[[int], None],
    progress: Progress,
) -> None:
    """Checks the chapters and the claims, in the order of the file, and then the number of lemmas."""
    numbered = ((number, *chapter) for number, chapter in enumerate(read_chapters(reader, header, weigh)))
    by_claim = groupby(numbered, key=lambda chapter: chapter[1])
    waiting, group = next(by_claim, (None, iter(())))
    n_lemmas = 0
    for number, claim in enumerate(header.claims):
        bounds: Bounds = {}
        # A claim may have no chapters.
        chapters = ((chapter, content) for chapter, _, content in (group if waiting == number else ()))

        def check_chapter(chapter: tuple[int, bytes], limit: int = claim.n_left) -> tuple[Bounds, int]:
            return ChapterCheck(game, steps, watch, chapter, limit, header).run()

        for found, n_found in steps.each(check_chapter, chapters):
            for (guess, feedback), bound in found.items():
                if (guess, feedback) in bounds:
                    name = f"{game.allowed[guess]} {game.show(feedback)}"
                    raise CertificateError(f"claim {number} has a second entry for {name}")
                bounds[guess, feedback] = bound
            n_lemmas += n_found
            header.check_count(n_lemmas)
            progress(reader.n_read, 0, f"{n_lemmas:,} of {header.n_lemmas:,} lemmas")
        if waiting == number:
            waiting, group = next(by_claim, (None, iter(())))
        everything = steps.everything()
        bound = INFINITE if claim.bound is None else claim.bound
        if bound > least(steps.n_branches(), len(everything), claim.n_left):
            position = Position(everything, claim.n_left, NO_DEMANDS)
            goal = Goal(position, bound, dict(sorted(bounds.items())), classes, header.opener)
            progress(0, 1, "the claim")
            shortfall = steps.shortfall(goal, lambda done, total: progress(done, total, "openers"))
            if shortfall is not None:
                size = f"{counted(len(everything), 'answer')} and {counted(claim.n_left, 'guess')}"
                shortfall = shortfall._replace(guess=f"the opener {shortfall.guess}")
                raise CertificateError(f"claim {number}: for {size} it {say(bound, shortfall)}")
    if n_lemmas != header.n_lemmas:
        raise CertificateError(f"it has {n_lemmas} lemmas, but its header says {header.n_lemmas}")
