"""Produces the bytes of a finished tree's certificate; see `trees/wordle_trees/CERTIFICATE.md`."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import msgpack  # type: ignore[import-untyped]

from wordle_compiler.certificate.chapters import Chapter, Prover, chapters_of_parts
from wordle_compiler.certificate.relaxed import RelaxedProver
from wordle_compiler.game.feedback_matrix import FeedbackMatrix
from wordle_compiler.game.game import Game
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError
from wordle_compiler.machine.progress import Progress, ignore_progress
from wordle_compiler.machine.workers import find_workers
from wordle_compiler.search.memo import plan_memo
from wordle_compiler.search.problem import ANY, INFEASIBLE, Problem, make_problem
from wordle_compiler.solver.objective import Objective
from wordle_compiler.solver.openers import distinct_openers
from wordle_compiler.solver.refutation.refuter import Refutation, can_refute, refute
from wordle_compiler.solver.relaxation import can_relax
from wordle_compiler.strategies import Status
from wordle_compiler.strategies.strategy import Facts
from wordle_runtime import Tree, load
from wordle_runtime.layout import LIKELY_PREFIX

MAGIC = "wordle-tree certificate"
VERSION = (3, 0)

MOST_NODES = 1 << 22
"""A plain proof about one opener that takes more nodes is replaced by one by relaxation, where the game permits it."""


@dataclass(frozen=True)
class CertificateClaim:
    """The claim that no tree within a limit has a smaller total."""

    limit: int  # The most guesses that a tree may need.
    bound: int | None  # The lower bound of the trees' totals; None if the claim is that no such tree exists.


def certify(
    game: Game,
    tree: bytes,
    *,
    n_workers: int | None = None,
    progress: Progress = ignore_progress,
    facts: Facts | None = None,
) -> bytes:
    """Returns the certificate of an optimal tree: a proof that no other tree is better.

    Without `facts`, it repeats the search. Neither the proof nor its bytes depend on `facts` or the number of
    workers, but another build of zlib may compress the bytes differently.

    `game` is the tree's game; if the tree has likely answers, the game of those. `tree` is the bytes of the tree's
    file. `n_workers` None means a thread for each processor. `facts` are of `compile_tree` for the same question.

    Raises:
        InputError: The tree belongs to another game, it has weights or several fixed guesses, or no claim to certify.
        UnmetGuaranteeError: The tree leaves answers unsolved.
        TreeError: The bytes are not a tree.
        KeyboardInterrupt: Promptly, on an interrupt.
    """
    loaded = load(tree)
    check_certifiable(game, loaded)
    likely = loaded.guarantee.likely
    limit = loaded.info.game.max_guesses if likely is None else likely.max_guesses
    found = likely or loaded.guarantee
    objective = Objective(loaded.info.objective.removeprefix(LIKELY_PREFIX))
    claims = claims_of(objective, limit, found.total, found.worst_case)
    workers = find_workers(n_workers)
    plan_memo(game, limit, workers)
    facts = facts or Facts()
    matrix = FeedbackMatrix.of(game, n_workers=workers) if facts.order is None else facts.order.matrix
    problem = make_problem(game, matrix)
    # The opener that the claim covers; empty if it covers all openers.
    fixed = [] if loaded.info.status == Status.OPTIMAL else [game.allowed.words.index(loaded.nodes.word(0))]
    packed: list[bytes] = []
    n_lemmas = 0
    for number, claim in enumerate(claims):
        for chapter in _prove(problem, claim, fixed, workers, progress, facts):
            n_lemmas += chapter.n_lemmas
            packed.append(msgpack.packb([number, len(chapter.content), zlib.compress(chapter.content, 9)]))
    header = {
        "magic": MAGIC,
        "version": VERSION,
        "fingerprint": game.fingerprint,
        "tree": hashlib.sha256(tree).digest(),
        "openers": fixed,
        "claims": [[claim.limit, claim.bound] for claim in claims],
        "symmetries": [] if fixed else _root_symmetries(problem),
        "lemmas": n_lemmas,
    }
    body = b"".join([msgpack.packb(header), *packed])
    return body + bytes(msgpack.packb([None, hashlib.sha256(body).digest()]))


def _root_symmetries(problem: Problem) -> list[list[list[int]]]:
    """Returns generators of the symmetries of the set of all answers: of the places, then of the colours."""
    places, colours = problem.permutations.tolist(), list(range(problem.letter_counts.shape[1]))
    exchanges = [[*colours[:i], i + 1, i, *colours[i + 2 :]] for i in colours[:-1]] if places else []
    return [[permutation, colours] for permutation in places[1:]] + [[places[0], each] for each in exchanges]


def claims_of(objective: Objective, max_guesses: int, total: int, worst_case: int) -> list[CertificateClaim]:
    """Returns the claims that make a tree with this total and worst case optimal within `max_guesses`.

    Without any guess nothing can be solved, so a limit of 0 needs no claim.
    """
    shallower = worst_case - 1
    wanted = {
        Objective.TOTAL: [CertificateClaim(max_guesses, total)],
        Objective.UNSOLVED_THEN_TOTAL: [CertificateClaim(max_guesses, total)],
        Objective.WORST_CASE: [CertificateClaim(shallower, None)],
        Objective.TOTAL_THEN_WORST_CASE: [CertificateClaim(max_guesses, total), CertificateClaim(shallower, total + 1)],
        Objective.WORST_CASE_THEN_TOTAL: [CertificateClaim(shallower, None), CertificateClaim(worst_case, total)],
    }
    return [claim for claim in wanted[objective] if claim.limit > 0]


def check_certifiable(game: Game, tree: Tree) -> None:
    """Raises `InputError` with the reason if a tree cannot have a certificate.

    Raises:
        UnmetGuaranteeError: The tree leaves answers unsolved.
    """
    info, answers = tree.info.game, tree.guarantee.likely or tree.info.game.answers
    claimed = info.kind, info.rule, answers.sha256, info.allowed.sha256
    if claimed != (game.kind, game.rule.value, game.answers.sha256, game.allowed.sha256):
        raise InputError("the tree belongs to another game: its lists, kind or rule differ")
    check_claim(tree.info.status, len(tree.fixed), has_weights=tree.guarantee.weights is not None)
    if tree.guarantee.likely is None and (unsolved := tree.guarantee.unsolved):
        raise UnmetGuaranteeError(
            f"a certificate is for trees that solve every answer, but this one leaves {len(unsolved)} unsolved"
        )


def check_claim(status: str, n_fixed: int, *, has_weights: bool) -> None:
    """Raises `InputError` with the reason if no tree with this status and these fixed first guesses has a certificate.

    So this can be known before there is a tree.
    """
    if has_weights:
        raise InputError("a certificate covers only the plain total, but the tree has weights: leave out the weights")
    if status not in (Status.OPTIMAL, Status.OPTIMAL_BELOW_OPENER):
        raise InputError(
            f"nothing can be certified about the tree: it claims {status!a}, not that no other tree is better; use "
            "strategy optimal without --effort and --time-limit"
        )
    if n_fixed > 1:
        raise InputError("a certificate covers one opener or all of them, not several fixed first guesses: name one")


def _prove(
    problem: Problem, claim: CertificateClaim, fixed: Sequence[int], n_workers: int, progress: Progress, facts: Facts
) -> Iterator[Chapter]:
    openers = tuple(fixed or distinct_openers(problem))
    if claim.bound is None and can_refute(problem, claim.limit):
        refutation = facts.refutations.get((claim.limit, openers)) or refute(
            problem, claim.limit, openers, n_workers=n_workers, progress=progress
        )
        if isinstance(refutation, Refutation):
            return chapters_of_parts(problem, refutation)
    bound = INFEASIBLE if claim.bound is None else claim.bound
    if fixed and problem.rule == ANY and can_relax(problem, claim.limit):
        prover = RelaxedProver(problem, claim.limit, n_workers, progress)
        chapter = prover.prove_one(fixed[0], bound, MOST_NODES)
        if chapter is None:
            return prover.prove_relaxed(fixed[0], bound)
        return iter([chapter] if chapter.content else [])
    return Prover(problem, claim.limit, n_workers, progress).prove(sorted(openers), bound)
