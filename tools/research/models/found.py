"""What a run has read, what it took from it, the references that it followed or left, and the report it came to."""

from typing import Final

from django.db import models
from django.db.models import Q

from tenants.tenancy import TenantForeignKey, TenantModel
from tools.research.models.run import ResearchRun, ResearchTask

# As was specified: references are followed two steps.
MOST_DEPTH: Final = 2
SCORES: Final = (
    "factual_accuracy", "semantic_validity", "structural_integrity", "citation_correctness", "query_relevance",
)  # fmt: skip


class ResearchSource(TenantModel):
    """A passage as it stood when it was retrieved: nothing else may be cited."""

    run = TenantForeignKey(ResearchRun, related_name="sources")
    chunk_id = models.UUIDField()
    document_id = models.UUIDField()
    text = models.TextField()
    title = models.CharField(max_length=200)
    section = models.CharField(max_length=400, blank=True)
    document_name = models.CharField(max_length=200, blank=True)
    version = models.CharField(max_length=40, blank=True)
    page = models.PositiveIntegerField(null=True, blank=True)
    sheet = models.CharField(max_length=100, blank=True)
    language = models.CharField(max_length=8, blank=True)
    last_updated = models.DateField(null=True, blank=True)
    is_current = models.BooleanField(default=True, help_text="False where its document is kept, but no longer read.")

    class Meta(TenantModel.Meta):
        ordering = ["created_at", "id"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "run", "chunk_id"], name="research_source_once"),
        ]

    def __str__(self) -> str:
        return f"{self.title}: {self.section}"


class FollowedReference(TenantModel):
    """A reference that stood in a passage: followed, or left with the reason. A task meets each target once."""

    class Outcome(models.TextChoices):
        WAITING = "waiting", "To be looked at"
        FOLLOWED = "followed", "Followed"
        SKIPPED = "skipped", "Left: not about the question"
        UNRESOLVED = "unresolved", "Not found in the library"
        EXTERNAL = "external", "Outside of the library"
        NOTHING = "nothing", "Nothing relevant there"
        GUARDED = "guarded", "Left: a guard stopped it"

    run = TenantForeignKey(ResearchRun, related_name="references")
    task = TenantForeignKey(ResearchTask, related_name="references")
    source = TenantForeignKey(ResearchSource, related_name="references")
    key = models.CharField(max_length=200, help_text="Kind and target, folded: the visited set of its task.")
    kind = models.CharField(max_length=30)
    target = models.CharField(max_length=300)
    original_text = models.CharField(max_length=500)
    depth = models.PositiveSmallIntegerField(help_text="How many references lead to it.")
    outcome = models.CharField(max_length=12, choices=Outcome.choices, default=Outcome.WAITING)
    reason = models.CharField(max_length=200, blank=True)
    leads_to = models.JSONField(default=list, blank=True, help_text="The passages at its end, read before or not.")

    class Meta(TenantModel.Meta):
        ordering = ["created_at", "id"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "task", "key"], name="research_reference_visited_once"),
            models.CheckConstraint(condition=Q(depth__gte=1, depth__lte=MOST_DEPTH), name="research_depth_2_at_most"),
        ]
        indexes = [models.Index(fields=["tenant", "run"], name="research_references_of_run")]

    def __str__(self) -> str:
        return self.target


class ResearchFinding(TenantModel):
    """What a task took from a passage, condensed; `via` is the reference that led there."""

    run = TenantForeignKey(ResearchRun, related_name="findings")
    task = TenantForeignKey(ResearchTask, related_name="findings", null=True, blank=True)
    source = TenantForeignKey(ResearchSource, related_name="findings")
    via = TenantForeignKey(FollowedReference, related_name="findings", null=True, blank=True)
    text = models.TextField()
    relevance = models.FloatField()
    depth = models.PositiveSmallIntegerField(default=0)

    class Meta(TenantModel.Meta):
        ordering = ["created_at", "id"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "task", "source"], name="research_finding_once"),
            models.CheckConstraint(condition=Q(relevance__gte=0, relevance__lte=1), name="research_relevance_0_to_1"),
            models.CheckConstraint(condition=Q(depth__gte=0, depth__lte=MOST_DEPTH), name="research_found_within_2"),
            models.CheckConstraint(
                condition=Q(depth=0, via=None) | Q(depth__gt=0, via__isnull=False), name="research_depth_by_reference"
            ),
        ]
        indexes = [models.Index(fields=["tenant", "run"], name="research_findings_of_run")]

    def __str__(self) -> str:
        return self.text[:80]


class ResearchReport(TenantModel):
    """The report of a run: sentences with their sources, what was not found, and five scores.

    `sentences` are `{"task", "text", "sources"}`: the ids of sources of the same run.
    """

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
