"""Any message explained: what a turn heard, how it was routed, which tools and models it called, and its timings."""

from typing import Any

from conversations.models import Turn
from journeys import registry
from journeys.context import TurnContext
from journeys.state import ConversationState
from journeys.trace import Trace
from tools.contract import Call


def document(context: TurnContext, state: ConversationState) -> dict[str, Any]:
    """The trace of a turn as it is kept with it."""
    trace = context.trace
    return {
        "messages": [
            {"kind": message.kind, "text": message.text or message.event.get("name", "")}
            for message in context.incoming
        ],
        "route": {
            "intent": state.understood.intent,
            "intent_confidence": state.understood.intent_confidence,
            "journey": state.understood.journey,
            "language": state.understood.response_language,
            "language_confidence": state.understood.language_confidence,
            "governor": state.understood.governor_classification,
            "governor_confidence": state.understood.governor_confidence,
            "reason": trace.notes.get("route"),
        },
        "nodes": [{"name": name, "milliseconds": milliseconds} for name, milliseconds in trace.nodes],
        "tools": [_tool(call) for call in trace.tool_calls],
        "models": calls_of(trace),
        "notes": trace.notes,
        "unread": context.unread,
        "excerpt": registry.excerpt(state),
        "cpu_milliseconds": trace.cpu_milliseconds,
    }


def calls_of(trace: Trace) -> list[dict[str, Any]]:
    """The calls of models in a trace, and what they cost."""
    return [
        {
            "nodes": list(call.nodes),
            "provider": call.provider,
            "model": call.model,
            "outcome": call.outcome,
            "milliseconds": call.milliseconds,
            "tokens_in": call.tokens_in,
            "tokens_out": call.tokens_out,
            "cost_usd": str(call.cost_usd),
        }
        for call in trace.model_calls
    ]


def _tool(call: Call) -> dict[str, Any]:
    return {
        "tool": call.tool,
        "effect": call.effect,
        "arguments": call.arguments,
        "answer": call.answer.model_dump(mode="json"),
        "outcome": call.outcome,
        "milliseconds": call.milliseconds,
    }


def explain(turn: Turn) -> dict[str, Any]:
    """The turn's trace with its own dates; empty parts for a turn that is not finished."""
    milliseconds = None
    if turn.finished_at is not None:
        milliseconds = round((turn.finished_at - turn.started_at).total_seconds() * 1000, 1)
    empty: dict[str, Any] = {"messages": [], "route": {}, "nodes": [], "tools": [], "models": [], "notes": {}}
    trace: dict[str, Any] = turn.trace
    heard = trace.get("messages", [])
    return empty | trace | {
        "said": " ".join(message["text"] for message in heard if message["kind"] == "text" and message["text"]),
        "turn_id": str(turn.id),
        "status": turn.status,
        "attempts": turn.attempts,
        "problem": turn.problem,
        "milliseconds": milliseconds,
    }  # fmt: skip
