"""Hand-overs: what a person takes over, and with what context."""

from django.db import models

from tenants.models import Customer
from tenants.tenancy import TenantForeignKey, TenantModel


class HandoffTicket(TenantModel):
    """A conversation that waits for a person, with all that she needs to go on with it.

    OPEN ──▶ CLOSED              somebody has dealt with it; the next hand-over is a new ticket
    """

    class Status(models.TextChoices):
        OPEN = "open", "Open"
        CLOSED = "closed", "Closed"

    number = models.CharField(max_length=20, help_text="What the customer quotes.")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    reason = models.CharField(max_length=60, help_text="Why a person is needed, as a code.")
    journey = models.CharField(max_length=20, help_text="What the conversation was about.")
    step = models.CharField(max_length=60, help_text="How far it had come.")
    summary = models.TextField(help_text="What the customer wants, and what was tried.")
    sources = models.JSONField(default=list, blank=True, help_text="The passages that were looked at.")
    customer = TenantForeignKey(Customer, related_name="tickets")
    conversation_id = models.UUIDField()
    expected_at = models.DateTimeField(null=True, blank=True, help_text="When the customer was told to expect a reply.")
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta(TenantModel.Meta):
        verbose_name = "hand-over"
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "number"], name="ticket_number_once"),
            models.UniqueConstraint(
                fields=["tenant", "conversation_id"], condition=models.Q(status="open"), name="one_open_ticket"
            ),
        ]
        indexes = [
            models.Index(fields=["tenant", "status", "-created_at"], name="tickets_by_status"),
            models.Index(fields=["tenant", "customer"], name="tickets_of_customer"),
        ]

    def __str__(self) -> str:
        return self.number
