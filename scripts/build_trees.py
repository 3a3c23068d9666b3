"""Builds the trees that ship with the project, or checks that they are what the compiler makes today.

`python scripts/build_trees.py` writes trees/wordle_trees/*.tree; with `--check` nothing is written, and the exit status
is 1 where a tree differs.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import wordle_trees
from wordle_compiler import Game, Rule, compile_tree, load_list
from wordle_compiler.artifact.atomic import write_atomically
from wordle_compiler.games.bulls_and_cows import bulls_and_cows
from wordle_compiler.games.mastermind import mastermind

FOLDER = Path(__file__).resolve().parent.parent / "trees" / "wordle_trees"

RECIPES: dict[str, dict[str, Any]] = {
    "plate": {
        "answers": "original-answers",
        "allowed": "original-answers",
        "rule": Rule.CANDIDATES,
        "strategy": "optimal",
        "max_guesses": 6,
        "is_proof": True,
    },
    "salet": {
        "answers": "original-answers",
        "allowed": "original-allowed",
        "rule": Rule.ANY,
        "strategy": "optimal",
        "max_guesses": 6,
        "is_proof": True,
    },
    "serai": {
        "answers": "original-allowed",
        "allowed": "original-allowed",
        "rule": Rule.ANY,
        "strategy": "minimax",
        "max_guesses": 10,
    },
    "lants": {
        "answers": "original-allowed",
        "allowed": "original-allowed",
        "rule": Rule.ANY,
        "strategy": "optimal",
        "max_guesses": 6,
        "options": {"effort": 300},
    },
    "mastermind": {"game": mastermind, "strategy": "optimal", "max_guesses": 6, "is_proof": True},
    "bulls-and-cows": {"game": bulls_and_cows, "strategy": "optimal", "max_guesses": 7, "is_proof": True},
}
"""How each tree is made. A proof over all openers has to find the one that is expected by itself.

`bulls-and-cows` takes two minutes on two cores, `lants` one, `salet` a quarter of one, the others seconds.
"""


def build(name: str) -> bytes:
    """Compiles one tree and returns its file."""
    recipe = RECIPES[name]
    opener = wordle_trees.opener(name)
    game = (
        recipe["game"]()
        if "game" in recipe
        else Game(load_list(recipe["answers"]), load_list(recipe["allowed"]), recipe["rule"])
    )
    tree = compile_tree(
        game,
        recipe["strategy"],
        opener=None if recipe.get("is_proof") else opener,
        max_guesses=recipe["max_guesses"],
        options=recipe.get("options"),
    )
    if tree.report.opener != opener:
        raise SystemExit(f"{name}: the best opener is {tree.report.opener}")
    return tree.data


def main() -> int:
    """Builds or checks every tree, a line each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="only these trees")
    parser.add_argument("--check", action="store_true", help="write nothing; compare with the files that are there")
    arguments = parser.parse_args()
    is_check = arguments.check
    n_different = 0
    for name in arguments.names or RECIPES:
        path = FOLDER / f"{name}.tree"
        data = build(name)
        is_same = path.is_file() and path.read_bytes() == data
        n_different += not is_same
        if not is_check:
            write_atomically(path, data)
        print(f"{name}: {len(data)} bytes, {'as it was' if is_same else 'different' if is_check else 'written'}")
    return 1 if is_check and n_different else 0


if __name__ == "__main__":
    sys.exit(main())
