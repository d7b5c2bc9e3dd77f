"""Daraja's requests: tokens, what is accepted, and the shape of every refusal."""

import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client

from conversations.simulator.money.mpesa import numbers
from tests.conversations.simulator.money.conftest import MSISDN, Daraja, Phone
from tests.depth import thorough

pytestmark = [pytest.mark.usefixtures("later"), thorough]


def refusal(response: Any) -> tuple[int, str, str]:
    told = response.json()
    assert set(told) == {"requestId", "errorCode", "errorMessage"}
    assert re.fullmatch(r"[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\d{4}", told["requestId"])
    return response.status_code, told["errorCode"], told["errorMessage"]


def test_a_token_is_given_for_an_hour(daraja: Daraja) -> None:
    told = daraja.generate().json()
    assert set(told) == {"access_token", "expires_in"}
    assert (len(told["access_token"]), told["expires_in"]) == (28, "3599")


def test_a_new_token_ends_the_one_before(daraja: Daraja) -> None:
    first, second = (daraja.generate().json()["access_token"] for _ in range(2))
    daraja.token = first
    assert refusal(daraja.push()) == (404, "404.001.03", "Invalid Access Token")
    daraja.token = second
    assert daraja.push().status_code == 200


def test_wrong_keys_get_an_empty_400(daraja: Daraja) -> None:
    for wrong in (daraja.generate(secret="guess"), Daraja(slug="nobody").generate()):
        assert (wrong.status_code, wrong.content) == (400, b"")


def test_what_is_no_request_for_a_token(daraja: Daraja) -> None:
    assert refusal(daraja.generate(grant="password"))[:2] == (400, "400.008.02")
    path = "/simulator/daraja/oauth/v1/generate"
    assert refusal(Client().get(path, {"grant_type": "client_credentials"}))[:2] == (400, "400.008.01")
    assert refusal(Client().post(path))[:2] == (405, "405.001")


@pytest.mark.parametrize("token", ["", "x" * 28])
def test_without_a_valid_token_nothing_is_done(daraja: Daraja, phone: Phone, token: str) -> None:
    answer = daraja.post("mpesa/stkpush/v1/processrequest", {}, token=token)
    assert refusal(answer) == (404, "404.001.03", "Invalid Access Token")
    assert phone.money()["prompt"] is None


def test_a_push_is_accepted_and_stands_on_the_phone(daraja: Daraja, phone: Phone) -> None:
    told = daraja.push().json()
    assert set(told) == {
        "MerchantRequestID", "CheckoutRequestID", "ResponseCode", "ResponseDescription", "CustomerMessage",
    }  # fmt: skip
    assert re.fullmatch(rf"ws_CO_\d{{14}}\d{{3}}{MSISDN[-9:]}", told["CheckoutRequestID"])
    assert told["ResponseCode"] == "0"
    prompt = phone.money()["prompt"]
    assert prompt["id"] == told["CheckoutRequestID"]
    assert prompt["text"] == "Do you want to pay Ksh4,500.00 to DUKA Account no. 7KQ2X?"
    assert 55 <= prompt["seconds"] <= 60


@pytest.mark.parametrize(
    ("field", "value", "named"),
    [
        ("Amount", 0, "Amount"),
        ("Amount", -5, "Amount"),
        ("Amount", "12.50", "Amount"),
        ("Amount", True, "Amount"),
        ("Amount", "٣", "Amount"),
        ("PhoneNumber", "0712345678", "PhoneNumber"),
        ("PhoneNumber", "+254712345678", "PhoneNumber"),
        ("PartyA", "254812345678", "PartyA"),
        ("PartyB", "", "PartyB"),
        ("CallBackURL", "http://shop.example/hook", "CallBackURL"),
        ("CallBackURL", "shop", "CallBackURL"),
        ("CallBackURL", "http://[", "CallBackURL"),
        ("BusinessShortCode", "12", "BusinessShortCode"),
        ("BusinessShortCode", None, "BusinessShortCode"),
        ("TransactionType", "PayBill", "TransactionType"),
        ("AccountReference", None, "AccountReference"),
        ("AccountReference", "x" * 21, "AccountReference"),
        ("TransactionDesc", None, "Remarks"),
        ("Timestamp", "yesterday", "Timestamp"),
    ],
)
def test_a_wrong_field_is_named(daraja: Daraja, phone: Phone, field: str, value: Any, named: str) -> None:
    answer = daraja.push(**{field: value})
    assert refusal(answer) == (400, "400.002.02", f"Bad Request - Invalid {named}")
    assert phone.money()["prompt"] is None


def test_numbers_may_come_as_text_and_the_newer_prefix_is_a_phone(daraja: Daraja) -> None:
    answer = daraja.push(BusinessShortCode=174379, Amount="10", PhoneNumber=254112345678, PartyA=254112345678)
    assert answer.status_code == 200


def test_the_password_is_of_short_code_passkey_and_timestamp(daraja: Daraja) -> None:
    wrong = (500, "500.001.1001", "Wrong credentials")
    assert refusal(daraja.push(Timestamp="20261120120001")) == wrong
    assert refusal(daraja.push(Password="guess")) == wrong
    other = daraja.password("111111")
    assert refusal(daraja.push(BusinessShortCode="111111", **other))[2] == "Merchant does not exist"


def test_one_prompt_at_a_time(daraja: Daraja, phone: Phone) -> None:
    daraja.push()
    busy = refusal(daraja.push(Amount=7))
    assert busy[:2] == (500, "500.001.1001")
    assert busy[2].startswith("Unable to lock subscriber")
    phone.answer("cancel")
    assert daraja.push(Amount=7).status_code == 200


def test_an_id_that_chance_gives_twice_in_a_second_refuses_nobody(
    daraja: Daraja, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = iter(["ws_CO_1", "ws_CO_1", "ws_CO_1", "ws_CO_2"])
    monkeypatch.setattr(numbers, "new_checkout_id", lambda *_: next(ids))
    daraja.push()
    phone.answer("cancel")
    assert daraja.push(Amount=7).json()["CheckoutRequestID"] == "ws_CO_2"


@pytest.mark.parametrize("body", ["{", "[]", "null", '"x"'])
def test_what_is_not_json_is_refused(daraja: Daraja, body: str) -> None:
    for path in ("mpesa/stkpush/v1/processrequest", "mpesa/stkpushquery/v1/query", "mpesa/c2b/v2/registerurl"):
        assert refusal(daraja.post(path, body))[:2] == (400, "400.002.05")


def test_other_addresses_and_methods(daraja: Daraja) -> None:
    assert refusal(daraja.post("mpesa/b2c/v1/paymentrequest", {})) == (404, "404.001.01", "Resource not found")
    assert refusal(Client().get("/simulator/daraja/mpesa/stkpush/v1/processrequest"))[:2] == (405, "405.001")


def test_a_planned_500_leaves_no_prompt_and_is_used_up(daraja: Daraja, phone: Phone) -> None:
    phone.plan("provider_down")
    assert refusal(daraja.push()) == (500, "500.003.1001", "Internal Server Error")
    assert phone.money()["prompt"] is None
    assert daraja.push().status_code == 200


def test_a_slow_answer_comes_after_the_prompt(daraja: Daraja, phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[object] = []
    sleeps = SimpleNamespace(sleep=lambda seconds: seen.append(phone.money()["prompt"]))
    monkeypatch.setattr("conversations.simulator.money.faults.time", sleeps)  # other threads sleep as ever
    phone.plan("slow_provider")
    assert daraja.push().status_code == 200
    assert seen[0] is not None
