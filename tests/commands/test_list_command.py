"""`wordle-tree list`: a row for each bundled tree, as text and as JSON."""

import json
from html import escape

import pytest
from click.testing import CliRunner, Result

import wordle_trees
from wordle_compiler.commands.tree import tree_command
from wordle_compiler.compilation.report import Report
from wordle_compiler.export.embedded import to_source
from wordle_runtime import load


def run(*arguments: str) -> Result:
    return CliRunner().invoke(tree_command, ["list", *arguments], prog_name="wordle-tree")


def test_list_has_a_row_for_each_tree_and_the_sum_of_their_sizes() -> None:
    result = run()

    titles, *rows, blank, last = result.stdout.splitlines()
    assert (result.exit_code, result.stderr, blank) == (0, "", "")
    assert " ".join(titles.split()) == "name game opener answers mean worst claimed proof"
    assert [row.split()[0] for row in rows] == [*wordle_trees.names()]
    sizes = [len(wordle_trees.read(name)) for name in wordle_trees.names()]
    assert last == f"{len(rows)} trees, {sum(sizes):,} bytes"
    assert all(row == row.rstrip() for row in rows)


def test_rows_say_what_a_tree_is_about() -> None:
    rows = {cells[0]: " ".join(cells[1:]) for cells in map(str.split, run().stdout.splitlines()) if cells}

    # The likely answers count where there are some.
    likely = "optimal (likely total, within 6 guesses, rule any)"
    assert rows["nyt"] == f"today's Wordle tarse 3158 of 14855 3.5526 6 {likely} yes"
    assert rows["salet"] == "original Wordle salet 2315 3.4212 5 optimal (total, within 6 guesses, rule any) yes"
    claim = "optimal (total, within 5 guesses, rule any)"
    assert rows["mastermind-within-5"] == f"mastermind-4x6 1123 1296 4.3410 5 {claim} yes"


@pytest.mark.parametrize("name", ["nyt", "nyt-crane", "salet-worst-case", "plate", "mastermind-within-5"])
def test_every_place_has_one_claim_with_its_objective_limit_and_rule(name: str) -> None:
    tree = load(name)
    report = Report.of_tree(tree)
    shown = json.loads(CliRunner().invoke(tree_command, ["info", name, "--json"]).stdout)
    info = CliRunner().invoke(tree_command, ["info", name]).stdout

    limit = (tree.guarantee.likely or tree.info.game).max_guesses
    objective = tree.info.objective.replace("-", " ")
    assert report.head == f"{tree.info.status} ({objective}, within {limit} guesses, rule {tree.info.game.rule})"
    assert (report.claim.partition(":")[0], shown["claim"], shown["max_guesses"]) == (report.head, report.claim, limit)
    assert f"claimed    {report.claim}\n" in info
    assert f"claimed {escape(report.claim)}" in report._repr_html_()
    assert report.head in run().stdout
    assert report.head in to_source(tree, "c")


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
