"""Answers without a model: quoted from the passages, with their sources, in the style and language that fit."""

from datetime import UTC, datetime

import pytest

from journeys.check import objections
from journeys.compose.grounds import grounds
from journeys.state import Delivery
from tests.journeys.shop import Chat, Shop
from tests.journeys.support.library import HIDDEN, PON, RETURNS, SPA, chat, passage

SOURCE = "• Router LED Indicators — Router / Troubleshooting — 02_router_wifi.md (2.1)"


def test_the_answer_says_what_was_asked_and_where_it_stands() -> None:
    talk = chat()
    said = talk.say("My router PON LED is blinking red. What's wrong?")
    assert "• Red: No signal detected" in said
    assert "• Blinking: Synchronizing with ONT" in said
    assert "Green" not in said
    assert "1. Check the cable at the PON port" in said
    assert said.endswith(f"Sources:\n{SOURCE}")
    assert talk.trace.notes["support"]["confidence"] == "high"
    assert talk.state.support.kb_snippets[0]["file_name"] == "02_router_wifi.md"


@pytest.mark.parametrize(
    ("style", "expected"),
    [
        ("concise", "You can return unworn shoes within 14 days"),
        ("bullet", "• You can return unworn shoes within 14 days"),
    ],
)
def test_the_tenant_chooses_the_style(style: str, expected: str) -> None:
    assert expected in chat(answers={"style": style}).say("what is your return policy for shoes?")


def test_a_follow_up_belongs_to_the_question_before_it() -> None:
    talk = chat()
    talk.say("what is your return policy for shoes?")
    said = talk.say("and the refunds?")
    assert "Refunds take 5 working days" in said
    assert talk.trace.notes["asked"]["question"] == "what is your return policy for shoes? and the refunds?"


def test_a_swahili_question_over_english_documents_says_so() -> None:
    said = chat().say("sera yenu ya kurudisha viatu ni ipi, naweza kurudisha viatu?")
    assert "Hati zetu kuhusu hili ziko kwa Kiingereza" in said
    assert "within 14 days" in said
    assert "Vyanzo:" in said


def test_of_two_languages_hers_is_quoted_unless_the_other_answers_far_better() -> None:
    english = RETURNS.model_copy(update={"score": 0.8})
    swahili = RETURNS.model_copy(
        update={"text": "Unaweza kurudisha viatu ndani ya siku 14.", "language": "sw", "file_name": "sera.md"}
    )
    asked = "what is your return policy for shoes?"
    assert "within 14 days" in chat(swahili, english).say(asked)
    assert "siku 14" in chat(swahili, english.model_copy(update={"score": 0.55})).say(asked)


def test_a_doubtful_answer_says_so() -> None:
    weak = RETURNS.model_copy(update={"score": 0.55, "strength": 0.7})
    talk = chat(weak)
    assert "not fully sure" in talk.say("what is your return policy for shoes?")
    assert talk.trace.notes["support"]["confidence"] == "low"


def test_what_holds_orders_is_never_quoted() -> None:
    talk = chat(HIDDEN, RETURNS)
    said = talk.say("what is your return policy for shoes?")
    assert "PIN" not in said
    assert "799" not in said
    assert talk.trace.notes["support"]["flags"] == ["injection_in_context"]


def test_what_only_holds_orders_answers_nothing() -> None:
    talk = chat(HIDDEN)
    said = talk.say("what is your return policy for shoes?")
    assert "T-123456" in said
    assert "PIN" not in said


@pytest.mark.parametrize(
    ("text", "is_supported"),
    [
        ("within 14 days, for KES 300, see https://duka.example/returns or call +254700111222; 10% is lost", True),
        ("within 30 days", False),
        ("for KES 250", False),
        ("call +254799999999", False),
        ("90% off", False),
        ("see https://evil.example", False),
    ],
)
def test_a_reply_states_only_what_cited_passages_say(text: str, is_supported: bool) -> None:
    talk = chat(HIDDEN, RETURNS)
    context = talk.context("about returns")
    context.call("kb_retrieve", query="returns of shoes")
    assert (not grounds(talk.state, context).unsupported(text)) is is_supported
    assert grounds(talk.state, context, cited=()).unsupported("call +254700111222")


FEES = passage("Delivery to Kisumu costs KES 500. Delivery to Nairobi costs KES 250.", file_name="delivery.md")


@pytest.mark.parametrize(
    ("text", "is_carried"),
    [
        ("KES 5,310 for the goods and KES 500 for delivery are KES 5,810.", True),
        ("Your order is KES 5,310 and delivery to Kisumu KES 500: KES 5,810 in total.", True),
        ("KES 5,310 za bidhaa na KES 500 za kufikisha Kisumu ni KES 5,810.", True),
        ("Delivery to Kisumu is KES 500. With delivery the total is KES 5,810.", True),
        ("Your total with delivery to Kisumu is KES 5,810 (5,310 + 500).", True),
        ("Jumla pamoja na usafirishaji wa Kisumu (KES 500) ni KES 5,810.", True),
        ("Kufikisha Kisumu ni KES 500, hivyo jumla ni KES 5,810.", True),
        ("Jumla ni KES 5,310 na KES 500, yaani KES 5,810.", True),
        ("Jumla ni KES 5,310 na KES 250, yaani KES 5,810.", False),
        ("With delivery the total is KES 5,810.", False),
        ("Delivery to Kisumu is KES 500. With delivery the total is KES 5,610.", False),
        ("Delivery to Nairobi is KES 250. With delivery to Kisumu the total is KES 5,560.", False),
        ("KES 500 for the goods and KES 5,310 for delivery are KES 5,810.", False),
        ("The total with delivery is KES 5,310.", False),
        ("KES 5,310 for the goods and KES 250 for delivery to Kisumu are KES 5,560.", False),
    ],
)
def test_a_fee_of_the_documents_is_added_to_the_customers_own_order(text: str, is_carried: bool) -> None:
    talk = chat(FEES)
    talk.state = talk.state.having(order_totals={"total": "5310.00"})  # as older states have it, in the shop's currency
    context = talk.context("and with delivery to Kisumu?")
    context.call("kb_retrieve", query="delivery to Kisumu")
    evidence = grounds(talk.state, context, cited={FEES.chunk_id})
    found = {each.code for each in objections(text, evidence, language="mixed")}
    assert ("not_carried" not in found) is is_carried, found


@pytest.mark.parametrize(
    ("text", "is_carried"),
    [
        ("KES 5,310 for the goods and KES 500 for delivery are KES 5,810.", True),
        ("Your total with delivery to Kisumu is KES 5,810 (5,310 + 500).", True),
        ("With delivery the total is KES 5,810.", True),
        ("Jumla pamoja na usafirishaji ni KES 5,810.", True),
        ("Jumla ni KES 5,310 na KES 500, yaani KES 5,810.", True),
        ("The total with delivery is KES 5,310.", False),
        ("With delivery the total is KES 6,310.", False),
        ("The total without delivery is KES 5,810.", False),
        ("KES 5,310 for the goods and KES 250 for delivery to Kisumu are KES 5,560.", False),
    ],
)
def test_a_fee_that_is_in_the_order_is_not_added_again(text: str, is_carried: bool) -> None:
    talk = chat(FEES)
    totals = {"total": "5810.00", "delivery_fee": "500.00", "currency": "KES"}
    talk.state = talk.state.having(order_totals=totals)
    context = talk.context("and with delivery to Kisumu?")
    context.call("kb_retrieve", query="delivery to Kisumu")
    evidence = grounds(talk.state, context, cited={FEES.chunk_id})
    found = {each.code for each in objections(text, evidence, language="mixed")}
    assert ("not_carried" not in found) is is_carried, found


CANCELLING = passage("Cancelling is free of charge until 7 days before arrival.", file_name="faq.md")


@pytest.mark.parametrize(("day", "is_carried"), [("3 December", True), ("4 December", False)])
def test_their_day_is_known_as_long_as_their_order_bears_it(day: str, is_carried: bool) -> None:
    talk = chat(CANCELLING)
    text = f"Cancelling is free of charge until 7 days before arrival, so until {day} for your arrival on 10 December."
    context = talk.context("what if we cancel?")
    context.call("kb_retrieve", query="cancelling before arrival")
    assert objections(text, grounds(talk.state, context, cited={CANCELLING.chunk_id}), language="mixed")
    talk.state = talk.state.having(delivery=Delivery(when="from Thursday 10 December"))
    found = objections(text, grounds(talk.state, context, cited={CANCELLING.chunk_id}), language="mixed")
    assert (not found) is is_carried


def test_prices_and_times_come_with_a_disclaimer_unless_the_tenant_wants_none() -> None:
    question = "which are the opening hours of the oasis spa?"
    assert "may change" in chat().say(question)
    assert "may change" not in chat(answers={"disclaimer": False}).say(question)


HOURS = dict.fromkeys(("mon", "tue", "wed", "thu", "fri"), "08:00-19:00") | {"sat": "09:00-18:00", "sun": "closed"}


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("are you open now?", "Duka is open now, until 19:00."),
        ("are you open on sunday?", "Sunday: Duka is closed."),
        ("mnafungua saa ngapi kesho?", "Jumanne: Duka iko wazi kuanzia saa 08:00 hadi 19:00."),
        ("what are your opening hours?", "Sunday: closed"),
    ],
)
def test_the_business_tells_its_own_hours(question: str, expected: str) -> None:
    assert expected in chat(business_hours=HOURS).say(question)


def test_tonight_is_the_evening_of_the_tenants_own_day() -> None:
    late = Chat(shop=Shop(tenant={"business_hours": HOURS}), now=datetime(2026, 3, 2, 17, 0, tzinfo=UTC))  # 20:00 there
    assert "Duka is closed now. It opens Tuesday at 08:00." in late.say("are you open tonight?")


def test_tonight_shows_what_is_open_tonight() -> None:
    cafe = passage("Tamu Cafe\nOpening hours: 07:00-18:00 every day\nServes: coffee", section="Restaurants > Tamu Cafe")
    bar = passage(
        "Sky Bar\nOpening hours: Mon-Thu 11:00-23:00; Fri-Sun 11:00-01:00\nServes: juice",
        section="Restaurants > Sky Bar",
    )
    said = chat(cafe, bar, SPA).say("which restaurants are open tonight? opening hours please")
    assert "Sky Bar" in said
    assert "Tamu Cafe" not in said.partition("Sources")[0]


def test_the_context_of_an_answer_is_bounded() -> None:
    many = [passage(f"Shoes return rule {n}: " + "word " * 300, title=f"Doc {n}") for n in range(8)]
    talk = chat(*many, PON)
    talk.say("what is the return policy for shoes return rule?")
    assert len(talk.state.support.kb_snippets) <= 5
