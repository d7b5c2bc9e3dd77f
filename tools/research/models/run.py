"""A run: a question on its way to a report, its to-do list, and the steps that were taken."""

from typing import Final

from django.db import models
from django.db.models import Q

from tenants.models import Customer
from tenants.tenancy import TenantForeignKey, TenantModel

# As was specified.
MOST_TASKS: Final = 15
# As was specified.
MOST_ITERATIONS: Final = 3
PHASES: Final = ("clarify", "plan", "execute", "synthesise", "done", "cancelled", "failed")
ENDED: Final = ("done", "cancelled", "failed")
TERMINATIONS: Final = ("", "user_end", "max_iterations", "convergence", "nothing_to_ask")
ENDINGS: Final = (
    "", "completed", "nothing_found", "budget_tokens", "budget_calls", "budget_minutes", "cancelled", "error",
)  # fmt: skip


class ResearchRun(TenantModel):
    """A question on its way to a report. Each step is one unit of work, committed under the lease's epoch.

    CLARIFY ──▶ PLAN ──▶ EXECUTE ──▶ SYNTHESISE ──▶ DONE        `is_waiting`: for an answer, or for a yes to the plan
       └──────────┴─────────┴────────────┴──▶ CANCELLED, at any time; FAILED, after three errors of one step
    """

    class Phase(models.TextChoices):
        CLARIFY = "clarify", "Clarifying"
        PLAN = "plan", "Planning"
        EXECUTE = "execute", "Researching"
        SYNTHESISE = "synthesise", "Writing"
        DONE = "done", "Done"
        CANCELLED = "cancelled", "Cancelled"
        FAILED = "failed", "Failed"

    customer = TenantForeignKey(Customer, related_name="research_runs", null=True, blank=True)
    conversation_id = models.UUIDField(null=True, blank=True, help_text="Where the result is told.")
    ticket_id = models.UUIDField(null=True, blank=True, help_text="The ticket it was started from.")
    asked_by_id = models.UUIDField(null=True, blank=True, help_text="Who of the staff asked, if one of them did.")
    question = models.TextField(max_length=2000)
    language = models.CharField(max_length=8, default="en", help_text="Of the report: en, de, sw or sheng.")
    audience = models.CharField(max_length=40, blank=True, help_text="Only documents for these are read.")
    phase = models.CharField(max_length=10, choices=Phase.choices, default=Phase.CLARIFY)
    is_waiting = models.BooleanField(default=False)

    due_at = models.DateTimeField(null=True, blank=True, help_text="When the next step may be taken.")
    lease_until = models.DateTimeField(null=True, blank=True)
    lease_epoch = models.PositiveIntegerField(default=0)
    errors = models.PositiveSmallIntegerField(default=0, help_text="Of the step that is due, in a row.")
    tries = models.PositiveSmallIntegerField(default=0, help_text="How often the step that is due was begun.")
    problem = models.CharField(max_length=200, blank=True)

    iteration = models.PositiveSmallIntegerField("Rounds of clarifying", default=0)
    coverage = models.FloatField(default=0.0, help_text="How much of the question the passages speak of, 0 to 1.")
    dedup_ratio = models.FloatField(default=0.0, help_text="How much of the last round was known before, 0 to 1.")
    queries = models.JSONField(default=list, blank=True, help_text="Of the last round.")
    gaps = models.JSONField(default=list, blank=True, help_text="What is not known yet.")
    asked = models.JSONField(default=list, blank=True, help_text="The gaps that were asked about, in all rounds.")
    dialogue = models.JSONField(default=list, blank=True, help_text="What was asked back, and answered.")
    termination_reason = models.CharField("Clarifying ended by", max_length=20, blank=True)
    ended_because = models.CharField(max_length=20, blank=True)

    token_limit = models.PositiveIntegerField()
    call_limit = models.PositiveIntegerField()
    minute_limit = models.PositiveIntegerField()
    tokens_used = models.PositiveIntegerField(default=0, help_text="Of models, and of the passages that were read.")
    calls_used = models.PositiveIntegerField(default=0)
    cost_usd = models.DecimalField(max_digits=10, decimal_places=5, default=0)
    seconds_used = models.FloatField(default=0.0, help_text="Of work; waiting for an answer takes none.")
    steps_taken = models.PositiveIntegerField(default=0)
    told_at = models.DateTimeField(null=True, blank=True, help_text="When the conversation last heard of it.")
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta(TenantModel.Meta):
        ordering = ["-created_at"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.CheckConstraint(condition=Q(phase__in=PHASES), name="research_phase_known"),
            models.CheckConstraint(condition=Q(termination_reason__in=TERMINATIONS), name="research_termination_known"),
            models.CheckConstraint(condition=Q(ended_because__in=ENDINGS), name="research_ending_known"),
            models.CheckConstraint(
                condition=Q(coverage__gte=0, coverage__lte=1, dedup_ratio__gte=0, dedup_ratio__lte=1),
                name="research_measures_0_to_1",
            ),
            models.CheckConstraint(
                condition=Q(phase__in=ENDED, ended_at__isnull=False, due_at=None, is_waiting=False)
                | (~Q(phase__in=ENDED) & Q(ended_at=None)),
                name="research_ended_is_at_rest",
            ),
            models.CheckConstraint(
                condition=Q(is_waiting=False) | Q(phase__in=["clarify", "plan"], due_at=None),
                name="research_waits_for_people",
            ),
            models.CheckConstraint(
                condition=Q(token_limit__gt=0, call_limit__gt=0, minute_limit__gt=0), name="research_has_a_budget"
            ),
        ]
        indexes = [
            models.Index(fields=["tenant", "conversation_id"], name="research_of_conversation"),
            models.Index(fields=["tenant", "customer"], name="research_of_customer"),
            models.Index(fields=["tenant", "-created_at"], name="research_latest"),
            models.Index(fields=["due_at"], name="research_due", condition=Q(due_at__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.question[:80]

    @property
    def has_ended(self) -> bool:
        return self.phase in ENDED


class ResearchTask(TenantModel):
    """One line of the to-do list. PENDING ──▶ DONE or STRUCK; an iteration reads one step further along references."""

    class State(models.TextChoices):
        PENDING = "pending", "To do"
        DONE = "done", "Done"
        STRUCK = "struck", "Struck"

    class Origin(models.TextChoices):
        PLAN = "plan", "Plan"
        PERSON = "person", "Added by a person"
        FOUND = "found", "Came up on the way"

    run = TenantForeignKey(ResearchRun, related_name="tasks")
    position = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=200)
    query = models.CharField(max_length=500)
    state = models.CharField(max_length=10, choices=State.choices, default=State.PENDING)
    origin = models.CharField(max_length=10, choices=Origin.choices, default=Origin.PLAN)
    iteration = models.PositiveSmallIntegerField(default=0)
    tokens_used = models.PositiveIntegerField(default=0)
    stopped_by = models.CharField(max_length=40, blank=True, help_text="The guard that ended it, if one did.")

    class Meta(TenantModel.Meta):
        ordering = ["position"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(
                fields=["tenant", "run", "position"], name="research_task_place_once",
                deferrable=models.Deferrable.DEFERRED,
            ),
            models.CheckConstraint(
                condition=Q(position__gte=1, position__lte=MOST_TASKS), name="research_tasks_15_at_most"
            ),
            models.CheckConstraint(condition=Q(iteration__lte=MOST_ITERATIONS), name="research_iterations_3_at_most"),
            models.CheckConstraint(condition=Q(state__in=["pending", "done", "struck"]), name="research_task_state"),
        ]  # fmt: skip

    def __str__(self) -> str:
        return f"{self.position}. {self.title}"


class ResearchStep(TenantModel):
    """One step as it was committed: nothing of a run is done twice, for its number stands once."""

    run = TenantForeignKey(ResearchRun, related_name="steps")
    number = models.PositiveIntegerField()
    epoch = models.PositiveIntegerField()
    phase = models.CharField(max_length=10)
    nodes = models.JSONField(default=list, help_text="The nodes it went through, with milliseconds.")
    note = models.CharField(max_length=300, blank=True)
    tokens = models.PositiveIntegerField(default=0)
    calls = models.PositiveIntegerField(default=0)
    seconds = models.FloatField(default=0.0)

    class Meta(TenantModel.Meta):
        ordering = ["number"]
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(fields=["tenant", "run", "number"], name="research_step_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.phase}"
