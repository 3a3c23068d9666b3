"""Runs of `wordle-compile` on tiny lists: what the fixtures of its tests are made of."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from click.testing import CliRunner, Result

from wordle_compiler import Game, WordList, compile_tree
from wordle_compiler.commands.compile import compile_command

# BODGE tells the three apart (b green, d yellow, nothing), so it needs 2 + 2 + 2 guesses. BUMPY does not tell DUMPY
# from JUMPY, so it needs 1 + 2 + 3.
THREE = ("bumpy", "dumpy", "jumpy")
# No word tells two of the others apart: the n-th guess solves the n-th word.
CHAIN = ("bumpy", "cumpy", "dumpy", "fumpy", "gumpy", "humpy", "jumpy", "kumpy")

BODGE = {
    "opener": "bodge",
    "fixed": ["bodge"],
    "strategy": "optimal",
    "rule": "any",
    "objective": "total",
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
    "weights": None,
    "weighted_total": None,
    "weighted_mean": None,
    "weighted_mean_exact": None,
    "likely": None,
    "others": None,
}
"""The report as JSON on the tree that opens with BODGE, but for its file, its bytes and its seconds."""

Compile = Callable[..., Result]


def write_lists(lists: Path) -> None:
    """Writes three word lists into a folder."""
    lists.mkdir(exist_ok=True)
    (lists / "three").write_text("\n".join(THREE))
    (lists / "four").write_text("\n".join((*THREE, "bodge")))
    (lists / "chain").write_text("\n".join(CHAIN))


@cache
def _bodge_tree() -> bytes:
    answers, allowed = WordList.from_words(THREE, "three"), WordList.from_words((*THREE, "bodge"), "four")
    return compile_tree(Game(answers, allowed), opener="bodge", n_workers=1).data


def write_bodge(folder: Path) -> None:
    """Writes the lists, and `bodge.tree`, which opens with BODGE for the three answers."""
    write_lists(folder)
    (folder / "bodge.tree").write_bytes(_bodge_tree())


def invoke(*args: str, words: str | None = None, stdin: str | None = None) -> Result:
    """Runs the command beside the folder of lists."""
    answers, allowed = (words, words) if words else ("three", "four")
    lists = ["--answers", f"../lists/{answers}", "--allowed", f"../lists/{allowed}"]
    return CliRunner().invoke(compile_command, [*lists, *args], input=stdin, prog_name="wordle-compile")


def left_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def raising(error: BaseException) -> Callable[..., object]:
    def compile_tree(*_args: object, **_kwargs: object) -> object:
        raise error

    return compile_tree
