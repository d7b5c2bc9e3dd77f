"""PesaPal as a merchant calls it, and its card page as a customer uses it."""

from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from django.http import HttpResponse
from django.test import Client

from tests.conversations.simulator.money.shop import Shop

MSISDN = "254712345678"
CARD = {"number": "4242 4242 4242 4242", "expiry": "12/49", "cvv": "123"}


@dataclass
class PesaPal:
    """One merchant and one browser."""

    shop: Shop
    client: Client = field(default_factory=Client)
    token: str = ""
    ipn_id: str = ""

    def keys(self, slug: str = "duka") -> HttpResponse:
        keys = {"consumer_key": "demo-consumer-key-duka", "consumer_secret": f"demo-consumer-secret-{slug}"}
        return self.post("Auth/RequestToken", keys)

    def post(self, path: str, body: Any) -> HttpResponse:
        return self.client.post(f"/simulator/pesapal/api/{path}", body, "application/json", headers=self._headers())

    def get(self, path: str, **query: str) -> HttpResponse:
        return self.client.get(f"/simulator/pesapal/api/{path}", query, headers=self._headers())

    def _headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def start(self, method: str = "GET") -> None:
        self.token = self.keys().json()["token"]
        body = {"url": f"{self.shop.url}/ipn/", "ipn_notification_type": method}
        self.ipn_id = self.post("URLSetup/RegisterIPN", body).json()["ipn_id"]

    def submit(self, **fields: Any) -> HttpResponse:
        body = {
            "id": f"7KQ2X-{uuid4().hex[:6]}", "currency": "KES", "amount": 4500.5, "description": "Order 7KQ2X",
            "callback_url": f"{self.shop.url}/done/?a=1", "notification_id": self.ipn_id,
            "billing_address": {"phone_number": MSISDN}, **fields,
        }  # fmt: skip
        return self.post("Transactions/SubmitOrderRequest", body)

    def status(self, tracking_id: str) -> HttpResponse:
        return self.get("Transactions/GetTransactionStatus", orderTrackingId=tracking_id)

    def act(self, order: dict[str, Any], action: str, **card: str) -> HttpResponse:
        return self.client.post(page_of(order), {**CARD, "action": action, **card})


def page_of(order: dict[str, Any]) -> str:
    parts = urlsplit(order["redirect_url"])
    return f"{parts.path}?{parts.query}"


def code(response: HttpResponse) -> str:
    told = response.json()
    assert set(told["error"]) == {"error_type", "code", "message"}
    assert told["status"] != "200"
    return told["error"]["code"]
