"""The built site: every page is rendered, its links lead somewhere, and it can be read on a desktop and a phone."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import docs_hook
import pytest
from page_browser import chromium

ROOT = Path(__file__).parent.parent.parent
CODE = re.compile(r"<(pre|code|script|style)\b.*?</\1>", re.DOTALL)
SCHEMES = ("default", "slate")
LEAST_CONTRAST = 4.5


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    building = pytest.importorskip("mkdocs.commands.build", reason="needs the extra docs")
    pytest.importorskip("mkdocstrings_handlers.python", reason="needs the extra docs")
    from mkdocs.config import load_config

    folder = tmp_path_factory.mktemp("site")
    building.build(load_config(str(ROOT / "mkdocs.yml"), site_dir=str(folder), strict=True))
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, str]:
    """Each page's article, by its folder; the page to play is no article, and has tests of its own."""
    found = {path.parent.relative_to(site).as_posix(): path.read_text("utf-8") for path in site.rglob("index.html")}
    return {name: text.partition("<article")[2].partition("</article>")[0] for name, text in found.items()}


def test_no_page_shows_its_markdown(pages: dict[str, str]) -> None:
    """A fence, a link, emphasis, a row of a table or an item of a list as its source, outside code."""
    source = re.compile(r"```|\]\(|\*\*\w|^\s*\|.*\|\s*$|<p>\s*(?:[-*]|\d+\.)\s.*", re.MULTILINE)

    assert {name: found for name, text in pages.items() if (found := source.findall(CODE.sub("", text)))} == {}


def test_no_list_is_broken_off() -> None:
    """What belongs to an item of a list stands four spaces in: with fewer, Python-Markdown ends the list."""
    fenced = re.compile(r"^( *)```.*?^\1```$", re.MULTILINE | re.DOTALL)
    sources = [*(ROOT / "docs").glob("*.md"), *(path for path in docs_hook.PAGES.values() if path.suffix == ".md")]
    found = {}
    for path in sources:
        text = path.read_text(encoding="utf-8")
        found[path] = re.findall(r"\n\n {1,3}```.*", text) + re.findall(r"\n\n {1,3}\S.*", fenced.sub("", text))

    assert {path: lines for path, lines in found.items() if lines} == {}


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("<p>a cell, cells</p>", "<p>a [cell], cells</p>"),
        ("<h2>Cells</h2><p>of <b>Cells</b></p>", "<h2>Cells</h2><p>of <b>[Cells]</b></p>"),
        ("<p><a>a cell</a>, <pre>cell</pre>, cell</p>", "<p><a>a cell</a>, <pre>cell</pre>, [cell]</p>"),
        ("<p>likely answers<br> and answers</p>", "<p>[likely answers]<br> and [answers]</p>"),
        ("<p>a rule of thumb; a limit of memory; rules</p>", "<p>a rule of thumb; a limit of memory; [rules]</p>"),
        ("<p>parts of <em>parts</em>, no strategy does</p>", "<p>parts of <em>[parts]</em>, no strategy does</p>"),
        ("<p>what colours mean; its mean is 3</p>", "<p>what colours mean; its [mean] is 3</p>"),
        ("<p>wordle-tree, worst-case, worst case</p>", "<p>wordle-tree, worst-case, [worst case]</p>"),
    ],
)  # fmt: skip
def test_the_first_use_of_a_word_links_to_the_glossary(content: str, expected: str) -> None:
    assert re.sub(r'<a class="term"[^>]*>(.*?)</a>', r"[\1]", changed(content)) == expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("<code>--top 5</code>", '<code><span class="whole">--top</span> <span class="whole">5</span></code>'),
        ("<pre><code>--top</code></pre>", "<pre><code>--top</code></pre>"),
        (f"<code>{'a-' * 20}b</code>", f"<code>{'a-' * 20}b</code>"),
    ],
)
def test_a_word_of_code_stays_on_one_line_if_one_is_wide_enough(content: str, expected: str) -> None:
    assert changed(content) == expected


def changed(content: str) -> str:
    """What the hook makes of a page."""
    files = SimpleNamespace(get_file_from_path=lambda _: SimpleNamespace(url_relative_to=lambda _: "../glossary/"))
    return docs_hook.on_page_content(content, SimpleNamespace(file=SimpleNamespace(src_uri="x.md")), files)


def test_every_word_of_the_glossary_is_used_and_linked(pages: dict[str, str]) -> None:
    links = {name: re.findall(r'class="term" href="[^"#]*#([^"]*)"', text) for name, text in pages.items()}

    assert all(len(found) == len(set(found)) for found in links.values())
    assert {"opener", "total"} <= set(links["tour"])
    assert {word.replace(" ", "-") for word in docs_hook.words()} == set().union(*links.values())


def test_what_docstrings_cite_is_linked_on_the_pages_of_the_api(pages: dict[str, str]) -> None:
    cited = set(re.findall(r'href="[^"]*references/#([^"]*)"', pages["api"]))

    assert {"irving-1979", "knuth-1977", "morgan-2022"} <= cited
    assert cited <= set(re.findall(r'<h3 id="([^"]*)"', pages["references"]))
    assert not any("docs/references.md" in text for text in pages.values())


def test_the_pages_of_the_api_show_the_fields_of_classes_that_have_only_comments(pages: dict[str, str]) -> None:
    assert "The limit: no answer may need more guesses." in pages["extend"]
    assert "if empty, the strategy" in pages["extend"]


SEEN = """() => {
    const problems = [];
    const end = document.querySelector("article").getBoundingClientRect().right;
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) problems.push(["page", scrollWidth]);
    for (const table of document.querySelectorAll("article table")) {
        const isWide = table.scrollWidth > table.clientWidth + 1 || table.getBoundingClientRect().right > end + 1;
        if (isWide) problems.push(["table", table.textContent.slice(0, 60)]);
    }
    for (const name of document.querySelectorAll(".whole")) {
        if (name.getClientRects().length > 1) problems.push(["broken", name.textContent]);
    }
    return problems;
}"""
"""What is too wide on a page, or broken."""
FAINT = """(least) => {
    const numbers = (text) => {
        const found = text.match(/[\\d.]+/g).map(Number);
        const [red, green, blue] = found.map((value) => (text.startsWith("color") ? 255 * value : value));
        return [red, green, blue, found[3] ?? 1];
    };
    const over = (top, below) => [0, 1, 2].map((i) => top[i] * top[3] + below[i] * (1 - top[3]));
    const luminance = (colour) => colour.map((value) => value / 255)
        .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
        .reduce((sum, value, i) => sum + value * [0.2126, 0.7152, 0.0722][i], 0);
    const behind = new Map([[null, [255, 255, 255]]]);
    const background = (element) => {
        if (!behind.has(element)) {
            const own = numbers(getComputedStyle(element).backgroundColor);
            behind.set(element, over(own, background(element.parentElement)));
        }
        return behind.get(element);
    };
    const opacity = (element) => element ? getComputedStyle(element).opacity * opacity(element.parentElement) : 1;
    const faint = new Map();
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const element = texts.currentNode.parentElement;
        const isSeen = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        if (!isSeen || !texts.currentNode.data.trim() || element.closest(".headerlink, svg")) continue;
        const below = background(element);
        const [red, green, blue, alpha] = numbers(getComputedStyle(element).color);
        const colour = over([red, green, blue, alpha * opacity(element)], below);
        const [darker, lighter] = [luminance(colour), luminance(below)].sort((one, other) => one - other);
        const contrast = (lighter + 0.05) / (darker + 0.05);
        if (contrast < least) faint.set(`${colour.map(Math.round)} on ${below.map(Math.round)}`,
            [contrast.toFixed(2), element.className, texts.currentNode.data.trim().slice(0, 40)]);
    }
    return [...faint];
}"""
"""The texts with too little contrast to what is behind them, one for each pair of colours."""
COPIED = """() => {
    const copied = [];
    const listener = (event) => {
        const field = document.activeElement;
        copied.push(field.value ?? getSelection().toString());
        event.preventDefault();
    };
    document.addEventListener("copy", listener, true);
    for (const block of document.querySelectorAll("div.highlight pre")) {
        const button = block.querySelector("button[data-clipboard-target], .md-clipboard, .md-code__button");
        const before = copied.length;
        button?.click();
        copied.splice(before, 1, [block.querySelector("code").textContent, copied[before] ?? null]);
    }
    document.removeEventListener("copy", listener, true);
    return copied;
}"""
"""What each block shows, and what its button copies."""


def typed(text: str) -> str:
    """What a block's button should give: the commands of a session, or the whole of another block."""
    for prompt in (r"\$ ", r"(?:>>>|\.\.\.) ?"):
        if re.match(prompt, text):
            return "\n".join(re.findall(f"^{prompt}(.*)$", text, re.MULTILINE)).strip()
    return text.rstrip()


@pytest.fixture(scope="module")
def browser() -> Any:
    return chromium()


@pytest.mark.slow
def test_every_page_can_be_read_on_a_desktop_and_a_phone_and_copied_from(
    browser: Any, site: Path, pages: dict[str, str]
) -> None:
    """No table is wider than its column, no option broken, no text faint; the copy button gives the command alone."""
    problems: list[Any] = []
    n_copied = 0
    page = browser.new_page()
    for name in sorted(pages):
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto((site / name / "index.html").as_uri())
        page.wait_for_function(
            "!document.querySelector('div.highlight pre') || document.querySelector('div.highlight pre button')"
        )
        page.add_style_tag(content="* { transition: none !important; }")
        copied = page.evaluate(COPIED)
        n_copied += len(copied)
        problems += [(name, "copied", text) for shown, text in copied if text != typed(shown)]
        for width in (1280, 360):
            page.set_viewport_size({"width": width, "height": 800})
            page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
            problems += [(name, width, *found) for found in page.evaluate(SEEN)]
            for scheme in SCHEMES:
                page.evaluate("(scheme) => { document.body.dataset.mdColorScheme = scheme; }", scheme)
                problems += [(name, width, scheme, *found) for found in page.evaluate(FAINT, LEAST_CONTRAST)]

    assert not problems, "\n".join(map(str, problems))
    assert n_copied > 50


@pytest.mark.slow
@pytest.mark.parametrize(("preferred", "scheme"), [("light", SCHEMES[0]), ("dark", SCHEMES[1])])
def test_the_site_has_the_colours_that_the_system_prefers(
    browser: Any, site: Path, preferred: Any, scheme: str
) -> None:
    page = browser.new_page(color_scheme=preferred)
    page.goto((site / "index.html").as_uri())

    page.wait_for_function("(scheme) => document.body.dataset.mdColorScheme === scheme", arg=scheme)
