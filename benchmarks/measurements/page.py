"""The exported page in Chromium: its bytes, and the time in which it ranks all words where a player leaves the tree.

    python -m benchmarks page --save benchmarks/results/page.md

Needs the extra `test` (playwright), a Chromium and Linux: the time is the processor time of the page's worker thread.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import wordle_trees
from benchmarks.measuring import FailedProcessError, tell
from benchmarks.registry import measurement
from benchmarks.tables import Seconds, Table
from wordle_compiler.export.html import to_html
from wordle_runtime import load, parse_feedback

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

_TREE = "nyt"
_COMMANDS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_POSITIONS = ("fuzzy _____", "mamma _____", "crane _____", "crane __y__", "salet ____y", "crane ggg_g")
_RATES = (4, 6)
"""How many times slower a phone is; the developer tools of Chromium have these two."""
_REPEATS = 25
_PATIENCE = 100
"""Milliseconds that the page lets an exact search take before it shows a word: `PATIENCE` of `advice.js`."""

_WAIT = "async () => (await ready).oracle.ask('judge', { turns: [], known: [], patience: 0 })"
"""Until the worker has done what it does when the page is opened."""
_ASK = "async (details) => (await ready).oracle.ask('rank', details)"
_ASK_PAGE = """async (details) => {
    const { engine } = await ready;
    engine.known.clear();
    const began = performance.now();
    engine.rank(details.turns, details.patience);
    return (performance.now() - began) / 1000;
}"""


@measurement()
def measure(*, quick: bool) -> list[Table]:
    """Measures the pages of the bundled trees, and the ranking of one."""
    sizes = Table("Pages", "The tree, the allowed words that are not in it, style and scripts, in one file.")
    for name in (_TREE, "mastermind") if quick else wordle_trees.names():
        sizes.rows.append({"tree": name, "page, bytes": len(to_html(load(name)).encode())})
    words = Table(
        "A word of one's own",
        f"The page of `{_TREE}` ranks 14,855 allowed words after one turn. `first` and `fastest`, of {_REPEATS}, are "
        "the processor time that the kernel counts for the page's worker, so that other work hardly matters. The "
        "first is what a player waits for; multiplied by 4 and 6 it is that of a phone. Chromium throttles a page and "
        "not its worker, so beside it stands the same ranking in the page itself, throttled: the fastest of "
        f"{_REPEATS} by the clock, which other work does slow down. With at most 53 candidates, an exact search gets "
        f"{_PATIENCE} ms of wall time more before a word is shown.",
    )
    with tempfile.TemporaryDirectory(prefix="wordle-tree-bench-") as place, _chromium() as browser:
        file = Path(place) / "page.html"
        file.write_text(to_html(load(_TREE)), encoding="utf-8")
        for position in _POSITIONS[:1] if quick else _POSITIONS:
            tell(position)
            words.rows.append(_measure_position(browser, file, position, 1 if quick else _REPEATS))
    return [sizes, words]


@contextlib.contextmanager
def _chromium() -> Iterator[Browser]:
    """Starts Chromium without a window.

    Raises:
        FailedProcessError: The machine has none.
    """
    from playwright.sync_api import Error, sync_playwright

    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(executable_path=next(filter(None, map(shutil.which, _COMMANDS)), None))
        except Error as error:
            raise FailedProcessError(f"no Chromium starts: {str(error).splitlines()[0]}") from None
        yield browser
        browser.close()


def _measure_position(browser: Browser, file: Path, position: str, n_repeats: int) -> dict[str, Any]:
    """Ranks all words after one turn, in pages of their own, which have ranked nothing yet."""
    guess, feedback = position.split()
    details = {"turns": [{"guess": guess, "code": parse_feedback(feedback, 5)}], "patience": _PATIENCE}
    page = _opened(browser, file)
    page.evaluate(_WAIT)
    found, first = _ask(page, details)
    fastest = min(_ask(page, details)[1] for _ in range(n_repeats))
    row = {
        "turn": position,
        "candidates that count": found["nCounting"],
        "found": "exact" if found["exact"] else "expected size",
        "first": Seconds(first),
        "fastest": Seconds(fastest),
        **{f"first, times {rate}": Seconds(first * rate) for rate in _RATES},
    }
    protocol = page.context.new_cdp_session(page)
    for rate in _RATES:
        protocol.send("Emulation.setCPUThrottlingRate", {"rate": rate})
        row[f"throttled {rate}x, fastest"] = Seconds(min(page.evaluate(_ASK_PAGE, details) for _ in range(n_repeats)))
    page.context.close()
    return row


def _opened(browser: Browser, file: Path) -> Page:
    page = browser.new_context(offline=True).new_page()
    page.goto(file.as_uri())
    page.locator("#main").wait_for()
    return page


def _ask(page: Page, details: dict[str, Any]) -> tuple[dict[str, Any], float]:
    """Asks the page's worker, and returns its answer and the processor time that its thread had for it."""
    before = _worker_threads()
    answer = page.evaluate(_ASK, details)
    after = _worker_threads()
    return answer, max(seconds - before.get(thread, 0) for thread, seconds in after.items())


def _worker_threads() -> dict[Path, float]:
    """Returns the processor time of each thread of a worker, in the browser that this process has started."""
    parents = {}
    for name in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            parents[int(name.parent.name)] = int(name.read_text().rpartition(")")[2].split()[1])
    seconds = {}
    for process in parents:
        ancestor = process
        while ancestor in parents and ancestor != os.getpid():
            ancestor = parents[ancestor]
        if ancestor != os.getpid():
            continue
        for thread in Path(f"/proc/{process}/task").glob("*"):
            # Threads end while they are listed.
            with contextlib.suppress(OSError):
                if (thread / "comm").read_text().startswith("DedicatedWorker"):
                    seconds[thread] = int((thread / "schedstat").read_text().split()[0]) / 1e9
    return seconds
