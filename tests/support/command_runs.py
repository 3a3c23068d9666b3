"""The commands within this process, tiny lists to run them on, and what is said of the tree that opens with BODGE."""

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path

import click
from click.testing import CliRunner, Result

from wordle_compiler import Game, WordList, compile_tree
from wordle_compiler.commands.analyze import analyze_command
from wordle_compiler.commands.compile import compile_command
from wordle_compiler.commands.tree import tree_command

# BODGE tells the three apart (b green, d yellow, nothing), so it needs 2 + 2 + 2 guesses. BUMPY does not tell DUMPY
# from JUMPY, so it needs 1 + 2 + 3.
THREE = ("bumpy", "dumpy", "jumpy")
FOUR = ("bodge", *THREE)
# No word tells two of the others apart: the n-th guess solves the n-th word.
CHAIN = ("bumpy", "cumpy", "dumpy", "fumpy", "gumpy", "humpy", "jumpy", "kumpy")
LISTS = {"three": THREE, "four": FOUR, "chain": CHAIN}

BODGE = {
    "opener": "bodge",
    "fixed": ["bodge"],
    "options": ["opener=bodge"],
    "answers_sha256": sha256(b"bumpy\ndumpy\njumpy\n").hexdigest(),
    "allowed_sha256": sha256(b"bodge\nbumpy\ndumpy\njumpy\n").hexdigest(),
    "strategy": "optimal",
    "kind": "wordle",
    "rule": "any",
    "objective": "total",
    "answers": "three",
    "allowed": "four",
    "n_answers": 3,
    "n_allowed": 4,
    "total": 6,
    "mean": 2.0,
    "mean_exact": "2",
    "worst_case": 2,
    "histogram": {"2": 3},
    "unsolved": [],
    "status": "optimal below opener",
    "max_guesses": 6,
    "claim": "optimal below opener (total, within 6 guesses, rule any): no such tree that begins with bodge "
    "has a smaller total",
    **dict.fromkeys(("weights", "weighted_total", "weighted_mean", "weighted_mean_exact", "likely", "others")),
}
"""The report as JSON on the tree that opens with BODGE, but for its file, its bytes and its seconds."""

Run = Callable[..., Result]


def runner(command: click.Command) -> Run:
    def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
        return CliRunner().invoke(command, arguments, input=stdin, prog_name=command.name)

    return run


wordle_compile, wordle_analyze, wordle_tree = map(runner, (compile_command, analyze_command, tree_command))


def write_lists(folder: Path) -> None:
    """Writes the three word lists into a folder."""
    folder.mkdir(exist_ok=True)
    for name, words in LISTS.items():
        (folder / name).write_text("\n".join(words))


@cache
def bodge_tree() -> bytes:
    answers, allowed = WordList("three", THREE), WordList("four", FOUR)
    return compile_tree(Game(answers, allowed), opener="bodge", n_workers=1).data


def left_in(folder: Path) -> list[str]:
    """Returns the files of a folder but for lists, whose names have no suffix."""
    return sorted(path.name for path in folder.iterdir() if path.suffix)


def compile_lists(*arguments: str, words: str | None = None, stdin: str | None = None) -> Result:
    """Compiles for `three` and `four`, or for one list of answers that are the allowed words as well."""
    return wordle_compile("--answers", words or "three", "--allowed", words or "four", *arguments, stdin=stdin)
