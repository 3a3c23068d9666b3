"""The docs name every command, option, rule, strategy and list, as the help does; links and pictures are right."""

import ast
import json
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from command_runs import wordle_compile
from docs_hook import PLAYED
from draw_diagrams import FEEDBACK, GUESSES, N_CANDIDATES, OPENER, PICTURES, bound_of
from write_published import PAGE as PUBLISHED
from write_published import make_page, read_published
from write_records import PAGE, read_records, with_table
from write_times import SHOWN, TIMES, pages, round_time, with_times

from wordle_compiler.commands.analyze import analyze_command
from wordle_compiler.commands.compile import compile_command
from wordle_compiler.commands.shared_options import GAMES
from wordle_compiler.commands.tree import tree_command
from wordle_compiler.export.formats import FORMATS
from wordle_compiler.game.game import Rule
from wordle_compiler.game.lists import LIST_NAMES
from wordle_compiler.strategies import OPTION_HELP, get_strategy, strategy_names
from wordle_runtime import load
from wordle_runtime.feedback import feedback, marks
from wordle_runtime.next.command import OPTIONS as NEXT_OPTIONS
from wordle_runtime.verification import verify
from wordle_trees import certificate_path, names, read_list

ROOT = Path(__file__).parent.parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = {page.name: page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs").glob("*.md"))}
OPTIONS = PAGES["options.md"]
GUIDE = "\n".join([README, *PAGES.values()])
MOST_LINES = 200
EVERYWHERE = frozenset({"--help", "--version"})
"""The options that the page names once, for all commands."""
BLOCK = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)


def walk(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    yield name, command
    if isinstance(command, click.Group):
        for part, inner in command.commands.items():
            yield from walk(f"{name} {part}", inner)


COMMANDS = dict(
    pair
    for name, command in (
        ("wordle-compile", compile_command),
        ("wordle-analyze", analyze_command),
        ("wordle-tree", tree_command),
    )
    for pair in walk(name, command)
)
"""Each click command under the name that a user types, groups too."""
SINGLE = [name for name, command in COMMANDS.items() if not isinstance(command, click.Group)]


def options_of(command: click.Command) -> set[str]:
    return {option for found in command.params if isinstance(found, click.Option) for option in found.opts}


def heading_of(name: str) -> str:
    """The heading of a command's section: that of a part of a group also names its arguments."""
    return rf"### `{name}(?: [^`]*)?`" if " " in name else rf"## Options of `{name}`"


def section(heading: str) -> str:
    """The page's section under a heading (a pattern), up to the next heading of its level or above."""
    level = heading.partition(" ")[0]
    ending = rf"(?=^#{{1,{len(level)}}} |\Z)"
    (found,) = re.findall(rf"^{heading}\n(.*?){ending}", OPTIONS, re.MULTILINE | re.DOTALL)
    return str(found)


def documented(heading: str) -> set[str]:
    """The options in the first column of the section's tables, and of the shared tables that it takes."""
    text = section(heading)
    for shared in re.findall(r"^Takes (.*?)\.", text, re.MULTILINE):
        for anchor in re.findall(r"\(#([a-z-]+)\)", shared):
            text += section(f"### {anchor.replace('-', ' ').capitalize()}")
    return set(re.findall(r"`(--?[a-z-]+)", " ".join(re.findall(r"^\| (`-.*?) \|", text, re.MULTILINE))))


@pytest.mark.parametrize("name", [*SINGLE, "wordle-next"])
def test_the_guide_shows_the_command(name: str) -> None:
    assert f"$ {name} " in GUIDE or f"&& {name} " in GUIDE


DOCUMENTED = {
    **{heading_of(name): options_of(COMMANDS[name]) for name in SINGLE},
    heading_of("wordle-next"): {f"--{name}" for name in NEXT_OPTIONS},
}


@pytest.mark.parametrize("heading", DOCUMENTED)
def test_the_options_page_has_the_options_of_the_command_and_no_others(heading: str) -> None:
    assert documented(heading) - EVERYWHERE == DOCUMENTED[heading] - EVERYWHERE


def test_the_options_page_has_the_options_of_strategies_and_no_others() -> None:
    cells = re.findall(r"^\| `(.*?)` \|", section("## Options of strategies"), re.MULTILINE)

    assert sorted(cells) == sorted(OPTION_HELP)


HELP = CliRunner().invoke(compile_command, ["--help"], terminal_width=200).output
NAMED = [
    *((name, f"| `{name}` |", "compile.md", get_strategy(name).summary) for name in strategy_names()),
    *((rule, f"| `{rule}` |", "compile.md", rule) for rule in Rule),
    *((name, f"| `{name}` |", "games.md", name) for name in LIST_NAMES),
    *((name, f"`{name}`", "options.md", name) for name in GAMES),
    *((name, f"`{name}`", "trees.md", "") for name in names()),
    *((f"{form} {page}", f"`{form}`", page, "") for form in FORMATS for page in ("trees.md", "options.md")),
]


@pytest.mark.parametrize(("text", "page", "said"), [pytest.param(*row, id=name) for name, *row in NAMED])
def test_guide_and_help_name_every_strategy_rule_list_game_tree_and_format(text: str, page: str, said: str) -> None:
    assert text in PAGES[page]
    assert said in HELP


@pytest.mark.parametrize("name", COMMANDS)
def test_help_explains_every_option_once_and_shows_an_example(name: str) -> None:
    result = CliRunner().invoke(COMMANDS[name], ["--help"], prog_name=name, terminal_width=120)
    # An option begins its line; what continues its text is further in.
    begun = [line.split() for line in result.stdout.splitlines() if line.startswith(("  -", "      --"))]
    listed = [word.rstrip(",") for words in begun for word in words[:2] if word.startswith("--")]
    options = [param for param in COMMANDS[name].params if isinstance(param, click.Option)]

    assert result.exit_code == 0
    assert result.stderr == ""
    assert f" {name} " in result.output.partition("Examples:")[2]
    assert "Other options" not in result.stdout
    assert sorted(listed) == sorted([*(max(option.opts, key=len) for option in options), "--help"])
    assert all(option.help for option in options)


def test_readme_says_what_it_does_and_then_how_it_is_tested_on_the_first_screen() -> None:
    first_screen = README.partition("\n![")[0].splitlines()

    assert [line for line in first_screen if line.startswith("$ ")] == [
        "$ pip install '.[compiler]' && wordle-compile --strategy optimal --start plate",
        "$ pip install '.[test]' && pytest",
    ]
    assert len(first_screen) <= 40
    assert max(map(README.index, ("**Play", "**Compare", "**Prove", "**Embed"))) < README.index("Run the tests")


def test_readme_can_be_read_in_one_sitting() -> None:
    assert len(README.splitlines()) <= MOST_LINES


@pytest.mark.parametrize("text", [README, PAGES["index.md"]], ids=["README.md", "docs/index.md"])
def test_the_page_says_whose_game_it_is(text: str) -> None:
    assert "not affiliated with" in text
    assert "The New York Times Company" in text


LINKING = (
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *(ROOT / "docs" / name for name in PAGES),
    *sorted((ROOT / "trees" / "wordle_trees").glob("*.md")),
)


def anchors_of(page: Path) -> list[str]:
    headings = re.findall(r"^#+ (.*)$", BLOCK.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings]


@pytest.mark.parametrize("page", LINKING, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#]*)(#[^)]*)?\)", text):
        file = page.parent / target if target else page
        assert file.exists() or file.name == PLAYED, f"{page.name} links to {target}"
        if anchor and file.suffix == ".md":
            assert anchor[1:] in anchors_of(file), f"{page.name} links to {target}{anchor}"


def test_the_first_link_of_the_site_plays_todays_game() -> None:
    assert re.findall(r"\]\(([^)]*)\)", PAGES["index.md"])[0] == "wordle.html"
    assert "](page.png)](wordle.html)" in PAGES["index.md"]
    assert "- Play now: wordle.html" in (ROOT / "mkdocs.yml").read_text(encoding="utf-8")


def test_every_page_is_on_the_menu_and_on_the_first_page() -> None:
    menu = re.findall(r": ([\w-]+\.md)$", (ROOT / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)

    assert set(PAGES).issubset(menu)
    for name in set(PAGES) - {"index.md"}:
        assert f"]({name})" in PAGES["index.md"], f"docs/index.md does not link to {name}"


def test_every_results_file_is_listed() -> None:
    for results in (ROOT / "benchmarks" / "results").glob("*.md"):
        assert f"](../benchmarks/results/{results.name})" in PAGES["results.md"]


ROOMS = [
    room.parent.name
    for package in ("compiler/wordle_compiler", "runtime/wordle_runtime", "checker/wordle_checker")
    for room in (ROOT / package).glob("*/__init__.py")
]


@pytest.mark.parametrize("room", sorted(ROOMS))
def test_the_map_of_the_house_has_the_room(room: str) -> None:
    assert f"**{room}**" in PAGES["house.md"]


def test_the_files_that_the_map_of_the_house_names_exist() -> None:
    folders = ("compiler", "runtime", "checker", "scripts", "tests", "benchmarks")
    files = [f"/{path.relative_to(ROOT).as_posix()}" for folder in folders for path in (ROOT / folder).rglob("*.*")]
    named = re.findall(r"`([\w/.-]+\.(?:py|js|md))`", PAGES["house.md"])

    assert [name for name in named if not any(file.endswith(f"/{name}") for file in files)] == []


def test_the_table_of_records_is_that_of_the_results_file() -> None:
    page = PAGE.read_text(encoding="utf-8")

    assert with_table(page) == page


@pytest.mark.parametrize("record", [row for row in read_records() if row["tree"]], ids=lambda row: row["tree"])
def test_a_record_is_what_its_tree_reaches(record: dict[str, str]) -> None:
    is_bundled = record["tree"] in names()
    tree = load(record["tree"] if is_bundled else ROOT / record["tree"])
    guarantee = tree.guarantee
    assert is_bundled or verify(tree).holds
    found = guarantee.likely or guarantee
    n_answers, _, _ = record["answers and guesses"].partition(" / ")

    assert int(record["value"]) == (found.total if record["minimised"] == "total" else found.worst_case)
    assert ("certificate" in record["proven"]) == (is_bundled and certificate_path(record["tree"]) is not None)
    assert not n_answers.isdigit() or int(n_answers) == sum(found.histogram)


@pytest.mark.parametrize("name", pages())
def test_the_times_of_a_page_are_those_of_the_results_files(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")

    assert with_times(name, text) == text


ALL_MEASURED = (
    "README.md",
    *(f"docs/{name}" for name in ("analyze.md", "compile.md", "embed.md", "games.md", "play.md", "proofs.md")),
)
LIMITS = frozenset({"4 hours"})
"""Times that the program keeps to, and so nobody measures."""


@pytest.mark.parametrize("name", ALL_MEASURED)
def test_the_page_shows_no_time_that_is_in_no_results_file(name: str) -> None:
    text = BLOCK.sub("", (ROOT / name).read_text(encoding="utf-8"))

    assert set(re.findall(SHOWN, with_times(name, text, "-"))) <= LIMITS


def test_a_time_that_is_changed_by_hand_is_noticed() -> None:
    (place,) = TIMES["first-minute.md", "| tarse-any | {} |"]

    assert with_times(place[0], (ROOT / place[0]).read_text(encoding="utf-8"), "7 s").count("| 7 s |") > 1


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(2.56e-7, "0.26 µs"), (7.35e-4, "0.73 ms"), (0.52, "0.52 s"), (44.6, "45 s"), (99.6, "100 s"), (2305, "38 min")],
)
def test_a_time_is_shown_with_two_digits(seconds: float, shown: str) -> None:
    assert round_time(seconds) == shown


def test_the_page_of_published_figures_is_that_of_the_results_file() -> None:
    assert PUBLISHED.read_text(encoding="utf-8") == make_page()
    assert all(
        not row["certificate"] or row["certificate"] in (*names(), "written, not bundled") for row in read_published()
    )


QUICK = [row for row in read_published() if row["seconds"] and float(row["seconds"]) < 10]


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, marks=() if "pegs 3" in row["options"] else pytest.mark.slow, id=row["options"])
        for row in QUICK
    ],
)
def test_a_published_figure_is_reproduced(row: dict[str, str], tmp_path: Path) -> None:
    options = [*row["options"].split(), "--json", "--output", str(tmp_path / "a.tree")]
    report = json.loads(wordle_compile(*options).stdout)

    found = [str(report[key]) for key in ("total", "worst_case", "max_guesses", "rule")]
    assert found == [row[title] for title in ("total", "worst case", "limit", "rule")]


REFERENCES = re.findall(r"^### (.*)$", PAGES["references.md"], re.MULTILINE)
CITED = re.compile(r"references\.md#([\w-]+)")


def docstrings() -> Iterator[tuple[str, str]]:
    """Each docstring of the product with its place, also those below a name."""
    for path in sorted(
        path for package in ("compiler", "runtime", "checker", "trees") for path in (ROOT / package).rglob("*.py")
    ):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            ):
                yield f"{path.name}:{node.lineno}", node.value.value


def test_a_docstring_that_cites_a_source_names_its_entry_on_the_page_of_references() -> None:
    anchors = {re.sub(r"[^\w ]", "", name.lower()).replace(" ", "-"): name for name in REFERENCES}
    authors = [
        (re.compile(rf"\b{author}(?:R|'s)?\b"), anchor)
        for anchor, name in anchors.items()
        for author in re.findall(r"\b(?!News|Hacker)[A-Z]\w+", name)
    ]
    cited = set(CITED.findall("".join(PAGES.values())))
    for place, text in docstrings():
        found = set(CITED.findall(text))
        cited |= found
        names = {anchor for author, anchor in authors if author.search(text)}
        assert found <= anchors.keys(), place
        assert names <= found, f"{place} names {names - found} without a link"
        assert found or not re.search(r"Source:|https?://", text), f"{place} has a source that is not on the page"

    assert cited == set(anchors)


def test_the_citation_is_that_of_the_package() -> None:
    package = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")

    assert f"title: {package['name']}\nversion: {package['version']}\n" in citation


DOCS = Path(__file__).parent.parent.parent / "docs"


@pytest.mark.parametrize("name", PICTURES)
def test_the_picture_is_that_of_the_script(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == PICTURES[name](), "run python scripts/draw_diagrams.py"


def shown(answer: str) -> str:
    """What an answer gives the opener."""
    return "".join("_yg"[mark] for mark in marks(feedback(OPENER, answer), len(OPENER)))


def cells(guess: str, candidates: list[str]) -> list[list[str]]:
    """The cells of a guess, the largest first; none holds the guess itself."""
    found = defaultdict(list)
    for candidate in candidates:
        found[feedback(guess, candidate)].append(candidate)
    return sorted(found.values(), key=len, reverse=True)


def test_the_search_in_the_picture_is_a_real_one() -> None:
    answers, allowed = (read_list(f"original-{name}").decode().split() for name in ("answers", "allowed"))
    candidates = [answer for answer in answers if shown(answer) == FEEDBACK]
    bounds = {guess: N_CANDIDATES + sum(map(bound_of, map(len, cells(guess, candidates)))) for guess in allowed}

    assert len(candidates) == N_CANDIDATES
    assert {guess for guess in set(allowed) - set(candidates) if bounds[guess] < 37} == {"thing", "touch"}
    assert min(bounds[guess] for guess in candidates) - 1 >= 37
    for guess, large, more, _ in GUESSES:
        first, *others = cells(guess, candidates)
        assert [size for size in map(len, (first, *others)) if size > 1] == list(large)
        # None of its answers tells the others apart, and some other guess tells all apart.
        assert not more or all(len(cells(answer, first)) < len(first) for answer in first)
        assert not more or any(len(cells(word, first)) == len(first) for word in allowed)
        assert bounds[guess] + more == 37


@pytest.mark.parametrize("role", ["scheduler", "worker"])
def test_a_systemd_unit_starts_what_the_page_shows(role: str) -> None:
    unit = (ROOT / "docs" / f"wordle-tree-{role}.service").read_text(encoding="utf-8")
    (command,) = re.findall(r"^ExecStart=\S*/(venv/bin/dask .*)$", unit, re.MULTILINE)

    assert re.search(rf"^ +{re.escape(command)}$", PAGES["cluster.md"], re.MULTILINE)
    assert f"](wordle-tree-{role}.service)" in PAGES["cluster.md"]
