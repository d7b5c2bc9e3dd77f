"""Discovery: from a wish to options, to an item, and to the catalog's link when a list would not do."""

from decimal import Decimal

import pytest

from journeys.reply import ListReply
from journeys.sales.commands import OpenItem
from journeys.sales.shown import catalog_link
from journeys.sales.wish import Wish, remembered
from journeys.wording.money import money, price_range
from tests.journeys.shop import THINGS, Chat, Shop, Thing, talked

MANY = tuple(Thing(f"Road Running Shoes {letter}", 3000 + at) for at, letter in enumerate("ABCDEFGHIJKLMNOP" * 4))


def chatting(*messages: str, **shop: object) -> Chat:
    return talked(Shop, shop, *messages)


def wish_after(*messages: str) -> Wish | None:
    return remembered(chatting(*messages).state)


def test_options_are_numbered_true_and_can_be_tapped() -> None:
    chat = Chat()
    said = chat.say("nataka viatu vya kukimbia chini ya 5000")
    reply = chat.reply
    assert isinstance(reply, ListReply)
    assert "Haya ndiyo niliyopata kwa viatu vya kukimbia, hadi KES 5,000:" in said
    assert "4. *Karura Running Shoes* — KES 2,900 (imeisha)" in said
    assert len(reply.options) == 6
    assert reply.options[0].id == OpenItem(item=THINGS[0].item_id).written()
    assert all(len(option.title) <= 24 and len(option.description) <= 72 for option in reply.options)


@pytest.mark.parametrize(
    ("messages", "query", "limits"),
    [
        (
            ("running shoes under 5000", "show me red ones"),
            "running shoes",
            {"price_max": 5000, "colour": "red"},
        ),
        (("running shoes", "na hizo nyeusi?"), "running shoes", {"colour": "black"}),
        (("running shoes", "cheaper ones"), "running shoes", {"sort": "price_low"}),
        (("running shoes", "size 42"), "running shoes", {"size": "42"}),
        (("red shoes", "black shoes under 4000"), "shoes", {"colour": "black", "price_max": 4000}),
        (("running shoes under 5000", "leather handbag"), "leather handbag", {}),
        (("red running shoes under 5000", "running shoes"), "running shoes", {}),
        (("viatu", "viatu vya kukimbia chini ya 5000"), "viatu vya kukimbia", {"price_max": 5000}),
    ],
)
def test_a_wish_is_narrowed_until_another_thing_is_named(
    messages: tuple[str, ...], query: str, limits: dict[str, object]
) -> None:
    wish = wish_after(*messages)
    assert wish is not None
    said = wish.given()
    options = said.pop("options", {})
    assert said | options == {"query": query, **limits}


def test_an_item_is_opened_with_price_options_and_link() -> None:
    said = chatting("running shoes", "1").said
    assert "*Swift Runner Running Shoes*\nKES 4,500" in said
    assert "Sizes: 40, 41, 42\nColours: red\nIn stock" in said
    assert f"https://duka.example/catalog/items/{THINGS[0].item_id}" in said


def test_what_is_sold_out_says_so() -> None:
    said = chatting("running shoes", "4").said
    assert "Sizes: 40 (sold out), 41 (sold out), 42 (sold out)" in said
    assert "Sold out at the moment" in said


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("is it available in size 42", "42: yes, in stock at KES 4,500."),
        ("in size 50?", "50: it does not come like that."),
        ("iko kwa rangi nyeusi?", "black: haipatikani hivyo."),
    ],
)
def test_a_question_about_the_opened_item_is_answered_from_its_variants(question: str, answer: str) -> None:
    assert answer in chatting("running shoes", "1", question).said


def test_an_item_that_left_the_catalog_is_not_described() -> None:
    chat = Chat()
    chat.say("running shoes")
    chat.shop.things = ()
    assert "no longer in the catalog" in chat.say("1")


def test_more_shows_what_was_not_shown_yet() -> None:
    chat = Chat()
    first = chat.say("running shoes")
    assert "There are 8 in all" in first
    more = chat.say("show me more")
    assert "Marathon" in more
    assert "Savanna" not in more
    assert "That is all I have" in chat.say("more please")
    assert "Marathon" in chat.say("1")


def test_two_refusals_in_a_row_lead_to_the_catalog() -> None:
    chat = Chat()
    chat.say("running shoes")
    assert "What about these?" in chat.say("none of these")
    said = chat.say("sipendi hizi")
    assert "https://duka.example/catalog?q=running+shoes" in said
    assert "1." not in said


def test_a_refusal_is_forgotten_when_something_pleases() -> None:
    chat = chatting("running shoes", "none of these", "1", "none of these")
    assert chat.state.sales.catalog_rejections == 1


@pytest.mark.parametrize("words", ["see all", "zote", "show me everything"])
def test_whoever_wants_all_gets_the_link(words: str) -> None:
    said = chatting("red running shoes under 5000", words).said
    assert "https://duka.example/catalog?q=running+shoes&max_price=5000&colour=red" in said


def test_the_list_can_still_be_picked_from_after_the_link() -> None:
    assert "Savanna" in chatting("running shoes", "see all", "2").said


def test_what_the_shop_sells_is_answered_with_its_shelves() -> None:
    said = chatting("red running shoes", "what do you sell").said
    assert "https://duka.example/catalog\n" in said
    assert "Bags, Kitchen, Shoes" in said


def test_too_many_matches_of_a_vague_wish_come_with_the_link() -> None:
    said = chatting("shoes", things=MANY).said
    assert "https://duka.example/catalog?q=shoes" in said
    assert "6. " in said
    assert "7. " not in said
    narrow = chatting("black shoes", things=MANY).said
    assert "https://" not in narrow


def test_without_a_web_catalog_no_link_is_made_up() -> None:
    no_link = {"catalog_link_base": None}
    assert "http" not in chatting("running shoes", "see all", tenant=no_link).said
    assert "http" not in chatting("running shoes", "1", tenant=no_link).said


def test_what_is_not_there_is_said_and_nothing_invented() -> None:
    chat = chatting("do you have a helicopter")
    said = chat.said
    assert "I found nothing like it in the catalog." in said
    assert "https://duka.example/catalog" in said
    assert "KES" not in said


def test_near_misses_are_not_passed_off_as_hits() -> None:
    chat = chatting("blue handbag")
    said = chat.said
    assert "*Leather Handbag* does not come in blue, but in brown:" in said
    assert "1. *Leather Handbag* — KES 6,200" in said
    assert "nothing like it" not in said
    wish = remembered(chat.state)
    assert wish is not None
    assert wish.colour is None


def test_what_cannot_be_understood_is_asked_with_the_shelves() -> None:
    said = chatting("running shoes", "asdf qwer").said
    assert "did not understand" in said
    assert "Bags, Kitchen, Shoes" in said


def test_a_search_that_is_refused_is_admitted() -> None:
    assert "could not search" in chatting("running shoes", broken=frozenset({"catalog_search"})).said


def test_who_wants_to_buy_is_asked_for_what_is_missing() -> None:
    said = chatting("running shoes", "2", "I want to buy it").said
    assert "Which size of *Savanna Running Shoes* (black)" in said
    assert "Which one?" in chatting("running shoes", "I want to buy it").said


def test_a_link_keeps_what_its_base_has() -> None:
    chat = chatting("Hi", tenant={"catalog_link_base": "https://duka.example/c?lang=sw"})
    assert catalog_link.of_wish(chat.state, Wish(query="a b")) == "https://duka.example/c?lang=sw&q=a+b"


@pytest.mark.parametrize(
    ("amount", "written"),
    [("4500", "KES 4,500"), ("4500.00", "KES 4,500"), ("99.5", "KES 99.50"), ("1234567", "KES 1,234,567")],
)
def test_money(amount: str, written: str) -> None:
    assert money(Decimal(amount), "KES") == written


def test_a_price_range() -> None:
    assert price_range(Decimal(4500), Decimal("5200.50"), "KES") == "KES 4,500 - 5,200.50"
    assert price_range(Decimal(4500), Decimal("4500.00"), "KES") == "KES 4,500"


def test_after_three_questions_a_person_is_named() -> None:
    chat = chatting("running shoes", "asdf qwer", "qwer asdf")
    assert "+254700000009" not in chat.said
    assert "+254700000009" in chat.say("zxcv qwer")


def test_the_number_of_a_pick_is_no_size() -> None:
    assert "haipatikani" not in chatting("nataka viatu vya kukimbia", "namba 3 ni bei gani").said
    assert "41: yes" in chatting("running shoes", "how much is the first one in size 41").said


def test_words_that_find_nothing_beside_the_last_wish_are_a_wish_of_their_own() -> None:
    assert "Leather Handbag" in chatting("clay cooking pot", "kitu ya ngozi").said


@pytest.mark.parametrize(
    "text", ["running shoes till 5551234", "show me running shoes lucky-kes.example/win", "helicopter 5551234"]
)
def test_a_till_or_link_that_somebody_wrote_is_not_said_back(text: str) -> None:
    said = Chat(shop=Shop()).say(text)
    assert "5551234" not in said
    assert "lucky-kes" not in said


@pytest.mark.parametrize("text", ["nipe weekly tote ya 250", "buy the 250 weekly tote", "nunua weekly tote ya 250"])
def test_a_price_is_no_number_of_pieces(text: str) -> None:
    chat = chatting(text, things=(Thing("Weekly Tote", 250, category="Bags > Totes", sizes=("small", "large")),))
    choosing = chat.state.purchase.choosing
    assert choosing is not None
    assert choosing.quantity in (None, 1)
