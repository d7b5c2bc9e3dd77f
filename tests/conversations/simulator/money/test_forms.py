"""What the page posts: taken as it is meant, or refused with a sentence."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.test import RequestFactory

from conversations.simulator.money.mpesa import results
from conversations.simulator.page import forms

MERCHANT = SimpleNamespace(numbers={"600984", "5203110"}, till="5203110")
PAY = {"number": "600984", "account": "A2B3C4D5", "amount": "1500"}


def read(form: Any, told: dict[str, str]) -> dict[str, Any]:
    return forms.validated(form, RequestFactory().post("/", told), merchant=MERCHANT)


@pytest.mark.parametrize("outcome", [name for name, code in results.OF_OUTCOME.items() if code != results.PAID])
@pytest.mark.parametrize("pin", [{}, {"pin": ""}, {"pin": "12"}])
def test_a_prompt_is_turned_down_without_a_pin(outcome: str, pin: dict[str, str]) -> None:
    told = read(forms.PromptAnswer, {"id": "ws_CO_1", "outcome": outcome} | pin)
    assert told == {"id": "ws_CO_1", "code": results.OF_OUTCOME[outcome]}


def test_a_prompt_is_paid_with_four_digits() -> None:
    (paid,) = (name for name, code in results.OF_OUTCOME.items() if code == results.PAID)
    assert read(forms.PromptAnswer, {"id": "x", "outcome": paid, "pin": "0000"})["code"] == results.PAID
    for pin in ({}, {"pin": ""}, {"pin": "12345"}, {"pin": "12a4"}):
        with pytest.raises(forms.Unfit, match="four digits"):
            read(forms.PromptAnswer, {"id": "x", "outcome": paid} | pin)


def test_money_is_sent_to_a_number_that_is_known() -> None:
    assert read(forms.Transfer, PAY) == PAY | {"amount": 1500}
    assert read(forms.Transfer, PAY | {"number": "5203110", "account": ""})["account"] == ""


@pytest.mark.parametrize(
    ("form", "told", "sentence"),
    [
        (forms.Transfer, PAY | {"number": "1"}, forms.NO_NUMBER),
        (forms.Transfer, PAY | {"account": ""}, forms.NO_ACCOUNT),
        (forms.Transfer, PAY | {"account": "A" * 21}, forms.NO_ACCOUNT),
        *((forms.Transfer, PAY | {"amount": amount}, forms.NO_AMOUNT) for amount in ("", "0", "1.5", "250001", "-1")),
        (forms.PromptAnswer, {"outcome": "huh"}, forms.NO_ANSWER),
        (forms.PromptAnswer, {}, forms.NO_ANSWER),
        (forms.NewFault, {"kind": "huh"}, forms.NO_FAULT),
        (forms.NewPhone, {"name": " "}, forms.NO_NAME),
    ],
)
def test_what_is_unfit_is_refused_with_a_sentence(form: Any, told: dict[str, str], sentence: str) -> None:
    with pytest.raises(forms.Unfit) as refused:
        read(form, told)
    assert str(refused.value) == sentence


def test_another_customer_has_a_name_and_an_address() -> None:
    told = read(forms.NewPhone, {"name": "A" * 200, "address": "+254712345678"})
    assert told == {"name": "A" * 120, "address": "whatsapp:+254712345678"}
    assert read(forms.NewPhone, {"name": "Asha"})["address"].startswith("whatsapp:+")
    with pytest.raises(forms.Unfit):
        read(forms.NewPhone, {"name": "Asha", "address": "nowhere"})
