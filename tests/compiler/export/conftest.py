"""Fixtures of the tests that open exported pages; whatever starts a browser is imported there alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from wordle_runtime import Tree, load

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A headless Chromium; not for longer, since nothing else can use asyncio beside it."""
    from page_browser import chromium

    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def salet() -> Tree:
    return load("salet")


@pytest.fixture
def page(browser: Browser, salet: Tree, tmp_path: Path) -> Iterator[Page]:
    """The page of the tree `salet`, just opened."""
    from page_browser import opened

    with opened(browser, salet, tmp_path) as started:
        yield started
