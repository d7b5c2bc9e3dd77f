"""What becomes of a PIN prompt: its callback, its query, the money and the SMS, whatever the customer does."""

import re
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.utils import timezone

from conversations.simulator.models import SimulatedPrompt, SimulatedTransfer
from conversations.simulator.money import ledger
from tenants.models import Channel
from tenants.scope import tenant_scope
from tests.conversations.simulator.money.conftest import MSISDN, Daraja, Later, Phone
from tests.conversations.simulator.money.shop import Shop
from tests.depth import thorough

pytestmark = thorough

Transfers = Callable[[], list[SimulatedTransfer]]


@pytest.fixture(autouse=True)
def _at_once(later: Later) -> None:
    """Errands run where they were begun."""


def callback(shop: Shop) -> dict[str, Any]:
    [told] = shop.told
    assert told.path == "/stk/"
    return told.json["Body"]["stkCallback"]


def move_back(channel: Channel, **by: float) -> None:
    """As if the prompts had been there for longer."""
    with tenant_scope(channel.tenant_id):
        for prompt in SimulatedPrompt.objects.all():
            prompt.expires_at -= timedelta(**by)
            prompt.closed_at = prompt.closed_at and prompt.closed_at - timedelta(**by)
            prompt.queried_at = prompt.queried_at and prompt.queried_at - timedelta(**by)
            prompt.save()


def test_paid(daraja: Daraja, phone: Phone, shop: Shop, transfers: Transfers, duka: Channel) -> None:
    accepted = daraja.push().json()
    assert phone.answer("pay").status_code == 204
    told = callback(shop)
    assert told["MerchantRequestID"] == accepted["MerchantRequestID"]
    assert told["CheckoutRequestID"] == accepted["CheckoutRequestID"]
    assert (told["ResultCode"], told["ResultDesc"]) == (0, "The service request is processed successfully.")
    items = {item["Name"]: item.get("Value", "none") for item in told["CallbackMetadata"]["Item"]}
    assert list(items) == ["Amount", "MpesaReceiptNumber", "Balance", "TransactionDate", "PhoneNumber"]
    assert (items["Amount"], items["Balance"], items["PhoneNumber"]) == (4500.0, "none", int(MSISDN))
    assert re.fullmatch(r"[0-9A-Z]{10}", items["MpesaReceiptNumber"])
    assert re.fullmatch(r"20\d{12}", str(items["TransactionDate"]))
    [transfer] = transfers()
    assert (transfer.receipt, transfer.amount, transfer.payer) == (items["MpesaReceiptNumber"], 4500, MSISDN)
    assert (transfer.party, transfer.reference, transfer.kind) == ("174379", "7KQ2X", "stk")
    assert ledger.receipts(duka.tenant_id) == {transfer.receipt: Decimal(4500)}
    sms = [event["text"] for event in phone.money()["events"] if event["kind"] == "sms"]
    assert len(sms) == 1
    assert sms[0].startswith(f"{transfer.receipt} Confirmed. Ksh4,500.00 sent to DUKA for account 7KQ2X on ")


@pytest.mark.parametrize(
    ("outcome", "code", "words"),
    [
        ("cancel", 1032, "Request cancelled by user."),
        ("wrong_pin", 2001, "The initiator information is invalid."),
        ("insufficient_funds", 1, "The balance is insufficient for the transaction."),
    ],
)
def test_not_paid(
    daraja: Daraja, phone: Phone, shop: Shop, transfers: Transfers, outcome: str, code: int, words: str
) -> None:
    checkout = daraja.push().json()["CheckoutRequestID"]
    assert phone.answer(outcome).status_code == 204
    told = callback(shop)
    assert (told["ResultCode"], told["ResultDesc"]) == (code, words)
    assert "CallbackMetadata" not in told
    asked = daraja.query(checkout).json()
    assert (asked["ResultCode"], asked["ResultDesc"]) == (str(code), words)
    assert transfers() == []
    assert phone.money()["prompt"] is None


def test_nobody_answers(
    daraja: Daraja, phone: Phone, shop: Shop, later: Later, duka: Channel, transfers: Transfers
) -> None:
    daraja.push()
    assert shop.told == []
    move_back(duka, seconds=61)
    for errand in later:
        errand()
    assert callback(shop)["ResultCode"] == 1037
    assert phone.money()["prompt"] is None
    assert transfers() == []


@pytest.mark.parametrize("who", ["query", "page", "push", "late answer"])
def test_a_prompt_times_out_even_if_the_courier_was_stopped(
    daraja: Daraja, phone: Phone, shop: Shop, duka: Channel, transfers: Transfers, who: str
) -> None:
    checkout = daraja.push().json()["CheckoutRequestID"]
    move_back(duka, seconds=61)
    match who:
        case "query":
            assert daraja.query(checkout).json()["ResultCode"] == "1037"
        case "page":
            assert phone.money()["prompt"] is None
        case "push":
            assert daraja.push(Amount=1).status_code == 200
        case "late answer":
            assert phone.post("prompt", id=checkout, outcome="pay", pin="1234").status_code == 409
    assert callback(shop)["ResultCode"] == 1037
    assert transfers() == []


def test_a_prompt_is_answered_once(daraja: Daraja, phone: Phone, shop: Shop, transfers: Transfers) -> None:
    checkout = daraja.push().json()["CheckoutRequestID"]
    statuses = [phone.post("prompt", id=checkout, outcome="pay", pin="1234").status_code for _ in range(3)]
    assert statuses == [204, 409, 409]
    assert (len(transfers()), len(shop.told)) == (1, 1)


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"outcome": "pay", "pin": "12"}, 400),
        ({"outcome": "pay", "pin": "١٢٣٤"}, 400),
        ({"outcome": "steal"}, 400),
        ({"outcome": "cancel", "id": "ws_CO_0"}, 409),
    ],
)
def test_what_is_no_answer(daraja: Daraja, phone: Phone, fields: dict[str, str], status: int) -> None:
    checkout = daraja.push().json()["CheckoutRequestID"]
    assert phone.post("prompt", **({"id": checkout} | fields)).status_code == status
    assert phone.money()["prompt"]["id"] == checkout


def test_another_customers_prompt_is_not_hers(daraja: Daraja, phone: Phone, transfers: Transfers) -> None:
    other = daraja.push(PhoneNumber="254700000009", PartyA="254700000009").json()["CheckoutRequestID"]
    assert phone.money()["prompt"] is None
    assert phone.post("prompt", id=other, outcome="pay", pin="1234").status_code == 409
    assert transfers() == []


def test_while_it_is_open_both_pending_answers_are_given(daraja: Daraja, duka: Channel) -> None:
    checkout = daraja.push().json()["CheckoutRequestID"]
    first = daraja.query(checkout)
    assert (first.status_code, first.json()["errorCode"]) == (500, "500.001.1001")
    assert first.json()["errorMessage"] == "The transaction is being processed"
    too_soon = daraja.query(checkout)
    assert (too_soon.status_code, too_soon.json()["errorCode"]) == (500, "500.003.02")
    assert "Spike Arrest" in too_soon.json()["errorMessage"]
    move_back(duka, seconds=3)
    second = daraja.query(checkout)
    assert (second.status_code, second.json()["ResultCode"]) == (200, "4999")
    assert second.json()["ResultDesc"] == "The transaction is still under processing"


def test_a_query_tells_no_receipt(daraja: Daraja, phone: Phone) -> None:
    accepted = daraja.push().json()
    phone.answer("pay")
    told = daraja.query(accepted["CheckoutRequestID"]).json()
    assert told == {
        "ResponseCode": "0",
        "ResponseDescription": "The service request has been accepted successfully",
        "MerchantRequestID": accepted["MerchantRequestID"],
        "CheckoutRequestID": accepted["CheckoutRequestID"],
        "ResultCode": "0",
        "ResultDesc": "The service request is processed successfully.",
    }


def test_a_query_of_nothing(daraja: Daraja) -> None:
    assert daraja.query("ws_CO_1").json()["errorMessage"] == "Bad Request - Invalid CheckoutRequestID"
    assert daraja.query("ws_CO_1", Password="x").json()["errorMessage"] == "Wrong credentials"


def test_the_same_amount_within_two_minutes_of_paying_it(
    daraja: Daraja, phone: Phone, shop: Shop, later: Later, duka: Channel
) -> None:
    daraja.push()
    phone.answer("pay")
    assert daraja.push().status_code == 200
    assert phone.money()["prompt"] is None
    later[-1]()
    assert shop.told[-1].json["Body"]["stkCallback"]["ResultCode"] == 17
    move_back(duka, minutes=2)
    daraja.push()
    assert phone.money()["prompt"] is not None


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"Amount": 250_001}, 3),
        ({"PartyB": "600984"}, 2028),
        ({"TransactionType": "CustomerBuyGoodsOnline"}, 2028),
    ],
)
def test_rules_of_the_network(
    daraja: Daraja, phone: Phone, shop: Shop, later: Later, fields: dict[str, Any], code: int
) -> None:
    assert daraja.push(**fields).json()["ResponseCode"] == "0"
    assert phone.money()["prompt"] is None
    later[-1]()
    assert callback(shop)["ResultCode"] == code


def test_a_till_is_paid_without_an_account(daraja: Daraja, phone: Phone, transfers: Transfers) -> None:
    daraja.push(TransactionType="CustomerBuyGoodsOnline", PartyB="5203110")
    assert phone.money()["prompt"]["text"] == "Do you want to pay Ksh4,500.00 to DUKA?"
    phone.answer("pay")
    assert transfers()[0].party == "5203110"


def test_callbacks_are_tried_three_times(daraja: Daraja, phone: Phone, shop: Shop) -> None:
    shop.answers = [(500, {}), (404, {})]
    daraja.push()
    phone.answer("cancel")
    assert len(shop.told) == 3
    shop.told.clear()
    shop.answers = [(500, {})] * 3
    daraja.push()
    phone.answer("cancel")
    assert len(shop.told) == 3
    assert phone.told().count("STK callback 1032: answered 500") == 4


def test_a_callback_nobody_hears_does_no_harm(daraja: Daraja, phone: Phone, transfers: Transfers) -> None:
    daraja.push(CallBackURL="http://127.0.0.1:1/")
    phone.answer("pay")
    assert len(transfers()) == 1
    assert phone.told().count("was not answered") == 3


@pytest.mark.parametrize(("fault", "times"), [("lost_callback", 0), ("double_callback", 2), ("late_callback", 1)])
def test_planned_faults_of_callbacks(
    daraja: Daraja, phone: Phone, shop: Shop, planned: Callable[[], int], fault: str, times: int
) -> None:
    phone.plan(fault)
    daraja.push()
    phone.answer("pay")
    assert len(shop.told) == times
    assert all(one.json == shop.told[0].json for one in shop.told)
    assert planned() == 0


def test_a_fault_waits_for_its_own_phone(daraja: Daraja, phone: Phone, shop: Shop, planned: Callable[[], int]) -> None:
    phone.plan("provider_down")
    phone.plan("lost_callback")
    assert daraja.push(PhoneNumber="254700000009", PartyA="254700000009").status_code == 200
    assert planned() == 2


def test_receipts_tell_the_day() -> None:
    day = timezone.now().replace(year=2026, month=11, day=20, hour=9)
    receipt = ledger.new_receipt(day)
    assert receipt.startswith("UKK")
    assert re.fullmatch(r"[0-9A-Z]{10}", receipt)
