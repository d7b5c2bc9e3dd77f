"""PesaPal's API and card page: tokens, orders, the ways a payment ends, and what the merchant hears of each."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from conversations.simulator.models import SimulatedToken, SimulatedTransfer
from tenants.models import Channel
from tenants.scope import tenant_scope
from tests.conversations.simulator.money.cards import CARD, PesaPal, code, page_of
from tests.conversations.simulator.money.conftest import Phone
from tests.conversations.simulator.money.shop import Shop
from tests.depth import thorough

pytestmark = thorough

Transfers = Callable[[], list[SimulatedTransfer]]


def test_a_token_lives_five_minutes(pesapal: PesaPal, duka: Channel) -> None:
    told = pesapal.keys().json()
    assert (told["error"], told["status"]) == (None, "200")
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{7}Z", told["expiryDate"])
    assert pesapal.get("URLSetup/GetIpnList").status_code == 200  # the one before still works
    with tenant_scope(duka.tenant_id):
        assert SimulatedToken.objects.filter(expires_at__gt=timezone.now() + timedelta(minutes=5)).count() == 0
        SimulatedToken.objects.update(expires_at=timezone.now())
    late = pesapal.get("URLSetup/GetIpnList")
    assert (late.status_code, code(late)) == (401, "invalid_api_credentials_provided")


def test_wrong_keys_are_a_200_with_an_error_inside(pesapal: PesaPal) -> None:
    wrong = pesapal.keys("guess")
    assert (wrong.status_code, wrong.json()["status"]) == (200, "500")
    assert code(wrong) == "invalid_consumer_key_or_secret_provided"


def test_addresses_for_notices(pesapal: PesaPal, shop: Shop) -> None:
    first = pesapal.post("URLSetup/RegisterIPN", {"url": f"{shop.url}/ipn/", "ipn_notification_type": "GET"}).json()
    assert first["ipn_id"] == pesapal.ipn_id
    assert (first["ipn_status"], first["ipn_notification_type_description"]) == (1, "GET")
    assert [one["ipn_id"] for one in pesapal.get("URLSetup/GetIpnList").json()] == [pesapal.ipn_id]
    for url, method in (("ftp://x", "GET"), ("http://shop.example/", "GET"), (f"{shop.url}/ipn/", "PUT")):
        assert code(pesapal.post("URLSetup/RegisterIPN", {"url": url, "ipn_notification_type": method}))


def test_an_order_is_accepted_with_its_page(pesapal: PesaPal, order: dict[str, Any]) -> None:
    assert set(order) == {"order_tracking_id", "merchant_reference", "redirect_url", "error", "status"}
    assert (order["merchant_reference"], order["error"], order["status"]) == ("7KQ2X-1", None, "200")
    page = pesapal.client.get(page_of(order))
    assert b"4,500.50" in page.content
    assert b"Order 7KQ2X" in page.content
    assert "default-src 'none'" in page["Content-Security-Policy"]
    assert f"form-action 'self' {pesapal.shop.url}" in page["Content-Security-Policy"]
    assert code(pesapal.submit(id="7KQ2X-1")) == "duplicate_merchant_reference"


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"id": ""}, "invalid_merchant_reference"),
        ({"id": "a b"}, "invalid_merchant_reference"),
        ({"id": "x" * 51}, "invalid_merchant_reference"),
        ({"currency": "Ksh"}, "invalid_currency"),
        ({"amount": 0}, "invalid_amount"),
        ({"amount": -1}, "invalid_amount"),
        ({"amount": "lots"}, "invalid_amount"),
        ({"amount": True}, "invalid_amount"),
        ({"amount": 1.005}, "invalid_amount"),
        ({"amount": 1_000_001}, "amount_exceeds_default_limit"),
        ({"description": ""}, "invalid_description"),
        ({"description": "x" * 101}, "invalid_description"),
        ({"callback_url": "shop"}, "invalid_callback_url"),
        ({"cancellation_url": "javascript:alert(1)"}, "invalid_cancellation_url"),
        ({"notification_id": str(uuid4())}, "invalid_ipn_id"),
        ({"notification_id": "1"}, "invalid_ipn_id"),
        ({"billing_address": {}}, "invalid_billing_address"),
        ({"billing_address": None}, "invalid_billing_address"),
    ],
)
def test_a_wrong_order_is_refused(pesapal: PesaPal, fields: dict[str, Any], problem: str) -> None:
    assert code(pesapal.submit(**fields)) == problem


def test_while_it_is_unpaid_both_pending_answers_are_given(pesapal: PesaPal, order: dict[str, Any]) -> None:
    answers = [pesapal.status(order["order_tracking_id"]) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 500]
    for answer in answers:
        told = answer.json()
        assert (told["status_code"], told["error"]["code"]) == (0, "payment_details_not_found")
        assert told["error"]["message"] == "Pending Payment"
    assert code(pesapal.status(str(uuid4()))) == code(pesapal.status("x")) == "invalid_order_tracking_id"


def test_paid(pesapal: PesaPal, order: dict[str, Any], shop: Shop, transfers: Transfers, phone: Phone) -> None:
    back = pesapal.act(order, "pay")
    assert back.status_code == 302
    assert back["Location"].startswith(f"{shop.url}/done/?a=1&OrderTrackingId=")
    notice = {"OrderTrackingId": order["order_tracking_id"], "OrderMerchantReference": "7KQ2X-1"}
    query = {name: values[0] for name, values in parse_qs(urlsplit(back["Location"]).query).items()}
    assert query == {"a": "1", **notice, "OrderNotificationType": "CALLBACKURL"}
    [told] = shop.told
    assert (told.path, told.json, told.query) == ("/ipn/", None, {**notice, "OrderNotificationType": "IPNCHANGE"})
    status = pesapal.status(order["order_tracking_id"]).json()
    [transfer] = transfers()
    assert (status["status_code"], status["payment_status_description"], status["status"]) == (1, "Completed", "200")
    assert (status["payment_method"], status["payment_account"]) == ("Visa", "4242********4242")
    assert (status["amount"], status["currency"], status["merchant_reference"]) == (4500.5, "KES", "7KQ2X-1")
    assert (status["confirmation_code"], status["error"]["code"]) == (transfer.receipt, None)
    assert (transfer.kind, float(transfer.amount), transfer.reference) == ("card", 4500.5, "7KQ2X-1")
    assert "KES 4,500.50 paid by Visa" in phone.told()


@pytest.mark.parametrize(
    ("action", "card", "reason"),
    [
        ("decline", {}, "card_declined_by_issuer"),
        ("pay", {"number": "4000000000000002"}, "card_declined_by_issuer"),
        ("cancel", {}, "request_terminated_by_user"),
    ],
)
def test_not_paid(
    pesapal: PesaPal, order: dict[str, Any], shop: Shop, transfers: Transfers,
    action: str, card: dict[str, str], reason: str,
) -> None:  # fmt: skip
    assert pesapal.act(order, action, **card).status_code == 302
    status = pesapal.status(order["order_tracking_id"]).json()
    assert (status["status_code"], status["payment_status_code"]) == (2, reason)
    assert (len(shop.told), transfers()) == (1, [])


def test_leaving_goes_to_its_own_address(pesapal: PesaPal, shop: Shop) -> None:
    order = pesapal.submit(cancellation_url=f"{shop.url}/left/").json()
    assert pesapal.act(order, "cancel")["Location"].startswith(f"{shop.url}/left/?OrderTrackingId=")


@pytest.mark.parametrize(
    ("card", "word"),
    [
        ({"number": "4242 4242 4242 4241"}, "card number"),
        ({"number": "42"}, "card number"),
        ({"number": "٤"}, "card number"),
        ({"expiry": "13/40"}, "expiry"),
        ({"expiry": "01/20"}, "expired"),
        ({"cvv": "12"}, "security code"),
    ],
)
def test_a_wrong_card_is_said_on_the_page(
    pesapal: PesaPal, order: dict[str, Any], transfers: Transfers, card: dict[str, str], word: str
) -> None:
    page = pesapal.act(order, "pay", **card)
    assert page.status_code == 200
    assert word in page.content.decode().split('role="alert">')[1].split("<")[0]
    assert transfers() == []


def test_an_order_is_paid_once(pesapal: PesaPal, order: dict[str, Any], shop: Shop, transfers: Transfers) -> None:
    pages = [pesapal.act(order, action) for action in ("pay", "pay", "cancel", "decline")]
    assert [page.status_code for page in pages] == [302, 200, 200, 200]
    assert b"Back to Duka" in pages[1].content
    assert (len(transfers()), len(shop.told)) == (1, 1)


def test_a_notice_by_post_is_repeated_until_it_is_taken(pesapal: PesaPal, shop: Shop) -> None:
    pesapal.start("POST")
    shop.answers = [(200, {"status": 500}), (503, {}), (200, {"status": 200})]
    pesapal.act(pesapal.submit(id="again").json(), "pay")
    assert [told.json["OrderMerchantReference"] for told in shop.told] == ["again"] * 3


@pytest.mark.parametrize(("fault", "times"), [("lost_callback", 0), ("double_callback", 2), ("late_callback", 1)])
def test_planned_faults_of_notices(pesapal: PesaPal, phone: Phone, shop: Shop, fault: str, times: int) -> None:
    phone.plan(fault)
    pesapal.act(pesapal.submit().json(), "pay")
    assert len(shop.told) == times


def test_a_planned_500(pesapal: PesaPal, phone: Phone) -> None:
    phone.plan("provider_down")
    number = {"billing_address": {"phone_number": "0712345678"}}
    broken = pesapal.submit(**number)
    assert (broken.status_code, code(broken)) == (500, "internal_server_error")
    assert pesapal.submit(**number).json()["status"] == "200"


def test_a_page_that_does_not_exist(pesapal: PesaPal) -> None:
    for query in ("", "?OrderTrackingId=x", f"?OrderTrackingId={uuid4()}"):
        path = f"/simulator/pesapal/pesapaliframe/PesapalIframe3/Index/{query}"
        assert pesapal.client.get(path).status_code == 404


def test_the_card_page_is_protected_from_other_sites(pesapal: PesaPal, order: dict[str, Any]) -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(page_of(order), {**CARD, "action": "pay"}).status_code == 403
