"""The library where no model answers: what was asked, whole, in its own case, and nothing beside it."""

from collections.abc import Callable

import pytest

from tests.depth import sampled
from tests.stories.conftest import Say

IN_ENGLISH = ("ziko kwa Kiingereza", "ziko kwa English", "iko kwa English", "ni hiki, kwa Kiingereza")


@pytest.mark.parametrize(
    ("slug", "asked"),
    sampled(
        [
            ("oasis", "live band hucheza lini"),
            ("oasis", "kids club huanza saa ngapi"),
            ("mtandao", "wifi haifiki bedroom"),
            ("mtandao", "net iko slow sana leo"),
            ("mtandao", "eSIM haifanyi kazi"),
            ("duka", "delivery hufanyika lini"),
            ("duka", "parcel haijafika bado"),
        ],
        quick=3,
    ),
)
def test_what_is_quoted_in_another_language_says_so(at: Callable[[str], Say], slug: str, asked: str) -> None:
    told = at(slug)(asked)
    assert any(each in told for each in IN_ENGLISH)


@pytest.mark.parametrize(
    "asked",
    sampled(
        [
            "Where is your shop and what time do you close today", "where are you located", "mko wapi exactly",
            "duka lenu liko wapi na mnafunga saa ngapi", "nipee location ya shop",
            "mnapatikana wapi? mtafungua saa ngapi kesho",
        ],
        quick=2,
    ),
)  # fmt: skip
def test_where_the_shop_is_is_told_and_nothing_of_returns(shop: Say, asked: str) -> None:
    told = shop(asked)
    assert "Moi Avenue" in told
    assert "rider" not in told
    assert "keep the parcel" not in told


@pytest.mark.parametrize(
    "asked", ["duka lenu liko wapi na mnafunga saa ngapi", "mnapatikana wapi? mtafungua saa ngapi kesho"]
)
def test_the_hours_that_are_asked_beside_the_place_are_those_of_the_shop(shop: Say, asked: str) -> None:
    assert "Duka Mtaani" in shop(asked)


@pytest.mark.parametrize(
    ("asked", "told"),
    sampled(
        [
            ("mnadeliver Kisumu? huchukua muda gani", "2 to 3 working days"),
            ("mnafika Ruiru? itachukua siku ngapi", "1 to 2 working days"),
            ("how long does delivery to Eldoret take", "2 to 3 working days"),
            ("refund ya mpesa inachukua muda gani", "within 24 hours"),
            ("repair inachukua muda gani", "14 working days"),
        ],
        quick=2,
    ),
)
def test_what_takes_so_long_is_not_picked_up(shop: Say, asked: str, told: str) -> None:
    answer = shop(asked)
    assert told in answer
    assert "You may pick up" not in answer


@pytest.mark.parametrize(
    ("asked", "heading"),
    sampled(
        [
            ("my router is blinking red what do I do", "LOS light is red or blinks red"),
            ("the pon light keeps blinking, help", "PON blinks for longer than five minutes"),
            ("how do I set up the APN on android", "Android"),
            ("net iko slow sana leo", "Slow with the cable too"),
        ],
        quick=2,
    ),
)
def test_steps_stand_under_the_case_that_they_are_for(telecom: Say, asked: str, heading: str) -> None:
    told = telecom(asked)
    assert heading in told.splitlines()
    assert "described above" not in told


@pytest.mark.parametrize(
    ("said", "lasts"),
    sampled(
        [
            ("the blender I bought from you has stopped working", "12 months"),
            ("my kettle stopped heating up", "12 months"),
            ("microwave imeacha kufanya kazi", "12 months"),
            ("earphones niliyonunua kwenu hazifanyi kazi tena", "6 months"),
            ("the tv you sold me no longer turns on", "24 months"),
            ("fridge haigandishi tena", "24 months"),
            ("mixer imeacha kufanya kazi", "12 months"),
        ],
        quick=2,
    ),
)
def test_what_stopped_working_has_its_warranty_and_the_way_to_it(shop: Say, said: str, lasts: str) -> None:
    told = shop(said)
    assert told.count("Warranty: ") == 1
    assert f"Warranty: {lasts}" in told
    assert "Write to us with the order number, what is wrong" in told
    assert "within 7 days" not in told


@pytest.mark.parametrize("said", ["blender imekuja imeharibika", "the phone arrived dead"])
def test_what_arrived_so_is_replaced(shop: Say, said: str) -> None:
    assert "within 7 days" in shop(said)


@pytest.mark.parametrize(
    ("asked", "told"),
    sampled(
        [
            ("what time does the restaurant close", {"Mlango wa Bahari", "Jahazi Grill", "Machweo Bar"}),
            ("restaurant hufungwa saa ngapi", {"Mlango wa Bahari", "Jahazi Grill", "Machweo Bar"}),
            ("mgahawa unafungwa saa ngapi", {"Mlango wa Bahari", "Jahazi Grill", "Machweo Bar"}),
            ("what time does Jahazi close", {"Jahazi Grill"}),
            ("bar inafungwa saa ngapi", {"Machweo Bar"}),
        ],
        quick=2,
    ),
)
def test_the_hours_of_each_of_a_kind_are_told(resort: Say, asked: str, told: set[str]) -> None:
    lines = resort(asked).splitlines()
    assert {each for each in ("Mlango wa Bahari", "Jahazi Grill", "Machweo Bar") if each in lines} == told


@pytest.mark.parametrize(
    "said",
    sampled(
        [
            "we will arrive around midnight is that ok", "tutafika usiku sana, mtakuwa wazi?",
            "our flight lands late at night, will someone be at reception", "tukifika saa sita usiku tutapokelewa?",
            "we are arriving late at night, is the front desk open",
        ],
        quick=2,
    ),
)  # fmt: skip
def test_who_arrives_at_night_is_told_when_the_front_office_is_open(resort: Say, said: str) -> None:
    assert "open 24 hours" in resort(said)


def test_a_table_for_tomorrow_evening_has_the_hours_beside_it(resort: Say) -> None:
    assert "19:00-22:30" in resort("can we book a table for 4 at the seafood place tomorow evening")


@pytest.mark.parametrize("asked", ["how do we get to you from Mombasa airport", "how do I get there from the airstrip"])
def test_the_way_from_an_airport_is_that_of_the_airport(resort: Say, asked: str) -> None:
    assert "90 minutes" in resort(asked)


@pytest.mark.parametrize("asked", ["how can we get to you", "tunafikaje huko"])
def test_the_way_from_anywhere_is_the_address(resort: Say, asked: str) -> None:
    assert "Diani Beach Road" in resort(asked)
