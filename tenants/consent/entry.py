"""One line of the consent ledger."""

from django.db import models
from django.db.models import Q

from tenants.consent.purposes import ConsentSource, MessageWay, Purpose
from tenants.tenancy import TenantForeignKey, TenantModel


class ConsentEntry(TenantModel):
    """A yes or a no of a customer, for one purpose on one way, with its proof; the database lets nobody change it.

    The last of a purpose is what stands. Of somebody who was erased only their refusals stay, under a pseudonym of
    each address, so that they are kept to when that address writes again.
    """

    customer = TenantForeignKey("tenants.Customer", null=True, related_name="consent_entries")
    pseudonym = models.CharField(max_length=40, blank=True, help_text="Of an address, once its customer was erased.")
    place = models.PositiveIntegerField(default=1, help_text="Its number in the customer's ledger.")
    purpose = models.CharField(max_length=20, choices=Purpose.choices)
    channel = models.CharField(max_length=10, choices=MessageWay.choices, default=MessageWay.WHATSAPP)
    is_granted = models.BooleanField("granted")
    source = models.CharField(max_length=10, choices=ConsentSource.choices)
    reason = models.CharField(max_length=200, help_text="Who or what asked for it.")
    words = models.CharField(max_length=300, blank=True, help_text="What the customer wrote.")
    message_id = models.UUIDField(null=True, help_text="The message that proves it.")
    wording = models.CharField(
        max_length=60, blank=True, help_text="What they were told: sentence, language, and a digest of its words."
    )
    request_id = models.UUIDField(null=True, help_text="The turn in which it was read.")

    class Meta(TenantModel.Meta):
        verbose_name_plural = "consent entries"
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "customer", "place"], name="consent_in_order"),
            models.CheckConstraint(
                condition=Q(customer__isnull=False, pseudonym="")
                | Q(customer__isnull=True, is_granted=False, words="") & ~Q(pseudonym=""),
                name="consent_of_somebody",
            ),
        ]
        indexes = [
            models.Index(fields=["tenant", "pseudonym"], name="consent_of_erased", condition=~Q(pseudonym="")),
        ]

    def __str__(self) -> str:
        return f"{self.get_purpose_display()}: {'yes' if self.is_granted else 'no'}"
