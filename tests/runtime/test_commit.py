"""The commit is named by a build, an archive or a clone, and is unknown otherwise."""

import subprocess
from pathlib import Path

import pytest

from wordle_runtime.commit import commit

UNWRITTEN = "$Format:%h$\n"


@pytest.mark.parametrize(
    ("written", "named"), [("1a2b3c4\n", "1a2b3c4"), ("unknown\n", "unknown"), (UNWRITTEN, "unknown")]
)
def test_a_build_or_an_archive_says_it_and_otherwise_it_is_unknown(written: str, named: str, tmp_path: Path) -> None:
    (tmp_path / "COMMIT").write_text(written)

    assert commit(tmp_path) == named


def test_a_clone_is_asked_each_time_and_says_what_has_changed(tmp_path: Path) -> None:
    package = tmp_path / "runtime" / "wordle_runtime"
    package.mkdir(parents=True)
    (package / "COMMIT").write_text(UNWRITTEN)

    def git(*command: str) -> str:
        who = ("-c", "user.name=a", "-c", "user.email=a@example.com")
        return subprocess.check_output(["git", "-C", tmp_path, *who, *command], encoding="ascii").strip()

    git("init", "--quiet")
    assert commit(package) == "unknown"
    git("add", ".")
    git("commit", "--quiet", "--message", "First")
    assert commit(package) == git("rev-parse", "--short", "HEAD")
    (package / "COMMIT").write_text("$Format:%H$\n")
    assert commit(package).endswith("-dirty")
