"""Chooses the tree that `wordle-next` answers from."""

from wordle_runtime.errors import GameError, quoted
from wordle_runtime.notation import MARKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wordle_runtime.tree import Tree

DEFAULT = "nyt"
HARD = "nyt-hard"
"""The trees of today's game, under rules any and hard."""

_LENGTH = 5
"""How many letters the words of today's game have."""


class Shelf:
    """The tree that the user named, or, for each history, the bundled tree that opens with its first guess.

    Each tree is loaded once, on first use.
    """

    __slots__ = ("_loaded", "_named")

    def __init__(self, named: str | None) -> None:
        self._named = named
        self._loaded: dict[str, Tree] = {}

    def opener(self) -> str | None:
        """Returns the first guess of a game that has not begun, or None where only reading the tree tells it."""
        import wordle_trees

        name = self.choose(None)
        return wordle_trees.opener(name) if name in wordle_trees.names() else None

    def choose(self, first_guess: str | None) -> str:
        """Returns the name of the tree for a history that begins with `first_guess`, or with nothing.

        Raises:
            GameError: No tree was named, and no bundled tree opens with this guess.
        """
        if self._named is not None:
            return self._named
        if first_guess is None:
            return DEFAULT
        import wordle_trees

        word = first_guess.casefold()
        for name in wordle_trees.names():
            if wordle_trees.opener(name) == word:
                return name
        from wordle_runtime.lists import lists_with
        from wordle_runtime.next.tree_search import how_to_go_on
        from wordle_runtime.words import normal_form

        unknown = f"no bundled tree opens with {quoted(first_guess)}"
        if word.isdigit():
            raise GameError(f"{unknown}: name the tree of your game, as in --tree mastermind 1122 2b1w --solve", 1)
        if not lists_with(normal_form(first_guess)):
            if len(word) == _LENGTH and MARKS.issuperset(word):
                raise GameError(f"{quoted(first_guess)} is a feedback: the guess comes first, as in crane __y_g", 1)
            if len(word) != _LENGTH:
                raise GameError(
                    f"{quoted(first_guess)} has {len(word)} letters, and the words of today's game have {_LENGTH}: "
                    "check the spelling, or name another tree with --tree",
                    1,
                )
            raise GameError(
                f"{quoted(first_guess)} is in no word list: check the spelling, or name another tree with --tree",
                1,
            )
        opened = dict.fromkeys(wordle_trees.opener(name) for name in wordle_trees.names())
        openers = ", ".join(opener for opener in opened if not opener.isdigit())
        tree = self.tree(DEFAULT)
        likely = tree.guarantee.likely
        lists = f"--answers {likely.name} --also {tree.info.game.answers.name} " if likely else ""
        raise GameError(
            f"{unknown} (they open with {openers}): {how_to_go_on()}, "
            f"or make a tree with wordle-compile {lists}--start {word} and name it with --tree",
            1,
        )

    def tree(self, name: str) -> "Tree":
        """Returns a tree by its name or path.

        Raises:
            TreeError: There is no such tree, or it is not valid.
        """
        # A run that needs only an opener does not import the reader.
        from wordle_runtime.tree import load

        if name not in self._loaded:
            self._loaded[name] = load(name)
        return self._loaded[name]
