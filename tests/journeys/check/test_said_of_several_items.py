"""What is said of several items in one sentence, each in its own part, and sums that leave off at a cap."""

from datetime import date

import pytest

from tests.attacks.lying_model.contexts import _beside, _cited, item, of
from tests.journeys.check.test_plain_answers import is_sound

TODAY = date(2026, 11, 30)
AGREEMENT, FEES = "mtandao/library/11_service_agreement.md", "mtandao/library/12_schedule_of_fees.md"
PLANS = ("Fibre Turbo 100 Mbps", "Fibre Biashara 200 Mbps")
ASKED = "turbo or biashara for a clinic with 8 computers, what is the difference, and is there a contract?"


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Turbo is 100 Mbps, unlimited, at KES 6,499 a month; Biashara is 200 Mbps at KES 14,900 a month.", True),
        ("Biashara is 200 Mbps, unlimited, at KES 14,900 a month; Turbo is 100 Mbps at KES 6,499 a month.", False),
        ("Turbo costs KES 14,900 - KES 6,499 = KES 8,401 less a month.", True),
        ("Turbo is KES 8,401 cheaper a month (KES 14,900 - KES 6,499).", True),
        ("Turbo costs KES 14,900 - KES 6,499 = KES 8,301 less a month.", False),
        ("Turbo costs KES 14,900 a month.", False),
    ],
)
def test_each_part_of_a_sentence_is_of_the_item_that_it_names(text: str, *, is_true: bool) -> None:
    evidence = of(*(item("mtandao", title) for title in PLANS), words=(ASKED,), tenant="mtandao", today=TODAY)
    assert is_sound(text, evidence) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Fibre Turbo has no contract and Fibre Biashara has one of 12 months.", True),
        ("Fibre Turbo has no contract; Fibre Biashara has a contract of 12 months.", True),
        ("Fibre Biashara has no contract; Fibre Turbo has a contract of 12 months.", False),
    ],
)
def test_that_an_item_has_none_is_its_own_to_say_beside_a_page(text: str, *, is_true: bool) -> None:
    items = [item("mtandao", title) for title in PLANS]
    evidence = _beside(*items, words=ASKED, cited=_cited(AGREEMENT)[:1], tenant="mtandao", today=TODAY)
    assert is_sound(text, evidence) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Rechargeable LED Lantern ni 5 W, inacharge na solar ama USB na inawasha room moja masaa kumi.", True),
        ("Rechargeable LED Lantern ni 5 W, inacharge na solar ama USB na inawasha room moja masaa sita.", False),
        ("Rechargeable LED Lantern ni 20 W, inacharge na solar ama USB.", False),
    ],
)
def test_a_word_of_its_own_text_names_no_other_item(text: str, *, is_true: bool) -> None:
    items = [item("duka", title) for title in ("Solar Home Light Kit", "Rechargeable LED Lantern")]
    evidence = of(*items, words=("solar kit na lantern, difference ni gani",), today=TODAY)
    assert is_sound(text, evidence, "sheng") is is_true


def test_a_warranty_is_of_the_part_that_names_its_item() -> None:
    items = [item("duka", title) for title in ("14-Inch Student Laptop", "Refurbished Business Laptop")]
    evidence = of(*items, words=("the refurbished one or the 14 inch?",), today=TODAY)
    refurbished, other = "The Refurbished Business Laptop", "the 14-Inch Student Laptop"
    told = "{} is a tested machine with six months' warranty; {} has nine hours of battery."
    assert is_sound(told.format(refurbished, other), evidence)
    assert not is_sound(told.format(other.capitalize(), refurbished), evidence)


CHARGE = (
    "The early termination charge is 50 percent of the monthly fees for the months that are left of the minimum term,"
    " at most KES 12,000. "
)


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("After 7 months 5 are left: half of 5 \u00d7 KES 6,499 is KES 16,247.50, so you pay KES 12,000.", True),
        ("Closing after 7 of 12 months leaves 5: half of 5 \u00d7 KES 6,499 is KES 16,247.50, so KES 12,000.", True),
        ("After 7 months 5 are left: half of 5 \u00d7 KES 6,499 is KES 16,247.50, so you pay KES 16,247.50.", False),
        ("After 7 months 6 are left: half of 6 \u00d7 KES 6,499 is KES 19,497, so you pay KES 12,000.", False),
        ("After 7 months 5 are left: half of 5 \u00d7 KES 5,499 is KES 13,747.50, so you pay KES 12,000.", False),
    ],
)
def test_what_is_left_of_their_months_and_a_cap_are_reckoned(text: str, *, is_true: bool) -> None:
    words = "if we sign the 12 months on turbo and close the clinic after 7, what would we pay?"
    turbo = item("mtandao", "Fibre Turbo 100 Mbps")
    evidence = _beside(turbo, words=words, cited=_cited(AGREEMENT, FEES), tenant="mtandao", today=TODAY)
    assert is_sound(CHARGE + text, evidence) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Fibre Installation is free with three months paid ahead, so with 1 month it is no longer free.", True),
        ("Fibre Installation is free with three months paid ahead, so with 1 month it is still free.", False),
    ],
)
def test_what_is_paid_ahead_is_the_least(text: str, *, is_true: bool) -> None:
    items = [item("mtandao", title) for title in ("Fibre Installation", "Fibre Turbo 100 Mbps")]
    evidence = of(*items, words=("make turbo 1 month only, and the installation?",), tenant="mtandao", today=TODAY)
    assert is_sound(text, evidence) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("It is for children from 4 to 12, so the one of 2 may go in but the one of 11 may not.", False),
        ("Ni ya watoto wa miaka 4 hadi 12, kwa hivyo wa miaka 11 hataingia lakini wa miaka 2 ataingia.", False),
    ],
)
def test_of_two_of_theirs_each_is_held_to_the_rule(text: str, *, is_true: bool) -> None:
    club = [("For children from 4 to 12. Open from 09:00 to 17:00.", "Amenities > Kids' club Kobe")]
    words = "can my kids of 11 and 2 go to the kids club? watoto wa miaka 11 na wa miaka 2"
    evidence = _beside(words=words, cited=club, tenant="oasis", today=TODAY)
    assert is_sound(text, evidence, "sw" if text.startswith("Ni") else "en") is is_true
