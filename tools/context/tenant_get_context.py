"""Fetches the tenant's persona and business configuration; never refuses."""

from typing import Any

from pydantic import Field

from tenants.models import Tenant
from tools.contract import Args, Result, Tool, ToolContext


class TenantGetContextArgs(Args):
    """Nothing to ask: the tenant is the turn's."""


class TenantGetContextResult(Result):
    """The tenant as the assistant speaks for it."""

    tenant_name: str
    bot_name: str
    bot_intro: str
    tone_style: str
    default_language: str
    allowed_languages: list[str]
    max_chattiness_level: int = Field(ge=0, le=3)
    catalog_link_base: str | None
    payments_enabled: dict[str, bool]
    escalation_rules: dict[str, Any]
    compliance: dict[str, Any]
    currency: str
    time_zone: str
    business_hours: dict[str, str]
    chat_model: str | None
    journeys_off: list[str] = Field(default_factory=list)


def run(args: TenantGetContextArgs, context: ToolContext) -> TenantGetContextResult:
    tenant = context.tenant or Tenant.objects.get(pk=context.tenant_id)
    return TenantGetContextResult(
        tenant_name=tenant.name,
        bot_name=tenant.bot_name,
        bot_intro=tenant.bot_intro,
        tone_style=tenant.tone_style,
        default_language=tenant.default_language,
        allowed_languages=tenant.allowed_languages,
        max_chattiness_level=tenant.max_chattiness_level,
        catalog_link_base=tenant.catalog_link_base or None,
        payments_enabled=tenant.payments_enabled,
        escalation_rules=tenant.escalation_rules,
        compliance=tenant.compliance,
        currency=tenant.currency,
        time_zone=tenant.time_zone,
        business_hours=tenant.business_hours,
        chat_model=tenant.chat_model or None,
        journeys_off=tenant.journeys_off,
    )


TOOL = Tool(
    name="tenant_get_context",
    effect="read",
    description="Fetch the business's persona, languages, limits, payment methods and opening hours.",
    args=TenantGetContextArgs,
    result=TenantGetContextResult,
    run=run,
)
