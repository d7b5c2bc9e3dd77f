"""What came for a tenant on its way, byte for byte, until it is sent after it."""

from django.db import models
from django.db.models import Q

from tenants.tenancy import TenantModel


class HeldRequest(TenantModel):
    """A provider's report that was acknowledged and not read: taken ──▶ the home is known ──▶ sent there, gone.

    Sent in the order in which they came. One that the new home refuses stays, and holds up no other.
    """

    path = models.TextField(help_text="With the query, as it was asked for.")
    headers = models.JSONField(help_text="Those by which it is read and believed.")
    body = models.BinaryField()
    due_at = models.DateTimeField(null=True, help_text="When to send it on; empty while its home is not known.")
    refused = models.PositiveSmallIntegerField(null=True, help_text="The status with which the new home refused it.")

    class Meta(TenantModel.Meta):
        indexes = [models.Index(fields=["due_at"], name="held_due", condition=Q(due_at__isnull=False))]

    def __str__(self) -> str:
        return f"Report of {self.created_at}"
