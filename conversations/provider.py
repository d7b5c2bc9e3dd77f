"""What the mail room keeps for dealing with Twilio: the pace of each channel, and every request with its answer."""

from django.db import models

from tenants.models import Channel
from tenants.tenancy import TenantForeignKey, TenantModel


class ChannelPace(TenantModel):
    """When a channel may send its next message: the one row by which all workers keep its rate."""

    channel = TenantForeignKey(Channel, related_name="pace")
    free_at = models.DateTimeField()

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "channel"], name="channel_pace_once"),
        ]

    def __str__(self) -> str:
        return f"Free at {self.free_at:%Y-%m-%d %H:%M:%S}"


class ProviderExchange(TenantModel):
    """One request and its answer between Twilio and us, without secrets and with phone numbers masked."""

    class Direction(models.TextChoices):
        OUT = "out", "We asked Twilio"
        IN = "in", "Twilio told us"

    channel = TenantForeignKey(Channel, related_name="exchanges")
    message = TenantForeignKey("conversations.OutboundMessage", null=True, blank=True, related_name="exchanges")
    direction = models.CharField(max_length=3, choices=Direction.choices)
    method = models.CharField(max_length=8)
    path = models.CharField(max_length=300)
    request = models.JSONField(default=dict)
    response_status = models.PositiveSmallIntegerField(null=True, help_text="Empty when no answer came.")
    response_body = models.TextField(blank=True, help_text="Its first 4 KB.")
    milliseconds = models.FloatField()
    error = models.CharField(max_length=100, blank=True, help_text="Why no answer came.")

    class Meta(TenantModel.Meta):
        constraints = [*TenantModel.Meta.constraints]
        indexes = [
            models.Index(fields=["tenant", "created_at"], name="exchanges_by_age"),
            models.Index(fields=["tenant", "message", "created_at"], name="exchanges_of_message"),
        ]

    def __str__(self) -> str:
        return f"{self.method} {self.path}: {self.response_status or self.error}"
