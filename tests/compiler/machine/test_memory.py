"""Memory: what a run takes is estimated before it starts, what cannot fit is refused, and the limit changes no tree."""

import itertools
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from small_games import RULES, large_game

from wordle_compiler import Game, InputError, Rule, WordList, compile_tree
from wordle_compiler.compilation import compiled_tree as build
from wordle_compiler.game.feedback_matrix import WORD_BYTES, FeedbackMatrix, basic_parts, layout_bytes
from wordle_compiler.game.mastermind import mastermind
from wordle_compiler.machine import memory
from wordle_compiler.machine.memory import MIB, PROGRAM_BYTES, limit_memory, parse_size, require_memory, show_size
from wordle_compiler.search.memo import Memo, new_memo, plan_memo, worker_bytes
from wordle_compiler.search.problem import make_problem, make_scratch

SLOTS, POOL = 1 << 20, 1 << 25
KIB = 1024


def words_of(n_words: int) -> WordList:
    """Makes a list of `n_words` words of five letters."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return WordList(
        "many", tuple("".join(word) for word in itertools.islice(itertools.product(letters, repeat=5), n_words))
    )


@pytest.mark.parametrize(
    ("text", "n_bytes"),
    [
        *(("1", 1), ("1048576", 1_048_576), ("3b", 3), ("2K", 2048), ("512M", 536_870_912), ("512MiB", 536_870_912)),
        *(("2g", 2_147_483_648), (" 2 GB ", 2_147_483_648), ("1T", 1_099_511_627_776)),
    ],
)
def test_sizes(text: str, n_bytes: int) -> None:
    assert parse_size(text) == n_bytes


@pytest.mark.parametrize(
    "text",
    ["", "0", "0G", "-1", "-2G", "+2G", "1.5G", "2GG", "G", "nan", "inf", "1e9", "2 000", "٣G", "9" * 4000, "2\n3"],
)
def test_what_is_no_size_is_one_line(text: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_size(text)
    assert "write a whole number and a unit, such as 512M or 2G" in str(caught.value)
    assert len(str(caught.value)) < 150
    assert str(caught.value).isprintable()


@pytest.mark.parametrize(
    ("n_bytes", "text"),
    [
        *((1, "1 MiB"), (MIB, "1 MiB"), (MIB + 1, "2 MiB"), (999 * MIB, "999 MiB"), (1024 * MIB, "1.0 GiB")),
        *((1025 * MIB, "1.1 GiB"), (2 << 40, "2,048.0 GiB")),
    ],
)
def test_sizes_are_shown_rounded_up(n_bytes: int, text: str) -> None:
    assert show_size(n_bytes) == text


def test_the_limit_is_exact_and_ends_with_its_context() -> None:
    with limit_memory(PROGRAM_BYTES + 30 * MIB):
        assert require_memory({"this": 10 * MIB, "that": 20 * MIB}, "less") == 0
        assert require_memory({"this": 10 * MIB}, "less") == 20 * MIB
        with pytest.raises(InputError) as caught:
            require_memory({"this": 10 * MIB, "that": 20 * MIB + 1}, "do less")
    assert str(caught.value) == (
        "this takes about 191 MiB of memory (the program 160 MiB, this 10 MiB, that 21 MiB), but the limit is 190 MiB: "
        "raise it, or do less"
    )
    require_memory({"this": 10 * MIB, "that": 20 * MIB + 1}, "do less")


def test_without_a_limit_it_is_what_the_machine_has(monkeypatch: pytest.MonkeyPatch) -> None:
    # Not what was read before.
    monkeypatch.setattr(memory, "_present_bytes", memory._present_bytes.__wrapped__)
    monkeypatch.setattr("os.sysconf", {"SC_PHYS_PAGES": 168, "SC_PAGE_SIZE": MIB}.__getitem__)

    require_memory({"this": 8 * MIB}, "less")
    with pytest.raises(InputError, match=r"but only 168 MiB is available: do less$"):
        require_memory({"this": 9 * MIB}, "do less")
    # A higher limit does not make the machine larger.
    with limit_memory(1 << 40), pytest.raises(InputError, match=r"but only 168 MiB is available: do less$"):
        require_memory({"this": 9 * MIB}, "do less")


def test_words_and_feedbacks_are_counted() -> None:
    answers, allowed = words_of(30), words_of(100)
    # 3 ** 5 feedbacks fit in a byte; guesses and answers are two layouts.
    assert list(basic_parts(Game(answers, allowed)).values()) == [100 * WORD_BYTES, 2 * 30 * 100]
    # 1296 codes, which are answers and guesses: one layout.
    assert list(basic_parts(mastermind(4, 6)).values()) == [1296 * WORD_BYTES, 1296 * 1296]
    longer = WordList("longer", tuple(f"{word}a" for word in answers.words))
    # 3 ** 6 do not.
    assert layout_bytes(Game(longer, longer)) == 2 * 30 * 30


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("max_guesses", [1, 6, 255])
@pytest.mark.parametrize("seed", [3, 4])
def test_a_workers_arrays_are_no_larger_than_estimated(rule: Rule, max_guesses: int, seed: int) -> None:
    game = large_game(seed, n_answers=(60, 80), n_allowed=(150, 200)).under(rule)
    weights = np.arange(len(game.answers), 0, -1, dtype=np.int64)
    for of_answers in (None, weights):
        problem = make_problem(game, FeedbackMatrix.of(game), weights=of_answers)
        scratch = make_scratch(problem, max_guesses, np.zeros(1, np.int64))
        # Memory for views, and for columns picked from them, is only taken as far as it is used.
        arrays = {name: value for name, value in vars(scratch).items() if isinstance(value, np.ndarray)}
        taken = sum(array.nbytes for name, array in arrays.items() if name not in {"codes", "picked"})

        assert taken <= worker_bytes(game, max_guesses)
        # Not a guess far above it either; half of the feedbacks are for views.
        assert worker_bytes(game, max_guesses) - layout_bytes(game) // 2 <= 2 * taken + 4 * KIB


def arrays_of(memo: Memo) -> list[np.ndarray]:
    """The arrays of a memo."""
    return [memo.key, memo.entry, memo.pool, memo.used]


@pytest.mark.parametrize("n_workers", [1, 2, 8])
@pytest.mark.parametrize("is_weighted", [False, True])
def test_the_memo_is_the_largest_that_fits(n_workers: int, is_weighted: bool) -> None:
    game = Game(words_of(500), words_of(3000))
    sizes = set()
    for limit in range(160 * MIB, 1400 * MIB, 20 * MIB):
        with limit_memory(limit):
            try:
                slots, pool, spare = plan_memo(game, 6, n_workers, is_weighted=is_weighted)
            except InputError:
                assert limit < 270 * MIB
                continue

        def total(n_slots: int) -> int:
            memo = sum(array.nbytes for array in arrays_of(new_memo(n_slots, POOL * n_slots // SLOTS)))
            layouts, deepest = (4, 6) if is_weighted else (2, 12)
            each = memo + worker_bytes(game, deepest)
            return 160 * MIB + 3000 * 400 + layouts * 500 * 3000 + 500 * 2048 + n_workers * each

        assert pool == 32 * slots
        assert total(slots) <= limit
        assert 0 <= limit - total(slots) - spare < n_workers, "what is left, to whole bytes a worker"
        assert slots == SLOTS or total(2 * slots) > limit
        sizes.add(slots)
    assert max(sizes) == SLOTS
    assert len(sizes) > 1


def test_a_search_that_is_cut_short_gets_the_standard_memo_or_is_refused() -> None:
    game = Game(words_of(500), words_of(3000))
    with limit_memory(248 * MIB):
        assert plan_memo(game, 6, 1)[0] < SLOTS
        with pytest.raises(InputError, match="the limit is 248 MiB"):
            plan_memo(game, 6, 1, is_cut_short=True)


def test_too_large_games_are_refused_before_anything_is_computed(monkeypatch: pytest.MonkeyPatch) -> None:
    computed: list[Game] = []
    monkeypatch.setattr(build.FeedbackMatrix, "of", lambda game, **_options: computed.append(game))
    game = Game(words_of(70_000), words_of(70_000))

    with pytest.raises(InputError, match="the exact search supports at most 65,536 answers, but this game has 70,000"):
        compile_tree(game)
    with (
        limit_memory(2 << 30),
        pytest.raises(
            InputError, match=r"takes about 9\.\d GiB .*the limit is 2\.0 GiB: raise it, or use smaller lists"
        ),
    ):
        compile_tree(game, "entropy")
    assert computed == []


LAUNCH = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stderr=subprocess.DEVNULL)
_, status, usage = os.wait4(process.pid, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024), flush=True)
os._exit(0)
"""
"""Started between: a process counts what was resident in the one that started it, which are hundreds of megabytes."""


def test_a_process_stays_below_its_limit(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-c",
        "import sys; from wordle_compiler.entry_points import compile_command as c; sys.exit(c())",
    ]
    command += ["--start", "plate", "--quiet", "-j", "2", "--memory-limit", "320M", "-o", str(tmp_path / "plate.tree")]
    launch = [sys.executable, "-c", LAUNCH, *command]
    # The first run may have to compile kernels, which the limit is not about.
    for _ in range(2):
        done = subprocess.run(launch, check=True, capture_output=True, encoding="utf-8").stdout
        status, peak = done.splitlines()[-1].split()
        assert status == "0"
        if int(peak) < 320 * MIB:
            break

    assert int(peak) < 320 * MIB
    # The published best total below PLATE, from a small memo.
    assert "total      7989" in done
