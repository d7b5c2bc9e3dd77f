"""Begins a turn: fetches the tenant and the customer, and puts what they tell into the state."""

from collections.abc import Mapping
from typing import Any

from journeys.context import TurnContext
from journeys.flow import Flow, Turn
from journeys.understand.language_policy import known_language

OF_TENANT = (
    "tenant_name", "bot_name", "bot_intro", "tone_style", "default_language", "allowed_languages",
    "max_chattiness_level", "catalog_link_base", "currency", "payments_enabled", "compliance",
)  # fmt: skip


def arrive(flow: Flow, runtime: Turn) -> dict[str, Any]:
    state = flow["state"]
    state = state.having(**_tenant(runtime.context), **_customer(runtime.context))
    if state.controls.turn_count == 0:
        state = state.having(response_language=known_language(state))
    return {"state": state.having(turn_count=state.controls.turn_count + 1)}


def _tenant(context: TurnContext) -> dict[str, Any]:
    tenant = context.call("tenant_get_context").result
    return {name: getattr(tenant, name) for name in OF_TENANT} | {"handoff": tenant.escalation_rules}


def _customer(context: TurnContext) -> dict[str, Any]:
    customer = context.call("customer_get_or_create").result
    if customer is None:  # erased while they write: answered as somebody new
        return {"customer_id": str(context.tools.customer_id)}
    return {
        "customer_id": customer.customer_id,
        "phone_e164": customer.phone_e164,
        "customer_language_pref": customer.language_preference,
        **agreed(customer.consents),
    }


def agreed(consents: Mapping[str, bool]) -> dict[str, Any]:
    """What the ledger tells, in the state's own fields."""
    rest = {purpose: stands for purpose, stands in consents.items() if purpose != "marketing"}
    return {"marketing_opt_in": consents.get("marketing"), "notification_prefs": rest}
