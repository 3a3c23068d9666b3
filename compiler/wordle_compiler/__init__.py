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
    "Report",
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

_HOMES = {
    "analysis.position_analysis": ("PositionAnalysis", "RankedGuess", "analyse_position"),
    "compilation.compiled_tree": ("CompiledTree", "compile_tree"),
    "compilation.report": ("Report",),
    "game.game": ("Game", "Rule"),
    "game.lists": ("load_list",),
    "game.weights": ("Weights", "load_weights"),
    "game.words": ("WordList",),
    "machine.errors": ("CompilerError", "InputError", "UnmetGuaranteeError"),
    "rankings.known_openers": ("RankedOpener",),
    "rankings.opener_table": ("OpenerTable", "rank_openers"),
    "search.stopping": ("Deadline", "StoppedError"),
    "strategies": ("get_strategy", "strategy_names"),
}


def __getattr__(name: str) -> object:
    """Imports a public name when it is first asked for.

    So the commands can say what is missing where the extra `compiler` is not installed, and start without numba.
    """
    if name == "__version__":
        from importlib.metadata import version

        return version("wordle-tree")
    home = next((home for home, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    try:
        module = import_module(f"{__name__}.{home}")
    except ModuleNotFoundError as error:
        from wordle_compiler.entry_points import LIBRARIES

        if error.name not in LIBRARIES:
            raise
        needs = f"wordle_compiler.{name} needs {error.name}: pip install 'wordle-tree[compiler]'"
        raise ModuleNotFoundError(needs, name=error.name) from None
    globals()[name] = value = getattr(module, name)
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
