"""Generates the machine code of kernels with numba; imported only where a kernel is missing from the kernel folder.

numba links a compiled function into each caller and optimises it there again. A kernel's machine code exists once, and
its callers refer to its symbol. Of this project, this file alone uses numba's internals.
"""

# numba is only partly typed.
# mypy: disable-error-code="no-untyped-call, untyped-decorator, misc, import-untyped, arg-type, override, attr-defined"
# mypy: disable-error-code="no-any-return, type-arg, call-overload, method-assign"

from __future__ import annotations

import ctypes
from functools import cache
from types import FunctionType
from typing import Any

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils, config, typed_passes, untyped_passes
from numba.core.callconv import RETCODE_NONE, RETCODE_OK
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.compiler import CompilerBase, DefaultPassBuilder, PassManager
from numba.core.compiler_lock import global_compiler_lock
from numba.core.datamodel import default_manager
from numba.core.errors import TypingError
from numba.core.registry import cpu_target
from numba.core.typeconv import Conversion
from numba.core.typing import signature
from numba.core.typing.templates import AttributeTemplate
from numba.extending import (
    infer_getattr,
    intrinsic,
    lower_builtin,
    lower_cast,
    lower_getattr_generic,
    lower_setattr_generic,
    models,
    register_model,
    typeof_impl,
)
from numba.np.arrayobj import make_array, populate_array
from numba.np.numpy_support import from_dtype

from wordle_compiler.kernels.context import NO_LAYOUT, ArrayType, AtAddress, ContextType, Type
from wordle_compiler.kernels.declaration import Declaration, Inlined
from wordle_compiler.kernels.layout import Layout
from wordle_compiler.kernels.machine_code import ARRAY_WORDS, SUCCEEDED, MachineCode, words_of

_WORD = ir.IntType(64)

_SIMPLE = {"int64": types.int64, "uint64": types.uint64, "bool": types.boolean, "none": types.none}

if (
    default_manager[types.Array(types.int64, 1, "C")]._fields != ARRAY_WORDS
    or (RETCODE_OK.constant, RETCODE_NONE.constant) != SUCCEEDED
):
    raise TypeError("numba's calling convention is not the one that machine_code draws")


class _Library(JITCodeLibrary):
    """Machine code that is stored. numba would also optimise it twice more before."""

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        # What is inlined is optimised where it is inlined.
        if self.name == _compiling[-1][0].__qualname__:
            super()._optimize_final_module()


class _Codegen(JITCPUCodegen):
    """The part of numba that makes machine code, for kernels alone: nothing that it makes is run here."""

    _library_class = _Library

    def _customize_tm_features(self) -> str:
        features: str = super()._customize_tm_features()
        # LLVM prefers vectors of 256 bits to those of 512, for which processors before these lower their clock. The
        # best of 12,972 openers is found in 0.84 of the time.
        return features + ",-prefer-256-bit" if config.CPU_FEATURES is None and "+avx512vbmi," in features else features

    def _add_module(self, module: Any) -> None:
        pass

    def set_env(self, env_name: str, env: Any) -> None:
        pass


_CODEGEN = _Codegen("wordle_tree")

_IDLE_PASSES = {
    *(untyped_passes.DeadBranchPrune, untyped_passes.FindLiterallyCalls, untyped_passes.InlineClosureLikes),
    *(untyped_passes.InlineInlinables, untyped_passes.RewriteDynamicRaises, untyped_passes.RewriteSemanticConstants),
    *(untyped_passes.WithLifting, typed_passes.InlineOverloads, typed_passes.IRLegalization),
    typed_passes.NopythonRewrites,
}
"""The passes of numba's compiler that take time, though a kernel has no closures and no expressions of whole arrays."""

_compiling: list[tuple[Declaration, Layout]] = []
"""The kernel that is being compiled, with its layout; one at a time."""


@global_compiler_lock
def generate(kernel: Declaration, layout: Layout) -> MachineCode:
    """Returns a kernel's machine code for a layout. Other threads that compile with numba wait meanwhile."""
    arguments, result = kernel.types(layout)
    kinds = tuple(numba_type(declared) for declared in arguments)
    function_type = cpu_target.target_context.call_conv.get_function_type(numba_type(result), kinds)
    widths = [64 if isinstance(word, ir.PointerType) else word.width for word in function_type.args[2:]]
    if widths != [8 * ctypes.sizeof(word) for declared in arguments for word in words_of(declared)]:
        raise TypeError(f"{kernel.__name__} takes other words than machine_code draws: {function_type}")
    dispatcher = _compiled(kernel)
    context, before = cpu_target.target_context, cpu_target.target_context._internal_codegen
    try:
        _compiling.append((kernel, layout))
        context._internal_codegen = _CODEGEN
        dispatcher.compile(signature(numba_type(result), *kinds))
    finally:
        context._internal_codegen = before
        _compiling.clear()
    compiled = dispatcher.overloads[kinds]
    return MachineCode(compiled.fndesc.llvm_func_name, _CODEGEN._tm.emit_object(compiled.library._final_module))


def _compiled(declared: Declaration | Inlined) -> Any:
    """Returns numba's dispatcher of a function, in which numba's objects take the places of this project's.

    Arrays have no owners, so no reference is counted.
    """
    function = declared.function
    scope = dict(function.__globals__)
    for name in declared.names:
        value = scope.get(name)
        if isinstance(value, Inlined):
            scope[name] = _compiled_inlined(value)
        elif isinstance(value, AtAddress):
            scope[name] = _intrinsic(value)
    copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__)
    copy.__qualname__ = function.__qualname__
    return njit(
        nogil=True, _nrt=False, no_cfunc_wrapper=True, no_cpython_wrapper=True, pipeline_class=_WithoutIdlePasses
    )(copy)


class _WithoutIdlePasses(CompilerBase):
    """numba's compiler without the passes that find nothing to do."""

    def define_pipelines(self) -> list[PassManager]:
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.passes = [each for each in passes.passes if each[0] not in _IDLE_PASSES]
        # After each pass, it would compute again which variables live where; the passes that need it do so, too.
        passes._ENFORCING = False
        passes.finalize()
        return [passes]


@cache
def _compiled_inlined(inlined: Inlined) -> Any:
    called = map(inlined.function.__globals__.get, inlined.names)
    if any(isinstance(other, Declaration) for other in called):
        raise TypeError(f"{inlined.__name__} is inlined: it cannot call kernels")
    return _compiled(inlined)


@cache
def _intrinsic(at: AtAddress) -> Any:
    def generate(context: Any, builder: Any, call: Any, values: Any) -> Any:
        return builder.ptrtoint(make_array(call.args[-1])(context, builder, values[-1]).data, _WORD)

    if at.record is None:
        return intrinsic(lambda _context, like, owner, place, words: (like(like, owner, place, words), generate))
    kind = numba_type(at.record.type_for(NO_LAYOUT))
    return intrinsic(lambda _context, words: (kind(words), generate))


_resolve: Any = types.Function.get_call_type
_remembered = cache(lambda *call: _resolve(*call, {}))
# For each `+` of a kernel, numba tries all that can be added until something takes the operands: an eighth of the time.
types.Function.get_call_type = lambda *call: _remembered(*call[:3]) if _compiling and not call[3] else _resolve(*call)

# An array's own array: where this is missing, numba looks through all its registries, each time, and takes the array.
lower_builtin("__array__", types.Array)(lambda _context, _builder, _call, values: values[0])


@cache
def numba_type(declared: Type) -> types.Type:
    """Returns the numba type of an argument or a result."""
    if isinstance(declared, str):
        return _SIMPLE[declared]
    if isinstance(declared, ArrayType):
        return types.Array(from_dtype(declared.dtype), declared.n_dimensions, "C")
    if isinstance(declared, ContextType):
        return _NumbaContext(declared)
    return types.Tuple([numba_type(part) for part in declared])


class _NumbaContext(types.Type):
    """The type of a context inside a kernel: the address of its block."""

    def __init__(self, declared: ContextType) -> None:
        self.declared = declared
        self.places: dict[str, tuple[int, Any]] = {}
        place = 0
        for field, kind in declared.fields:
            self.places[field] = (place, kind if isinstance(kind, int) else numba_type(kind))
            place += 0 if isinstance(kind, int) else 1 + (kind.n_dimensions if isinstance(kind, ArrayType) else 0)
        super().__init__(name=str(declared))

    def can_convert_to(self, _context: Any, other: types.Type) -> Any:
        """Allows a conversion if the types differ only in static fields, or in what comes after the other's fields."""
        is_like = isinstance(other, _NumbaContext) and self.declared.begins_like(other.declared)
        return Conversion.safe if is_like else None


@lower_cast(_NumbaContext, _NumbaContext)
def _cast(_context: Any, _builder: Any, _from: _NumbaContext, _to: _NumbaContext, value: Any) -> Any:
    return value


@register_model(_NumbaContext)
class _Model(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: _NumbaContext) -> None:
        super().__init__(manager, kind, _WORD)


@infer_getattr
class _Attributes(AttributeTemplate):
    key = _NumbaContext

    def generic_resolve(self, kind: _NumbaContext, attribute: str) -> Any:
        if attribute not in kind.places:
            return None
        field = kind.places[attribute][1]
        return types.int64 if isinstance(field, int) else field


@lower_getattr_generic(_NumbaContext)
def _load(context: Any, builder: Any, kind: _NumbaContext, value: Any, attribute: str) -> Any:
    place, field = kind.places[attribute]
    caller, _ = _compiling[-1]
    if attribute not in caller.reads:
        raise TypeError(f"{caller.__name__} reads {attribute} where its declaration does not see it")
    if isinstance(field, int):
        return ir.Constant(_WORD, field)
    block = builder.inttoptr(value, _WORD.as_pointer())

    def read(i: int) -> Any:
        word = builder.load(cgutils.gep_inbounds(builder, block, place + i))
        if kind.declared.is_fixed:
            word.set_metadata("invariant.load", builder.module.add_metadata([]))
        return word

    if field == types.boolean:
        return builder.icmp_signed("!=", read(0), ir.Constant(_WORD, 0))
    if not isinstance(field, types.Array):
        return read(0)
    array = make_array(field)(context, builder)
    data_type = context.get_data_type(field.dtype)
    itemsize = context.get_abi_sizeof(data_type)
    shape = [read(1 + axis) for axis in range(field.ndim)]
    strides = [ir.Constant(_WORD, itemsize)]
    for extent in reversed(shape[1:]):
        strides.insert(0, builder.mul(strides[0], extent))
    populate_array(
        array,
        data=builder.inttoptr(read(0), data_type.as_pointer()),
        shape=cgutils.pack_array(builder, shape),
        strides=cgutils.pack_array(builder, strides),
        itemsize=ir.Constant(_WORD, itemsize),
        meminfo=None,
    )
    return array._getvalue()


@lower_setattr_generic(_NumbaContext)
def _store(_context: Any, builder: Any, signature: Any, values: Any, attribute: str) -> None:
    kind, field = signature.args
    place = kind.places[attribute][0]
    block = builder.inttoptr(values[0], _WORD.as_pointer())
    word = builder.zext(values[1], _WORD) if field == types.boolean else values[1]
    builder.store(word, cgutils.gep_inbounds(builder, block, place))


class _KernelType(types.Callable, types.Opaque):
    """The type of a kernel inside another kernel."""

    def __init__(self, kernel: Declaration) -> None:
        self.kernel = kernel
        super().__init__(f"kernel {kernel.function.__module__}.{kernel.__name__}")

    def get_call_type(self, _context: Any, arguments: Any, _keywords: Any) -> Any:
        caller, layout = _compiling[-1]
        if self.kernel not in caller.callees:
            raise TypingError(f"{caller.__name__} calls {self.kernel.__name__} where its declaration does not see it")
        declared, result = self.kernel.types(layout)
        if len(arguments) != len(declared):
            raise TypingError(f"{self.kernel.__name__} takes {len(declared)} arguments, not {len(arguments)}")
        kinds = [numba_type(each) for each in declared]
        for i, (kind, given) in enumerate(zip(kinds, arguments, strict=True)):
            is_wrong = isinstance(kind, types.Array) and kind != given
            if isinstance(kind, _NumbaContext):
                is_wrong = not isinstance(given, _NumbaContext) or not given.declared.begins_like(kind.declared)
            if is_wrong:
                raise TypingError(f"argument {i} of {self.kernel.__name__} must be {kind}, not {given}")
        return signature(numba_type(result), *kinds)

    def get_call_signatures(self) -> tuple[tuple[()], bool]:
        return (), True

    def get_impl_key(self, _signature: Any) -> Declaration:
        return self.kernel


register_model(_KernelType)(models.OpaqueModel)


@typeof_impl.register(Declaration)
@cache
def _typeof(kernel: Declaration, _context: object) -> _KernelType:
    lower_builtin(kernel, types.VarArg(types.Any))(
        lambda context, builder, call, values: _generate_call(kernel, context, builder, call, values)
    )
    return _KernelType(kernel)


def _generate_call(kernel: Declaration, context: Any, builder: Any, call: Any, values: Any) -> Any:
    """Generates the code of a call to a kernel from another one."""
    caller, layout = _compiling[-1]
    if caller.leaves_out(kernel, layout):
        return context.get_constant_null(call.return_type)
    kinds = list(call.args)
    function_type = context.call_conv.get_function_type(call.return_type, kinds)
    if caller is kernel:
        function = builder.function
    else:
        function = cgutils.get_or_insert_function(builder.module, function_type, kernel.symbol(layout))
    status, result = context.call_conv.call_function(builder, function, call.return_type, kinds, values)
    with cgutils.if_unlikely(builder, status.is_error):
        context.call_conv.return_status_propagate(builder, status)
    return result
