"""When a person takes over, and when they answer: Tenant.escalation_rules."""

import re
from collections.abc import Mapping
from typing import Annotated, Final

from pydantic import AfterValidator, Field

from tenants.rules.reading import Rules, Text
from tenants.validators import HOURS

DATE: Final = re.compile(r"(?:\d{4}-)?(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])")


def _a_date(text: str) -> str:
    if not DATE.fullmatch(text):
        raise ValueError("Write a date as 2026-12-25, or as 12-25 for every year.")
    return text


def _hours_or_none(text: str) -> str:
    if text and not HOURS.match(text):
        raise ValueError("Write hours as 09:00-13:00, or leave them empty.")
    return text


class Holiday(Rules):
    """A day that is not as its weekday is."""

    date: Annotated[Text, AfterValidator(_a_date)] = Field(
        title="Date", max_length=10, description="2026-12-25, or 12-25 for every year."
    )
    name: Text = Field("", title="Name", max_length=60)
    hours: Annotated[Text, AfterValidator(_hours_or_none)] = Field(
        "", title="Open", max_length=11, description="09:00-13:00. Empty: closed."
    )


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
    holidays: tuple[Holiday, ...] = Field(
        (), max_length=100, title="Holidays",
        description="Days on which you are closed, or open at other hours; what is promised and due knows of them.",
    )  # fmt: skip
    asks_for_rating: bool = Field(
        True, title="Customers are asked how they were served, once their ticket is resolved at the desk"
    )
    assigns_in_turns: bool = Field(
        False, title="New tickets go to who is at the desk and has least to do",
        description="Otherwise they wait until somebody takes them.",
    )  # fmt: skip
    mails_when_away: bool = Field(
        True, title="A mail to your people when somebody waits and nobody is at the desk",
        description="Each ticket is told of once. Needs a mail server: EMAIL_URL.",
    )  # fmt: skip
    max_tool_errors: int = Field(2, ge=1, le=10, title="Failures of our own before a person takes over")

    @property
    def hours_of_holidays(self) -> Mapping[str, str]:
        """The opening hours of holidays by date, as `Hours` takes them."""
        return {holiday.date: holiday.hours or "closed" for holiday in self.holidays}
