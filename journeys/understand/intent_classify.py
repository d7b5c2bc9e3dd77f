"""Decides what the customer is after. Without the model, exemplars and sure patterns decide."""

from typing import Final

from pydantic import BaseModel, ConfigDict, Field

from journeys.local import governor, intent
from journeys.state import Intent

PROMPT: Final = """\
What the message is after, taken as a whole:
sales_discovery      wants to see, find, compare or buy       product_question   asks about one product
support_question     delivery, returns, hours, rules, a fault  order_status      an order already made
discounts_offers     offers, coupons, a lower price            payment_help      how to pay, whether it arrived
preferences_consent  language, consent, notifications, own data
human_request        wants a person                            spam_casual       greetings, small talk, adverts
unknown              none of these, or cannot be understood
confidence: 0.9 and more when it is plain, 0.5 to 0.7 when two fit about equally, below 0.5 when you guess."""


class IntentClassified(BaseModel):
    """What the customer is after."""

    model_config = ConfigDict(extra="forbid")

    intent: Intent
    confidence: float = Field(ge=0, le=1)


def local(text: str, journey: str) -> IntentClassified:
    if governor.is_greeting(text):
        return IntentClassified(intent="spam_casual", confidence=intent.SURE)
    found = intent.classify(text, last_journey=journey)
    return IntentClassified.model_validate({"intent": found.label, "confidence": found.confidence})
