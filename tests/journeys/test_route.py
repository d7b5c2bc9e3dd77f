"""Which journey answers: the table, branch by branch, and who stays where they are."""

from datetime import timedelta

import pytest

from journeys.billing import state as billing
from journeys.registry import ALL
from journeys.state import TranscriptMessage, begin
from journeys.understand.local import decide
from journeys.understand.route import Standing, route, standing_of
from tests.journeys.shop import NOON, SPACE, Chat

FRESH = begin(tenant_id=str(SPACE), conversation_id=str(SPACE), request_id=str(SPACE))
TALK = [TranscriptMessage(who="customer", text="shoes"), TranscriptMessage(who="us", text="These I have.")]
SHOPPING = FRESH.having(journey="sales", journey_at=NOON, messages=TALK)
SPECIALISTS = frozenset({"support", "billing"})
NEW, TECHNICAL, REFUND = Standing(), Standing(last="support"), Standing(under_way="billing")


@pytest.mark.parametrize(
    ("journey", "confidence", "standing", "decided"),
    [
        # 0.7 and more: the journey that was heard, whatever was talked about.
        ("support", 0.70, NEW, ("support", "sure")),
        ("support", 0.95, TECHNICAL, ("support", "sure")),
        ("billing", 0.92, TECHNICAL, ("billing", "sure")),
        ("support", 0.95, REFUND, ("support", "sure")),
        ("unknown", 0.99, NEW, ("unknown", "unknown")),
        ("unknown", 0.99, TECHNICAL, ("unknown", "unknown")),
        # Less: who is in a talk stays there, whatever was half heard.
        ("support", 0.69, TECHNICAL, ("support", "stays")),
        ("billing", 0.69, TECHNICAL, ("support", "stays")),
        ("unknown", 0.10, TECHNICAL, ("support", "stays")),
        ("billing", 0.60, Standing(last="support", under_way="billing"), ("support", "stays")),
        # In no talk, with a refund under way, it goes on with that.
        ("support", 0.69, REFUND, ("billing", "stays")),
        ("unknown", 0.20, REFUND, ("billing", "stays")),
        # From 0.5 a specialist takes it; about other journeys it is asked.
        ("support", 0.50, NEW, ("support", "likely")),
        ("billing", 0.69, NEW, ("billing", "likely")),
        ("sales", 0.69, NEW, ("unknown", "asks")),
        ("orders", 0.50, NEW, ("unknown", "asks")),
        # Less than that is not understood.
        ("support", 0.49, NEW, ("unknown", "unknown")),
        ("sales", 0.10, NEW, ("unknown", "unknown")),
        ("unknown", 0.60, NEW, ("unknown", "unknown")),
    ],
)
def test_the_table(journey: str, confidence: float, standing: Standing, decided: tuple[str, str]) -> None:
    assert route(journey, confidence, standing, SPECIALISTS) == decided


@pytest.mark.parametrize(
    ("said", "last"),
    [
        (["us"], "sales"),
        (["us", "customer", "customer", "customer"], "sales"),
        (["us", "customer", "customer", "customer", "customer"], ""),
        (["person", "customer"], "sales"),
        (["customer"], ""),
        ([], ""),
    ],
)
def test_a_talk_is_where_we_have_spoken_within_the_last_four_messages(said: list[str], last: str) -> None:
    state = SHOPPING.having(messages=[TranscriptMessage.model_validate({"who": who, "text": "…"}) for who in said])
    assert standing_of(state, NOON, ALL).last == last


def test_a_refund_under_way_is_known_until_it_is_dropped() -> None:
    asking = billing.kept(FRESH, refund_in_progress=True)
    assert standing_of(asking, NOON, ALL) == Standing(under_way="billing")
    assert standing_of(billing.without_draft(asking), NOON, ALL) == Standing()
    assert standing_of(asking, NOON, ALL.without({"billing"})) == Standing()


@pytest.mark.parametrize(
    ("intent", "confidence", "decided"),
    [
        ("sales_discovery", 0.70, ("sales", "sure")),
        ("product_question", 0.9, ("sales", "sure")),
        ("preferences_consent", 0.8, ("prefs", "sure")),
        ("order_status", 0.8, ("orders", "sure")),
        ("sales_discovery", 0.69, ("unknown", "asks")),
        ("support_question", 0.50, ("support", "likely")),
        ("unknown", 0.99, ("unknown", "unknown")),
    ],
)
def test_an_intent_speaks_for_its_journey(intent: str, confidence: float, decided: tuple[str, str]) -> None:
    assert decide(FRESH.having(intent=intent, intent_confidence=confidence), NOON, ALL) == decided


def test_nobody_stays_in_a_journey_of_yesterday() -> None:
    vague = SHOPPING.having(intent="unknown", intent_confidence=0.2)
    assert decide(vague, NOON + timedelta(hours=2), ALL) == ("sales", "stays")
    assert decide(vague, NOON + timedelta(hours=3), ALL) == ("unknown", "unknown")


def test_a_question_in_between_does_not_end_the_journey() -> None:
    chat = Chat()
    chat.say("running shoes")
    assert "+254700000009" in chat.say("do you deliver to kisumu")
    assert "Savanna" in chat.say("na hizo nyeusi?")
