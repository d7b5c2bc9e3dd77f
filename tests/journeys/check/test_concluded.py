"""What a sentence reckons from what it has told and from the customer's own words, and beside each what is not so."""

from datetime import date
from time import perf_counter

import pytest

from tests.attacks.lying_model.contexts import _beside, _cited, item, of
from tests.journeys.check.test_plain_answers import is_sound

AGREEMENT, FEES = "mtandao/library/11_service_agreement.md", "mtandao/library/12_schedule_of_fees.md"
DELIVERY, WARRANTY = "duka/library/delivery.md", "duka/library/warranty.md"
TODAY = date(2026, 11, 29)
THEIRS = (
    "my fibre was installed on 10 March 2026 on the 12 month agreement and I pay 2,999 a month;"
    " if I end it on 10 December 2026, what do you charge?"
)
TERM = "A home fibre agreement has a minimum term of 12 months from the day of installation"
CHARGE = (
    "The early termination charge is 50 percent of the monthly fees for the months that are left of the minimum term"
)


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        (f"{TERM}, so installed on 10 March 2026 yours ends on 10 March 2027.", True),
        (f"{TERM}, so installed on 10 March 2026 yours ends on 10 April 2027.", False),
        (f"{TERM}, so installed on 10 March 2026 yours ends on 10 September 2026.", False),
        (f"{CHARGE}, so with 3 months left it is 50 percent of 3 x KES 2,999 = KES 4,498.50.", True),
        (f"{CHARGE}, so with 3 months left it is 50 percent of KES 8,997, which is KES 4,498.50.", True),
        (f"{CHARGE}, so with 3 months left it is 50 percent of 3 x KES 2,999 = KES 4,998.50.", False),
        (f"{CHARGE}, so with 2 months left it is 50 percent of 2 x KES 2,999 = KES 2,999.", False),
        (f"{CHARGE}, so with 3 months left it is 50 percent of 3 x KES 1,999 = KES 2,998.50.", False),
        (f"{CHARGE}, so with 3 months left you pay nothing.", False),
        (f"{CHARGE}, so with 3 months left you owe 3 x KES 2,999 = KES 8,997.", False),
        (f"{CHARGE}, so with 9 months left it is 50 percent of 9 x KES 2,999 = KES 13,495.50.", False),
        (f"{CHARGE}, at most KES 12,000, so it is 50 percent of 12 x KES 2,999 = KES 17,994.", False),
    ],
)
def test_a_date_and_a_charge_follow_from_what_they_have_told(text: str, *, is_true: bool) -> None:
    evidence = _beside(words=THEIRS, cited=[*_cited(AGREEMENT), *_cited(FEES)], today=TODAY)
    assert is_sound(text, evidence) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Dhamana ya headphones ni miezi 6, kwa hivyo ina dhamana hadi tarehe 3 Desemba 2026 na leo bado imo.", True),
        ("Dhamana ya headphones ni miezi 6, kwa hivyo dhamana iliisha tarehe 3 Novemba 2026.", False),
        ("Dhamana ya headphones ni miezi 9, kwa hivyo ina dhamana hadi tarehe 3 Machi 2027.", False),
        ("Dhamana ya headphones ni miezi 6, kwa hivyo leo dhamana imekwisha tangu tarehe 3 Desemba 2026.", False),
    ],
)
def test_what_was_bought_is_still_under_warranty_or_is_not(text: str, *, is_true: bool) -> None:
    asked = "nilinunua headphones tarehe 3 Juni 2026, bado zina dhamana?"
    assert is_sound(text, _beside(words=asked, cited=_cited(WARRANTY), today=TODAY), "sw") is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Delivery to Kisumu is KES 500, so with the jogger that is KES 2,299 + KES 500 = KES 2,799.", True),
        ("Delivery to Kisumu is KES 500, so with the jogger that is KES 2,299 + KES 500 = KES 2,899.", False),
        ("Delivery to Kisumu is KES 400, so with the jogger that is KES 2,299 + KES 400 = KES 2,699.", False),
    ],
)
def test_a_fee_is_added_to_the_price_of_its_own_case(text: str, *, is_true: bool) -> None:
    evidence = _beside(
        item("duka", "Uhuru Park Jogger"), words="what is the jogger with delivery to Kisumu?", cited=_cited(DELIVERY)
    )
    assert is_sound(text, evidence) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("The warranty of headphones is 6 months, so for the fridge it ends on 5 November 2025.", False),
        ("The warranty of headphones is 6 months, so bought on 3 June 2026 they have it until 3 December 2026.", True),
        ("The warranty of headphones is 6 months, so bought on 3 June 2026 it ends on 3 December 2025.", False),
    ],
)
def test_a_warranty_is_of_its_own_thing(text: str, *, is_true: bool) -> None:
    words = "I bought headphones on 3 June 2026 and a fridge on 5 May 2025, until when do they have a warranty?"
    assert is_sound(text, _beside(words=words, cited=_cited(WARRANTY), today=TODAY)) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Free of charge until 7 days before arrival, so until 11 December.", True),
        ("Free of charge until 7 days before arrival, so until 25 December.", False),
        ("Moi International Airport in Mombasa is about 90 minutes by the bypass, so you reach us at 10:30 pm.", True),
        ("Moi International Airport in Mombasa is about 90 minutes by the bypass, so you reach us at 7:30 pm.", False),
    ],
)
def test_what_lies_before_and_after_their_arrival(text: str, *, is_true: bool) -> None:
    words = "we land at 9 pm on 18 December, when do we reach you from the airport, and what if we cancel?"
    cited = _cited("oasis/library/property.json", only=("airport", "cancel"))
    assert is_sound(text, _beside(words=words, cited=cited, today=TODAY)) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("From 5 to 14 December, both included, is 10 days.", True),
        ("From 5 to 14 December, both included, is 11 days.", False),
        ("From 5 to 14 December, both included, is 10 days, so you need 2 passes: 2 x KES 900 = KES 1,800.", True),
        ("From 5 to 14 December, both included, is 10 days, so you need 3 passes: 3 x KES 900 = KES 2,700.", False),
        ("From 5 to 14 December, both included, is 10 days, so you need 2 passes: 2 x KES 800 = KES 1,600.", False),
    ],
)
def test_days_are_counted_with_the_last_where_that_is_said(text: str, *, is_true: bool) -> None:
    pass_ = item("mtandao", "East Africa Roaming Pass")
    assert is_sound(text, of(pass_, words=("I am in Kampala from 5 to 14 December 2026",), today=TODAY)) is is_true


def test_a_text_full_of_dates_and_sums_holds_up_nobody() -> None:
    text = f"{TERM}, " + ", so ".join(f"{day} March 2026 plus {day} months is KES {day * 37:,}" for day in range(1, 29))
    words = " ".join(f"{day}.{month}.2026" for month in range(1, 13) for day in range(1, 29))
    began = perf_counter()
    is_sound(text[:1000], _beside(words=words, cited=_cited(AGREEMENT), today=TODAY))
    assert perf_counter() - began < 5


TERMS_END = (
    "my brother's fibre was installed on 1 June this year on the 12 month agreement for 4,299 a month;"
    " what does he pay if he ends it on 31 December?"
)


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        (f"{TERM}, so from 1 June 2026 it runs to 31 May 2027, and on 31 December 5 months are left.", True),
        (f"{TERM}, so from 1 June 2026 it runs to 31 May 2027.", True),
        (f"{TERM}, so from 1 June 2026 it runs to 1 June 2027.", True),
        (f"{TERM}, so from 1 June 2026 it runs to 30 May 2027.", False),
        (f"{TERM}, so from 1 June 2026 it runs to 31 May 2028.", False),
        (f"{TERM}, so from 1 June 2026 it runs to 31 May 2027, and on 31 December 6 months are left.", False),
        (f"{TERM}, so from 1 June 2026 it runs to 31 May 2027, and on 31 December 7 months are left.", False),
        (f"{CHARGE}, so with 5 months left it is 50 percent of 5 x KES 4,299 = KES 10,747.50.", True),
        (f"{CHARGE}, so with 7 months left it is 50 percent of 7 x KES 4,299 = KES 15,046.50.", False),
        (f"{CHARGE}, so with 4 months left it is 50 percent of 4 x KES 4,299 = KES 8,598.", False),
    ],
)
def test_a_term_ends_with_its_last_day(text: str, *, is_true: bool) -> None:
    evidence = _beside(words=TERMS_END, cited=[*_cited(AGREEMENT), *_cited(FEES)], today=TODAY)
    assert is_sound(text, evidence) is is_true
