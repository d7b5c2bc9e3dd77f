"""What customers write while they look at one item: its forms, its price, what is known of it, where it goes."""

import re
from collections.abc import Callable

import pytest

from tests import demo
from tests.depth import sampled
from tests.stories.conftest import Say
from tests.talk import Talk


@pytest.fixture
def at(db: None, talk: Callable[..., Talk]) -> Callable[[str], Say]:
    """At a business: what is said message by message, and the reply to the last."""

    def conversation(slug: str) -> Say:
        customer = talk(demo.put(slug, with_library=True))
        return lambda *texts: ["\n".join(customer.say(text)) for text in texts][-1]

    return conversation


@pytest.mark.parametrize(
    "asked",
    sampled([
        "do you have it in 42", "is there a 42", "what about 42", "is 42 there?", "any 42?", "hii iko na 42?",
        "kuna 42",
        "na 42?", "so can you get me this in 42?", "je 42 ipo", "how about size 42", "do u have this in a 42 please",
    ], quick=4),
)  # fmt: skip
def test_a_form_is_told_of_the_item_that_is_open(shop: Say, asked: str) -> None:
    shop("westlands leather sneaker")
    assert "Plain leather sneaker" in shop("1")
    told = shop(asked)
    assert "Westlands Leather Sneaker" in told
    assert "42: " in told
    assert "Plain leather sneaker" not in told  # the card was seen


def test_of_a_form_that_there_is_not_the_others_are_told(shop: Say) -> None:
    shop("westlands leather sneaker", "1")
    assert "white, brown" in shop("does it come in green")
    assert "Westlands" not in shop("do you have any others in green")


@pytest.mark.parametrize(
    "asked", sampled(["bei?", "whats the price", "ni ngapi", "ngapi?", "how much", "how much is it"], quick=2)
)
def test_its_price_is_told_alone(shop: Say, asked: str) -> None:
    shop("westlands leather sneaker", "1")
    assert "*Westlands Leather Sneaker* — KES 4,900" in shop(asked)


def test_what_nothing_tells_of_it_is_not_sought_on_the_shelves(shop: Say) -> None:
    shop("43 inch tv", "1")
    for asked in ("does it come with a bracket", "how many usb ports does it have", "will it work with a decoder"):
        told = shop(asked)
        assert "43-Inch 4K Smart TV" in told
        assert "That is all I know about it" in told


@pytest.mark.parametrize(
    ("where", "place"),
    sampled(
        [
            ("ok deliver it to Rongai", "Rongai"),
            ("deliver to Umoja, estate is Innercore, house 7", "Umoja, estate is Innercore, house 7"),
            ("sawa nipelekee Thika Road, mtaa wa Kasarani", "Thika Road, mtaa wa Kasarani"),
            ("can i get 2 of these delivered to Ruaka", "Ruaka"),
        ],
        quick=2,
    ),
)
def test_where_it_goes_orders_what_is_open(shop: Say, where: str, place: str) -> None:
    shop("cordless electric kettle", "1")
    told = shop(where)
    assert f"To: {place}" in told or f"Mahali: {place}" in told
    assert "silver, red" in told


def test_the_way_to_pay_orders_what_is_open_and_is_kept(shop: Say) -> None:
    shop("masika raincoat", "1", "got a large?")
    assert "Masika Raincoat" in shop("ill pay by card")
    assert "yellow, navy" in shop("yes")
    assert "How many would you like" in shop("navy")
    assert "by card" in shop("1")


def test_pay_and_yes_answer_how_many(shop: Say) -> None:
    shop("wooden wall clock", "buy this")
    assert "1 \u00d7 *Wall Clock Wooden*" in shop("pay")


def test_two_things_of_one_message_are_asked_about_in_turn(shop: Say) -> None:
    assert "Exercise Book" in shop("need 3 notebooks and a pen")
    assert "Ballpoint Pen" in shop("1")
    bill = shop("blue")
    assert "3 \u00d7 *Exercise Book Pack A5*" in bill
    assert "1 \u00d7 *Ballpoint Pen Box of Fifty* (blue)" in bill


@pytest.mark.parametrize(
    ("thing", "asked", "lasts"),
    [
        ("true wireless earbuds", "does it have a warranty", "6 months"),
        ("westlands leather sneaker", "what's the warranty on this?", "3 months"),
    ],
)
def test_the_warranty_is_that_of_things_like_it(shop: Say, thing: str, asked: str, lasts: str) -> None:
    shop(thing, "1")
    told = shop(asked)
    assert lasts in told
    assert "Phones and tablets" not in told


def test_an_empty_cart_has_no_total(shop: Say) -> None:
    assert "empty" in shop("whats my total")


def test_a_measure_that_nothing_has_brings_what_comes_nearest(telecom: Say) -> None:
    near = telecom("do you have a 15gb monthly bundle")
    assert "nothing in exactly that size" in near
    assert near.index("20 GB") < near.index("8 GB")
    assert "50 Mbps" in (exact := telecom("i need a 50mbps plan"))
    assert "25 Mbps" not in exact
    assert "25 Mbps" in telecom("30 mbps fibre")
    assert "exactly" not in telecom("show me 4g routers")


def test_a_kettle_of_another_size_is_not_bought_unasked(shop: Say) -> None:
    assert "nothing in exactly that size" in shop("i want a 2 litre kettle")


def test_sign_me_up_under_a_list_is_one_of_it(telecom: Say) -> None:
    telecom("i want the cheapest home internet")
    assert "Which one?" in telecom("sign me up")


def test_a_room_is_asked_about_and_booked(resort: Say) -> None:
    resort("show me the family cottage", "1")
    assert "View: garden" in resort("does it have a sea view")
    assert "every room" in resort("is breakfast included")
    assert "half board" in resort("book it for 2 nights from friday")


def test_a_party_is_how_many_of_what_is_open(resort: Say) -> None:
    resort("swahili coconut massage", "1")
    assert "60 minutes" in resort("for 2 people at 4pm tomorrow")
    assert "2 \u00d7 *Swahili Coconut Massage*" in resort("90 minutes")


def test_a_yes_while_money_is_awaited_is_no_second_quote(shop: Say) -> None:
    shop("buy one Wall Clock Wooden", "mpesa")
    shop("yes")
    assert "Please check your order" not in shop("yes")


@pytest.mark.parametrize(
    "asked", sampled(["do i need an id", "do i bring my national id along?", "is a passport ok?"], quick=1)
)
def test_what_the_item_tells_answers_though_it_is_not_named(telecom: Say, asked: str) -> None:
    telecom("what is the price of a sim card")
    assert "national ID or passport" in telecom(asked)


@pytest.mark.parametrize(
    "asked",
    sampled(
        ["whats the difference between the first two", "compare 1 and 2", "tofauti ya hizo mbili ni gani"], quick=1
    ),
)
def test_the_first_two_of_a_list_are_compared(telecom: Say, asked: str) -> None:
    prices = re.findall(r"\. \*.+\* \u2014 KES (\d,\d{3})", telecom("show me routers"))
    first, second = (int(price.replace(",", "")) for price in prices[:2])
    told = telecom(asked)
    assert told.count("\u2014 KES") == 2
    assert f"{abs(first - second):,}" in told


def test_a_number_told_for_the_prompt_is_charged(shop: Say) -> None:
    assert "How would you like to pay" in shop("buy one Wall Clock Wooden")
    assert "+254722000111" in shop("to 0722000111")


def test_thanks_after_business_are_returned_by_the_most_sober_of_assistants(telecom: Say) -> None:
    telecom("nimenunua bundle lakini haijaingia")
    assert "Karibu" in telecom("asante")


@pytest.mark.parametrize("way", sampled(["till", "card please", "nitalipa na mpesa"], quick=1))
def test_a_way_to_pay_under_a_list_is_no_thing_that_is_sought(shop: Say, way: str) -> None:
    shop("do you sell school bags")
    told = shop(way)
    assert "KES" not in told
    assert "noted" in told or "sawa" in told


@pytest.mark.parametrize(
    "asked", sampled(["how much for 2 nights", "bei kwa watu wanne ni ngapi", "how much for three nights?"], quick=1)
)
def test_a_price_for_so_many_is_asked_of_what_is_looked_at(resort: Say, asked: str) -> None:
    resort("show me the family cottage", "1")
    assert "*Family Cottage* \u2014 KES 26,500 - 39,500" in resort(asked)
