"""A real Chromium for the tests of the exported page: found on the machine, driven by playwright, never downloaded."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from wordle_compiler.export.html import to_html
from wordle_runtime import Tree
from wordle_runtime.feedback import marks

COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PHONE = {"width": 320, "height": 640}
"""The narrowest that is still sold."""
MARKS = ("grey", "yellow", "green")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Starts Chromium without a window, with no network; skips the test where the machine has none."""
    with sync_playwright() as playwright:
        installed = next(filter(None, map(shutil.which, COMMANDS)), None)
        if installed is None and not Path(playwright.chromium.executable_path).exists():
            pytest.skip(f"no Chromium: none of {', '.join(COMMANDS)} is installed")
        browser = playwright.chromium.launch(executable_path=installed)
        yield browser
        browser.close()


@contextmanager
def opened(browser: Browser, tree: Tree, folder: Path, **options: Any) -> Iterator[Page]:
    """Opens a tree's page from disk. Whatever it asks the network for, and whatever goes wrong in it, is a failure."""
    file = folder / "page.html"
    file.write_text(to_html(tree), encoding="utf-8")
    with browser.new_context(offline=True, **options) as context:
        page = context.new_page()
        errors: list[str] = []
        requests: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text))
        # The worker's script comes from a blob, which is a part of the page.
        page.on("request", lambda request: request.url.startswith("blob:") or requests.append(request.url))
        page.goto(file.as_uri())
        page.locator("#main").wait_for(timeout=20_000)
        yield page
        assert errors == []
        assert {url.partition("?")[0] for url in requests} == {file.as_uri()}


def guess_of(page: Page) -> str:
    """Returns the word that the page says to play."""
    return page.locator("#question bdi").text_content() or ""


def click_marks(page: Page, code: int, length: int = 5) -> None:
    """Clicks each tile until it has its colour: at most twice, as there are three."""
    for tile, mark in zip(page.locator(".current .tile").all(), marks(code, length), strict=True):
        for _ in range(2):
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
