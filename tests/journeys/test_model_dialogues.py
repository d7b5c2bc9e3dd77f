"""Messages of several wishes with a real endpoint: each is served, nothing is told twice, and true words are kept."""

import dataclasses
from typing import Any

import pytest

from journeys.check.objections import Author
from journeys.compose import node
from journeys.context import TurnContext
from journeys.flow import Flow
from journeys.llm import Provider
from journeys.reply import ListReply
from tests.journeys.checkout.till import COUPON, PAYBILL, Till, till_of
from tests.journeys.shop import THINGS, Chat, Shop, Thing
from tests.journeys.test_model_turns import Script, give
from tests.loopback.openai_server import Asked, OpenAIServer, Reply, answer
from tools.support.kb_retrieve import Snippet

DELIVERY = Snippet(
    chunk_id="c1", document_id="d1", title="Delivery policy", section="Areas", file_name="delivery.md", version="1.3",
    text="Area: Mombasa, Kisumu, Nakuru; Fee: KES 500; When it arrives: 2 to 3 working days.", score=0.55,
    kind="text", language="en", page=None, sheet=None, injection=False,
)  # fmt: skip
ADDRESS: dict[str, Any] = {"recipient": "Achieng", "place": "Milimani, Kisumu", "when": "", "note": ""}
SENTENCE = "Yes, we deliver to Kisumu: KES 500, in 2 to 3 working days."


class Worder(Script):
    """Words each finding by its node."""

    def __init__(self, *commands: dict[str, Any], words: dict[str, str], **answers: Any) -> None:
        super().__init__(*commands, **answers)
        self.words = words

    def __call__(self, asked: Asked) -> Reply:
        if "commands" in asked.schema["properties"]:
            return super().__call__(asked)
        parts = [
            {
                "finding": each["finding"], "text": self.words.get(each["of"], ""), "status": "answered",
                "sources": [1] if each["of"] == "support_rag_answer" else [],
            }
            for each in asked.facts["findings"]
        ]  # fmt: skip
        return answer({"parts": parts, "look_again": []})


@pytest.fixture
def provider(openai_server: OpenAIServer) -> Provider:
    return openai_server.provider


def with_library(provider: Provider) -> Chat:
    return Chat(shop=Shop(library=(DELIVERY,)), provider=provider)


def asks_both(question: str) -> tuple[dict[str, Any], ...]:
    return give("ask_library", question=question, goes_on=False), give("search", queries=["running shoes"])


def test_a_true_answer_of_the_library_is_said_beside_another_finding(
    provider: Provider, openai_server: OpenAIServer
) -> None:
    openai_server.reply = Worder(
        *asks_both("Do you deliver to Kisumu, at which fee?"),
        words={"support_rag_answer": SENTENCE, "catalog_present_options": "And these are running shoes:"},
    )
    chat = with_library(provider)
    said = chat.say("do you deliver to Kisumu, at which fee, and do you have running shoes?")
    assert SENTENCE in said
    assert "And these are running shoes:" in said
    assert len(chat.trace.model_calls) == 2
    assert "not fully sure" not in said


@pytest.mark.parametrize("place", ["nitachukua kwa shop", "refunded in full, delivered free today"])
def test_lines_that_code_writes_take_nothing_from_the_words_beside_them(
    place: str, provider: Provider, openai_server: OpenAIServer
) -> None:
    chat = Chat(shop=Till(library=(DELIVERY,)), provider=provider)
    openai_server.reply = Worder(
        give("add", lines=[line("Savanna Running Shoes", 1, size="42")]),
        give("deliver", recipient="", place=place, when="", note=""),
        give("ask_library", question="Do you deliver to Kisumu, at which fee?", goes_on=False),
        words={"support_rag_answer": SENTENCE},
    )
    said = chat.say("one savanna 42, and do you deliver to Kisumu, at which fee?")
    assert SENTENCE in said
    assert place in said


def test_where_a_model_words_nothing_our_hours_are_told_and_no_passage(
    provider: Provider, openai_server: OpenAIServer
) -> None:
    asked = give("ask_library", question="What are your opening hours?", goes_on=False)
    openai_server.reply = lambda each: (
        Script(asked)(each) if "commands" in each.schema["properties"] else answer({"parts": [], "look_again": []})
    )
    hours = {"mon": "08:00-19:00", "sun": "closed"}
    chat = Chat(shop=Shop(library=(DELIVERY,), tenant={"business_hours": hours}), provider=provider)
    said = chat.say("when are you open?")
    assert "Sunday: closed" in said
    assert "KES 500" not in said


def test_our_hours_are_told_also_where_the_words_beside_them_are_refused(
    provider: Provider, openai_server: OpenAIServer
) -> None:
    asked = give("ask_library", question="When are you open, and what is delivery to Kisumu?", goes_on=False)
    false = {"finding": 1, "text": "Kisumu is free, and we open at five.", "status": "answered", "sources": [0, 1]}
    openai_server.reply = lambda each: (
        Script(asked)(each) if "commands" in each.schema["properties"] else answer({"parts": [false], "look_again": []})
    )
    hours = {"mon": "08:00-19:00", "sun": "closed"}
    chat = Chat(shop=Shop(library=(DELIVERY,), tenant={"business_hours": hours}), provider=provider)
    said = chat.say("when are you open on Monday, and what is delivery to Kisumu?")
    assert "KES 500" in said
    assert "until 19:00" in said
    assert "free" not in said


def test_what_a_model_adds_to_lines_of_code_is_its_own(provider: Provider, openai_server: OpenAIServer) -> None:
    chat = Chat(shop=Till(library=(DELIVERY,)), provider=provider)
    openai_server.reply = Worder(
        give("deliver", recipient="", place="delivered free today", when="", note=""),
        give("ask_library", question="Do you deliver to Kisumu, at which fee?", goes_on=False),
        words={"support_rag_answer": f"{SENTENCE} It is delivered free today."},
    )
    said = chat.say("do you deliver to Kisumu, at which fee?")
    assert "It is delivered free" not in said


def test_what_waits_for_its_form_is_named_and_what_is_in_the_cart_is_not_offered(
    provider: Provider, openai_server: OpenAIServer
) -> None:
    things = (
        Thing("Canvas Sneakers", 2900),
        Thing("Trail Sneakers", 3900),
        Thing("Leather Handbag", 6200, sizes=("one",)),
    )
    chat = Chat(shop=Till(things=things), provider=provider)
    lines = [line("Canvas Sneakers", 1), line("Trail Sneakers", 1), line("Leather Handbag", 1)]
    asks = give("ask_item", items=["Leather Handbag"], question="What does the handbag cost?")
    openai_server.reply = Worder(give("add", lines=lines), asks, words={"item_answer": "It is KES 6,200."})
    said = chat.say("canvas and trail sneakers and the handbag, what does the handbag cost?")
    assert "After that I ask about *Trail Sneakers*" in said
    assert not any("add" in option.id for option in getattr(chat.reply, "options", ()))
    assert chat.state.controls.asked is not None


def test_the_words_of_another_finding_may_not_lean_on_a_passage(
    provider: Provider, openai_server: OpenAIServer
) -> None:
    openai_server.reply = Worder(
        *asks_both("Do you deliver to Kisumu, at which fee?"),
        words={"support_rag_answer": SENTENCE, "catalog_present_options": "We deliver these for free tomorrow:"},
    )
    assert "for free" not in with_library(provider).say("deliver to Kisumu, which fee, and running shoes?")


def bought(provider: Provider, openai_server: OpenAIServer, size: str) -> Chat:
    chat = Chat(shop=Till(), provider=provider)
    lines = [
        {"item": THINGS[1].title, "options": [{"name": "size", "value": "42"}], "quantity": 1},
        {"item": THINGS[2].title, "options": [{"name": "size", "value": size}] if size else [], "quantity": 2},
    ]
    openai_server.reply = Script(
        give("add", lines=lines),
        give("deliver", **ADDRESS),
        give("apply_coupon", code=COUPON),
        give("choose_payment", method="mpesa_stk", phone="0722000111"),
        text="",
    )
    chat.say(
        f"one Savanna 42 and two Rift {size}, send to Achieng, Milimani, Kisumu, {COUPON}, prompt to 0722000111 please"
    )
    return chat


def test_an_order_with_address_coupon_and_number_is_one_quote(provider: Provider, openai_server: OpenAIServer) -> None:
    said = bought(provider, openai_server, "41").said
    assert said.count("Savanna Running Shoes* (42, black): KES 3,200") == 1
    assert "To: Milimani, Kisumu" in said
    assert "Karibu counts" in said
    assert said.endswith("Answer: Yes, pay / Another number / Another way")
    assert "+254722000111" in said
    assert "How would you like to pay" not in said


MORE = give("set_preferences", language="sw", marketing=None, order_updates=None, payment_updates=None)
RETURNS = give("ask_library", question="Can I bring them back?", goes_on=False)
CHANGE = give("change_cart", change="set", line=THINGS[1].title, options=[], quantity=2)


@pytest.mark.parametrize(
    ("words", "commands", "is_charged"),
    [
        ("yes pay. also write to me in swahili from now on", (give("pay"), MORE), True),
        ("Ndiyo lipa. na muniandikie kwa kiswahili tafadhali", (MORE,), True),
        ("yes go ahead. and if i dont like them can i bring them back?", (give("pay"), RETURNS), True),
        ("eeh sawa lipa. kama hazitoshi naeza zirudisha?", (give("pay"), RETURNS), True),
        ("yes pay. i want a person too", (give("pay"), give("hand_over", reason="human_request")), False),
        ("yes pay. i want my last one refunded", (give("pay"), give("hand_over", reason="refund")), False),
        ("yes go ahead. btw last month you were very late", (give("hand_over", reason="complaint"),), True),
        ("yes pay. only if i can bring them back?", (give("pay"), RETURNS), False),
        ("yes. also write to me in swahili from now on", (give("pay"), MORE), False),
        ("yes pay, also write to me in swahili", (give("pay"), MORE), False),
        ("yes pay. but write to me in swahili before that", (give("pay"), MORE), False),
        ("yes pay. the first one twice please", (give("pay"), CHANGE), False),
        ("yes pay. sitaki tena", (give("pay"), MORE), False),
        ("yes pay. nimebadilisha mawazo", (give("pay"), MORE), False),
        ("yes pay. never mind", (give("pay"), MORE), False),
        ("shall I pay? also write to me in swahili", (give("pay"), MORE), False),
    ],
)
def test_a_first_sentence_that_says_to_pay_is_a_yes(
    words: str, commands: tuple[Any, ...], is_charged: bool, provider: Provider, openai_server: OpenAIServer
) -> None:
    chat = bought(provider, openai_server, "41")
    openai_server.reply = Script(*commands, text="")
    chat.say(words)
    assert bool(till_of(chat).charges) is is_charged


def test_what_is_open_about_an_item_is_asked_once_everything_else_is_kept(
    provider: Provider, openai_server: OpenAIServer
) -> None:
    chat = bought(provider, openai_server, "")
    assert "Which size" in chat.said
    assert "How would you like to pay" not in chat.said
    assert "Shall I send" not in chat.said
    assert "To: Milimani, Kisumu" in chat.said
    said = chat.say("41")
    assert "2 \N{MULTIPLICATION SIGN} *Rift Running Shoes* (41, blue): KES 9,600" in said
    assert "+254722000111" in said
    assert chat.state.purchase.order_totals["codes"] == [COUPON]


def test_a_difference_is_told_beside_its_two_prices(provider: Provider, openai_server: OpenAIServer) -> None:
    compared = give("compare", items=[THINGS[1].title, THINGS[2].title], question="which is cheaper")
    told = "The Savanna Running Shoes cost KES 3,200 and the Rift Running Shoes KES 4,800, KES 1,600 more."
    openai_server.reply = Worder(compared, words={"item_answer": told})
    chat = Chat(provider=provider)
    assert told in chat.say("which is cheaper, the savanna or the rift, and how much is between them?")
    assert "sums" not in str(openai_server.asked[-1].facts)


def test_where_it_goes_leaves_the_question_about_the_item_open(provider: Provider, openai_server: OpenAIServer) -> None:
    line = {"item": THINGS[1].title, "options": [], "quantity": 1}
    openai_server.reply = Script(give("add", lines=[line]), give("deliver", **ADDRESS))
    chat = Chat(shop=Till(), provider=provider)
    said = chat.say("one Savanna, to Achieng in Milimani, Kisumu")
    assert "Which size" in said
    assert "To: Milimani, Kisumu" in said
    assert "1 \N{MULTIPLICATION SIGN} *Savanna Running Shoes* (42, black)" in chat.say("42")


def test_two_lists_of_one_reply_have_one_numbering(provider: Provider, openai_server: OpenAIServer) -> None:
    openai_server.reply = Script(
        give("search", queries=["running shoes"]), give("search", queries=["handbag"]), text="See:"
    )
    chat = Chat(shop=Till(), provider=provider)
    said = chat.say("running shoes, and a handbag please")
    assert said.count("See:") == 1  # what leads over is told above the first
    assert "\n4. *Leather Handbag* — KES 6,200" in said
    assert said.count("Answer with a number") == 1
    assert isinstance(chat.reply, ListReply)
    assert len(chat.reply.options) == 4
    assert "*Leather Handbag*" in chat.say("4")


def test_each_name_that_a_model_gives_is_looked_for(provider: Provider, openai_server: OpenAIServer) -> None:
    # The first says too much, the second is found, and the third serves the same need.
    names = ["something for a grandmother", "cooking pot", "leather handbag"]
    openai_server.reply = Script(give("search", queries=names), text="See:")
    chat = Chat(shop=Till(), provider=provider)
    said = chat.say("a gift for my grandmother who cooks, or something of leather")
    assert "*Clay Cooking Pot*" in said
    assert "*Leather Handbag*" in said


def test_by_their_places_the_things_of_two_lists_are_bought(provider: Provider, openai_server: OpenAIServer) -> None:
    openai_server.reply = Script(give("search", queries=["running shoes"]), give("search", queries=["cooking pot"]))
    chat = Chat(shop=Till(), provider=provider)
    chat.say("running shoes and a cooking pot")
    first = chat.state.sales.last_catalog_results[0].title
    lines = [
        {"item": "1", "options": [{"name": "size", "value": "42"}], "quantity": 2},
        {"item": "4", "options": [], "quantity": 1},
    ]
    openai_server.reply = Script(give("add", lines=lines))
    chat.say("2 of the first in 42, and the pot")
    assert [(line.title, line.quantity) for line in chat.state.purchase.cart] == [(first, 2), ("Clay Cooking Pot", 1)]


def test_of_things_compared_only_what_tells_them_apart_is_listed(
    provider: Provider, openai_server: OpenAIServer
) -> None:
    openai_server.reply = Script(
        give("compare", items=[THINGS[0].title, THINGS[1].title], question="which is better"), text="Compare:"
    )
    said = Chat(provider=provider).say("swift or savanna, which is better?")
    assert "Colours: red" in said
    assert "Sport" not in said


def test_a_look_beside_another_list_is_numbered_on(provider: Provider, openai_server: OpenAIServer) -> None:
    look = {"command": "search", "query": "handbag", "finding": 2}
    openai_server.reply = Script(
        give("search", queries=["cooking pot"]), give("search", queries=["running shoes"]), look_again=[look]
    )
    chat = Chat(shop=Till(), provider=provider)
    said = chat.say("a cooking pot, and something for running")
    numbers = [line.split(".")[0] for line in said.splitlines() if line[:1].isdigit()]
    assert len(numbers) == len(set(numbers))
    place = next(line.split(".")[0] for line in said.splitlines() if "Leather Handbag" in line)
    assert "*Leather Handbag*" in chat.say(place)
    assert "KES 6,200" in chat.said


def test_what_was_looked_up_for_other_words_only_is_not_shown(provider: Provider, openai_server: OpenAIServer) -> None:
    told = "The Savanna costs KES 3,200 and the Rift KES 4,800, KES 1,600 more."
    turns = iter((
        {"parts": [], "look_again": [{"command": "search", "query": "rift running shoes", "finding": 0}]},
        {
            "parts": [
                {"finding": 1, "text": told, "status": "answered", "sources": []},
                {"finding": 2, "text": "", "status": "covered", "sources": []},
            ],
            "look_again": [],
        },
    ))  # fmt: skip
    understood = Script(give("ask_item", items=[THINGS[1].title], question="How much more is the Rift?"))
    openai_server.reply = lambda asked: (
        understood(asked) if "commands" in asked.schema["properties"] else answer(next(turns))
    )
    chat = Chat(shop=Till(), provider=provider)
    assert told in chat.say("how much more than the savanna is the rift?")
    assert "Here is what I found" not in chat.said
    assert chat.state.sales.last_catalog_results == []


def test_the_last_one_in_their_own_cart_is_not_sold_out_to_them(
    provider: Provider, openai_server: OpenAIServer
) -> None:
    things = (Thing("Canvas Sneakers", 2900, sizes=("one",)), Thing("Trail Sneakers", 3900, sizes=("one",)))
    chat = Chat(shop=Till(things=things), provider=provider)
    openai_server.reply = Script(give("add", lines=[line("Canvas Sneakers", 1), line("Trail Sneakers", 1)]))
    chat.say("one canvas sneakers and one trail")
    chat.shop.things = (dataclasses.replace(things[0], stock=0), things[1])
    openai_server.reply = Script(give("search", queries=["sneakers"]), text="")
    assert "sold out" not in chat.say("which sneakers do you have?")
    openai_server.reply = Script(give("ask_item", items=["Canvas Sneakers"], question="is it there"), text="")
    assert "sold out" not in chat.say("is the canvas one there?").lower()


def test_a_further_look_adds_nothing_to_a_full_list(provider: Provider, openai_server: OpenAIServer) -> None:
    look = {"command": "search", "query": "handbag", "finding": 2}
    openai_server.reply = Script(
        give("search", queries=["running shoes"]), give("ask_library", question="Which fee?", goes_on=False),
        look_again=[look], status="insufficient",
    )  # fmt: skip
    things = (*(Thing(f"Running Shoes {at}", 3000 + at) for at in range(8)), Thing("Leather Handbag", 6200))
    chat = Chat(shop=Shop(things=things, library=(DELIVERY,)), provider=provider)
    said = chat.say("something for running, and which delivery fee?")
    assert [line.split(".")[0] for line in said.splitlines() if line[:1].isdigit()] == list("123456")
    assert isinstance(chat.reply, ListReply)
    assert len(chat.reply.options) == 6


PAY_LATER: dict[str, Any] = {"text": "You can pay by M-Pesa or by card.", "sources": ()}


@pytest.mark.parametrize(("status", "is_passed_on"), [("told", False), ("insufficient", True)])
def test_what_the_card_tells_is_said_once_and_passed_on_only_where_it_does_not_answer(
    provider: Provider, openai_server: OpenAIServer, status: str, *, is_passed_on: bool
) -> None:
    openai_server.reply = Script(give("ask_library", question="Can I pay when it comes?"), **PAY_LATER, status=status)
    chat = with_library(provider)
    said = chat.say("can i pay when it comes?")
    assert PAY_LATER["text"] in said
    assert "could not find" not in said
    assert bool(chat.shop.tickets) is is_passed_on


def test_what_was_passed_on_is_told_though_the_last_check_refuses_the_words_beside_it(
    provider: Provider, openai_server: OpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_leave = node._may_leave

    def refused(text: str, told: Any, flow: Flow, context: TurnContext, author: Author, **own: str) -> bool:
        return author == "code" and may_leave(text, told, flow, context, author, **own)

    monkeypatch.setattr(node, "_may_leave", refused)
    asked = give("ask_library", question="Can I pay when it comes?")
    openai_server.reply = Script(asked, **PAY_LATER, status="insufficient")
    chat = with_library(provider)
    said = chat.say("can i pay when it comes?")
    assert PAY_LATER["text"] not in said
    assert chat.shop.tickets
    assert "T-" in said
    assert said.count("could not find") <= 1


def test_what_is_told_where_the_documents_do_not_answer_rests_on_what_it_names(
    provider: Provider, openai_server: OpenAIServer
) -> None:
    words = "To Kisumu the fee is KES 500."
    openai_server.reply = Script(
        give("ask_library", question="Do you deliver to Kisumu, at which fee?"),
        text=words,
        status="insufficient",
        sources=[1],
    )
    chat = with_library(provider)
    assert words in chat.say("do you deliver to Kisumu, at which fee?")
    assert chat.shop.tickets


def test_where_to_pay_is_told_who_asks_before_anything_is_chosen(
    provider: Provider, openai_server: OpenAIServer
) -> None:
    openai_server.reply = Script(give("choose_payment", method="mpesa_c2b", phone=""))
    chat = Chat(shop=Till(), provider=provider)
    assert f"Our paybill is *{PAYBILL}*" in chat.say("which paybill do i use?")
    assert "send nothing yet" in chat.said


def test_a_form_that_there_is_not_leaves_the_cart_as_it_is(provider: Provider, openai_server: OpenAIServer) -> None:
    things = (Thing("Canvas Sneakers", 2900, colour="white"),)
    chat = Chat(shop=Till(things=things), provider=provider)
    openai_server.reply = Script(give("add", lines=[line("Canvas Sneakers", 1, size="42")]))
    chat.say("one canvas sneakers in 42")
    before = chat.state.purchase.cart
    openai_server.reply = Script(swap("Canvas Sneakers", colour="black"))
    said = chat.say("wait, black instead")
    assert "does not come in black" in said
    assert "stays in your cart" in said
    assert chat.state.purchase.cart == before != []
    openai_server.reply = Script(swap("Canvas Sneakers", size="99"))
    said = chat.say("or size 99")
    assert chat.state.purchase.cart == before
    other = next(each for each in chat.state.controls.asked.choices)  # type: ignore[union-attr]
    chat.say(other.title)
    (changed,) = chat.state.purchase.cart
    assert changed.options["size"] == other.title


def test_the_last_line_out_leaves_what_waits_for_its_form(provider: Provider, openai_server: OpenAIServer) -> None:
    things = (Thing("Canvas Sneakers", 2900), Thing("Leather Handbag", 6200, sizes=("one",)))
    chat = Chat(shop=Till(things=things), provider=provider)
    openai_server.reply = Script(
        give("add", lines=[line("Canvas Sneakers", 1), line("Leather Handbag", 1)]),
        give("deliver", recipient="Achieng", place="Kitengela", when="", note=""),
    )
    chat.say("canvas sneakers and the handbag, to Achieng in Kitengela")
    assert [each.title for each in chat.state.purchase.cart] == ["Leather Handbag"]
    remove = give("change_cart", change="remove", line="Leather Handbag", options=[], quantity=None)
    openai_server.reply = Script(remove)
    said = chat.say("remove the handbag, my budget is tight")
    assert "Canvas Sneakers" in said
    assert chat.state.purchase.cart == []
    chat.say("42")
    assert [each.title for each in chat.state.purchase.cart] == ["Canvas Sneakers"]
    assert chat.state.purchase.delivery.place == "Kitengela"


def line(item: str, quantity: int, **options: str) -> dict[str, Any]:
    named = [{"name": name, "value": value} for name, value in options.items()]
    return {"item": item, "options": named, "quantity": quantity}


def swap(item: str, **options: str) -> dict[str, Any]:
    return give("change_cart", change="swap", line=item, options=line(item, 1, **options)["options"], quantity=None)


@pytest.mark.parametrize(
    ("named", "bought"),
    [("flask pack", "Flask Pack"), ("the flask", "Mug and Flask Set"), ("mug & flask pack", "Mug and Flask Set")],
)
def test_a_name_that_another_item_bears_wholly_is_no_slip_of_what_is_shown(
    provider: Provider, openai_server: OpenAIServer, named: str, bought: str
) -> None:
    things = tuple(
        Thing(title, 900, category="Kitchen", sizes=("one",)) for title in ("Mug and Flask Set", "Flask Pack")
    )
    chat = Chat(shop=Till(things=things), provider=provider)
    openai_server.reply = Script(give("search", queries=["mug"]))
    chat.say("do you have mugs?")
    openai_server.reply = Script(give("add", lines=[{"item": named, "options": [], "quantity": 1}]))
    chat.say(f"then I would like to take one {named} please")
    assert [line.title for line in chat.state.purchase.cart] == [bought]


def test_what_is_ordered_by_its_name_needs_no_list(provider: Provider, openai_server: OpenAIServer) -> None:
    chat = Chat(provider=provider)
    openai_server.reply = Script(give("add", lines=[line("Swift Runner", 1)]))
    assert "Which size of *Swift Runner Running Shoes*" in chat.say("add one Swift Runner")


def test_a_name_that_several_bear_is_looked_for_and_shown(provider: Provider, openai_server: OpenAIServer) -> None:
    chat = Chat(provider=provider)
    openai_server.reply = Script(give("add", lines=[line("running shoes", 1)]))
    said = chat.say("add a pair of running shoes")
    assert "1. *Swift Runner Running Shoes*" in said
    assert chat.state.purchase.cart == []


@pytest.mark.parametrize(
    ("size", "is_there"), [("5", True), ("size 5", True), ("4", False), ("1", False), ("15 inches", True)]
)
def test_a_form_that_stands_in_the_name_is_no_reason_to_deny_the_thing(
    provider: Provider, openai_server: OpenAIServer, size: str, *, is_there: bool
) -> None:
    ball = Thing("Match Football Size 5, 15 Inches, 1 Piece", 1850, category="Sports", sizes=())
    openai_server.reply = Script(give("search", queries=["football"], options=[{"name": "size", "value": size}]))
    said = Chat(shop=Shop(things=(ball,)), provider=provider).say(f"do you have a football in {size}?")
    assert "1. *Match Football Size 5" in said
    assert ("another size" in said) is not is_there
