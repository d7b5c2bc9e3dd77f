"""A loopback line to a server, which can be cut, fall silent, and be mended."""

import socket
import threading
from contextlib import suppress
from typing import Self


class Line:
    """Whoever connects to `port` talks to the server behind it, at a socket's path or a host's port, or to nobody."""

    def __init__(self, server: str | tuple[str, int]) -> None:
        self._server = server
        self._flows = threading.Event()
        self._flows.set()
        self._ends: list[socket.socket] = []
        self._listener = self._listen(0)
        self.port = int(self._listener.getsockname()[1])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *args: object) -> None:
        self.cut()

    def cut(self) -> None:
        """As if the server were killed: connections end, and new ones are refused."""
        self._flows.set()
        for end in [self._listener, *self._ends]:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
        self._ends.clear()

    def fall_silent(self) -> None:
        """As if the server hung: connections are taken, and nobody answers."""
        self._flows.clear()

    def mend(self) -> None:
        self._flows.set()
        if self._listener.fileno() == -1:
            self._listener = self._listen(self.port)

    def _listen(self, port: int) -> socket.socket:
        listener = socket.create_server(("127.0.0.1", port))
        threading.Thread(target=self._accept, args=(listener,), daemon=True).start()
        return listener

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):  # cut
            while True:
                ours, _ = listener.accept()
                theirs = socket.socket(socket.AF_UNIX if isinstance(self._server, str) else socket.AF_INET)
                self._ends += [ours, theirs]
                theirs.connect(self._server)
                for one, other in ((ours, theirs), (theirs, ours)):
                    threading.Thread(target=self._pass_on, args=(one, other), daemon=True).start()

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while words := one.recv(65536):
                self._flows.wait()
                other.sendall(words)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
