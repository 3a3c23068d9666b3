"""wordle_compiler: compiles a Wordle-like game and a strategy into a checked decision tree file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordle_compiler.analysis.position_analysis import PositionAnalysis, analyse_position
    from wordle_compiler.compilation.compiled_tree import CompiledTree, compile_tree
    from wordle_compiler.compilation.report import Report
    from wordle_compiler.game.game import Game, Rule
    from wordle_compiler.game.lists import load_list
    from wordle_compiler.game.weights import Weights, load_weights
    from wordle_compiler.game.words import WordList
    from wordle_compiler.machine.errors import CompilerError, InputError, UnmetGuaranteeError
    from wordle_compiler.rankings.known_openers import RankedOpener
    from wordle_compiler.rankings.opener_table import OpenerTable, rank_openers
    from wordle_compiler.strategies import get_strategy, strategy_names
    from wordle_runtime.position import RankedGuess

    __version__: str

__all__ = [
    "CompiledTree",
    "CompilerError",
    "Game",
    "InputError",
    "OpenerTable",
    "PositionAnalysis",
    "RankedGuess",
    "RankedOpener",
    "Report",
    "Rule",
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

_HOMES = {
    "CompiledTree": "compilation.compiled_tree",
    "CompilerError": "machine.errors",
    "Game": "game.game",
    "InputError": "machine.errors",
    "OpenerTable": "rankings.opener_table",
    "PositionAnalysis": "analysis.position_analysis",
    "RankedGuess": "analysis.position_analysis",
    "RankedOpener": "rankings.known_openers",
    "Report": "compilation.report",
    "Rule": "game.game",
    "UnmetGuaranteeError": "machine.errors",
    "Weights": "game.weights",
    "WordList": "game.words",
    "analyse_position": "analysis.position_analysis",
    "compile_tree": "compilation.compiled_tree",
    "get_strategy": "strategies",
    "load_list": "game.lists",
    "load_weights": "game.weights",
    "rank_openers": "rankings.opener_table",
    "strategy_names": "strategies",
}


def __getattr__(name: str) -> object:
    """Imports a public name when it is first asked for.

    So the commands can say what is missing where the extra `compiler` is not installed, and start without numba.
    """
    if name == "__version__":
        from importlib.metadata import version

        return version("wordle-tree")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    try:
        module = import_module(f"{__name__}.{_HOMES[name]}")
    except ModuleNotFoundError as error:
        from wordle_compiler.entry_points import LIBRARIES

        if error.name not in LIBRARIES:
            raise
        needs = f"wordle_compiler.{name} needs {error.name}: pip install '.[compiler]' in the clone"
        raise ModuleNotFoundError(needs, name=error.name) from None
    globals()[name] = value = getattr(module, name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
