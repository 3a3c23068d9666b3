"""Processes, calls and lookups are measured fairly, values have their units, another commit runs in turn."""

import json
import resource
import sys
from collections import Counter
from itertools import count
from pathlib import Path

import pytest
from benchmarks import jobs
from benchmarks.measurements import lookups_concurrent as lookups
from benchmarks.measuring import FailedProcessError, ProcessRun, in_turn, run_process, summarise
from benchmarks.revisions import Programs, compare
from benchmarks.tables import Bytes, Code, Seconds, Share, Table, show

import wordle_trees
from wordle_runtime import load

MIB = 1024**2


def test_run_process_sees_the_memory_and_the_processor_time_of_its_own_child(tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_text("a\nb\n", encoding="utf-8")
    code = "import sys; data = bytearray(b'x') * (256 * 1024**2); print(sys.stdin.read().split(), len(data))"

    own_peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    run = run_process([sys.executable, "-c", code], stdin=tmp_path / "lines.txt")

    # The kernel counts from the memory of this process, which other tests may have grown.
    assert 256 * MIB < run.peak_bytes < 512 * MIB + own_peak
    assert run.cpu_seconds > 0
    assert run.output.strip() == f"['a', 'b'] {256 * MIB}"


@pytest.mark.parametrize(
    ("code", "seconds", "reason"),
    [
        ("import time; time.sleep(3600)", 1, "longer than 1 s"),
        ("import sys; print('no luck', file=sys.stderr); sys.exit(3)", 3600, "exit status 3: no luck"),
    ],
)
def test_run_process_says_why_a_process_failed(code: str, seconds: int, reason: str) -> None:
    with pytest.raises(FailedProcessError, match=reason):
        run_process([sys.executable, "-c", code], most_seconds=seconds)


@pytest.mark.parametrize(
    ("reported", "expected", "reason"), [(6, 6, ""), (6, 5, "the total is 6, it must be 5"), (6, None, "")]
)
def test_a_job_with_a_wrong_total_is_no_measurement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, reported: int, expected: int | None, reason: str
) -> None:
    def pretend(_command: list[str], **_options: object) -> ProcessRun:
        return ProcessRun(1.0, 1.0, 1, json.dumps({"total": reported}))

    monkeypatch.setattr(jobs, "run_process", pretend)
    bench = jobs.Bench(tmp_path, Programs(), is_quick=False)
    job = jobs.Job("three", "three words", ("--start", "bumpy"), total=expected)

    if reason:
        with pytest.raises(FailedProcessError, match=reason):
            bench.run(job, 1)
    else:
        assert bench.run(job, 1)["total"] == reported


def test_in_turn_changes_the_order_from_round_to_round() -> None:
    order: list[str] = []
    numbers = count()

    def act(name: str) -> int:
        order.append(name)
        return next(numbers)

    this, other = in_turn(3, lambda: act("this"), lambda: act("other"))

    assert order == ["other", "this", "this", "other", "other", "this"]
    assert (this, other) == ([1, 2, 5], [0, 3, 4])


def test_another_commit_is_compared_by_the_median_of_the_ratios_of_pairs() -> None:
    this, other = (
        [ProcessRun(wall, cpu, 0, "") for wall, cpu in pairs]
        for pairs in (((3.0, 1.0), (4.0, 2.0), (4.0, 9.0)), ((1.0, 2.0), (2.0, 4.0), (4.0, 3.0)))
    )

    row = compare(this, other)

    # Ratios 3, 2 and 1 of the times, 1/2, 1/2 and 3 of the processor times.
    assert (row["wall"], row["other"], row["ratio"]) == (4.0, 2.0, 2.0)
    assert (row["CPU"], row["other CPU"], row["CPU ratio"]) == (2.0, 3.0, 0.5)
    assert "ratio" not in compare(this, [])


def test_another_commit_s_program_is_started_in_turn(tmp_path: Path) -> None:
    programs = Programs(lambda name: [str(tmp_path / name)])
    (tmp_path / "wordle-next").touch()

    this, other = programs.in_turn(["wordle-next", "salet"], 1, list)

    assert other == [[str(tmp_path / "wordle-next"), "salet"]]
    assert this[0][-1] == "salet"
    assert programs.in_turn(["wordle-check"], 2, len)[1] == [], "a program that the other commit lacks"
    assert Programs().in_turn(["wordle-next"], 2, len)[1] == []


def test_runs_are_summed_up_as_medians_and_the_largest_peak() -> None:
    runs = [ProcessRun(wall, cpu, peak, "") for wall, cpu, peak in ((5, 1, 7), (1, 9, 8), (2, 3, 6))]

    assert summarise(runs) == {"wall": 2, "fastest": 1, "CPU": 3, "peak memory": 8}


@pytest.mark.parametrize(
    ("value", "text"),
    [
        *((Seconds(1800.0), "1800 s"), (Seconds(1.354), "1.35 s"), (Seconds(1.0), "1.00 s")),
        (Seconds(0.1234), "123 ms"),
        *((Seconds(0.00199), "1.99 ms"), (Seconds(0.0000999), "99.9 us"), (Seconds(0.000000246), "246 ns")),
        *((Seconds(0.0000000009), "0.90 ns"), (Bytes(123_456_789), "123 MB"), (Share(0.256), "26%")),
        *((Code("wordle-next"), "`wordle-next`"), (0.256, "0.26"), (2315, "2315"), (12_972, "12,972")),
        *((True, "yes"), (False, "NO"), (None, "")),
    ],
)
def test_values_are_written_with_their_units(value: object, text: str) -> None:
    assert show(value) == text


def test_table_is_aligned_markdown() -> None:
    rows = [
        {"work": "one", "n": 1, "met": True},
        {"work": "eleven", "failed": "no luck"},
        {"work": "two", "none": None},
    ]

    assert Table("Things", "A note.", rows).as_markdown() == (
        "## Things\n\nA note.\n\n"
        "| work   |    n |  met | failed  |\n"
        "| ---    | ---: | ---: | ---     |\n"
        "| one    |    1 |  yes |         |\n"
        "| eleven |      |      | no luck |\n"
        "| two    |      |      |         |"
    )


def test_the_expected_guesses_are_those_of_the_published_tree() -> None:
    games = lookups.play_all(Path(wordle_trees.path("salet")).read_bytes())

    # The published total of SALET, and its histogram.
    assert sum(len(game.turns) for game in games) == 7920
    assert Counter(len(game.turns) for game in games) == {2: 93, 3: 1233, 4: 910, 5: 79}
    assert {game.turns[0][0] for game in games} == {"salet"}
    light = next(game for game in games if game.turns[-1][0] == "light")
    # __y_g, then _yy_y: as `wordle-tree play salet --answer light` has them in the README.
    assert light.turns == (("salet", 11), ("bling", 37), ("light", 242))
    assert light.nexts == ("bling", "light", None)


def test_a_wrong_lookup_is_counted() -> None:
    tree = load("salet")
    games = lookups.play_all(tree.data)
    wrong = [game._replace(nexts=("wrong", *game.nexts[1:])) if not n % 5 else game for n, game in enumerate(games)]

    # 463 of the 2315 games, played twice: by step, and by next_guess.
    assert lookups.look_up(tree, games, 0, 2 * 7920) == (15840, 0)
    assert lookups.look_up(tree, wrong, 7, 2 * 7920) == (15840, 2 * 463)
