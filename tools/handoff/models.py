"""Hand-overs: what a person takes over and with what context, what they noted and did, and what helps them answer."""

import re
from collections.abc import Mapping

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q

from tenants.models import Customer
from tenants.tenancy import TenantForeignKey, TenantModel

CONVERSATION = "conversation"
NAMED = re.compile(r"\{(\w+)\}")


class Team(TenantModel):
    """People of a tenant to whom tickets are given together: sales, billing, the workshop."""

    name = models.CharField(max_length=60)

    class Meta(TenantModel.Meta):
        ordering = ["name"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "name"], name="team_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class HandoffTicket(TenantModel):
    """One matter of a conversation that needs a person, with all that they need to go on with it.

    OPEN ──answered──▶ PENDING      the customer has the word; their reply opens it again
     │ ▲ ──later────▶ SNOOZED      until a time, or until the customer writes
     ▼ │
    RESOLVED                        a person reopens it, or the same matter does within three days
    """

    class Status(models.TextChoices):
        OPEN = "open", "Open"
        PENDING = "pending", "Pending"
        SNOOZED = "snoozed", "Snoozed"
        RESOLVED = "resolved", "Resolved"

    class Priority(models.IntegerChoices):
        LOW = 0, "Low"
        NORMAL = 1, "Normal"
        HIGH = 2, "High"
        URGENT = 3, "Urgent"

    number = models.CharField(max_length=20, help_text="What the customer quotes.")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    priority = models.PositiveSmallIntegerField(choices=Priority.choices, default=Priority.NORMAL)
    reason = models.CharField(max_length=60, help_text="Why a person is needed, as a code.")
    matter = models.CharField(
        max_length=80, default=CONVERSATION, help_text="What it is one ticket for: the talk itself, or a payment."
    )
    journey = models.CharField(max_length=20, help_text="What the conversation was about.")
    step = models.CharField(max_length=60, help_text="How far it had come.")
    summary = models.TextField(help_text="What the customer wants, and what was tried.")
    sources = models.JSONField(default=list, blank=True, help_text="The passages that were looked at.")
    tags = models.JSONField(default=list, blank=True, help_text="Words by which colleagues find it again.")
    customer = TenantForeignKey(Customer, related_name="tickets")
    conversation_id = models.UUIDField()
    order_id = models.UUIDField(null=True, blank=True)
    payment_id = models.UUIDField(null=True, blank=True)
    question_id = models.UUIDField(null=True, blank=True, help_text="The question that the library did not answer.")
    team = TenantForeignKey(Team, null=True, blank=True, related_name="tickets", on_delete=models.SET_NULL)
    assignee = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    expected_at = models.DateTimeField(null=True, blank=True, help_text="When the customer was told to expect a reply.")
    waiting_since = models.DateTimeField(null=True, blank=True, help_text="Since when the customer waits for a person.")
    due_at = models.DateTimeField(
        null=True, blank=True, help_text="By when a person should answer, counted in the opening hours."
    )
    snoozed_until = models.DateTimeField(null=True, blank=True)
    rating_asked_at = models.DateTimeField(null=True, blank=True, help_text="When the customer was asked how it was.")
    rating = models.PositiveSmallIntegerField(null=True, blank=True, help_text="1 very bad, 5 very good.")
    merged_into = TenantForeignKey(
        "handoff.HandoffTicket", null=True, blank=True, related_name="merged", on_delete=models.SET_NULL
    )
    answered_at = models.DateTimeField(null=True, blank=True, help_text="When a person first answered.")
    resolved_at = models.DateTimeField(null=True, blank=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta(TenantModel.Meta):
        verbose_name = "hand-over"
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "number"], name="ticket_number_once"),
            models.UniqueConstraint(
                fields=["tenant", "conversation_id", "matter"],
                condition=~Q(status="resolved"),
                name="one_ticket_a_matter",
            ),
            models.CheckConstraint(
                condition=Q(status="snoozed", snoozed_until__isnull=False)
                | ~Q(status="snoozed") & Q(snoozed_until__isnull=True),
                name="ticket_snoozed_until",
            ),
            models.CheckConstraint(
                condition=Q(
                    status="resolved", resolved_at__isnull=False, waiting_since__isnull=True, due_at__isnull=True
                )
                | ~Q(status="resolved") & Q(resolved_at__isnull=True),
                name="ticket_resolved_at",
            ),
            models.CheckConstraint(condition=Q(priority__lte=3), name="ticket_priority_0_to_3"),
            models.CheckConstraint(condition=Q(rating__gte=1, rating__lte=5), name="ticket_rating_1_to_5"),
        ]
        indexes = [
            models.Index(fields=["tenant", "status", "-created_at"], name="tickets_by_status"),
            models.Index(fields=["tenant", "customer"], name="tickets_of_customer"),
            models.Index(fields=["tenant", "conversation_id"], name="tickets_of_conversation"),
            models.Index(fields=["tenant", "assignee", "status"], name="tickets_of_assignee"),
            models.Index(
                fields=["assignee"],
                name="tickets_in_hands",
                condition=Q(assignee__isnull=False) & ~Q(status="resolved"),
            ),
            models.Index(
                fields=["tenant", "payment_id"], name="tickets_of_payment", condition=Q(payment_id__isnull=False)
            ),
            models.Index(fields=["snoozed_until"], name="tickets_snoozed", condition=Q(snoozed_until__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def is_resolved(self) -> bool:
        return self.status == self.Status.RESOLVED


class TicketNote(TenantModel):
    """What a person noted for their colleagues; the customer never sees it."""

    ticket = TenantForeignKey(HandoffTicket, related_name="notes")
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+", db_index=False
    )
    text = models.TextField(max_length=4000)

    class Meta(TenantModel.Meta):
        indexes = [models.Index(fields=["tenant", "ticket", "created_at"], name="notes_in_order")]

    def __str__(self) -> str:
        return self.text[:80]


class TicketMention(TenantModel):
    """Somebody who is named in a note, until they have seen it and after."""

    note = TenantForeignKey(TicketNote, related_name="mentions")
    ticket = TenantForeignKey(HandoffTicket, related_name="mentions")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+", db_index=False)
    seen_at = models.DateTimeField(null=True, blank=True)

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "note", "user"], name="mentioned_once"),
        ]
        indexes = [
            models.Index(fields=["tenant", "user", "ticket"], name="mentions_unseen", condition=Q(seen_at=None)),
            models.Index(fields=["tenant", "ticket"], name="mentions_of_ticket"),
        ]

    def __str__(self) -> str:
        return f"{self.user} in a note"


class TicketAction(TenantModel):
    """One line of a ticket's history: who did what to it, and when; written once, never changed."""

    ticket = TenantForeignKey(HandoffTicket, related_name="actions")
    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    action = models.CharField(max_length=30, help_text="opened, taken over, assigned, resolved ...")
    detail = models.CharField(max_length=200, blank=True)

    class Meta(TenantModel.Meta):
        indexes = [models.Index(fields=["tenant", "ticket", "created_at"], name="actions_in_order")]

    def __str__(self) -> str:
        return f"{self.action} {self.detail}".strip()


class CannedReply(TenantModel):
    """A reply that operators write often, found by its shortcut, with its names filled in."""

    shortcut = models.CharField(
        max_length=30, validators=[RegexValidator(r"^[a-z0-9-]+$", "Small letters, digits and dashes only.")]
    )
    text = models.TextField(max_length=1600, help_text="{name}, {ticket}, {business} and {me} are filled in.")
    content_sid = models.CharField(
        "content SID", max_length=34, blank=True,
        validators=[RegexValidator(r"^HX[0-9a-fA-F]{32}$", "HX and 32 hex digits.")],
        help_text="Of the same words as an approved WhatsApp template, where {{1}}, {{2}} stand for the names above in "
        "their order. Then it may be sent after 24 hours, too. Empty: it is no template.",
    )  # fmt: skip

    is_marketing = models.BooleanField(
        "advertises", default=False,
        help_text="As a template it then goes only to customers who have agreed to offers and news.",
    )  # fmt: skip

    class Meta(TenantModel.Meta):
        verbose_name_plural = "canned replies"
        ordering = ["shortcut"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "shortcut"], name="canned_reply_once"),
        ]

    def __str__(self) -> str:
        return f"/{self.shortcut}"

    def filled(self, values: Mapping[str, str]) -> str:
        """Its text with the known names filled in; any other braces stay as they are."""
        return NAMED.sub(lambda found: values.get(found[1], found[0]), self.text)

    def variables(self, values: Mapping[str, str]) -> dict[str, str]:
        """What stands in {{1}}, {{2}} and so on of the approved template."""
        names = dict.fromkeys(name for name in NAMED.findall(self.text) if name in values)
        return {str(place): values[name] for place, name in enumerate(names, 1)}
