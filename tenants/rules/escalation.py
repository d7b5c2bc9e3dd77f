"""When a person takes over, and when she answers: Tenant.escalation_rules."""

from pydantic import Field

from tenants.rules.reading import Rules


class Escalation(Rules):
    """The tenant's rules of handing over. `topics` are always a person's; ways to reach one are shown as written."""

    phone: str = ""
    email: str = ""
    address: str = ""
    reach: str = ""
    reply_within_minutes: int | None = Field(None, ge=1, le=10_080)
    max_clarifications: int = Field(3, ge=1, le=10)
    max_tool_errors: int = Field(2, ge=1, le=10)
    topics: tuple[str, ...] = ()
    escalate_unanswered: bool = True
