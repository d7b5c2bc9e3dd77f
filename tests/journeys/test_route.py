"""Which journey answers: the thresholds, and who stays where she is."""

from datetime import timedelta

import pytest

from journeys.registry import ALL
from journeys.state import begin
from journeys.understand.local import decide
from tests.journeys.shop import NOON, SPACE, Chat

FRESH = begin(tenant_id=str(SPACE), conversation_id=str(SPACE), request_id=str(SPACE))
SHOPPING = FRESH.having(journey="sales", journey_at=NOON)


@pytest.mark.parametrize(
    ("intent", "confidence", "decided"),
    [
        ("sales_discovery", 0.70, ("sales", "sure")),
        ("product_question", 0.9, ("sales", "sure")),
        ("preferences_consent", 0.8, ("prefs", "sure")),
        ("order_status", 0.8, ("orders", "sure")),
        ("sales_discovery", 0.69, ("unknown", "asks")),
        ("support_question", 0.50, ("unknown", "asks")),
        ("sales_discovery", 0.49, ("unknown", "unknown")),
        ("unknown", 0.99, ("unknown", "unknown")),
    ],
)
def test_thresholds(intent: str, confidence: float, decided: tuple[str, str]) -> None:
    assert decide(FRESH.having(intent=intent, intent_confidence=confidence), NOON, ALL) == decided


@pytest.mark.parametrize(
    ("intent", "confidence", "decided"),
    [
        ("unknown", 0.2, ("sales", "stays")),
        ("support_question", 0.69, ("sales", "stays")),
        ("sales_discovery", 0.1, ("sales", "stays")),
        ("order_status", 0.70, ("orders", "sure")),
    ],
)
def test_a_weak_signal_stays_with_the_journey(intent: str, confidence: float, decided: tuple[str, str]) -> None:
    assert decide(SHOPPING.having(intent=intent, intent_confidence=confidence), NOON, ALL) == decided


def test_nobody_stays_in_a_journey_of_yesterday() -> None:
    vague = SHOPPING.having(intent="unknown", intent_confidence=0.2)
    assert decide(vague, NOON + timedelta(hours=2), ALL) == ("sales", "stays")
    assert decide(vague, NOON + timedelta(hours=3), ALL) == ("unknown", "unknown")


def test_a_question_in_between_does_not_end_the_journey() -> None:
    chat = Chat()
    chat.say("running shoes")
    assert "+254700000009" in chat.say("do you deliver to kisumu")
    assert "Savanna" in chat.say("na hizo nyeusi?")
