"""Builds the trees that ship with the project and their certificates, or checks that the compiler makes them so today.

`python scripts/build_trees.py` writes trees/wordle_trees/*.tree and *.proof; with `--check` nothing is written, and the
exit status is 1 where one differs.
"""

from __future__ import annotations

import argparse
import io
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgpack

import wordle_trees
from wordle_compiler import Game, Rule, compile_tree, load_list
from wordle_compiler.certificate.certify import certify
from wordle_compiler.game.lists import CLASSIC, TODAY
from wordle_compiler.game.mastermind import bulls_and_cows, mastermind
from wordle_compiler.machine.atomic import write_atomically
from wordle_compiler.solver.objective import Objective
from wordle_compiler.strategies.strategy import Facts

FOLDER = Path(__file__).resolve().parent.parent / "trees" / "wordle_trees"


RECIPES: dict[str, dict[str, Any]] = {
    "nyt": {"lists": TODAY, "is_proof": True, "also": "nyt-2022-allowed"},
    "nyt-hard": {"lists": TODAY, "rule": Rule.HARD, "is_proof": True, "also": "nyt-2022-allowed"},
    **{name: {"lists": TODAY} for name in wordle_trees.names() if name == f"nyt-{wordle_trees.opener(name)}"},
    **{
        name: {"lists": TODAY, "rule": Rule.HARD, "max_guesses": 10, "objective": Objective.TOTAL_THEN_WORST_CASE}
        for name in wordle_trees.names()
        if name == f"nyt-hard-{wordle_trees.opener(name)}"
    },
    "plate": {"lists": ("original-answers", "original-answers"), "rule": Rule.CANDIDATES, "is_proof": True},
    "salet": {"is_proof": True},
    "salet-worst-case": {"objective": Objective.WORST_CASE, "is_proof": True},
    "salet-hard": {"rule": Rule.HARD, "is_proof": True},
    "tarns": {"lists": ("original-allowed", "original-allowed")},
    "mastermind": {"game": mastermind, "is_proof": True},
    "mastermind-within-5": {"game": mastermind, "max_guesses": 5, "is_proof": True},
    "bulls-and-cows": {"game": bulls_and_cows, "max_guesses": 7, "is_proof": True},
}
"""How each tree is made: strategy optimal, and unless it says otherwise, the classic lists, rule any and 6 guesses.

With another opener than TARSE rule hard may need more than 6 guesses: as few as the total permits.
A proof over all openers has to find the one that is expected by itself.

On two cores `nyt-hard` takes an hour, `salet-worst-case` six minutes, `salet-hard` three,
`bulls-and-cows` two, `tarns` three quarters of an hour, others less.
"""


def build(name: str) -> tuple[bytes, bytes | None]:
    """Compiles one tree; returns its file and, where one ships with it, that of its certificate."""
    recipe = RECIPES[name]
    opener = wordle_trees.opener(name)
    answers, allowed = map(load_list, recipe.get("lists", CLASSIC))
    game = recipe["game"]() if "game" in recipe else Game(answers, allowed, recipe.get("rule", Rule.ANY))
    facts = Facts()
    tree = compile_tree(
        game,
        opener=None if "is_proof" in recipe else opener,
        max_guesses=recipe.get("max_guesses", 6),
        objective=recipe.get("objective", Objective.TOTAL),
        facts=facts,
        others=load_list(recipe["also"]) if "also" in recipe else None,
    )
    if tree.tree.opener != opener:
        raise SystemExit(f"{name}: the best opener is {tree.tree.opener}")
    if wordle_trees.certificate_path(name) is None:
        return tree.data, None
    return tree.data, certify(game, tree.data, facts=facts)


def main() -> int:
    """Builds or checks every tree and certificate, a line each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these trees")
    parser.add_argument("--check", action="store_true", help="write nothing; compare with the files that are there")
    arguments = parser.parse_args()
    n_different = 0
    for name in arguments.names or RECIPES:
        tree, certificate = build(name)
        n_different += _settle(FOLDER / f"{name}.tree", tree, is_check=arguments.check)
        if certificate is not None:
            n_different += _settle(FOLDER / f"{name}.proof", certificate, is_check=arguments.check)
    return 1 if arguments.check and n_different else 0


def _settle(path: Path, data: bytes, *, is_check: bool) -> bool:
    """Writes a file, or only compares it, and says so; returns whether it differs from what was there."""
    is_same = path.is_file() and list(_content(path.read_bytes())) == list(_content(data))
    if not is_check and not is_same:
        write_atomically(path, data)
    print(f"{path.name}: {len(data)} bytes, {'as it was' if is_same else 'different' if is_check else 'written'}")
    return not is_same


def _content(data: bytes) -> Iterator[object]:
    """Yields what must be equal: of a tree every byte; of a certificate what its chapters inflate to.

    Chapters are compressed by the system's zlib, and another build of it may do that in another way.
    """
    objects = list(msgpack.Unpacker(io.BytesIO(data)))
    if len(objects) < 2:
        yield data
        return
    header, *chapters, _ = objects
    yield header
    for claim, size, stream in chapters:
        yield claim, size, zlib.decompress(stream)


if __name__ == "__main__":
    sys.exit(main())
