"""A demo tenant, its phone, its Twilio account over HTTP, and a place where webhooks arrive."""

import base64
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from pydantic import AnyHttpUrl

from conversations.simulator import phones
from conversations.simulator.models import SimulatedPhone
from conversations.simulator.peer.messages import delivery
from tenants.models import Channel, Tenant
from tenants.scope import tenant_scope
from tests.conversations.simulator.receiver import Receiver

ACCOUNT = f"AC{1:032d}"
TOKEN = "demo-auth-token-duka"
CUSTOMER = "whatsapp:+254712345678"


@dataclass
class Peer:
    """Twilio's API as an account holder calls it."""

    channel: Channel
    account: str = ACCOUNT
    token: str = TOKEN
    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))

    def call(self, method: str, path: str, data: Any = None, **options: Any) -> HttpResponse:
        basic = base64.b64encode(f"{self.account}:{self.token}".encode()).decode()
        headers = {"Authorization": f"Basic {basic}"} if self.account else {}
        return getattr(self.client, method)(f"/simulator/twilio{path}", data, headers=headers, **options)

    def send(self, **fields: Any) -> HttpResponse:
        """POST Messages.json; a field of None is left out."""
        form = {"To": CUSTOMER, "From": self.channel.sender, "Body": "Habari", **fields}
        form = {name: value for name, value in form.items() if value is not None}
        return self.call("post", f"/2010-04-01/Accounts/{ACCOUNT}/Messages.json", form)

    def make_content(self, types: Any, **fields: Any) -> HttpResponse:
        document = {"friendly_name": "a test", "language": "en", "types": types, **fields}
        return self.call("post", "/v1/Content", document, content_type="application/json")


@pytest.fixture
def duka(db: None, make_tenant: Callable[..., Tenant]) -> Channel:
    """The channel of a demo tenant."""
    return demo_channel(make_tenant("duka"))


@pytest.fixture
def committed_duka(committed_db: None, make_tenant: Callable[..., Tenant]) -> Channel:
    """The same where threads can see it."""
    return demo_channel(make_tenant("duka"))


def demo_channel(tenant: Tenant) -> Channel:
    with tenant_scope(tenant.id):
        channel = Channel.objects.select_related("tenant").get()
        channel.twilio_account, channel.auth_token = ACCOUNT, TOKEN
        channel.save()
    return channel


@pytest.fixture
def peer(duka: Channel) -> Peer:
    return Peer(duka)


@pytest.fixture
def phone(duka: Channel) -> SimulatedPhone:
    return phones.add(duka, name="Asha Wanjirú", address=CUSTOMER)


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with Receiver() as receiver:
        yield receiver


@pytest.fixture
def own_address(receiver: Receiver, settings: Any) -> Receiver:
    """Our own webhooks are the receiver's."""
    settings.TULIA = settings.TULIA.model_copy(update={"public_base_url": AnyHttpUrl(receiver.url)})
    return receiver


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The moments between the steps of a delivery are for people."""
    monkeypatch.setattr(delivery, "STEP_SECONDS", 0.01)


@pytest.fixture
def kept_back(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """Deliveries are noted instead of begun: in these tests nothing is committed that a thread could see."""
    begun: list[tuple[Any, ...]] = []
    monkeypatch.setattr(delivery, "begin", lambda *args, **kwargs: begun.append((*args, kwargs.get("error"))))
    return begun
