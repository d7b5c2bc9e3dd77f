"""What all tools share: the ledger of their calls, and the events they leave for conversations."""

from django.db import models

from tenants.tenancy import TenantModel


class ToolCall(TenantModel):
    """One call of a tool: what was asked, what came back, how long it took; a write or a payment happens once.

    The ledger is parted by the months of its turns (ADR 25): each key of its table holds `request_id`, so that the one
    by which an effect happens once is whole in its turn's month. The primary key in the database is (id, request_id).
    """

    request_id = models.UUIDField(help_text="The turn that asked.")
    conversation_id = models.UUIDField()
    tool = models.CharField(max_length=60)
    effect = models.CharField(max_length=5)
    arguments = models.JSONField()
    arguments_hash = models.CharField(max_length=64)
    answer = models.JSONField()
    outcome = models.CharField(max_length=60, help_text="ok, or the refusal's code.")
    milliseconds = models.FloatField()

    class Meta(TenantModel.Meta):
        constraints = [
            models.UniqueConstraint(fields=["tenant", "id", "request_id"], name="tools_toolcall_in_tenant"),
            models.UniqueConstraint(
                fields=["tenant", "request_id", "tool", "arguments_hash"],
                condition=~models.Q(effect="read"),
                name="tool_effect_once",
            ),
        ]
        indexes = [models.Index(fields=["tenant", "conversation_id", "created_at"], name="tool_calls_in_order")]

    def __str__(self) -> str:
        return f"{self.tool}: {self.outcome}"


class Event(TenantModel):
    """Something that happened to a customer's order or payment and that their conversation shall hear of, once."""

    key = models.CharField(max_length=120, help_text="Unique in the tenant: the same happening is told once.")
    name = models.CharField(max_length=60, help_text='What happened: "payment.settled".')
    conversation_id = models.UUIDField()
    customer_id = models.UUIDField()
    facts = models.JSONField()
    taken_at = models.DateTimeField(null=True, blank=True, help_text="When it entered the conversation's inbox.")

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "key"], name="event_once"),
        ]
        indexes = [
            models.Index(fields=["created_at"], name="events_waiting", condition=models.Q(taken_at__isnull=True)),
            models.Index(fields=["tenant", "customer_id"], name="events_of_customer"),
        ]

    def __str__(self) -> str:
        return self.name
