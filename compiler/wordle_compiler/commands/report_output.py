"""The report of a tree as text (the guesses it needs, their histogram, and its claim), and the tree's file."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wordle_compiler.commands.usage import STANDARD_STREAM, is_in_use, write_output
from wordle_compiler.game.lists import CLASSIC
from wordle_compiler.game.words import name_some
from wordle_compiler.machine.atomic import check_folder
from wordle_compiler.rankings.table import DataTable
from wordle_runtime import load
from wordle_runtime.errors import TreeError, counted, printable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from wordle_compiler.compilation.compiled_tree import CompiledTree
    from wordle_compiler.compilation.report import OtherFigures, Report
    from wordle_runtime import LikelyAnswers, Tree

_BAR_WIDTH = 40
_SUFFIX = ".tree"
_LONGEST = 60
"""A file name keeps at most this many characters of a list's name."""


def check_default_folder(output: str | None) -> None:
    """Raises `InputError` if no `-o` is given, and no file can be created in the current folder."""
    if output is None:
        check_folder(Path())


def deliver(tree: CompiledTree, output: str | None, *, as_json: bool, note: str = "", **fields: Any) -> None:
    """Writes a tree, under its default name if none is given, and prints its report to the stream that it leaves.

    The report ends with `note`; as JSON it has `fields` besides its own.
    """
    target = output or _default_file_name(tree)
    write_output(target, tree.data)
    shown = json.dumps(tree.report.as_json(target) | fields) if as_json else render_report(tree.report, target) + note
    click.echo(shown, err=target == STANDARD_STREAM)


def _default_file_name(compiled: CompiledTree) -> str:
    """Returns the default file name of a tree: `OPENER.STRATEGY.RULE.tree`, with every fixed first guess.

    Lists that are not the default come before `.tree`. If that file holds something else, such as a tree of another
    game, or the command reads it or writes it for another option, part of this game's fingerprint is added to the name.
    A user's words and names may contain any character; characters other than letters, digits, `-` and `_` become `_`.
    """
    report, tree = compiled.report, load(compiled.data)
    game, likely = tree.info.game, tree.guarantee.likely
    lists = list(dict.fromkeys((game.answers.name, game.allowed.name)))
    if likely is not None:
        lists = [likely.name, *lists]
    elif tuple(lists) == CLASSIC:
        lists = []
    words = "-".join(map(_plain, report.fixed or (report.opener,)))
    parts = [words, report.strategy, report.rule, *(_plain(name)[:_LONGEST] for name in lists)]
    path = Path(".".join(parts) + _SUFFIX)
    if is_in_use(path) is not None or (path.exists() and not _is_of_game(path, game.fingerprint)):
        parts.append(game.fingerprint.hex()[:8])
    return ".".join(parts) + _SUFFIX


def _plain(text: str) -> str:
    return "".join(character if character.isalnum() or character in "-_" else "_" for character in text)


def _is_of_game(path: Path, fingerprint: bytes) -> bool:
    """Returns whether a file holds a tree of the game with this fingerprint."""
    try:
        return path.is_file() and load(path).info.game.fingerprint == fingerprint
    except (TreeError, OSError):
        return False


def render_report(report: Report, file: str | None) -> str:
    """Returns the report as lines of text, without a trailing newline.

    Args:
        report: The numbers; this function computes none.
        file: The file that holds the tree, as the user should type it; None if no file was written.
    """
    n_solved = report.n_answers - len(report.unsolved)
    is_fixed = len(report.fixed) > 1
    rows = [
        ("opener", ", then ".join(map(printable, report.fixed if is_fixed else (report.opener,)))),
        ("strategy", f"{printable(report.strategy)}, rule {report.rule}"),
        (
            "solved",
            f"{n_solved} of {counted(report.n_answers, 'answer' if report.likely is None else 'word')}, "
            f"{counted(report.n_allowed, 'allowed guess')}",
        ),
        ("total", str(report.total)),
        ("mean", f"{report.mean:.4f}"),
        ("worst case", counted(report.worst_case, "guess")),
    ]
    if report.weights is not None:
        rows.insert(
            4,
            (
                "weighted",
                f"mean {report.weights.mean:.4f}, total {report.weights.total} by {printable(report.weights.name)}",
            ),
        )
    if report.likely is not None and report.others is not None:
        rows[3:3] = [("likely", _likely(report.likely)), ("others", _others(report.others, report.likely.max_guesses))]
        # The two rows say it of words that differ in what the player cares for.
        del rows[-1]
    if report.unsolved:
        rows.append(("unsolved", f"{len(report.unsolved)}: {name_some(report.unsolved, ', and {} more')}"))
    rows.append(("claimed", report.claim))
    if file is not None:
        took = "" if report.seconds is None else f", {report.seconds:.1f} s"
        rows.append(("file", f"{printable(file)}, {report.n_bytes} bytes{took}"))
    return "\n".join([*labelled(rows), "", _render_histogram(report.histogram)])


def render_details(tree: Tree) -> str:
    """Returns the rest of a tree's header: the list digests, the limit, the strategy's options, the format."""
    info = tree.info
    rows = [
        ("limit", counted(info.game.max_guesses, "guess")),
        *(
            (label, f"{printable(words.name)}, {counted(words.count, 'word')}, sha256 {words.sha256.hex()}")
            for label, words in (("answers", info.game.answers), ("allowed", info.game.allowed))
        ),
        ("options", ", ".join(printable(f"{name}={value}") for name, value in info.options) or "none"),
        ("format", ".".join(map(str, info.version))),
        ("checksum", info.checksum.hex()),
    ]
    likely = tree.guarantee.likely
    if likely is not None:
        words = f"{printable(likely.name)}, {counted(likely.count, 'word')}, sha256 {likely.sha256.hex()}"
        rows.insert(2, ("likely", words))
    return "\n".join(labelled(rows))


def _likely(likely: LikelyAnswers) -> str:
    """Returns the total and mean of a tree over its likely answers."""
    missed = f", {len(likely.unsolved)} not solved" if likely.unsolved else ""
    return (
        f"{counted(likely.count, 'answer')} ({printable(likely.name)}): "
        f"mean {likely.mean:.4f}, total {likely.total}, within {counted(likely.max_guesses, 'guess')}{missed}"
    )


def _others(others: OtherFigures, max_guesses: int) -> str:
    """Returns the mean of a tree over the other answers; `max_guesses` is the limit for the likely answers."""
    text = counted(others.n_answers, "word")
    if not others.n_solved:
        return f"{text}, {'none of them solved' if others.n_answers else 'all are likely'}"
    n_lost, n_late = others.n_answers - others.n_solved, others.n_solved - others.n_within
    rest = f", {'the rest' if not n_lost else n_late} within {others.worst_case}" if n_late else ""
    most = f", {others.n_within} of them within {counted(max_guesses, 'guess')}{rest}"
    return f"{text}: mean {others.mean:.4f}{most}" + (f", {n_lost} not solved" if n_lost else "")


def labelled(rows: Iterable[tuple[str, str]]) -> list[str]:
    """Returns lines of text, each a label and its value."""
    return [f"{label:<11}{value}" for label, value in rows]


def _render_histogram(histogram: dict[int, int]) -> str:
    most = max(histogram.values(), default=0)
    try:
        "█".encode(getattr(sys.stdout, "encoding", None) or "ascii")
        block = "█"
    except (LookupError, UnicodeEncodeError):
        block = "#"
    # Rounded up, so that a nonzero count shows as at least one block.
    rows = [(n_guesses, n, block * -(-n * _BAR_WIDTH // most)) for n_guesses, n in sorted(histogram.items())]
    return DataTable("", ("guesses", "answers", ""), rows).text(left={2})
