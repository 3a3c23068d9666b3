"""The checker against brute force: every true claim is accepted, nothing false is, and plain and fast say the same."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from functools import cache

import pytest
from checker_changes import find_excess, spoil
from checker_writer import OBJECTIVES, Case, Style, certify, make_case, write_tree
from tiny_games import NEVER, BruteForce, brute_force_of, tiny_game

from wordle_checker import CertificateError, check
from wordle_runtime import load

QUICK = range(60)
THOUSANDS = [range(60, 240), *(range(start, start + 250) for start in range(240, 4240, 250))]
N_CHANGES = 6

STYLES = (
    Style(),
    Style(everything=True, parts=True, symmetric=True, chapter_length=3),
    Style(parts=True, symmetric=True, chapter_length=5),
    Style(everything=True, equal=False),
    Style(equal=False, symmetric=True),
    Style(everything=True, symmetric=True),
    Style(parts=True, n_drawn=3, chapter_length=4),
    Style(everything=True, parts=True, symmetric=True, n_drawn=4),
)

each_block = pytest.mark.parametrize(
    "seeds",
    [QUICK, *(pytest.param(seeds, marks=pytest.mark.slow) for seeds in THOUSANDS)],
    ids=lambda seeds: f"games-{seeds.start}-{seeds.stop - 1}",
)


@cache
def case_of(seed: int) -> Case | None:
    """Makes the case of a seed: every objective, limits from too small to generous, with openers and without."""
    game = tiny_game(seed)
    dice = random.Random(f"case {seed}")
    openers = game.answers if game.rule == "candidates" else game.allowed
    opener = dice.choice(openers) if len(game.answers) > 1 and dice.random() < 0.4 else None
    objective = dice.choice((*OBJECTIVES, "total"))
    return make_case(game, objective, dice.choice((2, 3, 3, 4, 4, 5, 6)), opener, dice.choice(STYLES))


def cases(seeds: range) -> Iterator[tuple[int, Case]]:
    for seed in seeds:
        case = case_of(seed)
        if case is not None:
            yield seed, case


def verdict(case: Case, data: bytes, *, plain: bool) -> tuple[str, str]:
    """Returns what is proven, or the kind of what is wrong, with the text."""
    try:
        proof = check(case.tree, io.BytesIO(data), case.game.answers, case.game.allowed, plain=plain)
    except CertificateError as error:
        return error.reason, str(error)
    return f"proven by {proof.n_lemmas}", proof.sentence


def verdicts_agree(case: Case, data: bytes, label: str) -> bool:
    """Checks with both checkers, which must say the same, and returns whether it is proven."""
    plain = verdict(case, data, plain=True)

    assert verdict(case, data, plain=False) == plain, label

    return plain[0].startswith("proven")


@each_block
def test_true_claims_are_accepted(seeds: range) -> None:
    for seed, case in cases(seeds):
        data = case.certificate.encode()
        proof = check(case.tree, io.BytesIO(data), case.game.answers, case.game.allowed, plain=True)

        assert proof.n_lemmas == len(case.certificate.frames())
        assert proof.n_bytes == len(data)
        assert verdicts_agree(case, data, f"seed {seed}")


@each_block
def test_what_is_accepted_is_true_whatever_is_changed(seeds: range) -> None:
    for seed, case in cases(seeds):
        brute = brute_force_of(case.game)
        dice = random.Random(f"changes {seed}")
        for _ in range(N_CHANGES):
            certificate, names = case.certificate, []
            for _ in range(dice.choice((1, 1, 2))):
                name, certificate = spoil(certificate, dice)
                names.append(name)
            label = f"seed {seed}: {', '.join(names)}"
            if verdicts_agree(case, certificate.encode(), label):
                # The claims are the tree's, which is optimal: what could be false are the lemmas.
                assert find_excess(brute, certificate) is None, label


@each_block
def test_raised_lemma_is_never_accepted(seeds: range) -> None:
    """Each lemma's bound is the exact cost, so one more is false, whatever else the certificate says."""
    for seed, case in cases(seeds):
        frames = [frame for frame in case.certificate.frames() if frame.bound < NEVER]
        for number, frame in enumerate(frames[:: max(1, len(frames) // 3)]):
            for more in (1, NEVER):
                bound, frame.bound = frame.bound, frame.bound + more
                data = case.certificate.encode()
                frame.bound = bound

                assert not verdicts_agree(case, data, f"seed {seed}, lemma {number}, {more} more")


@each_block
def test_tree_that_could_be_better_is_never_certified(seeds: range) -> None:
    """A tree that costs more than need be, and the strongest true certificate that its claims could have, spoilt."""
    n_refused = 0
    for seed, case in cases(seeds):
        brute = brute_force_of(case.game)
        worse = _worse_case(case, brute)
        if worse is None:
            continue
        dice = random.Random(f"worse {seed}")
        assert not verdicts_agree(worse, worse.certificate.encode(), f"seed {seed}: as it is")
        n_refused += 1
        for _ in range(N_CHANGES // 2):
            name, certificate = spoil(worse.certificate, dice)
            assert not verdicts_agree(worse, certificate.encode(), f"seed {seed}: {name}")
        for frame in worse.certificate.frames()[:3]:
            bound, frame.bound = frame.bound, NEVER
            assert not verdicts_agree(worse, worse.certificate.encode(), f"seed {seed}: a lemma raised")
            frame.bound = bound

    assert n_refused > 0


def _worse_case(case: Case, brute: BruteForce) -> Case | None:
    """Returns a case with a tree of the smallest total that is not the smallest, or with a deeper one; or None."""
    if case.opener is not None:
        return None
    limit = case.limit
    roots = [
        brute.tree(limit, guess)
        for guess in brute.legal(brute.everything, (frozenset(), frozenset()))
        if brute.cost_with(guess, brute.everything, limit) < NEVER
    ]
    found = load(case.tree).guarantee
    good = {
        "total": lambda root: root.total() > found.total,
        "unsolved,total": lambda root: root.total() > found.total,
        "worst-case": lambda root: root.worst_case() > found.worst_case,
        "total,worst-case": lambda root: (
            root.total() > found.total or (root.total() == found.total and root.worst_case() > found.worst_case)
        ),
        "worst-case,total": lambda root: (
            root.worst_case() > found.worst_case
            or (root.worst_case() == found.worst_case and root.total() > found.total)
        ),
    }[case.objective]
    worse = sorted((root for root in roots if good(root)), key=lambda root: root.total())
    if not worse:
        return None
    tree = write_tree(case.game, worse[0], case.objective, limit)
    style = Style(everything=True, symmetric=True)
    return Case(case.game, case.objective, limit, None, tree, certify(brute, tree, case.objective, limit, None, style))


@pytest.mark.parametrize("n_workers", [1, 3])
def test_result_does_not_depend_on_the_threads(n_workers: int) -> None:
    for seed, case in cases(range(40)):
        data = case.certificate.encode()
        dice = random.Random(seed)
        for bytes_ in (data, spoil(case.certificate, dice)[1].encode()):
            try:
                proof = check(case.tree, io.BytesIO(bytes_), case.game.answers, case.game.allowed, n_workers=n_workers)
                found = (f"proven by {proof.n_lemmas}", proof.sentence)
            except CertificateError as error:
                found = (error.reason, str(error))

            assert found == verdict(case, bytes_, plain=True)
