"""The card: what both calls of a model see of a conversation, built by code and never longer than its budget."""

import json
from collections.abc import Iterator, Sequence
from typing import Any, Final

from journeys import catalog, tenant
from journeys.context import TurnContext
from journeys.registry import Registry
from journeys.state import ConversationState, Question, ShownItem
from journeys.wording.contact import contact_ways
from journeys.wording.money import money
from tools.catalog.catalog_search import CatalogSearchResult
from tools.catalog.units import Unit, as_json
from tools.offers.selectors import MOST_IN_PASSING, InPassing
from tools.payments.order_get_status import OrderGetStatusResult

# WhatsApp's longest message is hardly longer; the card's budget bounds the rest.
LONGEST_MESSAGE: Final = 4_000
MOST_CHARACTERS: Final = 10_000
"""About 2,500 tokens; what is least needed goes first when a card would be longer."""
MOST_OF_A_SCOPE: Final = 4
"""Of the goods that an offer is for so many are named: an offer is known by fewer."""
LEAST_NEEDED: Final = ("shown_before", "shelves", "offers", "orders", "said")


def card_of(
    state: ConversationState, context: TurnContext, known: Registry, *, running: Sequence[InPassing] = ()
) -> dict[str, Any]:
    """Everything is data: nothing in it is an instruction. `running` are offers to know one by, before any are told."""
    card = {name: value for name, value in _parts(state, context, running) if value not in (None, "", [], {})}
    for name in LEAST_NEEDED:
        if len(json.dumps(card, ensure_ascii=False, default=str)) <= MOST_CHARACTERS:
            break
        card.pop(name, None)
    context.trace.notes["card_characters"] = len(json.dumps(card, ensure_ascii=False, default=str))
    return card


def _parts(state: ConversationState, context: TurnContext, running: Sequence[InPassing]) -> Iterator[tuple[str, Any]]:
    sales, purchase, hours = state.sales, state.purchase, tenant.hours(context)
    yield "message", context.text[:LONGEST_MESSAGE]
    yield "attachments", [message.kind for message in context.incoming if message.kind in ("media", "location")]
    yield "said", [f"{said.who}: {said.text}" for said in state.transcript.messages]
    yield "question", _question(state.controls.asked)
    yield "shown", _shown(sales.last_catalog_results)
    yield "shown_before", _shown(sales.earlier_catalog_results)
    yield (
        "looked_for",
        {"query": sales.last_catalog_query, **sales.last_catalog_filters} if sales.last_catalog_query else None,
    )
    yield "opened", _opened(state)
    yield "in_hand", purchase.choosing.model_dump(mode="json") if purchase.choosing else None
    yield "cart", [_line(line) for line in purchase.cart]
    yield "order", _order(state)
    payment = {"method": purchase.payment_method, "phone": purchase.payment_phone, "status": purchase.payment_status}
    yield "payment", {name: value for name, value in payment.items() if value}
    yield "delivery", {name: value for name, value in purchase.delivery.model_dump().items() if value}
    yield "orders", _orders(context)
    yield "offers", _offers(context, running)
    yield "trouble", state.support.trouble.model_dump(include={"question", "told"}) if state.support.trouble else None
    yield "ticket", state.handoff.handoff_ticket_number
    yield "a_person_has_just_said", state.handoff.handed_back
    yield "shelves", _shelves(context)
    yield "ways_to_pay", [name for name, is_on in state.tenant.payments_enabled.items() if is_on]
    yield (
        "business",
        {"name": state.tenant.tenant_name, "assistant": state.tenant.bot_name, "currency": state.tenant.currency},
    )
    yield "reach_us", contact_ways(state)
    yield "now", f"{tenant.local_now(context):%A %d %B %Y, %H:%M}"
    yield "opening_hours", hours.by_day if hours.is_known else None
    yield "languages", state.tenant.allowed_languages


def _question(asked: Question | None) -> dict[str, Any] | None:
    if asked is None:
        return None
    what = getattr(asked, "of", "") or getattr(asked, "what", "") or asked.kind
    return {"waits_for": what, "choices": [each.title for each in asked.choices]}


def _opened(state: ConversationState) -> str | None:
    """The title of the item that was opened last, or its id when no list shows it any more."""
    if not state.sales.selected_item_ids:
        return None
    opened = state.sales.selected_item_ids[-1]
    shown = state.sales.shown(opened)
    return shown.title if shown is not None else opened


def _order(state: ConversationState) -> dict[str, Any] | None:
    """What was last told of the order; its total holds the fee for delivery where that is known, and else none."""
    purchase = state.purchase
    if not purchase.order_number:
        return None
    has_fee = "delivery_fee" in purchase.order_totals
    covered = "the goods and the delivery_fee" if has_fee else "the goods; no delivery fee is in it"
    covers = {"total_covers": covered} if "total" in purchase.order_totals else {}
    return {"number": purchase.order_number, **purchase.order_totals, **covers}


def _shown(items: list[ShownItem]) -> list[dict[str, Any]]:
    return [
        {
            "place": place,
            "id": item.item_id,
            "title": item.title,
            "price": money(item.price, item.currency),
            **_of(item),
        }
        for place, item in enumerate(items, 1)
    ]


def _of(item: ShownItem) -> dict[str, Any]:
    own: dict[str, Any] = {"sold_by": item.unit} if item.unit != Unit.PIECE else {}
    return own | ({"options": item.options} if item.options else {})


def _line(line: Any) -> dict[str, Any]:
    price = money(line.unit_price, line.currency)
    count = {"quantity": as_json(line.quantity), **({"unit": line.unit} if line.unit != Unit.PIECE else {})}
    return {"title": line.title, "sku": line.sku, **line.options, **count, "price": price}


def _orders(context: TurnContext) -> list[dict[str, Any]]:
    """Orders as this turn's own look has told them."""
    found = [call.answer for call in context.trace.tool_calls if isinstance(call.answer, OrderGetStatusResult)]
    return [
        {"number": status.order.number, "status": status.order.status, "payment": status.payment_status}
        for result in found[-1:]
        for status in result.orders[:3]
    ]


def _offers(context: TurnContext, running: Sequence[InPassing]) -> list[dict[str, Any]]:
    """Offers as this turn has them told, or those to know one by: each with its code and what it needs."""
    told = catalog.offers_told(context)
    return [
        {
            "name": offer.name, "what": offer.description, "code": offer.code or "none needed",
            **({"from_a_spend_of": money(offer.minimum_spend, offer.currency)} if offer.minimum_spend else {}),
            **({"only_for": _first_of(offer.scope)} if offer.scope else {}),
        }
        for offer in (running if told is None else told)[:MOST_IN_PASSING]
    ]  # fmt: skip


def _first_of(scope: Sequence[str]) -> list[str]:
    left = len(scope) - MOST_OF_A_SCOPE
    return [*scope[:MOST_OF_A_SCOPE], *([f"and {left} more"] if left > 0 else [])]


def _shelves(context: TurnContext) -> list[str]:
    found = [call.answer for call in context.trace.tool_calls if isinstance(call.answer, CatalogSearchResult)]
    return [f"{category.path} ({category.items})" for result in found[:1] for category in result.categories]
