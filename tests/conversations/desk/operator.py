"""Somebody at the desk."""

from typing import Any
from uuid import uuid4

from django.http import HttpResponse

from tenants.choices import Role
from tenants.scope import tenant_scope
from tests.people import member, seated
from tests.talk import Talk
from tools.handoff.models import HandoffTicket


class Operator:
    """Somebody at the desk, with one ticket in front of them."""

    def __init__(self, customer: Talk, role: str = Role.OPERATOR) -> None:
        self.customer = customer
        self.user = member(customer.tenant, role)
        self.client = seated(self.user)

    @property
    def ticket(self) -> HandoffTicket:
        with tenant_scope(self.customer.tenant.id):
            return HandoffTicket.objects.select_related("assignee").latest("created_at")

    def path(self, part: str = "") -> str:
        return f"/desk/tickets/{self.ticket.pk}/{part}"

    def do(self, action: str, **form: Any) -> HttpResponse:
        return self.client.post(self.path(f"{action}/"), {name: str(value) for name, value in form.items()})

    def page(self, part: str = "", **query: str) -> str:
        response = self.client.get(self.path(part), query)
        assert response.status_code == 200
        return response.content.decode()

    def queue(self, **query: str) -> str:
        return self.client.get("/desk/queue/", query).content.decode()

    def write(self, text: str, **form: Any) -> HttpResponse:
        return self.do("write", text=text, **({"key": uuid4()} | form))
