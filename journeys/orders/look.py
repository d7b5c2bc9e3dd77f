"""look: order_get_status, which asks the provider about a pending payment; then which of the orders is meant."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from journeys import catalog, tenant, topics
from journeys.checkout.commands import Pay
from journeys.checkout.graph import go_on
from journeys.command import written
from journeys.context import TurnContext
from journeys.contract import Done
from journeys.local.asks import asks_openly
from journeys.local.requests import is_late
from journeys.local.wordlists import plain, tokens
from journeys.orders.commands import CancelOrder, ChangeOrder, DisputeOrder, OrderStatus, PayOrder
from journeys.orders.person import handed_over
from journeys.orders.reading import asks_way, goes_back, is_of_a_bill, pays_later, says_not_come, says_paid
from journeys.reply import Text
from journeys.state import ConversationState
from journeys.wording.contact import how_to_reach_a_person
from journeys.wording.phrases import phrases, say
from tools.payments.order_get_status import OrderAndPayments

# "Track my order" asks for all of it; a longer question may be about how tracking works.
FEWEST_WORDS: Final = 4
# What the tool takes as a query.
LONGEST_QUESTION: Final = 300
_OF_WAYS: Final = re.compile(
    r"\b(?:m ?-?pesa|cards?|kadi|cash|visa|mastercard|paypal|pay ?bill|till (?:no|number)|airtel"
    r"|instal\w{1,9}|half|nusu"
    r"|on delivery|arrives?|later|nikiletewa|nikipokea|baadaye|how (?:do|can|to) (?:i |we )?pay"
    r"|lipa (?:vipi|aje|wapi|kidogo)|nalipi?a (?:vipi|aje|wapi))\b"
)

# A SIM card or a gift card is bought, and pays nothing.
_OF_CARDS: Final = re.compile(
    r"\b(?<!sim )(?<!gift )(?<!scratch )(?<!memory )(?<!id )(?<!key )cards?\b"
    r"|\bkadi\b(?! ya simu)|\b(?:visa|mastercard)\b"
)
# As M-Pesa numbers a payment: where we know of none, a person has to look for it.
_RECEIPT: Final = re.compile(r"[A-Z](?=[A-Z]{0,8}\d)[A-Z0-9]{9}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Looked:
    """The customer's orders, the one that is meant first, and what they want with it."""

    command: Any
    state: ConversationState
    found: tuple[OrderAndPayments, ...]
    unknown_code: str = ""
    """A code they named that is neither an order's nor a payment's."""


def look(command: Any, state: ConversationState, context: TurnContext) -> Looked | Done:
    state = state.having(clarify_turns=0)
    number = command.number.strip().upper().lstrip("#")
    context.trace.notes["order_wish"] = {"command": command.name, "number": number}
    call = context.call("order_get_status", **({"number": number} if number else {}))
    has_other_code = bool(call.refusal and call.refusal.code == "order_unknown" and not command.is_named)
    if has_other_code:
        call = context.call("order_get_status")
    if call.refusal:
        return _refused(call.refusal.code, command, state, context)
    found = call.result.orders
    if has_other_code:
        paid_by_it = [status for status in found if _has_receipt(status, number)]
        meant = tuple(paid_by_it or _meant_first(found, state))
        return Looked(command=command, state=state, found=meant, unknown_code="" if paid_by_it else number)
    return Looked(command=command, state=state, found=tuple(_meant_first(found, state)))


def _has_receipt(status: OrderAndPayments, code: str) -> bool:
    return any((payment.receipt or "").upper() == code for payment in status.payments)


def _meant_first(orders: Sequence[OrderAndPayments], state: ConversationState) -> list[OrderAndPayments]:
    """The order that the conversation is about, then the latest."""
    return sorted(orders, key=lambda status: status.order.order_id != state.purchase.order_id)


def _refused(code: str, command: Any, state: ConversationState, context: TurnContext) -> Done:
    is_disputed = isinstance(command, DisputeOrder)
    if code == "order_unknown" and not is_disputed:
        return _said(say("orders_unknown_number", state), state)
    is_arrival = isinstance(command, OrderStatus) and command.about == "arrival"
    if code == "no_orders" and is_arrival and (state.purchase.cart or state.purchase.choosing):
        told = _said(say("orders_none_but_cart", state), state) if state.purchase.cart else Done(state=state)
        return replace(told, then=asked_of_arrival(state))
    is_unmatched = isinstance(command, OrderStatus) and (says_paid(context.text) or _RECEIPT.fullmatch(command.number))
    if is_disputed or (code == "no_orders" and is_unmatched):
        return handed_over((), "dispute", state, context)
    if code != "no_orders":
        return _said(f"{say('trouble', state)} {how_to_reach_a_person(state)}", state)
    return _without_orders(command, state, context)


def _without_orders(command: Any, state: ConversationState, context: TurnContext) -> Done:
    is_paying = isinstance(command, PayOrder)
    is_changed = isinstance(command, CancelOrder | ChangeOrder) and catalog.has_guests(context)
    if is_changed and context.by == "local":  # a booking that was made elsewhere
        return handed_over((), "own_matter", state, context)
    if is_paying and state.purchase.cart:
        return go_on(Pay(), state, context)
    has_bills = "billing" not in tenant.tenant_of(context).journeys_off
    if has_bills and context.by == "local" and is_of_a_bill(context.text):
        return Done(state=state, then=written("ask_library", question=context.text[:LONGEST_QUESTION]))
    if not state.purchase.cart and (meant := _meant(context)):
        return Done(state=state, then=meant)
    opened = state.sales.selected_item_ids if context.by == "local" and not asks_openly(context.text) else []
    if is_paying and opened:
        return Done(state=state, then=written("add", lines=[{"item": opened[0]}]))
    if is_paying and (ways := ways_to_pay(state)):
        return _nothing_to_pay(ways, state, context)
    if not state.purchase.cart and context.by == "local" and says_not_come(context.text):
        return _late(state, context)
    return _said(say("orders_none_but_cart" if state.purchase.cart else "orders_none", state), state)


def _meant(context: TurnContext) -> str:
    """What is surely asked by words that only sounded like an order; empty where nothing is."""
    is_tale = len(tokens(context.text)) >= topics.A_TALE
    if context.by != "local" or not is_tale or says_not_come(context.text) or is_late(context.text):
        return ""
    topic = topics.surely(context.text, context) if topics.is_plain(context.text, context) else None
    if topic is not None and topic.kind == "section":
        return written("ask_library", question=context.text[:LONGEST_QUESTION])
    called = catalog.titled(topic.name, context) if topic is not None else None
    return written("open_item", item=called.items[0].item_id) if called is not None else ""


def _late(state: ConversationState, context: TurnContext) -> Done:
    """Who says that it is late is asked for its number; a person looks for it where the business says so."""
    if not tenant.leaves_to_a_person("late", context):
        return _said(say("orders_none_late", state), state)
    return replace(handed_over((), "late", state, context), reply=Text(text=say("orders_number_of_late", state)))


def _nothing_to_pay(ways: str, state: ConversationState, context: TurnContext) -> Done:
    """In which ways they may pay once they have chosen something, and that a card is none of them."""
    if context.by == "local" and pays_later(context.text):
        return _said(say("orders_paid_here", state, ways=ways), state)
    takes_cards = state.tenant.payments_enabled.get("card", False)
    no_cards = not takes_cards and _OF_CARDS.search(plain(context.text)) is not None
    done = _said(say("orders_no_cards" if no_cards else "orders_none_to_pay", state, ways=ways), state)
    is_of_ways = _asks_how_to_pay(context.text) and not goes_back(context.text)
    return done if context.by != "local" or is_of_ways else _or_from_library(done, context)


def asked_of_arrival(state: ConversationState) -> str:
    """The question to the tenant's documents, as a written command: no order knows the hour when it comes."""
    place = state.purchase.delivery.place
    return written("ask_library", question=" ".join(filter(None, (say("orders_arrival_question", state), place))))


def _asks_how_to_pay(text: str) -> bool:
    return len(tokens(text)) < FEWEST_WORDS or asks_way(text) or _OF_WAYS.search(plain(text)) is not None


def _or_from_library(done: Done, context: TurnContext) -> Done:
    """Where nothing was bought, a question about charges and fines is one about the rules."""
    otherwise = written("ask_library", question=context.text[:LONGEST_QUESTION])
    return replace(done, is_empty=True, otherwise=otherwise)


def ways_to_pay(state: ConversationState) -> str:
    """The tenant's ways to be paid, named as a customer knows them."""
    names = [f"paid_by_{method}" for method, is_on in state.tenant.payments_enabled.items() if is_on]
    return ", ".join(dict.fromkeys(say(name, state) for name in names if name in phrases()))


def _said(words: str, state: ConversationState) -> Done:
    return Done(state=state, reply=Text(text=words))
