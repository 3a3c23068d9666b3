"""The exported page for everybody: browsing, keyboard, screen reader, light and dark, and the width of a phone."""

import re
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from page_browser import PHONE, enter, guess_of, opened
from page_trees import FIVE, HOSTILE, codes, compiled, stuck, ten_words
from playwright.sync_api import Browser, Locator, Page, expect

from wordle_runtime import Node, Tree, load


def browse(page: Page) -> None:
    page.get_by_role("tab", name="Browse").click()


def cells(container: Locator) -> dict[int, Locator]:
    return {int(cell.get_attribute("data-code") or -1): cell for cell in container.locator(":scope > .cell").all()}


def check_cells(container: Locator, node: Node) -> None:
    """Opens every cell below a node and compares it with the runtime's."""
    shown = cells(container)
    expected = dict(node.children)
    assert shown.keys() == expected.keys() | ({3 ** len(node.guess) - 1} if node.solves else set())
    for code, child in expected.items():
        outcome = shown[code].locator(".outcome").first
        if child.n_candidates == 1:
            expect(outcome).to_have_text(f"→ {child.guess}")
            continue
        expect(outcome).to_have_text(f"{child.n_candidates} left → {child.guess}, at most {child.worst_case} more")
        shown[code].locator("summary").first.click()
        inside = shown[code].locator(":scope > .inside")
        expect(inside.locator(":scope > .candidates bdi")).to_have_text(child.candidates())
        check_cells(inside.locator(":scope > .cells"), child)


def test_cells_are_those_of_the_runtime(small_page: Page, ten: Tree) -> None:
    browse(small_page)
    check_cells(small_page.locator("#cells"), ten.root)


def test_opener_has_its_cells_the_largest_first(page: Page, salet: Tree) -> None:
    browse(page)

    shown = [
        int(code) for code in page.locator("#cells > .cell").evaluate_all("all => all.map(cell => cell.dataset.code)")
    ]
    sizes = {code: child.n_candidates for code, child in salet.root.children.items()} | {242: 1}
    if not salet.root.solves:
        del sizes[242]
    assert shown == sorted(sizes, key=lambda code: (-sizes[code], code))
    expect(page.locator("#opening")).to_have_text("After salet")


def test_cell_without_a_guess_names_its_answers(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, stuck(), tmp_path) as page:
        browse(page)
        page.locator("#cells summary").first.click()
        page.locator("#cells .cells summary").first.click()
        expect(page.get_by_text("2 left, no guess left: jumpy kumpy")).to_be_visible()


def test_found_answer_is_opened_and_its_guesses_named(page: Page, salet: Tree) -> None:
    browse(page)
    for answer, guesses in list(salet)[::331]:
        page.get_by_label("Find an answer").fill(f" {answer.upper()} ")
        page.keyboard.press("Enter")

        plural = "es" if len(guesses) > 1 else ""
        expect(page.locator("#found")).to_have_text(f"{len(guesses)} guess{plural}: {', '.join(guesses)}.")
        expect(page.locator(".sought")).to_have_count(1)
        expect(page.locator(".sought")).to_be_in_viewport()
        # A row of its own, or the green one below a guess that others were left for.
        assert page.locator(".sought .outcome").text_content() in (f"→ {answer}", "solved")


def test_sought_word_that_is_not_found(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, stuck(), tmp_path) as page:
        browse(page)
        for sought, said in (
            ("qqqqq", "qqqqq is not one of the answers."),
            ("", "That is not one of the answers."),
            ("<b>", "<b> is not one of the answers."),
            ("kumpy", "Not found in time: kumpy."),
        ):
            page.get_by_label("Find an answer").fill(sought)
            page.keyboard.press("Enter")
            expect(page.locator("#found")).to_have_text(said)


def test_hostile_words_are_shown_as_they_are(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, compiled(*HOSTILE), tmp_path) as page:
        page.locator("#candidates summary").click()
        expect(page.locator("#candidates bdi")).to_have_text(sorted(HOSTILE))
        browse(page)
        for word in HOSTILE:
            page.get_by_label("Find an answer").fill(word)
            page.keyboard.press("Enter")
            expect(page.locator("#found")).to_contain_text(word)
        assert page.locator("script").count() == 5


def test_words_from_right_to_left_have_their_tiles_so(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, compiled("שלום", "שלוח"), tmp_path) as page:
        tiles = page.locator(".current .tile")
        edges = [tile.bounding_box()["x"] for tile in tiles.all()]  # type: ignore[index]
        assert edges == sorted(edges, reverse=True)
        page.keyboard.press("ArrowLeft")
        expect(tiles.nth(1)).to_be_focused()


def test_tab_key_goes_through_the_page_in_reading_order(page: Page) -> None:
    enter(page, "____g")
    page.keyboard.press("Shift+Tab")
    names = []
    for _ in range(12):
        names.append(
            page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.innerText")
        )
        page.keyboard.press("Tab")

    assert [names[0], *names[6:]] == [
        "Solve", "Next guess", "Solved", "Back", "Restart", "What it would tell", names[11],
    ]  # fmt: skip
    assert names[11].startswith("G\nR\nO\nI\nN")
    assert [name.split(", ")[1].split(":")[0] for name in names[1:6]] == [f"place {place}" for place in range(1, 6)]


def test_tabs_are_changed_with_arrow_keys(small_page: Page) -> None:
    small_page.get_by_role("tab", name="Review").focus()
    small_page.keyboard.press("ArrowRight")

    expect(small_page.get_by_role("tab", name="Browse")).to_be_focused()
    expect(small_page.get_by_role("tabpanel", name="Browse")).to_be_visible()
    expect(small_page.locator("#play")).to_be_hidden()


def test_screen_reader_hears_what_the_eye_sees(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, compiled(*FIVE, opener="bumpy", strategy="first", rule="candidates"), tmp_path) as page:
        page.get_by_role("button", name="b, place 1: no colour").press("y")
        expect(page.get_by_role("button", name="b, place 1: yellow")).to_have_count(1)
        expect(page.get_by_role("group", name="Which colours did it get?")).to_be_visible()
        page.get_by_role("button", name="b, place 1: yellow").press("b")
        page.keyboard.press("Enter")

        expect(page.get_by_role("listitem").first).to_contain_text("bumpy: grey, green, green, green, green")
        expect(page.get_by_role("heading", level=2)).to_have_text("Guess 2: play dumpy")
        expect(page.get_by_role("status")).to_contain_text("answers left, 2.50 more guesses on average, all by guess 5")


VIOLATIONS = "axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations)"
SCHEMES = {"light": "rgb(255, 255, 255)", "dark": "rgb(19, 20, 22)"}


@pytest.mark.parametrize(
    ("make_tree", "scheme"),
    [
        pytest.param(ten_words, "light", id="few-words-light"),
        pytest.param(ten_words, "dark", id="few-words-dark", marks=pytest.mark.slow),
        pytest.param(lambda: load("salet"), "light", id="wordle-light", marks=pytest.mark.slow),
        pytest.param(lambda: load("salet"), "dark", id="wordle-dark", marks=pytest.mark.slow),
        pytest.param(codes, "light", id="mastermind-light", marks=pytest.mark.slow),
        pytest.param(codes, "dark", id="mastermind-dark"),
    ],
)
def test_axe_finds_nothing(browser: Browser, tmp_path: Path, scheme: Any, make_tree: Any) -> None:
    """Names, roles, labels, order of headings, the contrast of every colour, by the rules of axe-core, in each view."""
    with opened(browser, make_tree(), tmp_path, color_scheme=scheme) as page:
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == SCHEMES[scheme]
        page.evaluate(Axe().axe_script)
        found = [page.evaluate(VIOLATIONS)]
        guess = answer_of(page)
        seed = seed_of_another(page, guess)
        page.get_by_role("button", name="Next guess").dblclick()
        page.locator("#about summary").click()
        page.locator("#candidates summary").click()
        found.append(page.evaluate(VIOLATIONS))
        browse(page)
        page.locator("#cells summary").first.click()
        page.get_by_label("Find an answer").fill("nothing")
        page.keyboard.press("Enter")
        found.append(page.evaluate(VIOLATIONS))
        for view, finish in ((f"practise={seed}", "Give up"), ("review", "Review")):
            page.evaluate("(view) => { location.hash = view; }", view)
            expect(page.get_by_role("tabpanel", name=view.partition("=")[0].capitalize())).to_be_visible()
            enter(page, guess)
            found.append(page.evaluate(VIOLATIONS))
            page.get_by_role("button", name=finish, exact=True).click()
            page.locator(".judged li").wait_for()
            found.append(page.evaluate(VIOLATIONS))
        page.get_by_role("button", name="Colours").click()
        page.get_by_label("Tiles").select_option("contrast")
        found.append(page.evaluate(VIOLATIONS))

    assert found == [[]] * 8


def answer_of(page: Page) -> str:
    """Returns some answer of the page's tree."""
    return str(page.evaluate("ready.then((tree) => tree.words[0])"))


def seed_of_another(page: Page, word: str) -> int:
    """Returns a seed of `practise` that hides another word, and goes back to Solve."""
    for seed in range(1, 100):
        page.evaluate("(seed) => { location.hash = `practise=${seed}`; }", seed)
        expect(page.locator("#left")).to_contain_text(f"Puzzle {seed}: ")
        page.get_by_role("button", name="Give up").click()
        expect(page.locator("#question")).to_contain_text("It was ")
        if guess_of(page) != word:
            page.evaluate("location.hash = 'solve'")
            expect(page.get_by_role("tabpanel", name="Solve")).to_be_visible()
            return seed
    raise AssertionError(f"99 seeds hide {word}")


def luminance(colour: str) -> float:
    """Returns the relative luminance of `rgb(r, g, b)`, as WCAG defines it."""
    shares = (int(part) / 255 for part in re.findall(r"\d+", colour))
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return sum(weight * share for weight, share in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("scheme", SCHEMES)
def test_letters_on_tiles_have_contrast(browser: Browser, salet: Tree, tmp_path: Path, scheme: Any) -> None:
    """Which axe does not judge, as the bar on a tile may be behind the letter for all it knows."""
    with opened(browser, salet, tmp_path, color_scheme=scheme) as page:
        page.keyboard.type("byg")
        styles = page.locator(".current .tile").evaluate_all(
            "tiles => tiles.map(getComputedStyle).map((style) => [style.color, style.backgroundColor])"
        )

    assert len({background for _, background in styles}) == 4
    for letter, background in styles:
        darker, lighter = sorted(map(luminance, (letter, background)))
        assert (lighter + 0.05) / (darker + 0.05) >= 4.5


@pytest.mark.parametrize(
    "make_tree",
    [codes, lambda: compiled("abcdefghijkl", "abcdefghijkm", "mbcdefghijkl", "wwwwwwwwwwww")],
    ids=["codes", "12 letters"],
)
def test_nothing_is_wider_than_a_phone(browser: Browser, tmp_path: Path, make_tree: Any) -> None:
    def width() -> int:
        return int(page.evaluate("document.documentElement.scrollWidth"))

    with opened(browser, make_tree(), tmp_path, viewport=PHONE, has_touch=True, is_mobile=True) as page:
        page.get_by_role("button", name="Next guess").dblclick()
        page.locator("#candidates summary").tap()
        page.locator("#about summary").tap()
        assert width() == PHONE["width"]
        page.get_by_role("tab", name="Browse").tap()
        for summary in page.locator("#cells summary").all()[:2]:
            summary.tap()
        assert width() == PHONE["width"]
