"""From an item to the cart: one question at a time, several answers at once, and a change of mind at any point."""

from decimal import Decimal

import pytest

from journeys.command import Option
from journeys.reply import Buttons
from journeys.sales.commands import Add, ChangeCart, Line
from tests.journeys.checkout.till import COUPON, SWIFT, buying, till_of
from tests.journeys.shop import THINGS, Chat
from tests.loopback.openai_server import OpenAIServer, answer
from tools.contract import Refusal

OPENED = ("running shoes", "2")


def cart(chat: Chat) -> list[tuple[str, str, int]]:
    return [(line.title.split()[0], line.options["size"], line.quantity) for line in chat.state.purchase.cart]


@pytest.mark.parametrize(
    "words",
    [
        "nataka hii mbili size 42 nyeusi",
        "I'll take two pairs in 42, black",
        "nadai hii pair mbili saizi 42",
        "buy 2 pairs size 42",
        "nitachukua jozi mbili namba 42",
    ],
)
def test_all_at_once_needs_no_question_and_no_model(words: str) -> None:
    chat = buying(*OPENED, words)
    assert cart(chat) == [("Savanna", "42", 2)]
    assert "Total: *KES 6,400*" in chat.said or "Jumla: *KES 6,400*" in chat.said
    assert chat.trace.model_calls == []


def test_one_question_at_a_time() -> None:
    chat = buying(*OPENED)
    assert "Which size" in chat.tap(f"buy:{THINGS[1].item_id}", "Buy this")
    reply = chat.reply
    assert isinstance(reply, Buttons)
    assert [option.title for option in reply.options] == ["40", "41", "42"]
    assert "How many" in chat.tap(reply.options[2].id, "42")
    assert "2 \N{MULTIPLICATION SIGN} *Savanna Running Shoes* (42, black): KES 6,400" in chat.say("2")


@pytest.mark.parametrize(
    "words", ["0", "-1", "two or maybe three", "2 or 3", "1.5", "half", "labda mbili au tatu", "a few"]
)
def test_what_is_no_quantity_is_asked_again(words: str) -> None:
    chat = buying(*OPENED, "buy it", "42", words)
    assert "one whole number" in chat.said
    assert chat.state.purchase.cart == []
    assert "Total" in chat.say("mbili")


def test_more_than_there_are_says_what_is_left() -> None:
    chat = buying(*OPENED, "buy it", "42", "1000000000")
    assert "only 4 left" in chat.said
    assert "Total: *KES 12,800*" in chat.say("4")
    chat.say("running shoes")
    chat.say("2")
    assert "only 4 left" in chat.say("buy one more, size 42")


def test_a_form_it_does_not_come_in_is_said_and_asked_for() -> None:
    chat = buying("running shoes", "1", "size 42 mbili nyeusi")
    assert "does not come in nyeusi" in chat.said
    assert "red" in chat.said
    assert "Total: *KES 9,000*" in chat.say("red")


def test_what_is_sold_out_cannot_be_bought() -> None:
    chat = buying("running shoes", "4", "nataka hii")
    assert "sold out" in chat.said
    assert chat.state.purchase.cart == []


def test_a_change_of_mind_while_choosing() -> None:
    chat = buying(*OPENED, "buy it", "41", "actually size 42", "mbili")
    assert cart(chat) == [("Savanna", "42", 2)]
    chat = buying(*OPENED, "buy it", "no")
    assert "I leave that one" in chat.said
    assert chat.state.purchase.choosing is None


def test_what_she_looked_for_is_not_asked_again() -> None:
    assert "How many" in buying("running shoes size 42", "2", "buy it").said


FULL = (*OPENED, "buy two size 42")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("make it 3", [("Savanna", "42", 3)]),
        ("iwe tatu", [("Savanna", "42", 3)]),
        ("ongeza moja", [("Savanna", "42", 3)]),
        ("yes add one more", [("Savanna", "42", 3)]),
        ("punguza moja", [("Savanna", "42", 1)]),
        ("size 41 instead", [("Savanna", "41", 2)]),
        ("badilisha size 41", [("Savanna", "41", 2)]),
        ("cart", [("Savanna", "42", 2)]),
        ("ondoa", []),
        ("remove it", []),
        ("ghairi", []),
        ("cancel", []),
    ],
)
def test_the_cart_is_changed_in_plain_words(words: str, expected: list[tuple[str, str, int]]) -> None:
    chat = buying(*FULL, words)
    assert cart(chat) == expected
    assert chat.trace.model_calls == []
    assert sum(till_of(chat).lines.values()) == sum(quantity for _, _, quantity in expected)


def test_several_items_and_which_of_them() -> None:
    chat = buying(*FULL, "add another", "leather handbag", "1", "buy one")
    assert len(chat.state.purchase.cart) == 2
    assert "Total: *KES 12,600*" in chat.said
    assert "2 \N{MULTIPLICATION SIGN} *Leather Handbag*" in chat.say("make the bag 2")
    assert "Which one do you mean" in chat.say("remove")
    assert "Total: *KES 12,400*" in chat.say("1")
    assert [line.title for line in chat.state.purchase.cart] == ["Leather Handbag"]


def test_a_price_that_has_changed_is_told() -> None:
    chat = buying(*FULL)
    till_of(chat).repriced[chat.state.purchase.cart[0].sku] = Decimal(3500)
    said = chat.say("make it 3")
    assert "was KES 3,200 and is now KES 3,500" in said
    assert "Total: *KES 10,500*" in said
    assert "was KES" not in chat.say("make it 2")


def test_a_coupon_is_named_used_and_kept_when_the_cart_changes() -> None:
    chat = buying(*FULL)
    assert f"code {COUPON} and save KES 640" in chat.said
    assert "Total: *KES 5,760*" in chat.say(COUPON.lower())
    assert "Total: *KES 8,640*" in chat.say("make it 3")


def test_an_item_that_left_the_catalog_meanwhile_is_taken_out() -> None:
    gone = Refusal(code="item_inactive", reason="Gone.", facts={})
    chat = buying(*FULL)
    sku = chat.state.purchase.cart[0].sku
    till_of(chat).refuses["order_create"] = gone.model_copy(update={"facts": {"sku": sku}})
    assert "no longer sold" in chat.say("make it 3")
    assert chat.state.purchase.cart == []


def test_too_few_are_left_when_ordering() -> None:
    short = Refusal(code="out_of_stock", reason="Few.", facts={"title": "Savanna Running Shoes", "available": 1})
    chat = buying(*OPENED)
    till = till_of(chat)
    till.refuses["order_create"] = short
    said = chat.say("buy two size 42")
    assert "only 1 left" in said
    till.refuses.clear()
    assert "Total: *KES 3,200*" in chat.say("yes")


@pytest.mark.parametrize("words", ["yes", "ndio", "no", "hapana"])
def test_a_bare_yes_or_no_after_a_list_costs_no_call(words: str, openai_server: OpenAIServer) -> None:
    openai_server.reply = answer({})
    chat = buying("running shoes")
    chat.provider = openai_server.provider
    chat.say(words)
    assert openai_server.asked == []


def test_another_question_in_between_leads_back() -> None:
    chat = buying(*OPENED, "buy it")
    said = chat.say("where is my order?")
    assert "which one shall it be? 40, 41, 42" in said
    assert "How many" in chat.say("42")
    said = chat.say("ongea kiswahili tafadhali")
    assert "ungependa ngapi?" in said
    assert SWIFT.title not in said
    assert "Jumla: *KES 3,200*" in chat.say("moja")


@pytest.mark.parametrize(
    "words",
    [
        ("2, size 42", "ok I'll take it"),
        ("the second one in 42", "I'll have it"),
        ("2", "iko size 42?", "naichukua"),
        ("2", "do you have size 42?", "is it waterproof?", "buy it"),
    ],
)
def test_the_form_that_was_asked_about_is_not_asked_again(words: tuple[str, ...]) -> None:
    chat = buying("running shoes", *words)
    assert "(42, black)" in chat.said
    assert chat.state.purchase.choosing is not None
    assert chat.state.purchase.choosing.options["size"] == "42"


@pytest.mark.parametrize("words", ["and 42?", "what about 42?", "na 42?", "how about in size 42?", "42?"])
def test_the_form_asked_about_last_counts(words: str) -> None:
    chat = buying(*OPENED, "do you have size 40?", words)
    assert "42: " in chat.said
    chat.say("I'll take it")
    assert "(42, black)" in chat.said


@pytest.mark.parametrize("words", ["3", "3 please", "naomba 3"])
def test_a_bare_number_is_still_another_row(words: str) -> None:
    assert "Rift" in buying(*OPENED, "do you have size 42?", words).said


@pytest.mark.parametrize("yes", ["yes", "ndio", "sawa", "ok"])
def test_a_yes_to_how_many_is_one(yes: str) -> None:
    assert "Total: *KES 3,200*" in buying(*OPENED, "buy it", "42", yes).said.replace("Jumla", "Total")


@pytest.mark.parametrize(
    ("words", "method", "phone"),
    [
        ("by card please", "card", None),
        ("card", "card", None),
        ("nitalipa na mpesa", "mpesa_stk", None),
        ("prompt 0722 000 111", "mpesa_stk", "+254722000111"),
    ],
)
def test_a_way_to_pay_told_too_early_is_kept(words: str, method: str, phone: str | None) -> None:
    chat = buying(*OPENED, "buy it", words)
    assert chat.state.purchase.payment_method == method
    assert "40, 41, 42" in chat.said  # the size is asked for again
    chat.say("42")
    chat.say("2")
    asked = chat.state.controls.asked
    assert asked is not None
    assert (asked.kind, chat.state.purchase.payment_phone) == ("confirm", phone or chat.state.purchase.payment_phone)


@pytest.mark.parametrize(
    "words",
    [
        "2, and I'll pay by card",
        "mbili, card",
        "two pairs then by card",
        "make it two pairs actually. card please",
    ],
)
def test_two_answers_in_one_message(words: str) -> None:
    chat = buying(*OPENED, "buy it", "42", words)
    assert cart(chat) == [("Savanna", "42", 2)]
    assert chat.state.purchase.payment_method == "card"


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("deliver to Thika", "Thika"),
        ("please deliver it to Thika, Section 9", "Thika, Section 9"),
        ("send them to my sister in Nakuru", "Nakuru"),
        ("I'll come and collect them at the shop", "I'll come and collect them at the shop"),
        ("nitumie kwa Githurai 45 near the stage", "Githurai 45 near the stage"),
        ("peleka hadi Kilimani", "Kilimani"),
        ("delivery iwe kwa Rongai", "Rongai"),
    ],
)
def test_where_it_shall_be_brought_is_noted_with_the_order(words: str, place: str) -> None:
    chat = buying(*OPENED, "buy it", "42", "2", words)
    assert chat.state.purchase.delivery.place == place
    assert place in chat.said
    assert "Total: *KES 6,400*" in chat.said.replace("Jumla", "Total")


@pytest.mark.parametrize(
    "words", ["do you deliver to Thika?", "send it to me", "send to 0722000111", "deliver to", "nitumie link"]
)
def test_what_is_no_place_is_none(words: str) -> None:
    assert buying(*OPENED, "buy it", "42", "2", words).state.purchase.delivery.place == ""


def test_who_gets_it_is_noted_beside_the_place_and_the_day() -> None:
    chat = buying(*OPENED, "buy it", "42", "2", "deliver to my sister in Nakuru on friday, Wanjiru 0722334455")
    delivery = chat.state.purchase.delivery
    assert (delivery.place, delivery.when) == ("Nakuru", "on friday")
    assert delivery.recipient == "my sister Wanjiru +254722334455"


@pytest.mark.parametrize("words", ["get me 2 of them in 42", "give me two pairs, size 42", "2 pieces in 42 please"])
def test_so_many_of_what_is_opened_is_no_row_of_the_list(words: str) -> None:
    assert cart(buying(*OPENED, words)) == [("Savanna", "42", 2)]


def test_a_place_and_a_number_while_choosing() -> None:
    chat = buying(*OPENED, "buy it", "42", "deliver to Thika, make it two pairs actually")
    assert cart(chat) == [("Savanna", "42", 2)]
    assert chat.state.purchase.delivery.place == "Thika"


@pytest.mark.parametrize("words", ["yes, and deliver to Thika", "deliver to Thika, yes", "ndio. peleka hadi Thika"])
def test_a_yes_beside_something_else_pays_nothing(words: str) -> None:
    chat = buying(*OPENED, "buy it", "42", "2", "mpesa", words)
    assert not any(call.tool.startswith("payment_initiate") for call in chat.trace.tool_calls)
    assert chat.state.purchase.payment_status is None
    assert chat.state.purchase.delivery.place == "Thika"


SIZED = f"buy:{THINGS[4].item_id}"
NOT_IN_IT = "*Ngong Running Shoes* is not in it yet"


def half_chosen() -> Chat:
    """A cart of one thing, and another whose size is still asked."""
    chat = buying(*OPENED, "I'll take two pairs in 42, black")
    assert "Which size" in chat.tap(SIZED, "Buy this")
    return chat


@pytest.mark.parametrize("words", ["prompt to 0722000111", "deliver it to Kisumu, Milimani"])
def test_what_still_waits_for_its_size_is_told_to_be_left_out(words: str) -> None:
    chat = half_chosen()
    said = chat.say(words)
    assert NOT_IN_IT in said
    assert "40, 41, 42" in said
    assert cart(chat)[0][:2] == ("Savanna", "42")
    assert chat.state.purchase.choosing is not None


def test_whoever_pays_is_told_again_what_they_do_not_pay_for() -> None:
    chat = half_chosen()
    chat.say("deliver it to Kisumu, Milimani")
    assert NOT_IN_IT in chat.say("pay")


def test_what_waits_is_not_forgotten_over_what_is_looked_at_meanwhile() -> None:
    chat = half_chosen()
    assert "Leather Handbag" in chat.say("leather handbags")
    assert chat.state.purchase.choosing is None
    assert NOT_IN_IT in chat.say("pay")
    assert NOT_IN_IT not in chat.say("drop the Ngong ones, then pay")


def test_each_that_is_asked_about_later_is_told_with_what_there_is_of_it_and_what_there_is_not() -> None:
    swift = Line(item=THINGS[0].item_id)
    too_large = Line(item=THINGS[4].item_id, options=(Option(name="size", value="50"),))
    chat = buying("running shoes")
    said = chat.tap(Add(lines=(swift, too_large)).written(), "both, the white ones in 50")
    assert "*Ngong Running Shoes*: It does not come in 50." in said
    assert "After that I ask about *Ngong Running Shoes* (40, 41, 42)" in said


def test_what_was_but_looked_at_is_not() -> None:
    chat = buying(*OPENED, "I'll take two pairs in 42, black", "running shoes", "5")
    assert "is not in it yet" not in chat.say("prompt to 0722000111")


def test_one_of_two_alike_may_be_another_form_and_the_other_stays() -> None:
    chat = buying(*OPENED, "I'll take two pairs in 42, black")
    chat.say("make one of them a 41")
    assert cart(chat) == [("Savanna", "42", 1), ("Savanna", "41", 1)]
    sku = chat.state.purchase.cart[0].sku
    chat.tap(ChangeCart(change="swap", line=sku, options=(Option(name="size", value="40"),)).written(), "a 40")
    assert sorted(cart(chat)) == [("Savanna", "40", 1), ("Savanna", "41", 1)]
