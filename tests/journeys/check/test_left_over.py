"""What is left of a bill, a share of a price and whether it is in the total; and beside each what is not so."""

from datetime import date
from decimal import Decimal

import pytest

from journeys import catalog
from journeys.check import Evidence, objections
from tests.attacks.lying_model.contexts import item, of

TODAY = date(2026, 12, 1)
SLOW = (
    "Busy hours are from 19:00 to 23:00. Below the lowest speed on three days running, you get a tenth of the month's "
    "fee back: send us the three results."
)
TENTH = "Below the lowest speed on three days running you get a tenth of the month's fee back"
HOTEL = (
    "Check-in: from 14:00\nCheck-out: until 10:30; late check-out until 16:00 if the room is free, at half the night's "
    "rate"
)
LATE = "Late check-out is until 16:00 if the room is free, at half the night's rate"
HALF = "Half of your night's rate of KES 26,500 is KES 13,250"


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Ukilipa KES 1,500 kwa hiyo bill ya KES 3,499, inabaki KES 1,999.", True),
        ("Ukilipa KES 1,500 kwa hiyo bill ya KES 3,499, inabaki KES 1,499.", False),
        ("Ukituma 1,500, inabaki 1,999 kwa KES 3,499.", True),
        ("If you pay KES 1,500 of the KES 3,499 now, KES 1,999 is left.", True),
        ("If you pay KES 1,500 of the KES 3,499 now, KES 2,999 is left.", False),
        ("If you pay KES 1,500 now, KES 3,499 is left of KES 2,999.", False),
        ("KES 3,499 less KES 1,500 is KES 1,999.", True),
        ("Bill yako ni KES 1,500.", False),
        ("Ukilipa KES 1,500 hakuna kitu inabaki.", False),
        ("Ukilipa KES 1,500 line inarudi.", False),
        ("Ukilipa KES 1,500 kwa bill ya KES 3,499, inabaki KES 1,999 na line inarudi.", False),
        ("KES 1,500 yako imefika, inabaki KES 1,999.", False),
    ],
)
def test_what_a_payment_leaves_of_a_bill(text: str, *, is_true: bool) -> None:
    asked = ["nikilipa 1500 sai inabaki ngapi? na line inarudi na hiyo nusu ama?"]
    evidence = Evidence.of([], words=asked, extra=["KES 3,499", "KES 2,999"], today=TODAY)
    assert (objections(text, evidence) == []) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        (f"{TENTH}, so of your KES 2,999 that is KES 299.90.", True),
        (f"{TENTH}, so for your month at KES 2,999 you get KES 299.90 back.", True),
        (f"{TENTH}, so of your KES 2,999 that is KES 599.80.", False),
        (f"{TENTH}, so of your KES 3,999 that is KES 399.90.", False),
        (f"{TENTH}, so your KES 2,999 has been refunded.", False),
        (f"{TENTH}, so your KES 299.90 is on its way back to you.", False),
    ],
)
def test_a_tenth_of_the_fee_that_their_bill_told(text: str, *, is_true: bool) -> None:
    asked = ["I measured 12, 14 and 11 Mbps, three days running. do I get anything back?"]
    passages = [(SLOW, "Slow internet > What your package promises")]
    evidence = Evidence.of([], words=asked, extra=["KES 2,499", "KES 2,999"], passages=passages, today=TODAY)
    assert (objections(text, evidence) == []) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        (f"{HALF}, and that is not in your total yet.", True),
        (f"{HALF}, and that is in your total already.", False),
        ("Half of your night's rate of KES 26,500 is KES 12,250.", False),
        ("Nusu ya bei ya usiku ya KES 26,500 ni KES 13,250, na hiyo haiko kwenye jumla yako bado.", True),
        (f"Check-out is until 10:30; {LATE.lower()}, so 14:00 on Sunday is possible if the cottage is free.", True),
        (f"{LATE}, so 14:00 on Sunday is possible if the cottage is free.", True),
        (f"{LATE}, so 14:00 on Sunday is possible.", False),
        (f"{LATE}, so 17:00 on Sunday is possible if the cottage is free.", False),
        (f"{LATE}, so 14:00 on Sunday is not possible.", False),
        (f"{LATE}, so for the Family Cottage at KES 26,500 that is KES 13,250.", True),
        (f"{LATE}, so for the Family Cottage at KES 26,500 that is KES 26,500.", False),
        (f"{LATE}, and the cottage is free.", False),
    ],
)
def test_half_a_nights_rate_and_a_late_check_out(text: str, *, is_true: bool) -> None:
    cottage = item("oasis", "Family Cottage")
    order = ("The goods of the order, its total without delivery: KES 73960", "")
    evidence = of(
        cottage, tenant="oasis", today=TODAY, extra=[{"total": Decimal(73960)}], beside="KES 73960",
        words=("Could we leave at 2pm on Sunday, what would that be?", "The cottage, three nights from 21 January"),
        passages=[(HOTEL, "Hotel"), catalog.as_source(cottage), order],
    )  # fmt: skip
    assert (objections(text, evidence, language="en" if "Nusu" not in text else "sw") == []) is is_true
