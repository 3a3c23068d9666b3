"""The house as its imports show it: which room may use which, no circle, few floors, one name for one thing."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable

import networkx as nx
import pytest
from draw_house import PACKAGES, imports_between_files, imports_between_rooms, sources

RUNTIME = "runtime"
MACHINE, KERNELS, GAME, SEARCH = "compiler/machine", "compiler/kernels", "compiler/game", "compiler/search"
REFUTATION, SOLVER = "compiler/solver/refutation", "compiler/solver"
STRATEGIES, CLUSTER, CERTIFICATE = "compiler/strategies", "compiler/cluster", "compiler/certificate"
COMPILATION, RANKINGS, ANALYSIS = "compiler/compilation", "compiler/rankings", "compiler/analysis"
EXPORT, IMPORTING, COMMANDS = "compiler/export", "compiler/importing", "compiler/commands"
BASE = {MACHINE, GAME, RUNTIME}

MAY_IMPORT = {
    "trees": set(),
    RUNTIME: {"trees"},
    "runtime/next": {"trees", RUNTIME},
    "checker": {RUNTIME},
    "checker/fast": {"checker"},
    "checker/program": {"trees", "checker", "checker/fast", RUNTIME},
    MACHINE: set(),
    KERNELS: {MACHINE},
    GAME: {"trees", KERNELS, MACHINE, RUNTIME},
    SEARCH: {KERNELS, *BASE},
    REFUTATION: {SEARCH, KERNELS, MACHINE, GAME},
    SOLVER: {REFUTATION, SEARCH, KERNELS, *BASE},
    STRATEGIES: {SOLVER, REFUTATION, SEARCH, KERNELS, *BASE},
    CLUSTER: {SOLVER, SEARCH, MACHINE, GAME, RUNTIME},
    CERTIFICATE: {STRATEGIES, SOLVER, REFUTATION, SEARCH, KERNELS, *BASE},
    COMPILATION: {STRATEGIES, SOLVER, SEARCH, KERNELS, *BASE},
    RANKINGS: {"trees", COMPILATION, STRATEGIES, SOLVER, REFUTATION, SEARCH, MACHINE, GAME, RUNTIME},
    EXPORT: {"trees", RANKINGS, COMPILATION, MACHINE, RUNTIME},
    ANALYSIS: {EXPORT, RANKINGS, COMPILATION, SOLVER, SEARCH, KERNELS, *BASE},
    IMPORTING: {COMPILATION, EXPORT, SEARCH, *BASE},
    COMMANDS: {
        *("trees", IMPORTING, ANALYSIS, EXPORT, RANKINGS, COMPILATION, CERTIFICATE, CLUSTER, STRATEGIES, SOLVER),
        *BASE,
    },
    "compiler": {COMMANDS, MACHINE, RUNTIME},
}
"""The arrows between rooms. A new one is a decision: write it here, or put what both rooms need into a room below."""


def test_rooms_import_what_they_may_and_the_table_has_no_arrow_too_many() -> None:
    assert imports_between_rooms() == MAY_IMPORT


@pytest.mark.parametrize("imports", [imports_between_files, imports_between_rooms])
def test_there_is_no_circle(imports: Callable[[], dict[str, set[str]]]) -> None:
    parts = nx.strongly_connected_components(nx.DiGraph(imports()))

    assert [sorted(names) for names in parts if len(names) > 1] == []


def test_there_are_few_floors() -> None:
    floors = list(nx.topological_generations(nx.DiGraph(imports_between_rooms())))

    assert len(floors) <= 13, floors


@pytest.mark.parametrize(("package", "most"), [("compiler", 6), ("runtime", 18), ("checker", 16)])
def test_few_files_lie_loose_at_a_root(package: str, most: int) -> None:
    """The reader is the runtime's root, and the plain checker the checker's."""
    assert len(list(PACKAGES[package].glob("*.py"))) <= most


SAME_ROLE = {
    *("__init__", "__main__"),
    *("command", "fleet", "text"),
    # A subcommand's file has its name.
    *("game", "openers"),
}
"""File names that sibling rooms share because the role is the same."""


@pytest.mark.parametrize("package", ["compiler", "runtime", "checker"])
def test_a_file_name_is_used_once(package: str) -> None:
    names = Counter(path.stem for path in PACKAGES[package].rglob("*.py"))

    assert {name for name, count in names.items() if count > 1} <= SAME_ROLE


def test_a_class_name_means_one_thing() -> None:
    """In the whole project; the checker, which imports nothing of the compiler, has the certificate's words too."""
    owners = defaultdict(set)
    for module, path in sources().items():
        for name in re.findall(r"^class ([^\W_]\w*)", path.read_text(encoding="utf-8"), re.MULTILINE):
            owners[name].add(module.split(".")[0] if module.startswith("wordle_checker") else module)

    within = {name: modules for name, modules in owners.items() if len(modules - {"wordle_checker"}) > 1}

    assert within == {}
