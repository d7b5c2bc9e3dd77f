"""Each event in three languages: facts only, grounded, with a way on, and only to who wants it."""

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from journeys.check import Evidence
from journeys.checkout.commands import Decline
from journeys.context import Incoming
from journeys.graph import Outcome, respond
from journeys.notices import NoticeEvent
from journeys.reply import Buttons, Template
from journeys.state import CartLine, Choice, Confirm, ConversationState
from journeys.wording.phrases import LANGUAGES
from tenants.rules import notices
from tests.journeys.orders.books import PAID, Books
from tests.journeys.shop import Chat

NUMBER = "K7M2P9R4"
FACTS = {"number": NUMBER, "amount": "1234567.50", "currency": "KES", "receipt": "UKL8A1B2C3", "method": "mpesa_stk"}
REASONS = (
    "cancelled", "insufficient_funds", "wrong_pin", "timeout", "unreachable", "duplicate", "expired", "limit",
    "declined",
)  # fmt: skip
EVENTS: list[tuple[str, dict[str, Any]]] = [
    ("payment.settled", {"paid": "1234567.50", "due": "0"}),
    ("payment.settled", {"paid": "1234567.50", "due": "0", "receipt": None, "method": "card"}),
    ("payment.partial", {"paid": "200.00", "due": "300.00"}),
    ("payment.excess", {"paid": "900.00", "excess": "400.00"}),
    ("payment.reversed", {}),
    *[("payment.failed", {"reason": reason, "receipt": None}) for reason in (*REASONS, "never_heard_of")],
    *[("order.status_changed", {"status": status}) for status in ("preparing", "shipped", "delivered", "cancelled")],
]
LINE = CartLine(sku="A", item_id="a", title="Shoe", quantity=1, unit_price=Decimal(500), currency="KES")
ORDER: dict[str, Any] = {
    "order_id": "o", "order_number": NUMBER, "order_totals": {"total": "500"}, "payment_status": "pending",
    "cart": [LINE],
}  # fmt: skip


def new() -> Chat:
    return Chat(shop=Books())


def happen(chat: Chat, *events: tuple[str, dict[str, Any]], text: str = "", template: Any = None) -> Outcome:
    """Events, and perhaps words of hers in the same batch."""
    context = chat.context(*([text] if text else []))
    more = {"template": template} if template else {}
    told = [
        Incoming(kind="event", text="", received_at=chat.now, event={"name": name, "facts": FACTS | facts} | more)
        for name, facts in events
    ]
    context = replace(context, incoming=(*told, *context.incoming))
    outcome = respond(chat.state, context)
    chat.state, chat.trace = outcome.state, context.trace
    return outcome


def at(chat: Chat, **changes: Any) -> Chat:
    chat.state = chat.state.having(**{"turn_count": 1} | changes)
    return chat


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "facts"), EVENTS, ids=str)
def test_every_event_is_told_with_its_facts_and_no_others(language: str, name: str, facts: dict[str, Any]) -> None:
    outcome = happen(at(new(), response_language=language), (name, facts))
    (reply,) = outcome.replies
    assert NUMBER in reply.text
    assert "{" not in reply.text
    assert Evidence.of([], extra=[FACTS | facts, {"phone": "+254700000009"}]).unsupported(reply.text) == []


def test_the_languages_differ() -> None:
    words = {happen(at(new(), response_language=lang), EVENTS[0]).replies[0].text for lang in LANGUAGES}
    assert len(words) == len(LANGUAGES)


@pytest.mark.parametrize("reason", REASONS)
def test_each_failure_has_a_sentence_of_its_own_and_two_ways_on(reason: str) -> None:
    chat = at(new(), **ORDER)
    (reply,) = happen(chat, ("payment.failed", {"reason": reason})).replies
    assert isinstance(reply, Buttons)
    assert len(reply.options) == 2
    assert chat.state.controls.asked is not None
    assert (chat.state.controls.asked.of, tuple(it.command for it in chat.state.controls.asked.choices)) == (
        "retry",
        tuple(it.id for it in reply.options),
    )
    assert (chat.state.purchase.payment_status, chat.state.purchase.order_id) == ("failed", "o")
    other = happen(at(new(), **ORDER), ("payment.failed", {"reason": "never_heard_of"})).replies[0].text
    assert reply.text != other


def test_a_failure_of_another_order_offers_no_way_into_this_one() -> None:
    chat = at(new(), **ORDER | {"order_number": "OTHER123"})
    (reply,) = happen(chat, ("payment.failed", {"reason": "timeout"})).replies
    assert not isinstance(reply, Buttons)
    assert chat.state.controls.asked is None
    assert chat.state.purchase.payment_status == "pending"


def test_a_failure_that_comes_after_the_payment_is_not_told() -> None:
    """Property 7: the books are asked, whatever order the events come in."""
    chat = at(Chat(shop=Books(orders=[PAID])), **ORDER)
    assert happen(chat, ("payment.failed", {"reason": "timeout"})).replies == ()
    assert chat.state.purchase.payment_status == "pending"


def test_a_settled_order_is_no_longer_being_bought() -> None:
    asked = Confirm(
        journey="checkout", method="card", quote="q", choices=(Choice(title="No", command=Decline().written()),)
    )
    chat = at(new(), **ORDER, asked=asked)
    happen(chat, EVENTS[0])
    state = chat.state
    assert (state.purchase.cart, state.purchase.order_id, state.purchase.order_number, state.controls.asked) == (
        [],
        None,
        None,
        None,
    )
    assert state.purchase.payment_status == "paid"


def test_a_settled_order_leaves_another_cart_alone() -> None:
    chat = at(new(), **ORDER | {"order_number": "OTHER123"})
    happen(chat, EVENTS[0])
    assert (chat.state.purchase.order_number, chat.state.purchase.cart) == ("OTHER123", [LINE])


def test_events_are_told_in_their_order_and_before_her_words_are_answered() -> None:
    chat = at(new(), is_introduced=True)
    shipped, delivered = (
        ("order.status_changed", {"status": "shipped"}),
        ("order.status_changed", {"status": "delivered"}),
    )
    outcome = happen(chat, shipped, delivered, text="nataka viatu vya kukimbia")
    assert ["way" in it.text or "njiani" in it.text for it in outcome.replies] == [True, False, False]
    assert len(outcome.replies) == 3


def test_a_one_that_she_wrote_before_she_saw_the_buttons_answers_what_she_had_been_asked() -> None:
    chat = new()
    chat.say("running shoes")
    listed = chat.state.controls.asked
    assert listed is not None
    chat.state = chat.state.having(**ORDER)
    outcome = happen(chat, ("payment.failed", {"reason": "timeout"}), text="1")
    assert "Running Shoes" in outcome.replies[-1].text


@pytest.mark.parametrize(
    ("prefs", "event", "count"),
    [
        ({"order_updates": False}, ("order.status_changed", {"status": "shipped"}), 0),
        ({"order_updates": False}, ("payment.reversed", {}), 1),
        ({"payment_updates": False}, ("payment.reversed", {}), 0),
        ({"payment_updates": False}, ("order.status_changed", {"status": "shipped"}), 1),
        ({"payment_updates": False}, EVENTS[0], 1),
        ({"order_updates": True}, ("order.status_changed", {"status": "shipped"}), 1),
    ],
    ids=str,
)
def test_her_preferences_count_save_for_the_payment_she_waits_for(
    prefs: dict[str, bool], event: tuple[str, dict[str, Any]], count: int
) -> None:
    chat = at(new(), **ORDER)
    chat.shop.customer["consents"] = prefs
    assert len(happen(chat, event).replies) == count


@pytest.mark.parametrize(("status", "count"), [("pending", 1), (None, 0)])
def test_after_stop_only_the_payment_she_has_just_begun_is_told(status: str | None, count: int) -> None:
    chat = at(new(), **ORDER | {"payment_status": status})
    chat.shop.customer["consents"] = {"service": False}
    assert len(happen(chat, ("payment.failed", {"reason": "timeout"})).replies) == count
    assert len(happen(chat, ("order.status_changed", {"status": "shipped"})).replies) == 0


def test_an_event_that_cannot_be_read_holds_nobody_up() -> None:
    chat = at(new(), is_introduced=True)
    outcome = happen(chat, ("payment.settled", {"amount": "lots"}), text="running shoes")
    assert len(outcome.replies) == 1


@pytest.mark.parametrize("event", notices.VALUES)
def test_a_template_may_name_only_values_that_the_event_has(event: str) -> None:
    facts = next(facts for name, facts in EVENTS if name == event)
    notice = NoticeEvent.model_validate({"name": event, **FACTS, "total": "5", **facts})
    words = notice.words(new().state)
    assert set(notices.VALUES[event]) <= set(words)
    assert "-" not in {words[name] for name in notices.VALUES[event]}


def test_a_template_is_filled_in_her_language_and_asks_nothing() -> None:
    wanted = {"name": "failed", "content_sid": "HX" + "0" * 32, "variables": ["reason", "amount"]}
    chat = at(new(), **ORDER, response_language="sw")
    (reply,) = happen(chat, ("payment.failed", {"reason": "wrong_pin"}), template=wanted).replies
    assert isinstance(reply, Template)
    assert reply.variables == {"1": "PIN haikuwa sahihi", "2": "KES 1,234,567.50"}
    assert chat.state.controls.asked is None


@settings(max_examples=100)
@given(events=st.lists(st.sampled_from(EVENTS), max_size=5), language=st.sampled_from(LANGUAGES))
def test_events_in_any_order_state_only_their_own_facts(
    events: list[tuple[str, dict[str, Any]]], language: str
) -> None:
    """Property 2: No Data Hallucination, whatever happens in whatever order, and however often."""
    chat = at(new(), **ORDER, response_language=language)
    outcome = happen(chat, *events) if events else Outcome(state=chat.state, replies=())
    known = Evidence.of([], extra=[*(FACTS | facts for _, facts in events), {"phone": "+254700000009"}])
    assert [known.unsupported(reply.text) for reply in outcome.replies] == [[] for _ in outcome.replies]
    assert isinstance(outcome.state, ConversationState)
