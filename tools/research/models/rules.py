"""How a business lets Tulia research: what a run may cost, and whether its plan is approved first."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from tenants.tenancy import TenantModel


class ReferenceMethod(models.TextChoices):
    """How references are found in what was read."""

    REGEX = "regex", "Patterns"
    LLM = "llm", "The model"
    HYBRID = "hybrid", "Patterns, then the model"


class ResearchRules(TenantModel):
    """One row a business; without it these defaults hold."""

    needs_approval = models.BooleanField(
        "The plan is shown first", default=True, help_text="Off: research begins as soon as the question is clear."
    )
    most_rounds = models.PositiveSmallIntegerField(
        "Rounds of questions", default=3, validators=[MinValueValidator(1), MaxValueValidator(5)],
        help_text="How often we ask back before we begin all the same.",
    )  # fmt: skip
    reference_method = models.CharField(
        "References are found by", max_length=8, choices=ReferenceMethod.choices, default=ReferenceMethod.HYBRID,
        help_text="Without a model patterns find them, whatever is chosen.",
    )  # fmt: skip
    tokens_a_run = models.PositiveIntegerField(default=200_000, validators=[MinValueValidator(1_000)])
    calls_a_run = models.PositiveIntegerField("Model calls a run", default=150, validators=[MinValueValidator(1)])
    minutes_a_run = models.PositiveIntegerField("Minutes of work a run", default=20, validators=[MinValueValidator(1)])
    tokens_a_month = models.PositiveIntegerField(
        default=10_000_000, validators=[MinValueValidator(1_000)], help_text="Of all runs together."
    )
    runs_a_day = models.PositiveSmallIntegerField(
        "Runs a day for one customer", default=5, validators=[MinValueValidator(1), MaxValueValidator(100)]
    )
    link_hours = models.PositiveSmallIntegerField(
        "A report's link is good for (hours)", default=72, validators=[MinValueValidator(1), MaxValueValidator(720)]
    )

    class Meta(TenantModel.Meta):
        verbose_name = verbose_name_plural = "research rules"
        constraints = [
            *TenantModel.Meta.constraints,
            models.UniqueConstraint(
                fields=["tenant"], name="research_rules_once", violation_error_message="There are rules already."
            ),
            models.CheckConstraint(
                condition=Q(reference_method__in=ReferenceMethod.values), name="research_reference_method_known"
            ),
            models.CheckConstraint(condition=Q(most_rounds__gte=1, most_rounds__lte=5), name="research_rounds_1_to_5"),
        ]

    def __str__(self) -> str:
        return "Research rules"
