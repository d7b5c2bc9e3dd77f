"""A visitor of a page: asks over HTTP; the turn that a worker would run is run when it is woken."""

import json
from typing import Any
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client

from conversations import outbox, turn
from tenants.models import Channel, Tenant
from tenants.scope import tenant_scope

PAGE = "https://resort.example"


def open_chat(tenant: Tenant, **fields: Any) -> Channel:
    """A chat on the tenant's page."""
    with tenant_scope(tenant.id):
        return Channel.objects.create(
            kind="web", name="Page", sender=f"web:{uuid4()}", allowed_origins=[PAGE], location="Diani, Kenya", **fields
        )


def work(tenant_id: Any, conversation_id: Any, **_: Any) -> None:
    """What the worker does."""
    turn.run(tenant_id, conversation_id)
    outbox.deliver(tenant_id, conversation_id, wait=lambda seconds: None)


class Visitor:
    """`thread` is what the chat has told them, and they tell from then on."""

    def __init__(self, channel: Channel) -> None:
        self.client, self.key, self.thread = Client(), channel.webhook_token, ""

    def post(self, path: str, body: Any, **headers: str) -> HttpResponse:
        sent = body if isinstance(body, bytes) else json.dumps(body)
        known = {"X-Tulia-Key": self.key, "Origin": PAGE} | headers
        return self.client.post(f"/api/v1/chat/{path}", sent, content_type="application/json", headers=known)

    def say(self, words: str, **fields: Any) -> dict[str, Any]:
        response = self.post("", {"message": words, **({"thread_id": self.thread} if self.thread else {}), **fields})
        assert response.status_code == 200, response.content
        answer: dict[str, Any] = response.json()
        self.thread = answer["thread_id"]
        return answer

    def read(self) -> dict[str, Any]:
        response = self.post("messages/", {"thread_id": self.thread})
        assert response.status_code == 200, response.content
        return dict(response.json())
