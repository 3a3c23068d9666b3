"""A decision tree in memory, and how it is loaded."""

import os
from itertools import compress

from wordle_runtime.errors import GameError, NoCandidateError, TreeError, printable
from wordle_runtime.feedback import graphemes
from wordle_runtime.header import Value
from wordle_runtime.layout import MAX_GUESSES, ROWS
from wordle_runtime.notation import read_feedback, split_history
from wordle_runtime.reader import read_file, read_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TypeVar

    from wordle_runtime.header import Guarantee, TreeInfo
    from wordle_runtime.nodes import Node, Nodes
    from wordle_runtime.session import Session

    Words = Iterable[str]
    _Default = TypeVar("_Default")
    History = str | Iterable[tuple[str, str | int]]

_SIBLINGS: "dict[str, Tree]" = {}
"""The bundled trees that sessions moved to."""


class Tree(Value):
    """A complete decision tree: what to guess at every point of its game. Immutable, and safe to share between threads.

    `load` creates one. Trees are equal if their files are.
    """

    info: "TreeInfo"
    """The header: game, strategy, options and claim."""
    guarantee: "Guarantee"
    """What the tree guarantees; the reader has checked it against the nodes."""
    nodes: "Nodes"
    """The arrays of the tree; `root` and `walk` are a simpler interface."""
    data: bytes
    """The bytes of the tree's file."""

    def __eq__(self, other: object) -> bool:
        return self.info.checksum == other.info.checksum if isinstance(other, Tree) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.info.checksum)

    def __repr__(self) -> str:
        game, guarantee = self.info.game, self.guarantee
        return f"<Tree {self.opener!r}, rule {game.rule}, {guarantee.n_answers} answers, total {guarantee.total}>"

    def _repr_html_(self) -> str:
        """Returns what a notebook shows: the opener, and the second guess after each feedback."""
        return self.root._repr_html_()

    @property
    def opener(self) -> str:
        """The first guess."""
        return self.nodes.word(0)

    @property
    def length(self) -> int:
        """The letters in every word."""
        return self.info.game.length

    @property
    def rows(self) -> int:
        """The guesses that the game gives: six if its answers are a bundled list, else the limit of the tree."""
        import wordle_trees

        is_bundled = self.info.game.answers.sha256 in map(wordle_trees.list_sha256, wordle_trees.list_names())
        return ROWS if is_bundled else (self.guarantee.likely or self.info.game).max_guesses

    @property
    def fixed(self) -> tuple[str, ...]:
        """The fixed first guesses, below which the claim holds; empty if the strategy chose the opener."""
        text = dict(self.info.options).get("opener")
        # Cut by length, because a word may itself contain a comma.
        letters, length = graphemes(text) if isinstance(text, str) else "", self.length
        return tuple("".join(letters[start : start + length]) for start in range(0, len(letters), length + 1))

    @property
    def root(self) -> "Node":
        """The node of the opener."""
        return next(self.walk())

    @property
    def answers(self) -> tuple[str, ...]:
        """The possible answers, ascending; sorted anew on each access."""
        return tuple(sorted(self.nodes.words[: self.nodes.n_answers]))

    @property
    def likely_answers(self) -> tuple[str, ...]:
        """The answers that the claim is about, ascending: the likely ones, or all if the file has no likely answers."""
        likely = self.guarantee.likely
        return self.answers if likely is None else tuple(sorted(compress(self.nodes.words, likely.members)))

    def __len__(self) -> int:
        """The number of answers that the tree solves, which iterating yields."""
        return self.nodes.n_solved

    def __bool__(self) -> bool:
        return True

    def __iter__(self) -> "Iterator[tuple[str, tuple[str, ...]]]":
        """Yields each solved answer with the guesses that find it, the answer last; fewest guesses first."""
        for node in self.walk():
            if node.solves:
                yield node.guess, (*(guess for guess, _ in node.path), node.guess)

    def walk(self) -> "Iterator[Node]":
        """Yields every node, the opener first, breadth first, siblings ascending by feedback."""
        from wordle_runtime.nodes import Node

        for number in range(len(self.nodes.guess)):
            yield Node(_nodes=self.nodes, _number=number)

    def sibling(self, word: str) -> "Tree | None":
        """Returns the bundled tree of the same game and objective that opens with a word; None if none does."""
        import wordle_trees

        def purpose(tree: Tree) -> tuple[object, ...]:
            game, objective = tree.info.game, tree.info.objective.removeprefix("likely ").partition(",")[0]
            answers, is_weighted = tree.guarantee.likely or game.answers, tree.guarantee.weights is not None
            return game.kind, game.rule, game.allowed.sha256, answers.sha256, objective, is_weighted

        for name in wordle_trees.names():
            if wordle_trees.opener(name) == word:
                tree = _SIBLINGS[name] = _SIBLINGS.get(name) or load(name)
                if purpose(tree) == purpose(self):
                    return tree
        return None

    def session(self, *, allowed: "Words | None" = None, include: "Words" = (), exclude: "Words" = ()) -> "Session":
        """Starts a game at the opener.

        Only words of `allowed` may be guessed where their list is neither bundled nor that of the answers: without it,
        any may. Words of `include` may be answers too, those of `exclude` not; both leave the tree after one guess.

        Raises:
            GameError: Every answer is excluded.
        """
        from wordle_runtime.session import Session

        return Session(self, allowed, include, exclude)

    def next_guess(self, history: "History" = ()) -> str | None:
        """Returns the tree's guess after a history, or None if the history solves the game.

        The history has the turns played: pairs of a guess and its feedback, as a code or as text in any notation; or it
        is one text, such as `plate __g_g shame y_g_g`. After an empty one, the next guess is the opener.

        Raises:
            GameError: A turn is impossible or malformed. It names the turn.
            OffTreeError: The history leaves the tree; or a `NoCandidateError`, where no answer of the tree fits.
        """
        turns = _turns(history)
        nodes, length, node = self.nodes, self.info.game.length, 0
        try:
            for guess, feedback in turns:
                # A code out of range leads nowhere, so it needs no check.
                code = feedback if type(feedback) is int else read_feedback(feedback, length, nodes.kind)
                child = nodes.child(node, code)
                if not child or guess != nodes.word(node):
                    break
                node = child
            else:
                return nodes.word(node)
        except (GameError, TypeError, ValueError):
            # The session reports what is wrong, and where.
            pass
        session = self.replay(turns)
        if session.departure is not None:
            raise session.departure
        return session.guess

    def get(self, history: "History" = (), default: "_Default | None" = None) -> "str | _Default | None":
        """Returns what `next_guess` does, or `default` where it would raise `GameError`."""
        try:
            return self.next_guess(history)
        except GameError:
            return default

    def replay(self, history: "History" = (), **lists: "Words") -> "Session":
        """Returns a session in which the history was played, on the tree or off it.

        The turns are as for `next_guess`, or the `turns` of a session, read back from JSON; the lists as for `session`.

        Raises:
            GameError: A turn is impossible or malformed. It names the turn.
        """
        session, turns = self.session(**lists), _turns(history)
        for guess, feedback in turns:
            try:
                session.take(guess, feedback)
            except NoCandidateError:
                session.check_against_win(turns)
                raise
        return session


def tree_for(opener: str, *, hard: bool = False) -> Tree:
    """Returns the bundled tree of today's game, or of a game of codes, that opens with a word, in either case.

    If none does, that is the best tree of today's game, which plays on after any word. With `hard`, hard trees count.

    Raises:
        TreeError: The tree is missing or altered.
    """
    import wordle_trees

    return load(wordle_trees.name_for(opener, hard=hard))


def _turns(history: "History") -> "Sequence[tuple[str, str | int]]":
    """Returns the turns of a history, whose guesses and feedbacks may still be wrong."""
    try:
        turns = split_history(history) if isinstance(history, str) else list(history)
    except TypeError:
        raise GameError(f"a history is text or pairs of guess and feedback, not {type(history).__name__}") from None
    if len(turns) > MAX_GUESSES:
        raise GameError(f"no game has more than {MAX_GUESSES} turns", MAX_GUESSES + 1)
    for turn, pair in enumerate(turns, 1):
        try:
            _guess, _feedback = pair
        except (TypeError, ValueError):
            raise GameError("a turn is a pair of a guess and its feedback", turn) from None
    return turns


def load(source: "str | bytes | bytearray | memoryview | os.PathLike[str]") -> Tree:
    """Loads a tree and checks everything except the feedbacks and the legality of guesses, which `verify` checks.

    The source is the bytes of a tree file; or the name of a tree that comes with the package, one of
    `wordle_trees.names()`, such as `nyt`; or the path of a file: write `./plate` for a file called so.

    Raises:
        TreeError: There is no such tree, it cannot be read, or it is not a valid tree file.
        TypeError: The source is none of these.
    """
    label = ""
    if isinstance(source, (bytes, bytearray, memoryview)):
        data = bytes(source)
    else:
        # Imported where it is needed: bytes load without it.
        import wordle_trees

        shipped = wordle_trees.names() if isinstance(source, str) else ()
        path = wordle_trees.path(source) if source in shipped else os.fsdecode(source)
        name = printable(path) or "''"
        try:
            data = read_file(path)
        except FileNotFoundError:
            raise TreeError(f"{name}: no such file{_bundled(path, shipped)}") from None
        except (OSError, ValueError) as error:
            raise TreeError(f"{name}: {getattr(error, 'strerror', None) or error}") from None
        label = f"{name}: "
    try:
        info, guarantee, nodes = read_tree(data)
    except TreeError as error:
        raise TreeError(f"{label}{error}") from None
    return Tree(data=data, info=info, guarantee=guarantee, nodes=nodes)


def _bundled(name: str, shipped: tuple[str, ...]) -> str:
    """Returns what to say of the bundled trees where `name` is none: the one that it resembles, and their names."""
    if not shipped:
        return ""
    from difflib import get_close_matches

    plain = name.casefold().removesuffix(".tree")
    near = [f"nyt-{plain}"] if f"nyt-{plain}" in shipped else get_close_matches(plain, shipped, 1)
    meant = f"; did you mean {near[0]}?" if near else ";"
    shown = ", ".join(tree for tree in shipped if not tree.startswith("nyt-") or tree == "nyt-hard")
    return f"{meant} the bundled trees are {shown} and those of `wordle-tree list`"
