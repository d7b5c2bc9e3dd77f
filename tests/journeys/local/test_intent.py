"""What a customer is after, in three languages; sure only when it is plain."""

import pytest

from journeys.local import exemplars
from journeys.local.intent import classify, leans_casual
from journeys.local.wordlists import wordlist

ROUTES = 0.70
UNKNOWN = 0.50
INTENTS = {
    "sales_discovery",
    "product_question",
    "support_question",
    "order_status",
    "discounts_offers",
    "preferences_consent",
    "payment_help",
    "human_request",
    "spam_casual",
    "unknown",
}

SURE = [
    ("running shoes", "sales_discovery"),
    ("blender", "sales_discovery"),
    ("sufuria", "sales_discovery"),
    ("unicorn saddle", "sales_discovery"),
    ("Samsung A15", "sales_discovery"),
    ("nataka viatu vya kukimbia chini ya 5000", "sales_discovery"),
    ("show me red ones", "sales_discovery"),
    ("see all", "sales_discovery"),
    ("do you sell telescopes?", "sales_discovery"),
    ("niaje, nadai jacket ya leather", "sales_discovery"),
    ("mko na mashine za kufua", "sales_discovery"),
    ("does the laptop come with a charger", "product_question"),
    ("bei ya hiyo friji ni ngapi", "product_question"),
    ("do you deliver to Nyeri and how long does it take", "support_question"),
    ("the iron I bought has stopped working", "support_question"),
    ("duka lenu liko wapi hapo Nakuru", "support_question"),
    ("where is my parcel?", "order_status"),
    ("oda yangu bado haijafika jamani", "order_status"),
    ("order number 5512 imefika wapi", "order_status"),
    ("any discounts this week?", "discounts_offers"),
    ("naomba unipunguzie bei", "discounts_offers"),
    ("please stop sending me promotions", "preferences_consent"),
    ("tafadhali ongea kiswahili", "preferences_consent"),
    ("I have paid through mpesa, confirm please", "payment_help"),
    ("nilipe kwa paybill gani", "payment_help"),
    ("stk haijaingia kwa simu", "payment_help"),
    ("can I talk to a human", "human_request"),
    ("nataka kuongea na mhudumu", "human_request"),
    ("Hi", "spam_casual"),
    ("heeey", "spam_casual"),
    ("mambo", "spam_casual"),
    ("good morning", "spam_casual"),
    ("tell me a joke", "spam_casual"),
    ("who is the president of Kenya", "spam_casual"),
    ("what is the weather today", "spam_casual"),
]


@pytest.mark.parametrize(("text", "label"), SURE)
def test_a_plain_message_is_routed(text: str, label: str) -> None:
    found = classify(text)
    assert (found.label, found.confidence >= ROUTES) == (label, True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "???",
        "asdf qwer",
        "zzzz",
        "sdkjfh lkjsdf",
        "qwerty uiop",
        "😀😀",
        "مرحبا",
        "\x00",
        "2",
        "ok",
        "🇰🇪",
        "a" * 10_000,
    ],
)
def test_noise_and_bare_answers_are_unknown(text: str) -> None:
    found = classify(text)
    assert (found.label, found.confidence < UNKNOWN) == ("unknown", True)


@pytest.mark.parametrize("text", ["is that so", "nilimwambia jana jioni", "it is what it is", "she left before noon"])
def test_what_is_about_nothing_is_not_routed(text: str) -> None:
    assert classify(text).confidence < ROUTES


@pytest.mark.parametrize(
    ("journey", "label"),
    [
        ("sales", "sales_discovery"),
        ("support", "support_question"),
        ("orders", "order_status"),
        ("offers", "discounts_offers"),
        ("prefs", "preferences_consent"),
    ],
)
@pytest.mark.parametrize("text", ["2", "sawa", "yes", "hapana"])
def test_a_bare_answer_belongs_to_the_journey_it_answers(text: str, journey: str, label: str) -> None:
    found = classify(text, last_journey=journey)
    assert (found.label, found.confidence >= ROUTES) == (label, True)


def test_an_unknown_journey_changes_nothing() -> None:
    assert classify("sawa", last_journey="governance") == classify("sawa")


def test_a_plain_change_of_subject_leaves_the_journey() -> None:
    assert classify("where is my order", last_journey="sales").label == "order_status"


def test_the_exemplars_cover_every_intent_and_no_other() -> None:
    assert set(wordlist("exemplars")) == INTENTS
    assert all(len(set(lines)) == len(lines) >= 25 for lines in wordlist("exemplars").values())


def test_no_sentence_teaches_two_intents() -> None:
    lines = [line for lines in wordlist("exemplars").values() for line in lines]
    assert len(lines) == len(set(lines))


def test_learning_twice_gives_the_same_scores() -> None:
    few = {label: lines[:6] for label, lines in wordlist("exemplars").items()}
    assert exemplars.learn(few).scores("nataka viatu") == exemplars.learn(few).scores("nataka viatu")


def test_the_model_recognises_most_of_what_it_was_not_taught() -> None:
    """Every seventh exemplar is held back and judged by a model that never saw it."""
    lines = wordlist("exemplars")
    model = exemplars.learn({label: [line for at, line in enumerate(said) if at % 7] for label, said in lines.items()})
    held_back = [(label, line) for label, said in lines.items() for line in said[::7]]
    scores = [(label, model.scores(line)) for label, line in held_back]
    right = sum(1 for label, scored in scores if max(scored, key=scored.__getitem__) == label)
    assert right / len(held_back) > 0.75


def test_vague_small_talk_leans_casual_and_shopping_does_not() -> None:
    assert leans_casual("how did you sleep last night")
    assert not leans_casual("nataka viatu")
