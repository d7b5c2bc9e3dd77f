"""With the trained reader switched on: several wishes in one message are each served."""

import pytest
from django.conf import settings

from tests.stories.conftest import Say


@pytest.fixture(autouse=True)
def reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "TULIA", settings.TULIA.model_copy(update={"reads_errands": True}))


def test_two_things_in_their_forms_are_ordered_at_once(shop: Say) -> None:
    told = shop(
        "natafuta sweta ya shule na raba nyeupe za PE",
        "nipe sweta ya kijani size 30 mbili, na hizo raba nyeupe size 34 jozi moja",
    )
    assert "2 \u00d7 *School Sweater V-Neck* (30, green)" in told
    assert "1 \u00d7 *White PE Canvas Rubbers* (34, white)" in told
    assert "2,450" in told


def test_a_form_of_what_is_in_hand_and_a_code_are_taken(shop: Say) -> None:
    told = shop("digital air fryer", "ok I'll take the 4 litre one. I have the code KARIBU10")
    assert "(4 L)" in told
    assert "7,110" in told


def test_nights_are_counted_from_day_to_day(resort: Say) -> None:
    told = resort("garden room", "we'd like that from 7 to 10 December, half board. how much would it be altogether")
    assert "3 nights \u00d7 *Garden Room* (half board)" in told


def test_what_only_asks_orders_nothing(shop: Say) -> None:
    told = shop("digital air fryer", "would I have to buy the basket too? and how long is the warranty")
    assert "Total" not in told


def test_just_one_of_what_is_in_the_cart_makes_it_one(shop: Say) -> None:
    told = shop(
        "digital air fryer", "I'll take 3 of the 4 litre one", "just one air fryer actually. how much is it all"
    )
    assert "1 \u00d7 *Digital Air Fryer* (4 L)" in told
    assert "7,900" in told
