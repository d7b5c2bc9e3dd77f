"""What a message would be understood as at the beginning of a conversation; nothing is served, and nothing changed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final
from uuid import UUID

from langgraph.runtime import Runtime

from journeys.command import Command
from journeys.context import Incoming, TurnContext
from journeys.flow import Flow, is_over
from journeys.governance.node import govern
from journeys.guard.arrive import arrive
from journeys.guard.node import guard
from journeys.llm import Mind, Provider
from journeys.state import begin
from journeys.trace import Trace
from journeys.understand.node import understand
from knowledge.own_words import speaking_of
from tenants.scope import tenant_scope
from tools import registry
from tools.catalog.selectors import own_words
from tools.contract import ToolContext
from tools.exemplars.selectors import Taught
from tools.topics import keeping

NOBODY: Final = UUID(int=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The commands of a message, or the fixed words that answer it; neither when it is met with silence."""

    commands: tuple[Command, ...] = ()
    fixed: str = ""
    is_taught: bool = False


def read_alone(text: str, tenant_id: UUID, taught: Sequence[Taught], now: datetime) -> Reading:
    """As the local mind reads it with these exemplars."""
    trace = Trace()
    context = TurnContext(
        incoming=(Incoming(kind="text", text=text, received_at=now),),
        tools=ToolContext(tenant_id=tenant_id, conversation_id=NOBODY, request_id=NOBODY, customer_id=NOBODY, now=now),
        trace=trace,
        mind=Mind(provider=Provider(), trace=trace),
        taught=lambda: taught,
        topics=partial(keeping.likely, tenant_id, now=now),
        call_tool=registry.call_if_read,
    )
    nobody = {"conversation_id": str(NOBODY), "request_id": str(NOBODY)}
    flow: Flow = {"state": begin(tenant_id=str(tenant_id), **nobody)}
    with tenant_scope(tenant_id):
        own = own_words([text])
    for node in (arrive, guard, understand, govern):
        with speaking_of(own):
            flow |= node(flow, Runtime(context=context))  # type: ignore[typeddict-item]
        if is_over(flow):
            return Reading(fixed=flow["reply"].text if "reply" in flow else "")
        if node is guard and flow.get("commands"):
            break
    return Reading(commands=flow.get("commands", ()), is_taught=flow.get("by") == "taught")
