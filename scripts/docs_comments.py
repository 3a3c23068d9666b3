"""Shows on the pages of the API what comments say of the fields of classes."""

from __future__ import annotations

from typing import Any

import griffe


class FieldComments(griffe.Extension):
    """Takes the comment of a field without a docstring for its docstring."""

    def on_attribute_instance(self, *, attr: griffe.Attribute, **_: Any) -> None:
        """Looks at the lines of one field, when mkdocstrings has read it."""
        if attr.docstring is None and attr.parent is not None and attr.parent.is_class and attr.lineno:
            text = comment_of(attr.lines_collection[attr.filepath], attr.lineno)
            if text:
                attr.docstring = griffe.Docstring(text, lineno=attr.lineno, parent=attr)


def comment_of(lines: list[str], number: int) -> str:
    """Returns the comment at the end of a line (the first is 1) or, if there is none, in the lines above it."""
    _, _, own = lines[number - 1].partition("  # ")
    above: list[str] = []
    while not own and number > 1 and (line := lines[number - 2].strip()).startswith("# "):
        above.insert(0, line.removeprefix("# "))
        number -= 1
    return own.strip() or " ".join(above)
