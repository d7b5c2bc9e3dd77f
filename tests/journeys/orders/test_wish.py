"""What is wanted with an order, read from the words of three languages, and which number was named."""

import pytest

from journeys.orders.journey import JOURNEY
from journeys.orders.reading import read
from journeys.state import ConversationState
from tests.journeys.orders.books import Books, Visit

VISIT = Visit(journey=JOURNEY, books=Books())
STATE = VISIT.state
NAMES = {
    "status": ("order_status", "order"), "payment": ("order_status", "payment"), "list": ("order_status", "all"),
    "pay": ("pay_order", None), "cancel": ("cancel_order", None), "change": ("change_order", None),
    "dispute": ("dispute_order", None),
}  # fmt: skip


def wanted(text: str, state: ConversationState = STATE) -> tuple[str, str | None]:
    (command,) = read(text, state, VISIT.chat.context(text))
    return command.name, getattr(command, "about", None)


@pytest.mark.parametrize(
    ("text", "action"),
    [
        ("where is my order", "status"),
        ("oda yangu iko wapi", "status"),
        ("order yangu iko area gani", "status"),
        ("show me my orders", "list"),
        ("oda zangu", "list"),
        ("did it go through?", "payment"),
        ("Imeingia?", "payment"),
        ("nimelipa tayari", "payment"),
        ("nishalipa bana", "payment"),
        ("money was deducted but no confirmation", "payment"),
        ("i have paid", "payment"),
        ("naomba risiti", "payment"),
        ("i want to pay now", "pay"),
        ("nataka kulipa sasa", "pay"),
        ("nalipia wapi", "pay"),
        ("prompt haijaingia", "pay"),
        ("what is your till number?", "pay"),
        ("cancel my order", "cancel"),
        ("nataka kufuta agizo langu", "cancel"),
        ("cancel order yangu", "cancel"),
        ("can i change my order to size 41", "change"),
        ("naomba kubadilisha oda yangu", "change"),
        ("i need to add something to my order", "change"),
        ("i was charged twice", "dispute"),
        ("nimekatwa pesa mara mbili", "dispute"),
        ("nataka refund", "dispute"),
        ("nirudishie pesa yangu", "dispute"),
        ("my parcel is missing", "dispute"),
        ("i gave you the wrong delivery address", "dispute"),
    ],
)
def test_what_is_wanted(text: str, action: str) -> None:
    assert wanted(text) == NAMES[action]


def test_what_is_not_said_plainly_follows_the_intent() -> None:
    assert wanted("na vipi?", STATE.having(intent="payment_help")) == NAMES["payment"]
    assert wanted("na vipi?", STATE.having(intent="order_status")) == NAMES["status"]


@pytest.mark.parametrize(
    ("text", "number", "is_named"),
    [
        ("where is order K7M2P9R4", "K7M2P9R4", True),
        ("order number k7m2p9r4 iko wapi", "K7M2P9R4", True),
        ("oda yangu namba H4X8N3T2", "H4X8N3T2", True),
        ("#1045", "1045", True),
        ("agizo KMPQRSTW limefika?", "KMPQRSTW", True),
        ("mpesa code UKL8A1B2C3", "UKL8A1B2C3", False),
        ("K7M2P9R4", "K7M2P9R4", True),
        ("ya k7m2 p9r4 imefika?", "K7M2P9R4", True),
        ("where is my order", None, False),
        ("order yangu iko wapi", None, False),
        ("i paid 5000kes yesterday", None, False),
        ("change it to size42", None, False),
        ("my number is 0712345678", None, False),
    ],
)
def test_which_order(text: str, number: str | None, is_named: bool) -> None:
    (command,) = read(text, STATE, VISIT.chat.context(text))
    assert (command.number or None, command.is_named) == (number, is_named)
