"""Conversations, the inbox, the outbox and the turns that lead from one to the other."""

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from conversations.channels.web.page import WebChannel as WebChannel
from conversations.channels.whatsapp.content_template import ContentTemplate as ContentTemplate
from conversations.owner import OWNED_CONSTRAINTS, OWNED_INDEXES, Owned
from conversations.provider import ChannelPace as ChannelPace
from conversations.provider import ProviderExchange as ProviderExchange
from conversations.sent_files import OutboundFile as OutboundFile
from tenants.consent.purposes import ANSWER, OF_MESSAGES
from tenants.models import Channel, Customer
from tenants.tenancy import TenantForeignKey, TenantModel


class Conversation(Owned, TenantModel):
    """One customer on one channel: what is remembered of them, who speaks, and the lease that lets one turn run.

    The lease is (lease_epoch, lease_until). Claiming adds one to the epoch; a commit names the epoch it was claimed
    under, so a worker that lost its lease commits nothing. Taking a conversation over takes the lease, too.
    """

    channel = TenantForeignKey(Channel, related_name="conversations")
    customer = TenantForeignKey(Customer, related_name="conversations")
    state = models.JSONField(default=dict, blank=True)
    is_active = models.BooleanField(default=True)
    updated_at = models.DateTimeField(auto_now=True)
    last_inbound_at = models.DateTimeField(null=True, blank=True, help_text="Opens the 24 h service window.")
    waiting_since = models.DateTimeField(
        null=True, blank=True, help_text="When the first unanswered message came; empty when none waits."
    )
    due_at = models.DateTimeField(
        null=True, blank=True, help_text="When the waiting messages shall be answered: the end of the burst."
    )
    inbound_count = models.PositiveBigIntegerField(
        default=0, help_text="Messages and events received so far; tells a turn whether newer ones came."
    )
    lease_epoch = models.PositiveBigIntegerField(default=0)
    lease_until = models.DateTimeField(null=True, blank=True)

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "channel", "customer"], name="conversation_once"),
            *OWNED_CONSTRAINTS,
        ]
        indexes = [
            *OWNED_INDEXES,
            models.Index(fields=["tenant", "-updated_at"], name="conversation_recent"),
            models.Index(fields=["due_at"], name="conversation_due", condition=Q(due_at__isnull=False)),
            models.Index(fields=["tenant", "customer"], name="conversations_of_customer"),
        ]

    def __str__(self) -> str:
        return f"{self.customer} on {self.channel}"


class Turn(TenantModel):
    """One batch of messages in, replies out. Its id is the request_id of every tool it calls.

    RUNNING ──▶ COMMITTED        replies are in the outbox, messages are answered
       │
       └─────▶ PARKED            three errors, or six deaths of its worker; its messages wait for a person

    A turn whose worker died stays RUNNING and is run again under the same id by whoever claims the conversation next.
    What was only REHEARSED, for a person to use, was neither kept nor sent.
    """

    class Status(models.TextChoices):
        RUNNING = "running", "Running"
        COMMITTED = "committed", "Committed"
        PARKED = "parked", "Parked"
        REHEARSED = "rehearsed", "Rehearsed"

    conversation = TenantForeignKey(Conversation, related_name="turns")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.RUNNING)
    attempts = models.PositiveSmallIntegerField(default=1)
    errors = models.PositiveSmallIntegerField(
        default=0, help_text="Tries that ended in an error; the other ended ones were deaths of a worker."
    )
    epoch = models.PositiveBigIntegerField(help_text="The lease under which it was last run.")
    started_at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True, blank=True)
    trace = models.JSONField(default=dict, help_text="Route, nodes, tools, model calls, sources and timings.")
    tokens_in = models.PositiveIntegerField(default=0)
    tokens_out = models.PositiveIntegerField(default=0)
    cost_usd = models.DecimalField(max_digits=12, decimal_places=6, default=0)
    problem = models.TextField(blank=True, help_text="What went wrong the last time it failed.")

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(
                fields=["tenant", "conversation"], condition=Q(status="running"), name="one_running_turn"
            ),
        ]
        indexes = [models.Index(fields=["tenant", "conversation", "-started_at"], name="turns_in_order")]

    def __str__(self) -> str:
        return f"{self.get_status_display()} turn of {self.started_at:%Y-%m-%d %H:%M:%S}"


class InboundMessage(TenantModel):
    """What came in: a message of a customer, or an event of our own. A line of the inbox.

    PENDING ──▶ ANSWERED         by exactly one committed turn
       │
       ├──────▶ IGNORED          a loop or a flood: kept, and knowingly not answered
       └──────▶ PARKED           its turn was given up; a person must look
    """

    class Status(models.TextChoices):
        PENDING = "pending", "Waiting"
        ANSWERED = "answered", "Answered"
        IGNORED = "ignored", "Ignored"
        PARKED = "parked", "Parked"

    class Kind(models.TextChoices):
        TEXT = "text", "Text"
        TAP = "tap", "Button or list tap"
        MEDIA = "media", "Media"
        LOCATION = "location", "Location"
        OTHER = "other", "Other"
        EVENT = "event", "Event"

    channel = TenantForeignKey(Channel, related_name="inbox")
    conversation = TenantForeignKey(Conversation, related_name="inbox")
    turn = TenantForeignKey(Turn, null=True, blank=True, related_name="messages", on_delete=models.SET_NULL)
    provider_id = models.CharField(max_length=64, help_text="Twilio's MessageSid, or an event's own id.")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PENDING)
    body = models.TextField(blank=True)
    tapped_id = models.CharField(max_length=200, blank=True, help_text="The id of the tapped button or row.")
    payload = models.JSONField(default=dict, help_text="Everything Twilio sent with it.")
    received_at = models.DateTimeField()

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "channel", "provider_id"], name="inbound_once"),
        ]
        indexes = [
            models.Index(fields=["tenant", "conversation", "received_at"], name="inbound_in_order"),
            models.Index(fields=["tenant", "conversation"], name="inbound_pending", condition=Q(status="pending")),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of {self.received_at:%Y-%m-%d %H:%M:%S}"


class InboundMedia(TenantModel):
    """A picture, voice note or file that came with a message.

    PENDING ──▶ STORED           fetched, at `path` under MEDIA_ROOT
      │  ▲ └──▶ REFUSED          we do not keep such a thing, or do not go to such an address
      │  └──┐
      ├─────┘                    not to be had just now: again at `due_at`
      └───────▶ FAILED           never to be had; `reason` says why
    """

    class Status(models.TextChoices):
        PENDING = "pending", "Being fetched"
        STORED = "stored", "Stored"
        REFUSED = "refused", "Refused"
        FAILED = "failed", "Failed"

    message = TenantForeignKey(InboundMessage, related_name="media")
    position = models.PositiveSmallIntegerField(help_text="Its place among its message's media.")
    provider_url = models.TextField()
    content_type = models.CharField(max_length=100, blank=True, help_text="As announced, then as fetched.")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PENDING)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField(help_text="Not to be fetched before.")
    size = models.PositiveIntegerField(null=True, blank=True, help_text="In bytes.")
    path = models.CharField(max_length=200, blank=True, help_text="Under MEDIA_ROOT; made by us.")
    sha256 = models.CharField(max_length=64, blank=True)
    reason = models.CharField(max_length=200, blank=True, help_text="Why it is not there, in words for an operator.")

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "message", "position"], name="inbound_media_once"),
        ]
        indexes = [models.Index(fields=["due_at"], name="inbound_media_due", condition=Q(status="pending"))]

    def __str__(self) -> str:
        return f"{self.content_type or 'Media'} {self.position + 1}, {self.get_status_display().lower()}"

    def get_absolute_url(self) -> str:
        return reverse("inbound-media", args=[self.pk])


class OutboundMessage(TenantModel):
    """What goes out: a line of the outbox.

    QUEUED ──▶ SENDING ──▶ SENT ──▶ DELIVERED ──▶ READ    Twilio took it; then its callbacks, in any order
     ▲ ▲          │ │        │
     │ │          │ └───────▶└─────▶ FAILED                  refused, out of the window, or given up after four hours
     │ └──────────┤          │                            surely not taken (429, 5xx, no connection): again later
     │ ◀──────────│──────────┘                            WhatsApp was busy (63018 and the like): again, three times
     └────────────▼
              UNKNOWN ──▶ SENT, DELIVERED, READ, FAILED   no answer came: found at Twilio, or a callback tells
                  │
                  ├─────▶ QUEUED                          not listed at Twilio: once more, `is_ambiguous`
                  └─────▶ stays, `is_repeated`            its moment has passed: said again with the next answer
    QUEUED ─────────────▶ WITHDRAWN                       the assistant's, and a person has taken over before it went
    SENDING ────────────▶ REFUSED                         unasked, and the customer does not want such: never sent
    An answer on a web page is SENT from the first: it lies here for the page.
    """

    class Status(models.TextChoices):
        QUEUED = "queued", "Waiting to be sent"
        SENDING = "sending", "Being sent"
        UNKNOWN = "unknown", "Perhaps sent"
        SENT = "sent", "Sent"
        DELIVERED = "delivered", "Delivered"
        READ = "read", "Read"
        FAILED = "failed", "Failed"
        WITHDRAWN = "withdrawn", "Withdrawn"
        REFUSED = "refused", "Refused"

    class Author(models.TextChoices):
        ASSISTANT = "assistant", "Assistant"
        OPERATOR = "operator", "Operator"

    class Priority(models.IntegerChoices):
        REPLY = 0, "Reply"
        BULK = 1, "Bulk"

    channel = TenantForeignKey(Channel, related_name="outbox")
    conversation = TenantForeignKey(Conversation, related_name="outbox")
    turn = TenantForeignKey(Turn, null=True, blank=True, related_name="replies", on_delete=models.SET_NULL)
    position = models.PositiveSmallIntegerField(default=0, help_text="Its place among its turn's replies.")
    priority = models.PositiveSmallIntegerField(
        choices=Priority.choices, default=Priority.REPLY, help_text="Replies go before bulk."
    )
    author = models.CharField(max_length=10, choices=Author.choices, default=Author.ASSISTANT)
    operator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    owner_epoch = models.PositiveBigIntegerField(
        default=0, help_text="The conversation's, when this was queued: the assistant's goes out under no other."
    )
    purpose = models.CharField(max_length=20, choices=OF_MESSAGES, default=ANSWER, help_text="What it is sent for.")
    reply = models.JSONField(help_text="The typed reply, as the journey made it.")
    body = models.TextField(help_text="Its words, as a person reads them.")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0, help_text="Fences a sending, as an epoch does a turn.")
    due_at = models.DateTimeField(help_text="Not to be sent before; while it is being sent, when to give it up.")
    queued_at = models.DateTimeField()
    first_tried_at = models.DateTimeField(null=True, blank=True)
    tried_at = models.DateTimeField(null=True, blank=True, help_text="When it was last tried.")
    sent_at = models.DateTimeField(null=True, blank=True)
    is_ambiguous = models.BooleanField(
        default=False, help_text="Nobody knows whether a first try arrived: it may have been sent twice."
    )
    is_repeated = models.BooleanField(
        default=False, help_text="It most likely never arrived, and its words went out again with a later answer."
    )
    looks = models.PositiveSmallIntegerField(default=0, help_text="How often it was looked for at Twilio.")
    look_at = models.DateTimeField(null=True, blank=True, help_text="When to look for it at Twilio.")
    provider_id = models.CharField(max_length=64, blank=True)
    provider_status = models.CharField(max_length=20, blank=True)
    spent_ids = models.JSONField(default=list, blank=True, help_text="SIDs under which it failed and was sent again.")
    error_code = models.CharField(max_length=12, blank=True)
    reason = models.CharField(max_length=300, blank=True, help_text="Why it failed, in words for an operator.")

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(
                fields=["tenant", "turn", "position"], condition=Q(turn__isnull=False), name="outbound_once"
            ),
        ]
        indexes = [
            models.Index(fields=["tenant", "conversation", "queued_at"], name="outbound_in_order"),
            models.Index(fields=["tenant", "conversation", "-tried_at"], name="outbound_tried"),
            models.Index(fields=["tenant", "channel", "provider_id"], name="outbound_by_sid"),
            models.Index(fields=["due_at"], name="outbound_due", condition=Q(status__in=["queued", "sending"])),
            models.Index(fields=["tenant", "look_at"], name="outbound_look", condition=Q(look_at__isnull=False)),
            models.Index(fields=["tenant", "conversation"], name="outbound_unknown", condition=Q(status="unknown")),
        ]

    def __str__(self) -> str:
        return f"{self.get_status_display()} message of {self.queued_at:%Y-%m-%d %H:%M:%S}"
