"""Where a tenant's systems want to be told, and each telling with how far it has got."""

from django.db import models
from django.db.models import Q

from tenants import secrets
from tenants.tenancy import TenantForeignKey, TenantModel


class WebhookEndpoint(TenantModel):
    """An address of a tenant's own system, and what it wants to hear of."""

    name = models.CharField(max_length=80, help_text="Which system it is: warehouse, accounting.")
    url = models.CharField("address", max_length=500, help_text="Where it listens: https://shop.example/tulia.")
    events = models.JSONField(default=list, help_text="What it is told of.")
    is_active = models.BooleanField("switched on", default=True, help_text="While it is off nothing is kept for it.")
    sealed_secret = models.TextField(editable=False, blank=True)

    class Meta(TenantModel.Meta):
        verbose_name = "webhook"
        ordering = ["name"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "name"], name="webhook_name_once"),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def secret(self) -> str:
        """What it proves our signature by."""
        return secrets.unseal(self.sealed_secret, owner_id=self.tenant_id) if self.sealed_secret else ""

    @secret.setter
    def secret(self, plain: str) -> None:
        self.sealed_secret = secrets.seal(plain, owner_id=self.tenant_id)


class WebhookDelivery(TenantModel):
    """One event for one endpoint, written in the transaction in which it happened.

    WAITING ──▶ DELIVERED        it answered 2xx
      │  ▲
      ├──┘                       no answer, or another one: again at `due_at`, later each time
      └──────▶ DEAD              fifteen tries failed, it said 410, or its endpoint went; a person may send it again
    """

    class Status(models.TextChoices):
        WAITING = "waiting", "Waiting"
        DELIVERED = "delivered", "Delivered"
        DEAD = "dead", "Given up"

    endpoint = TenantForeignKey(WebhookEndpoint, related_name="deliveries")
    event = models.CharField(max_length=40)
    customer_id = models.UUIDField(null=True, help_text="Whom it is about.")
    body = models.TextField(help_text="As it is sent and signed.")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.WAITING)
    attempts = models.PositiveSmallIntegerField("tries", default=0, help_text="Fences a sending, as an epoch does.")
    due_at = models.DateTimeField(help_text="Not to be sent before; while it is being sent, when to give that up.")
    tried_at = models.DateTimeField(null=True, help_text="When it was last tried.")
    answered = models.PositiveSmallIntegerField("answer", null=True, help_text="The status that came back.")
    problem = models.CharField(max_length=200, blank=True, help_text="Why it was not taken.")

    class Meta(TenantModel.Meta):
        verbose_name = "webhook delivery"
        verbose_name_plural = "webhook deliveries"
        constraints = [*TenantModel.Meta.constraints]
        indexes = [
            models.Index(fields=["tenant", "endpoint", "-created_at"], name="deliveries_of_endpoint"),
            models.Index(fields=["tenant", "customer_id"], name="deliveries_about"),
            models.Index(fields=["due_at"], name="deliveries_due", condition=Q(status="waiting")),
        ]

    def __str__(self) -> str:
        return f"{self.event} of {self.created_at:%Y-%m-%d %H:%M:%S}"
