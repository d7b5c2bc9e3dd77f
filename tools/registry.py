"""All tools, by hand, and the one way to call them."""

import time
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from pydantic import ValidationError

from tenants.models import Customer
from tenants.scope import tenant_scope
from tools import ledger
from tools.billing import get_refund_policy, get_subscription, open_refund_case, verify_account
from tools.catalog import catalog_get_item, catalog_search
from tools.context import customer_get_or_create, customer_update_preferences, tenant_get_context
from tools.contract import Call, Effect, Refusal, Result, Tool, ToolContext
from tools.handoff import handoff_create_ticket
from tools.offers import offers_get_applicable, order_apply_coupon
from tools.orders import order_create
from tools.payments import (
    order_get_status,
    payment_create_pesapal_checkout,
    payment_get_c2b_instructions,
    payment_get_methods,
    payment_initiate_stk_push,
)
from tools.research import (
    research_answer,
    research_cancel,
    research_edit_plan,
    research_findings,
    research_start,
    research_status,
)
from tools.support import kb_retrieve

TOOLS: tuple[Tool[Any, Any], ...] = (
    tenant_get_context.TOOL,
    customer_get_or_create.TOOL,
    customer_update_preferences.TOOL,
    catalog_search.TOOL,
    catalog_get_item.TOOL,
    order_create.TOOL,
    offers_get_applicable.TOOL,
    order_apply_coupon.TOOL,
    payment_get_methods.TOOL,
    payment_get_c2b_instructions.TOOL,
    payment_initiate_stk_push.TOOL,
    payment_create_pesapal_checkout.TOOL,
    order_get_status.TOOL,
    kb_retrieve.TOOL,
    handoff_create_ticket.TOOL,
    get_subscription.TOOL,
    verify_account.TOOL,
    open_refund_case.TOOL,
    get_refund_policy.TOOL,
    research_start.TOOL,
    research_answer.TOOL,
    research_edit_plan.TOOL,
    research_status.TOOL,
    research_findings.TOOL,
    research_cancel.TOOL,
)
CUSTOMER_UNKNOWN = Refusal(code="customer_unknown", reason="This customer's record was removed.")
BY_NAME = {tool.name: tool for tool in TOOLS}


def effect_of(name: str, arguments: Mapping[str, Any]) -> Effect:
    """What a call may do; one of a tool that is not there does nothing."""
    return BY_NAME[name].effect_of(arguments) if name in BY_NAME else "read"


def call(name: str, arguments: Mapping[str, Any], context: ToolContext) -> Call:
    """Run a tool for a turn. What can be foreseen comes back as a Refusal; anything else is raised.

    A turn that has lost its conversation, because a person took it over, is Stopped here.

    An effect is caused once for (request_id, tool, arguments), unless the turn has changed something else in between:
    its row is written in the effect's own transaction,
    and a repeat returns the recorded answer. One that needs the network gets its row right after; should we die in
    between, the tool itself knows its request. Rows of reads are left to the caller, who writes them with the turn; one
    that was asked before in it is told what it was told then, until something is changed.
    """
    tool = BY_NAME.get(name)
    started = time.perf_counter()
    if tool is None:
        return _ended(name, "read", dict(arguments), Refusal(code="unknown_tool", reason=name), started)
    try:
        args = tool.args.model_validate(arguments)
    except ValidationError as error:
        refusal = Refusal(code="invalid_arguments", reason=_first_problem(error))
        return _ended(name, "read", _jsonable(arguments), refusal, started)
    return _run(tool, args, context, started)


def call_if_read(name: str, arguments: Mapping[str, Any], context: ToolContext) -> Call:
    """Run a tool that only reads; one with an effect is refused: for a message that is read, or answered on trial."""
    effect = effect_of(name, arguments)
    if effect == "read":
        return call(name, arguments, context)
    refusal = Refusal(code="only_reading", reason="Nothing is done here, only read.")
    return Call(tool=name, effect=effect, arguments=dict(arguments), answer=refusal, milliseconds=0.0)


def _run(tool: Tool[Any, Any], args: Any, context: ToolContext, started: float) -> Call:
    asked = args.model_dump(mode="json")
    effect = tool.effect_of(asked)
    if tool.network:
        return _run_outside(tool, args, asked, context, started)
    with tenant_scope(context.tenant_id):
        context.fence(effect)
        if effect == "read":
            return _ended(tool.name, effect, asked, _read(tool, args, asked, context), started)
        if not _holds(context.customer_id):
            return _ended(tool.name, effect, asked, CUSTOMER_UNKNOWN, started)
        nth = ledger.nth(tool, asked, context)
        known = ledger.find(tool, asked, nth, context)
        if known is not None:
            return _ended(tool.name, effect, asked, known, started, is_repeat=True, nth=nth)
        done = _ended(tool.name, effect, asked, tool.run(args, context), started, nth=nth)
        ledger.record([done], context)
        return done


def _run_outside(tool: Tool[Any, Any], args: Any, asked: dict[str, Any], context: ToolContext, started: float) -> Call:
    """With no transaction open while the network is awaited; an effect's row is looked for before and written after."""
    effect = tool.effect_of(asked)
    if effect == "read":
        context.fence("read")
        return _ended(tool.name, effect, asked, _read(tool, args, asked, context), started)
    nth = ledger.nth(tool, asked, context)
    with tenant_scope(context.tenant_id):
        context.fence(effect)
        known = ledger.find(tool, asked, nth, context) if _holds(context.customer_id) else CUSTOMER_UNKNOWN
    if known is not None:
        is_repeat = known is not CUSTOMER_UNKNOWN
        return _ended(tool.name, effect, asked, known, started, is_repeat=is_repeat, nth=nth)
    done = _ended(tool.name, effect, asked, tool.run(args, context), started, nth=nth)
    with tenant_scope(context.tenant_id):
        if not _holds(context.customer_id):
            return _ended(tool.name, effect, asked, CUSTOMER_UNKNOWN, started)
        known = ledger.find(tool, asked, nth, context)  # another process ran the same turn meanwhile
        if known is not None:
            return _ended(tool.name, effect, asked, known, started, is_repeat=True, nth=nth)
        ledger.record([done], context)
    return done


def _read(tool: Tool[Any, Any], args: Any, asked: dict[str, Any], context: ToolContext) -> Result | Refusal:
    """What the tool answers; a turn that asks the same again is told the same, until it changes something."""
    for call in reversed(context.calls):
        if call.effect != "read":
            break
        if call.tool == tool.name and call.arguments == asked and call.result is not None:
            answer: Result = call.result
            return answer
    return tool.run(args, context)


def _holds(customer_id: UUID) -> bool:
    """Whether the customer is still there, and stays until the effect is committed: nothing is left of one erased."""
    rows = Customer.objects.select_for_update(no_key=True).filter(pk=customer_id)
    return rows.values_list("pk").first() is not None


def _ended(
    name: str,
    effect: Any,
    asked: dict[str, Any],
    answer: Result | Refusal,
    started: float,
    *,
    is_repeat: bool = False,
    nth: int = 0,
) -> Call:
    milliseconds = round((time.perf_counter() - started) * 1000, 2)
    return Call(
        tool=name, effect=effect, arguments=asked, answer=answer, milliseconds=milliseconds, is_repeat=is_repeat,
        nth=nth,
    )  # fmt: skip


def _first_problem(error: ValidationError) -> str:
    problem = error.errors()[0]
    return f"{'.'.join(str(part) for part in problem['loc'])}: {problem['msg']}"


def _jsonable(arguments: Mapping[str, Any]) -> dict[str, Any]:
    plain = (str, int, float, bool)
    return {key: value if isinstance(value, plain) else repr(value) for key, value in arguments.items()}
