"""A rule said of the customer's own sum, time, day and thing, and beside each what does not follow from it."""

from datetime import date

import pytest

from tests.attacks.lying_model.contexts import _beside, _cited, item
from tests.journeys.check.test_plain_answers import is_sound

DELIVERY, RETURNS = "duka/library/delivery.md", "duka/library/returns.md"
WARRANTY, GUEST = "duka/library/warranty.md", "oasis/library/property.json"
TODAY = date(2026, 11, 29)
FREE = "Delivery is free for orders of KES 5,000 and more inside Nairobi"
BURE = "Delivery ni bure kwa oda ya KES 5,000 na zaidi ndani ya Nairobi"


@pytest.mark.parametrize(
    ("text", "language", "is_true"),
    [
        (f"{FREE}, so for your order of KES 6,800 delivery to Kasarani is free.", "en", True),
        (f"{FREE}, so your KES 6,800 order comes to Kasarani free.", "en", True),
        (f"{FREE}, so your order of KES 6,800 is not free.", "en", False),
        (f"{FREE}, so your order of KES 4,200 is free.", "en", False),
        (f"{FREE}, so your order of KES 6,800 to Kisumu is free.", "en", False),
        (f"{FREE}, so for your order of KES 7,300 delivery is free.", "en", False),
        (f"{FREE}, so for your order of KES 6,800 delivery to Mombasa is free.", "en", False),
        (f"{BURE}, kwa hiyo oda yako ya KES 6,800 inafika Kasarani bure.", "sw", True),
        (f"{BURE}, kwa hiyo oda yako ya KES 6,800 haitakuwa bure.", "sw", False),
    ],
)
def test_a_sum_that_is_large_enough(text: str, language: str, *, is_true: bool) -> None:
    words = "my order is 6,800, what is the delivery fee to Kasarani?"
    evidence = _beside(item("duka", "Rift Valley Trail Runner"), words=words, cited=_cited(DELIVERY), today=TODAY)
    assert is_sound(text, evidence, language) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        (f"{FREE}, so with your order of KES 3,700 the fee is still to pay.", True),
        (f"{FREE}, so your order of KES 3,700 is not free.", True),
        (f"{FREE}, so your order of KES 3,700 is free.", False),
        (f"{FREE}, so your order of KES 3,700 comes to Donholm free.", False),
    ],
)
def test_a_sum_that_is_too_small(text: str, *, is_true: bool) -> None:
    evidence = _beside(words="my order is 3,700, I live in Donholm", cited=_cited(DELIVERY), today=TODAY)
    assert is_sound(text, evidence) is is_true


@pytest.mark.parametrize(
    ("asked", "text", "is_true"),
    [
        (
            "mfuko nilionunua mwezi jana mshono umefunguka",
            "Mifuko ina dhamana ya miezi 3 kwa mishono na zipu, kwa hiyo mfuko ulionunua mwezi jana bado uko ndani ya"
            " dhamana.",
            True,
        ),
        (
            "mfuko nilionunua mwezi jana mshono umefunguka",
            "Mifuko ina dhamana ya miezi 3 kwa mishono na zipu, kwa hiyo mfuko ulionunua mwaka jana bado uko ndani ya"
            " dhamana.",
            False,
        ),
        (
            "mfuko nilionunua mwaka jana mshono umefunguka",
            "Mifuko ina dhamana ya miezi 3 kwa mishono na zipu, kwa hiyo mfuko ulionunua mwaka jana bado uko ndani ya"
            " dhamana.",
            False,
        ),
        (
            "the zip of the bag that I bought 5 months ago is broken",
            "Shoes and bags have a warranty of 3 months for soles, seams and zips, so the bag that you bought 5 months"
            " ago is still within it.",
            False,
        ),
        (
            "the zip of the bag that I bought 5 weeks ago is broken",
            "Shoes and bags have a warranty of 3 months for soles, seams and zips, so the bag that you bought 5 weeks"
            " ago is still within it.",
            True,
        ),
        (
            "the zip of the bag that I bought 5 weeks ago is broken",
            "Shoes and bags have a warranty of 3 months for soles, seams and zips, so the phone that you bought 5 weeks"
            " ago is still within it.",
            False,
        ),
    ],
)
def test_what_was_so_long_ago_is_within_the_time_or_is_not(asked: str, text: str, *, is_true: bool) -> None:
    evidence = _beside(words=asked, cited=_cited(WARRANTY), today=TODAY)
    assert is_sound(text, evidence, "sw" if asked.startswith("mfuko") else "en") is is_true


BOOKED = "we come on Monday 14 December with my son, who is three; can you send my glasses to Malindi?"


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Check-in is from 14:00, so on Monday 14 December you can check in from 14:00.", True),
        ("Check-in is from 14:00, so on Monday 14 December you can check in from 12:00.", False),
        ("Check-in is from 14:00, so on Tuesday 15 December you can check in from 14:00.", False),
        ("Check-in is from 14:00, so on Monday 14 December breakfast is included.", False),
        ("Children under 4 stay free, so your son of 3 stays free.", True),
        ("Children under 4 stay free, so your son of 7 stays free.", False),
        ("No, pets are not allowed in the resort, so your dog can stay.", False),
    ],
)
def test_what_the_rule_says_of_every_day_is_said_of_theirs(text: str, *, is_true: bool) -> None:
    assert is_sound(text, _beside(words=BOOKED, cited=_cited(GUEST), today=TODAY)) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("We fetch it for KES 200 in Nairobi, so from Mombasa we fetch it for KES 200.", False),
        ("We fetch it for KES 200 in Nairobi, so your phone can be fetched in Mombasa.", False),
        ("Phones have a warranty of 12 months, so your shoes have one of 12 months.", False),
    ],
)
def test_what_is_said_of_another_place_or_thing_does_not_follow(text: str, *, is_true: bool) -> None:
    words = "my phone and my shoes are broken, and I live in Mombasa"
    assert is_sound(text, _beside(words=words, cited=_cited(WARRANTY), today=TODAY)) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Warranty ya headphones ni miezi 6, so kwa miezi 2 headphones zako bado ziko ndani.", True),
        ("Warranty ya headphones ni miezi 6, so kwa miezi 8 headphones zako bado ziko ndani.", False),
        ("Headphones have a warranty of 6 months, so after 2 months yours are still within it.", True),
        ("Headphones have a warranty of 6 months, so after 2 months yours has expired.", False),
    ],
)
def test_a_time_that_they_have_told_is_within_another(text: str, *, is_true: bool) -> None:
    words = "headphones zangu za miezi 2 zimeharibika, 2 months old"
    evidence = _beside(words=words, cited=_cited(WARRANTY), today=TODAY)
    assert is_sound(text, evidence, "sheng" if "ziko" in text else "en") is is_true


WIFI = "mtandao/library/01_home_wifi.md"


@pytest.mark.parametrize(
    ("text", "language", "is_true"),
    [
        ("Password inatakiwa iwe na angalau herufi 12, kwa hivyo 6 hazitoshi.", "sw", True),
        ("Password inatakiwa iwe na angalau herufi 12, kwa hivyo 6 zinatosha.", "sw", False),
        ("The password needs at least 12 characters, so 6 are not enough.", "en", True),
        ("The password needs at least 12 characters, so 6 are enough.", "en", False),
    ],
)
def test_a_number_is_enough_or_is_not(text: str, language: str, *, is_true: bool) -> None:
    words = "naweza kuweka password ya herufi 6? is a password of 6 characters ok"
    assert is_sound(text, _beside(words=words, cited=_cited(WIFI), today=TODAY), language) is is_true


def test_a_verb_after_an_age_is_no_month() -> None:
    words = "my children are 6 and 9"
    text = "The kids' club takes children from 4 to 12, and your children of 6 and 9 may both join."
    assert "9 may" not in str(_beside(words=words, cited=_cited(GUEST), today=TODAY).unsupported(text))
