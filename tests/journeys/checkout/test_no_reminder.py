"""Who complains is not asked to pay in the same reply; who asks a person for something else is."""

import pytest

from tests.journeys.checkout.till import Till
from tests.journeys.shop import Chat
from tests.journeys.test_model_turns import Script, give
from tests.loopback.openai_server import OpenAIServer

LINE = {
    "item": "Swift Runner Running Shoes", "quantity": 1, "options": [{"name": "size", "value": "41"}],
    "price_max": None, "cheapest": False, "instead": [],
}  # fmt: skip
ASKED_TO_PAY = ("how would you like to pay", "ungependa kulipa vipi", "unadai kulipa aje")


def replied(server: OpenAIServer, language: str, text: str, reason: str) -> str:
    chat = Chat(shop=Till(), provider=server.provider)
    server.reply = Script(give("add", lines=[LINE]))
    assert "How would you like to pay?" in chat.say("one swift runner in 41 please")
    server.reply = Script(
        give("hand_over", reason=reason, about=text), language={"language": language, "confidence": 0.95}, text=""
    )
    return chat.say(text)


@pytest.mark.parametrize(
    ("language", "text", "reason"),
    [
        ("en", "this is theft, the shoes tore in a month! i want a real person", "human_request"),
        ("en", "the last pair came torn and nobody answers me", "complaint"),
        ("sw", "nimechoka na nyinyi, viatu vimechanika, nataka mtu", "complaint"),
        ("sheng", "aii hiyo ni wizi sasa! nipatie msee wa kweli niongee naye", "human_request"),
        ("en", "give me my money back for the torn ones", "refund"),
    ],
)
def test_who_complains_is_not_asked_to_pay(openai_server: OpenAIServer, language: str, text: str, reason: str) -> None:
    said = replied(openai_server, language, text, reason)
    assert "T-123456" in said
    assert not any(each in said.lower() for each in ASKED_TO_PAY)


def test_whose_wish_is_passed_on_is_led_back_to_the_order(openai_server: OpenAIServer) -> None:
    said = replied(openai_server, "en", "could the laces be red, on saturday somebody may tell me", "request")
    assert "T-123456" in said
    assert "how would you like to pay?" in said
