"""What a business asks of its payment providers, as its own system would: a PIN prompt and a card page."""

import base64
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import httpx

from tests.here import NO_TLS

KEYS = ("demo-consumer-key-duka", "demo-consumer-secret-duka")
STAMP = "20261120120000"


@dataclass
class Till:
    """Duka's side of the counter."""

    address: str
    headers: dict[str, str] = field(default_factory=dict)

    def ask_for_pin(self, msisdn: str, amount: int) -> str:
        """The CheckoutRequestID of a prompt on that phone."""
        daraja = f"{self.address}/simulator/daraja"
        query = {"grant_type": "client_credentials"}
        token = httpx.get(f"{daraja}/oauth/v1/generate", params=query, auth=KEYS, verify=NO_TLS).json()["access_token"]
        password = base64.b64encode(f"174379demo-passkey-duka{STAMP}".encode()).decode()
        body = {
            "BusinessShortCode": "174379", "Password": password, "Timestamp": STAMP,
            "TransactionType": "CustomerPayBillOnline", "Amount": amount, "PartyA": msisdn, "PartyB": "174379",
            "PhoneNumber": msisdn, "CallBackURL": f"{self.address}/health/live", "AccountReference": "K7QX2M9P",
            "TransactionDesc": "Order",
        }  # fmt: skip
        self.headers = {"Authorization": f"Bearer {token}"}
        return str(self._post(f"{daraja}/mpesa/stkpush/v1/processrequest", body)["CheckoutRequestID"])

    def make_card_page(self, msisdn: str) -> str:
        """Where an order over KES 8,998 is paid."""
        api = f"{self.address}/simulator/pesapal/api"
        keys = {"consumer_key": KEYS[0], "consumer_secret": KEYS[1]}
        self.headers = {"Authorization": f"Bearer {self._post(f'{api}/Auth/RequestToken', keys)['token']}"}
        ipn = {"url": f"{self.address}/health/live", "ipn_notification_type": "GET"}
        order = {
            "id": f"K7QX2M9P-{uuid4().hex[:8]}", "currency": "KES", "amount": 8998, "description": "Order K7QX2M9P",
            "callback_url": f"{self.address}/health/live",
            "notification_id": self._post(f"{api}/URLSetup/RegisterIPN", ipn)["ipn_id"],
            "billing_address": {"phone_number": msisdn},
        }  # fmt: skip
        return str(self._post(f"{api}/Transactions/SubmitOrderRequest", order)["redirect_url"])

    def _post(self, url: str, body: dict[str, Any]) -> dict[str, Any]:
        told: dict[str, Any] = httpx.post(url, json=body, headers=self.headers, timeout=20, verify=NO_TLS).json()
        return told
