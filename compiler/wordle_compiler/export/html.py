"""A tree as one page that plays it in a browser: self-contained, opened from disk, without a network.

The page holds the tree file itself, as base64, and the scripts in `page/` read it there. Nothing of the tree is written
into the markup, so no word of a list can become part of it; and the page's own policy lets a browser run the scripts
and styles that are built in here, by their digests, and load nothing.
"""

from __future__ import annotations

import base64
import hashlib
import importlib.resources
import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wordle_runtime import Tree

_SCRIPTS = ("decode.js", "feedback.js", "tree.js", "entry.js", "play.js", "browse.js", "page.js")
"""In this order: what the page does when it is loaded stands last."""
_PLACE = re.compile(r"{{(\w+)}}")


def to_html(tree: Tree) -> str:
    """Returns a page that plays a tree, and browses it.

    Equal trees give equal pages: four thirds of the file's size, and some 42 KB. The page needs a browser with
    `DecompressionStream`: Chromium from 80, Firefox from 113, Safari from 16.4. It checks the file's checksum and
    nothing else, which is enough: the runtime has read the same bytes.
    """
    style = _read("page.css")
    script = '"use strict";\n' + "\n".join(map(_read, _SCRIPTS))
    policy = (
        f"default-src 'none'; script-src {_digest(script)}; style-src {_digest(style)}; "
        "base-uri 'none'; form-action 'none'"
    )
    parts = {"policy": policy, "style": style, "script": script, "tree": base64.b64encode(tree.data).decode("ascii")}
    # In one pass: what a part holds is not looked at again.
    return _PLACE.sub(lambda place: parts[place[1]], _read("page.html"))


def _read(name: str) -> str:
    return (importlib.resources.files(__package__) / "page" / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """Returns what stands for an inline script or style in a content security policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}'"
