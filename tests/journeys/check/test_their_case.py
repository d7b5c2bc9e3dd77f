"""What follows for the customer's own case, as a good model reckons it, and beside each what does not follow."""

from datetime import date
from time import perf_counter

import pytest

from journeys.check import Evidence
from tests.attacks.lying_model.contexts import _beside, _cited, _library, _order, item, of, offers
from tests.journeys.check.test_plain_answers import is_sound

DELIVERY, RETURNS = "duka/library/delivery.md", "duka/library/returns.md"


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Orders to Westlands placed before 12:00 arrive the same day, so 10am is in time.", True),
        ("Orders to Westlands placed before 12:00 arrive the same day, so 10am is early enough.", True),
        ("Orders to Westlands placed before 12:00 arrive the same day, so 2pm is in time.", False),
        ("Orders to Westlands placed before 15:00 arrive the same day, so 2pm is in time.", False),
        ("Our delivery rules do not say whether that also holds on a Sunday.", True),
        ("Our delivery rules do not say what Westlands costs.", False),
    ],
)
def test_an_hour_of_theirs_is_in_time_or_is_not(text: str, *, is_true: bool) -> None:
    assert (
        is_sound(text, _library(DELIVERY, words="if I order at 10am, or at 2pm, is it same day in Westlands?"))
        is is_true
    )


@pytest.mark.parametrize(
    ("language", "text", "is_true"),
    [
        ("sw", "Unaweza kurudisha ndani ya siku 14 tangu ukipokee, kwa hivyo wiki moja iko ndani ya muda.", True),
        ("sw", "Unaweza kurudisha ulichonunua ndani ya siku 14, kwa hivyo wiki tatu ziko ndani ya muda.", False),
        ("sw", "Viatu hubadilishwa kwa saizi nyingine ndani ya siku 30, hivyo siku ishirini ni sawa.", True),
        ("sw", "Viatu hubadilishwa kwa saizi nyingine ndani ya siku 10, hivyo siku ishirini ni sawa.", False),
        ("en", "You may return it within 14 days of receiving it, so one week is in time.", True),
        ("en", "You may return it within 14 days of receiving it, so three weeks is in time.", False),
        ("sw", "Lazima viwe havijavaliwa wala kuoshwa, kwa hivyo vilivyovaliwa shuleni havikubaliwi.", True),
        ("sw", "Lazima viwe havijavaliwa wala kuoshwa, kwa hivyo vilivyovaliwa shuleni vinakubaliwa.", False),
        ("sw", "Kiwe hakijatumika wala kuoshwa, kwenye kifungashio chake pamoja na sehemu zote.", True),
    ],
)  # fmt: skip
def test_their_days_are_within_the_rule_or_are_not(language: str, text: str, *, is_true: bool) -> None:
    asked = (
        "narudisha baada ya wiki moja, wiki tatu? viatu baada ya kuvaa shuleni siku ishirini? one week, three weeks?"
    )
    assert is_sound(text, _library(RETURNS, words=asked), language) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("It is free until 7 days before arrival; for arrival on 8 March 2027 that is 1 March 2027.", True),
        ("It is free until 7 days before arrival; for arrival on 8 March 2027 that is 2 March 2027.", False),
        ("It is free until 5 days before arrival; for arrival on 8 March 2027 that is 3 March 2027.", False),
        ("For arrival on 8 March 2026 that is 1 March 2026.", False),
    ],
)  # fmt: skip
def test_a_date_follows_from_theirs_and_a_rule(text: str, *, is_true: bool) -> None:
    asked = "we come from 8 March to 11 March 2027, what if we have to cancel?"
    assert (
        is_sound(text, _beside(words=asked, cited=_cited("oasis/library/property.json", only=("cancel",)))) is is_true
    )


def _cart() -> Evidence:
    shown = (item("duka", title) for title in ("Uhuru Park Jogger", "Braided USB-C Cable"))
    return _beside(*shown, words="two pairs plus delivery to Westlands, and the cable?", cited=_cited(DELIVERY))


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("2 Uhuru Park Joggers at KES 2,299 are KES 4,598, with the KES 200 fee to Westlands KES 4,798.", True),
        ("2 Uhuru Park Joggers at KES 2,299 are KES 4,598, with the KES 200 fee to Westlands KES 4,898.", False),
        ("1 cable at KES 390 and the KES 200 fee to Westlands are KES 590.", True),
        ("1 cable at KES 390 and the KES 200 fee to Westlands are KES 490.", False),
    ],
)  # fmt: skip
def test_sums_of_goods_and_fees_are_true_or_are_not(text: str, *, is_true: bool) -> None:
    assert is_sound(text, _cart()) is is_true


@pytest.mark.parametrize(
    ("tenant", "title", "text", "is_true"),
    [
        ("oasis", "Day Pass with Lunch", "The Day Pass with Lunch includes lunch and a welcome drink.", True),
        ("oasis", "Day Pass with Lunch", "The Day Pass with Lunch includes the lunch buffet and a massage.", False),
        ("oasis", "Day Pass with Lunch", "The Day Pass with Lunch includes dinner.", False),
        ("oasis", "Wasini Dhow and Snorkelling Trip", "The Wasini trip includes a transfer.", True),
        ("duka", "High-Density Mattress", "The High-Density Mattress has five years of warranty.", True),
        ("duka", "High-Density Mattress", "The High-Density Mattress is a nine inch mattress.", False),
        ("duka", "High-Density Mattress", "The High-Density Mattress comes with a ten-year warranty.", False),
        ("duka", "Uhuru Park Jogger", "The Uhuru Park Jogger has a two-year warranty.", False),
    ],
)  # fmt: skip
def test_an_item_has_what_was_told_of_it(tenant: str, title: str, text: str, *, is_true: bool) -> None:
    assert is_sound(text, of(item(tenant, title), words=("what is in it?",), tenant=tenant)) is is_true


@pytest.mark.parametrize(
    ("language", "text", "is_true"),
    [
        ("sheng", "Kama ulilipa na M-Pesa, tunaangalia.", True),
        ("sw", "Hatukati pesa bila idhini yako.", True),
        ("sw", "Malipo yako yamefika.", False),
        ("sheng", "Doh yako imeingia.", False),
        ("en", "Your money is here.", False),
    ],
)
def test_only_money_that_has_come_is_said_to_have_come(language: str, text: str, *, is_true: bool) -> None:
    assert is_sound(text, _order("placed", "unpaid"), language) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Hati zetu hazisemi kama masaji ni salama wakati wa mimba.", True),
        ("Masaji ni salama wakati wa mimba.", False),
        ("Hati zetu hazisemi kama tunafunga bidhaa kama zawadi.", True),
        ("Tunafunga bidhaa kama zawadi bure.", False),
    ],
)
def test_what_is_not_told_may_be_named_and_not_said(text: str, *, is_true: bool) -> None:
    words = "mke wangu ana mimba, masaji ni salama? mnafunga kama zawadi?"
    assert is_sound(text, _library("oasis/library/property.json", words=words), "sw") is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("You may pick up from two hours after payment, so if you pay at 2pm that is from 4pm and not at 3pm.", True),
        ("You may pick up from two hours after payment, so if you pay at 2pm that is from 5pm.", False),
        ("You may pick up from two hours after payment, so if you pay at 2pm that is from noon.", False),
        ("You may pick up from one hour after payment, so if you pay at 2pm that is from 3pm.", False),
    ],
)
def test_an_hour_follows_from_theirs_and_a_span(text: str, *, is_true: bool) -> None:
    asked = "if I pay at 2pm can my brother pick everything up at your shop at 3?"
    assert is_sound(text, _library(DELIVERY, words=asked)) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("10 January is 5 days before 15 January 2027, so the first night is charged.", True),
        ("10 January is 6 days before 15 January 2027, so the first night is charged.", False),
        ("12 January is 5 days before 15 January 2027, so the first night is charged.", False),
    ],
)  # fmt: skip
def test_so_many_days_lie_between_theirs(text: str, *, is_true: bool) -> None:
    asked = "we come on Friday 15 January 2027; if I cancel on 10 January, what do I lose?"
    cited = _cited("oasis/library/property.json", only=("cancel",))
    assert is_sound(text, _beside(words=asked, cited=cited)) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("5G covers Nairobi, Mombasa, Kisumu, Nakuru, Eldoret and Thika, so Nanyuki is not among them.", True),
        ("5G covers Nairobi, Mombasa, Kisumu, Nakuru, Eldoret and Thika, so Kisumu is not among them.", False),
        ("5G covers Nairobi, Mombasa, Kisumu, Nakuru, Eldoret and Thika, so Lamu is not among them.", False),
        ("On day 20 you are past the 14 days.", True),
        ("On day 20 you are within the 14 days.", False),
        ("If it was installed 11 days ago, no charge is owed.", True),
        ("If it was installed 20 days ago, no charge is owed.", False),
        ("As it was installed 11 days ago, no charge is owed.", True),
        ("As it was installed 11 days ago, a charge is owed.", False),
        ("On day 20 you are past the 14 days, so no charge is owed.", False),
        ("When it ends, return the ONT and the router in working order within 14 days.", True),
        ("When it ends, return the ONT and the router in working order within 30 days.", False),
        ("What I found does not say that a phone comes with it.", True),
    ],
)
def test_their_place_and_their_day_of_an_agreement(text: str, *, is_true: bool) -> None:
    asked = "I live in Nanyuki, not Kisumu. it was installed 11 days ago; and if I end it on day 20, after 20 days?"
    library = _library("mtandao/library/05_5g_home_internet.md", "mtandao/library/11_service_agreement.md", words=asked)
    assert is_sound(text, library) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("The kettle at KES 1,690 plus the maker at KES 2,950 come to KES 4,640.", True),
        ("The kettle at KES 2,950 plus the maker at KES 1,690 come to KES 4,640.", False),
        ("1 \u00d7 Electric Kettle Cordless: KES 1,690 and 1 \u00d7 Sandwich Maker: KES 2,950, in all 4,640.", True),
        ("1 \u00d7 Electric Kettle Cordless: KES 1,690 and 1 \u00d7 Sandwich Maker: KES 2,950, in all 4,740.", False),
        ("A fifth of KES 1,690 is KES 338, which leaves KES 1,352.", True),
        ("A fifth of KES 1,690 is KES 438, which leaves KES 1,252.", False),
    ],
)  # fmt: skip
def test_things_by_a_short_name_and_their_sum(text: str, *, is_true: bool) -> None:
    shown = (item("duka", title) for title in ("Electric Kettle Cordless", "Four-Slice Sandwich Maker"))
    assert is_sound(text, of(*shown, words=("what would the two come to?",))) is is_true


@pytest.mark.parametrize(
    ("language", "text", "is_true"),
    [
        ("sheng", "Kama hakuna mtu, tunajaribu mara ya pili next working day bila fee.", True),
        ("sw", "Hati zetu hazisemi kama tunaleta zawadi ikiwa imefungwa kwa sababu ya sikukuu.", True),
        (
            "sw",
            "Rider wetu akija kuchukua ni KES 200 ndani ya Nairobi, na ni bure tukiwa tulituma kitu kisicho sahihi.",
            True,
        ),
        ("sw", "Tulituma kitu kipya leo.", False),
    ],
)
def test_in_their_own_words(language: str, text: str, *, is_true: bool) -> None:
    asked = "na rider akikosa mtu? na mnaleta zawadi? nani analipa kuchukua?"
    assert is_sound(text, _library(DELIVERY, RETURNS, words=asked), language) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Your daughter of 14 is under 16, so she may come with a parent.", True),
        ("Your daughter of 14 is over 16, so she may come without a parent.", False),
        ("Your daughter of 14 is over 16.", False),
        ("Your daughter of 14 is under 12.", False),
    ],
)
def test_their_number_is_less_or_more(text: str, *, is_true: bool) -> None:
    cited = _cited("oasis/library/property.json", only=("Spa",))
    assert is_sound(text, _beside(words="can my daughter of 14 come to the spa?", cited=cited)) is is_true


@pytest.mark.parametrize(
    ("path", "text", "is_true"),
    [
        (DELIVERY, "To Naivasha it is KES 600, so you would pay KES 6,800 in all.", True),
        (DELIVERY, "To Naivasha it is KES 600, so you would pay KES 6,900 in all.", False),
        (DELIVERY, "To Thika it is KES 400, so you would pay KES 6,600 in all.", True),
        (DELIVERY, "To Thika it is KES 400, so you would pay KES 6,400 in all.", False),
        (DELIVERY, "To Thika it is KES 400, so you would pay KES 10,400 in all.", False),
        ("mtandao/library/06_bridge_mode.md", "A public IPv4 address is KES 500 a month, KES 6,000 a year.", True),
        ("mtandao/library/06_bridge_mode.md", "A public IPv4 address is KES 500 a month, KES 5,000 a year.", False),
    ],
)
def test_a_sum_with_what_they_told_and_of_a_year(path: str, text: str, *, is_true: bool) -> None:
    asked = "I paid 10000 for the last one, my order is 6200, how much to Naivasha or Thika? what is an address a year?"
    assert is_sound(text, _library(path, words=asked)) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("What the third floor would cost, or whether it can be done, is not told.", True),
        ("What Thika costs is not told.", False),
        ("Whether your brother may collect it for you is not stated.", True),
    ],
)
def test_what_is_wholly_untold_is_so_unless_it_is_told(text: str, *, is_true: bool) -> None:
    asked = "what does the third floor cost? and Thika? may my brother collect it?"
    assert is_sound(text, _library(DELIVERY, words=asked)) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("The 45 GB bundle at KES 3,000 with MWEZI20 is KES 2,400.", True),
        ("The 45 GB bundle at KES 3,000 with MWEZI20 is KES 2,300.", False),
        ("The 45 GB bundle at KES 3,000 is KES 2,400 without any code.", False),
        ("With MWEZI20 the 45 GB bundle comes to KES 2,400, and two of them to KES 4,900.", False),
    ],
)
def test_a_sum_with_what_an_offer_leaves(text: str, *, is_true: bool) -> None:
    bundle = item("mtandao", "Monthly 45 GB Bundle")
    told = of(bundle, offers("mtandao"), words=("how much is the 45 GB one with MWEZI20?",), tenant="mtandao")
    assert is_sound(text, told) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Jumatatu ni tarehe 23 Novemba.", True),
        ("Jumatatu ni tarehe 24 Novemba.", False),
        ("From today to 29 November is 7 days.", True),
        ("From today to 29 November is 9 days.", False),
    ],
)
def test_today_and_tomorrow_have_their_dates(text: str, *, is_true: bool) -> None:
    asked = "naondoka kesho Jumatatu hadi tarehe 29 Novemba"
    told = of(words=(asked,), today=date(2026, 11, 22))
    language = "en" if text.startswith("From") else "sw"
    assert is_sound(text, told, language) is is_true


@pytest.mark.parametrize("asked", ["I come on 0001-01-01", "until 31 December 9999", "tomorrow"])
def test_days_that_no_calendar_has_are_reckoned_with_by_nobody(asked: str) -> None:
    told = of(words=(asked,), today=date(2026, 11, 22))
    assert not is_sound("It is free until 99999999999 days before, so until 1 March 2027.", told)


def test_a_customer_who_names_all_the_days_there_are_holds_up_nobody() -> None:
    asked = " ".join(f"{day}/{month}/{year}" for year in range(1990, 2050) for month in range(1, 13) for day in (1, 9))
    began = perf_counter()
    assert not is_sound("That is 4 days before 3 March 2031.", of(words=(asked[:4_000],), today=date(2026, 11, 22)))
    assert perf_counter() - began < 2  # seconds; hundreds of days are some hundred thousand pairs
