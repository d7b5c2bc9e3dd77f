"""The last day's money on the admin's first page: what was paid, what nobody has matched, what nobody has confirmed."""

from datetime import datetime
from decimal import Decimal

from django.db.models import Count, Sum
from django.urls import reverse

from conversations.admin.cards import Card
from tools.payments import report
from tools.payments.models import IncomingPayment, Payment


def cards(*, since: datetime) -> list[Card]:
    """For the tenant in scope; none while nothing was ever paid."""
    if not Payment.objects.exists() and not IncomingPayment.objects.exists():
        return []
    unmatched = IncomingPayment.objects.filter(status=IncomingPayment.Status.UNMATCHED).count()
    unconfirmed = IncomingPayment.objects.filter(report.unconfirmed())
    held = unconfirmed.filter(status=IncomingPayment.Status.HELD).count()
    return [
        Card("Paid", _sums(since), _many(since), reverse("admin:payments_payment_changelist") + "?status__exact=paid"),
        Card(
            "Money to match",
            f"{unmatched:,}",
            "came for no known order" if unmatched else "all money has its order",
            reverse("admin:payments_incomingpayment_changelist"),
            "warning" if unmatched else "",
        ),
        Card(
            "Unconfirmed money",
            f"{unconfirmed.count():,}",
            f"{held:,} wait for Safaricom" if held else "until Safaricom's list is read",
            reverse("admin:payments_incomingpayment_changelist") + "?confirmation=no",
            "warning" if held else "",
        ),
    ]


def _sums(since: datetime) -> str:
    paid = Payment.objects.filter(status=Payment.Status.PAID, settled_at__gte=since)
    sums = paid.values("currency").annotate(sum=Sum("amount")).order_by("-sum").values_list("currency", "sum")
    return ", ".join(f"{currency} {_plain(amount)}" for currency, amount in sums) or "0"


def _plain(amount: Decimal) -> str:
    return f"{amount:,.0f}" if amount == amount.to_integral_value() else f"{amount:,.2f}"


def _many(since: datetime) -> str:
    count = Payment.objects.filter(status=Payment.Status.PAID, settled_at__gte=since).aggregate(n=Count("id"))["n"]
    return "1 payment" if count == 1 else f"{count:,} payments"
