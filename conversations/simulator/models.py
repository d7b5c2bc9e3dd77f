"""What WhatsApp and Twilio would remember: phones, messages, pictures, templates and planned faults."""

import hashlib

from django.db import models

from conversations.simulator.money.models import (
    SimulatedCheckout,
    SimulatedIpn,
    SimulatedMoneyEvent,
    SimulatedPrompt,
    SimulatedShortCode,
    SimulatedToken,
    SimulatedTransfer,
)
from tenants.models import Channel
from tenants.tenancy import TenantForeignKey, TenantModel
from tenants.validators import validate_address

__all__ = [
    "SimulatedCheckout", "SimulatedContent", "SimulatedFault", "SimulatedIpn", "SimulatedMessage",
    "SimulatedMoneyEvent", "SimulatedPhone", "SimulatedPicture", "SimulatedPrompt", "SimulatedShortCode",
    "SimulatedToken", "SimulatedTransfer",
]  # fmt: skip


class SimulatedPhone(TenantModel):
    """A customer's phone in front of one channel."""

    channel = TenantForeignKey(Channel, related_name="simulated_phones")
    address = models.CharField(max_length=160, validators=[validate_address])
    name = models.CharField(max_length=120, help_text="As their WhatsApp profile says it.")
    typing_until = models.DateTimeField(null=True, blank=True, help_text="The bot is shown as typing until then.")

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "channel", "address"], name="simulated_phone_once"),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.address})"

    @property
    def bare_address(self) -> str:
        return self.address.removeprefix("whatsapp:")

    @property
    def is_hidden(self) -> bool:
        """Whether the business sees an id instead of their number."""
        return not self.bare_address.startswith("+")

    @property
    def msisdn(self) -> str:
        """The number of their SIM card; one who hides it has one all the same, always the same."""
        if not self.is_hidden:
            return self.bare_address.removeprefix("+")
        chance = int(hashlib.sha256(self.address.encode()).hexdigest(), 16) % 100_000
        return f"2547991{chance:05d}"


class SimulatedMessage(TenantModel):
    """One message as Twilio's records hold it.

    From the customer:  QUEUED ──▶ DELIVERED ──▶ READ             the webhook took it; then the bot typed
                           └─────▶ FAILED                         the webhook refused it or did not answer
    From the business:  QUEUED ──▶ SENT ──▶ DELIVERED ──▶ READ    each step is told by a status callback
                           └─────▶ FAILED                         refused by WhatsApp, with an error code
    """

    class Direction(models.TextChoices):
        INBOUND = "inbound", "From the customer"
        OUTBOUND = "outbound-api", "From the business"

    class Status(models.TextChoices):
        QUEUED = "queued", "Queued"
        SENT = "sent", "Sent"
        DELIVERED = "delivered", "Delivered"
        READ = "read", "Read"
        FAILED = "failed", "Failed"

    phone = TenantForeignKey(SimulatedPhone, related_name="messages")
    sid = models.CharField(max_length=34)
    direction = models.CharField(max_length=14, choices=Direction.choices)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.QUEUED)
    body = models.TextField(blank=True)
    content = models.JSONField(null=True, help_text="List, buttons or location, as the phone shows it.")
    media_urls = models.JSONField(default=list, help_text="Pictures the business sent, by address.")
    form = models.JSONField(default=dict, help_text="The form that carried it over the wire.")
    draft = models.CharField(max_length=40, blank=True, help_text="The page's own name for it, before it had a SID.")
    status_callback = models.TextField(blank=True)
    error_code = models.PositiveIntegerField(null=True)
    error_message = models.CharField(max_length=300, blank=True)
    seen_at = models.DateTimeField(null=True, help_text="When the phone's page showed it.")
    updated_at = models.DateTimeField(auto_now=True)

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "sid"], name="simulated_message_once"),
        ]
        indexes = [
            models.Index(fields=["tenant", "phone", "updated_at"], name="simulated_news"),
            models.Index(fields=["tenant", "phone", "-created_at"], name="simulated_in_order"),
        ]

    def __str__(self) -> str:
        return self.sid


class SimulatedPicture(TenantModel):
    """A picture the customer sent; Twilio keeps it until it is deleted."""

    message = TenantForeignKey(SimulatedMessage, related_name="pictures")
    sid = models.CharField(max_length=34)
    content_type = models.CharField(max_length=40)
    bytes = models.BinaryField()

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "sid"], name="simulated_picture_once"),
        ]
        indexes = [models.Index(fields=["tenant", "message"], name="simulated_picture_of")]

    def __str__(self) -> str:
        return self.sid


class SimulatedContent(TenantModel):
    """A content template: what a list or buttons look like, with places for variables."""

    sid = models.CharField(max_length=34)
    friendly_name = models.CharField(max_length=450, blank=True)
    language = models.CharField(max_length=16)
    variables = models.JSONField(default=dict)
    types = models.JSONField()

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "sid"], name="simulated_content_once"),
        ]

    def __str__(self) -> str:
        return self.friendly_name or self.sid


class SimulatedFault(TenantModel):
    """Something that shall go wrong with the next message to a phone, or with its next payment; used up once."""

    class Kind(models.TextChoices):
        OUTSIDE_WINDOW = "outside_window", "WhatsApp refuses it: outside the 24 h window (63016)"
        NOT_ON_WHATSAPP = "not_on_whatsapp", "WhatsApp refuses it: not a WhatsApp user (63024)"
        BUSY = "busy", "Twilio is busy (429)"
        DOWN = "down", "Twilio is down (503)"
        SLOW = "slow", "Twilio takes 4 s to answer"
        LOST_CALLBACK = "lost_callback", "The callback is lost"
        DOUBLE_CALLBACK = "double_callback", "The callback comes twice"
        LATE_CALLBACK = "late_callback", "The callback comes 10 s late"
        SLOW_PROVIDER = "slow_provider", "The provider takes 10 s to answer"
        PROVIDER_DOWN = "provider_down", "The provider answers 500"

    MONEY = (Kind.LOST_CALLBACK, Kind.DOUBLE_CALLBACK, Kind.LATE_CALLBACK, Kind.SLOW_PROVIDER, Kind.PROVIDER_DOWN)

    phone = TenantForeignKey(SimulatedPhone, related_name="faults")
    kind = models.CharField(max_length=20, choices=Kind.choices)

    class Meta(TenantModel.Meta):
        indexes = [models.Index(fields=["tenant", "phone", "created_at"], name="simulated_faults")]

    def __str__(self) -> str:
        return self.get_kind_display()
