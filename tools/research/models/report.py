"""What a run has come to: sentences with their sources, what was not found, and five scores."""

from typing import Final

from django.db import models
from django.db.models import Q

from tenants.tenancy import TenantForeignKey, TenantModel
from tools.research.models.run import ResearchRun

SCORES: Final = (
    "factual_accuracy", "semantic_validity", "structural_integrity", "citation_correctness", "query_relevance",
)  # fmt: skip


class ResearchReport(TenantModel):
    """The report of a run. `sentences` are `{"task", "text", "sources"}`: the ids of sources of the same run."""

    run = TenantForeignKey(ResearchRun, related_name="reports")
    title = models.CharField(max_length=300)
    summary = models.TextField(help_text="What fits a phone.")
    sentences = models.JSONField(default=list)
    not_found = models.JSONField(default=list)
    conflicts = models.JSONField(default=list)
    outdated = models.JSONField(default=list)
    written_by = models.CharField(max_length=10, default="local")
    retries = models.PositiveSmallIntegerField(default=0)
    focus = models.CharField(max_length=500, blank=True, help_text="What the second try was asked to mend.")
    factual_accuracy = models.PositiveSmallIntegerField()
    semantic_validity = models.PositiveSmallIntegerField()
    structural_integrity = models.PositiveSmallIntegerField()
    citation_correctness = models.PositiveSmallIntegerField()
    query_relevance = models.PositiveSmallIntegerField()
    document_id = models.UUIDField(null=True, blank=True, help_text="What it was kept as in the library.")

    class Meta(TenantModel.Meta):
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "run"], name="research_report_once"),
            models.CheckConstraint(condition=Q(retries__lte=1), name="research_one_retry"),
            *(
                models.CheckConstraint(condition=Q(**{f"{name}__lte": 100}), name=f"research_{name}_0_to_100")
                for name in SCORES
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def total(self) -> int:
        """0 to 500."""
        return sum(getattr(self, name) for name in SCORES)
