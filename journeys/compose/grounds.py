"""What a reply may rest on: tool results of this turn, those that the state remembers, and her own words."""

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from journeys import registry
from journeys.context import TurnContext
from journeys.evidence import Evidence
from journeys.state import ConversationState
from tools.support.kb_retrieve import KbRetrieveResult


def grounds(
    state: ConversationState,
    context: TurnContext,
    links: Iterable[str] = (),
    *,
    cited: Collection[str] | None = None,
) -> Evidence:
    """`cited` are the ids of the passages that count; without it, all that were found."""
    known = [
        state.tenant.tenant_name,
        state.tenant.bot_name,
        state.tenant.bot_intro,
        state.tenant.handoff,
        *(fact for journey in registry.of(context).journeys for fact in journey.grounds(state)),
        [message.event.get("facts") for message in context.incoming if message.kind == "event"],
        *links,
        *_passages(context, cited),
    ]
    theirs = [context.text, state.sales.last_catalog_query, state.sales.last_catalog_filters]
    calls = [call for call in context.trace.tool_calls if not isinstance(call.answer, KbRetrieveResult)]
    return Evidence.of(calls, extra=known, words=theirs)


def _passages(context: TurnContext, cited: Collection[str] | None) -> Iterator[Any]:
    """What cited passages say; an order that stood in one is no fact, and neither is a score."""
    found = (call.answer for call in context.trace.tool_calls if isinstance(call.answer, KbRetrieveResult))
    for snippet in (snippet for result in found for snippet in result.snippets):
        if snippet.text and (cited is None or snippet.chunk_id in cited):
            yield snippet.model_dump(include={"text", "title", "section", "file_name", "version", "page", "sheet"})
