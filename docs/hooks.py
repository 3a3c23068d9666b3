"""Adds to the site the pages that live elsewhere in the repository, and points links at them.

A page links to them by their place in the repository (`../trees/wordle_trees/FORMAT.md`), so that the links work in a
clone, too. On the site they stand in one folder with the others. MkDocs calls the two functions by their names.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File, InclusionLevel

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

_ROOT = Path(__file__).parent.parent

# Place in the repository -> place on the site.
_ELSEWHERE = {
    "README.md": "index.md",
    "CHANGELOG.md": "CHANGELOG.md",
    "CONTRIBUTING.md": "CONTRIBUTING.md",
    "trees/wordle_trees/FORMAT.md": "FORMAT.md",
    "trees/wordle_trees/CERTIFICATE.md": "CERTIFICATE.md",
} | {f"benchmarks/results/{path.name}": f"results/{path.name}" for path in (_ROOT / "benchmarks/results").glob("*.md")}
_HOME = {site: place for place, site in _ELSEWHERE.items() if place != "README.md"}
_LINK = re.compile(r"\]\((?![a-z]+:|#)([^)#\s]+)(#[^)\s]*)?\)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Adds the pages; those of results are not in the menu, since results.md lists them."""
    for site, place in _HOME.items():
        file = File.generated(config, site, abs_src_path=str(_ROOT / place))
        if site.startswith("results/"):
            file.inclusion = InclusionLevel.NOT_IN_NAV
        files.append(file)
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Rewrites links between places in the repository into links between places on the site."""
    site = page.file.src_uri
    place = _HOME.get(site, f"docs/{site}")

    def rewrite(match: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(place), match[1]))
        on_site = _ELSEWHERE.get(target, target.removeprefix("docs/"))
        return f"]({posixpath.relpath(on_site, posixpath.dirname(site) or '.')}{match[2] or ''})"

    return _LINK.sub(rewrite, markdown)
