"""Names the commit that this program was made of; the build of a package asks here, too."""

import subprocess
from contextlib import suppress
from pathlib import Path


def commit(package: Path = Path(__file__).parent) -> str:
    """Returns the commit in short, or "unknown" if nothing names it.

    A build and `git archive` write it to the file COMMIT. Otherwise git is asked about the clone in use, and adds
    `-dirty` if tracked files have changed; that takes some milliseconds.
    """
    written, clone = "$", package.parent.parent
    with suppress(OSError):
        written = (package / "COMMIT").read_text(encoding="ascii").strip()
        if written.startswith("$") and (clone / ".git").exists():
            ask = ("git", "-C", str(clone), "describe", "--always", "--dirty", "--exclude=*")
            written = subprocess.run(ask, capture_output=True, encoding="ascii").stdout.strip()
    return "unknown" if written.startswith("$") else written or "unknown"
