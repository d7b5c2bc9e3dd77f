"""The tenant's settings and clock, from this turn's own tenant_get_context."""

from datetime import datetime
from zoneinfo import ZoneInfo

from journeys.context import TurnContext
from journeys.local.wordlists import stems
from tenants.rules import Escalation, Guardrails, Hours, read_rules
from tools.context.tenant_get_context import TenantGetContextResult


def tenant_of(context: TurnContext) -> TenantGetContextResult:
    """What the turn began with; asked for again only when a turn begins otherwise."""
    for call in context.trace.tool_calls:
        if isinstance(call.answer, TenantGetContextResult):
            return call.answer
    result: TenantGetContextResult = context.call("tenant_get_context").result
    return result


def guardrails(context: TurnContext) -> Guardrails:
    return read_rules(Guardrails, tenant_of(context).compliance)


def escalation(context: TurnContext) -> Escalation:
    return read_rules(Escalation, tenant_of(context).escalation_rules)


def leaves_to_a_person(topic: str, context: TurnContext) -> bool:
    """Whether a person looks after a topic by the tenant's rules: after what is "late" by "late delivery"."""
    return any(stems(topic) <= stems(each) for each in escalation(context).topics)


def hours(context: TurnContext) -> Hours:
    tenant = tenant_of(context)
    holidays = escalation(context).hours_of_holidays
    return Hours(by_day=tenant.business_hours, zone=ZoneInfo(tenant.time_zone), holidays=holidays)


def local_now(context: TurnContext) -> datetime:
    return context.tools.now.astimezone(ZoneInfo(tenant_of(context).time_zone))
