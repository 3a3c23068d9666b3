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
    from wordle_runtime.tree import Tree, load

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
]

_HOMES = {
    "GameError": "errors",
    "GameInfo": "header",
    "Guarantee": "header",
    "LikelyAnswers": "header",
    "ListInfo": "header",
    "NoCandidateError": "errors",
    "Node": "nodes",
    "OffTreeError": "errors",
    "Session": "session",
    "Tree": "tree",
    "TreeError": "errors",
    "TreeInfo": "header",
    "WordleError": "errors",
    "format_feedback": "notation",
    "load": "tree",
    "parse_feedback": "notation",
}


def __getattr__(name: str) -> object:
    """Imports a public name when it is first asked for: `wordle-next` loads only what it uses."""
    if name == "__version__":
        from importlib.metadata import version

        return version("wordle-tree")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = __import__(f"{__name__}.{_HOMES[name]}", fromlist=[name])
    globals()[name] = value = getattr(home, name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
