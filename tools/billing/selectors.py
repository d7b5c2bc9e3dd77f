"""Whose account is whose, and what stands on it; in the tenant's open scope."""

from datetime import date, datetime, timedelta
from uuid import UUID

from django.db.models import Prefetch, Q

from tenants.models import Customer, CustomerAddress, Tenant
from tenants.rules import Escalation, read_rules
from tools.billing.models import Account, BillingRules, Invoice, RefundCase, Subscription, VerificationTry

# Wrong answers are counted over a day; and a step of the calendar.
A_DAY = timedelta(days=1)
# Longer than the longest row of holidays between business days that a rule may promise.
MOST_AHEAD = 150
# A year of monthly ones.
MOST_INVOICES = 12
# What is told of in one message.
MOST_OPEN_CASES = 5


def rules() -> BillingRules:
    """The business's rules; as they are at first where it has set none."""
    return BillingRules.objects.first() or BillingRules()


def holidays(tenant: Tenant, start: date) -> set[date]:
    """The days of the coming months on which the business is closed as on a holiday, by its own settings."""
    hours = read_rules(Escalation, tenant.escalation_rules).hours_of_holidays
    days = (start + A_DAY * ahead for ahead in range(MOST_AHEAD))
    return {day for day in days if hours.get(day.isoformat(), hours.get(f"{day:%m-%d}")) == "closed"}


def list_own(customer_id: UUID, *, now: datetime) -> list[Account]:
    """The accounts that may be shown to a customer: bound to a number they write from, or verified not long ago.

    A number is theirs because a provider has delivered their messages from it, never because they say so.
    """
    addresses = CustomerAddress.objects.filter(customer=customer_id).values("address")
    is_bound = Q(address__in=addresses) | Q(address__in=Customer.objects.filter(pk=customer_id).values("address"))
    verified = VerificationTry.objects.filter(
        customer=customer_id, is_right=True, created_at__gt=now - timedelta(hours=rules().verified_hours)
    )
    own = Account.objects.filter((is_bound & ~Q(address="")) | Q(pk__in=verified.values("account")))
    subscriptions = Subscription.objects.select_related("plan").order_by("-start_date", "-id")
    invoices = Prefetch("invoices", queryset=Invoice.objects.order_by("-issued_on", "-id"))
    return list(own.order_by("number").prefetch_related(Prefetch("subscriptions", queryset=subscriptions), invoices))


def find_invoice(number: str, accounts: list[Account]) -> Invoice | None:
    """The invoice of this number on one of these accounts, however it is written."""
    wanted = number.casefold()
    invoices = (each for account in accounts for each in account.invoices.all())
    return next((each for each in invoices if each.number.casefold() == wanted), None)


def list_cases(customer_id: UUID) -> list[RefundCase]:
    """The customer's own cases, the newest first."""
    return list(RefundCase.objects.filter(customer=customer_id).order_by("-number")[:MOST_OPEN_CASES])


def wrong_tries(customer_id: UUID, told_number: str, *, now: datetime) -> int:
    """The most that were wrong within a day: of this customer, or about this account by anybody."""
    wrong = VerificationTry.objects.filter(is_right=False, created_at__gt=now - A_DAY)
    own = wrong.filter(customer=customer_id).count()
    return max(own, wrong.filter(told_number=told_number).count()) if told_number else own
