"""Reads compiled Wordle trees and says what to guess next, with the standard library and msgpack alone.

It builds no trees; `wordle_compiler` does. The tree file (FORMAT.md) is the only interface between them. The functions
`verify` and `feedback` are in the modules of the same names.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wordle_runtime.errors import GameError, NoCandidateError, OffTreeError, TreeError, WordleError
    from wordle_runtime.header import GameInfo, Guarantee, LikelyAnswers, ListInfo, TreeInfo
    from wordle_runtime.nodes import Node
    from wordle_runtime.notation import format_feedback, parse_feedback
    from wordle_runtime.session import Session
    from wordle_runtime.tree import Tree, load, tree_for

    __version__: str

__all__ = [
    "GameError",
    "GameInfo",
    "Guarantee",
    "LikelyAnswers",
    "ListInfo",
    "NoCandidateError",
    "Node",
    "OffTreeError",
    "Session",
    "Tree",
    "TreeError",
    "TreeInfo",
    "WordleError",
    "__version__",
    "format_feedback",
    "load",
    "parse_feedback",
    "tree_for",
]

_HOMES = ("errors", "header", "notation", "nodes", "tree", "session")  # of public names; none imports those after it


def __getattr__(name: str) -> object:
    """Imports a public name when it is first asked for: `wordle-next` loads only what it uses."""
    if name == "__version__":
        from importlib.metadata import version

        return version("wordle-tree")
    for home in _HOMES if name in __all__ else ():
        if hasattr(module := __import__(f"{__name__}.{home}", fromlist=[name]), name):
            globals()[name] = value = getattr(module, name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
