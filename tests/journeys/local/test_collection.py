"""A pick-up as a model notes it: at our own shop, whoever comes for it; and what is an address all the same."""

import pytest

from journeys.local.purchase.collection import is_at_ours, is_ours

OURS = "Duka Mtaani Karibu Duka Mtaani on Moi Avenue, Nairobi! I'm Zawadi, the shop's assistant. Tell me what you need."
AT_OURS = [
    "pick-up", "pick up, Moi Avenue shop", "pick up at the shop on Moi Avenue", "pick-up at your Moi Avenue shop",
    "my sister will pick it up at the shop", "She will collect it from your shop", "customer will pick up",
    "to be picked up at the shop in Nairobi", "collection at the counter", "self pickup at shop", "atachukua dukani",
    "dada yangu atachukua dukani", "nitaichukua hapo Moi Avenue", "nikikam kuichukua hapo", "nitapick hapo shop",
]  # fmt: skip
ELSEWHERE = [
    "Moi Avenue shop", "shop on Moi Avenue", "deliver to the shop on Moi Avenue", "shop 12, Moi Avenue",
    "pick up at my shop on Moi Avenue", "pick up at my sister's shop on Moi Avenue", "pick up at the shop in Thika",
    "pick up point Thika", "Pickup Mtaani agent, Thika", "pick up at Mombasa SGR", "pick me up at the shop",
    "pick up the old one at the shop", "Kilimani, collect the old sofa", "Kilimani, my wife will receive it",
    "rider will pick up at the shop and bring it", "the shop next to Naivas", "mama atachukua Kitui",
    "collect at Equity bank Moi Avenue", "nitachukua mbili", "duka la mama Moi Avenue", "",
]  # fmt: skip


@pytest.mark.parametrize("place", AT_OURS)
def test_who_comes_to_us_for_it_has_nothing_brought(place: str) -> None:
    assert is_at_ours(place, OURS)


@pytest.mark.parametrize("place", ELSEWHERE)
def test_what_is_told_of_another_place_stays_an_address(place: str) -> None:
    assert not is_at_ours(place, OURS)


def test_a_street_on_which_we_do_not_say_that_we_are_is_another_place() -> None:
    assert not is_at_ours("pick up at the shop on Moi Avenue", "Oasis Diani Jambo and welcome to Oasis Diani.")
    assert is_at_ours("pick up at the shop", "Oasis Diani Jambo and welcome to Oasis Diani.")


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("Moi Avenue shop", "Total ni ngapi nikikam kuichukua hapo Moi Avenue?"),
        ("the shop", "i will pick it up myself"),
        ("dukani", "mama ataichukua dukani"),
        ("Moi Avenue", "nitakuja kuchukua hapo Moi Avenue"),
    ],
)
def test_our_shop_where_they_say_that_they_come_is_a_pick_up(place: str, message: str) -> None:
    assert is_ours(place, OURS, message)


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("Moi Avenue", "deliver to Moi Avenue"),
        ("Moi Avenue shop", "nitachukua hiyo, niko Moi Avenue shop"),
        ("Moi Avenue shop", "leteeni hapo shop Moi Avenue, sitakuja kuichukua"),
        ("Moi Avenue, Imenti house", "nitakuja kuichukua Imenti house"),
        ("Moi Avenue", "can I pick it up from the rider on Moi Avenue"),
        ("my shop", "I'll pick it up"),
        ("Kenyatta Avenue shop", "I'll pick it up"),
        ("Thika", "naweza kuja kuichukua Thika?"),
    ],
)
def test_a_place_of_theirs_is_none(place: str, message: str) -> None:
    assert not is_ours(place, OURS, message)
