"""Writes a tree as a self-contained page that plays it in a browser, opened from disk, without a network.

The page holds the tree file itself, as base64, and the scripts from `page/` read it there. No part of the tree is
written into the markup, so no word of a list can become markup. The page's content security policy allows only the
scripts and styles built in here, by their digests, and loads nothing.
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
"""The order matters: the code that runs when the page loads comes last."""
_PLACE = re.compile(r"{{(\w+)}}")


def to_html(tree: Tree) -> str:
    """Returns a page that plays and browses a tree.

    Equal trees give equal pages. The page needs a browser with `DecompressionStream`: at least Chromium 80, Firefox 113
    or Safari 16.4. It checks only the file's checksum, which is enough because the runtime has read the same bytes.
    """
    style = _read("page.css")
    script = '"use strict";\n' + "\n".join(map(_read, _SCRIPTS))
    policy = (
        f"default-src 'none'; script-src {_digest(script)}; style-src {_digest(style)}; "
        "base-uri 'none'; form-action 'none'"
    )
    parts = {"policy": policy, "style": style, "script": script, "tree": base64.b64encode(tree.data).decode("ascii")}
    # In one pass, so that the content of a part is never substituted again.
    return _PLACE.sub(lambda place: parts[place[1]], _read("page.html"))


def _read(name: str) -> str:
    return (importlib.resources.files(__package__) / "page" / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """Returns the source expression of an inline script or style for a content security policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}'"
