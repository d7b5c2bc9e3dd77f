"""What is said not to be told: a true word of it may leave, one of what is told after all may not."""

from datetime import date

import pytest

from journeys.check import Evidence, objections
from tests.attacks.lying_model.contexts import item, of, passages

DELIVERY = of(words=("how much to Rongai, and in how many days?",), passages=passages("duka/library/delivery.md"))
AMENITIES = of(
    words=("do you have a pool for kids?",), tenant="oasis", today=date(2026, 11, 22),
    passages=passages("oasis/library/property.json#amenities"),
)  # fmt: skip
WEDDING = of(
    item("oasis", "Beach Wedding Package for Thirty"), tenant="oasis",
    words=("tunataka harusi ya watu 120 mwezi Februari, bei ni ngapi?", "a wedding for 120 guests in February"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("told", "language", "text"),
    [
        (DELIVERY, "en", "Rongai is not on the list; to other towns in Kenya it is KES 600, in 3 to 5 working days."),
        (DELIVERY, "en", "I find nothing about delivery on Sundays."),
        (DELIVERY, "en", "Garissa is not listed by name."),
        (DELIVERY, "sw", "Sina bei ya Garissa."),
        (DELIVERY, "sw", "Narok haimo kwenye jedwali; miji mingine ya Kenya ni KES 600."),
        (DELIVERY, "sheng", "Rongai haiko kwa list; towns zingine za Kenya ni KES 600 mpaka office ya courier."),
        (AMENITIES, "en", "I see no separate pool for children."),
        (AMENITIES, "en", "Our documents name no separate children's pool."),
        (DELIVERY, "en", "Our documents do not speak of gift wrap."),
        (AMENITIES, "sw", "Hati zetu hazisemi kama unaweza kulipa nusu."),
        (AMENITIES, "en", "Our documents do not say if you may pay half."),
        (AMENITIES, "en", "There is no price given for the spa."),
        (AMENITIES, "sw", "Sioni bwawa la watoto."),
        (DELIVERY, "en", "Whether somebody else may collect it is not said."),
        (DELIVERY, "en", "Nothing here says what a gift wrap costs."),
        (DELIVERY, "en", "I cannot see from here whether Machakos itself is covered."),
        (DELIVERY, "sw", "Siwezi kusema kama Machakos inafikiwa."),
        (AMENITIES, "sw", "Bei za menyu yake sina hapa."),
        (WEDDING, "sw", "Kwa watu 120 sina bei hapa."),
        (WEDDING, "sw", "Bei ya watu 120 haijatajwa hapa."),
        (WEDDING, "en", "I have no price for 120 guests."),
        (WEDDING, "en", "For 120 guests, I have no price here."),
        (DELIVERY, "en", "The time by which the courier's office closes is not told."),
        (DELIVERY, "en", "The date on which the rider comes to Rongai is not told here."),
        (DELIVERY, "sw", "Saa ambayo ofisi ya Rongai inafungwa haijaelezwa."),
        (DELIVERY, "sw", "Sababu ya kuchelewa kwa mzigo haijatajwa."),
    ],
)
def test_that_it_is_not_told_may_be_said(told: Evidence, language: str, text: str) -> None:
    assert not objections(text, told, language=language)


@pytest.mark.parametrize(
    ("told", "language", "text"),
    [
        (DELIVERY, "en", "Kisumu is not on the list; to other towns in Kenya it is KES 600."),
        (DELIVERY, "en", "I have no price for Kisumu."),
        (DELIVERY, "en", "I see no fee for Kisumu."),
        (DELIVERY, "en", "Our documents name no fee for Kisumu."),
        (DELIVERY, "en", "Our documents do not speak of Kisumu."),
        (DELIVERY, "en", "The page does not say it, if you pay today you get a refund in full."),
        (DELIVERY, "en", "The page does not say it if you pay today you get a refund in full."),
        (DELIVERY, "en", "We have no delivery fee."),
        (DELIVERY, "en", "Rongai is not on the list; to other towns in Kenya it is KES 500."),
        (DELIVERY, "sw", "Sina bei ya Kisumu."),
        (DELIVERY, "en", "Nothing here says what delivery to Kisumu costs."),
        (DELIVERY, "en", "I cannot say whether Kisumu costs KES 500."),
        (DELIVERY, "sw", "Kisumu haiko kwenye orodha."),
        (AMENITIES, "en", "I have no opening hours for the spa."),
        (WEDDING, "en", "I have no price for the Beach Wedding Package for Thirty."),
        (WEDDING, "en", "The package takes 120 guests."),
        (WEDDING, "en", "It costs KES 120 a guest."),
        (WEDDING, "sw", "Kifurushi hiki ni cha watu 120."),
        (WEDDING, "en", "I have no price for 150 guests."),
        (DELIVERY, "en", "The fee for Kisumu is not told."),
        (DELIVERY, "sw", "Ada ya Kisumu haijatajwa."),
        (AMENITIES, "en", "The hours of the spa are not told."),
        (DELIVERY, "en", "The reason for which delivery is free of charge is not told."),
    ],
)
def test_what_is_told_is_not_denied(told: Evidence, language: str, text: str) -> None:
    assert objections(text, told, language=language)


@pytest.mark.parametrize(
    ("language", "text", "is_theirs"),
    [
        ("sw", "Check-out ni hadi 10:30", True),
        ("sw", "Iko na fast charging na USB-C.", True),
        ("sheng", "Check-in ni from 14:00, na pool iko open daily.", True),
        ("sw", "You can check out until 10:30 and leave your bags at the reception.", False),
        ("sheng", "Here are the running shoes in your size, asante sana.", False),
        ("en", "Bwawa la kuogelea liko wazi kila siku kuanzia saa moja asubuhi.", False),
    ],
)
def test_words_of_a_trade_make_no_other_language(language: str, text: str, is_theirs: bool) -> None:
    found = {each.code for each in objections(text, AMENITIES, language=language)}
    assert ("language" not in found) is is_theirs


@pytest.mark.parametrize(
    ("text", "is_carried"),
    [
        ("Ndiyo, tuna fitness room, 06:00-21:00 kila siku, kwa miaka 16 na zaidi.", True),
        ("Iko wazi 06:00-21:00 kila siku, kwa walio na miaka 16 na zaidi.", True),
        ("Ni ya watu wa miaka 16 na zaidi.", True),
        ("Ni ya watu wa miaka 18 na zaidi.", False),
        ("Ni ya watoto wa miaka 8 na zaidi.", False),
    ],
)
def test_an_age_is_told_by_its_years(text: str, is_carried: bool) -> None:
    gym = "Amenities: Fitness room\nOpening hours: 06:00-21:00 every day\nAge limit: 16 and above"
    told = of(words=("mko na gym?",), tenant="oasis", passages=[(gym, "Amenities Fitness room")])
    assert (not objections(text, told, language="sw")) is is_carried


RADIO = of(
    item("duka", "Portable FM Radio"), words=("hiyo redio ina warranty ya muda gani?",),
    passages=[
        ("Phones and tablets: 12 months.\nTelevisions: 24 months.", "Warranty > How long it lasts"),
        ("Three bands and a torch.\nPortable FM Radio black: KES 1350", "Portable FM Radio"),
    ],
)  # fmt: skip


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("sw", "Warranty yetu inataja simu na tablet miezi 12, lakini haitaji redio."),
        ("en", "Our warranty names phones and televisions, but it does not mention radios."),
    ],
)
def test_a_warranty_that_names_no_radio_may_be_said_to_beside_the_radios_own_card(language: str, text: str) -> None:
    assert "told" not in {each.code for each in objections(text, RADIO, language=language)}


@pytest.mark.parametrize(
    "text",
    [
        "Our warranty does not mention televisions.", "The catalog does not mention a radio.",
        "The radio's page does not mention a torch.", "The page does not say what the radio costs.",
    ],
)  # fmt: skip
def test_what_a_line_or_the_card_tells_is_not_said_to_be_missing(text: str) -> None:
    assert objections(text, RADIO, language="en")


SLOW = of(words=("kuna fidia?",), tenant="mtandao", passages=passages("mtandao/library/08_slow_internet.md"))
TENTH = "Kasi ikiwa chini ya kiwango cha chini kwa siku tatu mfululizo, unarudishiwa sehemu ya kumi ya ada ya mwezi."


def test_what_a_source_gives_back_may_be_told_and_no_more() -> None:
    assert not objections(TENTH, SLOW, language="sw")
    assert objections("Unarudishiwa ada yote ya mwezi.", SLOW, language="sw")
    assert objections("You get half of the fee back.", DELIVERY, language="en")


@pytest.mark.parametrize(
    ("language", "text", "is_free"),
    [
        ("sw", "Je, mnataka kesho saa 15:00 badala yake?", True),
        ("sheng", "Mnataka kesho saa 15:00 ama saa ingine?", True),
        ("sw", "Je, mnajua kuwa spa inafunguliwa 15:00?", False),
        ("sw", "Je, mnataka saa 15:30 badala yake?", False),
        ("sw", "Spa iko wazi saa 15:00.", False),
    ],
)
def test_customers_are_asked_back_about_their_own_hour(language: str, text: str, *, is_free: bool) -> None:
    told = of(
        words=("tunataka masaji saa 15:00 kesho",), tenant="oasis", today=date(2026, 11, 22),
        passages=passages("oasis/library/property.json#amenities"),
    )  # fmt: skip
    assert (not objections(text, told, language=language)) is is_free
