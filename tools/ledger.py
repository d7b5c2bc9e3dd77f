"""The ledger of tool calls: every call leaves a row, and an effect that has a row is not caused again."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel

from tenants.postgresql.compiled import insert_later
from tools.contract import Call, Refusal, Result, Tool, ToolContext
from tools.models import ToolCall


def fingerprint(arguments: dict[str, Any], nth: int = 0) -> str:
    """Equal for equal arguments, whatever their order, and the same place among the same calls of a turn."""
    told = [arguments, nth] if nth else arguments
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def nth(tool: Tool[Any, Any], arguments: dict[str, Any], context: ToolContext) -> int:
    """How many of the same calls this turn has made and then changed something else; money moves once in any case.

    "Take the heels out and put the sandals in" applies the same coupon to the same order twice, with another cart.
    """
    if tool.effect == "money":
        return 0
    count, is_settled = 0, True
    for call in context.calls:
        if call.effect == "read":
            continue
        if call.tool == tool.name and call.arguments == arguments:
            count, is_settled = call.nth, False
        elif not is_settled:
            count, is_settled = count + 1, True
    return count


def find(tool: Tool[Any, Any], arguments: dict[str, Any], place: int, context: ToolContext) -> Result | Refusal | None:
    """The answer recorded for this effect in this turn, if it was caused before."""
    # Just as the unique key has it, and in no order: otherwise PostgreSQL looks through all calls of the tenant.
    effects = ToolCall.objects.exclude(effect="read").filter(
        request_id=context.request_id, tool=tool.name, arguments_hash=fingerprint(arguments, place)
    )
    row = next(iter(effects[:1]), None)
    if row is None:
        return None
    shape: type[BaseModel] = tool.result if row.outcome == "ok" else Refusal
    answer = shape.model_validate(row.answer)
    return answer if isinstance(answer, Result | Refusal) else None


def record(calls: Sequence[Call], context: ToolContext) -> None:
    """Write the calls' rows in the scope that is open, at the latest with its COMMIT."""
    insert_later([_row(call, context) for call in calls])


def _row(call: Call, context: ToolContext) -> ToolCall:
    return ToolCall(
        request_id=context.request_id,
        conversation_id=context.conversation_id,
        tool=call.tool,
        effect=call.effect,
        arguments=call.arguments,
        arguments_hash=fingerprint(call.arguments, call.nth),
        answer=call.answer.model_dump(mode="json"),
        outcome=call.outcome,
        milliseconds=call.milliseconds,
    )
