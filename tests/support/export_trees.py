"""Small trees for the tests of exports and imports, and words that mean something to every format."""

from wordle_compiler import Game, Rule, WordList, compile_tree
from wordle_compiler.compilation.report import CompiledTree
from wordle_compiler.importing.text import import_text
from wordle_runtime import Tree, load

THREE = ("bumpy", "dumpy", "jumpy")
FOUR = (*THREE, "kumpy")

# Every one of these means something to DOT, to Graphviz's labels, to XML or HTML, to Markdown, to a spreadsheet, or is
# written from right to left. "\\n" is a backslash and an n.
HOSTILE = (
    *('a"', '"a', "\\n", "\\l", "\\\\", "<b", "b>", "&a", "a;", "{|", "}]", "--", "//", "#a", "'a", "é🟩"),
    *("=1", "+1", "-1", "@a", "＝1", "|a", "a|", "`a", "*a", "_a", "[a", "]a", "a,", "אב", "\\|", "<!"),
)


def game_of(answers: tuple[str, ...], *others: str, rule: Rule = Rule.ANY) -> Game:
    return Game(WordList.from_words(answers, "answers"), WordList.from_words(answers + others, "allowed"), rule)


def compiled(answers: tuple[str, ...], *others: str, opener: str, rule: Rule = Rule.ANY, **options: int) -> Tree:
    return load(
        compile_tree(game_of(answers, *others, rule=rule), "minimax", opener=opener, n_workers=1, **options).data
    )


def hostile_tree() -> Tree:
    return compiled(HOSTILE, opener=HOSTILE[0], rule=Rule.CANDIDATES, max_guesses=40)


def with_words(tree: Tree, words: tuple[str, ...]) -> Tree:
    """Returns a tree with other words, which no file could hold."""
    return tree.replace(nodes=tree.nodes.replace(words=words))


CHAIN = """\
bumpy BGGGG1 dumpy BGGGG2 jumpy BGGGG3 kumpy GGGGG4
                                GGGGG3
                   GGGGG2
      GGGGG1
"""


def imported(text: str, game: Game, **options: object) -> CompiledTree:
    return import_text(text.splitlines(), game, **options)  # type: ignore[arg-type]
