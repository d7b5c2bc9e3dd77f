"""A way by which customers write to a tenant: its WhatsApp sender, or the chat on its web page."""

import secrets as randomness

from django.core.validators import MaxValueValidator, MinValueValidator, RegexValidator
from django.db import models

from tenants import secrets, validators
from tenants.tenancy import TenantModel


def new_webhook_token() -> str:
    return randomness.token_urlsafe(24)


class WhatsAppPart(TenantModel):
    """What a WhatsApp sender has of Twilio: the account that owns it, and the token by which both know each other."""

    twilio_account = models.CharField(
        max_length=34, validators=[RegexValidator(r"^AC[0-9a-f]{32}$", "An account SID is AC and 32 hex digits.")],
        help_text="Account SID of the Twilio account that owns the sender.",
    )  # fmt: skip
    sealed_auth_token = models.TextField(editable=False, blank=True)

    class Meta(TenantModel.Meta):
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind="whatsapp") | models.Q(twilio_account="", sealed_auth_token=""),
                name="twilio_account_of_whatsapp_alone",
            ),
        ]

    @property
    def auth_token(self) -> str:
        """The Twilio auth token in clear; raises SecretUnreadable."""
        return secrets.unseal(self.sealed_auth_token, owner_id=self.tenant_id)

    @auth_token.setter
    def auth_token(self, plain: str) -> None:
        self.sealed_auth_token = secrets.seal(plain, owner_id=self.tenant_id)


class WebChatPart(TenantModel):
    """What a web chat has: the pages that may hold it, and where the business is, for visitors who may be anywhere."""

    allowed_origins = models.JSONField(
        default=list, blank=True, validators=[validators.validate_origins],
        help_text='Web pages that may hold the chat, as a list: ["https://shop.example"].',
    )  # fmt: skip
    location = models.CharField(max_length=120, blank=True, help_text="Where customers find you, such as Diani, Kenya.")

    class Meta(TenantModel.Meta):
        abstract = True
        constraints = [
            models.CheckConstraint(
                condition=models.Q(kind="web") | models.Q(allowed_origins=[], location=""),
                name="pages_of_web_chat_alone",
            ),
        ]


class Channel(WhatsAppPart, WebChatPart):
    """A way by which customers write to a tenant, and its answers reach them; its kind never changes.

    What one kind alone has is its part, in the same row: a row of a table of its own would be joined to by each message
    (docs/adr/0014). The database keeps a part empty in the channels of another kind.
    """

    kind = models.CharField(
        max_length=12, default="whatsapp", editable=False, help_text="Its folder in conversations/channels."
    )
    name = models.CharField(max_length=80, help_text="How your team calls this number.")
    sender = models.CharField(
        max_length=160, validators=[validators.validate_address],
        help_text="The sender as Twilio writes it: whatsapp:+254700000001.",
    )  # fmt: skip
    webhook_token = models.CharField(
        max_length=64, unique=True, default=new_webhook_token, editable=False,
        help_text="Names this channel in its webhook address.",
    )  # fmt: skip
    is_active = models.BooleanField(default=True)
    messages_per_second = models.PositiveSmallIntegerField(
        default=80, validators=[MinValueValidator(1), MaxValueValidator(1000)],
        help_text="How fast WhatsApp takes messages of this sender: 80 unless Twilio has raised it.",
    )  # fmt: skip
    tested_at = models.DateTimeField(
        null=True, editable=False, help_text="When Twilio last took its account and token; empty after either changes."
    )
    problem = models.CharField(
        max_length=300, blank=True, editable=False,
        help_text="What an admin must put right before messages go out again; empty when all is well.",
    )  # fmt: skip

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "sender"], name="channel_sender_once"),
            *WhatsAppPart.Meta.constraints,
            *WebChatPart.Meta.constraints,
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.sender})"
