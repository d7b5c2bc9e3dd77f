"""What delivery costs, told in the order and charged with it."""

from decimal import Decimal

import pytest

from journeys.checkout.shown import summary
from tests.journeys.checkout.till import buying, till_of

OPENED = ("running shoes", "2")
FEES = {"Thika": Decimal(400), "Westlands": Decimal(0)}
NOT_IN_IT_YET = {"en": "is not in this total", "sw": "haimo kwenye jumla hii", "sheng": "haiko kwa hii total"}


@pytest.mark.parametrize(
    ("language", "line", "free"),
    [
        ("en", "Subtotal: KES 6,400\nDelivery to Thika: KES 400\nTotal: *KES 6,800*", "Delivery to Westlands: free"),
        ("sw", "Jumla ndogo: KES 6,400\nUsafirishaji hadi Thika: KES 400\nJumla: *KES 6,800*", "hadi Westlands: bure"),
        ("sheng", "Subtotal: KES 6,400\nDelivery hadi Thika: KES 400\nTotal: *KES 6,800*", "hadi Westlands: free"),
    ],
)
def test_the_fee_that_is_known_is_told_before_the_total(language: str, line: str, free: str) -> None:
    chat = buying(*OPENED, "buy it", "42", "2", "deliver to Thika", fees=FEES)
    order, state = till_of(chat).order, chat.state.having(response_language=language)
    said = summary(order, state)
    assert line in said
    assert NOT_IN_IT_YET[language] not in said
    assert free in summary(order.model_copy(update={"delivery": {"place": "Westlands"}, "delivery_fee": 0}), state)
    unknown = summary(order.model_copy(update={"delivery_fee": None, "total": 6400}), state)
    assert NOT_IN_IT_YET[language] in unknown
    assert "Thika" not in unknown


def test_what_is_charged_holds_the_fee() -> None:
    chat = buying(*OPENED, "buy it", "42", "2", "deliver to Thika", "mpesa", "yes, pay", fees=FEES)
    (charge,) = till_of(chat).charges
    assert charge.amount == 6800
    assert till_of(chat).delivery == {"place": "Thika"}


def test_another_place_asks_for_another_total_and_one_that_comes_for_it_for_none() -> None:
    words = (*OPENED, "buy it", "42", "2", "deliver to Thika", "mpesa")
    assert "KES 6,800" in buying(*words, fees=FEES).said
    there = buying(*words, "deliver to Westlands", fees=FEES).said
    assert "Delivery to Westlands: free\nTotal: *KES 6,400*" in there
    chat = buying(*words, "I'll come and collect them at the shop", fees=FEES)
    assert "Total: *KES 6,400*" in chat.said
    assert "Delivery" not in chat.said.partition("Total")[0].partition("Subtotal")[2]
    assert till_of(chat).delivery["how"] == "collected"


@pytest.mark.parametrize(
    "words",
    ["what is the total with delivery to Thika?", "jumla ni ngapi pamoja na usafirishaji hadi Thika?",
     "how much does it come to with delivery to Thika?"],
)  # fmt: skip
def test_the_total_with_delivery_to_a_place_is_told_without_a_model(words: str) -> None:
    chat = buying(*OPENED, "buy it", "42", "2", words, fees=FEES)
    assert chat.state.purchase.delivery.place == "Thika"
    assert "*KES 6,800*" in chat.said
