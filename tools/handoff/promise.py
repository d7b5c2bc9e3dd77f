"""When a person answers: what the tenant promises in its rules, counted in its opening hours."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from tenants.models import Tenant
from tenants.rules import Escalation, Hours, read_rules

# By when somebody should answer where nothing is promised: a working day.
USUAL = timedelta(hours=8)


def hours_of(tenant: Tenant) -> Hours:
    holidays = read_rules(Escalation, tenant.escalation_rules).hours_of_holidays
    return Hours(by_day=tenant.business_hours, zone=ZoneInfo(tenant.time_zone), holidays=holidays)


def minutes_of(tenant: Tenant) -> int | None:
    """How soon somebody answers who is at work; None when nothing is promised."""
    return read_rules(Escalation, tenant.escalation_rules).reply_within_minutes


def made(tenant: Tenant, *, now: datetime) -> datetime | None:
    """The moment that is promised to who asks for a person now; None when nothing is promised."""
    minutes = minutes_of(tenant)
    return hours_of(tenant).after(now, timedelta(minutes=minutes)) if minutes else None


def due(tenant: Tenant, *, now: datetime) -> datetime:
    """By when a person should answer: what was promised, or else within a working day."""
    return made(tenant, now=now) or hours_of(tenant).after(now, USUAL)
