"""A model knows the offers that run: one that is described counts by its code, and a code of its own making never."""

from decimal import Decimal
from typing import Any

import pytest

from tests.journeys.checkout.till import COUPON, Till, till_of
from tests.journeys.shop import Chat
from tests.journeys.test_model_dialogues import line
from tests.journeys.test_model_turns import Script, give
from tests.loopback.openai_server import OpenAIServer
from tools.contract import Refusal
from tools.offers.selectors import InPassing

FOR_NEWCOMERS = InPassing("Karibu", "A tenth off your first order.", COUPON, None, "KES", [])
FOR_SHOES = InPassing("Viatu", "KES 500 off shoes.", "VIATU500", Decimal(5000), "KES", ["Shoes", "Sandals"])
BY_ITSELF = InPassing("Big basket", "5 % off.", "", Decimal(20000), "KES", [f"Shelf {one}" for one in range(9)])
PUT_IN = give("add", lines=[line("Savanna Running Shoes", 1, size="41")])


@pytest.fixture
def chat(openai_server: OpenAIServer) -> Chat:
    openai_server.reply = Script(PUT_IN)
    chat = Chat(shop=Till(), provider=openai_server.provider, offers=(FOR_NEWCOMERS, FOR_SHOES, BY_ITSELF))
    chat.say("the savanna shoes in 41")
    return chat


def told(server: OpenAIServer) -> Any:
    """The offers on the card of the last message that was understood."""
    cards = [asked.facts["card"] for asked in server.asked if "commands" in asked.schema["properties"]]
    return cards[-1].get("offers")


def test_the_card_tells_each_offer_by_its_code_and_what_it_needs(chat: Chat, openai_server: OpenAIServer) -> None:
    newcomers, shoes, basket = told(openai_server)
    assert newcomers == {"name": "Karibu", "what": "A tenth off your first order.", "code": COUPON}
    assert (shoes["from_a_spend_of"], shoes["only_for"]) == ("KES 5,000", ["Shoes", "Sandals"])
    assert (basket["code"], len(basket["only_for"])) == ("none needed", 5)
    assert basket["only_for"][-1] == "and 5 more"


def test_a_business_without_the_journey_has_none_looked_up(openai_server: OpenAIServer) -> None:
    openai_server.reply = Script(PUT_IN)
    chat = Chat(shop=Till(), provider=openai_server.provider, offers=(FOR_NEWCOMERS,))
    chat.shop.tenant["journeys_off"] = ["offers"]
    chat.say("the savanna shoes in 41")
    assert told(openai_server) is None


@pytest.mark.parametrize(
    "words", ["put in the new-customer discount", "weka ile discount ya first order", "tumia punguzo la wateja wapya"]
)
def test_an_offer_that_is_described_counts_at_once(chat: Chat, openai_server: OpenAIServer, words: str) -> None:
    openai_server.reply = Script(give("apply_coupon", code=COUPON))
    assert "KES 320 off" in chat.say(words)
    assert chat.state.purchase.order_totals["codes"] == [COUPON]


@pytest.mark.parametrize("code", ["", "  ", "!!"])
def test_without_a_code_it_is_asked_which(chat: Chat, openai_server: OpenAIServer, code: str) -> None:
    openai_server.reply = Script(give("apply_coupon", code=code))
    said = chat.say("use the voucher")
    assert "Which coupon shall I use?" in said
    assert "could not be used" not in said
    assert "order_apply_coupon" not in [name for name, _ in till_of(chat).named]


def test_a_coupon_to_tap_is_offered_and_counts_when_tapped(chat: Chat, openai_server: OpenAIServer) -> None:
    openai_server.reply = Script(give("apply_coupon", code=""))
    assert f"*Karibu* ({COUPON}): A tenth off." in chat.say("use the voucher")
    assert "KES 320 off" in chat.say("1")


def test_without_anything_to_buy_an_empty_code_is_not_kept(openai_server: OpenAIServer) -> None:
    openai_server.reply = Script(give("apply_coupon", code=""))
    chat = Chat(shop=Till(), provider=openai_server.provider)
    assert "Which coupon shall I use?" in chat.say("I have a voucher")
    assert "codes" not in chat.state.purchase.order_totals


@pytest.mark.parametrize("code", ["NEWCUSTOMER", "ASANTE250", "WELCOME"])
def test_a_code_that_a_model_made_up_is_never_tried(chat: Chat, openai_server: OpenAIServer, code: str) -> None:
    openai_server.reply = Script(give("apply_coupon", code=code))
    said = chat.say("put in the staff discount")
    assert code not in said
    assert "Which coupon shall I use?" in said
    assert "order_apply_coupon" not in [name for name, _ in till_of(chat).named]


@pytest.mark.parametrize("words", ["use ASANTE250", "nina kuponi ya asante 250 tafadhali", "my code is Asante-250."])
def test_a_code_in_their_own_words_is_tried(chat: Chat, openai_server: OpenAIServer, words: str) -> None:
    openai_server.reply = Script(give("apply_coupon", code="ASANTE250"))
    assert "I know no coupon ASANTE250" in chat.say(words)


@pytest.mark.parametrize("words", [f"will {COUPON} do for this order?", "put in the new-customer discount"])
@pytest.mark.parametrize(
    ("code", "facts", "why"),
    [
        ("not_for_these_items", {"scope": ["Data Bundles > Monthly"]}, "it is for Data Bundles > Monthly"),
        ("coupon_used_by_customer", {"per_customer": 1}, "it counts once for each customer"),
        ("coupon_used_by_customer", {"per_customer": 2}, "it counts 2 times for each customer"),
        ("minimum_not_met", {"minimum": "9000", "missing": "5800", "currency": "KES"}, "a total of KES 9,000"),
        ("minimum_not_met", {}, "needs a larger total"),
        ("invalid_arguments", {}, "I know no coupon"),
    ],
)
def test_why_a_code_does_not_count_is_told(
    chat: Chat, openai_server: OpenAIServer, words: str, code: str, facts: dict[str, Any], why: str
) -> None:
    till_of(chat).refuses["order_apply_coupon"] = Refusal(code=code, reason="No.", facts=facts | {"coupon": COUPON})
    openai_server.reply = Script(give("apply_coupon", code=COUPON))
    said = chat.say(words)
    assert why in said
    assert f"coupon {COUPON}" in said


def test_a_code_that_was_kept_tells_why_it_does_not_count(openai_server: OpenAIServer) -> None:
    refusal = Refusal(code="not_for_these_items", reason="No.", facts={"scope": ["Kitchen"], "coupon": COUPON})
    chat = Chat(shop=Till(refuses={"order_apply_coupon": refusal}), provider=openai_server.provider)
    openai_server.reply = Script(give("apply_coupon", code=COUPON))
    chat.say(f"I have {COUPON}")
    openai_server.reply = Script(PUT_IN, give("pay"))
    assert f"The coupon {COUPON} is not for what is in your order: it is for Kitchen." in chat.say("savanna 41, I pay")
