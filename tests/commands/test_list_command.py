"""`wordle-tree list`: a row for each bundled tree, as text and as JSON."""

import json

from click.testing import CliRunner, Result

import wordle_trees
from wordle_compiler.commands.tree import tree_command
from wordle_runtime import load


def run(*arguments: str) -> Result:
    return CliRunner().invoke(tree_command, ["list", *arguments], prog_name="wordle-tree")


def test_list_has_a_row_for_each_tree_and_the_sum_of_their_sizes() -> None:
    result = run()

    titles, *rows, blank, last = result.stdout.splitlines()
    assert (result.exit_code, result.stderr, blank) == (0, "", "")
    assert " ".join(titles.split()) == "name opener answers allowed rule mean worst claimed proof bytes"
    assert [row.split()[:2] for row in rows] == [[name, wordle_trees.opener(name)] for name in wordle_trees.names()]
    sizes = [len(wordle_trees.read(name)) for name in wordle_trees.names()]
    assert [int(row.split()[-1]) for row in rows] == sizes
    assert last == f"{len(rows)} trees, {sum(sizes):,} bytes"
    # All columns of numbers end at one place, and no row ends in a blank.
    assert len({len(row) for row in rows}) == 1
    assert all(row == row.rstrip() for row in rows)


def test_rows_say_what_a_tree_is_about() -> None:
    rows = {cells[0]: cells for cells in map(str.split, run().stdout.splitlines()) if cells}

    # The likely answers count where there are some.
    assert rows["nyt"][1:9] == ["tarse", "3158", "of", "14855", "14855", "any", "3.5526", "6"]
    assert rows["salet"][1:] == ["salet", "2315", "12972", "any", "3.4212", "5", "optimal", "yes", "8699"]
    assert rows["mastermind"][1:6] == ["1123", "1296", "1296", "any", "4.3403"]


def test_json_is_one_object_with_a_report_for_each_name() -> None:
    result = run("--json")

    assert (result.exit_code, result.stderr, result.stdout.count("\n")) == (0, "", 1)
    reports = json.loads(result.stdout)
    assert tuple(reports) == wordle_trees.names()
    for name, report in reports.items():
        tree = load(name)
        assert (report["opener"], report["total"]) == (tree.opener, tree.guarantee.total)
        assert report["status"] == tree.info.status
    assert reports["nyt"]["likely"]["total"] == 11219
