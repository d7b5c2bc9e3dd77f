"""Where an order goes, to whom and when, as customers say it; and what sounds like it and is something else."""

import pytest

from journeys.local.purchase.delivery import DeliveryWish, is_collected, read

BROUGHT = [
    ("send to Nakuru", DeliveryWish(place="Nakuru")),
    ("tuma hadi Eldoret", DeliveryWish(place="Eldoret")),
    ("please deliver it to Kilimani, Argwings Kodhek road house 12",
     DeliveryWish(place="Kilimani, Argwings Kodhek road house 12")),
    ("ship them to Mombasa before 12 december", DeliveryWish(place="Mombasa", when="before 12 december")),
    ("send it to my mum in Kisumu on friday", DeliveryWish(place="Kisumu", recipient="my mum", when="on friday")),
    ("can you bring it to my wife Jane Atieno at Nyali", DeliveryWish(place="Nyali", recipient="my wife Jane Atieno")),
    ("mpelekee mama yangu huko Kitui", DeliveryWish(place="Kitui", recipient="mama yangu")),
    ("deliver to John Kamau 0711222333, Thika town",
     DeliveryWish(place="Thika town", recipient="John Kamau +254711222333")),
]  # fmt: skip
COLLECTED = [
    "Pickup", "pick up", "I'll pick it up at the shop", "we will collect them ourselves at your shop",
    "I will collect it", "nitakuja kuchukua dukani", "nitachukua mwenyewe",
]  # fmt: skip
NEITHER = [
    "bring it to me", "send me the prompt to 0722334455", "nitumie kwa mpesa", "send it to 0722334455", "send me two",
    "bring it at once", "nachukua hii", "pick it", "do you deliver to Thika?", "chukua hizo mbili", "",
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), BROUGHT)
def test_where_it_is_brought(text: str, expected: DeliveryWish) -> None:
    assert read(text) == expected


@pytest.mark.parametrize("text", COLLECTED)
def test_who_comes_for_it_has_nothing_brought(text: str) -> None:
    found = read(text)
    assert found is not None
    assert is_collected(found.place)


def test_the_day_they_come_is_no_part_of_the_place() -> None:
    assert read("I'll come for it on saturday morning") == DeliveryWish(
        place="I'll come for it", when="on saturday morning"
    )


@pytest.mark.parametrize("text", NEITHER)
def test_what_is_no_delivery(text: str) -> None:
    assert read(text) is None
