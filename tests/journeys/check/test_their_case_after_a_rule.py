"""What is said of the customer's own people, ages, days and sums beside a rule or an item, each with what is not so."""

from datetime import date

import pytest

from tests.attacks.lying_model.contexts import _beside, _cited, item, of
from tests.journeys.check.test_plain_answers import is_sound

TODAY = date(2026, 11, 30)
PROPERTY, DELIVERY = "oasis/library/property.json", "duka/library/delivery.md"
AGREEMENT = ("mtandao/library/11_service_agreement.md", "mtandao/library/12_schedule_of_fees.md")


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Your child of 5 may stay at Kids' club Kobe, because it is for children from 4 to 12.", True),
        ("Your child of 3 may stay at Kids' club Kobe, because it is for children from 4 to 12.", False),
        ("Your child of 5 is old enough for Kids' club Kobe, which is for children from 4 to 12.", True),
        ("A child of 3 can stay at Kids' club Kobe, for children from 4 to 12.", False),
        ("Kids' club Kobe is for children from 4 to 12. It is free for residents.", True),
        ("Kids' club Kobe is for children from 4 to 12. It is free for everybody.", False),
        ("Stay four, pay three is valid until 15 December 2026 and not with other offers.", True),
        ("Stay four, pay three is valid until 15 December 2026 and goes with other offers.", False),
    ],
)
def test_a_reason_and_a_word_for_a_name_are_held_to_the_rule(text: str, *, is_true: bool) -> None:
    evidence = _beside(words="where can my kids of 5 and 3 stay?", cited=_cited(PROPERTY), today=TODAY)
    assert is_sound(text, evidence) is is_true


@pytest.mark.parametrize(
    ("words", "text", "is_true"),
    [
        ("we are 3 ladies n my daughter", "so it takes the 4 of you", True),
        ("we are 3 ladies n my daughter", "so it takes the 9 of you", False),
        ("we are 9 adults", "so it takes the 9 of you", False),
        ("sisi ni watu wanne", "kwa hivyo linawatosha nyinyi wanne", True),
    ],
)
def test_all_who_come_are_counted_and_held_to_the_room_there_is(words: str, text: str, *, is_true: bool) -> None:
    begins = "Mombasa Airport or SGR Transfer ni gari la wageni 6" if "sisi" in words else ""
    begins = begins or "The Mombasa Airport or SGR Transfer is a van for 6 guests"
    evidence = _beside(item("oasis", "Mombasa Airport or SGR Transfer"), words=words, cited=[], today=TODAY)
    assert is_sound(f"{begins}, {text}.", evidence, "sw" if "sisi" in words else "en") is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Other towns in Kenya take 3 to 5 working days, so if you order today they come before 4 January.", True),
        ("Other towns in Kenya take 3 to 5 working days, so if you order today they come before 2 December.", False),
        ("Other towns in Kenya take 3 to 5 working days, so an order of 16 November was due by 23 November.", True),
        ("Other towns in Kenya take 3 to 5 working days, so an order of 16 November was due by 18 November.", False),
        ("We keep the parcel for 7 days. If you pay tomorrow, the 7 days run until 8 December.", True),
        ("We keep the parcel for 7 days. If you pay tomorrow, the 7 days run until 15 December.", False),
    ],
)
def test_days_that_follow_are_reckoned(text: str, *, is_true: bool) -> None:
    words = "school opens 4 january, we travel 2 december, and what i ordered on 16 november? if I pay tomorrow?"
    assert is_sound(text, _beside(words=words, cited=_cited(DELIVERY), today=TODAY)) is is_true


@pytest.mark.parametrize(
    ("hour", "is_true"),
    [("06:00", True), ("14:00", False)],
)
def test_what_is_booked_ahead_is_booked_before_their_hour(hour: str, *, is_true: bool) -> None:
    evidence = _beside(words="a massage on thursday at 10:00, must I book?", cited=_cited(PROPERTY), today=TODAY)
    text = f"Spa treatments are booked four hours ahead, so for Thursday at 10:00 by {hour} that day at the latest."
    assert is_sound(text, evidence) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("", True),
        (", so 50 percent of 9 \u00d7 KES 4,299 is KES 19,345.50, and you pay KES 12,000", True),
        (", so 50 percent of 9 \u00d7 KES 4,299 is KES 19,345.50, and you pay that", False),
        (", so 50 percent of 9 \u00d7 KES 4,299 is KES 17,345.50, and you pay KES 12,000", False),
    ],
)
def test_what_is_left_and_capped_is_reckoned_by_the_rule_before_it(text: str, *, is_true: bool) -> None:
    words = "installed on 4 sept this year with a one year agreement, I leave on 4 dec, what do I pay?"
    rule = "The charge is 50 percent of the monthly fees for the months left, at most KES 12,000."
    evidence = _beside(item("mtandao", "Fibre Kazi 50 Mbps"), words=words, cited=_cited(*AGREEMENT), today=TODAY)
    assert is_sound(f"{rule} From 4 December 9 months are left{text}.", evidence) is is_true
    assert not is_sound("From 4 December 8 months are left.", evidence)


@pytest.mark.parametrize(
    ("title", "text", "is_true"),
    [
        ("Mtandao Smart 5", "The free data is 10 GB every month for three months.", True),
        ("Mtandao Smart 5", "The free data is 20 GB every month for three months.", False),
        ("Mtandao Smart 5", "Delivery of the Mtandao Smart 5 is free.", False),
        ("Fibre Installation", "It takes two working days and is free with three months paid ahead.", True),
        ("Fibre Installation", "It takes two working days and is free with two months paid ahead.", False),
    ],
)
def test_what_an_item_has_for_free_is_free(title: str, text: str, *, is_true: bool) -> None:
    assert is_sound(text, of(item("mtandao", title), words=("is anything free?",), tenant="mtandao")) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("Whether the Deep Tissue Massage is safe in pregnancy is not told; please ask your doctor first.", True),
        ("The Deep Tissue Massage is safe in pregnancy.", False),
        ("No need to ask your doctor before the Deep Tissue Massage.", False),
    ],
)
def test_who_asks_of_their_health_is_sent_to_their_doctor(text: str, *, is_true: bool) -> None:
    words = ("I am pregnant, is the deep tissue massage safe?",)
    assert is_sound(text, of(item("oasis", "Deep Tissue Massage"), words=words, tenant="oasis")) is is_true


@pytest.mark.parametrize(
    ("text", "is_true"),
    [
        ("The Two-Burner Gas Cooker in silver is sold out and only black is left.", True),
        ("The Two-Burner Gas Cooker in black is sold out and only silver is left.", False),
    ],
)
def test_what_is_sold_out_and_what_is_left_are_two_things(text: str, *, is_true: bool) -> None:
    assert is_sound(text, of(item("duka", "Two-Burner Gas Cooker"), words=("silver cooker",))) is is_true


@pytest.mark.parametrize(("count", "is_true"), [("15", True), ("12", False)])
def test_so_many_are_not_there_where_fewer_are(count: str, *, is_true: bool) -> None:
    text = f"Purple {count} hatuna, zimebaki 13 tu na *Braiding Hair Jumbo Pack* (purple) ni KES 190 kila moja."
    evidence = of(item("duka", "Braiding Hair Jumbo Pack"), words=(f"{count} za purple",))
    assert is_sound(text, evidence, "sheng") is is_true
