"""What a reply may rest on: tool results of this turn, those that the state remembers, and her own words."""

from collections.abc import Callable, Iterable
from typing import Any

from journeys.context import TurnContext
from journeys.evidence import Evidence
from journeys.state import ConversationState


def grounds(state: ConversationState, context: TurnContext, links: Iterable[str] = ()) -> Evidence:
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
    ]
    hers = [context.text, state.last_catalog_query, state.last_catalog_filters]
    return Evidence.of(context.trace.tool_calls, extra=known, words=hers)


def objection(evidence: Evidence) -> Callable[[Any], str | None]:
    """A check for a model's answer: why it may not be said, in words that a model can mend."""

    def check(answer: Any) -> str | None:
        stated = evidence.unsupported(" \n".join(str(value) for value in answer.model_dump().values()))
        return f"These are in no fact you were given: {', '.join(stated)}" if stated else None

    return check
