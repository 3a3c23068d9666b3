"""wordle_compiler: compiles a Wordle-like game and a strategy into a checked decision tree file."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordle_compiler.build import CompiledTree, compile_tree
    from wordle_compiler.errors import CompilerError, InputError, UnmetGuaranteeError
    from wordle_compiler.game import Game, Rule
    from wordle_compiler.position import PositionAnalysis, RankedGuess, analyse_position
    from wordle_compiler.ranking import OpenerTable, RankedOpener, rank_openers
    from wordle_compiler.report import Report
    from wordle_compiler.strategies import get_strategy, strategy_names
    from wordle_compiler.weights import Weights, load_weights
    from wordle_compiler.words import WordList, load_list

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
    "analyse_position",
    "compile_tree",
    "get_strategy",
    "load_list",
    "load_weights",
    "rank_openers",
    "strategy_names",
]

_HOMES = {
    "CompiledTree": "build",
    "CompilerError": "errors",
    "Game": "game",
    "InputError": "errors",
    "OpenerTable": "ranking",
    "PositionAnalysis": "position",
    "RankedGuess": "position",
    "RankedOpener": "ranking",
    "Report": "report",
    "Rule": "game",
    "UnmetGuaranteeError": "errors",
    "Weights": "weights",
    "WordList": "words",
    "analyse_position": "position",
    "compile_tree": "build",
    "get_strategy": "strategies",
    "load_list": "words",
    "load_weights": "weights",
    "rank_openers": "ranking",
    "strategy_names": "strategies",
}


def __getattr__(name: str) -> object:
    """Imports a public name when it is first asked for.

    So the commands can say what is missing where the extra `compiler` is not installed, and start without numba.
    """
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    globals()[name] = value = getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
