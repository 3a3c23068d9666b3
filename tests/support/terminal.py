"""`wordle-next` on a terminal: a real process at the other end of a pseudo-terminal, as a person would run it."""

from __future__ import annotations

import os
import pty
import re
import select
import subprocess
import sys
import time
from types import TracebackType

from processes import STRICT as ENVIRONMENT
from waiting import SECONDS

LAUNCHER = """
import fcntl, signal, termios
from wordle_runtime.next.command import main
# A test run in the background has inherited that Ctrl-C is to be ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
main()
"""
CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\r")


class Terminal:
    """The process and what it has shown; the terminal is its controlling one, so that Ctrl-C reaches it."""

    def __init__(self, *arguments: str, **environment: str) -> None:
        self._master, slave = pty.openpty()
        inherited = {name: value for name, value in ENVIRONMENT.items() if name not in ("NO_COLOR", "TERM")}
        self._process = subprocess.Popen(
            [sys.executable, "-c", LAUNCHER, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=inherited | {"TERM": "xterm", "PYTHONUTF8": "1"} | environment,
            start_new_session=True,
        )
        os.close(slave)
        self.pid = self._process.pid
        self._shown = ""
        self._seen = 0

    def __enter__(self) -> Terminal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._master)

    def send(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def say(self, line: str) -> None:
        self.send(f"{line}\n")

    def expect(self, text: str) -> str:
        """Waits until the text is shown, after what was expected before; returns all up to its end, as it came."""
        deadline = time.monotonic() + SECONDS
        while (at := self._shown.find(text, self._seen)) < 0:
            assert time.monotonic() < deadline, f"{text!r} is not shown, but {self._shown[self._seen :]!r}"
            if not self._read(0.2) and self._process.poll() is not None and not self._read(0.2):
                raise AssertionError(f"it ended without {text!r}: {self._shown[self._seen :]!r}")
        start, self._seen = self._seen, at + len(text)
        return self._shown[start : self._seen]

    def wait(self, press: str = "") -> int:
        """Waits for the end, pressing a key every few seconds until then; returns the exit status.

        Once is not enough for Ctrl-C: CPython overlooks one that comes between the prompt and its wait for a key.
        """
        deadline = time.monotonic() + SECONDS
        pressed = 0.0
        while self._process.poll() is None:
            now = time.monotonic()
            assert now < deadline, "it does not end"
            if press and now - pressed > 3:
                self.send(press)
                pressed = now
            self._read(0.1)
        return int(self._process.returncode)

    def rest(self) -> str:
        """Returns what was shown since, as it came."""
        while self._read(0.1):
            pass
        return self._shown[self._seen :]

    def _read(self, seconds: float) -> bool:
        if not select.select([self._master], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self._master, 65536)
        except OSError:
            # Linux's way to say that nobody holds the other end any more.
            return False
        self._shown += data.decode("utf-8", "replace")
        return bool(data)


def plain(text: str) -> str:
    """Returns what was shown without colours and carriage returns."""
    return CODES.sub("", text)
