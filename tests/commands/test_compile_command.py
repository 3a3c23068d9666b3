"""`wordle-compile`: exact output, exit statuses, and what goes to which stream."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from command_runs import BODGE, CHAIN, Run, left_in, wordle_compile

from wordle_compiler.commands.compile import compile_command
from wordle_compiler.compilation import compiled_tree as build
from wordle_compiler.game.game import Game
from wordle_compiler.game.lists import load_list
from wordle_compiler.machine import progress
from wordle_compiler.machine.errors import InputError, UnmetGuaranteeError
from wordle_compiler.search.problem import MOST_TWINS


def normalised(text: str) -> str:
    """Blanks the two fields that differ from run to run or from encoder to encoder."""
    return re.sub(r"\d+ bytes, \d+\.\d s", "N bytes, N s", text)


def test_report_as_text(run: Run, folder: Path) -> None:
    # Without kernels at hand, progress says that they are compiled.
    result = run("--start", "bumpy", "--quiet")

    assert (result.exit_code, result.stderr) == (0, "")
    assert normalised(result.stdout) == (
        "opener     bumpy\n"
        "strategy   optimal, rule any\n"
        "solved     3 of 3 answers, 4 allowed guesses\n"
        "total      6\n"
        "mean       2.0000\n"
        "worst case 3 guesses\n"
        "claimed    optimal below opener (total, within 6 guesses, rule any): no such tree "
        "that begins with bumpy has a smaller total\n"
        "file       bumpy.optimal.any.three.four.tree, N bytes, N s\n"
        "\n"
        "guesses  answers\n"
        f"      1        1  {'█' * 40}\n"
        f"      2        1  {'█' * 40}\n"
        f"      3        1  {'█' * 40}\n"
    )
    assert left_in(folder) == ["bumpy.optimal.any.three.four.tree"]


def test_report_as_json(run: Run, folder: Path) -> None:
    result = run("--start", "bodge", "--json", "--quiet", "-o", "x.tree")

    assert result.stderr == ""
    report = json.loads(result.stdout)
    assert isinstance(report.pop("seconds"), float)
    data = (folder / "x.tree").read_bytes()
    assert report == BODGE | {"file": "x.tree", "n_bytes": len(data), "checksum": data[-32:].hex()}


@pytest.mark.parametrize("n_more", [0, 1])
def test_words_of_which_every_order_is_tried_are_told_first(run: Run, folder: Path, n_more: int) -> None:
    words = [f"wz{chr(0x4E00 + number)}zw" for number in range(MOST_TWINS + n_more)]
    (folder / "alike").write_text("\n".join(words), encoding="utf-8")

    result = run("--answers", "alike", "--allowed", "alike", "--start", "zzzzz", "--quiet")

    assert result.stderr.count(f"wordle-compile: {len(words)} answers differ in one place alone") == n_more
    assert result.exit_code == 2


def test_long_work_tells_its_progress_where_there_is_no_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_SECONDS_A_LINE", 0)

    told, silent = run("--start", "bumpy"), run("--start", "bumpy", "--quiet")

    assert re.fullmatch(r"(compiling .*\n)?(answers below bumpy [0-3]/3\n)+", told.stderr)
    assert silent.stderr == ""
    assert normalised(told.stdout) == normalised(silent.stdout)


def test_tree_on_standard_output_is_the_file_and_the_report_goes_to_standard_error(run: Run, folder: Path) -> None:
    to_file = run("--start", "bumpy", "-o", "x.tree")
    to_stream = run("--start", "bumpy", "-o", "-")

    assert to_file.exit_code == to_stream.exit_code == 0
    assert to_stream.stdout_bytes == (folder / "x.tree").read_bytes()
    assert to_stream.stderr.startswith("opener     bumpy\n")
    assert left_in(folder) == ["x.tree"]
    to_stream = run("--start", "bumpy", "--json", "-o", "-")
    assert (to_stream.exit_code, to_stream.stdout_bytes) == (0, (folder / "x.tree").read_bytes())
    assert json.loads(to_stream.stderr)["file"] == "-"


@pytest.mark.parametrize(
    ("strategy", "options"),
    [
        ("random@seed=7", {"seed": 7}),
        ("entropy@candidates", {"guess_from": "candidates"}),
        ("entropy@candidates@sample=2@seed=3", {"guess_from": "candidates", "sample": 2, "seed": 3}),
        ("two-step@two-step-limit=2", {"two_step_limit": 2}),
        (
            "shortlist@shortlist-size=2@shortlist-by=letter-frequency@shortlist-for=minimax",
            {"shortlist_size": 2, "shortlist_by": "letter-frequency", "shortlist_for": "minimax"},
        ),
        ("optimal@effort=2", {"effort": 2}),
        ("optimal --effort 2", {"effort": 2}),
        ("optimal@time-limit=60", {"time_limit": 60}),
    ],
)
def test_options_of_a_strategy_stand_with_its_name(
    run: Run, folder: Path, strategy: str, options: dict[str, int | str]
) -> None:
    result = run("--strategy", *strategy.split(), "--start", "bumpy", "-o", "x.tree")

    assert result.exit_code == 0, result.stderr
    game = Game(load_list("three"), load_list("four"))
    name = re.split("[@ ]", strategy)[0]
    expected = build.compile_tree(game, name, opener="bumpy", options=options, n_workers=1).data
    assert (folder / "x.tree").read_bytes() == expected
    assert expected != build.compile_tree(game, name, opener="bumpy", n_workers=1).data


def test_help_has_each_option_in_a_group() -> None:
    help_text = wordle_compile("--help").stdout
    headings = re.findall(r"^(\w[\w ]*):$", help_text, re.MULTILINE)

    assert headings[:5] == ["Game", "Strategy", "Guarantee", "Search", "Output"]
    assert headings[5:] == ["Strategies"]
    # Ranges are said in words.
    assert "[1 to 255]" in help_text
    assert "[at least 1]" in help_text
    assert "<=" not in help_text
    assert ">=" not in help_text


def test_first_screen_of_the_help_has_the_examples() -> None:
    help_text = CliRunner().invoke(compile_command, ["--help"], prog_name="wordle-compile", terminal_width=80).stdout
    screen = help_text.splitlines()[:24]

    assert screen[0] == "Usage: wordle-compile [OPTIONS]"
    examples = [line for line in screen if line.startswith("    wordle-compile ")]
    assert len(examples) == help_text.count("\n    wordle-compile ") >= 4
    assert max(map(len, examples)) <= 80


def test_composed_and_decomposed_letters_are_one_word(run: Run, folder: Path) -> None:
    (folder / "accents").write_text("\u00e9t\u00e9\nile\n")

    result = run("--start", "E\u0301TE\u0301", "--json", words="accents")

    assert json.loads(result.stdout)["opener"] == "\u00e9t\u00e9"


def test_list_from_standard_input_serves_both_options(run: Run) -> None:
    result = run("--answers", "-", "--allowed", "-", "--json", "--start", "ab", stdin="ab\ncd\n")

    assert json.loads(result.stdout)["histogram"] == {"1": 1, "2": 1}


@pytest.mark.parametrize(
    ("args", "named"),
    [
        pytest.param(["--start", "bumpy", "--max-guesses", "2"], "2", id="optimal, limit"),
        pytest.param(["--start", "bodge", "--max-guesses", "1"], "1", id="optimal, limit of one"),
        pytest.param(["--start", "bumpy", "--require-mean", "1.99"], "1.99", id="optimal, mean"),
        pytest.param(
            ["--objective", "worst-case", "--require-mean", "1.9"], "at most 1.90000 is required\n", id="worst case"
        ),
        pytest.param(["--strategy", "first", "--start", "bumpy", "--require-mean", "1.5"], "1.5", id="heuristic, mean"),
        pytest.param(
            ["--strategy", "minimax", "--start", "bumpy", "--rule", "candidates", "--max-guesses", "2"],
            "jumpy",
            id="heuristic, limit",
        ),
    ],
)
def test_unmet_guarantee(run: Run, folder: Path, args: list[str], named: str) -> None:
    result = run(*args)

    assert (result.exit_code, result.stdout) == (1, "")
    assert [line.partition(": ")[0] for line in result.stderr.splitlines()] == ["wordle-compile"]
    assert named in result.stderr
    assert left_in(folder) == []


def test_mean_is_compared_exactly(run: Run) -> None:
    # BUMPY and DUMPY need 1 + 2, mean 1.5; no float stands between.
    args = ("--answers", "-", "--start", "bumpy", "--quiet")

    assert run(*args, "--require-mean", "1.5", stdin="bumpy\ndumpy\n").exit_code == 0
    assert run(*args, "--require-mean", "1.49999999999999999999999", stdin="bumpy\ndumpy\n").exit_code == 1


def test_unmet_guarantee_with_json_still_reports_the_tree(run: Run, folder: Path) -> None:
    options = ("--strategy", "minimax", "--start", "bumpy", "--max-guesses", "3", "--json")
    result, into_stream = run(*options, words="chain"), run(*options, "-o", "-", words="chain")

    report = json.loads(result.stdout)
    assert result.exit_code == into_stream.exit_code == 1
    assert (json.loads(into_stream.stderr.splitlines()[0])["unsolved"], into_stream.stdout) == (report["unsolved"], "")
    assert report["file"] is None
    assert report["unsolved"] == list(CHAIN[3:])
    assert report["histogram"] == {"1": 1, "2": 1, "3": 1}
    assert left_in(folder) == []


RHYMES = [f"{letter}umpy" for letter in "bcdfghijklnorst"]


@pytest.mark.parametrize(
    ("words", "options", "said"),
    [
        pytest.param(
            *(CHAIN, "--strategy minimax"),
            "\nsolved     6 of 8 answers, 8 allowed guesses\ntotal      21\nmean       3.5000\nworst case 6 guesses\n"
            "unsolved   2: jumpy, kumpy\nclaimed    heuristic",
            id="within the default limit",
        ),
        pytest.param(
            *(RHYMES, "--strategy minimax --max-guesses 2 --allow-unsolved"),
            f"\nunsolved   13: {', '.join(RHYMES[2:12])}, and 3 more\n",
            id="more than ten unsolved answers are counted",
        ),
        pytest.param(
            *(["bumpy"], "--strategy minimax"),
            "\nsolved     1 of 1 answer, 1 allowed guess\ntotal      1\nmean       1.0000\nworst case 1 guess\n",
            id="one in the singular",
        ),
    ],
)
def test_report_says_what_is_solved(run: Run, folder: Path, words: list[str], options: str, said: str) -> None:
    (folder / "own").write_text("\n".join(words))

    result = run("--start", "bumpy", *options.split(), words="own")

    assert (result.exit_code, said in result.stdout) == (0, True)
    assert left_in(folder) == [f"bumpy.minimax.any.{'within-2.' * ('--max-guesses' in options)}own.tree"]


def test_where_no_tree_solves_everything_the_one_that_solves_the_most_is_offered(tmp_path: Path, run: Run) -> None:
    """Of five words that differ in one letter, three guesses find three."""
    (tmp_path / "family.txt").write_text("\n".join(f"{letter}ill" for letter in "abcde"))
    lists = ["--answers", str(tmp_path / "family.txt"), "--allowed", str(tmp_path / "family.txt"), "--quiet"]

    refused = run("--max-guesses", "3", *lists)
    offered = run("--max-guesses", "3", *lists, "--objective", "unsolved,total", "-o", "-")

    assert (refused.exit_code, refused.stderr.count("\n")) == (1, 1)
    assert refused.stderr.endswith("; --objective unsolved,total solves the most answers that a tree can\n")
    assert "solved     3 of 5 answers" in offered.stderr


def test_nothing_is_compiled_before_the_output_is_known_to_be_writable(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "compile_tree", lambda *_args, **_kwargs: pytest.fail("compiled"))

    assert run("-o", "nowhere/x.tree").exit_code == 2


def test_an_interrupt_says_that_the_journal_goes_on_if_there_is_one(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(build, "compile_tree", raising(KeyboardInterrupt()))
    stopped = "wordle-compile: stopped; no unfinished file is left"

    assert run("--journal", "proof.db").stderr == f"{stopped}\n"

    (folder / "proof.db").touch()
    result = run("--journal", "proof.db")
    assert result.exit_code == 130
    assert result.stderr == f"{stopped}; proof.db has what is proven, and the same command goes on from it\n"


def raising(error: BaseException) -> Callable[..., object]:
    def compile_tree(*_args: object, **_kwargs: object) -> object:
        raise error

    return compile_tree


@pytest.mark.parametrize(
    ("error", "status", "line"),
    [
        pytest.param(KeyboardInterrupt(), 130, "stopped; no unfinished file is left", id="Ctrl-C"),
        pytest.param(InputError("two\n lines \x1b[31mé"), 2, r"two lines \x1b[31mé", id="input"),
        pytest.param(
            UnmetGuaranteeError("cannot"),
            *(1, "cannot; --objective unsolved,total solves the most answers that a tree can"),
            id="guarantee",
        ),
        pytest.param(MemoryError(), 2, "not enough memory: use a smaller game or fewer workers (-j)", id="memory"),
        pytest.param(OSError(28, "No space left on device", "x"), 2, "x: No space left on device", id="disk"),
    ],
)
def test_errors_of_the_library(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, status: int, line: str
) -> None:
    monkeypatch.setattr(build, "compile_tree", raising(error))

    result = run("--start", "bumpy")

    assert (result.exit_code, result.stdout, result.stderr) == (status, "", f"wordle-compile: {line}\n")
    assert left_in(folder) == []
