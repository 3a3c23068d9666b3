"""A real Chromium for the tests of the exported page: found on the machine, driven by playwright, never downloaded."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from waiting import SECONDS

from wordle_compiler.export.html import to_html
from wordle_runtime import Tree, load
from wordle_runtime.feedback import marks

COMMANDS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""The first is Chromium without what draws windows: the same pages, for a quarter less processor time."""
PHONE = {"width": 320, "height": 640}
"""The narrowest that is still sold."""
MARKS = ("grey", "yellow", "green")


MOST_MILLISECONDS = 1000 * SECONDS
"""How long a page may take to show what a test expects."""
expect.set_options(timeout=MOST_MILLISECONDS)

_idle: dict[tuple[Browser, str], list[Page]] = {}
"""Pages between two tests, by their options. A new one takes half a second of processor time more, with its context."""


_running = ExitStack()


@cache
def chromium() -> Browser:
    """Returns this process's Chromium, without a window; skips the test where the machine has none.

    It is started at the first use, and runs until `end_chromium`, since each start takes a second of processor time.
    """
    playwright = _running.enter_context(sync_playwright())
    installed = next(filter(None, map(shutil.which, COMMANDS)), None)
    if installed is None and not Path(playwright.chromium.executable_path).exists():
        _running.close()
        pytest.skip(f"no Chromium: none of {', '.join(COMMANDS)} is installed")
    return _running.enter_context(playwright.chromium.launch(executable_path=installed, timeout=MOST_MILLISECONDS))


def end_chromium() -> None:
    """Ends Chromium, if it runs: while it does, nothing else in this process can use asyncio."""
    _running.close()
    _idle.clear()
    chromium.cache_clear()


@contextmanager
def opened(browser: Browser, tree: Tree, folder: Path, **options: Any) -> Iterator[Page]:
    """Opens a tree's page from disk. Whatever it asks the network for, and whatever goes wrong in it, is a failure.

    The next test may get the same page, with nothing stored. A test that leaves more behind closes the page.
    """
    file = folder / "page.html"
    file.write_text(_html_of(tree.data), encoding="utf-8")
    idle = _idle.setdefault((browser, repr(sorted(options.items()))), [])
    page = idle.pop() if idle else _new_page(browser, **options)
    errors: list[str] = []
    requests: list[str] = []
    listeners: dict[str, Callable[[Any], object]] = {
        "pageerror": lambda error: errors.append(str(error)),
        "console": lambda message: errors.append(message.text),
        # The worker's script comes from a blob, which is a part of the page.
        "request": lambda request: request.url.startswith("blob:") or requests.append(request.url),
    }
    try:
        for event, listener in listeners.items():
            page.on(event, listener)  # type: ignore[call-overload]
        page.goto(file.as_uri())
        page.locator("#main").wait_for()
        yield page
        assert errors == [], errors
        assert {url.partition("?")[0] for url in requests} == {file.as_uri()}
        if not page.is_closed():
            page.evaluate("localStorage.clear()")
            for event, listener in listeners.items():
                page.remove_listener(event, listener)
            page.goto("about:blank")
            idle.append(page)
    finally:
        if page not in idle:
            page.context.close()


@cache
def _html_of(data: bytes) -> str:
    """The page of a tree, which takes as much processor time as to open it."""
    return to_html(load(data))


def _new_page(browser: Browser, **options: Any) -> Page:
    """Without motion, which takes a seventh of the time; the tests in Firefox and those on a phone have it."""
    context = browser.new_context(offline=True, **{"reduced_motion": "reduce"} | options)
    context.set_default_timeout(MOST_MILLISECONDS)
    return context.new_page()


def be_patient(page: Page) -> None:
    """Lets exact searches of the page's worker take as long as they need, on a machine that is busy."""
    page.evaluate(
        """() => {
            const post = Worker.prototype.postMessage;
            Worker.prototype.postMessage = function (message) {
                post.call(this, "patience" in message ? { ...message, patience: 1e6 } : message);
            };
        }"""
    )


def enter(page: Page, *texts: str) -> None:
    """Types each, and Enter after it."""
    for text in texts:
        page.keyboard.type(text)
        page.keyboard.press("Enter")


def guess_of(page: Page) -> str:
    """Returns the word that the page says to play."""
    return page.locator("#question bdi").text_content() or ""


def practise(page: Page, seed: int) -> None:
    page.evaluate("(seed) => { location.hash = `practise=${seed}`; }", seed)
    expect(page.locator("#left")).to_contain_text(f"Puzzle {seed}: find the word.")


def give_up(page: Page) -> str:
    """Returns the hidden word."""
    page.get_by_role("button", name="Give up").click()
    expect(page.locator("#question")).to_contain_text("It was ")
    return guess_of(page)


def click_marks(page: Page, code: int, length: int = 5) -> None:
    """Clicks each tile until it has its colour: at most three times, as it has none at first."""
    for tile, mark in zip(page.locator(".current .tile").all(), marks(code, length), strict=True):
        for _ in range(3):
            if tile.get_attribute("data-mark") != MARKS[mark]:
                tile.click()
        assert tile.get_attribute("data-mark") == MARKS[mark]


def choose_pegs(page: Page, blacks: int, whites: int) -> None:
    """Says what a code got."""
    for name, count in (("Black", blacks), ("White", whites)):
        page.get_by_role("group", name=name).get_by_role("radio", name=str(count), exact=True).check()


def paste(page: Page, text: str) -> None:
    """Pastes a text where the focus is."""
    page.evaluate(
        """(text) => {
            const clipboardData = new DataTransfer();
            clipboardData.setData("text/plain", text);
            const options = { clipboardData, bubbles: true, cancelable: true };
            document.activeElement.dispatchEvent(new ClipboardEvent("paste", options));
        }""",
        text,
    )
