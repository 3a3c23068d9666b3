"""A real Firefox for the tests of the exported page, driven by the protocol that it speaks itself (Marionette).

No driver is installed besides it: messages are `[type, id, name, values]` as JSON, each after its length and a colon.
"""

import itertools
import json
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from waiting import SECONDS, wait_until

COMMANDS = ("firefox-esr", "firefox")


class Firefox:
    """One window."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._numbers = itertools.count(1)
        self._receive()
        waits = {"script": 1000 * SECONDS, "pageLoad": 1000 * SECONDS}
        self._call("WebDriver:NewSession", {"capabilities": {"alwaysMatch": {"timeouts": waits}}})

    def open(self, url: str) -> None:
        """Goes to an address and waits for the page."""
        self._call("WebDriver:Navigate", {"url": url})

    def run(self, script: str) -> Any:
        """Returns what the body of an asynchronous function returns in the page."""
        ending = "then(arguments[0], (error) => arguments[0](`failed: ${error}`))"
        body = f"(async () => {{ {script} }})().{ending};"
        return self._call("WebDriver:ExecuteAsyncScript", {"script": body, "args": []})["value"]

    def type(self, text: str) -> None:
        """Types where the focus is; a line feed is Enter."""
        keys = [
            key
            for sign in text.replace("\n", "\ue007")
            for key in ({"type": "keyDown", "value": sign}, {"type": "keyUp", "value": sign})
        ]
        self._call("WebDriver:PerformActions", {"actions": [{"type": "key", "id": "keys", "actions": keys}]})

    def _call(self, name: str, values: dict[str, Any]) -> Any:
        number = next(self._numbers)
        data = json.dumps([0, number, name, values]).encode()
        self._connection.sendall(b"%d:%s" % (len(data), data))
        _, answered, error, result = self._receive()
        assert answered == number
        assert error is None, error
        return result

    def _receive(self) -> Any:
        size = b""
        while (byte := self._connection.recv(1)) != b":":
            assert byte, "Firefox hung up"
            size += byte
        data = b""
        while len(data) < int(size):
            data += self._connection.recv(int(size) - len(data))
        return json.loads(data)


@contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    """Starts Firefox without a window; skips the test where the machine has none."""
    command = next(filter(None, map(shutil.which, COMMANDS)), None)
    if command is None:
        pytest.skip(f"no Firefox: none of {', '.join(COMMANDS)} is installed")
    profile.mkdir()
    (profile / "user.js").write_text(
        # Any free port, which Firefox writes down.
        'user_pref("marionette.port", 0);\nuser_pref("datareporting.policy.dataSubmissionEnabled", false);\n'
        'user_pref("app.update.enabled", false);\nuser_pref("network.proxy.type", 1);\n'
        'user_pref("network.proxy.http", "127.0.0.1");\nuser_pref("network.proxy.http_port", 9);\n'
        'user_pref("network.proxy.ssl", "127.0.0.1");\nuser_pref("network.proxy.ssl_port", 9);\n',
        encoding="utf-8",
    )
    process = subprocess.Popen(
        [command, "--headless", "--marionette", "--no-remote", "--profile", str(profile)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        port_file = profile / "MarionetteActivePort"
        wait_until(lambda: port_file.exists() and port_file.read_text(), "Firefox does not start", process)
        with socket.create_connection(("127.0.0.1", int(port_file.read_text())), timeout=SECONDS) as connection:
            yield Firefox(connection)
    finally:
        process.terminate()
        process.wait()
