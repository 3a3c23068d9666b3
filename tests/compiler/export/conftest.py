"""Trees that are exported, and pages that are opened; whatever starts a browser is imported there alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from export_trees import FOUR, THREE, compiled, hostile_tree

from wordle_runtime import Tree, load

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="module")
def bodge() -> Tree:
    """BODGE, not an answer itself, tells the three answers apart."""
    return compiled(THREE, "bodge", opener="bodge")


@pytest.fixture(scope="module")
def chain() -> Tree:
    """BUMPY, DUMPY, JUMPY, KUMPY: no word tells two of the others apart, so each guess takes one away."""
    return compiled(FOUR, opener="bumpy")


@pytest.fixture(scope="module")
def lost() -> Tree:
    """The same with a limit of 2: JUMPY and KUMPY are never guessed."""
    return compiled(FOUR, opener="bumpy", max_guesses=2, allow_unsolved=True)


@pytest.fixture(scope="module")
def hostile() -> Tree:
    return hostile_tree()


@pytest.fixture(scope="module")
def browser() -> Browser:
    from page_browser import chromium

    return chromium()


@pytest.fixture(scope="module")
def salet() -> Tree:
    return load("salet")


@pytest.fixture(scope="module")
def ten() -> Tree:
    """Ten words: what a test does that does not ask for a large list costs a third."""
    from page_trees import ten_words

    return ten_words()


@pytest.fixture
def small_page(browser: Browser, ten: Tree, tmp_path: Path) -> Iterator[Page]:
    """The page of ten words, just opened, which says to play BEECH."""
    from page_browser import opened

    with opened(browser, ten, tmp_path) as started:
        yield started


@pytest.fixture
def page(browser: Browser, salet: Tree, tmp_path: Path) -> Iterator[Page]:
    """The page of the tree `salet`, just opened."""
    from page_browser import opened

    with opened(browser, salet, tmp_path) as started:
        yield started
