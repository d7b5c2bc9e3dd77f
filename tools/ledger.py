"""The ledger of tool calls: every call leaves a row, and an effect that has a row is not caused again."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel

from tools.contract import Call, Refusal, Result, Tool, ToolContext
from tools.models import ToolCall


def fingerprint(arguments: dict[str, Any]) -> str:
    """Equal for equal arguments, whatever their order."""
    return hashlib.sha256(json.dumps(arguments, sort_keys=True).encode()).hexdigest()


def find(tool: Tool[Any, Any], arguments: dict[str, Any], context: ToolContext) -> Result | Refusal | None:
    """The answer recorded for this effect in this turn, if it was caused before."""
    row = ToolCall.objects.filter(
        request_id=context.request_id, tool=tool.name, arguments_hash=fingerprint(arguments)
    ).first()
    if row is None:
        return None
    shape: type[BaseModel] = tool.result if row.outcome == "ok" else Refusal
    answer = shape.model_validate(row.answer)
    return answer if isinstance(answer, Result | Refusal) else None


def record(calls: Sequence[Call], context: ToolContext) -> None:
    """Write the calls' rows in the scope that is open."""
    ToolCall.objects.bulk_create([_row(call, context) for call in calls])


def _row(call: Call, context: ToolContext) -> ToolCall:
    return ToolCall(
        request_id=context.request_id,
        conversation_id=context.conversation_id,
        tool=call.tool,
        effect=call.effect,
        arguments=call.arguments,
        arguments_hash=fingerprint(call.arguments),
        answer=call.answer.model_dump(mode="json"),
        outcome=call.outcome,
        milliseconds=call.milliseconds,
    )
