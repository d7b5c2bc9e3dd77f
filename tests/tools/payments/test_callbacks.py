"""Whatever providers report is acknowledged as they want it, recorded, and believed only as far as it proves itself."""

from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client

from tests.depth import sampled
from tests.loopback.money_server import callback
from tests.tools.payments.till import Payer

ACK = {"ResultCode": 0, "ResultDesc": "Success"}


@pytest.mark.parametrize(
    ("change", "effect"),
    [
        ({"amount": 1}, "other_amount"), ({"amount": "NaN"}, "other_amount"), ({"amount": []}, "malformed"),
        ({"checkout": "ws_CO_1"}, "other_checkout"), ({"phone": 254700000001}, "other_phone"),
        ({"code": None}, "malformed"), ({"code": True}, "malformed"), ({"code": {}}, "malformed"),
    ],
)  # fmt: skip
def test_a_callback_that_does_not_fit_has_no_effect(payer: Payer, change: dict[str, Any], effect: str) -> None:
    order = payer.orders(SHOE_42=1)
    payer.push(order)
    prompt = payer.money.pay(payer.prompt.id)
    body = callback(prompt, amount=change.get("amount"))
    inner = body["Body"]["stkCallback"]
    inner["CheckoutRequestID"] = change.get("checkout", prompt.id)
    inner["ResultCode"] = change.get("code", 0)
    inner["CallbackMetadata"]["Item"][-1]["Value"] = change.get("phone", int(prompt.phone))
    before = payer.payments(order)[0]
    assert payer.told(prompt, body).json() == ACK
    after = payer.payments(order)[0]
    assert (after.status, after.ask_at, after.told_code) == (before.status, before.ask_at, "")
    assert payer.exchanges()[-1].effect == effect


@pytest.mark.parametrize(
    "raw", sampled([b"", b"[]", b"{", b"\xff", b"null", b'{"Body": {"stkCallback": 1}}', b"[" * 20_000], quick=3)
)
def test_junk_is_acknowledged(payer: Payer, raw: bytes) -> None:
    payer.push(payer.orders(SHOE_42=1))
    path = payer.prompt.callback[payer.prompt.callback.index("/hooks/") :]
    assert payer.client.post(path, raw, content_type="application/json").json() == ACK
    assert payer.exchanges()[-1].effect == "malformed"


def test_a_forged_success_is_asked_about_and_found_to_be_none(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.push(order)
    payer.told(payer.prompt, callback(payer.prompt, code="0"))
    payer.look()
    assert payer.payments(order)[0].status == "pending"
    assert payer.events() == []


def test_a_repeated_callback_changes_nothing(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.push(order)
    prompt = payer.money.pay(payer.prompt.id)
    for _ in range(3):
        payer.told(prompt)
        payer.look()
    assert payer.paid_total(order) == 3499
    assert [name for name, _ in payer.events()] == ["payment.settled"]


def test_addresses_that_were_never_given_out(db: None, client: Client) -> None:
    for path in (f"stk/x/{uuid4()}", "c2b/x/validate", "c2b/x/confirm", "cards/x/ipn"):
        assert client.post(f"/hooks/{path}/", {}, content_type="application/json").status_code == 404
    assert client.post(f"/hooks/results/x/{uuid4()}/x/").status_code == 404
    assert client.get(f"/cards/{uuid4()}/done/").status_code == 404


def test_other_methods_are_not_allowed(db: None, client: Client) -> None:
    for path in (f"stk/x/{uuid4()}", "c2b/x/validate", "c2b/x/confirm"):
        assert client.get(f"/hooks/{path}/").status_code == 405
    assert client.put("/hooks/cards/x/ipn/").status_code == 405


def test_validation_asks_nobody(payer: Payer, statements: Callable[..., Iterator[list[str]]]) -> None:
    order = payer.orders(SHOE_42=1)
    payer.money.received.clear()
    with statements() as seen:
        payer.confirms(payer.sends("3499.00", order.number), "validate")
    assert payer.money.received == []
    assert len(seen) <= 6
