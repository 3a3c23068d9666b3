"""The exported page holds the tree's file, allows itself nothing else, and reads it as the runtime does."""

import base64
import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgpack
import pytest
from command_runs import wordle_tree
from page_browser import opened
from page_trees import TREES
from playwright.sync_api import Browser, Page, expect

from wordle_compiler.compilation.report import CompiledTree
from wordle_compiler.export.html import to_html
from wordle_runtime import Tree, load
from wordle_runtime.feedback import rule_of


@pytest.mark.parametrize(("name", "most_bytes"), [("salet", 160_000), ("nyt", 200_000)])
def test_page_is_small_and_holds_the_file_itself(name: str, most_bytes: int) -> None:
    text = to_html(load(name))

    held = re.search(r'<script type="text/plain" id="tree">(.*?)</script>', text)
    assert held is not None
    assert f'data-rows="{load(name).rows}"' in text
    assert base64.a85decode(held[1].replace("v", "<")) == load(name).data
    assert len(text.encode()) < most_bytes


def test_page_allows_itself_nothing_but_its_own_script_and_style(salet: Tree) -> None:
    text = to_html(salet)

    inline = re.findall(r'<(script|style)(?: id="engine")?>(.*?)</\1>', text, re.DOTALL)
    assert [name for name, _ in inline] == ["style", "script", "script"]
    style, engine, script = (base64.b64encode(hashlib.sha256(part.encode()).digest()).decode() for _, part in inline)
    assert (
        f"content=\"default-src 'none'; script-src 'sha256-{engine}' 'sha256-{script}'; style-src 'sha256-{style}'; "
        "worker-src blob:; base-uri 'none'; form-action 'none'\""
    ) in text
    assert not re.search(r"https?://|\bsrc=|\bhref=|@import|url\(|innerHTML|\beval\b", text)
    # What shortens the scripts takes a template within a template for code.
    assert not re.search(r"\$\{[^}`]*`", text)


@pytest.mark.parametrize("make_tree", TREES.values(), ids=TREES)
def test_page_decodes_what_the_runtime_reads(browser: Browser, tmp_path: Path, make_tree: Callable[[], Tree]) -> None:
    tree = make_tree()
    with opened(browser, tree, tmp_path) as page:
        seen = page.evaluate(
            "ready.then(({ words, feedback, guess, firstChild, rank, winning }) =>"
            "JSON.stringify([words, ...[feedback, guess, firstChild, rank].map((numbers) => [...numbers]), winning]))"
        )

    nodes = tree.nodes
    assert json.loads(seen) == [
        *map(list, (nodes.words, nodes.feedback, nodes.guess, nodes.first_child, nodes.rank)),
        nodes.all_green,
    ]


def test_page_says_how_many_are_likely(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, TREES["likely, version 1.2"](), tmp_path) as page:
        assert page.evaluate("ready.then((tree) => [...tree.likely])") == ["bumpy", "jumpy"]
        expect(page.locator("#left")).to_have_text(
            "2 likely answers and 1 other word, 2.00 guesses on average, all within 3"
        )
        expect(page.locator("#facts")).to_contain_text(CompiledTree(TREES["likely, version 1.2"]()).claim)
        expect(page.locator("#facts")).to_contain_text("some-likely, 2: 1 within 2 guesses, 1.0000 on average")


def test_page_digests_as_hashlib_does(small_page: Page) -> None:
    """The sizes around which the padding takes another block, 56 and 64, and others."""
    for size in (0, 1, 55, 56, 63, 64, 119, 120, 1000):
        data = bytes(i * 7 % 256 for i in range(size))
        seen = small_page.evaluate("(data) => [...sha256(Uint8Array.from(data))]", list(data))

        assert seen == [*hashlib.sha256(data).digest()], f"{size} bytes"


FROM_BASE64 = "Uint8Array.from(atob(data), (byte) => byte.charCodeAt(0))"
"""How bytes come to the page: as a list of numbers they would take seconds. What is large goes as JSON, both ways."""


def in_base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


VALUES: list[Any] = [
    None, True, False, 0, 127, 128, 255, 256, 65535, 65536, 2**32 - 1, 2**32, 2**53 - 1,
    -1, -32, -33, -128, -129, -32768, -32769, -(2**31), -(2**31) - 1,
    "", "é🟩", "a" * 31, "a" * 32, "a" * 256, "a" * 65536,
    [], list(range(15)), list(range(16)), list(range(65536)),
    {}, {"__proto__": 1, "b": [2, {"c": None}]}, {str(i): i for i in range(16)},
]  # fmt: skip


def test_page_unpacks_as_msgpack_packs(small_page: Page) -> None:
    data = in_base64(msgpack.packb(VALUES))
    values = [b"", b"\x00\xff", bytes(255), bytes(256), bytes(65536)]

    # As JSON: what carries values from the page to here drops the key __proto__.
    seen = small_page.evaluate(f"(data) => JSON.stringify(new Unpacker({FROM_BASE64}).value())", data)

    assert json.loads(seen) == VALUES
    seen = small_page.evaluate(
        f"(data) => new Unpacker({FROM_BASE64}).value().map((bytes) => btoa(String.fromCharCode(...bytes)))",
        in_base64(msgpack.packb(values)),
    )

    assert seen == [in_base64(value) for value in values]


@pytest.mark.parametrize("name", ["salet", "mastermind", "unsolved", "order of code points"])
def test_every_answer_walked(browser: Browser, tmp_path: Path, name: str) -> None:
    """At each turn: the guess, how many are left, how many guesses at most; and for small trees all that is left."""
    tree = TREES[name]()
    rule = rule_of(tree.info.game.kind)
    lists_all = len(tree.answers) < 100
    expected, histories = [], []
    for answer, guesses in tree:
        history = [rule(guess, answer) for guess in guesses]
        session = tree.session()
        turns = []
        for code in history:
            left = session.candidates() if lists_all else session.candidates_left
            turns.append([session.guess, left, session.max_guesses_left])
            session.step(code)
        assert session.is_solved
        histories.append(history)
        expected.append([*turns, None])

    with opened(browser, tree, tmp_path) as page:
        seen = page.evaluate(
            """async ([histories, listsAll]) => {
                const tree = await ready;
                return JSON.stringify(JSON.parse(histories).map((history) => {
                    const game = new Game(tree, tree.engine);
                    const turns = history.map((code) => {
                        const left = listsAll ? tree.candidates(game.node) : game.engine.candidates(game.turns).length;
                        const turn = [game.guess, left, tree.mostGuessesLeft(game.node)];
                        game.step(code);
                        return turn;
                    });
                    return [...turns, game.guess];
                }));
            }""",
            [json.dumps(histories), lists_all],
        )

    assert len(expected) == tree.guarantee.n_solved
    assert json.loads(seen) == expected


def test_damaged_page_says_so(browser: Browser, salet: Tree, tmp_path: Path) -> None:
    file = tmp_path / "page.html"
    # Another byte somewhere in the middle of the tree.
    held = base64.a85encode(salet.data[:8000]).decode().replace("<", "v")
    other = "A" if held[5000] != "A" else "B"
    file.write_text(to_html(salet).replace(held, held[:5000] + other + held[5001:]), encoding="utf-8")
    page = browser.new_page()
    page.goto(file.as_uri())

    expect(page.get_by_role("alert")).to_have_text("The tree in this page cannot be read: its checksum differs.")
    expect(page.locator("#main")).to_be_hidden()
    page.close()


def test_command_writes_the_page(salet: Tree, tmp_path: Path) -> None:
    file = tmp_path / "salet.html"
    done = wordle_tree("export", "salet", "--format", "html", "-o", str(file))

    assert (done.exit_code, done.output) == (0, "")
    assert file.read_text(encoding="utf-8") == to_html(salet)
