"""Which tree `wordle-next` answers from."""

from wordle_runtime.errors import GameError, quoted
from wordle_runtime.tree import Tree, load

DEFAULT = "nyt"


class Shelf:
    """The tree that the user named; or else, for each history, the shipped tree that opens with its first guess.

    Each tree is loaded once, when it is first asked for.
    """

    __slots__ = ("_loaded", "_named")

    def __init__(self, named: str | None) -> None:
        self._named = named
        self._loaded: dict[str, Tree] = {}

    def choose(self, first_guess: str | None) -> str:
        """Returns the name of the tree for a history that begins with `first_guess`, or with nothing.

        Raises:
            GameError: No tree was named, and none of the shipped ones opens so.
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
        from wordle_runtime.mistakes import OffTreeError
        from wordle_runtime.words import normal_form

        openers = ", ".join(dict.fromkeys(wordle_trees.opener(name) for name in wordle_trees.names()))
        is_word = bool(lists_with(normal_form(first_guess)))
        unknown = "" if is_word else f"{quoted(first_guess)} is in no word list: "
        raise (OffTreeError if is_word else GameError)(
            f"{unknown}no shipped tree opens with {quoted(first_guess)}, they open with {openers}; "
            "another tree is named with --tree",
            1,
        )

    def tree(self, name: str) -> Tree:
        """Returns a tree by its name or path.

        Raises:
            TreeError: There is none, or it is not valid.
        """
        if name not in self._loaded:
            self._loaded[name] = load(name)
        return self._loaded[name]
