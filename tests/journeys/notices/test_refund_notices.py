"""What is decided of a refund case is told in each language, with the figures of its event and no others."""

import pytest

from journeys.wording.phrases import LANGUAGES
from tests.journeys.notices.test_notices import happen, new

CASE = {"number": "R10001", "amount": "1250.50", "currency": "KES", "invoice": "INV-20251001", "days": "7-10"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("event", "told"), [("refund_approved", "7-10"), ("refund_rejected", "+254700000009")])
def test_a_decision_is_told(language: str, event: str, told: str) -> None:
    chat = new()
    chat.shop.tenant["default_language"] = language
    chat.state = chat.state.having(customer_language_pref=language)
    chat.shop.customer["language_preference"] = language
    (notice,) = happen(chat, (f"billing.{event}", CASE)).replies
    for each in ("R10001", "KES 1,250.50", "INV-20251001", told):
        assert each in notice.text
    assert notice.purpose == "answer"


def test_it_is_told_to_who_wants_no_news_of_payments() -> None:
    chat = new()
    chat.shop.customer["consents"] = {"payment_updates": False}
    assert "R10001" in happen(chat, ("billing.refund_approved", CASE)).replies[0].text
