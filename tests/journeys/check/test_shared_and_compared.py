"""What each pays of a price that is shared, by how much one thing is cheaper, and how far a count passes a limit."""

from datetime import date

import pytest

from tests.attacks.lying_model.contexts import _beside, _cited, item, of, search
from tests.journeys.check.test_plain_answers import is_sound

TODAY = date(2026, 11, 30)
VILLA, SUITE = "Beachfront Villa Tumaini", "Honeymoon Dhow Suite"
PROPERTY, AGREEMENT = "oasis/library/property.json", "mtandao/library/11_service_agreement.md"


@pytest.mark.parametrize(
    ("language", "words", "text", "is_true"),
    [
        ("en", "5 of us share a gift, what does each pay?", "Each of you pays KES 850 for the Woven Palm Set.", True),
        ("en", "5 of us share a gift, what does each pay?", "Split five ways, KES 4,250 is KES 850 each.", True),
        ("en", "5 of us share a gift, what does each pay?", "Each of you pays KES 750 for the Woven Palm Set.", False),
        ("en", "5 of us share a gift, what does each pay?", "The Woven Palm Set is KES 850.", False),
        ("en", "5 of us share a gift, what does each pay?", "KES 6,000 is KES 850 each.", False),
        ("en", "i need 5 gifts", "Woven Palm Sets are KES 850 each.", False),
        ("sw", "tuko 5, tukigawana kila mtu analipa ngapi?", "Kila mtu atalipa KES 850 kwa Woven Palm Set.", True),
        ("sw", "tuko 5, tukigawana kila mtu analipa ngapi?", "KES 4,250 kwa watu 5 ni KES 850 kila mtu.", True),
        ("sw", "tuko 5, tukigawana kila mtu analipa ngapi?", "Kila mtu atapata zawadi ya bure.", False),
    ],
)
def test_what_each_pays_follows_where_they_share(language: str, words: str, text: str, *, is_true: bool) -> None:
    told = item("duka", "Woven Palm Mat").model_copy(update={"title": "Woven Palm Set"})
    forms = [form.model_copy(update={"price": 4250}) for form in told.variants]
    told = told.model_copy(update={"variants": forms, "price_from": 4250, "price_to": 4250})
    assert is_sound(text, of(told, words=(words,), today=TODAY), language) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Nusu ya KES 22,000 ni KES 11,000. Day Room Until Six ni KES 7,500, kwa hiyo ni nafuu, kwa KES 3,500.", True),
        ("Nusu ya KES 22,000 ni KES 11,000. Day Room Until Six ni KES 7,500, kwa hiyo ni nafuu, kwa KES 4,500.", False),
        ("Nusu ya KES 22,000 ni KES 11,000. Day Room Until Six ni KES 7,500, kwa hiyo ni ghali, kwa KES 3,500.", False),
    ],
)
def test_by_how_much_it_is_cheaper_is_reckoned_and_which(text: str, *, is_true: bool) -> None:
    words = "tukichelewa kutoka, nusu ya usiku ama day room, kipi nafuu? chumba chetu ni 22000"
    items = [item("oasis", "Day Room Until Six"), item("oasis", "Garden Room")]
    evidence = _beside(*items, words=words, cited=_cited(PROPERTY), today=TODAY, tenant="oasis")
    assert is_sound(text, evidence, "sw") is is_true


@pytest.mark.parametrize(
    ("language", "text", "is_true"),
    [
        ("en", "The hall is for 60 guests, so your 75 are 15 too many.", True),
        ("en", "The hall is for 60 guests, so 75 people are 15 more than it takes.", True),
        ("en", "The hall is for 60 guests, so your 75 are 25 too many.", False),
        ("en", "The hall is for 60 guests, so your 75 are 15 short of it.", False),
        ("sw", "Ukumbi ni wa wageni 60, kwa hiyo watu 75 ni 15 zaidi.", True),
        ("sw", "Ukumbi ni wa wageni 60, kwa hiyo watu 75 ni 12 zaidi.", False),
    ],
)
def test_how_far_they_pass_what_it_is_for(language: str, text: str, *, is_true: bool) -> None:
    hall = [("The hall is for 60 guests.", "Conferences The hall")]
    evidence = _beside(words="we will be 75 people, watu 75", cited=hall, today=TODAY, tenant="oasis")
    assert is_sound(text, evidence, language) is is_true


OF_THE_END = "my fibre was installed on 21 november, what do i owe if i end it on 3 december? or on 9 december?"


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("No charge is owed if you end it within 14 days of installation, so on 3 December you owe nothing.", True),
        (
            "No charge is owed if you end it within 14 days of installation, so on 3 December you owe no early"
            " termination charge.",
            True,
        ),
        ("No charge is owed if you end it within 14 days of installation, so on 9 December you owe nothing.", False),
        ("No charge is owed if you end it within 14 days of installation, so on 3 December you owe a charge.", False),
        (
            "If you end the agreement within the minimum term, no early termination charge is owed.",
            False,
        ),
    ],
)
def test_nothing_is_owed_on_a_day_that_is_in_time(text: str, *, is_true: bool) -> None:
    evidence = _beside(words=OF_THE_END, cited=_cited(AGREEMENT), today=TODAY, tenant="mtandao")
    assert is_sound(text, evidence) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("If the equipment comes back on 5 December, the rest of the deposit is paid back by 4 January 2027.", True),
        ("If the equipment comes back on 5 December, the rest of the deposit is paid back by 20 December.", False),
        ("If the equipment comes back on 5 December, the rest of the deposit is paid back by 4 March 2027.", False),
    ],
)
def test_a_day_follows_from_a_rule_that_is_not_said_again(text: str, *, is_true: bool) -> None:
    words = "if i bring the equipment on 5 december, when does the deposit come?"
    assert is_sound(text, _beside(words=words, cited=_cited(AGREEMENT), today=TODAY, tenant="mtandao")) is is_true


@pytest.mark.parametrize(
    ("language", "text", "is_true"),
    [
        ("en", "The gate opens by itself, so no guard is needed.", True),
        ("en", "The gate opens by itself, so a guard does not have to come.", True),
        ("en", "The gate opens at 9, so no guard is needed.", False),
    ],
)
def test_nobody_is_needed_for_what_goes_by_itself(language: str, text: str, *, is_true: bool) -> None:
    gate = [("The gate opens by itself from 6:00 to 22:00.", "Coming here The gate")]
    evidence = _beside(words="does a guard have to open the gate for us?", cited=gate, today=TODAY, tenant="oasis")
    assert is_sound(text, evidence, language) is is_true


def test_what_all_of_a_list_is_shared_by_is_reckoned_without_a_page() -> None:
    plans = search("mtandao", ["Fibre Nyumbani 10 Mbps", "Fibre Kazi 50 Mbps"], 2)
    evidence = of(plans, words=("tuko watatu tunashare wifi, kila msee analipa ngapi",), tenant="mtandao", today=TODAY)
    assert is_sound("KES 4,299 kwa watu 3 ni KES 1,433 kila mtu per month.", evidence, "sheng")
    assert not is_sound("KES 4,299 kwa watu 3 ni KES 1,233 kila mtu per month.", evidence, "sheng")


CANCELLING = [("Free of charge until 7 days before arrival. After that the first night is charged.", "FAQ Cancelling")]


@pytest.mark.parametrize(
    ("day", "said", "is_true"),
    [
        ("8 December", "is in time", True),
        ("8 December", "is too late", False),
        ("12 December", "is too late", True),
        ("12 December", "is in time", False),
    ],
)
def test_what_ends_before_a_day_is_reckoned_from_that_day(day: str, said: str, *, is_true: bool) -> None:
    words = f"i booked on 1 december and arrive on 17 december, what if i cancel on {day}?"
    evidence = _beside(words=words, cited=CANCELLING, tenant="oasis", today=TODAY)
    assert is_sound(f"Free of charge until 7 days before arrival, so {day} {said}.", evidence) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("You may return it within 14 days, so shoes that do not fit cannot go back after 20 days.", True),
        ("You may return it within 14 days, so shoes that do not fit can go back after 20 days.", False),
    ],
)
def test_a_thing_that_is_not_so_denies_nothing_of_the_rule(text: str, *, is_true: bool) -> None:
    rule = [("You may return it within 14 days of receiving it.", "Returns How long")]
    words = "can shoes that do not fit go back after 20 days?"
    assert is_sound(text, _beside(words=words, cited=rule, today=TODAY)) is is_true


def test_months_are_left_of_months_and_of_no_people() -> None:
    words = "we are 5 people on the 12 months agreement at KES 6,499"
    evidence = _beside(item("mtandao", "Fibre Turbo 100 Mbps"), words=words, cited=_cited(AGREEMENT), today=TODAY)
    charge = "The early termination charge is 50 percent of the monthly fees for the months that are left. "
    assert not is_sound(f"{charge}7 are left: half of 7 \u00d7 KES 6,499 is KES 22,746.50.", evidence)
