"""Writes the commit into what hatch builds: from a clone git names it, from an sdist or an archive the file there."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PLACES = {"wheel": "wordle_runtime/COMMIT", "sdist": "runtime/wordle_runtime/COMMIT"}


class CommitHook(BuildHookInterface):  # type: ignore[type-arg]
    """Replaces the file COMMIT of the runtime; an editable installation keeps it, and asks git whenever it is asked."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the file to a wheel or an sdist before it is built."""
        if version == "editable":
            return
        sys.path.insert(0, str(Path(self.root, "runtime")))
        from wordle_runtime.commit import commit

        sys.path.pop(0)
        self.folder = tempfile.TemporaryDirectory()
        file = Path(self.folder.name, "COMMIT")
        file.write_text(f"{commit(Path(self.root, 'runtime', 'wordle_runtime'))}\n", encoding="ascii")
        build_data["force_include"][str(file)] = PLACES[self.target_name]

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:  # noqa: ARG002
        """Removes what `initialize` wrote."""
        if version != "editable":
            self.folder.cleanup()
