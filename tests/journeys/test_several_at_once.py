"""What a model says of several things in one message is each done: none is forgotten for another."""

from decimal import Decimal
from typing import Any

import pytest

from journeys import state
from journeys.checkout import noted
from journeys.checkout.commands import LONGEST_NOTE, Deliver
from journeys.command import Option
from journeys.llm import Provider
from journeys.sales import items
from journeys.sales.buying import named_options, not_yet_in, put_together
from journeys.sales.commands import ChangeCart, Line
from journeys.state import CartLine, Choosing, Confirm, ConversationState
from tests.attacks.lying_model.contexts import item, search
from tests.journeys.checkout.till import COUPON, Till
from tests.journeys.shop import Chat, Thing
from tests.journeys.test_model_dialogues import line
from tests.journeys.test_model_turns import Script, give
from tests.loopback.openai_server import OpenAIServer
from tools.catalog.catalog_get_item import CatalogGetItemArgs, CatalogGetItemResult
from tools.contract import Refusal, ToolContext
from tools.offers.order_apply_coupon import OrderApplyCouponArgs, OrderApplyCouponResult

BOX = CartLine(sku="RT-06", item_id="box", title="TV Box", quantity=1, unit_price=Decimal(6499), currency="KES")
LEAST = 1000  # KES from which on the coupon counts
SHELF = (Thing("Clay Cooking Pot", 1500, sizes=()), Thing("Savanna Running Shoes", 3200))


@pytest.fixture
def provider(openai_server: OpenAIServer) -> Provider:
    return openai_server.provider


def holding(**changes: Any) -> ConversationState:
    return state.load(None, tenant_id="t", conversation_id="c", request_id="r").having(**changes)


def test_a_line_that_is_named_by_its_key_is_meant_and_not_what_waits() -> None:
    waits = holding(cart=[BOX], choosing=Choosing(item_id="airtime", title="Airtime Top-Up"))
    assert not_yet_in.changed(ChangeCart(change="remove", line="RT-06"), waits, None) is None  # type: ignore[arg-type]
    assert not_yet_in.is_named("airtime", "Airtime Top-Up", waits)


@pytest.mark.parametrize(
    ("notes", "kept"),
    [
        (["Write Amani on the cake", "Towels for room 12"], "Write Amani on the cake; Towels for room 12"),
        (["Write Amani on the cake", "Write Amani on the cake, in blue"], "Write Amani on the cake, in blue"),
        (["Call at the gate, then wait", "Call at the gate"], "Call at the gate, then wait"),
    ],
)
def test_a_note_on_one_thing_does_not_take_that_on_another(notes: list[str], kept: str) -> None:
    held = holding()
    for note in notes:
        held, told = noted.noted(Deliver(note=note), held, None)  # type: ignore[arg-type]
    assert held.purchase.delivery.note == kept
    assert kept in told


def test_notes_have_a_bound() -> None:
    held = holding()
    for number in range(9):
        held, _ = noted.noted(Deliver(note=f"{number} " * 60), held, None)  # type: ignore[arg-type]
    assert len(held.purchase.delivery.note) == LONGEST_NOTE


@pytest.mark.parametrize(("name", "size"), [("savanna running shoes 42", "42"), ("savanna running shoes", None)])
def test_the_form_that_a_name_tells_is_taken(name: str, size: str | None) -> None:
    shoes = SHELF[1]
    item = Till(things=SHELF).catalog_get_item(CatalogGetItemArgs(item_id=shoes.item_id))
    assert isinstance(item, CatalogGetItemResult)
    told = put_together.in_its_form(Line(item=name), item)
    assert {each.name: each.value for each in told.options}.get("size") == size


def test_the_total_is_told_though_an_item_waits_for_its_form(provider: Provider, openai_server: OpenAIServer) -> None:
    chat = Chat(shop=Till(things=SHELF), provider=provider)
    wishes = give("add", lines=[line("Clay Cooking Pot", 2), line("Savanna Running Shoes", 1)])
    openai_server.reply = Script(wishes, give("show_cart"))
    said = chat.say("two clay pots and the savanna, what is the total?")
    assert "Total: *KES 3,000*" in said
    assert said.index("Total:") < said.index("*Savanna Running Shoes*", said.index("Total:"))
    openai_server.reply = Script(wishes)
    assert "Total:" not in Chat(shop=Till(things=SHELF), provider=provider).say("two clay pots and the savanna")


POTS, SHOES = line("Clay Cooking Pot", 2), line("Savanna Running Shoes", 1)
TO_KISUMU = give("deliver", recipient="", place="Milimani, Kisumu", when="", note="")


@pytest.mark.parametrize("asks", [[give("show_cart")], [TO_KISUMU], [TO_KISUMU, give("show_cart")]])
@pytest.mark.parametrize("adds", [[[POTS, SHOES]], [[SHOES, POTS]], [[POTS], [SHOES]], [[SHOES], [POTS]]])
@pytest.mark.parametrize("is_asked_first", [False, True])
def test_the_total_so_far_is_told_once_with_one_question(
    provider: Provider,
    openai_server: OpenAIServer,
    adds: list[list[dict[str, Any]]],
    asks: list[dict[str, Any]],
    *,
    is_asked_first: bool,
) -> None:
    put_in = [give("add", lines=lines) for lines in adds]
    openai_server.reply = Script(*(asks + put_in if is_asked_first else put_in + asks))
    chat = Chat(shop=Till(things=SHELF), provider=provider)
    said = chat.say("two clay pots and the savanna, what is the total to Milimani, Kisumu?")
    assert said.count("1. 2 \u00d7 *Clay Cooking Pot*") == said.count("Total: *KES 3,000*") == 1
    assert said.count("*Savanna Running Shoes* is not in it yet") == said.count("Which size") == 1
    assert said.index("Total:") < said.index("Which size")
    assert "tell me which one" not in said  # the question itself stands below
    assert "How would you like to pay" not in said
    assert "cart is empty" not in said


def test_a_cart_of_what_waits_alone_is_not_told_as_empty(provider: Provider, openai_server: OpenAIServer) -> None:
    chat = Chat(shop=Till(things=SHELF), provider=provider)
    openai_server.reply = Script(give("add", lines=[SHOES]), give("show_cart"))
    said = chat.say("the savanna, what is the total?")
    assert "*Savanna Running Shoes* is not in it yet" in said
    assert "cart is empty" not in said
    assert said.count("Which size") == 1
    openai_server.reply = Script(give("show_cart"))
    assert "cart is empty" in Chat(shop=Till(things=SHELF), provider=provider).say("what is in my cart?")


@pytest.mark.parametrize("words", ["Which of the sizes 40, 41 or 42?", "There is no size 50. Which of 40, 41 or 42?"])
def test_what_was_put_in_is_told_whatever_a_model_says_of_the_rest(
    provider: Provider, openai_server: OpenAIServer, words: str
) -> None:
    chat = Chat(shop=Till(things=SHELF), provider=provider)
    put_in = give("add", lines=[POTS, line("Savanna Running Shoes", 1, size="50")])
    openai_server.reply = Script(put_in, text=words)
    said = chat.say("two clay pots and the savanna in 50")
    assert "In your cart: 2 \u00d7 *Clay Cooking Pot*" in said
    assert words in said


class AboveASum(Till):
    """A coupon counts from a sum on."""

    def order_apply_coupon(self, args: OrderApplyCouponArgs, context: ToolContext) -> OrderApplyCouponResult | Refusal:
        if self.order.subtotal < LEAST:
            return Refusal(code="minimum_spend", reason="The order is too small.", facts={"missing": "1"})
        return super().order_apply_coupon(args, context)


@pytest.mark.parametrize("beside", [[], ["Tea Towel"]])
@pytest.mark.parametrize(("put_in", "is_lost"), [("Charcoal Stove", False), ("Wooden Spoon", True)])
def test_a_coupon_that_counts_again_is_not_told_as_lost(
    provider: Provider, openai_server: OpenAIServer, beside: list[str], put_in: str, *, is_lost: bool
) -> None:
    prices = {"Clay Cooking Pot": 3000, "Charcoal Stove": 4500, "Wooden Spoon": 250, "Tea Towel": 500}
    things = tuple(Thing(name, price, sizes=()) for name, price in prices.items())
    chat = Chat(shop=AboveASum(things=things), provider=provider)
    first = [line(name, 1) for name in ("Clay Cooking Pot", *beside)]
    openai_server.reply = Script(give("add", lines=first), give("apply_coupon", code=COUPON))
    assert "KES 3" in chat.say(f"a clay pot, code {COUPON}")
    assert chat.state.purchase.order_totals["codes"] == [COUPON]
    leaves = give("change_cart", change="remove", line="Clay Cooking Pot", options=[], quantity=None)
    joins = give("add", lines=[line(put_in, 1)])
    openai_server.reply = Script(leaves, joins)
    said = chat.say(f"the {put_in.lower()} instead of the pot, with the same code")
    assert ("does not apply to this order" in said) is is_lost
    assert (COUPON in chat.state.purchase.order_totals["codes"]) is not is_lost


def test_a_coupon_that_is_lost_once_more_is_told_as_lost(provider: Provider, openai_server: OpenAIServer) -> None:
    prices = {"Clay Cooking Pot": 3000, "Charcoal Stove": 4500, "Tea Towel": 500}
    things = tuple(Thing(name, price, sizes=()) for name, price in prices.items())
    chat = Chat(shop=AboveASum(things=things), provider=provider)
    first = [line(name, 1) for name in ("Clay Cooking Pot", "Tea Towel")]
    openai_server.reply = Script(give("add", lines=first), give("apply_coupon", code=COUPON))
    chat.say(f"a clay pot and a tea towel, code {COUPON}")

    def leaves(name: str) -> dict[str, Any]:
        return give("change_cart", change="remove", line=name, options=[], quantity=None)

    joins = give("add", lines=[line("Charcoal Stove", 1)])
    openai_server.reply = Script(leaves("Clay Cooking Pot"), joins, leaves("Charcoal Stove"))
    said = chat.say("leave the pot out, take the stove, no, not the stove either")
    assert chat.state.purchase.order_totals["codes"] == []
    assert "does not apply to this order" in said


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("monthly all-network minutes", "All-Network 400 Minutes"),
        ("daily all-network minutes", "All-Network 60 Minutes"),
        ("weekly all-network minutes", None),
        ("all-network minutes", None),
        ("monthly combo bundle", "Combo Data, Minutes and SMS"),
    ],
)
def test_of_those_that_bear_a_name_the_one_is_meant_that_holds_so_long(name: str, title: str | None) -> None:
    titles = ["All-Network 60 Minutes", "All-Network 400 Minutes", "Combo Data, Minutes and SMS", "Diaspora Minutes"]
    found = items._of_its_period(search("mtandao", titles, 4), name)
    assert (found.title if found is not None else None) == title


def test_the_only_one_whose_title_has_each_word_of_a_name_is_meant() -> None:
    found = search("mtandao", ["Mtandao Smart 5G", "5G Home Internet Unlimited", "4G Home Router"], 3)
    assert (only := items._only_called(found, "5G home")) is not None
    assert only.title == "5G Home Internet Unlimited"
    assert items._only_called(found, "home") is None
    assert items._only_called(found, "5G phone") is None


SIZED = (Thing("Savanna Running Shoes", 3200), Thing("Ngong Hiking Boots", 4800), Thing("Wooden Spoon", 250, sizes=()))


def test_what_is_put_in_with_the_answer_is_no_longer_asked_about(
    provider: Provider, openai_server: OpenAIServer
) -> None:
    chat = Chat(shop=Till(things=SIZED), provider=provider)
    openai_server.reply = Script(give("add", lines=[line("Savanna Running Shoes", 1), line("Ngong Hiking Boots", 1)]))
    assert "Ngong Hiking Boots" in chat.say("the savanna and the ngong boots")
    size = {"name": "size", "value": "42"}
    openai_server.reply = Script(
        give("choose", options=[size], quantity=2), give("add", lines=[line("Ngong Hiking Boots", 1, size="41")])
    )
    said = chat.say("the savanna in 42, two pairs, and the boots in 41")
    assert [(each.title, each.quantity) for each in chat.state.purchase.cart] == [
        ("Savanna Running Shoes", 2), ("Ngong Hiking Boots", 1),
    ]  # fmt: skip
    assert "Which size" not in said
    assert chat.state.purchase.waiting == []
    assert chat.state.purchase.choosing is None
    assert "How would you like to pay" in said


def test_what_waited_long_ago_does_not_take_the_place_of_paying(
    provider: Provider, openai_server: OpenAIServer
) -> None:
    chat = Chat(shop=Till(things=SIZED), provider=provider)
    openai_server.reply = Script(give("add", lines=[line("Savanna Running Shoes", 1), line("Wooden Spoon", 2)]))
    chat.say("the savanna, and two spoons")
    openai_server.reply = Script(give("show_cart"))
    chat.say("what is the total of what is in?")
    openai_server.reply = Script(
        give("add", lines=[line("Wooden Spoon", 1)]), give("choose_payment", method="mpesa_stk", phone="0745666777")
    )
    said = chat.say("one more spoon, and prompt 0745666777")
    assert "*Savanna Running Shoes* is not in it yet" in said
    assert "Total: *KES 750*" in said
    assert isinstance(chat.state.controls.asked, Confirm)
    assert [each["item"] for each in chat.state.purchase.waiting] == [SIZED[0].item_id]


def test_a_question_about_another_thing_makes_nothing_wait_for_a_form(
    provider: Provider, openai_server: OpenAIServer
) -> None:
    """What was but looked at, while the form of something else was asked for, is neither asked about nor told."""
    shelf = (*SHELF, Thing("Acacia Hiking Boots", 5200))
    chat = Chat(shop=Till(things=shelf), provider=provider)
    openai_server.reply = Script(give("add", lines=[SHOES]))
    chat.say("the savanna please")
    openai_server.reply = Script(
        give("ask_item", items=["Acacia Hiking Boots"], question="how much in 41?"), text="KES 5,200."
    )
    chat.say("and how much are the acacia boots in 41? dont add them")
    openai_server.reply = Script(give("add", lines=[POTS]), give("show_cart"))
    said = chat.say("too pricey. two clay pots. total")
    assert "Acacia" not in said
    assert "*Savanna Running Shoes* is not in it yet" in said
    assert "Total: *KES 3,000*" in said


@pytest.mark.parametrize(
    ("title", "name", "value", "form"),
    [
        ("Sunflower Cooking Oil", "volume", "5 litre", {"size": "5 L"}),
        ("Pishori Rice Mwea", "weight", "2kg", {"size": "2 kg"}),
        ("Chapati Tawa Cast Iron", "diameter", "30cm", {"size": "30 cm"}),
        ("Sunflower Cooking Oil", "volume", "4 litre", {}),
        ("Pishori Rice Mwea", "amount", "2", {}),
    ],
)
def test_a_measure_tells_which_option_it_is(title: str, name: str, value: str, form: dict[str, str]) -> None:
    assert named_options.matched([Option(name=name, value=value)], item("duka", title)) == (form, [])


@pytest.mark.parametrize(("said", "route"), [("SGR", "SGR station"), ("airport", "airport")])
def test_the_word_itself_goes_before_what_means_as_much(said: str, route: str) -> None:
    transfer = item("oasis", "Mombasa Airport or SGR Transfer")
    assert named_options.matched([Option(name="route", value=said)], transfer)[0] == {"route": route}
