"""What a reply may rest on: tool results of this turn, those that the state remembers, and the customer's own words."""

from collections.abc import Collection, Iterable, Iterator
from decimal import Decimal
from typing import Any

from journeys import catalog, tenant
from journeys.check import Evidence
from journeys.check.claims.flags import OF_EVENTS, OF_ORDERS, OF_PAYMENTS
from journeys.context import TurnContext
from journeys.state import ConversationState
from knowledge import own_words
from tools.catalog.catalog_get_item import CatalogGetItemResult
from tools.catalog.catalog_search import CatalogSearchResult
from tools.support.kb_retrieve import KbRetrieveResult, Snippet


@own_words.speaking_of(None)  # as `objections` reads it
def grounds(
    state: ConversationState,
    context: TurnContext,
    links: Iterable[str] = (),
    *,
    cited: Collection[str] | None = None,
    beside: Iterable[str] = (),
) -> Evidence:
    """`cited` are the ids of the passages that count as sources; without it, all that were found may be quoted.

    `beside` are the other answers of the same message: a sum may be of amounts that stand there."""
    goods = f"{told[1]} {told[0].normalize():f}" if (told := _goods_total(state)) else ""
    known = [
        state.tenant.tenant_name,
        state.tenant.bot_name,
        state.tenant.bot_intro,
        state.tenant.handoff,
        *context.remembered(state, context),
        [message.event.get("facts") for message in context.incoming if message.kind == "event"],
        *links,
        *context.trace.notes.get("applied", ()),  # what code has reckoned from a rule for their own case
        *(_told(snippet) for snippet in _passages(context, cited)),
    ]
    searches = [call.answer for call in context.trace.tool_calls if isinstance(call.answer, CatalogSearchResult)]
    limits = [found.filters.model_dump(include={"price_min", "price_max", "attributes"}) for found in searches]
    said = [each.text for each in state.transcript.messages if each.who == "customer"]
    # The day that they come on, or want it brought, was told long before it is asked what follows from it.
    delivery = state.purchase.delivery
    said += [delivery.when, *(each.when for each in delivery.of_items)]
    now = tenant.local_now(context)
    said.append(f"{now:%H:%M}")  # who asks whether it comes today asks as of now
    theirs = [context.text, *said, state.sales.last_catalog_query, state.sales.last_catalog_filters, *limits]
    calls = [call for call in context.trace.tool_calls if not isinstance(call.answer, KbRetrieveResult)]
    return Evidence.of(
        calls,
        extra=known,
        words=theirs,
        passages=[] if cited is None else [*_with_headings(state, context, cited)],
        flags=tuple(_flags(state, context)),
        own_names=[name for name in (state.tenant.tenant_name, state.tenant.bot_name) if name],
        other_names=context.other_names,
        today=now.date(),
        beside="\n".join(filter(None, (goods, *beside))),
    )


def _passages(context: TurnContext, cited: Collection[str] | None) -> Iterator[Snippet]:
    """The cited passages; an order that stood in one is not there any more."""
    found = (call.answer for call in context.trace.tool_calls if isinstance(call.answer, KbRetrieveResult))
    for snippet in (snippet for result in found for snippet in result.snippets):
        if snippet.text and (cited is None or snippet.chunk_id in cited):
            yield snippet


def _told(snippet: Snippet) -> dict[str, Any]:
    """What a passage tells; its score is no fact."""
    return snippet.model_dump(include={"text", "title", "section", "file_name", "version", "page", "sheet"})


def _with_headings(state: ConversationState, context: TurnContext, cited: Collection[str]) -> Iterator[tuple[str, str]]:
    """The passages cited, and beside them the customer's own order and what this turn has read of items."""
    yield from ((snippet.text, f"{snippet.title} {snippet.section}") for snippet in _passages(context, cited))
    if cited:
        yield from _order(state)
        items = (call.answer for call in context.trace.tool_calls if isinstance(call.answer, CatalogGetItemResult))
        yield from (catalog.as_source(item) for item in items)
        yield from catalog.offers_as_sources(context)


def order_total(state: ConversationState) -> tuple[Decimal, str] | None:
    """What the order was last told to cost, and the currency; None while there is none."""
    totals = state.purchase.order_totals
    total = totals.get("total")
    return (Decimal(total), str(totals.get("currency") or state.tenant.currency)) if total else None


def _goods_total(state: ConversationState) -> tuple[Decimal, str] | None:
    """The same without a fee for delivery, as far as it holds one: to it a fee of the documents may be added."""
    if (told := order_total(state)) is None:
        return None
    total, currency = told
    return max(total - Decimal(state.purchase.order_totals.get("delivery_fee") or 0), Decimal(0)), currency


def _order(state: ConversationState) -> Iterator[tuple[str, str]]:
    """The total of what is in it, without a fee for delivery and with the one that is known."""
    if (goods := _goods_total(state)) and (told := order_total(state)):
        total = f"{goods[1]} {goods[0].normalize():f}"
        titles = {line.title for line in state.purchase.cart}
        only = f" ({titles.pop()})" if len(titles) == 1 else ""  # "with the backpack at KES 2,650 that makes …"
        yield f"The goods of the order{only}, its total without delivery: {total}", ""
        yield f"Bidhaa za oda{only}, jumla bila usafirishaji: {total}", ""
        if "delivery_fee" in state.purchase.order_totals:
            total = f"{told[1]} {told[0].normalize():f}"
            yield f"The order{only}, its total with delivery: {total}", ""
            yield f"Oda{only}, jumla pamoja na usafirishaji: {total}", ""


def _flags(state: ConversationState, context: TurnContext) -> Iterator[str]:
    """What the state remembers of payments, consent and tickets, and what events of our own tell."""
    yield from OF_PAYMENTS.get(state.purchase.payment_status or "", ())
    if state.handoff.handoff_ticket_id:
        yield "handoff"
    if state.customer.marketing_opt_in is not None:
        yield "consent.on" if state.customer.marketing_opt_in else "consent.off"
    for message in context.incoming:
        if message.kind == "event":
            yield from OF_EVENTS.get(str(message.event.get("name")), ())
            yield from OF_ORDERS.get(str((message.event.get("facts") or {}).get("status")), ())
