"""Refund cases: money that a customer wants back, until a person has decided."""

from decimal import Decimal
from typing import Final

from django.db import models
from django.db.models import Q

from tenants.models import Customer
from tenants.tenancy import TenantForeignKey, TenantModel
from tools.billing.models.accounts import Account, Invoice

# As was specified for a refund.
MOST_REFUNDED: Final = Decimal(1000)
# R10001 and on, as cases are numbered.
FIRST_CASE: Final = 10_001
REASONS: Final = ("overcharge", "service_outage", "within_cooling_off", "other")


class RefundCase(TenantModel):
    """Money that a customer wants back, until a person has decided.

    OPENED ─────────┐
    PENDING_REVIEW ─┴─▶ APPROVED or REJECTED      decided once; the customer is told
    """

    class Status(models.TextChoices):
        OPENED = "opened", "Opened"
        PENDING_REVIEW = "pending_review", "Pending review"
        APPROVED = "approved", "Approved"
        REJECTED = "rejected", "Rejected"

    class Reason(models.TextChoices):
        OVERCHARGE = "overcharge", "Overcharge"
        SERVICE_OUTAGE = "service_outage", "Service outage"
        WITHIN_COOLING_OFF = "within_cooling_off", "Within cooling-off"
        OTHER = "other", "Other"

    number = models.PositiveIntegerField()
    customer = TenantForeignKey(Customer, related_name="refund_cases")
    conversation_id = models.UUIDField()
    account = TenantForeignKey(Account, related_name="refund_cases", null=True, blank=True, on_delete=models.SET_NULL)
    invoice = TenantForeignKey(Invoice, related_name="refund_cases", null=True, blank=True, on_delete=models.SET_NULL)
    invoice_number = models.CharField("Invoice", max_length=64, help_text="As the customer gave it.")
    reason = models.CharField(max_length=20, choices=Reason.choices)
    amount = models.DecimalField(max_digits=12, decimal_places=2)
    currency = models.CharField(max_length=3)
    description = models.CharField("In their words", max_length=500, blank=True)
    status = models.CharField(max_length=20, choices=Status.choices, default=Status.OPENED)
    is_priority = models.BooleanField("See to it first", default=False)
    eta_date = models.DateField("Promised by")
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.CharField(max_length=150, blank=True)

    class Meta(TenantModel.Meta):
        ordering = ["-number"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "number"], name="refund_case_number_once"),
            models.UniqueConstraint(
                fields=["tenant", "invoice", "reason"], condition=Q(invoice__isnull=False), name="one_case_an_invoice"
            ),
            models.UniqueConstraint(
                fields=["tenant", "customer", "invoice_number", "reason"], name="one_case_a_told_invoice"
            ),
            models.CheckConstraint(
                condition=Q(amount__gt=0, amount__lte=MOST_REFUNDED), name="refund_amount_0_to_1000"
            ),
            models.CheckConstraint(condition=Q(reason__in=REASONS), name="refund_reason_known"),
            models.CheckConstraint(condition=Q(number__gte=FIRST_CASE), name="refund_case_number_from_10001"),
            models.CheckConstraint(
                condition=Q(status__in=["opened", "pending_review"], decided_at__isnull=True)
                | Q(status__in=["approved", "rejected"], decided_at__isnull=False),
                name="refund_case_decided_at",
            ),
        ]
        indexes = [
            models.Index(fields=["tenant", "status", "eta_date"], name="refund_cases_by_status"),
            models.Index(fields=["tenant", "account"], name="refund_cases_of_account"),
        ]

    def __str__(self) -> str:
        return self.case_id

    @property
    def case_id(self) -> str:
        """R10001: what the customer quotes."""
        return f"R{self.number}"

    @property
    def is_decided(self) -> bool:
        return self.status in (self.Status.APPROVED, self.Status.REJECTED)
