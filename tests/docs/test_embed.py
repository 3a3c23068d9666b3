"""The programs of docs/embed.md in C, JavaScript and Rust: copied as they stand, they print what their comments say."""

import re
from pathlib import Path

import pytest
from embedded_programs import SUFFIXES, command_of, output_of

from wordle_compiler.export.formats import export_tree
from wordle_runtime import load

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("form", SUFFIXES)
def test_program_of_the_page_prints_what_it_says(form: str, tmp_path: Path) -> None:
    page = (ROOT / "docs" / "embed.md").read_text(encoding="utf-8")
    text = re.search(rf"```{form}\n(.*?)```", page, re.DOTALL)[1]  # type: ignore[index]
    (tmp_path / f"plate.{SUFFIXES[form]}").write_bytes(export_tree(load("plate"), form))

    printed = output_of(command_of(form, text, tmp_path))

    assert printed.split() == re.findall(r"// (\w+)$", text, re.MULTILINE) == ["crave", "cease"]


def test_the_first_link_of_the_site_plays_todays_game() -> None:
    front = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")

    assert re.findall(r"\]\(([^)]*)\)", front)[0] == "wordle.html"
    assert "](page.png)](wordle.html)" in front
    assert "- Play now: wordle.html" in (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
