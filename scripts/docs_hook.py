"""What mkdocs needs besides docs/: pages that stand elsewhere in the repository, links, and the page to play.

FORMAT.md, CERTIFICATE.md and OPENERS.md are beside the trees, CONTRIBUTING.md and CHANGELOG.md at the root, results in
benchmarks/. The site has each; a link to any other file of the repository becomes its path as text.
`wordle.html`, today's game in the browser, is made when the site is built. On each page, the first use of a word of the
glossary links there, what is written in code (`--time-limit`) does not break, and the copy button gives commands alone.
"""

from __future__ import annotations

import html
import re
from functools import cache
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
    **{f"results/{path.name}": path for path in sorted((ROOT / "benchmarks" / "results").iterdir())},
}
PLAYED = "wordle.html"
"""The page of the bundled tree `nyt`, on the site alone: it is not in the repository."""
GLOSSARY = "glossary.md"
LONGEST_WORD = 28
"""Characters that fit on one line of a phone."""
_LINK = re.compile(r"\[([^\]]*)\]\((?!https?:|#|mailto:)([^)#\s]+)(#[^)\s]*)?\)")
_SESSION = re.compile(r'<div class="language-(console|pycon) highlight">(?=.*?<code>(.*?)</code>)', re.DOTALL)
_CITED = re.compile(r"docs/references\.md#([\w-]+)")
"""How docstrings cite an entry of the page of references."""
_NOTES = re.compile(r'<div class="[^"]*jp-RenderedMarkdown.*?</div>', re.DOTALL)
_WORD = re.compile(r"[^\s/]+[/,;]?")
_TAG = re.compile(r"<(/?)(\w+)[^>]*>")
_WIDE = re.compile(r"^\|(?:[^|\n]*\|){8}", re.MULTILINE)
"""A table of eight columns or more."""
_VOID = frozenset({"br", "hr", "img", "input", "col", "wbr"})
_UNLINKED = frozenset({"a", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "th"})
_NOUNS = {
    "answer": r"answers?(?! (?:in|by|at once|that takes)\b)",
    "certificate": r"(?<!key and a )certificates?",
    "claim": r"(?<!that it )claims?(?! to\b)",
    "demand": "^demands$",
    "journal": r"journals?(?! of Recreational\b)",
    "history": "histor(?:y|ies)",
    "limit": r"limits?(?= of guesses\b)",
    "mean": r"(?<!this )mean(?= (?:is|of|and|number)\b|,|$)",
    "part": "^parts$",
    "rule": r"(?<!feedback )rules?(?! of (?:thumb|proof)\b)",
    "strategy": r"(?<!no )strategy",
    "turn": r"turns?(?! (?:into|out|a|the)\b)",
}
"""How words are found that have another sense, too; where they are defined, they are emphasised, and stand alone."""


def on_files(files: Any, config: Any) -> Any:
    """Adds the pages that are not in docs/, and the one to play."""
    from mkdocs.structure.files import File

    for name, path in PAGES.items():
        files.append(File.generated(config, name, abs_src_path=str(path)))
    files.append(File.generated(config, PLAYED, content=to_html(load("nyt"))))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Makes links between pages right on the site, gives room to wide tables, and says which blocks are sessions."""
    source = PAGES.get(page.file.src_uri, ROOT / "docs" / page.file.src_uri)
    depth = page.file.src_uri.count("/")
    if _WIDE.search(markdown):
        page.meta["hide"] = ["toc"]

    def relink(match: re.Match[str]) -> str:
        text, target, anchor = match[1], match[2], match[3] or ""
        wanted = (source.parent / target).resolve()
        for name, path in PAGES.items():
            if path == wanted:
                return f"[{text}]({'../' * depth}{name}{anchor})"
        if wanted.is_relative_to(ROOT / "docs"):
            return f"[{text}]({'../' * depth}{wanted.relative_to(ROOT / 'docs').as_posix()}{anchor})"
        return f"{text} (`{wanted.relative_to(ROOT).as_posix()}`)" if wanted.is_relative_to(ROOT) else match[0]

    return re.sub(r"^( *```)python(?=\n *>>>)", r"\1pycon", _LINK.sub(relink, markdown), flags=re.MULTILINE)


def on_page_content(content: str, page: Any, files: Any, **_: Any) -> str:
    """Changes the HTML of a page as the first lines of this file say; of a notebook, its text alone."""
    glossary = files.get_file_from_path(GLOSSARY)
    unused = {} if page.file == glossary else definitions()
    target = glossary.url_relative_to(page.file)
    if page.file.src_uri.endswith(".ipynb"):
        return _NOTES.sub(lambda notes: with_words(notes[0], unused, target), content)
    references = files.get_file_from_path("references.md").url_relative_to(page.file)
    cited = _CITED.sub(lambda one: f'<a href="{references}#{one[1]}">{_name_of(one[1])}</a>', content)
    return with_words(_SESSION.sub(with_commands, cited), unused, target)


def _name_of(anchor: str) -> str:
    """Returns the name of a reference from its anchor, such as `Breiman et al. 1984`."""
    return anchor.replace("-", " ").title().replace("Et Al", "et al.").replace(" And ", " and ")


def with_words(content: str, unused: dict[str, str], glossary: str) -> str:
    """Returns HTML whose words of code do not break, and whose words of the glossary link there when first used."""
    within: list[str] = []
    parts = re.split(r"(<[^>]*>)", content)
    for place, part in enumerate(parts):
        if tag := _TAG.fullmatch(part):
            if tag[1]:
                within.pop()
            elif tag[2] not in _VOID:
                within.append(tag[2])
        elif "code" in within and "pre" not in within:
            parts[place] = _WORD.sub(unbroken, part)
        elif unused and _UNLINKED.isdisjoint(within):
            parts[place] = with_links(part, unused, glossary)
    return "".join(parts)


def with_commands(match: re.Match[str]) -> str:
    """Returns the start of a session's block, with what its copy button gives: no prompts, and no output."""
    shown = html.unescape(re.sub(r"<[^>]*>", "", match[2]))
    prompt = r"\$ (.*)" if match[1] == "console" else r"(?:>>>|\.\.\.) ?(.*)"
    typed = html.escape("\n".join(re.findall(f"^{prompt}$", shown, re.MULTILINE)))
    return f'<div data-copy="{typed}" {match[0].removeprefix("<div ")}'


def unbroken(match: re.Match[str]) -> str:
    """Returns a word of code so that it stays on one line, if it fits there."""
    return f'<span class="whole">{match[0]}</span>' if len(match[0]) <= LONGEST_WORD else match[0]


def with_links(text: str, unused: dict[str, str], glossary: str) -> str:
    """Returns a text in which the words that the page has not used yet link to the glossary, and takes them out."""

    def link(match: re.Match[str]) -> str:
        word = words()[(match.lastindex or 0) - 1]
        if word not in unused:
            return match[0]
        title = html.escape(unused.pop(word))
        return f'<a class="term" href="{glossary}#{word.replace(" ", "-")}" title="{title}">{match[0]}</a>'

    forms = "|".join(f"({_NOUNS.get(word, f'{word}s?')})" for word in words())
    return re.sub(rf"(?<![\w-])(?:{forms})\b(?!-)", link, text, flags=re.IGNORECASE)


def definitions() -> dict[str, str]:
    """Returns the first sentence on each word of the glossary, by the word in small letters."""
    text = (ROOT / "docs" / GLOSSARY).read_text(encoding="utf-8")
    found = re.findall(r"^## (.*)\n\n((?:.|\n)+?\.)(?=\s)", text, re.MULTILINE)
    plain = {word.lower(): re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", sentence) for word, sentence in found}
    return {word: " ".join(sentence.replace("`", "").split()) for word, sentence in plain.items()}


@cache
def words() -> list[str]:
    """Returns the words of the glossary, the longest first: a likely answer is not just an answer."""
    return sorted(definitions(), key=len, reverse=True)
