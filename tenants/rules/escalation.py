"""When a person takes over, and when they answer: Tenant.escalation_rules."""

from pydantic import Field

from tenants.rules.reading import Rules, Text


class Escalation(Rules):
    """The tenant's rules of handing over. `topics` are always a person's; ways to reach one are shown as written."""

    phone: Text = Field("", title="Phone", max_length=80, description="Told to customers who need a person.")
    email: Text = Field("", title="E-mail", max_length=200)
    address: Text = Field("", title="Place", max_length=200, description="Your counter or office, for who walks in.")
    reply_within_minutes: int | None = Field(
        None, ge=1, le=10_080, title="A person answers within (minutes)",
        description="Counted in your opening hours, and told to the customer. Empty: no time is told.",
    )  # fmt: skip
    topics: tuple[Text, ...] = Field(
        (), max_length=100, title="Always a person's",
        description="One a line. A message with these words goes to a person at once: late delivery, SIM swap fraud.",
    )  # fmt: skip
    escalate_unanswered: bool = Field(
        True, title="A question that your documents do not answer goes to a person",
        description="Otherwise the customer is told that it is not in your documents.",
    )  # fmt: skip
    max_clarifications: int = Field(
        3, ge=1, le=10, title="Questions back before a person takes over",
        description="How often the assistant may ask what somebody means.",
    )  # fmt: skip
    max_tool_errors: int = Field(2, ge=1, le=10, title="Failures of our own before a person takes over")
