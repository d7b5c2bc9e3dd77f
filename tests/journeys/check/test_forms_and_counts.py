"""Several forms and counts in one sentence, and words that only look like a claim; beside each what is not so."""

from decimal import Decimal

import pytest

from journeys.check import Evidence, objections
from journeys.check.claims.flags import ItemForm
from journeys.check.claims.made import claims_in
from journeys.check.claims.unpaid import _MONEY
from journeys.check.items import bound, priced
from journeys.check.reading.facts import facts_in
from journeys.check.reading.mentions import named_in

PASSES = [
    ItemForm("Day Pass", {"guest": frozenset({guest})}, (Decimal(price),), is_in_stock=True)
    for guest, price in (("adult", 4200), ("child 4-12", 2100))
]


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("The Day Pass: a child is one from 4 to 12, so 3 adults pay KES 4,200 each and the child KES 2,100.", True),
        ("Day Pass: mtoto ni wa miaka 4-12: adult ni KES 4,200, na mtoto ni KES 2,100.", True),
        ("Day Pass for adults and children: KES 4,200 for an adult and KES 2,100 for a child.", True),
        ("Day Pass for adults and children: KES 2,100 for an adult and KES 4,200 for a child.", False),
        ("The Day Pass: a child is one from 4 to 12, so 3 adults pay KES 2,100 each and the child KES 4,200.", False),
        ("Day Pass: mtoto ni wa miaka 4-12: adult ni KES 2,100, na mtoto ni KES 4,200.", False),
    ],
)
def test_a_price_stands_behind_the_form_that_it_is_of(text: str, *, is_true: bool) -> None:
    assert (list(bound.wrong(text, PASSES, ())) == []) is is_true


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("*Family Cottage* — KES 26,500 a night (bed and breakfast KES 26,500, full board KES 39,500)", False),
        ("The Family Cottage with bed and breakfast is KES 26,500.", False),
        ("The Family Cottage is KES 26,500 a night, and breakfast KES 2,200.", True),
    ],
)
def test_bed_and_breakfast_is_no_breakfast_that_is_sold(text: str, *, named: bool) -> None:
    parts = named_in(text, ("Family Cottage", "Swahili Breakfast Buffet"))
    assert any("Swahili Breakfast Buffet" in part.titles for part in parts) is named


@pytest.mark.parametrize(
    ("text", "count", "is_true"),
    [
        ("2 rooms for 3 nights are 6 room nights at KES 18,500, KES 111,000.", "6", True),
        ("Two cottages for four nights are 8 cottage nights at KES 26,500: KES 212,000.", "8", True),
        ("2 rooms for 3 nights are 7 room nights at KES 18,500, KES 129,500.", "7", False),
        ("2 rooms for 3 nights are 6 room nights at KES 18,500, KES 110,000.", "6", False),
    ],
)
def test_rooms_times_nights_are_a_count(text: str, count: str, *, is_true: bool) -> None:
    fact = next(each for each in facts_in(text)[0] if count in each.readings)
    assert priced.is_factor(fact, text, [Decimal(18_500), Decimal(26_500)]) is is_true


@pytest.mark.parametrize(
    ("text", "code", "is_claimed"),
    [
        ("No delivery fee is in the total of KES 10,398.", "delivery_free", False),
        ("There is no delivery fee for you.", "delivery_free", True),
        ("Jezi ya red na viatu ziko kwa cart.", "stock_some", False),
        ("Jezi ya red ziko.", "stock_some", True),
    ],
)
def test_what_stands_in_the_cart_or_the_total_claims_nothing(text: str, code: str, *, is_claimed: bool) -> None:
    assert (code in {claim.rule.code for claim in claims_in(text)}) is is_claimed


def test_who_has_passed_it_on_has_paid_nothing() -> None:
    assert not _MONEY.search("hili nimelipeleka kwa timu yetu")
    assert _MONEY.search("tayari umelipa")


def test_only_the_words_that_a_model_adds_are_bounded() -> None:
    block = "\n".join(f"{number}. *Thing {number}*: KES 500" for number in range(90))
    told = Evidence.of((), extra=[block])
    codes = {each.code for each in objections(f"Here it is.\n\n{block}", told, author="both", by_code=block)}
    assert "too_long" not in codes
    wordy = "It is here. " * 160
    assert "too_long" in {each.code for each in objections(wordy, told, author="both", by_code=block)}
