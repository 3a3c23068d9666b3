"""Kernels and contexts: types from annotations, calls by name, and what is left out of which kernel."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
from numpy.typing import NDArray

from wordle_compiler.kernels import machine_code
from wordle_compiler.kernels.context import Context
from wordle_compiler.kernels.generation import generate
from wordle_compiler.kernels.kernel import Kernel, kernel, kernel_when
from wordle_compiler.kernels.layout import CodeMatrix, Codes, Layout, Static, Values
from wordle_compiler.machine.errors import CompilerError

OWN, ANY = Layout("uint8", rule=2), Layout("uint8")


class Inner(Context):
    numbers: NDArray[np.int64]


class Outer(Context):
    codes: CodeMatrix
    inner: Inner
    offset: int
    is_on: bool
    has_others: Static


class Plain(Context):
    numbers: NDArray[np.int64]


@kernel_when("has_others")
def seven() -> int:
    """Seven, in layouts with views."""
    return 7


@kernel
def add_up(outer: Outer, depth: int) -> int:
    """Reads every kind of field, calls itself and another kernel."""
    total = np.int64(outer.offset)
    if outer.is_on:
        for row in outer.codes:
            for code in row:
                total += code
    for number in outer.inner.numbers:
        total += number
    outer.inner.numbers[0] += 1
    if outer.has_others:
        total += seven()
    if depth > 0:
        total += add_up(outer, depth - 1)
    return total


@kernel
def serves_all(plain: Plain) -> int:
    """Its types say nothing of the rule."""
    return seven() + plain.numbers[0]


@kernel
def offset_of(outer: Outer) -> int:
    """Reads nothing that a layout changes."""
    return outer.offset


@kernel
def first_code(row: Codes, counts: Values) -> int:
    """Has no context: the arrays say what the layout is."""
    counts[0] += 1
    return row[0]


def make_outer(layout: Layout, *, is_on: bool = True) -> Outer:
    return Outer(layout, np.array([[1, 2], [3, 4]], layout.codes), Inner(None, np.array([100, 200])), 1000, is_on)


@pytest.mark.parametrize(("layout", "extra"), [(OWN, 0), (ANY, 7)], ids=["candidates", "any"])
@pytest.mark.parametrize("is_on", [True, False], ids=["on", "off"])
def test_a_kernel_reads_contexts_and_calls_itself(layout: Layout, extra: int, is_on: bool) -> None:
    outer = make_outer(layout, is_on=is_on)
    once = 1300 + 10 * is_on + extra

    assert add_up(outer, 0) == once
    # The first number is one more each time.
    assert add_up(outer, 2) == 3 * once + 1 + 2 + 3
    assert outer.inner.numbers.tolist() == [104, 200]


def test_only_what_a_layout_wants_is_compiled() -> None:
    assert [each.__name__ for each in add_up.with_callees(OWN)] == ["add_up"]
    assert [each.__name__ for each in add_up.with_callees(ANY)] == ["seven", "add_up"]


def test_a_kernel_that_serves_all_layouts_leaves_nothing_out() -> None:
    # Its machine code is the same for every rule: whoever compiles it first must not decide for the others.
    assert serves_all(Plain(OWN, np.array([1]))) == 8
    assert serves_all(Plain(ANY, np.array([2]))) == 9


def test_layouts_share_the_code_of_what_reads_the_same_in_them() -> None:
    layouts = (OWN, ANY, Layout("uint16", rule=2))

    assert [add_up(make_outer(layout), 0) for layout in layouts] == [1310, 1317, 1310]
    assert [offset_of(make_outer(layout)) for layout in layouts] == [1000] * 3
    assert len({add_up.symbol(layout) for layout in layouts}) == 3
    assert len({offset_of.symbol(layout) for layout in layouts}) == 1


def test_static_fields_are_of_the_type() -> None:
    assert make_outer(OWN).has_others == 0
    assert make_outer(ANY).has_others == 1
    assert make_outer(OWN).context_type != make_outer(ANY).context_type
    assert make_outer(ANY).context_type == make_outer(ANY, is_on=False).context_type


def test_layouts_without_a_context_come_from_the_arrays() -> None:
    for codes in (np.uint8, np.uint16):
        for values in (np.int32, np.int64):
            counts = np.zeros(1, values)
            assert first_code(np.array([9], codes), counts) == 9
            assert counts[0] == 1


@pytest.mark.parametrize(
    "wrong",
    [np.zeros((2, 2), np.uint16), np.zeros(4, np.uint8), np.zeros((2, 4), np.uint8)[:, ::2], [[1, 2], [3, 4]]],
    ids=["dtype", "dimensions", "strides", "list"],
)
def test_what_a_field_does_not_declare_is_refused(wrong: Any) -> None:
    with pytest.raises(TypeError, match=r"Outer\.codes must be"):
        Outer(ANY, wrong, Inner(None, np.zeros(1, np.int64)), 0, True)


def test_arguments_of_other_types_are_refused() -> None:
    with pytest.raises(TypeError, match="an argument of first_code must be"):
        first_code(np.array([9], np.uint8), np.zeros(1, np.float64))
    with pytest.raises(TypeError, match="an argument of serves_all must be"):
        serves_all(make_outer(ANY))


def test_annotations_that_no_kernel_can_have_are_an_error() -> None:
    def bad(text: str) -> int:
        return len(text)

    with pytest.raises(TypeError, match="a kernel cannot take"):
        Kernel(bad).types(ANY)


@kernel
def quotient(dividend: int, divisor: int) -> int:
    """Fails for a divisor of 0."""
    return dividend // divisor


def test_a_kernel_that_fails_is_an_internal_error_and_can_be_called_again() -> None:
    assert quotient(-7, 2) == -4
    with pytest.raises(CompilerError, match=r"^internal error: the kernel quotient failed with status \d+; NUMBA_"):
        quotient(1, 0)
    assert quotient(7, 2) == 3


def test_a_callee_or_static_that_the_declaration_does_not_see_is_an_error() -> None:
    def calls(plain: Plain) -> int:
        return seven() + plain.numbers[0]

    def reads(outer: Outer) -> int:
        return outer.has_others

    # As if the names had been overlooked.
    blind = Kernel(calls)
    blind.callees = ()
    with pytest.raises(Exception, match="calls calls seven where its declaration does not see it"):
        generate(blind, ANY)
    blind = Kernel(reads)
    blind.reads = frozenset()
    with pytest.raises(Exception, match="reads reads has_others where its declaration does not see it"):
        generate(blind, ANY)


def test_functions_within_or_around_a_kernel_are_refused_where_it_is_declared() -> None:
    def hides(outer: Outer) -> int:
        return sum(seven() * outer.has_others for _ in range(3))

    def encloses(outer: Outer) -> int:
        return int(outer.has_others in range_of_rules)

    range_of_rules = range(3)
    for function in (hides, encloses):
        with pytest.raises(TypeError, match="it cannot have functions within it or around it"):
            Kernel(function)


def test_a_kernel_outside_the_package_is_stored_by_its_source(tmp_path: Path) -> None:
    def symbol(body: str) -> str:
        file = tmp_path / "own.py"
        file.write_text(f"def own(number: int) -> int:\n    return {body}\n")
        scope: dict[str, Any] = {}
        exec(compile(file.read_text(), str(file), "exec"), scope)
        return Kernel(scope["own"]).symbol(ANY)

    assert symbol("number + 1") == symbol("number + 1")
    assert symbol("number + 1") != symbol("number + 2")


def test_code_is_neither_read_under_another_name_nor_stored_for_changed_sources(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machine_code, "ensure_cache_folder", lambda: tmp_path)
    code = machine_code.MachineCode("function", b"code\nof two lines")
    machine_code.store("first", code)

    assert machine_code.is_stored("first")
    assert machine_code.read("first") == code
    (file,) = tmp_path.iterdir()
    file = file.rename(file.with_name(file.name.replace("first", "second")))
    assert (machine_code.read("first"), machine_code.read("second")) == (None, None)

    file = file.rename(file.with_name(file.name.replace("second", "first")))
    assert machine_code.read("first") == code
    file.chmod(0o666)
    assert machine_code.read("first") is None, "others can write to it"

    monkeypatch.setattr(machine_code, "is_up_to_date", lambda: False)
    machine_code.store("third", code)
    assert not machine_code.is_stored("third")


@pytest.mark.variant
def test_another_thread_may_compile_with_numba_meanwhile() -> None:
    with ThreadPoolExecutor(1) as pool:
        kernels = pool.submit(lambda: [generate(add_up, OWN) for _ in range(30)])
        while not kernels.done():
            assert numba.njit(lambda number: number + 1)(5) == 6
    assert len(kernels.result()) == 30
