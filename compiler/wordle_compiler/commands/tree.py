"""`wordle-tree`: lists, shows, compares and plays tree files, and tells how far a long search is.

`conversion.py` exports and imports them, `verify.py` checks them.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from typing import TYPE_CHECKING, Any

import click

import wordle_trees
from wordle_compiler.commands import shared_options as shared
from wordle_compiler.commands.conversion import export_command, import_command
from wordle_compiler.commands.report_output import render_report
from wordle_compiler.commands.usage import OneLineCommand, OneLineGroup, option, say, write_output
from wordle_compiler.commands.verify import verify_command
from wordle_compiler.compilation.report import UNKNOWN, CompiledTree, decimal, header_rows
from wordle_compiler.game.lists import LIST_NAMES, describe_list, list_words
from wordle_compiler.game.words import MOST_NAMED, name_some
from wordle_compiler.machine.errors import InputError
from wordle_compiler.rankings.table import DataTable, labelled
from wordle_runtime import load
from wordle_runtime.command_line import json_text
from wordle_runtime.errors import counted, printable

if TYPE_CHECKING:
    from wordle_compiler.analysis.whole_trees import PlayedGame, TreeDiff, TreeStats
    from wordle_compiler.solver.journal import JournalContent, KnownOpener

_LISTED = ("name", "game", "opener", "answers", "mean", "worst", "claimed", "proof")


@click.group("wordle-tree", cls=OneLineGroup, commands=[export_command, import_command, verify_command])
@shared.version_option
def tree_command() -> None:
    """Shows, checks, exports, imports, compares and plays compiled trees, and reads the journals of searches.

    TREE is a tree file, or the name of a bundled tree: nyt, nyt-hard, salet, plate and more (see list).

    \b
    Examples:
      wordle-tree list
      wordle-tree info plate
      wordle-tree verify plate.optimal.any.tree
      wordle-tree export plate --format svg --depth 3 --min-candidates 20 -o plate.svg
      wordle-tree import published.txt -o published.tree
      wordle-tree stats salet
      wordle-tree diff plate salet
      wordle-tree play plate --adversarial
      wordle-tree journal proof.db
    """  # noqa: D301 - click wants the character backspace itself


@tree_command.command("list", cls=OneLineCommand)
@option(
    "--words [NAME]",
    "Print the words of a list that comes with the program; without NAME, the lists, with licence and origin.",
    is_flag=False,
    flag_value="",
)
@shared.json_option
def list_command(*, words: str | None, as_json: bool) -> None:
    """Lists the bundled trees, or the word lists. `mean` and `worst` are those of the likely answers, if there are any.

    \b
    Examples:
      wordle-tree list
      wordle-tree list --json | jq .nyt.likely.mean
      wordle-tree list --words
      wordle-tree list --words primes-5
    """  # noqa: D301 - click wants the character backspace itself
    if words is not None:
        say(render_words(words, as_json=as_json))
        return
    trees = {name: CompiledTree(load(name)) for name in wordle_trees.names()}
    if as_json:
        say(json_text({name: tree.as_json(name) for name, tree in trees.items()}))
        return
    rows = []
    for name, tree in trees.items():
        likely, n_answers = tree.guarantee.likely, tree.guarantee.n_answers
        found = likely or tree.guarantee
        answers = n_answers if likely is None else f"{likely.count} of {n_answers}"
        proof = wordle_trees.certificate_path(name) and "yes"
        words = (likely or tree.tree.info.game.answers).name
        game = {"nyt": "today's Wordle", "original": "original Wordle"}.get(words.split("-")[0], words)
        rows.append((name, game, tree.tree.opener, answers, found.mean, found.worst_case, tree.head, proof))
    say(DataTable("", _LISTED, rows).text(left={0, 1, 2, 6, 7}))
    say(f"\n{len(trees)} trees, {sum(len(tree.data) for tree in trees.values()):,} bytes")


def render_words(name: str, *, as_json: bool) -> str:
    """Returns the words of a list, one a line, or of `` a table of the lists, without a trailing newline."""
    if name:
        found = list_words(name)
        return json_text({"name": name, **describe_list(name), "words": found}) if as_json else "\n".join(found)
    lists = {name: describe_list(name) for name in LIST_NAMES}
    rows = [(name, *about.values()) for name, about in lists.items()]
    return json_text(lists) if as_json else DataTable("", ("list", "words", "licence", "origin"), rows).text({0, 2, 3})


@tree_command.command("info", cls=OneLineCommand)
@click.argument("file", metavar="TREE")
@shared.json_option
def info_command(*, file: str, as_json: bool) -> None:
    """Shows the guarantee of TREE, its claim, and the game that it plays.

    \b
    Examples:
      wordle-tree info plate
      wordle-tree info plate.optimal.any.tree --json
    """  # noqa: D301 - click wants the character backspace itself
    tree = CompiledTree(load(file))
    shown = "\n".join([render_report(tree, file), "", *labelled(header_rows(tree.tree))])
    say(json_text(tree.as_json(file)) if as_json else shown)


@tree_command.command("stats", cls=OneLineCommand)
@click.argument("file", metavar="TREE")
@shared.json_option
def stats_command(*, file: str, as_json: bool) -> None:
    """Shows what happens at each turn of a tree.

    \b
    Columns: positions, the number of different positions in which the tree guesses; open, the answers
    not solved before the turn; solved, the answers that this turn solves; largest, the most
    candidates in one position; expected, the mean number of candidates before the guess, over the
    open answers.

    \b
    Examples:
      wordle-tree stats salet
    """  # noqa: D301 - click wants the character backspace itself
    from wordle_compiler.analysis.whole_trees import count_turns

    stats = count_turns(load(file))
    say(json_text(stats.as_json()) if as_json else render_stats(stats))


def render_stats(stats: TreeStats) -> str:
    """Returns the table and the mean, without a trailing newline."""
    guarantee = stats.tree.guarantee
    verdict = f"{printable(stats.tree.opener)}: mean {decimal(guarantee.mean)}, worst case {guarantee.worst_case}"
    if guarantee.likely is not None:
        verdict += f", mean of the likely answers {decimal(guarantee.likely.mean)}"
    return f"{stats.table().text()}\n{verdict}{f', {len(guarantee.unsolved)} unsolved' if guarantee.unsolved else ''}"


@tree_command.command("diff", cls=OneLineCommand)
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@option("--top K", "Show the first K places where the trees diverge; --json has all of them.", default=10)
@shared.json_option
def diff_command(*, first: str, second: str, top: int, as_json: bool) -> None:
    """Shows where the trees A and B diverge, and which answers each of them solves sooner.

    The trees diverge where the same turns lead to different guesses; later turns are not compared. Each such place has
    a line: the turns, and for A and B the guess, the candidates and the sum of the guesses still needed.

    \b
    Examples:
      wordle-tree diff plate salet
      wordle-tree diff soare.entropy.any.tree soare.minimax.any.tree --top 20
    """  # noqa: D301 - click wants the character backspace itself
    from wordle_compiler.analysis.whole_trees import compare_trees

    diff = compare_trees(load(first), load(second))
    say(json_text(diff.as_json()) if as_json else render_diff(diff, top))


def render_diff(diff: TreeDiff, top: int) -> str:
    """Returns the differences as lines of text, without a trailing newline, and at most `top` places."""
    rows = []
    for label, tree in zip("AB", diff.trees, strict=True):
        found, likely = tree.guarantee, tree.guarantee.likely
        totals = f"total {found.total}" + (f", likely total {likely.total}" if likely else "")
        solved = f"{found.n_solved} of {counted(found.n_answers, 'answer')} solved"
        rows.append((label, f"opener {printable(tree.opener)}, {totals}, worst case {found.worst_case}, {solved}"))
    if diff.is_same:
        return "\n".join([*labelled(rows), "both play every game the same way"])
    named = [f"{len(words)}: {name_some([*words])}" if words else "0" for words in (*diff.sooner, *diff.only)]
    rows += [(f"{label} sooner", words) for label, words in zip("AB", named[:2], strict=True)]
    rows.append(("equal", str(diff.n_equal)))
    rows += [(f"only in {label}", words) for label, words in zip("AB", named[2:], strict=True) if words != "0"]
    rows.append(("diverge", f"at {counted(len(diff), 'place')}"))
    lines, table = labelled(rows), diff.table()
    if diff.partings:
        lines += ["", table._replace(rows=table.rows[:top]).text({0, 1, 2}, UNKNOWN)]
    if len(diff) > top:
        lines.append(f"and {len(diff) - top} more: --top {len(diff)} shows all")
    return "\n".join(lines)


@tree_command.command("play", cls=OneLineCommand)
@click.argument("file", metavar="TREE")
@option("--answer WORD", "The hidden word.")
@option("--adversarial", "Choose no answer; each feedback keeps the most candidates.")
@option("--worst-case", "Choose no answer; each feedback leads to the longest game.")
@shared.json_option
def play_command(*, file: str, answer: str | None, adversarial: bool, worst_case: bool, as_json: bool) -> None:
    """Shows the game that TREE plays, with the candidates that remain after each guess.

    With --adversarial, of feedbacks that keep equally many candidates the one that leads to the longer game is given;
    with --worst-case, the two measures swap. If both are equal, grey comes before yellow before green, from the left,
    and few black pegs before many. The column tied counts the feedbacks that are equal by the first measure.

    \b
    Examples:
      wordle-tree play salet --answer light
      wordle-tree play plate --adversarial
      wordle-tree play mastermind --worst-case --json
    """  # noqa: D301 - click wants the character backspace itself
    from wordle_compiler.analysis.whole_trees import Host, play_tree

    if (answer is not None) + adversarial + worst_case != 1:
        raise InputError("give exactly one of --answer WORD, --adversarial or --worst-case")
    game = play_tree(load(file), (Host.ADVERSARIAL if adversarial else Host.WORST_CASE) if answer is None else answer)
    say(json_text(game.as_json()) if as_json else render_game(game))


def render_game(game: PlayedGame) -> str:
    """Returns a game as a table and its outcome, without a trailing newline."""
    n_guesses = counted(len(game.turns), "guess")
    outcome = f"solved with {n_guesses}"
    if not game.is_solved:
        outcome = f"not solved: the tree has no guess after {n_guesses}; candidates left: {name_some(game.answers)}"
    return f"{game.table().text(left={1, 2})}\n{outcome}"


@tree_command.command("journal", cls=OneLineCommand)
@click.argument("file", metavar="FILE...", nargs=-1, required=True)
@shared.output_option("Write a journal that holds what all FILEs hold; the same command goes on from it.")
@shared.csv_option
@shared.json_option
def journal_command(*, file: tuple[str, ...], output: str | None, csv_file: str | None, as_json: bool) -> None:
    """Shows how far the searches are that keep FILE, and what they have proven. The search may be running.

    Several FILEs, of the same search on several machines, are shown as one.

    \b
    Examples:
      wordle-tree journal proof.db
      wordle-tree journal proof.db --csv openers.csv
      wordle-tree journal first.db second.db -o both.db
    """  # noqa: D301 - click wants the character backspace itself
    from wordle_compiler.solver.journal import merge_journals, parse_journal, read_journal

    records = [read_journal(path) for path in file]
    data = merge_journals(records)
    write_output(output, data)
    record = records[0] if len(file) == 1 else parse_journal(data, output or "merged")
    titles = ("opener", "max_guesses", "unit", "total", "proven", "seconds", "search")
    found = summarize(record, file[0] if len(file) == 1 else output)
    rows = [(*one[: len(titles) - 1], found["search"]) for one in record.openers()]
    write_output(csv_file, DataTable("", titles, rows).csv())
    say(json_text(found) if as_json else render_summary(found))


def summarize(record: JournalContent, path: str | None = None) -> dict[str, Any]:
    """Returns what a journal says, as JSON has it; times in seconds, those of a run since 1970.

    `path` is where the journal is now, which the command that goes on from it names.
    """
    from wordle_compiler.solver.journal import command_with, describe_question

    openers, runs, asked = record.openers(), record.runs, record.question
    # Of several lists, no run so far was about all of them.
    is_whole = bool(runs) and len({one.word for one in openers}) <= (runs[-1].n_openers or len(openers))
    last = runs[-1]._asdict() if is_whole else {}
    n_openers, n_settled, command = (last.get(name) for name in ("n_openers", "n_settled", "command"))
    n_left = None if n_openers is None else n_openers - n_settled
    groups: dict[tuple[int, str, str], list[KnownOpener]] = {}
    for one in openers:
        groups.setdefault((one.limit, one.unit, one.proven), []).append(one)
    told = [
        {
            "max_guesses": limit,
            "unit": unit,
            "proven": kind,
            "n_openers": len(group),
            "least": group[0].total,
            "words": [one.word for one in group if not one.is_settled or one.total == group[0].total][:MOST_NAMED],
        }
        for (limit, unit, kind), group in groups.items()
    ]
    rates, seconds_left = _outlook(record, n_left)
    return {
        "search": describe_question(asked),
        **{name: asked[name] for name in ("rule", "objective")},
        **{f"n_{name}": int(asked[name]) for name in ("answers", "allowed")},
        "max_guesses": int(asked["max_guesses"]),
        "command": command and command_with(command, path) if path else command,
        "runs": [run._asdict() for run in runs],
        "seconds": sum(run.written - run.started for run in runs),
        "n_openers": n_openers,
        "n_settled": n_settled,
        "n_left": n_left,
        "n_cells": record.n_cells,
        "n_cells_left": last.get("n_cells_left"),
        "groups": told,
        "rates": rates,
        "seconds_left": seconds_left,
    }


def _outlook(
    record: JournalContent, n_left: int | None
) -> tuple[tuple[float, float] | None, tuple[float, float] | None]:
    """Returns how many openers were settled a second in the two halves of the time so far, and the time left.

    The time left is between a third and three times that at the rate of the second half; from 0 if the rate more than
    doubles, and up to a longer time if it falls to less than half. It is not told if fewer than a tenth of what is left
    is settled, unless the rate rises: openers are taken by how hard they look. Nor is it while openers that take long
    are postponed to the end, nor either before eight openers, or 20 seconds. The factors hold in the searches that
    tests/commands/test_long_search.py has recorded.
    """
    openers = record.openers()
    times = sorted(one.written for one in openers if one.is_settled)
    # Of the time between two runs, none counts.
    active = [sum(min(max(at, run.started), run.written) - run.started for run in record.runs) for at in times]
    half, n = (active[-1] - active[0]) / 2 if active else 0.0, len(times)
    if n < 8 or half < 10:
        return None, None
    before = bisect_right(active, active[0] + half)
    recent = n - before
    rates, is_rising = (before / half, recent / half), recent > 2 * before
    if not n_left or n < len(openers) or (n < n_left / 10 and not is_rising):
        return rates, None
    steady = n_left * half / recent
    # Where the rate falls, as many times fewer are left after each half.
    decay = 2 * half * math.log(n_left + 1) / math.log(1 + recent / n_left) if before > 2 * recent else 0.0
    return rates, (0.0 if is_rising else steady / 3, max(3 * steady, decay))


def render_summary(found: dict[str, Any]) -> str:
    """Returns a summary as lines of text, without a trailing newline."""
    rows = [("search", found["search"])]
    if found["n_openers"] is not None:
        rows.append(("openers", f"{found['n_settled']} of {found['n_openers']} settled, {found['n_left']} left"))
    if found["n_cells"]:
        left = "" if found["n_cells_left"] is None else f", {found['n_cells_left']} left"
        rows.append(("cells", f"{found['n_cells']} settled{left}"))
    said = {"exact": " exact, least {least} {unit}: {names}", "at least": ": at least {least} {unit} each"}
    said |= {"no tree": ": no tree", "postponed": " postponed, at least {least}: {names}"}
    for group in found["groups"]:
        text = said[group["proven"]].format(names=name_some(group["words"]), **group)
        within = counted(group["max_guesses"], "guess")
        rows.append(("proven", f"{counted(group['n_openers'], 'opener')}{text} within {within}"))
    if not found["groups"] and not found["n_cells"]:
        rows.append(("proven", "nothing yet"))
    elif found["command"] is None:
        rows.append(("openers", "of several lists: no run so far was about all of them"))
    if not found["runs"]:
        return "\n".join(labelled(rows))
    rows.append(("time", f"{_duration(found['seconds'])} in {counted(len(found['runs']), 'run')}"))
    if found["rates"]:
        first, last = (f"{float(f'{rate * 60:.3g}'):,g}" for rate in found["rates"])
        rows.append(("rate", f"{first} openers a minute in the first half of the time, {last} in the second"))
    if found["seconds_left"]:
        least, most = map(_duration, found["seconds_left"])
        range_left = f"{least} to {most}" if found["seconds_left"][0] else f"at most {most}"
        rows.append(("time left", f"{range_left}, if the rate goes on as it did"))
    elif found["n_left"]:
        rows.append(("time left", "cannot be told yet"))
    rows.append(("commits", ", ".join(dict.fromkeys(run["commit"] for run in found["runs"]))))
    if found["command"]:
        what = "command" if 0 in (found["n_left"], found["n_cells_left"]) else "go on with"
        rows.append((what, printable(found["command"])))
    return "\n".join(labelled(rows))


def _duration(seconds: float) -> str:
    """Returns a time in its two greatest units, such as `2 h 5 min`."""
    minutes, hours = round(seconds / 60), round(seconds / 3600)
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 90 else f"{minutes // 60} h {minutes % 60} min" if hours < 48 else f"{hours} h"
