"""What the mail room keeps for dealing with providers: the pace of each channel, and every request with its answer."""

from django.db import models

from tenants.models import Channel
from tenants.tenancy import TenantForeignKey, TenantModel
from tools.providers.log import LoggedExchange


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


class ProviderExchange(LoggedExchange):
    """One request and its answer between a channel's provider and us, beside its message; parted by month (ADR 25)."""

    channel = TenantForeignKey(Channel, related_name="exchanges")
    message = TenantForeignKey("conversations.OutboundMessage", null=True, blank=True, related_name="exchanges")

    class Meta(LoggedExchange.Meta):
        constraints = [*TenantModel.Meta.constraints]
        indexes = [
            models.Index(fields=["tenant", "created_at"], name="exchanges_by_age"),
            models.Index(fields=["tenant", "message", "created_at"], name="exchanges_of_message"),
        ]
