"""What a reply may rest on: tool results of this turn, those that the state remembers, and her own words."""

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from journeys.context import TurnContext
from journeys.check import Evidence
from journeys.state import ConversationState
from tools.support.kb_retrieve import KbRetrieveResult


def grounds(
    state: ConversationState,
    context: TurnContext,
    links: Iterable[str] = (),
    *,
    cited: Collection[str] | None = None,
) -> Evidence:
    """`cited` are the ids of the passages that count; without them, those that the turn has cited so far."""
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
        *_passages(context, context.trace.notes.get("cited") if cited is None else cited),
    ]
    hers = [context.text, context.trace.notes.get("about"), state.last_catalog_query, state.last_catalog_filters]
    calls = [call for call in context.trace.tool_calls if not isinstance(call.answer, KbRetrieveResult)]
    return Evidence.of(calls, extra=known, words=hers)


def _passages(context: TurnContext, cited: Collection[str] | None) -> Iterator[Any]:
    """What cited passages say; an order that stood in one is no fact, and neither is a score."""
    found = (call.answer for call in context.trace.tool_calls if isinstance(call.answer, KbRetrieveResult))
    for snippet in (snippet for result in found for snippet in result.snippets):
        if snippet.text and (cited is None or snippet.chunk_id in cited):
            yield snippet.model_dump(include={"text", "title", "section", "file_name", "version", "page", "sheet"})


def objection(state: ConversationState, context: TurnContext) -> Callable[[Any], str | None]:
    """A check for a model's answer: why it may not be said, in words that a model can mend."""

    def check(answer: Any) -> str | None:
        evidence = grounds(state, context)  # not before a model has answered: the local mind needs none
        stated = evidence.unsupported(" \n".join(str(value) for value in answer.model_dump().values()))
        return f"These are in no fact you were given: {', '.join(stated)}" if stated else None

    return check
