"""The split of work over threads: every result once, errors passed on, nobody left running; how many there may be."""

import itertools
import threading
from collections.abc import Callable, Iterator
from contextlib import nullcontext

import pytest
from waiting import SECONDS, wait_until

from wordle_compiler import Game, InputError, WordList, analyse_position, compile_tree, rank_openers
from wordle_compiler.machine.workers import run_tasks
from wordle_compiler.rankings.opener_table import rank_pairs


def our_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("worker-")]


@pytest.fixture(autouse=True)
def _no_thread_is_left() -> Iterator[None]:
    yield
    wait_until(lambda: not our_threads())


@pytest.mark.parametrize("n_workers", [1, 2, 4, 20])
@pytest.mark.parametrize("n_items", [0, 1, 2, 50])
def test_every_item_is_done_once(n_items: int, n_workers: int) -> None:
    """None is a result like any other; one worker keeps the order; nobody is told to stop."""
    stops: list[int] = []
    results = list(run_tasks(lambda item: item or None, range(n_items), n_workers, stop=lambda: stops.append(1)))

    expected = [item or None for item in range(n_items)]
    assert (results if n_workers == 1 else sorted(results, key=lambda item: item or 0)) == expected
    assert stops == []


def test_two_workers_work_at_the_same_time() -> None:
    # Each waits for the other; one alone would wait until the barrier breaks.
    barrier = threading.Barrier(2, timeout=SECONDS)

    assert sorted(run_tasks(lambda item: (barrier.wait(), item)[1], range(2), 2)) == [0, 1]


@pytest.mark.parametrize(
    "error", [ValueError("broken"), KeyboardInterrupt(), SystemExit(3)], ids=lambda error: type(error).__name__
)
@pytest.mark.parametrize("n_workers", [1, 3])
def test_errors_are_raised_in_the_caller_s_thread(n_workers: int, error: BaseException) -> None:
    stops: list[int] = []

    def task(item: int) -> int:
        if item == 5:
            raise error
        return item

    with pytest.raises(type(error)) as caught:
        list(run_tasks(task, range(1000), n_workers, stop=lambda: stops.append(1)))

    assert caught.value is error
    assert stops == [1]


def test_leaving_early_stops_the_running_tasks_and_starts_no_more() -> None:
    stopped = threading.Event()
    started: list[int] = []

    def task(item: int) -> int:
        started.append(item)
        if item > 0:
            assert stopped.wait(10)
        return item

    results = run_tasks(task, range(100), 2, stop=stopped.set)
    assert next(results) == 0
    results.close()  # type: ignore[attr-defined]

    assert stopped.is_set()
    assert len(started) <= 4


@pytest.mark.parametrize("n_allowed", [0, 1, 2])
def test_where_the_system_allows_fewer_threads_they_do_all_tasks(
    monkeypatch: pytest.MonkeyPatch, n_allowed: int
) -> None:
    allow_threads(monkeypatch, n_allowed)

    with nullcontext() if n_allowed else pytest.raises(InputError, match="does not allow another thread"):
        assert sorted(run_tasks(str, range(20), 8)) == sorted(map(str, range(20)))


def allow_threads(monkeypatch: pytest.MonkeyPatch, n_threads: int) -> None:
    """Makes every thread after the first `n_threads` fail to start, as a limit on processes does."""
    start, n_left = threading.Thread.start, itertools.count(n_threads, -1)

    def start_if_allowed(thread: threading.Thread) -> None:
        if next(n_left) <= 0:
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", start_if_allowed)


def test_idle_is_called_in_the_caller_s_thread_while_nothing_finishes() -> None:
    release = threading.Event()
    callers: list[threading.Thread] = []

    def idle() -> None:
        callers.append(threading.current_thread())
        release.set()

    assert list(run_tasks(lambda _: release.wait(10), range(1), 1, idle=idle)) == [True]
    assert set(callers) == {threading.current_thread()}


WORDS = WordList("words", ("bumpy", "dumpy", "jumpy"))
GAME = Game(WORDS, WORDS)
CALLS = [
    pytest.param(lambda **options: compile_tree(GAME, **options), id="compile_tree"),
    pytest.param(lambda **options: rank_openers(GAME, ["bumpy"], **options), id="rank_openers"),
    pytest.param(lambda **options: rank_pairs(GAME, **options), id="rank_pairs"),
    pytest.param(lambda **options: analyse_position(GAME, "", **options), id="analyse_position"),
]


@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize(
    ("option", "number", "said"),
    [
        *(("max_guesses", limit, "limit of guesses must be 1 to 255") for limit in (0, -1, 256)),
        *(("n_workers", number, "number of workers must be 1 to 1024") for number in (0, -1, 1025, 10**30)),
    ],
)
def test_a_number_out_of_range_is_refused(call: Callable[..., object], option: str, number: int, said: str) -> None:
    with pytest.raises(InputError, match=f"^the {said}, not {number}$"):
        call(**{option: number})
