"""The page of JSON keys: every key that a command writes is on it with its type, and every key on it is written."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import next_runs
import pytest
from click.testing import CliRunner

from wordle_checker.program.entry import check_command
from wordle_compiler.commands.analyze import analyze_command
from wordle_compiler.commands.compile import compile_command
from wordle_compiler.commands.tree import tree_command

PAGE = Path(__file__).parent.parent.parent / "docs" / "json.md"
ROW = re.compile(r"^\| `(\w+)` \| ([^|]+) \|", re.MULTILINE)
TYPES = {"integer": int, "number": float, "text": str, "boolean": bool, "list": list, "object": dict}
TYPES["null"] = type(None)
WORDS = [
    *("crane", "sloth", "light", "fight", "might", "night", "sight"),
    *("raise", "stare", "store", "snore", "score", "shore", "spore"),
]
COMPILE, ANALYZE, TREE = compile_command, analyze_command, tree_command
RUNS = (
    (COMPILE, "-o few.tree --certificate few.proof"),
    (COMPILE, "--weights weights.txt --start raise -o weighted.tree"),
    (COMPILE, "--also few.txt -o likely.tree"),
    (COMPILE, "--time-limit 0.000001 -o quick.tree"),
    (TREE, "list"),
    (TREE, "list --words"),
    (TREE, "list --words primes-5"),
    (TREE, "info few.tree"),
    (TREE, "verify few.tree"),
    (TREE, "stats few.tree"),
    (TREE, "diff few.tree weighted.tree"),
    (TREE, "play few.tree --answer might"),
    (TREE, "play few.tree --adversarial"),
    (ANALYZE, "opener crane"),
    (ANALYZE, "openers few.txt --weights weights.txt -o best.tree --journal openers.db"),
    (TREE, "journal openers.db"),
    (ANALYZE, "pairs few.txt --top 2 --weights weights.txt"),
    (ANALYZE, "position crane:_____"),
    (ANALYZE, "position crane:_____ --time-limit 0.000001"),
    (ANALYZE, "game crane sloth light"),
    (ANALYZE, "strategies entropy first random@seed=1 --weights weights.txt"),
    (ANALYZE, "letters few.txt"),
)
NEXT = ("", "night _gggg", "night _gggg --list", "night _gggg --top 2")


def keys_of(value: object) -> Iterator[tuple[str, object]]:
    for one in value if isinstance(value, list) else ():
        yield from keys_of(one)
    if isinstance(value, dict):
        for key, one in value.items():
            # The keys of a histogram are numbers of guesses, and those of a list of trees or words their names.
            is_named = isinstance(one, dict) and key != "report" and ("n_bytes" in one or "licence" in one)
            if not key.isdigit() and not is_named:
                yield key, one
            yield from keys_of(one)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str, object]]:
    """Each key that a command wrote: the command, the key, its value."""
    folder = tmp_path_factory.mktemp("json")
    (folder / "few.txt").write_text("".join(f"{word}\n" for word in WORDS), encoding="utf-8")
    (folder / "likely.txt").write_text("".join(f"{word}\n" for word in WORDS[:5]), encoding="utf-8")
    (folder / "weights.txt").write_text("".join(f"{word} {n}\n" for n, word in enumerate(WORDS, 1)), encoding="utf-8")
    told: list[tuple[str, str]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for command, line in RUNS:
            arguments = line.split()
            answers = "likely.txt" if "--also" in line else "few.txt"
            takes_game = command is COMPILE or arguments[0] in ("openers", "pairs", "position", "game", "strategies")
            arguments += ["--answers", answers, "--allowed", "few.txt", "--quiet"] if takes_game else []
            done = CliRunner().invoke(command, [*arguments, "--json"], catch_exceptions=False)
            assert done.exit_code == ("position" in line and "--time-limit" in line), (line, done.stderr)
            told.append((line, done.stdout))
        text, graph = (CliRunner().invoke(TREE, ["export", "few.tree", "--format", form]) for form in ("text", "json"))
        (folder / "few.text").write_text(text.stdout, encoding="utf-8")
        lists = ["--answers", "few.txt", "--allowed", "few.txt", "-o", "imported.tree", "--json"]
        told += [("export", graph.stdout), ("import", CliRunner().invoke(TREE, ["import", "few.text", *lists]).stdout)]
        told += [
            (line, next_runs.run(*["--tree", "few.tree", "--allowed", "few.txt", "--json"], *line.split()).out)
            for line in NEXT
        ]
        for proof in ("few.proof", "few.tree"):
            asked = "few.tree", proof, "--allowed", "few.txt", "--plain", "--json"
            told.append((f"check {proof}", next_runs.run_printing(check_command, *asked).out))
        told.append(("batch", next_runs.run("--tree", "few.tree", "--batch", "--json", stdin="xxxxx _____\n").out))
    return [(line, *pair) for line, text in told for pair in keys_of(json.loads(text))]


@pytest.fixture(scope="module")
def listed() -> dict[str, set[type]]:
    rows = ROW.findall(PAGE.read_text(encoding="utf-8"))
    return {key: {TYPES[name.split()[0]] for name in kinds.split(" or ")} for key, kinds in rows}


def test_every_key_that_is_written_is_listed_with_its_type(
    written: list[tuple[str, str, object]], listed: dict[str, set[type]]
) -> None:
    wrong = {
        (key, line, type(value).__name__) for line, key, value in written if type(value) not in listed.get(key, set())
    }

    assert not wrong


def test_every_key_that_is_listed_is_written(
    written: list[tuple[str, str, object]], listed: dict[str, set[type]]
) -> None:
    assert listed.keys() == {key for _, key, _ in written}


def test_every_mean_is_written_as_a_float_and_as_a_fraction(listed: dict[str, set[type]]) -> None:
    exact = {key for key in listed.keys() - {"is_exact"} if key.endswith("_exact")}

    assert {key.removesuffix("_exact") for key in exact} >= {"mean", "expected", "cost", "chance", "weighted_mean"}
    assert all(float in listed[key.removesuffix("_exact")] and str in listed[key] for key in exact)
