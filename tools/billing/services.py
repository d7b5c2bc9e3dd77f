"""What happens in billing: somebody is verified, a refund case is opened and decided; in the tenant's open scope."""

from collections.abc import Container
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any, Final
from uuid import UUID
from zoneinfo import ZoneInfo

import structlog
from django.db.models import Max

from tenants import locks
from tenants.models import Tenant
from tools import events
from tools.billing import selectors
from tools.billing.models import FIRST_CASE, Account, Invoice, RefundCase, VerificationTry, money
from tools.handoff import handling, promise
from tools.handoff import services as tickets
from tools.handoff.models import HandoffTicket
from tools.webhooks import services as webhooks

log = structlog.get_logger(__name__)
Reason, Status = RefundCase.Reason, RefundCase.Status
# Monday is 0: the days before Saturday are worked.
SATURDAY: Final = 5
# A step of the calendar.
DAY: Final = timedelta(days=1)


class Locked(Exception):
    """Too many wrong answers within a day."""


class TooManyCases(Exception):
    """The customer has as many undecided cases as one may have."""


def verify(customer_id: UUID, *, number: str, answer: str, now: datetime) -> tuple[bool, int]:
    """Whether the answer opens the account, and how many tries are left; every try is counted. Raises Locked.

    A number that there is none of counts as a wrong answer, so that nobody learns which there are.
    """
    told, most = number.strip().upper()[:64], selectors.rules().most_tries
    for name in sorted((f"billing:customer:{customer_id}", f"billing:account:{told}")):
        locks.hold(name)
    if selectors.wrong_tries(customer_id, told, now=now) >= most:
        raise Locked
    account = Account.objects.filter(number__iexact=told).first()
    is_right = account is not None and account.is_answer(answer)
    tried = VerificationTry.objects.create(
        customer_id=customer_id, account=account if is_right else None, told_number=told, is_right=is_right
    )
    VerificationTry.objects.filter(pk=tried.pk).update(created_at=now)
    log.info("billing.verification.tried", is_right=is_right)
    return is_right, most - selectors.wrong_tries(customer_id, told, now=now)


def open_case(
    *, customer_id: UUID, conversation_id: UUID, invoice_number: str, invoice: Invoice | None, reason: str,
    amount: Decimal, description: str, now: datetime,
) -> tuple[RefundCase, bool]:  # fmt: skip
    """The case of this invoice and reason, and whether it is new; raises TooManyCases.

    A new one reaches the operators as a ticket.
    """
    locks.hold("billing:refund-cases")
    known = _known(customer_id, invoice_number, invoice, reason)
    if known is not None:
        return known, False
    undecided = RefundCase.objects.filter(customer=customer_id, decided_at=None)
    if undecided.count() >= selectors.MOST_OPEN_CASES:
        raise TooManyCases
    tenant = Tenant.objects.get()
    today = now.astimezone(ZoneInfo(tenant.time_zone)).date()
    rules = selectors.rules()
    is_first = reason == Reason.WITHIN_COOLING_OFF
    last = RefundCase.objects.aggregate(last=Max("number"))["last"]
    case = RefundCase.objects.create(
        number=(last or FIRST_CASE - 1) + 1, customer_id=customer_id, conversation_id=conversation_id,
        account=invoice.account if invoice else None, invoice=invoice, invoice_number=invoice_number, reason=reason,
        amount=amount, currency=invoice.currency if invoice else tenant.currency, description=description,
        status=Status.PENDING_REVIEW if is_first or invoice is None else Status.OPENED, is_priority=is_first,
        eta_date=business_day_after(today, rules.processing_sla_business_days, selectors.holidays(tenant, today)),
    )  # fmt: skip
    _tell_operators(case, tenant, now)
    log.info("billing.refund_case.opened", case=case.case_id, reason=reason, status=case.status)
    return case, True


def _known(customer_id: UUID, number: str, invoice: Invoice | None, reason: str) -> RefundCase | None:
    if invoice is not None and (found := RefundCase.objects.filter(invoice=invoice, reason=reason).first()):
        return found
    return RefundCase.objects.filter(customer=customer_id, invoice_number=number, reason=reason).first()


def _tell_operators(case: RefundCase, tenant: Tenant, now: datetime) -> None:
    lines = [
        f"Refund case {case.case_id}: {money(case.currency, case.amount)} of invoice {case.invoice_number}.",
        f"Reason: {case.get_reason_display()}. Promised by {case.eta_date}.",
        *([f"In their words: {case.description}"] if case.description else []),
        *([] if case.invoice_id else ["Their account is not known: verify them before anything is given back."]),
        *(["The cooling-off period is claimed: see to it first."] if case.is_priority else []),
        "Decide it in the admin under Refund cases; the customer is told.",
    ]
    ticket, _ = tickets.open_ticket(
        conversation_id=case.conversation_id, customer_id=case.customer_id, reason="refund", journey="billing",
        step=f"refund.{case.status}", summary="\n".join(lines), sources=[], expected_at=None,
        due_at=promise.due(tenant, now=now), now=now, matter=f"refund:{case.case_id}",
    )  # fmt: skip
    if case.is_priority:
        HandoffTicket.objects.filter(pk=ticket.pk).update(priority=HandoffTicket.Priority.HIGH)


def decide(case_id: UUID, *, is_approved: bool, by: str, actor_id: UUID | None, now: datetime) -> bool:
    """Approve or reject a case, once: its ticket is resolved, the customer told. False when it was decided before."""
    # Decided once: who comes second finds it decided.
    case = RefundCase.objects.select_for_update().get(pk=case_id)
    if case.is_decided:
        return False
    case.status, case.decided_at, case.decided_by = (Status.APPROVED if is_approved else Status.REJECTED), now, by[:150]
    case.save(update_fields=["status", "decided_at", "decided_by"])
    tickets_of_case = HandoffTicket.objects.select_for_update().filter(matter=f"refund:{case.case_id}")
    for ticket in tickets_of_case:
        tickets.note(ticket, "refund decided", f"{case.case_id} {case.status}", actor_id=actor_id)
        handling.resolve(ticket, now=now, actor_id=actor_id)
    facts: dict[str, Any] = {
        "number": case.case_id, "amount": f"{case.amount:.2f}", "currency": case.currency,
        "invoice": case.invoice_number, "days": selectors.rules().refund_to_method_days,
    }  # fmt: skip
    events.record(
        name=f"billing.refund_{case.status}", key=f"refund:{case.pk}:{case.status}",
        conversation_id=case.conversation_id, customer_id=case.customer_id, facts=facts,
    )  # fmt: skip
    told = {"case_id": case.case_id, "status": str(case.status), "invoice": case.invoice_number}
    money_of_it = {"amount": f"{case.amount:.2f}", "currency": case.currency}
    webhooks.record("refund_case.decided", told | money_of_it, customer_id=case.customer_id)
    log.info("billing.refund_case.decided", case=case.case_id, status=case.status)
    return True


def business_day_after(start: date, business_days: int, holidays: Container[date]) -> date:
    """The day that lies so many business days after this one; weekends and holidays do not count."""
    day, left = start, business_days
    while left:
        day += DAY
        if day.weekday() < SATURDAY and day not in holidays:
            left -= 1
    return day
