"""Contexts with other values in some fields."""

from typing import Any

from wordle_compiler.kernels.context import Context


def replaced(context: Context, **changes: Any) -> Any:
    """Returns a copy of a context with other values in some fields."""
    fields = [name for name, field in context.context_type.fields if not isinstance(field, int)]
    layout = context.layout if context.has_layout else None
    return type(context)(layout, *(changes.get(name, getattr(context, name)) for name in fields))
