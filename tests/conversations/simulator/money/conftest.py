"""A merchant at the simulated providers: its API calls, its server, and a customer's phone."""

import base64
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from conversations.simulator import phones
from conversations.simulator.models import SimulatedFault, SimulatedPhone, SimulatedTransfer
from conversations.simulator.money import courier, faults
from tenants.models import Channel
from tenants.scope import tenant_scope
from tests.conversations.simulator.money.cards import MSISDN, PesaPal
from tests.conversations.simulator.money.shop import Shop

STAMP = "20261120120000"
Later = list[Callable[[], None]]


@dataclass
class Daraja:
    """Daraja as a merchant calls it."""

    callback_url: str = "https://shop.example/hooks/stk/1/"
    slug: str = "duka"
    token: str = ""
    client: Client = field(default_factory=lambda: Client(enforce_csrf_checks=True))

    def generate(self, secret: str = "", grant: str = "client_credentials") -> HttpResponse:
        keys = f"demo-consumer-key-{self.slug}:{secret or f'demo-consumer-secret-{self.slug}'}"
        headers = {"Authorization": f"Basic {base64.b64encode(keys.encode()).decode()}"}
        return self.client.get("/simulator/daraja/oauth/v1/generate", {"grant_type": grant}, headers=headers)

    def post(self, path: str, body: Any, token: str | None = None) -> HttpResponse:
        self.token = self.token or self.generate().json()["access_token"]
        headers = {"Authorization": f"Bearer {self.token if token is None else token}"}
        return self.client.post(f"/simulator/daraja/{path}", body, content_type="application/json", headers=headers)

    def push(self, **fields: Any) -> HttpResponse:
        """A field of None is left out."""
        body = {
            "BusinessShortCode": "174379", "TransactionType": "CustomerPayBillOnline", "Amount": 4500,
            "PartyA": MSISDN, "PartyB": "174379", "PhoneNumber": MSISDN, "CallBackURL": self.callback_url,
            "AccountReference": "7KQ2X", "TransactionDesc": "Order", **self.password(), **fields,
        }  # fmt: skip
        kept = {name: value for name, value in body.items() if value is not None}
        return self.post("mpesa/stkpush/v1/processrequest", kept)

    def query(self, checkout: str, **fields: Any) -> HttpResponse:
        body = {"BusinessShortCode": "174379", "CheckoutRequestID": checkout, **self.password(), **fields}
        return self.post("mpesa/stkpushquery/v1/query", body)

    def register(self, address: str, *, version: str = "v2", **fields: Any) -> HttpResponse:
        body = {
            "ShortCode": "600984", "ResponseType": "Completed",
            "ConfirmationURL": f"{address}/confirm/", "ValidationURL": f"{address}/validate/", **fields,
        }  # fmt: skip
        return self.post(f"mpesa/c2b/{version}/registerurl", body)

    def password(self, short_code: str = "174379") -> dict[str, str]:
        plain = f"{short_code}demo-passkey-{self.slug}{STAMP}"
        return {"Password": base64.b64encode(plain.encode()).decode(), "Timestamp": STAMP}


@dataclass
class Phone:
    """The phone page's API, with the money on it."""

    phone: SimulatedPhone
    client: Client = field(default_factory=Client)

    def post(self, path: str, **fields: Any) -> HttpResponse:
        return self.client.post(f"/simulator/api/duka/phones/{self.phone.id}/{path}", fields)

    def money(self) -> dict[str, Any]:
        return self.client.get(f"/simulator/api/duka/phones/{self.phone.id}/updates").json()["money"]

    def answer(self, outcome: str, pin: str = "1234") -> HttpResponse:
        return self.post("prompt", id=self.money()["prompt"]["id"], outcome=outcome, pin=pin)

    def plan(self, kind: str) -> None:
        assert self.post("faults", kind=kind).status_code == 204

    def told(self) -> str:
        return " | ".join(event["text"] for event in self.money()["events"])


@pytest.fixture
def phone(duka: Channel) -> Phone:
    return Phone(phones.add(duka, name="Asha Wanjirú", address=f"whatsapp:+{MSISDN}"))


@pytest.fixture
def shop() -> Iterator[Shop]:
    with Shop() as shop:
        yield shop


@pytest.fixture
def daraja(duka: Channel, shop: Shop) -> Daraja:
    return Daraja(callback_url=f"{shop.url}/stk/")


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Later:
    """Errands run at once where they were begun; those for later are kept, to be run by hand."""
    kept: Later = []

    def begin(errand: Any, *details: Any, after: float = 0) -> None:
        kept.append(lambda: errand(*details)) if after else errand(*details)

    monkeypatch.setattr(courier, "begin", begin)
    monkeypatch.setattr(courier, "RETRY_SECONDS", 0.01)
    monkeypatch.setattr(faults, "SLOW_SECONDS", 0.01)
    return kept


@pytest.fixture
def transfers(duka: Channel) -> Callable[[], list[SimulatedTransfer]]:
    def read() -> list[SimulatedTransfer]:
        with tenant_scope(duka.tenant_id):
            return list(SimulatedTransfer.objects.order_by("created_at"))

    return read


@pytest.fixture
def planned(duka: Channel) -> Callable[[], int]:
    def count() -> int:
        with tenant_scope(duka.tenant_id):
            return SimulatedFault.objects.count()

    return count


@pytest.fixture
def pesapal(duka: Channel, shop: Shop, later: Later) -> PesaPal:
    client = PesaPal(shop)
    client.start()
    return client


@pytest.fixture
def order(pesapal: PesaPal) -> dict[str, Any]:
    return pesapal.submit(id="7KQ2X-1").json()
