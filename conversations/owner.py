"""Who speaks for the business in a conversation: columns of its row, with an epoch that every reply bears."""

from django.conf import settings
from django.db import models
from django.db.models import Q


class Owner(models.TextChoices):
    """One at a time. Nobody: a person has put it back, and the next one has not come yet."""

    ASSISTANT = "assistant", "Assistant"
    OPERATOR = "operator", "Operator"
    NOBODY = "nobody", "Nobody"


class Owned(models.Model):
    """The ownership of a conversation. It changes only in `conversations.ownership`, and each change adds one.

    ASSISTANT ──take over──▶ OPERATOR ──put back──▶ NOBODY ──take over──▶ OPERATOR
        ▲                       │                      │
        └──────hand back────────┴──────────────────────┘
    """

    owner = models.CharField(max_length=10, choices=Owner.choices, default=Owner.ASSISTANT)
    owner_epoch = models.PositiveBigIntegerField(
        default=0, help_text="A reply queued by the assistant under an earlier one is not sent."
    )
    operator = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="+", db_index=False
    )
    owned_since = models.DateTimeField(null=True, blank=True)
    answer_due_at = models.DateTimeField(
        null=True, blank=True, help_text="When the customer was promised a person's answer; empty once it came."
    )
    is_away_told = models.BooleanField(
        default=False, help_text="The customer was told that the person who has this stays away."
    )

    class Meta:
        abstract = True

    @property
    def is_assistants(self) -> bool:
        return self.owner == Owner.ASSISTANT


OWNED_CONSTRAINTS = [
    models.CheckConstraint(condition=Q(owner="operator") | Q(operator__isnull=True), name="operator_only_of_an_owner"),
]
OWNED_INDEXES = [
    models.Index(fields=["operator"], name="conversations_in_hands", condition=Q(owner="operator")),
    models.Index(
        fields=["answer_due_at"],
        name="conversation_answer_due",
        condition=Q(answer_due_at__isnull=False, is_away_told=False) & ~Q(owner="assistant"),
    ),
]
