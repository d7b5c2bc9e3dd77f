"""What a reply may rest on: tool results of this turn, those that the state remembers, and the customer's own words."""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from journeys.check import Evidence, objections, told
from journeys.check.flags import OF_EVENTS, OF_ORDERS, OF_PAYMENTS
from journeys.context import TurnContext
from journeys.llm import prompts
from journeys.state import ConversationState
from tools.support.kb_retrieve import KbRetrieveResult, Snippet


def grounds(
    state: ConversationState,
    context: TurnContext,
    links: Iterable[str] = (),
    *,
    cited: Collection[str] | None = None,
) -> Evidence:
    """`cited` are the ids of the passages that count; without them, those that the turn has cited so far."""
    cited = context.trace.notes.get("cited") if cited is None else cited
    known = [
        state.tenant_name,
        state.bot_name,
        state.bot_intro,
        state.handoff,
        [item.model_dump() for item in state.last_catalog_results],
        [line.model_dump() for line in state.cart],
        {"order": state.order_number, **state.order_totals},
        state.payment_phone,
        state.asked.titles if state.asked is not None and state.asked.kind == "pick_option" else None,
        [message.event.get("facts") for message in context.incoming if message.kind == "event"],
        *links,
        *(_told(snippet) for snippet in _passages(context, cited)),
    ]
    theirs = [context.text, context.trace.notes.get("about"), state.last_catalog_query, state.last_catalog_filters]
    calls = [call for call in context.trace.tool_calls if not isinstance(call.answer, KbRetrieveResult)]
    return Evidence.of(
        calls,
        extra=known,
        words=theirs,
        passages=[] if cited is None else [_with_headings(snippet) for snippet in _passages(context, cited)],
        flags=_flags(state, context),
        own_names=[name for name in (state.tenant_name, state.bot_name) if name],
        other_names=context.other_names,
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


def _with_headings(snippet: Snippet) -> tuple[str, str]:
    return snippet.text, f"{snippet.title} {snippet.section}"


def _flags(state: ConversationState, context: TurnContext) -> Iterator[str]:
    """What the state remembers of payments, consent and tickets, and what events of our own tell."""
    yield from OF_PAYMENTS.get(state.payment_status or "", ())
    if state.handoff_ticket_id:
        yield "handoff"
    if state.marketing_opt_in is not None:
        yield "consent.on" if state.marketing_opt_in else "consent.off"
    for message in context.incoming:
        if message.kind == "event":
            yield from OF_EVENTS.get(str(message.event.get("name")), ())
            yield from OF_ORDERS.get(str((message.event.get("facts") or {}).get("status")), ())


def objection(state: ConversationState, context: TurnContext) -> Callable[[Any], str | None]:
    """A check for a model's answer: why it may not be said, in words that a model can mend."""

    def check(answer: Any) -> str | None:
        text = " \n".join(str(value) for value in answer.model_dump().values())
        # Evidence is read not before a model has answered: the local mind needs none.
        evidence = grounds(state, context)
        return told(objections(text, evidence, language=state.response_language, prompts=prompts()))

    return check
