"""A system of a tenant's own: it asks over HTTP with its token."""

import json
from collections.abc import Callable, Iterable
from typing import Any
from uuid import uuid4

from django.core.handlers.wsgi import WSGIHandler
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.http import HttpResponse
from django.test import Client

from conversations.api import tokens
from conversations.api.scopes import NAMES
from tenants.models import Tenant
from tenants.scope import tenant_scope


def make_token(tenant: Tenant, *scopes: str, **fields: Any) -> str:
    """A token that may do this, or everything."""
    told = {"name": "Web shop", "scopes": scopes or NAMES, "expires_at": None, "created_by_id": None} | fields
    with tenant_scope(tenant.id):
        return tokens.make(**told)[1]


class System:
    """Asks below /api/v1/; a write gets a new key unless one is given."""

    def __init__(self, tenant: Tenant, *scopes: str) -> None:
        self.tenant, self.client = tenant, Client(raise_request_exception=False)
        self.token = make_token(tenant, *scopes)

    def ask(self, method: str, path: str, body: Any = None, *, key: str = "", **headers: str) -> HttpResponse:
        told = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": key or uuid4().hex} | headers
        sent = b"" if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        kind = "application/json" if body is not None else ""
        return self.client.generic(method, f"/api/v1/{path}", sent, content_type=kind, headers=told)

    def get(self, path: str, **headers: str) -> Any:
        response = self.ask("GET", path, **headers)
        assert response.status_code == 200, response.content
        return response.json()

    def post(self, path: str, body: Any, *, key: str = "", status: int = 200) -> Any:
        response = self.ask("POST", path, body, key=key)
        assert response.status_code == status, response.content
        return response.json()

    def refused(self, status: int, code: str, method: str, path: str, body: Any = None, **named: Any) -> Any:
        response = self.ask(method, path, body, **named)
        assert (response.status_code, response.headers["Content-Type"]) == (status, "application/problem+json"), (
            response.content
        )
        assert response.json()["code"] == code
        return response.json()


class OnThisMachine:
    """Django as a WSGI callable for generated requests, inside the transaction of a test: its connection stays open."""

    def __init__(self) -> None:
        self._django = WSGIHandler()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        environ["REMOTE_ADDR"] = "127.0.0.1"
        signals = (request_started, request_finished)
        for signal in signals:
            signal.disconnect(close_old_connections)
        try:
            answer = self._django(environ, start_response)
            body = b"".join(answer)
            getattr(answer, "close", lambda: None)()
        finally:
            for signal in signals:
                signal.connect(close_old_connections)
        return [body]
