"""Has a test's requests go as the web process takes them: by the fast path, and from there to Django."""

from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpResponse
from django.test.client import ClientHandler

from config.serving.fast_path import FastPath
from conversations import routing

FAST: list[str] = []
"""What has been answered there in this test, by status."""


def take(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every channel counts as asked for a moment ago, so that a test's first message may be served there too."""
    FAST.clear()
    monkeypatch.setattr(routing, "recall_channel", routing.find_channel)
    monkeypatch.setattr(ClientHandler, "__call__", _offered(ClientHandler.__call__))


def _offered(django: Any) -> Any:
    def handle(handler: ClientHandler, environ: dict[str, Any]) -> HttpResponse:
        passed_on: list[HttpResponse] = []
        started: list[Any] = []

        def go_on(environ: dict[str, Any], _: Any) -> list[bytes]:
            passed_on.append(django(handler, environ))
            return []

        content = FastPath(go_on)(environ, lambda *told: started.extend(told))
        if passed_on:
            return passed_on[0]
        status, headers = started
        FAST.append(status)
        response = HttpResponse(b"".join(content), status=int(status.split()[0]), headers=dict(headers))
        response.wsgi_request = WSGIRequest(environ)  # type: ignore[attr-defined]
        return response

    return handle
