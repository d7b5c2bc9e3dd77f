"""Firefox, as it is installed, by WebDriver BiDi: Playwright drives only a Firefox of its own making.

A page is opened in a window of its own: the first window of a Firefox without a screen never has the focus, and what is
typed there reaches nobody.
"""

import json
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException
from websockets.sync.client import ClientConnection, connect

from tests.here import free_port

ENTER, ESCAPE = "\ue007", "\ue00c"
READY_SECONDS, ANSWER_SECONDS = 60, 60


class FirefoxPage:
    """One page of one window."""

    def __init__(self, wire: ClientConnection) -> None:
        self._wire, self._asked = wire, 0
        self._tell("session.new", capabilities={})
        self._context = self._tell("browsingContext.create", type="window")["context"]

    def go(self, address: str, *, width: int, height: int) -> None:
        size = {"width": width, "height": height}
        self._tell("browsingContext.setViewport", context=self._context, viewport=size)
        self._tell("browsingContext.navigate", context=self._context, url=address, wait="complete")

    def reload(self) -> None:
        self._tell("browsingContext.reload", context=self._context, wait="complete")

    def ask(self, script: str) -> Any:
        """What the body of a function returns there."""
        told = self._tell(
            "script.evaluate", target={"context": self._context}, awaitPromise=True,
            expression=f"(async () => {{ {script} }})().then((found) => JSON.stringify(found ?? null))",
        )  # fmt: skip
        assert told["type"] == "success", told
        return json.loads(told["result"]["value"])

    def wait_for(self, script: str) -> Any:
        """Until the function returns something true."""
        until = time.monotonic() + ANSWER_SECONDS
        while not (found := self.ask(script)):
            assert time.monotonic() < until, f"never so: {script}"
            time.sleep(0.1)
        return found

    def press(self, keys: str) -> None:
        """As somebody at the keyboard."""
        strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._tell("input.performActions", context=self._context, actions=[
            {"type": "key", "id": "keyboard", "actions": strokes},
        ])  # fmt: skip

    def _tell(self, method: str, **parameters: Any) -> Any:
        self._asked += 1
        self._wire.send(json.dumps({"id": self._asked, "method": method, "params": parameters}))
        while (told := json.loads(self._wire.recv(timeout=ANSWER_SECONDS))).get("id") != self._asked:
            pass
        assert told["type"] == "success", told
        return told["result"]


@contextmanager
def running(program: str, folder: Path) -> Iterator[FirefoxPage]:
    """A page of a Firefox that knows nobody."""
    port = free_port()
    command = [program, "--headless", "--no-remote", "--profile", str(folder), f"--remote-debugging-port={port}"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            with _connected(port) as wire:
                yield FirefoxPage(wire)
        finally:
            process.terminate()


def _connected(port: int) -> ClientConnection:
    until = time.monotonic() + READY_SECONDS
    while True:
        try:
            return connect(f"ws://127.0.0.1:{port}/session", max_size=None, ping_interval=None)
        except (OSError, WebSocketException):
            assert time.monotonic() < until, "Firefox does not answer"
            time.sleep(0.2)
