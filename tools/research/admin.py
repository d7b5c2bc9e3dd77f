"""The research rules of a business in the Django admin: what a run may cost, and whether its plan is shown first."""

from django.contrib import admin

from tenants.admin.scoped import EDIT, ScopedAdmin
from tools.research.models import ResearchRules


@admin.register(ResearchRules)
class ResearchRulesAdmin(ScopedAdmin):
    """One row a business; as the fields say while there is none."""

    list_display = ("__str__", "needs_approval", "most_rounds", "tokens_a_run", "tokens_a_month")
    for_admins = EDIT
    fieldsets = (
        ("With the person", {"fields": (("needs_approval", "most_rounds", "link_hours"),)}),
        ("References", {"fields": ("reference_method",)}),
        (
            "At most",
            {
                "fields": (("tokens_a_run", "calls_a_run", "minutes_a_run"), ("tokens_a_month", "runs_a_day")),
                "description": "A month's calls and minutes are those of as many full runs as its tokens suffice for.",
            },
        ),
    )
