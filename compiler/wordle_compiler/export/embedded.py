"""Writes a tree as source text for programs without Python: a C header, an ES module and its types, or a Rust module.

The code is in `templates/`, a file for each language; this module fills in the numbers, the words and the heading. All
text is ASCII, whatever the words are. No tree overflows a table: the tree file allows 2^20 nodes, 2^21 words and
feedbacks below 3^12, and 31 bits hold even twice the number of a word.
"""

from __future__ import annotations

import importlib.resources
import json
import re
import textwrap
from collections.abc import Callable, Iterable
from typing import NamedTuple

from wordle_compiler.compilation.report import CompiledTree, header_rows
from wordle_compiler.machine.errors import InputError
from wordle_compiler.rankings.table import labelled
from wordle_runtime import Tree
from wordle_runtime.feedback import shown
from wordle_runtime.layout import WORDLE
from wordle_runtime.notation import format_feedback

_OF_KIND = re.compile(r"^{{(\w+)\n(.*?)^}}\n", re.MULTILINE | re.DOTALL)
_PLACE = re.compile(r"{{(\w+)}}")
_PREFIX = "wt"
"""What the names in C begin with."""
_NAME = re.compile(r"\b(wt|WT)_")
_ROOM = {
    "ATtiny85": 8_192,
    "ATmega328P": 32_256,
    "ATmega2560 and all with pointers of 16 bits": 65_535,
    "STM32F103C8": 65_536,
}
"""The bytes of flash that a program's tables can use, its code included."""
_CODE_BYTES = 2_000
"""What avr-gcc makes of the functions."""
_WRAPPER = textwrap.TextWrapper(
    120, initial_indent="    ", subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
)
_LONGEST = 116
"""Columns of a line of the heading."""


class _Language(NamedTuple):
    """What differs between the languages, apart from their templates."""

    template: str  # The file in `templates/`.
    margin: str  # What each line of the heading begins with.
    integers: tuple[str, str, str]  # The unsigned integers of 1, 2 and 4 bytes; 31 bits of the last are enough.
    quoted: Callable[[str, int], str]  # Writes a word as a string, where every word takes so many bytes.


def to_source(tree: Tree, form: str, prefix: str = _PREFIX) -> str:
    """Returns a tree as source text in ASCII. Equal trees give equal text.

    The form is `c`, one C99 header, which C++ takes as well; `js`, one ES module with types in JSDoc; `ts`, the types
    of that module for TypeScript; or `rust`, one module that needs `core` alone. In C, names begin with the prefix, so
    that a program can have several trees.

    Raises:
        InputError: No name in C begins like the prefix.
    """
    if not re.fullmatch("[A-Za-z][A-Za-z0-9_]*", prefix):
        raise InputError(f"--prefix is what names in C begin with, such as plate: {prefix!a} is not")
    language = _LANGUAGES[form]
    nodes, game = tree.nodes, tree.info.game
    # The words that are played, in the order of the nodes; answers that no node guesses are left out.
    played = [nodes.word(node) for node in range(len(nodes.guess))]
    places = {word: place for place, word in enumerate(dict.fromkeys(played))}
    word_bytes = max(len(word.encode()) for word in places)
    tables = {
        "feedbacks": [0, *nodes.feedback],
        "children": nodes.first_child,
        "guesses": [2 * places[word] + (not place) for word, place in zip(played, nodes.guess, strict=True)],
    }
    # The types of feedbacks hold every one: a search compares with feedbacks that are not in the table.
    largest = {name: max(table) for name, table in tables.items()} | {"feedbacks": nodes.all_green}
    sizes = {name: len(table) << _width(largest[name]) for name, table in tables.items()}
    sizes["words"] = len(places) * (word_bytes + 1)
    n_bytes = sum(sizes.values())
    parts = {
        "heading": "\n".join(f"{language.margin} {line}".rstrip() for line in _heading(tree)),
        "example": _example(tree),
        "identity": tree.info.checksum.hex()[:16],
        "length": game.length,
        "base": game.length + 1,
        "max_guesses": game.max_guesses,
        "winning": nodes.all_green,
        "n_nodes": len(played),
        "n_words": len(places),
        "word_bytes": word_bytes,
        **{f"{name}_bytes": size for name, size in sizes.items()},
        "table_bytes": n_bytes,
        "code_bytes": _CODE_BYTES,
        "too_small": ", ".join(name for name, room in _ROOM.items() if n_bytes + _CODE_BYTES > room) or "none known",
        "words": _rows(language.quoted(word, word_bytes) for word in places),
        **{name: _rows(map(str, table)) for name, table in tables.items()},
        **{f"{name}_type": language.integers[_width(most)] for name, most in largest.items()},
    }
    template = importlib.resources.files(__package__) / "templates" / language.template
    code = _OF_KIND.sub(lambda part: part[2] if part[1] == nodes.kind else "", template.read_text(encoding="utf-8"))
    code = _NAME.sub(lambda name: f"{prefix if name[1] == _PREFIX else prefix.upper()}_", code)
    # In one pass, so that the content of a part is never substituted again.
    return _PLACE.sub(lambda place: str(parts[place[1]]), code)


def _heading(tree: Tree) -> list[str]:
    """Returns what the tree guarantees, line by line, in ASCII."""
    rows = labelled([*CompiledTree(tree).rows(), *header_rows(tree)])
    lines = (line for row in rows for line in textwrap.wrap(row, _LONGEST, subsequent_indent=" " * 11))
    # Names are foreign text: without an asterisk they neither end a comment nor seem to begin one.
    plain = (shown(line).encode("ascii", "backslashreplace").decode().replace("*", "\\u002a") for line in lines)
    return ["A decision tree: what to guess after every feedback. Written by wordle-tree export.", "", *plain]


def _example(tree: Tree) -> str:
    """Returns a call that makes a feedback to the opener, one that has a child where there is one."""
    nodes, length = tree.nodes, tree.length
    n_children = len(nodes.children(0))
    code = nodes.feedback[n_children // 2] if n_children else nodes.all_green
    return f'marks("{format_feedback(code, length)}")' if nodes.kind == WORDLE else f"pegs{divmod(code, length + 1)}"


def _width(most: int) -> int:
    """Returns which of the integers of 1, 2 and 4 bytes is the smallest that holds a number."""
    return (most > 0xFF) + (most > 0xFFFF)


def _rows(entries: Iterable[str]) -> str:
    """Returns the entries of a table in lines."""
    return _WRAPPER.fill(", ".join(entries))


def _in_c(word: str, _: int) -> str:
    """Returns a C string of the word's UTF-8; octal digits end after three, and `??` would begin a trigraph."""
    plain = (f"\\{byte:03o}" if byte > 0x7E or byte in b'"\\?' else chr(byte) for byte in word.encode())
    return '"' + "".join(plain) + '"'


def _in_rust(word: str, n_bytes: int) -> str:
    """Returns a Rust string of the word, with zeros up to `n_bytes` bytes of UTF-8."""
    marks = ("\\" + mark if mark in '"\\' else mark if mark.isascii() else f"\\u{{{ord(mark):x}}}" for mark in word)
    return '"' + "".join(marks) + "\\0" * (n_bytes - len(word.encode())) + '"'


_LANGUAGES = {
    "c": _Language("tree.h", " *", ("uint8_t", "uint16_t", "int32_t"), _in_c),
    "js": _Language("tree.mjs", " *", ("Uint8Array", "Uint16Array", "Uint32Array"), lambda word, _: json.dumps(word)),
    "ts": _Language("tree.d.ts", " *", ("", "", ""), _in_c),
    "rust": _Language("tree.rs", "//!", ("u8", "u16", "u32"), _in_rust),
}
