"""A card: a page at PesaPal, a poke, and the answer to our own question."""

from decimal import Decimal
from typing import Any

import pytest

from tenants.scope import tenant_scope
from tests.loopback.money_server import LOST
from tests.tools.payments.till import PHONE, Payer
from tools.orders.models import Order
from tools.payments import report


def poke(payer: Payer, tracking_id: str, **fields: str) -> Any:
    told = {"OrderTrackingId": tracking_id, "OrderMerchantReference": "x", "OrderNotificationType": "IPNCHANGE"}
    return payer.client.get(f"/hooks/cards/{payer.token('card')}/ipn/", told | fields)


def come_back(payer: Payer, tracking_id: str) -> Any:
    """Her browser, from PesaPal's page."""
    path = payer.prompt.callback[payer.prompt.callback.index("/cards/") :]
    return payer.client.get(path, {"OrderTrackingId": tracking_id, "OrderNotificationType": "CALLBACKURL"})


def test_from_the_page_to_the_receipt(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    answer = payer.pays_by_card(order)
    assert answer.redirect_url == f"{payer.money.url}/pay/?OrderTrackingId={payer.prompt.id}"
    page = payer.money.pay(payer.prompt.id)
    assert poke(payer, page.id).json() == {
        "orderNotificationType": "IPNCHANGE", "orderTrackingId": page.id, "orderMerchantReference": "x", "status": 200,
    }  # fmt: skip
    assert payer.paid_total(order) == 0, "a poke pays nothing"
    payer.look()
    assert payer.order(order.pk).status == Order.Status.PAID
    name, facts = payer.events()[-1]
    assert (name, facts["method"], facts["receipt"]) == ("payment.settled", "card", page.receipt)


def test_what_pesapal_is_asked(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.pays_by_card(order)
    payer.after(seconds=1).pays_by_card(order)
    assert len(payer.money.asked("RegisterIPN")) == 1, "our address is named once"
    body = payer.money.asked("SubmitOrderRequest")[0].body
    assert body["id"] == str(payer.payments(order)[0].pk)
    assert (body["currency"], body["amount"], body["billing_address"]) == ("KES", 3499.0, {"phone_number": PHONE})
    assert body["notification_id"] == "e32182ca-0983-4fa0-91bc-c3bb813ba750"
    assert {row.authorization for row in payer.money.asked("SubmitOrderRequest")} == {"Bearer pesapal-token-1"}


def test_until_the_card_is_entered_it_is_pending(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.pays_by_card(order)
    payer.look(minutes=20)
    assert payer.payments(order)[0].status == "pending"
    assert payer.status(order).orders[0].payment_status == "pending"


def test_a_card_that_failed_may_be_tried_again_on_the_same_page(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.pays_by_card(order)
    page = payer.money.pay(payer.prompt.id, "declined")
    poke(payer, page.id)
    later = payer.look()
    assert payer.events()[-1][1]["reason"] == "declined"
    page.code = "0"
    later.look(minutes=20)
    assert payer.order(order.pk).status == Order.Status.PAID


def test_another_amount_is_not_credited_but_reported(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.pays_by_card(order)
    page = payer.money.pay(payer.prompt.id)
    page.amount = Decimal(35)
    payer.look(seconds=20)
    assert payer.paid_total(order) == 0
    with tenant_scope(payer.tenant.id):
        (finding,) = report.list_findings()
    assert "35" in finding.what


def test_a_reversal_takes_the_money_back(payer: Payer) -> None:
    order = payer.orders(SHOE_42=1)
    payer.pays_by_card(order)
    page = payer.money.pay(payer.prompt.id)
    later = payer.look(seconds=20)
    page.code = "reversed"
    poke(payer, page.id)
    later.look()
    assert payer.paid_total(order) == 0
    assert payer.payments(order)[0].status == "reversed"
    assert payer.events()[-1][0] == "payment.reversed"


@pytest.mark.parametrize(
    ("fate", "code"),
    [
        (LOST, "provider_down"),
        ((200, {"error": {"error_type": "api_error", "code": "invalid_amount", "message": ""}, "status": "500"}),
         "provider_refused"),
        ((500, None), "provider_down"),
    ],
)  # fmt: skip
def test_a_page_that_is_not_made_is_a_refusal_and_the_order_stays(payer: Payer, fate: object, code: str) -> None:
    order = payer.orders(SHOE_42=1)
    payer.money.fail_next("SubmitOrderRequest", fate)
    assert payer.pays_by_card(order).code == code
    assert payer.payments(order)[0].status == "failed"
    assert payer.after(seconds=1).pays_by_card(order).redirect_url


def test_the_way_back_says_nothing_of_the_payment(payer: Payer) -> None:
    payer.pays_by_card(payer.orders(SHOE_42=1))
    response = come_back(payer, payer.prompt.id)
    assert response.status_code == 200
    assert payer.tenant.name in response.content.decode()
    assert "https://wa.me/2547" in response.content.decode()
    assert come_back(payer, "").status_code == 200
