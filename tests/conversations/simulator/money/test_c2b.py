"""Payments that start with the customer: registration, validation, confirmation, and money that moves or does not."""

import hashlib
import re
from collections.abc import Callable
from typing import Any

import pytest

from conversations.simulator.models import SimulatedTransfer
from tests.conversations.simulator.money.conftest import MSISDN, Daraja, Later, Phone
from tests.conversations.simulator.money.shop import Shop
from tests.depth import thorough

pytestmark = thorough

Transfers = Callable[[], list[SimulatedTransfer]]
FIELDS = {
    "TransactionType", "TransID", "TransTime", "TransAmount", "BusinessShortCode", "BillRefNumber", "InvoiceNumber",
    "OrgAccountBalance", "ThirdPartyTransID", "MSISDN", "FirstName", "MiddleName", "LastName",
}  # fmt: skip


@pytest.fixture(autouse=True)
def _at_once(later: Later) -> None:
    """Errands run where they were begun."""


def by_path(shop: Shop, name: str) -> list[dict[str, Any]]:
    return [told.json for told in shop.told if told.path == f"/{name}/"]


def test_addresses_are_registered_and_may_be_replaced(daraja: Daraja, shop: Shop) -> None:
    for version in ("v1", "v2", "v2"):
        told = daraja.register(shop.url, version=version).json()
        assert set(told) == {"OriginatorCoversationID", "ResponseCode", "ResponseDescription"}
        assert (told["ResponseCode"], told["ResponseDescription"]) == ("0", "Success")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("ShortCode", "999999"),
        ("ResponseType", "completed"),
        ("ConfirmationURL", "http://shop.example/confirm/"),
        ("ConfirmationURL", "https://shop.example/mpesa/confirm/"),
        ("ValidationURL", "https://safaricom.shop.example/v/"),
        ("ValidationURL", "https://shop.example/SQL/"),
        ("ValidationURL", "https://shop.example/query/"),
        ("ValidationURL", None),
    ],
)
def test_wrong_addresses_are_refused(daraja: Daraja, shop: Shop, field: str, value: Any) -> None:
    told = daraja.register(shop.url, **{field: value})
    assert (told.status_code, told.json()["errorMessage"]) == (400, f"Bad Request - Invalid {field}")


def test_a_payment_is_validated_debited_and_confirmed(
    daraja: Daraja, phone: Phone, shop: Shop, transfers: Transfers
) -> None:
    daraja.register(shop.url)
    shop.answers = [(200, {"ResultCode": "0", "ResultDesc": "Accepted", "ThirdPartyTransID": "ours-1"})]
    paid = phone.post("payments", number="600984", account="7KQ2X", amount="4500")
    assert paid.status_code == 201
    [asked], [told] = by_path(shop, "validate"), by_path(shop, "confirm")
    assert set(asked) == set(told) == FIELDS
    assert asked | {"OrgAccountBalance": "4500.00", "ThirdPartyTransID": "ours-1"} == told
    assert (asked["OrgAccountBalance"], asked["ThirdPartyTransID"]) == ("", "")
    assert (told["TransactionType"], told["TransAmount"], told["BillRefNumber"]) == ("Pay Bill", "4500.00", "7KQ2X")
    assert (told["MSISDN"], told["FirstName"], told["LastName"]) == ("2547 ***** 678", "ASHA", "")
    assert re.fullmatch(r"20\d{12}", told["TransTime"])
    [transfer] = transfers()
    assert paid.json() == {"receipt": transfer.receipt}
    assert (transfer.receipt, transfer.kind, transfer.amount, transfer.payer) == (told["TransID"], "c2b", 4500, MSISDN)
    assert "Ksh4,500.00 sent to DUKA for account 7KQ2X" in phone.told()


def test_the_first_version_tells_a_hash_of_the_number(daraja: Daraja, phone: Phone, shop: Shop) -> None:
    daraja.register(shop.url, version="v1")
    phone.post("payments", number="600984", account="A", amount="1")
    assert by_path(shop, "confirm")[0]["MSISDN"] == hashlib.sha256(MSISDN.encode()).hexdigest()


def test_a_refused_payment_moves_no_money(daraja: Daraja, phone: Phone, shop: Shop, transfers: Transfers) -> None:
    daraja.register(shop.url)
    shop.answers = [(200, {"ResultCode": "C2B00012", "ResultDesc": "Rejected"})]
    refused = phone.post("payments", number="600984", account="WRONG", amount="10")
    assert (refused.status_code, refused.json()["problem"]) == (409, "The business did not accept this payment.")
    assert transfers() == by_path(shop, "confirm") == []
    assert "did not accept Ksh10.00" in phone.told()


@pytest.mark.parametrize("answer", [(500, {}), (200, {}), (200, [])])
@pytest.mark.parametrize(("response_type", "moves"), [("Completed", 1), ("Cancelled", 0)])
def test_without_an_answer_the_registered_default_stands(
    daraja: Daraja, phone: Phone, shop: Shop, transfers: Transfers, answer: Any, response_type: str, moves: int
) -> None:
    daraja.register(shop.url, ResponseType=response_type)
    shop.answers = [answer]
    phone.post("payments", number="600984", account="A", amount="10")
    assert len(transfers()) == len(by_path(shop, "confirm")) == moves


def test_without_registered_addresses_the_money_moves_and_nobody_is_told(
    phone: Phone, shop: Shop, transfers: Transfers
) -> None:
    assert phone.post("payments", number="600984", account="A", amount="10").status_code == 201
    assert (len(transfers()), shop.told) == (1, [])


def test_a_till_has_no_account(daraja: Daraja, phone: Phone, shop: Shop) -> None:
    daraja.register(shop.url, ShortCode="5203110")
    assert phone.post("payments", number="5203110", account="", amount="10").status_code == 201
    told = by_path(shop, "confirm")[0]
    assert (told["TransactionType"], told["BillRefNumber"]) == ("Buy Goods", "")


@pytest.mark.parametrize(
    ("fields", "word"),
    [
        ({"number": "111111"}, "business"),
        ({"account": ""}, "account"),
        ({"account": "x" * 21}, "account"),
        ({"amount": "0"}, "amount"),
        ({"amount": "10.50"}, "amount"),
        ({"amount": "٣"}, "amount"),
        ({"amount": "250001"}, "amount"),
        ({"amount": ""}, "amount"),
    ],
)
def test_what_cannot_be_paid(phone: Phone, transfers: Transfers, fields: dict[str, str], word: str) -> None:
    answer = phone.post("payments", **({"number": "600984", "account": "A", "amount": "10"} | fields))
    assert answer.status_code == 400
    assert word in answer.json()["problem"].lower()
    assert transfers() == []


def test_a_prompt_on_a_registered_number_is_confirmed_as_well(
    daraja: Daraja, phone: Phone, shop: Shop, transfers: Transfers
) -> None:
    daraja.register(shop.url, ShortCode="174379")
    daraja.push()
    phone.answer("pay")
    [transfer] = transfers()
    [told] = by_path(shop, "confirm")
    assert by_path(shop, "validate") == []
    assert (told["TransID"], told["BillRefNumber"]) == (transfer.receipt, "7KQ2X")
    assert len(by_path(shop, "stk")) == 1


def test_a_merchant_lets_a_payment_happen(daraja: Daraja, shop: Shop, transfers: Transfers) -> None:
    daraja.register(shop.url)
    body = {
        "ShortCode": 600984, "CommandID": "CustomerPayBillOnline", "Amount": 5, "Msisdn": 254708374149,
        "BillRefNumber": "A1",
    }  # fmt: skip
    told = daraja.post("mpesa/c2b/v2/simulate", body).json()
    assert told["ResponseDescription"] == "Accept the service request successfully."
    assert [(transfer.payer, transfer.amount) for transfer in transfers()] == [("254708374149", 5)]
    assert by_path(shop, "confirm")[0]["FirstName"] == "CUSTOMER"
    for field in ("ShortCode", "CommandID", "Amount", "Msisdn", "BillRefNumber"):
        refused = daraja.post("mpesa/c2b/v2/simulate", body | {field: ""})
        assert refused.json()["errorMessage"] == f"Bad Request - Invalid {field}"


def test_a_lost_confirmation_is_no_lost_money(daraja: Daraja, phone: Phone, shop: Shop, transfers: Transfers) -> None:
    daraja.register(shop.url)
    phone.plan("lost_callback")
    phone.post("payments", number="600984", account="A", amount="10")
    assert (len(transfers()), by_path(shop, "confirm")) == (1, [])
