"""wordle_compiler: compiles a Wordle-like game and a strategy into a checked decision tree file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordle_compiler.analysis.position_analysis import PositionAnalysis, analyse_position
    from wordle_compiler.compilation.compiled_tree import compile_tree
    from wordle_compiler.compilation.report import CompiledTree
    from wordle_compiler.game.game import Game, Rule
    from wordle_compiler.game.lists import load_list
    from wordle_compiler.game.weights import Weights, load_weights
    from wordle_compiler.game.words import WordList
    from wordle_compiler.machine.errors import CompilerError, InputError, UnmetGuaranteeError
    from wordle_compiler.rankings.known_openers import RankedOpener
    from wordle_compiler.rankings.opener_table import OpenerTable, rank_openers
    from wordle_compiler.search.stopping import Deadline, StoppedError
    from wordle_compiler.strategies import get_strategy, strategy_names
    from wordle_runtime.position import RankedGuess

    __version__: str

__all__ = [
    "CompiledTree",
    "CompilerError",
    "Deadline",
    "Game",
    "InputError",
    "OpenerTable",
    "PositionAnalysis",
    "RankedGuess",
    "RankedOpener",
    "Rule",
    "StoppedError",
    "UnmetGuaranteeError",
    "Weights",
    "WordList",
    "__version__",
    "analyse_position",
    "compile_tree",
    "get_strategy",
    "load_list",
    "load_weights",
    "rank_openers",
    "strategy_names",
]

_HOMES = (
    *("machine.errors", "game.words", "game.game", "game.lists", "rankings.known_openers", "compilation.report"),
    *("search.stopping", "game.weights", "strategies", "compilation.compiled_tree", "rankings.opener_table"),
    "analysis.position_analysis",
)
"""The modules of the public names; each imports none of those after it."""


def __getattr__(name: str) -> object:
    """Imports a public name when it is first asked for.

    So the commands can say what is missing where the extra `compiler` is not installed, and start without numba.
    """
    if name == "__version__":
        from importlib.metadata import version

        return version("wordle-tree")
    from importlib import import_module

    try:
        for home in _HOMES if name in __all__ else ():
            module = import_module(f"{__name__}.{home}")
            if hasattr(module, name):
                globals()[name] = value = getattr(module, name)
                return value
    except ModuleNotFoundError as error:
        from wordle_compiler.machine.errors import LIBRARIES

        if error.name not in LIBRARIES:
            raise
        needs = f"wordle_compiler.{name} needs {error.name}: pip install 'wordle-tree[compiler]'"
        raise ModuleNotFoundError(needs, name=error.name) from None
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
