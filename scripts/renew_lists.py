"""Renews the word lists from their pinned packages, and then the trees from the lists.

`python scripts/renew_lists.py` takes three steps:

1. `rebuild_lists.py` makes the lists of the wheels that it pins;
2. the digests of the lists go into trees/wordle_trees/__init__.py;
3. `build_trees.py` builds every tree that was made from another list, or with `--all` every tree, which takes half an
   hour on two cores.

With `--check` nothing is written, and the exit status is 1 where a step would change a file. The table of openers is
not made again, since that takes hours: the last line says whether it must be.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REGISTER = ROOT / "trees" / "wordle_trees" / "__init__.py"
LISTS = ROOT / "trees" / "wordle_trees" / "lists"
_TABLE = re.compile(r"(?<=_LISTS = \{\n).*?(?=^\}$)", re.DOTALL | re.MULTILINE)


def renew_digests(register: str, digests: Mapping[str, str]) -> str:
    """Returns the text of the register with these lists and digests, in their order."""
    return _TABLE.sub("".join(f'    "{name}": "{digest}",\n' for name, digest in digests.items()), register, count=1)


def read_digests() -> dict[str, str]:
    """Returns the digests that stand beside the lists, in the order of the recipes."""
    from rebuild_lists import RECIPES

    return {recipe.name: json.loads((LISTS / f"{recipe.name}.json").read_bytes())["sha256"] for recipe in RECIPES}


def find_outdated() -> list[str]:
    """Returns the names of the trees that were made from a list that has changed since."""
    import wordle_trees
    from wordle_runtime import load

    digests = {name: wordle_trees.list_sha256(name) for name in wordle_trees.list_names()}
    outdated = []
    for name in wordle_trees.names():
        tree = load(name)
        lists = (tree.info.game.answers, tree.info.game.allowed, tree.guarantee.likely)
        if any(words is not None and digests.get(words.name, words.sha256) != words.sha256 for words in lists):
            outdated.append(name)
    return outdated


def is_table_outdated() -> bool:
    """Returns whether the table of openers was made from a list that has changed since."""
    from wordle_compiler import InputError
    from wordle_compiler.rankings.known_openers import load_known_openers

    try:
        load_known_openers()
    except InputError:
        return True
    return False


def run(script: str, *arguments: str) -> int:
    """Runs a script of this folder and returns its exit status; what it prints goes where this one prints."""
    return subprocess.run([sys.executable, str(ROOT / "scripts" / script), *arguments], check=False).returncode


def main() -> int:
    """Takes the steps; returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where a file would change")
    parser.add_argument("--wheels", metavar="DIR", help="read the wheels from DIR, download nothing")
    parser.add_argument("--all", action="store_true", help="build every tree again")
    options = parser.parse_args()
    check = ["--check"] if options.check else []
    wheels = [] if options.wheels is None else ["--wheels", options.wheels]
    if status := run("rebuild_lists.py", *check, *wheels):
        return status
    register = REGISTER.read_text(encoding="utf-8")
    renewed = renew_digests(register, read_digests())
    print(f"{REGISTER.name}: {'as it was' if register == renewed else 'different' if check else 'written'}", flush=True)
    if register != renewed:
        if check:
            return 1
        REGISTER.write_text(renewed, encoding="utf-8")
    # Only now: the register is read when it is imported.
    outdated = find_outdated()
    print(f"trees made from other lists: {', '.join(outdated) or 'none'}", flush=True)
    status = run("build_trees.py", *check, *([] if options.all else outdated)) if options.all or outdated else 0
    print(
        "openers.table: " + ("run scripts/build_openers.py FOLDER" if is_table_outdated() else "made from these lists")
    )
    return status


if __name__ == "__main__":
    sys.exit(main())
