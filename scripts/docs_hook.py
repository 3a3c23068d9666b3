"""What mkdocs needs besides docs/: pages that stand elsewhere in the repository, links, and the page to play.

FORMAT.md, CERTIFICATE.md and OPENERS.md are beside the trees, CONTRIBUTING.md and CHANGELOG.md at the root, results in
benchmarks/. The site has each as a page; a link to any other file of the repository becomes its path as text.
`wordle.html`, today's game in the browser, is made when the site is built.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from wordle_compiler.export.html import to_html
from wordle_runtime import load

ROOT = Path(__file__).parent.parent
PAGES = {
    "FORMAT.md": ROOT / "trees" / "wordle_trees" / "FORMAT.md",
    "CERTIFICATE.md": ROOT / "trees" / "wordle_trees" / "CERTIFICATE.md",
    "OPENERS.md": ROOT / "trees" / "wordle_trees" / "OPENERS.md",
    "CONTRIBUTING.md": ROOT / "CONTRIBUTING.md",
    "CHANGELOG.md": ROOT / "CHANGELOG.md",
    **{f"results/{path.name}": path for path in sorted((ROOT / "benchmarks" / "results").glob("*.md"))},
}
PLAYED = "wordle.html"
"""The page of the bundled tree `nyt`, on the site alone: it is not in the repository."""
_LINK = re.compile(r"\[([^\]]*)\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)\s]*)?\)")


def on_files(files: Any, config: Any) -> Any:
    """Adds the pages that are not in docs/, and the one to play."""
    from mkdocs.structure.files import File

    for name, path in PAGES.items():
        files.append(File.generated(config, name, abs_src_path=str(path)))
    files.append(File.generated(config, PLAYED, content=to_html(load("nyt"))))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Makes links between pages right on the site."""
    source = PAGES.get(page.file.src_uri, ROOT / "docs" / page.file.src_uri)
    depth = page.file.src_uri.count("/")

    def relink(match: re.Match[str]) -> str:
        text, target, anchor = match[1], match[2], match[3] or ""
        wanted = (source.parent / target).resolve()
        for name, path in PAGES.items():
            if path == wanted:
                return f"[{text}]({'../' * depth}{name}{anchor})"
        if wanted.is_relative_to(ROOT / "docs"):
            return f"[{text}]({'../' * depth}{wanted.relative_to(ROOT / 'docs').as_posix()}{anchor})"
        return f"{text} (`{wanted.relative_to(ROOT).as_posix()}`)" if wanted.is_relative_to(ROOT) else match[0]

    return _LINK.sub(relink, markdown)
