"""What a merchant does after the fact: money given back, orders cancelled."""

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponse

from conversations.simulator.models import SimulatedTransfer
from tests.conversations.simulator.money.cards import PesaPal, code
from tests.conversations.simulator.money.conftest import Later
from tests.conversations.simulator.money.shop import Shop

Transfers = Callable[[], list[SimulatedTransfer]]


def refund(pesapal: PesaPal, confirmation: str, amount: Any) -> HttpResponse:
    body = {"confirmation_code": confirmation, "amount": amount, "username": "Asha", "remarks": "Too small"}
    return pesapal.post("Transactions/RefundRequest", body)


@pytest.mark.parametrize(("amount", "ends_as"), [("4500.50", 3), (100, 1)])
def test_money_is_given_back_once_and_later(
    pesapal: PesaPal, order: dict[str, Any], shop: Shop, transfers: Transfers, later: Later, amount: Any, ends_as: int
) -> None:
    pesapal.act(order, "pay")
    receipt = transfers()[0].receipt
    assert code(refund(pesapal, receipt, "4500.51")) == "refund_rejected"
    assert code(refund(pesapal, "", 1)) == "refund_rejected"
    assert code(refund(pesapal, receipt, 0)) == "invalid_refund_request"
    assert refund(pesapal, receipt, amount).json() == {"status": "200", "message": "Refund request successfully"}
    assert code(refund(pesapal, receipt, 1)) == "refund_rejected"
    assert pesapal.status(order["order_tracking_id"]).json()["status_code"] == 1
    for errand in later:
        errand()
    assert pesapal.status(order["order_tracking_id"]).json()["status_code"] == ends_as
    assert transfers()[1].amount == -transfers()[0].amount or ends_as == 1
    assert (len(transfers()), len(shop.told)) == (2, 2)


def test_an_order_is_cancelled_once_and_only_unpaid(pesapal: PesaPal, order: dict[str, Any]) -> None:
    body = {"order_tracking_id": order["order_tracking_id"]}
    assert pesapal.post("Transactions/CancelOrder", body).json()["message"] == "Order successfully cancelled."
    assert code(pesapal.post("Transactions/CancelOrder", body)) == "cancellation_failed"
    assert pesapal.act(order, "pay").status_code == 200
    paid = pesapal.submit().json()
    pesapal.act(paid, "pay")
    paid_body = {"order_tracking_id": paid["order_tracking_id"]}
    assert code(pesapal.post("Transactions/CancelOrder", paid_body)) == "cancellation_failed"
