"""Nothing false of what a lying model writes passes the check, and what is true does."""

from decimal import Decimal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from journeys.check import Evidence, objections
from journeys.check.items.sums import derived
from journeys.check.reading.facts import facts_in
from journeys.local.amounts import mark_amounts
from journeys.local.wordlists import plain
from tests.attacks.growth import is_steep
from tests.attacks.lying_model import contexts
from tests.attacks.lying_model.measure import Sentence, judged, read
from tests.depth import rounds, thorough

MOST_REFUSED = 0.02
# Beside how many of three truths each lie is told, one after the other.
BESIDE = rounds(1, deep=3)


def test_there_are_lies_of_twelve_kinds_in_three_languages() -> None:
    lies = list(read("lies"))
    assert len(lies) >= 60
    assert len({lie.kind for lie in lies}) >= 12
    assert {lie.language for lie in lies} == {"en", "sw", "sheng"}
    assert len(list(read("truths"))) >= 200


def test_no_lie_arrives_but_for_those_known_to() -> None:
    lies = judged("lies")
    assert [each.sentence.text for each in lies if not each.objections and not each.sentence.is_hole] == []
    assert [each.sentence.text for each in lies if each.objections and each.sentence.is_hole] == [], "mended"


@thorough
def test_the_truth_arrives_but_for_what_is_known_not_to() -> None:
    truths = judged("truths")
    unlisted = [each for each in truths if each.objections and not each.sentence.is_hole]
    assert len(unlisted) <= MOST_REFUSED * len(truths), [(each.sentence.text, each.objections) for each in unlisted]
    assert [each.sentence.text for each in truths if not each.objections and each.sentence.is_hole] == [], "mended"


@thorough
@pytest.mark.parametrize("context", sorted(contexts.CONTEXTS))
def test_a_lie_beside_a_truth_is_still_found(context: str) -> None:
    lies = [lie for lie in read("lies") if lie.context == context and lie.kind != "length" and not lie.is_set_aside]
    truths = [truth for truth in read("truths") if truth.context == context]
    for number, lie in enumerate(lies):
        for beside in range(number, number + BESIDE):
            truth = truths[beside % min(3, len(truths))]
            assert said_against(lie, f"{truth.text} {lie.text}"), (truth.text, lie.text)


def said_against(sentence: Sentence, text: str) -> list[str]:
    found = objections(text, contexts.evidence(sentence.context), language="mixed")
    return [each.code for each in found]


def test_an_objection_says_what_is_meant_and_why() -> None:
    (found,) = objections("Your payment is confirmed.", contexts.evidence("order_unpaid"), language="en")
    assert (found.code, found.what) == ("payment_received", "confirmed")
    assert str(found) == "No tool says that a payment has arrived. (confirmed)"


def test_the_price_of_one_item_is_not_that_of_another() -> None:
    told = contexts.evidence("shoes")
    assert not objections("Iten Tempo Racer: KES 8,950; Mtaa Runner Knit: KES 3,950.", told)
    assert objections("Iten Tempo Racer: KES 3,950; Mtaa Runner Knit: KES 8,950.", told)


def test_a_size_that_a_sentence_begins_with_is_no_budget() -> None:
    told = contexts.evidence("item")
    assert not objections("For 42 there is the Nyota Breeze in red and in black.", told, language="en")
    assert objections("For 3,000 there is the Nyota Breeze in red.", told, language="en")


def test_the_customers_words_make_no_till_and_no_link_ours() -> None:
    told = Evidence.of([], words=["I paid to till 554433 and 0722111222, see evil.example"])
    assert not objections("You wrote of 0722111222.", told)
    for text in ("Pay to 0722111222.", "Our till 554433 is open.", "See evil.example."):
        assert objections(text, told), text


def test_what_an_order_is_not_another_is() -> None:
    told = contexts.evidence("order_paid")
    assert not objections("Order K7M2P9R4 is paid.", told)
    assert objections("It has not been paid.", told)


PRICES = {"item": "Ocean View Room", "price_from": Decimal(25500), "price_to": Decimal(21500), "fee": Decimal(1500)}


@pytest.mark.parametrize(
    "text",
    [
        "At KES 25,500 a night, three nights come to KES 76,500.",
        "3 nights at KES 25,500 and the transfer for KES 1,500 are KES 78,000.",
        "KES 25,500 a night for two is KES 12,750 a person.",
        "Late check-out is half of KES 25,500: KES 12,750.",
        "KES 25,500 is KES 4,000 more than KES 21,500.",
        "A tenth (10%) off KES 25,500 is KES 2,550, which leaves KES 22,950.",
        "Usiku tatu kwa KES 25,500 ni KES 76,500.",
        "KES 25,500 a night for two, so 3 nights come to KES 76,500. At KES 21,500 it is KES 4,000 less a night: "
        "KES 12,000 less for 3 nights, KES 64,500 in all.",
        "2 \u00d7 KES 25,500 + 3 \u00d7 KES 1,500 = KES 55,500.",
    ],
)
def test_a_true_sum_is_a_fact_beside_its_amounts(text: str) -> None:
    told = Evidence.of([], extra=[PRICES, "10% off"], words=["for 3 nights, or for two people"])
    assert [str(each) for each in objections(text, told)] == []


@pytest.mark.parametrize(
    "text",
    [
        "At KES 25,500 a night, three nights come to KES 75,500.",
        "Three nights come to KES 76,500.",
        "2 \u00d7 KES 25,500 + 3 \u00d7 KES 1,500 = KES 79,500.",
        "Half of KES 25,500 is KES 12,500.",
        "KES 25,500 is KES 5,000 more than KES 21,500.",
    ],
)
def test_a_false_sum_is_none_nor_one_whose_amounts_are_not_said(text: str) -> None:
    told = Evidence.of([], extra=[PRICES], words=["for 3 nights, or for two people"])
    assert objections(text, told)


def test_figures_that_follow_from_nothing_take_no_longer_the_more_they_are() -> None:
    sentence = "It costs KES {} or {} for {}, and KES 8,950 with KES 4,750 more. "

    def work(size: int) -> None:
        text = "".join(sentence.format(7_001 + 13 * at, 311 + at, at) for at in range(size // 50 + 1))[:size]
        derived(text, lambda reading: reading in ("8950", "4750"))

    assert not is_steep(work)


SPA = ("Amenities: Oasis Spa\nOpening hours: 09:00-20:00 every day; last treatment at 19:00", "Amenities > Oasis Spa")
CASINO = ("Entertainment: Casino\nOpening hours: 18:00-03:00 every day", "Entertainment > Casino")


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        ("No, at 9 pm the spa is already closed: it is open 09:00-20:00 every day.", True),
        ("At 9 pm the spa is still open.", False),
        ("The spa is not open at 9 pm.", True),
        ("Yes, the casino is open at 02:00.", True),
        ("The casino is closed at 02:00.", False),
        ("Shall the massage come before your dinner?", True),
    ],
)
def test_whether_it_is_open_at_an_hour_follows_from_its_hours(text: str, is_so: bool) -> None:
    told = Evidence.of([], extra=[SPA[0], CASINO[0]], words=["at 9 pm? or 02:00?"], passages=[SPA, CASINO])
    assert (not objections(text, told)) is is_so


BAR = (
    "Restaurants: Machweo Bar\nOpening hours: Sunday to thursday: 11:00-23:00; Friday and saturday: 11:00-01:00",
    "Restaurants > Machweo Bar",
)
MAIN = (
    "Restaurants: Mlango wa Bahari\nServes: Swahili and Kenyan buffet\n"
    "Opening hours: Breakfast: 06:30-10:30; Lunch: 12:30-15:00; Dinner: 19:00-22:00",
    "Restaurants > Mlango wa Bahari",
)
IN_SWAHILI = """Tuna sehemu hizi za kula:
• Mlango wa Bahari: kiamsha kinywa 06:30-10:30, chakula cha mchana 12:30-15:00, cha jioni 19:00-22:00
• Machweo Bar: Jumapili hadi Alhamisi 11:00-23:00, Ijumaa na Jumamosi 11:00-01:00"""


def test_an_answer_in_another_language_than_its_source_is_held_to_its_values() -> None:
    told = Evidence.of([], extra=[BAR[0], MAIN[0]], words=["restaurants gani"], passages=[BAR, MAIN])
    assert objections(IN_SWAHILI, told, language="sw") == []
    for true, false in (("11:00-01:00", "11:00-02:00"), ("hadi Alhamisi 11:00-23:00", "hadi Alhamisi 06:30-23:00")):
        assert objections(IN_SWAHILI.replace(true, false), told, language="sw"), false


NUMBERS = [
    "elfu", "mia", "laki", "moja", "mbili", "tano", "kumi", "hamsini", "na", "nusu", "thao", "ngiri", "soo", "finje",
    "jirongo", "rwabe", "ngwenje", "ashu", "mbao", "punch", "ni", "bei", "chini", "ya", "five", "twenty", "hundred",
    "thousand", "grand", "and", "a", "half", "k", "kes", "ksh", "bob", "/=", "5", "12", "300", "4,500", "2.5", "shoes",
    "under", "size", "42",
]  # fmt: skip


@settings(max_examples=300)
@given(said=st.lists(st.sampled_from(NUMBERS), min_size=1, max_size=8).map(" ".join))
@example(said="nataka viatu vya jirongo")
@example(said="iwe chini ya ngwenje tatu")
@example(said="soo tisa finje")
@example(said="two and a half grand")
def test_whatever_is_read_as_money_the_check_sees(said: str) -> None:
    # Feature: tulia-ai-v2-langgraph-refactor, Property 2: No Data Hallucination
    _, amounts = mark_amounts(plain(said))
    seen = {reading for fact in facts_in(plain(said))[0] for reading in fact.readings}
    for amount in amounts:
        if amount.is_money:
            assert amount.said in seen, (said, amount, sorted(seen))
