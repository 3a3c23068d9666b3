"""wordle_compiler: compiles a Wordle-like game and a strategy into a checked decision tree file."""

from wordle_compiler.build import CompiledTree, compile_tree
from wordle_compiler.errors import CompilerError, InputError, UnmetGuaranteeError
from wordle_compiler.game import Game, Rule
from wordle_compiler.report import Report
from wordle_compiler.strategies import get_strategy, strategy_names
from wordle_compiler.words import WordList, load_list

__all__ = [
    "CompiledTree",
    "CompilerError",
    "Game",
    "InputError",
    "Report",
    "Rule",
    "UnmetGuaranteeError",
    "WordList",
    "compile_tree",
    "get_strategy",
    "load_list",
    "strategy_names",
]
