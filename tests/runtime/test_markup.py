"""What a notebook shows of trees and tables: well-formed, escaped, and right by hand."""

from html.parser import HTMLParser

from wordle_compiler import Game, Rule, WordList, compile_tree
from wordle_runtime import load
from wordle_runtime.markup import table


class Page(HTMLParser):
    """The cells of a table row by row, the other texts, and the tags."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.rows: list[list[str]] = []
        self.texts: list[str] = []
        self.tags: list[str] = []
        self.open: list[str] = []
        self.widths: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
        self.widths += [style.rpartition("width:")[2] for name, style in attrs if style and "width:" in style]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "table" in self.open:
            self.rows[-1][-1] += data
        else:
            self.texts.append(data)


def test_a_tree_shows_its_second_guesses_the_largest_cell_first() -> None:
    page = Page(load("mastermind")._repr_html_())

    assert page.texts == ["turn 1: 1123, 1296 left, 4.3403 expected, at most 6"]
    assert page.rows[0] == ["feedback", "next guess", "left", "expected", "at most"]
    assert page.rows[1][:3] == ["0b1w", "2445", "276"]
    sizes = [int(row[2]) for row in page.rows[1:]]
    assert sizes == sorted(sizes, reverse=True)
    # All but the opener itself.
    assert sum(sizes) == 1295
    # The longest bar has 10 em, the second 230 / 276 of them.
    assert page.widths[:2] == ["10.00em", "8.33em"]


def test_a_node_shows_the_tiles_of_its_guess() -> None:
    words = WordList.from_words(["bumpy", "dumpy", "jumpy", "bodge"], "four")
    tree = load(compile_tree(Game(words, words, Rule.ANY), "first", opener="bumpy").data)
    page = Page(tree.root._repr_html_())

    # DUMPY and JUMPY give _gggg to BUMPY, BODGE gives g____.
    assert page.rows[1:] == [["bumpy", "dumpy", "2", "1.5000", "2", ""], ["bumpy", "bodge", "1", "1.0000", "1", ""]]
    assert 'title="_gggg"' in tree._repr_html_()


def test_words_of_a_tree_are_escaped() -> None:
    words = WordList.from_words(["<b>", "&lt", '<$"'], "signs")
    text = load(compile_tree(Game(words, words, Rule.ANY), "first", opener="<b>").data)._repr_html_()
    page = Page(text)

    assert page.texts[0].startswith("turn 1: <b>, 3 left")
    assert {row[1] for row in page.rows[1:]} == {"&lt", '<$"'}
    assert "b" not in page.tags
    # Or a notebook would typeset what is between dollar signs.
    assert text.startswith('<div class="tex2jax_ignore mathjax_ignore">')


def test_a_table_escapes_every_text() -> None:
    nasty = "<script>alert(1)</script>"
    page = Page(table([nasty, "a"], [[nasty, "x\u202ey"]], caption=f"{nasty}'\""))

    assert page.texts == [f"{nasty}'\""]
    assert page.rows == [[nasty, "a"], [nasty, r"'x\u202ey'"]]
    assert "script" not in page.tags


def test_a_table_writes_numbers_and_what_is_unknown() -> None:
    rows = Page(table(["a", "b", "c"], [[1, 2.0, None], [12345678901234567890, 1 / 3, "x"]], caption="")).rows

    assert rows[1:] == [["1", "2.0000", "–"], ["12345678901234567890", "0.3333", "x"]]


def test_a_long_table_says_how_much_more_there_is() -> None:
    page = Page(table(["n"], [[n] for n in range(23)], caption="numbers", bars=[0] * 23))

    assert [row[0] for row in page.rows] == ["n", *map(str, range(20))]
    assert page.texts == ["numbers", "and 3 more"]
