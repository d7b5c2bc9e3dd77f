"""The ledger's table."""

from django.db import models

from tenants.tenancy import TenantModel


class ToolCall(TenantModel):
    """One call of a tool: what was asked, what came back, how long it took; a write or a payment happens once."""

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
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(
                fields=["tenant", "request_id", "tool", "arguments_hash"],
                condition=~models.Q(effect="read"),
                name="tool_effect_once",
            ),
        ]
        indexes = [models.Index(fields=["tenant", "conversation_id", "created_at"], name="tool_calls_in_order")]

    def __str__(self) -> str:
        return f"{self.tool}: {self.outcome}"
