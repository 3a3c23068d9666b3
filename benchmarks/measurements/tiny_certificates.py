"""Optimality certificates of hundreds of tiny random games, of all rules and objectives: size, and time to check.

    python -m benchmarks tiny_certificates --save benchmarks/results/tiny-certificates.md

Each tree is compiled, certified, and checked by the plain and by the fast checker. One that is refused ends the run.
"""

from __future__ import annotations

import io
import itertools
import random
import time
from typing import Any

from benchmarks.measuring import FailedProcessError, tell
from benchmarks.registry import measurement
from benchmarks.tables import Seconds, Table
from wordle_checker import CertificateError, check
from wordle_compiler import Game, Rule, UnmetGuaranteeError, WordList, compile_tree
from wordle_compiler.certificate.certify import certify
from wordle_compiler.solver.objective import Objective

_N_GAMES = 300
_N_GAMES_QUICK = 2


def random_game(seed: int, rule: Rule) -> Game:
    """Returns a game of up to 30 answers and 80 allowed words of 3 to 5 letters; in every other one there are families.

    A family are words that differ in one place alone, such as `_ight`.
    """
    dice = random.Random(seed)
    length = dice.randint(3, 5)
    letters = "abcdefghijkl"[: dice.randint(5, 12)]
    words = {"".join(dice.choices(letters, k=length)) for _ in range(50)}
    answers = set(dice.sample(sorted(words), 8))
    for _ in range(dice.randint(1, 2) if seed % 2 else 0):
        tail = "".join(dice.choices(letters, k=length - 1))
        place = dice.randrange(length)
        answers |= {tail[:place] + letter + tail[place:] for letter in letters}
    answers |= set(dice.sample(sorted(words), dice.randint(0, max(0, 30 - len(answers)))))
    return Game(WordList("answers", tuple(sorted(answers))), WordList("allowed", tuple(sorted(words | answers))), rule)


def measure_games(rule: Rule, objective: Objective, n_games: int) -> dict[str, Any]:
    """Returns the row of a rule and an objective.

    Raises:
        FailedProcessError: A checker refused a certificate.
    """
    sizes: list[int] = []
    times: dict[bool, list[float]] = {True: [], False: []}
    n_lemmas = n_without = 0
    for seed in range(n_games):
        game = random_game(seed, rule)
        limit = random.Random(seed).randint(3, 8)
        try:
            tree = compile_tree(game, objective=objective, max_guesses=limit, n_workers=1).data
        except UnmetGuaranteeError:
            n_without += 1
            continue
        certificate = certify(game, tree, n_workers=1)
        sizes.append(len(certificate))
        for is_plain, seconds in times.items():
            began = time.perf_counter()
            try:
                words = (game.answers.words, game.allowed.words)
                proof = check(tree, io.BytesIO(certificate), *words, n_workers=1, plain=is_plain)
            except CertificateError as error:
                raise FailedProcessError(f"rule {rule}, objective {objective}, seed {seed}: {error}") from None
            seconds.append(time.perf_counter() - began)
        n_lemmas += proof.n_lemmas
    return {
        "rule": str(rule),
        "objective": str(objective),
        "accepted": len(sizes),
        "no tree": n_without,
        "lemmas": n_lemmas,
        "mean bytes": round(sum(sizes) / len(sizes)),
        "most bytes": max(sizes),
        "check, plain": Seconds(sum(times[True]) / len(sizes)),
        "longest": Seconds(max(times[True])),
        "check, fast": Seconds(sum(times[False]) / len(sizes)),
    }


@measurement()
def measure(*, quick: bool) -> list[Table]:
    """Certifies and checks the games of each rule and objective."""
    n_games = _N_GAMES_QUICK if quick else _N_GAMES
    table = Table(
        "Certificates of tiny games",
        f"{n_games} random games a row, limits of 3 to 8 guesses. Both checkers accepted each certificate. Where no "
        "tree keeps the limit there is none to certify. Times are means of calls of `wordle_checker.check`.",
    )
    for rule, objective in itertools.product(Rule, Objective):
        measure_games(rule, objective, 1)
        tell(f"rule {rule}, objective {objective} ...")
        table.rows.append(measure_games(rule, objective, n_games))
    return [table]
