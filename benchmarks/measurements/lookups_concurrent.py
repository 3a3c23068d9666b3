"""A hundred million lookups in one tree file, from 64 threads in each of 8 processes, each of them checked.

    python -m benchmarks lookups_concurrent --save benchmarks/results/lookups-concurrent.md

Each process loads the file once, and its threads share that tree. What must come back is worked out beforehand without
the runtime: the file is decoded here as FORMAT.md says, and every answer is played through it with the
feedback function below. A thread plays the games of all answers again and again, each from another one on, by
`Session.step` in one round and by `next_guess` in the next, and compares what it gets.

Ends with status 1 if a lookup was wrong.
"""

from __future__ import annotations

import multiprocessing
import sys
import threading
import time
import zlib
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import accumulate
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any, NamedTuple

import click
import msgpack

import wordle_trees
from benchmarks.measuring import tell
from benchmarks.registry import measurement
from benchmarks.tables import Seconds, Table
from wordle_runtime import Tree, load

_GREEN, _YELLOW = 2, 1
_SWITCH_SECONDS = 1e-3
"""How long a thread runs before another one may: Python's own 5 ms would mix them less."""
_DEFAULT_TREE = "salet"
_TREES = tuple(name for name in wordle_trees.names() if wordle_trees.opener(name).isalpha())
"""The bundled trees of words: the plain reading below knows marks, not pegs."""


class Game(NamedTuple):
    """The game of one answer: the turns, and what is to be guessed after each of them; None after the last."""

    turns: tuple[tuple[str, int], ...]
    nexts: tuple[str | None, ...]


def play_all(data: bytes) -> list[Game]:
    """Returns the games of all answers of a tree of words of up to five letters, without the runtime.

    Raises:
        ValueError: The nodes do not lead to an answer.
    """
    file = msgpack.unpackb(data)
    length, nodes = file["game"]["length"], file["nodes"]
    answers, others = (_words(file["words"][name], length) for name in ("answers", "others"))
    n_children = zlib.decompress(nodes["children"])
    first_child = [1, *accumulate(n_children, initial=1)][1:]
    codes = zlib.decompress(nodes["feedback"])
    places = memoryview(zlib.decompress(nodes["guess"])).cast("H").tolist()
    solving = iter(answers)
    guesses = [(answers + others)[place - 1] if place else next(solving) for place in places]
    children = [
        {codes[child - 1]: child for child in range(first, first + n)}
        for first, n in zip(first_child, n_children, strict=False)
    ]
    return [_play(answer, guesses, children) for answer in answers[: places.count(0)]]


def _words(packed: bytes, length: int) -> list[str]:
    """Returns the words of a table, which is stored by column."""
    letters = zlib.decompress(packed).decode()
    n_words = len(letters) // length
    return ["".join(letters[place] for place in range(word, len(letters), n_words)) for word in range(n_words)]


def _play(answer: str, guesses: list[str], children: list[dict[int, int]]) -> Game:
    node = 0
    turns: list[tuple[str, int]] = []
    nexts: list[str | None] = []
    while True:
        code = _feedback(guesses[node], answer)
        turns.append((guesses[node], code))
        if guesses[node] == answer:
            return Game(tuple(turns), (*nexts, None))
        if code not in children[node]:
            raise ValueError(f"the tree does not lead to {answer}")
        node = children[node][code]
        nexts.append(guesses[node])


def _feedback(guess: str, answer: str) -> int:
    """Returns the code of a feedback: base 3, the first place most significant."""
    left = [hidden for letter, hidden in zip(guess, answer, strict=True) if letter != hidden]
    code = 0
    for letter, hidden in zip(guess, answer, strict=True):
        colour = 0
        if letter == hidden:
            colour = _GREEN
        elif letter in left:
            left.remove(letter)
            colour = _YELLOW
        code = 3 * code + colour
    return code


def look_up(tree: Tree, games: list[Game], start: int, n_lookups: int) -> tuple[int, int]:
    """Plays from game `start` on until so many lookups are done; returns how many there were, and how many wrong."""
    order = deque(games)
    order.rotate(-start)
    n_done = n_wrong = 0
    rounds: Iterator[bool] = iter(lambda: n_done >= n_lookups, True)
    for by_step, _ in enumerate(rounds):
        for turns, nexts in order:
            if by_step % 2:
                for n_turns, expected in enumerate(nexts, 1):
                    n_wrong += tree.next_guess(turns[:n_turns]) != expected
            else:
                session = tree.session()
                for (_, code), expected in zip(turns, nexts, strict=True):
                    n_wrong += session.step(code) != expected
            n_done += len(nexts)
            if n_done >= n_lookups:
                break
    return n_done, n_wrong


_barrier: Barrier | None = None


def _take_barrier(barrier: Barrier) -> None:
    global _barrier
    _barrier = barrier


def run_threads(path: str, games: list[Game], n_threads: int, n_lookups: int) -> tuple[int, int, list[str]]:
    """Loads a tree file and looks up from several threads at once; returns the lookups, the wrong ones, and errors."""
    if _barrier is not None:
        _barrier.wait()
    sys.setswitchinterval(_SWITCH_SECONDS)
    tree = load(Path(path))
    begin = threading.Barrier(n_threads)
    outcomes: list[tuple[int, int]] = []
    errors: list[str] = []

    def work(number: int) -> None:
        try:
            begin.wait()
            outcomes.append(look_up(tree, games, number * len(games) // n_threads, n_lookups))
        except Exception as error:
            errors.append(f"{type(error).__name__}: {error}")

    threads = [threading.Thread(target=work, args=(number,)) for number in range(n_threads)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(done for done, _ in outcomes), sum(wrong for _, wrong in outcomes), errors


@measurement(
    click.option("--tree", type=click.Choice(_TREES), default=_DEFAULT_TREE, show_default=True),
    click.option("--lookups", type=click.IntRange(1), default=100_000_000, show_default=True),
    click.option("--threads", type=click.IntRange(1), default=64, show_default=True, help="In each process."),
    click.option("--processes", type=click.IntRange(1), default=8, show_default=True),
)
def measure(*, quick: bool, tree: str, lookups: int, threads: int, processes: int) -> list[Table]:
    """Looks up, and compares."""
    n_threads, n_processes, n_lookups = (4, 2, 100_000) if quick else (threads, processes, lookups)
    path = str(wordle_trees.path(tree))
    games = play_all(Path(path).read_bytes())
    n_each = -(-n_lookups // (n_threads * n_processes))
    tell(f"{len(games)} games; {n_each} lookups in each of {n_threads * n_processes} threads")
    began = time.perf_counter()
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(n_processes, context, _take_barrier, (context.Barrier(n_processes),)) as pool:
        jobs = [pool.submit(run_threads, path, games, n_threads, n_each) for _ in range(n_processes)]
        outcomes = [job.result() for job in jobs]
    row: dict[str, Any] = {"tree": tree, "threads in each process": n_threads, "processes": n_processes}
    row |= {"lookups": sum(outcome[0] for outcome in outcomes), "wrong": sum(outcome[1] for outcome in outcomes)}
    errors = [error for outcome in outcomes for error in outcome[2]]
    row |= {"threads that ended with an error": len(errors), "time": Seconds(time.perf_counter() - began)}
    if row["wrong"] or errors:
        row["failed"] = errors[0] if errors else "wrong lookups"
    table = Table(
        "Lookups from many threads and processes at once",
        "Every lookup is compared with what this file itself works out from the decoded tree. Half of the rounds are "
        "`Session.step`, half `next_guess` with the turns so far; the comparing is part of the time.",
        [row],
    )
    return [table]
