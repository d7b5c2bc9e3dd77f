"""What was learned of a tenant's topics, and from what."""

from django.db import models

from tenants.tenancy import TenantModel


class LearnedTopics(TenantModel):
    """One row a tenant, written anew whenever what its customers ask has changed."""

    weights = models.BinaryField(help_text="`topics.learning` reads and writes it.")
    fingerprint = models.CharField(max_length=64, help_text="Of the examples that it was learned from.")
    examples = models.PositiveIntegerField()
    learned_at = models.DateTimeField(help_text="What changed later is not in it.")

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant"], name="topics_learned_once"),
        ]

    def __str__(self) -> str:
        return f"{self.examples} examples"
