"""What the payments room does in the background: ask about payments until they are final, and tell what disagrees."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import structlog
from celery import shared_task
from django.utils import timezone

from tenants import schedule
from tools import publisher
from tools.payments import polling, report
from tools.payments.mpesa import pull as mpesa_list
from tools.payments.mpesa import transaction
from tools.payments.settlement import schedule as asking

log = structlog.get_logger(__name__)


@shared_task(name="payments.ask")
def ask(*, tenant_id: str, payment_id: str, **_: Any) -> None:
    """Ask the provider how a payment stands."""
    polling.ask(UUID(tenant_id), UUID(payment_id), now=timezone.now(), apart=asking.APART_WHEN_ASKED)


@shared_task(name="payments.ask_transaction")
def ask_transaction(*, tenant_id: str, incoming_id: str, **_: Any) -> None:
    """Ask Safaricom whether paybill money has come."""
    transaction.ask(UUID(tenant_id), UUID(incoming_id), now=timezone.now())


@shared_task(name="payments.pull")
def pull(*, tenant_id: str, account_id: str, **_: Any) -> None:
    """Read Safaricom's list of an account."""
    mpesa_list.pull(UUID(tenant_id), UUID(account_id), now=timezone.now())


@shared_task(name="payments.report_all")
def report_all(**_: Any) -> None:
    """Log what disagrees between our rows and the providers', tenant by tenant."""
    if not schedule.claim("payments-report", every=timedelta(minutes=30)):
        return
    for tenant_id in report.list_tenants():
        report.log_of(tenant_id)


def ask_soon(tenant_id: UUID, payment_id: UUID) -> None:
    """Have a payment asked about at once; a hint that is lost is made up for by the sweep."""
    publisher.publish(ask, tenant_id=str(tenant_id), payment_id=str(payment_id))
