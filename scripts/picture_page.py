"""Makes docs/page.png: the page that `wordle-tree export salet --format html` writes, played in headless Chromium.

    python scripts/picture_page.py

A game against LIGHT in which SALET was answered, on a desktop in the light and, one turn on, on a phone in the dark. It
needs the extra `test` (playwright) and a Chromium of the system's, which is found as the tests find it.
"""

from __future__ import annotations

import base64
import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from wordle_compiler.export.html import to_html
from wordle_runtime import load
from wordle_runtime.feedback import feedback, marks

TREE, ANSWER = "salet", "light"
TARGET = Path(__file__).parent.parent / "docs" / "page.png"
COMMANDS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
DESKTOP = {"width": 640, "height": 664}
PHONE = {"width": 340, "height": 664}
PLACES = {"grey": 0, "yellow": 1, "green": 2}
MOST_BYTES = 150_000


def picture(browser: Browser, file: Path, size: dict[str, int], scheme: str, n_turns: int) -> bytes:
    """Plays some turns by click and colours the tiles of the next one; returns what then is on the screen."""
    with browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce", offline=True) as context:
        page = context.new_page()
        page.goto(file.as_uri())
        page.locator("#main").wait_for()
        for turn in range(n_turns + 1):
            guess = page.locator("#question bdi").text_content() or ""
            for tile, mark in zip(page.locator("#entry .tile").all(), marks(feedback(guess, ANSWER), 5), strict=True):
                while PLACES[tile.get_attribute("data-mark") or "grey"] != mark:
                    tile.click()
            if turn < n_turns:
                page.get_by_role("button", name="Next guess").click()
        page.mouse.move(0, 0)
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
        file = Path(folder) / "salet.html"
        file.write_text(to_html(load(TREE)), encoding="utf-8")
        browser = playwright.chromium.launch(executable_path=installed)
        data = side_by_side(
            browser, [picture(browser, file, DESKTOP, "light", 0), picture(browser, file, PHONE, "dark", 1)]
        )
        browser.close()
    if len(data) > MOST_BYTES:
        raise SystemExit(f"{TARGET.name} would have {len(data)} bytes, more than {MOST_BYTES}")
    TARGET.write_bytes(data)
    print(f"{TARGET.name}: {len(data)} bytes")


if __name__ == "__main__":
    main()
