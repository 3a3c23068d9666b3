"""Makes docs/page.png: the page that `wordle-tree export nyt --format html` writes, played in headless Chromium.

    python scripts/picture_page.py

On a desktop in the light a game that left the tree with CRANE; on a phone in the dark the verdict on one. It needs the
extra `test` (playwright) and a Chromium of the system's, which is found as the tests find it.
"""

from __future__ import annotations

import base64
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from wordle_compiler.export.html import to_html
from wordle_runtime import load

TREE = "nyt"
TARGET = Path(__file__).parent.parent / "docs" / "page.png"
COMMANDS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
DESKTOP = {"width": 1080, "height": 800}
PHONE = {"width": 390, "height": 800}
MOST_BYTES = 150_000


@contextmanager
def opened(browser: Browser, file: Path, size: dict[str, int], scheme: Any) -> Iterator[Page]:
    """Opens the page as somebody with this screen sees it, without motion."""
    with browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce", offline=True) as context:
        page = context.new_page()
        page.goto(file.as_uri())
        page.locator("#main").wait_for()
        yield page


def off_the_tree(page: Page) -> bytes:
    """Plays CRANE instead of the tree's word, and colours the word that the search says."""
    for text in ("crane", "__y__"):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    page.locator("#source").filter(has_text="no other word needs fewer.").wait_for()
    page.keyboard.type("_yg")
    return page.screenshot()


def verdict(page: Page) -> bytes:
    """Reviews a game."""
    page.get_by_role("tab", name="Review").click()
    for word in ("crane", "pilot", "light"):
        page.keyboard.type(word)
        page.keyboard.press("Enter")
    page.get_by_role("button", name="Review", exact=True).click()
    page.locator(".judged li").first.wait_for()
    page.locator("#back").evaluate("button => button.blur()")
    return page.screenshot()


def side_by_side(browser: Browser, pictures: list[bytes]) -> bytes:
    """Returns pictures of one height as one picture."""
    images = "".join(f'<img src="data:image/png;base64,{base64.b64encode(data).decode("ascii")}">' for data in pictures)
    page = browser.new_page(viewport={"width": DESKTOP["width"] + PHONE["width"] + 12, "height": DESKTOP["height"]})
    page.set_content(f"<style>body{{margin:0;display:flex;gap:12px}}</style>{images}")
    return page.screenshot(omit_background=True)


def main() -> None:
    """Writes the picture."""
    installed = next(filter(None, map(shutil.which, COMMANDS)), None)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        file.write_text(to_html(load(TREE)), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=installed)
        with opened(browser, file, DESKTOP, "light") as page:
            first = off_the_tree(page)
        with opened(browser, file, PHONE, "dark") as page:
            second = verdict(page)
        data = side_by_side(browser, [first, second])
        browser.close()
    if len(data) > MOST_BYTES:
        raise SystemExit(f"{TARGET.name} would have {len(data)} bytes, more than {MOST_BYTES}")
    TARGET.write_bytes(data)
    print(f"{TARGET.name}: {len(data)} bytes")


if __name__ == "__main__":
    main()
